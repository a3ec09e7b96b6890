"""Make the student edition of a lesson: what a learner gets of a master notebook.

It has no outputs, no solutions and no notes for lecturers, and code that only draws is folded. It
has fingerprints of its sections, so that a copy can tell which of them are newer in the present
lesson.

Only the standard library is used, because the lessons are put into a wheel where no other package
is installed.
"""

import copy
import hashlib
import json
import re

KEPT = ("tags", "jupyter")
"""What is kept of a cell's metadata; the rest is for authors of lessons."""
ANSWERS_TOO = "answers-too"
"""Tag of a cell that shows a prediction's answer again, with text between the two."""
HEADING = re.compile(r"#{1,3} +(.+)")


def read(path):
    """Return the notebook at `path`, a dict as in the file format; each source is one string."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook


def as_text(notebook):
    """Return the notebook as the text of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def tags(cell):
    """Return the cell's tags, a set."""
    return set(cell["metadata"].get("tags", []))


def student_edition(master):
    """Return a copy of a master notebook for students, without any trace of a run.

    If a cell gives a solution away, but later cells need it, its metadata has what replaces it:
    `"tttlearn": {"student": "the source of this cell in the student edition"}`, or what is replaced
    in it, `{"student": {"old words": "new words"}}`. A student edition of a student edition is the
    same.
    """
    cells = [_not_run(cell) for cell in map(for_students, master["cells"]) if cell]
    about = master["metadata"].get("tttlearn", {}) | {"sections": sections(cells)}
    metadata = master["metadata"] | {"tttlearn": about}
    return copy.deepcopy(master | {"cells": cells, "metadata": metadata})


def for_students(cell):
    """Return the cell as students get it, with the outputs of the master; None if they do not."""
    own = cell["metadata"].get("tttlearn", {}).get("student")
    if "teaching-notes" in tags(cell) or ("solution" in tags(cell) and not own):
        return None
    source = _source(cell["source"], own or {})
    if "solution" in tags(cell):  # what replaces it has no output, and is not folded
        return cell | {"source": source, "outputs": [], "metadata": {}}
    kept = {name: value for name, value in cell["metadata"].items() if name in KEPT}
    if "figure" in tags(cell):
        kept["jupyter"] = kept.get("jupyter", {}) | {"source_hidden": True}
    return cell | {"source": source, "metadata": kept}


def _source(source, own):
    """Return the source with its own words for students; raise ValueError for missing old words."""
    if isinstance(own, str):
        return own
    for old, new in own.items():
        if old not in source:
            raise ValueError(f"the student edition replaces {old!r}, which is not in {source!r}")
        source = source.replace(old, new)
    return source


def _not_run(cell):
    code = cell["cell_type"] == "code"
    return cell | ({"outputs": [], "execution_count": None} if code else {})


def sections(cells):
    """Return the fingerprint of each section, {heading: eight hexadecimal digits}, in order.

    A section ends at the next heading. Outputs, tags and folding make no difference.
    """
    texts, heading = {}, ""
    for cell in cells:
        prose, fenced = cell["cell_type"] == "markdown", False
        for line in [*cell["source"].split("\n"), f"end of {cell['cell_type']}"]:
            fenced ^= line.startswith("```")
            if prose and not fenced and (match := HEADING.match(line)):
                heading = match[1].strip()
            texts.setdefault(heading, []).append(line)
    return {
        heading: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]
        for heading, lines in texts.items()
    }
