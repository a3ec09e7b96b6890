"""What a sample says of the share behind it, with an interval, and of the next run's number."""

from functools import cache

import numpy as np

OUTSIDE = 0.005
"""The share of numbers beyond each end of an interval."""
NORMAL = 2.5758
"""So many standard errors are passed on one side by OUTSIDE of all numbers."""
MANY = 200
"""From so many runs on, their distribution is taken as it is."""


def wilson(k, n, z=1.96):
    """(low, high): Wilson's interval for the probability behind k wins in n games (02.6)."""
    middle, reach = k + z**2 / 2, z * np.sqrt(k * (1 - k / n) + z**2 / 4)
    return (middle - reach) / (n + z**2), (middle + reach) / (n + z**2)


def surely(k, n):
    """(low, high): the same where 99 of 100 intervals hold the probability, not 95."""
    return wilson(k, n, NORMAL)


def share_of(truths):
    """How many of the runs it is true of, one bool a run: "54 of 80 runs, 68% (53 to 79)"."""
    truths = np.atleast_1d(truths)
    return f"{truths.sum():,} of {len(truths):,} runs, {percent(truths)}"


def percent(truths):
    """The share of true ones and its interval, in percent, as a text: "68% (53 to 79)".

    A digit more where the share is within 1 % of none or of all, but is not that.
    """
    truths = np.atleast_1d(truths)
    share, ends = truths.mean(), surely(truths.sum(), len(truths))
    digits = 1 if 0 < min(share, 1 - share) < 0.01 else 0
    low, high = (f"{100 * end:.{digits}f}" for end in ends)
    return f"{100 * share:.{digits}f}% ({low} to {high})"


def mean_of(shares):
    """The mean of exact shares, one a run, and its interval by Student's t: "17.0% (15.9 to 18.1)".

    Of what all runs share alike there is no interval.
    """
    shares = np.asarray(shares, dtype=float)
    mean, spread = shares.mean(), shares.std(ddof=1) if len(shares) > 1 else 0.0
    if spread < 1e-12:
        return f"{mean:.1%}"
    reach = student(len(shares) - 1) * spread / np.sqrt(len(shares))
    return f"{mean:.1%} ({100 * max(mean - reach, 0):.1f} to {100 * min(mean + reach, 1):.1f})"


def enough_runs(share):
    """The least number of runs of which, if all are alike, surely fewer than `share` are not."""
    return int(np.floor(NORMAL**2 * (1 - share) / share)) + 1


def prints(shares, games):
    """The chance of each number of wins in so many games, (games + 1,), for a run drawn from those
    with these shares.
    """
    wins = np.arange(games + 1)
    logs = np.concatenate([[0.0], np.log(np.arange(1, games + 1))]).cumsum()  # of the factorials
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
    """(low, high) of the share won in so many games, by a run drawn from those with `shares`.

    `games` None: the shares are what is printed.
    """
    if games is None:
        return tuple(np.quantile(shares, [OUTSIDE, 1 - OUTSIDE]))
    low, high = np.searchsorted(np.cumsum(prints(shares, games)), [OUTSIDE, 1 - OUTSIDE])
    return low / games, min(high, games) / games


def interval(values, games=None):
    """(low, high) of what one run more would print, as `verdicts` says.

    `values`: shares of our runs, or other numbers when `games` is None.
    """
    values = np.atleast_1d(np.asarray(values, dtype=float))
    if games:
        values = np.clip(values, 0.0, 1.0)  # the last bit of a sum of probabilities
    n = len(values)
    if n == 1 or (games and np.ptp(values) < 1e-12):
        return quantiles(values[:1], games) if games else (values[0], values[0])
    if n >= MANY:
        return quantiles(values, games)
    error = (values * (1 - values)).mean() / games if games else 0.0
    reach = student(n - 1) * np.sqrt(values.var(ddof=1) * (1 + 1 / n) + error)
    low, high = values.mean() - reach, values.mean() + reach
    return (max(low, 0.0), min(high, 1.0)) if games else (low, high)


@cache
def student(freedom):
    """The quantile of Student's t with so many degrees of freedom that leaves OUTSIDE above it."""
    # With t = sqrt(freedom) * tan(angle) the density becomes a power of the cosine.
    edges = np.linspace(0, np.pi / 2, 200_001)
    density = np.cos((edges[1:] + edges[:-1]) / 2) ** (freedom - 1)
    above = 0.5 * (1 - np.cumsum(density) / density.sum())
    return float(np.sqrt(freedom) * np.tan(np.interp(-OUTSIDE, -above, edges[1:])))
