"""Learners that are networks: what `Learner` is to a table, for weights.

They work in `train`, `train_seeds`, the board and everything else that takes a learner: `table` is
the flat array of all weights, and the outputs for every position, one for each action, make a
policy.
"""

from dataclasses import dataclass, fields, replace
from functools import cache

import numpy as np

from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import BoardRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.blocks import BadGameError, Block, Pace, in_game
from tttlearn.learn.known import known
from tttlearn.learn.learner import SEATS, opponent_thresholds
from tttlearn.learn.pupil import Pupil
from tttlearn.network.basics import Network
from tttlearn.network.loops import games_with_itself, outputs_of, power
from tttlearn.network.order import LANES, input_tables, net_on, room
from tttlearn.support import arguments
from tttlearn.support.arguments import number, shown, whole

SELF_PLAY_GAMES = 200_000
"""The games over which temperature and rate of a network that plays both sides fall."""


@dataclass(eq=False)
class NetworkLearner(Pupil):
    """A player whose table is the weights of a network; `play_on` does what its recipe says.

    `seed`: where its first weights, and all randomness after them, come from. The weights are
    single precision. `visits` as in Learner. A kind that learns other boards than tic-tac-toe has
    its `rules` as a field.
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
        if not isinstance(self.rules, BoardRules):
            raise ValueError(
                f"a network sees the cells of a board: rules are those of ttt.boards(...), not "
                f"{shown(self.rules)}"
            )
        for field in fields(self):
            check = {int: whole, float: number, str: arguments.text}.get(field.type)
            if check and field.name != "seed":
                setattr(self, field.name, check(getattr(self, field.name), field.name))
        self.rng = np.random.default_rng(self.seed)
        self.table = self.first_weights()
        self.played = np.zeros(1, dtype=np.int64)
        self.visits = np.zeros(self.rules.n_states, dtype=np.int64)

    def values_in(self, states):
        """What it thinks of the actions in undecided states, one or many: a row for each, to X."""
        rows = np.atleast_1d(states)
        return (self.rules.turn[rows, None] * self.outputs_in(rows)).reshape(*np.shape(states), -1)

    @property
    def outputs(self):
        """The outputs for each undecided state, a row each, 0 elsewhere; before any softmax."""
        outputs = np.zeros(self.rules.legal.shape, np.float32)
        outputs[self.rules.undecided] = self.outputs_in(self.rules.undecided)
        return outputs

    def learn_block(self, seat, games, pace):
        """Learn from the games of a `Block`, and yield the winners of each slice."""
        return self._learn(seat, games, np.empty(0, np.int64), pace)

    def learn_from_game(self, game, side="O"):
        """Learn from a finished `Game`, whoever played it, as from its own.

        `side`: whose moves are its, "X" or "O", for a network that plays one side.
        """
        if game.rules.fingerprint != self.rules.fingerprint:
            raise ValueError(f"it learns {self.rules.name}, not {game.rules.name}")
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


@dataclass(eq=False)
class OneHiddenLayer(NetworkLearner):
    """A NetworkLearner with one hidden layer, and two inputs and one output for each cell.

    `hidden`: its units. `spread`: the first weights and biases are uniform in [-spread, spread].
    """

    hidden: int = 100
    spread: float = 0.5

    sees_turn = False

    def __post_init__(self):
        self.hidden = whole(self.hidden, "the number of hidden units", 1)
        super().__post_init__()
        self.net = net_on(self.table, self.inputs, self.width, self.rules)

    @property
    def tables(self):
        """The `InputTables` of its game."""
        return input_tables(self.rules, self.sees_turn)

    @property
    def inputs(self):
        """The number of inputs: the `two_bits`, and two more if it sees whose turn it is."""
        return 2 * self.rules.n_cells + 2 * self.sees_turn

    @property
    def width(self):
        """The hidden units, including those that only fill up."""
        # At least 64: the compiler unrolls shorter loops, which should be vectors.
        return LANES * max(4, -(-self.hidden // LANES))

    def first_weights(self):
        """The flat table of weights before it learns anything."""
        n = self.rules.n_actions
        table = room((self.inputs + 1 + n) * self.width + n)
        net = net_on(table, self.inputs, self.width, self.rules)
        parts = net.W1[:, : self.hidden], net.W2.reshape(n, -1)[:, : self.hidden], net.b2
        for part in parts:
            part[...] = self.rng.uniform(-self.spread, self.spread, part.shape)
        return table

    @property
    def network(self):
        """Its weights as a `Network`, a copy in double precision, for `forward` and the like."""
        W1, W2 = self.net.W1[:, : self.hidden], self.net.W2.reshape(len(self.net.b2), -1)
        W2 = W2[:, : self.hidden]
        weights, biases = [W1[:-1], W2.T], [W1[-1], self.net.b2]
        return Network([w.astype(float) for w in weights], [b.astype(float) for b in biases])

    @property
    def parameters(self):
        """How many numbers there are to learn."""
        n = self.rules.n_actions
        return (self.inputs + 1 + n) * self.hidden + n

    def outputs_in(self, states):
        """(n, outputs): the outputs in these states, before softmax."""
        found = np.empty((len(states), self.rules.n_actions), np.float32)
        outputs_of(self.net, self.tables, states, found)
        return found


@dataclass(eq=False)
class BothSides(OneHiddenLayer):
    """A network that plays both sides, and learns from games with itself what each action is worth.

    Two more inputs say whose turn it is. An output is the value of an action to the side that
    moves; it moves towards minus the best output at the next turn, as in Q-learning. Actions are
    sampled with e**(output / temperature). `temperature` and `rate` are the first ones; they fall
    from game to game, over `fall` games, to e**-1.5 and e**-2 of that: a fifth and a seventh.
    """

    spread: float = 0.3
    temperature: float = 0.5
    rate: float = 0.02
    fall: int = SELF_PLAY_GAMES
    rules: BoardRules = TICTACTOE

    sees_turn = True

    def seat(self, opponent, side):
        """Nothing to choose: it plays itself."""
        if opponent is not None:
            raise ValueError("it plays both sides: there is no place for an opponent")

    def play_on(self, seat, script, winners):
        """Play these games, or the one in `script`, and learn from each."""
        share = np.arange(self.games, self.games + len(winners)) / self.fall
        share = np.minimum(share, 1.0)
        # `power` is the same on every computer; ** and np.exp may differ in the last bit.
        temperatures = self.temperature * power(-1.5 * share)
        rates = (self.rate * power(-2.0 * share)).astype(np.float32)
        games_with_itself(
            *(self.net, self.tables, temperatures, rates),
            *(script, winners, self.visits, self.played, self.rng),
        )
