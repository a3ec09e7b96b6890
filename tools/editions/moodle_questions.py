"""The edition for Moodle's question bank: each lesson's quiz and predictions as Moodle XML.

A prediction is judged as its lesson judges it: by a number within its tolerance, by a choice, or by
a cell, which may be given by its number or its name. Above the question is the text that leads to
it in the lesson, from the last heading on, with a picture that is right above this text. Feedback
is what the lesson shows: the reason of an option, the answer and the output beside it.

The name and the ID number of a question are its id in the lesson, "03.p1" or, in the quiz, "03.q1".
So who imports a lesson again knows by the names what was there before.
"""

import re
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree as ET

from tools.asked import ids, is_code, predictions
from tools.editions import render
from tools.masters import tags
from tttlearn.course.exercises.originals import TEMPLATE
from tttlearn.course.exercises.questions import CELL, Question, words
from tttlearn.game.played import cell_name

CATEGORY = "$course$/top/tttlearn/{lesson}/{part}"
QUIZ, PREDICTIONS = "Quiz", "Predictions"
MINUTES = re.compile(r"^\*\d+ minutes\*\n", re.MULTILINE)
FORMULA = re.compile(r"(?<!\$)\$(?!\$)(.+?)(?<!\$)\$(?!\$)", re.DOTALL)
"""Formula within a line, for which Moodle's filter for MathJax has other brackets."""
IMAGE = '<p><img src="@@PLUGINFILE@@/{name}" alt="{alt}"></p>'


class Answer(NamedTuple):
    """Answer that Moodle compares with a student's; `tolerance` is that of a number."""

    text: str
    is_right: bool = True
    feedback: str = ""
    tolerance: float | None = None


def write(masters, folder):
    """Write a file for each lesson of the masters, {name: notebook}, into `folder`."""
    folder.mkdir(parents=True)
    for name, master in masters.items():
        if name[:2] != TEMPLATE:
            made = ET.ElementTree(questions(name, master))
            made.write(folder / f"{name}.xml", encoding="utf-8", xml_declaration=True)


def questions(name, master):
    """Return the element `quiz` with the questions of a lesson, in two categories."""
    quiz = ET.Element("quiz")
    lesson = f"{name[:2]} {master['metadata']['tttlearn']['title']}"
    for part, add in ((QUIZ, _add_quiz), (PREDICTIONS, _add_predictions)):
        category = ET.SubElement(ET.SubElement(quiz, "question", type="category"), "category")
        # Within the name of a category Moodle wants a slash doubled.
        path = CATEGORY.format(lesson=lesson.replace("/", "//"), part=part)
        ET.SubElement(category, "text").text = path
        add(quiz, name[:2], master["cells"])
    ET.indent(quiz)
    return quiz


def _add_quiz(quiz, lesson, cells):
    """Add the questions of the lesson's quiz, whose options may be shuffled."""
    text = next(cell["source"] for cell in cells if "quiz" in tags(cell))
    for number, (asked, options) in enumerate(render.questions(text), 1):
        answers = [
            Answer(_html(option.split(". ", 1)[1]), why.strip().startswith("Right"), _html(why))
            for option, why in options
        ]
        question = _question(quiz, f"{lesson}.q{number}", "multichoice", _html(asked), answers)
        _add_choosing(question, "true", "ABCD")


def _add_predictions(quiz, lesson, cells):
    """Add the predictions, whose options stay in their order."""
    asking, showing = (
        {id: i for i, cell in enumerate(cells) if is_code(cell) for id in ids(cell, call)}
        for call in ("predict", "reveal")
    )
    for id, about in predictions(cells).items():
        asked = Question(id, about["question"], about["kind"])
        context, seen = _context(cells[: asking[id]])
        text = f"{context}<p><b>{escape(asked.text)}</b></p>\n<p>{_wanted(asked)}</p>"
        kind, answers = _answers(asked, about["answer"], about["near"])
        question = _question(quiz, id, kind, text, answers, seen, cells[showing[id]])
        if kind == "multichoice":
            _add_choosing(question, "false", "none")
        elif kind == "shortanswer":
            ET.SubElement(question, "usecase").text = "0"


def _context(cells):
    """Return (HTML of the last text in these cells, pictures right above it); hints are skipped."""
    at = max(i for i, cell in enumerate(cells) if _is_text(cell))
    text, above = cells[at]["source"], cells[at - 1]
    head = re.search(r".*^#+ .*?$", text, re.DOTALL | re.MULTILINE)
    if head:
        return _html(MINUTES.sub("", text[head.end() :].lstrip())), []
    is_shown = is_code(above) and not ids(above, "reveal")
    return _html(text), render.pictures(above) if is_shown else []


def _is_text(cell):
    return cell["cell_type"] == "markdown" and "<details>" not in cell["source"]


def _wanted(asked):
    """Return in words what answers a Question; "" for one with choices."""
    if isinstance(asked.kind, list):
        return ""
    if asked.span.of == 1:  # Moodle takes no percent signs
        return words("between", what=words("any_number"), low=0, high=1)
    return asked.wanted


def _answers(asked, answer, near):
    """Return (Moodle's type of a Question, its Answers)."""
    if isinstance(asked.kind, list):
        return "multichoice", [_choice(one, one == answer, answer) for one in asked.kind]
    if asked.kind == CELL:
        return "shortanswer", [Answer(answer), Answer(cell_name(int(answer)))]
    return "numerical", [Answer(answer, tolerance=near)]


def _choice(text, is_right, answer):
    """Return the Answer of a choice, with the line that the lesson prints after this guess."""
    said = words("right" if is_right else "not_right", guess=text, answer=answer)
    return Answer(escape(text), is_right, escape(said))


def _question(quiz, id, kind, text, answers, pictures=(), shown=None):
    """Add a question with its answers to `quiz` and return its element.

    pictures: outputs to show below the text; shown: the cell that shows the answer
    """
    question = ET.SubElement(quiz, "question", type=kind)
    _add_text(question, "name", id)
    _add_text(question, "questiontext", text, pictures).set("format", "html")
    if shown:
        said = _add_text(question, "generalfeedback", _output(shown), render.pictures(shown))
        said.set("format", "html")
    ET.SubElement(question, "defaultgrade").text = "1"
    ET.SubElement(question, "idnumber").text = id
    for answer in answers:
        made = _add_text(question, "answer", answer.text)
        made.set("fraction", "100" if answer.is_right else "0")
        if answer.feedback:
            _add_text(made, "feedback", answer.feedback)
        if answer.tolerance is not None:
            ET.SubElement(made, "tolerance").text = f"{answer.tolerance:g}"
    return question


def _add_choosing(question, is_shuffled, numbering):
    """Add how the options of a question with one right option are shown."""
    ET.SubElement(question, "single").text = "true"
    ET.SubElement(question, "shuffleanswers").text = is_shuffled
    ET.SubElement(question, "answernumbering").text = numbering


def _html(text):
    """Return the HTML of a Markdown text, with formulas as Moodle expects them."""
    return FORMULA.sub(r"\\(\1\\)", render.markdown(text.strip())).strip()


def _output(cell):
    """Return the HTML of what a cell prints, which ends with the answer."""
    printed, caption = render.texts(cell)
    shown = f"<pre>{escape(printed)}</pre>" if printed else ""
    return shown + (f"<p>{escape(caption)}</p>" if caption else "")


def _add_text(parent, tag, text, pictures=()):
    """Add an element with a text and the pictures below it to `parent`; return the element."""
    made = ET.SubElement(parent, tag)
    files = {f"picture_{k}.png": output for k, output in enumerate(pictures, 1)}
    images = (IMAGE.format(name=name, alt=escape(_alt(one))) for name, one in files.items())
    ET.SubElement(made, "text").text = "\n".join([text, *images])
    for name, output in files.items():
        file = ET.SubElement(made, "file", name=name, path="/", encoding="base64")
        file.text = "".join("".join(output["data"]["image/png"]).split())
    return made


def _alt(output):
    """Return the description of an output's picture."""
    return output["metadata"]["image/png"]["alt"]
