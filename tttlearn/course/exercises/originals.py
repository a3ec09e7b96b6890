"""Find the lessons of the package, their exercises, and which of these are core.

The core of a lesson is what comes before its heading "## Further". An exercise has a permanent id,
such as "05.td": its lesson, and the name of its check. Its number, "05.2", is its place in the
lesson; it is shown to people, but nothing is stored under it.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tttlearn.course.exercises.student import read
from tttlearn.support.files import PACKAGE

ORIGINALS = (PACKAGE / "lessons", PACKAGE.parent / "notebooks")
"""Folders in which the lessons may be: in the package, as in a wheel, or beside it."""
END = re.compile(r"^## (Further|What you learned)\b", re.MULTILINE)
EXERCISE = re.compile(r"^### Exercise (\d\d\.\d+): (.+)", re.MULTILINE)
NUMBER = re.compile(r"\d\d\.\d+")
CHECK = re.compile(r"^check\.(\w+)\(", re.MULTILINE)
TEMPLATE = "99"
"""Number of the lesson template, for authors."""


def originals():
    """Return the paths of the lessons and the glossary, in order.

    Raises FileNotFoundError if there are none.
    """
    for folder in ORIGINALS:
        if paths := sorted(folder.glob("*.ipynb")):
            return paths
    looked = " or ".join(map(str, ORIGINALS))
    raise FileNotFoundError(
        f"the lessons are missing: there are none in {looked}; "
        "take the package from its repository or its wheel, whole"
    )


def core(cells):
    """Return the cells above "## Further", or above the closing parts without that heading."""
    for i, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and END.search("".join(cell["source"])):
            return cells[:i]
    return cells


class Exercise(NamedTuple):
    """An exercise as it stands in its lesson: its number, its title, and whether it is core."""

    number: str
    title: str
    is_core: bool


@cache
def all_exercises():
    """Return {id: Exercise} of every lesson, in their order, including the template."""
    return {id: exercise for path in originals() for id, exercise in _exercises(path).items()}


@cache
def exercises():
    """Return the id of every exercise of the lessons, in their order, a tuple."""
    return tuple(id for id in all_exercises() if id[:2] != TEMPLATE)


def _exercises(path):
    by_id, heading = {}, ()
    cells = read(path)["cells"]
    n_core = len(core(cells))
    for place, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = (EXERCISE.findall(source) or [heading])[-1]
        elif name := CHECK.search(source):
            by_id.setdefault(f"{path.stem[:2]}.{name[1]}", Exercise(*heading, place < n_core))
    return by_id


def number_of(id):
    """Return the number of an exercise, such as "05.2"; its id if no lesson has it any more."""
    return all_exercises()[id].number if id in all_exercises() else id


def id_of(number):
    """Return the id of the exercise with a number, such as "05.2"; None if there is none."""
    return next((id for id, exercise in all_exercises().items() if exercise.number == number), None)


def as_id(text):
    """Return an id unchanged, or the id of the exercise that a former number belonged to.

    An exercise that no longer existed then keeps its number within its id, so that nothing is lost.
    """
    if not NUMBER.fullmatch(text):
        return text
    return _former().get(text, text.replace(".", ".number_"))


@cache
def _former():
    return json.loads(Path(__file__).with_name("former_numbers.json").read_text(encoding="utf-8"))


@cache
def titles():
    """Return {number of a lesson, such as "05": its title}."""
    by_number = {}
    for path in originals():
        prose = (c["source"] for c in read(path)["cells"] if c["cell_type"] == "markdown")
        by_number[path.stem[:2]] = re.search(r"^# (.+)", "".join(next(prose)), re.MULTILINE)[1]
    return by_number
