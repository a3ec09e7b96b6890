"""Numba in one place: `njit` compiles hot loops, or leaves them plain Python without Numba.

Every compiled function of the package is plain Python over arrays, so that it gives the same
numbers, bit for bit, with Numba and without; only the speed differs. Set the environment variable
`TTTLEARN_NO_NUMBA=1` to run without it on purpose.
"""

import os
import warnings
from contextlib import nullcontext
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from tttlearn.support.files import PACKAGE
from tttlearn.support.signals import held

try:
    if os.environ.get("TTTLEARN_NO_NUMBA") == "1":
        raise ImportError("Numba is switched off by TTTLEARN_NO_NUMBA")
    from numba import njit as _njit
    from numba import typeof, types
    from numba.core.errors import NumbaWarning

    HAS_NUMBA, NO_NUMBA = True, ""
except Exception as error:  # a damaged one, or one for another NumPy, raises whatever it likes
    HAS_NUMBA, NO_NUMBA = False, f"{type(error).__name__}: {error}"


def njit(function):
    """The function compiled on its first call and cached on disk; itself where Numba is absent."""
    # nogil: several seeds may train on several cores at once. forceinline: the helpers of a search
    # or a network take a dozen arrays; as calls, nearly all they do is load them.
    return _kept(function, nogil=True, forceinline=True) if HAS_NUMBA else function


def _kept(function, **options):
    """The function compiled; the code kept on disk is made of these sources, not of earlier ones.

    Numba looks only at the file of the function, not at those of functions that are compiled into
    it, and fails if a class is gone. It does not touch what another version of Numba wrote.
    """
    try:
        compiled = _njit(cache=True, **options)(function)
    except RuntimeError:  # there is no folder that it may write to
        return _njit(**options)(function)
    if index := getattr(compiled._cache, "_cache_file", None):  # as in all versions so far
        index._version = f"{index._version} {_sources()}"
    return compiled


@cache
def _sources():
    """A text that changes if any compiled function does, or any class that one is given."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if b"njit" in text or b"made_for" in text or b"NamedTuple" in text:
            digest.update(text)
    return digest.hexdigest()


def njit_checked(function):
    """The function compiled so that an index outside an array raises IndexError, as in Python.

    For rules that readers write: without the check a wrong index would silently read or overwrite
    other memory. Not cached, since a notebook cell has no file to cache beside.
    """
    return _njit(nogil=True, boundscheck=True)(function) if HAS_NUMBA else function


def njit_fresh(function):
    """The function compiled, not cached on disk: for rules and ways of reading, around which a loop
    is compiled, whose indices are known to be right."""
    return _njit(nogil=True, forceinline=True)(function) if HAS_NUMBA else function


def njit_lean(function):
    """As `njit`, for a function that makes no array and returns none.

    The compiled code then does not count who holds its arrays. If functions hand a dozen arrays to
    each other, this takes half the time.
    """
    return _kept(function, **LEAN) if HAS_NUMBA else function


def njit_lean_fresh(function):
    """As `njit_lean`, not cached on disk: for loops around functions that have no file."""
    return _njit(**LEAN)(function) if HAS_NUMBA else function


def compiled_for(loop, *arguments):
    """Compile a loop for arguments like these, now and not when it is called; returns it."""
    loop.compile(tuple(map(typeof, arguments)))
    return loop


class Handed(NamedTuple):
    """A compiled function for a loop that gets its address, and the function's last argument."""

    function: object
    settings: tuple


def handing(loop, handed, takes, first, *others):
    """Compile a loop for the arguments `first`, `(handed,)` and `others`; returns a function of the
    arguments as they are without this, in which `(handed,)` takes the place of the second.

    The loop gets the function of a Handed by its address, so it is not compiled again for each
    function, and can be kept on disk. `takes` are arguments like those with which it will call the
    function.
    """
    signature = types.void(*map(typeof, takes))
    if signature.args not in handed.function.overloads:
        # The compiler's warnings name this package, and say nothing to readers.
        with warnings.catch_warnings(action="ignore", category=NumbaWarning):
            handed.function.compile(signature)
    inside = types.FunctionType(signature), typeof(handed.settings)
    kind = types.UniTuple(types.NamedTuple(inside, Handed), 1)
    play = loop.compile((typeof(first), kind, *map(typeof, others)))
    return lambda first, _, *others: play(first, (handed,), *others)


LEAN = {"nogil": True, "forceinline": True, "_nrt": False}


def signals_held():
    """`signals.held` where loops are compiled: put it around each of them.

    The code that Numba puts around a loop does not expect a handler to raise in it: it goes on with
    an error (SystemError) or, while it takes a Generator apart, ends the interpreter. Let a loop
    return several times a second, so that nobody waits for Ctrl-C.
    """
    return held() if HAS_NUMBA else nullcontext()
