"""How a network with one hidden layer and its game are laid out in memory for the loops.

`W1` (inputs + 1, width): a row of weights to the hidden units for each input, the biases below.
`W2` (outputs * width): one output after the other. The width is the hidden size rounded up; the
units that fill it have no weights, and are always off.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tttlearn.game.tables import X

LANES = 16
"""A sum over the hidden units is kept as this many partial sums, added up at the end."""


class Net(NamedTuple):
    """The weights, and room for what is computed: hidden layers, their outputs, and sums.

    `size` is a tuple with an entry for every 16 hidden units, `outputs` one with an entry for each
    action.
    """

    W1: np.ndarray
    W2: np.ndarray
    b2: np.ndarray
    hidden: np.ndarray
    logits: np.ndarray
    sums: np.ndarray
    delta: np.ndarray
    lanes: np.ndarray
    size: tuple
    outputs: tuple


class InputTables(NamedTuple):
    """Which inputs are 1 in each state, rows[state, :counts[state]], and the rules of the game."""

    rows: np.ndarray
    counts: np.ndarray
    following: np.ndarray
    terminal: np.ndarray
    winner: np.ndarray
    turn: np.ndarray
    start: int


def room(*shape):
    """Zeros in single precision that begin at a multiple of 64 bytes, which is fast."""
    size = 4 * int(np.prod(shape))
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(np.float32).reshape(shape)


def net_on(table, inputs, width, rules):
    """A Net for a game, whose weights are views on the flat float32 `table`."""
    n, longest = rules.n_actions, rules.longest
    W1, W2, b2 = np.split(table, [(inputs + 1) * width, (inputs + 1 + n) * width])
    layers = room(longest, width), room(longest, n)
    sums = room(width), room(n), room(n * LANES)
    sizes = (0,) * (width // LANES), (0,) * n
    return Net(W1.reshape(-1, width), W2, b2, *layers, *sums, *sizes)


@lru_cache(maxsize=8)
def input_tables(rules, sees_turn=False):
    """The InputTables of a game: its `two_bits`, and with `sees_turn` two more, for X and for O."""
    rows = bit_rows(rules, sees_turn)
    told = rules.next, rules.terminal, rules.winner, rules.turn
    return InputTables(rows, (rows >= 0).sum(1), *told, rules.start)


def bit_rows(rules, sees_turn=False):
    """For each state which inputs are 1, then -1: the `two_bits`, then which side is to move."""
    # Small numbers, so that the rows stay in the processor's cache: a tenth of the time.
    rows = np.full((rules.n_states, rules.n_cells + sees_turn), -1, np.int8)
    counts = np.zeros(rules.n_states, np.int64)
    for cell in range(rules.n_cells):
        taken = np.flatnonzero(rules.cells[:, cell])
        rows[taken, counts[taken]] = 2 * cell + rules.cells[taken, cell] - 1
        counts[taken] += 1
    if sees_turn:
        rows[np.arange(rules.n_states), counts] = 2 * rules.n_cells + (rules.turn != X)
    return rows
