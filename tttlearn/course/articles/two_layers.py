"""Provide networks with two hidden layers, in single precision.

The networks differ in their inputs, so each fills the sums of the first layer itself, and updates
its weights. The loops add in a fixed order, so that the weights are the same on every computer.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tttlearn.network.basics import Network
from tttlearn.network.learner import NetworkLearner
from tttlearn.support.compiled import njit

ZERO = np.float32(0)


@njit
def from_first(weights, first, second, outputs, turn):
    """Fill outputs[turn], before softmax or sigmoid, from the sums in `first`; relu both layers."""
    _, _, W2, b2, W3, b3 = weights
    for j in range(len(second)):
        second[j] = b2[j]
    for i in range(len(first)):
        x = max(first[i], ZERO)
        first[i] = x
        if x > ZERO:
            for j in range(len(second)):
                second[j] += x * W2[i, j]
    for a in range(len(b3)):
        outputs[turn, a] = b3[a]
    for i in range(len(second)):
        x = max(second[i], ZERO)
        second[i] = x
        if x > ZERO:
            for a in range(len(b3)):
                outputs[turn, a] += x * W3[i, a]


@njit
def step_to_first(weights, turned, first, second, delta, back):
    """Update all weights but W1; fill back[0] with the gradients at the sums of the first layer.

    `delta` has the gradients at the sums of the outputs, times the rate. `turned` is a transposed
    copy of W2 that is updated with it, because the backward pass reads along its rows.
    """
    _, b1, W2, b2, W3, b3 = weights
    down, up = back[0], back[1]
    for i in range(len(first)):
        down[i] = ZERO
    for i in range(len(second)):
        total, x = ZERO, second[i]
        if x > ZERO:
            for a in range(len(b3)):
                total += W3[i, a] * delta[a]
                W3[i, a] -= x * delta[a]
        up[i] = total
    for a in range(len(b3)):
        b3[a] -= delta[a]
    for j in range(len(second)):
        if second[j] > ZERO:
            g = up[j]
            for i in range(len(first)):
                down[i] += turned[j, i] * g
            for i in range(len(first)):
                turned[j, i] -= first[i] * g
    for i in range(len(first)):
        x = first[i]
        if x > ZERO:
            for j in range(len(second)):
                W2[i, j] -= x * up[j]
        else:
            down[i] = ZERO
        b1[i] -= down[i]
    for j in range(len(second)):
        b2[j] -= up[j]


@dataclass(eq=False)
class TwoHiddenLayers(NetworkLearner):
    """NetworkLearner whose table is the weights and biases of three layers.

    `sizes` are those of the inputs, both hidden layers and the outputs. `output` is as in
    `Network`.
    """

    sizes = ()
    output = "softmax"

    def __post_init__(self):
        super().__post_init__()
        self.weights = self.parts_of(self.table)

    @property
    def parameters(self):
        """Number of weights and biases."""
        return sum((before + 1) * after for before, after in pairwise(self.sizes))

    def parts_of(self, table):
        """Return the weights and biases of the three layers, a tuple of views into the table."""
        shapes = [shape for pair in pairwise(self.sizes) for shape in (pair, pair[1:])]
        parts = np.split(table, np.cumsum([math.prod(shape) for shape in shapes])[:-1])
        return tuple(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))

    @property
    def network(self):
        """Copy of the weights as a `Network` in double precision."""
        parts = [part.astype(float) for part in self.weights]
        return Network(parts[::2], parts[1::2], self.output)
