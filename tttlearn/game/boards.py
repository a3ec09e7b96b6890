"""Games as values: the rules of any board that is small enough to be written down, as tables.

    connect = boards(rows=3, columns=4, k=3, falling=True)
    connect.next[connect.start]     # the states after each move, -1 where there is no such move
    print(connect.show(connect.start))

A `Rules` holds all that the exact answers, the learners and the searches need to know of a game.
`boards` makes those of k marks in a row on a board of up to twelve cells, on which a mark is put
into a free cell or, `falling`, into a column. A state is the board in base 3: cell `a` has weight
3**a, a free one the digit 0, X 1, O 2, cells row by row from the top left.
"""

from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from tttlearn.game.rules import MARKS, O, X, fixed
from tttlearn.support.arguments import whole

MOST_CELLS = 12
"""Cells of a board whose 3**cells codes are written down."""


@dataclass(frozen=True, eq=False)
class Rules:
    """A game as its tables over all codes of states, read-only; S states, A actions.

    `next` (S, A) int32: the state after each action, -1 where it is not legal; `winner` (S,): +1 X
    has won, -1 O has, 0 nobody; `terminal` (S,) bool; `turn` (S,): +1 X to move, -1 O, 0 nobody;
    `start`: the state in which a game begins. `images` (S, G) are the states that look like each
    one, first itself, and `action_maps` (G, A) says which action is which there.
    """

    name: str
    next: np.ndarray
    winner: np.ndarray
    terminal: np.ndarray
    turn: np.ndarray
    start: int = 0
    images: np.ndarray = field(default=None)
    action_maps: np.ndarray = field(default=None)

    def __post_init__(self):
        states, actions = self.next.shape
        if self.images is None:
            object.__setattr__(self, "images", np.arange(states, dtype=np.int32)[:, None])
            object.__setattr__(self, "action_maps", np.arange(actions)[None])
        for table in (self.next, self.winner, self.terminal, self.turn, self.images):
            fixed(table)

    @cached_property
    def legal(self):
        """(S, A) bool: the actions that the side to move may take."""
        return fixed(self.next >= 0)

    @cached_property
    def layers(self):
        """The reachable states in an order in which a move always leads to a later layer.

        A layer is a sorted array of states; a state is in the layer of the longest way to it.
        """
        depth = np.full(len(self.next), -1)
        layer, number = np.array([self.start]), 0
        while layer.size:
            depth[layer] = number
            after = self.next[layer]
            layer, number = np.unique(after[after >= 0]), number + 1
        return tuple(fixed(np.flatnonzero(depth == number)) for number in range(depth.max() + 1))

    @cached_property
    def reachable(self):
        """(S,) bool: some game by the rules gets there."""
        found = np.zeros(len(self.next), dtype=bool)
        found[np.concatenate(self.layers)] = True
        return fixed(found)

    @cached_property
    def canonical(self):
        """(S,) int32: the smallest of the states that look like it."""
        return fixed(self.images.min(1))


@dataclass(frozen=True, eq=False)
class Board(Rules):
    """The Rules of marks on a board, which can be drawn: as text, in pictures, in a notebook.

    `rows`, `columns`: its size; `lines` (number, k): the cells in a row that win; `falling`:
    whether an action is a column, in which a mark falls to the lowest free cell, or a cell;
    `cells` (S, rows * columns): what is on each, 0 nothing, 1 X, 2 O.
    """

    rows: int = 3
    columns: int = 3
    lines: np.ndarray = field(default=None)
    falling: bool = False
    cells: np.ndarray = field(default=None)

    def show(self, state):
        """The board as lines of text, such as "X . .\\n. O .\\n. . ."; `parse` turns it back."""
        marks = [".XO"[digit] for digit in self.cells[state]]
        lines = np.reshape(marks, (self.rows, self.columns))
        return "\n".join(" ".join(line) for line in lines)

    def parse(self, text):
        """The state of a board drawn as text, row by row, with X, O and `.`, `_` or `-`.

        White space, `|` and `/` between the marks are skipped. Raises ValueError when they are not
        such marks, one for each cell.
        """
        marks = [mark for mark in text.upper() if not (mark.isspace() or mark in "|/")]
        wrong = [mark for mark in marks if mark not in "XO._-"]
        n = self.rows * self.columns
        if wrong or len(marks) != n:
            problem = f"{wrong[0]!r} is no mark" if wrong else f"{len(marks)} marks, not {n}"
            raise ValueError(f"{problem}; write {n} marks X O . for {self.name}: {text!r}")
        return sum({"X": 1, "O": 2}.get(mark, 0) * 3**a for a, mark in enumerate(marks))


@cache
def boards(*, rows, columns, k, falling=False):
    """The Rules of k in a row on a board of rows x columns, always the same object.

    `falling`: a mark falls to the lowest free cell of a column. Raises ValueError for a board of
    more than 12 cells, and for a k that fits into no row, column or diagonal.
    """
    rows, columns = whole(rows, "rows", 1), whole(columns, "columns", 1)
    k, n = whole(k, "k", 1), rows * columns
    if n > MOST_CELLS:
        raise ValueError(f"a board has at most {MOST_CELLS} cells, not {rows} x {columns} = {n}")
    if k > max(rows, columns):
        raise ValueError(f"{k} in a row fit nowhere on a board of {rows} x {columns}")
    weights = 3 ** np.arange(n)
    cells = (np.arange(3**n)[:, None] // weights % 3).astype(np.int8)
    lines = _lines(rows, columns, k)
    count = {side: (cells == mark).sum(1) for side, mark in MARKS.items()}
    won = {side: (cells[:, lines] == mark).all(2).any(1) for side, mark in MARKS.items()}
    turn = np.select([count[X] == count[O], count[X] == count[O] + 1], [X, O], 0)
    terminal = won[X] | won[O] | (count[X] + count[O] == n)
    following = _following(cells, weights, turn, terminal, (rows, columns), falling)
    maps = _symmetries(rows, columns, falling)
    images = np.stack([cells @ weights[cell_map] for cell_map in maps], axis=1).astype(np.int32)
    drop = ", falling" * falling
    return Board(
        name=f"{k} in a row on {rows} x {columns}{drop}",
        next=following,
        winner=won[X].astype(int) - won[O].astype(int),
        terminal=terminal,
        turn=turn,
        images=images,
        action_maps=maps[:, :columns] % columns if falling else maps,
        rows=rows,
        columns=columns,
        lines=fixed(lines),
        falling=falling,
        cells=fixed(cells),
    )


def _lines(rows, columns, k):
    """(number, k): every k cells in a row, row by row from the top left, first across."""
    board = np.arange(rows * columns).reshape(rows, columns)
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r in range(rows):
            for c in range(columns):
                end = r + (k - 1) * down, c + (k - 1) * right
                if end[0] < rows and 0 <= end[1] < columns:
                    found.append([board[r + i * down, c + i * right] for i in range(k)])
    return np.unique(np.array(found), axis=0) if k == 1 else np.array(found)


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
    """(G, cells): to which cell each symmetry takes each cell; the first one leaves all in place.

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
