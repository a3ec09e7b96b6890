"""The number of processors for this process; `run.py` runs this file, which imports no other."""

import os


def cores() -> int:
    """Return the number of processors that this process may use.

    Returns
    -------
    int
        The number, which can be smaller than that of the computer.
    """
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
