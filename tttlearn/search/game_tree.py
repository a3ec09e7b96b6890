"""Minimax as recursion, in the variants that the lessons compare, each counting its positions.

Every search returns a `Found`: the value of the position to X and the number of positions looked
at, the first one included. The variants differ in what they leave out, never in the value:

    minimax             looks at every line of play, to the end
    minimax_memo        remembers each position it has valued
    minimax_symmetric   remembers each position up to symmetry
    alpha_beta          leaves a position as soon as it cannot matter (Knuth & Moore 1975)
    minimax_limited     stops after `depth` moves and asks a heuristic: the one that can be wrong

`score(state)` says what an end of the game is worth to X: `win_score` or, to prefer faster wins,
`fast_score`.
"""

from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, action_values, first_best, greedy
from tttlearn.game.rules import (
    CANONICAL,
    CELLS,
    LEGAL,
    N_STATES,
    NEXT,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    TICTACTOE,
    TURN,
    UNDECIDED,
    WINNER,
    show,
)
from tttlearn.game.tables import X
from tttlearn.support.arguments import whole


class Found(NamedTuple):
    """What a search found: the value to X, and how many positions it looked at."""

    value: float
    positions: int


def win_score(state):
    """+1 when X has won, -1 when O has, 0 in a draw."""
    return int(WINNER[state])


def fast_score(state):
    """The winner times (10 - number of marks): an earlier win is worth more, +5 to X at best."""
    return int(WINNER[state]) * (10 - int(PLY[state]))


def children(state, rules=TICTACTOE):
    """The states one legal move ahead, in cell order; none when the game is over."""
    return [child for child in rules.next[state].tolist() if child >= 0]


def _check(state):
    # The recursions call this at every position, so what is right must pass quickly.
    if type(state) is not int:
        state = int(TICTACTOE.check_one_state(state))
    if not (0 <= state < N_STATES and REACHABLE[state]):
        raise ValueError(f"no game by the rules reaches state {state}:\n{show(state)}")
    return state


def minimax(state=START, score=win_score):
    """The value of `state` by looking at every line of play to its end."""
    state = _check(state)
    if TERMINAL[state]:
        return Found(score(state), 1)
    found = [minimax(child, score) for child in children(state)]
    best = max if TURN[state] == X else min
    return Found(best(f.value for f in found), 1 + sum(f.positions for f in found))


def minimax_memo(state=START, score=win_score):
    """The same value, each position looked at once however many orders of moves lead to it."""
    return _remembering(state, score, lambda state: state)


def minimax_symmetric(state=START, score=win_score):
    """The same value, looking at one of the boards that turns and mirrors make of each other."""
    return _remembering(state, score, lambda state: int(CANONICAL[state]))


def _remembering(state, score, key):
    values = {}

    def value(state):
        if key(state) not in values:
            if TERMINAL[state]:
                values[key(state)] = score(state)
            else:
                best = max if TURN[state] == X else min
                values[key(state)] = best(value(child) for child in children(state))
        return values[key(state)]

    return Found(value(_check(state)), len(values))


def alpha_beta(state=START, score=win_score, low=-np.inf, high=np.inf):
    """The same value, leaving a position once its value cannot matter to the moves above it.

    `low` and `high` (alpha and beta) are what X and O are already sure of elsewhere. With them wide
    open, as they are by default, the value is exact.
    """
    state = _check(state)
    if TERMINAL[state]:
        return Found(score(state), 1)
    best, positions = (-np.inf if TURN[state] == X else np.inf), 1
    for child in children(state):
        value, looked_at = alpha_beta(child, score, low, high)
        positions += looked_at
        if TURN[state] == X:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return Found(best, positions)


SQUARE_VALUES = np.array([3, 2, 3, 2, 4, 2, 3, 2, 3])
"""What a cell is worth to its owner by the old rule of thumb: centre 4, corner 3, edge 2."""


def square_heuristic(state):
    """The cells of X less those of O, each by SQUARE_VALUES, over 100: between -1 and 1."""
    return (
        int(((CELLS[state] == 1) * SQUARE_VALUES - (CELLS[state] == 2) * SQUARE_VALUES).sum()) / 100
    )


def no_idea(state):
    """The heuristic that says 0 of every undecided position."""
    return 0.0


def minimax_limited(state=START, depth=2, heuristic=square_heuristic, score=win_score):
    """The value of `state` when nobody looks further than `depth` moves ahead.

    Positions at that depth that are not over are worth what `heuristic(state)` says. Raises
    ValueError when depth is negative.
    """
    depth, state = whole(depth, "depth in moves"), _check(state)
    if TERMINAL[state]:
        return Found(score(state), 1)
    if depth == 0:
        return Found(heuristic(state), 1)
    found = [minimax_limited(child, depth - 1, heuristic, score) for child in children(state)]
    best = max if TURN[state] == X else min
    return Found(best(f.value for f in found), 1 + sum(f.positions for f in found))


def limited_values(depth, heuristic=square_heuristic, score=win_score):
    """The value that `minimax_limited` finds at every state, (19683,); NaN where no game gets.

    One sweep over all states for each move of depth, instead of one search for each state.
    """
    depth = whole(depth, "depth in moves")
    V = np.full(N_STATES, np.nan)
    for state in np.flatnonzero(REACHABLE):
        V[state] = score(state) if TERMINAL[state] else heuristic(state)
    turn, legal = TURN[UNDECIDED], LEGAL[UNDECIDED]
    for _ in range(depth):
        values = np.where(legal, turn[:, None] * V[NEXT[UNDECIDED]], -np.inf)
        V[UNDECIDED] = turn * values.max(1)
    return V


def minimax_player(depth=9, heuristic=square_heuristic, ties="random", score=win_score):
    """The player that looks `depth` moves ahead, its own move being the first; 9 is perfect play.

    `ties`: "random" chooses evenly among the moves with the best value, "first" takes the first of
    them in cell order. Raises ValueError for another word or a depth below 1.
    """
    depth = whole(depth, "depth in moves", 1)
    if ties not in ("random", "first"):
        raise ValueError(f'ties are broken "random" or "first", not {ties!r}')
    Q = action_values(limited_values(depth - 1, heuristic, score))
    policy = greedy(Q) if ties == "random" else first_best(Q)
    name = "minimax" if depth >= 9 else f"minimax, {depth} moves ahead"
    return PolicyPlayer(policy, name, Q)
