"""Lay out a network with one hidden layer, and its game, in memory for the compiled loops.

`W1` (inputs + 1, width): a row of weights to the hidden units for each input, the biases below.
`W2` (outputs * width): one output after the other. The width is the hidden size rounded up; the
units that fill it have no weights, and are always off.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tttlearn.game.boards import BoardRules
from tttlearn.game.tables import X

LANES = 16
"""Number of partial sums in which a sum over the hidden units is kept, added up at the end."""


class Net(NamedTuple):
    """Weights of a network, and buffers for what the loops compute.

    Attributes
    ----------
    W1 : ndarray of float32, shape (n_inputs + 1, width)
        Weights of the hidden layer, its biases in the last row.
    W2 : ndarray of float32, shape (n_outputs * width,)
        Weights of the outputs, one output after the other.
    b2 : ndarray of float32, shape (n_outputs,)
        Biases of the outputs.
    hidden : ndarray of float32, shape (longest, width)
        Hidden layer for each move of a game.
    logits : ndarray of float32, shape (longest, n_outputs)
        Outputs for each move of a game, before softmax.
    sums : ndarray of float32, shape (width,)
        Inputs of the hidden units, then the gradients there.
    delta : ndarray of float32, shape (n_outputs,)
        Gradients at the outputs, or probabilities.
    lanes : ndarray of float32, shape (n_outputs * LANES,)
        Partial sums.
    size : tuple of int
        An entry for every 16 hidden units; its length, part of the type, tells the compiler.
    outputs : tuple of int
        The same with an entry for each output.
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
    """Inputs that are 1 in each state, and the rules of the game.

    Attributes
    ----------
    rows : ndarray of int8, shape (S, n)
        Indices of the inputs that are 1, `rows[state, :counts[state]]`.
    counts : ndarray of int64, shape (S,)
        Number of inputs that are 1.
    following : ndarray of int, shape (S, A)
        State after each action, negative if it is not legal.
    terminal : ndarray of bool, shape (S,)
        Whether the game is over.
    winner : ndarray of int8, shape (S,)
        +1 X, -1 O, 0 nobody.
    turn : ndarray of int8, shape (S,)
        Side to move.
    start : int
        First state.
    """

    rows: np.ndarray
    counts: np.ndarray
    following: np.ndarray
    terminal: np.ndarray
    winner: np.ndarray
    turn: np.ndarray
    start: int


def aligned_zeros(*shape: int) -> np.ndarray:
    """Return zeros that begin at a multiple of 64 bytes, which makes the loops faster.

    Parameters
    ----------
    *shape : int
        Shape of the array.

    Returns
    -------
    ndarray of float32
        The array.
    """
    size = 4 * int(np.prod(shape))
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(np.float32).reshape(shape)


def net_on(table: np.ndarray, inputs: int, width: int, rules: BoardRules) -> Net:
    """Make a `Net` whose weights are views on a flat table.

    Parameters
    ----------
    table : ndarray of float32, shape (n,)
        All weights and biases.
    inputs : int
        Number of inputs.
    width : int
        Number of hidden units, a multiple of `LANES`.
    rules : BoardRules
        Rules of the game.

    Returns
    -------
    Net
        The weights and buffers.
    """
    n, longest = rules.n_actions, rules.longest
    W1, W2, b2 = np.split(table, [(inputs + 1) * width, (inputs + 1 + n) * width])
    layers = aligned_zeros(longest, width), aligned_zeros(longest, n)
    sums = aligned_zeros(width), aligned_zeros(n), aligned_zeros(n * LANES)
    sizes = (0,) * (width // LANES), (0,) * n
    return Net(W1.reshape(-1, width), W2, b2, *layers, *sums, *sizes)


@lru_cache(maxsize=8)
def input_tables(rules: BoardRules, sees_turn: bool = False) -> InputTables:
    """Return the inputs of all states of a game, and its rules.

    Parameters
    ----------
    rules : BoardRules
        Rules of the game.
    sees_turn : bool, default False
        Add two inputs to those of `two_bits`: 1 0 if X is to move, 0 1 if O is.

    Returns
    -------
    InputTables
        The inputs and the rules.
    """
    rows = bit_rows(rules, sees_turn)
    arrays = rules.next, rules.terminal, rules.winner, rules.turn
    return InputTables(rows, (rows >= 0).sum(1), *arrays, rules.start)


def bit_rows(rules: BoardRules, sees_turn: bool = False) -> np.ndarray:
    """Return for each state the indices of the inputs that are 1.

    Parameters
    ----------
    rules : BoardRules
        Rules of the game.
    sees_turn : bool, default False
        As in `input_tables`.

    Returns
    -------
    ndarray of int8, shape (S, n)
        The indices, filled up with -1.
    """
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
