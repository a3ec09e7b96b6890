"""Make the page for lecturers: slides, handouts and plans of each lesson."""

from tools import masters, plans, teaching_notes
from tools.decks.source import decks
from tools.editions.__main__ import write_handouts, write_slides

ABOUT = """\
# Teach

All of it is made from the same lessons and works with the network off: open it here, or download
<a href="tttlearn-student.zip" download>the zip to hand out</a>, which has no solutions.
[In class](#In-class), below, says how to make all of it yourself, and what else there is: the
lessons with their solutions open and what to say about wrong answers, a table of your students'
progress, and [a tournament of their players](#The-class-tournament).

## Slides, handouts, plans

On a slide, **arrow keys** lead on, **5** and **9** choose 50 or 90 minutes, and **S** opens your
notes. If a slide has a board to play on, its keys, such as **5** for the middle, are the board's.
Votes are kept for a class that you name on the first slide, and a class without a name begins with
none. The plans below are made from the slides.

"""
LESSON = """\
## {number} {title}

<details><summary>50 minutes</summary>

{short}

</details>
<details><summary>90 minutes</summary>

{long}

</details>

"""
ROW = (
    "| [{number} {title}](notebooks/{name}.ipynb) "
    '| <a href="teach/slides/{name}.html">slides</a> '
    '| <a href="teach/handout/{name}.html">page to hand out</a> |\n'
)


def page(in_class):
    """Return the page's Markdown; `in_class`: the part on how to make all of it."""
    rows, lessons = "", ""
    for name, master in _taught().items():
        notes = teaching_notes.headings(master["cells"])
        about = {"name": name, "number": name[:2], "title": master["metadata"]["tttlearn"]["title"]}
        short, long = (_body(notes[heading]) for heading in plans.HEADINGS.values())
        rows += ROW.format(**about)
        lessons += LESSON.format(**about, short=short, long=long)
        if plans.WEEKS in notes:
            weeks = f"## Six weeks\n\n{_body(notes[plans.WEEKS])}\n\n"
    table = f"| lesson | to show | to hand out |\n| :-- | :-- | :-- |\n{rows}\n"
    return f"{ABOUT}{table}{weeks}{lessons}{in_class}"


def _taught():
    """Return the masters of the lessons that have slides, by name."""
    return {name: masters.read(masters.NOTEBOOKS / f"{name}.ipynb") for name in decks()}


def _body(note):
    """Return a note without its heading, with links that work from a page outside `notebooks`."""
    return note.partition("\n")[2].strip().replace("](", "](notebooks/")


def write(folder):
    """Write the slides and the handouts into the folder of a site."""
    taught = _taught()
    write_slides(taught, folder / "teach" / "slides")
    write_handouts(taught, folder / "teach" / "handout")
