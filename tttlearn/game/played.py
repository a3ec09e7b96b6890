"""One game as a record: which cells were taken, in order, and what follows from that.

Cells are 0..8, or names such as "A1": the column letter A, B, C and the row digit 1, 2, 3, so that
A1 is the top left, C1 the top right, A3 the bottom left.
"""

from dataclasses import dataclass, field

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, Rules


def cell_name(cell, rules=TICTACTOE):
    """The name of a cell 0..8, "A1" to "C3", or of another game's action."""
    return check_rules(rules).action_name(cell)


def to_cell(cell, rules=TICTACTOE):
    """The cell 0..8 that an int or a name such as "b2" means; IllegalMoveError for anything else.

    In another game: the action that a number or a name means.
    """
    return check_rules(rules).action(cell)


@dataclass
class Game:
    """A game from its start: `play` and `undo` change it, everything else reads it.

    >>> game = Game()
    >>> game.play("B2"); game.play(0)
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
    def state(self):
        """The state code of the board now."""
        return self._states[-1]

    @property
    def history(self):
        """The cells taken so far, in order, a tuple of ints."""
        return tuple(self._actions)

    @property
    def states(self):
        """The state codes of the boards so far, from the empty one to the present one, a tuple."""
        return tuple(self._states)

    @property
    def to_move(self):
        """+1 when X is to move, -1 when O is, 0 when the game is over."""
        return 0 if self.is_over else int(self.rules.turn[self.state])

    @property
    def is_over(self):
        """Whether a line is complete or the board is full."""
        return bool(self.rules.terminal[self.state])

    @property
    def winner(self):
        """+1 when X has won, -1 when O has, 0 when nobody has (yet, or in a draw)."""
        return int(self.rules.winner[self.state])

    @property
    def legal_moves(self):
        """The actions that may be taken now, a list of ints; empty when the game is over."""
        return self.rules.actions(self.state)

    def is_legal(self, cell):
        """Whether `cell`, a number or a name, may be taken now; False if it is no cell."""
        try:
            return bool(self.rules.legal[self.state, self.rules.action(cell)])
        except IllegalMoveError:
            return False

    def play(self, cell):
        """The side to move takes `cell`; IllegalMoveError, with the board, if it may not."""
        try:
            action = self.rules.action(cell)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"{error}; the board is\n{self}") from None
        self._states.append(self.rules.next_state(self.state, action))
        self._actions.append(action)

    def undo(self):
        """Take the last move back and return its cell; ValueError if there is none."""
        if not self._actions:
            raise ValueError("there is no move to undo: the board is empty")
        self._states.pop()
        return self._actions.pop()

    def __str__(self):
        return self.rules.show(self.state)
