"""Somebody else's code: called, stopped in time, its errors told."""

import signal
import sysconfig
import time
import traceback
from _thread import interrupt_main
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread

from tttlearn.support.text import one_line

LONGEST = 300  # letters of what an error says
INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})
"""Where Python keeps its own library, and those that are installed."""


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
    """Somebody's own code was stopped; the message is its line, as from `own_line`."""


@contextmanager
def stopped_after(seconds):
    """Inside it, whatever takes longer is stopped by an EndlessError; a person's Stop stays one.

    A timer interrupts the main thread, in which cells run, as if somebody had pressed Stop. It does
    not stop what runs in another thread, what is inside a call of compiled code, or what catches a
    KeyboardInterrupt and goes on.
    """
    if not _is_stoppable():
        yield
        return
    fired = []

    def fire():
        fired.append(seconds)
        interrupt_main()

    timer = Timer(seconds, fire)
    timer.daemon = True
    try:
        try:
            timer.start()
            yield
        finally:
            timer.cancel()
            timer.join()  # from here on it has fired or never will
            time.sleep(0.01 if fired else 0)  # its interrupt may only now arrive
    except KeyboardInterrupt as stop:
        if not fired:
            raise
        raise EndlessError(own_line(stop)) from None


def _is_stoppable():
    """Whether an interrupt from a thread would end what runs here."""
    interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return interrupts and current_thread() is main_thread()


def described(error):
    """An error in one line: its kind, and what it says."""
    text = said(error)
    return f"{type(error).__name__}{': ' * bool(text)}{text}"


def own_line(error):
    """The innermost line of somebody's own code that an error came through; "" where there is none.

    Such as "line 2 of mine: return 1 / 0". Somebody's own code is all code that is not in this
    package, in Python or in what is installed with it.
    """
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _is_own(f.filename)]
    if not frames:
        return ""
    source = f": {frames[-1].line}" if frames[-1].line else ""
    return f"line {frames[-1].lineno} of {frames[-1].name}{source}"


def _is_own(file):
    return "tttlearn" not in file and not file.startswith(("<frozen ", *INSTALLED))


def said(error):
    """What an error says, in one line, even if saying it fails."""
    try:
        text = one_line(error)
    except KeyboardInterrupt:
        raise
    except BaseException as worse:
        return f"(and {type(worse).__name__} when asked what is wrong)"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
