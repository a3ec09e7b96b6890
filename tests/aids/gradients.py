"""Write out the gradients of a network, and a step downhill, in NumPy.

The compiled loops, and what lessons build, are compared with these lines.
"""

import numpy as np


def output_delta(network, outputs, target):
    """Return the gradient of the loss before the activation of the last layer.

    The loss is cross_entropy for softmax, half the sum of the squared differences for the others.
    """
    delta = outputs - target
    return delta * outputs * (1 - outputs) if network.output == "sigmoid" else delta


def backward(network, layers, delta):
    """Return (gradients of the weights, of the biases), two lists, from the outputs' delta."""
    weights, biases = [], []
    delta = np.atleast_2d(delta)
    for number in reversed(range(len(network.weights))):
        before = np.atleast_2d(layers[number])
        weights.insert(0, before.T @ delta)
        biases.insert(0, delta.sum(0))
        # The gradient of a ReLU: it passes where the unit was on, and is 0 where it was off.
        delta = delta @ network.weights[number].T * (before > 0)
    return weights, biases


def sgd(network, gradients, rate):
    """Make one step of stochastic gradient descent, in place."""
    for parts, slopes in zip((network.weights, network.biases), gradients, strict=True):
        for part, slope in zip(parts, slopes, strict=True):
            part -= rate * slope
