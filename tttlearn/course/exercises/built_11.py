"""Provide what the exercises of lesson 11 build and its later cells use."""

from math import ceil, sqrt

from tttlearn.course.articles.shares import NORMAL, quantiles, student
from tttlearn.course.articles.verdicts import Statement
from tttlearn.course.exercises.built_02 import chances
from tttlearn.evaluation.exact import worst_case


def interval(n, p):
    """Return (low, high): the shares between which 99 of 100 results of n games lie (11.1)."""
    return quantiles([p], n)


def forecast(shares, games):
    """Return (low, high) of what one more run would print, from a few runs' shares (11.2)."""
    in_runs = shares.var(ddof=1) * (1 + 1 / len(shares))
    reach = student(len(shares) - 1) * sqrt(in_runs + (shares * (1 - shares)).mean() / games)
    return float(shares.mean() - reach), float(shares.mean() + reach)


def place(last, lost, printed):
    """Return the share of the runs that stopped losing that lose no more than printed (11.3)."""
    return (lost[last == 0] <= printed).mean()


def at_most(k, n, p):
    """Return the chance of k or fewer of n, each with probability p (11.4)."""
    return chances(n, p)[: k + 1].sum()


def judged(runs, lost):
    """Return whether each run can lose no more, and two groups: adding, averaging (11.5)."""
    return (runs.risk == 0).to_numpy(), (lost["nested-sum"], lost["nested"])


def plays_perfectly(published):
    """Return the claim of this row that a run never loses, a function of runs (11.5)."""
    return lambda runs: Statement("plays perfectly", published, (runs.risk == 0).to_numpy())


def needed(spread, scale):
    """Return how many runs a mean needs so that its interval is a third of the scale (11.6)."""
    return ceil((2 * NORMAL * spread / (scale / 3)) ** 2)


def unbeaten(policy, limit):
    """Return whether the best reply beats O in no more than this share of the games (11.7)."""
    return worst_case(policy).as_o <= limit


CLAIM = "hickman-level", 0.0, unbeaten
"""Item, limit, and function that says whether the claim is true of a run's policy (11.7)."""


def trust(losses, n):
    """Return the probability that a run which lost none of n games never loses (11.8)."""
    return (losses == 0).sum() / ((1 - losses) ** n).sum()


def stretch(settings, holds, published):
    """Return (lowest, highest) setting of the unbroken stretch at `published`, or None (11.9)."""
    low = high = settings.index(published)
    if not holds[low]:
        return None
    while low > 0 and holds[low - 1]:
        low -= 1
    while high < len(holds) - 1 and holds[high + 1]:
        high += 1
    return settings[low], settings[high]
