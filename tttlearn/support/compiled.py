"""Numba in one place: `njit` compiles hot loops, or leaves them plain Python without Numba.

Every compiled function of the package is plain Python over arrays, so that it gives the same
numbers, bit for bit, with Numba and without; only the speed differs. Set the environment variable
`TTTLEARN_NO_NUMBA=1` to run without it on purpose.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from tttlearn.support.files import PACKAGE
from tttlearn.support.signals import held

try:
    if os.environ.get("TTTLEARN_NO_NUMBA") == "1":
        raise ImportError("Numba is switched off by TTTLEARN_NO_NUMBA")
    from numba import njit as _njit
    from numba import typeof, types
    from numba.core.errors import NumbaWarning

    HAS_NUMBA, NO_NUMBA = True, ""
except Exception as error:  # a damaged Numba, or one for another NumPy, may raise anything
    HAS_NUMBA, NO_NUMBA = False, f"{type(error).__name__}: {error}"


def njit(function: Callable) -> Callable:
    """Compile a function on its first call, and cache the compiled code on disk.

    Parameters
    ----------
    function : callable
        The function, plain Python over arrays.

    Returns
    -------
    callable
        The compiled function; without Numba the function itself.
    """
    # nogil: several seeds may train on several cores at once. forceinline: the helpers of a search
    # or a network take a dozen arrays, and loading these would take most of the time of a call.
    return _kept(function, nogil=True, forceinline=True) if HAS_NUMBA else function


def _kept(function, **options):
    """Compile a function with a cache that depends on all compiled sources of the package.

    Numba looks only at the file of the function, not at those of functions that are compiled into
    it, and fails if a class is gone. It does not touch the files of other versions of Numba.
    """
    try:
        compiled = _njit(cache=True, **options)(function)
    except RuntimeError:  # there is no folder for the cache
        return _njit(**options)(function)
    if index := getattr(
        compiled._cache, "_cache_file", None
    ):  # a private attribute, present in all versions so far
        index._version = f"{index._version} {_sources()}"
    return compiled


@cache
def _sources():
    """Return a text that changes with any compiled function, or class that one is given."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if b"njit" in text or b"made_for" in text or b"NamedTuple" in text:
            digest.update(text)
    return digest.hexdigest()


def njit_checked(function: Callable) -> Callable:
    """Compile a function in which an index outside an array raises IndexError, as in Python.

    Parameters
    ----------
    function : callable
        The function, such as a rule that a reader writes.

    Returns
    -------
    callable
        The compiled function; without Numba the function itself.

    Notes
    -----
    Without the check a wrong index would silently read or overwrite other memory. The code is not
    cached, since a notebook cell has no file to cache beside.
    """
    return _njit(nogil=True, boundscheck=True)(function) if HAS_NUMBA else function


def njit_fresh(function: Callable) -> Callable:
    """Compile a function without a cache on disk.

    Parameters
    ----------
    function : callable
        A function that is compiled into loops and whose indices are known to be right, such as a
        rule of the package.

    Returns
    -------
    callable
        The compiled function; without Numba the function itself.
    """
    return _njit(nogil=True, forceinline=True)(function) if HAS_NUMBA else function


def njit_lean(function: Callable) -> Callable:
    """Compile a function that makes no array and returns none, as `njit` does.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    callable
        The compiled function; without Numba the function itself.

    Notes
    -----
    The compiled code does not count references to its arrays. If functions hand a dozen arrays to
    each other, this takes half the time.
    """
    return _kept(function, **LEAN) if HAS_NUMBA else function


def njit_lean_fresh(function: Callable) -> Callable:
    """Compile a function as `njit_lean` does, without a cache on disk.

    Parameters
    ----------
    function : callable
        The function, such as a loop around functions without a file.

    Returns
    -------
    callable
        The compiled function; without Numba the function itself.
    """
    return _njit(**LEAN)(function) if HAS_NUMBA else function


def compiled_for(loop: Callable, *arguments: Any) -> Callable:
    """Compile a loop for given types of arguments, now and not when it is called.

    Parameters
    ----------
    loop : callable
        A function compiled by Numba.
    *arguments : object
        Arguments of these types.

    Returns
    -------
    callable
        The same loop.
    """
    loop.compile(tuple(map(typeof, arguments)))
    return loop


class Handed(NamedTuple):
    """Compiled function for a loop that gets its address, and the settings that it takes last.

    Attributes
    ----------
    function : callable
        The function.
    settings : tuple
        Its last argument.
    """

    function: object
    settings: tuple


def handing(loop: Callable, handed: Handed, takes: tuple, first: Any, *others: Any) -> Callable:
    """Compile a loop that gets a function by its address.

    Parameters
    ----------
    loop : callable
        A function compiled by Numba, with the arguments `first`, `(handed,)` and `others`.
    handed : Handed
        The function, and its settings.
    takes : tuple
        Arguments of the types with which the loop calls the function.
    first, *others : object
        Arguments of the loop of these types.

    Returns
    -------
    callable
        The loop as a function of its usual arguments, in which `(handed,)` replaces the second one.

    Notes
    -----
    The loop is not compiled again for each function, and can be cached on disk.
    """
    signature = types.void(*map(typeof, takes))
    if signature.args not in handed.function.overloads:
        # The warnings of the compiler concern this package, not the reader's function.
        with warnings.catch_warnings(action="ignore", category=NumbaWarning):
            handed.function.compile(signature)
    inside = types.FunctionType(signature), typeof(handed.settings)
    kind = types.UniTuple(types.NamedTuple(inside, Handed), 1)
    play = loop.compile((typeof(first), kind, *map(typeof, others)))
    return lambda first, _, *others: play(first, (handed,), *others)


LEAN = {"nogil": True, "forceinline": True, "_nrt": False}
"""Options of Numba for code that does not count references to arrays."""


def signals_held() -> AbstractContextManager:
    """Return a context in which signals wait, for a call of a compiled loop.

    Returns
    -------
    context manager
        `signals.held` if Numba is present; without it an empty context.

    Notes
    -----
    The code that Numba puts around a loop does not expect a signal handler to raise an exception:
    it goes on with an error (SystemError) or, while it unpacks a Generator, ends the interpreter. A
    loop should therefore return several times a second, so that Ctrl-C takes effect soon.
    """
    return held() if HAS_NUMBA else nullcontext()
