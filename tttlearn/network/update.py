"""Provide a network whose update is a function of yours, compiled into the game loop.

    def reinforce(p, action, legal, reward):
        return reward * (p - np.eye(9)[action])

    network = PolicyNetwork(reinforce, temperature=1)
    network.learn(50_000)

The network plays one side. After the game each of its moves is handed to the function, which
returns the error at the outputs, and the engine sends that back to all weights.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import BoardRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import SIDES
from tttlearn.learn.learner import opponent_thresholds
from tttlearn.learn.rule_errors import RuleError, warn_of, why_plain
from tttlearn.network.basics import softmax
from tttlearn.network.learner import OneHiddenLayer
from tttlearn.network.loops import (
    best_action,
    drawn,
    first_layer,
    learn_all,
    sampled,
    second_layer,
    to_probabilities,
)
from tttlearn.network.order import InputTables, Net
from tttlearn.support.arguments import shown
from tttlearn.support.compiled import HAS_NUMBA, Handed, handing, njit, njit_fresh
from tttlearn.support.readers_code import compiled_together, place_of_text, surroundings
from tttlearn.support.strangers import described, limited

TRIAL_SECONDS = 10.0
"""Time limit, in seconds, for one call of a reader's function in plain Python."""


@njit
def step_by(
    net: Net,
    own: tuple,
    tables: InputTables,
    state: int,
    action: int,
    reward: float,
    rate: float,
    buffers: tuple,
) -> None:
    """Take a step of gradient descent whose gradients at the outputs a reader's function returns.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    own : tuple of Handed
        The reader's function, in a tuple of one.
    tables : InputTables
        Inputs of all states, and the rules.
    state : int
        State in which the action was taken.
    action : int
        The action.
    reward : float
        Reward of the action.
    rate : float
        Learning rate.
    buffers : tuple of (ndarray of float64, ndarray of bool, ndarray of float64)
        Buffers of shape (A,) for the probabilities, for what is legal, and for the error.
    """
    first_layer(net, 0, tables, state)
    second_layer(net, 0)
    to_probabilities(net.logits, net.delta, 0)
    p, legal, error = buffers
    for a in range(len(net.delta)):
        p[a], legal[a] = net.delta[a], tables.following[state, a] >= 0
    own[0].function(p, action, legal, reward, error, own[0].settings)
    for a in range(len(net.delta)):
        net.delta[a] = np.float32(rate * error[a])
    learn_all(net, 0, tables, state)


@njit
def _own_action(net, tables, state, temperature, chances, rng):
    """Return the action of the network: its best one at temperature 0, otherwise a drawn one."""
    first_layer(net, 0, tables, state)
    second_layer(net, 0)
    if temperature > 0:
        return sampled(net.logits, 0, tables.following, state, temperature, chances, rng)
    return best_action(net.logits, 0, tables.following, state)


@njit
def games_with_update(
    net: Net,
    own: tuple,
    tables: InputTables,
    opponents: np.ndarray,
    mine: int,
    temperature: float,
    pays: np.ndarray,
    later: float,
    rate: float,
    script: np.ndarray,
    winners: np.ndarray,
    counts: tuple,
    rng: np.random.Generator,
) -> None:
    """Play games, and after each give the moves of one side to a reader's function.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    own : tuple of Handed
        The reader's function, in a tuple of one. It is called as `function(p, action, legal,
        reward, error, settings)` and fills `error`, the gradients at the outputs.
    tables : InputTables
        Inputs of all states, and the rules.
    opponents : ndarray of float64, shape (n_opponents, S, A)
        Cumulative move probabilities of the players who take turns on the other side.
    mine : int
        Side of the network, +1 or -1.
    temperature : float
        0 to take the legal action with the highest output, otherwise to draw one.
    pays : ndarray of float64, shape (3,)
        Reward of a game lost, drawn and won.
    later : float
        Move t of n gets the fraction `1 - later + later * t / n` of the reward.
    rate : float
        Learning rate.
    script : ndarray of int64, shape (n,)
        The first actions of every game, instead of drawn ones; it may be empty.
    winners : ndarray of int8, shape (n_games,)
        Filled with the winners.
    counts : tuple of (ndarray of int64, ndarray of int64)
        The learner's `visits` and `played`, which are counted up.
    rng : numpy.random.Generator
        Source of randomness.
    """
    longest, n_actions = net.logits.shape
    visits, played = counts
    states, actions = np.empty(longest, np.int64), np.empty(longest, np.int64)
    chances = np.empty(n_actions)
    buffers = np.empty(n_actions), np.empty(n_actions, np.bool_), np.empty(n_actions)
    for game in range(len(winners)):
        state, n, which = tables.start, 0, played[0] % len(opponents)
        while not tables.terminal[state]:
            if tables.turn[state] == mine:
                action = _own_action(net, tables, state, temperature, chances, rng)
                visits[state] += 1
            else:
                action = drawn(opponents[which, state], rng)
            states[n], actions[n] = state, script[n] if n < len(script) else action
            state = tables.following[state, actions[n]]
            n += 1
        visits[state] += 1
        winners[game] = tables.winner[state]
        pay = pays[1 + tables.winner[state] * mine]
        for t in range(n):
            if tables.turn[states[t]] == mine:
                reward = pay * (1 - later + later * t / n)
                step_by(net, own, tables, states[t], actions[t], reward, rate, buffers)
        played[0] += 1


@dataclass(eq=False)
class PolicyNetwork(OneHiddenLayer):
    """Network whose outputs are probabilities, and whose update is a function of yours.

    Attributes
    ----------
    update : callable
        Function `update(p, action, legal, reward)` that returns the error at the outputs, before
        softmax, an array of shape (A,). `p` (A,) are the probabilities of all A actions, illegal
        ones too, `action` is the one taken, `legal` (A,) says which are allowed. `reward` is what
        the game paid the side that learns, times the fraction that `later` gives this move.
    temperature : float, default 0.0
        0 to play the legal action with the highest probability, 1 to draw it by the probabilities
        of the legal ones; in between, likely ones are drawn even more often.
    win, draw, loss : float
        What a game pays, by default 1.0, 0.3 and -2.0.
    later : float, default 0.5
        Of n moves, those of both sides, move i gets 1 - later + later * i / n of the reward.
    rate : float, default 0.1
        Learning rate.
    rules : BoardRules, default TICTACTOE
        Rules of the game, one of `ttt.boards`.

    Raises
    ------
    RuleError
        For an update that fails, does not end, or does not return a number for each action.
    ValueError
        For other settings out of range.
    """

    update: Callable | None = None
    temperature: float = 0.0
    win: float = 1.0
    draw: float = 0.3
    loss: float = -2.0
    later: float = 0.5
    rate: float = 0.1
    rules: BoardRules = TICTACTOE

    values = None  # probabilities are no values
    """None: its outputs are probabilities."""

    def __post_init__(self):
        """Check the settings, try the update once, and draw the first weights."""
        super().__post_init__()
        if self.temperature < 0:
            raise ValueError(f"a temperature is 0 or more, not {shown(self.temperature)}")
        if not callable(self.update) or not hasattr(self.update, "__code__"):
            raise RuleError(
                f"update is a function of p, action, legal and reward, not {shown(self.update)}"
            )
        self._try_update()

    def _try_update(self):
        """Call the update in plain Python, as for the first move; RuleError if that goes wrong."""
        n, who = self.rules.n_actions, f"the update {self.update.__name__}"
        legal = self.rules.legal[self.rules.start].copy()
        action = int(legal.argmax())
        for reward in (self.win, self.loss):
            try:
                given = np.full(n, 1 / n), action, legal.copy(), reward
                error = limited(TRIAL_SECONDS, self.update, *given)
            except Exception as failure:
                raise RuleError(f"{who} raised {described(failure)}") from None
            if np.shape(error) != (n,):
                raise RuleError(
                    f"{who} returns an array of {n} numbers, one for each action, not "
                    f"{shown(error)}"
                )

    @property
    def probabilities(self) -> np.ndarray:
        """Softmax of the outputs for each undecided state, illegal actions too: shape (S, A)."""
        return self._chances(self.outputs.astype(float))

    @property
    def learning_policy(self) -> np.ndarray:
        """Policy in the games from which it learns, at its temperature: shape (S, A)."""
        if self.temperature == 0:
            return self.policy
        z = self.outputs.astype(float) / self.temperature
        return self._chances(np.where(self.rules.legal, z, -np.inf))

    def _chances(self, z):
        """Return the softmax of z for each undecided state, 0 elsewhere, shape (S, A)."""
        found, undecided = np.zeros(z.shape), self.rules.undecided
        found[undecided] = softmax(z[undecided])
        return found

    def seat(self, opponent: Any, side: str) -> tuple[int, np.ndarray]:
        """Check whom the network is to play, by default random play as X.

        Parameters
        ----------
        opponent : player or list of players or None
            As in `learn`; without one, random play.
        side : {"X", "O", "both"}
            Side that learns; "both" only without an opponent, and then O.

        Returns
        -------
        side : int
            +1 for X, -1 for O.
        opponents : ndarray of float64, shape (n_opponents, S, A)
            Cumulative move probabilities of the opponents.

        Raises
        ------
        ValueError
            If it is to play both sides against an opponent.
        """
        if opponent is None and side == "both":
            side = "O"
        if opponent is None:
            opponent = random_policy(self.rules)
        if side not in SIDES:
            raise ValueError(f'it plays side "X" or "O" against an opponent, not {shown(side)}')
        return SIDES[side], opponent_thresholds(opponent, self.rules)

    def play_on(
        self, seat: tuple[int, np.ndarray], script: np.ndarray, winners: np.ndarray
    ) -> None:
        """Play games and learn from each.

        Parameters
        ----------
        seat : tuple of (int, ndarray)
            Side that learns, and its opponents, from `seat`.
        script : ndarray of int64, shape (n,)
            The first actions of every game, instead of drawn ones; it may be empty.
        winners : ndarray of int8, shape (n_games,)
            Filled with the winners.
        """
        mine, opponents = seat
        pays = np.array([self.loss, self.draw, self.win])
        counts = self.visits, self.played
        rest = (
            *(self.tables, opponents, mine, float(self.temperature), pays, float(self.later)),
            *(float(self.rate), script, winners, counts, self.rng),
        )
        handed, is_compiled = _handed(self.update, surroundings(self.update))
        if is_compiled:
            try:
                loop = handing(games_with_update, handed, self._takes(handed), self.net, *rest)
            except Exception as error:  # the compiler has many, some of its inside
                _tell_plain(self.update, error)
                handed = _in_python(self.update)
            else:
                loop(self.net, (handed,), *rest)
                return
        _plain_loop()(self.net, (handed,), *rest)

    def _takes(self, handed):
        n = self.rules.n_actions
        return np.empty(n), 0, np.empty(n, np.bool_), 0.0, np.empty(n), handed.settings


@cache
def _plain_loop():
    """Return the game loop in plain Python, around a function that is not compiled."""
    loop, step = (getattr(one, "py_func", one) for one in (games_with_update, step_by))
    return FunctionType(loop.__code__, {**globals(), "step_by": step})


@cache
def _handed(update, around):
    """Return the update as the loop calls it, a Handed, and whether it is compiled."""
    if not HAS_NUMBA or place_of_text(update):
        return _in_python(update), False
    own = compiled_together(update)

    @njit_fresh
    def fill(p, action, legal, reward, error, settings):
        error[:] = own(p, action, legal, reward)

    return Handed(fill, ()), True


@cache
def _in_python(update):
    """Return the update as the loop calls it, in plain Python."""

    def fill(p, action, legal, reward, error, settings):
        error[:] = update(p, int(action), legal, reward)

    return Handed(fill, ())


def _tell_plain(update, error):
    """Warn that an update runs in plain Python, and on which line the compiler stopped."""
    message, place = why_plain(update, update, error, 1.0, 0)
    warn_of(update, f"runs in plain Python, because {message.partition('because ')[2]}", place)
