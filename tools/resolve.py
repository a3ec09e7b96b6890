"""Check that wheels of all locked packages exist for each system: `python run.py resolve`.

Needs uv and the network; installs nothing. Prints a table for each lock, the number of packages for
each system and Python, and below it the errors.
"""

import re
import subprocess
import sys
import tempfile

from run import ALL, LEARN
from tools.systems import SYSTEMS, VERSIONS, unsupported

COMMAND = "uv pip install --dry-run --no-deps --only-binary :all: --require-hashes"


def main():
    """Print the tables; return 1 if a pair that should have all packages lacks some."""
    missing = []
    for lock in (LEARN, ALL):
        print(f"{lock:22}" + "".join(f"{version:>6}" for version in VERSIONS))
        for system in SYSTEMS:
            cells = [cell(lock, system, version, missing) for version in VERSIONS]
            print(f"  {system:20}" + "".join(f"{text:>6}" for text in cells), flush=True)
    for system in SYSTEMS:
        for version in VERSIONS:
            if unsupported(system, version):
                print(f"-: {system} {version}: {unsupported(system, version)}")
    print("\n".join(missing), end="\n" if missing else "")
    return int(bool(missing))


def cell(lock, system, version, missing):
    """Return how many packages a pair gets, as text; add what it cannot have to `missing`."""
    if unsupported(system, version):
        return "-"
    with tempfile.TemporaryDirectory() as nowhere:
        where = ["--python", sys.executable, "--target", nowhere, "-r", lock]
        where += ["--python-platform", SYSTEMS[system].uv, "--python-version", version]
        done = subprocess.run([*COMMAND.split(), *where], capture_output=True, text=True)
    match = re.search(r"Would install (\d+) packages", done.stderr)
    if done.returncode == 0 and match:
        return match[1]
    missing.append(f"FAIL: {lock}, {system} {version}:\n{done.stderr.strip()}")
    return "FAIL"


if __name__ == "__main__":
    sys.exit(main())
