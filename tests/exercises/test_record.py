"""A learner's record: what enters it, that nothing is lost, and the table of a class."""

import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tttlearn import __main__ as command_line
from tttlearn.exercises import record
from tttlearn.exercises.record import (
    FILE,
    FORMAT,
    RecordError,
    exercises,
    merge,
    note,
    read_record,
    read_records,
)

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
# A session as JupyterLab holds it: each cell is kept in the history before it runs.
NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in sys.argv[1:]:
    shell.run_cell(cell, store_history=True)
"""
IMPORT = "from tttlearn.exercises import lesson_00 as check"
RIGHT, SOLUTION = "check.winning_cell(8)", "# Solution\ncheck.winning_cell(8)"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_cells(*cells):
    """What a notebook prints that runs these cells in this folder."""
    command = [sys.executable, "-c", NOTEBOOK, IMPORT, *cells]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def exported(folder, name, *passed):
    for number in passed:
        note(number)
    path = read_record().export(folder / f"{name}.json", name)
    read_record().delete()
    return path


def test_the_exercises_are_those_of_the_lessons():
    found = []
    for path in sorted(NOTEBOOKS.glob("[01]*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"]) if cell["cell_type"] == "markdown" else ""
            found += re.findall(r"^### Exercise (\d\d\.\d+)", text, re.MULTILINE)
    assert list(dict.fromkeys(found)) == list(exercises())  # in the order of the lessons


def test_a_correct_answer_is_entered_once():
    assert ": correct." in run_cells(RIGHT)
    assert read_record().passed == {"00.1": date.today().isoformat()}
    older = {"00.1": "2026-01-31"}
    Path(FILE).write_text(json.dumps({"format": FORMAT, "passed": older}))
    run_cells(RIGHT)
    assert read_record().passed == older


@pytest.mark.parametrize("cell", ["check.winning_cell(...)", "check.winning_cell(0)", SOLUTION])
def test_nothing_else_is_entered(cell):
    assert "Exercise 00.1" in run_cells(cell)
    assert not Path(FILE).exists()


def test_outside_a_notebook_nothing_is_entered():
    from tttlearn.exercises import lesson_00

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
    said = run_cells(RIGHT)
    assert ": correct." in said
    assert "Not entered in your record of progress" in said
    assert Path(FILE).read_text() == text


@pytest.mark.parametrize("entry", [{"1": "2026-01-31"}, {"01.1": "yesterday"}, {"01.1": 3}])
def test_an_entry_is_an_exercise_and_a_day(entry):
    Path(FILE).write_text(json.dumps({"format": FORMAT, "passed": entry}))
    with pytest.raises(RecordError):
        read_record()


def test_the_table_says_what_is_passed_and_what_is_left():
    for number in ("00.1", "01.2"):
        note(number)
    table = read_record().table
    assert list(table.index) == sorted({number[:2] for number in exercises()})
    assert table.exercises.sum() == len(exercises())
    assert (table.passed["00"], table.passed["01"], table.passed["02"]) == (1, 1, 0)
    assert table.left["00"] == ", ".join(n for n in exercises() if n[:2] == "00" and n != "00.1")
    assert str(read_record()).startswith(f"2 of {len(exercises())} exercises passed")


def test_a_fresh_record_is_empty():
    assert read_record().table.passed.sum() == 0


def test_export_and_delete(folder):
    note("02.1")
    path = read_record().export("ada.json", name=" Ada ")
    assert read_record(path).name == "Ada"
    assert read_record(path).passed == read_record().passed
    with pytest.raises(FileExistsError):
        read_record().export("ada.json", name="Eve")
    with pytest.raises(ValueError, match="needs a name"):
        read_record().export("eve.json", name=" ")
    mine = read_record()
    mine.delete()
    assert (mine.passed, Path(FILE).exists(), path.exists()) == ({}, False, True)


def test_an_export_holds_nothing_but_what_it_says(folder):
    path = exported(folder, "Ada", "01.1")
    assert json.loads(path.read_text()) == {
        "format": FORMAT,
        "passed": {"01.1": date.today().isoformat()},
        "name": "Ada",
    }


def test_merge_has_a_row_for_each_learner(folder):
    files = [exported(folder, "Zoë", "01.1", "01.2", "05.1"), exported(folder, "Ada")]
    table = merge(read_records(files)[0])
    assert list(table.index) == ["Ada", "Zoë"]
    assert (table.loc["Zoë", "01"], table.loc["Zoë", "05"], table.loc["Zoë", "all"]) == (2, 1, 3)
    assert table.loc["Ada"].sum() == 0


def test_merge_keeps_both_of_one_name(folder):
    one, other = exported(folder, "Ada", "01.1"), folder / "other.json"
    other.write_text(one.read_text())
    assert [name.split(" (")[0] for name in merge(read_records([one, other])[0]).index] == [
        "Ada",
        "Ada",
    ]


def test_the_command_prints_and_writes_the_table(folder, capsys):
    files = [str(exported(folder, name, "03.1")) for name in ("Ada", "Zoë")]
    assert command_line.main(["progress", *files, "--out", "class.csv"]) == 0
    assert "Zoë" in capsys.readouterr().out
    assert Path("class.csv").read_text(encoding="utf-8").splitlines()[1].startswith("Ada,")


def test_merge_takes_a_pattern_and_the_table_is_for_spreadsheets(folder, capsys):
    files = [exported(folder, name) for name in ("Ada", "=1+2")]
    pattern = str(Path(files[0]).parent / "[A=]*.json")
    assert list(merge(read_records([pattern])[0]).index) == ["=1+2", "Ada"]
    assert command_line.main(["progress", pattern, "--out", "class.csv"]) == 0
    assert Path("class.csv").read_text(encoding="utf-8").splitlines()[1].startswith("'=1+2,")
    assert command_line.main(["progress", "none*.json"]) == 1
    assert "there is no file none*.json" in capsys.readouterr().err


def test_the_command_names_what_is_no_record_and_does_the_rest(folder, capsys):
    good, bad = str(exported(folder, "Ada", "01.1")), folder / "bad.json"
    bad.write_text("{")
    assert command_line.main(["progress", "nobody.json", str(bad), good]) == 1
    said = capsys.readouterr()
    assert "there is no file nobody.json" in said.err
    assert "bad.json is no record of progress" in said.err
    assert "Ada" in said.out


def in_the_name_of(path, name):
    about = {"format": FORMAT, "passed": {"01.1": "2026-01-31"}, "name": name}
    path.write_text(json.dumps(about), encoding="ascii")


def test_no_file_costs_the_others_their_rows(folder, capsys):
    in_the_name_of(folder / "ada.json", "Ada")
    in_the_name_of(folder / "half.json", "half \ud800")
    in_the_name_of(folder / "long.json", "a" * 1_000_000)
    (folder / "deep.json").write_text("[" * 200_000)
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    (folder / "a-folder.json").mkdir()
    assert command_line.main(["progress", "*.json", "--out", "class.csv"]) == 1
    said = capsys.readouterr()
    names = [
        line.split(",")[0] for line in Path("class.csv").read_text("utf-8-sig").splitlines()[1:]
    ]
    assert names == ["Ada", "a" * record.LONGEST_NAME, "half ?"]
    assert "\nhalf ?" in said.out
    for name in ("deep.json", "bytes.json"):
        assert f"left out: {name} is no record of progress" in said.err
    assert said.err.count("\n") == 2


def test_names_have_no_hold_on_the_terminal_and_on_spreadsheets(folder, capsys):
    in_the_name_of(folder / "1.json", "\x1b[2J\x1b]0;gone\x07")
    in_the_name_of(folder / "2.json", "\n=1+2")
    in_the_name_of(folder / "3.json", "\x00")
    in_the_name_of(folder / "\x1b[2J.json", "?")
    in_the_name_of(folder / "4.json", " ")
    (folder / "\x1b[31m.json").write_text("{")
    command_line.main(["progress", "*.json", "--out", "class.csv"])
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err + Path("class.csv").read_text("utf-8-sig")
    assert "left out: ?[31m.json" in said.err
    table = merge(read_records(["*.json"])[0])
    assert sorted(table.index) == ["4", "=1+2", "? (3.json)", "? (?[2J.json)", "?[2J?]0;gone?"]
    assert any(line.startswith("'=1+2,") for line in Path("class.csv").read_text().splitlines())
    assert read_record("1.json").name == "?[2J?]0;gone?"


def test_the_table_is_whole_where_the_terminal_lacks_its_letters(folder):
    in_the_name_of(folder / "1.json", "Жанна")
    command = [sys.executable, "-m", "tttlearn", "progress", "1.json", "--out", "class.csv"]
    done = subprocess.run(
        command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\n?????   0   1" in done.stdout
    assert Path("class.csv").read_bytes().startswith(b"\xef\xbb\xbfname,")
    assert Path("class.csv").read_text("utf-8-sig").splitlines()[1].startswith("Жанна,0,1,")


def test_two_texts_may_name_one_file(folder):
    in_the_name_of(folder / "1.json", "Ada")
    assert list(merge(read_records(["1.json", "*.json", "./1.json"])[0]).index) == ["Ada"]


def test_a_failure_while_writing_leaves_the_record(monkeypatch):
    note("01.1")

    def fail(path, content):
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="no space"):
        note("01.2")
    assert set(read_record().passed) == {"01.1"}


def test_lesson_00_is_saved_with_an_empty_record():
    cells = json.loads((NOTEBOOKS / "00_start_here.ipynb").read_text(encoding="utf-8"))["cells"]
    (shown,) = [cell for cell in cells if "read_record()" in "".join(cell["source"])]
    saved = "".join(shown["outputs"][0]["data"]["text/plain"])
    assert saved == str(record.Record(Path(FILE), {}))
