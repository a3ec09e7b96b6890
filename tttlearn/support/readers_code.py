"""A reader's function and the plain functions around it that it calls, compiled together.

The compiler takes any function inside another, but from outside only compiled ones. So the plain
functions that it calls by name are compiled, too, each in a copy of what is around it; the
notebook's own stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from copy import deepcopy
from dis import get_instructions
from functools import cache, partial
from hashlib import sha256
from inspect import getsource, isfunction, ismethod
from numbers import Number
from sys import stdlib_module_names
from textwrap import dedent
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np

from tttlearn.support.compiled import HAS_NUMBA, njit_checked

COMPILER_PACKAGES = ("numba", "numpy", "scipy")
"""Packages whose functions the compiler implements itself."""
MAX_COPIED_BYTES = 10**6
"""Size above which compiled code uses the address of an array instead of a copy."""


def helpers(function: Callable) -> list[Callable]:
    """Return a function, the plain functions that it calls by name, and those that they call.

    Parameters
    ----------
    function : function
        The function.

    Returns
    -------
    list of function
        The functions, `function` first.
    """
    functions = [function]
    for known in functions:  # the list grows while it is read
        functions += [
            f for f in names_around(known).values() if _is_helper(f) and f not in functions
        ]
    return functions


def surroundings(function: Callable) -> tuple:
    """Return everything from outside that is compiled into a function.

    Parameters
    ----------
    function : function
        The function.

    Returns
    -------
    tuple
        Its helpers, functions that are compiled already, and other values, such as a global ALPHA
        or an array. If it changes, the function must be compiled again.
    """
    return tuple(
        (helper, name, *_frozen(value))
        for helper in helpers(function)
        for name, value in names_around(helper).items()
    )


def _frozen(value):
    """Return a key that changes if a value is not the one that was compiled; 3 is not 3.0 here.

    Of a large array the compiler takes the address, so only that counts here, not its entries.
    """
    if isinstance(value, tuple):
        return type(value), tuple(map(_frozen, value))
    if isinstance(value, np.ndarray) and value.nbytes <= MAX_COPIED_BYTES:
        return np.ndarray, f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    plain = isinstance(value, (Number, str)) or isfunction(value) or hasattr(value, "py_func")
    return type(value), value if plain else id(value)


def fingerprint(function: Callable) -> str:
    """Return a text that changes when a function does, and is the same in each process.

    Parameters
    ----------
    function : callable
        The function.

    Returns
    -------
    str
        16 hexadecimal digits.

    Notes
    -----
    It is made of the source of the function (of its compiled code if there is none), of the source
    of the functions that it calls by name, except Python's own, and of the numbers, texts and rules
    of games around these and among their defaults. Anything else that a function uses, such as an
    array or the content of a module, may change without changing this text.
    """
    called = _python(function)
    is_plain = isfunction(called) or isinstance(called, partial)
    codes, parts = [called if is_plain else _python(type(called).__call__)], []
    for code in codes:  # the list grows while it is read
        if isinstance(code, partial):
            around = [code.func, *code.args, *code.keywords, *code.keywords.values()]
        elif isfunction(code):
            named = names_around(code)
            parts.append(_source(code))
            around = [*named, *named.values(), *(code.__defaults__ or ())]
            around += (code.__kwdefaults__ or {}).values()
        else:
            around = []
        values = [_python(value) for value in around]
        parts += [_text(value) for value in values]
        codes += [v for v in values if _is_user_code(v) and v not in codes]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _is_user_code(value):
    """Return whether a value is a function, and not one of Python's own library."""
    home = (getattr(value, "__module__", "") or "").partition(".")[0]
    ours = _is_helper(value) and (home == "__main__" or home not in stdlib_module_names)
    return ours or isinstance(value, partial)


def _source(function):
    """Return the source of a function, the same in each Python, or else its compiled code."""
    if function.__name__ != "<lambda>":  # its line has more code than the function
        with suppress(OSError, TypeError, SyntaxError):
            return dedent(getsource(function))
    return _text(function.__code__)


def _python(value):
    """Return the plain function in a method or a compiled function; anything else unchanged."""
    return value.__func__ if ismethod(value) else getattr(value, "py_func", value)


def _text(value):
    """Return a constant as text, code with the constants in it; for anything else, its type."""
    if hasattr(value, "fingerprint") and not isinstance(
        value, type
    ):  # rules of a game, for example
        return value.fingerprint
    if isinstance(value, CodeType):
        names = value.co_names, value.co_varnames[: value.co_argcount + value.co_kwonlyargcount]
        return f"{value.co_code.hex()} {names} {_text(value.co_consts)}"
    if isinstance(value, (tuple, frozenset)):
        texts = map(
            _text, value
        )  # sorted, since the order of a set differs from process to process
        return f"({', '.join(texts if isinstance(value, tuple) else sorted(texts))})"
    plain = value is None or value is ... or isinstance(value, (Number, str, bytes))
    return repr(value) if plain else type(value).__name__


def compiled_together(function: Callable, njit: Callable = njit_checked) -> Callable:
    """Compile a function and its helpers with it.

    Parameters
    ----------
    function : function
        The function.
    njit : callable, default njit_checked
        Compiler of a function.

    Returns
    -------
    callable
        The compiled function; without Numba the function itself.
    """
    return _compiled(function, {}, njit) if HAS_NUMBA else function


def _compiled(function, done, njit):
    """Compile a function; `done` holds the functions that are, or are being, compiled."""
    if function in done:  # also for a function that calls itself
        return done[function]
    called = {name: f for name, f in names_around(function).items() if _is_helper(f)}
    twin = _copy(function) if called else function
    done[function] = njit(twin)
    for name, helper in called.items():
        _put(twin, name, _compiled(helper, done, njit))
    return done[function]


def _copy(function, around=None):
    """Return a copy of a function with its own cells and its own globals, `around`."""
    cells = tuple(CellType(*_content(cell)) for cell in function.__closure__ or ())
    code, name, defaults = function.__code__, function.__name__, function.__defaults__
    around = {**function.__globals__} if around is None else around
    twin = FunctionType(code, around, name, defaults, cells)
    twin.__kwdefaults__, twin.__qualname__ = function.__kwdefaults__, function.__qualname__
    twin.__dict__.update(function.__dict__)
    return twin


def _put(function, name, value):
    """Set the value that a function made by `_copy` finds under a name around it."""
    if name in function.__code__.co_freevars:
        cell = function.__closure__[function.__code__.co_freevars.index(name)]
        cell.cell_contents = value
    else:
        function.__globals__[name] = value


def detached(functions: Iterable[Callable]) -> list[Callable]:
    """Return copies of functions that share nothing that can change with the originals.

    Parameters
    ----------
    functions : iterable of function
        The functions.

    Returns
    -------
    list of function
        Copies, with copies of their helpers and of all values that they may change.
    """
    done, memo = {}, {}
    return [_detached(function, done, memo) for function in functions]


def _detached(function, done, memo):
    """Return the copy of a function; `done` has those made, `memo` is that of deepcopy."""
    if function in done:
        return done[function]
    around = memo.setdefault(id(function.__globals__), {**function.__globals__})
    twin = done[function] = _copy(function, around)
    for name, value in names_around(function).items():
        _put(twin, name, _detached(value, done, memo) if _is_helper(value) else _own(value, memo))
    return twin


def _own(value, memo):
    """Return a copy of a value, or the value if it cannot change or be copied."""
    is_fixed = isinstance(value, np.ndarray) and not value.flags.writeable
    if is_fixed or hasattr(value, "py_func") or hasattr(value, "fingerprint"):
        return value
    try:
        return deepcopy(value, memo)
    except Exception:  # a module, a lock, an open file
        return value


def names_around(function: Callable) -> dict[str, Any]:
    """Return the names that a function, or one inside it, takes from around it.

    Parameters
    ----------
    function : function
        The function.

    Returns
    -------
    dict
        The value of each name.
    """
    code, values = function.__code__, function.__globals__
    around = {name: values[name] for name in _global_names(code) if name in values}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        for value in _content(cell):
            around[name] = value
    return around


@cache
def _global_names(code):
    names = {i.argval for i in get_instructions(code) if i.opname == "LOAD_GLOBAL"}
    inside = [const for const in code.co_consts if isinstance(const, CodeType)]
    return sorted(names.union(*map(_global_names, inside)))


def place_of_text(function: Callable) -> str:
    """Return the first place at which a function or its helpers put numbers into a text.

    Parameters
    ----------
    function : function
        The function.

    Returns
    -------
    str
        File and line, as the compiler writes them; "" if there is no such place.

    Notes
    -----
    Compiled code would put something else into the text: f"{0.5}" is '<object type:float64>' there.
    """
    codes = [helper.__code__ for helper in helpers(function)]
    for code in codes:  # the list grows while it is read
        codes += [const for const in code.co_consts if isinstance(const, CodeType)]
        for instruction in get_instructions(code):
            if instruction.opname.startswith("FORMAT_"):
                return f'File "{code.co_filename}", line {instruction.positions.lineno}'
    return ""


def _content(cell):
    """Return the content of a cell as a tuple, which is empty if the cell is."""
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _is_helper(value):
    return isfunction(value) and (value.__module__ or "").partition(".")[0] not in COMPILER_PACKAGES
