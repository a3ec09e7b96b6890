"""A reader's function and the plain functions around it that it calls, compiled together.

The compiler takes any function inside another, but from outside only compiled ones. So the plain
functions that it calls by name are compiled, too, each in a copy of what is around it; the
notebook's own stay.
"""

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

import numpy as np

from tttlearn.support.compiled import HAS_NUMBA, njit_checked

KNOWN = ("numba", "numpy", "scipy")
"""Packages for whose functions the compiler has its own versions."""
COPIED = 10**6
"""An array of more bytes is not copied into compiled code, which takes its address instead."""


def helpers(function):
    """[function, ...]: itself, the plain functions that it calls by name, and those they call."""
    functions = [function]
    for one in functions:  # which grows on the way
        functions += [f for f in names_around(one).values() if _is_helper(f) and f not in functions]
    return functions


def surroundings(function):
    """What is compiled into a function, a tuple: if it changes, compile the function again.

    Its helpers, what is compiled already, and everything else around these, such as a global ALPHA
    or an array, of which the compiler takes a copy.
    """
    return tuple(
        (one, name, *_frozen(value))
        for one in helpers(function)
        for name, value in names_around(one).items()
    )


def _frozen(value):
    """What changes if a value is not the one that was compiled; 3 is not 3.0 here.

    Of a large array the compiler takes the address, so only that counts here, not its entries.
    """
    if isinstance(value, tuple):
        return type(value), tuple(map(_frozen, value))
    if isinstance(value, np.ndarray) and value.nbytes <= COPIED:
        return np.ndarray, f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    plain = isinstance(value, (Number, str)) or isfunction(value) or hasattr(value, "py_func")
    return type(value), value if plain else id(value)


def fingerprint(function):
    """A text that changes when the function does: 16 letters, the same in each process.

    It is made of its source (of its compiled code if there is none), of the source of the functions
    that it calls by name, except Python's own, and of the numbers, texts and rules of games around
    these and among their defaults. Whatever else a function uses, such as an array or what a module
    holds, may change without changing this text.
    """
    called = _python(function)
    is_plain = isfunction(called) or isinstance(called, partial)
    codes, parts = [called if is_plain else _python(type(called).__call__)], []
    for code in codes:  # which grows on the way
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
        codes += [v for v in values if _is_somebodys(v) and v not in codes]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _is_somebodys(value):
    """Whether a value is a function that does not come with Python, and so with its version."""
    home = (getattr(value, "__module__", "") or "").partition(".")[0]
    ours = _is_helper(value) and (home == "__main__" or home not in stdlib_module_names)
    return ours or isinstance(value, partial)


def _source(function):
    """Its text, which is the same for each Python; if there is none, the compiled code."""
    if function.__name__ != "<lambda>":  # whose line has more than the function
        with suppress(OSError, TypeError, SyntaxError):
            return dedent(getsource(function))
    return _text(function.__code__)


def _python(value):
    """The plain function in a method or a compiled function; anything else unchanged."""
    return value.__func__ if ismethod(value) else getattr(value, "py_func", value)


def _text(value):
    """A constant as text, code with the constants in it; for anything else, its kind."""
    if hasattr(value, "fingerprint") and not isinstance(value, type):  # as the rules of a game
        return value.fingerprint
    if isinstance(value, CodeType):
        names = value.co_names, value.co_varnames[: value.co_argcount + value.co_kwonlyargcount]
        return f"{value.co_code.hex()} {names} {_text(value.co_consts)}"
    if isinstance(value, (tuple, frozenset)):
        texts = map(_text, value)  # the order of a set differs from process to process
        return f"({', '.join(texts if isinstance(value, tuple) else sorted(texts))})"
    plain = value is None or value is ... or isinstance(value, (Number, str, bytes))
    return repr(value) if plain else type(value).__name__


def compiled_together(function, njit=njit_checked):
    """The function compiled by `njit`, and its helpers with it; itself where Numba is absent."""
    return _compiled(function, {}, njit) if HAS_NUMBA else function


def _compiled(function, done, njit):
    """The function compiled; `done` holds the functions that are, or are being, compiled."""
    if function in done:  # even one that calls itself
        return done[function]
    called = {name: f for name, f in names_around(function).items() if _is_helper(f)}
    twin = _copy(function) if called else function
    done[function] = njit(twin)
    for name, helper in called.items():
        _put(twin, name, _compiled(helper, done, njit))
    return done[function]


def _copy(function, around=None):
    """The same function, with its own cells and dict, `around`, for what is around it."""
    cells = tuple(CellType(*_content(cell)) for cell in function.__closure__ or ())
    code, name, defaults = function.__code__, function.__name__, function.__defaults__
    around = {**function.__globals__} if around is None else around
    twin = FunctionType(code, around, name, defaults, cells)
    twin.__kwdefaults__, twin.__qualname__ = function.__kwdefaults__, function.__qualname__
    twin.__dict__.update(function.__dict__)
    return twin


def _put(function, name, value):
    """Let a function made by `_copy` find this value under a name around it."""
    if name in function.__code__.co_freevars:
        cell = function.__closure__[function.__code__.co_freevars.index(name)]
        cell.cell_contents = value
    else:
        function.__globals__[name] = value


def detached(functions):
    """Copies of functions, with copies of their helpers and of all that these may change: whatever
    the copies do, nothing of the originals changes."""
    done, memo = {}, {}
    return [_detached(function, done, memo) for function in functions]


def _detached(function, done, memo):
    """The copy of a function; `done` has those made, `memo` is that of deepcopy."""
    if function in done:
        return done[function]
    around = memo.setdefault(id(function.__globals__), {**function.__globals__})
    twin = done[function] = _copy(function, around)
    for name, value in names_around(function).items():
        _put(twin, name, _detached(value, done, memo) if _is_helper(value) else _own(value, memo))
    return twin


def _own(value, memo):
    """A copy of what may change; itself if it cannot change, or cannot be copied."""
    is_fixed = isinstance(value, np.ndarray) and not value.flags.writeable
    if is_fixed or hasattr(value, "py_func") or hasattr(value, "fingerprint"):
        return value
    try:
        return deepcopy(value, memo)
    except Exception:  # a module, a lock, an open file
        return value


def names_around(function):
    """{name: value} of all that a function, or one inside it, takes from around it."""
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


def place_of_text(function):
    """The place of the first text that a function or its helpers make with numbers in it, as the
    compiler writes a place; "" if they make none.

    Compiled code would put something else into it: f"{0.5}" is '<object type:float64>' there.
    """
    codes = [one.__code__ for one in helpers(function)]
    for code in codes:  # which grows on the way
        codes += [const for const in code.co_consts if isinstance(const, CodeType)]
        for instruction in get_instructions(code):
            if instruction.opname.startswith("FORMAT_"):
                return f'File "{code.co_filename}", line {instruction.positions.lineno}'
    return ""


def _content(cell):
    """(what is in a cell,), or () as long as nothing is."""
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _is_helper(value):
    return isfunction(value) and (value.__module__ or "").partition(".")[0] not in KNOWN
