"""Read the master notebooks, from which every edition and the site are made."""

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
"""First line of a cell, or of a part of one, that only draws."""


def masters():
    """Return the paths of the master notebooks, in order: the lessons, then the glossary."""
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def lessons():
    """Return the paths of the lessons, in order."""
    return [path for path in masters() if is_lesson(path)]


def is_lesson(path):
    """Return whether this notebook is a lesson: its name begins with a two-digit number."""
    return path.name[:2].isdigit()


def source(cell):
    """Return the cell's source as one string, whether the file has a string or a list of lines."""
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def saved(cell):
    """Return the printed output that was saved with the cell."""
    streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
    return "".join("".join(o["text"]) for o in streams if o["name"] == "stdout")


def without(notebook, *unwanted):
    """Return a copy of the notebook without the cells that have one of these tags."""
    kept = copy.deepcopy(notebook)
    kept["cells"] = [cell for cell in kept["cells"] if tags(cell).isdisjoint(unwanted)]
    return kept


def exercise_number(cells):
    """Return the number of the exercise to which the last of these cells belongs, as "01.2"."""
    prose = "\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")
    return EXERCISE.findall(prose)[-1][0]


def solutions():
    """Return {id: source} of the solutions of all lessons, in order; several cells are joined."""
    every = _by_exercise(lambda cell: [cell["source"]] if "solution" in tags(cell) else [])
    return {id: "\n\n\n".join(sources) for id, sources in every.items()}


def hints():
    """Return {id: texts} of the hints of all lessons, in order, as in the folded steps."""
    return _by_exercise(lambda cell: HINT.findall(cell["source"]))


def _by_exercise(items_of):
    """Return {id: list} of what `items_of(cell)` returns for all cells of each exercise."""
    every = {}
    for path in lessons():
        cells = read(path)["cells"]
        for i, cell in enumerate(cells):
            if items := items_of(cell):
                every.setdefault(id_of(exercise_number(cells[: i + 1])), []).extend(items)
    return every


def wrong_answers(name):
    """Return the answers planted for a lesson's exercises, {id: [(source, reason), ...]}.

    Their file has most of them as (old, new, reason): the solution with a piece of it replaced.
    """
    file, solved = WRONG / f"lesson_{name[:2]}.py", solutions()
    planted = runpy.run_path(str(file))["WRONG"] if file.is_file() else {}
    return {
        id: [(_answer(solved[id], *how), reason) for *how, reason in answers]
        for id, answers in planted.items()
    }


def _answer(solution, old, new=None):
    """Return the source of a wrong answer: `old` itself, or the solution with `old` replaced."""
    if new is None:
        return old
    # Learners use the names without this ending, and their answers do not contain the check.
    text = solution.replace("_solution", "").split("\ncheck.")[0]
    assert text.count(old) == 1, f"{old!r} is not once in:\n{text}"
    return text.replace(old, new)


def said_of_wrong_answers(name):
    """Return what a lecturer may say about some of them, {id: {reason: sentence}}."""
    file = CHECKS / f"lesson_{name[:2]}_said.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
