"""Choose the versions of both locks again: `python run.py lock`, which needs uv and the network.

For all systems at once, without naming where the packages come from. requirements-all.lock is
chosen first, and requirements.lock, for those who learn, is the part of it that they need.
"""

import subprocess
import sys

# --no-config: the files must not depend on this computer's own package index.
COMPILE = "uv --no-config pip compile pyproject.toml --universal --python-version 3.11 "
COMPILE += "--generate-hashes --no-emit-index-url --no-header --no-annotate --quiet "
# A pin keeps its extras: without them pip before 23.3 does not find its hash.
COMPILE += "--no-strip-extras"
EVERYTHING = ["--extra", "lab", "--extra", "test", "--extra", "site"]


def main(arguments):
    """Write both locks; the exit status."""
    everything = [*COMPILE.split(), *EVERYTHING, "-o", "requirements-all.lock", *arguments]
    part = [*COMPILE.split(), "--extra", "lab", "-c", "requirements-all.lock"]
    for command in (everything, [*part, "-o", "requirements.lock", *arguments]):
        status = subprocess.call(command)
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
