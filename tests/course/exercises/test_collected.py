"""The hand-ins of a class, as they come: each student has a row, and a status that says why."""

import io
import json
import unicodedata
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from tttlearn import __main__ as command_line
from tttlearn.course.classroom import received
from tttlearn.course.classroom.gradebook import gradebook
from tttlearn.course.exercises.class_record import grades, merge
from tttlearn.course.exercises.collected import alike, read_class
from tttlearn.course.exercises.originals import exercises
from tttlearn.course.exercises.record import FILE, FORMAT, read_record


def record(number, name="", **more):
    """The bytes of a record in which this number of exercises is passed."""
    about = {"format": FORMAT, "passed": dict.fromkeys(exercises()[:number], "2026-03-02")}
    return json.dumps(about | {"name": name} | more, ensure_ascii=False).encode()


def packed(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, inside in files.items():
            zipped.writestr(name, inside)
    return content.getvalue()


MESSY = {
    "Ada_1_assignsubmission_file_/my_progress.json": record(9, "Ada"),
    "Ben_2_assignsubmission_file_/my_progress.json": b"\xef\xbb\xbf" + record(5),
    "Cem_3_assignsubmission_file_/my_progress.json": record(6).decode().encode("utf-16"),
    "Dea_4_assignsubmission_file_/my_progress.json.txt": record(7),
    "Eve_5_assignsubmission_file_/": None,
    "Eve_5_assignsubmission_file_/__MACOSX/my_progress.json": record(1),
    "Fay_6_assignsubmission_file_/my_progress.txt": record(8)[:99],
    "Gus_7_assignsubmission_file_/gus": record(9, "Gus"),
    "Hal_8_assignsubmission_file_/01_game.ipynb": b'{"cells": []}',
    "Hal_8_assignsubmission_file_/report.pdf": b"%PDF",
    "Ida_9_assignsubmission_file_/work.zip": packed(
        {"x/__MACOSX/._y": b"", "x/.venv/large": b"0" * (17 << 20), f"x/{FILE}": record(1)}
    ),
    "Jo_10_assignsubmission_file_/my_progress.json": record(2),
    "Jo_11_assignsubmission_file_my_progress.json": record(3),
    "Kim_12_assignsubmission_onlinetext_/onlinetext.html": b"<p>Here it is",
    "Kim_12_assignsubmission_file_/my_progress.json": record(4, tries={"01.encode": -1}),
    unicodedata.normalize("NFD", "Zoë Müller_13_assignsubmission_file_/a.json"): b"[]",
}
"""A folder from Moodle: what is in each file, None for an empty folder."""
STATUS = {
    "Ada": "read",
    "Ben": "read",
    "Cem": "read",
    "Dea": "read",
    "Eve": "an empty folder",
    "Fay": "cannot be read: {0}/Fay_6_assignsubmission_file_/my_progress.txt is no record of "
    "progress (it cannot be read as JSON)",
    "Gus": "read",
    "Hal": "no record among: 01_game.ipynb, report.pdf",
    "Ida": "read",
    "Jo (10)": "read",
    "Jo (11)": "read",
    "Kim": "read in part: '01.encode' in \"tries\" is -1, not a number of answers, 1 or more",
    "Zoë Müller": unicodedata.normalize("NFD", "cannot be read: {0}/Zoë Müller")
    + "_13_assignsubmission_file_/a.json is no record of progress "
    f'(it needs "format": "{FORMAT}" and "passed")',
}


pytestmark = pytest.mark.usefixtures("folder")


def fill(files, folder="class"):
    for name, content in files.items():
        path = Path(folder, name)
        (path if content is None else path.parent).mkdir(parents=True, exist_ok=True)
        if content is not None:
            path.write_bytes(content)


def statuses(*texts):
    return {one.name: one.status for one in read_class(texts)[0]}


@pytest.mark.parametrize("source", ["class", "class.zip", "class/*"])
def test_everybody_who_handed_in_anything_has_a_row_and_a_status(source):
    fill(MESSY)
    Path("class.zip").write_bytes(packed({name: inside or b"" for name, inside in MESSY.items()}))
    place = source.removesuffix("/*")
    assert statuses(source) == {name: status.format(place) for name, status in STATUS.items()}
    handed_in, problems = read_class([source])
    assert len(problems) == 5
    passed = {one.name: len(one.record.passed) for one in handed_in if one.record}
    assert [*passed.values()] == [9, 5, 6, 7, 9, 1, 2, 3, 4]
    assert alike(handed_in) == [["Ada", "Gus"]]
    table = merge(handed_in)
    assert [*table.loc["Jo (11)", ["participant", "number"]]] == ["11", ""]
    assert table["same entries as"]["Gus"] == "Ada"
    assert pd.isna(table.loc["Fay", "00 core of 4"])


@pytest.mark.parametrize("texts", [["class"], ["class.zip", "names.csv"]])
def test_a_list_gives_numbers_by_the_participants_that_moodle_numbers(texts):
    fill(MESSY)
    Path("class.zip").write_bytes(packed({name: inside or b"" for name, inside in MESSY.items()}))
    rows = ["Identifier,Full name,ID number", "Participant 1,Ada Lovelace,0077", "6,Fay,0012"]
    rows += ["Jo_11_assignsubmission_file_my_progress.json,Jo B.,5", "Participant 99,Zoe,0099"]
    for place in (".", "class"):
        Path(place, "names.csv").write_text("\n".join(rows), encoding="utf-8")
    handed_in, problems = read_class(texts)
    table = gradebook(grades(handed_in))
    assert [*table.index] == ["0077", "0012", "5", "0099"]
    assert [*table.name] == ["Ada Lovelace", "Fay", "Jo B.", "Zoe"]
    assert table.iloc[:, 1].fillna(-1).tolist() == [9, -1, 3, -1]
    assert table.remark["0077"] == ""
    assert table.remark["0099"] == "nothing handed in: the name is in names.csv"
    assert "Zoe: nothing handed in: the name is in names.csv" in problems


def test_moodle_gets_the_record_with_most_of_a_student_and_nobody_without_a_number(capsys):
    fill({"Ada/1.json": record(2), "Ada/2.json": record(5), "Ben/my_progress.json": record(1)})
    Path("class/names.csv").write_text("Ada,Ada L.,0012\n")
    assert command_line.main(["progress", "class", "--out", "class.csv"]) == 0
    assert (
        Path("class_moodle.csv")
        .read_text("utf-8-sig")
        .splitlines()[1]
        .startswith("0012,Ada L. (2.json),5,")
    )
    said = capsys.readouterr().out
    assert "Not in class_moodle.csv, without a number in names.csv: Ben\n" in said
    assert command_line.main(["progress", "*", "--out", "class.csv"]) == 0, (
        "its own tables are none"
    )


def test_a_folder_has_the_name_of_its_student_unless_the_record_has_one():
    fill({"Ada/my_progress.json": record(1), "Ben/my_progress.json": record(1, "Benjamin")})
    fill({"group/a.json": record(1), "group/b.json": record(1), "group/essay.pdf": b""})
    assert [*statuses("class")] == ["Ada", "Benjamin", "a", "b"]


def test_nobody_is_forgotten_in_the_folder_of_a_group():
    fill({"A/a.json": record(1, "Ada"), "A/b/b.json": record(2, "Ben"), "A/b/x.json": b"[]"})
    fill({"A/c/essay.pdf": b"", "A/d.txt": b"", "A/all.zip": packed({})})
    said = statuses("class")
    assert [*said] == ["Ada", "Ben", "all", "c", "d"]
    assert said["c"] == "no record among: essay.pdf"


def test_a_long_list_is_cut_and_a_large_zip_is_not_unpacked(monkeypatch):
    fill({f"Ada/{k}.pdf": b"" for k in range(5)})
    fill({"Ben/all.zip": packed({f"{k}.json": record(1) for k in range(9)})})
    monkeypatch.setattr(received, "MAX_BYTES", 1 << 20)
    assert statuses("class")["Ada"] == "no record among: 0.pdf, 1.pdf, 2.pdf, 2 more"
    assert len(read_class(["class/Ben"])[0]) == 9
    fill({"Ben/all.zip": packed({f"{k}.bin": b"0" * (1 << 18) for k in range(9)})})
    assert (
        statuses("class")["Ben"]
        == "cannot be read: class/Ben/all.zip: it is larger than 1 MB, unpacked"
    )


def test_a_file_that_is_no_record_counts_only_for_who_has_none():
    fill({"Ada/my_progress.json": record(1), "Ada/ada.json": b"[]"})
    assert read_class(["class"])[1] == []
    fill({"Ada/copy.txt": record(1)[:50], "Ben/ben.json": b"[]"})
    said = [line.partition(" (")[0] for line in read_class(["class"])[1]]
    assert said == [
        f"class/{name} is no record of progress" for name in ("Ada/copy.txt", "Ben/ben.json")
    ]


def test_an_own_record_that_an_editor_saved_with_a_mark_is_read():
    Path(FILE).write_bytes(b"\xef\xbb\xbf" + record(3))
    assert len(read_record().passed) == 3
