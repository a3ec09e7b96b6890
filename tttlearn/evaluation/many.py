"""Exact results of many deterministic players at once: a thousand runs in a second.

`exact` takes policies of shape (19683, 9), one at a time. A player without chance is one action for
each state; a thousand of them are `cells`, (1000, 19683) ints, as in

    cells = np.array([learner.policy.argmax(1) for learner in learners])

and all are evaluated together, layer by layer, against one opponent: any policy.
"""

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.exact import TOGETHER
from tttlearn.evaluation.passes import chances_of, chances_of_actions, outcomes, visits
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import SIDES, X
from tttlearn.support.arguments import as_array, is_one_of, shown


def many_outcomes(cells, side, opponent, rules=TICTACTOE):
    """The exact shares of games that X and that O win, (2, players), for players on one side.

    `cells` (players, 19683): the cell that each takes in each state; `side`: "X" or "O", the side
    they play; `opponent`: a policy, or a player with one. The rest of the games are draws. Raises
    ValueError for cells that are not legal moves, for other sides, and for what is no policy.
    """
    cells, opponent = _check(cells, side, opponent, rules)
    each = [outcomes(*pair, rules)[[0, 2]] for pair in _pairs(cells, side, opponent, rules)]
    return np.concatenate([np.empty((2, 0)), *each], axis=1)


def many_visits(cells, side, opponent, rules=TICTACTOE):
    """The probability that a game against `opponent` passes through each state, (players, 19683).

    The arguments, and the errors, are those of `many_outcomes`.
    """
    cells, opponent = _check(cells, side, opponent, rules)
    each = [visits(*pair, rules).T for pair in _pairs(cells, side, opponent, rules)]
    return np.concatenate([np.empty((0, rules.n_states)), *each])


def many_reached(cells, side, opponent, rules=TICTACTOE):
    """Whether a game against `opponent` can pass through each state, (players, 19683) bool.

    The arguments, and the errors, are those of `many_outcomes`.
    """
    return many_visits(cells, side, opponent, rules) > 0


def many_alone(cells, rules=TICTACTOE):
    """The winner of the one game that each player has with itself, (players,): +1 X, 0, -1 O.

    `cells` and the errors as in `many_outcomes`.
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
    """The chances of X and of O, for some players at a time."""
    theirs = chances_of(opponent, rules)
    for n in range(0, len(cells), TOGETHER):
        mine = chances_of_actions(cells[n : n + TOGETHER], rules)
        yield (mine, theirs) if SIDES[side] == X else (theirs, mine)


def _check(cells, side, opponent, rules):
    """The cells and the policy of the opponent, or ValueError."""
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
    taken, most = cells[:, mine], rules.n_actions - 1
    legal = (taken >= 0) & (taken <= most) & rules.legal[mine, np.clip(taken, 0, most)]
    if not legal.all():
        player, k = np.argwhere(~legal)[0]
        what = f"{rules.action_word} {taken[player, k]} in state {mine[k]}"
        raise ValueError(f"player {player} takes {what}, which is not legal")
    return cells, policy_of(opponent, rules)
