"""What two ratings predict of games not yet played."""

import numpy as np

SCALE = 400
"""The points of difference between two ratings at which the odds are ten to one."""


def expected_score(difference):
    """The score that a rating higher by `difference` predicts."""
    return 1 / (1 + 10 ** (-np.asarray(difference, dtype=float) / SCALE))
