"""The steps of a network with one hidden layer in NumPy, each sum in the order of the fast loops.

`loops` has the same functions for the compiler. Floating-point sums depend on their order,
so both add in the same one, and give the same numbers bit for bit; without Numba these are used.

The memory is laid out for the loops. `W1` (inputs + 1, width): a row of weights to the hidden units
for each input, the biases below. `W2` (outputs * width): one output after the other. The width is
the hidden size rounded up; the units that fill it have no weights, are always off, and stay so.
"""

from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import NEXT, TERMINAL, TICTACTOE, WINNER

__all__ = (
    *("power", "first_layer", "add_inputs", "second_layer", "to_probabilities"),
    *("learn_all", "learn_one", "outputs_of"),
)

OUTPUTS, LONGEST = TICTACTOE.n_actions, TICTACTOE.longest
"""An output for each action, and the number of moves of the longest game."""
LANES = 16
"""A sum over the hidden units is kept as so many partial sums, added up in the end."""
FACTORS = [1.0, 1.0, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040]


class Net(NamedTuple):
    """The weights, and room for what is computed: hidden layers, their outputs, and sums."""

    W1: np.ndarray
    W2: np.ndarray
    b2: np.ndarray
    hidden: np.ndarray
    logits: np.ndarray
    sums: np.ndarray
    delta: np.ndarray
    lanes: np.ndarray


class Tables(NamedTuple):
    """Which inputs are 1 in each state, rows[state, :counts[state]], and the rules of the game."""

    rows: np.ndarray
    counts: np.ndarray
    following: np.ndarray
    terminal: np.ndarray
    winner: np.ndarray


def room(*shape):
    """Zeros in single precision that begin at a multiple of 64 bytes, as the processor likes it."""
    size = 4 * int(np.prod(shape))
    memory = np.zeros(size + 64, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(np.float32).reshape(shape)


def net_on(table, inputs, width):
    """A Net whose weights are views on the flat float32 `table`."""
    W1, W2, b2 = np.split(table, [(inputs + 1) * width, (inputs + 1 + OUTPUTS) * width])
    layers = room(LONGEST, width), room(LONGEST, OUTPUTS)
    sums = room(width), room(OUTPUTS), room(OUTPUTS * LANES)
    return Net(W1.reshape(-1, width), W2, b2, *layers, *sums)


def tables_with(rows):
    """The Tables with these rows of inputs, one for each state, -1 where there is no more."""
    return Tables(rows, (rows >= 0).sum(1), NEXT, TERMINAL, WINNER)


def power(x):
    """e**x for -40 <= x <= 0, as plain sums and products: libraries differ in the last bit.

    The series of e**(x / 64), squared six times.
    """
    y = x / 64.0
    p = FACTORS[7]
    for k in range(6, -1, -1):
        p = FACTORS[k] + y * p
    for _ in range(6):
        p = p * p
    return p


def first_layer(W1, sums, hidden, size, slot, rows, state, n):
    """Hidden layer `slot` of a state whose n inputs that are 1 stand in rows[state]."""
    sums[:] = W1[-1]
    for k in range(n):
        sums[:] += W1[rows[state, k]]
    hidden[slot] = np.maximum(sums, 0)


def add_inputs(W1, sums, hidden, size, slot, one, other):
    """Hidden layer `slot` from the sums there are, when two more inputs have become 1."""
    sums[:] = sums + W1[one] + W1[other]
    hidden[slot] = np.maximum(sums, 0)


def second_layer(W2, b2, hidden, lanes, logits, size, slot):
    """The outputs of hidden layer `slot`, as they are before softmax."""
    logits[slot] = sums_of_products(hidden[slot], W2) + b2


def sums_of_products(hidden, W2):
    """(..., outputs): what each gets from the hidden layers (..., width), in the loops' order."""
    width = hidden.shape[-1]
    products = hidden[..., None, :] * W2.reshape(OUTPUTS, width)
    products = products.reshape(*hidden.shape[:-1], OUTPUTS, -1, LANES)
    lanes = np.zeros_like(products[..., 0, :])
    for block in range(width // LANES):
        lanes += products[..., block, :]
    total = np.zeros_like(lanes[..., 0])
    for lane in range(LANES):
        total += lanes[..., lane]
    return total


def outputs_of(net, size, rows, counts, states, outputs):
    """Fill `outputs` (number, outputs) with the outputs of these states, before softmax."""
    sums = np.repeat(net.W1[-1:], len(states), axis=0)
    for k in range(rows.shape[1]):
        there = counts[states] > k
        sums[there] += net.W1[rows[states[there], k]]
    outputs[...] = sums_of_products(np.maximum(sums, 0), net.W2) + net.b2


def to_probabilities(logits, delta, slot):
    """`delta` becomes the softmax of the outputs; none is below e**-40."""
    below = np.maximum(logits[slot] - logits[slot].max(), np.float32(-40))
    delta[:] = power(below.astype(np.float64))
    delta *= np.float32(1) / np.add.accumulate(delta)[-1]


def learn_all(W1, W2, b2, hidden, sums, delta, size, slot, rows, state, n):
    """One step downhill: `delta` holds the gradients at the outputs, times the rate."""
    W2 = W2.reshape(OUTPUTS, -1)
    b2 -= delta
    sums[:] = 0
    for o in range(OUTPUTS):
        sums += delta[o] * W2[o]
    W2 -= delta[:, None] * hidden[slot]
    _learn_first(W1, hidden[slot], sums, rows, state, n)


def learn_one(W1, W2, b2, hidden, sums, size, slot, action, step, rows, state, n):
    """One step downhill when only one output has a gradient, `step`, times the rate."""
    W2 = W2.reshape(OUTPUTS, -1)
    b2[action] -= step
    sums[:] = step * W2[action]
    W2[action] -= step * hidden[slot]
    _learn_first(W1, hidden[slot], sums, rows, state, n)


def _learn_first(W1, hidden, back, rows, state, n):
    back = np.where(hidden > 0, back, np.float32(0))
    for k in range(n):
        W1[rows[state, k]] -= back
    W1[-1] -= back
