"""Make the handouts: one printed page for each lesson, from its student edition.

A page has the questions, the glossary's entries that lead to the lesson, what a master marks with
`"tttlearn": {"handout": true}` (a formula, a short rule or a figure), what was learned, the quiz
without its answers, and what is for home after each path of the deck.
"""

import re

from tools import plans
from tools.decks.source import PATHS, decks
from tools.editions import render
from tttlearn.course.exercises.student import for_students


def handout(name, master, glossary):
    """Return the content of a lesson's page, a dict of HTML, for the template."""
    cells = [cell for cell in map(for_students, master["cells"]) if cell]
    prose = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    learned, _, mistakes = section(prose, "What you learned").partition("**Common mistakes**")
    return {
        "title": master["metadata"]["tttlearn"]["title"],
        "questions": render.markdown(prose[0].partition("**Questions**")[2].strip()),
        "words": [render.markdown(entry) for entry in words(name, prose, glossary)],
        "marked": [part for cell in master["cells"] for part in _marked(cell)],
        "learned": render.markdown(learned.strip()),
        "mistakes": render.markdown(mistakes.strip()),
        "quiz": [quiz for text in prose for quiz in _questions(text)],
        "home": _home(name),
    }


def section(prose, title):
    """Return the text below a heading of the second level, up to the next one."""
    text = "\n\n".join(prose)
    match = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return match[1].strip() if match else ""


def words(name, prose, glossary):
    """Yield the glossary's entries for the words of a lesson, in order, without their links.

    These are words that the lesson's `prose` sets in bold or names in a heading, above what was
    learned. An entry explains its word by itself, where a sentence of the lesson leans on the one
    before.
    """
    above = "\n\n".join(prose).partition("## What you learned")[0]
    spoken = " ".join(re.findall(r"\*\*[^*]+\*\*|^#+ .*", above, re.MULTILINE)).lower()
    letters = [cell["source"] for cell in glossary["cells"] if cell["source"].startswith("### ")]
    for entry in re.findall(r"^- (\*\*.+(?:\n  .+)*)", "\n".join(letters), re.MULTILINE):
        text, leads_to = re.fullmatch(
            r"(.+) \((\[?lessons? .+)\)", " ".join(entry.split())
        ).groups()
        word = re.match(r"\*\*([^*]+)", text)[1].lower()
        refers = re.search(r": (?:a |the )?\*[^*]+\*\.$", text)
        if f"({name}.ipynb)" in leads_to and word in spoken and not refers:
            yield text


def _marked(cell):
    """Yield the HTML of what a marked cell shows: its formulas, its source or its pictures."""
    shown = for_students(cell)
    if not (shown and cell["metadata"].get("tttlearn", {}).get("handout")):
        return
    if cell["cell_type"] == "markdown":
        for formula in re.findall(r"\$\$(.*?)\$\$", shown["source"], re.DOTALL):
            # A column is too narrow for two formulas in a row; words stay with their formula.
            for lines in re.split(r"\\qquad(?!.*\\text)", formula):
                yield "".join(render.markdown(f"$${m.strip()}$$") for m in lines.split(r"\qquad"))
    elif render.pictures(shown):
        # The answer to a prediction is printed below the caption.
        caption = re.sub(r" The answer is .+\.$", "", render.texts(shown)[1])
        for output in render.pictures(shown):
            yield render.figure(output, caption)
    else:
        # Only the rule itself, without the code that tries it out.
        yield render.code(shown["source"].strip().split("\n\n\n")[0])


def _questions(text):
    """Yield (question, options) of a quiz as HTML; nothing for other cells."""
    if text.startswith("## Quiz"):
        for asked, options in render.questions(text):
            yield render.markdown(asked), [render.inline(option) for option, _ in options]


def _home(name):
    """Return {path: what is for home after it} for a lesson with a deck, else an empty dict."""
    return {path: plans.short(plans.made(name, path)) for path in PATHS if name in decks()}


def write(masters, glossary, folder):
    """Write the handouts of the masters, {name: notebook}, and their list, into `folder`."""
    pages = {name: handout(name, master, glossary) for name, master in masters.items()}
    render.write_pages(folder, "handout.html", "Handouts", pages)
