"""What people have of version 0.3.0 still works: copies of lessons, a record, a learner, a player.

`copies_0_3_0` holds the code cells of three lessons as learners got them, each after a line `# %%`,
and the files that the package wrote: nothing in it is ever brought up to date.
"""

import ast
import asyncio
import hashlib
from pathlib import Path
from types import ModuleType

import nbformat
import numpy as np
import pandas as pd
import pytest

import tttlearn as ttt
from tests.lessons.test_twice import errors_of
from tttlearn.course.articles.published import Published
from tttlearn.course.articles.verdicts import Comparison, Statement
from tttlearn.course.classroom import submissions
from tttlearn.course.exercises import lesson_11
from tttlearn.game.rules import CELLS, UNDECIDED

KEPT = Path(__file__).parent / "copies_0_3_0"
COPIES = sorted(KEPT.glob("*.txt"))
each_copy = pytest.mark.parametrize("path", COPIES, ids=lambda path: path.stem)


def cells(path):
    """The sources of a copy's code cells."""
    return [text.strip() for text in path.read_text(encoding="utf-8").split("# %%\n")[1:]]


def names_used(tree, modules):
    """The dotted names, such as "check.mean", that a program takes from these modules."""
    taken = [one for one in ast.walk(tree) if isinstance(one, ast.Attribute)]
    taken = [one for one in taken if isinstance(one.value, ast.Name) and one.value.id in modules]
    return set(map(ast.unparse, taken))


@each_copy
def test_all_that_a_copy_imports_and_takes_from_there_exists(path, monkeypatch):
    monkeypatch.setattr(ttt, "set_style", lambda: None)  # which is for all other tests, too
    found, setup = {}, cells(path)[0]
    exec(setup, found)
    whole = ast.parse("\n".join(cells(path)))
    imports = [one for one in ast.walk(whole) if isinstance(one, (ast.Import, ast.ImportFrom))]
    exec("\n".join(map(ast.unparse, imports)), found)
    ours = [
        name
        for name, one in found.items()
        if isinstance(one, ModuleType) and "tttlearn" in one.__name__
    ]
    names = names_used(whole, ours)
    assert len({name for name in names if name.startswith("check.")}) >= 5
    for name in names:
        eval(name, found)


@pytest.mark.slow
@each_copy
def test_each_cell_of_a_copy_runs(path, tmp_path):
    made = [nbformat.v4.new_code_cell(one, id=f"c{n}") for n, one in enumerate(cells(path))]
    copy = nbformat.v4.new_notebook(cells=made)
    assert asyncio.run(errors_of(copy, tmp_path, {})) == []
    said = "".join(str(output) for cell in copy.cells for output in cell.outputs)
    assert said.count("not attempted") >= 5


def test_a_record_is_still_read():
    record = ttt.read_record(KEPT / "ada.json")
    assert record.name == "Ada Lovelace"
    assert set(record.passed) == {"01.1", "05.1"}
    assert record.tries == {"01.2": 1}
    assert record.predictions["05.p1"]["answer"] == 8


def test_a_saved_learner_goes_on_where_it_stopped():
    learner = ttt.load(KEPT / "hickman.npz")
    assert (learner.games, learner.seed) == (40, 4)
    for digest in ("ad7026194a311cf4", "b61d507824bf3a7b"):  # as version 0.3.0 had it
        assert hashlib.sha256(learner.table.tobytes()).hexdigest().startswith(digest)
        learner.learn(40)


def test_a_player_that_was_handed_in_still_plays():
    found = {one.file: one for one in submissions.collect(KEPT)}
    assert not found["ada.py"].refused
    policy = found["ada.py"].player.policy
    assert policy[UNDECIDED].max(1).tolist() == [1] * len(UNDECIDED)
    for state in UNDECIDED[::7]:
        cells = (0, 2, 6, 8, 4, 1, 3, 5, 7)
        wanted = next(cell for cell in cells if CELLS[state, cell] == 0)
        assert policy[state, wanted] == 1


@pytest.mark.parametrize(("limit", "said"), [(0, "correct"), (0.05, "seldom is not never")])
def test_the_statement_that_11_4_asked_for_is_still_judged(limit, said, capsys):
    runs = pd.DataFrame({"risk": [0.0, 0.2, 0.01]})
    lost = {"nested": np.array([0.1, 0.3]), "nested-sum": np.array([0.5, 0.4])}
    theirs = Published("antirez", "README.md", "play", "perfect", "1", "")
    first = Statement("plays perfectly", theirs, runs.risk <= limit)
    second = Comparison("just add", theirs, lost["nested-sum"], lost["nested"])
    lesson_11.judged(first, second, runs, lost)
    assert said in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("true of a part", "You said true of some runs, and true of some runs is right."),
        ("cannot tell", "You said true of some runs; the answer is cannot tell."),
        ("false", "You said true of some runs; the answer is false."),
    ],
)
def test_a_verdict_that_11_p4_did_not_offer_is_told(answer, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    choices = ["true", "false", "true of some runs"]
    ttt.predict("11.p4", "Which verdict will yours get?", choices, guess=choices[2])
    ttt.reveal("11.p4", answer)
    assert capsys.readouterr().out == f"{said}\n"
