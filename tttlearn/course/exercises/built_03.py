"""Provide what the exercises of lesson 03 build and its later cells use."""

from functools import cache

from tttlearn.evaluation.exact import state_values
from tttlearn.game.rules import CANONICAL, LEGAL, NEXT, START, TERMINAL, TURN, WINNER
from tttlearn.game.tables import X
from tttlearn.search.game_tree import children, square_heuristic


def best_for(side, values):
    """Return what a state is worth to X if `side` chooses among these values (03.1)."""
    return max(values) if side == X else min(values)


@cache
def _values():
    return state_values().tolist()


def value(state):
    """Return what a state is worth to X if both sides play their best (03.2)."""
    return int(_values()[state])


def remembered(state, values):
    """Return the same, with the results stored in `values`, a dict by canonical codes (03.3)."""
    name = int(CANONICAL[state])
    if name not in values:
        below = [remembered(after, values) for after in children(state)]
        values[name] = best_for(TURN[state], below) if below else int(WINNER[state])
    return values[name]


def best_moves(state, value_of):
    """Return the free cells that are best for the side to move, by `value_of` (03.4)."""
    after = {a: value_of(int(NEXT[state, a])) for a in range(9) if LEGAL[state, a]}
    best = best_for(TURN[state], after.values())
    return [cell for cell, worth in after.items() if worth == best]


def _no_longer_below(low, high, found):
    return low >= high


def _risen(low, _, found):
    return max(low, found)


def _fallen(_, high, found):
    return min(high, found)


def alpha_beta(
    state, low=-2, high=2, update=(_risen, _fallen), enough=_no_longer_below, ordered=children
):
    """Return (the value within low and high, the number of positions that were examined) (03.5).

    `update` and `enough` can be changed to make known faults. They are functions of (low, high,
    found), where `found` is the value of the board after a move: what low rises to, what high falls
    to, and whether the remaining moves are left out. `ordered(state)` gives the next boards.
    """
    if TERMINAL[state]:
        return int(WINNER[state]), 1
    looked_at, is_x = 1, TURN[state] == X
    for after in ordered(state):
        found, below = alpha_beta(after, low, high, update, enough, ordered)
        looked_at += below
        if is_x:
            low = update[0](low, high, found)
        else:
            high = update[1](low, high, found)
        if enough(low, high, found):
            break
    return (low if is_x else high), looked_at


def ordered_search(ordered, state=START):
    """Return the result of alpha_beta if `ordered(state)` gives the next boards (03.8)."""
    return alpha_beta(state, ordered=ordered)


def limited(state, depth):
    """Return the value of a state from `depth` moves ahead, then by its squares (03.6)."""
    if TERMINAL[state]:
        return int(WINNER[state])
    if depth == 0:
        return square_heuristic(state)
    return best_for(TURN[state], [limited(after, depth - 1) for after in children(state)])
