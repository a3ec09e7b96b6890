"""What is done between the cells of a lesson sees each fault that an edition could have."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from tests.lessons import in_kernel

CHECKED = """from tttlearn.course.exercises.verdicts import CORRECT, WRONG, Verdict
answer = CORRECT if mine(2) == 4 else WRONG
Verdict("98.1", answer, "it gives 5: too many", causes=("too many",)).tell()"""
CELLS = {
    "setup": ("import numpy as np\nrng = np.random.default_rng(1)\nboard = 3", ""),
    "exercise": ("def mine(x):\n    ...", ""),
    "check": (CHECKED, "Exercise 98.1: not right yet, because it gives 5: too many\n"),
    "solution": ("def solved(x):\n    return 2 * x\nprint(solved(1))", "2\n"),
    "typed": ("def twice(x):\n    return 2 * x", ""),
    "used": ("four = twice(2)\nprint(four)", "4\n"),
    "later": ("print(twice(3))", "6\n"),
}
STUDENT = {"typed": "def twice(x):\n    return x + x"}
PLANTED = {"98.1": [("def mine(x): return 5", "too many")]}


def code(tag, source, printed, instead):
    """A cell of a notebook."""
    streams = [{"output_type": "stream", "name": "stdout", "text": printed}] if printed else []
    metadata = {"tags": [tag], **({"tttlearn": {"student": instead}} if instead else {})}
    return {"cell_type": "code", "metadata": metadata, "outputs": streams, "source": source}


@pytest.fixture
def follow(tmp_path, monkeypatch):
    """Runs a lesson of CELLS with some of them replaced; its names, and the lesson."""

    def run(planted=PLANTED, student=STUDENT, **replaced):
        cells = CELLS | {tag: (replaced[tag], CELLS[tag][1]) for tag in replaced}
        cells = [code(tag, *cell, student.get(tag)) for tag, cell in cells.items()]
        (tmp_path / "98_tiny.ipynb").write_text(json.dumps({"cells": cells}))
        monkeypatch.setattr(in_kernel, "wrong_answers", lambda name: planted)
        names = {}
        lesson = in_kernel.Lesson(tmp_path / "98_tiny.ipynb", names)
        for cell in cells:
            lesson.before_cell(SimpleNamespace(raw_cell=cell["source"]))
            assert in_kernel.run(cell["source"], names) == in_kernel.saved(cell)
            lesson.after_cell(None)
        lesson.reject_wrong_answers()
        return names, lesson

    return run


def test_the_names_are_those_of_students_at_work(follow):
    names, lesson = follow()
    assert "solved" not in names
    assert lesson.answers["solved"](1) == 2
    assert names["board"] == "somebody's own"
    assert "random" not in names  # nothing that the lesson lacks is given to it
    assert callable(names["mine"])
    assert isinstance(names["rng"], np.random.Generator)


def test_a_solution_is_taken_away_and_what_stands_in_its_place_is_there(follow):
    instead = {"solution": "from operator import neg as solved"}
    names, _ = follow(student=STUDENT | instead, later="assert solved(1) == -1\nprint(6)")
    assert names["solved"](1) == -1
    with pytest.raises(NameError, match="solved"):
        follow(later="print(solved(3))")


def test_what_learners_use_is_not_relied_on(follow):
    with pytest.raises(TypeError):
        follow(later="print(board - 1 + 4)")


@pytest.mark.parametrize(
    ("cell", "source", "said"),
    [
        ("solution", "solved = rng.random()\nprint(2)", "draws from the lesson's rng"),
        ("typed", "def twice(x):\n    return 3 * x", "what is typed out it prints 6"),
    ],
)
def test_faults_are_seen(follow, cell, source, said):
    with pytest.raises(AssertionError, match=said):
        follow(**{cell: source})


def test_what_students_get_instead_prints_the_same(follow):
    with pytest.raises(AssertionError, match="9"):
        follow(student={"typed": "def twice(x):\n    return 3 * x"}, used="four = 4\nprint(four)")
    with pytest.raises(AssertionError, match="instead prints hello"):
        follow(student={"solution": "print('hello')"})


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (("def mine(x): return 4", "too many"), "gets: Exercise 98.1: correct"),
        (("def mine(x): return 5", "no such reason"), "gets: Exercise 98.1: not right yet"),
        (("def mine(x): return 5", "it gives 5"), "gets another cause: too many"),
    ],
)
def test_a_wrong_answer_that_is_taken_or_has_another_reason_is_seen(follow, answer, said):
    with pytest.raises(AssertionError, match=said):
        follow(planted={"98.1": [answer]})


def test_a_rule_that_differs_in_comments_alone_is_not_run_twice(follow):
    source, _ = CELLS["typed"]
    _, lesson = follow(student={"typed": f"# as it was\n{source}"})
    assert lesson.typed == {}
