"""Somebody's own code: stopped when it takes too long, and nothing else is."""

import signal
import threading
import time

import pytest

from tttlearn.support.strangers import EndlessError, stopped_after


def test_an_interrupt_that_comes_at_the_very_end_is_no_persons():
    for _ in range(50):
        try:
            with stopped_after(0.002):
                time.sleep(0.002)
                raise ValueError
        except (ValueError, EndlessError):
            pass


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_what_is_raised_in_time_comes_out(error):
    with pytest.raises(error), stopped_after(5):
        raise error


def test_in_another_thread_nothing_is_stopped():
    done = []

    def slow():
        with stopped_after(0.01):
            time.sleep(0.1)
        done.append(True)

    thread = threading.Thread(target=slow)
    thread.start()
    thread.join()
    assert done == [True]


def test_where_an_interrupt_means_something_else_nothing_is_stopped(monkeypatch):
    heard = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append(True))
    try:
        with stopped_after(0.01):
            time.sleep(0.1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == []
