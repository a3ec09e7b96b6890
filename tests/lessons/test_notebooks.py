"""Every notebook obeys the rules of the linter, and the linter catches each fault."""

import json
import re

import pytest

from tools import lesson_names, lint_notebooks
from tools.lint_notebooks import problems
from tools.masters import masters

NOTEBOOKS = masters()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_obeys_the_rules(path):
    assert problems(path) == []


def _markdown(cell, text):
    cell.update(cell_type="markdown", source=text)
    cell.pop("outputs", None)
    cell.pop("execution_count", None)


def _figure(cells):
    return next(
        output
        for cell in cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    )


def _tagged(cells, tag):
    return next(cell for cell in cells if tag in cell["metadata"].get("tags", []))


def _last(nb):
    return [c for c in nb["cells"] if "teaching-notes" not in c["metadata"].get("tags", [])][-1]


def _note(nb, heading):
    return next(c for c in nb["cells"] if "".join(c["source"]).startswith(heading))


def _replace(cell, old, new):
    text = "".join(cell["source"])
    assert old in text
    cell["source"] = text.replace(old, new)


def _uses(before, after, later=""):
    """Add a cell of code before the first exercise, one in the next section, one in the last."""

    def plant(nb):
        cells = nb["cells"]
        heads = [i for i, cell in enumerate(cells) if "".join(cell["source"]).startswith("## ")]
        stub = cells.index(_tagged(cells, "exercise"))
        next_section = next(i for i in heads if i > stub)
        for place, source in ((heads[-1] + 1, later), (next_section + 1, after), (stub, before)):
            cells.insert(place, _cell(source))

    return plant


def _cell(source, tags=()):
    """A cell of code that was not run."""
    about = {"cell_type": "code", "metadata": {"tags": [*tags]}, "outputs": []}
    return about | {"source": source, "execution_count": None}


def _predictions(nb, *sources, tag="predict"):
    """Put these cells of code at the end, those that predict with the tag; no others are left."""
    for cell in [*nb["cells"]]:
        if re.search(r"ttt\.(predict|reveal)\(", "".join(cell["source"])):
            nb["cells"].remove(cell)
    nb["cells"] += [_cell(source, [tag] if "predict(" in source else ()) for source in sources]


def _asked(k):
    return f'ttt.predict("01.p{k}", "How many?", int)'


def _revealed(k):
    return f'ttt.reveal("01.p{k}", 2)'


def _given(cells, source, times):
    """Put so many cells with this code after the first exercise's solution."""
    place = cells.index(_tagged(cells, "solution")) + 1
    cells[place:place] = [_cell(source) for _ in range(times)]


def _drop(nb, tag):
    nb["cells"].remove(_tagged(nb["cells"], tag))


def _says(text):
    return lambda nb: _markdown(_last(nb), text)


def _first_code(**about):
    return lambda nb: next(c for c in nb["cells"] if c["cell_type"] == "code").update(about)


def _runs(source):
    return _first_code(source=source)


def _prints(text):
    return _first_code(outputs=[{"output_type": "stream", "name": "stdout", "text": text}])


def _notes(heading, **about):
    return lambda nb: _note(nb, heading).update(about)


def _noted(heading, old, new):
    return lambda nb: _replace(_note(nb, heading), old, new)


def _headed(old, new):
    """Replace the words of a heading wherever it stands."""
    return lambda nb: [
        cell.update(source="".join(cell["source"]).replace(old, new)) for cell in nb["cells"]
    ]


def _describes(**about):
    return lambda nb: nb["metadata"]["tttlearn"].update(about)


def _lacks(key):
    return lambda nb: nb["metadata"]["tttlearn"].pop(key)


def _predicts(*sources, **how):
    return lambda nb: _predictions(nb, *sources, **how)


ONCE = "predictions are 01.p1 and so on, each once, not "
ALONE = "ttt.predict stands alone in a cell with the tag predict, unanswered"
LATER = "a later cell, and only one, has ttt.reveal('01.p1', ...)"
MINUTES = "the minutes it states are not those that are counted; run `python run.py readme`"
ERROR = {"output_type": "error", "ename": "KeyError", "evalue": "", "traceback": []}

PLANTED = {
    "not run": (_first_code(execution_count=None), "not executed top to bottom"),
    "error output": (_first_code(outputs=[ERROR]), "error output: KeyError"),
    "semicolon": (_runs("x = 1;"), "semicolon"),
    "figure without a title": (
        _runs("ttt.show_figure(ax, caption)"),
        "a figure has no title that says what is seen",
    ),
    "relative path": (_runs("open('../data/published.csv')"), 'reads beside the notebook, "\'../"'),
    "relative name": (_runs("pd.read_csv('a.csv')"), "ttt.data_path(...) finds it anywhere"),
    "name of a module": (_uses("random = 1", "random"), "relies on random of cell"),
    "name that is called later": (
        _uses("z = 1\ndef scaled(x): return x * z", "scaled(2)"),
        "relies on z of cell",
    ),
    "two meanings": (
        _uses("swing = 1", "swing\nswung = 2", "swing = 3"),
        "relies on swing of cell",
    ),
    "much to read": (
        lambda nb: _given(nb["cells"], "x = 1\n" * 20, 4),
        "of the core's open code the reader writes",
    ),
    "few minutes": (_describes(minutes=20), MINUTES),
    "path": (_prints("saved in /home/ada/x.png"), "an absolute path"),
    "address": (_prints("<object at 0x7f3a2b1c>"), "a memory address"),
    "timing": (_prints("done in 3.2 s"), "a timing"),
    "long output": (_prints("word " * 2000), "prints 10,000 characters"),
    "long cell": (_runs("x = 1\n" * 40), "more than 25 lines"),
    "no alt text": (lambda nb: _figure(nb["cells"]).update(metadata={}), "no alternative text"),
    "two H1": (lambda nb: _markdown(nb["cells"][1], "# Another"), "exactly one H1"),
    "skipped level": (_says("##### Deep"), "skips a level"),
    "unknown tag": (
        lambda nb: nb["cells"][1]["metadata"].update(tags=["homework"]),
        "['homework'] are not in the list",
    ),
    "no objectives": (_headed("## Objectives", "## Aims"), "no section '## Objectives'"),
    "objective without exercise": (
        _headed("### Exercise", "### Task"),
        "names no exercise of this lesson",
    ),
    "unbound number": (_says("It wins 31337 games."), "the number 31337 is neither"),
    "widget state": (lambda nb: nb["metadata"].update(widgets={}), "metadata.widgets"),
    "no solution": (lambda nb: _drop(nb, "solution"), "not in turn"),
    "open solution": (
        lambda nb: _tagged(nb["cells"], "solution")["metadata"].pop("jupyter"),
        "not collapsed",
    ),
    "no quiz": (lambda nb: _drop(nb, "quiz"), "0 quiz questions"),
    "we": (_says("Here\nwe count them."), "it says we"),
    "German": (_says("Who counts them wins."), "Who as a subject"),
    "remote picture": (_says("![a board](https://example.org/x.png)"), "fetched from the network"),
    "no notes": (
        _notes("## For the lecturer", source="## Notes"),
        "no teaching notes: no cell '## For the lecturer'",
    ),
    "unfolded notes": (
        lambda nb: _note(nb, "## For the lecturer")["metadata"].pop("jp-MarkdownHeadingCollapsed"),
        "is not folded; its metadata lack jp-MarkdownHeadingCollapsed",
    ),
    "notes in another order": (
        lambda nb: nb["cells"].append(nb["cells"].pop(nb["cells"].index(_note(nb, "### To en")))),
        "the teaching notes are ['## For the lecturer'",
    ),
    "no note for an exercise": (
        lambda nb: nb["cells"].pop(),
        "not ['## For the lecturer', '### A plan for 50 minutes'",
    ),
    "notes before the end": (
        lambda nb: nb["cells"].append({"cell_type": "markdown", "metadata": {}, "source": "So."}),
        "no teaching note follows the notes",
    ),
    "a note of code": (
        _notes("### To discuss", cell_type="raw"),
        "the teaching note '### To discuss' is not Markdown",
    ),
    "a plan that its deck does not make": (
        _noted("### A plan for 50", "| 0 | 16 |", "| 0 | 17 |"),
        MINUTES,
    ),
    "no questions to enter": (
        _noted("### To enter here", "?", "."),
        "'### To enter here' asks fewer than two questions",
    ),
    "little to discuss": (
        _notes("### To discuss", source="### To discuss\n\n- Why?\n"),
        "'### To discuss' lists 1 questions, not three or four",
    ),
    "exercise without minutes": (
        lambda nb: _replace(nb["cells"][-1], " minutes", " while"),
        "does not say how many minutes it takes",
    ),
    "first lesson without weeks": (
        _describes(needs=[]),
        "the first lesson has no note '### Six weeks'",
    ),
    "a prediction twice": (
        _predicts(_asked(2), _asked(2), _revealed(2)),
        f"{ONCE}['01.p2', '01.p2']",
    ),
    "of another lesson": (_predicts(_asked(1).replace("01", "02")), f"{ONCE}['02.p1']"),
    "prediction without its tag": (_predicts(_asked(1), _revealed(1), tag="setup"), ALONE),
    "prediction beside its answer": (_predicts(f"value = 2\n{_asked(1)}", _revealed(1)), ALONE),
    "with a guess": (_predicts(_asked(1).replace("int", "int, guess=2"), _revealed(1)), ALONE),
    "no reveal": (_predicts(_asked(1)), LATER),
    "reveal first": (_predicts(_revealed(1), _asked(1)), LATER),
    "two reveals": (_predicts(_asked(1), _revealed(1), _revealed(1)), LATER),
    "reveal alone": (_predicts(_revealed(1)), "has no ttt.predict"),
    "tag alone": (
        lambda nb: _tagged(nb["cells"], "check")["metadata"]["tags"].append("predict"),
        "it has the tag predict and no ttt.predict",
    ),
    "a guess without a form": (_says("**Predict.** Who wins?"), "**Predict.** has no form below"),
    "vague link": (_says("See [here](x.md)."), "where it leads"),
    "no description": (_lacks("minutes"), "metadata.tttlearn lacks ['minutes']"),
    "neither core nor excursion": (_lacks("way"), "metadata.tttlearn has the way None"),
}


NAMES = {
    "import math": "math.pi",
    "def random(): return 1": "def random(): return 2\nrandom()",
    "scratch = 1": "scratch",
    "games = 3": "games = [games for games in range(3)]",
}


@pytest.mark.parametrize("before", NAMES)
def test_names_that_do_no_harm_are_no_problem(before):
    lesson = next(path for path in NOTEBOOKS if path.stem.startswith("01_"))
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    _uses(before, NAMES[before])(notebook)
    assert list(lesson_names.problems(notebook["cells"])) == []


def test_six_predictions_are_no_problem_whatever_numbers_are_still_free():
    given = (1, 2, 7, 4, 5, 12)
    sources = [call for k in given for call in (_asked(k), f"value = {k}\n{_revealed(k)}")]
    notebook = {"cells": []}
    _predictions(notebook, *sources)
    assert list(lint_notebooks._prediction_problems(notebook["cells"], "01")) == []


@pytest.mark.parametrize("fault", PLANTED)
def test_linter_catches(fault, tmp_path):
    plant, expected = PLANTED[fault]
    lesson = next(path for path in NOTEBOOKS if path.stem.startswith("01_"))
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    plant(notebook)
    broken = tmp_path / lesson.name
    broken.write_text(json.dumps(notebook), encoding="utf-8")
    assert expected in "\n".join(problems(broken))
