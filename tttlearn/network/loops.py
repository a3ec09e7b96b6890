"""Networks with one hidden layer at full speed: the steps, and the games they learn from.

An input is 0 or 1, so the first layer adds the rows of those that are 1. In a game two are new at
each turn, and the first pass of a replay is known from playing. The compiler knows the
sizes: they are tuples, with an entry for every 16 hidden units and for each output, whose length is
part of their type.
Floating-point sums depend on their order. The loops fix it, so they are the same on every computer.
"""

import numpy as np

from tttlearn.network.order import LANES
from tttlearn.support.compiled import njit

F0, F1, F2, F3, F4, F5, F6, F7 = 1.0, 1.0, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040
ZERO, ONE, LOWEST = (np.float32(number) for number in (0, 1, -40))


@njit
def power(x):
    """e**x for -40 <= x <= 0, a number or an array, as plain sums and products.

    The series of e**(x / 64), squared six times: libraries differ in the last bit.
    """
    y = x / 64.0
    p = F0 + y * (F1 + y * (F2 + y * (F3 + y * (F4 + y * (F5 + y * (F6 + y * F7))))))
    for _ in range(6):
        p = p * p
    return p


@njit
def first_layer(net, slot, tables, state):
    """Hidden layer `slot` of a state."""
    W1, sums, hidden = net.W1, net.sums, net.hidden
    width, bias = LANES * len(net.size), len(W1) - 1
    for h in range(width):
        sums[h] = W1[bias, h]
    for k in range(tables.counts[state]):
        row = tables.rows[state, k]
        for h in range(width):
            sums[h] += W1[row, h]
    for h in range(width):
        hidden[slot, h] = max(sums[h], ZERO)


@njit
def add_inputs(net, slot, one, other):
    """Hidden layer `slot` from its present sums, after two more inputs have become 1."""
    W1, sums, hidden = net.W1, net.sums, net.hidden
    for h in range(LANES * len(net.size)):
        total = sums[h] + W1[one, h] + W1[other, h]
        sums[h] = total
        hidden[slot, h] = max(total, ZERO)


@njit
def second_layer(net, slot):
    """The outputs of hidden layer `slot`, before softmax."""
    W2, hidden, lanes, width = net.W2, net.hidden, net.lanes, LANES * len(net.size)
    for o in range(len(net.outputs)):
        for i in range(LANES):
            total = ZERO
            for block in range(len(net.size)):
                total += W2[o * width + LANES * block + i] * hidden[slot, LANES * block + i]
            lanes[LANES * o + i] = total
    for o in range(len(net.outputs)):
        total = ZERO
        for i in range(LANES):
            total += lanes[LANES * o + i]
        net.logits[slot, o] = total + net.b2[o]


@njit
def to_probabilities(logits, delta, slot):
    """`delta` becomes the softmax of the outputs; none is below e**-40."""
    top = logits[slot, 0]
    for o in range(1, len(delta)):
        top = max(top, logits[slot, o])
    for o in range(len(delta)):
        delta[o] = np.float32(power(np.float64(max(logits[slot, o] - top, LOWEST))))
    total = ZERO
    for o in range(len(delta)):
        total += delta[o]
    for o in range(len(delta)):
        delta[o] = delta[o] * (ONE / total)


@njit
def learn_all(net, slot, tables, state):
    """One step downhill: `delta` of the net holds the gradients at the outputs, times the rate."""
    W2, delta, width = net.W2, net.delta, LANES * len(net.size)
    for o in range(len(net.outputs)):
        net.b2[o] -= delta[o]
    for h in range(width):
        x = net.hidden[slot, h]
        total = ZERO
        for o in range(len(net.outputs)):
            w = W2[o * width + h]
            total += delta[o] * w
            W2[o * width + h] = w - delta[o] * x
        net.sums[h] = total if x > ZERO else ZERO
    learn_first(net, tables, state)


@njit
def learn_one(net, slot, action, step, tables, state):
    """One step downhill when only one output has a gradient, `step`, times the rate."""
    W2, width = net.W2, LANES * len(net.size)
    start = action * width
    net.b2[action] -= step
    for h in range(width):
        x = net.hidden[slot, h]
        w = W2[start + h]
        W2[start + h] = w - step * x
        net.sums[h] = step * w if x > ZERO else ZERO
    learn_first(net, tables, state)


@njit
def learn_first(net, tables, state):
    """The step in the first layer; `sums` of the net holds the gradients there, times the rate."""
    W1, back = net.W1, net.sums
    width, bias = LANES * len(net.size), len(W1) - 1
    for k in range(tables.counts[state]):
        row = tables.rows[state, k]
        for h in range(width):
            W1[row, h] -= back[h]
    for h in range(width):
        W1[bias, h] -= back[h]


@njit
def outputs_of(net, tables, states, outputs):
    """Fill `outputs` (number, outputs) with the outputs of these states, before softmax."""
    for k in range(len(states)):
        first_layer(net, 0, tables, states[k])
        second_layer(net, 0)
        for a in range(len(net.outputs)):
            outputs[k, a] = net.logits[0, a]


@njit
def best_action(logits, slot, following, state):
    """The legal cell with the highest output; if tied, the first."""
    best = -1
    for a in range(logits.shape[1]):
        if following[state, a] >= 0 and (best < 0 or logits[slot, a] > logits[slot, best]):
            best = a
    return best


@njit
def sampled(logits, slot, following, state, temperature, chances, rng):
    """A legal action, with a probability in proportion to e**(output / temperature)."""
    top, total, last = logits[slot, best_action(logits, slot, following, state)], 0.0, 0
    for a in range(logits.shape[1]):
        chances[a] = 0.0
        if following[state, a] >= 0:
            chances[a] = power(max((np.float64(logits[slot, a]) - top) / temperature, -40.0))
            total += chances[a]
            last = a
    u = rng.random() * total
    for a in range(last):
        u -= chances[a]
        if u < 0:
            return a
    return last


@njit
def games_with_itself(net, tables, temperatures, rates, script, winners, visits, played, rng):
    """Play both sides of a game for each entry of `winners`, and after each learn from its end.

    An output, the value to the side that moves, learns the end of the game or minus the next best.
    """
    following, winner, logits = tables.following, tables.winner, net.logits
    states, actions = np.empty(len(logits), np.int64), np.empty(len(logits), np.int64)
    chances = np.empty(len(net.outputs))
    for game in range(len(winners)):
        state, n = tables.start, 0
        while not tables.terminal[state]:
            first_layer(net, n, tables, state)
            second_layer(net, n)
            action = sampled(logits, n, following, state, temperatures[game], chances, rng)
            states[n], actions[n] = state, script[n] if n < len(script) else action
            visits[state] += 1
            state = following[state, actions[n]]
            n += 1
        visits[state] += 1
        winners[game] = winner[state]
        target = np.float32(winner[state] * tables.turn[states[n - 1]])
        for t in range(n - 1, -1, -1):
            state, action = states[t], actions[t]
            step = rates[game] * (logits[t, action] - target)
            learn_one(net, t, action, step, tables, state)
            target = -logits[t, best_action(logits, t, following, state)]
        played[0] += 1
