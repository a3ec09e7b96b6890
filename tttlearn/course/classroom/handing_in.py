"""Write a player's answers to a file for the class tournament, on the computer of its author."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from subprocess import TimeoutExpired, run
from typing import Any

from tttlearn.course.classroom import names
from tttlearn.course.classroom.contest import HOUSE
from tttlearn.course.classroom.mistakes import positions
from tttlearn.evaluation.any_player import read_player
from tttlearn.game.rules import TICTACTOE, UNDECIDED
from tttlearn.players.answers import is_answers, write_answers
from tttlearn.support import arguments
from tttlearn.support.files import write_atomically
from tttlearn.support.text import one_line

FILE_SECONDS = 600
"""Time limit for the program in a file to answer in all positions."""


def hand_in(
    player: Any,
    path: str | os.PathLike,
    *,
    board: Any = None,
    cells: Any = None,
    view: str | None = None,
    values: str | None = None,
    asks: int | None = None,
    seed: int = 0,
) -> Path:
    """Write a player's answers to a file that the class tournament takes.

    The player is asked on the computer of its author, in all 4,520 positions in which a game can
    continue. The file holds its answers, and no code.

    Parameters
    ----------
    player : object
        What `ttt.policy_of` takes. Where it has no legal answer it loses; the first such position
        is printed.
    path : path
        Name of the file, which ends in .json; without the ending it is the name in the tournament.
    board, cells, view, values, asks, seed : optional
        As for `ttt.policy_of`.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    ValueError
        As `ttt.policy_of` does; for a name that the tournament would refuse, for a player without a
        legal answer anywhere, and where something else is already.
    """
    path = arguments.path(path, "path")
    _check_path(path)
    form = {"board": board, "cells": cells, "view": view, "values": values}
    read = read_player(player, TICTACTOE, **form, asks=asks, seed=seed)
    if not read.policy[UNDECIDED].any():
        state, fault = next(iter(read.faults.items()))
        raise ValueError(f"{read.name} has no legal answer in any position: in {state} it {fault}")
    write_atomically(path, write_answers(read, path.stem))
    print("\n".join(_summary(path, read)))
    return path


def _summary(path, read):
    """Yield the lines that the author reads."""
    how = "" if read.is_plain or not read.form else f", as {read.form}"
    yield f"Written: {path.name}, the answers of {read.name} in {len(UNDECIDED):,} positions{how}."
    if read.is_estimate:
        yield f"Its answers vary: it was asked {read.asks} times in each position."
    if read.faults:
        state, fault = next(iter(read.faults.items()))
        lacking = positions(len(read.faults))
        yield f"It has no legal answer in {lacking}, and loses; here it {fault}:"
        yield TICTACTOE.show(state)


def _check_path(path):
    if path.suffix != ".json":
        raise ValueError(f"the file holds answers, as {path.stem or 'ada'}.json, not {path.name}")
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent} to write {path.name} in")
    if path.stem in HOUSE:
        raise ValueError(f"a house player is called {path.stem}: take your own name")
    if alphabets := names.mixed(path.stem):
        raise ValueError(f"a word of {path.stem!r} mixes {alphabets} letters: use one alphabet")
    if path.exists() and not is_answers(path.read_bytes()):
        raise ValueError(f"{path.name} is there already, with something else: take another name")


def programs(folder):
    """Return the Paths of programs without answers in a folder and in the folders in it."""
    paths = sorted([*Path(folder).glob("*.py"), *Path(folder).glob("*/*.py")])
    return [path for path in paths if path.is_file() and not _has_answers(path)]


def _has_answers(program):
    path = program.with_suffix(".json")
    return path.is_file() and is_answers(path.read_bytes())


def hand_in_file(path):
    """Turn the program in a file into a file of answers beside it, in a process of its own.

    Returns the program's message, one line, and whether it succeeded.
    """
    command = [sys.executable, "-m", "tttlearn", "hand-in", path.name]
    try:
        done = run(command, cwd=path.parent, capture_output=True, text=True, errors="replace",
                   timeout=FILE_SECONDS, check=False)  # fmt: skip
    except TimeoutExpired:
        return f"it took more than {FILE_SECONDS / 60:g} minutes", False
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    return one_line(
        lines[0] if lines else f"it ended with status {done.returncode}"
    ), not done.returncode
