"""Provide what the exercises of lesson 12 build and its later cells use."""

import numpy as np

from tttlearn.evaluation.exact import errs


def four(marks, rows):
    """Return whether these marks of one side have four in a row, on a bitboard (12.1)."""
    for step in (1, rows, rows + 1, rows + 2):
        pair = marks & marks >> step
        if pair & pair >> 2 * step:
            return True
    return False


def landing(taken, column, rows):
    """Return the bit of the cell that the next mark of a column fills, 0 if the column is full."""
    bottom = 1 << column * (rows + 1)
    return taken + bottom & bottom * (2**rows - 1)


def next_layer(layer, rows, columns, over=four, sides="both", mover=None, full="left out"):
    """Return all positions after one more move, a set of pairs (x, o) of bitboards (12.2).

    The last four can be changed to make known faults: what ends a game, and whose; who moves, a
    function of (x, o); and what becomes of a full column.
    """
    after = set()
    for x, o in layer:
        if (over(x, rows) and sides != "O") or (over(o, rows) and sides != "X"):
            continue
        for column in range(columns):
            cell = landing(x | o, column, rows)
            if full == "only bottom":
                cell = 1 << column * (rows + 1)
            if cell or full == "kept":
                x_moves = x.bit_count() == o.bit_count() if mover is None else mover(x, o)
                after.add((x | cell, o) if x_moves else (x, o | cell))
    return after


def best_or_given(
    rules,
    x=None,
    o=None,
    reverse=True,
    best=(1, -1),
    back=True,
    given=(True, True),
    legal=True,
    ends=1,
    even=False,
    turned=False,
):
    """Return the value to X of each state; a side whose policy is None plays its best (12.3).

    All but the policies can be changed to make known faults.
    """
    V = ends * rules.winner.astype(float)
    for layer in reversed(rules.layers) if reverse else rules.layers:
        for side, way, policy, known in zip((1, -1), best, (x, o), given, strict=True):
            s = layer[~rules.terminal[layer] & (rules.turn[layer] == side)]
            after, free = V[rules.next[s]], rules.legal[s] | (not legal)
            if policy is None or not known:
                V[s] = (way if back else 1) * np.where(free, way * after, -2).max(axis=1)
            else:
                row = free / free.sum(axis=1, keepdims=True) if even else policy[s]
                V[s] = (side if turned else 1) * (row * after).sum(axis=1)
    return V


def mended(policy, rules, V):
    """Return a copy of a policy that takes a best move wherever the policy errs (12.4)."""
    better = policy.copy()
    for s in errs(policy, rules=rules):
        worth = np.where(rules.legal[s], rules.turn[s] * V[rules.next[s]], -2)
        better[s] = np.arange(rules.n_actions) == worth.argmax()
    return better
