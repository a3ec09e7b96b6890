"""Calls to the Linux kernel that a submission may make; all others are refused.

`calls.csv` lists what is allowed: what Python, NumPy and Numba ask for when they start, compile,
learn, play and end, with and without files, and the older and newer calls of the same kind that
other C libraries use. Whatever is not on the list is refused, so a call that a future kernel brings
stays refused until somebody has looked at it. Nothing on the list holds memory beyond the limit
except page tables, which `sandbox` watches. The list also names some calls that are refused, by
kind: `probe` tries them behind the walls before any stranger's file is run.
"""

import csv
import platform
import struct
import sys
from pathlib import Path
from typing import NamedTuple

PROCESSORS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The processors whose calls are known, each with the number that the kernel has for it."""
WHOLE, SHARED, WITHOUT_FILE = 0xFFFFFFFF, 0x01, 0x20
"""Bits of an argument: all that matter, and two that say what kind of mapping mmap makes."""
NO_HUGE_PAGES = 41, 1
"""What prctl is told to switch huge pages off; it cannot be told to switch them on again."""
BY_ARGUMENT = {
    # Shared memory that has no file stays whole as long as one page of it is mapped.
    "mmap": [[(3, SHARED, 0)], [(3, WITHOUT_FILE, 0)]],
    # Copies of a descriptor and its flags; no locks, and no larger pipes.
    "fcntl": [[(1, WHOLE, command)] for command in (0, 1, 2, 3, 4, 1030)],
    # Is it a terminal, of what size, and is the descriptor handed on?
    "ioctl": [[(1, WHOLE, command)] for command in (0x5401, 0x5413, 0x5450, 0x5451)],
    # The name of a thread; and no huge pages: one that is given back in part stays whole.
    "prctl": [
        *([(0, WHOLE, option)] for option in (15, 16)),
        [(place, WHOLE, value) for place, value in enumerate(NO_HUGE_PAGES)],
    ],
}
"""The calls allowed in some ways only: each way is a list of (argument, its bits, their value)."""
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
NUMBER, PROCESSOR, ARGUMENTS = 0, 4, 16
"""Where the kernel puts the number of the call, that of the processor, and the first argument."""
ALLOW, NOT_PERMITTED, NO_SUCH_CALL = 0x7FFF0000, 0x50001, 0x50026
NEW = 424
"""From this number on a refused call looks like one that the kernel does not have: a C library then
takes an older call, as it does on an older kernel."""


class Call(NamedTuple):
    """A call on the list: `allowed` is "yes", "no" or "by argument"; `kind` says what it is for."""

    name: str
    number: int
    allowed: str
    kind: str


def known():
    """Whether the calls of this computer's processor are known."""
    return platform.machine() in PROCESSORS and sys.maxsize > 1 << 32


def listed(processor=None):
    """The Calls on the list that a processor has; by default this computer's.

    KeyError for a processor that is not `known`.
    """
    processor = processor or platform.machine()
    text = Path(__file__).with_name("calls.csv").read_text(encoding="ascii")
    rows = [row for row in csv.DictReader(text.splitlines()) if row[processor]]
    return [Call(row["call"], int(row[processor]), row["allowed"], row["kind"]) for row in rows]


def program(processor=None):
    """What the kernel goes through at each call, as bytes: steps (code, if true, if not, value).

    KeyError for a processor that is not `known`; by default it is this computer's.
    """
    processor = processor or platform.machine()
    deny = (RETURN, 0, 0, NOT_PERMITTED)
    steps = [(LOAD, 0, 0, PROCESSOR), (EQUAL, 1, 0, PROCESSORS[processor]), deny]
    for call in listed(processor):
        ways = {"yes": [[]], "no": [], "by argument": BY_ARGUMENT.get(call.name)}[call.allowed]
        steps += [step for way in ways for step in _allow(call.number, way)]
    steps += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, NEW), (RETURN, 0, 0, NO_SUCH_CALL), deny]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def _allow(number, way):
    """The steps that end with "allow" for this call in this way, and else lead past themselves."""
    checks = [(NUMBER, WHOLE, number)]
    checks += [(ARGUMENTS + 8 * argument, bits, value) for argument, bits, value in way]
    steps = []
    for left, (place, bits, value) in zip(reversed(range(len(checks))), checks, strict=True):
        steps += [(LOAD, 0, 0, place), (AND, 0, 0, bits), (EQUAL, 0, 3 * left + 1, value)]
    return [*steps, (RETURN, 0, 0, ALLOW)]
