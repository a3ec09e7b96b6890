"""Signals that stop work, such as that of Ctrl-C, wait where an exception would do harm."""

import signal
import threading
from contextlib import ExitStack, contextmanager

STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)
]
"""The signals that stop work: their handlers raise, as the one of Ctrl-C does."""


def in_main_thread():
    """Whether this is the thread in which Python handles signals, such as that of Ctrl-C."""
    return threading.current_thread() is threading.main_thread()


@contextmanager
def held():
    """Inside it, these signals wait until the end; gives the list of those that came so far."""
    came = []
    with ExitStack() as restored:
        if in_main_thread():
            for number in STOPS:
                handler = signal.getsignal(number)
                if callable(handler):
                    restored.callback(signal.signal, number, handler)
                    signal.signal(number, lambda *signalled: came.append(signalled))
        yield came
    for number, frame in came:
        signal.getsignal(number)(number, frame)
