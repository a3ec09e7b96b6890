"""Repeat nestedsoftware's Q-table article: slow, with dicts, and independent.

Written from the article (source 2, rows 2-3 and 2-8 to 2-13), with what it leaves open, which is
the board to which a position's dict belongs, from its program's history. It does not follow the
recipe: nothing here comes from tttlearn. A table keeps one dict for each position up to symmetry,
from moves to values, and moves that look alike have each their own value: nine on the empty board.
The dict belongs to the board on which the position was first met; a board that is an image of it
is turned until it fits, and its cells are turned with it.

A later version of the repository's program (rows 2-13) plays and learns in the same way, with
one value for each board that a move leads to, and a draw as good as a win.

A board is a string of nine marks, as in `naive`. `rng` is a `random.Random`.
"""

from functools import cache
from typing import NamedTuple

from tests.aids import naive

ALPHA, GAMMA = 0.4, 1.0
EPSILON, STEP = 0.7, 0.1  # epsilon falls by STEP after every tenth of the games
GAMES = 7_000  # for each side


class Variant(NamedTuple):
    """One of the programs: how many tables of which kind, and what a draw and a loss pay."""

    tables: int
    draw: float
    loss: float = -1.0
    of_boards: bool = False  # a value for each board that a move leads to, not for each move


VARIANTS = {
    "one table": Variant(1, 0.0),
    "one table, draw 1": Variant(1, 1.0),
    "two tables": Variant(2, 0.0),
    "two tables, draw 1": Variant(2, 1.0),
}
REPOSITORY = {"repository": Variant(1, 1.0, 0.0, of_boards=True)}

moves, winner, after = cache(naive.moves), cache(naive.winner), cache(naive.after)


def _turns():
    """Return the eight ways to turn a board, in the program's order (row 2-3), as lists of cells.

    The mark at cell i of the turned board is the one at cell `turn[i]` before.
    """

    def quarter(grid):
        return [list(column) for column in zip(*grid, strict=True)][::-1]

    def mirrored(grid):
        return [row[::-1] for row in grid]

    grid = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    once, twice = quarter(grid), quarter(quarter(grid))
    grids = [grid, once, twice, quarter(twice), grid[::-1], mirrored(grid)]
    grids += [once[::-1], mirrored(once)]
    return [[cell for row in grid for cell in row] for grid in grids]


TURNS = _turns()


class Table:
    """Values of the moves of each position met so far, up to symmetry."""

    def __init__(self):
        self.kept = {}  # a board as it was first met: {cell: value}
        self._found = {}  # any board: (that dict, its own cells: the cells of the dict)

    def find(self, board):
        """Return (the dict, {cell of this board: cell of the dict}); keep a new board as it is."""
        if board not in self._found:
            images = ["".join(board[cell] for cell in turn) for turn in TURNS]
            known = [i for i, image in enumerate(images) if image in self.kept]
            first = known[0] if known else 0
            values = self.kept.setdefault(images[first], dict.fromkeys(moves(board), 0.0))
            cells = {TURNS[first][i]: i for i in range(9)}
            self._found[board] = values, {cell: cells[cell] for cell in moves(board)}
        return self._found[board]

    def get(self, board, cell):
        values, cells = self.find(board)
        return values[cells[cell]]

    def put(self, board, cell, value):
        values, cells = self.find(board)
        values[cells[cell]] = value

    def best(self, board):
        """Return the cell with the highest value; of equal ones the lowest on this board."""
        values, cells = self.find(board)
        return max(cells, key=lambda cell: values[cells[cell]])


class BoardTable(Table):
    """Table as the repository has it: a value for each board after a move, up to symmetry."""

    def find(self, board):
        cells = {cell: self._least(after(board, cell)) for cell in moves(board)}
        for image in cells.values():
            self.kept.setdefault(image, 0.0)
        return self.kept, cells

    @staticmethod
    @cache
    def _least(board):
        return min("".join(board[cell] for cell in turn) for turn in TURNS)


def greedy(tables, board):
    """Return the cell with the highest mean over the tables; of equal ones the lowest."""
    if len(tables) == 1:
        return tables[0].best(board)
    return max(moves(board), key=lambda cell: sum(t.get(board, cell) for t in tables) / len(tables))


def choose(tables, board, epsilon, rng):
    """Return a move while training: at random with probability epsilon, else greedy."""
    if rng.random() < epsilon:
        return rng.choice(moves(board))
    return greedy(tables, board)


def learn(tables, own, reward, coin, alpha=ALPHA, gamma=GAMMA):
    """Update the tables after a game, from the last of the learner's own moves to the first.

    `own` has its (board, cell) in the order of play. The last move is updated in every table. For
    each earlier move `coin(board, cell)` says which table is updated: that one also says which
    move is best at the learner's next board, and the other one what this move is worth.
    """
    following, cell = own[-1]
    for table in tables:
        value = (1 - alpha) * table.get(following, cell) + alpha * gamma * reward
        table.put(following, cell, value)
    for board, cell in own[-2::-1]:
        which = coin(board, cell) if len(tables) == 2 else 0
        current, other = tables[which], tables[-1 - which]
        target = other.get(following, current.best(following))
        current.put(board, cell, (1 - alpha) * current.get(board, cell) + alpha * gamma * target)
        following = board


def reward_of(board, side, variant):
    """Return what the end of a game is worth to a side."""
    return {side: 1.0, "": variant.draw}.get(winner(board), variant.loss)


@cache
def _perfect(board):
    return tuple(naive.best_row(board))


def opponents_cells(opponent, board):
    """Return the cells from which an opponent draws one: "random" or "minimax-random"."""
    return {"random": moves, "minimax-random": _perfect}[opponent](board)


def play(tables, side, epsilon, opponent, rng):
    """Play a game; return (its last board, the learner's (board, cell) pairs in order of play)."""
    board, own = "." * 9, []
    while moves(board):
        if naive.mover(board) == side:
            cell = choose(tables, board, epsilon, rng)
            own.append((board, cell))
        else:
            cell = rng.choice(opponents_cells(opponent, board))
        board = after(board, cell)
    return board, own


def epsilons(games):
    """Yield epsilon for each game: 0.1 less after every tenth of the games, and never below 0."""
    epsilon = EPSILON
    for game in range(1, games + 1):
        yield epsilon
        if game % (games / 10) == 0:
            epsilon = max(0.0, epsilon - STEP)


def train(tables, variant, games, opponent, rng, side):
    """Learn from `games` games as one side; yield the last board of each."""
    for epsilon in epsilons(games):
        end, own = play(tables, side, epsilon, opponent, rng)
        learn(tables, own, reward_of(end, side, variant), lambda *_: rng.randrange(2))
        yield end
