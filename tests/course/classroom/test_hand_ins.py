"""Hand-ins as they come: folders, Moodle's names, a list of names, names that look alike."""

import os
import re
from threading import Event

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.course.classroom import leaderboard, names, submissions
from tttlearn.course.classroom.readout import read_out
from tttlearn.course.classroom.regulations import Limits
from tttlearn.game.rules import LEGAL, N_STATES, UNDECIDED

FIRST = "def act(board, side, rng):\n    return board.index('.')\n"


def fill(folder, files, content=FIRST):
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def found(folder, taken=()):
    """{file: name} of those that take part, {file: reason} of the others."""
    ones = submissions.collect(folder, taken)
    fit = {one.file: one.name for one in ones if not one.refused}
    refused = {one.file: one.refused for one in ones if one.refused}
    assert len(fit) + len(refused) == len({one.file for one in ones})
    return fit, refused


def test_a_folder_for_each_student(tmp_path):
    fill(tmp_path, ["Ada/player.py", "Ben/player.npz", "Cem/__pycache__/x.pyc", "Cem/me.py"])
    fill(tmp_path, ["Dea/.DS_Store", "Dea/player.py", "Eve.py", "__MACOSX/x.py"])
    fit, refused = found(tmp_path)
    assert not refused
    assert fit == {
        "Ada/player.py": "Ada",
        "Ben/player.npz": "Ben",
        "Cem/me.py": "Cem",
        "Dea/player.py": "Dea",
        "Eve.py": "Eve",
    }


def test_a_folder_holds_one_file_and_no_folder(tmp_path):
    fill(tmp_path, ["Ada/a.py", "Ada/b.py", "Ben/code/a.py", "Cem/essay.pdf", "Eve/e.py"])
    fill(tmp_path, ["Fay/10_mine.ipynb"])
    (tmp_path / "Dea").mkdir()
    fit, refused = found(tmp_path)
    assert list(fit) == ["Eve/e.py"]
    assert refused == {
        "Ada": "there are 2 files in its folder (a.py, b.py): leave one",
        "Ben/code": "there is a folder in its folder: put the file into the first",
        "Cem/essay.pdf": "it is neither a .py nor a .npz file",
        "Dea": "its folder is empty",
        "Fay/10_mine.ipynb": "this is a notebook: export it as Python (in JupyterLab: File, Save "
        "and Export Notebook As, Executable Script), or write the player with "
        'ttt.hand_in(mine, "ada.py")',
    }


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_in_a_folder_or_to_one_is_not_followed(tmp_path):
    fill(tmp_path, ["away/secret.py", "class/Ada.py"])
    (tmp_path / "class/Eve").symlink_to(tmp_path / "away")
    fill(tmp_path, ["class/Mallory/x"])
    (tmp_path / "class/Mallory/x").unlink()
    (tmp_path / "class/Mallory/x.py").symlink_to(tmp_path / "away/secret.py")
    fit, refused = found(tmp_path / "class")
    assert list(fit) == ["Ada.py"]
    assert set(refused.values()) == {"it is a link or a device, not a file"}


def test_names_from_moodle_flat_and_in_folders(tmp_path):
    flat = "Hannah Müller_1234508_assignsubmission_file_my_player.py"
    fill(tmp_path, [flat, "Ada Smith-Jones_77_assignsubmission_file_/player.py"])
    fill(tmp_path, ["Jo_1_assignsubmission_file/p.py", "Jo_2_assignsubmission_file/p.py"])
    fit, refused = found(tmp_path)
    assert not refused
    assert sorted(fit.values()) == ["Ada Smith-Jones", "Hannah Müller", "Jo (1)", "Jo (2)"]


def test_two_flat_files_of_one_student_are_named(tmp_path):
    fill(tmp_path, [f"Jo_1_assignsubmission_file_{name}.py" for name in "ab"])
    fit, refused = found(tmp_path)
    assert not fit
    reason = refused["Jo_1_assignsubmission_file_a.py"]
    assert reason == "Jo handed in Jo_1_assignsubmission_file_b.py, too: leave one"


@pytest.mark.parametrize(
    "text",
    [
        "file,name\na.py,Ada Lovelace\nBen,Ben Ö.\n",
        "\ufeffa.py;Ada Lovelace\r\n\r\nBen;Ben O\u0308.\r\n",
    ],
)
def test_a_list_gives_names_and_who_did_not_hand_in(tmp_path, text):
    fill(tmp_path, ["a.py", "Ben/x.py", "c.py"])
    separator = ";" if ";" in text else ","
    (tmp_path / "names.csv").write_text(f"{text}gone.py{separator}Gone\n", encoding="utf-8")
    fit, refused = found(tmp_path)
    assert fit == {"a.py": "Ada Lovelace", "Ben/x.py": "Ben Ö.", "c.py": "c"}
    assert refused == {"gone.py": "it is in names.csv, but was not handed in"}


def test_what_a_list_says_has_no_hold_on_the_terminal(tmp_path):
    fill(tmp_path, ["a.py"])
    (tmp_path / "names.csv").write_text("a.py,\x1b[2JAda\n\x1b[2Jgone.py,Gone\n")
    fit, refused = found(tmp_path)
    assert (list(fit.values()), list(refused)) == (["?[2JAda"], ["?[2Jgone.py"])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a.py,Ada\nb.py\n", "names.csv, line 2: a line is a file and a name, not ['b.py']"),
        (b"a.py,\n", "names.csv, line 1: a line is a file and a name, not"),
        (b"a.py,Ada\na.py,Ben\n", "names.csv, line 2: 'a.py' has a name already"),
        (b"a.py,Ad\xe4\n", "names.csv is not UTF-8"),
        pytest.param(b"a.py," + b"A" * 200_000, "names.csv is no CSV: field larger", id="huge"),
    ],
)
def test_a_list_that_cannot_be_read_is_an_error(tmp_path, content, words):
    fill(tmp_path, ["a.py"])
    (tmp_path / "names.csv").write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(words)):
        submissions.collect(tmp_path)


@pytest.mark.parametrize(
    ("ones", "reason"),
    [
        (["minimax .py"], "the house player minimax has the same name"),
        (["MiniMax.py"], "the house player minimax has the same name"),
        (["ｍｉｎｉｍａｘ.py"], "the house player minimax has the same name"),
        (["mіnіmax.py"], "a word of its name mixes Latin and Cyrillic letters"),
        (["1evel-5.py"], "the house player level-5 has a name that looks the same"),
        (["Jos\u00e9.py", "jose\u0301.py"], "has the same name"),
        (["Ida.py", "lda.py"], "has a name that looks the same"),
        (["сора.py", "copa.py"], "has a name that looks the same"),
        (["a\u200bb.py", "a\u200cb.py"], "has the same name"),
        ([" .py"], "it has no name"),
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
    fill(tmp_path, ["Ada.py", "Аda.py", "Иван Ivanov.py", "李明 Li.py", "Ω-team.py"])
    fit, refused = found(tmp_path)
    assert set(fit.values()) == {"Ada", "Иван Ivanov", "李明 Li", "Ω-team"}
    assert list(refused) == ["Аda.py"]


def test_long_names_are_compared_whole_and_shortened_where_shown(tmp_path):
    ones = [f"introduction-to-learning-assignment-3-of-{name}.py" for name in ("ada", "bob")]
    fit, refused = found(fill(tmp_path, ones))
    assert not refused
    ada, bob = names.shortened(fit.values())
    assert len(ada) == names.LONGEST
    assert ada.endswith("3-of-ada")
    assert bob.endswith("3-of-bob")
    same = "a" * 30 + "{}" + "b" * 30
    assert names.shortened([same.format(1), same.format(2)])[1].endswith(" #2")
    assert names.shortened(["short", "short"]) == ["short", "short #2"]


class TestHandIn:
    """`hand_in`: what is written in a lesson becomes a file that the tournament takes."""

    def read(self, path):
        (one,) = [one for one in submissions.collect(path.parent) if one.file == path.name]
        return read_out(one, Limits(asks=6), Event(), walled=False)

    def test_functions_of_both_forms_policies_and_players_become_the_same(self, tmp_path):
        def first(state):
            return np.flatnonzero(LEGAL[state])[0]

        def with_rng(state, rng):
            return float(first(state))

        class Player:
            def act(self, state, rng):
                return int(first(state))

        policy = np.zeros((N_STATES, 9))
        policy[UNDECIDED, [first(state) for state in UNDECIDED]] = 1
        wanted = policy[UNDECIDED].tolist()
        texts = set()
        for k, mine in enumerate(
            (first, with_rng, Player(), policy, ttt.PolicyPlayer(policy, "p"))
        ):
            path = ttt.hand_in(mine, tmp_path / f"mine{k}.py")
            texts.add(path.read_text().partition('"""\n\n')[2])
            if k == 0:
                got = self.read(path)
                assert (got.refused, got.faults, got.notes, got.chance) == ("", {}, [], False)
                assert (np.array(got.weights) / np.array(got.asked)[:, None]).tolist() == wanted
        assert len(texts) == 1

    @pytest.mark.usefixtures("here")
    def test_chance_is_kept_by_its_shares(self, tmp_path, capsys):
        mine = ttt.random_policy().copy()
        mine[0] = [0.75, 0, 0, 0, 0.25, 0, 0, 0, 0]
        got = self.read(ttt.hand_in(mine, tmp_path / "mine.py"))
        assert got.chance
        assert "by chance" in capsys.readouterr().out
        shares = np.array(got.weights) / np.array(got.asked)[:, None]
        assert np.abs((shares - mine[UNDECIDED]).mean(0)).max() < 0.02
        assert set(np.flatnonzero(shares[0])) == {0, 4}

    @pytest.mark.usefixtures("here")
    @pytest.mark.parametrize(
        ("mine", "words"),
        [
            (lambda state: 4, r"X to move, it answered B2, which is taken; .*\nO O X\nX X O\n"),
            (lambda state: 9, "X to move, it answered '9', which is no cell"),
            (lambda state: "", "it answered '', which is no cell"),
            (lambda state: None, "answered None, as a function does that returns nothing"),
            (lambda state: 1 / 0, "ZeroDivisionError: division by zero"),
            (lambda: 4, r"is f\(\): a player is f\(position\)"),
            (
                ttt.PolicyPlayer,
                r"PolicyPlayer\(\) raised TypeError: .*; make an object of it first",
            ),
            (np.zeros((3, 3)), "a policy of tic-tac-toe is an array of shape"),
            (
                ttt.MCTS(9, rules=ttt.boards(rows=3, columns=3, k=2)),
                "mcts plays 2 in a row on 3 x 3, not tic-tac-toe",
            ),
            (4, "4 is no player: a player is a policy, anything that has a policy, a name"),
        ],
    )
    def test_what_cannot_play_is_not_written(self, tmp_path, mine, words):
        with pytest.raises(ValueError, match=words):
            ttt.hand_in(mine, tmp_path / "mine.py")
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("mine.npz", "the file is a Python file: mine.py, not mine.npz"),
            ("none/mine.py", "there is no folder"),
            ("minimax.py", "a house player is called minimax"),
            ("Аda.py", "mixes Latin and Cyrillic letters"),
            ("essay.py", "essay.py is there already, with something else"),
        ],
    )
    def test_names_that_would_be_refused_or_lose_something(self, tmp_path, name, words):
        (tmp_path / "essay.py").write_text("my own work")
        with pytest.raises(ValueError, match=words):
            ttt.hand_in(ttt.minimax_policy(), tmp_path / name)
        assert (tmp_path / "essay.py").read_text() == "my own work"

    @pytest.mark.usefixtures("here")
    def test_its_own_file_may_be_written_again(self, tmp_path):
        one = np.zeros((N_STATES, 9))
        one[UNDECIDED, LEGAL[UNDECIDED].argmax(1)] = 1
        path = ttt.hand_in(one, tmp_path / "mine.py")
        before = path.read_text()
        one[0] = np.eye(9)[4]
        assert ttt.hand_in(one, path).read_text() != before


def test_the_matrix_shows_each_score_in_a_colour_with_readable_ink():
    rules = re.findall(
        r"\.c(\d+) \{ background: (#\w{6}); color: (#\w{6}); \}", leaderboard._colours()
    )
    assert [int(shade) for shade, *_ in rules] == list(range(100 // leaderboard.SHADE + 1))
    assert len({paper for _, paper, _ in rules}) == len(rules)
    for _, paper, ink in rules:
        light, dark = sorted((luminance(paper), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, paper


def luminance(colour):
    """The relative luminance of the accessibility guidelines."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return np.dot(linear, (0.2126, 0.7152, 0.0722))
