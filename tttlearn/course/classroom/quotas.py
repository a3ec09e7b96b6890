"""What a process gives up before it runs a stranger's code: time, memory, files and processes."""

import contextlib
import ctypes
import sys

from tttlearn.course.classroom.calls import NO_HUGE_PAGES

try:
    import resource
except ImportError:  # Windows
    resource = None


def missing():
    """The limits that this system has not or does not keep, as a text; empty where it has all."""
    if resource is None:
        return "memory, processor time, files and the number of processes"
    return "memory" if sys.platform == "darwin" else ""


def set_limits(limits):
    """Limit this process, as far as the system can.

    `limits`: a dict of memory_bytes, file_bytes and cpu_seconds.
    """
    wanted = {
        "RLIMIT_AS": limits["memory_bytes"],
        "RLIMIT_CPU": limits["cpu_seconds"],
        "RLIMIT_FSIZE": limits["file_bytes"],
        "RLIMIT_NOFILE": 64,
        "RLIMIT_CORE": 0,
        "RLIMIT_NPROC": 0,
        "RLIMIT_SIGPENDING": 64,
    }
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(*NO_HUGE_PAGES, 0, 0, 0)
    for name, most in wanted.items():
        which = getattr(resource, name, None)
        if which is None:  # only Linux has all of them
            continue
        allowed = resource.getrlimit(which)[1]
        if allowed != resource.RLIM_INFINITY:
            most = min(most, allowed)
        with contextlib.suppress(ValueError, OSError):  # macOS takes not every limit on memory
            resource.setrlimit(which, (most, most))
