"""The lessons as they are kept, the masters: every edition and the site are made from these."""

import copy
import json
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS, WRONG = ROOT / "notebooks", ROOT / "tests" / "lessons" / "wrong"


def masters():
    """The paths of the master notebooks, in order: the lessons, and the glossary after them."""
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def lessons():
    """The paths of the lessons, in order."""
    return [path for path in masters() if is_lesson(path)]


def is_lesson(path):
    """Whether this notebook is a lesson: its name begins with a number of two digits."""
    return path.name[:2].isdigit()


def read(path):
    """The notebook at `path`, a dict as the file format has it; each source is one string."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = source(cell)
    return notebook


def source(cell):
    """The cell's source as one string, however the file holds it."""
    return "".join(cell["source"])


def saved(cell):
    """What the cell printed when it was saved."""
    streams = [o for o in cell["outputs"] if o["output_type"] == "stream"]
    return "".join("".join(o["text"]) for o in streams if o["name"] == "stdout")


def tags(cell):
    """The cell's tags, a set."""
    return set(cell["metadata"].get("tags", []))


def without(notebook, *unwanted):
    """A copy of the notebook that lacks the cells with one of these tags."""
    kept = copy.deepcopy(notebook)
    kept["cells"] = [cell for cell in kept["cells"] if tags(cell).isdisjoint(unwanted)]
    return kept


def wrong_answers(name):
    """The answers planted for the exercises of a lesson, {number: [(source, reason), ...]}."""
    return runpy.run_path(str(WRONG / f"lesson_{name[:2]}.py"))["WRONG"]
