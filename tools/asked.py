"""Find the predictions of a lesson: its cells' questions, and the answers in saved outputs."""

import ast
import re

from tools.masters import saved, source, tags
from tttlearn.course.exercises.student import ANSWERS_TOO

KINDS = {"int": int, "float": float}
ANSWER = re.compile(r"^The answer is (.+)\.$", re.MULTILINE)


def predictions(cells):
    """Return {id: arguments of `inline("form", ...)`} of a lesson's answered predictions."""
    asked, answers = {}, {}
    for cell in filter(is_code, cells):
        for call in calls(cell, "predict"):
            id, question, kind = call.args[:3]
            asked[id.value] = {"question": question.value, "kind": _kind(kind)}
        answers |= _answers(cell)
    return {
        id: {"id": id, **about, **_answer(about["kind"], *answers[id])}
        for id, about in asked.items()
    }


def covered(cells):
    """Return {index of a cell: classes} of outputs that answer predictions, for covers.js.

    "answers" and "to-05.p1" for the cell that reveals it; "answers-too" for those below it, to the
    next words, since a figure there shows more of the same, and for those with this tag.
    """
    classes, open_ = {}, False
    for at, cell in enumerate(cells):
        if ANSWERS_TOO in tags(cell):
            classes[at] = [ANSWERS_TOO]
        elif not is_code(cell) or "predict" in tags(cell):
            open_ = False
        elif revealed := ids(cell, "reveal"):
            classes[at], open_ = ["answers", *(f"to-{id}" for id in revealed)], True
        elif open_ and cell["outputs"]:
            classes[at] = [ANSWERS_TOO]
    return classes


def is_code(cell):
    """Return whether this is a code cell."""
    return cell["cell_type"] == "code"


def calls(cell, name):
    """Return the calls of `ttt.NAME` in a cell, as nodes of `ast`, in order."""
    every = [node for node in ast.walk(ast.parse(source(cell))) if isinstance(node, ast.Call)]
    matching = [node for node in every if ast.unparse(node.func) == f"ttt.{name}"]
    return sorted(matching, key=lambda node: node.lineno)


def ids(cell, name):
    """Return the ids of the predictions in the calls of `ttt.NAME` in a cell, in order."""
    return [call.args[0].value for call in calls(cell, name)]


def _kind(node):
    return KINDS[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node)


def _answers(cell):
    """Return {id: (answer as printed, tolerance)} of the cell's reveals."""
    reveals = calls(cell, "reveal")
    near = [{k.arg: ast.literal_eval(k.value) for k in call.keywords} for call in reveals]
    printed = ANSWER.findall(saved(cell)) if reveals else []
    return {
        call.args[0].value: (answer, about.get("near", 0))
        for call, answer, about in zip(reveals, printed, near, strict=True)
    }


def _answer(kind, printed, near):
    """Return an answer as the form takes it: a number is printed with commas."""
    text = printed if isinstance(kind, list) else printed.replace(",", "")
    return {"answer": text, "near": near}
