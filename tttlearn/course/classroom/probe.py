"""What `walls.check` runs behind the walls: it tries to get out, and says where it could.

    python ... SECRET PACKAGE

SECRET is a file outside, PACKAGE the folder of the package. It prints a JSON list of the holes that
it found, which is empty where all walls stand.
"""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import socket
import sys
import tempfile
from pathlib import Path

from tttlearn.course.classroom import calls, quotas  # as a submission's process does


def main():
    """Print the holes."""
    secret, package = sys.argv[1:]
    tried = {
        "files outside can be read": Path(secret).read_bytes,
        "the package can be changed": Path(package, "hole").touch,
        "files can be made outside the one folder": Path("/hole").touch,
        "the network can be reached": _look_for_a_network,
        "other processes are seen": _count_processes,
        "memory without a file can be shared": lambda: mmap.mmap(-1, mmap.PAGESIZE),
        "pipes can be made larger": lambda: fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 1 << 20),
        "files can be locked": _lock,
        "huge pages can be switched on": _have_huge_pages,
    }
    quotas.set_limits({"memory_bytes": 1 << 30, "file_bytes": 1 << 20, "cpu_seconds": 60})
    holes = [hole for hole, way in tried.items() if _works(way)]
    known = calls.listed() if calls.known() else ()
    holes += [f"{c.kind}: {c.name}" for c in known if c.allowed == "no" and not _is_refused(c)]
    print(json.dumps(holes))


def _works(way):
    try:
        way()
    except OSError:
        return False
    return True


def _look_for_a_network():
    if socket.if_nameindex() == [(1, "lo")]:
        raise OSError


def _count_processes():
    """Behind the walls there are two processes: the one that bubblewrap leaves, and this."""
    if os.getpid() == 2:
        raise OSError


def _lock():
    with tempfile.TemporaryFile() as file:
        fcntl.lockf(file, fcntl.LOCK_EX)


def _have_huge_pages():
    option, _ = calls.NO_HUGE_PAGES
    if ctypes.CDLL(None).prctl(option, 0, 0, 0, 0):
        raise OSError


def _is_refused(call):
    """Whether the kernel refuses this call, which is given arguments that make no sense.

    It is not refused if the kernel only complains about the arguments.
    """
    libc, me = ctypes.CDLL(None, use_errno=True), os.getpid()
    done = libc.syscall(call.number, *[ctypes.c_long(-1)] * 6)
    if os.getpid() != me:  # it was not refused to start a process
        os._exit(0)
    return done == -1 and ctypes.get_errno() in (errno.EPERM, errno.ENOSYS)
