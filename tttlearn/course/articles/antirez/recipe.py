"""antirez, ttt-rl, 2025: a network in C that learns to play O against random moves.

And what its README leaves to others: a network that plays both sides and learns from itself.
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
"""The rewards of the program as it is, and those that its README speaks of."""


@dataclass(eq=False)
class RewardedMoves(OneHiddenLayer):
    """A network whose outputs are probabilities, and whose moves are rewarded when a game is over.

    A move is made more probable in proportion to the reward, or, when it is negative, all other
    legal moves are; late moves count up to twice as much as early ones: `later` is the part of the
    reward that grows over the game. It plays one side and never explores.
    """

    win: float = 1.0
    draw: float = 0.3
    loss: float = -2.0
    rate: float = 0.1
    later: float = 0.5

    values = None  # probabilities are no values
    """None: its outputs are probabilities."""
    bent_by = RELU
    counts = 0
    """Whether the move of a lost game is counted among those that share its target: not in C."""

    @property
    def bend(self):
        """(what bends the hidden layer, how many units it has), for the loops."""
        return self.bent_by, self.hidden

    @property
    def probabilities(self):
        """(19683, 9): the outputs for each undecided state, with illegal cells; rows sum to 1."""
        found = np.zeros((len(self.visits), 9))
        found[UNDECIDED] = softmax(self.outputs[UNDECIDED].astype(float))
        return found

    def seat(self, opponent, side):
        """(first turn, thresholds): by default it plays O against random moves."""
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
    """The same network with the target of a lost game as the README has it: each of the other
    legal moves gets 1/(number of legal moves), so that the targets do not sum to 1.
    """

    counts = 1


class BentMoves(RewardedMoves):
    """The same network with its hidden layer bent by another function than relu."""

    @property
    def network(self):
        """Raises ValueError: `forward` bends a `Network` by relu."""
        raise ValueError("a Network bends by relu, but this one does not; take its `outputs`")

    def outputs_in(self, states):
        """(n, outputs): the outputs in these states, before softmax."""
        found = np.empty((len(states), OUTPUTS), np.float32)
        bent_outputs(self.net, self.tables, states, self.bend, found)
        return found


class TanhMoves(BentMoves):
    """The same network with its hidden layer bent by tanh."""

    bent_by = TANH


class SigmoidMoves(BentMoves):
    """The same network with its hidden layer bent by the sigmoid."""

    bent_by = SIGMOID


ACTIVATIONS = {"relu": RewardedMoves, "tanh": TanhMoves, "sigmoid": SigmoidMoves}
"""The network for each function that bends the hidden layer."""


def antirez(rewards="code", hidden=100, seed=0, later=0.5, activation="relu"):
    """antirez's network: 18 inputs, 100 hidden units with relu, 9 outputs with softmax.

    It plays O, greedily, against random moves. After the game each of its moves is learned once, in
    order, with cross-entropy and rate 0.1, times the reward, times 0.5 + 0.5 i / n for the move
    i of n; `later=0` leaves that factor out. `rewards`: "code" (win 1, draw 0.3, loss -2) or
    "readme" (1, 0.2, -1). Quirks, kept: no move is ever explored; a loss makes all other legal
    moves of every turn more probable, also bad ones; illegal moves are not forbidden to the
    network, only passed over. `activation`: "relu", or "tanh" or "sigmoid" instead. Raises
    ValueError for other words.
    """
    one_of(ANTIREZ_REWARDS, "rewards", rewards)
    one_of(ACTIVATIONS, "activation", activation)
    settings = ANTIREZ_REWARDS[rewards] | {"hidden": hidden, "later": later}
    name = f"antirez, {rewards}, {hidden} hidden" + f", {activation}" * (activation != "relu")
    return ACTIVATIONS[activation](seed=seed, name=name, **settings)


def one_of(words, what, word):
    """Raises ValueError for a word that is none of these `words`; `what` it is."""
    if word not in words:
        raise ValueError(f"{what} is one of {', '.join(words)}, not {word!r}")


def self_play(hidden=200, seed=0, rules=TICTACTOE):
    """The network that plays both sides: in tic-tac-toe 20 inputs, 200 hidden units, 9 values.

    After 200,000 games of it, it loses to nobody, on either side, for nearly every seed. `rules`:
    any of `ttt.boards`.
    """
    name = f"self-play, {hidden} hidden"
    return BothSides(seed=seed, name=name, hidden=hidden, rules=rules)
