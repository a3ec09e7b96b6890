"""A check says of what never ends that it was stopped; a person's Stop stays one."""

import itertools
import re
import threading
import time
from _thread import interrupt_main

import pytest

from tests.course.exercises.test_record import run_cells
from tttlearn.course.exercises import answers
from tttlearn.course.exercises.answers import exercise


@exercise("00.0")
def calls(function):
    """Right is whatever ends."""
    function()
    return "It ends."


def waits():
    while True:
        pass


def counts():
    for _ in itertools.count():
        pass


def counts_in_a_helper():
    return sum(1 for _ in iter(int, 1))


@pytest.fixture(autouse=True)
def short(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(answers, "SECONDS", 0.3)


@pytest.mark.parametrize("endless", [waits, counts, counts_in_a_helper])
def test_what_never_ends_is_stopped_and_said(endless, capsys):
    calls(endless)
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith(
        "Exercise 00.0: not right yet, because your function was stopped after 0.3 seconds: it "
        "does not seem to end, or takes far too long. Look at what its loop waits for. It was in "
    )
    assert f" of {endless.__name__}: " in said or " of <genexpr>: " in said


def test_in_a_notebook_too_and_the_next_cells_run():
    limit = "from tttlearn.course.exercises import answers; answers.SECONDS = 0.3"
    endless = "class Endless:\n    def __index__(self):\n        while True:\n            pass\n"
    said = run_cells(limit, f"{endless}check.winning_cell(Endless())", "check.winning_cell(8)")
    assert re.search(r"It was in line [34] of\s__index__: ", said)
    assert "Exercise 00.1: correct." in said


def test_a_persons_stop_stays_one(monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 30)
    threading.Timer(0.3, interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        calls(waits)


def test_a_quick_check_costs_nothing_and_leaves_no_timer(capsys):
    before = threading.active_count()
    start = time.perf_counter()
    for _ in range(100):
        calls(int)
    assert time.perf_counter() - start < 1
    assert threading.active_count() == before
    time.sleep(0.5)  # no interrupt comes late
    assert capsys.readouterr().out.count("correct. It ends.") == 100
