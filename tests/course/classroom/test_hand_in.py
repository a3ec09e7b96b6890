"""`hand_in`: what somebody has written becomes a file of answers, on their own computer."""

import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tttlearn as ttt
from tttlearn.__main__ import main
from tttlearn.course.classroom import example
from tttlearn.evaluation.any_player import ReadPlayer
from tttlearn.game.rules import LEGAL, N_STATES, UNDECIDED
from tttlearn.players.answers import AnswersError, read_answers, write_answers

FIRST = "def act(board, side):\n    return board.index('.')\n"


def first(state):
    return np.flatnonzero(LEGAL[state])[0]


def policy_of_first():
    policy = np.zeros((N_STATES, 9))
    policy[UNDECIDED, [first(state) for state in UNDECIDED]] = 1
    return policy


def read(path):
    return read_answers(path.read_bytes())[1]


def test_whatever_plays_so_has_the_same_answers(tmp_path):
    policy = policy_of_first()
    for player in (first, policy, ttt.PolicyPlayer(policy, "p")):
        written = read(ttt.hand_in(player, tmp_path / "ada.json"))
        assert (written.policy == policy).all()
        assert (written.name, written.is_estimate, dict(written.faults)) == ("ada", False, {})


def test_the_example_needs_nothing_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("ada.py").write_text(Path(example.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["hand-in", "ada.py"]) == 0
    assert capsys.readouterr().out.startswith("Written: ada.json, the answers of ada.py in 4,520")
    policy = read(Path("ada.json")).policy
    for state in UNDECIDED[::50]:
        board = "".join(".XO"[digit] for digit in ttt.CELLS[state])
        assert policy[state, example.act(board, "X" if ttt.TURN[state] == 1 else "O")] == 1


def test_chances_are_kept_exactly(tmp_path):
    mine = ttt.random_policy().copy()
    mine[0] = [0.75, 0, 0, 0, 0.25, 0, 0, 0, 0]
    written = read(ttt.hand_in(mine, tmp_path / "ada.json"))
    assert (written.policy == mine).all()
    assert not written.is_estimate


def test_who_plays_by_chance_is_an_estimate_and_stays_one(tmp_path, capsys):
    def by_chance(state, rng):
        return rng.choice(np.flatnonzero(LEGAL[state]))

    path = ttt.hand_in(by_chance, tmp_path / "ada.json", asks=2)
    assert "Its answers vary: it was asked 2 times" in capsys.readouterr().out
    assert (read(path).asks, read(path).is_estimate) == (2, True)
    assert "Estimated: it was asked 2 times" in ttt.judge(str(path)).text()


def test_an_answer_that_is_not_legal_is_told_and_loses(tmp_path, capsys):
    path = ttt.hand_in(lambda state: 4 if state == 1 else first(state), tmp_path / "ada.json")
    assert "no legal answer" not in capsys.readouterr().out
    path = ttt.hand_in(lambda state: 0 if state == 1 else first(state), tmp_path / "ada.json")
    said = capsys.readouterr().out
    assert "no legal answer in 1 position, and loses; here it answered A1, which is taken:" in said
    assert read(path).policy[1].sum() == 0
    with pytest.raises(ValueError, match=r"no legal answer in 1 of 4,520 positions; in state 1,"):
        ttt.policy_of(str(path))


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda state: None, "answered None, as a function does that returns nothing"),
        (4, "4 is no player: a player is a policy, anything that has a policy, a name"),
    ],
)
def test_what_cannot_play_is_not_written(tmp_path, player, words):
    with pytest.raises(ValueError, match=words):
        ttt.hand_in(player, tmp_path / "ada.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ada.py", "the file holds answers, as ada.json, not ada.py"),
        ("none/ada.json", "there is no folder"),
        ("minimax.json", "a house player is called minimax"),
        ("Аda.json", "mixes Latin and Cyrillic letters"),
        ("essay.json", "essay.json is there already, with something else"),
    ],
)
def test_names_that_would_be_refused_or_lose_something(tmp_path, name, words):
    (tmp_path / "essay.json").write_text("my own work")
    with pytest.raises(ValueError, match=words):
        ttt.hand_in(ttt.minimax_policy(), tmp_path / name)
    assert (tmp_path / "essay.json").read_text() == "my own work"


PROGRAMS = {
    "two.py": (FIRST + "class Agent:\n    def get_move(self, board):\n        return 0\n",
               "two.py has several players, act and Agent: say two.py:NAME"),
    "helper.py": ("def free(board):\n    return board.index('.')\n",
                  "helper.py has no player; it has free: say helper.py:NAME"),
    "data.py": ("open('q.json')\n" + FIRST, "a file beside the program is found with pathlib.Path"),
    "ada.py.txt": (FIRST, "ada.py.txt is a text to this computer: rename it to ada.py"),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_of_programs_without_one_player_the_cure_is_said(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    text, words = PROGRAMS[name]
    Path(name).write_text(text)
    assert main(["hand-in", name, "--out", "ada.json"]) == 1
    assert words in capsys.readouterr().err
    assert not Path("ada.json").exists()
    sys.modules.pop(Path(name).stem, None)


def test_a_folder_of_programs_gets_answers_each_in_its_own_process(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "class"
    (folder / "Ben").mkdir(parents=True)
    (folder / "ada.py").write_text(FIRST)
    (folder / "Ben/mine.py").write_text("import os\nos._exit(3)\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert main(["hand-in", str(folder)]) == 1
    assert "This runs 2 programs of others" in capsys.readouterr().out
    assert not (folder / "ada.json").exists()
    assert main(["hand-in", str(folder), "--yes"]) == 1
    said = capsys.readouterr().out
    assert re.search(r"ada.py: Written: ada.json", said)
    assert re.search(r"mine.py: it ended with status 3", said)
    assert said.endswith("1 of 2 have answers now.\n")
    assert (read(folder / "ada.json").policy == policy_of_first()).all()


class TestReading:
    """A file of answers may come from a stranger: it is read whole or refused, and never runs."""

    SOUND = write_answers(ReadPlayer(policy_of_first(), "ada"), "ada")

    def changed(self, **parts):
        return json.dumps(json.loads(self.SOUND) | parts).encode()

    @pytest.mark.parametrize(
        "content",
        [
            b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000,
            SOUND[:500], b"x" * (5 << 20),
        ],
    )  # fmt: skip
    def test_what_is_no_file_of_answers_is_refused(self, content):
        with pytest.raises(AnswersError):
            read_answers(content)

    @pytest.mark.parametrize(
        "parts",
        [
            {"answers": [0] * 4520}, {"answers": []}, {"answers": 7}, {"answers": [[]] * 4520},
            {"answers": [float("nan")] * 4520}, {"answers": [10**400] * 4520},
            {"answers": [{"0": float("inf")}] * 4520}, {"answers": [{"9": 1}] * 4520},
            {"answers": [{"0": True}] * 4520}, {"answers": [True] * 4520},
            {"answers": [{"0": 0.6, "1": 0.6}] * 4520}, {"answers": [{"0": -1}] * 4520},
            {"name": 3}, {"name": None}, {"asks": -1}, {"asks": True}, {"asks": 10**400},
            {"game": "4 x 3, 3 in a row"}, {"fingerprint": ""}, {"format": "tttlearn answers 2"},
            {"format": 1}, {"format": "tttlearn learner 2"},
        ],
    )  # fmt: skip
    def test_each_part_is_checked(self, parts):
        with pytest.raises(AnswersError):
            read_answers(self.changed(**parts))

    def test_names_are_made_fit_for_a_terminal(self):
        name, _ = read_answers(self.changed(name="\x1b[2J<b>Ada</b>\n\u202e"))
        assert name == "?[2J<b>Ada</b> ?"

    @given(st.binary(max_size=300), st.integers(0, len(SOUND)), st.integers(0, 300))
    def test_whatever_is_changed_in_it_it_is_refused_or_says_the_same(self, put, at, without):
        content = self.SOUND[:at] + put + self.SOUND[at + without :]
        try:
            _, player = read_answers(content)
        except AnswersError:
            return
        assert (player.policy == policy_of_first()).all()
