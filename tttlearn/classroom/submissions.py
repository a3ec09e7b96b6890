"""What was handed in: the files of a folder, named; of those that cannot take part, the reason."""

import hashlib
import stat
import unicodedata
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ENDINGS = (".py", ".npz")
LONGEST_NAME = 40


class Submission(NamedTuple):
    """A file that was handed in; `refused` says why it cannot take part, or is empty."""

    name: str
    file: str
    ending: str = ""
    content: bytes = b""
    refused: str = ""

    @property
    def key(self):
        """A text that another file of the same content has, too, and no other."""
        return hashlib.sha256(self.ending.encode() + b" " + self.content).hexdigest()


def find(folder, taken=(), most=16 << 20, results=None):
    """The submissions in a folder, sorted by file name. ValueError if there are none.

    Hidden files, __pycache__ and the folder `results` are passed over. `taken`: names that are not
    to be had; `most`: the largest size of a file in bytes. Raises what `Path.iterdir` raises for a
    folder that is none.
    """
    folder, passed_over = Path(folder), {"__pycache__"}
    if results and Path(results).resolve().parent == folder.resolve():
        passed_over.add(Path(results).resolve().name)
    paths = sorted(
        path
        for path in folder.iterdir()
        if not path.name.startswith(".") and path.name not in passed_over
    )
    if not paths:
        raise ValueError(f"there is no file in the folder {folder}")
    found = [_read(path, most) for path in paths]
    names = Counter(_plain(one.name) for one in found if one.ending)
    return [_check_name(one, names, {_plain(name) for name in taken}) for one in found]


def _read(path, most):
    file, ending = printable(path.name), path.suffix.lower()
    one = Submission(printable(path.stem), file)
    if not stat.S_ISREG(path.lstat().st_mode):  # a pipe would never end, a link leads elsewhere
        return one._replace(refused="it is a folder, a link or a device, not a file")
    if ending not in ENDINGS:
        return one._replace(refused="it is neither a .py nor a .npz file")
    if path.stat().st_size > most:
        return one._replace(refused=f"it is larger than {most >> 20} MB")
    try:
        return one._replace(ending=ending, content=path.read_bytes())
    except OSError as error:
        return one._replace(refused=f"it cannot be read ({error.strerror})")


def _check_name(one, names, taken):
    if one.refused:
        return one
    if names[_plain(one.name)] > 1:
        return one._replace(refused="another file has the same name, but for ending and capitals")
    if _plain(one.name) in taken:
        return one._replace(refused="a house player has this name")
    return one


def _plain(name):
    """What names have in common that differ in capitals, wide letters or the way of an accent."""
    return unicodedata.normalize("NFKC", name).casefold()


def printable(name):
    """The name with a question mark for what cannot be printed, cut when it is long."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name)
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 1] + "…"
