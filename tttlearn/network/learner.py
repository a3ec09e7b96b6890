"""Provide learners that are networks: what `Learner` is to a table, for weights.

They work in `train`, `train_seeds`, the board and everything else that takes a learner: `table` is
the flat array of all weights, and the outputs for every position, one for each action, make a
policy.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

import numpy as np

from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import BoardRules
from tttlearn.game.played import Game
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.blocks import BadGameError, Block, Pace, in_game
from tttlearn.learn.known import known
from tttlearn.learn.learner import SEATS, opponent_thresholds
from tttlearn.learn.pupil import Pupil
from tttlearn.network.basics import Network
from tttlearn.network.loops import games_with_itself, outputs_of, power
from tttlearn.network.order import LANES, InputTables, aligned_zeros, input_tables, net_on
from tttlearn.support import arguments
from tttlearn.support.arguments import number, shown, whole

SELF_PLAY_GAMES = 200_000
"""Number of games in which the temperature and rate of a network that plays both sides fall."""


@dataclass(eq=False)
class NetworkLearner(Pupil):
    """Player whose table is the weights of a network.

    A subclass says in `first_weights()` how it begins, in `outputs_in(states)` what its network
    returns, in `seat(opponent, side)` whom it plays, and in `play_on(seat, script, winners)` how it
    plays games and learns from them. One that learns other boards than tic-tac-toe has its `rules`
    as a field.

    Attributes
    ----------
    seed : int, default 0
        Seed of the first weights and of all randomness after them.
    name : str, default "network"
        Name in tables and pictures.
    table : ndarray of float32
        All weights and biases.
    rng : numpy.random.Generator
        Source of all randomness of the learner.
    played : ndarray of int64, shape (1,)
        Number of games learned from.
    visits : ndarray of int64, shape (S,)
        How often the learner was to move in a state, or the game ended there.

    Raises
    ------
    ValueError
        If a setting is of a wrong kind, or the rules are not those of a board.
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

    def values_in(self, states: int | np.ndarray) -> np.ndarray:
        """Return the values of all actions in undecided states.

        Parameters
        ----------
        states : int or ndarray of int
            One state, or several.

        Returns
        -------
        ndarray of float, shape (A,) or (n, A)
            Outputs of the network, with the sign that makes them values to X.
        """
        rows = np.atleast_1d(states)
        return (self.rules.turn[rows, None] * self.outputs_in(rows)).reshape(*np.shape(states), -1)

    @property
    def outputs(self) -> np.ndarray:
        """Outputs for each state, before any softmax: shape (S, A), 0 where a game is over."""
        outputs = np.zeros(self.rules.legal.shape, np.float32)
        outputs[self.rules.undecided] = self.outputs_in(self.rules.undecided)
        return outputs

    def learn_block(self, seat: Any, games: int, pace: Pace) -> Iterator[np.ndarray]:
        """Learn from the games of a `Block`.

        Parameters
        ----------
        seat : object
            Side and opponents, from `seat`.
        games : int
            Number of games in the block.
        pace : Pace
            Chooses the size of the slices.

        Returns
        -------
        iterator of ndarray of int8
            Winners of the games of each slice: +1 X, -1 O, 0 draw. The games are played as it is
            advanced.
        """
        return self._learn(seat, games, np.empty(0, np.int64), pace)

    def learn_from_game(self, game: Game, side: str = "O") -> None:
        """Learn from a finished game as from one of its own, whoever played it.

        Parameters
        ----------
        game : Game
            The game.
        side : {"X", "O"}, default "O"
            Side whose moves count as its own, for a network that plays one side.

        Raises
        ------
        ValueError
            If the game is not over, or has other rules.
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

    def fresh(self, seed: int) -> "NetworkLearner":
        """Return a learner with the same settings that has learned nothing yet.

        Parameters
        ----------
        seed : int
            Seed of the new learner's first weights and randomness.

        Returns
        -------
        NetworkLearner
            The new learner.
        """
        return replace(self, seed=seed)


def seat_of(opponent: Any, side: str) -> tuple[str, np.ndarray]:
    """Check whom a network that plays one side is to play.

    Parameters
    ----------
    opponent : player or list of players or None
        As in `Learner.learn`; without one, random play.
    side : {"X", "O", "both"}
        Side that learns; "both" only without an opponent.

    Returns
    -------
    side : str
        The side.
    opponents : ndarray of float64, shape (n_opponents, S, A)
        Cumulative move probabilities of the opponents.

    Raises
    ------
    ValueError
        If side and opponent do not fit each other.
    """
    if side not in SEATS or (side == "both" and opponent is not None):
        raise ValueError(f'it plays side "X" or "O" against an opponent, not {side!r}')
    return side, _random_thresholds() if opponent is None else opponent_thresholds(opponent)


@cache
def _random_thresholds():
    return opponent_thresholds(random_policy())


@dataclass(eq=False)
class OneHiddenLayer(NetworkLearner):
    """Network learner with one hidden layer, and two inputs and one output for each cell.

    Attributes
    ----------
    hidden : int, default 100
        Number of hidden units.
    spread : float, default 0.5
        The first weights and biases are uniform in [-spread, spread].
    net : Net
        Views on the weights, and buffers of the loops.
    """

    hidden: int = 100
    spread: float = 0.5

    sees_turn = False

    def __post_init__(self):
        self.hidden = whole(self.hidden, "the number of hidden units", 1)
        super().__post_init__()
        self.net = net_on(self.table, self.inputs, self.width, self.rules)

    @property
    def tables(self) -> InputTables:
        """Inputs of all states of the game, and its rules."""
        return input_tables(self.rules, self.sees_turn)

    @property
    def inputs(self) -> int:
        """Number of inputs: the `two_bits`, and two more if it sees whose turn it is."""
        return 2 * self.rules.n_cells + 2 * self.sees_turn

    @property
    def width(self) -> int:
        """Number of hidden units, including those that only fill up the last vector."""
        # At least 64: the compiler unrolls shorter loops, which should be vectors.
        return LANES * max(4, -(-self.hidden // LANES))

    def first_weights(self) -> np.ndarray:
        """Draw the weights before the first game.

        Returns
        -------
        ndarray of float32, shape (n,)
            The table.
        """
        n = self.rules.n_actions
        table = aligned_zeros((self.inputs + 1 + n) * self.width + n)
        net = net_on(table, self.inputs, self.width, self.rules)
        parts = net.W1[:, : self.hidden], net.W2.reshape(n, -1)[:, : self.hidden], net.b2
        for part in parts:
            part[...] = self.rng.uniform(-self.spread, self.spread, part.shape)
        return table

    @property
    def network(self) -> Network:
        """Copy of the weights in double precision, for `forward` and the like."""
        W1, W2 = self.net.W1[:, : self.hidden], self.net.W2.reshape(len(self.net.b2), -1)
        W2 = W2[:, : self.hidden]
        weights, biases = [W1[:-1], W2.T], [W1[-1], self.net.b2]
        return Network([w.astype(float) for w in weights], [b.astype(float) for b in biases])

    @property
    def parameters(self) -> int:
        """Number of weights and biases."""
        n = self.rules.n_actions
        return (self.inputs + 1 + n) * self.hidden + n

    def outputs_in(self, states: np.ndarray) -> np.ndarray:
        """Compute the outputs in several states, before softmax.

        Parameters
        ----------
        states : ndarray of int, shape (n,)
            The states.

        Returns
        -------
        ndarray of float32, shape (n, A)
            The outputs.
        """
        found = np.empty((len(states), self.rules.n_actions), np.float32)
        outputs_of(self.net, self.tables, states, found)
        return found


@dataclass(eq=False)
class BothSides(OneHiddenLayer):
    """Network that plays both sides and learns the values of actions from games with itself.

    Two more inputs say whose turn it is. An output is the value of an action to the side that
    moves; it moves towards minus the best output at the next turn, as in Q-learning. Actions are
    sampled with weights e**(output / temperature).

    Attributes
    ----------
    spread : float, default 0.3
        The first weights and biases are uniform in [-spread, spread].
    temperature : float, default 0.5
        Temperature in the first game. It falls to e**-1.5 of that, about a fifth.
    rate : float, default 0.02
        Learning rate in the first game. It falls to e**-2 of that, about a seventh.
    fall : int, default 200,000
        Number of games in which temperature and rate fall.
    rules : BoardRules, default TICTACTOE
        Rules of the game.

    Examples
    --------
    >>> from tttlearn.network.learner import BothSides
    >>> network = BothSides(seed=1)
    >>> len(network.learn(100))
    100
    """

    spread: float = 0.3
    temperature: float = 0.5
    rate: float = 0.02
    fall: int = SELF_PLAY_GAMES
    rules: BoardRules = TICTACTOE

    sees_turn = True

    def seat(self, opponent: None, side: str) -> None:
        """Check that no opponent is named, because the network plays itself.

        Parameters
        ----------
        opponent : None
            No opponent.
        side : str
            It makes no difference.

        Raises
        ------
        ValueError
            If there is an opponent.
        """
        if opponent is not None:
            raise ValueError("it plays both sides: there is no place for an opponent")

    def play_on(self, seat: None, script: np.ndarray, winners: np.ndarray) -> None:
        """Play games and learn from each.

        Parameters
        ----------
        seat : None
            From `seat`.
        script : ndarray of int64, shape (n,)
            The first actions of every game, instead of drawn ones; it may be empty.
        winners : ndarray of int8, shape (n_games,)
            Filled with the winners.
        """
        share = np.arange(self.games, self.games + len(winners)) / self.fall
        share = np.minimum(share, 1.0)
        # `power` is the same on every computer; ** and np.exp may differ in the last bit.
        temperatures = self.temperature * power(-1.5 * share)
        rates = (self.rate * power(-2.0 * share)).astype(np.float32)
        games_with_itself(
            *(self.net, self.tables, temperatures, rates),
            *(script, winners, self.visits, self.played, self.rng),
        )
