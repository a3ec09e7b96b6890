"""How a network with one hidden layer and its game are laid out in memory for the loops.

`W1` (inputs + 1, width): a row of weights to the hidden units for each input, the biases below.
`W2` (outputs * width): one output after the other. The width is the hidden size rounded up; the
units that fill it have no weights, and are always off.
"""

from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import NEXT, TERMINAL, TICTACTOE, WINNER

OUTPUTS, LONGEST = TICTACTOE.n_actions, TICTACTOE.longest
"""An output for each action, and the number of moves of the longest game."""
LANES = 16
"""A sum over the hidden units is kept as this many partial sums, added up at the end."""


class Net(NamedTuple):
    """The weights, and room for what is computed: hidden layers, their outputs, and sums.

    `size` is a tuple with an entry for every 16 hidden units.
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


class InputTables(NamedTuple):
    """Which inputs are 1 in each state, rows[state, :counts[state]], and the rules of the game."""

    rows: np.ndarray
    counts: np.ndarray
    following: np.ndarray
    terminal: np.ndarray
    winner: np.ndarray


def room(*shape):
    """Zeros in single precision that begin at a multiple of 64 bytes, which is fast."""
    size = 4 * int(np.prod(shape))
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(np.float32).reshape(shape)


def net_on(table, inputs, width):
    """A Net whose weights are views on the flat float32 `table`."""
    W1, W2, b2 = np.split(table, [(inputs + 1) * width, (inputs + 1 + OUTPUTS) * width])
    layers = room(LONGEST, width), room(LONGEST, OUTPUTS)
    sums = room(width), room(OUTPUTS), room(OUTPUTS * LANES)
    return Net(W1.reshape(-1, width), W2, b2, *layers, *sums, (0,) * (width // LANES))


def tables_with(rows):
    """The InputTables with these rows of inputs, one for each state, padded with -1."""
    return InputTables(rows, (rows >= 0).sum(1), NEXT, TERMINAL, WINNER)
