"""Reading boards: from a line of text, a drawing, or a list or an array of marks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from tttlearn.support.arguments import shown

TEXT_MARKS = {".": 0, "_": 0, "-": 0, "X": 1, "O": 2}
"""Digit of each sign in a text."""
LISTED_MARKS = TEXT_MARKS | {"": 0, 0: 0, None: 0, 1: 1, 2: 2, -1: 2}
"""Digit of each entry of a list."""
SEPARATOR = re.compile(r"[-=+─━┼\s]*|[\s|]*(?:[-=]{2,}[\s|]*)+")
"""A line between two rows of a drawing."""


def parse_marks(board: Any, rows: int, columns: int) -> list[int]:
    """Return the marks of a board row by row.

    Parameters
    ----------
    board : str, list, tuple or numpy.ndarray
        The board, see `BoardRules.parse`.
    rows, columns : int
        Size of the board.

    Returns
    -------
    list of int
        A mark for each cell: 0 empty, 1 X, 2 O.

    Raises
    ------
    ValueError
        If the board does not have exactly one mark for each cell.
    """
    if isinstance(board, str):
        cells = _drawn(board, columns)
        if cells is None:
            cells = [mark for mark in board if not (mark.isspace() or mark in "|/")]
        known = TEXT_MARKS
    elif isinstance(board, (list, tuple, np.ndarray)):
        cells, known = _listed(board, rows, columns), LISTED_MARKS
    else:
        raise ValueError(f"a board to parse is text such as {_example(rows, columns)}, or a list "
                         f"of marks, not {shown(board)}")  # fmt: skip
    marks = [_mark(cell, known) for cell in cells]
    wrong = [cell for cell, mark in zip(cells, marks, strict=True) if mark is None]
    if wrong or len(marks) != rows * columns:
        few = f"it has {len(marks)} marks, not {rows * columns}"
        problem = f"{shown(wrong[0])} is no mark" if wrong else few
        given = f"{board!r:.200}" if isinstance(board, str) else shown(board)
        raise ValueError(
            f"{problem}; write a board as {rows * columns} of X O . such as "
            f"{_example(rows, columns)}: {given}"
        )
    return marks


def _mark(cell: Any, known: dict) -> int | None:
    """Return the mark of a cell, or None if the content is not a mark."""
    if isinstance(cell, str):
        cell = cell.strip().upper()
    if isinstance(cell, (bool, list, dict)):
        return None
    return known.get(cell)


def _drawn(text: str, columns: int) -> list[str] | None:
    """Return the cells of a drawing, or None if the text is not one.

    A drawing has lines with as many cells as columns between upright strokes. A cell that is blank
    or has its number is returned as ".".
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2 or not any("|" in line for line in lines):
        return None
    cells = []
    for line in lines:
        parts = [part.strip() for part in line.split("|")]
        if SEPARATOR.fullmatch(line):
            continue
        if len(parts) == columns + 2 and parts[0] == parts[-1] == "":
            parts = parts[1:-1]
        if len(parts) != columns or any(len(part) > 1 for part in parts):
            return None
        cells += ["." if not part or part.isdecimal() else part for part in parts]
    return cells


def _listed(board: Any, rows: int, columns: int) -> list:
    """Return the cells of a flat or nested list; any other shape is returned as it is."""
    given = [part.tolist() if isinstance(part, np.ndarray) else part for part in board]
    if len(given) == rows and all(isinstance(part, (list, tuple, str)) for part in given):
        lengths = {len(part) for part in given}
        if lengths == {columns}:
            return [cell for part in given for cell in part]
    return given


def _example(rows: int, columns: int) -> str:
    return "/".join(["X" + "." * (columns - 1), *["." * columns] * (rows - 1)])
