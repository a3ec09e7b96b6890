"""Every exercise check, tested as its readers will use it, in the student edition.

The cells of the student edition run in order in one namespace, and each prints what is saved in it:
so it needs no solution. Nor does it need any of the names that learners use for their own: in each
exercise all of these get another meaning. For each exercise the stub is not attempted, the master's
solution is correct, and at least two planted wrong answers are rejected, each with the reason that
fits it.
"""

import io
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from tempfile import TemporaryDirectory

import IPython.display
import matplotlib as mpl
import numpy as np
import pytest

from tools import lesson_names
from tools.editions.student import student
from tools.masters import lessons, read, tags, wrong_answers

NOTEBOOKS = lessons()
SCRATCH = dict.fromkeys(lesson_names.WORDS, "somebody's own")
SCRATCH |= {name: import_module(name) for name in lesson_names.MODULES}


def run(source, namespace, name="cell"):
    """Run a cell's source; what it printed."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(source, f"<{name}>", "exec"), namespace)
    return printed.getvalue()


@cache
def lesson(path):
    """All that a lesson's tests look at: (namespace, exercises, cells that print something else).

    The namespace is the one after all student cells, with the names of the solutions added. An
    exercise is (source of the check, what it printed for the stub, and for the solution).
    """
    mpl.use("Agg")
    own = {"__name__": "__main__"}
    answers, exercises, different, asked = {}, [], [], set()
    master = read(path)
    solutions = (cell["source"] for cell in master["cells"] if "solution" in tags(cell))
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as elsewhere:
        patch.chdir(elsewhere)  # some editors run all notebooks in one folder, and not in theirs
        # Pictures are saved with the notebook; here there is nobody to look at them.
        patch.setattr(IPython.display, "display", lambda *objects: None)
        for cell in student(master)["cells"]:
            if cell["cell_type"] == "code":
                printed = run(cell["source"], own, path.stem)
                if "exercise" in tags(cell):
                    asked |= lesson_names.bound(cell)
                    own |= {name: SCRATCH[name] for name in SCRATCH if name not in asked}
                if printed != saved(cell) and "nbval-ignore-output" not in tags(cell):
                    different.append((cell["source"], printed))
            if "check" in tags(cell):
                solved, solution = solve(next(solutions), own)
                answers |= {name: solved[name] for name in solved if name not in own}
                exercises.append((cell["source"], printed, solution))
    return answers | own, exercises, different


def saved(cell):
    """What the cell printed when it was saved."""
    streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
    return "".join("".join(o["text"]) for o in streams if o["name"] == "stdout")


def solve(solution, namespace):
    """(namespace after a solution, what it printed); that of the student stays as it was."""
    generators = [g for g in namespace.values() if isinstance(g, np.random.Generator)]
    before = [g.bit_generator.state for g in generators]
    solved = dict(namespace)
    printed = run(solution, solved, "solution")
    assert [g.bit_generator.state for g in generators] == before, "it draws from the lesson's rng"
    return solved, printed


def number(exercise):
    """The number that the check prints, such as "01.2"."""
    return exercise[1].split()[1].rstrip(":")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_student_cells_print_what_is_saved(path):
    assert lesson(path)[2] == []


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
    planted = wrong_answers(path.stem)
    assert {number(e) for e in lesson(path)[1]} == set(planted)
    assert all(len(answers) >= 2 for answers in planted.values())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_wrong_answers_are_rejected_with_the_reason_that_fits(path):
    namespace, exercises, _ = lesson(path)
    for exercise in exercises:
        for answer, reason in wrong_answers(path.stem)[number(exercise)]:
            here = dict(namespace)
            run(answer, here, "wrong answer")
            verdict = run(exercise[0], here)
            verdict = " ".join(verdict.split())  # it is wrapped for reading
            assert "not right yet" in verdict or "your code raised" in verdict, answer
            assert reason in verdict, (answer, verdict)
