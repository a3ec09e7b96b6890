"""Calls to the Linux kernel that a submission must not make, refused by the kernel itself.

Some memory counts for no limit, and the shared memory of System V even outlives who took it; the
keys of the person who holds the tournament (of a login, of a network drive) are handed on to each
process that is started; the limit on processes holds neither root nor threads in new namespaces;
and who takes hold of the first process behind the walls could let it live on when the tournament
ends. Nothing that learns or plays needs any of this.
"""

import platform
import struct
import sys

REFUSED = {
    "x86_64": (
        0xC000003E,
        {"shmget": 29, "semget": 64, "msgget": 68, "add_key": 248, "request_key": 249}
        | {"keyctl": 250, "memfd_create": 319, "memfd_secret": 447, "clone": 56, "clone3": 435}
        | {"fork": 57, "vfork": 58, "unshare": 272, "setns": 308, "ptrace": 101}
        | {"process_vm_writev": 311},
    ),
    "aarch64": (
        0xC00000B7,
        {"shmget": 194, "semget": 190, "msgget": 186, "add_key": 217, "request_key": 218}
        | {"keyctl": 219, "memfd_create": 279, "memfd_secret": 447, "clone": 220, "clone3": 435}
        | {"unshare": 97, "setns": 268, "ptrace": 117, "process_vm_writev": 271},
    ),
}
"""For a processor its number, and those of the calls that it has of these."""
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, PROCESSOR = 0, 4  # where the kernel says which call it is, and of which kind of processor
ALLOW, NOT_PERMITTED = 0x7FFF0000, 0x50001
OTHER_CALLS = 0x40000000  # the same calls again, with other numbers


def known():
    """Whether the calls of this computer's processor are known."""
    return platform.machine() in REFUSED and sys.maxsize > 1 << 32


def program():
    """What the kernel goes through at each call, as bytes: steps (code, if true, if not, value).

    KeyError for a processor that is not `known`.
    """
    processor, numbers = REFUSED[platform.machine()]
    deny = (RETURN, 0, 0, NOT_PERMITTED)
    steps = [(LOAD, 0, 0, PROCESSOR), (EQUAL, 1, 0, processor), deny, (LOAD, 0, 0, NUMBER)]
    for number in numbers.values():
        steps += [(EQUAL, 0, 1, number), deny]
    steps += [(AT_LEAST, 0, 1, OTHER_CALLS), deny, (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
