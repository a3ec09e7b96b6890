"""The exercises of the masters as they are saved, whose outputs nbval compares with a run.

The stub of each is not attempted, the solution is correct, and at least two wrong answers are
planted; that these are rejected with the reasons that fit them is for tests/lessons/in_kernel.py.
"""

import pytest

from tests.lessons.in_kernel import exercise_of
from tools.masters import lessons, read, saved, tags, wrong_answers

every_lesson = pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)


def tagged(path, tag):
    """The cells of a lesson with this tag."""
    return [cell for cell in read(path)["cells"] if tag in tags(cell)]


@every_lesson
def test_stub_is_not_attempted(path):
    for check in tagged(path, "check"):
        assert "not attempted yet" in saved(check)


@every_lesson
def test_solution_is_correct(path):
    for solution in tagged(path, "solution"):
        assert ": correct." in saved(solution)


@every_lesson
def test_each_exercise_has_two_wrong_answers_planted(path):
    planted = wrong_answers(path.stem)
    assert {exercise_of(check) for check in tagged(path, "check")} == set(planted)
    assert all(len(answers) >= 2 for answers in planted.values())
