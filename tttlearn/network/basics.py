"""Provide a neural network in plain NumPy: its layers, a loss, and a gradient by small steps.

    x --- W, b, relu ---> hidden --- W, b, softmax ---> outputs

Each layer multiplies the row before it with a matrix of weights, adds a bias, and bends the result.
Everything here takes one row or a whole batch of them; it is written to be read. The loops that
train at full speed are in `loops`; tests compare them with a gradient in NumPy, which readers of
lesson 08 write.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from tttlearn.game.rules import CELLS, TICTACTOE
from tttlearn.game.tables import fixed

_MARKS = np.stack([CELLS == 1, CELLS == 2], axis=2)
BITS = fixed(_MARKS.reshape(len(CELLS), -1).astype(np.float32))
"""Inputs of a network for each state of tic-tac-toe, shape (19683, 18)."""


def two_bits(state: int | np.ndarray) -> np.ndarray:
    """Return the inputs of a network for a board of tic-tac-toe, two for each cell.

    Parameters
    ----------
    state : int or ndarray of int
        One state, or several.

    Returns
    -------
    ndarray of float32, shape (18,) or (..., 18)
        0 0 for an empty cell, 1 0 for X, 0 1 for O.

    Raises
    ------
    ValueError
        If a number is not that of a board.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> two_bits(ttt.parse("XO. / ... / ..."))[:6].tolist()
    [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    """
    return BITS[TICTACTOE.check_state(state)]


def relu(z: np.ndarray) -> np.ndarray:
    """Return each number if it is positive, otherwise 0.

    Parameters
    ----------
    z : array_like of float
        Numbers.

    Returns
    -------
    ndarray of float
        Numbers in the same shape.
    """
    return np.maximum(z, 0)


def sigmoid(z: np.ndarray) -> np.ndarray:
    """Map each number, independently of the others, to between 0 and 1.

    Parameters
    ----------
    z : ndarray of float
        Numbers.

    Returns
    -------
    ndarray of float
        1 / (1 + e**-z), in the same shape.
    """
    return 1 / (1 + np.exp(-z))


def softmax(z: np.ndarray) -> np.ndarray:
    """Turn each row into probabilities, which depend on the differences within the row alone.

    Parameters
    ----------
    z : ndarray of float, shape (..., n)
        Outputs of a layer.

    Returns
    -------
    ndarray of float, shape (..., n)
        e**z, divided by its sum over the row.

    Examples
    --------
    >>> import numpy as np
    >>> softmax(np.log([1.0, 3.0])).round(6).tolist()
    [0.25, 0.75]
    """
    powers = np.exp(z - z.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def linear(z: np.ndarray) -> np.ndarray:
    """Return the numbers unchanged.

    Parameters
    ----------
    z : ndarray of float
        Numbers.

    Returns
    -------
    ndarray of float
        The same array.
    """
    return z


ACTIVATIONS = {"softmax": softmax, "sigmoid": sigmoid, "linear": linear}


@dataclass(eq=False)
class Network:
    """Weights and biases of a network whose hidden layers have relu as their activation.

    Attributes
    ----------
    weights : list of ndarray of float, shape (n_inputs, n_outputs)
        Weights of each layer.
    biases : list of ndarray of float, shape (n_outputs,)
        Biases of each layer.
    output : {"softmax", "sigmoid", "linear"}
        Activation of the last layer.

    Raises
    ------
    ValueError
        If there is no such activation.
    """

    weights: list = field(default_factory=list)
    biases: list = field(default_factory=list)
    output: str = "softmax"

    def __post_init__(self):
        if self.output not in ACTIVATIONS:
            raise ValueError(f"output is one of {', '.join(ACTIVATIONS)}, not {self.output!r}")

    @property
    def parameters(self) -> int:
        """Number of weights and biases."""
        return sum(part.size for part in (*self.weights, *self.biases))


def new_network(
    sizes: Sequence[int], rng: np.random.Generator, spread: float = 0.5, output: str = "softmax"
) -> Network:
    """Make a network with random weights.

    Parameters
    ----------
    sizes : sequence of int
        Number of inputs, of units in each hidden layer, and of outputs.
    rng : numpy.random.Generator
        Source of randomness.
    spread : float, default 0.5
        Weights and biases are uniform in [-spread, spread].
    output : {"softmax", "sigmoid", "linear"}, default "softmax"
        Activation of the last layer.

    Returns
    -------
    Network
        The network.

    Examples
    --------
    >>> import numpy as np
    >>> new_network([18, 100, 9], np.random.default_rng(0)).parameters
    2809
    """
    weights, biases = [], []
    for before, after in pairwise(sizes):
        weights.append(rng.uniform(-spread, spread, (before, after)))
        biases.append(rng.uniform(-spread, spread, after))
    return Network(weights, biases, output)


def forward(network: Network, x: np.ndarray) -> list[np.ndarray]:
    """Compute all layers of a network.

    Parameters
    ----------
    network : Network
        The network.
    x : ndarray of float, shape (..., n_inputs)
        One row of inputs, or several.

    Returns
    -------
    list of ndarray of float
        `x` itself, each hidden layer, and the outputs.
    """
    layers = [x]
    last = len(network.weights) - 1
    for number, (W, b) in enumerate(zip(network.weights, network.biases, strict=True)):
        activation = relu if number < last else ACTIVATIONS[network.output]
        layers.append(activation(layers[-1] @ W + b))
    return layers


def cross_entropy(outputs: np.ndarray, target: np.ndarray) -> float:
    """Compute the cross-entropy between targets and outputs, summed over all rows.

    Parameters
    ----------
    outputs : ndarray of float, shape (..., n)
        Probabilities, all positive.
    target : ndarray of float, shape (..., n)
        Probabilities that the outputs should have.

    Returns
    -------
    float
        -sum(target * log(outputs)).
    """
    return -(target * np.log(outputs)).sum()


def numerical_gradient(
    loss: Callable[[], float], part: np.ndarray, step: float = 1e-6
) -> np.ndarray:
    """Estimate the gradient of a loss by central differences.

    Parameters
    ----------
    loss : callable
        Function without arguments that returns the loss and reads `part`.
    part : ndarray of float
        Numbers that are nudged in place, one after the other, and put back.
    step : float, default 1e-6
        Size of a nudge, up and down.

    Returns
    -------
    ndarray of float
        Slope of the loss along each entry of `part`.
    """
    slopes = np.zeros_like(part)
    for place in np.ndindex(part.shape):
        kept = part[place]
        part[place] = kept + step
        above = loss()
        part[place] = kept - step
        slopes[place] = (above - loss()) / (2 * step)
        part[place] = kept
    return slopes
