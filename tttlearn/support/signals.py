"""Delaying signals that stop work, such as that of Ctrl-C, where an exception would do harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

STOP_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)
]
"""Signals that stop work: their handlers raise an exception, as that of Ctrl-C does."""


def in_main_thread() -> bool:
    """Return whether this is the thread in which Python handles signals, such as that of Ctrl-C.

    Returns
    -------
    bool
        Whether it is the main thread.
    """
    return threading.current_thread() is threading.main_thread()


@contextmanager
def held() -> Iterator[list]:
    """Let signals that stop work wait until the end of a context.

    Yields
    ------
    list
        Signals that have come so far, which are handled when the context ends.
    """
    pending = []
    with ExitStack() as restored:
        if in_main_thread():
            for number in STOP_SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    restored.callback(signal.signal, number, handler)
                    signal.signal(number, lambda *signalled: pending.append(signalled))
        yield pending
    for number, frame in pending:
        signal.getsignal(number)(number, frame)
