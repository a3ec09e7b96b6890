"""What tic-tac-toe is: the state code, the tables of the rules, and boards as text.

A state is one integer. The nine cells are numbered row by row,

     0 | 1 | 2
    ---+---+---        a cell is 0 when empty, 1 for X, 2 for O,
     3 | 4 | 5         and cell `a` is the base-3 digit with weight 3**a.
    ---+---+---
     6 | 7 | 8

so that the board X at 0, O at 4 is 1 * 3**0 + 2 * 3**4 = 163. The empty board is 0 and X moves
first. One integer is dictionary key, array index and entry of an array of a million states at once.
The tables hold wide integers, so that calculating with their entries never overflows.

Every question about the rules is answered once, here, as a table over all 3**9 = 19,683 codes:
`LEGAL`, `NEXT`, `TERMINAL`, `WINNER`, `TURN`, `REACHABLE`, `CANONICAL`. The tables are read-only,
and their numbers wide integers, so that sums of them never overflow. Whether a game is over and who
won are two questions with two tables.
"""

import numpy as np

START = 0
"""The empty board."""
N_STATES = 3**9
X, O = 1, -1  # the two sides, as values to X
SIDES = {"X": X, "O": O}
MARKS = {X: 1, O: 2}  # the base-3 digit that a side writes

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The eight lines of three cells."""

WEIGHTS = 3 ** np.arange(9)
CELLS = np.arange(N_STATES)[:, None] // WEIGHTS % 3
"""(19683, 9) int64: the nine digits of each code, 0 empty, 1 X, 2 O."""


class IllegalMoveError(ValueError):
    """A move to a cell that is taken, or not on the board, or after the end of the game."""


def _rule_tables():
    n_x, n_o = (CELLS == 1).sum(1), (CELLS == 2).sum(1)
    has_x = (CELLS[:, LINES] == 1).all(2).any(1)
    has_o = (CELLS[:, LINES] == 2).all(2).any(1)
    turn = np.select([n_x == n_o, n_x == n_o + 1], [X, O], 0)
    winner = has_x.astype(int) - has_o.astype(int)
    terminal = has_x | has_o | (n_x + n_o == 9)
    legal = (CELLS == 0) & ~terminal[:, None] & (turn != 0)[:, None]
    digit = np.where(turn == X, MARKS[X], MARKS[O])
    after = np.arange(N_STATES)[:, None] + digit[:, None] * WEIGHTS
    following = np.where(legal, after, -1).astype(np.int32)
    return turn, winner, terminal, legal, following


TURN, WINNER, TERMINAL, LEGAL, NEXT = _rule_tables()
"""TURN (19683,) int64: +1 X to move, -1 O to move, 0 when the marks cannot be counted out in turns.
WINNER (19683,) int64: +1 X has a line, -1 O has, 0 nobody (or, on impossible boards, both).
TERMINAL (19683,) bool: a line is complete or the board is full.
LEGAL (19683, 9) bool: the cells that the side to move may take.
NEXT (19683, 9) int32: the state after each legal move, -1 elsewhere."""

PLY = (CELLS != 0).sum(1)
"""(19683,) int64: the number of marks on the board, which is the number of moves made."""


def _layers():
    """The reachable states by number of marks, each layer sorted: a move leads to the next one."""
    layers = [np.array([START])]
    while True:
        following = np.unique(NEXT[layers[-1]])
        following = following[following >= 0]
        if not following.size:
            return tuple(layers)
        layers.append(following)


LAYERS = _layers()
REACHABLE = np.zeros(N_STATES, dtype=bool)
"""(19683,) bool: some game, played by the rules from the empty board, gets there."""
REACHABLE[np.concatenate(LAYERS)] = True
UNDECIDED = np.flatnonzero(REACHABLE & ~TERMINAL)
"""(4520,) the reachable states in which somebody is to move, ascending."""


def _symmetry_maps():
    """(8, 9): row g says to which cell symmetry g takes each cell; row 0 is the identity."""
    square = np.arange(9).reshape(3, 3)
    squares = [np.rot90(s, k) for s in (square, square.T) for k in range(4)]
    return np.array([np.argsort(s.ravel()) for s in squares])


ACTION_MAPS = _symmetry_maps()
"""(8, 9): `ACTION_MAPS[g, a]` is the cell to which symmetry g takes cell a; g = 0: to itself."""
IMAGES = (CELLS @ WEIGHTS[ACTION_MAPS].T).astype(np.int32)
"""(19683, 8) int32: the images of each code under the 8 symmetries, in the order of ACTION_MAPS."""
CANONICAL = IMAGES.min(1)
"""(19683,) int32: the smallest code among the 8 images, the same for all boards that look alike."""


def fixed(array):
    """The array itself, from now on read-only: what many share, nobody changes."""
    array.setflags(write=False)
    return array


for _table in (
    *(WEIGHTS, CELLS, TURN, WINNER, TERMINAL, LEGAL, NEXT, PLY, REACHABLE, UNDECIDED, *LAYERS),
    *(ACTION_MAPS, IMAGES, CANONICAL),
):
    fixed(_table)


def side_name(side):
    """ "X" for +1 and "O" for -1."""
    return "X" if side == X else "O"


def check_state(state):
    """The state code(s) as given, an int or an int array; ValueError if one is not in 0..19682."""
    codes = np.asarray(state)
    if codes.dtype.kind not in "iu":
        raise ValueError(f"a state is an integer code 0..{N_STATES - 1}, not {state!r}")
    if codes.size and (codes.min() < 0 or codes.max() >= N_STATES):
        wrong = codes[(codes < 0) | (codes >= N_STATES)].flat[0]
        raise ValueError(f"state code {wrong} is outside 0..{N_STATES - 1}")
    return state


def check_one_state(state):
    """The state code as given; ValueError when it is not one code 0..19682, or is many."""
    if np.ndim(state):
        raise ValueError(f"one state is asked for here, a code 0..{N_STATES - 1}, not {state!r}")
    return check_state(state)


def next_state(state, action):
    """The state after the side to move takes cell `action`.

    Works on one state and action (returns an int) and on arrays of them (returns an int array,
    broadcast). Raises IllegalMoveError, with the board, when a move is not legal.
    """
    states, actions = np.broadcast_arrays(check_state(state), _check_cell(action))
    after = NEXT[states, actions]
    if (after < 0).any():
        first = np.unravel_index(np.argmin(after), after.shape)
        raise IllegalMoveError(_why_illegal(int(states[first]), int(actions[first])))
    return int(after) if after.ndim == 0 else after


def _check_cell(action):
    cells = np.asarray(action)
    if cells.dtype.kind not in "iu" or (cells.size and (cells.min() < 0 or cells.max() > 8)):
        raise IllegalMoveError(f"an action is a cell 0..8, not {action!r}")
    return cells


def _why_illegal(state, action):
    if TERMINAL[state]:
        reason = "the game is over"
    elif CELLS[state, action]:
        reason = f"cell {action} is taken"
    else:
        reason = "the marks on this board cannot come from taking turns"
    return f"{reason}; the board is\n{show(state)}"


def show(state):
    """The board as three lines of text, such as "X . .\\n. O .\\n. . ."; `parse` turns it back."""
    marks = [".XO"[digit] for digit in CELLS[check_one_state(state)]]
    return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


def parse(text):
    """The state code of a board drawn as text, row by row.

    Nine marks: X, O (either case), and `.`, `_` or `-` for an empty cell; white space, `|` and `/`
    between them are skipped, so "X../.O./..." and the output of `show` both work. Any board may be
    written down, also one that no game reaches. Raises ValueError when it is not nine such marks.
    """
    if not isinstance(text, str):
        raise ValueError(f"a board to parse is text such as X../.O./..., not {text!r}")
    marks = [mark for mark in text.upper() if not (mark.isspace() or mark in "|/")]
    wrong = [mark for mark in marks if mark not in "XO._-"]
    if wrong or len(marks) != 9:
        problem = f"{wrong[0]!r} is no mark" if wrong else f"{len(marks)} marks, not 9"
        raise ValueError(f"{problem}; write a board as nine of X O . such as X../.O./...: {text!r}")
    digits = {"X": 1, "O": 2}
    return sum(digits.get(mark, 0) * 3**a for a, mark in enumerate(marks))


def winning_lines(state):
    """The complete lines on the board, triples of cells; one move of X can complete two."""
    cells = CELLS[check_one_state(state)]
    return tuple(
        line for line in LINES if cells[line[0]] and len({cells[cell] for cell in line}) == 1
    )


def winning_line(state):
    """The first complete line, a triple of cells, or None."""
    return next(iter(winning_lines(state)), None)


def symmetries(state):
    """The 8 images of one state, shape (8,), or of an array of states, shape (..., 8).

    Image g is what symmetry g makes of the board; `ACTION_MAPS[g]` says where its cells go, so that
    `next_state(symmetries(s)[g], ACTION_MAPS[g, a]) == symmetries(next_state(s, a))[g]`.
    """
    return IMAGES[check_state(state)]
