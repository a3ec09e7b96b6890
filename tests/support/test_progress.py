"""How long work still takes: the estimate of another computer, and what was seen on this one."""

import os

import pytest

from tttlearn.support import progress
from tttlearn.support.cores import cores
from tttlearn.support.progress import ESTIMATED, ProgressBar, seconds_to_go


def test_before_anything_is_done_the_estimate_is_shared_by_the_cores():
    assert seconds_to_go(40, 0, 0, cores=2) == pytest.approx(20)
    assert seconds_to_go(40, 0, 0) == pytest.approx(40)


def test_a_slow_beginning_does_not_foretell_minutes_for_seconds():
    """After two seconds with compilers 0.1 of 40 is done: that alone would foretell 13 minutes."""
    assert 20 < seconds_to_go(40, 0.1, 2, cores=2) < 60


@pytest.mark.parametrize("slower", [0.25, 1, 4])
def test_in_the_end_what_was_seen_here_decides(slower):
    left = seconds_to_go(400, 200, 200 * slower)
    assert left == pytest.approx(200 * slower, rel=0.06)


def test_no_time_is_left_when_more_is_done_than_was_expected():
    assert seconds_to_go(10, 11, 3) == 0


def test_the_bar_shows_it(monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "0")
    monkeypatch.setattr(progress, "perf_counter", lambda: now[0])
    now = [0.0]
    with ProgressBar(40, ESTIMATED, cores=2) as tick:
        now[0] = 2.0
        tick(0.1)
        assert tick.__self__.bar.bar_format.endswith("{elapsed}, 00:32 to go")


@pytest.mark.parametrize("off", [False, True])
def test_a_bar_appears_after_two_seconds_unless_it_is_switched_off(off, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", str(int(off)))
    with ProgressBar(10, "run", 3) as tick:
        bar = tick.__self__.bar
        assert bar.disable == off
        assert off or (bar.total, bar.n, bar.delay, bar.leave) == (10, 3, 2, False)


def test_the_last_bits_of_a_sum_are_no_more_than_the_whole(monkeypatch):
    """0.1 + 0.1 + 0.1 is more than 0.3, and tqdm warns of a bar that is too long."""
    monkeypatch.setenv("TQDM_DISABLE", "0")
    with ProgressBar(0.3, ESTIMATED) as tick:
        tick.__self__.bar.delay = 0
        for _ in range(3):
            tick(0.1)
        tick.__self__.bar.refresh()
        assert tick.__self__.bar.n <= 0.3


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no such limit")
def test_processors_that_may_not_be_used_do_not_count():
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, [min(allowed)])
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)
    assert cores() == len(allowed)
