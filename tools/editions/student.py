"""The student edition: the master without its solutions and teaching notes, and nothing else less."""

import copy

from tools.masters import tags

# The rest of the metadata is for us.
KEPT = ("tags", "jupyter", "heading_collapsed")


def student(master):
    """A copy of a master notebook for students, its cells numbered as if run from top to bottom.

    A cell that gives a solution away although later cells need it says in its metadata what stands
    there instead: `"tttlearn": {"student": "the source of this cell in the student edition"}`.
    """
    notebook = copy.deepcopy(master)
    cells = [_for_students(cell) for cell in notebook["cells"]]
    return renumbered(notebook | {"cells": [cell for cell in cells if cell]})


def _for_students(cell):
    """The cell as students get it, or None when they do not."""
    own = cell["metadata"].get("tttlearn", {}).get("student")
    if "teaching-notes" in tags(cell) or ("solution" in tags(cell) and not own):
        return None
    kept = {name: value for name, value in cell["metadata"].items() if name in KEPT}
    if "solution" in tags(cell):  # what stands in its place shows nothing, and is shown
        return cell | {"source": own, "outputs": [], "metadata": {}}
    return cell | {"source": own or cell["source"], "metadata": kept}


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
