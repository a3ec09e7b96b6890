"""Provide antirez's network with a second hidden layer, which his README says is no help.

After the hidden layer of 100 comes one of 40. All else is the same: inputs, opponent, rewards,
steps. The loops add in a fixed order.
"""

from dataclasses import dataclass

import numpy as np

from tttlearn.course.articles.antirez.bent import MAX_MOVES, OUTPUTS
from tttlearn.course.articles.antirez.games import rewarded
from tttlearn.course.articles.antirez.recipe import ANTIREZ_REWARDS, antirez, one_of
from tttlearn.course.articles.two_layers import TwoHiddenLayers, from_first, step_to_first
from tttlearn.game.rules import START, TICTACTOE
from tttlearn.network.learner import seat_of
from tttlearn.network.loops import best_action, drawn, to_probabilities
from tttlearn.network.order import input_tables
from tttlearn.support.compiled import njit

FIRST, ADDED = antirez().hidden, 40
"""Units of antirez's hidden layer, and of the layer that is added."""
HALF = np.float32(0.5)


@njit
def _forward(weights, row, n, first, second, logits):
    """Fill both hidden layers, and logits[0], for the n inputs that are 1 and stand in `row`."""
    W1 = weights[0]
    first[:] = weights[1]
    for k in range(n):
        for j in range(FIRST):
            first[j] += W1[row[k], j]
    from_first(weights, first, second, logits, 0)


@njit
def deeper_games(weights, tables, opponents, rewards, script, winners, visits, played, rng):
    """Play a game as O for each entry of `winners`, and learn from each as antirez's does."""
    rows, following = tables.rows, tables.following
    terminal, winner = tables.terminal, tables.winner
    W1, turned, back = weights[0], weights[2].T.copy(), np.empty((2, FIRST), np.float32)
    first, second = np.empty(FIRST, np.float32), np.empty(ADDED, np.float32)
    logits, delta = np.empty((1, OUTPUTS), np.float32), np.empty(OUTPUTS, np.float32)
    states, actions = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.int64)
    for game in range(len(winners)):
        state, n = START, 0
        while not terminal[state]:
            if n % 2:
                _forward(weights, rows[state], n, first, second, logits)
                action = best_action(logits, 0, following, state)
                visits[state] += 1
            else:
                action = drawn(opponents[played[0] % len(opponents), state], rng)
            states[n], actions[n] = state, script[n] if n < len(script) else action
            state = following[state, actions[n]]
            n += 1
        visits[state] += 1
        winners[game] = winner[state]
        reward = rewards[1 - winner[state]]
        for t in range(1, n, 2):
            row = rows[states[t]]
            _forward(weights, row, t, first, second, logits)
            to_probabilities(logits, delta, 0)
            weight = HALF + HALF * np.float32(t) / np.float32(n)
            rewarded(delta, following, states[t], actions[t], OUTPUTS - 1 - t, reward * weight)
            step_to_first(weights, turned, first, second, delta, back)
            for k in range(t):
                for j in range(FIRST):
                    W1[row[k], j] -= back[0, j]
        played[0] += 1


@dataclass(eq=False)
class DeeperMoves(TwoHiddenLayers):
    """Network with two hidden layers, rewarded as antirez's is; the defaults are the code's."""

    win: float = 1.0
    draw: float = 0.3
    loss: float = -2.0
    rate: float = 0.1
    spread: float = 0.5

    values = None  # the outputs are probabilities, not values
    sizes = 2 * TICTACTOE.n_cells, FIRST, ADDED, OUTPUTS
    tables = input_tables(TICTACTOE)

    def first_weights(self):
        """Return the initial weights as a flat table, uniform in [-spread, spread]."""
        weights = self.rng.uniform(-self.spread, self.spread, self.parameters)
        return weights.astype(np.float32)

    def outputs_in(self, states):
        """Return the outputs in these states before softmax, (n, outputs)."""
        outputs = np.empty((len(states), OUTPUTS), np.float32)
        first, second = np.empty(FIRST, np.float32), np.empty(ADDED, np.float32)
        for k, state in enumerate(states):
            row, n = self.tables.rows[state], self.tables.counts[state]
            _forward(self.weights, row, n, first, second, outputs[k : k + 1])
        return outputs

    def seat(self, opponent, side):
        """Return the thresholds of the opponents; the network plays O."""
        return seat_of(opponent, side)[1]

    def play_on(self, seat, script, winners):
        """Play these games, or the one in `script`, and learn from each."""
        rewards = self.rate * np.array([self.loss, self.draw, self.win])
        deeper_games(
            *(self.weights, self.tables, seat, rewards.astype(np.float32)),
            *(script, winners, self.visits, self.played, self.rng),
        )


def antirez_deeper(rewards="code", seed=0):
    """Return antirez's network with a second hidden layer, of 40, after that of 100, as O.

    `rewards` is "code" or "readme", as for `antirez`. Raises ValueError for other words.
    """
    one_of(ANTIREZ_REWARDS, "rewards", rewards)
    name = f"antirez, {rewards}, a hidden layer added"
    return DeeperMoves(seed=seed, name=name, **ANTIREZ_REWARDS[rewards])
