"""Collect what a class gets: the package with its lessons, run.py, and a page on how to start.

`contents` is all of it. The editions pack it into one zip file, and a stick holds it beside its
wheels. It lacks the file of solutions, unless that is requested, and what lecturers may say about
wrong answers.
"""

import zipfile
from fnmatch import fnmatch

from run import LEARN, ROOT
from tools.masters import masters, read
from tttlearn.course.exercises.solutions import FILE
from tttlearn.course.exercises.student import as_text, student_edition

NAME = "tttlearn-student"
SOLUTIONS = FILE.relative_to(FILE.parents[3]).as_posix()
SAID = "*_said.toml"
PAGE = "HOW_TO_START.html"
# Files beside the package; `lab` and `doctor` use tools/installed.py to check the installation.
FILES = ("run.py", LEARN, "LICENSE", "tools/installed.py")
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Date of every file in the zip, so that packing the same files twice gives the same bytes."""


def contents(with_solutions=False):
    """Return {path: bytes} of every file, in order; paths are relative, with forward slashes.

    The lessons and their data are in the package, as in a wheel.
    """
    paths = {name: ROOT / name for name in FILES}
    paths |= {PAGE: ROOT / "tools" / "how_to_start.html"}
    paths |= {path.relative_to(ROOT).as_posix(): path for path in _package()}
    data = [path for path in (ROOT / "data").iterdir() if path.suffix in (".csv", ".jsonl")]
    paths |= {f"tttlearn/data/{path.name}": path for path in data}
    if not with_solutions:
        del paths[SOLUTIONS]
    files = {name: path.read_bytes() for name, path in paths.items()}
    for path in masters():
        files[f"tttlearn/lessons/{path.name}"] = as_text(student_edition(read(path))).encode()
    return dict(sorted(files.items()))


def _package():
    """Yield the paths of the package's files for students.

    Files that git ignores, such as a record of progress, are left out.
    """
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()]
    left_out = [*ignored, SAID]
    for path in (ROOT / "tttlearn").rglob("*"):
        parts = path.relative_to(ROOT).parts
        if path.is_file() and not any(
            fnmatch(part, pattern) for part in parts for pattern in left_out
        ):
            yield path


def pack(path, with_solutions=False):
    """Write all files into one zip file, in one folder."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in contents(with_solutions).items():
            entry = zipfile.ZipInfo(f"{NAME}/{name}", EARLIEST)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            entry.create_system = 3  # Unix, for the permissions above, whatever the system here
            archive.writestr(entry, content)


def unpacked(folder, with_solutions=False):
    """Write all files into a folder, and delete solutions that are not requested from it."""
    (folder / SOLUTIONS).unlink(missing_ok=True)
    for name, content in contents(with_solutions).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
