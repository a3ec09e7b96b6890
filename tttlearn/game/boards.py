"""Marks in a row on a board: the `Rules` of any such game small enough for tables.

    connect = boards(rows=4, columns=3, k=3, falling=True)
    connect.next[connect.start]     # the states after each move, -1 where there is no such move
    print(connect.show(connect.start))

`boards` makes the rules of k marks in a row on a board of up to twelve cells, on which a mark is
put into a free cell or, `falling`, into a column. A state is the board in base 3: cell `a` has
weight 3**a, a free one the digit 0, X 1, O 2, cells row by row from the top left.
"""

from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from tttlearn.game.drawings import parse_marks
from tttlearn.game.sound import refuse, sound_table
from tttlearn.game.tables import O, Rules, X, fixed, unchecked
from tttlearn.support.arguments import true_or_false, whole

MARKS = {X: 1, O: 2}  # the base-3 digit that a side writes
SIGNS = ".XO"  # by digit
MOST_CELLS = 12
"""The most cells of a board: its tables have 3**cells codes."""
MOST_STATES = 3**MOST_CELLS
"""The states of the largest of these boards."""
LETTERS = "ABCDEFGHIJKL"
"""The names of the columns."""


@dataclass(frozen=True, eq=False, repr=False)
class BoardRules(Rules):
    """The Rules of marks on a board, which can be drawn: as text, in pictures, in a notebook.

    `rows`, `columns`: its size; `lines` (number, k): the k cells in a row that make a line;
    `falling`: whether an action is a column, in which a mark falls to the lowest free cell, or a
    cell; `cells` (S, rows * columns) int64: what is on each, 0 nothing, 1 X, 2 O.

    A variant is made with `dataclasses.replace`, as when a line loses:
    `replace(TICTACTOE, winner=-TICTACTOE.winner, name="misere")`. Only the tables say who has won;
    a line is a line. If a variant keeps the name of other tables, it is called a variant of them.
    """

    rows: int = 3
    columns: int = 3
    k: int = 3
    lines: np.ndarray = field(default=None)
    falling: bool = False
    cells: np.ndarray = field(default=None)

    def __post_init__(self):
        super().__post_init__()
        _check_moves(self)
        family = self._family()
        if family and self.name == family.name and self._unlike(family):
            object.__setattr__(self, "name", f"a variant of {self.name}")

    def _checked(self):
        size = {name: whole(getattr(self, name), name, 1) for name in ("rows", "columns", "k")}
        checked, n = {**super()._checked(), **size}, size["rows"] * size["columns"]
        states, actions = checked["next"].shape
        falling = true_or_false(self.falling, "falling")
        if actions != (self.columns if falling else n):
            each = f"{self.columns} columns" if falling else f"{self.rows} x {self.columns} cells"
            raise ValueError(f"next has an action for each of {each}, not {actions} actions")
        lines = sound_table(self.lines, "lines", np.int64, (None, None), (0, n - 1))
        cells = sound_table(self.cells, "cells", np.int64, (states, n), (0, 2))
        return {**checked, "falling": falling, "lines": lines, "cells": cells}

    def __reduce__(self):
        # As what it is made from and what differs: a table of half a million states is
        # quicker made than sent.
        family = self._family()
        if family is None:
            return super().__reduce__()
        unlike = {part: getattr(self, part) for part in self._unlike(family)}
        return _again, (type(self), self.settings, unlike)

    @property
    def settings(self):
        """What `boards` makes the board of this size from: a dict of rows, columns, k, falling."""
        names = "rows", "columns", "k", "falling"
        return {name: getattr(self, name) for name in names}

    @cached_property
    def is_of_family(self):
        """Whether this is what `boards` makes from its settings, and no variant of it."""
        family = self._family()
        return bool(family) and not self._unlike(family)

    def _family(self):
        """What `boards` makes from its settings; None if that is nothing."""
        try:
            return boards(**self.settings)
        except ValueError:
            return None

    def _unlike(self, other):
        """The names of the parts in which another board differs."""
        ours, theirs = self.parts, other.parts
        return [n for n in ours if n not in theirs or not _same(ours[n], theirs[n])]

    @property
    def n_cells(self):
        """The number of cells of the board."""
        return self.rows * self.columns

    @cached_property
    def ply(self):
        """(S,) int64: the number of marks on the board."""
        return fixed((self.cells != 0).sum(1))

    @cached_property
    def cell_names(self):
        """The names of the cells: the letter of the column and the number of the row, A1 first."""
        return tuple(f"{c}{r + 1}" for r in range(self.rows) for c in LETTERS[: self.columns])

    @cached_property
    def action_names(self):
        """The names of the actions: those of the cells or, if marks fall, of the columns."""
        return tuple(LETTERS[: self.columns]) if self.falling else self.cell_names

    def landing(self, state):
        """(A,) int: the cell that the mark of each action fills, -1 where not legal."""
        after = self.cells[self.next[self.check_one_state(state)]]
        cell = (after != self.cells[state]).argmax(1)
        return np.where(self.legal[state], cell, -1)

    def free_cells(self, state):
        """(action, its free cell), by action: the cell in which a number about the action is shown.

        If marks fall, the cell that the next one fills; none once the game is over. A
        cell in which no game ever has a mark is a hole in the board, and not free.
        """
        landing = self.landing(state)
        if not self.falling and (landing < 0).all():  # the cells are still there when it is over
            landing = np.where((self.cells[state] == 0) & self._used, np.arange(self.n_cells), -1)
        return [(action, cell) for action, cell in enumerate(landing.tolist()) if cell >= 0]

    @cached_property
    def _used(self):
        """(n_cells,) bool: which cells have a mark in some position of a game."""
        return self.cells[self.reachable].any(0)

    @cached_property
    def lines_win(self):
        """Whether lines of a side's marks win in all positions, and a side puts its own mark."""
        reached = np.flatnonzero(self.reachable)
        _, won = _marks(self.cells[reached], self.lines)
        state, action = np.nonzero(self.legal & self.reachable[:, None])
        mark = (self.cells[self.next[state, action]] - self.cells[state]).sum(1)
        its_own = mark == np.where(self.turn[state] == X, MARKS[X], MARKS[O])
        wins = won[X].astype(int) - won[O] == self.winner[reached]
        return bool(wins.all() and its_own.all())

    def winning_lines(self, state):
        """The complete lines on the board, tuples of cells; one move of X can complete two."""
        cells = self.cells[self.check_one_state(state)]
        marks = cells[self.lines]
        complete = (marks == marks[:, :1]).all(1) & (marks[:, 0] != 0)
        return tuple(map(tuple, self.lines[complete].tolist()))

    def show(self, state):
        """The board as lines of text, such as "X . .\\n. O .\\n. . ."; `parse` turns it back."""
        marks = [SIGNS[digit] for digit in self.cells[self.check_one_state(state)]]
        lines = np.reshape(marks, (self.rows, self.columns))
        return "\n".join(" ".join(line) for line in lines)

    def parse(self, text):
        """The state of a board: drawn as text, row by row, or its marks in a list or an array.

        In a text the marks are X, O and `.`, `_` or `-`; white space, `|` and `/` between them are
        skipped. A drawing has a line for each row with `|` between the cells, where a blank or a
        number is an empty cell, and lines of `-`, `=` and `+` between the rows are skipped. In a
        list, flat or of rows, 0, "", " " and None are empty cells, too, 1 is X, and 2 or -1 is O.
        Any board may be written down, even one that no game reaches. Raises ValueError if it is not
        one mark for each cell.
        """
        marks = parse_marks(text, self.rows, self.columns)
        return sum(mark * 3**a for a, mark in enumerate(marks))

    @property
    def _actions_are(self):
        first, last = self.action_names[0], self.action_names[-1]
        return f"{self._an_action} is a number 0..{self.n_actions - 1} or a name {first}..{last}"

    @property
    def action_word(self):
        """What an action is called in sentences."""
        return "column" if self.falling else "cell"

    @property
    def _an_action(self):
        return f"a {self.action_word}"

    def _why_illegal(self, state, action):
        if self.terminal[state]:
            return "the game is over"
        if self.turn[state] == 0:
            return "the marks on this board cannot come from taking turns"
        return super()._why_illegal(state, action)

    def shut(self, state, action):
        """Why an action is not legal in a state where others may be, in a word or two."""
        cells = slice(action, None, self.columns) if self.falling else [action]
        if (self.cells[state, cells] == 0).any():
            return super().shut(state, action)
        return "full" if self.falling else "taken"


def boards(*, rows, columns, k, falling=False):
    """The Rules of k in a row on a board of rows x columns, always the same object.

    `falling`: a mark falls to the lowest free cell of a column. Raises ValueError for a board of
    more than 12 cells, for a k that fits into no row, column or diagonal, and for another `falling`
    than True or False.
    """
    rows, columns = whole(rows, "rows", 1), whole(columns, "columns", 1)
    k, n = whole(k, "k", 1), rows * columns
    if n > MOST_CELLS:
        raise ValueError(
            f"a board has at most {MOST_CELLS} cells, not {rows} x {columns} = {n}; "
            "tree search plays larger games: see ttt.LargeRules"
        )
    if k > max(rows, columns):
        raise ValueError(f"{k} in a row fit nowhere on a board of {rows} x {columns}")
    return _board(rows, columns, k, true_or_false(falling, "falling"))


@cache
def _board(rows, columns, k, falling):
    """As `boards`, for checked numbers, and cached however they were given."""
    n = rows * columns
    weights = 3 ** np.arange(n)
    cells = np.arange(3**n)[:, None] // weights % 3
    lines = _lines(rows, columns, k)
    count, won = _marks(cells, lines)
    turn = np.select([count[X] == count[O], count[X] == count[O] + 1], [X, O], 0)
    terminal = won[X] | won[O] | (count[X] + count[O] == n)
    following = _following(cells, weights, turn, terminal, (rows, columns), falling)
    maps = _symmetries(rows, columns, falling)
    images = np.stack([cells @ weights[cell_map] for cell_map in maps], axis=1).astype(np.int32)
    name = f"{k} in a row on {rows} x {columns}{', falling' * falling}"
    return unchecked(
        BoardRules,
        name="tic-tac-toe" if name == "3 in a row on 3 x 3" else name,
        next=following,
        winner=won[X].astype(int) - won[O].astype(int),
        terminal=terminal,
        turn=turn,
        start=0,
        images=images,
        action_maps=maps[:, :columns] % columns if falling else maps,
        rows=rows,
        columns=columns,
        k=k,
        lines=lines,
        falling=falling,
        cells=cells,
    )


def _marks(cells, lines):
    """By side: how many marks each code has (S,), and whether one of the lines is complete."""
    count, won = {}, {}
    for side, mark in MARKS.items():
        has = (cells == mark).T.copy()  # cell by cell, which is faster for half a million codes
        count[side] = has.sum(0)
        won[side] = np.any([has[line].all(0) for line in lines], axis=0)
    return count, won


def _again(kind, settings, unlike):
    """A board again, from its settings and the parts that `boards` would make differently."""
    family = boards(**settings)
    if kind is BoardRules and not unlike:
        return family
    return unchecked(kind, **{**family.parts, **unlike})


def _same(one, other):
    """Whether two parts of rules are equal, arrays or not."""
    return one is other or np.array_equal(one, other)


def _check_moves(board):
    """ValueError unless each move of a game puts one mark into a free cell, that of the action."""
    states = board.undecided
    for action in range(board.n_actions):
        legal = states[board.legal[states, action]]
        before, after = board.cells[legal], board.cells[board.next[legal, action]]
        cell = (after != before).argmax(1)
        is_there = cell % board.columns == action if board.falling else cell == action
        free = before[np.arange(len(legal)), cell] == 0
        wrong = np.zeros(board.n_states, dtype=bool)
        wrong[legal] = ((after != before).sum(1) != 1) | ~is_there | ~free
        refuse(board, wrong, f"has a move {action} that is no mark in its free {board.action_word}")


def _lines(rows, columns, k):
    """(number, k): every k cells in a row, row by row from the top left, rows first."""
    board = np.arange(rows * columns).reshape(rows, columns)
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r in range(rows):
            for c in range(columns):
                end = r + (k - 1) * down, c + (k - 1) * right
                if end[0] < rows and 0 <= end[1] < columns:
                    lines.append([board[r + i * down, c + i * right] for i in range(k)])
    return np.unique(np.array(lines), axis=0) if k == 1 else np.array(lines)


def _following(cells, weights, turn, terminal, shape, falling):
    """(S, A) int32: the codes after each action, -1 where it is not legal."""
    free = (cells == 0) & ~terminal[:, None] & (turn != 0)[:, None]
    digit = np.where(turn == X, MARKS[X], MARKS[O])
    after = np.arange(len(cells))[:, None] + digit[:, None] * weights
    if falling:
        rows, columns = shape
        lowest = rows - 1 - free.reshape(-1, rows, columns)[:, ::-1].argmax(1)
        cell = lowest * columns + np.arange(columns)
        free, after = np.take_along_axis(free, cell, 1), np.take_along_axis(after, cell, 1)
    return np.where(free, after, -1).astype(np.int32)


def _symmetries(rows, columns, falling):
    """(G, cells): the cell to which each symmetry takes each cell; the first moves nothing.

    A falling board has only its mirror image, left and right.
    """
    board = np.arange(rows * columns).reshape(rows, columns)
    if falling:
        images = [board, board[:, ::-1]]
    else:
        shapes = (board, board.T) if rows == columns else (board, board[:, ::-1])
        turns = range(4) if rows == columns else (0, 2)
        images = [np.rot90(shape, turn) for shape in shapes for turn in turns]
    maps = [np.argsort(image.ravel()) for image in images]
    return np.array(list(dict.fromkeys(tuple(map(int, one)) for one in maps)))
