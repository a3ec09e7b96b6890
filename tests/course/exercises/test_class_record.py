"""The records of a class: the table of all learners, and what to talk about with them."""

import io
import json
import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tttlearn import __main__ as command_line
from tttlearn.course.exercises.class_record import (
    Miss,
    Stumble,
    as_table,
    merge,
    misses,
    overview,
    stumbles,
    to_talk_about,
)
from tttlearn.course.exercises.collected import READ, HandIn, read_class
from tttlearn.course.exercises.originals import all_exercises, exercises, number_of
from tttlearn.course.exercises.record import FORMAT, Record, note, read_record
from tttlearn.support.text import as_csv

DAY = {"01.encode": "2026-03-02"}
CORE = sum(all_exercises()[id].is_core for id in exercises())
FURTHER = len(exercises()) - CORE
PARTS = {(id[:2], all_exercises()[id].is_core) for id in exercises()}
"""The cores of lessons, and what goes further in them, where something does."""


pytestmark = pytest.mark.usefixtures("folder")


def write(path, /, **about):
    """Write the file of a record with these entries."""
    text = json.dumps({"format": FORMAT, "passed": {}} | about)
    Path(path).write_text(text, encoding="ascii")


def exported(folder, name, *passed):
    for number in passed:
        note(number)
    path = read_record().export(folder / f"{name}.json", name)
    read_record().delete()
    return path


def test_merge_has_a_row_for_each_learner(folder):
    files = [exported(folder, "Zoë", "01.encode", "01.decode", "05.mean"), exported(folder, "Ada")]
    table = merge(read_class(files)[0])
    assert list(table.index) == ["Ada", "Zoë"]
    columns = ["01 core of 10", "05 core of 6", f"all core of {CORE}"]
    assert [*table.loc["Zoë", columns]] == [2, 1, 3]
    numbers = table.select_dtypes("number")
    assert len(numbers.columns) == len(PARTS) + 4  # and two of all, two of predictions
    assert not numbers.loc["Ada"].any()
    assert set(table.loc["Ada"].drop(numbers.columns)) == {"", READ}


def test_the_further_exercises_of_a_lesson_do_not_count_for_its_core():
    """The two below Further were a "2", as any two of the core are."""
    table = merge(of_ada(["03.best_first", "03.quick", "04.visits"]))
    assert [*table.loc["Ada", ["03 core of 7", "03 further of 2"]]] == [0, 2]
    assert [*table.loc["Ada", [f"all core of {CORE}", f"all further of {FURTHER}"]]] == [1, 2]
    short = overview(of_ada(["03.best_first", "03.quick", "04.visits"]))
    assert [*short["03"]] == ["7+2", "0+2"]
    assert [*short["00"]] == ["4  ", "0  "]
    assert [*short["all"]] == [f"{CORE}+{FURTHER}", "1+2"]


def test_each_exercise_has_a_column_that_says_what_is_known():
    table = merge(of_ada(["01.encode", "01.player"], tries={"01.player": 3, "01.decode": 1}))
    assert [name for name in table if "." in name] == [
        f"exercise {number_of(id)}" for id in exercises()
    ]
    said = table.loc["Ada", [f"exercise 01.{one}" for one in (1, 10, 2, 3)]]
    first, late, not_yet, nothing = said
    assert first == "passed 2026-03-02"
    assert late == "passed 2026-03-02 (3 not right before)"
    assert (not_yet, nothing) == ("not yet (1 not right)", "")


def test_no_spreadsheet_takes_the_name_of_an_exercise_for_a_number():
    table = as_table(Stumble, stumbles([learner(["01.encode", "01.player"])]))
    kept = pd.read_csv(io.BytesIO(as_csv(table)))
    assert len(set(kept.exercise)) == 10
    assert not any(map(str.isnumeric, kept.exercise))


def known(guess, answer, question="How many?"):
    """The entry of a prediction whose answer was shown."""
    about = {"question": question, "guess": guess, "answer": answer}
    return about | {"right": guess == answer}


LATE = known(9, 2) | {"late": True}


def learner(passed=(), predictions=None, tries=None, day="2026-03-02"):
    days = dict(passed) if isinstance(passed, dict) else dict.fromkeys(passed, day)
    return Record(Path("a.json"), days, "Ada", predictions or {}, tries or {})


def of_ada(*record, **more):
    """A class of one, with the record of `learner`."""
    return [HandIn("Ada", Path("a.json"), READ, learner(*record, **more))]


def test_the_table_counts_predictions_whose_answers_are_known():
    some = {"01.p1": known(1, 1), "01.p2": known(3, 2), "01.p3": {"guess": 1}}
    some |= {"01.p4": known(1, 1) | {"late": True}, "01.p5": {"late": True}}  # do not count
    table = merge(of_ada(["01.encode"], some))
    assert list(table.loc["Ada", [f"all core of {CORE}", "predicted", "right"]]) == [1, 2, 1]


@pytest.mark.parametrize(
    ("one", "counts"),
    [
        (learner(["01.encode"]), (1, 0, 0, 0, 0)),
        (learner(["01.encode"], tries={"01.encode": 2}), (1, 0, 0, 0, 0)),
        (learner(["01.encode"], tries={"01.encode": 3}), (1, 1, 0, 1, 0)),
        (learner(tries={"01.encode": 1}), (1, 1, 1, 0, 0)),
        (learner(["01.decode"]), (1, 1, 1, 0, 0)),
        (learner({"01.encode": "2026-03-09", "01.decode": "2026-03-02"}), (1, 1, 0, 0, 1)),
        (learner({"01.encode": "2026-03-02", "01.decode": "2026-03-09"}), (1, 0, 0, 0, 0)),
    ],
)
def test_who_is_late_with_an_exercise_and_how(one, counts):
    assert stumbles([one])[0] == Stumble("01.1", *counts)


def test_who_did_not_get_there_does_not_count():
    assert stumbles([learner(), learner(["02.shares"])]) == [Stumble("02.1", 1, 0, 0, 0, 0)]


def test_the_wrong_guess_that_most_had_is_named():
    guesses = (3, 3, 2, 4, 4)  # of as many 3 as 4 the first
    class_ = [learner(predictions={"01.p1": known(guess, 2)}) for guess in guesses]
    class_ += [learner(predictions={"01.p1": late}) for late in ({"late": True}, LATE)]
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
    slow, returned = (
        {"01.encode": 4, "03.value": 3},
        {"02.shares": "2026-03-09", "02.one_move": "2026-03-02"},
    )
    class_ = [learner(["01.encode"], tries=slow), learner({"01.encode": "2026-03-02", **returned})]
    class_ += [learner(["01.encode", "03.value"], tries=slow)]
    assert to_talk_about(class_) == [
        "exercise 03.2: 2 of 2 were late: 1 not yet, 1 after 3 or more answers that were not right",
        "exercise 01.1: 2 of 3 were late: 2 after 3 or more answers that were not right",
        "exercise 02.1: 1 of 1 were late: 1 on a later day than one that follows it",
    ]


def test_one_learner_and_an_empty_record(folder, capsys):
    write("ada.json")
    assert command_line.main(["progress", "ada.json", "--out", "class.csv"]) == 0
    said = capsys.readouterr().out
    nothing = "To talk about next week:\nnothing: no exercise was passed late, no guess wrong\n"
    assert nothing in said
    assert said.endswith("Written: class.csv, class_exercises.csv, class_predictions.csv\n")
    header = "exercise,learners,late,not yet,many tries,later day\n"
    assert Path("class_exercises.csv").read_text("utf-8-sig") == header


def test_predictions_and_exercises_are_tables_too(folder, capsys):
    predicted = {"01.p1": known("=1+2", "X", "Who?")}
    write("ada.json", passed=DAY, tries={"01.encode": 7}, predictions=predicted)
    assert command_line.main(["progress", "ada.json", "--out", "class.csv"]) == 0
    assert "1 said =1+2, it is X: Who?\n" in capsys.readouterr().out
    rows = [
        Path(f"class_{name}.csv").read_text("utf-8-sig") for name in ("exercises", "predictions")
    ]
    assert rows[0].splitlines()[1:] == ["exercise 01.1,1,1,0,1,0"]
    assert rows[1].splitlines()[1:] == ["prediction 01.p1,Who?,1,1,X,'=1+2,1"]


def test_long_texts_of_strangers_are_cut():
    long = known("a" * 1_000_000, "X", "b" * 1_000_000)
    (line,) = to_talk_about([learner(predictions={"01.p1": long})])
    assert len(line) < 400


def in_the_name_of(path, name):
    write(path, passed=DAY, name=name)


def test_no_file_costs_the_others_their_rows(folder, capsys):
    in_the_name_of(folder / "ada.json", "Ada")
    in_the_name_of(folder / "half.json", "half \ud800")
    in_the_name_of(folder / "long.json", "a" * 1_000_000)
    (folder / "deep.json").write_text("[" * 200_000)
    write("huge.json", predictions={"01.p1": {"guess": 10**400, "answer": 1, "right": False}})
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    (folder / "a-folder.json").mkdir()
    assert command_line.main(["progress", "*.json", "--out", "class.csv"]) == 1
    said = capsys.readouterr()
    names = [
        line.split(",")[0] for line in Path("class.csv").read_text("utf-8-sig").splitlines()[1:]
    ]
    assert names == ["Ada", "a-folder.json", "a" * 100, "bytes", "deep", "half ?", "huge"]
    assert "\nhalf ?" in said.out
    for name in ("deep.json", "bytes.json"):
        assert f"left out: {name} is no record of progress" in said.err
    assert "left out: huge.json: '01.p1' in \"predictions\" is {" in said.err
    assert "left out: a-folder.json: an empty folder" in said.err
    assert said.err.count("\n") == 4


def test_a_wrong_entry_is_named_and_the_others_of_its_file_count(folder, capsys):
    predicted = {"01.p0": {"guess": 1}, "01.p1": known(1, 1)}
    write("ada.json", passed=DAY | {"01.decode": "soon"}, name=3, predictions=predicted, tries=[])
    ((_, _, status, record, *_),), problems = read_class(["ada.json"])
    assert status.startswith("read in part: its name is 3, not a text; '01.decode' in ")
    assert (record.passed, [*record.predictions]) == (DAY, ["01.p1"])
    assert problems == [
        "ada.json: its name is 3, not a text",
        "ada.json: '01.decode' in \"passed\" is 'soon', not a day, such as '2026-03-02'",
        'ada.json: "tries" is [], not a dict of entries',
        "ada.json: 1 more",
    ]
    assert command_line.main(["progress", "ada.json"]) == 1
    said = capsys.readouterr()
    assert "\nada" in said.out
    assert said.err.count("tttlearn: left out: ada.json: ") == 4


def test_a_wrong_id_says_what_an_id_is(folder):
    write("ada.json", predictions={"01.p0": {"guess": 1}})
    (said,) = read_class(["ada.json"])[1]
    wanted = "the id of a prediction, such as '01.p1'"
    assert said == f"ada.json: '01.p0' in \"predictions\" is not {wanted}"


ODD = [
    *(
        None,
        True,
        0,
        -1,
        10**400,
        1e400,
        float("nan"),
        "",
        "\ud800",
        "=1",
        "01.encode",
        [],
        [[]],
        {},
    ),
    *({"guess": {}}, {"01.encode": []}, {"": ""}, "2026-03-02", "9" * 10_000),
]


def damaged(about, rng):
    """The bytes of a record in which a part was replaced, and then perhaps some bytes."""
    about = deepcopy(about)
    place, key = about, str(rng.choice([*about]))
    while isinstance(place[key], dict) and place[key] and rng.random() < 0.8:
        place, key = place[key], str(rng.choice([*place[key]]))
    odd = ODD[rng.integers(len(ODD))]
    if isinstance(odd, str) and rng.random() < 0.5:
        place[odd] = place.pop(key)
    else:
        place[key] = odd
    text = bytearray(json.dumps(about).encode())
    for at in rng.integers(len(text), size=rng.choice([0, 0, 1, 5])):
        text[at] = rng.integers(256)
    return bytes(text)


def test_no_damaged_file_stops_the_others(folder):
    rng = np.random.default_rng(1)
    about = {"format": FORMAT, "passed": dict.fromkeys(exercises()[:5], "2026-03-02")}
    about |= {"name": "Ada", "tries": {"01.encode": 3}, "limits": {"a": 0.5}}
    about |= {"predictions": {"01.p1": known(3, 2), "01.p2": known("X", "O")}}
    for number in range(200):
        (folder / f"{number}.json").write_bytes(damaged(about, rng))
    handed_in, problems = read_class([folder])
    records = [one.record for one in handed_in if one.record]
    assert len(records) > 70
    assert len(problems) > 70
    for kind, rows in ((Stumble, stumbles(records)), (Miss, misses(records))):
        assert as_csv(as_table(kind, rows))
    assert len(as_csv(merge(handed_in)).splitlines()) == len(handed_in) + 1 == 201
    assert all(map(str.strip, [*to_talk_about(records), str(overview(handed_in))]))


def test_what_holds_no_record_is_a_line_each(folder, capsys):
    (folder / "empty").mkdir()
    in_the_name_of(folder / "1.json", "Ada")
    assert command_line.main(["progress", "empty", "*/*.json", "nobody", "1.json"]) == 1
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        "tttlearn: left out: there is no file */*.json",
        "tttlearn: left out: there is no file nobody",
        "tttlearn: left out: empty: an empty folder",
    ]
    assert "\nAda " in said.out


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
    table = merge(read_class(["*.json"])[0])
    assert sorted(table.index) == [
        *("4", "=1+2", "? (3.json)", "? (?[2J.json)", "?[2J?]0;gone?", "?[31m")
    ]
    assert any(line.startswith("'=1+2,") for line in Path("class.csv").read_text().splitlines())
    assert read_record("1.json").name == "?[2J?]0;gone?"


def test_the_table_is_whole_where_the_terminal_lacks_its_letters(folder):
    in_the_name_of(folder / "1.json", "Жанна")
    command = [sys.executable, "-m", "tttlearn", "progress", "1.json", "--out", "class.csv"]
    done = subprocess.run(
        command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert re.search(rb"\n\?{5} +1 +0 +1 +0 ", done.stdout)
    assert Path("class.csv").read_bytes().startswith(b"\xef\xbb\xbfname,")
    assert (
        Path("class.csv")
        .read_text("utf-8-sig")
        .splitlines()[1]
        .startswith("Жанна,,,read,,1,0,0,1,")
    )


def test_two_texts_may_name_one_file(folder):
    in_the_name_of(folder / "1.json", "Ada")
    assert list(merge(read_class(["1.json", "*.json", "./1.json"])[0]).index) == ["Ada"]
