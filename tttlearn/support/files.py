"""Files: finding the project's data, writing atomically, and locks."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO

if os.name == "nt":
    import msvcrt

    LOCK_HELD_ERROR = PermissionError
else:
    import fcntl

    LOCK_HELD_ERROR = BlockingIOError

INVALID_JSON_ERRORS = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""Exceptions that reading a malformed or incomplete JSON file can raise."""
PACKAGE = Path(__file__).parents[1]
"""Folder of the package."""
LOCK_TIMEOUT_SECONDS = 60.0
"""Longest time to wait for a lock, which other processes hold only for a moment."""
LOCK_OFFSET_BYTES = 2**30
"""Position of the locked byte on Windows, beyond the end of any file."""
DATA_FOLDERS = (PACKAGE / "data", PACKAGE.parent / "data")
"""Folders with data: in the package, as in a wheel, or beside it, as in a checkout."""


def data_path(name: str | os.PathLike) -> Path:
    """Return the path of a file of the project's data, in any working directory.

    Parameters
    ----------
    name : str or os.PathLike
        Name of the file, such as "published.csv".

    Returns
    -------
    pathlib.Path
        The path.

    Raises
    ------
    FileNotFoundError
        If the file is missing. The message lists the places that were searched.
    ValueError
        If it is not the name of a file.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.data_path("published.csv").name
    'published.csv'
    """
    from tttlearn.support import arguments  # needs NumPy, without which run.py reads this file

    name = arguments.path(name, "name")
    for folder in DATA_FOLDERS:
        if (folder / name).is_file():
            return folder / name
    searched = " or ".join(str(folder / name) for folder in DATA_FOLDERS)
    raise FileNotFoundError(
        f"the data {name} are missing: there is no {searched}; "
        "take the package from its repository or its wheel, whole"
    )


def is_special_file(path: Path) -> bool:
    """Return whether a path leads to a device, a pipe or a socket, which can be read without end.

    Parameters
    ----------
    path : pathlib.Path
        The path.

    Returns
    -------
    bool
        Whether it does.
    """
    return path.exists() and not path.is_file() and not path.is_dir()


def write_atomically(path: str | os.PathLike, content: bytes) -> None:
    """Write a file completely, or leave the existing file unchanged.

    Parameters
    ----------
    path : str or os.PathLike
        The file. A link stays a link, and the file that it leads to is written. The permissions of
        an existing file do not change.
    content : bytes
        The new content.

    Raises
    ------
    OSError
        As `pathlib.Path.write_bytes`.
    """
    path = Path(os.path.realpath(path))
    unfinished = path.with_name(
        f"{path.name}.{os.getpid()}.part"
    )  # unique, since two processes may write
    try:
        if path.exists():
            unfinished.touch(mode=0o600)  # so that other users cannot read it
        unfinished.write_bytes(content)
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    except OSError as error:
        if error.filename != os.fspath(unfinished):
            raise
        # With the name that the caller knows, not that of the unfinished file.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    finally:
        unfinished.unlink(missing_ok=True)  # when the disk is full


@contextmanager
def file_lock(path: str | os.PathLike) -> Iterator[None]:
    """Hold a lock on a file, which other processes of this user wait for.

    Parameters
    ----------
    path : str or os.PathLike
        The file.

    Yields
    ------
    None
        While the lock is held.

    Raises
    ------
    TimeoutError
        If another process holds the lock for more than `LOCK_TIMEOUT_SECONDS`. It is an OSError.

    Notes
    -----
    The lock ends with the process, however that ends. It is on an empty file in the folder for
    temporary files, since `write_atomically` replaces the file itself by another one.
    """
    identity = f"{Path.home()}\0{os.path.realpath(path)}"
    name = f"tttlearn-{sha256(identity.encode()).hexdigest()[:16]}.lock"
    deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
    with open(Path(tempfile.gettempdir()) / name, "ab") as file:
        while True:
            try:
                lock_until_closed(file, path)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{Path(path).name} is in use by another program") from None
                time.sleep(0.01)
        yield


def lock_until_closed(file: IO, name: str | os.PathLike) -> None:
    """Lock an open file until it is closed or the process ends.

    Parameters
    ----------
    file : file object
        The file.
    name : str or os.PathLike
        Name of the file in messages.

    Raises
    ------
    BlockingIOError
        If another process holds the lock. It is an OSError.

    Notes
    -----
    On a file system without locks this does nothing.
    """
    try:
        _lock(file)
    except LOCK_HELD_ERROR:
        advice = "somebody else is writing it: wait until they are done, or take another file"
        raise BlockingIOError(f"{name}: {advice}") from None
    except OSError:  # network drives may lack locks
        return


def _lock(file):
    """Lock an open file, or raise an OSError of a type that depends on the system."""
    if os.name == "nt":
        # A locked byte cannot be read there, so it is one far beyond the end.
        file.seek(LOCK_OFFSET_BYTES)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
