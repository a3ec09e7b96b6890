"""Provide what the exercises of lesson 07 build and its later cells use."""

import numpy as np

from tttlearn.course.exercises.built_02 import chances
from tttlearn.course.exercises.built_06 import best_cell
from tttlearn.evaluation.exact import state_values
from tttlearn.game.rules import NEXT, START


def best_mean(pulls):
    """Return the highest mean of the machines of these pulls, a row for each machine (07.1)."""
    return float(pulls.mean(1).max())


def second_opinion(pulls, afresh):
    """Return the mean of the fresh pulls of the machine with the best mean of the first (07.2)."""
    return float(afresh.mean(1)[pulls.mean(1).argmax()])


def bias(values, opponent):
    """Return how much O's best entries overpromise on its first turn, mean over openings (07.5)."""
    openings = NEXT[START]
    truth = state_values(x=opponent)[openings]
    return float((truth - np.nanmin(values[openings], axis=1)).mean())


def act(Q, state):
    """Return the free cell that is best for the side to move by the mean of two tables (07.6)."""
    return best_cell(Q[:, state].mean(0), state)


def best_of(k, n):
    """Return the expectation of the largest of k means of n fair pulls each (07.7)."""
    at_most = np.cumsum(chances(n)) ** k
    return float((np.diff(at_most, prepend=0) * (2 * np.arange(n + 1) / n - 1)).sum())


def named(n, tie=0.5):
    """Return the probability that the good machine has more wins, ties counted by `tie`."""
    pairs = np.outer(chances(n, 0.6), chances(n))
    return float(np.tril(pairs, -1).sum() + tie * np.trace(pairs))


def expected_opinion(n):
    """Return the expected second estimate of the machine named by n first pulls of each (07.8)."""
    return 0.2 * named(n)
