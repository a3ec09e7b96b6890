"""Writing a file so that no failure leaves half of it behind."""

import os
import shutil
from pathlib import Path


def write_whole(path, content):
    """Write a file of these bytes, or leave what is there as it is.

    A link stays one, and what it leads to is written; who may read and write a file stays as it
    was. Raises OSError, as `Path.write_bytes` does.
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
    finally:
        unfinished.unlink(missing_ok=True)  # when the disk is full
