"""antirez's network beside a second one in plain Python loops, over the same games.

Written from source 3, rows 3-3 to 3-13. The recipe calculates in single precision, the second
program in double: after one game they agree to 1e-6, and after many nearly so.
"""

import copy
import math

import numpy as np
import pytest

from tests.aids import naive
from tests.course.articles.test_deep_q import dense, step_layer
from tttlearn.course.articles.recipes import antirez
from tttlearn.evaluation.policy import random_policy
from tttlearn.network.learner import OneHiddenLayer

REWARDS = {  # of a draw, a win and a loss
    "code": (0.3, 1.0, -2.0),
    "readme": (0.2, 1.0, -1.0),
}
rewards = pytest.mark.parametrize("rewards", REWARDS)
BENDS = {  # what bends a sum, and the slope there, from what came out
    "relu": (lambda z: max(z, 0.0), lambda y: float(y > 0)),
    "tanh": (math.tanh, lambda y: 1 - y * y),
    "sigmoid": (lambda z: 1 / (1 + math.exp(-z)), lambda y: y * (1 - y)),
}


def network_of(learner):
    """Its weights, also where `network` refuses since another function than relu bends them."""
    return OneHiddenLayer.network.fget(learner)


def inputs_of(board):
    """Two bits for each cell: 10 is X, 01 is O, 00 is empty."""
    return [float(mark == side) for mark in board for side in "XO"]


class Slow:
    """A network with lists of weights: from input i to hidden h, from hidden h to output o."""

    def __init__(self, network, activation="relu"):
        self.bend, self.slope = BENDS[activation]
        self.first, self.second = (part.astype(float).tolist() for part in network.weights)
        self.hidden_bias, self.output_bias = (
            part.astype(float).tolist() for part in network.biases
        )

    def forward(self, board):
        """(what goes in, the hidden layer, the probabilities of the nine cells)."""
        inputs = inputs_of(board)
        hidden = [self.bend(total) for total in dense(inputs, self.first, self.hidden_bias)]
        logits = dense(hidden, self.second, self.output_bias)
        powers = [math.exp(logit - max(logits)) for logit in logits]
        return inputs, hidden, [power / sum(powers) for power in powers]

    def choose(self, board):
        outputs = self.forward(board)[2]
        return max(naive.moves(board), key=outputs.__getitem__)

    def step(self, board, target, scale):
        """One step of backpropagation."""
        inputs, hidden, outputs = self.forward(board)
        deltas = [(outputs[o] - target[o]) * scale for o in range(9)]
        back = step_layer(self.second, self.output_bias, hidden, deltas)
        back = [one * self.slope(h) for one, h in zip(back, hidden, strict=True)]
        step_layer(self.first, self.hidden_bias, inputs, back)

    def learn(self, boards, cells, reward, side):
        """From a game: its boards before each move, and the cells taken; the odd moves are O's."""
        for n in range("XO".index(side), len(cells), 2):
            target = [0.0] * 9
            if reward >= 0:
                target[cells[n]] = 1.0
            else:
                for cell in naive.moves(boards[n]):
                    target[cell] = 0.0 if cell == cells[n] else 1 / (9 - n - 1)
            self.step(boards[n], target, abs(reward * (0.5 + 0.5 * n / len(cells))))

    def play(self, rng, side):
        """A game against random moves: its boards, and the cells taken."""
        boards, cells = ["." * 9], []
        while not naive.is_over(boards[-1]):
            board = boards[-1]
            free = naive.moves(board)
            mine = naive.mover(board) == side
            cells.append(self.choose(board) if mine else free[int(rng.random() * len(free))])
            boards.append(naive.after(board, cells[-1]))
        return boards, cells

    def furthest(self, network):
        """The largest difference of a weight or bias from those of the network."""
        ours = self.first, self.second, self.hidden_bias, self.output_bias
        theirs = *network.weights, *network.biases
        return max(np.abs(np.subtract(a, b)).max() for a, b in zip(ours, theirs, strict=True))


def play_beside(learner, games, rewards, anew, activation="relu", side="O"):
    """The largest differences after each game; `anew`: each starts from the recipe's weights."""
    rng, found, ends = copy.deepcopy(learner.rng), [], []
    slow = Slow(network_of(learner), activation)
    for _ in range(games):
        slow = Slow(network_of(learner), activation) if anew else slow
        boards, cells = slow.play(rng, side)
        visits, winner = learner.visits.copy(), naive.winner(boards[-1])
        assert learner.learn(1, random_policy(), side).tolist() == [naive.result(boards[-1])]
        first = "XO".index(side)
        own = [naive.code(board) for board in [*boards[first:-1:2], boards[-1]]]
        assert np.flatnonzero(learner.visits - visits).tolist() == sorted(own)
        drawn, won, lost = REWARDS[rewards]
        slow.learn(boards, cells, {"": drawn, side: won}.get(winner, lost), side)
        found.append(slow.furthest(network_of(learner)))
        ends.append(winner)
    assert set(ends) == {"X", "", "O"}
    return found


@rewards
@pytest.mark.parametrize("side", "XO")
def test_one_game_after_the_other_from_the_same_weights(rewards, side):
    learner = antirez(rewards, hidden=25, seed=2)
    assert max(play_beside(learner, 60, rewards, anew=True, side=side)) < 1e-6


@rewards
def test_all_games_in_a_row_with_weights_of_its_own(rewards):
    assert max(play_beside(antirez(rewards, hidden=25, seed=3), 60, rewards, anew=False)) < 1e-5


@pytest.mark.parametrize(("activation", "rewards"), [("tanh", "code"), ("sigmoid", "readme")])
def test_with_another_function_than_relu(activation, rewards):
    learner = antirez(rewards, hidden=25, seed=2, activation=activation)
    assert max(play_beside(learner, 40, rewards, True, activation)) < 1e-6
    slow = Slow(network_of(learner), activation)
    for board in naive.undecided()[::40]:
        expected = slow.forward(board)[2]
        assert learner.probabilities[naive.code(board)] == pytest.approx(expected, abs=1e-6)


def test_units_that_only_fill_up_stay_off_and_forward_is_refused():
    learner = antirez(hidden=25, activation="sigmoid")
    learner.learn(200)
    assert not learner.net.W1[:, 25:].any()
    assert not learner.net.W2.reshape(9, -1)[:, 25:].any()
    with pytest.raises(ValueError, match="bends by relu, but this one does not"):
        learner.network  # noqa: B018


def test_the_published_size_of_the_network():
    learner = antirez(seed=4)
    slow = Slow(learner.network)
    assert sum(map(len, slow.first + slow.second)) + 100 + 9 == 2_809
    assert max(play_beside(learner, 25, "code", anew=True)) < 1e-6
