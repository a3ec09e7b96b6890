"""The student edition: the master without its solutions and teaching notes."""

import copy

from tools.masters import tags

# The rest of the metadata is for us.
KEPT = ("tags", "jupyter")


def student(master):
    """A copy of a master notebook for students, its cells numbered as if run from top to bottom.

    A cell that gives a solution away although later cells need it says in its metadata what stands
    there instead: `"tttlearn": {"student": "the source of this cell in the student edition"}`, or
    what is replaced in it, `{"student": {"old words": "new words"}}`.
    """
    notebook = copy.deepcopy(master)
    cells = [for_students(cell) for cell in notebook["cells"]]
    return renumbered(notebook | {"cells": [cell for cell in cells if cell]})


def for_students(cell):
    """The cell as students get it, or None when they do not."""
    own = cell["metadata"].get("tttlearn", {}).get("student")
    if "teaching-notes" in tags(cell) or ("solution" in tags(cell) and not own):
        return None
    source = _source(cell["source"], own or {})
    if "solution" in tags(cell):  # what stands in its place prints nothing, and is open
        return cell | {"source": source, "outputs": [], "metadata": {}}
    kept = {name: value for name, value in cell["metadata"].items() if name in KEPT}
    return cell | {"source": source, "metadata": kept}


def _source(source, own):
    """The source with its own words for students; ValueError when the old ones are not there."""
    if isinstance(own, str):
        return own
    for old, new in own.items():
        if old not in source:
            raise ValueError(f"the student edition replaces {old!r}, which is not in {source!r}")
        source = source.replace(old, new)
    return source


def renumbered(notebook):
    """A copy of the notebook whose code cells are numbered 1, 2, 3 and so on."""
    notebook, count = copy.deepcopy(notebook), 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and cell["source"].strip():
            count += 1
            cell["execution_count"] = count
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = count
    return notebook
