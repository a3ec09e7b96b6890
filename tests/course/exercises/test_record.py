"""A learner's record: what enters it, and that nothing is lost."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from tttlearn.course.exercises import lesson_11
from tttlearn.course.exercises.originals import exercises, number_of
from tttlearn.course.exercises.record import (
    FILE,
    FORMAT,
    RecordError,
    note,
    note_prediction,
    note_try,
    read_record,
)

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
IMPORT = "from tttlearn.course.exercises import lesson_00 as check"
RIGHT, SOLUTION = "check.winning_cell(8)", "# Solution\ncheck.winning_cell(8)"


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def run(notebook):
    """A function: what a notebook prints that runs these cells in this folder."""
    return lambda *cells: notebook(IMPORT, *cells)[0]


def test_the_exercises_are_those_of_the_lessons():
    found = []
    for path in sorted(NOTEBOOKS.glob("[0-8]*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
            found += re.findall(r"^### Exercise (\d\d\.\d+)", text, re.MULTILINE)
    # In the order of the lessons.
    assert list(dict.fromkeys(found)) == [number_of(id) for id in exercises()]


def test_a_correct_answer_is_entered_once(run):
    assert ": correct." in run(RIGHT)
    assert read_record().passed == {"00.winning_cell": date.today().isoformat()}
    older = {"00.winning_cell": "2026-01-31"}
    Path(FILE).write_text(json.dumps({"format": FORMAT, "passed": older}))
    run(RIGHT)
    assert read_record().passed == older


@pytest.mark.parametrize(
    "cell",
    [
        "from tttlearn.course.exercises.lesson_00 import winning_cell as asks\nasks(8)",
        "def answer():\n    (check).winning_cell(8)\nanswer()",
    ],
)
def test_a_check_counts_by_whatever_name_it_is_called(cell, run):
    assert ": correct." in run(cell)
    assert set(read_record().passed) == {"00.winning_cell"}


@pytest.mark.parametrize("cell", ["check.winning_cell(...)", SOLUTION])
def test_nothing_else_is_entered(cell, run):
    assert "Exercise 00.1" in run(cell)
    assert not Path(FILE).exists()


def test_answers_that_are_not_right_are_counted_until_one_is(run):
    wrong = "check.winning_cell(0)"
    run(wrong, "check.winning_cell(...)", wrong, "# Solution\n" + wrong)
    assert (read_record().passed, read_record().tries) == ({}, {"00.winning_cell": 2})
    run(RIGHT, wrong)
    assert (list(read_record().passed), read_record().tries) == (
        ["00.winning_cell"],
        {"00.winning_cell": 2},
    )


def test_outside_a_notebook_nothing_is_entered():
    from tttlearn.course.exercises import lesson_00

    lesson_00.winning_cell(8)
    assert not Path(FILE).exists()


DAMAGED = [
    "",
    "{",
    "[]",
    "[" * 200_000,
    '{"format": "x", "passed": {}}',
    f'{{"format": "{FORMAT}"}}',
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_record_is_named_and_left_as_it_is(text):
    Path(FILE).write_text(text)
    with pytest.raises(RecordError, match=FILE):
        read_record()
    with pytest.raises(RecordError, match=FILE):
        note("00.winning_cell")
    assert Path(FILE).read_text() == text


def test_a_check_with_a_damaged_record_still_says_what_is_right(run):
    Path(FILE).write_text(DAMAGED[1])
    said = run(RIGHT)
    assert ": correct." in said
    assert "Not entered in your record of progress" in said
    assert Path(FILE).read_text() == DAMAGED[1]


ODD = [
    *({"passed": one} for one in ({"1": "2026-01-31"}, {"01.encode": "soon"}, {"01.encode": 3})),
    *({"tries": one} for one in (3, [1], None, {"01.encode": 0}, {"01.encode": True}, {"1": 1})),
    *({"limits": one} for one in (3, [1], {"a": 1}, {"a": float("nan")}, {"a\nb": 0.1})),
]


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_entries_are_days_and_numbers_of_exercises_and_of_claims(odd):
    Path(FILE).write_text(json.dumps({"format": FORMAT, "passed": {}} | odd))
    with pytest.raises(RecordError):
        read_record()


CLAIMS = """
from tttlearn.course.exercises.answers import exercise, first_limit
claim = exercise("11.claim")(lambda text, limit: f"First it was {first_limit(text, limit)}.")
"""


def test_the_first_limit_of_a_claim_outlives_the_kernel(run):
    assert "First it was 0.5." in run(CLAIMS, "claim('a', 0.5)")
    assert read_record().limits == {"a": 0.5}
    Path(FILE).write_text(Path(FILE).read_text().replace("0.5", "0.4"))  # it is read from there
    assert "First it was 0.4." in run(CLAIMS, "claim('a', 0.6)")
    assert "First it was 0.7." in run(CLAIMS, "claim('b', 0.7)")
    assert "First it was 0.8." in run(CLAIMS, "# Solution\nclaim('a', 0.8)")
    assert read_record().limits == {"a": 0.4, "b": 0.7}
    read_record().export("all.json", "Ada")
    assert not read_record("all.json").limits


def test_whose_limit_was_another_one_is_told(monkeypatch):
    first = {}
    monkeypatch.setattr(lesson_11, "first_limit", first.setdefault)
    claims = [lambda policy, limit: policy >= limit, lambda policy, limit: policy <= limit]
    asked = [("a", 0.4, claims[0]), ("b", 0.6, claims[0]), ("a", 0.6, claims[1])]
    assert [lesson_11._limit_moved(*one) for one in asked] == [""] * 3
    said = lesson_11._limit_moved("a", 0.6, claims[0])
    assert "Your first limit was 0.4. If you change the limit after seeing the numbers" in said


def test_the_table_says_what_is_passed_and_what_is_left():
    for number in ("00.winning_cell", "01.decode"):
        note(number)
    table = read_record().table
    assert list(table.index) == sorted({number[:2] for number in exercises()})
    assert table.exercises.sum() == len(exercises())
    assert (table.passed["00"], table.passed["01"], table.passed["02"]) == (1, 1, 0)
    assert table.left["00"] == "00.2, 00.3, 00.4"
    assert str(read_record()).startswith(f"2 of {len(exercises())} exercises passed")


def test_a_fresh_record_is_empty():
    assert read_record().table.passed.sum() == 0


def test_export_and_delete(folder):
    note("02.shares")
    path = read_record().export("ada.json", name=" Ada ")
    assert read_record(path).name == "Ada"
    assert read_record(path).passed == read_record().passed
    with pytest.raises(FileExistsError):
        read_record().export("ada.json", name="Eve")
    with pytest.raises(ValueError, match="needs a name"):
        read_record().export("eve.json", name=" ")
    note_prediction("01.p1", {"guess": 8})
    mine = read_record()
    mine.delete()
    left = mine.passed, mine.predictions, read_record().predictions
    assert (left, Path(FILE).exists(), path.exists()) == (({},) * 3, False, True)


def test_an_export_holds_all_of_it_or_what_was_passed_alone():
    note("01.encode")
    note_try("01.decode")
    note_prediction("01.p1", {"guess": 8, "question": "How many?"})
    alone = {"format": FORMAT, "name": "Ada"}
    alone |= {"passed": {"01.encode": date.today().isoformat()}}
    details = {"predictions": {"01.p1": {"guess": 8, "question": "How many?"}}}
    read_record().export("all.json", "Ada")
    read_record().export("alone.json", "Ada", details=False)
    assert json.loads(Path("all.json").read_text()) == alone | details | {"tries": {"01.decode": 1}}
    assert json.loads(Path("alone.json").read_text()) == alone


def test_a_failure_while_writing_leaves_the_record(monkeypatch):
    note("01.encode")

    def fail(path, content):
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="no space"):
        note("01.decode")
    assert set(read_record().passed) == {"01.encode"}


def test_numbers_of_the_former_format_become_ids_and_what_is_gone_is_kept():
    former = {"02.12": "2026-03-02", "04.11": "2026-03-03"}  # 04.11 had gone before
    Path(FILE).write_text(json.dumps({"format": "tttlearn progress 1", "passed": former}))
    note("02.standard_error")
    assert json.loads(Path(FILE).read_text())["format"] == FORMAT
    assert read_record().passed == {
        "02.five_games": "2026-03-02",
        "02.standard_error": date.today().isoformat(),
        "04.number_11": "2026-03-03",
    }
