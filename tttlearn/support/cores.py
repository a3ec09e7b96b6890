"""How many processors there are for this process: a file by itself, which `run.py` reads."""

import os


def cores():
    """Return how many processors this process may use, which can be fewer than there are."""
    if hasattr(os, "process_cpu_count"):  # since Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
