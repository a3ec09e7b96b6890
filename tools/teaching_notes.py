"""Separate the notes for lecturers at the end of a master for the editions, and lint them.

They are Markdown cells with the tag `teaching-notes`, one for each heading, in the order of
HEADINGS, then one for each exercise. `tools.plans` makes the plans. Lesson 00, which needs no
other, holds the plan of the series too.
"""

import re

from tools import plans
from tools.masters import source, tags

TITLE, FOLDED = "## For the lecturer", "jp-MarkdownHeadingCollapsed"
ENTER, DISCUSS = "### To enter here", "### To discuss"
HEADINGS = (TITLE, *plans.HEADINGS.values(), ENTER, DISCUSS)
OF_THE_SERIES = (plans.WEEKS, "### Predictions by show of hands", "### Grades")
"""Headings that only lesson 00 has."""


def is_note(cell):
    """Return whether a cell is one of the teaching notes."""
    return "teaching-notes" in tags(cell)


def without_notes(cells):
    """Return the cells that students see as well."""
    return [cell for cell in cells if not is_note(cell)]


def headings(cells):
    """Return {first line: text of the note} of all notes, in order."""
    texts = [source(cell) for cell in cells if is_note(cell)]
    return {text.strip().split("\n")[0]: text for text in texts}


def for_exercise(cells, number):
    """Return the text of the note for an exercise such as "01.2"; None if it has none."""
    texts = [t for h, t in headings(cells).items() if h.startswith(f"### Exercise {number}:")]
    return texts[0] if texts else None


def exercises(cells):
    """Return the headings of the exercises of a lesson, in order, with their three marks."""
    prose = [source(cell) for cell in without_notes(cells) if cell["cell_type"] == "markdown"]
    return re.findall(r"^### Exercise \d+\.\d+.*$", "\n".join(prose), re.MULTILINE)


def problems(cells, first_lesson=False):
    """Return what is wrong with the notes of a lesson, a list of sentences."""
    notes = headings(cells)
    if TITLE not in notes:
        return [f"there are no teaching notes: no cell {TITLE!r}"]
    return [
        *_form_problems(cells),
        *_order_problems(cells, first_lesson),
        *(plans.problems(notes[plans.TOURNAMENT]) if plans.TOURNAMENT in notes else ()),
        *_text_problems(notes),
    ]


def _form_problems(cells):
    marks = [is_note(cell) for cell in cells]
    if False in marks[marks.index(True) :]:
        yield "a cell that is no teaching note follows the notes; they come last"
    for cell in filter(is_note, cells):
        name = source(cell).strip().split("\n")[0]
        if cell["cell_type"] != "markdown":
            yield f"the teaching note {name!r} is not Markdown"
        if name == TITLE and not cell["metadata"].get(FOLDED):
            yield f"the note {TITLE!r} is not folded; its metadata lack {FOLDED}: true"


def _order_problems(cells, first_lesson):
    besides = (*OF_THE_SERIES, plans.TOURNAMENT)
    own = [heading for heading in headings(cells) if heading not in besides]
    expected = [*HEADINGS, *exercises(cells)]
    if own != expected:
        yield f"the teaching notes are {own}, not {expected}"
    for heading in OF_THE_SERIES if first_lesson else ():
        if heading not in headings(cells):
            yield f"the first lesson has no note {heading!r}"


def _text_problems(notes):
    if notes.get(ENTER, "??").count("?") < 2:
        yield f"{ENTER!r} asks fewer than two questions"
    questions = re.findall(r"^(?:[-*]|\d+\.) ", notes.get(DISCUSS, "- \n" * 3), re.MULTILINE)
    if not 3 <= len(questions) <= 4:
        yield f"{DISCUSS!r} lists {len(questions)} questions, not three or four"
    for heading, text in notes.items():
        if heading.startswith("### Exercise") and not re.search(r"\d+ minutes", text):
            yield f"{heading!r} does not say how many minutes it takes"
