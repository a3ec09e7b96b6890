"""tanh and the sigmoid in single precision, the same on every computer.

They are made of `power`, sums, products and one division. That is np.divide, since / looks for a
zero each time, which keeps the compiler from bending several units at once.
"""

import numpy as np

from tttlearn.network.loops import power
from tttlearn.support.compiled import njit

FURTHEST = 40.0
"""e to the power of less than minus this is taken for e to the power of minus this."""


@njit
def portable_sigmoid(z):
    """1 / (1 + e**-z)."""
    p = power(-min(abs(np.float64(z)), FURTHEST))
    return np.float32(np.divide(1.0 if z >= 0 else p, 1.0 + p))


@njit
def portable_tanh(z):
    """(1 - e**-2z) / (1 + e**-2z)."""
    p = power(-min(2.0 * abs(np.float64(z)), FURTHEST))
    size = np.float32(np.divide(1.0 - p, 1.0 + p))
    return size if z >= 0 else -size
