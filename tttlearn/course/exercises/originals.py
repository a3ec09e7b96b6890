"""The lessons of the package, their exercises, and which of these are core.

The core of a lesson is what comes before its heading "## Further".
"""

import re
from functools import cache

from tttlearn.course.exercises.student import read
from tttlearn.support.files import PACKAGE

ORIGINALS = (PACKAGE / "lessons", PACKAGE.parent / "notebooks")
"""Where the lessons may be: in the package, as in a wheel, or beside it, as in a checkout."""
END = re.compile(r"^## (Further|What you learned)\b", re.MULTILINE)
EXERCISE = re.compile(r"^### Exercise (\d+\.\d+)", re.MULTILINE)
TITLE = re.compile(r"^(?:### Exercise (\d+\.\d+):|#) (.+)", re.MULTILINE)
TEMPLATE = "99"
"""The number of the lesson for those who write one."""


def originals():
    """The paths of the lessons and the glossary, in order; FileNotFoundError where none is."""
    for folder in ORIGINALS:
        if found := sorted(folder.glob("*.ipynb")):
            return found
    looked = " or ".join(map(str, ORIGINALS))
    raise FileNotFoundError(
        f"the lessons are missing: there are none in {looked}; "
        "take the package from its repository or its wheel, whole"
    )


def core(cells):
    """The cells above "## Further", or up to the closing parts where there is no such heading."""
    for i, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and END.search("".join(cell["source"])):
            return cells[:i]
    return cells


@cache
def all_exercises():
    """{the number of an exercise, such as "05.2": whether it is in the core of its lesson}, in the
    order of the lessons, including the template."""
    found = {}
    for path in originals():
        cells = read(path)["cells"]
        inside = set(_numbers(core(cells)))
        found |= {number: number in inside for number in _numbers(cells)}
    return found


@cache
def exercises():
    """The number of every exercise of the lessons, such as "05.2", in their order: a tuple."""
    return tuple(number for number in all_exercises() if number[:2] != TEMPLATE)


@cache
def titles():
    """{the number of a lesson or an exercise, such as "05" and "05.2": its title}."""
    found = {}
    for path in originals():
        prose = [cell["source"] for cell in read(path)["cells"] if cell["cell_type"] == "markdown"]
        for number, title in TITLE.findall("\n".join(prose)):
            found.setdefault(number or path.stem[:2], title)
    return found


def _numbers(cells):
    """The numbers of the exercises under whose headings these cells stand, in order, a list."""
    prose = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    return EXERCISE.findall("\n".join(prose))
