"""Put what a reader wrote on pages of the site into copies of the lessons.

A page saves it as a file of data, {"written": {"05.td": "def td(V, ...", ...}}. Nothing in it is
run here: it becomes the text of cells.
"""

import hashlib
import json

from tttlearn.course.exercises.originals import EXERCISE, id_of
from tttlearn.course.exercises.student import tags
from tttlearn.support.files import INVALID_JSON_ERRORS
from tttlearn.support.text import one_line

NAME = "tttlearn_written.json"
"""Name under which a page saves what was written."""


def read_written(folders):
    """Return {id of an exercise: source} from the first of these folders with such a file.

    It is empty without a file. Raises ValueError if the file holds something else.
    """
    path = next((path for folder in folders if (path := folder / NAME).is_file()), None)
    if path is None:
        return {}
    try:
        written = dict(json.loads(path.read_text(encoding="utf-8"))["written"])
        if all(isinstance(source, str) for source in written.values()):
            return written
    except (*INVALID_JSON_ERRORS, OSError):
        pass
    raise ValueError(
        f"{one_line(path)} is not what a page of a lesson saves: save it there again, or remove it"
    )


def filled(edition, written):
    """Return the edition with what was written in place of its stubs; None if nothing was.

    Its metadata says from what it was made, so that this is done once.
    """
    cells, number, changed = [], "", []
    for cell in edition["cells"]:
        if cell["cell_type"] == "markdown" and (matches := EXERCISE.findall(cell["source"])):
            number = matches[-1][0]
        source = written.get(id_of(number)) if "exercise" in tags(cell) else None
        if source is not None and source.strip() != cell["source"].strip():
            cell = cell | {"source": source.rstrip()}
            changed.append(cell["source"])
        cells.append(cell)
    if not changed:
        return None
    digest = hashlib.sha256("\n".join(changed).encode()).hexdigest()[:8]
    about = edition["metadata"]["tttlearn"] | {"written": digest}
    return edition | {"cells": cells, "metadata": edition["metadata"] | {"tttlearn": about}}
