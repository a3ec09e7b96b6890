"""Where nbgrader runs a lesson, a test fails with its check's reason, and nothing else is lost."""

import pytest

from tools.editions.nbgrader_course import assignment
from tools.masters import NOTEBOOKS, read
from tttlearn.course.exercises import built
from tttlearn.course.exercises.record import GRADER

CELLS = {
    cell["metadata"]["nbgrader"]["grade_id"]: cell["source"]
    for cell in assignment(read(NOTEBOOKS / "01_the_game_as_data.ipynb"))["cells"]
    if "nbgrader" in cell["metadata"]
}
SETUP = "import tttlearn as ttt\nfrom tttlearn.course.exercises import lesson_01 as check"
RIGHT = "def encode(board):\n    return sum(digit * 3**cell for cell, digit in enumerate(board))"
WRONG = RIGHT.replace("3**cell", "10**cell")
BROKEN = RIGHT.replace(":\n", "\n", 1)


@pytest.fixture
def graded(notebook):
    """A function: what nbgrader's kernel prints that runs these cells, and the errors."""
    return lambda *cells: notebook(SETUP, *cells, **{GRADER: "autograde"})


def test_a_right_answer_ends_without_an_error_and_later_cells_use_it(graded, tmp_path):
    later = 'ttt.mine("01.encode", encode, None)'
    said, errors = graded(RIGHT, CELLS["check-encode"], later)
    assert errors == []
    assert "Exercise 01.1: correct." in said
    assert "Exercise 01.1: your own encode." in said
    assert list(tmp_path.iterdir()) == []  # no record and no library


def test_a_wrong_answer_fails_with_the_reason_of_its_check(graded):
    said, (error,) = graded(WRONG, CELLS["check-encode"])
    assert error.startswith("Exercise 01.1: not right yet, because encode([1, 0")
    assert "the weights are powers of ten" in error
    assert said.count("not right yet") == 1
    assert said.endswith("No points.\n")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("encode = ...", "not attempted yet"),
        (BROKEN, "in the cell that makes encode"),
        (f"{RIGHT}\n1 / 0", "ZeroDivisionError: division by zero, in the cell that makes encode"),
        (RIGHT.replace("encode", "my_code"), "No cell above makes encode."),
        ("def encode(board):\n    raise SystemExit", "your code raised SystemExit"),
    ],
)
def test_what_fails_costs_its_own_points_alone(graded, answer, reason):
    given = f"from {built.__name__} import legal_moves as my_moves, next_state as my_next"
    others = given, CELLS["answer-reachable"], CELLS["check-reachable"]
    said, errors = graded(answer, CELLS["check-encode"], *others)
    assert reason in " ".join(errors[-1].split())
    assert "Exercise 01.7: correct." in said


def test_a_check_with_another_meaning_is_put_back(graded):
    _, errors = graded("check = 3", WRONG, CELLS["check-encode"])
    assert "not right yet" in errors[0]


def test_a_test_whose_check_judged_nothing_gives_no_points(graded):
    silent = CELLS["check-encode"].replace("check.encode(encode)", "pass")
    said, (error,) = graded(RIGHT, silent)
    assert error == "Exercise 01.1: its check did not judge an answer."
    assert error in said
    credited_twice = CELLS["check-encode"], silent
    _, errors = graded(RIGHT, *credited_twice)
    assert errors == [error]
