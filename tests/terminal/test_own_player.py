"""A player in a Python file of one's own, met at the command line."""

import io
import re
from pathlib import Path

import pytest

from tttlearn.__main__ import main
from tttlearn.evaluation import programs

FIRST = """
import numpy as np
import tttlearn as ttt

def player(state):
    return int(np.flatnonzero(ttt.LEGAL[state])[0])

def by_chance(state, rng):
    return rng.choice(np.flatnonzero(ttt.LEGAL[state]))

policy = ttt.minimax_policy()

def taken(state):
    return 4

number = 7
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with a file of players."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(FIRST, encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "wins"), [("mine.py:player", 0.0), ("mine.py", 0.0), ("mine.py:policy", 77.7484)]
)
def test_it_meets_others(name, wins, capsys):
    assert main(["match", "random" if "policy" in name else "minimax-first", name]) == 0
    said = capsys.readouterr().out
    assert f", O: {name}. Exact: no game is sampled.\n" in said
    assert float(re.search(r"O wins +([\d.]+) %", said)[1]) == wins
    assert "its answers vary" not in said


def test_what_is_left_to_chance_is_said(capsys, monkeypatch):
    monkeypatch.setattr(programs, "DEFAULT_ASKS", 3)
    assert main(["match", "mine.py:by_chance", "random", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("(mine.py:by_chance: its answers vary, so it was asked 3 times in each")
    assert 57 < float(re.search(r"X wins +([\d.]+) %", said)[1]) < 60


def test_a_person_plays_against_it(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("5\nquit\n"))
    assert main(["play", "--against", "mine.py:player"]) == 0
    assert "1   O | 2 | 3\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.py:player", "there is no file none.py"),
        (
            "my_library.py:player",
            "there is no file my_library.py: it is made when you first pass an exercise",
        ),
        ("mine.py:nobody", "mine.py has no nobody"),
        (
            "mine.py:number",
            "7 is no player: a player is a policy",
        ),
        ("broken.py:player", "broken.py raised ZeroDivisionError: division by zero"),
        ("worse.py:player", "worse.py raised SyntaxError: "),
    ],
)
def test_what_is_wrong_is_said_in_one_line(name, said, capsys):
    Path("broken.py").write_text("1 / 0", encoding="utf-8")
    Path("worse.py").write_text("def", encoding="utf-8")
    assert main(["match", name, "random"]) == 1
    assert capsys.readouterr().err.startswith(f"tttlearn: {said}")


def test_the_board_is_shown_where_it_takes_no_free_cell(capsys):
    assert main(["match", "mine.py:taken", "random"]) == 1
    assert re.search(
        r"given \d+, . to move, it answered B2, which is taken", capsys.readouterr().err
    )
