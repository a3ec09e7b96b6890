"""What students are handed, for a room of laptops without a network, as on a stick:

    python run.py stick FOLDER                        # for this system and this Python
    python run.py stick FOLDER windows-3.13 mac-3.13  # for these
    python run.py stick FOLDER --with-solutions

It is what tttlearn-student.zip holds, and a folder `wheels` with what requirements.lock names, for
each system and Python asked for. Each laptop takes a copy of the folder and runs
`python run.py lab` in it.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from run import LEARN, ROOT
from tools import student_package
from tools.installed import entries
from tools.systems import SYSTEMS, VERSIONS, unsupported


def main(arguments):
    """Fill the folder; return the exit status."""
    parser = argparse.ArgumentParser(prog="run.py stick", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=new_place, help="a folder outside the project")
    parser.add_argument("pairs", nargs="*", type=pair, metavar="SYSTEM-PYTHON")
    parser.add_argument("--with-solutions", action="store_true", help="for ttt.solution")
    options = parser.parse_args(arguments)
    student_package.unpacked(options.folder, options.with_solutions)
    wheels = options.folder / "wheels"
    for system, version in options.pairs or [(None, None)]:
        name = f"{system} {version}" if system else "this computer"
        print(f"stick: the packages for {name}", flush=True)
        if status := download(wheels, system, version):
            print(f"stick: could not get the packages for {name}, see above", file=sys.stderr)
            return status
    size = sum(file.stat().st_size for file in wheels.iterdir()) / 1e6
    print(f"stick: {len(list(wheels.iterdir()))} packages, {size:,.0f} MB")
    print(f"On each laptop, in a copy of {options.folder}: python run.py lab")
    return 0


def new_place(text):
    """Return a folder outside the project, as a path."""
    folder = Path(text).resolve()
    if folder == ROOT or ROOT in folder.parents:
        raise argparse.ArgumentTypeError(f"{text} is inside the project: name one outside it")
    return folder


def pair(text):
    """Return (system, version of Python) from "windows-3.13"."""
    system, _, version = text.rpartition("-")
    if system not in SYSTEMS or version not in VERSIONS:
        known = f"{', '.join(SYSTEMS)}, each with a Python from {', '.join(VERSIONS)}"
        raise argparse.ArgumentTypeError(f"not {text!r}: it is one of {known}, as windows-3.13")
    if unsupported(system, version):
        raise argparse.ArgumentTypeError(unsupported(system, version))
    return system, version


def download(wheels, system, version):
    """Put the wheels for a system and a Python into a folder; return the exit status.

    None as the system means this system and this Python.
    """
    if system is None:
        return pip_download(wheels, ROOT / LEARN)
    with tempfile.TemporaryDirectory() as place:
        lock, got = Path(place, LEARN), None
        for release in ("99", "0"):  # the lock has other versions of some packages for early ones
            wanted = locked_for(system, f"{version}.{release}")
            lock.write_text(wanted, encoding="utf-8")
            target = ["--python-version", f"{version}.{release}", "--implementation", "cp"]
            target += [f"--platform={name}" for name in SYSTEMS[system].platforms]
            if wanted != got and (status := pip_download(wheels, lock, *target)):
                return status
            got = wanted
    return 0


def pip_download(wheels, lock, *target):
    """Put the packages of a lock into a folder, as wheels; return the exit status."""
    command = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--require-hashes", *target]
    return subprocess.call([*command, "--dest", str(wheels), "-r", str(lock)])


def locked_for(system, version):
    """Return the lines of the lock for a system and a release of Python, without markers."""
    markers = {"python_version": version.rpartition(".")[0], "python_full_version": version}
    markers |= {"implementation_name": "cpython", "platform_python_implementation": "CPython"}
    markers |= SYSTEMS[system].markers
    return "".join(
        f"{pin.name}{pin.specifier} {' '.join(hashes)}\n"
        for pin, hashes in entries((ROOT / LEARN).read_text(encoding="utf-8"))
        if pin.marker is None or pin.marker.evaluate(markers)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
