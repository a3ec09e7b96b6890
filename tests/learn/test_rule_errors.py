"""A rule that goes wrong is named with its line, and leaves no trace in the table."""

import inspect
import re

import numpy as np
import pytest

from tests.learn import bad_rules
from tttlearn.game.rules import N_STATES
from tttlearn.learn.learner import Learner
from tttlearn.learn.rule_errors import RuleError
from tttlearn.support.compiled import HAS_NUMBA

AT = 37  # the game in which the rules go wrong that do so while they run
RUNNING = {
    "indexes_outside": "raised IndexError",
    "divides_by_zero": "raised ZeroDivisionError",
    "yields_nan": "yields a number that is not finite",
    "complains_itself": "raised ValueError: enough",
}
NOT_COMPILING = {
    "uses_an_unknown_name": "nonsense",
    "uses_an_f_string": "",
    "changes_a_type": "",
    "calls_what_is_not_there": "no_such_method",
}


def learner_with(rule, **settings):
    return Learner(rule, np.zeros(N_STATES), settings, epsilon=0.3, seed=2)


def line_of(rule):
    """(number, text) of the line of a rule that is marked."""
    lines, first = inspect.getsourcelines(rule)
    at = next(n for n, line in enumerate(lines) if line.rstrip().endswith("# here"))
    return first + at, lines[at].strip()


@pytest.mark.parametrize("name", RUNNING)
def test_a_rule_that_fails_while_it_runs_is_named_with_game_and_line(name):
    rule = getattr(bad_rules, name)
    learner, twin = (learner_with(rule, at=at) for at in (AT, 10**6))
    number, text = line_of(rule)
    with pytest.raises(RuleError) as raised:
        learner.learn(500)
    said = str(raised.value)
    where = f"in game {AT} (what it learned before is kept)"
    assert said.startswith(f"the rule {name}, {where}, {RUNNING[name]}")
    assert said.endswith(f", line {number}: {text}")
    twin.learn(AT - 1)
    assert learner.games == AT - 1
    assert np.isfinite(learner.table).all()
    assert learner.table.tobytes() == twin.table.tobytes()
    assert learner.visits.tolist() == twin.visits.tolist()
    assert learner.rng.random() == twin.rng.random()


def test_the_games_of_earlier_calls_count():
    learner = learner_with(bad_rules.indexes_outside, at=AT)
    learner.learn(30)
    with pytest.raises(RuleError, match=f"in game {AT}"):
        learner.learn(500)
    with pytest.raises(RuleError, match=f"in game {AT}"):  # it is still the same game that fails
        learner.learn(1)


def test_the_fault_may_be_in_the_first_game():
    learner = learner_with(bad_rules.yields_nan, at=1)
    with pytest.raises(RuleError, match="in game 1, yields"):
        learner.learn(1)
    assert (learner.games, learner.table.any()) == (0, False)


@pytest.mark.parametrize("name", NOT_COMPILING)
def test_a_rule_that_does_not_compile_is_named_with_its_line(name):
    rule = getattr(bad_rules, name)
    learner = learner_with(rule, **({"alpha": 0.5} if name == "uses_an_f_string" else {}))
    if name == "uses_an_f_string" and not HAS_NUMBA:
        learner.learn(3)  # plain Python has no objection
        return
    with pytest.raises(RuleError) as raised:
        learner.learn(50)  # in plain Python not every game comes to the line
    said = str(raised.value)
    number, text = line_of(rule)
    assert name in said
    assert NOT_COMPILING[name] in said
    assert f"line {number}: {text}" in said
    assert len(said.splitlines()) == 1
    assert not re.search(r"numba|site-packages|0x", said, re.IGNORECASE)


def test_a_compiler_error_leaves_the_learner_as_it_was():
    learner = learner_with(bad_rules.uses_an_unknown_name)
    with pytest.raises(RuleError):
        learner.learn(10)
    assert (learner.games, learner.table.any(), learner.visits.sum()) == (0, False, 0)


def test_a_setting_that_is_not_set_is_named():
    with pytest.raises(RuleError, match="the rule yields_nan needs at, which is not set"):
        learner_with(bad_rules.yields_nan).learn(1)


def test_a_rule_that_takes_too_little_is_named():
    with pytest.raises(RuleError, match="takes_too_little"):
        learner_with(bad_rules.takes_too_little).learn(1)


@pytest.mark.parametrize("rule", [3, "td", Learner, print])
def test_what_is_no_function_is_no_rule(rule):
    with pytest.raises(RuleError, match="a rule is a function"):
        learner_with(rule)


@pytest.mark.parametrize(("at", "error"), [(AT, RuleError), (AT + 1, ValueError)])
def test_the_error_of_the_first_bad_game_comes_out(at, error):
    learner = learner_with(bad_rules.yields_nan, at=at)
    learner.epsilon = lambda games: np.where(games < AT, 0.3, 1.5)
    said = rf"in game {AT} |^epsilon after {AT} games is .*, not 1\.5$"
    with pytest.raises(ValueError, match=said) as raised:
        learner.learn(500)
    assert type(raised.value) is error
    assert learner.games == min(at - 1, AT)
