"""The network with a layer added, and values that are added: each beside a slow calculation."""

import numpy as np
import pytest

from tests.aids.gradients import backward, output_delta, sgd
from tttlearn.course.articles.antirez.deeper import antirez_deeper
from tttlearn.course.articles.recipes import nested_rule, nested_sum_rule, nestedsoftware
from tttlearn.game.rules import CELLS, LEGAL, N_STATES, START, next_state
from tttlearn.learn.episodes import Episode
from tttlearn.network.basics import forward

REWARDS = {"code": {1: -2.0, 0: 0.3, -1: 1.0}, "readme": {1: -1.0, 0: 0.2, -1: 1.0}}
"""By winner; the network is O."""


def two_bits(board):
    """Two bits for each cell: 10 is X, 01 is O, 00 is empty."""
    return np.array([float(mark == side) for mark in board for side in (1, 2)])


def learn_slowly(network, states, actions, reward):
    """From a game, O's moves in order: the network's own steps, in double precision."""
    for t in range(1, len(actions), 2):
        target = np.zeros(9)
        if reward >= 0:
            target[actions[t]] = 1.0
        else:
            others = [a for a in np.flatnonzero(LEGAL[states[t]]) if a != actions[t]]
            target[others] = 1 / len(others) if others else 0.0
        layers = forward(network, two_bits(CELLS[states[t]]))
        delta = output_delta(network, layers[-1], target)
        scale = abs(reward * (0.5 + 0.5 * t / len(actions)))
        sgd(network, backward(network, layers, scale * delta), 0.1)


@pytest.mark.parametrize("rewards", REWARDS)
def test_the_deeper_network_learns_from_games_as_the_slow_one(rewards):
    learner = antirez_deeper(rewards, seed=5)
    assert learner.parameters == learner.network.parameters == 6_309
    rng = np.random.default_rng(0)
    for _ in range(10):
        network, states, actions = learner.network, [START], []
        while LEGAL[states[-1]].any():
            actions.append(int(rng.choice(np.flatnonzero(LEGAL[states[-1]]))))
            states.append(next_state(states[-1], actions[-1]))
        winners = np.empty(1, np.int8)
        learner.play_on(learner.seat(None, "O"), np.array(actions), winners)
        learn_slowly(network, states, actions, REWARDS[rewards][int(winners[0])])
        for ours, theirs in zip(learner.weights[::2], network.weights, strict=True):
            assert ours == pytest.approx(theirs, abs=1e-6)
        for ours, theirs in zip(learner.weights[1::2], network.biases, strict=True):
            assert ours == pytest.approx(theirs, abs=1e-6)


def test_new_values_are_added():
    states = [START, next_state(START, 0), next_state(next_state(START, 0), 3)]
    states.append(next_state(states[-1], 1))
    episode = Episode(np.array(states), np.array([0, 3, 1]), 1, 1)
    tables = [np.zeros((N_STATES, 9)) for _ in range(2)]
    for _ in range(3):
        for table, rule in zip(tables, (nested_sum_rule, nested_rule), strict=True):
            rule(table, episode, 0.5, 1.0, 1.0, 0.0, -1.0)
    assert tables[0][states[2], 1] == pytest.approx(1.5)
    assert tables[1][states[2], 1] == pytest.approx(0.875)
    # The first move gets half of 0.5, of 1.0 and of 1.5, which the table says of the next one.
    assert tables[0][START, 0] == pytest.approx(1.5)


def test_adding_goes_with_one_table_and_a_value_for_each_move():
    assert "adding" in nestedsoftware(adding=True).name
    with pytest.raises(ValueError, match="need rewards"):
        nestedsoftware("repository", adding=True)
    with pytest.raises(ValueError, match="in one table, not in two"):
        nestedsoftware(double=True, adding=True)
