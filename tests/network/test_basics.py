"""The network in NumPy: gradients against finite differences and against PyTorch, encodings."""

from importlib.util import find_spec
from itertools import pairwise

import numpy as np
import pytest

from tests.aids.gradients import backward, output_delta, sgd
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


@pytest.mark.parametrize("output", LOSSES)
def test_many_rows_are_the_sum_of_single_rows(output):
    network, x, target = example(output)
    together = gradients(network, x, target)
    alone = [gradients(network, *row) for row in zip(x, target, strict=True)]
    for kind in (0, 1):
        for number, slope in enumerate(together[kind]):
            assert slope == pytest.approx(sum(one[kind][number] for one in alone))


@pytest.mark.parametrize("output", LOSSES)
def test_steps_downhill_lower_the_loss(output):
    network, x, target = example(output)
    losses = []
    for _ in range(30):
        losses.append(LOSSES[output](forward(network, x)[-1], target))
        sgd(network, gradients(network, x, target), 0.02)
    assert all(after < before for before, after in pairwise(losses))


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
@pytest.mark.parametrize("output", LOSSES)
def test_pytorch_gives_the_same_numbers(output):
    import torch

    network, x, target = example(output)
    parts = [torch.tensor(p, requires_grad=True) for p in (*network.weights, *network.biases)]
    n, layer, wanted = len(network.weights), torch.tensor(x), torch.tensor(target)
    for number in range(n):
        layer = layer @ parts[number] + parts[n + number]
        if number < n - 1:
            layer = torch.relu(layer)
    if output == "softmax":
        loss = -(wanted * torch.log_softmax(layer, 1)).sum()
        layer = torch.softmax(layer, 1)
    else:
        layer = torch.sigmoid(layer) if output == "sigmoid" else layer
        loss = ((layer - wanted) ** 2).sum() / 2
    loss.backward()
    outputs = forward(network, x)[-1]
    assert outputs == pytest.approx(layer.detach().numpy())
    assert LOSSES[output](outputs, target) == pytest.approx(loss.item())
    weights, biases = gradients(network, x, target)
    for part, slope in zip(parts, [*weights, *biases], strict=True):
        assert slope == pytest.approx(part.grad.numpy(), abs=1e-12)


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
