"""The handouts: one printed page for each lesson, cut out of its student edition.

The questions, the words where they are first explained, what a master marks with
`"tttlearn": {"handout": true}` (a formula, a short rule or a figure), what was learned, and the
quiz without its answers.
"""

import re
from itertools import pairwise

from tools.editions import render
from tttlearn.exercises.student import for_students

NO_WORDS = {"Predict.", "Questions", "Common mistakes"}
SHORT = 48
"""A sentence with fewer letters leans on the one before it: "That is called ..."."""


def handout(master):
    """What stands on a lesson's page: a dict of HTML, for the template."""
    cells = [cell for cell in map(for_students, master["cells"]) if cell]
    prose = [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]
    learned, _, mistakes = section(prose, "What you learned").partition("**Common mistakes**")
    return {
        "title": master["metadata"]["tttlearn"]["title"],
        "questions": render.markdown(prose[0].partition("**Questions**")[2].strip()),
        "words": [render.markdown(sentence) for sentence in words(prose)],
        "marked": [part for cell in master["cells"] for part in _marked(cell)],
        "learned": render.markdown(learned.strip()),
        "mistakes": render.markdown(mistakes.strip()),
        "quiz": [quiz for text in prose for quiz in _questions(text)],
    }


def section(prose, title):
    """The text below a heading of the second level, up to the next one."""
    text = "\n\n".join(prose)
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found[1].strip() if found else ""


def words(prose):
    """The sentences in which a word stands in bold for the first time, in order."""
    found, known = [], set(NO_WORDS)
    for text in prose[2:]:
        if text.startswith("## What you learned"):
            break
        for block in render.blocks(text.partition("### Exercise")[0]):
            if block.startswith(("#", "-", "|", "`", ">", "<")):
                continue
            sentences = re.split(r"(?<=[.?!]) +(?=[A-Z*(])", " ".join(block.split()))
            for before, sentence in pairwise(["", *sentences]):
                # What ends in a full stop is a heading in its line: "**Always swap the sides.**".
                new = set(re.findall(r"\*\*([^*]+[^*.])\*\*", sentence)) - known
                if new and "**Predict" not in sentence:
                    # "That is ..." needs the sentence before it.
                    whole = f"{before} {sentence}" if len(sentence) < SHORT else sentence
                    found.append(re.sub(r":$", ".", whole.strip()))
                known |= new
    return found


def _marked(cell):
    """The HTML of what a marked cell has to show: its formulas, its source or its pictures."""
    shown = for_students(cell)
    if not (shown and cell["metadata"].get("tttlearn", {}).get("handout")):
        return
    if cell["cell_type"] == "markdown":
        for formula in re.findall(r"\$\$(.*?)\$\$", shown["source"], re.DOTALL):
            for line in re.split(r"\\qquad", formula):  # a column is too narrow for both
                yield render.markdown(f"$${line.strip()}$$")
    elif render.pictures(shown):
        caption = render.texts(shown)[1]
        for output in render.pictures(shown):
            yield render.figure(output, caption)
    else:
        # The rule itself, without what tries it out.
        yield render.code(shown["source"].strip().split("\n\n\n")[0])


def _questions(text):
    """(question, options) of a quiz as HTML; nothing for other cells."""
    if text.startswith("## Quiz"):
        for asked, options in render.questions(text):
            yield render.markdown(asked), [render.inline(option) for option, _ in options]


def write(masters, folder):
    """Write the handouts of the masters, {name: notebook}, and their list, into `folder`."""
    pages = {name: handout(master) for name, master in masters.items()}
    render.write_pages(folder, "handout.html", "Handouts", pages)
