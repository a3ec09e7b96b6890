"""Play tic-tac-toe a second time, slowly and obviously, for the tests to compare with.

A board is a string of nine marks such as "X...O....". Nothing here comes from tttlearn, and no
trick is shared with it: winners are spelled out line by line, results are exact fractions.
"""

from fractions import Fraction
from functools import cache
from random import Random

import numpy as np


def winner(board):
    """Return "X" or "O" if that side has three in a row, "" if neither has."""
    a, b, c, d, e, f, g, h, i = board
    rows = [a + b + c, d + e + f, g + h + i]
    columns = [a + d + g, b + e + h, c + f + i]
    diagonals = [a + e + i, c + e + g]
    for line in rows + columns + diagonals:
        if line in ("XXX", "OOO"):
            return line[0]
    return ""


def is_over(board):
    """Return whether the game has ended."""
    return winner(board) != "" or "." not in board


def mover(board):
    """Return the side to move on a board that a game reaches."""
    return "X" if board.count("X") == board.count("O") else "O"


def moves(board):
    """Return the cells that may be taken."""
    return [] if is_over(board) else [cell for cell in range(9) if board[cell] == "."]


def after(board, cell):
    """Return the board after the side to move takes the cell."""
    return board[:cell] + mover(board) + board[cell + 1 :]


def code(board):
    """Return the state code, by its definition: nine base-3 digits, the first cell the smallest."""
    return sum(".XO".index(mark) * 3**cell for cell, mark in enumerate(board))


def board_of(number):
    """Return the board with that state code, by repeated division."""
    marks = ""
    for _ in range(9):
        number, digit = divmod(number, 3)
        marks += ".XO"[digit]
    return marks


@cache
def reachable():
    """Return every board that some game reaches, by playing on from boards already reached."""
    boards, todo = {"." * 9}, ["." * 9]
    while todo:
        board = todo.pop()
        for cell in moves(board):
            child = after(board, cell)
            if child not in boards:
                boards.add(child)
                todo.append(child)
    return frozenset(boards)


@cache
def undecided():
    """Return the reachable boards on which the game goes on, sorted by code."""
    return tuple(sorted((b for b in reachable() if not is_over(b)), key=code))


def result(board):
    """Return +1 if X has won, -1 if O has, 0 otherwise."""
    return {"X": 1, "O": -1, "": 0}[winner(board)]


@cache
def value(board):
    """Return the value to X when both play their best."""
    if is_over(board):
        return result(board)
    children = [value(after(board, cell)) for cell in moves(board)]
    return max(children) if mover(board) == "X" else min(children)


@cache
def tree_nodes(board="." * 9):
    """Return how many positions the tree of all lines of play from here has, with this one."""
    return 1 + sum(tree_nodes(after(board, cell)) for cell in moves(board))


def images(board):
    """Return the eight boards that turns and reflections make of this one, some perhaps equal."""
    rows = [board[0:3], board[3:6], board[6:9]]
    turned = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]  # a quarter turn
        turned += ["".join(rows), "".join(row[::-1] for row in rows)]
    return turned


def even_row(board):
    """Return every legal cell with the same probability."""
    return {cell: Fraction(1, len(moves(board))) for cell in moves(board)}


def best_row(board):
    """Return the cells that keep the minimax value, with the same probability each."""
    best = [cell for cell in moves(board) if value(after(board, cell)) == value(board)]
    return {cell: Fraction(1, len(best)) for cell in best}


@cache
def outcome(x, o):
    """Return the probabilities of (X wins, draw, O wins) from the empty board, as fractions.

    `x` and `o` give the row of a board: a dict from cells to Fractions. What a row lacks to 1 is
    the probability that its side forfeits the game.
    """

    @cache
    def of(board):
        if is_over(board):
            return tuple(Fraction(result(board) == end) for end in (1, 0, -1))
        row = (x if mover(board) == "X" else o)(board)
        parts = [(p, of(after(board, cell))) for cell, p in row.items()]
        parts.append((1 - sum(row.values()), (0, 0, 1) if mover(board) == "X" else (1, 0, 0)))
        return tuple(sum(p * ends[i] for p, ends in parts) for i in range(3))

    return of("." * 9)


def value_against(side, row):
    """Return the value to X of the empty board if `side` moves by `row`, the other at its best.

    What a row lacks to 1 is the probability that `side` forfeits the game.
    """

    @cache
    def of(board):
        if is_over(board):
            return Fraction(result(board))
        children = {cell: of(after(board, cell)) for cell in moves(board)}
        if mover(board) == side:
            forfeited = (1 - sum(row(board).values())) * (-1 if side == "X" else 1)
            return forfeited + sum(p * children[cell] for cell, p in row(board).items())
        return max(children.values()) if mover(board) == "X" else min(children.values())

    return of("." * 9)


@cache
def random_rows(seed):
    """Return a random policy: the row of every undecided board, about half of its cells unused."""
    rng = Random(seed)
    rows = {}
    for board in undecided():
        weights = {cell: rng.choice((0, 0, 1, 2, 3)) for cell in moves(board)}
        weights[rng.choice(moves(board))] += 1
        total = sum(weights.values())
        rows[board] = {cell: Fraction(w, total) for cell, w in weights.items() if w}
    return rows


def table(row):
    """Return the policy array (19683, 9) with the row `row(board)` for every undecided board."""
    policy = np.zeros((3**9, 9))
    for board in undecided():
        for cell, probability in row(board).items():
            policy[code(board), cell] = float(probability)
    return policy


@cache
def random_table(seed):
    """Return the array of a random policy."""
    return table(random_rows(seed).get)
