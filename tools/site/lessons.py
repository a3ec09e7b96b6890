"""Make the lessons of the site: without solutions, and with what is put into their pages."""

import json

from tools import asked, masters
from tools.live import league, python
from tools.live.checks import CHECKS, PLAYER
from tools.live.parts import exercise, inline
from tools.site import boards, outputs
from tttlearn.course.exercises.originals import id_of
from tttlearn.course.exercises.sources import names_bound
from tttlearn.course.exercises.student import for_students

ASK = """\
**In JupyterLab**, your code is checked: `python run.py lab`, lesson {lesson}
([how to install](../docs/running.md)). There you can ask for the solution:
`ttt.solution("{number}")`."""
HERE = """\
<p class="only-scripts">This is the notebook as a page. Its cells do not run here, but boards and
sliders move, predictions are answered, and {written}.
<a href="../docs/running.html">In JupyterLab</a> all of it runs.</p>"""
WRITTEN, UNWRITTEN = (
    "{n} of the {all} exercises can be written and run",
    "the exercises can be read",
)
READ_ONLY = "<p><em>To be written in JupyterLab.</em></p>"
FOLDED = {"code_prompt_show": "Show the code", "code_prompt_hide": "Hide the code"}


def write(path, folder, with_solutions):
    """Write the source of a lesson's page, and beside it what is put into the page."""
    notebook = for_the_site(masters.read(path), with_solutions)
    target = folder / "notebooks" / path.name
    target.write_text(json.dumps(notebook), encoding="utf-8")
    put_in = json.dumps(live(path.stem[:2], notebook["cells"]))
    target.with_suffix(".live").write_text(put_in, encoding="utf-8")


def for_the_site(notebook, with_solutions=False):
    """Return the notebook as students get it, with its outputs, and with how to ask for solutions.

    What a check says before there is an answer is left out, because no answer can be given there.
    with_solutions: the notebook without notes for teachers, each solution behind a button.
    """
    lesson = masters.without(notebook, "teaching-notes")
    cells = []
    for cell in lesson["cells"]:
        if with_solutions:
            shown = behind_a_button(cell)
        else:
            shown = for_students(cell) or how_to_ask(cell, masters.exercise_number(cells))
        if "check" in masters.tags(shown):
            shown = shown | {"outputs": []}
        cells.append(folded(shown) if only_draws(shown) else shown)
    return lesson | {"cells": cells}


def live(lesson, cells):
    """Return what is put into the page of a lesson.

    This is the HTML of what moves, of the forms and of exercises, by cell, and which cells' outputs
    are covered, with the predictions that they answer.
    """
    predictions = asked.predictions(cells)
    forms = {
        cell["id"]: "".join(form(predictions[id]) for id in asked.ids(cell, "predict"))
        for cell in cells
        if "predict" in masters.tags(cell)
    }
    moves, covered, around = boards.parts(lesson), asked.covered(cells), written(cells)
    parts = {"moves": moves, "forms": forms, "written": around, "covered": covered}
    return parts | {"top": top(around)}


def top(around):
    """Return HTML for the top of a lesson, on what can be done on its page; "" for other pages."""
    n = sum(not html.startswith(READ_ONLY) for html in around.values())
    words = (WRITTEN if n else UNWRITTEN).format(n=n, all=len(around))
    return HERE.format(written=words) if around else ""


def written(cells):
    """Return {id of a cell: HTML around it} of the exercises, which the page may let you write."""
    made = {}
    for i, cell in enumerate(cells):
        if "exercise" not in masters.tags(cell):
            continue
        id = id_of(masters.exercise_number(cells[: i + 1]))
        if id in CHECKS or id == PLAYER:
            code = masters.source(cell)
            (name,) = names_bound(code)
            about = {"id": id, "name": name, "code": code, "python": f"../_static/{python.NAME}"}
            made[cell["id"]] = exercise(
                still=outputs.STILL, **about, league=f"../_static/{league.NAME}"
            )
        else:
            made[cell["id"]] = f"{READ_ONLY}{outputs.STILL}"
    return made


def form(prediction):
    """Return the form of a prediction as HTML, with an id to link to."""
    return f'<div id="prediction-{prediction["id"]}">{inline("form", **prediction)}</div>'


def only_draws(cell):
    """Return whether a cell's code need not be read: it says so at the top, or makes a figure."""
    text = masters.source(cell)
    figure = "figure" in masters.tags(cell) and masters.NOT_READ not in text
    return cell["cell_type"] == "code" and (figure or text.startswith(masters.NOT_READ))


def folded(cell):
    """Return the cell with its code behind a button."""
    about = cell["metadata"]
    about = about | {"tags": [*about.get("tags", []), "hide-input"], "mystnb": FOLDED}
    return cell | {"metadata": about}


def behind_a_button(cell):
    """Return the cell, which is hidden if it is a solution."""
    if "solution" in masters.tags(cell):
        cell["metadata"]["tags"] = [*cell["metadata"]["tags"], "hide-cell"]
    return cell


def how_to_ask(cell, number):
    """Return the cell that replaces the solution of an exercise such as "05.1"."""
    text = ASK.format(lesson=number[:2], number=number)
    return {"cell_type": "markdown", "id": cell["id"], "metadata": {}, "source": text}
