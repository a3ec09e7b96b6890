"""Collect what a reader's function needs to stand alone: definitions and imports of its notebook.

A function needs what it uses, and what that uses: other functions as they were typed, and values
whose statement, run once more, gives them again, or which are short. Anything else is lacking.
"""

import ast
import builtins
import inspect
import sys
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from itertools import count
from textwrap import dedent
from types import BuiltinFunctionType, FunctionType, ModuleType, NoneType

import numpy as np

from tttlearn.course.exercises import shell
from tttlearn.course.exercises.sources import import_of, names_bound, used_by

LIBRARY = "my_library"
"""Module into which all sources are written."""
MAX_CALLS = 5_000_000
"""Maximal number of calls for computing a value again, so that the library is imported fast.

Calls are counted, not seconds, so that what is kept does not depend on the computer.
"""
MAX_LINE_LENGTH = 90
"""Maximal length of a line that holds a value as it was."""
UNTIL = "  # until your {} has passed {}"
"""Comment on the package's function that stands in for an answer."""
FUNCTIONS = (FunctionType, BuiltinFunctionType, partial, type)
UNCHANGED_TYPES = (*FUNCTIONS, ModuleType, np.ndarray, np.generic, int, float, str, tuple, NoneType)
"""Types of objects that do not change when they are used."""


class Needs:
    """The sources of names, gathered from a notebook.

    `found`: {name: source}, each after what it needs
    `lacks`: the names without a source
    `names`: those of the notebook
    `mine(id, own)`: the name that the answer `own` to an exercise already has in the library, or ""
    """

    def __init__(self, names, mine):
        self.names, self.mine = names, mine
        self.found, self.lacks, self.there = {}, [], set()

    def add(self, name):
        """Gather the source of a name, and all that it needs."""
        known = name in self.found or name in self.lacks or name in self.there
        if known or (name not in self.names and hasattr(builtins, name)):
            return
        text = self._source(name)
        if not text:
            self.lacks += [name] * (text is None)
            return
        self.found[name] = text  # known while its needs are added, so that recursion ends
        used, at_once = used_by(text)
        for other in used:
            self.add(other)
        del self.found[name]
        if set(at_once) & set(self.lacks):
            self.lacks.append(name)
        else:
            self.found |= dict.fromkeys(names_bound(text), text)

    def _source(self, name):
        """Return the source of a name's value; "" if the library has it, None if it is unknown."""
        if name not in self.names:
            return None
        value = self.names[name]
        if isinstance(value, ModuleType):
            return _import_of_module(name, value)
        if (getattr(value, "__module__", ""), getattr(value, "__name__", "")) == (LIBRARY, name):
            return ""
        if typed := self._typed(name, value):
            return typed
        node, text = _alone(*shell.statement(name), name)
        match node:
            case ast.ImportFrom(module=there, names=names) if there == LIBRARY:
                (own,) = [alias.name for alias in names if name == (alias.asname or alias.name)]
                self.there.add(own)
                return f"{name} = {own}" * (name != own)
            case ast.Import() | ast.ImportFrom():
                return import_of(node, name)
            case ast.Assign(value=ast.Call(func=ast.Attribute(attr="mine"), args=[id, *both])):
                return self._handed_on(name, ast.literal_eval(id), *map(ast.unparse, both))
        return text if self._makes(node, value) else _plain(name, value)

    def _handed_on(self, name, id, own, instead):
        """Return the source of a value from `ttt.mine`: the reader's own if the library has it."""
        own = own.strip("'")  # a function of an earlier lesson is named by a text
        if mine := self.mine(id, own):
            self.there.add(mine)
            return f"{name} = {mine}"
        return f"{name} = {instead}{UNTIL.format(own, id) * own.isidentifier()}"

    def _typed(self, name, value):
        """Return the source of a function that the notebook defines by this name; "" for others."""
        function = inspect.unwrap(getattr(value, "py_func", value))
        if not isinstance(function, FunctionType) or function.__globals__ is not self.names:
            return ""
        try:
            text = dedent(inspect.getsource(function)).rstrip()
            return text if names_bound(text) == [name] else ""
        except (OSError, SyntaxError):
            return ""

    def _makes(self, node, value):
        """Return whether this statement gives this value whenever it is run."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return True
        if not isinstance(node, ast.Assign) or len(node.targets) > 1:
            return False
        if isinstance(value, (*FUNCTIONS, np.random.Generator)) or hasattr(value, "__wrapped__"):
            return True
        if _is_literal(node.value):
            return True
        return self._leaves_all(ast.unparse(node)) and self._makes_again(node, value)

    def _leaves_all(self, text):
        """Return whether running a source once more changes nothing in the notebook, if known.

        It looks at the types of all that the source uses, also in functions; a generator of random
        numbers, for example, would change.
        """
        used = used_by(text)[0]
        for name in used:  # a list that grows during the loop
            typed = self._typed(name, self.names.get(name))
            used += [other for other in used_by(typed)[0] if other not in used]
        values = [self.names.get(name) for name in used]
        return all(
            isinstance(value, UNCHANGED_TYPES) or hasattr(value, "__wrapped__") for value in values
        )

    def _makes_again(self, node, value):
        code = compile(ast.Expression(node.value), "<once more>", "eval")
        try:
            with redirect_stdout(StringIO()):
                made = _in_few_calls(eval, code, dict(self.names))
            (target,) = node.targets
            if isinstance(target, ast.Tuple):
                made, value = list(made), [self.names[element.id] for element in target.elts]
            return _same(made, value)
        except Exception:  # a reader's code may raise anything
            return False


def _in_few_calls(function, *arguments):
    """Return what a function returns; raise RuntimeError if it needs more than MAX_CALLS calls."""
    calls, former = count(1), sys.getprofile()

    def profile(frame, event, argument):
        if event in ("call", "c_call") and next(calls) > MAX_CALLS:
            raise RuntimeError("it takes too many calls")

    sys.setprofile(profile)
    try:
        return function(*arguments)
    finally:
        sys.setprofile(former)


def _alone(node, text, name):
    """Return a statement and its source, cut down to one name if it assigns to several."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            parts = dict(zip(map(ast.unparse, names), values, strict=False))
            used = {ast.unparse(part) for part in ast.walk(node.value)}
            if len(names) == len(values) == len(parts) and name in parts and not used & set(parts):
                text = f"{name} = {ast.unparse(parts[name])}"
                return ast.parse(text).body[0], text
    return node, text


def _import_of_module(name, module):
    above, _, last = module.__name__.rpartition(".")
    other = f" as {name}" * (name != last)
    return f"from {above} import {last}{other}" if above else f"import {last}{other}"


def _is_literal(node):
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _plain(name, value):
    """Return a line that assigns a short value to a name; None for any other value."""
    value = value.item() if isinstance(value, np.generic) else value
    text = f"{name} = {value!r}"
    try:
        return (
            text
            if len(text) <= MAX_LINE_LENGTH and ast.literal_eval(repr(value)) == value
            else None
        )
    except (ValueError, SyntaxError):
        return None


def _same(value, other):
    if isinstance(value, (tuple, list)) and isinstance(other, (tuple, list)):
        return len(value) == len(other) and all(map(_same, value, other))
    if isinstance(value, np.ndarray):
        return np.array_equal(value, other, equal_nan=value.dtype.kind == "f")
    return type(value) is type(other) and bool(value == other)
