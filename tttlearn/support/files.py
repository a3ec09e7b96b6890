"""Files: the project's are found, others read whatever they hold, or written as a whole."""

import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

if os.name == "nt":
    import msvcrt

    TAKEN = PermissionError
else:
    import fcntl

    TAKEN = BlockingIOError

DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading somebody else's JSON raises: it is none, nests without end, or lacks entries."""
PACKAGE = Path(__file__).parents[1]
LOCK_SECONDS = 60.0
"""How long to wait for a lock, which others need for a moment: longer only if they hang."""
FAR = 2**30
"""A place in a file, in bytes, at which nothing is written."""
DATA = (PACKAGE / "data", PACKAGE.parent / "data")
"""Where data may be: in the package, as in a wheel, or beside it, as in a checkout."""


def data_path(name):
    """The Path of a file of the project's data, such as "published.csv", in any working directory.

    Raises FileNotFoundError if it is missing, with the places that were searched.
    """
    from tttlearn.support import arguments  # needs NumPy, without which run.py reads this file

    name = arguments.path(name, "name")
    for folder in DATA:
        if (folder / name).is_file():
            return folder / name
    looked = " or ".join(str(folder / name) for folder in DATA)
    raise FileNotFoundError(
        f"the data {name} are missing: there is no {looked}; "
        "take the package from its repository or its wheel, whole"
    )


def is_device(path):
    """Whether a path leads to what can be read without end: a device, a pipe or a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_whole(path, content):
    """Write a file of these bytes, or leave what is there unchanged.

    A link stays a link, and what it leads to is written; the rights to read and write the file do
    not change. Raises OSError, as `Path.write_bytes` does.
    """
    path = Path(os.path.realpath(path))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")  # two runs may be at work
    try:
        if path.exists():
            unfinished.touch(mode=0o600)  # nobody else may look in meanwhile
        unfinished.write_bytes(content)
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    except OSError as error:
        if error.filename != os.fspath(unfinished):
            raise
        # The name that was asked for: nobody knows of the unfinished file.
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None
    finally:
        unfinished.unlink(missing_ok=True)  # when the disk is full


@contextmanager
def locked(path):
    """Inside it, no other process of this user has this lock on a file, so none changes the file.

    The lock ends with the process, however that ends. It is on an empty file in the folder for
    temporary files, since `write_whole` gives the file itself another identity. Raises
    TimeoutError, an OSError, if another process does not end.
    """
    whose = f"{Path.home()}\0{os.path.realpath(path)}"
    name = f"tttlearn-{sha256(whose.encode()).hexdigest()[:16]}.lock"
    deadline = time.monotonic() + LOCK_SECONDS
    with open(Path(tempfile.gettempdir()) / name, "ab") as file:
        while True:
            try:
                take_for_writing(file, path)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{Path(path).name} is in use by another program") from None
                time.sleep(0.01)
        yield


def take_for_writing(file, name):
    """Lock an open file until it is closed, or the process ends, however it ends.

    Raises BlockingIOError, an OSError, while somebody else has it locked. Without locks in the file
    system it does nothing.
    """
    try:
        _lock(file)
    except TAKEN:
        who = "somebody else is writing it: wait until they are done, or take another file"
        raise BlockingIOError(f"{name}: {who}") from None
    except OSError:  # network drives may know no locks
        return


def _lock(file):
    """Lock an open file; OSError if that fails, of a kind that depends on the system."""
    if os.name == "nt":
        # What is locked cannot be read there, so it is a byte far beyond the end.
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
