"""Code of other people: calling it, stopping it after some time, and describing its errors."""

from __future__ import annotations

import os
import re
import signal
import sys
import sysconfig
import time
import traceback
from _thread import interrupt_main
from collections.abc import Callable
from functools import cache, partial
from random import Random
from threading import Lock, Thread, current_thread, main_thread
from types import FrameType
from typing import Any

from tttlearn.support.files import PACKAGE
from tttlearn.support.text import one_line

MAX_MESSAGE_LENGTH = 300
"""Largest number of letters of a message of an error."""
LIBRARY_FOLDERS = PACKAGE, *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
"""Folders of this package, of Python's own library, and of installed packages."""
LIBRARY_PREFIXES = ("<frozen ", *(f"{folder}{os.sep}" for folder in LIBRARY_FOLDERS))
"""Beginnings of the paths of files whose code is not the user's."""
SITE_PACKAGES = re.compile(r"[\\/](site|dist)-packages[\\/]")
"""In the paths of packages that are installed elsewhere, such as for one user only."""
COMPILER_PATH = re.compile(r"[\\/](numba|llvmlite)[\\/]")
"""In the paths of files of the compiler."""
CLOCK_FACTOR = 10
"""Ratio of the limit by the clock, for code that sleeps, to that on processor time."""
TICK_SECONDS = 0.05
"""Time between two looks of the watcher at the running code."""
MAX_COUNTED_SECONDS = 2 * TICK_SECONDS
"""Largest time that one look counts, since the watcher may be late."""
IDLE_TICKS = 20
"""Looks without a limit after which the watcher ends; the next limit starts another one."""
GRACE_TICKS = 20
"""Looks between two stops of code that is not the user's, so that it can clean up."""
PASS_OVER_SHARE = 0.05
"""Share of the stops after the first that are left out."""


class FailedError(Exception):
    """Raised if other people's code fails; the message continues its name, as in "raised ..."."""


def attempt(function: Callable, *arguments: Any) -> Any:
    """Call other people's code, and raise FailedError for any exception.

    Parameters
    ----------
    function : callable
        The function.
    *arguments : object
        Its arguments.

    Returns
    -------
    object
        Its result.

    Raises
    ------
    FailedError
        If the function raises an exception. That includes SystemExit, which would end the program.
        KeyboardInterrupt passes, because it comes from the user.
    """
    try:
        return function(*arguments)
    except (FailedError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise FailedError(f"raised {described(error)}") from error


class EndlessError(Exception):
    """Raised if other people's code was stopped; the message is its line, as from `own_line`.

    Parameters
    ----------
    line : str
        The line that was running.
    asleep : bool, default False
        Whether the limit by the clock was reached, not that on processor time.

    Attributes
    ----------
    asleep : bool
        The same.
    """

    def __init__(self, line, asleep=False):
        super().__init__(line)
        self.asleep = asleep


def limited(seconds: float, function: Callable, *arguments: Any) -> Any:
    """Call a function within a limit on the time that other people's code takes.

    Parameters
    ----------
    seconds : float
        Limit on the processor time. By the clock it is `CLOCK_FACTOR` times as long.
    function : callable
        The function.
    *arguments : object
        Its arguments.

    Returns
    -------
    object
        Its result.

    Raises
    ------
    EndlessError
        If the limit is exceeded.
    KeyboardInterrupt
        If the user interrupts.

    Notes
    -----
    The time of calls of other people's code counts, with all that they call, but without compiling;
    the rest of the work of this package does not. The code cannot catch either exception for good.
    Nothing is stopped in another thread than the main one, inside a call of compiled code, or where
    an interrupt means something else.
    """
    if not _is_stoppable():
        return function(*arguments)
    return _Limit(seconds).run(function, arguments)


def _is_stoppable():
    """Return whether an interrupt from a thread would end the code that runs here."""
    ours = signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _stop)
    return ours and current_thread() is main_thread()


class _Limit:
    """Limit on one call, which the frame `frame` makes; None before and after it."""

    def __init__(self, seconds):
        self.processor, self.clock = seconds, CLOCK_FACTOR * seconds  # seconds left
        self.frame = self.line = None
        self.is_over = self.is_persons = self.is_due = False
        self.ticks = 0  # looks since the limit was reached

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
        """Return the frames of the call, from the innermost one outwards; none outside it.

        Python 3.11 may give a cell for the frame of another thread that is just returning: then
        there are none, and the next look finds them.

        Parameters
        ----------
        innermost : frame
            The frame that is running.

        Returns
        -------
        list of frame
            The frames.
        """
        chain, frame = [], innermost
        while isinstance(frame, FrameType) and frame is not self.frame:
            chain.append(frame)
            frame = frame.f_back
        return chain if frame is self.frame is not None else []

    def look(self, innermost, processor, clock):
        """Count the seconds since the last look if other people's code is at work now."""
        self.ticks += self.is_over
        self.is_due |= self.ticks % GRACE_TICKS == GRACE_TICKS - 1
        if not self.is_over and _is_at_work(self.frames(innermost)):
            self.processor -= processor
            self.clock -= clock
            self.is_over = min(self.processor, self.clock) <= 0


_limits, _lock = [], Lock()
"""Limits in force, from the outermost one inwards; only the main thread changes them."""
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
        with _lock:  # so that no interrupt comes after the end of a limit
            idle = 0 if _limits else idle + 1
            for limit in _limits:
                limit.look(sys._current_frames()[main], *passed)
            if any(limit.is_over for limit in _limits):
                interrupt_main()
                if hasattr(signal, "pthread_kill"):  # wakes a sleeping thread, too
                    signal.pthread_kill(main, signal.SIGINT)
            if idle == IDLE_TICKS:
                _watcher["thread"] = None


def _processor_clock():
    """Return a function for the processor seconds of the main thread, or else of all threads."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(main_thread().ident))


def _is_at_work(frames):
    """Return whether other people's code is at work in these frames, and no compiler for it."""
    for frame in frames:  # from the innermost one outwards
        file = frame.f_code.co_filename
        if _is_own(file) or COMPILER_PATH.search(file):
            return _is_own(file)
    return False


class _Trip:
    """Object whose negation is SIGINT, which Python handles when it next looks for signals.

    It is an operator, since Python looks after each call: it would look in the handler itself.
    """

    __neg__ = interrupt_main


_TRIP, _CHANCE = _Trip(), Random()


def _stop(*_):
    """Handle SIGINT while a limit is in force: stop the call, whichever exceptions it catches.

    A bare `except` may catch the KeyboardInterrupt raised here. So the signal is tripped again
    before, and Python raises it again when it next looks: at the next call or at the end of a
    loop's body, which lies outside the loop's own `try`. So no loop goes on, until the frame of the
    limit is reached. Code of Python and of packages is passed over if it has been stopped once, to
    let it clean up; and now and then any code is, because Python 3.12 takes the end of some loops'
    bodies for a part of their `try`.
    """
    limit = next((candidate for candidate in _limits if candidate.is_over), None)
    if limit is None:
        limit = _limits[0]  # the outermost one, since the user has pressed Stop
        limit.is_over = limit.is_persons = True
    frames = limit.frames(sys._getframe(1))
    if not frames:
        return
    is_passed_over = not _is_own(frames[0].f_code.co_filename) or _CHANCE.random() < PASS_OVER_SHARE
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


def described(error: BaseException) -> str:
    """Return the type and the message of an error in one line.

    Parameters
    ----------
    error : BaseException
        The error.

    Returns
    -------
    str
        The line.
    """
    text = message_of(error)
    return f"{type(error).__name__}{': ' * bool(text)}{text}"


def own_line(error: BaseException) -> str:
    """Return the innermost line of other people's code that an error came through.

    Parameters
    ----------
    error : BaseException
        The error, with its traceback.

    Returns
    -------
    str
        The line, such as "line 2 of mine: return 1 / 0"; "" if there is none. Code of this package,
        of Python and of installed packages does not count.
    """
    return _own_line(traceback.extract_tb(error.__traceback__))


def _own_line(places):
    """Return the same for places in the code, from the outermost one inwards."""
    own = [place for place in places if _is_own(place.filename)]
    if not own:
        return ""
    source = f": {own[-1].line}" if own[-1].line else ""
    return f"line {own[-1].lineno} of {own[-1].name}{source}"


@cache
def _is_own(file):
    """Return whether a file is not of this package, of Python or of an installed package."""
    return not file.startswith(LIBRARY_PREFIXES) and not SITE_PACKAGES.search(file)


def message_of(error: BaseException) -> str:
    """Return the message of an error in one line, even if its `str` fails.

    Parameters
    ----------
    error : BaseException
        The error.

    Returns
    -------
    str
        The line, shortened.
    """
    try:
        text = one_line(error)
    except KeyboardInterrupt:
        raise
    except BaseException as worse:
        return f"(and {type(worse).__name__} when asked what is wrong)"
    return text if len(text) <= MAX_MESSAGE_LENGTH else f"{text[: MAX_MESSAGE_LENGTH - 3]}..."
