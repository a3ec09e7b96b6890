"""Expected scores of games, from the ratings of the two players."""

from __future__ import annotations

import numpy as np

SCALE = 400
"""Difference of two ratings, in points, at which the odds are ten to one."""


def expected_score(difference: float | np.ndarray) -> float | np.ndarray:
    """Return the expected score of a player from the difference of two ratings.

    Parameters
    ----------
    difference : float or numpy.ndarray
        Points by which the player's rating is higher than the other's.

    Returns
    -------
    float or numpy.ndarray
        Expected points a game, from 0 to 1; a draw counts one half.

    Notes
    -----
    This is the logistic curve of the Elo rating.
    """
    return 1 / (1 + 10 ** (-np.asarray(difference, dtype=float) / SCALE))
