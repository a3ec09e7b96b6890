"""Hickman's learner: the published update with its order as it runs, and as it is described."""

import numpy as np
import pytest

from tests.aids.learning import random_game
from tttlearn.course.articles.recipes import (
    HICKMAN_TEST,
    HICKMAN_TRAINING,
    hickman,
    hickman_repaired_rule,
    hickman_reward,
    hickman_rule,
)
from tttlearn.evaluation.exact import measure
from tttlearn.game.rules import LEGAL, N_STATES, NEXT, TURN, WINNER
from tttlearn.learn.episodes import Episode

SETTINGS = {"alpha": 0.35, "gamma": 0.9}
STATES = np.array([0, 1, 7, 16, 178, 259])  # three of X after the start, two of O
GAME = Episode(STATES, np.array([0, 1, 2, 4, 4]), 1, 0)


def after(rule, winner=1):
    """The values of X's and of O's states, newest first, after one game."""
    V = np.zeros(N_STATES)
    V[STATES[[5, 3, 1]]] = 0.1, 0.2, 0.3
    V[STATES[[4, 2]]] = 0.4, 0.6
    rule(V, GAME._replace(winner=winner), **SETTINGS)
    return V[STATES[[5, 3, 1]]], V[STATES[[4, 2]]]


def test_the_published_update_is_the_one_that_was_probed():
    mine, _ = after(hickman_rule)
    assert mine == pytest.approx([0.51, 0.29065, 0.15655475], abs=1e-9)


def test_the_repaired_update_by_hand():
    mine, theirs = after(hickman_repaired_rule)
    newest = 0.1 + 0.35 * (0.9 * 1 - 0.1)
    middle = 0.2 + 0.35 * (0.9 * newest - 0.2)
    oldest = 0.3 + 0.35 * (0.9 * middle - 0.3)
    assert mine == pytest.approx([newest, middle, oldest], abs=1e-12)
    last = 0.4 + 0.35 * (0.9 * 0 - 0.4)
    assert theirs == pytest.approx([last, 0.6 + 0.35 * (0.9 * last - 0.6)], abs=1e-12)


def test_of_a_list_of_two_the_published_update_mixes_both():
    _, theirs = after(hickman_rule)
    first = 0.6 + 0.35 * (0.9 * 0 - 0.6)
    assert theirs == pytest.approx([first, 0.4 + 0.35 * (0.9 * first - 0.4)], abs=1e-12)


def backfeed(values, reward, alpha, gamma):
    """The article's function, in words: from the last element to the first, appending."""
    found = []
    for value in reversed(values):
        reward = value + alpha * (gamma * reward - value)
        found.append(reward)
    return found


def test_the_published_update_on_random_games():
    rng = np.random.default_rng(5)
    V = rng.random(N_STATES)
    for _ in range(50):
        states, actions, winner = random_game(rng)
        expected = V.copy()
        for player in (1, 2):
            newest_first = states[player::2][::-1]
            reward = hickman_reward(player, winner)
            expected[newest_first] = backfeed(V[newest_first], reward, 0.35, 0.9)
        hickman_rule(V, Episode(states, actions, winner, 0), **SETTINGS)
        assert np.abs(V - expected).max() < 1e-12


@pytest.mark.parametrize(
    ("winner", "rewards"), [(1, (1.0, 0.0)), (0, (0.1, 0.5)), (-1, (0.0, 1.0))]
)
def test_the_rewards(winner, rewards):
    assert tuple(hickman_reward(player, winner) for player in (1, 2)) == rewards


def test_it_explores_in_training_and_not_in_the_test():
    games = np.array([0, HICKMAN_TRAINING - 1, HICKMAN_TRAINING, HICKMAN_TRAINING + HICKMAN_TEST])
    assert hickman().exploring(games).tolist() == [0.2, 0.2, 0, 0]


def test_values_are_to_the_side_that_moved():
    learner = hickman()
    learner.table[:] = np.arange(N_STATES)
    s, a = np.nonzero(LEGAL)
    assert (learner.values[s, a] == TURN[s] * NEXT[s, a]).all()


@pytest.mark.parametrize("repaired", [False, True])
def test_ten_runs_of_the_article(repaired):
    for seed in range(10):
        learner = hickman(repaired, seed)
        learner.learn(HICKMAN_TRAINING)
        winners = learner.learn(HICKMAN_TEST)
        assert not winners[-500:].any()
        won = learner.table[(learner.visits > 0) & (WINNER != 0)]
        if repaired:
            assert won.max() == pytest.approx(0.9, abs=1e-9)
        else:
            assert won.max() < 0.8
        # It always draws against itself, and still can be beaten or at least errs.
        found = measure(learner.policy)
        assert 0.9 < found["optimal_share"] < 0.99
        assert found["self_play_draws"] == 1
