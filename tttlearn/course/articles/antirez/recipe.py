"""Provide antirez's ttt-rl, 2025: a network in C that learns to play O against random moves.

There is also what its README leaves to others: a network that plays both sides and learns from
itself.
"""

from dataclasses import dataclass

import numpy as np

from tttlearn.course.articles.antirez.bent import OUTPUTS, RELU, SIGMOID, TANH, bent_outputs
from tttlearn.course.articles.antirez.games import games_against
from tttlearn.game.rules import TICTACTOE, UNDECIDED
from tttlearn.network.basics import softmax
from tttlearn.network.learner import BothSides, OneHiddenLayer, seat_of

ANTIREZ_REWARDS = {
    "code": {"win": 1.0, "draw": 0.3, "loss": -2.0},
    "readme": {"win": 1.0, "draw": 0.2, "loss": -1.0},
}
"""Rewards of the program as it is, and those in its README."""


@dataclass(eq=False)
class RewardedMoves(OneHiddenLayer):
    """Network whose outputs are probabilities, and whose moves are rewarded when a game is over.

    A move is made more probable in proportion to the reward, or, if it is negative, all other legal
    moves are. Late moves count up to twice as much as early ones: `later` is the part of the reward
    that grows over the game. The network plays one side and never explores.
    """

    win: float = 1.0
    draw: float = 0.3
    loss: float = -2.0
    rate: float = 0.1
    later: float = 0.5

    values = None  # the outputs are probabilities, not values
    """None, because the outputs are probabilities."""
    bent_by = RELU
    counts = 0
    """Whether the move of a lost game is counted among those that share its target: not in C."""

    @property
    def bend(self):
        """Activation of the hidden layer and its number of units, for the loops."""
        return self.bent_by, self.hidden

    @property
    def probabilities(self):
        """Outputs for each undecided state, (19683, 9), with illegal cells; rows sum to 1."""
        probabilities = np.zeros((len(self.visits), 9))
        probabilities[UNDECIDED] = softmax(self.outputs[UNDECIDED].astype(float))
        return probabilities

    def seat(self, opponent, side):
        """Return (first turn, thresholds); by default the network plays O against random moves."""
        side, opponents = seat_of(opponent, side)
        return (0 if side == "X" else 1), opponents

    def play_on(self, seat, script, winners):
        """Play these games, or the one in `script`, and learn from each."""
        rewards = self.rate * np.array([self.loss, self.draw, self.win])
        mine, opponents = seat
        games_against(
            *(self.net, self.tables, opponents, mine, rewards.astype(np.float32)),
            *(
                np.float32(self.later),
                self.bend,
                self.counts,
                script,
                winners,
                self.visits,
                self.played,
                self.rng,
            ),
        )


class SharedByAll(RewardedMoves):
    """RewardedMoves with the target of a lost game as the README has it.

    Each of the other legal moves gets 1/(number of legal moves), so that the targets do not sum to
    1.
    """

    counts = 1


class BentMoves(RewardedMoves):
    """RewardedMoves with another activation than relu in its hidden layer."""

    @property
    def network(self):
        """Not available: raises ValueError, because `forward` of a `Network` applies relu."""
        raise ValueError("a Network bends by relu, but this one does not; take its `outputs`")

    def outputs_in(self, states):
        """Return the outputs in these states before softmax, (n, outputs)."""
        outputs = np.empty((len(states), OUTPUTS), np.float32)
        bent_outputs(self.net, self.tables, states, self.bend, outputs)
        return outputs


class TanhMoves(BentMoves):
    """RewardedMoves with tanh as the activation of its hidden layer."""

    bent_by = TANH


class SigmoidMoves(BentMoves):
    """RewardedMoves with the sigmoid as the activation of its hidden layer."""

    bent_by = SIGMOID


ACTIVATIONS = {"relu": RewardedMoves, "tanh": TanhMoves, "sigmoid": SigmoidMoves}
"""Network for each activation of the hidden layer."""


def antirez(rewards="code", hidden=100, seed=0, later=0.5, activation="relu"):
    """Return antirez's network: 18 inputs, 100 hidden units with relu, 9 outputs with softmax.

    It plays O, greedily, against random moves. After the game each of its moves is learned once, in
    order, with cross-entropy and rate 0.1, times the reward, times 0.5 + 0.5 i / n for the move i
    of n; `later=0` leaves that factor out. `rewards` is "code" (win 1, draw 0.3, loss -2) or
    "readme" (1, 0.2, -1). Three quirks are kept: no move is ever explored; a loss makes all other
    legal moves of every turn more probable, also bad ones; the network may prefer illegal moves,
    which are only skipped. `activation` is "relu", or "tanh" or "sigmoid" instead. Raises
    ValueError for other words.
    """
    one_of(ANTIREZ_REWARDS, "rewards", rewards)
    one_of(ACTIVATIONS, "activation", activation)
    settings = ANTIREZ_REWARDS[rewards] | {"hidden": hidden, "later": later}
    name = f"antirez, {rewards}, {hidden} hidden" + f", {activation}" * (activation != "relu")
    return ACTIVATIONS[activation](seed=seed, name=name, **settings)


def one_of(words, what, word):
    """Check that `word` is one of `words`; raise ValueError, which names `what`, otherwise."""
    if word not in words:
        raise ValueError(f"{what} is one of {', '.join(words)}, not {word!r}")


def self_play(hidden=200, seed=0, rules=TICTACTOE):
    """Return the network that plays both sides: for tic-tac-toe 20 inputs, 200 units, 9 values.

    After 200,000 games with itself, it loses to no player, on either side, for nearly every seed.
    `rules` are any of `ttt.boards`.
    """
    name = f"self-play, {hidden} hidden"
    return BothSides(seed=seed, name=name, hidden=hidden, rules=rules)
