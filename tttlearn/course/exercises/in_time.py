"""Stopping what a check asks and what never ends: as if somebody had pressed Stop.

A timer interrupts the main thread, in which cells run. An interrupt reaches Python code alone: what
runs in another thread is not stopped, nor what is inside a call of compiled code, a rule of
learning, say, or NumPy, nor what catches a KeyboardInterrupt and goes on.
"""

import signal
import time
from _thread import interrupt_main
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread

from tttlearn.support.strangers import own_line

SECONDS = 30
"""Many times what any check takes of a right answer, compiling included."""


class EndlessError(Exception):
    """Somebody's own code was stopped; the message is its line, as from `own_line`."""


@contextmanager
def stopped_after(seconds):
    """Within it, what takes longer is stopped by an EndlessError; a person's Stop stays one."""
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
