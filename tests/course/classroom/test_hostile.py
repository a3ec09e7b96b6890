"""Ways around the walls of the class tournament that were tried, and are closed."""

import os
import threading
from pathlib import Path

import pytest

from tests.course.classroom.walled import needs_walls, walls_stand
from tttlearn.course.classroom import calls, submissions
from tttlearn.course.classroom.readout import read_out
from tttlearn.course.classroom.regulations import Limits
from tttlearn.course.classroom.submissions import Submission
from tttlearn.support.files import write_whole

LIMITS = Limits(start_seconds=600, asks=4)  # no machine is too slow for this
FIRST = "def act(board, side, rng):\n    return board.index('.')\n"
KERNEL = f"""
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
shared, sets = libc.shmget(0, 1 << 20, 0o1600), libc.semget(0, 1, 0o1600)
queue, file = libc.msgget(0, 0o1600), libc.memfd_create(b"x", 0)
numbers = { ({call.name: call.number for call in calls.listed()} if calls.known() else {}) }
keys = [libc.syscall(numbers[name], 0, -3, 0) for name in ("add_key", "request_key", "keyctl")]
hold = libc.ptrace(16, 1, 0, 0)
numbers = [shared, sets, queue, file, *keys, hold, ctypes.get_errno()]
raise RuntimeError(f"{{numbers}}")
"""


def read(text):
    one = Submission("one", "one.py", ".py", text.encode())
    return read_out(one, LIMITS, threading.Event(), walls_stand())


def test_memory_that_no_limit_counts_keys_and_other_processes_are_refused():
    needs_walls()
    found = read(KERNEL)
    assert str([-1] * 8 + [1]) in found.refused, found


@pytest.mark.parametrize("depth", [1, 400, 960, 980, 1900])
def test_lists_in_lists_are_no_answer_and_no_reason(here, depth):
    nest = b"[" * depth + b"]" * depth
    here.writes = b'{"ready": 1}\n' + nest + b"\n"
    assert "it wrote what is no answer" in read(FIRST).faults
    here.writes = b'{"refused": ' + nest + b"}\n"
    assert read(FIRST).refused.startswith("it wrote what is no answer")


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path, monkeypatch):
    for name in ("locked.py", "open.py"):
        (tmp_path / name).write_text(FIRST)
    read_bytes = Path.read_bytes

    def guarded(path):
        if path.name == "locked.py":
            raise PermissionError(13, "Permission denied")
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", guarded)
    locked, free = submissions.collect(tmp_path)
    assert locked.refused == "it cannot be read (Permission denied)"
    assert not free.refused


def test_two_runs_may_write_the_same_file_and_a_full_disk_leaves_nothing(tmp_path, monkeypatch):
    path, write_bytes = tmp_path / "one.json", Path.write_bytes

    def other_run_first(unfinished, content):
        write_bytes(unfinished, content)
        if content == b"mine":
            with monkeypatch.context() as other:
                other.setattr(os, "getpid", lambda: 1)
                write_whole(path, b"theirs")

    monkeypatch.setattr(Path, "write_bytes", other_run_first)
    write_whole(path, b"mine")
    assert path.read_bytes() == b"mine"

    def full(unfinished, content):
        write_bytes(unfinished, content[:2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"other")
    assert [file.name for file in tmp_path.iterdir()] == ["one.json"]
    assert path.read_bytes() == b"mine"
