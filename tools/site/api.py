"""The pages about the package: one for each public module, made from its docstrings."""

from importlib import import_module
from types import ModuleType

import tttlearn

# In the order in which they build on each other, see tests/unit/test_floors.py.
MODULES = {
    "The game": ["rules", "game"],
    "Policies and exact answers": ["policy", "solve", "many", "play"],
    "Search": ["search", "mcts", "uct", "strength"],
    "Learning": ["episodes", "learn", "tabular", "qlearning", "training", "versus", "sweeps"],
    "Networks": ["neural", "networks"],
    "The articles": [
        *("recipes", "recipes.levels", "recipes.qtable", "recipes.rbloggers", "recipes.dqn"),
        *("recipes.sharedtree", "recipes.ttt_rl", "reproduce", "reproduce.published"),
        *("reproduce.verdicts", "reproduce.items", "reproduce.report"),
    ],
    "Players and tournaments": ["players", "store", "tournament"],
    "Pictures": ["plots", "plots_learning", "plots_search", "plots_tournament"],
    "Texts and files": ["text", "files"],
    "Boards and checks": ["session", "board", "timemachine", "check"],
    "The class": [
        *("record", "classroom", "classroom.submissions", "classroom.regulations"),
        *("classroom.handing_in", "classroom.walls"),
        *("classroom.readout", "classroom.forfeits", "classroom.standings", "classroom.contest"),
    ],
}
PAGES = [name for names in MODULES.values() for name in names]


def write_pages(folder):
    """Write the overview, and the page of each module, into `folder`, which is made."""
    folder.mkdir()
    for module in PAGES:
        text = heading(f"tttlearn.{module}", "=") + f".. automodule:: tttlearn.{module}\n"
        (folder / f"tttlearn.{module}.rst").write_text(text, encoding="utf-8")
    (folder / "index.rst").write_text(overview(), encoding="utf-8")


def overview():
    """The page that lists the modules, group by group, and the names that `tttlearn` offers."""
    text = heading("The package", "=") + ".. automodule:: tttlearn\n   :no-members:\n\n"
    for group, modules in MODULES.items():
        text += heading(group, "-") + table([module_row(name) for name in modules])
    text += heading("Names that `tttlearn` offers", "-") + table(
        [name_row(*pair) for pair in offered()]
    )
    entries = [f"   tttlearn.{module}\n" for module in PAGES]
    return text + ".. toctree::\n   :hidden:\n\n" + "".join(entries)


def offered():
    """(name, its module) of what a program finds in `tttlearn` itself, sorted by name."""
    names = [name for name in sorted(dir(tttlearn)) if not name.startswith("_")]
    things = {name: getattr(tttlearn, name) for name in names}
    # The tables of the rules are the only things there that cannot be called.
    homes = {n: t.__module__ if callable(t) else "tttlearn.rules" for n, t in things.items()}
    return [
        (name, homes[name].removeprefix("tttlearn."))
        for name, thing in things.items()
        if homes[name].startswith("tttlearn.") and not isinstance(thing, ModuleType)
    ]


def module_row(module):
    """The two cells of a module's row: its name, and the first line of its docstring."""
    first_line = import_module(f"tttlearn.{module}").__doc__.partition("\n")[0]
    return f":doc:`{module} <tttlearn.{module}>`", first_line


def name_row(name, module):
    """The two cells of a name's row: the name, and the module that it comes from."""
    return f":py:obj:`{name} <tttlearn.{module}.{name}>`", f"``{module}``"


def heading(text, line):
    """A heading in reStructuredText, underlined with the character `line`."""
    return f"{text}\n{line * len(text)}\n\n"


def table(rows):
    """A table of two columns in reStructuredText."""
    lines = [f"   * - {left}\n     - {right}\n" for left, right in rows]
    return ".. list-table::\n   :widths: 25 75\n\n" + "".join(lines) + "\n"
