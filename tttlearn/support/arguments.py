"""Checks of arguments: numbers, arrays, seeds and generators, names.

Each function returns its argument as an object of Python's own type, even if it was one of NumPy's,
or raises ValueError with the name of the argument and what would be right.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from numbers import Integral, Real
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

import numpy as np

MAX_COUNT = 10**15
"""Largest count: this number of games would take a computer years."""
MAX_NAME_LENGTH = 255
"""Largest number of letters in the name of a file, in all file systems."""
MAX_RANGE_LENGTH = 10**7
"""Length above which a range is not made a list, because that could fill the memory."""


def whole(value: Any, name: str, least: float = 0, most: float = MAX_COUNT) -> int:
    """Return a whole number as an int, or raise an error if it is not one in a range.

    Parameters
    ----------
    value : object
        The number; NumPy's integers are whole numbers, bools are not.
    name : str
        Name of the argument, with which the message begins.
    least : int, default 0
        Smallest value.
    most : int or float, default 10**15
        Largest value, `math.inf` for none.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    number = _plain(value)
    if isinstance(number, Integral) and least <= number <= most:
        return int(number)
    too_many = isinstance(number, Integral) and number > most
    end = most if most < MAX_COUNT or too_many else math.inf  # the message omits the default limit
    raise ValueError(f"{name} is a whole number{_range(least, end)}, not {shown(value)}")


def number(value: Any, name: str, least: float = -math.inf, most: float = math.inf) -> float:
    """Return a finite number as a float, or raise an error if it is not one in a range.

    Parameters
    ----------
    value : object
        The number, of Python or NumPy; bools are not numbers.
    name : str
        Name of the argument, with which the message begins.
    least, most : float
        Smallest and largest value, by default any.

    Returns
    -------
    float
        The number.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    plain = _plain(value)
    try:
        double = float(plain) if isinstance(plain, Real) else math.nan
    except OverflowError:  # a whole number above all floats
        double = math.nan
    if math.isfinite(double) and least <= double <= most:
        return double
    raise ValueError(f"{name} is a number{_range(least, most)}, not {shown(value)}")


def share(value: Any, name: str) -> float:
    """Return a rate or a probability as a float, or raise an error if it is not one.

    Parameters
    ----------
    value : object
        The number, from 0 to 1.
    name : str
        Name of the argument, with which the message begins.

    Returns
    -------
    float
        The number.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    return number(value, name, 0, 1)


def seed(value: Any) -> int:
    """Return a seed as an int, or raise an error if it is not one.

    Parameters
    ----------
    value : object
        A whole number, 0 or more, however large.

    Returns
    -------
    int
        The seed.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    return whole(value, "a seed", most=math.inf)


def seeds(values: Any) -> list[int]:
    """Return seeds as a list of ints, or raise an error if they are not seeds.

    Parameters
    ----------
    values : iterable
        Whole numbers, at least one and each once.

    Returns
    -------
    list of int
        The seeds.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    entries = [_plain(value) for value in items(values) or []]
    if (
        entries
        and all(isinstance(entry, Integral) for entry in entries)
        and len(set(entries)) == len(entries)
    ):
        return [int(entry) for entry in entries]
    hint = f"; range({shown(values)}) has that many" * isinstance(_plain(values), Integral)
    raise ValueError(
        f"seeds are whole numbers, at least one and each once, not {shown(values)}{hint}"
    )


def generator(rng: Any) -> np.random.Generator:
    """Return a NumPy generator unchanged, or raise an error if it is not one.

    Parameters
    ----------
    rng : numpy.random.Generator
        The generator.

    Returns
    -------
    numpy.random.Generator
        The same generator.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    if not isinstance(rng, np.random.Generator):
        start = rng if isinstance(_plain(rng), Integral) else 0
        raise ValueError(
            f"rng is a numpy Generator, such as numpy.random.default_rng({shown(start)}), not "
            f"{shown(rng)}"
        )
    return rng


def generator_from(rng: Any) -> np.random.Generator:
    """Return a NumPy generator made from a seed, unless it is already one.

    Parameters
    ----------
    rng : numpy.random.Generator, int or None
        The generator; a seed; or None for a generator with a random seed.

    Returns
    -------
    numpy.random.Generator
        The generator.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    with suppress(TypeError, ValueError):
        if not _is_endless(rng):
            return np.random.default_rng(rng)
    raise ValueError(f"rng is a numpy Generator, a seed or None, not {shown(rng)}")


def doubles(given: Any, name: str, shape: tuple[int, ...] | None = None) -> np.ndarray:
    """Return real numbers as an array in double precision, or raise an error.

    Parameters
    ----------
    given : object
        The numbers, an array or something that NumPy makes an array of.
    name : str
        Beginning of the message, as in "a policy is an array".
    shape : tuple of int, optional
        Shape that the array must have, by default any.

    Returns
    -------
    numpy.ndarray of float64
        The numbers; the same array if it is one in double precision.

    Raises
    ------
    ValueError
        If they are not real numbers, or of another shape.
    """
    where = "" if shape is None else f" of shape {shape}"
    if given is None:
        raise ValueError(f"{name}{where}, not None: does your function return it?")
    numbers = as_array(given, f"{name}{where}")
    # NumPy would drop the imaginary part, with a warning that is easily overlooked.
    if numbers.dtype.kind == "c":
        raise ValueError(f"{name}{where}, not of complex numbers: take its .real")
    try:
        numbers = None if numbers.dtype.kind in "US" else numbers.astype(float, copy=False)
    except (TypeError, ValueError):
        numbers = None
    if numbers is None:
        raise ValueError(f"{name}{where}, not {shown(given)}")
    if shape is not None and numbers.shape != shape:
        raise ValueError(f"{name}{where}, not {numbers.shape}")
    return numbers


def as_array(given: Any, name: str) -> np.ndarray:
    """Return anything as an array, whatever its entries, or raise an error if that is impossible.

    Parameters
    ----------
    given : object
        The entries.
    name : str
        Beginning of the message, as in "cells are an array".

    Returns
    -------
    numpy.ndarray
        The array.

    Raises
    ------
    ValueError
        If it is a masked array, has rows of different lengths, or is far too long.
    """
    if isinstance(given, np.ma.MaskedArray):
        raise ValueError(f"{name}, and not masked: fill it, as .filled(0) does")
    with suppress(TypeError, ValueError):  # rows of different lengths
        if not _is_endless(given):
            return np.asarray(given)
    raise ValueError(f"{name}, not {shown(given)}")


def items(values: Any) -> list | None:
    """Return the entries of an iterable as a list.

    Parameters
    ----------
    values : object
        A list or another iterable.

    Returns
    -------
    list or None
        The entries; None if it is not iterable or far too long.
    """
    return list(values) if np.iterable(values) and not _is_endless(values) else None


def is_one_of(value: Any, words: Container[str]) -> bool:
    """Return whether a value is one of some words.

    Parameters
    ----------
    value : object
        The value, of any type.
    words : container of str
        The words.

    Returns
    -------
    bool
        Whether it is one of them.
    """
    return isinstance(value, str) and value in words


def is_among(value: Any, numbers: Container[float]) -> bool:
    """Return whether a value is one of some numbers.

    Parameters
    ----------
    value : object
        The value, of any type.
    numbers : container of float
        The numbers.

    Returns
    -------
    bool
        Whether it is one of them.
    """
    return isinstance(value, (Real, np.bool_)) and value in numbers


def true_or_false(value: Any, name: str) -> bool:
    """Return True or False as a bool, or raise an error if it is neither.

    Parameters
    ----------
    value : object
        The value, of Python or NumPy.
    name : str
        Name of the argument, with which the message begins.

    Returns
    -------
    bool
        The value.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ValueError(f"{name} is True or False, not {shown(value)}")


def text(value: Any, name: str) -> str:
    """Return a text unchanged, or raise an error if it is not one.

    Parameters
    ----------
    value : object
        The text.
    name : str
        Name of the argument, with which the message begins.

    Returns
    -------
    str
        The same text.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    if isinstance(value, str):
        return value
    raise ValueError(f"{name} is a text, not {shown(value)}")


def named(values: Any, name: str) -> Mapping:
    """Return a mapping with at least one entry unchanged, or raise an error if it is not one.

    Parameters
    ----------
    values : object
        The mapping.
    name : str
        Beginning of the message, as in "policies are a dict from names to policies".

    Returns
    -------
    Mapping
        The same mapping.

    Raises
    ------
    ValueError
        If it is empty or anything else.
    """
    if isinstance(values, Mapping) and len(values):
        return values
    raise ValueError(f"{name}, not {shown(values)}")


def function(value: Any, name: str) -> Callable:
    """Return a callable object unchanged, or raise an error if it is not one.

    Parameters
    ----------
    value : object
        The object.
    name : str
        Beginning of the message, as in "show is a function of a position".

    Returns
    -------
    callable
        The same object.

    Raises
    ------
    ValueError
        If it cannot be called.
    """
    if callable(value):
        return value
    raise ValueError(f"{name}, not {shown(value)}")


def path(value: Any, name: str) -> Path:
    """Return the name of a file as a Path, or raise an error if it cannot be one.

    Parameters
    ----------
    value : str or os.PathLike
        The name.
    name : str
        Name of the argument, with which the message begins.

    Returns
    -------
    pathlib.Path
        The path.

    Raises
    ------
    ValueError
        If it is anything else, empty, or too long for a file system.
    """
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if isinstance(text, str) and "\0" not in text and 0 < len(Path(text).name) <= MAX_NAME_LENGTH:
        return Path(value)
    raise ValueError(f"{name} is the name of a file, a text or a Path, not {shown(value)}")


def shown(thing: Any) -> str:
    """Return any object as short text, even one whose `repr` fails.

    Parameters
    ----------
    thing : object
        The object.

    Returns
    -------
    str
        Its `repr`, shortened, or its type if that fails.
    """
    try:
        return shortened(thing.item() if isinstance(thing, np.generic) else thing)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"something of type {type(thing).__name__}"


def _is_endless(values):
    return isinstance(values, range) and bool(values[MAX_RANGE_LENGTH:])


def _plain(value):
    """Return a number, also from an array without axes; None for a bool, which is not a number."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    return None if isinstance(value, (bool, np.bool_)) else value


def _range(least, most):
    if math.isfinite(most):
        return f" from {least:,} to {most:,}"
    return f", {least:,} or more" if math.isfinite(least) else ""
