"""`ttt.mine`: what the reader built, if its check was passed with it, and else the package's."""

import functools

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.course.exercises import answers
from tttlearn.course.exercises.answers import Wrong, exercise
from tttlearn.course.exercises.record import MASTER
from tttlearn.support.compiled import HAS_NUMBA


@pytest.fixture(autouse=True)
def nothing_passed(folder, monkeypatch):
    monkeypatch.setattr(answers, "_passed", {})


@exercise("03.best_for")
def check(*parts):
    """Right is what answers True."""
    for part in parts:
        if not part():
            raise Wrong("it does not answer True")
    return "So be it."


def right():
    return True


def wrong():
    return False


def package():
    return True


def mine(answer):
    return ttt.mine("03.best_for", answer, package)


def test_before_the_check_the_package_stands_in(capsys):
    assert mine(right) is package
    said = "Exercise 03.1 is not passed yet: the package's right stands in.\n"
    assert capsys.readouterr().out == said


def test_what_passed_is_handed_on(capsys):
    check(right)
    assert mine(right) is right
    assert capsys.readouterr().out.endswith("\nExercise 03.1: your own right.\n")


def test_a_copy_of_a_lesson_that_names_the_former_number_runs(capsys):
    check(right)
    assert ttt.mine("03.1", right, package) is right


@pytest.mark.skipif(not HAS_NUMBA, reason="without it every rule is plain")
@pytest.mark.filterwarnings("ignore::tttlearn.learn.rule_errors.RuleWarning")
def test_the_package_stands_in_for_a_rule_that_cannot_be_compiled(capsys):
    def rule(V=None, episode=None):
        if V is not None:
            V[0] += len(f"{episode.winner}")
        return True

    check(rule)
    assert mine(rule) is rule  # of which nobody knows it yet
    ttt.Learner(rule, np.zeros(19683)).learn(1)
    capsys.readouterr()
    assert mine(rule) is package
    assert capsys.readouterr().out == (
        "Exercise 03.1: your rule is right, but runs in plain Python; the package's, which learns "
        "the same, stands in for the long studies.\n"
    )


@pytest.mark.parametrize("answer", [wrong, ...])
def test_what_did_not_pass_is_not(answer):
    check(answer)
    assert mine(answer) is package


def test_what_was_changed_since_is_not():
    check(right)
    again = eval("lambda: True")
    assert mine(again) is package
    check(again)
    assert mine(again) is again


def defined(source, **names):
    """The function `mine_to_be` of a cell with this source."""
    exec(source, names)
    return names["mine_to_be"]


SOURCE = """
def mine_to_be({takes}):
    return bool([part for part in [1] if part {sign} 0])
"""


@pytest.mark.parametrize("before", ["", "# said above\n\n"])
@pytest.mark.parametrize("first", ["", "@functools.cache"])
def test_a_cell_run_again_unchanged_is_still_passed(before, first):
    source = first + SOURCE.format(takes="", sign=">")
    check(defined(source, functools=functools))
    again = defined(before + source, functools=functools)
    assert mine(again) is again


@pytest.mark.parametrize(("takes", "sign"), [("", "<"), ("", "=="), ("part=1", ">")])
def test_a_cell_run_again_with_a_change_is_not(takes, sign, capsys):
    check(defined(SOURCE.format(takes="part=0", sign=">")))
    again = defined(SOURCE.format(takes=takes, sign=sign))
    assert mine(again) is package
    said = capsys.readouterr().out
    assert "this mine_to_be has not passed the check" in said
    assert "is not passed yet" not in said


def test_what_a_function_closes_over_is_part_of_it():
    def answering(what):
        return lambda: what

    check(answering(True))
    assert mine(answering(False)) is package


def test_where_a_lesson_is_run_for_nobody_the_package_stands_in(monkeypatch, capsys):
    monkeypatch.setenv(MASTER, "1")
    check(right)
    assert mine(right) is package
    assert capsys.readouterr().out.endswith("the package's right stands in.\n")


def test_what_passes_later_takes_nothing_back():
    check(right)
    check(package)
    assert ttt.mine("03.best_for", right, None) is right
    assert ttt.mine("03.best_for", package, None) is package


def test_a_later_failure_of_another_does_not_count():
    check(right)
    check(wrong)
    assert mine(right) is right
    assert mine(wrong) is package


def test_several_answers_are_a_tuple():
    check(right, package)
    assert ttt.mine("03.best_for", (right, package), None) == (right, package)
    assert ttt.mine("03.best_for", package, None) is package
    for other in ((right, wrong), (), [right, package]):
        assert ttt.mine("03.best_for", other, None) is None


def test_what_passed_another_exercise_does_not_count():
    check(right)
    assert ttt.mine("03.value", right, package) is package


@pytest.mark.parametrize("number", ["03.99", "3.1", "", None, 3.1, ["03.best_for"]])
def test_an_exercise_that_is_none_is_named(number):
    with pytest.raises(ValueError, match="there is no exercise "):
        ttt.mine(number, right, package)


SETUP = (
    "import tttlearn as ttt\nfrom tttlearn.course.exercises import lesson_00 as check\nanswer = 8"
)
MINE = "print(ttt.mine('00.winning_cell', answer, 'package'))"


@pytest.mark.parametrize(
    ("cell", "own"),
    [("check.winning_cell(answer)", True), ("# Solution\ncheck.winning_cell(answer)", False)],
)
def test_in_a_notebook_the_solution_does_not_count(cell, own, notebook):
    said, _ = notebook(SETUP, cell, MINE)
    assert said.splitlines()[-1] == ("8" if own else "package")
