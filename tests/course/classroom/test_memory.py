"""The memory of the machine: how far one hand-in brings it down is what the README promises."""

import re
import sys
import threading
from pathlib import Path

import pytest

from tests.course.classroom import hogs
from tests.course.classroom.walled import needs_walls
from tttlearn.course.classroom.readout import read_out
from tttlearn.course.classroom.regulations import Limits
from tttlearn.course.classroom.submissions import Submission

README = Path(__file__).parents[3] / "README.md"
TRIES = 4
"""Other programs take memory at the same time, but hardly each time."""


def promised():
    """Megabytes of memory that one file can hold, as the README says."""
    (found,) = re.findall(
        r"holds at most ([\d.]+) GB of memory in all",
        " ".join(README.read_text(encoding="utf-8").split()),
    )
    return 1024 * float(found)


def available():
    """Megabytes of memory that this machine could give to a new program."""
    found = re.search(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())
    return int(found[1]) / 1024


def held(text):
    """Megabytes by which the memory went down at most while this was read, and why it ended."""
    before, lowest, over = available(), [available()], threading.Event()

    def watch():
        while not over.wait(0.01):
            lowest.append(available())

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        one = Submission("one", "one.py", ".py", text.encode())
        reason = read_out(one, Limits(), threading.Event()).refused
    finally:
        over.set()
        watching.join()
    return before - min(lowest), reason


@pytest.mark.slow  # and takes two gigabytes
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has walls")
def test_all_that_a_file_can_hold_is_what_the_readme_promises():
    needs_walls()
    if available() < 2 * promised():
        pytest.skip("needs a machine with more memory")
    lowest = []
    while not lowest or (min(lowest) > promised() and len(lowest) < TRIES):
        down, reason = held(hogs.FILES["all that is allowed"])
        assert int(re.search(r"held (\d+) MB", reason)[1]) > 1800, "it holds what it may"
        lowest.append(down)
    assert min(lowest) < promised(), lowest
