"""Read the files that a class handed in, from a folder or a zip, and find out whose they are.

Nothing that was handed in is run, imported or unpickled, and no link in a folder is followed. A
student's files lie in the folder itself, or in a folder of their own, as learning platforms provide
them; a zip is read as it was downloaded. Names come from the list names.csv if there is one, from
what Moodle writes before a file's own name, from the student's folder, or else from the file.
"""

import io
import re
import stat
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tttlearn.course.classroom import names
from tttlearn.support.text import one_line

MAX_BYTES = 16 << 20
"""Maximum size of a file, unpacked."""
IGNORED = ("__pycache__", "__MACOSX")
"""Folders that programs add to what a student hands in."""


class File(NamedTuple):
    """File of a folder or zip: its place, its size, a function that reads its bytes, its mode."""

    place: PurePosixPath
    size: int
    read: Callable
    mode: int

    @property
    def is_folder(self):
        """Whether it is a folder, and not a link to one."""
        return stat.S_ISDIR(self.mode)

    def content(self):
        """Return the bytes of the file.

        Raises ValueError, in words for its author, if it cannot or should not be read.
        """
        if not stat.S_ISREG(self.mode):  # a pipe would never end, a link leads elsewhere
            raise ValueError("it is a link or a device, not a file")
        if self.size > MAX_BYTES:
            raise ValueError(f"it is larger than {MAX_BYTES >> 20} MB")
        try:
            return self.read()
        except Exception as error:  # a zip can be damaged in many ways, or ask for a password
            raise ValueError(f"it cannot be read ({one_line(error)})") from None


class Owner(NamedTuple):
    """Student who handed in a file or folder, as far as it is known.

    `number` is the student's from names.csv, `participant` the one that Moodle gives out for an
    assignment; `row` is the line of names.csv, None without one.
    """

    name: str
    number: str = ""
    participant: str = ""
    row: names.Listed | None = None


def received_files(source, levels, results=()):
    """Return the Files and folders in a folder, some levels deep, or in a zip.

    Hidden files, folders of caches and the paths `results` are skipped. Raises OSError for a source
    that is neither a folder nor a zip, ValueError for a damaged zip.
    """
    source = Path(source)
    if source.is_file() and (source.suffix.lower() == ".zip" or zipfile.is_zipfile(source)):
        return unzipped(source, source)
    return _in_folder(source, levels, {Path(path).resolve() for path in results})


def _is_ignored(place):
    return any(part.startswith(".") or part in IGNORED for part in place.parts)


def single_file(path, place):
    """Return the File at a path, which may be a link."""
    path = Path(path)
    status = path.stat()
    return File(PurePosixPath(place), status.st_size, path.read_bytes, status.st_mode)


def _in_folder(folder, levels, skipped):
    """Return the files in a folder, without following links or devices."""
    files = []
    paths = sorted(folder.iterdir())
    while paths:
        path = paths.pop(0)
        place = PurePosixPath(path.relative_to(folder).as_posix())
        if path.resolve() in skipped or _is_ignored(place):
            continue
        status = path.lstat()
        files.append(File(place, status.st_size, path.read_bytes, status.st_mode))
        if files[-1].is_folder and len(place.parts) < levels:
            paths = [*_listed(path), *paths]
    return files


def _listed(folder):
    """Return the paths in a student's folder, none if it may not be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def unzipped(source, name):
    """Return the Files of a zip as those of a folder, without a folder that contains all others.

    Hidden files and folders of caches are skipped.
    source: its path, or a file object with its bytes. Raises ValueError, with the name, if it is
    damaged.
    """
    files = []
    try:
        packed = zipfile.ZipFile(source)  # open as long as one of the Files may be read
    except OSError:
        raise
    except Exception:  # there are many ways to be damaged
        raise ValueError(f"{name} is damaged") from None
    for info in packed.infolist():
        parts = [part for part in re.split(r"[/\\]", info.filename) if part not in ("", "..")]
        place = PurePosixPath(*parts)
        if not place.parts or _is_ignored(place):
            continue
        mode = info.external_attr >> 16
        if not stat.S_IFMT(mode):  # not every zip stores the type of its files
            mode = stat.S_IFDIR if info.is_dir() else stat.S_IFREG
        files.append(File(place, info.file_size, _reader(packed, info), mode))
    return _without_outer_folder(files)


def packed(content):
    """Return the Files in the bytes of a zip that a student made, none in other bytes.

    Raises ValueError if it is damaged, or large once it is unpacked.
    """
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return []
    files = unzipped(io.BytesIO(content), "the zip")
    if sum(file.size for file in files) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES >> 20} MB, unpacked")
    return files


def _reader(packed, info):
    """Return a function that reads a file of a zip, at most MAX_BYTES + 1 bytes of it."""

    def read():
        with packed.open(info) as file:
            return file.read(MAX_BYTES + 1)

    return read


def _without_outer_folder(files):
    """Return the files with their places in the one folder that contains all of them, if any."""
    tops = {file.place.parts[:1] for file in files}
    around = len(tops) == 1 and not names.from_moodle(*tops.copy().pop())
    if not around or all(len(file.place.parts) <= 2 for file in files):
        return files
    return [
        file._replace(place=PurePosixPath(*file.place.parts[1:]))
        for file in files
        if len(file.place.parts) > 1
    ]


def listed_names(files, known):
    """Return the rows of names.csv by file; an empty dict without one.

    known: the names of files and folders that were handed in. Raises ValueError for a list that
    cannot be read.
    """
    listed = {}
    for file in files:
        if str(file.place) == names.LIST:
            try:
                content = file.content()
            except ValueError as error:
                raise ValueError(f"{names.LIST}: {error}") from None
            listed |= names.read_list(content, known)
    return listed


def owner_of(key, own_name, listed):
    """Return the Owner of a file or folder.

    key: its name, as Moodle may have written it. own_name: the student's, if nothing better is
    known. listed: the rows of names.csv; one may also give Moodle's number of the participant, as
    in "Participant 77", in place of a file.
    """
    name, participant = names.from_moodle(key) or (own_name, "")
    key, number = unicodedata.normalize("NFC", key), re.compile(rf"\D*{participant}")
    rows = (row for row in listed.values() if participant and number.fullmatch(row.file))
    row = listed.get(key) or next(rows, None)
    return Owner(row.name if row else name, row.number if row else "", participant, row)


def not_handed_in(listed, owners):
    """Return the Owners in names.csv who handed in nothing."""
    present = {owner.row for owner in owners}
    return [Owner(row.name, row.number, "", row) for row in listed.values() if row not in present]
