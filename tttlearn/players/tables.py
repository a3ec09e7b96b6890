"""Read tables of moves from files: .json, .csv, .npy and .npz; files of answers, too."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np

from tttlearn.evaluation.lookup import MoveTable
from tttlearn.game.tables import Rules
from tttlearn.players.answers import is_answers, read_answers
from tttlearn.support.arguments import shown

ENDINGS = ".json", ".csv", ".npy", ".pkl", ".pickle"
"""Endings of files that `read_table` reads, or refuses with an explanation."""


def read_table(path: Path, rules: Rules) -> Any:
    """Read a file of moves.

    Parameters
    ----------
    path : Path
        A .json file with an object from boards to moves, or a file of answers, which `hand_in`
        writes; a .csv file with a board and its move in each line, under a line of names; or a .npy
        or .npz file with one array: a policy (S, A), or (S,) the action in each state.
    rules : Rules
        Rules of the game.

    Returns
    -------
    MoveTable, ndarray of shape (S, A), or ReadPlayer
        The moves, the policy, or the player of a file of answers.

    Raises
    ------
    ValueError
        If it is none of these.
    """
    if path.suffix in (".pkl", ".pickle"):
        raise ValueError(
            f"{path.name} is a pickle, which runs code when it is read; where it was made, write "
            f"its table as JSON: json.dump({{str(board): move for board, move in table.items()}}, "
            f"open('{path.stem}.json', 'w'))"
        )
    try:
        if path.suffix in (".npy", ".npz"):
            return _of_array(_array(path), rules)
        if is_answers(content := path.read_bytes()):
            return read_answers(content, rules)[1]
        text = content.decode("utf-8")
        moves = json.loads(text) if path.suffix == ".json" else dict(csv.reader(text.splitlines()))
    except (ValueError, UnicodeError, OSError) as error:
        raise ValueError(f"{path.name} is no table of moves: {error}") from None
    if not isinstance(moves, dict):
        raise ValueError(f"{path.name} is no table of moves: it has no move for each board")
    if path.suffix == ".csv":
        moves.pop(next(iter(moves), None), None)  # the line of names
    return MoveTable(moves)


def _array(path: Path) -> np.ndarray:
    """Return the only array of a file."""
    read = np.load(path, allow_pickle=False)
    if isinstance(read, np.ndarray):
        return read
    if len(read.files) != 1:
        raise ValueError(f"it has the arrays {', '.join(read.files)}, and one is asked for")
    return read[read.files[0]]


def _of_array(table: np.ndarray, rules: Rules) -> Any:
    if table.shape == rules.legal.shape:
        return table
    if table.shape == (rules.n_states,) and table.dtype.kind in "iu":
        return MoveTable(dict(enumerate(table.tolist())))
    shapes = f"{rules.legal.shape}, a policy, or {(rules.n_states,)}, the action in each state"
    raise ValueError(f"its array is {shapes}, in whole numbers, not {shown(table)}")
