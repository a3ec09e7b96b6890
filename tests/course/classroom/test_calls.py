"""The list of calls to the kernel: right numbers, right answers, and holes that are found."""

import re
import struct
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.course.classroom.walled import needs_walls
from tttlearn.course.classroom import calls, walls

PROCESSORS = pytest.mark.parametrize("processor", calls.PROCESSORS)
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
PROGRAMS = {
    processor: list(struct.iter_unpack("HBBI", calls.program(processor)))
    for processor in calls.PROCESSORS
}
EPERM, ENOSYS = 1, 38
OURS = {"fstatat": "newfstatat"}
"""The generic headers have an older name for one of them."""


def answer(processor, number, arguments=(), on=None):
    """What the filter of a processor says: "allow", or the number of an error.

    A walk through its steps, as the kernel does it; `on`: another kind of processor that asks.
    """
    of = calls.PROCESSORS[on or processor] if on != "32 bits" else 0x40000003
    given = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<IIQ6Q", number, of, 0, *given)
    at = value = 0
    while True:
        code, yes, no, operand = PROGRAMS[processor][at]
        at += 1
        if code == calls.LOAD:
            (value,) = struct.unpack_from("<I", data, operand)
        elif code == calls.AND:
            value &= operand
        elif code == calls.EQUAL:
            at += yes if value == operand else no
        elif code == calls.AT_LEAST:
            at += yes if value >= operand else no
        else:
            assert code == calls.RETURN
            return "allow" if operand == 0x7FFF0000 else operand - 0x50000


@PROCESSORS
def test_every_call_gets_the_answer_of_its_row_and_the_unlisted_are_refused(processor):
    rows = {call.number: call for call in calls.listed(processor)}
    for number in [*range(600), 1 << 20, 0x40000000, 0x40000009, (1 << 32) - 1]:
        allowed = rows[number].allowed if number in rows else "no"
        if allowed == "yes":
            assert answer(processor, number, [-1 % (1 << 64)] * 6) == "allow"
        if allowed == "no":
            assert answer(processor, number) == (ENOSYS if number >= 424 else EPERM), number


@PROCESSORS
def test_the_calls_of_another_kind_of_processor_are_refused(processor):
    (other,) = set(calls.PROCESSORS) - {processor}
    for number in range(600):
        assert answer(processor, number, on=other) == EPERM
        assert answer(processor, number, on="32 bits") == EPERM


PRIVATE, SHARED, ANONYMOUS, POPULATED = 0x02, 0x01, 0x20, 0x8000
BY_ARGUMENT = [
    ("mmap", (0, 4096, 3, PRIVATE | ANONYMOUS), "allow"),
    ("mmap", (0, 4096, 3, PRIVATE), "allow"),
    ("mmap", (0, 4096, 3, SHARED), "allow"),  # a file's: np.memmap
    ("mmap", (0, 4096, 3, SHARED | ANONYMOUS), EPERM),
    ("mmap", (0, 4096, 3, SHARED | PRIVATE | ANONYMOUS | POPULATED), EPERM),  # "validated"
    ("fcntl", (3, 1030), "allow"),
    ("fcntl", (3, 1031), EPERM),  # the size of a pipe
    ("fcntl", (3, 6), EPERM),  # a lock
    ("fcntl", (3, 37), EPERM),  # a lock of the open file
    ("fcntl", (3, 1024), EPERM),  # a lease
    ("ioctl", (1, 0x5401), "allow"),
    ("ioctl", (1, 0x5412), EPERM),  # types into a terminal
    ("prctl", (15, 1 << 40), "allow"),
    ("prctl", (41, 1), "allow"),
    ("prctl", (41, 0), EPERM),
    ("prctl", (1, 0), EPERM),  # lives on after its parent
]


@PROCESSORS
@pytest.mark.parametrize(("name", "arguments", "expected"), BY_ARGUMENT)
def test_some_calls_are_allowed_by_their_arguments(processor, name, arguments, expected):
    (number,) = (call.number for call in calls.listed(processor) if call.name == name)
    assert answer(processor, number, arguments) == expected
    # The upper halves of arguments that the kernel cuts off change nothing.
    assert answer(processor, number, [one | 1 << 63 for one in arguments]) == expected


def in_headers(processor):
    """The numbers of all calls as the kernel's own headers have them, by name."""
    if not HEADERS[processor].is_file():
        pytest.skip("needs the kernel's headers, as of the package linux-libc-dev")
    lines = HEADERS[processor].read_text(encoding="ascii")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\b", lines)
    return {OURS.get(name, name): int(number) for name, number in found}


@PROCESSORS
def test_the_numbers_are_those_of_the_kernels_headers(processor):
    theirs, rows = in_headers(processor), calls.listed(processor)
    assert {call.name: theirs.get(call.name) for call in rows} == {
        call.name: call.number for call in rows
    }


@PROCESSORS
def test_what_a_processor_lacks_on_the_list_is_lacking_in_the_headers(processor):
    others = {call.name for other in calls.PROCESSORS for call in calls.listed(other)}
    lacking = others - {call.name for call in calls.listed(processor)}
    assert not lacking & set(in_headers(processor))


@PROCESSORS
def test_each_call_stands_on_the_list_once(processor):
    rows = calls.listed(processor)
    assert max(Counter(call.name for call in rows).values()) == 1
    assert max(Counter(call.number for call in rows).values()) == 1
    assert {call.name for call in rows if call.allowed == "by argument"} == set(calls.BY_ARGUMENT)
    assert {call.allowed for call in rows} == {"yes", "no", "by argument"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has walls")
def test_the_probe_finds_each_kind_of_call_that_is_not_refused(monkeypatch):
    needs_walls()
    anything = struct.pack("HBBI", calls.RETURN, 0, 0, calls.ALLOW)
    monkeypatch.setattr(calls, "program", lambda: anything)
    with pytest.raises(walls.WallsError) as caught:
        walls.check()
    said = str(caught.value)
    for hole in (
        "memory without a file can be shared",
        "pipes can be made larger",
        "files can be locked",
        "huge pages can be switched on",
    ):
        assert hole in said
    # What a kernel lacks, or grants only to its administrator, is refused without us.
    elsewhere = {"file systems", "the kernel's own tools", "memory that is locked or placed"}
    kinds = {call.kind for call in calls.listed() if call.allowed == "no"} - elsewhere
    assert [kind for kind in kinds if f"{kind}: " not in said] == []
