"""What is wrong with a reader's rule, and on which line, in a sentence."""

import ast
import inspect
import linecache
import random
import re
import sys
import textwrap
import warnings
from pathlib import Path
from traceback import walk_tb

import numpy as np

from tttlearn.learn.plain_rules import faster
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
LONG = 5
"""Seconds that need not be told."""
GENERATORS = random.Random, np.random.RandomState, np.random.Generator


class RuleError(ValueError):
    """A rule that cannot be used: it does not compile, fails while it runs, or yields no number."""


class RuleWarning(UserWarning):
    """A rule that runs, but hardly does what its author meant."""


def warn_of(rule, told, place=None):
    """Warn of what a rule does at a place in it, (file, line), once for many seeds."""
    registry = rule.__globals__.setdefault("__warningregistry__", {})
    file, line = place or (rule.__code__.co_filename, rule.__code__.co_firstlineno)
    said = f"the rule {rule.__name__} {told}"
    warnings.warn_explicit(said, RuleWarning, file, line, registry=registry)


def watched(rule, read, table, play):
    """(who, what): whether it is the rule or `read` that goes wrong while `play()` plays a game in
    plain Python, and what it does, with the line, which may be in a function that it calls.
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

    what = "yields a number that is not finite"
    outer = sys.gettrace()
    sys.settrace(watch)
    try:
        play()
    except Exception as error:
        what = f"raised {described(error)}"
        deeper = [
            (codes[f.f_code], n) for f, n in walk_tb(error.__traceback__) if f.f_code in codes
        ]
        at["bad"] = (deeper or [at["place"]])[-1]
    finally:
        sys.settrace(outer)
    who = f"the rule {rule.__name__}"
    if what.startswith("yields") and np.isfinite(table).all():
        return who, "fails when it is compiled, though not in plain Python: write it another way"
    function, line = at["bad"] or at["place"] or (rule, None)
    whole = _whose(function, rule, read)
    return "read" if whole is read else who, what + _quoted(whole, function, line)


def why_plain(rule, read, error, seconds, games):
    """(words, place): what it costs that a rule runs in plain Python, and why it does.

    `error`: what the compiler raised; `seconds`: what a game takes; `games`: how many are wanted.
    """
    places = re.findall(r'(?:File "|Raised from )([^"]+?)(?:", line | \()(\d+)', str(error))
    function, line = _place([*helpers(rule), *helpers(read)], places)
    whole = _whose(function, rule, read)
    what = "read" if whole is read else "it"
    lasts = f" ({_duration(seconds * games)} for {games:,})" * (seconds * games > LONG)
    told = (
        f"runs in plain Python, about {float(f'{1 / seconds:.1g}'):,.0f} games a second{lasts}, "
        f"because {what} cannot be compiled{_quoted(whole, function, line)}"
        f"{faster(helpers(whole), _syntax)}"
    )
    return told, line and (function.__code__.co_filename, line)


def _whose(function, rule, read):
    """The rule or `read`: which of them a function is, or belongs to as a helper; if to both, the
    rule."""
    return read if function in helpers(read) and function not in helpers(rule) else rule


def _duration(seconds):
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"


def why_idle(rule, games, both):
    """(words, place or None): that it has changed nothing in some games, and what may be why.

    `both`: whether the learner plays both sides.
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


def reads_side(rule):
    """The places, [(file, line), ...], where a rule asks which side learns."""
    return _lines(helpers(rule), lambda node: getattr(node, "attr", None) == "side")


def draws(rule):
    """The places where a rule draws numbers that do not depend on the seed of a learner."""
    functions = helpers(rule)
    around = [item for one in functions for item in names_around(one).items()]
    own = {name for name, value in around if _is_chance(value)}

    def drawn(node):
        text = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
        return text in own or re.match(r"(np|numpy)\.random\.", text)

    return _lines(functions, drawn)


def _is_chance(value):
    known = getattr(value, "__name__", "") in ("random", "numpy.random")
    return known or isinstance(getattr(value, "__self__", value), GENERATORS)


def _rebinds(node, name):
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _lines(functions, wanted):
    """The places, (file, line), of the wanted parts of some functions."""
    return [
        (function.__code__.co_filename, node.lineno)
        for function in functions
        for node in ast.walk(_syntax(function))
        if wanted(node)
    ]


def _syntax(function):
    """The source of a function as a tree, without branches if there is no source."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):
        return ast.Module([], [])
    return ast.increment_lineno(tree, first - 1)


def _place(functions, places):
    """(function, line) of the last of the places that is in one; the line may be None."""
    for file, line in reversed(places):
        for function in functions:
            lines = {number for *_, number in function.__code__.co_lines() if number}
            # The compiler shortens the folders before the name of the file.
            if Path(file).name == Path(function.__code__.co_filename).name and int(line) in lines:
                return function, int(line)
    return functions[0], None


def _quoted(rule, function, line):
    """A line of a rule, or of a function that it calls, if there is its source."""
    if line is None:
        return ""
    where = f", line {line}" if function is rule else f", in {function.__name__}, line {line}"
    source = linecache.getline(function.__code__.co_filename, line).strip()
    return f"{where}: {source}" if source else where
