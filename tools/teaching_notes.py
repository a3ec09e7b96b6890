"""The notes for lecturers at the end of a master: cut out here for the editions, and linted.

They are Markdown cells with the tag `teaching-notes`, one to a heading, in the order of HEADINGS,
then one for each exercise. Lesson 00, which needs no other, holds the plan of the series too.
"""

import re

from tools.masters import source, tags

TITLE, WEEKS, FOLDED = "## For the lecturer", "### Six weeks", "jp-MarkdownHeadingCollapsed"
PLANS = {50: "### A plan for 50 minutes", 90: "### A plan for 90 minutes"}
ENTER, DISCUSS = "### To enter here", "### To discuss"
HEADINGS = (TITLE, *PLANS.values(), ENTER, DISCUSS)


def is_note(cell):
    """Whether a cell is one of the teaching notes."""
    return "teaching-notes" in tags(cell)


def without_notes(cells):
    """The cells that students see as well."""
    return [cell for cell in cells if not is_note(cell)]


def headings(cells):
    """{first line: text of the note} of all notes, in order."""
    texts = [source(cell) for cell in cells if is_note(cell)]
    return {text.strip().split("\n")[0]: text for text in texts}


def for_exercise(cells, number):
    """The text of the note for an exercise such as "01.2"; None when there is none."""
    found = [t for h, t in headings(cells).items() if h.startswith(f"### Exercise {number}:")]
    return found[0] if found else None


def exercises(cells):
    """The headings of the exercises of a lesson, in order, with their three marks."""
    prose = [source(cell) for cell in without_notes(cells) if cell["cell_type"] == "markdown"]
    return re.findall(r"^### Exercise \d+\.\d+.*$", "\n".join(prose), re.MULTILINE)


def problems(cells, first_lesson=False):
    """What is wrong with the notes of a lesson, a list of sentences."""
    notes = headings(cells)
    if TITLE not in notes:
        return [f"there are no teaching notes: no cell {TITLE!r}"]
    return [
        *_form_problems(cells),
        *_order_problems(cells, first_lesson),
        *_plan_problems(notes),
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
    found = [heading for heading in headings(cells) if heading != WEEKS]
    expected = [*HEADINGS, *exercises(cells)]
    if found != expected:
        yield f"the teaching notes are {found}, not {expected}"
    if first_lesson and WEEKS not in headings(cells):
        yield f"the first lesson has no note {WEEKS!r}"


def _plan_problems(notes):
    for minutes, heading in PLANS.items():
        rows = re.findall(r"^\|\s*(\d+)\s*\|", notes.get(heading, ""), re.MULTILINE)
        if heading in notes and sum(map(int, rows)) != minutes:
            yield f"{heading!r}: its minutes {rows} sum to {sum(map(int, rows))}, not {minutes}"


def _text_problems(notes):
    if notes.get(ENTER, "??").count("?") < 2:
        yield f"{ENTER!r} asks fewer than two questions"
    questions = re.findall(r"^(?:[-*]|\d+\.) ", notes.get(DISCUSS, "- \n" * 3), re.MULTILINE)
    if not 3 <= len(questions) <= 4:
        yield f"{DISCUSS!r} lists {len(questions)} questions, not three or four"
    for heading, text in notes.items():
        if heading.startswith("### Exercise") and not re.search(r"\d+ minutes", text):
            yield f"{heading!r} does not say how many minutes it takes"
