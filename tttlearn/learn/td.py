"""Learn state values by temporal differences: rules, each a plain function, and their learner.

A rule gets its table, one episode, and the settings that it names; symbols are those of Sutton and
Barto, 2nd edition. The value of the last state is known: it is the winner.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules
from tttlearn.learn.episodes import made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.support.arguments import is_one_of, number, share, shown


@known
@made_for("states")
def td(V, episode, alpha, gamma):
    """Update state values by TD(0), in the order of play (Sutton and Barto, section 6.1).

    Parameters
    ----------
    V : ndarray of float64, shape (S,)
        Values of states, to X, updated in place: each moves towards that of the next state.
    episode : Episode
        Game to learn from.
    alpha : float
        Learning rate.
    gamma : float
        Discount.
    """
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])


@known
@made_for("states")
def td_backward(V, episode, alpha, gamma):
    """Update state values by TD(0), from the end of the game to its start.

    In this order one game carries its result to its first move.

    Parameters
    ----------
    V : ndarray of float64, shape (S,)
        Values of states, to X, updated in place.
    episode : Episode
        Game to learn from.
    alpha : float
        Learning rate.
    gamma : float
        Discount.
    """
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 2, -1, -1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])


@known
@made_for("states")
def td_lambda(V, episode, alpha, gamma, lam):
    """Update state values by TD(lambda) with eligibility traces (Sutton and Barto, section 12.2).

    The order is that of play. No state returns within a game, so the trace of a state visited k
    moves ago is (gamma * lam)**k; with lam = 0 it is TD(0).

    Parameters
    ----------
    V : ndarray of float64, shape (S,)
        Values of states, to X, updated in place.
    episode : Episode
        Game to learn from.
    alpha : float
        Learning rate.
    gamma : float
        Discount.
    lam : float
        Decay of the traces, lambda.
    """
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        delta = gamma * V[episode.states[t + 1]] - V[episode.states[t]]
        trace = 1.0
        for k in range(t, -1, -1):
            V[episode.states[k]] += alpha * delta * trace
            trace *= gamma * lam


def TDLearner(
    alpha: float = 0.1,
    gamma: float = 1.0,
    lam: float = 0.0,
    order: str = "online",
    initial: float = 0.0,
    name: str = "td",
    rules: Rules = TICTACTOE,
    **learner: Any,
) -> Learner:
    """Return a learner of afterstate values by TD(0), or by TD(lambda) if `lam` is not 0.

    Parameters
    ----------
    alpha : float, default 0.1
        Learning rate, from 0 to 1.
    gamma : float, default 1.0
        Discount, from 0 to 1.
    lam : float, default 0.0
        Decay of the eligibility traces, lambda, from 0 to 1.
    order : {"online", "backward"}, default "online"
        Learn in the order of play, or from the end of each game; the latter only with `lam=0`.
    initial : float, default 0.0
        Value of every state before it learns, to X.
    name : str, default "td"
        Name in tables and pictures.
    rules : Rules, default TICTACTOE
        Rules of the game.
    **learner : object
        Further arguments of `Learner`, such as `epsilon`, `ties`, `symmetric` and `seed`.

    Returns
    -------
    Learner
        The learner, with a table of shape (S,).

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> learner = ttt.TDLearner(alpha=0.5, seed=1)
    >>> winners = learner.learn(1_000)
    >>> learner.games, learner.table.shape
    (1000, (19683,))
    """
    settings = {"alpha": share(alpha, "alpha"), "gamma": share(gamma, "gamma")}
    lam = share(lam, "lam")
    if not is_one_of(order, ("online", "backward")) or (lam and order == "backward"):
        given = f"{shown(order)} with {lam=}"
        raise ValueError(f'order is "online", or "backward" with lam=0; not {given}')
    rule = td_lambda if lam else td if order == "online" else td_backward
    if lam:
        settings["lam"] = lam
    table = np.full(check_rules(rules).n_states, number(initial, "initial"))
    return Learner(rule, table, settings, name=name, rules=rules, **learner)
