"""A check says of what never ends that it was stopped; of all else that goes wrong, what it was."""

import sys
import threading
from _thread import interrupt_main

import nbformat
import pytest

from tests.support.test_strangers import STUBBORN
from tools.execute import SECONDS_PER_CELL, client
from tttlearn.course.exercises import answers, output, verdicts
from tttlearn.course.exercises.answers import exercise
from tttlearn.course.exercises.record import MASTER, read_record
from tttlearn.course.exercises.verdicts import SIGNS
from tttlearn.support import strangers


@exercise("00.0")
def calls(function):
    """Right is whatever ends."""
    function()
    return "It ends."


def waits():
    while True:
        pass


def catches_all():
    while True:
        try:
            waits()
        except:  # noqa: E722
            continue


@pytest.fixture(autouse=True)
def short(folder, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 0.02)


def said_of(function, capsys):
    calls(function)
    return " ".join(capsys.readouterr().out.split())


def test_what_never_ends_is_stopped_and_said(capsys, monkeypatch):
    """Whatever it catches, see tests/support/test_strangers.py."""
    monkeypatch.setattr(strangers, "CLOCK_FACTOR", 1e6)  # the clock goes on while others compute
    said = said_of(catches_all, capsys)
    assert said.startswith(
        "Exercise 00.0: not finished. It was stopped after 0.02 seconds of processor time. "
        "Perhaps a loop never ends, a recursion comes to the same positions again and again, or "
        "the way of computing takes far too long. It was in line "
    )
    assert " of catches_all: " in said or " of waits: " in said


def test_what_sleeps_is_stopped_by_the_clock(capsys):
    sleeps = threading.Event().wait
    said = said_of(lambda: sleeps(), capsys)
    assert said.startswith(
        "Exercise 00.0: not finished. It was stopped after 0.2 seconds, in which it hardly "
        "computed. Perhaps it waits for something that never happens"
    )


def test_a_persons_stop_stays_one(monkeypatch):
    def stopped_inside():
        threading.Thread(target=interrupt_main).start()
        catches_all()

    monkeypatch.setattr(answers, "SECONDS", 10_000)
    with pytest.raises(KeyboardInterrupt):
        calls(stopped_inside)


def leaves():
    sys.exit()


def leaves_a_generator():
    raise GeneratorExit("as from close()")


def calls_itself(n=0):
    return calls_itself(n + 1)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (leaves, "SystemExit, in line {} of leaves: sys.exit() Often that means: it ends the "),
        (leaves_a_generator, "GeneratorExit: as from close(), in line {} of leaves_a_generator: "),
        (
            calls_itself,
            "RecursionError: maximum recursion depth exceeded, in line {} of calls_itself: return "
            "calls_itself(n + 1) Often that means: it calls itself without an end. ",
        ),
    ],
)
def test_whatever_is_raised_is_said(function, words, capsys, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 10_000)
    line = function.__code__.co_firstlineno + 1
    said = said_of(function, capsys)
    assert said.startswith(f"Exercise 00.0: your code raised {words.format(line)}")


def floods():
    for i in range(2_000):
        print(f"{i:4}" * 5)


def test_of_a_flood_of_prints_the_beginning_is_shown(capsys, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 10_000)
    calls(floods)
    *shown, left_out, verdict = capsys.readouterr().out.splitlines()
    assert shown == [f"{i:4}" * 5 for i in range(output.MAX_LINES)]
    assert left_out == f"… and {1_900 * 21:,} more characters were left out"
    assert verdict == "Exercise 00.0: correct. It ends."


def test_a_long_line_is_cut_and_the_cut_begins_a_line(capsys, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 10_000)
    calls(lambda: print("x" * 1_000_000, end=""))
    shown, left_out, _ = capsys.readouterr().out.splitlines()
    assert shown == "x" * output.MAX_CHARACTERS
    assert left_out == "… and 990,000 more characters were left out"


def test_what_is_short_is_shown_as_it_is(capsys, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 10_000)
    calls(lambda: print("one\ntwo"))
    assert capsys.readouterr().out == "one\ntwo\nExercise 00.0: correct. It ends.\n"


def test_an_endless_flood_ends_and_its_memory_too(capsys):
    def prints():
        while True:
            print("again")

    said = said_of(prints, capsys)
    assert said.startswith("again again ")
    assert len(said) < 2_000
    assert "more characters were left out Exercise 00.0: not finished." in said


@pytest.mark.parametrize("live", [True, False])
def test_where_somebody_works_it_is_said_to_be_still_at_work(live, capsys, monkeypatch):
    monkeypatch.setattr(verdicts, "_is_live", lambda: live)
    monkeypatch.setattr(verdicts, "NOTICE_SECONDS", 0)
    before = {*threading.enumerate()}
    with verdicts.said_to_be_at_work("00.0"):
        for thread in {*threading.enumerate()} - before:
            thread.join()
    said = "Exercise 00.0: still at work after 0 seconds."
    assert capsys.readouterr().out.startswith(said) == live


def test_a_check_that_is_over_says_nothing_of_it(capsys, monkeypatch):
    monkeypatch.setattr(verdicts, "_is_live", lambda: True)
    monkeypatch.setattr(verdicts, "NOTICE_SECONDS", 10_000)
    before = {*threading.enumerate()}
    with verdicts.said_to_be_at_work("00.0"):
        (timer,) = {*threading.enumerate()} - before
    timer.join()
    assert capsys.readouterr().out == ""


IN_A_KERNEL = f"""{STUBBORN["a bare except"]}
import threading
from tttlearn.course.exercises import answers, verdicts
from tttlearn.course.exercises import lesson_00 as check
answers.SECONDS, verdicts.NOTICE_SECONDS = 0.02, 0

class Endless:
    def __index__(self):
        endless()

class Slow:
    def __index__(self):
        for timer in threading.enumerate():
            if isinstance(timer, threading.Timer):
                timer.join()
        return 8
"""


def test_in_a_kernel_it_is_stopped_and_said_below_its_own_cell(tmp_path, monkeypatch):
    monkeypatch.delenv(MASTER, raising=False)
    cells = IN_A_KERNEL, "check.winning_cell(Endless())", "check.winning_cell(Slow())"
    notebook = nbformat.v4.new_notebook(cells=[*map(nbformat.v4.new_code_cell, cells)])
    client(notebook, tmp_path, SECONDS_PER_CELL).execute()
    _, endless, slow = ([o for o in cell.outputs] for cell in notebook.cells)
    assert endless[-1].data["text/plain"].startswith("Exercise 00.1: not finished.")
    assert "■" in endless[-1].data["text/html"]
    at_work, verdict = slow
    assert at_work.text.startswith("Exercise 00.1: still at work after 0 seconds.")
    assert verdict.data["text/plain"] == "Exercise 00.1: correct. X has three in a row."
    assert "✓" in verdict.data["text/html"]
    assert [path.name for path in tmp_path.iterdir()] == ["my_progress.json"]
    assert read_record().tries == {}


def test_each_answer_has_a_sign_and_a_colour_of_its_own():
    style = verdicts.STYLE.read_text(encoding="utf-8")
    colours = [style.split(f".ttv-{kind} {{ --ttv-colour: ")[1][:7] for kind in range(len(SIGNS))]
    assert len(set(colours)) == len(set(SIGNS.values())) == len(SIGNS) == 5
