"""Every exercise check, tested as its readers will use it.

For each exercise of each lesson: the stub is not attempted, the solution is correct, and at least
two planted wrong answers are rejected, each with the reason that fits it. The cells are those of
the notebook itself, run in order in one namespace.
"""

import importlib.util
import io
import json
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import matplotlib as mpl
import pytest

from tools.masters import lessons

HERE = Path(__file__).parent
NOTEBOOKS = lessons()


def run(source, namespace, name="cell"):
    """Run a cell's source; what it printed."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(source, f"<{name}>", "exec"), namespace)
    return printed.getvalue()


@cache
def lesson(path):
    """The namespace after all cells of a notebook, and its exercises in order.

    An exercise is (source of the check, what it printed for the stub, and for the solution).
    """
    mpl.use("Agg")
    namespace, exercises = {"__name__": "__main__"}, []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path.parent)
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] != "code":
                continue
            source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
            printed = run(source, namespace, path.stem)
            if "check" in tags:
                exercises.append([source, printed])
            if "solution" in tags:
                exercises[-1].append(printed)
    return namespace, exercises


def number(exercise):
    """The number that the check prints, such as "01.2"."""
    return exercise[1].split()[1].rstrip(":")


def wrong_answers(path):
    """The planted answers to a lesson's exercises, {number: [(source, reason), ...]}."""
    file = HERE / "wrong" / f"lesson_{path.stem[:2]}.py"
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.WRONG


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stub_is_not_attempted(path):
    for _, stub, _ in lesson(path)[1]:
        assert "not attempted yet" in stub


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_solution_is_correct(path):
    for _, _, solution in lesson(path)[1]:
        assert ": correct." in solution


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_exercise_has_two_wrong_answers_planted(path):
    planted = wrong_answers(path)
    assert {number(e) for e in lesson(path)[1]} == set(planted)
    assert all(len(answers) >= 2 for answers in planted.values())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_wrong_answers_are_rejected_with_the_reason_that_fits(path):
    namespace, exercises = lesson(path)
    for exercise in exercises:
        for answer, reason in wrong_answers(path)[number(exercise)]:
            here = dict(namespace)
            run(answer, here, "wrong answer")
            verdict = run(exercise[0], here)
            verdict = " ".join(verdict.split())  # it is wrapped for reading
            assert "not right yet" in verdict or "your code raised" in verdict, answer
            assert reason in verdict, (answer, verdict)
