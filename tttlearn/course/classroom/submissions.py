"""What was handed in: the files of a folder, by name, and why some cannot take part.

A student's file lies in the folder itself or alone in a folder of its own, as learning platforms
give them out. Names come from the list names.csv in the folder if there is one, from what Moodle
writes before a file's own name, from the student's folder, or else from the file.
"""

import hashlib
import stat
import unicodedata
from pathlib import Path
from typing import NamedTuple

from tttlearn.course.classroom import names
from tttlearn.course.classroom.complaints import NOTEBOOK
from tttlearn.support.text import one_line

ENDINGS = (".py", ".npz")
PASSED_OVER = ("__pycache__", "__MACOSX", names.LIST)
RENAME = f"rename it, or give it a name in {names.LIST}"


class Submission(NamedTuple):
    """A file that was handed in; `refused` says why it cannot take part, or is empty.

    `file`: what it is called in the folder, with the student's own folder where it has one.
    `number`: that of the student on the learning platform, where it is known.
    """

    name: str
    file: str
    ending: str = ""
    content: bytes = b""
    refused: str = ""
    number: str = ""

    @property
    def key(self):
        """A text that another file of the same content has, too, and no other."""
        return hashlib.sha256(self.ending.encode() + b" " + self.content).hexdigest()


def collect(folder, taken=(), most=16 << 20, results=None):
    """The submissions in a folder, sorted by file name. ValueError if there are none.

    Hidden files, __pycache__ and the folder `results` are passed over. `taken`: names that are not
    to be had; `most`: the largest size of a file in bytes. Raises what `Path.iterdir` raises for a
    folder that is none, and ValueError for a names.csv that cannot be read.
    """
    folder = Path(folder)
    results = results and Path(results).resolve()
    paths = [path for path in _inside(folder) if path.resolve() != results]
    if not paths:
        raise ValueError(f"there is no file in the folder {folder}")
    listed = {}
    if (folder / names.LIST).is_file():
        listed = names.read_list(folder / names.LIST)
    submissions = [_read(path, listed, most) for path in paths]
    here = {unicodedata.normalize("NFC", path.name) for path in paths}
    absent = [file for file in listed if file not in here]
    submissions += [
        Submission(
            listed[file], one_line(file), refused=f"it is in {names.LIST}, but was not handed in"
        )
        for file in absent
    ]
    return _tell_apart(submissions, taken)


def _inside(folder):
    """The paths in a folder that may be a submission, sorted."""
    return sorted(
        path
        for path in folder.iterdir()
        if not path.name.startswith(".") and path.name not in PASSED_OVER
    )


def _read(path, listed, most):
    named = unicodedata.normalize("NFC", path.name)
    own_folder = stat.S_ISDIR(path.lstat().st_mode)  # not a link to one
    plain = one_line(path.name if own_folder else path.stem)
    name, number = names.from_moodle(named) or (plain, "")
    submission = Submission(listed.get(named, name), one_line(path.name), number=number)
    if own_folder:
        try:
            inside = _inside(path)
        except OSError as error:
            return submission._replace(refused=f"its folder cannot be read ({error.strerror})")
        if len(inside) != 1:
            return submission._replace(refused=_not_one(inside))
        path = inside[0]
        submission = submission._replace(file=f"{submission.file}/{one_line(path.name)}")
    return _read_file(submission, path, most)


def _not_one(inside):
    if not inside:
        return "its folder is empty"
    shown = ", ".join(one_line(path.name) for path in inside[:4])
    more = ", ..." * (len(inside) > 4)
    return f"there are {len(inside)} files in its folder ({shown}{more}): leave one"


def _read_file(submission, path, most):
    kind, ending = path.lstat().st_mode, path.suffix.lower()
    if stat.S_ISDIR(kind):
        return submission._replace(
            refused="there is a folder in its folder: put the file into the first"
        )
    if not stat.S_ISREG(kind):  # a pipe would never end, a link leads elsewhere
        return submission._replace(refused="it is a link or a device, not a file")
    if ending == ".ipynb":
        return submission._replace(refused=NOTEBOOK)
    if ending not in ENDINGS:
        return submission._replace(refused="it is neither a .py nor a .npz file")
    if path.stat().st_size > most:
        return submission._replace(refused=f"it is larger than {most >> 20} MB")
    try:
        return submission._replace(ending=ending, content=path.read_bytes())
    except OSError as error:
        return submission._replace(refused=f"it cannot be read ({error.strerror})")


def _tell_apart(submissions, taken):
    """The submissions, those refused whose names are the same as others or look like them."""
    fit = [one for one in submissions if not one.refused]
    numbered = [one if one.refused else _with_number(one, fit) for one in submissions]
    honest = [one for one in numbered if not one.refused and not names.mixed(one.name)]
    return [
        one if one.refused else one._replace(refused=_clash(one, honest, taken)) for one in numbered
    ]


def _clash(submission, honest, taken):
    """Why the name of a submission cannot stand beside the others; empty where it can."""
    if not submission.name:
        return f"it has no name: {RENAME}"
    if alphabets := names.mixed(submission.name):
        return f"a word of its name mixes {alphabets} letters, which look alike: {RENAME}"
    for alike, words in ((names.same, "the same name"), (names.look, "a name that looks the same")):
        for name in taken:
            if alike(submission.name) == alike(name):
                return f"the house player {name} has {words}: {RENAME}"
        for other in honest:
            if other is submission or alike(submission.name) != alike(other.name):
                continue
            if submission.number and submission.number == other.number:
                return f"{submission.name} handed in {other.file}, too: leave one"
            return f"{other.file} has {words}: {RENAME}"
    return ""


def _with_number(submission, all_of_them):
    """The submission with its number in its name, where another student has the same name."""
    own = names.same(submission.name)
    others = {other.number for other in all_of_them if names.same(other.name) == own}
    if submission.number and len(others - {""}) > 1:
        return submission._replace(name=f"{submission.name} ({submission.number})")
    return submission
