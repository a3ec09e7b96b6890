"""The lessons as they are kept, the masters: every edition and the site are made from these."""

import copy
import re
import runpy
import tomllib
from pathlib import Path

from tttlearn.course.exercises.originals import EXERCISE, id_of
from tttlearn.course.exercises.student import read, tags

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS, WRONG = ROOT / "notebooks", ROOT / "tests" / "lessons" / "wrong"
CHECKS = ROOT / "tttlearn" / "course" / "exercises"
HINT = re.compile(r"<summary>Hint(?: \d+)?</summary>\s+(.*?)\s+</details>", re.DOTALL)
NOT_READ = "# You need not read this cell."
"""With it a cell begins, or the part of one, that only draws."""


def masters():
    """The paths of the master notebooks, in order: the lessons, and the glossary after them."""
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def lessons():
    """The paths of the lessons, in order."""
    return [path for path in masters() if is_lesson(path)]


def is_lesson(path):
    """Whether this notebook is a lesson: its name begins with a number of two digits."""
    return path.name[:2].isdigit()


def source(cell):
    """The cell's source as one string, however the file holds it."""
    return "".join(cell["source"])


def saved(cell):
    """What the cell printed when it was saved."""
    streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
    return "".join("".join(o["text"]) for o in streams if o["name"] == "stdout")


def without(notebook, *unwanted):
    """A copy of the notebook that lacks the cells with one of these tags."""
    kept = copy.deepcopy(notebook)
    kept["cells"] = [cell for cell in kept["cells"] if tags(cell).isdisjoint(unwanted)]
    return kept


def exercise_number(cells):
    """The number of the exercise that the last of these cells belongs to, such as "01.2"."""
    prose = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    return EXERCISE.findall(prose)[-1][0]


def solutions():
    """{id: source} of the solutions of all lessons, in order; of several cells, all."""
    every = _by_exercise(lambda cell: [cell["source"]] if "solution" in tags(cell) else [])
    return {id: "\n\n\n".join(sources) for id, sources in every.items()}


def hints():
    """{id: texts} of the hints of all lessons, in order, as the folded steps have them."""
    return _by_exercise(lambda cell: HINT.findall(cell["source"]))


def _by_exercise(found_in):
    """{id: list} of all that is found in the cells of an exercise, each asked for its list."""
    every = {}
    for path in lessons():
        cells = read(path)["cells"]
        for i, cell in enumerate(cells):
            if found := found_in(cell):
                every.setdefault(id_of(exercise_number(cells[: i + 1])), []).extend(found)
    return every


def wrong_answers(name):
    """The answers planted for the exercises of a lesson, {id: [(source, reason), ...]}.

    Their file has most of them as (old, new, reason): the solution with a piece of it replaced.
    """
    file, solved = WRONG / f"lesson_{name[:2]}.py", solutions()
    planted = runpy.run_path(str(file))["WRONG"] if file.is_file() else {}
    return {
        id: [(_answer(solved[id], *how), reason) for *how, reason in answers]
        for id, answers in planted.items()
    }


def _answer(solution, old, new=None):
    """The source of a wrong answer: `old` as it stands, or replaced by `new` in the solution."""
    if new is None:
        return old
    # Under the names that the exercise asks for, and without what checks them.
    text = solution.replace("_solution", "").split("\ncheck.")[0]
    assert text.count(old) == 1, f"{old!r} is not once in:\n{text}"
    return text.replace(old, new)


def said_of_wrong_answers(name):
    """What a lecturer may say about some of them, {id: {reason: sentence}}."""
    file = CHECKS / f"lesson_{name[:2]}_said.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
