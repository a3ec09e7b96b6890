"""One game as a record: which cells were taken, in order, and everything that follows from that.

Cells are 0..8, or names such as "A1": the column letter A, B, C and the row digit 1, 2, 3, so that
A1 is the top left, C1 the top right, A3 the bottom left.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from operator import index

from tttlearn.game.rules import (
    LEGAL,
    NEXT,
    START,
    TERMINAL,
    TURN,
    WINNER,
    IllegalMoveError,
    next_state,
    show,
)
from tttlearn.support.arguments import shown

CELL_NAMES = tuple(column + row for row in "123" for column in "ABC")


def cell_name(cell):
    """The name of a cell 0..8, "A1" to "C3"."""
    return CELL_NAMES[to_cell(cell)]


def to_cell(cell):
    """The cell 0..8 that an int or a name such as "b2" means; IllegalMoveError for all else."""
    if isinstance(cell, str) and cell.strip().upper() in CELL_NAMES:
        return CELL_NAMES.index(cell.strip().upper())
    # index() takes the ints of Python and NumPy and no float; a bool is an int to Python alone.
    with suppress(TypeError):
        if not isinstance(cell, bool) and 0 <= index(cell) <= 8:
            return index(cell)
    raise IllegalMoveError(f"a cell is a number 0..8 or a name A1..C3, not {shown(cell)}")


@dataclass
class Game:
    """A game from the empty board: `play` and `undo` change it, everything else reads it.

    >>> game = Game()
    >>> game.play("B2"); game.play(0)
    >>> print(game)
    O . .
    . X .
    . . .
    """

    _states: list = field(default_factory=lambda: [START])
    _actions: list = field(default_factory=list)

    @property
    def state(self):
        """The state code of the board now."""
        return self._states[-1]

    @property
    def history(self):
        """The cells taken so far, in order, a tuple of ints."""
        return tuple(self._actions)

    @property
    def states(self):
        """The state codes of the boards so far, from the empty one to that of now, a tuple."""
        return tuple(self._states)

    @property
    def to_move(self):
        """+1 when X is to move, -1 when O is, 0 when the game is over."""
        return 0 if self.is_over else int(TURN[self.state])

    @property
    def is_over(self):
        """Whether a line is complete or the board is full."""
        return bool(TERMINAL[self.state])

    @property
    def winner(self):
        """+1 when X has won, -1 when O has, 0 when nobody has (yet, or in a draw)."""
        return int(WINNER[self.state])

    @property
    def legal_moves(self):
        """The cells that may be taken now, a list of ints; empty when the game is over."""
        return [cell for cell in range(9) if LEGAL[self.state, cell]]

    def is_legal(self, cell):
        """Whether `cell`, a number or a name, may be taken now; False for what is no cell."""
        try:
            return bool(NEXT[self.state, to_cell(cell)] >= 0)
        except IllegalMoveError:
            return False

    def play(self, cell):
        """The side to move takes `cell`; IllegalMoveError, with the board, when it may not."""
        try:
            action = to_cell(cell)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error}; the board is\n{self}") from None
        self._states.append(next_state(self.state, action))
        self._actions.append(action)

    def undo(self):
        """Take the last move back and return its cell; ValueError when there is none."""
        if not self._actions:
            raise ValueError("there is no move to undo: the board is empty")
        self._states.pop()
        return self._actions.pop()

    def __str__(self):
        return show(self.state)
