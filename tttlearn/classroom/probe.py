"""What `walls.check` runs behind the walls: it tries to get out, and says where it could.

    python ... SECRET PACKAGE

SECRET is a file outside, PACKAGE the folder of the package. It prints a JSON list of the holes that
it found, which is empty where all walls stand.
"""

import ctypes
import json
import os
import platform
import socket
import sys
from pathlib import Path

from tttlearn.classroom import (
    calls,
    quotas,  # what a submission's process imports
)


def main():
    """Print the holes."""
    secret, package = sys.argv[1:]
    tried = {
        "files outside can be read": Path(secret).read_bytes,
        "the package can be changed": Path(package, "hole").touch,
        "files can be made outside the one folder": Path("/hole").touch,
        "the network can be reached": _look_for_a_network,
        "other processes are seen": _count_processes,
        "processes can be started": _fork,
        "the keys of the session can be read": _read_keys,
    }
    quotas.set_limits({"memory_bytes": 1 << 30, "file_bytes": 1 << 20, "cpu_seconds": 60})
    print(json.dumps([hole for hole, way in tried.items() if _works(way)]))


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


def _fork():
    if os.fork() == 0:
        os._exit(0)


def _read_keys():
    keyctl = calls.REFUSED[platform.machine()][1]["keyctl"]
    if ctypes.CDLL(None).syscall(keyctl, 0, -3, 0) < 0:
        raise OSError
