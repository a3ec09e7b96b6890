"""Learners: the same seed gives the same table, however it is asked for, also when interrupted."""

import numpy as np
import pytest

from tests.aids.learning import (
    KINDS,
    MAKERS,
    count_visits,
    fading,
    fingerprint,
    nothing,
)
from tttlearn.evaluation.policy import first_best, greedy, random_policy
from tttlearn.game.rules import CANONICAL, LEGAL, N_STATES, NEXT, START, UNDECIDED
from tttlearn.learn.episodes import read_states
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import q_learning
from tttlearn.learn.td import TDLearner, td
from tttlearn.support.compiled import njit_checked

NOTHING = nothing, np.zeros(N_STATES)


def made(name, **options):
    return MAKERS[name](**{"seed": 5, **options})


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_policy_is_greedy_on_the_values(kind):
    learner = made("td", **kind)
    learner.learn(300)
    keys = np.arange(N_STATES)
    if kind["symmetric"]:
        keys = CANONICAL
    s, a = np.nonzero(LEGAL)
    assert (learner.values[s, a] == learner.table[keys[NEXT[s, a]]]).all()
    assert np.isnan(learner.values[~LEGAL]).all()
    assert np.count_nonzero(learner.table[keys != np.arange(N_STATES)]) == 0
    rule = greedy if kind["ties"] == "random" else first_best
    assert (learner.policy == rule(learner.values)).all()
    rng = np.random.default_rng(0)
    for state in UNDECIDED[::97]:
        assert learner.policy[state, learner.act(state, rng)] > 0


def test_epsilon_is_asked_for_the_numbers_of_games_before():
    asked = []

    def schedule(games):
        asked.extend(games.tolist())
        return fading(games)

    scheduled, named = TDLearner(epsilon=schedule), TDLearner(epsilon=fading)
    for learner in (scheduled, named):
        learner.learn(30)
        learner.learn(12)
    assert asked == list(range(42))
    assert fingerprint(scheduled) == fingerprint(named)
    constant, function = TDLearner(epsilon=0.4), TDLearner(epsilon=lambda games: 0.4)
    assert fingerprint(constant, constant.learn(50)) == fingerprint(function, function.learn(50))


@pytest.mark.parametrize("epsilon", [-0.1, 1.5, float("nan"), "0.1", [0.1]])
def test_an_epsilon_that_is_no_probability_is_named(epsilon):
    with pytest.raises(ValueError, match=r"^epsilon is a number from 0 to 1") as raised:
        TDLearner(epsilon=epsilon)
    assert repr(epsilon) in str(raised.value)


def test_a_schedule_gives_as_many_numbers_as_it_is_asked_for():
    with pytest.raises(ValueError, match="epsilon gave"):
        TDLearner(epsilon=lambda games: np.zeros(3)).learn(5)


@pytest.mark.parametrize("games", [-1, 1.0, "3", None, True])
def test_a_number_of_games_is_a_whole_number(games):
    with pytest.raises(ValueError, match="the number of games"):
        TDLearner().learn(games)


def test_no_games_change_nothing():
    learner = TDLearner()
    before = fingerprint(learner)
    assert learner.learn(0).shape == (0,)
    assert fingerprint(learner) == before
    assert not learner.visits.any()


@pytest.mark.parametrize(
    ("opponent", "side"),
    [
        *((None, "X"), (None, "O"), (None, "Z"), (random_policy(), "both")),
        *((random_policy(), 1), ([], "X"), (np.zeros((N_STATES, 9)), "X"), ("maximin", "X")),
    ],
)
def test_sides_and_opponents_must_fit(opponent, side):
    with pytest.raises(ValueError, match=r"side|opponent|polic|probabilities|no player"):
        TDLearner().learn(1, opponent, side)


@pytest.mark.parametrize("kind", [np.float64, np.float32, list])
def test_a_learner_fills_a_copy_of_the_table(kind):
    given = [0.0] * N_STATES if kind is list else np.zeros(N_STATES, kind)
    learner = Learner(count_visits, given)
    learner.learn(3)
    assert not np.any(given)
    given[START] = 7
    assert learner.table[START] == learner.fresh(0).table[START] + 3 == 3
    twin = learner.fresh(0)
    twin.learn(1)
    assert (twin.table[START], learner.fresh(0).table[START]) == (1, 0)


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        ((q_learning, np.zeros(N_STATES)), {}, r"q_learning learns a table of .* 9\), not"),
        ((td, np.zeros((N_STATES, 9))), {}, r"td learns a table of shape \(19683,\), not"),
        ((nothing, np.zeros(N_STATES, complex)), {}, "a table is an array, not of compl"),
        ((nothing, None), {}, "a table is an array, not None"),
        (NOTHING, {"read": 3}, "read is a function of .*, not 3"),
        (NOTHING, {"read_learning": 3}, "read_learning is a function of .*, not 3"),
        ((nothing, np.zeros((3, 81, 4))), {"read": read_states}, "table of .* answers IndexError"),
        ((nothing, np.zeros((N_STATES, 9))), {"read": read_states}, r"answers \(2, 9, 9\)"),
        ((*NOTHING, 3), {}, "settings are a dict .*, not 3"),
        (NOTHING, {"ties": np.zeros(2)}, "ties are broken"),
        (NOTHING, {"ties": "last"}, "not 'last'"),
    ],
)
def test_the_part_that_is_wrong_is_named(given, options, said):
    with pytest.raises(ValueError, match=said):
        Learner(*given, **options)


def test_a_rule_that_is_compiled_already_is_the_same_rule():
    one, other = made("td"), made("td")
    other.rule = Learner(njit_checked(one.rule), np.zeros(N_STATES)).rule
    assert other.rule is one.rule


def default(V, episode, step=0.5):
    V[0] += step


def test_a_setting_may_have_a_default():
    learner, other = (Learner(default, np.zeros(N_STATES), s) for s in ({}, {"step": 2}))
    for one in (learner, other):
        one.learn(2)
    assert (learner.table[0], other.table[0]) == (1, 4)


def scribbles(V, episode):
    V[episode.states[0]] += 1
    for t in range(len(episode.states)):
        episode.states[t] = 7
    for t in range(len(episode.actions)):
        episode.actions[t] = 7


def test_a_rule_may_write_into_its_episode():
    learner = Learner(scribbles, np.zeros(N_STATES))
    learner.learn(20)
    assert learner.table[START] == 20
    assert not learner.table[7]


def sides(V, episode):
    V[0] += episode.side


def test_a_rule_is_told_which_side_learns():
    learner = Learner(sides, np.zeros(N_STATES))
    learner.learn(3)
    learner.learn(2, random_policy(), "O")
    assert learner.table[0] == -2
