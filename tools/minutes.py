"""Write the minutes that a lesson states, in its first cell, metadata and headings, and its plans.

`python run.py readme` writes them as `tools/lesson_work.py` counts them, and the linter compares. A
part of the core ends with the words *a good place to stop*.
"""

import re
from copy import deepcopy

from tools import lesson_work, plans
from tools.decks.source import DeckError
from tools.masters import lessons, read, source, tags
from tttlearn.course.exercises.originals import core
from tttlearn.course.exercises.student import as_text

MAX_PART_MINUTES, IN_WORDS = 50, {2: "two", 3: "three"}
STOP = re.compile("good place to stop", re.IGNORECASE)
STATED = re.compile(r"\*\*Read and do:\*\*.*?·", re.DOTALL)
NOTE = re.compile(r"\A(### Exercise (\d+\.\d+).*?)\d+(?= minutes)", re.DOTALL)
LINE = r"(?m)^\*\d+ minutes\*$"
"""Pattern of the line with the minutes below a heading."""
HEADING = re.compile(r"^(#{2,3} (?!Exercise )(.+))(?:\n\n\*\d+ minutes\*)?$", re.MULTILINE)
UNTIMED = {"Objectives", "What you learned", "Quiz", "What comes next", "References"}


def timed(notebook):
    """Write the minutes into the notebook, and return it."""
    cells = notebook["cells"]
    cells[0]["source"] = STATED.sub(_stated(cells), cells[0]["source"], count=1)
    notebook["metadata"]["tttlearn"]["minutes"] = sum(parts(cells))
    for i, minutes in sections(cells).items():
        *_, last = HEADING.finditer(cells[i]["source"])
        line = f"\n\n*{minutes} minutes*" if minutes > 1 else ""
        text = cells[i]["source"]
        cells[i]["source"] = text[: last.start()] + last[1] + line + text[last.end() :]
    of = plans.parts(cells)
    for cell in cells:
        if "teaching-notes" in tags(cell):
            text = NOTE.sub(lambda m: f"{m[1]}{of.get(m[2], 0):.0f}", cell["source"])
            cell["source"] = plans.in_note(text, cells)
    return notebook


def parts(cells):
    """Return the minutes of each part of the core, each a multiple of five."""
    sums = [0.0]
    for cell, minutes in zip(core(cells), lesson_work.minutes(cells), strict=False):
        sums[-1] += minutes
        if cell["cell_type"] == "markdown" and STOP.search(cell["source"]):
            sums.append(0.0)
    return list(map(_by_five, sums))


def sections(cells):
    """Return {index of its heading's cell: minutes} of each section that is more than a list.

    A section of either level reaches to the next heading that is not an exercise's.
    """
    sums, at, minutes = {}, None, lesson_work.minutes(cells)
    for i, cell in enumerate(cells):
        if "teaching-notes" in tags(cell):
            break
        headings = HEADING.findall(cell["source"]) if cell["cell_type"] == "markdown" else []
        if headings:  # a cell may have several: the last one counts
            at = None if headings[-1][1] in UNTIMED else i
            sums |= {at: 0.0} if at else {}
        if at:
            sums[at] += minutes[i]
    return {i: round(minutes) for i, minutes in sums.items()}


def further(cells):
    """Return the minutes of what comes after the core, a multiple of five."""
    return _by_five(sum(lesson_work.minutes(cells)[len(core(cells)) :]))


def problems(notebook):
    """Return what is wrong with a lesson's minutes, a list of sentences."""
    notebook = notebook | {"cells": [cell | {"source": source(cell)} for cell in notebook["cells"]]}
    own, beyond = parts(notebook["cells"]), further(notebook["cells"])
    wrong = {
        f"the core has parts of {own} minutes; {MAX_PART_MINUTES} are the most": max(own)
        > MAX_PART_MINUTES,
        f"the core has {len(own)} parts; three are the most": len(own) > 3,
        f"*Further* takes {beyond} minutes, longer than the core": beyond > sum(own),
    }
    sentences = [sentence for sentence, holds in wrong.items() if holds]
    try:
        if timed(deepcopy(notebook)) == notebook:
            return sentences
    except DeckError as problem:
        return [*sentences, str(problem)]
    stated = "the minutes it states are not those that are counted; run `python run.py readme`"
    return [*sentences, stated]


def _stated(cells):
    """Return what the first cell says about the minutes of the whole lesson."""
    own, beyond = parts(cells), further(cells)
    listed = f"{', '.join(map(str, own[:-1]))} and {own[-1]}"
    several = f", in {IN_WORDS.get(len(own), len(own))} parts of {listed}" if len(own) > 1 else ""
    more = f"; *Further* takes {beyond} more" if beyond else ""
    return f"**Read and do:** {sum(own)} minutes{several}{more} ·"


def _by_five(minutes):
    return 5 * round(minutes / 5)


def files():
    """Return {path: text} of all lessons, with their current minutes."""
    texts = {}
    for path in lessons():
        notebook = timed(read(path))
        for cell in notebook["cells"]:
            cell["source"] = cell["source"].splitlines(keepends=True)
        texts[path] = as_text(notebook)
    return texts
