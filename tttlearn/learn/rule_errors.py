"""Explain what is wrong with a reader's rule, and on which line, in a sentence."""

import ast
import inspect
import linecache
import random
import re
import sys
import textwrap
import warnings
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb

import numpy as np

from tttlearn.learn.plain_rules import speedup_hint
from tttlearn.support.readers_code import helpers, names_around
from tttlearn.support.strangers import described

BOTH_SIDES = (
    "without an opponent a learner plays both sides, and episode.side is 0; learn from all moves "
    'then, or let it play one side, learn(games, opponent, "X")'
)
FLAT = (
    "writes one number for all actions of a state, which leaves nothing to choose by: write into "
    "Q[s, a], or learn values of states, in a table of shape"
)
UNREPORTED_SECONDS = 5
"""A duration that is at most this long, in seconds, is not mentioned."""
GENERATOR_TYPES = random.Random, np.random.RandomState, np.random.Generator
"""Types whose instances draw random numbers."""


class RuleError(ValueError):
    """Error of a rule that cannot be used: it fails, does not end, or yields no finite number."""


class RuleWarning(UserWarning):
    """Warning of a rule that runs, but is unlikely to do what its author meant."""


def warn_of(rule: Callable, message: str, place: tuple[str, int] | None = None) -> None:
    """Warn of what a rule does, once for many seeds.

    Parameters
    ----------
    rule : callable
        The rule.
    message : str
        What the rule does, words after "the rule NAME".
    place : tuple of (str, int), optional
        File and line of the rule that the warning names; by default the line where the rule begins.
    """
    registry = rule.__globals__.setdefault("__warningregistry__", {})
    file, line = place or (rule.__code__.co_filename, rule.__code__.co_firstlineno)
    text = f"the rule {rule.__name__} {message}"
    warnings.warn_explicit(text, RuleWarning, file, line, registry=registry)


def watched(
    rule: Callable, read: Callable, table: np.ndarray, play: Callable[[], None]
) -> tuple[str, str]:
    """Play a game in plain Python under a line tracer, and say what goes wrong in it.

    Parameters
    ----------
    rule : callable
        The rule.
    read : callable
        The function that reads the table.
    table : ndarray of float64
        The table that the game changes.
    play : callable
        Plays the game; called without arguments.

    Returns
    -------
    culprit : str
        Words for what goes wrong: the rule or `read`.
    problem : str
        What it does, with the line, which may be in a function that it calls.
    """
    codes = {function.__code__: function for function in (*helpers(read), *helpers(rule))}
    at = {"place": None, "bad": None}

    def watch(frame, event, _):
        if frame.f_code not in codes:
            return None
        if at["bad"] is None and not np.isfinite(table).all():
            at["bad"] = at["place"]
        at["place"] = codes[frame.f_code], frame.f_lineno
        return watch

    problem = "yields a number that is not finite"
    outer = sys.gettrace()
    sys.settrace(watch)
    try:
        play()
    except Exception as error:
        problem = f"raised {described(error)}"
        deeper = [
            (codes[f.f_code], n) for f, n in walk_tb(error.__traceback__) if f.f_code in codes
        ]
        at["bad"] = (deeper or [at["place"]])[-1]
    finally:
        sys.settrace(outer)
    culprit = f"the rule {rule.__name__}"
    if problem.startswith("yields") and np.isfinite(table).all():
        return (
            culprit,
            "fails when it is compiled, though not in plain Python: write it another way",
        )
    function, line = at["bad"] or at["place"] or (rule, None)
    owner = _whose(function, rule, read)
    return "read" if owner is read else culprit, problem + _quoted(owner, function, line)


def why_plain(
    rule: Callable, read: Callable, error: Exception, seconds: float, games: int
) -> tuple[str, tuple[str, int] | None]:
    """Say what it costs that a rule runs in plain Python, and why it does.

    Parameters
    ----------
    rule : callable
        The rule.
    read : callable
        The function that reads the table.
    error : Exception
        What the compiler raised.
    seconds : float
        Time that a game takes, in seconds.
    games : int
        Number of games that were asked for.

    Returns
    -------
    message : str
        Words after "the rule NAME".
    place : tuple of (str, int) or None
        File and line of what cannot be compiled, if known.
    """
    places = re.findall(r'(?:File "|Raised from )([^"]+?)(?:", line | \()(\d+)', str(error))
    function, line = _place([*helpers(rule), *helpers(read)], places)
    owner = _whose(function, rule, read)
    subject = "read" if owner is read else "it"
    duration = f" ({_duration(seconds * games)} for {games:,})" * (
        seconds * games > UNREPORTED_SECONDS
    )
    message = (
        f"runs in plain Python, about {float(f'{1 / seconds:.1g}'):,.0f} games a second{duration}, "
        f"because {subject} cannot be compiled{_quoted(owner, function, line)}"
        f"{speedup_hint(helpers(owner), _syntax)}"
    )
    return message, line and (function.__code__.co_filename, line)


def _whose(function, rule, read):
    """Return the rule or `read`, whichever a function is or helps; the rule if it helps both."""
    return read if function in helpers(read) and function not in helpers(rule) else rule


def _duration(seconds):
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def why_idle(rule: Callable, games: int, both: bool) -> tuple[str, tuple[str, int] | None]:
    """Say that a rule has changed nothing in a number of games, and what may be the cause.

    Parameters
    ----------
    rule : callable
        The rule.
    games : int
        Number of games that it has been applied to.
    both : bool
        Whether the learner plays both sides.

    Returns
    -------
    message : str
        Words after "the rule NAME".
    place : tuple of (str, int) or None
        File and line of the cause, if known.
    """
    table = next(iter(inspect.signature(rule).parameters))
    rebound = _lines([rule], lambda node: _rebinds(node, table))
    asked = reads_side(rule) if both else []
    place = min(rebound or asked, default=None)
    if rebound:
        why = (
            f"{table} = ... gives the name {table} to another table, and the learner's stays as it "
            f"was{_quoted(rule, rule, place[1])}; write into it, {table}[s] = ... or "
            f"{table}[:] = ..."
        )
    elif asked:
        why = BOTH_SIDES
    else:
        why = (
            f"it writes nothing into its table, as {table}[s] = ... does, or into a copy of it, or "
            "only what was there already (what a rule returns is not used)"
        )
    return f"has changed nothing in {games:,} games: {why}", place


def reads_side(rule: Callable) -> list[tuple[str, int]]:
    """Return the places where a rule asks which side learns.

    Parameters
    ----------
    rule : callable
        The rule.

    Returns
    -------
    list of tuple of (str, int)
        Files and lines.
    """
    return _lines(helpers(rule), lambda node: getattr(node, "attr", None) == "side")


def draws(rule: Callable) -> list[tuple[str, int]]:
    """Return the places where a rule draws numbers that do not depend on the seed of a learner.

    Parameters
    ----------
    rule : callable
        The rule.

    Returns
    -------
    list of tuple of (str, int)
        Files and lines.
    """
    functions = helpers(rule)
    around = [item for function in functions for item in names_around(function).items()]
    own = {name for name, value in around if _is_chance(value)}

    def drawn(node):
        text = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
        # Not the classes of numpy.random, which annotations name.
        return text in own or re.match(r"(np|numpy)\.random\.[a-z]", text)

    return _lines(functions, drawn)


def _is_chance(value):
    known = getattr(value, "__name__", "") in ("random", "numpy.random")
    return known or isinstance(getattr(value, "__self__", value), GENERATOR_TYPES)


def _rebinds(node, name):
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _lines(functions, wanted):
    """Return the places, (file, line), of the wanted nodes in the source of functions."""
    return [
        (function.__code__.co_filename, node.lineno)
        for function in functions
        for node in ast.walk(_syntax(function))
        if wanted(node)
    ]


def _syntax(function):
    """Return the source of a function as a syntax tree, empty if there is no source."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):
        return ast.Module([], [])
    return ast.increment_lineno(tree, first - 1)


def _place(functions, places):
    """Return the function and line of the last place that is in one; the line may be None."""
    for file, line in reversed(places):
        for function in functions:
            lines = {number for *_, number in function.__code__.co_lines() if number}
            # The compiler abbreviates the path, so that only the name of the file can be compared.
            if Path(file).name == Path(function.__code__.co_filename).name and int(line) in lines:
                return function, int(line)
    return functions[0], None


def _quoted(rule, function, line):
    """Return the number and text of a line of a rule, or of a function that it calls."""
    if line is None:
        return ""
    where = f", line {line}" if function is rule else f", in {function.__name__}, line {line}"
    source = linecache.getline(function.__code__.co_filename, line).strip()
    return f"{where}: {source}" if source else where
