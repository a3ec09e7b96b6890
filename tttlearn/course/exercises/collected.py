"""Collect the records of a class, with a status for everybody who handed in anything.

handed_in, problems = read_class(["submissions.zip"])

A record is recognised by its content, under any name, and also in a zip that a student made.
"""

from collections import Counter
from glob import glob
from itertools import chain
from math import inf
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

from tttlearn.course.classroom import names, received
from tttlearn.course.exercises.record import FORMAT, Record, RecordError, read_sound
from tttlearn.support.text import one_line

READ = "read"
ABSENT = f"nothing handed in: the name is in {names.LIST}"
MAX_REPORTED = 3
"""Number of wrong entries, of unreadable files, of other files and of names that are reported."""
MAX_NAME_LENGTH, MAX_STATUS_LENGTH = 100, 400
"""Maximal numbers of letters of a student's name, and of a status."""
MARK, MARK_BYTES = FORMAT[:-2].encode(), 200
"""Text near the beginning of each record, and how far from it at most."""


class HandIn(NamedTuple):
    """Row of a class: whose it is, and the Record; the status says why there is none.

    `number` is the student's from names.csv, and `participant` that of Moodle's assignment.
    """

    name: str
    place: Path
    status: str
    record: Record | None = None
    number: str = ""
    participant: str = ""


def read_class(texts, results=()):
    """Return (the HandIns of everybody, a line on each part left out).

    A text names a file, a folder with all files below it, the zip from Moodle, or a pattern such as
    */*.json, which not every shell expands. In a folder or zip, each file or folder is one
    student's, except a folder with records by several names; where Moodle wrote the names, they say
    whose it is. A student has a row for each record, or one without. If some entries of a file are
    wrong, the others count.
    The files `results` are skipped. Raises ValueError if a names.csv cannot be read.
    """
    files, problems = _files(texts, {Path(path).resolve() for path in results})
    listed = received.listed_names(
        [file for _, file in files.values()], {key.name for key, _ in files.values()}
    )
    handed_in, owners = [], []
    for key, own in _by_student(files):
        for owner, rows, lines in _students(key, own, listed):
            owners.append(owner)
            handed_in += rows
            problems += lines
    for owner in received.not_handed_in(listed, owners):
        handed_in.append(_row(owner, Path(owner.row.file), ABSENT))
        problems.append(f"{owner.name}: {ABSENT}")
    return _told_apart(handed_in), problems


def _files(texts, results):
    """Return ({path: (path of the student's file or folder, File)}, lines on what is missing)."""
    files, problems = {}, []
    for match in chain.from_iterable(map(_matches, texts)):
        try:
            files |= _below(Path(match), results)  # a file named twice counts once
        except (OSError, ValueError) as error:
            problems.append(str(error))
    return files, problems


def _matches(text):
    """Return the path itself if it exists, else the paths that match it as a pattern."""
    if Path(text).exists():
        return [text]
    paths = sorted(glob(str(text), recursive=True))
    return [path for path in paths if not set(received.IGNORED) & {*Path(path).parts}] or [text]


def _below(source, results):
    """Return the files of a folder or zip, or the one file, as `_files` does."""
    if not source.is_dir() and not source.is_file():
        raise RecordError(f"there is no file {source}")
    base, files = source, []
    if source.is_dir() or source.suffix.lower() == ".zip":
        files = received.received_files(source, inf)
    if not files:  # a student's file, or empty folder
        base, files = source.parent, [received.single_file(source, source.name)]
    places = {base / file.place: file for file in files}
    return {
        path: (_students_path(base, file.place), file)
        for path, file in places.items()
        if path.resolve() not in results
    }


def _students_path(base, place):
    """Return the innermost path with a name that Moodle wrote, else the outermost below a base."""
    whole = base / place
    by_moodle = (path for path in (whole, *whole.parents) if names.from_moodle(path.name))
    return next(by_moodle, base.joinpath(*place.parts[:1]))


def _by_student(files):
    """Return [(path of a student's file or folder, {path: File})]."""
    groups = {}
    for path, (key, file) in files.items():
        if str(file.place) != names.LIST:
            student = names.from_moodle(key.name) or key
            groups.setdefault(student, (key, {}))[1][path] = file
    return groups.values()


def _students(key, files, listed):
    """Yield (owner, HandIns, lines on what is left out) of a file or folder.

    There are several for a folder with records by several names, such as that of a group.
    """
    is_file = key in files and not files[key].is_folder
    owner = received.owner_of(key.name, one_line(key.stem if is_file else key.name), listed)
    rows, lines = _read_student(owner, key, files)
    own_names = {entry.record.name for entry in rows if entry.record}
    if is_file or owner.participant or owner.row or len(own_names) < 2:
        yield owner, rows, lines
        return
    inside = {}
    for path, file in files.items():
        if path != key:
            inside.setdefault(key / path.relative_to(key).parts[0], {})[path] = file
    for inner, own in inside.items():
        yield from _students(inner, own, listed)


def _read_student(owner, key, files):
    """Return (the HandIns of a student, lines on what is left out).

    A file that is no record is worth a line if it begins as one does, and otherwise only if the
    student has no record, and it is called .json or cannot be read at all.
    """
    records, lines, broken, doubtful = [], [], [], []
    for path, content in chain.from_iterable(map(_contents, files, files.values())):
        try:
            record, wrong = _read(path, content)
        except RecordError as error:
            if MARK in _beginning(content):
                broken.append(str(error))
            elif isinstance(content, ValueError) or ".json" in path.name.lower():
                doubtful.append(str(error))
        else:
            few = first_few(wrong)
            records.append((path, f"read in part: {'; '.join(few)}" if wrong else READ, record))
            lines += [f"{path}: {line}" for line in few]
    if records:
        return [_row(owner, *read, len(records) == 1) for read in records], lines + broken
    why = _why_not(broken + doubtful, files.values())
    return [_row(owner, key, why)], broken + doubtful or [f"{key}: {why}"]


def _contents(path, file, may_be_zip=True):
    """Yield (path, bytes) of a file, or of all files in it if it is a zip.

    In place of the bytes stands a ValueError for what cannot be read. A zip in a zip that a student
    made stays closed.
    """
    if file.is_folder:
        return
    try:
        content = file.content()
        packed = received.packed(content) if may_be_zip else []
    except (OSError, ValueError) as error:
        yield path, ValueError(error)
        return
    if not packed:
        yield path, content
    for inner in packed:
        yield from _contents(path / inner.place, inner, may_be_zip=False)


def _read(path, content):
    if isinstance(content, ValueError):
        raise RecordError(f"{path}: {content}")
    return read_sound(path, content)


def _beginning(content):
    """Return the beginning of the bytes, as if UTF-16 were UTF-8."""
    return content[:MARK_BYTES].replace(b"\0", b"") if isinstance(content, bytes) else b""


def _why_not(failures, files):
    """Return a status, with the reasons for what cannot be read, else what is there."""
    present = [one_line(file.place.name) for file in files if not file.is_folder]
    if failures:
        return f"cannot be read: {'; '.join(first_few(failures))}"
    return f"no record among: {', '.join(first_few(present))}" if present else "an empty folder"


def first_few(texts):
    """Return the first of the texts, and how many follow."""
    more = len(texts) - MAX_REPORTED
    return [*texts[:MAX_REPORTED], f"{more:,} more"] if more > 0 else texts


def _row(owner, place, status, record=None, is_only=True):
    """Return the HandIn of a student; without a better name, of the only record or of several."""
    name = owner.name
    if record and not (owner.row or owner.participant):
        name = record.name or (owner.name if is_only else one_line(place.stem))
    status = shorten(status, MAX_STATUS_LENGTH, placeholder="...")
    return HandIn(name[:MAX_NAME_LENGTH], place, status, record, owner.number, owner.participant)


def _told_apart(handed_in):
    """Return the HandIns by name; names that are not unique have a number or place after them."""
    numbers = [entry.number or entry.participant for entry in handed_in]
    labels = [entry.name for entry in handed_in]
    files = [one_line(entry.place.name) for entry in handed_in]
    for more in (numbers, files, [one_line(entry.place) for entry in handed_in]):
        several = Counter(labels)
        labels = [
            f"{entry.name} ({text})" if several[label] > 1 and text else label
            for entry, label, text in zip(handed_in, labels, more, strict=True)
        ]
    named = [entry._replace(name=label) for entry, label in zip(handed_in, labels, strict=True)]
    return sorted(named, key=lambda entry: entry.name)


def alike(handed_in):
    """Return the groups of names whose records have the same entries, a list of lists."""
    groups = {}
    for entry in handed_in:
        if entry.record and (entry.record.passed or entry.record.predictions):
            groups.setdefault(_entries(entry.record), []).append(entry.name)
    return [group for group in groups.values() if len(group) > 1]


def _entries(record):
    """Return the entries of a record as a text, which is the same for a copy by another name."""
    sections = (record.passed, record.tries, record.predictions)
    return repr([sorted(section.items()) for section in sections])
