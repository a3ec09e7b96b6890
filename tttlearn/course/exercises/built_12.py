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


def next_layer(layer, rows, columns):
    """Return all positions after one more move, a set of pairs (x, o) of bitboards (12.2)."""
    after = set()
    for x, o in layer:
        if not four(x, rows) and not four(o, rows):
            for column in range(columns):
                if cell := landing(x | o, column, rows):
                    x_moves = x.bit_count() == o.bit_count()
                    after.add((x | cell, o) if x_moves else (x, o | cell))
    return after


def best_or_given(rules, x=None, o=None):
    """Return the value to X of each state; a side whose policy is None plays its best (12.3)."""
    V = rules.winner.astype(float)
    for layer in reversed(rules.layers):
        for side, policy in ((1, x), (-1, o)):
            s = layer[~rules.terminal[layer] & (rules.turn[layer] == side)]
            after = V[rules.next[s]]
            if policy is None:
                V[s] = side * np.where(rules.legal[s], side * after, -2).max(axis=1)
            else:
                V[s] = (policy[s] * after).sum(axis=1)
    return V


def mended(policy, rules, V):
    """Return a copy of a policy that takes a best move wherever the policy errs (12.4)."""
    better = policy.copy()
    for s in errs(policy, rules=rules):
        worth = np.where(rules.legal[s], rules.turn[s] * V[rules.next[s]], -2)
        better[s] = np.arange(rules.n_actions) == worth.argmax()
    return better
