"""Files: written so that no failure leaves half of them behind, and read whatever is in them."""

import os

DAMAGED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What reading JSON raises that somebody else wrote: it is none, or has lists in lists without end,
or other entries than one looks for."""


def write_whole(path, content):
    """Write a file of these bytes, or leave what is there as it is.

    Raises OSError, as `Path.write_bytes` does.
    """
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")  # two runs may be at work
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)  # when the disk is full
