"""Somebody else's code: stopped when it takes too long, whatever it catches; nothing else is."""

import signal
import subprocess
import sys
import threading
import time
from _thread import interrupt_main
from pathlib import Path

import pytest

from tttlearn.support import strangers
from tttlearn.support.files import PACKAGE
from tttlearn.support.strangers import EndlessError, limited

HUNG_SECONDS = 120
"""A program that is not over then has not been stopped."""
MANY = 1_000_000
STUBBORN = {
    "a bare except": """
def endless():
    while True:
        try:
            while True:
                pass
        except:
            pass
""",
    "one inside another": """
def endless():
    while True:
        try:
            while True:
                try:
                    sum(range(100))
                except:
                    sum(range(100))
        except BaseException:
            continue
""",
    "a call that tries again": """
def once_more():
    try:
        while True:
            len("")
    except:
        once_more()

def endless():
    while True:
        try:
            once_more()
        except:
            try:
                once_more()
            except KeyboardInterrupt:
                pass
""",
    "finally": """
def endless():
    while True:
        try:
            sum(range(100))
        finally:
            continue
""",
    "the library's code": """
import json

def endless():
    while True:
        try:
            json.loads(json.dumps([1] * 100))
        except BaseException:
            pass
""",
    "a destructor": """
class Endless:
    def __del__(self):
        while True:
            pass

def endless():
    while True:
        Endless()
""",
    "a generator": """
def endless():
    return sum(1 for _ in iter(int, 1))
""",
    "an answer in the end": """
def endless():
    try:
        while True:
            pass
    except:
        return 5
""",
    "sleep after sleep": """
import time

def endless():
    try:
        time.sleep(10_000)
    except:
        time.sleep(10_000)
""",
    "what takes an exception for its own": """
from tttlearn.support.strangers import attempt

def forever():
    while True:
        pass

def endless():
    while True:
        try:
            attempt(forever)
        except Exception:
            pass
""",
}
PROGRAM = f"""
from tttlearn.support import strangers
from tttlearn.support.strangers import EndlessError, limited
for way, source in {STUBBORN}.items():
    names = {{}}
    exec(source, names)
    strangers.CLOCK_FACTOR = 10 if way == "sleep after sleep" else {MANY}
    try:
        limited(0.02, names["endless"])
    except EndlessError as stopped:
        print(way, stopped.asleep, flush=True)
"""


@pytest.fixture(autouse=True)
def no_clock(monkeypatch):
    """The processor time alone decides: by the clock, other programs would."""
    monkeypatch.setattr(strangers, "CLOCK_FACTOR", MANY)


def test_no_loop_outlives_the_stop():
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, capture_output=True, text=True, timeout=HUNG_SECONDS)
    stopped = [f"{way} {way == 'sleep after sleep'}" for way in STUBBORN]
    assert run.stdout.splitlines() == stopped, run.stderr


def forever():
    while True:
        pass


def stubborn():
    while True:
        try:
            forever()
        except:  # noqa: E722
            continue


def test_the_line_is_the_one_in_which_it_was():
    with pytest.raises(EndlessError, match=r"^line \d+ of forever: (while True:|pass)$"):
        limited(0.02, stubborn)


def test_afterwards_all_is_as_before():
    with pytest.raises(EndlessError):
        limited(0.02, stubborn)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert limited(60, int) == 0
    for _ in range(1000):  # no stop comes late
        time.sleep(0)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_what_is_raised_in_time_comes_out(error):
    def raises():
        raise error

    with pytest.raises(error):
        limited(60, raises)


@pytest.mark.parametrize("catches", [forever, stubborn])
def test_a_persons_stop_stays_one(catches):
    def stopped_inside():
        threading.Thread(target=interrupt_main).start()
        catches()

    with pytest.raises(KeyboardInterrupt):
        limited(10_000, stopped_inside)


def test_the_inner_of_two_limits_stops_only_what_is_in_it():
    def inner():
        with pytest.raises(EndlessError):
            limited(0.02, stubborn)
        return "goes on"

    assert limited(10_000, inner) == "goes on"


def test_the_outer_of_two_limits_stops_what_is_in_the_inner_one():
    def outer():
        while True:
            try:
                limited(10_000, stubborn)
            except:  # noqa: E722
                continue

    with pytest.raises(EndlessError):
        limited(0.02, outer)


@pytest.fixture
def looks(monkeypatch):
    """What the watcher took the frames for, of all its looks."""
    looks, looked = [], strangers._is_at_work
    monkeypatch.setattr(
        strangers, "_is_at_work", lambda frames: looks.append(looked(frames)) or looks[-1]
    )
    return looks


def at(file, **names):
    """A function `wait` from this file, which returns when it has been looked at some times."""
    source = "def wait():\n    while len(looks) < 5:\n        call()\n    return 'done'"
    exec(compile(source, file, "exec"), names)
    return names["wait"]


NUMBA = "/somewhere/site-packages/numba/core/compiler.py"


OURS = f"{PACKAGE / 'learn' / 'training.py'}"


@pytest.mark.parametrize("file", [NUMBA, OURS])
def test_compiling_and_the_packages_own_work_are_not_counted(looks, file):
    # Nothing is left of the limit, so that a single look that counts would end it. The compiler is
    # called by somebody's code.
    works = at(file, looks=looks, call=int)
    assert limited(0, (lambda: works()) if file == NUMBA else works) == "done"
    assert not any(looks)


def test_what_somebodys_code_calls_is_counted(looks):
    works = at(OURS, looks=looks, call=int)

    def calls():
        return works()

    with pytest.raises(EndlessError, match="of calls: return works"):
        limited(0, calls)


@pytest.mark.parametrize(
    ("file", "own"),
    [
        (f"{PACKAGE / 'play' / 'board.py'}", False),
        (f"{PACKAGE.parent / 'notebooks' / 'my_library.py'}", True),
        ("/home/me/tttlearn/my_library.py", True),
        (f"{PACKAGE}_of_mine/rule.py", True),
        (threading.__file__, False),
        (pytest.__file__, False),
        ("/home/me/.local/lib/python3.12/site-packages/numba/core/ir.py", False),
        ("<frozen importlib._bootstrap>", False),
        ("/tmp/ipykernel_12/34.py", True),
        ("<string>", True),
        (f"{Path(__file__)}", True),
    ],
)
def test_whose_code_it_is(file, own):
    assert strangers._is_own(file) == own


def test_the_watcher_ends_when_nothing_is_limited():
    limited(60, int)
    watcher = strangers._watcher["thread"]
    watcher.join(HUNG_SECONDS)
    assert not watcher.is_alive()
    with pytest.raises(EndlessError):
        limited(0.02, stubborn)


def test_in_another_thread_nothing_is_stopped(looks):
    done = []
    waits = at(__file__, looks=[1] * 5, call=int)
    thread = threading.Thread(target=lambda: done.append(limited(0, waits)))
    thread.start()
    thread.join()
    assert (done, looks) == (["done"], [])


def test_where_an_interrupt_means_something_else_nothing_is_stopped(looks):
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        assert limited(0, at(__file__, looks=[1] * 5, call=int)) == "done"
    finally:
        signal.signal(signal.SIGINT, before)
    assert looks == []
