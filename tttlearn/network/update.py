"""A network whose update is a function of yours, compiled into the game loop.

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
    first_layer,
    learn_all,
    sampled,
    second_layer,
    to_probabilities,
)
from tttlearn.support.arguments import shown
from tttlearn.support.compiled import HAS_NUMBA, Handed, handing, njit, njit_fresh
from tttlearn.support.readers_code import compiled_together, place_of_text, surroundings
from tttlearn.support.strangers import described, limited

TRIAL_SECONDS = 10.0
"""How long one call of a reader's function may take in plain Python."""


@njit
def step_by(net, own, tables, state, action, reward, rate, room):
    """One step by the reader's function; `room`: arrays for p, legal and the error."""
    first_layer(net, 0, tables, state)
    second_layer(net, 0)
    to_probabilities(net.logits, net.delta, 0)
    p, legal, error = room
    for a in range(len(net.delta)):
        p[a], legal[a] = net.delta[a], tables.following[state, a] >= 0
    own[0].function(p, action, legal, reward, error, own[0].settings)
    for a in range(len(net.delta)):
        net.delta[a] = np.float32(rate * error[a])
    learn_all(net, 0, tables, state)


@njit
def games_with_update(
    net, own, tables, opponents, mine, temperature, pays, later, rate, script, winners, counts, rng
):
    """Play a game for each entry of `winners`, and after each hand the moves of one side to `own`.

    `own[0].function(p, action, legal, reward, error, settings)` fills `error`, the gradients at the
    outputs. The side `mine` takes the legal action with the highest output if `temperature` is 0,
    else it draws one. `pays`: the reward of a game lost, drawn and won; move t of n gets the part
    1 - later + later * t / n of it. `counts`: (visits, played), which are counted up.
    """
    following, winner, logits, delta = tables.following, tables.winner, net.logits, net.delta
    visits, played = counts
    states, actions = np.empty(len(logits), np.int64), np.empty(len(logits), np.int64)
    chances = np.empty(len(delta))
    room = np.empty(len(delta)), np.empty(len(delta), np.bool_), np.empty(len(delta))
    for game in range(len(winners)):
        state, n, which = tables.start, 0, played[0] % len(opponents)
        while not tables.terminal[state]:
            action = 0
            if tables.turn[state] == mine:
                first_layer(net, 0, tables, state)
                second_layer(net, 0)
                if temperature > 0:
                    action = sampled(logits, 0, following, state, temperature, chances, rng)
                else:
                    action = best_action(logits, 0, following, state)
                visits[state] += 1
            else:
                u = rng.random()
                for a in range(len(delta) - 1):
                    action += u >= opponents[which, state, a]
            states[n], actions[n] = state, script[n] if n < len(script) else action
            state = following[state, actions[n]]
            n += 1
        visits[state] += 1
        winners[game] = winner[state]
        pay = pays[1 + winner[state] * mine]
        for t in range(n):
            if tables.turn[states[t]] == mine:
                reward = pay * (1 - later + later * t / n)
                step_by(net, own, tables, states[t], actions[t], reward, rate, room)
        played[0] += 1


@dataclass(eq=False)
class PolicyNetwork(OneHiddenLayer):
    """A network whose outputs are probabilities, and whose update is a function of yours.

    Parameters
    ----------
    update : callable
        Return the error at the outputs, before softmax, from `update(p, action, legal, reward)`.
        `p` (A,) are the probabilities of all A actions, also of those that are not legal, `action`
        the one taken, `legal` (A,) which are allowed. `reward` is what the game paid the side that
        learns, its importance included.
    temperature : float
        0 to play the legal action with the highest probability, 1 to draw it by the probabilities
        of the legal ones; in between, likely ones are drawn even more often.
    win, draw, loss : float
        What a game pays.
    later : float
        The part of the reward that grows in the game: of n moves, those of both sides, move i gets
        1 - later + later * i / n of the reward.
    rate : float
        The learning rate.
    rules : BoardRules
        Its game, one of `ttt.boards`.

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
    def probabilities(self):
        """(S, A): the softmax of the outputs for each undecided state, also on illegal actions."""
        return self._chances(self.outputs.astype(float))

    @property
    def learning_policy(self):
        """(S, A): the policy of its games while it learns, at its temperature."""
        if self.temperature == 0:
            return self.policy
        z = self.outputs.astype(float) / self.temperature
        return self._chances(np.where(self.rules.legal, z, -np.inf))

    def _chances(self, z):
        """(S, A): the softmax of z for each undecided state, 0 elsewhere."""
        found, undecided = np.zeros(z.shape), self.rules.undecided
        found[undecided] = softmax(z[undecided])
        return found

    def seat(self, opponent, side):
        """(side, thresholds): it plays one side, by default O against random moves."""
        if opponent is None and side == "both":
            side = "O"
        if opponent is None:
            opponent = random_policy(self.rules)
        if side not in SIDES:
            raise ValueError(f'it plays side "X" or "O" against an opponent, not {shown(side)}')
        return SIDES[side], opponent_thresholds(opponent, self.rules)

    def play_on(self, seat, script, winners):
        """Play these games, or the one in `script`, and learn from each."""
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
    """The game loop in plain Python, around a function that is not compiled."""
    loop, step = (getattr(one, "py_func", one) for one in (games_with_update, step_by))
    return FunctionType(loop.__code__, {**globals(), "step_by": step})


@cache
def _handed(update, around):
    """(Handed, whether it is compiled): the update as the loop calls it."""
    if not HAS_NUMBA or place_of_text(update):
        return _in_python(update), False
    own = compiled_together(update)

    @njit_fresh
    def fill(p, action, legal, reward, error, settings):
        error[:] = own(p, action, legal, reward)

    return Handed(fill, ()), True


@cache
def _in_python(update):
    """The update as the loop calls it, in plain Python."""

    def fill(p, action, legal, reward, error, settings):
        error[:] = update(p, int(action), legal, reward)

    return Handed(fill, ())


def _tell_plain(update, error):
    """Warn that an update runs in plain Python, and on which line the compiler stopped."""
    told, place = why_plain(update, update, error, 1.0, 0)
    warn_of(update, f"runs in plain Python, because {told.partition('because ')[2]}", place)
