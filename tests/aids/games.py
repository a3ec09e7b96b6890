"""The games that all of the package is tried on: boards, some of them falling, and Nim."""

import numpy as np

from tttlearn.game.boards import boards
from tttlearn.game.tables import Rules


class SlowBoard:
    """k in a row as people would write it down: a list of texts, looked at cell by cell."""

    def __init__(self, rows, columns, k, falling=False):
        self.rows, self.columns, self.k, self.falling = rows, columns, k, falling

    def start(self):
        return [["."] * self.columns for _ in range(self.rows)]

    def winner(self, board):
        for r in range(self.rows):
            for c in range(self.columns):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    there = [(r + i * dr, c + i * dc) for i in range(self.k)]
                    if all(0 <= a < self.rows and 0 <= b < self.columns for a, b in there):
                        marks = {board[a][b] for a, b in there}
                        if len(marks) == 1 and marks != {"."}:
                            return 1 if marks == {"X"} else -1
        return 0

    def turn(self, board):
        marks = self.text(board)
        return 1 if marks.count("X") == marks.count("O") else -1

    def moves(self, board):
        """{action: the board after it} for the side to move."""
        if self.winner(board):
            return {}
        mark, found = "X" if self.turn(board) == 1 else "O", {}
        for r in range(self.rows):
            for c in range(self.columns):
                below = board[r + 1][c] if r + 1 < self.rows else "full"
                if board[r][c] == "." and not (self.falling and below == "."):
                    after = [row[:] for row in board]
                    after[r][c] = mark
                    found[c if self.falling else r * self.columns + c] = after
        return found

    def text(self, board):
        return "\n".join(" ".join(row) for row in board)


BOARDS = {
    "tic-tac-toe": (3, 3, 3, False),
    "3 x 4": (3, 4, 3, False),
    "4 x 3, falling": (4, 3, 3, True),
    "2 x 2": (2, 2, 2, False),
}


def made(name):
    rows, columns, k, falling = BOARDS[name]
    return boards(rows=rows, columns=columns, k=k, falling=falling), SlowBoard(*BOARDS[name])


def nim(heaps=(1, 2, 3)):
    """Nim with three heaps, who takes the last one wins: its positions have no number of moves."""
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


GAMES = {**{name: lambda name=name: made(name)[0] for name in BOARDS}, "nim": nim}
