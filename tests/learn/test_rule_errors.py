"""A rule that goes wrong is named with its line, and leaves no trace in the table."""

import numpy as np
import pytest

from tests.learn import bad_rules
from tests.learn.own_rules import here
from tttlearn.game.rules import N_STATES
from tttlearn.learn.learner import Learner
from tttlearn.learn.rule_errors import RuleError, why_plain

AT = 37  # the game in which the rules go wrong that do so while they run
RUNNING = {
    "indexes_outside": "raised IndexError",
    "divides_by_zero": "raised ZeroDivisionError",
    "yields_nan": "yields a number that is not finite",
    "complains_itself": "raised ValueError: enough",
}
NEVER_RIGHT = {
    "uses_an_unknown_name": "raised NameError: name 'nonsense' is not defined",
    "changes_a_type": "raised TypeError: object of type 'float' has no len()",
    "calls_what_is_not_there": "raised AttributeError: 'numpy.ndarray' object has no attribute "
    "'no_such_method'",
}
"""What the compiler refuses as plain Python does, but not in these words."""


def learner_with(rule, **settings):
    return Learner(rule, np.zeros(N_STATES), settings, epsilon=0.3, seed=2)


@pytest.mark.parametrize("name", RUNNING)
def test_a_rule_that_fails_while_it_runs_is_named_with_game_and_line(name):
    rule = getattr(bad_rules, name)
    learner, twin = (learner_with(rule, at=at) for at in (AT, 10**6))
    with pytest.raises(RuleError) as raised:
        learner.learn(500)
    said = str(raised.value)
    where = f"in game {AT} (what it learned before is kept)"
    assert said.startswith(f"the rule {name}, {where}, {RUNNING[name]}")
    assert said.endswith(f", {here(rule)}")
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


@pytest.mark.parametrize("name", NEVER_RIGHT)
def test_a_rule_that_the_compiler_refuses_is_told_in_words_of_python(name):
    rule = getattr(bad_rules, name)
    learner = learner_with(rule)
    with pytest.raises(RuleError) as raised:
        learner.learn(50)  # not every game comes to the line
    said = str(raised.value)
    assert said.startswith(f"the rule {name}, in game {learner.games + 1}")
    assert said.endswith(f", {NEVER_RIGHT[name]}, {here(rule)}")


def test_a_setting_that_is_not_set_is_named():
    with pytest.raises(RuleError, match="the rule yields_nan needs at, which is not set"):
        learner_with(bad_rules.yields_nan).learn(1)


def test_a_rule_that_takes_too_little_is_named():
    with pytest.raises(RuleError, match="takes_too_little"):
        learner_with(bad_rules.takes_too_little).learn(1)


def test_of_a_plain_rule_it_is_told_how_long_it_takes_from_more_than_five_seconds_on():
    rule = bad_rules.yields_nan
    for games, duration in (
        (10, " games a second, "),
        (11, " games a second (6 seconds for 11), "),
    ):
        said, _ = why_plain(rule, rule, ValueError("too new"), 0.5, games)
        assert duration in said


@pytest.mark.parametrize("rule", [3, "td", Learner, print])
def test_what_is_no_function_is_no_rule(rule):
    with pytest.raises(RuleError, match="a rule is a function"):
        learner_with(rule)
