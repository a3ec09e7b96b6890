"""Make the instructor edition: the master with open solutions, and notes where they are used.

Plans and questions are after the objectives; after each solution are its exercise's note and, for
common wrong answers, a sentence to say, with words from the check's verdict on them. No code cell
differs from the master's.
"""

import copy
import re

from tools import teaching_notes
from tools.masters import exercise_number, tags
from tttlearn.course.exercises.originals import id_of


def instructor(master, said):
    """Return a copy of a master notebook for lecturers.

    `said` holds what to say about wrong answers to its exercises, {id: {reason: sentence}}.
    """
    cells, front = [], _front(master["cells"])
    for cell in teaching_notes.without_notes(copy.deepcopy(master["cells"])):
        cell["metadata"].pop("jupyter", None)
        cells.append(cell)
        if cell["source"].startswith("## Objectives"):
            cells += front
        if "solution" in tags(cell):
            cells.append(_about(exercise_number(cells), master, said))
    return copy.deepcopy(master) | {"cells": cells}


def _front(cells):
    """Return the notes about the lesson as a whole, as cells."""
    notes = teaching_notes.headings(cells).items()
    whole = [text for heading, text in notes if not heading.startswith("### Exercise")]
    return [_markdown(f"for-the-lecturer-{i}", text) for i, text in enumerate(whole)]


def _about(number, master, said):
    """Return the cell below a solution: its exercise's note, and what to say on wrong answers."""
    # Its heading is one level lower than that of its exercise.
    note = teaching_notes.for_exercise(master["cells"], number)
    note = re.sub(r"^### Exercise .*", f"#### For the lecturer: Exercise {number}", note or "")
    # A verdict's words are set as code, so that Markdown leaves them unchanged.
    sentences = said.get(id_of(number), {})
    lines = [f"- {sentence} The check: `` {why} ``" for why, sentence in sentences.items()]
    head = "**To say**, when the check's reason has these words:"
    text = "\n".join([f"{note}\n\n{head}\n", *lines])
    return _markdown(f"wrong-{number}".replace(".", "-"), text.strip())


def _markdown(name, text):
    """Return a Markdown cell."""
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
