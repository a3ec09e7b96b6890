"""What a failed cell would have bound is not judged, and the check says why."""

import subprocess
import sys

import pytest

from tests.course.exercises.test_record import IMPORT, RIGHT
from tttlearn.course.exercises import shell
from tttlearn.course.exercises.record import read_record

BEFORE, FAILS = "winning_cell = 8", "winning_cell = C3"
CHECK = "check.winning_cell(winning_cell)"
CORRECT = "Exercise 00.1: correct. X has three in a row."
ERROR = "NameError: name 'C3' is not defined"
REFUSED = (
    "Exercise 00.1: your code raised {}, in the cell that makes winning_cell.\n"
    "The check would judge the answer from before that error. Mend that cell, run it, "
    "then run this one."
)


pytestmark = pytest.mark.usefixtures("folder")


def two_lines_each(printed):
    """What is said of each exercise, the first two lines."""
    return ["\n".join(f"Exercise{one}".splitlines()[:2]) for one in printed.split("Exercise")[1:]]


@pytest.fixture
def said(notebook):
    """A function: what a notebook that runs these cells in this folder says of exercises."""
    return lambda *cells: two_lines_each(notebook(IMPORT, *cells)[0])


def are_correct(answers):
    return [answer.startswith(CORRECT) for answer in answers]


@pytest.mark.parametrize("before", ["winning_cell = ...", BEFORE])
def test_what_stood_before_is_not_judged(before, said):
    assert said(before, FAILS, CHECK) == [REFUSED.format(ERROR)]
    record = read_record()
    assert (record.passed, record.tries) == ({}, {})


FAILING = [
    "winning_cell = 8\nC3",
    "for winning_cell in [8, C3]:\n    pass",
    "if True:\n    with open('a', 'w') as file:\n        state, winning_cell = 1, C3",
    "%xmode Plain\nwinning_cell = C3",
    "from math import pi as winning_cell\nC3",
    "class winning_cell:\n    cell = C3",
    "@C3\ndef winning_cell(state):\n    return 8",
]


def test_however_the_cell_binds_it(said):
    answers = said(*(cell for failing in FAILING for cell in (BEFORE, failing, CHECK)))
    assert answers == [REFUSED.format(ERROR)] * len(FAILING)


def test_a_cell_that_is_no_python_counts_too(said):
    failing = ["winning_cell = [8", "def winning_cell(s)\n    return 8"]
    answers = said(*(cell for cells in failing for cell in (BEFORE, cells, CHECK)))
    assert len(answers) == len(failing)
    for answer in answers:
        assert answer.startswith("Exercise 00.1: your code raised SyntaxError: ")
        assert answer.endswith(REFUSED.split("{}")[1])


FINE = [
    (FAILS, BEFORE, CHECK),
    (FAILS, f"%xmode Plain\n{BEFORE}", CHECK),
    (FAILS, f"{BEFORE}\n{CHECK}"),
    (FAILS, "mine = 8", "check.winning_cell(mine)"),
    (BEFORE, "print(winning_cell, C3)", CHECK),
    (BEFORE, "[C3 for winning_cell in [1]]", CHECK),
    (BEFORE, "def other():\n    winning_cell = 3\nother(C3)", CHECK),
    (FAILS, "# Solution\nwinning_cell_solution = 8\ncheck.winning_cell(winning_cell_solution)"),
    (FAILS, RIGHT),
]


def test_what_no_failed_cell_makes_is_judged(said):
    assert are_correct(said(*(cell for cells in FINE for cell in cells))) == [True] * len(FINE)


def test_each_of_several_names_counts(said):
    before, check = "action, after = 8, 13222", "check.move(action, after)"
    answers = said(before, "action = B1", check, "after = B1", check, "action = 8", check)
    named = [answer.splitlines()[0].split()[-1] for answer in answers]
    assert named == ["action.", "action.", "after."]


# A notebook of its own, since what is loaded again is no longer what the others know.
NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in sys.argv[1:]:
    shell.run_cell(cell, store_history=True)
"""


def test_a_shell_is_watched_once():
    load = "import importlib, tttlearn.course.exercises.answers as a\n"
    again = f"{load}importlib.reload(a.shell); importlib.reload(a)"
    count = "print('Exercise', len(get_ipython().events.callbacks['post_run_cell']))"
    cells = IMPORT, count, again, again, count, BEFORE, again, FAILS, CHECK
    command = [sys.executable, "-c", NOTEBOOK, *cells]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    *counts, answer = two_lines_each(printed)
    assert counts[0].split()[1] == counts[1].split()[1]
    assert answer == REFUSED.format(ERROR)


def test_outside_ipython_nothing_is_watched(monkeypatch):
    monkeypatch.setattr(shell, "ipython", lambda: None)
    shell.watch()
    assert shell.running_cell() == ""
    assert shell.failed(CHECK) is None
