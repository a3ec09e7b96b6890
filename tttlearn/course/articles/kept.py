"""Finished runs in a file: after an interruption only those are made that are missing.

The file holds what runs keep, NumPy arrays and outcomes, and belongs to the programs that made it:
where any of them has changed, it counts for nothing.
"""

import io
import pickle
import struct
import zlib
from hashlib import sha256
from pathlib import Path
from threading import Lock

import numpy as np

from tttlearn.support.files import DAMAGED, PACKAGE

ROOMS = ("support", "game", "evaluation", "search", "learn", "network", "course/articles")
ALLOWED = {"_reconstruct", "ndarray", "dtype", "scalar", "_frombuffer", "Outcome", "WorstCase"}
"""What a record may be made of, besides numbers and texts: whoever wrote the file, it runs nothing.
"""
SIZE = struct.Struct("<Q")


def fingerprint(settings=""):
    """What the results of runs depend on: the programs, NumPy, settings of one's own; bytes."""
    found = sha256(f"{np.__version__} {settings}".encode())
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            found.update(path.read_bytes())
    return found.digest()


def place(folder, *command):
    """Where in a folder the finished runs of a command are kept: each has a file of its own."""
    return Path(folder) / f".unfinished-{sha256(repr(command).encode()).hexdigest()[:12]}"


class KeptRuns:
    """The finished runs in a file, by their (name, seed): `found`, a dict; `add` puts one there.

    `settings`: a text that names those that are not the articles'. The file is made with the first
    run that is added.
    """

    def __init__(self, path, settings=""):
        self.path, self.mark, self.lock = Path(path), fingerprint(settings), Lock()
        self.found = {}
        content = self.path.read_bytes() if self.path.exists() else b""
        if content.startswith(self.mark):
            end = self._read(content)
            self.path.write_bytes(content[:end])
        else:
            self.forget()  # other programs made them

    def _read(self, content):
        """Read all whole records; returns where they end: the last may be cut off."""
        at = len(self.mark)
        while at + SIZE.size <= len(content):
            (size,) = SIZE.unpack_from(content, at)
            record = content[at + SIZE.size : at + SIZE.size + size]
            if len(record) < size:
                break
            try:
                key, value = _Unpickler(io.BytesIO(zlib.decompress(record))).load()
                self.found[key] = value
            except (*DAMAGED, zlib.error, pickle.UnpicklingError, EOFError, IndexError):
                break
            at += SIZE.size + size
        return at

    def add(self, key, value):
        """Keep what a run has left behind; threads may do so at the same time."""
        record = zlib.compress(pickle.dumps((key, value)), 1)
        with self.lock, self.path.open("ab") as file:
            file.write((b"" if file.tell() else self.mark) + SIZE.pack(len(record)) + record)
            self.found[key] = value

    def __str__(self):
        """What there is to know when the command is interrupted."""
        if not self.found:
            return "no run had ended, so that nothing is kept"
        one = len(self.found) == 1
        many = "1 finished run is" if one else f"{len(self.found):,} finished runs are"
        return f"{many} kept: the same command goes on from there"

    def forget(self):
        """Delete the file: all is done."""
        self.path.unlink(missing_ok=True)


class _Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        """Only what results are made of."""
        if name not in ALLOWED or module.split(".")[0] not in ("numpy", "tttlearn"):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")
        return super().find_class(module, name)
