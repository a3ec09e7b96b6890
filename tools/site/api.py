"""The pages about the package: one for each public module, made from its docstrings."""

from importlib import import_module
from types import ModuleType

import tttlearn

# In the order of the rooms, see CONTRIBUTING.md; what lessons and other programs use.
MODULES = {
    "Texts and files": ["support.text", "support.files"],
    "The game": ["game.rules", "game.tables", "game.boards", "game.large", "game.played"],
    "Policies and exact answers": [
        *("evaluation.policy", "evaluation.exact", "evaluation.many"),
        *("evaluation.matches", "evaluation.forecasts"),
    ],
    "Search": ["search.game_tree", "search.playouts", "search.mcts"],
    "Learning": [
        *("learn.episodes", "learn.learner", "learn.td", "learn.qlearning"),
        *("learn.training", "learn.sweep"),
    ],
    "Networks": ["network.basics", "network.learner"],
    "Pictures": [
        *("pictures.boards", "pictures.trees", "pictures.learning", "pictures.tournament"),
    ],
    "Players and tournaments": ["players.roster", "players.saved", "tournament.league"],
    "Boards": [
        *("play.session", "play.board", "play.timemachine", "play.stepping", "play.growing"),
        "play.seeing",
    ],
    "The articles": [
        *(
            "course.articles.hickman.recipe",
            "course.articles.kota7.recipe",
            "course.articles.nestedsoftware.q_table",
        ),
        *("course.articles.nestedsoftware.shared_tree", "course.articles.nestedsoftware.deep_q"),
        *("course.articles.antirez.recipe", "course.articles.recipes", "course.articles.published"),
        *(
            "course.articles.verdicts",
            "course.articles.items",
            "course.articles.report",
            "course.articles.reproduce",
        ),
    ],
    "The class": [
        *(
            "course.classroom",
            "course.classroom.submissions",
            "course.classroom.regulations",
            "course.classroom.handing_in",
        ),
        *(
            "course.classroom.walls",
            "course.classroom.readout",
            "course.classroom.forfeits",
            "course.classroom.standings",
        ),
        "course.classroom.contest",
    ],
    "Checks": [
        *("course.exercises.record", "course.exercises.answers", "course.exercises.predictions"),
        "course.exercises.solutions",
    ],
}
MOVED = (
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Moved</title>'
    '<meta http-equiv="refresh" content="0; url={new}">'
    '<p>This page has moved: <a href="{new}">{name}</a></p></html>'
)
"""A page that leads to another address."""
PAGES = [name for names in MODULES.values() for name in names]


def write_pages(folder):
    """Write the overview, and the page of each module, into `folder`, which is made."""
    folder.mkdir()
    for module in PAGES:
        text = heading(f"tttlearn.{module}", "=") + f".. automodule:: tttlearn.{module}\n"
        (folder / f"tttlearn.{module}.rst").write_text(text, encoding="utf-8")
    (folder / "index.rst").write_text(overview(), encoding="utf-8")


def write_moved(folder):
    """Write a page for each address that a page had before it moved, into the pages' own folder."""
    for module in PAGES:
        if module.startswith("course."):
            new = f"tttlearn.{module}.html"
            text = MOVED.format(new=new, name=f"tttlearn.{module}")
            (folder / new.replace(".course.", ".")).write_text(text, encoding="utf-8")


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
    homes = {n: t.__module__ if callable(t) else "tttlearn.game.rules" for n, t in things.items()}
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
