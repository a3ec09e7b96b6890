"""Provide what the exercises of lesson 01 build and its later cells use."""

from functools import cache

import numpy as np

from tttlearn.game.rules import (
    CANONICAL,
    CELLS,
    LAYERS,
    LEGAL,
    LINES,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TURN,
    WINNER,
)
from tttlearn.game.tables import X, fixed


def encode(board):
    """Return the state code of nine digits, cell 0 first (01.1)."""
    return sum(digit * 3**cell for cell, digit in enumerate(board))


def decode(state):
    """Return the nine digits of a state code, a list (01.2)."""
    return CELLS[state].tolist()


def turn_of(state):
    """Return +1 if X is to move, -1 if O is, 0 if the numbers of marks fit neither (01.3)."""
    return int(TURN[state])


def winner_of(state):
    """Return +1 if X has a line, -1 if O has, 0 if neither or both have (01.4)."""
    return int(WINNER[state])


def legal_moves(state):
    """Return the cells that the side to move may take, a list (01.5)."""
    return np.flatnonzero(LEGAL[state]).tolist()


def reachable():
    """Return all states that games reach, an ascending list (01.7)."""
    return np.flatnonzero(REACHABLE).tolist()


def canonical(state):
    """Return the smallest code among the eight images of a board (01.9)."""
    return int(CANONICAL[state])


def wins_at_once(state):
    """Return the first cell that wins, or else the first free cell (01.10)."""
    return next(iter(completing(state, TURN[state]) or legal_moves(state)))


@cache
def all_histories():
    """Return the number of histories of each state, (19683,) int, counted forward."""
    ways = np.zeros(N_STATES, int)
    ways[START] = 1
    for layer in LAYERS:
        states, cells = np.nonzero(LEGAL[layer])
        np.add.at(ways, NEXT[layer[states], cells], ways[layer[states]])
    return fixed(ways)


def histories(state):
    """Return the number of orders of moves that lead from the empty board to this state (01.12)."""
    return int(all_histories()[state])


def completing(state, side):
    """Return the cells that complete a line of `side`, in order."""
    digits, mark = CELLS[state], 1 if side == X else 2
    lines = [line for line in LINES if sorted(digits[list(line)]) == [0, mark, mark]]
    return sorted({cell for line in lines for cell in line if digits[cell] == 0})
