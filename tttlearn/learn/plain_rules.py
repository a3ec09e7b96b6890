"""Rules that cannot be compiled: what is said of them, and whether they remember something.

They run in plain Python, which costs time and nothing else. But plain Python can also do what
compiled code cannot: keep something from game to game outside the table, as in a global dict. Such
a rule would learn something else from the same seed if it is run again, stopped or trained beside
others; so it is asked twice to learn from the same games, and refused if its tables differ.
"""

import ast
import pickle
import sys
from inspect import isclass, isfunction, ismodule

from tttlearn.support.readers_code import helpers, names_around

REMEMBERED = "what a rule is to remember belongs in its table, which with read= may have any shape"
OWN_CHANCE = "it draws without the learner's seed; name rng as a setting, and take rng.random()"
FAST = {
    "pandas": "NumPy's arrays in place of pandas would make it fast",
    "class": "numbers and arrays in place of objects would make it fast",
    "dict": "an array in place of the dict would make it fast",
    "text": "without the f-string it may be fast",
    "lists": "an array in place of the list, np.array(...), would make it fast",
}
"""What often keeps a rule from being compiled, and what to do about it."""


def faster(functions, syntax):
    """Return what would make these functions fast, words after "; ", or "" where it is not plain.

    `syntax`: the source of a function as a tree.
    """
    around = [value for one in functions for value in names_around(one).values()]
    inside = [node for one in functions for node in ast.walk(syntax(one))]
    found = {*map(_kind_of_value, around), *map(_kind_of_node, inside)}
    return next((f"; {words}" for kind, words in FAST.items() if kind in found), "")


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
    is_nested = isinstance(node, ast.List) and any(isinstance(one, ast.List) for one in node.elts)
    return "lists" if is_nested else kinds.get(type(node), "")


def state_of(functions):
    """Return {name: bytes or text} of all that functions and their helpers could change."""
    return {
        name: _as_bytes(vars(value) if isfunction(value) else value)
        for one in functions
        for each in helpers(one)
        for name, value in names_around(each).items()
        if not ismodule(value)
    }


def _as_bytes(value):
    try:
        return pickle.dumps(value)
    except Exception:  # many things cannot be pickled, and say so in many ways
        return repr(value)
