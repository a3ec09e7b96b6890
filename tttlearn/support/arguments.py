"""What callers give (numbers, arrays, chance, names), checked the same way everywhere.

Each function returns what it is given as Python's own kind, even if it was NumPy's, or raises
ValueError with the name of the argument and what would be right.
"""

import math
import os
from collections.abc import Mapping
from contextlib import suppress
from numbers import Integral, Real
from pathlib import Path
from reprlib import repr as shortened

import numpy as np

MOST = 10**15
"""No count is higher: that many games would take a computer years."""
LONGEST_NAME = 255
"""No file system takes more letters in the name of a file."""
MOST_ENTRIES = 10**7
"""A range of more numbers would fill the memory as a list."""


def whole(value, what, least=0, most=MOST):
    """A whole number from `least` to `most`, as an int."""
    number = _plain(value)
    if isinstance(number, Integral) and least <= number <= most:
        return int(number)
    too_many = isinstance(number, Integral) and number > most
    end = most if most < MOST or too_many else math.inf  # which need not be said otherwise
    raise ValueError(f"{what} is a whole number{_range(least, end)}, not {shown(value)}")


def number(value, what, least=-math.inf, most=math.inf):
    """A finite number from `least` to `most`, as a float."""
    found = _plain(value)
    try:
        double = float(found) if isinstance(found, Real) else math.nan
    except OverflowError:  # of a whole number beyond all floats
        double = math.nan
    if math.isfinite(double) and least <= double <= most:
        return double
    raise ValueError(f"{what} is a number{_range(least, most)}, not {shown(value)}")


def share(value, what):
    """A rate or a probability, from 0 to 1, as a float."""
    return number(value, what, 0, 1)


def seed(value):
    """Where randomness starts, a whole number however large, as an int."""
    return whole(value, "a seed", most=math.inf)


def seeds(values):
    """Some seeds, one at least and each once, as a list of ints."""
    found = [_plain(value) for value in items(values) or []]
    if found and all(isinstance(one, Integral) for one in found) and len(set(found)) == len(found):
        return [int(one) for one in found]
    few = f"; range({shown(values)}) has that many" * isinstance(_plain(values), Integral)
    raise ValueError(
        f"seeds are whole numbers, at least one and each once, not {shown(values)}{few}"
    )


def generator(rng):
    """The numpy Generator, unchanged."""
    if not isinstance(rng, np.random.Generator):
        start = rng if isinstance(_plain(rng), Integral) else 0
        raise ValueError(
            f"rng is a numpy Generator, such as numpy.random.default_rng({shown(start)}), not "
            f"{shown(rng)}"
        )
    return rng


def generator_from(rng):
    """A numpy Generator: the one given, one from a seed, or a fresh one for None."""
    with suppress(TypeError, ValueError):
        if not _is_endless(rng):
            return np.random.default_rng(rng)
    raise ValueError(f"rng is a numpy Generator, a seed or None, not {shown(rng)}")


def doubles(given, what, shape=None):
    """Real numbers as an array of double precision, of this shape if one is named.

    The ValueError begins with `what`, as in "a policy is an array".
    """
    where = "" if shape is None else f" of shape {shape}"
    if given is None:
        raise ValueError(f"{what}{where}, not None: does your function return it?")
    numbers = as_array(given, f"{what}{where}")
    # Of complex numbers NumPy would drop a part, with a warning that is easily overlooked.
    if numbers.dtype.kind == "c":
        raise ValueError(f"{what}{where}, not of complex numbers: take its .real")
    try:
        numbers = None if numbers.dtype.kind in "US" else numbers.astype(float, copy=False)
    except (TypeError, ValueError):
        numbers = None
    if numbers is None:
        raise ValueError(f"{what}{where}, not {shown(given)}")
    if shape is not None and numbers.shape != shape:
        raise ValueError(f"{what}{where}, not {numbers.shape}")
    return numbers


def as_array(given, what):
    """Return anything as an array, of whatever it holds; the ValueError begins with `what`."""
    if isinstance(given, np.ma.MaskedArray):
        raise ValueError(f"{what}, and not masked: fill it, as .filled(0) does")
    with suppress(TypeError, ValueError):  # rows of different lengths
        if not _is_endless(given):
            return np.asarray(given)
    raise ValueError(f"{what}, not {shown(given)}")


def items(values):
    """Return what is in a list or the like as a list, None for what is none or far too long."""
    return list(values) if np.iterable(values) and not _is_endless(values) else None


def is_one_of(value, words):
    """Whether the value is one of these words; it may be of any kind."""
    return isinstance(value, str) and value in words


def is_among(value, numbers):
    """Return whether the value is one of these numbers; it may be of any kind."""
    return isinstance(value, (Real, np.bool_)) and value in numbers


def true_or_false(value, what):
    """Return the value as a bool; ValueError unless it is True or False."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ValueError(f"{what} is True or False, not {shown(value)}")


def text(value, what):
    """Return the text, unchanged; ValueError for anything else."""
    if isinstance(value, str):
        return value
    raise ValueError(f"{what} is a text, not {shown(value)}")


def named(values, what):
    """The dict, unchanged, with at least one entry; the ValueError begins with `what`."""
    if isinstance(values, Mapping) and len(values):
        return values
    raise ValueError(f"{what}, not {shown(values)}")


def function(value, what):
    """The value, unchanged, which can be called; the ValueError begins with `what`."""
    if callable(value):
        return value
    raise ValueError(f"{what}, not {shown(value)}")


def path(value, what):
    """Return a Path from the name of a file."""
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if isinstance(text, str) and "\0" not in text and 0 < len(Path(text).name) <= LONGEST_NAME:
        return Path(value)
    raise ValueError(f"{what} is the name of a file, a text or a Path, not {shown(value)}")


def shown(thing):
    """A thing as short text, even one that fails when it is asked for its text."""
    try:
        return shortened(thing.item() if isinstance(thing, np.generic) else thing)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"something of type {type(thing).__name__}"


def _is_endless(values):
    return isinstance(values, range) and bool(values[MOST_ENTRIES:])


def _plain(value):
    """The number in an array without axes, and None for a bool, which is no number here."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    return None if isinstance(value, (bool, np.bool_)) else value


def _range(least, most):
    if math.isfinite(most):
        return f" from {least:,} to {most:,}"
    return f", {least:,} or more" if math.isfinite(least) else ""
