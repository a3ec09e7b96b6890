"""What tic-tac-toe is: the state code, the tables of the rules, and boards as text.

A state is one integer. The nine cells are numbered row by row,

     0 | 1 | 2
    ---+---+---        a cell is 0 when empty, 1 for X, 2 for O,
     3 | 4 | 5         and cell `a` is the base-3 digit with weight 3**a.
    ---+---+---
     6 | 7 | 8

so that the board X at 0, O at 4 is 1 * 3**0 + 2 * 3**4 = 163. The empty board is 0 and X moves
first. One integer is a dictionary key, an array index, or an entry of an array of a million states.

Every question about the rules is answered once, as a table over all 3**9 = 19,683 codes: `LEGAL`,
`NEXT`, `TERMINAL`, `WINNER`, `TURN`, `REACHABLE`, `CANONICAL`. They are those of `TICTACTOE`, which
holds them as one value; the functions here also take another game. The tables are read-only, and
their numbers wide integers, so that sums of them never overflow. Whether a game is over and who won
are two questions with two tables.
"""

import numpy as np

from tttlearn.game.boards import boards
from tttlearn.game.large import LargeRules
from tttlearn.game.tables import Rules
from tttlearn.support.arguments import shown

TICTACTOE = boards(rows=3, columns=3, k=3)
"""The Rules of tic-tac-toe: the game that is meant if none is named."""

START = TICTACTOE.start
"""The empty board."""
N_STATES = TICTACTOE.n_states
LINES = tuple(map(tuple, TICTACTOE.lines.tolist()))
"""The eight lines of three cells."""
CELLS = TICTACTOE.cells
"""(19683, 9) int64: the nine digits of each code, 0 empty, 1 X, 2 O."""

TURN = TICTACTOE.turn
"""(19683,) int64: +1 X to move, -1 O to move, 0 if no taking of turns leads to these marks."""
WINNER = TICTACTOE.winner
"""(19683,) int64: +1 X has a line, -1 O has, 0 nobody (or, on impossible boards, both)."""
TERMINAL = TICTACTOE.terminal
"""(19683,) bool: a line is complete or the board is full."""
LEGAL = TICTACTOE.legal
"""(19683, 9) bool: the cells that the side to move may take."""
NEXT = TICTACTOE.next
"""(19683, 9) int32: the state after each legal move, -1 elsewhere."""
PLY = TICTACTOE.ply
"""(19683,) int64: the number of marks on the board, which is the number of moves made."""
LAYERS = TICTACTOE.layers
"""The reachable states by number of marks, ten sorted arrays: a move leads to the next one."""
REACHABLE = TICTACTOE.reachable
"""(19683,) bool: some game, played by the rules from the empty board, gets there."""
UNDECIDED = TICTACTOE.undecided
"""(4520,) the reachable states in which somebody is to move, ascending."""

ACTION_MAPS = TICTACTOE.action_maps
"""(8, 9): `ACTION_MAPS[g, a]` is the cell to which symmetry g takes cell a; g = 0: to itself."""
IMAGES = TICTACTOE.images
"""(19683, 8) int32: the images of each code under the 8 symmetries, in the order of ACTION_MAPS."""
CANONICAL = TICTACTOE.canonical
"""(19683,) int32: the smallest code among the 8 images, the same for all boards that look alike."""


def check_rules(rules, large=False):
    """The rules of a game, unchanged; ValueError for anything else.

    `large`: whether LargeRules, which have no tables, are accepted, too.
    """
    if isinstance(rules, Rules) or (large and isinstance(rules, LargeRules)):
        return rules
    if isinstance(rules, LargeRules):
        raise ValueError(
            f"{rules.name} is a large game, which has no tables: tree search plays it, as "
            "MCTS(1000, rules=...); all else needs a smaller game, such as ttt.boards makes"
        )
    said = "rules are those of a game, such as ttt.TICTACTOE or ttt.boards(rows=3, columns=4, k=3)"
    said += " or ttt.LargeRules" * large
    if isinstance(rules, np.ndarray) or hasattr(rules, "policy") or hasattr(rules, "act"):
        raise ValueError(
            f"{said}, not a second policy or player: ttt.outcome(x, o) lets two policies meet"
        )
    raise ValueError(f"{said}, not {shown(rules)}")


def next_state(state, action, rules=TICTACTOE):
    """The state after the side to move takes the action, in tic-tac-toe a cell.

    Works on one state and action (returns an int) and on arrays of them (returns an int array,
    broadcast). Raises IllegalMoveError, with the board, if a move is not legal.
    """
    return check_rules(rules).next_state(state, action)


def show(state, rules=TICTACTOE):
    """The board as lines of text, which `parse` turns back.

    For tic-tac-toe these are three lines, such as "X . .\\n. O .\\n. . .".
    """
    return check_rules(rules, large=True).show(state)


def parse(text, rules=TICTACTOE):
    """The state code of a board drawn as text, row by row.

    Nine marks: X, O (either case), and `.`, `_` or `-` for an empty cell; white space, `|` and `/`
    between them are skipped, so "X../.O./..." and the output of `show` both work. Any board may be
    written down, even one that no game reaches. Raises ValueError if it is not nine such marks.
    """
    return check_rules(rules).parse(text)


def winning_lines(state, rules=TICTACTOE):
    """The complete lines on the board, tuples of cells; one move of X can complete two."""
    return check_rules(rules).winning_lines(state)


def winning_line(state, rules=TICTACTOE):
    """The first complete line, a tuple of cells, or None."""
    return next(iter(winning_lines(state, rules)), None)


def symmetries(state, rules=TICTACTOE):
    """The images of one state, in tic-tac-toe (8,), or of an array of states, shape (..., 8).

    Image g is what symmetry g makes of the board; `ACTION_MAPS[g]` says where its cells go, so that
    `next_state(symmetries(s)[g], ACTION_MAPS[g, a]) == symmetries(next_state(s, a))[g]`.
    """
    return check_rules(rules).images[rules.check_state(state)]
