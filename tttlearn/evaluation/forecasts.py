"""What is to be expected of games not yet played: of two ratings, and of a share won by chance."""

import numpy as np

SCALE = 400
"""The points of difference between two ratings at which the odds are ten to one."""
OUTSIDE = 0.005
"""The share of numbers beyond each end of an interval."""


def expected_score(difference):
    """The score that a rating higher by `difference` foretells."""
    return 1 / (1 + 10 ** (-np.asarray(difference, dtype=float) / SCALE))


def quantiles(shares, games):
    """(low, high) of the share won in so many games, by a run drawn from those with `shares`."""
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
    up = np.cumsum(total) / len(shares)
    low, high = np.searchsorted(up, [OUTSIDE, 1 - OUTSIDE])
    return low / games, min(high, games) / games
