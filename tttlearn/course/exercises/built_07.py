"""What the exercises of lesson 07 build and its later cells use."""

import numpy as np

from tttlearn.course.exercises.built_02 import chances
from tttlearn.evaluation.exact import state_values
from tttlearn.game.rules import LEGAL, NEXT, START, TURN


def best_mean(pulls):
    """What the best machine of these pulls, a row for each, seems to be worth (07.1)."""
    return float(pulls.mean(1).max())


def second_opinion(pulls, afresh):
    """What the fresh pulls say of the machine that the first pulls have named (07.2)."""
    return float(afresh.mean(1)[pulls.mean(1).argmax()])


def bias(values, opponent):
    """What O's best entries promise on its first turn, minus the truth; mean of openings (07.5)."""
    openings = NEXT[START]
    truth = state_values(x=opponent)[openings]
    return float((truth - np.nanmin(values[openings], axis=1)).mean())


def act(Q, state):
    """The free cell that is best for the side to move by the mean of two tables (07.6)."""
    free = np.flatnonzero(LEGAL[state])
    return int(free[(TURN[state] * Q[:, state, free].mean(0)).argmax()])


def best_of(k, n):
    """The expectation of the largest of k means of n fair pulls each (07.7)."""
    at_most = np.cumsum(chances(n)) ** k
    return float((np.diff(at_most, prepend=0) * (2 * np.arange(n + 1) / n - 1)).sum())


def named(n, tie=0.5):
    """The probability that the good machine has more wins, ties counted by `tie`."""
    pairs = np.outer(chances(n, 0.6), chances(n))
    return float(np.tril(pairs, -1).sum() + tie * np.trace(pairs))


def expected_opinion(n):
    """The expected second estimate of the machine that n first pulls of each have named (07.8)."""
    return 0.2 * named(n)
