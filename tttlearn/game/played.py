"""One game as a record of the cells that were taken, in order.

Cells are 0..8, or names such as "A1": the column letter A, B, C and the row digit 1, 2, 3, so that
A1 is the top left, C1 the top right, A3 the bottom left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, Rules


def cell_name(cell: int | str, rules: Rules = TICTACTOE) -> str:
    """Return the name of a cell or, in another game, of an action.

    Parameters
    ----------
    cell : int or str
        The cell, 0 to 8, or its name.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    str
        "A1" for the top left cell, "C3" for the bottom right one.

    Raises
    ------
    IllegalMoveError
        If there is no such cell or action.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.cell_name(4)
    'B2'
    """
    return check_rules(rules).action_name(cell)


def to_cell(cell: int | str, rules: Rules = TICTACTOE) -> int:
    """Return the cell that a number or a name means or, in another game, the action.

    Parameters
    ----------
    cell : int or str
        The cell, 0 to 8, or its name in either case, such as "b2".
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    int
        The cell, 0 to 8, or the action.

    Raises
    ------
    IllegalMoveError
        If there is no such cell or action.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.to_cell("b2")
    4
    """
    return check_rules(rules).action(cell)


@dataclass
class Game:
    """One game, from its start: `play` and `undo` change it, everything else reads it.

    Attributes
    ----------
    rules : Rules, default TICTACTOE
        The game that is played.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> game = ttt.Game()
    >>> game.play("B2")
    >>> game.play(0)
    >>> print(game)
    O . .
    . X .
    . . .
    """

    rules: Rules = TICTACTOE
    _states: list = field(init=False)
    _actions: list = field(init=False, default_factory=list)

    def __post_init__(self):
        self._states = [check_rules(self.rules).start]

    @property
    def state(self) -> int:
        """Code of the present position."""
        return self._states[-1]

    @property
    def history(self) -> tuple[int, ...]:
        """Cells taken so far, in order."""
        return tuple(self._actions)

    @property
    def states(self) -> tuple[int, ...]:
        """Codes of all positions so far, from the empty board to the present one."""
        return tuple(self._states)

    @property
    def to_move(self) -> int:
        """Side to move: +1 X, -1 O, 0 when the game is over."""
        return 0 if self.is_over else int(self.rules.turn[self.state])

    @property
    def is_over(self) -> bool:
        """Whether a line is complete or the board is full."""
        return bool(self.rules.terminal[self.state])

    @property
    def winner(self) -> int:
        """Winner: +1 X, -1 O, 0 in a draw and as long as the game goes on."""
        return int(self.rules.winner[self.state])

    @property
    def legal_moves(self) -> list[int]:
        """Actions that are legal now, empty when the game is over."""
        return self.rules.actions(self.state)

    def is_legal(self, cell: int | str) -> bool:
        """Return whether a cell may be taken now.

        Parameters
        ----------
        cell : int or str
            The cell, a number or a name.

        Returns
        -------
        bool
            Whether it is legal; False if there is no such cell.
        """
        try:
            return bool(self.rules.legal[self.state, self.rules.action(cell)])
        except IllegalMoveError:
            return False

    def play(self, cell: int | str) -> None:
        """Take a cell for the side to move.

        Parameters
        ----------
        cell : int or str
            The cell, a number or a name.

        Raises
        ------
        IllegalMoveError
            If the cell may not be taken. The message draws the board.
        """
        try:
            action = self.rules.action(cell)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error}; the board is\n{self}") from None
        self._states.append(self.rules.next_state(self.state, action))
        self._actions.append(action)

    def undo(self) -> int:
        """Take back the last move.

        Returns
        -------
        int
            The cell that the move had taken.

        Raises
        ------
        ValueError
            If there is no move to take back.
        """
        if not self._actions:
            raise ValueError("there is no move to undo: the board is empty")
        self._states.pop()
        return self._actions.pop()

    def __str__(self):
        return self.rules.show(self.state)
