"""Tables as players: a dict, or a row for each state, that is asked like a program."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Hashable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from tttlearn.evaluation.conventions import leaves


class MoveTable:
    """Table from boards to moves as a program: `choose(board)` looks the board up.

    Parameters
    ----------
    moves : Mapping
        A move for each board, or a value for each of its moves. A board is the number of its state,
        a text, or a list, tuple or array of signs, nested or not; as a text it may also be one of
        these as Python writes them, since JSON and CSV have only texts for keys.

    Attributes
    ----------
    name : str
        Name of the player.
    moves : dict
        The same table with the keys in one form.
    """

    name = "the player's table"

    def __init__(self, moves: Mapping) -> None:
        self.moves = {_key(board): move for board, move in moves.items()}

    def __deepcopy__(self, memo: dict) -> MoveTable:
        """Return the table itself: a look-up changes nothing, and copying takes long."""
        return self

    def choose(self, board: Any) -> Any:
        """Return the move for a board.

        Parameters
        ----------
        board : int or iterable
            The number of a state, or the signs of a board that is not nested.

        Returns
        -------
        object
            The move, or the values of its moves.

        Raises
        ------
        KeyError
            If the board is not in the table.
        """
        key = board if isinstance(board, int) else tuple(board)
        if key not in self.moves:
            raise KeyError(f"{str(board)[:60]!r} is not in the table")
        return self.moves[key]


def _key(board: Any) -> Hashable:
    """Return the same key for all ways to write a board with these signs."""
    if isinstance(board, str) and board.strip()[:1] in ("[", "("):
        with suppress(SyntaxError, ValueError):
            board = literal_eval(board.strip())
    if isinstance(board, str) and board.isdecimal() and len(board) < 9:
        board = int(board)
    if isinstance(board, (int, np.integer)):
        return int(board)
    return tuple(leaves(board))
