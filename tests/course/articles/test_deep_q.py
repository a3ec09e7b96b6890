"""nestedsoftware's deep Q beside a second program in plain Python loops, over the same games.

Written from row 2-18 of source 2: moves may be illegal and then lose, the targets come from a copy
of the network made after the game before, and those of illegal moves are 0. The recipe calculates
in single precision, the second program in double.
"""

import copy
import math

import numpy as np

from tests.aids import naive
from tests.course.articles import nested_article
from tttlearn.course.articles.recipes import nestedsoftware_dqn

RATE = 0.1


def dense(inputs, weights, biases):
    """What goes into each unit of a layer; `weights[i][j]` is from input i to unit j."""
    sums = list(biases)
    for x, row in zip(inputs, weights, strict=True):
        for j in range(len(sums)):
            sums[j] += x * row[j]
    return sums


def step_layer(weights, biases, inputs, gradients):
    """One step downhill in a layer; the gradients of what went into it, from before the step."""
    back = [sum(w * g for w, g in zip(row, gradients, strict=True)) for row in weights]
    for i, x in enumerate(inputs):
        weights[i] = [w - RATE * x * g for w, g in zip(weights[i], gradients, strict=True)]
    biases[:] = [b - RATE * g for b, g in zip(biases, gradients, strict=True)]
    return back


class Slow:
    """Three layers of [weights, biases], and the copy of them that the targets come from."""

    def __init__(self, parts):
        lists = [part.astype(float).tolist() for part in parts]
        self.layers = [lists[0:2], lists[2:4], lists[4:6]]

    def forward(self, layers, board):
        """[what goes in, the first hidden layer, the second, the nine outputs]"""
        found = [[{"X": 1.0, "O": -1.0, ".": 0.0}[mark] for mark in board]]
        for weights, biases in layers[:2]:
            found.append([max(z, 0.0) for z in dense(found[-1], weights, biases)])
        return [*found, [1 / (1 + math.exp(-z)) for z in dense(found[-1], *layers[2])]]

    def choose(self, board, epsilon, rng):
        """Any of the nine cells, also one that is taken."""
        if rng.random() < epsilon:
            return int(rng.random() * 9)
        outputs = self.forward(self.layers, board)[-1]
        return outputs.index(max(outputs))

    def step(self, board, cell, target):
        inputs, first, second, outputs = self.forward(self.layers, board)
        wanted = [out if board[i] == "." else 0.0 for i, out in enumerate(outputs)]
        wanted[cell] = target
        pairs = zip(outputs, wanted, strict=True)
        back = [2 / 9 * (out - want) * out * (1 - out) for out, want in pairs]
        for (weights, biases), before in zip(
            self.layers[::-1], (second, first, inputs), strict=True
        ):
            back = step_layer(weights, biases, before, back)
            back = [b if x > 0 else 0.0 for b, x in zip(back, before, strict=True)]  # relu

    def learn(self, own, reward):
        """From the last of the own moves to the first, each towards what the copy says."""
        target_net, target = copy.deepcopy(self.layers), reward
        for board, cell in own[::-1]:
            self.step(board, cell, target)
            target = max(self.forward(target_net, board)[-1])

    def play(self, side, epsilon, rng):
        """A game against random moves: its winner, and the own (board, cell)."""
        board, own = "." * 9, []
        while not naive.is_over(board):
            if naive.mover(board) == side:
                own.append((board, self.choose(board, epsilon, rng)))
                if board[own[-1][1]] != ".":
                    return "O" if side == "X" else "X", own
                board = naive.after(*own[-1])
            else:
                free = naive.moves(board)
                board = naive.after(board, free[int(rng.random() * len(free))])
        return naive.winner(board), own

    def furthest(self, parts):
        ours = [part for layer in self.layers for part in layer]
        return max(np.abs(np.subtract(a, b)).max() for a, b in zip(ours, parts, strict=True))


def play_beside(games_each, seed, anew):
    """The largest differences after each game; `anew`: each starts from the recipe's weights."""
    learner = nestedsoftware_dqn(seed, games_each)
    rng, slow, found, ends = copy.deepcopy(learner.rng), Slow(learner.weights), [], []
    for side in "XO":
        for epsilon in nested_article.epsilons(games_each):
            slow = Slow(learner.weights) if anew else slow
            winner, own = slow.play(side, epsilon, rng)
            assert learner.learn(1).tolist() == [{"X": 1, "O": -1, "": 0}[winner]]
            slow.learn(own, 1.0 if winner in (side, "") else 0.0)
            found.append(slow.furthest(learner.weights))
            ends.append((winner == side, board_is_free(own)))
    assert {(True, True), (False, True), (False, False)} <= set(ends)
    return found


def board_is_free(own):
    """Whether the last cell chosen was free."""
    board, cell = own[-1]
    return board[cell] == "."


def test_one_game_after_the_other_from_the_same_weights():
    assert max(play_beside(40, seed=1, anew=True)) < 1e-6


def test_all_games_in_a_row_with_weights_of_its_own():
    assert max(play_beside(40, seed=2, anew=False)) < 1e-5
