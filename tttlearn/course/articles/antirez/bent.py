"""antirez's network with tanh or the sigmoid instead of relu: how its loops differ.

The loops of `network` bend the hidden layer by relu. Those here bend the same sums otherwise, and
step back through that.
"""

from tttlearn.course.articles.activations import portable_sigmoid, portable_tanh
from tttlearn.game.rules import TICTACTOE
from tttlearn.network.loops import ONE, ZERO, first_layer, learn_first, second_layer
from tttlearn.network.order import LANES
from tttlearn.support.compiled import njit

RELU, TANH, SIGMOID = range(3)
OUTPUTS, LONGEST = TICTACTOE.n_actions, TICTACTOE.longest
"""The program has an output for each cell; the longest game takes all of them."""


@njit
def bend_layer(net, slot, bend):
    """Bend hidden layer `slot` anew, from the sums there are; `bend`: (which, hidden units).

    The units that only fill up the layer stay 0, which a sigmoid of 0 is not.
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
    """One step downhill, as `learn_all`: `delta` of the net holds the gradients, times the rate."""
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
