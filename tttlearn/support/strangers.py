"""Somebody else's code: called, stopped in time, its errors told."""

import os
import re
import signal
import sys
import sysconfig
import time
import traceback
from _thread import interrupt_main
from functools import cache, partial
from random import Random
from threading import Lock, Thread, current_thread, main_thread
from types import FrameType

from tttlearn.support.files import PACKAGE
from tttlearn.support.text import one_line

LONGEST = 300  # letters of what an error says
FOLDERS = PACKAGE, *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
"""Where this package is, where Python keeps its own library, and those that are installed."""
THEIRS = ("<frozen ", *(f"{folder}{os.sep}" for folder in FOLDERS))
"""How the files begin whose code is nobody's own."""
PACKAGES = re.compile(r"[\\/](site|dist)-packages[\\/]")
"""In the path of what is installed elsewhere, such as for one user only."""
COMPILER = re.compile(r"[\\/](numba|llvmlite)[\\/]")
CLOCK_FACTOR = 10
"""A limit is this many times as long by the clock, for code that sleeps."""
TICK_SECONDS = 0.05
"""How often the watcher looks at what runs."""
MAX_COUNTED_SECONDS = 2 * TICK_SECONDS
"""The watcher may come late; only so much is counted for what it then sees."""
IDLE_TICKS = 20
"""The watcher ends after as many looks without a limit; the next limit starts another one."""
GRACE_TICKS = 20
"""Between two stops of code that is nobody's own, so that it can put things back in order."""
LET_PASS = 0.05
"""The share of stops after the first that are left out."""


class FailedError(Exception):
    """Somebody's own code has failed; the message goes on after its name, as in "raised ..."."""


def attempt(function, *arguments):
    """What somebody's own function returns; FailedError for whatever it raises.

    Even for SystemExit, which would end the program that only asks it. KeyboardInterrupt is the
    Stop of the person in front, and passes.
    """
    try:
        return function(*arguments)
    except (FailedError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise FailedError(f"raised {described(error)}") from error


class EndlessError(Exception):
    """Somebody's own code was stopped; the message is its line, as from `own_line`.

    `asleep`: whether the clock stopped it, since it hardly used the processor.
    """

    def __init__(self, line, asleep=False):
        super().__init__(line)
        self.asleep = asleep


def limited(seconds, function, *arguments):
    """Return what `function` returns, but raise EndlessError if somebody's own code takes longer.

    Counted is the processor time of the calls of somebody's own code, with all that they call, but
    without compiling; they may take `CLOCK_FACTOR` times as long by the clock. What this package
    does besides is not counted. A Stop of the person in front remains a KeyboardInterrupt. Neither
    can be caught for good in there. Nothing is stopped in another thread than the main one, inside
    a call of compiled code, or where an interrupt means something else.
    """
    if not _is_stoppable():
        return function(*arguments)
    return _Limit(seconds).run(function, arguments)


def _is_stoppable():
    """Whether an interrupt from a thread would end what runs here."""
    ours = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _stop)
    return ours and current_thread() is main_thread()


class _Limit:
    """A limit on one call. `frame`: the one that makes the call, None before and after it."""

    def __init__(self, seconds):
        self.processor, self.clock = seconds, CLOCK_FACTOR * seconds  # what is left of them
        self.frame = self.line = None
        self.is_over = self.is_persons = self.is_due = False
        self.ticks = 0  # since it is over

    def run(self, function, arguments):
        self.frame, former = sys._getframe(), signal.getsignal(signal.SIGINT)
        try:
            _begin(self)
            signal.signal(signal.SIGINT, _stop)
            return function(*arguments)
        finally:
            self.frame = None  # from here on nothing is stopped
            _end(self)
            signal.signal(signal.SIGINT, former)
            if self.is_persons and not isinstance(sys.exception(), KeyboardInterrupt):
                raise KeyboardInterrupt
            if self.line is not None and not self.is_persons:
                raise EndlessError(self.line, asleep=self.processor > 0) from None

    def frames(self, innermost):
        """The frames of the call, from the innermost one outwards; none outside it.

        Python 3.11 may give a cell for the frame of another thread that is just returning: then
        there are none, and the next look finds them.
        """
        found, frame = [], innermost
        while isinstance(frame, FrameType) and frame is not self.frame:
            found.append(frame)
            frame = frame.f_back
        return found if frame is self.frame is not None else []

    def look(self, innermost, processor, clock):
        """Count these seconds, since the last look, if somebody's own code is at work now."""
        self.ticks += self.is_over
        self.is_due |= self.ticks % GRACE_TICKS == GRACE_TICKS - 1
        if not self.is_over and _is_at_work(self.frames(innermost)):
            self.processor -= processor
            self.clock -= clock
            self.is_over = min(self.processor, self.clock) <= 0


_limits, _lock = [], Lock()
"""The limits in force, from the outermost one inwards; the main thread alone changes them."""
_watcher = {"thread": None}


def _begin(limit):
    with _lock:
        _limits.append(limit)
        thread = _watcher["thread"]
        if thread is None or not thread.is_alive():
            _watcher["thread"] = Thread(target=_watch, name="tttlearn-limits", daemon=True)
            _watcher["thread"].start()


def _end(limit):
    with _lock:
        if limit in _limits:
            del _limits[_limits.index(limit) :]


def _watch():
    """Look at the main thread from time to time, and interrupt it if a limit is over."""
    processor, main, idle = _processor_clock(), main_thread().ident, 0
    last = processor(), time.monotonic()
    while idle < IDLE_TICKS:
        time.sleep(TICK_SECONDS)
        now = processor(), time.monotonic()
        passed = [min(b - a, MAX_COUNTED_SECONDS) for a, b in zip(last, now, strict=True)]
        last = now
        with _lock:  # so that no interrupt comes when a limit has ended
            idle = 0 if _limits else idle + 1
            for limit in _limits:
                limit.look(sys._current_frames()[main], *passed)
            if any(limit.is_over for limit in _limits):
                interrupt_main()
                if hasattr(signal, "pthread_kill"):  # which wakes it, too
                    signal.pthread_kill(main, signal.SIGINT)
            if idle == IDLE_TICKS:
                _watcher["thread"] = None


def _processor_clock():
    """A function that returns the processor seconds of the main thread, or else of all threads."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(main_thread().ident))


def _is_at_work(frames):
    """Whether somebody's own code is at work in these frames, and no compiler on its behalf."""
    for frame in frames:  # from the innermost one outwards
        file = frame.f_code.co_filename
        if _is_own(file) or COMPILER.search(file):
            return _is_own(file)
    return False


class _Trip:
    """Minus it is SIGINT, which Python handles when it next looks for signals.

    An operator, since Python looks after each call: it would look in the handler itself.
    """

    __neg__ = interrupt_main


_TRIP, _CHANCE = _Trip(), Random()


def _stop(*_):
    """Handle SIGINT while a limit is in force: stop what it calls, whatever catches that.

    A bare `except` may catch the KeyboardInterrupt raised here. So the signal is tripped again
    before, and Python raises it again when it next looks: at the next call or at the end of a
    loop's body, which lies outside the loop's own `try`. So no loop goes on, until the frame of
    the limit is reached. Code that is nobody's own is passed over if it has been stopped once, to
    let it put things back in order; and now and then any code is, because Python 3.12 takes the
    end of some loops' bodies for a part of their `try`.
    """
    limit = next((one for one in _limits if one.is_over), None)
    if limit is None:
        limit = _limits[0]  # of all, since a person has pressed Stop
        limit.is_over = limit.is_persons = True
    frames = limit.frames(sys._getframe(1))
    if not frames:
        return
    is_passed_over = not _is_own(frames[0].f_code.co_filename) or _CHANCE.random() < LET_PASS
    if limit.line is not None and is_passed_over and not limit.is_due:
        _ = -_TRIP
        return
    limit.is_due = False
    if limit.line is None:
        places = ((frame, frame.f_lineno) for frame in reversed(frames))
        limit.line = _own_line(traceback.StackSummary.extract(places))
    stop = KeyboardInterrupt()
    _ = -_TRIP
    raise stop


def described(error):
    """An error in one line: its kind, and what it says."""
    text = said(error)
    return f"{type(error).__name__}{': ' * bool(text)}{text}"


def own_line(error):
    """The innermost line of somebody's own code that an error came through; "" where there is none.

    Such as "line 2 of mine: return 1 / 0". Somebody's own code is all code that is not in this
    package, in Python or in what is installed with it.
    """
    return _own_line(traceback.extract_tb(error.__traceback__))


def _own_line(places):
    """The same of these places in the code, from the outermost one inwards."""
    own = [place for place in places if _is_own(place.filename)]
    if not own:
        return ""
    source = f": {own[-1].line}" if own[-1].line else ""
    return f"line {own[-1].lineno} of {own[-1].name}{source}"


@cache
def _is_own(file):
    """Whether the code of this file is somebody's own."""
    return not file.startswith(THEIRS) and not PACKAGES.search(file)


def said(error):
    """What an error says, in one line, even if saying it fails."""
    try:
        text = one_line(error)
    except KeyboardInterrupt:
        raise
    except BaseException as worse:
        return f"(and {type(worse).__name__} when asked what is wrong)"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
