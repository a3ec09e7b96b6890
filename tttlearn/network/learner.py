"""Learners that are networks: what `Learner` is to a table, for weights.

They work in `train`, `train_seeds`, the board and everything else that takes a learner: `table` is
the flat array of all weights, and the outputs for every position, one for each cell, make a policy.
They learn tic-tac-toe.
"""

from dataclasses import dataclass, fields, replace
from functools import cache

import numpy as np

from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import CELLS, LEGAL, N_STATES, TICTACTOE, TURN, UNDECIDED
from tttlearn.game.tables import X
from tttlearn.learn.blocks import BadGameError, Block, Pace, in_game
from tttlearn.learn.known import known
from tttlearn.learn.learner import SEATS, opponent_thresholds
from tttlearn.learn.pupil import Pupil
from tttlearn.network.basics import Network
from tttlearn.network.loops import outputs_of
from tttlearn.network.order import LANES, OUTPUTS, net_on, room, tables_with
from tttlearn.support import arguments
from tttlearn.support.arguments import number, whole

INPUTS = 2 * TICTACTOE.n_cells
"""The number of the `two_bits`."""


@dataclass(eq=False)
class NetworkLearner(Pupil):
    """A player whose table is the weights of a network; `play_on` does what its recipe says.

    `seed`: where its first weights, and all randomness after them, come from. The weights are
    single precision. `visits` as in Learner.
    """

    ties = "first"
    rules = TICTACTOE

    seed: int = 0
    name: str = "network"

    def __init_subclass__(cls):
        if cls.__module__.startswith("tttlearn."):  # a reader's own may have any name
            known(cls)

    def __post_init__(self):
        self.seed = arguments.seed(self.seed)
        for field in fields(self):
            check = {int: whole, float: number, str: arguments.text}.get(field.type)
            if check and field.name != "seed":
                setattr(self, field.name, check(getattr(self, field.name), field.name))
        self.rng = np.random.default_rng(self.seed)
        self.table = self.first_weights()
        self.played = np.zeros(1, dtype=np.int64)
        self.visits = np.zeros(N_STATES, dtype=np.int64)

    def values_in(self, states):
        """What it thinks of the actions in undecided states, one or many: a row for each, to X."""
        rows = np.atleast_1d(states)
        return (TURN[rows, None] * self.outputs_in(rows)).reshape(*np.shape(states), -1)

    @property
    def outputs(self):
        """The outputs for each undecided state, a row each, 0 elsewhere; before any softmax."""
        outputs = np.zeros(LEGAL.shape, np.float32)
        outputs[UNDECIDED] = self.outputs_in(UNDECIDED)
        return outputs

    def learn_block(self, seat, games, pace):
        """Learn from the games of a `Block`, and yield the winners of each slice."""
        return self._learn(seat, games, np.empty(0, np.int64), pace)

    def learn_from_game(self, game, side="O"):
        """Learn from a finished `Game`, whoever played it, as from its own.

        `side`: whose moves are its, "X" or "O", for a network that plays one side.
        """
        if not game.is_over:
            raise ValueError(f"only a finished game can be learned from; the board is\n{game}")
        list(self._learn(self.seat(None, side), 1, np.array(game.history, np.int64), Pace()))

    def _learn(self, seat, games, script, pace):
        def play(start, winners):
            with np.errstate(all="ignore"):  # the weights are checked at the end of the block
                self.play_on(seat, script, winners)

        try:
            yield from Block(self, play, games, pace).slices()
        except BadGameError as bad:
            raise bad.failure or ValueError(
                f"the weights grow beyond all bounds {in_game(self)}: learn in smaller steps"
            ) from None

    def fresh(self, seed):
        """A learner like this, from `seed`, that has learned nothing yet."""
        return replace(self, seed=seed)


def seat_of(opponent, side):
    """(side, thresholds of the opponents, random if None); ValueError if they do not fit."""
    if side not in SEATS or (side == "both" and opponent is not None):
        raise ValueError(f'it plays side "X" or "O" against an opponent, not {side!r}')
    return side, _random_thresholds() if opponent is None else opponent_thresholds(opponent)


@cache
def _random_thresholds():
    return opponent_thresholds(random_policy())


def bit_rows(turn_too=False):
    """For each state which of the `two_bits` are 1, then -1; `turn_too`: and 18 for X, 19 for O."""
    # Small numbers, so that the rows stay in the processor's cache: a tenth of the time.
    rows = np.full((N_STATES, TICTACTOE.n_cells + turn_too), -1, np.int8)
    counts = np.zeros(N_STATES, np.int64)
    for cell in range(TICTACTOE.n_cells):
        taken = np.flatnonzero(CELLS[:, cell])
        rows[taken, counts[taken]] = 2 * cell + CELLS[taken, cell] - 1
        counts[taken] += 1
    if turn_too:
        rows[np.arange(N_STATES), counts] = INPUTS + (TURN != X)
    return rows


@dataclass(eq=False)
class OneHiddenLayer(NetworkLearner):
    """A NetworkLearner with one hidden layer, and two inputs and one output for each cell.

    `hidden`: its units. `spread`: the first weights and biases are uniform in [-spread, spread].
    """

    hidden: int = 100
    spread: float = 0.5

    inputs = INPUTS
    tables = tables_with(bit_rows())

    def __post_init__(self):
        self.hidden = whole(self.hidden, "the number of hidden units", 1)
        super().__post_init__()
        self.net = net_on(self.table, self.inputs, self.width)

    @property
    def width(self):
        """The hidden units, including those that only fill up."""
        # At least 64: the compiler unrolls shorter loops, which should be vectors.
        return LANES * max(4, -(-self.hidden // LANES))

    def first_weights(self):
        """The flat table of weights before it learns anything."""
        table = room((self.inputs + 1 + OUTPUTS) * self.width + OUTPUTS)
        net = net_on(table, self.inputs, self.width)
        parts = net.W1[:, : self.hidden], net.W2.reshape(OUTPUTS, -1)[:, : self.hidden], net.b2
        for part in parts:
            part[...] = self.rng.uniform(-self.spread, self.spread, part.shape)
        return table

    @property
    def network(self):
        """Its weights as a `Network`, a copy in double precision, for `forward` and the like."""
        W1, W2 = self.net.W1[:, : self.hidden], self.net.W2.reshape(OUTPUTS, -1)[:, : self.hidden]
        weights, biases = [W1[:-1], W2.T], [W1[-1], self.net.b2]
        return Network([w.astype(float) for w in weights], [b.astype(float) for b in biases])

    @property
    def parameters(self):
        """How many numbers there are to learn."""
        return (self.inputs + 1 + OUTPUTS) * self.hidden + OUTPUTS

    def outputs_in(self, states):
        """(n, outputs): the outputs in these states, before softmax."""
        found = np.empty((len(states), OUTPUTS), np.float32)
        outputs_of(self.net, self.tables, states, found)
        return found
