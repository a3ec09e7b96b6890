"""Examine rules that cannot be compiled: how to make them fast, and whether they keep something.

They run in plain Python, which only costs time. But plain Python can also do what compiled code
cannot: keep something from game to game outside the table, as in a global dict. Such a rule would
learn something else from the same seed if it is run again, stopped or trained beside others. So it
learns from the same games twice, and is refused if its tables differ.
"""

import ast
import pickle
import sys
from collections.abc import Callable, Iterable
from inspect import isclass, isfunction, ismodule

from tttlearn.support.readers_code import helpers, names_around

REMEMBERED = "what a rule is to remember belongs in its table, which with read= may have any shape"
OWN_CHANCE = "it draws without the learner's seed; name rng as a setting, and take rng.random()"
SPEEDUP_HINTS = {
    "pandas": "NumPy's arrays in place of pandas would make it fast",
    "class": "numbers and arrays in place of objects would make it fast",
    "dict": "an array in place of the dict would make it fast",
    "text": "without the f-string it may be fast",
    "lists": "an array in place of the list, np.array(...), would make it fast",
}
"""What often prevents a rule from being compiled, and what to do about it."""


def speedup_hint(functions: list[Callable], syntax: Callable[[Callable], ast.AST]) -> str:
    """Return a hint on what would make functions fast, to be appended to a message.

    Parameters
    ----------
    functions : list of callable
        A reader's function and its helpers.
    syntax : callable
        Returns the source of a function as a syntax tree.

    Returns
    -------
    str
        The hint, after "; ", or "" if the cause is not known.
    """
    around = [value for function in functions for value in names_around(function).values()]
    inside = [node for function in functions for node in ast.walk(syntax(function))]
    kinds = {*map(_kind_of_value, around), *map(_kind_of_node, inside)}
    return next((f"; {words}" for kind, words in SPEEDUP_HINTS.items() if kind in kinds), "")


def _kind_of_value(value):
    kind = value if isclass(value) else type(value)
    home = (value.__name__ if ismodule(value) else kind.__module__).partition(".")[0]
    if home == "pandas":
        return "pandas"
    if issubclass(kind, dict):
        return "dict"
    if isinstance(value, list):
        return "lists"
    is_known = ismodule(value) or home in ("numpy", "numba") or home in sys.stdlib_module_names
    return "" if is_known else "class"


def _kind_of_node(node):
    kinds = {ast.Dict: "dict", ast.DictComp: "dict", ast.JoinedStr: "text", ast.ClassDef: "class"}
    is_nested = isinstance(node, ast.List) and any(
        isinstance(element, ast.List) for element in node.elts
    )
    return "lists" if is_nested else kinds.get(type(node), "")


def state_of(functions: Iterable[Callable]) -> dict[str, bytes | str]:
    """Return all that functions and their helpers could change, in a form that can be compared.

    Parameters
    ----------
    functions : iterable of callable
        A rule and a function that reads its table.

    Returns
    -------
    dict of str to bytes or str
        For each name around the functions its value, pickled or, if that fails, as text.
    """
    return {
        name: _as_bytes(vars(value) if isfunction(value) else value)
        for function in functions
        for helper in helpers(function)
        for name, value in names_around(helper).items()
        if not ismodule(value)
    }


def _as_bytes(value):
    try:
        return pickle.dumps(value)
    except Exception:  # pickling may fail with almost any exception
        return repr(value)
