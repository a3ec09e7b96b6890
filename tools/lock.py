"""Choose the versions of both locks: `python run.py lock`, which needs uv and the network.

For all systems at once, without naming where the packages come from. requirements-all.lock is
chosen first, and requirements.lock, for those who learn, is the part of it that they need.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from run import ALL, LEARN
from tools.written import write_all

# --no-config: the files must not depend on this computer's own package index.
COMPILE = "uv --no-config pip compile pyproject.toml --universal --python-version 3.11 "
COMPILE += "--generate-hashes --no-emit-index-url --no-header --no-annotate --quiet "
# A pin keeps its extras: without them pip before 23.3 does not find its hash.
COMPILE += "--no-strip-extras"
EVERYTHING = ["--extra", "lab", "--extra", "test", "--extra", "site"]


def main(arguments):
    """Write both locks, or neither; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        # As copies, because uv keeps the versions that it finds in the file that it is to write.
        every, learn = (shutil.copy(name, folder) for name in (ALL, LEARN))
        everything = [*COMPILE.split(), *EVERYTHING, "-o", every, *arguments]
        part = [*COMPILE.split(), "--extra", "lab", "-c", every, "-o", learn, *arguments]
        for command in (everything, part):
            status = subprocess.call(command)
            if status:
                return status
        write_all({Path(ALL): Path(every).read_bytes(), Path(LEARN): Path(learn).read_bytes()})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
