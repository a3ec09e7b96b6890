"""Provide tanh and the sigmoid in single precision, with the same results on every computer.

They are computed from `power`, sums, products and one division. The division is np.divide, because
the operator / tests for zero each time, which keeps the compiler from vectorizing the loop over the
units.
"""

import numpy as np

from tttlearn.network.loops import power
from tttlearn.support.compiled import njit

MAX_EXPONENT = 40.0
"""Largest x for which e**-x is computed; beyond it, the value at this x is used."""


@njit
def portable_sigmoid(z):
    """Return 1 / (1 + e**-z)."""
    p = power(-min(abs(np.float64(z)), MAX_EXPONENT))
    return np.float32(np.divide(1.0 if z >= 0 else p, 1.0 + p))


@njit
def portable_tanh(z):
    """Return (1 - e**-2z) / (1 + e**-2z)."""
    p = power(-min(2.0 * abs(np.float64(z)), MAX_EXPONENT))
    magnitude = np.float32(np.divide(1.0 - p, 1.0 + p))
    return magnitude if z >= 0 else -magnitude
