"""A neural network by hand, in NumPy: its layers, a loss, and slopes from small steps.

    x --- W, b, relu ---> hidden --- W, b, softmax ---> outputs

Each layer multiplies the row before it with a matrix of weights, adds a bias, and bends the result.
Everything here takes one row or a whole batch of them; it is written to be read. The loops that
train at full speed are in `loops`; tests compare them with a gradient in NumPy, which readers of
lesson 08 write.
"""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from tttlearn.game.rules import CELLS, TICTACTOE
from tttlearn.game.tables import fixed

_MARKS = np.stack([CELLS == 1, CELLS == 2], axis=2)
BITS = fixed(_MARKS.reshape(len(CELLS), -1).astype(np.float32))


def two_bits(state):
    """(18,) or (..., 18): two inputs for each cell: 0 0 when it is empty, 1 0 for X, 0 1 for O."""
    return BITS[TICTACTOE.check_state(state)]


def relu(z):
    """z if it is positive, else 0."""
    return np.maximum(z, 0)


def sigmoid(z):
    """Each number, alone, to between 0 and 1."""
    return 1 / (1 + np.exp(-z))


def softmax(z):
    """Probabilities: positive, each row sums to 1. Only the differences within a row count."""
    powers = np.exp(z - z.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def linear(z):
    """z, unchanged."""
    return z


BENDS = {"softmax": softmax, "sigmoid": sigmoid, "linear": linear}


@dataclass(eq=False)
class Network:
    """Layers of weights, each (inputs, outputs), and biases; hidden layers are bent by relu.

    `output`: what bends the last layer, "softmax", "sigmoid" or "linear".
    """

    weights: list = field(default_factory=list)
    biases: list = field(default_factory=list)
    output: str = "softmax"

    def __post_init__(self):
        if self.output not in BENDS:
            raise ValueError(f"output is one of {', '.join(BENDS)}, not {self.output!r}")

    @property
    def parameters(self):
        """How many numbers it learns."""
        return sum(part.size for part in (*self.weights, *self.biases))


def new_network(sizes, rng, spread=0.5, output="softmax"):
    """A Network of layers of these sizes, every weight and bias uniform in [-spread, spread]."""
    weights, biases = [], []
    for before, after in pairwise(sizes):
        weights.append(rng.uniform(-spread, spread, (before, after)))
        biases.append(rng.uniform(-spread, spread, after))
    return Network(weights, biases, output)


def forward(network, x):
    """All layers, a list: x itself, each hidden layer, the outputs; for one row or many."""
    layers = [x]
    last = len(network.weights) - 1
    for number, (W, b) in enumerate(zip(network.weights, network.biases, strict=True)):
        bend = relu if number < last else BENDS[network.output]
        layers.append(bend(layers[-1] @ W + b))
    return layers


def cross_entropy(outputs, target):
    """How surprising the target is to the outputs: -sum(target * log(outputs)), over all rows."""
    return -(target * np.log(outputs)).sum()


def numerical_gradient(loss, part, step=1e-6):
    """The slope of `loss()` along each entry of the array `part`, from small steps both ways."""
    slopes = np.zeros_like(part)
    for place in np.ndindex(part.shape):
        kept = part[place]
        part[place] = kept + step
        above = loss()
        part[place] = kept - step
        slopes[place] = (above - loss()) / (2 * step)
        part[place] = kept
    return slopes
