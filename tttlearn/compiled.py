"""Numba in one place: `njit` compiles the hot loops, or leaves them plain Python without Numba.

Every compiled function of the package is plain Python over arrays, so that it gives the same
numbers, bit for bit, with Numba and without; only the speed differs. Browser Pythons have no Numba.
Set the environment variable `TTTLEARN_NO_NUMBA=1` to run without it on purpose.
"""

import os

try:
    if os.environ.get("TTTLEARN_NO_NUMBA") == "1":
        raise ImportError("switched off by TTTLEARN_NO_NUMBA")
    from numba import njit as _njit

    HAS_NUMBA = True
except ImportError:
    HAS_NUMBA = False


def njit(function):
    """The function compiled on its first call and cached on disk; itself where Numba is absent."""
    # nogil: several seeds may train on several cores at once.
    return _njit(cache=True, nogil=True)(function) if HAS_NUMBA else function
