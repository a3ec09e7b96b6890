"""The rules of temporal differences, against numbers worked out by hand and a naive version."""

from itertools import pairwise

import numpy as np
import pytest

from tests.aids.games import random_game
from tttlearn.game.rules import N_STATES, TICTACTOE, WINNER
from tttlearn.learn.episodes import Episode
from tttlearn.learn.td import TDLearner, td, td_backward, td_lambda
from tttlearn.learn.training import train_seeds

OLD = {0: 0.0, 1: 0.4, 28: -0.2, 37: 0.5}  # the values before
ENDS = Episode(np.array([0, 1, 28, 37]), np.array([0, 3, 2]), -1, 0)  # O is said to win


def after(rule, episode=ENDS, old=OLD, **settings):
    """The values of the episode's states after the rule was applied."""
    V = np.zeros(N_STATES)
    for state, value in old.items():
        V[state] = value
    rule(V, episode, **settings)
    return V[episode.states].tolist()


def test_td_backward_by_hand():
    # -0.55 first, then 0.4 + 0.5 (0.9 * -0.55 - 0.4), then 0 + 0.5 * 0.9 * that
    expected = [-0.021375, -0.0475, -0.55, -1]
    assert after(td_backward, alpha=0.5, gamma=0.9) == pytest.approx(expected, abs=1e-12)


def test_td_lambda_with_lambda_0_is_td_exactly():
    one, other = (TDLearner(0.3, 0.9, epsilon=0.3, seed=4) for _ in range(2))
    other.rule, other.settings = td_lambda, {**other.settings, "lam": 0.0}
    for learner in (one, other):
        learner.learn(500)
    assert one.table.tobytes() == other.table.tobytes()


def naive_td(values, states, winner, alpha, gamma):
    """TD(0) after each move, over a dict: what was learned and nothing else."""
    for now, then in pairwise(states):
        known = winner if then == states[-1] else values.get(then, 0.0)
        values[now] = values.get(now, 0.0) * (1 - alpha) + alpha * gamma * known
    values[states[-1]] = winner


def test_td_equals_a_naive_version_over_many_games():
    rng, V, values = np.random.default_rng(3), np.zeros(N_STATES), {}
    for _ in range(300):
        states, actions = random_game(TICTACTOE, rng)
        winner = int(WINNER[states[-1]])
        td(V, Episode(states, actions, winner, 0), 0.3, 0.8)
        naive_td(values, states.tolist(), winner, 0.3, 0.8)
    expected = np.zeros(N_STATES)
    expected[list(values)] = list(values.values())
    assert np.abs(V - expected).max() < 1e-12


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"lam": 2}, "lam is a number from 0 to 1, not 2"),
        ({"order": "sideways"}, "'sideways'"),
        ({"order": "backward", "lam": 0.5}, "lam=0.5"),
    ],
)
def test_settings_out_of_range_are_named(settings, complaint):
    with pytest.raises(ValueError, match=complaint):
        TDLearner(**settings)


def test_the_settings_choose_the_rule():
    assert TDLearner().rule is td
    assert TDLearner(order="backward").rule is td_backward
    assert TDLearner(lam=0.5).rule is td_lambda
    assert (TDLearner(initial=0.25).table == 0.25).all()


def test_what_100_000_games_teach():
    rows, _ = train_seeds(TDLearner(), 100_000, range(10), checkpoints=[100_000])
    assert (rows.x_losses == 0).all()
    assert (rows.worst_as_x == 0).all()
    assert (rows.o_losses < 0.08).all()
    assert (rows.self_play_draws == 1).all()
    assert rows.optimal_share.between(0.88, 0.97).all()
    rows, _ = train_seeds(TDLearner(symmetric="moves"), 100_000, range(10), checkpoints=[100_000])
    assert (rows.worst_as_x == 0).all()
    assert (rows.worst_as_o == 0).all()
    assert (rows.optimal_share > 0.93).all()
