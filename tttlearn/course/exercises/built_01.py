"""What the exercises of lesson 01 build and its later cells use."""

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
    """The state code of nine digits, cell 0 first (01.1)."""
    return sum(digit * 3**cell for cell, digit in enumerate(board))


def decode(state):
    """The nine digits of a state code, a list (01.2)."""
    return CELLS[state].tolist()


def turn_of(state):
    """+1 when X is to move, -1 when O is, 0 when the numbers of marks fit neither (01.3)."""
    return int(TURN[state])


def winner_of(state):
    """+1 when X has a line, -1 when O has, 0 when neither or both have (01.4)."""
    return int(WINNER[state])


def legal_moves(state):
    """The cells that the side to move may take, a list (01.5)."""
    return np.flatnonzero(LEGAL[state]).tolist()


def reachable():
    """All states that games get to, an ascending list (01.7)."""
    return np.flatnonzero(REACHABLE).tolist()


def canonical(state):
    """The smallest code among the eight images of a board (01.9)."""
    return int(CANONICAL[state])


def wins_at_once(state):
    """The first cell that wins, or else the first free one (01.10)."""
    return next(iter(completing(state, TURN[state]) or legal_moves(state)))


@cache
def all_histories():
    """The number of histories of each state, (19683,) int, counted forward."""
    ways = np.zeros(N_STATES, int)
    ways[START] = 1
    for layer in LAYERS:
        states, cells = np.nonzero(LEGAL[layer])
        np.add.at(ways, NEXT[layer[states], cells], ways[layer[states]])
    return fixed(ways)


def histories(state):
    """How many orders of moves lead from the empty board to this position (01.5)."""
    return int(all_histories()[state])


def completing(state, side):
    """The cells that complete a line of `side`, in order."""
    digits, mark = CELLS[state], 1 if side == X else 2
    lines = [line for line in LINES if sorted(digits[list(line)]) == [0, mark, mark]]
    return sorted({cell for line in lines for cell in line if digits[cell] == 0})
