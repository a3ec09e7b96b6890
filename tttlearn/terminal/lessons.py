"""Run the command `lessons`: give a learner an own copy of each lesson, and open it in JupyterLab.

An existing file is never overwritten, whatever it holds. A copy stores digests of the sections from
which it was made, so that a newer lesson can be recognised, and what is new in it.
"""

import importlib.util
import json
import os
import re
from pathlib import Path

from tttlearn.course.exercises.originals import ORIGINALS, originals
from tttlearn.course.exercises.student import as_text, read, student_edition
from tttlearn.course.exercises.taken import filled, read_written
from tttlearn.support.files import INVALID_JSON_ERRORS
from tttlearn.support.text import one_line
from tttlearn.terminal import doctor, lab

MAX_LISTED = 4
"""Largest number of headings of each kind that are named if a lesson has changed."""


def put_lessons(options):
    """Copy the lessons into a folder, print what is new, and open JupyterLab."""
    if options.open and not _reason_not_to_open():
        # Before any file is written, so that root leaves no lessons that other users cannot change.
        lab.check_start(options.lab)
    editions = {path.stem: student_edition(read(path)) for path in originals()}
    wanted = dict.fromkeys(_stem(name, editions) for name in options.fresh)
    folder = _make_folder(options.folder)
    written = read_written([folder.parent, folder])
    own = {stem: new for stem, old in editions.items() if (new := filled(old, written))}
    missing = [stem for stem in editions if not os.path.lexists(_path(folder, stem))]
    taken = [stem for stem in own if stem in missing or _is_new(own[stem], _copies(folder, stem))]
    beside = [stem for stem in dict.fromkeys([*wanted, *taken]) if stem not in missing]
    made = {stem: _path(folder, stem) for stem in missing}
    made |= {stem: _next(folder, stem) for stem in beside}
    for stem, path in made.items():
        _write(path, as_text((own if stem in taken else editions)[stem]))
    print(_summary(one_line(folder), len(missing), len(editions) - len(missing)))
    for stem in beside:
        print(f"a fresh copy: {one_line(made[stem])}")
    for stem in taken:
        print(f"with what you wrote on its page: {one_line(made[stem])}")
    for stem, edition in editions.items():
        if news := _news(_copies(folder, stem), edition["metadata"]["tttlearn"]["sections"]):
            print(f"{_name(stem)}: {news} (--fresh {_name(stem)}: a fresh copy beside yours)")
    if options.open:
        opened = [made[stem] for stem in [*wanted, *taken]] or [_path(folder, next(iter(editions)))]
        _open(folder, opened[-1], options.lab)


def _summary(folder, put, left):
    if not put:
        return f"{folder}: your {left} lessons are there, as you left them"
    others = f", the other {left} are as you left them" if left else ""
    return f"{folder}: {put} lesson{'s' * (put > 1)} put there{others}"


def _open(folder, path, arguments):
    """Open a lesson in JupyterLab until that is shut down; print a line if it cannot be opened."""
    if line := _reason_not_to_open():
        return print(line.format(one_line(path)))
    where = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{path.name}"]
    lab.start([*where, *arguments])


def _reason_not_to_open():
    """Return why no JupyterLab is started, with "{}" for the lesson; "" if one is."""
    if "JUPYTER_SERVER_URL" in os.environ:  # a terminal of JupyterLab itself, as on Binder
        return "open {} in the list of files beside this terminal"
    if importlib.util.find_spec("jupyterlab") is None:
        return f"JupyterLab, which opens {{}}, is missing here: {doctor.ADD}"
    return ""


def _name(stem):
    """Return the name of a lesson in this command: its number, or its whole name without one."""
    return stem[:2] if stem[:2].isdigit() else stem


def _stem(name, stems):
    for stem in stems:
        if _name(stem) == name:
            return stem
    known = ", ".join(map(_name, stems))
    raise ValueError(
        f"there is no lesson {name!r} to make a fresh copy of: the lessons are {known}"
    )


def _make_folder(text):
    """Make the folder if it is missing, and return its path.

    Raises ValueError if it cannot be made, or holds the original lessons.
    """
    folder = Path(text)
    if folder.resolve() in [path.resolve() for path in ORIGINALS]:
        raise ValueError(f"{folder} holds the lessons themselves: name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise ValueError(f"{folder} cannot be a folder, because a file has its name") from None
    except OSError as error:
        raise ValueError(_refused(folder, error)) from None
    return folder


def _refused(path, error):
    return f"cannot write {path}: {error.strerror}; name your own folder"


def _path(folder, stem, number=1):
    # The number is not at the end, because a narrow list of files cuts that off.
    middle = f"_{number}" if number > 1 else ""
    return folder / f"{_name(stem)}{middle}{stem.removeprefix(_name(stem))}.ipynb"


def _copies(folder, stem):
    """Return the paths of the copies of one lesson, the newest last: 05_td, 05_2_td, 05_3_td."""
    first, rest = _name(stem), stem.removeprefix(_name(stem))
    names = re.compile(rf"{re.escape(first)}(?:_(\d+))?{re.escape(rest)}\.ipynb")
    matches = [(match, path) for path in folder.iterdir() if (match := names.fullmatch(path.name))]
    return [path for match, path in sorted(matches, key=lambda pair: int(pair[0][1] or 1))]


def _next(folder, stem):
    """Return a path beside the copies of a lesson at which there is no file."""
    number = 2
    while os.path.lexists(_path(folder, stem, number)):
        number += 1
    return _path(folder, stem, number)


def _write(path, text):
    """Write a new file, entirely or not at all."""
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise  # another process has written this file in the meantime
    except OSError as error:
        path.unlink(missing_ok=True)
        raise ValueError(_refused(path, error)) from None
    except KeyboardInterrupt:
        path.unlink(missing_ok=True)
        raise


def _news(copies, today):
    """Return what a lesson has that none of its copies has, in a line; "" if one is up to date."""
    known = [_sections(path) for path in copies]
    if today in known:
        return ""
    known = [sections for sections in known if sections is not None]
    if not known:
        return f"{one_line(copies[0])} is no copy of the lesson; it was not changed"
    copied = known[-1]
    kinds = {
        "changed": [name for name in today if name in copied and copied[name] != today[name]],
        "added": [name for name in today if name not in copied],
        "removed": [name for name in copied if name not in today],
    }
    changes = "; ".join(f"{kind} {_listed(names)}" for kind, names in kinds.items() if names)
    return f"there is a newer version than your copy: {changes}"


def _is_new(edition, copies):
    """Return whether none of the copies was made from what was written on the page, as this was."""
    known = [(_about(path) or {}).get("written") for path in copies]
    return edition["metadata"]["tttlearn"]["written"] not in known


def _sections(path):
    """Return the sections from which a copy was made, as it stores them; None if it is no copy."""
    sections = (_about(path) or {}).get("sections")
    return sections if isinstance(sections, dict) else None


def _about(path):
    """Return what a copy stores of how it was made, a dict; None if it is no copy."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8"))["metadata"]["tttlearn"])
    except (*INVALID_JSON_ERRORS, OSError):
        return None


def _listed(names):
    shown = ", ".join(f"“{one_line(name)}”" for name in names[:MAX_LISTED])
    return f"{shown} and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else shown
