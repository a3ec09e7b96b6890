"""Learn action values by Q-learning and double Q-learning: from what was tried, without a model.

What makes it Q-learning (Watkins 1989; Sutton and Barto, 2nd edition, section 6.5) is a table with
an entry for each action in each state, and a target that takes the best entry of the next state,
whatever the player then does. It needs no rules of the game, because it finds out where an action
leads by taking it. A learner that stores state values and looks at all next states is something
else.

For a learner on one side the next state is the board after the opponent's reply, where it is to
move again. In self-play it is the board after the action, where the other side is to move: the best
entry is then the best for that side, as in minimax. Values are to X, even those of a learner that
plays O: X takes the highest entry, O the lowest, and a reward of O counts against X.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules
from tttlearn.learn.episodes import Episode, made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.support.arguments import share
from tttlearn.support.compiled import njit


@njit
def highest_entry(Q: np.ndarray, episode: Episode, s: int) -> int:
    """Return the best action in a state, as `best_entry` does, without checking the arguments.

    Parameters
    ----------
    Q : ndarray of float64, shape (S, A)
        Values of actions, to X.
    episode : Episode
        Game that is learned from.
    s : int
        The state.

    Returns
    -------
    int
        The best action for the side to move, the first one if several are; -1 if there is no
        action.
    """
    best, most = -1, 0.0
    for a in range(Q.shape[1]):
        if episode.choices[s, a]:
            value = episode.turn[s] * Q[s, a]
            if best < 0 or value > most:
                best, most = a, value
    return best


@njit
def best_entry(Q: np.ndarray, episode: Episode, s: int) -> int:
    """Return the action with the best entry in a state, for the side to move.

    Parameters
    ----------
    Q : ndarray of float64, shape (S, A)
        Values of actions, to X: one table, (19683, 9) in tic-tac-toe.
    episode : Episode
        Game that is learned from.
    s : int
        The state.

    Returns
    -------
    int
        The action with the highest entry if X is to move, the lowest if O is. Of several, the
        first.

    Raises
    ------
    ValueError
        If `Q` holds two tables at once.
    IndexError
        If the state is outside the table.
    """
    if Q.ndim != 2:
        raise ValueError("best_entry takes one table, (states, actions), such as Q or Q[0]")
    if Q.shape != episode.choices.shape:
        raise ValueError("best_entry takes a table of the shape of choices, (states, actions)")
    if not 0 <= s < len(Q):
        raise IndexError("best_entry: the index of the state is outside the table")
    return highest_entry(Q, episode, s)


@njit
def next_decision(episode: Episode, t: int) -> int:
    """Return the first turn, from `t` on, at which the learner is to move.

    Parameters
    ----------
    episode : Episode
        Game that is learned from. The state says which side is to move.
    t : int
        Turn at which to begin, counted from 0.

    Returns
    -------
    int
        The turn; after the learner's last one, the number of moves in the game.
    """
    side = episode.side
    while t < len(episode.actions) and side != 0 and episode.turn[episode.states[t]] != side:
        t += 1
    return t


@njit
def reward_to_x(winner: int, side: int, win: float, draw: float, loss: float) -> float:
    """Return what the end of a game is worth to X: the learner's reward, times its side.

    A learner that plays both sides (side 0) is rewarded as X is.

    Parameters
    ----------
    winner : int
        Winner of the game: +1 X, -1 O, 0 draw.
    side : int
        Side that learns: +1 X, -1 O, 0 both.
    win, draw, loss : float
        Rewards of the learner.

    Returns
    -------
    float
        The reward, to X.
    """
    sign = side if side != 0 else 1
    if winner == 0:
        return sign * draw
    return sign * (win if winner == sign else loss)


@known
@made_for("states", "actions")
def q_learning(Q, episode, alpha, gamma, win, draw, loss):
    """Update action values by Q-learning, in the order of play (Sutton and Barto, section 6.5).

    Parameters
    ----------
    Q : ndarray of float64, shape (S, A)
        Values of actions, to X, updated in place for each action that the learner took.
    episode : Episode
        Game to learn from.
    alpha : float
        Learning rate.
    gamma : float
        Discount.
    win, draw, loss : float
        Rewards of the learner at the end of the game.
    """
    end = reward_to_x(episode.winner, episode.side, win, draw, loss)
    t = next_decision(episode, 0)
    while t < len(episode.actions):
        s, a = episode.states[t], episode.actions[t]
        t = next_decision(episode, t + 1)
        target = end
        if t < len(episode.actions):
            s_next = episode.states[t]
            target = gamma * Q[s_next, highest_entry(Q, episode, s_next)]
        Q[s, a] += alpha * (target - Q[s, a])


@known
@made_for(2, "states", "actions")
def double_q_learning(Q, episode, alpha, gamma, win, draw, loss, rng):
    """Update two tables by double Q-learning (van Hasselt 2010; Sutton and Barto, section 6.7).

    For each action one of the tables, chosen at random, is updated. It names the best next action,
    and the other one says what that action is worth, so that luck in one table is not mistaken for
    value.

    Parameters
    ----------
    Q : ndarray of float64, shape (2, S, A)
        Two values of each action, to X, updated in place for each action that the learner took.
    episode : Episode
        Game to learn from.
    alpha : float
        Learning rate.
    gamma : float
        Discount.
    win, draw, loss : float
        Rewards of the learner at the end of the game.
    rng : numpy.random.Generator
        Source of randomness, the learner's own.
    """
    end = reward_to_x(episode.winner, episode.side, win, draw, loss)
    t = next_decision(episode, 0)
    while t < len(episode.actions):
        s, a = episode.states[t], episode.actions[t]
        t = next_decision(episode, t + 1)
        one = 1 if rng.random() < 0.5 else 0
        target = end
        if t < len(episode.actions):
            s_next = episode.states[t]
            a_next = highest_entry(Q[one], episode, s_next)
            target = gamma * Q[1 - one, s_next, a_next]
        Q[one, s, a] += alpha * (target - Q[one, s, a])


def QLearner(
    alpha: float = 0.1,
    gamma: float = 1.0,
    name: str = "q-learning",
    rules: Rules = TICTACTOE,
    **learner: Any,
) -> Learner:
    """Return a learner of action values by Q-learning.

    It is rewarded by the winner (+1 X, -1 O, 0 draw). Every entry is 0 before it learns.

    Parameters
    ----------
    alpha : float, default 0.1
        Learning rate, from 0 to 1.
    gamma : float, default 1.0
        Discount, from 0 to 1.
    name : str, default "q-learning"
        Name in tables and pictures.
    rules : Rules, default TICTACTOE
        Rules of the game.
    **learner : object
        Further arguments of `Learner`, such as `epsilon`, `ties`, `symmetric` and `seed`.

    Returns
    -------
    Learner
        The learner, with a table of shape (S, A).

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> learner = ttt.QLearner(alpha=0.2, epsilon=0.3, seed=1)
    >>> winners = learner.learn(1_000)
    >>> learner.table.shape
    (19683, 9)
    """
    table = np.zeros(check_rules(rules).next.shape)
    return Learner(q_learning, table, _settings(alpha, gamma), name=name, rules=rules, **learner)


def DoubleQLearner(
    alpha: float = 0.1,
    gamma: float = 1.0,
    name: str = "double q",
    rules: Rules = TICTACTOE,
    **learner: Any,
) -> Learner:
    """Return a learner of action values by double Q-learning: two tables, acting by their mean.

    It is rewarded as a `QLearner` is. Each table learns from half of the actions, on average.

    Parameters
    ----------
    alpha : float, default 0.1
        Learning rate, from 0 to 1.
    gamma : float, default 1.0
        Discount, from 0 to 1.
    name : str, default "double q"
        Name in tables and pictures.
    rules : Rules, default TICTACTOE
        Rules of the game.
    **learner : object
        Further arguments of `Learner`, such as `epsilon`, `ties`, `symmetric` and `seed`.

    Returns
    -------
    Learner
        The learner, with a table of shape (2, S, A).

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.DoubleQLearner(seed=1).table.shape
    (2, 19683, 9)
    """
    table, settings = np.zeros((2, *check_rules(rules).next.shape)), _settings(alpha, gamma)
    return Learner(double_q_learning, table, settings, name=name, rules=rules, **learner)


def _settings(alpha, gamma):
    settings = {"alpha": share(alpha, "alpha"), "gamma": share(gamma, "gamma")}
    return {**settings, "win": 1.0, "draw": 0.0, "loss": -1.0}
