"""Exact results of many deterministic players at once: a thousand runs in a second.

`exact` takes policies of shape (19683, 9), one at a time. A deterministic player is one action for
each state; a thousand of them are `cells`, (1000, 19683) ints, as in

    cells = np.array([learner.policy.argmax(1) for learner in learners])

and all are evaluated together, layer by layer, against one opponent: any policy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.exact import BATCH_SIZE
from tttlearn.evaluation.passes import chances_of, chances_of_actions, outcomes, visits
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import SIDES, Rules, X
from tttlearn.support.arguments import as_array, is_one_of, shown


def many_outcomes(
    cells: np.ndarray, side: str, opponent: Any, rules: Rules = TICTACTOE
) -> np.ndarray:
    """Return the exact shares of games that X and that O win, for many players on one side.

    Parameters
    ----------
    cells : numpy.ndarray of int, shape (n_players, S)
        Action of each player in each state.
    side : {"X", "O"}
        Side of the players.
    opponent : object
        The player on the other side, as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (2, n_players)
        Shares that X wins, and that O wins; the rest are draws.

    Raises
    ------
    ValueError
        If an action is not legal, `side` is another one, or the opponent has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> perfect = ttt.minimax_policy()
    >>> ttt.many_outcomes([perfect.argmax(1)], "X", perfect).tolist()
    [[0.0], [0.0]]
    """
    cells, opponent = _check(cells, side, opponent, rules)
    each = [outcomes(*pair, rules)[[0, 2]] for pair in _pairs(cells, side, opponent, rules)]
    return np.concatenate([np.empty((2, 0)), *each], axis=1)


def many_visits(
    cells: np.ndarray, side: str, opponent: Any, rules: Rules = TICTACTOE
) -> np.ndarray:
    """Return the probability that a game of each player passes through each state.

    Parameters
    ----------
    cells : numpy.ndarray of int, shape (n_players, S)
        Action of each player in each state.
    side : {"X", "O"}
        Side of the players.
    opponent : object
        The player on the other side, as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (n_players, S)
        Probability of each state.

    Raises
    ------
    ValueError
        As `many_outcomes`.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> perfect = ttt.minimax_policy()
    >>> ttt.many_visits([perfect.argmax(1)], "X", perfect)[:, ttt.START].tolist()
    [1.0]
    """
    cells, opponent = _check(cells, side, opponent, rules)
    each = [visits(*pair, rules).T for pair in _pairs(cells, side, opponent, rules)]
    return np.concatenate([np.empty((0, rules.n_states)), *each])


def many_reached(
    cells: np.ndarray, side: str, opponent: Any, rules: Rules = TICTACTOE
) -> np.ndarray:
    """Return whether a game of each player can pass through each state.

    Parameters
    ----------
    cells : numpy.ndarray of int, shape (n_players, S)
        Action of each player in each state.
    side : {"X", "O"}
        Side of the players.
    opponent : object
        The player on the other side, as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of bool, shape (n_players, S)
        Whether the state is possible.

    Raises
    ------
    ValueError
        As `many_outcomes`.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> perfect = ttt.minimax_policy()
    >>> ttt.many_reached([perfect.argmax(1)], "X", perfect)[:, ttt.START].tolist()
    [True]
    """
    return many_visits(cells, side, opponent, rules) > 0


def many_alone(cells: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the winner of the one game that each player has with itself.

    Parameters
    ----------
    cells : numpy.ndarray of int, shape (n_players, S)
        Action of each player in each state.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of int64, shape (n_players,)
        Winners: +1 X, -1 O, 0 draw.

    Raises
    ------
    ValueError
        If an action is not legal.
    """
    cells = np.asarray(cells)
    for side in SIDES:
        _check(cells, side, random_policy(rules), rules)
    states, players = np.full(len(cells), rules.start), np.arange(len(cells))
    for _ in range(rules.longest):
        after = rules.next[states, cells[players, states]]
        states = np.where(rules.terminal[states], states, after)
    return rules.winner[states]


def _pairs(cells, side, opponent, rules):
    """Yield the chances of X and of O, for a batch of players at a time."""
    theirs = chances_of(opponent, rules)
    for n in range(0, len(cells), BATCH_SIZE):
        mine = chances_of_actions(cells[n : n + BATCH_SIZE], rules)
        yield (mine, theirs) if SIDES[side] == X else (theirs, mine)


def _check(cells, side, opponent, rules):
    """Return the cells and the policy of the opponent, or raise ValueError."""
    cells_are = "cells are an array of whole numbers"
    cells, rules = as_array(cells, cells_are), check_rules(rules)
    if cells.ndim != 2 or cells.shape[1] != rules.n_states or cells.dtype.kind not in "iu":
        raise ValueError(
            f"cells holds a whole number for each player and state, (players, {rules.n_states}); "
            f"not {cells.dtype} {cells.shape}"
        )
    if not is_one_of(side, SIDES):
        raise ValueError(f'the players sit at side "X" or "O", not {shown(side)}')
    mine = rules.undecided[rules.turn[rules.undecided] == SIDES[side]]
    taken, last = cells[:, mine], rules.n_actions - 1
    legal = (taken >= 0) & (taken <= last) & rules.legal[mine, np.clip(taken, 0, last)]
    if not legal.all():
        player, k = np.argwhere(~legal)[0]
        move = f"{rules.action_word} {taken[player, k]} in state {mine[k]}"
        raise ValueError(f"player {player} takes {move}, which is not legal")
    return cells, policy_of(opponent, rules)
