"""Calls to the Linux kernel that a submission must not make, refused by the kernel itself.

Some memory counts for no limit, and the shared memory of System V even outlives who took it; and
the keys of the person who holds the tournament (of a login, of a network drive) are handed on to
each process that is started. Nothing that learns or plays needs any of this.
"""

import ctypes
import os
import platform
import struct
import sys

REFUSED = {
    "x86_64": (0xC000003E, (29, 64, 68, 248, 249, 250, 319, 447)),
    "aarch64": (0xC00000B7, (194, 190, 186, 217, 218, 219, 279, 447)),
}
"""For a processor its number, and those of shmget, semget, msgget, add_key, request_key, keyctl,
memfd_create and memfd_secret."""
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, PROCESSOR = 0, 4  # where the kernel says which call it is, and of which kind of processor
ALLOW, NOT_PERMITTED = 0x7FFF0000, 0x50001
OTHER_CALLS = 0x40000000  # the same calls again, with other numbers
NO_NEW_RIGHTS, FILTER, WITH_PROGRAM = 38, 22, 2


def refuse():
    """From now on the calls fail, here and in what is started here; what could not be done."""
    if sys.platform != "linux":
        return []
    try:
        if platform.machine() not in REFUSED or sys.maxsize < 1 << 32:
            raise OSError(f"not known how on {platform.machine()}")
        _install(_program(*REFUSED[platform.machine()]))
    except OSError as error:
        return [f"keys, and memory that no limit counts ({error})"]
    return []


def _program(processor, numbers):
    """What the kernel goes through at each call: steps (code, if true, if not, value) as bytes."""
    deny = (RETURN, 0, 0, NOT_PERMITTED)
    steps = [(LOAD, 0, 0, PROCESSOR), (EQUAL, 1, 0, processor), deny, (LOAD, 0, 0, NUMBER)]
    for number in numbers:
        steps += [(EQUAL, 0, 1, number), deny]
    steps += [(AT_LEAST, 0, 1, OTHER_CALLS), deny, (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _install(program):
    libc = ctypes.CDLL(None, use_errno=True)
    steps = ctypes.create_string_buffer(program, len(program))
    whole = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(steps))
    for call in ((NO_NEW_RIGHTS, 1, 0, 0, 0), (FILTER, WITH_PROGRAM, whole, 0, 0)):
        if libc.prctl(*call) == -1:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))
