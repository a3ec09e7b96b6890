"""Finished runs in a folder: after an interruption only the missing ones are made.

A file holds what a run keeps, NumPy arrays and outcomes, and belongs to the programs that made it:
where any of them has changed, it counts for nothing.
"""

import io
import pickle
import shutil
import zlib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import numpy as np

from tttlearn.support.files import INVALID_JSON_ERRORS, PACKAGE, write_atomically

ROOMS = ("support", "game", "evaluation", "search", "learn", "network", "course/articles")
ALLOWED = {"_reconstruct", "ndarray", "dtype", "scalar", "_frombuffer", "Outcome", "WorstCase"}
"""What a record may be made of, besides numbers and texts: whoever wrote the file, it runs nothing.
"""
UNREADABLE = (zlib.error, pickle.UnpicklingError, EOFError, IndexError)
"""What reading a damaged file raises, besides INVALID_JSON_ERRORS."""


def program_digest(settings=""):
    """What the results of runs depend on: the programs, NumPy, settings of one's own; a text."""
    digest = sha256(f"{np.__version__} {settings}".encode())
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def place(folder, *command):
    """Where in a folder the finished runs of a command are kept: each has a folder of its own."""
    return Path(folder) / f".unfinished-{sha256(repr(command).encode()).hexdigest()[:12]}"


class KeptRuns:
    """The finished runs in a folder, by their (name, seed): `found`, a dict; `add` puts one there.

    `settings`: a text that names those that are not the articles'. A run is a file, written whole,
    so that threads and other processes may add theirs; one that is damaged is not found. The folder
    is made with the first run that is added.
    """

    def __init__(self, folder, settings=""):
        self.folder, self.mark, self.found = Path(folder), program_digest(settings), {}
        if self.folder.is_file():  # as 0.3.0 kept them, which were other programs
            self.folder.unlink()
        for path in self.folder.glob(f"{self.mark}-*"):
            with suppress(OSError, *INVALID_JSON_ERRORS, *UNREADABLE):
                content = zlib.decompress(path.read_bytes())
                key, value = _Unpickler(io.BytesIO(content)).load()
                self.found[key] = value

    def add(self, key, value):
        """Keep what a run has left behind."""
        self.folder.mkdir(exist_ok=True)
        name = f"{self.mark}-{sha256(repr(key).encode()).hexdigest()[:12]}"
        write_atomically(self.folder / name, zlib.compress(pickle.dumps((key, value)), 1))
        self.found[key] = value

    def __str__(self):
        """What there is to know when the command is interrupted."""
        if not self.found:
            return "no run had ended, so that nothing is kept"
        one = len(self.found) == 1
        many = "1 finished run is" if one else f"{len(self.found):,} finished runs are"
        return f"{many} kept: the same command goes on from there"

    def forget(self):
        """Delete the folder: all is done."""
        shutil.rmtree(self.folder, ignore_errors=True)


class _Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        """Only what results are made of."""
        if name not in ALLOWED or module.split(".")[0] not in ("numpy", "tttlearn"):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")
        return super().find_class(module, name)
