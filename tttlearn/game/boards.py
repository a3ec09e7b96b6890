"""Games of marks in a row on a board whose positions fit into memory.

    connect = boards(rows=4, columns=3, k=3, falling=True)
    connect.next[connect.start]     # the states after each move, -1 where there is no such move
    print(connect.show(connect.start))

`boards` makes the rules of k marks in a row on a board. A mark is put into a free cell or, on a
falling board, into a column. Cells are numbered row by row from the top left.

On a board of up to twelve cells a state is the board in base 3: cell `a` has weight 3**a, and its
digit is 0 if it is empty, 1 for X and 2 for O. On a larger one only the positions that games reach
are states, numbered by their marks: see `positions`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property
from string import ascii_uppercase

import numpy as np

from tttlearn.game.drawings import parse_marks
from tttlearn.game.sound import refuse, sound_table
from tttlearn.game.tables import O, Rules, X, fixed, unchecked
from tttlearn.support.arguments import shown, true_or_false, whole

MARKS = {X: 1, O: 2}
"""Base-3 digit of the mark of each side."""
SIGNS = ".XO"
"""Sign of each base-3 digit in text."""
MAX_CELLS = 12
"""Largest number of cells of a board whose states are all 3**cells codes."""
MAX_STATES = 3**MAX_CELLS
"""Number of states of the largest of these boards."""
MAX_KEY_CELLS = 31
"""Largest number of cells of any board: two bits for each fit into a key of 63 bits."""
LETTERS = ascii_uppercase
"""Names of the columns."""


@dataclass(frozen=True, eq=False, repr=False)
class BoardRules(Rules):
    """Rules of marks on a board, which can be drawn as text, in pictures and in a notebook.

    All attributes of `Rules`, and those below. `boards` makes these rules; a variant is made with
    `dataclasses.replace`, as when a line loses: `replace(TICTACTOE, winner=-TICTACTOE.winner,
    name="misere")`.

    Attributes
    ----------
    rows : int, default 3
        Number of rows of the board.
    columns : int, default 3
        Number of columns of the board.
    k : int, default 3
        Number of marks in a row that make a line.
    lines : ndarray of int64, shape (n_lines, k)
        The k cells of each line.
    falling : bool, default False
        Whether an action is a column, in which a mark falls to the lowest free cell. If False, an
        action is a cell.
    cells : ndarray of int64, or int8 if there are `keys`, shape (S, rows * columns)
        Content of each cell in each state: 0 empty, 1 X, 2 O.
    keys : ndarray of int64, shape (S,), or None
        Key of each state on a board of more than 12 cells, see `positions`.

    Raises
    ------
    ValueError
        If the tables do not fit the board, or if a move of a game does anything but put one mark
        into a free cell, the cell of its action.

    Notes
    -----
    Which side has won is read from the table `winner` alone: a complete line need not win. A
    variant that keeps the name of a game with other tables is called a variant of it.
    """

    rows: int = 3
    columns: int = 3
    k: int = 3
    lines: np.ndarray = field(default=None)
    falling: bool = False
    cells: np.ndarray = field(default=None)
    keys: np.ndarray | None = None

    def __post_init__(self):
        super().__post_init__()
        _check_moves(self)
        family = self._family()
        if family and self.name == family.name and self._differing_parts(family):
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
        digits = np.int64 if self.keys is None else np.int8
        board = {"cells": sound_table(self.cells, "cells", digits, (states, n), (0, 2))}
        if self.keys is not None:
            board["keys"] = sound_table(self.keys, "keys", np.int64, (states,))
        return {**checked, "falling": falling, "lines": lines, **board}

    def __reduce__(self):
        # As settings and differences, because making a table of half a million states is quicker
        # than sending it to another process.
        family = self._family()
        if family is None:
            return super().__reduce__()
        differing = {part: getattr(self, part) for part in self._differing_parts(family)}
        return _rebuilt, (type(self), self.settings, differing)

    @property
    def settings(self) -> dict[str, int | bool]:
        """Arguments with which `boards` makes the board of this size: rows, columns, k, falling."""
        names = "rows", "columns", "k", "falling"
        return {name: getattr(self, name) for name in names}

    @cached_property
    def is_of_family(self) -> bool:
        """Whether these rules equal those that `boards` makes from `settings`."""
        family = self._family()
        return bool(family) and not self._differing_parts(family)

    def _family(self):
        """Return the rules that `boards` makes from `settings`, None if it makes none."""
        try:
            return boards(**self.settings)
        except ValueError:
            return None

    def _differing_parts(self, other):
        """Return the names of the parts in which another board differs."""
        ours, theirs = self.parts, other.parts
        return [n for n in ours if n not in theirs or not _is_equal(ours[n], theirs[n])]

    @property
    def is_listed(self) -> bool:
        """Whether states are the positions that games reach, and each move leads to a later one."""
        return self.keys is not None

    @property
    def n_cells(self) -> int:
        """Number of cells of the board."""
        return self.rows * self.columns

    @cached_property
    def ply(self) -> np.ndarray:
        """Number of marks on the board in each state, an int64 array of shape (S,)."""
        return fixed((self.cells != 0).sum(1))

    @cached_property
    def cell_names(self) -> tuple[str, ...]:
        """Names of the cells: the letter of the column and the number of the row, "A1" first."""
        return tuple(f"{c}{r + 1}" for r in range(self.rows) for c in LETTERS[: self.columns])

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """Names of the actions: those of the cells or, if marks fall, of the columns."""
        return tuple(LETTERS[: self.columns]) if self.falling else self.cell_names

    def landing(self, state: int) -> np.ndarray:
        """Return the cell that the mark of each action fills.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        ndarray of int, shape (A,)
            A cell for each action, -1 if the action is not legal.
        """
        after = self.cells[self.next[self.check_one_state(state)]]
        cell = (after != self.cells[state]).argmax(1)
        return np.where(self.legal[state], cell, -1)

    def free_cells(self, state: int) -> list[tuple[int, int]]:
        """Return the cell in which a number about each action can be shown.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        list of tuple (int, int)
            Pairs of an action and its free cell, by action. If marks fall, it is the cell that the
            next mark of the column fills, and the list is empty once the game is over. If they do
            not, a finished game still has its free cells.

        Notes
        -----
        A cell that has no mark in any position of a game is a hole in the board, and is not free.
        """
        landing = self.landing(state)
        if not self.falling and (landing < 0).all():  # show the empty cells of a finished game
            landing = np.where((self.cells[state] == 0) & self._usable, np.arange(self.n_cells), -1)
        return [(action, cell) for action, cell in enumerate(landing.tolist()) if cell >= 0]

    @cached_property
    def _usable(self):
        """Which cells have a mark in some position of a game, a bool array of shape (n_cells,)."""
        return self.cells[self.reachable].any(0)

    @cached_property
    def lines_win(self) -> bool:
        """Whether exactly the complete lines win, and each side puts its own mark, everywhere."""
        reached = np.flatnonzero(self.reachable)
        _, won = _marks(self.cells[reached], self.lines)
        state, action = np.nonzero(self.legal & self.reachable[:, None])
        mark = (self.cells[self.next[state, action]] - self.cells[state]).sum(1)
        its_own = mark == np.where(self.turn[state] == X, MARKS[X], MARKS[O])
        wins = won[X].astype(int) - won[O] == self.winner[reached]
        return bool(wins.all() and its_own.all())

    def winning_lines(self, state: int) -> tuple[tuple[int, ...], ...]:
        """Return the complete lines on the board.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        tuple of tuple of int
            The k cells of each complete line. There can be several, since one move can complete
            two.
        """
        cells = self.cells[self.check_one_state(state)]
        marks = cells[self.lines]
        complete = (marks == marks[:, :1]).all(1) & (marks[:, 0] != 0)
        return tuple(map(tuple, self.lines[complete].tolist()))

    def show(self, state: int) -> str:
        r"""Return the board as text, which `parse` reads.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        str
            A line for each row, such as "X . .\n. O .\n. . .".
        """
        marks = [SIGNS[digit] for digit in self.cells[self.check_one_state(state)]]
        lines = np.reshape(marks, (self.rows, self.columns))
        return "\n".join(" ".join(line) for line in lines)

    def parse(self, text: str | list | tuple | np.ndarray) -> int:
        """Return the state of a board that is drawn as text or given as a list of marks.

        Parameters
        ----------
        text : str, list, tuple or numpy.ndarray
            The board, row by row. In a text the marks are X and O in either case, and `.`, `_` or
            `-` for an empty cell; white space, `|` and `/` between them are skipped. A drawing has
            a line for each row with `|` between the cells, where a blank or a number is an empty
            cell; its lines of `-`, `=` and `+` between the rows are skipped. In a list, flat or of
            rows, 0, "", " " and None are empty cells, too, 1 is X, and 2 or -1 is O.

        Returns
        -------
        int
            Code of the position. Up to 12 cells, any board can be written down, even one that no
            game reaches.

        Raises
        ------
        ValueError
            If the board does not have exactly one mark for each cell or, with more than 12 cells,
            if no game reaches it.
        """
        marks = parse_marks(text, self.rows, self.columns)
        if self.keys is None:
            return sum(mark * 3**a for a, mark in enumerate(marks))
        x, o = (sum((m == MARKS[side]) << a for a, m in enumerate(marks)) for side in (X, O))
        key, ply = x << self.n_cells | o, sum(mark > 0 for mark in marks)
        first, last = np.searchsorted(self.ply, [ply, ply + 1])
        state = int(first + np.searchsorted(self.keys[first:last], key))
        if state == last or self.keys[state] != key:
            raise ValueError(f"no game of {self.name} reaches this board: {shown(text)}")
        return state

    @property
    def _actions_are(self):
        first, last = self.action_names[0], self.action_names[-1]
        return f"{self._an_action} is a number 0..{self.n_actions - 1} or a name {first}..{last}"

    @property
    def action_word(self) -> str:
        """Word for an action in sentences, "column" if marks fall and "cell" otherwise."""
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

    def shut(self, state: int, action: int) -> str:
        """Return why an action is not legal in a state, in a word or two.

        Parameters
        ----------
        state : int
            Code of a position in which other actions may be legal.
        action : int
            The action that is not legal.

        Returns
        -------
        str
            "full", "taken" or "not legal".
        """
        cells = slice(action, None, self.columns) if self.falling else [action]
        if (self.cells[state, cells] == 0).any():
            return super().shut(state, action)
        return "full" if self.falling else "taken"


def boards(*, rows: int, columns: int, k: int, falling: bool = False) -> BoardRules:
    """Return the rules of k in a row on a board.

    Parameters
    ----------
    rows, columns : int
        Size of the board. Of more than 12 cells, only the positions that games reach are states.
    k : int
        Number of marks in a row, a column or a diagonal that wins.
    falling : bool, default False
        Whether a mark falls to the lowest free cell of a column.

    Returns
    -------
    BoardRules
        The rules, always the same object for the same arguments.

    Raises
    ------
    ValueError
        If the positions of the board do not fit into memory, if k marks fit into no row, column or
        diagonal, or if an argument is of another type.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> connect = ttt.boards(rows=3, columns=4, k=3, falling=True)
    >>> connect.name
    '3 in a row on 3 x 4, falling'
    >>> print(connect.show(connect.next_state(connect.start, 1)))
    . . . .
    . . . .
    . X . .
    """
    rows, columns = whole(rows, "rows", 1), whole(columns, "columns", 1)
    k, n = whole(k, "k", 1), rows * columns
    if n > MAX_KEY_CELLS or columns > len(LETTERS):
        most = f"{MAX_KEY_CELLS} cells and {len(LETTERS)} columns"
        raise ValueError(
            f"a board has at most {most}, not {rows} x {columns} = {n} cells; "
            "tree search plays larger games: see ttt.LargeRules"
        )
    if k > max(rows, columns):
        raise ValueError(f"{k} in a row fit nowhere on a board of {rows} x {columns}")
    return _board(rows, columns, k, true_or_false(falling, "falling"))


@cache
def _board(rows, columns, k, falling):
    """Make the rules of a board from checked arguments; cached, whichever way they were given."""
    name = f"{k} in a row on {rows} x {columns}{', falling' * falling}"
    lines, maps = _lines(rows, columns, k), _symmetries(rows, columns, falling)
    action_maps = maps[:, :columns] % columns if falling else maps
    if rows * columns <= MAX_CELLS:
        tables = _tables_of_all_codes(lines, maps, (rows, columns), falling)
    else:
        from tttlearn.game.positions import tables_of_board  # Numba takes time to load

        tables = tables_of_board(name, lines, action_maps, rows * columns)
    return unchecked(
        BoardRules,
        name="tic-tac-toe" if name == "3 in a row on 3 x 3" else name,
        **tables,
        start=0,
        action_maps=action_maps,
        rows=rows,
        columns=columns,
        k=k,
        lines=lines,
        falling=falling,
    )


def _tables_of_all_codes(lines, maps, shape, falling):
    """Return the tables of a board whose states are all codes, by name."""
    n = maps.shape[1]
    weights = 3 ** np.arange(n)
    cells = np.arange(3**n)[:, None] // weights % 3
    count, won = _marks(cells, lines)
    turn = np.select([count[X] == count[O], count[X] == count[O] + 1], [X, O], 0)
    terminal = won[X] | won[O] | (count[X] + count[O] == n)
    return {
        "next": _next_states(cells, weights, turn, terminal, shape, falling),
        "winner": won[X].astype(int) - won[O].astype(int),
        "terminal": terminal,
        "turn": turn,
        "images": np.stack([cells @ weights[to] for to in maps], axis=1).astype(np.int32),
        "cells": cells,
        "keys": None,
    }


def _marks(cells, lines):
    """Count the marks of each side in each code, and tell whether one of its lines is complete."""
    count, won = {}, {}
    for side, mark in MARKS.items():
        has = (cells == mark).T.copy()  # contiguous by cell: faster for half a million codes
        count[side] = has.sum(0)
        won[side] = np.any([has[line].all(0) for line in lines], axis=0)
    return count, won


def _rebuilt(kind, settings, differing):
    """Make a board from its settings and the parts in which it differs from that of `boards`."""
    family = boards(**settings)
    if kind is BoardRules and not differing:
        return family
    return unchecked(kind, **{**family.parts, **differing})


def _is_equal(part, other):
    """Return whether two parts of rules are equal, arrays or not."""
    return part is other or np.array_equal(part, other)


def _check_moves(board):
    """Raise ValueError unless each move puts one mark into a free cell, the cell of its action."""
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
    """Return every k cells in a row, (n_lines, k): rows first, each from the top left."""
    board = np.arange(rows * columns).reshape(rows, columns)
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r in range(rows):
            for c in range(columns):
                end = r + (k - 1) * down, c + (k - 1) * right
                if end[0] < rows and 0 <= end[1] < columns:
                    lines.append([board[r + i * down, c + i * right] for i in range(k)])
    return np.unique(np.array(lines), axis=0) if k == 1 else np.array(lines)


def _next_states(cells, weights, turn, terminal, shape, falling):
    """Return the codes after each action, (S, A) int32, -1 if it is not legal."""
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
    """Return the cell to which each symmetry takes each cell, (G, n_cells).

    The first symmetry is the identity. A falling board has only its mirror image, left and right.
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
