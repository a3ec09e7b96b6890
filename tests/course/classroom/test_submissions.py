"""What was handed in, as it comes: folders, zips, Moodle's names, lists of names, names alike."""

import os
import re
import stat
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tttlearn as ttt
from tttlearn.course.classroom import names, received, submissions
from tttlearn.evaluation.any_player import ReadPlayer
from tttlearn.players.answers import write_answers

ANSWERS = write_answers(ReadPlayer(ttt.minimax_policy(), "me"), "me")


def fill(folder, files, content=ANSWERS):
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def found(folder, taken=()):
    """{file: name} of those that take part, {file: reason} of the others."""
    ones = submissions.collect(folder, taken)
    fit = {one.file: one.name for one in ones if not one.refused}
    refused = {one.file: one.refused for one in ones if one.refused}
    assert len(fit) + len(refused) == len({one.file for one in ones})
    return fit, refused


def test_a_folder_for_each_student(tmp_path):
    fill(tmp_path, ["Ada/player.json", "Ben/player.json", "Cem/__pycache__/x.pyc", "Cem/me.json"])
    fill(tmp_path, ["Dea/.DS_Store", "Dea/player.json", "Eve.json", "__MACOSX/x.json"])
    fit, refused = found(tmp_path)
    assert not refused
    assert fit == {
        "Ada/player.json": "Ada",
        "Ben/player.json": "Ben",
        "Cem/me.json": "Cem",
        "Dea/player.json": "Dea",
        "Eve.json": "Eve",
    }


def test_a_folder_holds_one_file_and_no_folder(tmp_path):
    fill(tmp_path, ["Ada/a.json", "Ada/b.json", "Ben/code/a.json", "Cem/essay.pdf", "Eve/e.json"])
    fill(tmp_path, ["Fay/10_mine.ipynb", "Eve/read_me.txt", "Gus/me.py", "Gus/me.json"])
    fill(tmp_path, ["Hal/values.json", "Hal/me.npz", "Ida/me.py", "Ida/values.json"], b"{}")
    fill(tmp_path, ["Ida/moves.csv", "Jan/one.py", "Jan/two.py", "Kim/read_me.txt"])
    fill(tmp_path, ["Kim/me.json"], ANSWERS[:99])
    (tmp_path / "Dea").mkdir()
    fit, refused = found(tmp_path)
    assert list(fit) == ["Eve/e.json", "Gus/me.json"], "answers stand for what lies beside them"
    assert refused.pop("Hal/me.npz").startswith("it holds no learner that can play: ")
    assert refused.pop("Ida/me.py").startswith("not run: it is a program")
    assert refused == {
        "Ada": "there are 2 files in its folder (a.json, b.json): leave one",
        "Ben": "there is a folder in its folder: leave the file alone",
        "Cem/essay.pdf": "it is no file of answers (.json) and no saved learner (.npz)",
        "Dea": "its folder is empty",
        "Fay/10_mine.ipynb": "it is a notebook: its player is handed in with "
        "ttt.hand_in(player, 'ada.json')",
        "Jan": "there are 2 files in its folder (one.py, two.py): leave one",
        "Kim/me.json": "it is damaged, or no file of answers",
    }


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_in_a_folder_or_to_one_is_not_followed(tmp_path):
    fill(tmp_path, ["away/secret.json", "class/Ada.json"])
    (tmp_path / "class/Eve").symlink_to(tmp_path / "away")
    fill(tmp_path, ["class/Mallory/x"])
    (tmp_path / "class/Mallory/x").unlink()
    (tmp_path / "class/Mallory/x.json").symlink_to(tmp_path / "away/secret.json")
    fit, refused = found(tmp_path / "class")
    assert list(fit) == ["Ada.json"]
    assert set(refused.values()) == {"it is a link or a device, not a file"}


def test_names_from_moodle_flat_and_in_folders(tmp_path):
    flat = "Hannah Müller_1234508_assignsubmission_file_my_player.json"
    fill(tmp_path, [flat, "Ada Smith-Jones_77_assignsubmission_file_/player.json"])
    fill(tmp_path, ["Jo_1_assignsubmission_file/p.json", "Jo_2_assignsubmission_file/p.json"])
    fit, refused = found(tmp_path)
    assert not refused
    assert sorted(fit.values()) == ["Ada Smith-Jones", "Hannah Müller", "Jo (1)", "Jo (2)"]


def test_two_flat_files_of_one_student_are_named(tmp_path):
    fill(tmp_path, [f"Jo_1_assignsubmission_file_{name}.json" for name in "ab"])
    fit, refused = found(tmp_path)
    assert not fit
    reason = refused["Jo_1_assignsubmission_file_a.json"]
    assert reason == "Jo handed in Jo_1_assignsubmission_file_b.json, too: leave one"


@pytest.mark.parametrize(
    "text",
    [
        "file,name\na.json,Ada Lovelace\nBen,Ben Ö.\n",
        "\ufeffa.json;Ada Lovelace\r\n\r\nBen;Ben O\u0308.\r\n",
    ],
)
def test_a_list_gives_names_and_who_did_not_hand_in(tmp_path, text):
    fill(tmp_path, ["a.json", "Ben/x.json", "c.json"])
    separator = ";" if ";" in text else ","
    (tmp_path / "names.csv").write_text(f"{text}gone.py{separator}Gone\n", encoding="utf-8")
    fit, refused = found(tmp_path)
    assert fit == {"a.json": "Ada Lovelace", "Ben/x.json": "Ben Ö.", "c.json": "c"}
    assert refused == {"gone.py": "it is in names.csv, but was not handed in"}


def test_what_a_list_says_has_no_hold_on_the_terminal(tmp_path):
    fill(tmp_path, ["a.json"])
    (tmp_path / "names.csv").write_text("a.json,\x1b[2JAda\n\x1b[2Jgone.json,Gone\n")
    fit, refused = found(tmp_path)
    assert (list(fit.values()), list(refused)) == (["?[2JAda"], ["?[2Jgone.json"])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            b"a.json,Ada\nb.json\n",
            "names.csv, line 2: a line is a file, a name and perhaps a number, not ['b.json']",
        ),
        (b"a.json,\n", "names.csv, line 1: a line is a file, a name"),
        (b"a.json,Ada\na.json,Ben\n", "names.csv, line 2: 'a.json' has a name already"),
        (b"a.json,Ad\xe4\n", "names.csv is not UTF-8"),
        pytest.param(b"a.json," + b"A" * 200_000, "names.csv is no CSV: field larger", id="huge"),
    ],
)
def test_a_list_that_cannot_be_read_is_an_error(tmp_path, content, words):
    fill(tmp_path, ["a.json"])
    (tmp_path / "names.csv").write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(words)):
        submissions.collect(tmp_path)


@pytest.mark.parametrize(
    ("ones", "reason"),
    [
        (["minimax .json"], "the house player minimax has the same name"),
        (["MiniMax.json"], "the house player minimax has the same name"),
        (["ｍｉｎｉｍａｘ.json"], "the house player minimax has the same name"),
        (["mіnіmax.json"], "a word of its name mixes Latin and Cyrillic letters"),
        (["1evel-5.json"], "the house player level-5 has a name that looks the same"),
        (["Jos\u00e9.json", "jose\u0301.json"], "has the same name"),
        (["Ida.json", "lda.json"], "has a name that looks the same"),
        (["сора.json", "copa.json"], "has a name that looks the same"),
        (["a\u200bb.json", "a\u200cb.json"], "has the same name"),
        ([" .json"], "it has no name"),
    ],
)
def test_names_that_are_the_same_or_look_so_are_refused(tmp_path, ones, reason):
    fill(tmp_path, ones)
    if len(list(tmp_path.iterdir())) < len(ones):
        pytest.skip("one name for this file system")
    fit, refused = found(tmp_path, ["minimax", "level-5"])
    assert not fit
    for why in refused.values():
        assert reason in why
        assert "rename it, or give it a name in names.csv" in why


def test_who_imitates_a_name_does_not_take_its_owner_along(tmp_path):
    fill(tmp_path, ["Ada.json", "Аda.json", "Иван Ivanov.json", "李明 Li.json", "Ω-team.json"])
    fit, refused = found(tmp_path)
    assert set(fit.values()) == {"Ada", "Иван Ivanov", "李明 Li", "Ω-team"}
    assert list(refused) == ["Аda.json"]


def test_long_names_are_compared_whole_and_shortened_where_shown(tmp_path):
    ones = [f"introduction-to-learning-assignment-3-of-{name}.json" for name in ("ada", "bob")]
    fit, refused = found(fill(tmp_path, ones))
    assert not refused
    ada, bob = names.shortened(fit.values())
    assert len(ada) == names.MAX_NAME_LENGTH
    assert ada.endswith("3-of-ada")
    assert bob.endswith("3-of-bob")
    same = "a" * 30 + "{}" + "b" * 30
    assert names.shortened([same.format(1), same.format(2)])[1].endswith(" #2")
    assert names.shortened(["short", "short"]) == ["short", "short #2"]


def test_numbers_come_from_the_list_or_from_moodle(tmp_path):
    fill(tmp_path, ["a.json", "Jo_77_assignsubmission_file_/b.json", "c.json"])
    (tmp_path / "names.csv").write_text("Datei;Name;Nummer\na.json;Ada;4711\n", encoding="utf-8")
    found = submissions.collect(tmp_path)
    assert [(one.name, one.number, one.participant, one.any_number) for one in found] == [
        *(("Jo", "", "77", "77"), ("Ada", "4711", "", "4711"), ("c", "", "", "")),
    ]


def test_a_program_is_not_run_and_what_to_ask_for_is_said(tmp_path):
    (tmp_path / "Ada.py").write_text("raise SystemExit('it was run')")
    fit, refused = found(tmp_path)
    assert not fit
    assert (
        'Ask for them: "Please run python -m tttlearn hand-in Ada.py and send' in refused["Ada.py"]
    )


def test_a_saved_learner_takes_part_and_a_damaged_one_does_not(tmp_path):
    learner = ttt.TDLearner(seed=0)
    learner.learn(100)
    ttt.save(learner, tmp_path / "Ada.npz")
    (tmp_path / "Ben.npz").write_bytes((tmp_path / "Ada.npz").read_bytes()[:999])
    ttt.save(ttt.TDLearner(rules=ttt.boards(rows=2, columns=2, k=2)), tmp_path / "Cem.npz")
    np.savez(tmp_path / "Dea.npz", **{"../about": np.zeros(3)})
    ada, *others = submissions.collect(tmp_path)
    assert (ada.player.policy == learner.policy).all()
    for one in others:
        assert one.refused.startswith("it holds no learner that can play: ")
        assert str(tmp_path) not in one.refused


def zipped(path, files, **more):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = more.get(name, 0) << 16
            packed.writestr(info, content, zipfile.ZIP_DEFLATED)
    return path


@pytest.mark.parametrize("around", ["", "hand-ins/"])
def test_a_zip_is_read_as_it_was_downloaded(tmp_path, around):
    files = {
        "Ada_1_assignsubmission_file_/a.json": ANSWERS,
        "Ben_2_assignsubmission_file_/b.py": b"",
    }
    files |= {"names.csv": b"Ada_1_assignsubmission_file_,Ada L.,12\n", "__MACOSX/x": b""}
    fit, refused = found(zipped(tmp_path / "class.zip", {around + k: v for k, v in files.items()}))
    assert fit == {"Ada_1_assignsubmission_file_/a.json": "Ada L."}
    assert list(refused) == ["Ben_2_assignsubmission_file_/b.py"]


def test_a_zip_that_a_student_made_is_opened_as_a_folder(tmp_path):
    zipped(tmp_path / "Ada.zip", {"mine/a.json": ANSWERS, "mine/a.py": b"", "__MACOSX/x": b""})
    for name in ("Ben", "Cem_3_assignsubmission_file_"):
        (tmp_path / name).mkdir()
        zipped(tmp_path / name / "work.ZIP", {"me.json": ANSWERS})
    zipped(tmp_path / "Dea_4_assignsubmission_file_all.zip", {"a.json": ANSWERS, "b.json": ANSWERS})
    zipped(tmp_path / "Eve.zip", {})
    zipped(tmp_path / "Fay.zip", {"bomb.json": b"0" * (received.MAX_BYTES + 1)})
    (tmp_path / "Gus.zip").write_bytes(b"PK")
    fit, refused = found(tmp_path)
    assert fit == {
        "Ada.zip/a.json": "Ada",
        "Ben/me.json": "Ben",
        "Cem_3_assignsubmission_file_/me.json": "Cem",
    }
    moodles = refused.pop("Dea_4_assignsubmission_file_all.zip")
    assert moodles == "there are 2 files in its folder (a.json, b.json): leave one"
    assert [*refused] == ["Eve.zip", "Fay.zip", "Gus.zip"]
    assert {why.partition(",")[0] for why in refused.values()} == {
        "it is a zip that cannot be opened"
    }


def test_a_zip_cannot_fill_the_memory_nor_lead_elsewhere(tmp_path):
    files = {
        "bomb.json": b"0" * (received.MAX_BYTES + 1),
        "../../away.json": ANSWERS,
        "/root.json": ANSWERS,
        "link.json": b"/etc/passwd",
        "C:\\dir\\w.json": ANSWERS,
    }
    path = zipped(tmp_path / "class.zip", files, **{"link.json": stat.S_IFLNK | 0o777})
    fit, refused = found(path)
    assert set(fit.values()) == {"away", "root"}
    assert refused["bomb.json"] == "it is larger than 16 MB"
    assert refused["link.json"] == "it is a link or a device, not a file"
    assert [one.name for one in tmp_path.iterdir()] == ["class.zip"]


def test_a_zip_that_says_less_than_it_holds_is_read_no_further(tmp_path):
    path = zipped(tmp_path / "class.zip", {"bomb.json": b"0" * (received.MAX_BYTES + 100)})
    content = bytearray(path.read_bytes())
    said = (received.MAX_BYTES + 100).to_bytes(4, "little")
    for _ in range(2):  # in the file's own head and in the list at the end
        at = content.index(said)
        content[at : at + 4] = (100).to_bytes(4, "little")
    path.write_bytes(content)
    _, refused = found(path)
    assert refused["bomb.json"]


PARTS = st.sampled_from(["..", ".", "/", "\\", "a", "b.json", "c.py", "names.csv", " ", "\n", "\0"])


@given(st.lists(st.lists(PARTS | st.text(max_size=5), max_size=6).map("".join), max_size=5))
def test_whatever_the_names_in_a_zip_it_is_read_or_refused(tmp_path_factory, all_names):
    path = tmp_path_factory.mktemp("zip") / "class.zip"
    with zipfile.ZipFile(path, "w") as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for name in all_names:
            packed.writestr(name.partition("\0")[0] or "x", ANSWERS)
    with suppress(ValueError):  # no file at all, or a names.csv that is none
        found(path)


def test_a_damaged_zip_is_told(tmp_path):
    path = zipped(tmp_path / "class.zip", {"a.json": ANSWERS})
    content = path.read_bytes()
    path.write_bytes(content.replace(b"PK\x01\x02", b"PK\x09\x09"))
    with pytest.raises(ValueError, match="is damaged"):
        submissions.collect(path)
    path.write_bytes(content[:40] + b"\0\0\0" + content[43:])
    (one,) = submissions.collect(path)
    assert one.refused.startswith("it cannot be read (")


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes")
def test_pipes_are_not_waited_for(tmp_path):
    for name in ("Ada.json", "Ben.json", "names.csv"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "Ben.py").write_text("")
    with pytest.raises(ValueError, match=r"names\.csv: it is a link or a device, not a file"):
        submissions.collect(tmp_path)
    (tmp_path / "names.csv").unlink()
    assert {one.file for one in submissions.collect(tmp_path) if one.refused} == {
        *("Ada.json", "Ben.json", "Ben.py")
    }


def test_too_many_files_are_no_class(tmp_path):
    path = zipped(
        tmp_path / "class.zip", {f"{k}.json": b"" for k in range(submissions.MAX_FILES + 1)}
    )
    with pytest.raises(ValueError, match="5,000 are the most"):
        submissions.collect(path)
    with pytest.raises(ValueError, match="there is no file in"):
        submissions.collect(zipped(tmp_path / "empty.zip", {}))


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_a_name_that_is_not_utf_8_is_shown_as_far_as_it_can_be(tmp_path):
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/Ad\xe4.json")).write_bytes(ANSWERS)
    fit, _ = found(tmp_path)
    assert list(fit.values()) == ["Ad?"]
