"""Provide Connect Four, 6 x 7: as the package documents it, and slow and obvious."""

from functools import cache
from textwrap import dedent

from tests.aids.games import SlowBoard
from tttlearn.game import large

SLOW = SlowBoard(6, 7, 4, falling=True)


@cache
def connect_four():
    """Return the LargeRules of the module's docstring, by running its example; compiled once."""
    lines = large.__doc__.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("    START"))
    last = next(i for i, line in enumerate(lines) if line.startswith("    connect_four"))
    names = {"LargeRules": large.LargeRules}
    exec(dedent("\n".join(lines[first : last + 1])), names)
    return names["connect_four"]


def state_of(board):
    """Return the state, by its definition, of a board that is a list of rows."""
    state = 0
    for column in range(7):
        stones = [row[column] for row in reversed(board) if row[column] != "."]
        bits = [stone == "X" for stone in stones] + [True]
        state += sum(1 << 7 * column + place for place, bit in enumerate(bits) if bit)
    return state + (1 << 49) * (SLOW.turn(board) == -1)


def board_of(text):
    """Return a board of rows such as "..XOO..", the lowest last; rows above may be left out."""
    rows = [list(row) for row in text.split("/")]
    return [["."] * 7 for _ in range(6 - len(rows))] + rows


class InLists:
    """Slow game with the functions that `plain_search` needs."""

    moves = staticmethod(lambda board: sorted(SLOW.moves(board)))
    after = staticmethod(lambda board, column: SLOW.moves(board)[column])
    mover = staticmethod(lambda board: "X" if SLOW.turn(board) == 1 else "O")
    is_over = staticmethod(lambda board: not SLOW.moves(board))
    result = staticmethod(SLOW.winner)
