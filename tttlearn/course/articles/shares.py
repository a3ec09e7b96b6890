"""Estimate a share from a sample, with an interval, and the number that the next run prints."""

from functools import cache

import numpy as np

OUTSIDE = 0.005
"""Share of numbers beyond each end of an interval."""
NORMAL = 2.5758
"""Number of standard errors beyond which, on one side, a share of OUTSIDE lies."""
MANY = 200
"""Number of runs from which on their distribution is used as it is."""


def wilson(k, n, z=1.96):
    """Return Wilson's interval (low, high) for the probability behind k wins in n games (02.6)."""
    middle, margin = k + z**2 / 2, z * np.sqrt(k * (1 - k / n) + z**2 / 4)
    return (middle - margin) / (n + z**2), (middle + margin) / (n + z**2)


def surely(k, n):
    """Return the same interval with 99% confidence instead of 95%."""
    return wilson(k, n, NORMAL)


def share_of(truths):
    """Return how many runs a claim is true of, one bool a run: "54 of 80 runs, 68% (53 to 79)"."""
    truths = np.atleast_1d(truths)
    return f"{truths.sum():,} of {len(truths):,} runs, {percent(truths)}"


def percent(truths):
    """Return the share of true ones and its interval, in percent, as a text: "68% (53 to 79)".

    There is one more digit if the share is within 1% of 0 or of 1 without being equal to it.
    """
    truths = np.atleast_1d(truths)
    share, ends = truths.mean(), surely(truths.sum(), len(truths))
    digits = 1 if 0 < min(share, 1 - share) < 0.01 else 0
    low, high = (f"{100 * end:.{digits}f}" for end in ends)
    return f"{100 * share:.{digits}f}% ({low} to {high})"


def mean_of(shares):
    """Return the mean of exact shares and its interval by Student's t: "17.0% (15.9 to 18.1)".

    There is one share for each run. If all are equal, there is no interval.
    """
    shares = np.asarray(shares, dtype=float)
    mean, spread = shares.mean(), shares.std(ddof=1) if len(shares) > 1 else 0.0
    if spread < 1e-12:
        return f"{mean:.1%}"
    margin = student(len(shares) - 1) * spread / np.sqrt(len(shares))
    return f"{mean:.1%} ({100 * max(mean - margin, 0):.1f} to {100 * min(mean + margin, 1):.1f})"


def enough_runs(share):
    """Return the number of runs that must be alike to show that others are rare.

    It is the smallest number of identical runs from which it follows, with 99% confidence, that
    fewer than `share` of all runs differ.
    """
    return int(np.floor(NORMAL**2 * (1 - share) / share)) + 1


def prints(shares, games):
    """Return the probability of each number of wins in this number of games, (games + 1,).

    The games are those of a run drawn from the runs with these `shares`.
    """
    wins = np.arange(games + 1)
    logs = np.concatenate([[0.0], np.log(np.arange(1, games + 1))]).cumsum()  # log of k!
    ways = logs[games] - logs[wins] - logs[games - wins]
    total = np.zeros(games + 1)
    for share, times in zip(*np.unique(shares, return_counts=True), strict=True):
        if 0 < share < 1:
            chance = np.exp(ways + wins * np.log(share) + (games - wins) * np.log1p(-share))
        else:
            chance = wins == round(share * games)
        total += times * chance
    return total / len(shares)


def quantiles(shares, games):
    """Return the range (low, high) of the share won by a run drawn from those with `shares`.

    Each run plays this number of games. If `games` is None, the shares themselves are printed.
    """
    if games is None:
        return tuple(np.quantile(shares, [OUTSIDE, 1 - OUTSIDE]))
    low, high = np.searchsorted(np.cumsum(prints(shares, games)), [OUTSIDE, 1 - OUTSIDE])
    return low / games, min(high, games) / games


def interval(values, games=None):
    """Return the range (low, high) of what one more run would print, as `verdicts` defines it.

    `values` are the shares of our runs, or other numbers if `games` is None.
    """
    values = np.atleast_1d(np.asarray(values, dtype=float))
    if games:
        values = np.clip(values, 0.0, 1.0)  # rounding can leave a sum of probabilities just outside
    n = len(values)
    if n == 1 or (games and np.ptp(values) < 1e-12):
        return quantiles(values[:1], games) if games else (values[0], values[0])
    if n >= MANY:
        return quantiles(values, games)
    variance = (values * (1 - values)).mean() / games if games else 0.0
    margin = student(n - 1) * np.sqrt(values.var(ddof=1) * (1 + 1 / n) + variance)
    low, high = values.mean() - margin, values.mean() + margin
    return (max(low, 0.0), min(high, 1.0)) if games else (low, high)


@cache
def student(freedom):
    """Return the quantile of Student's t, at these degrees of freedom, with OUTSIDE above it."""
    # With t = sqrt(freedom) * tan(angle) the density becomes a power of the cosine.
    edges = np.linspace(0, np.pi / 2, 200_001)
    density = np.cos((edges[1:] + edges[:-1]) / 2) ** (freedom - 1)
    above = 0.5 * (1 - np.cumsum(density) / density.sum())
    return float(np.sqrt(freedom) * np.tan(np.interp(-OUTSIDE, -above, edges[1:])))
