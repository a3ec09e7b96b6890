"""Check that the names shared by a lesson's cells survive whatever a learner tries in between.

In an exercise, learners write `import random` or `games = 100` without a thought. If a later cell
relied on such a name, it would fail for a reason that they cannot see; so would a cell that is run
again after a later section has given its name another meaning.
"""

import ast
import dis
import re
from functools import cache
from types import CodeType
from typing import NamedTuple

from tools.masters import source, tags

MODULES = {
    *("collections", "copy", "csv", "functools", "itertools", "json", "math", "operator", "os"),
    *("pathlib", "pprint", "random", "re", "statistics", "string", "sys", "time", "timeit"),
}
WORDS = set("abcdefghijklmnopqrstuvwxyz") | {
    *("action", "actions", "answer", "ax", "axes", "best", "board", "boards", "cache", "cell"),
    *("cells", "chance", "choice", "count", "counts", "data", "df", "draws", "end", "fig", "first"),
    *("found", "game", "games", "high", "history", "item", "items", "key", "keys", "last"),
    *("learner", "learners", "line", "lines", "losses", "lost", "low", "mean", "move", "moves"),
    *("name", "names", "number", "numbers", "opponent", "outcome", "outcomes", "player", "players"),
    *("policies", "policy", "result", "results", "reward", "rewards", "right", "row", "rows"),
    *("run", "score", "scores", "seed", "seeds", "side", "sides", "state", "states", "table"),
    *("tables", "test", "text", "total", "train", "turn", "turns", "value", "values", "visits"),
    *("winner", "winners", "wins", "won", "wrong"),
}
"""Names that learners use for their own values. The letters of the equations, V and Q, belong to
the lesson, and so do the names that an exercise asks for."""
STORED = ("STORE_NAME", "STORE_GLOBAL")
LOADED = ("LOAD_NAME", "LOAD_GLOBAL")


class Use(NamedTuple):
    """A name on which a cell relies, the number of that cell, and of the cell that bound it."""

    name: str
    used: int
    by: int


def problems(cells):
    """Yield what is wrong with the names that these cells share, sentences that name the cell."""
    shared, binders = uses(cells)
    asked = [i for i, cell in enumerate(cells) if "exercise" in tags(cell)]
    section = sections(cells)
    for name, used, by in shared:
        own = name in MODULES | WORDS and "exercise" not in tags(cells[by])
        if own and name not in modules(cells[by]) and any(by < e < used for e in asked):
            yield f"cell {used}: relies on {name} of cell {by}, which learners use in between"
        others = {section[i] for i in binders[name] if i != used} - {section[by]}
        if section[by] != section[used] and others:
            yield f"cell {used}: relies on {name} of cell {by}, and other sections use it anew"


def uses(cells):
    """Return (each Use of a name that an earlier cell has bound, {name: the cells binding it})."""
    used, binders, bodies = [], {}, {}
    for i, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        code, own = compiled(cell), bound(cell)
        needed, todo = set(), list(relied_on(code))
        while todo:  # a function that is called may rely on more names
            name = todo.pop()
            if name not in needed:
                needed.add(name)
                todo += bodies.get(name, set()) - own
        used += [Use(name, i, binders[name][-1]) for name in sorted(needed & set(binders))]
        for name in own:
            binders.setdefault(name, []).append(i)
            bodies[name] = set()
        bodies |= functions(code)
    return used, binders


def sections(cells):
    """Return the number of the section of each cell."""
    headed = [bool(re.search(r"^## ", source(c), re.M)) for c in cells]
    marks = [h and c["cell_type"] == "markdown" for h, c in zip(headed, cells, strict=True)]
    return [sum(marks[: i + 1]) for i in range(len(cells))]


def compiled(cell):
    """Return the code object of a cell."""
    return _compiled(source(cell))


@cache
def _compiled(text):
    return compile(text, "cell", "exec")


def bound(cell):
    """Return the names that a cell binds."""
    return names(compiled(cell), STORED)


def modules(cell):
    """Return the modules that a cell imports under their own names.

    It does no harm if a learner imports them again.
    """
    imports = [node for node in ast.walk(ast.parse(source(cell))) if isinstance(node, ast.Import)]
    return {alias.name for node in imports for alias in node.names if alias.asname is None}


@cache  # each cell is asked several times, and by many tests
def names(code, operations):
    """Return the names that a cell stores or loads outside of its functions."""
    return {op.argval for op in dis.get_instructions(code) if op.opname in operations}


@cache
def relied_on(code):
    """Return the names that a cell needs before it binds them, or in functions without binding."""
    own, needed = set(), set()
    for instruction in dis.get_instructions(code):
        if instruction.opname in STORED:
            own.add(instruction.argval)
        elif instruction.opname in LOADED and instruction.argval not in own:
            needed.add(instruction.argval)
    return needed.union(*map(names_within, inner_code(code))) - (own - needed)


def functions(code):
    """Return {name: the names that it relies on when it is called} of the functions of a cell."""
    needs = {}
    for inner in inner_code(code):
        own = names(code, STORED)
        for name in own if inner.co_name == "<lambda>" else own & {inner.co_name}:
            needs[name] = needs.get(name, set()) | names_within(inner)
    return needs


def names_within(code):
    """Return the names from outside on which a function and the functions in it rely."""
    return names(code, LOADED).union(*map(names_within, inner_code(code)))


def inner_code(code):
    """Return the code objects of the functions and comprehensions of a cell or function."""
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]
