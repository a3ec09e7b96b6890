"""The lessons as the package has them, and which exercises are in the core of their lesson.

The core of a lesson is what stands above its heading "## Further".
"""

import re
from functools import cache

from tttlearn.course.exercises.student import read
from tttlearn.support.files import PACKAGE

ORIGINALS = (PACKAGE / "lessons", PACKAGE.parent / "notebooks")
"""Where the lessons may be: in the package, as in a wheel, or beside it, as in a checkout."""
END = re.compile(r"^## (Further|What you learned)\b", re.MULTILINE)
EXERCISE = re.compile(r"^### Exercise (\d+\.\d+)", re.MULTILINE)


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
def core_exercises():
    """The numbers of the exercises in the cores of the lessons, such as "05.2": a frozenset."""
    cells = [cell for path in originals() for cell in core(read(path)["cells"])]
    prose = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    return frozenset(EXERCISE.findall("\n".join(prose)))
