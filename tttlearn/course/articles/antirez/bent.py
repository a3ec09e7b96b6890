"""Provide the loops of antirez's network with tanh or the sigmoid as its activation.

The loops of `network` apply relu to the hidden layer. Those here apply another function to the same
sums, and use its derivative in the backward pass.
"""

from tttlearn.course.articles.activations import portable_sigmoid, portable_tanh
from tttlearn.game.rules import TICTACTOE
from tttlearn.network.loops import ONE, ZERO, first_layer, learn_first, second_layer
from tttlearn.network.order import LANES
from tttlearn.support.compiled import njit

RELU, TANH, SIGMOID = range(3)
OUTPUTS, MAX_MOVES = TICTACTOE.n_actions, TICTACTOE.longest
"""Number of outputs, one for each cell, and of moves in the longest game, which takes all cells."""


@njit
def bend_layer(net, slot, bend):
    """Apply the activation to hidden layer `slot`; `bend` is (activation, hidden units).

    The units that only pad the layer stay 0. The sigmoid of 0 is not 0, so they are left out.
    """
    which, units = bend
    sums, hidden = net.sums, net.hidden
    if which == TANH:
        for h in range(units):
            hidden[slot, h] = portable_tanh(sums[h])
    else:
        for h in range(units):
            hidden[slot, h] = portable_sigmoid(sums[h])


@njit
def learn_bent(net, slot, tables, state, bend):
    """Update all weights once, as `learn_all`: `net.delta` has the gradients times the rate."""
    W2, delta, width = net.W2, net.delta, LANES * len(net.size)
    for o in range(OUTPUTS):
        net.b2[o] -= delta[o]
    for h in range(width):
        x = net.hidden[slot, h]
        slope = ONE - x * x if bend[0] == TANH else x * (ONE - x)
        total = ZERO
        for o in range(OUTPUTS):
            w = W2[o * width + h]
            total += delta[o] * w
            W2[o * width + h] = w - delta[o] * x
        net.sums[h] = total * slope
    learn_first(net, tables, state)


@njit
def bent_outputs(net, tables, states, bend, outputs):
    """Fill `outputs` (number, outputs) with the outputs of these states, before softmax."""
    for k in range(len(states)):
        first_layer(net, 0, tables, states[k])
        bend_layer(net, 0, bend)
        second_layer(net, 0)
        for a in range(OUTPUTS):
            outputs[k, a] = net.logits[0, a]
