"""Provide the games on which the whole package is tested: boards, variants, and Nim."""

from dataclasses import replace
from functools import cache

import numpy as np

from tttlearn.game.boards import boards
from tttlearn.game.tables import Rules


class SlowBoard:
    """Game of k in a row as people would write it: a list of texts, searched cell by cell.

    `order`: the marks in the order in which they are put down; `hole`: (row, column) of a place
    that is no cell; `line`: what a line is worth to its side.
    """

    def __init__(self, rows, columns, k, falling=False, order="XO" * 22, hole=None, line=1):
        self.rows, self.columns, self.k, self.falling = rows, columns, k, falling
        self.order, self.hole, self.line = order, hole, line

    def start(self):
        return [["."] * self.columns for _ in range(self.rows)]

    def winner(self, board):
        for r in range(self.rows):
            for c in range(self.columns):
                if board[r][c] == ".":
                    continue
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    there = [(r + i * dr, c + i * dc) for i in range(self.k)]
                    if all(0 <= a < self.rows and 0 <= b < self.columns for a, b in there):
                        marks = {board[a][b] for a, b in there}
                        if len(marks) == 1:
                            return self.line if marks == {"X"} else -self.line
        return 0

    def turn(self, board):
        marks = self.text(board)
        return 1 if self.order[marks.count("X") + marks.count("O")] == "X" else -1

    def moves(self, board):
        """Return {action: the board after it} for the side to move."""
        if self.winner(board):
            return {}
        mark, boards_after = "X" if self.turn(board) == 1 else "O", {}
        for r in range(self.rows):
            for c in range(self.columns):
                below = board[r + 1][c] if r + 1 < self.rows else "full"
                if (
                    board[r][c] == "."
                    and (r, c) != self.hole
                    and not (self.falling and below == ".")
                ):
                    after = [row[:] for row in board]
                    after[r][c] = mark
                    boards_after[c if self.falling else r * self.columns + c] = after
        return boards_after

    def text(self, board):
        return "\n".join(" ".join(row) for row in board)


BOARDS = {
    "tic-tac-toe": (3, 3, 3, False),
    "2 x 4": (2, 4, 3, False),
    "4 x 3, falling": (4, 3, 3, True),
    "2 x 2": (2, 2, 2, False),
    "7 x 2, falling": (7, 2, 3, True),
}


@cache
def made(name):
    """Return a game on a board, always the same object, and the same game as a SlowBoard."""
    if name in VARIANTS:
        make, otherwise = VARIANTS[name]
        return make(), SlowBoard(3, 3, 3, **otherwise)
    rows, columns, k, falling = BOARDS[name]
    return boards(rows=rows, columns=columns, k=k, falling=falling), SlowBoard(*BOARDS[name])


def misere():
    """Return tic-tac-toe in which a line loses."""
    game = boards(rows=3, columns=3, k=3)
    return replace(game, winner=-game.winner, name="misere")


def by_twos():
    """Return tic-tac-toe in which, after the first mark, each side puts two."""
    game = boards(rows=3, columns=3, k=3)
    x, o = (game.cells == 1).sum(1), (game.cells == 2).sum(1)
    order = np.array([{"X": 1, "O": -1}[mark] for mark in TWOS])
    in_turn = x == np.append(0, np.cumsum(order == 1))[x + o]
    turn = np.where(in_turn, np.append(order, 1)[x + o], 0)
    line = [(game.cells[:, game.lines] == mark).all(2).any(1) for mark in (1, 2)]
    over = line[0] | line[1] | (x + o == 9)
    free = (game.cells == 0) & (in_turn & ~over)[:, None]
    after = np.arange(3**9)[:, None] + np.where(turn == 1, 1, 2)[:, None] * 3 ** np.arange(9)
    winner = line[0].astype(int) - line[1]
    tables = {"next": np.where(free, after, -1), "winner": winner, "terminal": over, "turn": turn}
    return replace(game, **tables, name="by twos")


def with_a_hole():
    """Return tic-tac-toe without its middle: a board with no other free cell is a draw."""
    game = boards(rows=3, columns=3, k=3)
    following = np.where(np.arange(9) == 4, -1, game.next)
    over = game.terminal | ~(following >= 0).any(1)
    return replace(game, next=following, terminal=over, name="with a hole")


TWOS = "XOOXXOOXX"
VARIANTS = {
    "misere": (misere, {"line": -1}),
    "by twos": (by_twos, {"order": TWOS + "X"}),
    "with a hole": (with_a_hole, {"hole": (1, 1)}),
}


def once_more():
    """Return the game of a heap of seven stones, in which a side may move twice.

    A side that takes one stone moves again; after taking two, it is the other side's turn. At the
    end the side whose turn it is has won.
    """
    stones = np.repeat(np.arange(8), 2)
    side = np.tile([0, 1], 8)
    after = np.stack([2 * (stones - 1) + side, 2 * (stones - 2) + 1 - side], 1)
    following = np.where(stones[:, None] > [0, 1], after, -1).astype(np.int32)
    return Rules(
        *("once more", following, np.where(stones == 0, 1 - 2 * side, 0), stones == 0),
        *((1 - 2 * side).astype(np.int8), 14),
    )


def dead_end():
    """Return a game in which X can draw at once or let O choose between losing and winning."""
    following = [[1, 2], [-1, -1], [3, 4], [-1, -1], [-1, -1]]
    over = [False, True, False, True, True]
    return Rules("dead end", following, [0, 0, 0, 1, -1], over, [1, 0, -1, 0, 0])


def nim(heaps=(1, 2, 3)):
    """Return Nim with three heaps, won by the last move: its positions have no number of moves."""
    shape = tuple(n + 1 for n in heaps)
    n, actions = 2 * int(np.prod(shape)), [(h, take) for h in range(3) for take in range(1, 4)]
    following = np.full((n, len(actions)), -1, np.int32)
    for state in range(n):
        *left, side = np.unravel_index(state, (*shape, 2))
        for action, (h, take) in enumerate(actions):
            if left[h] >= take:
                after = [left[i] - take * (i == h) for i in range(3)]
                following[state, action] = np.ravel_multi_index((*after, 1 - side), (*shape, 2))
    over = ~(following >= 0).any(1)
    turn = np.where(np.arange(n) % 2 == 0, 1, -1)
    start = int(np.ravel_multi_index((*heaps, 0), (*shape, 2)))
    return Rules("nim", following, np.where(over, -turn, 0), over, turn, start)


def random_game(rules, rng):
    """Return (states, actions) of a random game."""
    states, actions = [rules.start], []
    while not rules.terminal[states[-1]]:
        actions.append(int(rng.choice(np.flatnonzero(rules.legal[states[-1]]))))
        states.append(int(rules.next[states[-1], actions[-1]]))
    return np.array(states), np.array(actions)


GAMES = {
    **{name: lambda name=name: made(name)[0] for name in (*BOARDS, *VARIANTS)},
    "nim": nim,
}
SHORT = {"once more": once_more, "dead end": dead_end}
"""Games that may be over after one move."""
