"""Watch the IPython shell of a lesson: the running cell, and cells that ended in an error.

A check sees values, not the cells that made them. If the cell of an answer raised an error, what an
earlier run of it left behind is still there, and would be judged. So for each name that a failed
cell would have bound, the shell keeps the error, until a cell that binds this name succeeds; and
for each name the last cell that bound it. Outside IPython there are no cells, and nothing is kept.
"""

import ast
import re
import sys

from tttlearn.support.strangers import described

MAGICS = re.compile(r"^[%!].*", re.MULTILINE)
BINDS = re.compile(r"^(?:async +def|def|class) +(\w+)|^(\w+) *=(?!=)", re.MULTILINE)
"""Pattern of a line that seems to bind a name, for a cell that is not Python."""
OWN_NAMES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_failed = {}
"""{name: error in a line} of the names that cells ending in an error would have bound."""
_cells = {}
"""{name: source} of the last cells that bound these names."""


def ipython():
    """Return the shell of IPython that runs this; None if there is none."""
    return sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None


def running_cell():
    """Return the source of the running notebook cell; empty if there is none or it is unknown."""
    shell = ipython()
    return shell.history_manager.input_hist_parsed[-1] if shell else ""


def watch():
    """Have the shell keep errors and cells from now on, even if this module is loaded again.

    Hooks of an earlier call are removed first.
    """
    shell = ipython()
    if shell is None:
        return
    for hook in list(shell.events.callbacks["post_run_cell"]):
        if hook.__module__ == __name__:
            shell.events.unregister("post_run_cell", hook)
    shell.events.register("post_run_cell", _after_cell)


def failed(cell):
    """Return (name, error in a line) of an argument in a cell whose own cell failed.

    None if there is no such name. The cell of a name is the last one to run that binds it.
    """
    tree = _parsed(cell)
    names = _handed_over(tree) if tree and _failed else ()
    return next(((name, _failed[name]) for name in names if name in _failed), None)


def handed_over():
    """Return the names in the arguments of the running cell's calls, in order."""
    tree = _parsed(running_cell())
    return list(dict.fromkeys(_arguments(tree))) if tree else []


def statement(name):
    """Return (node, source) of the last statement of a cell that bound a name; else (None, "").

    A statement inside another one does not count.
    """
    every = reversed(statements(_cells.get(name, "")) + statements(running_cell()))
    return next(((node, text) for node, text in every if name in bound_by(node)), (None, ""))


def statements(cell):
    """Return [(node, source)] of the statements of a cell; empty if it is not Python."""
    lines = MAGICS.sub("", cell).split("\n")
    nodes = getattr(_parsed(cell), "body", [])
    begin = [min(n.lineno for n in (o, *getattr(o, "decorator_list", ()))) for o in nodes]
    return [
        (node, "\n".join(lines[first - 1 : node.end_lineno]))
        for node, first in zip(nodes, begin, strict=True)
    ]


def bound_by(statement):
    """Return the names that a statement binds, in order."""
    return list(dict.fromkeys(_bound(ast.Module([statement], []))))


def _after_cell(result):
    """Keep the error for the names that the cell would have bound, if it failed; else forget it."""
    error = result.error_before_exec or result.error_in_exec
    for name in _bound_by(result.info.raw_cell):
        if error is None:
            _failed.pop(name, None)
            _cells[name] = result.info.raw_cell
        else:
            _failed[name] = described(error)


def _bound_by(cell):
    tree = _parsed(cell)
    if tree is None:
        return {name or other for name, other in BINDS.findall(cell)}
    return set(_bound(tree))


def _parsed(cell):
    """Return the syntax tree of a cell without its magics; None if it is not Python."""
    try:
        return ast.parse(MAGICS.sub("", cell))
    except (SyntaxError, ValueError):
        return None


def _bound(tree):
    """Yield the names that are bound in a cell itself, at any depth of its loops and conditions."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.split(".")[0]
            case _ if not isinstance(node, OWN_NAMES):
                yield from _bound(node)


def _handed_over(tree):
    """Return the names in the arguments of a cell's calls, in order, without those it binds."""
    own = set(_bound(tree))
    return [name for name in _arguments(tree) if name not in own]


def _arguments(tree):
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    arguments = [argument for call in calls for argument in (*call.args, *call.keywords)]
    nodes = [node for argument in arguments for node in ast.walk(argument)]
    return [node.id for node in nodes if isinstance(node, ast.Name)]
