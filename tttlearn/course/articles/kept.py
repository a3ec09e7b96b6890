"""Keep finished runs in a folder, so that after an interruption only the missing ones are made.

A file holds what one run keeps, NumPy arrays and outcomes, and is valid only for the programs that
made it: if any of them has changed, the file is ignored.
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
"""Names that a file may refer to, besides numbers and texts. Whoever wrote the file, reading it
runs no code."""
UNREADABLE = (zlib.error, pickle.UnpicklingError, EOFError, IndexError)
"""Exceptions that reading a damaged file can raise, besides INVALID_JSON_ERRORS."""


def program_digest(settings=""):
    """Return a digest of everything that results of runs depend on, as text.

    That is the source of the programs, NumPy's version, and the reader's own settings.
    """
    digest = sha256(f"{np.__version__} {settings}".encode())
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def place(folder, *command):
    """Return where a folder keeps the finished runs of a command, apart from those of others."""
    return Path(folder) / f".unfinished-{sha256(repr(command).encode()).hexdigest()[:12]}"


class KeptRuns:
    """Finished runs in a folder, by their (name, seed): the dict `found`, extended by `add`.

    `settings` is a text that names the settings that are not the articles'. Each run is a file of
    its own that is written atomically, so that threads and other processes may add theirs; a
    damaged file is ignored. The folder is made when the first run is added.
    """

    def __init__(self, folder, settings=""):
        self.folder, self.mark, self.found = Path(folder), program_digest(settings), {}
        for path in self.folder.glob(f"{self.mark}-*"):
            with suppress(OSError, *INVALID_JSON_ERRORS, *UNREADABLE):
                content = zlib.decompress(path.read_bytes())
                key, value = _Unpickler(io.BytesIO(content)).load()
                self.found[key] = value

    def add(self, key, value):
        """Keep the result of a run, in memory and in the folder."""
        self.folder.mkdir(exist_ok=True)
        name = f"{self.mark}-{sha256(repr(key).encode()).hexdigest()[:12]}"
        write_atomically(self.folder / name, zlib.compress(pickle.dumps((key, value)), 1))
        self.found[key] = value

    def __str__(self):
        """Return a sentence for the user who has interrupted the command."""
        if not self.found:
            return "no run had ended, so that nothing is kept"
        is_single = len(self.found) == 1
        subject = "1 finished run is" if is_single else f"{len(self.found):,} finished runs are"
        return f"{subject} kept: the same command goes on from there"

    def forget(self):
        """Delete the folder once all runs are finished."""
        shutil.rmtree(self.folder, ignore_errors=True)


class _Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        """Return the named class if a result may contain it, otherwise raise UnpicklingError."""
        if name not in ALLOWED or module.split(".")[0] not in ("numpy", "tttlearn"):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")
        return super().find_class(module, name)
