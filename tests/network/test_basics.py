"""The network in NumPy: gradients against finite differences and against PyTorch, encodings."""

import numpy as np
import pytest

from tests.aids.gradients import backward, output_delta
from tttlearn.game.rules import N_STATES, UNDECIDED, parse
from tttlearn.network.basics import (
    Network,
    cross_entropy,
    forward,
    new_network,
    numerical_gradient,
    softmax,
    two_bits,
)

SIZES = {"softmax": (18, 7, 9), "sigmoid": (9, 6, 5, 9), "linear": (20, 9)}


def squared_error(outputs, target):
    """The loss of the outputs that are not probabilities."""
    return ((outputs - target) ** 2).sum() / 2


LOSSES = {"softmax": cross_entropy, "sigmoid": squared_error, "linear": squared_error}


def example(output, rows=5, seed=0):
    """(network, inputs, targets) with everything random."""
    rng = np.random.default_rng(seed)
    network = new_network(SIZES[output], rng, output=output)
    x = rng.integers(0, 2, (rows, SIZES[output][0])).astype(float)
    return network, x, rng.dirichlet(np.ones(9), rows)


def gradients(network, x, target):
    layers = forward(network, x)
    return backward(network, layers, output_delta(network, layers[-1], target))


@pytest.mark.parametrize("output", LOSSES)
def test_the_gradients_are_the_slopes(output):
    network, x, target = example(output)
    found = gradients(network, x, target)
    for parts, slopes in zip((network.weights, network.biases), found, strict=True):
        for part, slope in zip(parts, slopes, strict=True):
            numerical = numerical_gradient(
                lambda: LOSSES[output](forward(network, x)[-1], target), part
            )
            assert slope == pytest.approx(numerical, abs=1e-7)


def test_a_network_is_as_large_as_its_layers():
    rng = np.random.default_rng(0)
    assert new_network((18, 100, 9), rng).parameters == 2809
    assert new_network((18, 25, 9), rng).parameters == 709
    assert new_network((9, 36, 36, 9), rng).parameters == 2025
    with pytest.raises(ValueError, match="not 'tanh'"):
        Network(output="tanh")


def test_probabilities_depend_on_differences_only():
    z = np.array([[1.0, 2.0, 700.0], [0.0, 0.0, 0.0]])
    assert softmax(z).sum(1) == pytest.approx([1, 1])
    assert softmax(z) == pytest.approx(softmax(z + 1000))
    assert softmax(z)[1] == pytest.approx([1 / 3] * 3)


def test_encodings():
    state = parse("X.O/.../..X")
    assert two_bits(state).tolist() == [1, 0, 0, 0, 0, 1] + [0] * 10 + [1, 0]


def test_encodings_of_many_states_are_their_rows_and_differ():
    rows = two_bits(np.arange(N_STATES))
    assert rows.shape == (N_STATES, 18)
    assert len(np.unique(rows, axis=0)) == N_STATES
    assert (two_bits(UNDECIDED.reshape(-1, 2)) == rows[UNDECIDED].reshape(-1, 2, 18)).all()
    with pytest.raises(ValueError, match="outside"):
        two_bits(N_STATES)
