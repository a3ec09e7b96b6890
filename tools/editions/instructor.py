"""The instructor edition: the master with open solutions, its notes where a lecturer needs them.

Plans and questions stand after the objectives; after each solution its exercise's note, and the
wrong answers that the tests plant, with the words with which the check rejects them. No code cell
differs from the master's.
"""

import copy
import re

from tools import teaching_notes
from tools.masters import exercise_number, tags


def instructor(master, wrong):
    """A copy of a master notebook for lecturers.

    `wrong` holds the planted answers to its exercises, {number: [(source, reason), ...]}.
    """
    cells, front = [], _front(master["cells"])
    for cell in teaching_notes.without_notes(copy.deepcopy(master["cells"])):
        cell["metadata"].pop("jupyter", None)
        cells.append(cell)
        if cell["source"].startswith("## Objectives"):
            cells += front
        if "solution" in tags(cell):
            cells.append(_about(exercise_number(cells), master, wrong))
    return copy.deepcopy(master) | {"cells": cells}


def _front(cells):
    """The notes about the lesson as a whole, as cells."""
    notes = teaching_notes.headings(cells).items()
    whole = [text for heading, text in notes if not heading.startswith("### Exercise")]
    return [_markdown(f"for-the-lecturer-{i}", text) for i, text in enumerate(whole)]


def _about(number, master, wrong):
    """The cell that follows a solution: the exercise's note and the planted wrong answers."""
    # One level lower than the exercise that it is about.
    note = teaching_notes.for_exercise(master["cells"], number)
    note = re.sub(r"^### Exercise .*", f"#### For the lecturer: Exercise {number}", note or "")
    # The words stand in the code, where Markdown does not touch them.
    answers = "\n\n".join(f"```python\n{code}\n# {why}\n```" for code, why in wrong[number])
    head = "**In code**, each with words from the reason that the check gives:"
    return _markdown(f"wrong-{number}".replace(".", "-"), f"{note}\n\n{head}\n\n{answers}".strip())


def _markdown(name, text):
    """A Markdown cell."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
