"""Writing a file so that no failure leaves half of it behind."""

import os


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
