"""Make the page for lecturers: slides, handouts and plans of each lesson."""

from pathlib import Path

from jinja2 import Template

from tools import masters, plans, teaching_notes
from tools.decks.source import decks
from tools.editions.__main__ import write_handouts, write_slides

TEMPLATE = Path(__file__).with_name("teach.md")


def page(in_class):
    """Return the page's Markdown; `in_class`: the part on how to make all of it."""
    lessons = {}
    for name, master in _taught().items():
        notes = teaching_notes.headings(master["cells"])
        made = {path: _body(notes[heading]) for path, heading in plans.HEADINGS.items()}
        lessons[name] = {"title": master["metadata"]["tttlearn"]["title"], "plans": made}
        if plans.WEEKS in notes:
            weeks = _body(notes[plans.WEEKS])
    template = Template(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(lessons=lessons, weeks=weeks, in_class=in_class)


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
