"""The records of a class: the table of all learners, and what to talk about with them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tttlearn import __main__ as command_line
from tttlearn.exercises import class_record
from tttlearn.exercises.class_record import (
    Miss,
    Stumble,
    merge,
    misses,
    read_records,
    stumbles,
    to_talk_about,
)
from tttlearn.exercises.record import FORMAT, Record, note, read_record


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def exported(folder, name, *passed):
    for number in passed:
        note(number)
    path = read_record().export(folder / f"{name}.json", name)
    read_record().delete()
    return path


def test_merge_has_a_row_for_each_learner(folder):
    files = [exported(folder, "Zoë", "01.1", "01.2", "05.1"), exported(folder, "Ada")]
    table = merge(read_records(files)[0])
    assert list(table.index) == ["Ada", "Zoë"]
    assert (table.loc["Zoë", "01"], table.loc["Zoë", "05"], table.loc["Zoë", "all"]) == (2, 1, 3)
    assert table.loc["Ada"].sum() == 0


def known(guess, answer, question="How many?"):
    """The entry of a prediction whose answer was shown."""
    about = {"question": question, "guess": guess, "answer": answer}
    return about | {"right": guess == answer}


def learner(passed=(), predictions=None, tries=None, day="2026-03-02"):
    days = dict(passed) if isinstance(passed, dict) else dict.fromkeys(passed, day)
    return Record(Path("a.json"), days, "Ada", predictions or {}, tries or {})


def test_the_table_counts_predictions_whose_answers_are_known():
    some = {"01.p1": known(1, 1), "01.p2": known(3, 2), "01.p3": {"guess": 1}}
    table = merge([learner(["01.1"], some)])
    assert list(table.columns[-3:]) == ["all", "predicted", "right"]
    assert list(table.loc["Ada"][-3:]) == [1, 2, 1]


@pytest.mark.parametrize(
    ("one", "counts"),
    [
        (learner(["01.1"]), (1, 0, 0, 0, 0)),
        (learner(["01.1"], tries={"01.1": 2}), (1, 0, 0, 0, 0)),
        (learner(["01.1"], tries={"01.1": 3}), (1, 1, 0, 1, 0)),
        (learner(tries={"01.1": 1}), (1, 1, 1, 0, 0)),
        (learner(["01.2"]), (1, 1, 1, 0, 0)),
        (learner({"01.1": "2026-03-09", "01.2": "2026-03-02"}), (1, 1, 0, 0, 1)),
        (learner({"01.1": "2026-03-02", "01.2": "2026-03-09"}), (1, 0, 0, 0, 0)),
    ],
)
def test_who_is_late_with_an_exercise_and_how(one, counts):
    assert stumbles([one])[0] == Stumble("01.1", *counts)


def test_who_did_not_get_there_does_not_count():
    assert stumbles([learner(), learner(["02.1"])]) == [Stumble("02.1", 1, 0, 0, 0, 0)]


def test_the_wrong_guess_that_most_had_is_named():
    guesses = (3, 3, 2, 4, 4)  # of as many 3 as 4 the first
    class_ = [learner(predictions={"01.p1": known(guess, 2)}) for guess in guesses]
    assert misses(class_) == [Miss("01.p1", "How many?", 5, 4, "2", "3", 2)]


def test_a_question_that_was_changed_is_another_one():
    older = {"01.p1": {"guess": 8, "answer": 2, "right": False}}  # of a version without questions
    class_ = [learner(predictions=older)]
    class_ += [learner(predictions={"01.p1": known("X", "O", "Who?")}) for _ in range(2)]
    class_ += [learner(predictions={"01.p1": {"question": "Who?", "guess": "X"}})]
    assert misses(class_) == [
        Miss("01.p1", "", 1, 1, "2", "8", 1),
        Miss("01.p1", "Who?", 2, 2, "O", "X", 2),
    ]
    assert to_talk_about(class_) == [
        "prediction 01.p1: 2 of 2 were wrong, 2 said X, it is O: Who?",
        "prediction 01.p1: 1 of 1 were wrong, 1 said 8, it is 2",
    ]


def test_what_most_stumbled_over_comes_first():
    slow, returned = {"01.1": 4, "03.2": 3}, {"02.1": "2026-03-09", "02.2": "2026-03-02"}
    class_ = [learner(["01.1"], tries=slow), learner({"01.1": "2026-03-02", **returned})]
    class_ += [learner(["01.1", "03.2"], tries=slow)]
    assert to_talk_about(class_) == [
        "exercise 03.2: 2 of 2 were late: 1 not yet, 1 after 3 or more answers that were not right",
        "exercise 01.1: 2 of 3 were late: 2 after 3 or more answers that were not right",
        "exercise 02.1: 1 of 1 were late: 1 on a later day than one that follows it",
    ]


def test_one_learner_and_an_empty_record(folder, capsys):
    (folder / "ada.json").write_text(json.dumps({"format": FORMAT, "passed": {}}))
    assert command_line.main(["progress", "ada.json", "--out", "class.csv"]) == 0
    said = capsys.readouterr().out
    nothing = "To talk about next week:\nnothing: no exercise was passed late, no guess wrong\n"
    assert nothing in said
    assert said.endswith("Written: class.csv, class_exercises.csv, class_predictions.csv\n")
    header = "exercise,got there,late,not yet,many tries,later day\n"
    assert Path("class_exercises.csv").read_text("utf-8-sig") == header


def test_predictions_and_exercises_are_tables_too(folder, capsys):
    about = {"format": FORMAT, "passed": {"01.1": "2026-03-02"}, "tries": {"01.1": 7}}
    about |= {"predictions": {"01.p1": known("=1+2", "X", "Who?")}}
    (folder / "ada.json").write_text(json.dumps(about))
    assert command_line.main(["progress", "ada.json", "--out", "class.csv"]) == 0
    assert "1 said =1+2, it is X: Who?\n" in capsys.readouterr().out
    rows = [
        Path(f"class_{name}.csv").read_text("utf-8-sig") for name in ("exercises", "predictions")
    ]
    assert rows[0].splitlines()[1:] == ["01.1,1,1,0,1,0"]
    assert rows[1].splitlines()[1:] == ["01.p1,Who?,1,1,X,'=1+2,1"]


def test_long_texts_of_strangers_are_cut():
    long = known("a" * 1_000_000, "X", "b" * 1_000_000)
    (line,) = to_talk_about([learner(predictions={"01.p1": long})])
    assert len(line) < 400


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
    huge = {"01.p1": {"guess": 10**400, "answer": 1, "right": False}}
    about = {"format": FORMAT, "passed": {}, "predictions": huge}
    (folder / "huge.json").write_text(json.dumps(about))
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    (folder / "a-folder.json").mkdir()
    assert command_line.main(["progress", "*.json", "--out", "class.csv"]) == 1
    said = capsys.readouterr()
    names = [
        line.split(",")[0] for line in Path("class.csv").read_text("utf-8-sig").splitlines()[1:]
    ]
    assert names == ["Ada", "a" * class_record.LONGEST_NAME, "half ?"]
    assert "\nhalf ?" in said.out
    for name in ("deep.json", "bytes.json", "huge.json"):
        assert f"left out: {name} is no record of progress" in said.err
    assert said.err.count("\n") == 3


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
