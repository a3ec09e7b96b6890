"""Compute the error at the outputs of the network, of any number, for one move of a game."""

import numpy as np


def program_delta(p, action, legal, reward):
    """Return the error at the outputs by the formula of the program, with or without other moves.

    The targets of a lost move sum to 1 or, if no other move was legal, to 0.
    """
    t = np.zeros(len(p))
    if reward >= 0:
        t[action] = 1
    else:
        others = legal.copy()
        others[action] = False
        if others.any():
            t[others] = 1 / others.sum()
    return abs(reward) * (p - t)


def forgiving_delta(p, action, legal, reward):
    """Return the same error, but none for a lost move that was the only legal one."""
    if reward < 0 and legal.sum() == 1:
        return np.zeros(len(p))
    return program_delta(p, action, legal, reward)
