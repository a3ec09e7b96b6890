"""Networks with one hidden layer at full speed: the steps, and the games that they learn from.

An input is 0 or 1, so the first layer adds the rows of those that are 1; in a game two are new at
each turn; the first pass of a replay is known from playing; and the compiler knows all sizes: the
hidden size comes as a tuple with an entry for every 16 units, whose length is part of its type.
"""

import numpy as np

from tttlearn.game.rules import START
from tttlearn.network.order import FACTORS, LANES, LONGEST, OUTPUTS
from tttlearn.support.compiled import HAS_NUMBA, njit

F0, F1, F2, F3, F4, F5, F6, F7 = FACTORS
ZERO, ONE, LOWEST = (np.float32(number) for number in (0, 1, -40))


@njit
def power(x):
    """e**x for -40 <= x <= 0, from plain sums and products."""
    y = x / 64.0
    p = F0 + y * (F1 + y * (F2 + y * (F3 + y * (F4 + y * (F5 + y * (F6 + y * F7))))))
    for _ in range(6):
        p = p * p
    return p


@njit
def first_layer(W1, sums, hidden, size, slot, rows, state, n):
    """Hidden layer `slot` of a state whose n inputs that are 1 stand in rows[state]."""
    bias = len(W1) - 1
    for h in range(LANES * len(size)):
        sums[h] = W1[bias, h]
    for k in range(n):
        row = rows[state, k]
        for h in range(LANES * len(size)):
            sums[h] += W1[row, h]
    for h in range(LANES * len(size)):
        hidden[slot, h] = max(sums[h], ZERO)


@njit
def add_inputs(W1, sums, hidden, size, slot, one, other):
    """Hidden layer `slot` from the sums there are, when two more inputs have become 1."""
    for h in range(LANES * len(size)):
        total = sums[h] + W1[one, h] + W1[other, h]
        sums[h] = total
        hidden[slot, h] = max(total, ZERO)


@njit
def second_layer(W2, b2, hidden, lanes, logits, size, slot):
    """The outputs of hidden layer `slot`, as they are before softmax."""
    width = LANES * len(size)
    for o in range(OUTPUTS):
        for i in range(LANES):
            total = ZERO
            for block in range(len(size)):
                total += W2[o * width + LANES * block + i] * hidden[slot, LANES * block + i]
            lanes[LANES * o + i] = total
    for o in range(OUTPUTS):
        total = ZERO
        for i in range(LANES):
            total += lanes[LANES * o + i]
        logits[slot, o] = total + b2[o]


@njit
def to_probabilities(logits, delta, slot):
    """`delta` becomes the softmax of the outputs; none is below e**-40."""
    top = logits[slot, 0]
    for o in range(1, OUTPUTS):
        top = max(top, logits[slot, o])
    for o in range(OUTPUTS):
        delta[o] = np.float32(power(np.float64(max(logits[slot, o] - top, LOWEST))))
    total = ZERO
    for o in range(OUTPUTS):
        total += delta[o]
    for o in range(OUTPUTS):
        delta[o] = delta[o] * (ONE / total)


@njit
def learn_all(W1, W2, b2, hidden, sums, delta, size, slot, rows, state, n):
    """One step downhill: `delta` holds the gradients at the outputs, times the rate."""
    width = LANES * len(size)
    for o in range(OUTPUTS):
        b2[o] -= delta[o]
    for h in range(width):
        x = hidden[slot, h]
        total = ZERO
        for o in range(OUTPUTS):
            w = W2[o * width + h]
            total += delta[o] * w
            W2[o * width + h] = w - delta[o] * x
        sums[h] = total if x > ZERO else ZERO
    _learn_first(W1, sums, size, rows, state, n)


@njit
def learn_one(W1, W2, b2, hidden, sums, size, slot, action, step, rows, state, n):
    """One step downhill when only one output has a gradient, `step`, times the rate."""
    start = action * LANES * len(size)
    b2[action] -= step
    for h in range(LANES * len(size)):
        x = hidden[slot, h]
        w = W2[start + h]
        W2[start + h] = w - step * x
        sums[h] = step * w if x > ZERO else ZERO
    _learn_first(W1, sums, size, rows, state, n)


@njit
def _learn_first(W1, back, size, rows, state, n):
    bias = len(W1) - 1
    for k in range(n):
        row = rows[state, k]
        for h in range(LANES * len(size)):
            W1[row, h] -= back[h]
    for h in range(LANES * len(size)):
        W1[bias, h] -= back[h]


@njit
def outputs_of(net, size, rows, counts, states, outputs):
    """Fill `outputs` (number, outputs) with the outputs of these states, before softmax."""
    W1, W2, b2, hidden, logits, sums, _, lanes = net
    for k in range(len(states)):
        first_layer(W1, sums, hidden, size, 0, rows, states[k], counts[states[k]])
        second_layer(W2, b2, hidden, lanes, logits, size, 0)
        for a in range(OUTPUTS):
            outputs[k, a] = logits[0, a]


if not HAS_NUMBA:
    from tttlearn.network.order import *  # noqa: F403


@njit
def best_action(logits, slot, following, state):
    """The legal cell with the highest output, the first of ties."""
    best = -1
    for a in range(OUTPUTS):
        if following[state, a] >= 0 and (best < 0 or logits[slot, a] > logits[slot, best]):
            best = a
    return best


@njit
def sampled(logits, slot, following, state, temperature, chances, rng):
    """A legal action, with a probability in proportion to e**(output / temperature)."""
    top, total, last = logits[slot, best_action(logits, slot, following, state)], 0.0, 0
    for a in range(OUTPUTS):
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
def games_with_itself(net, size, tables, temperatures, rates, script, winners, visits, played, rng):
    """Play both sides of a game for each entry of `winners`, and after each learn from its end.

    An output, the value to the side that moves, learns the end of the game or minus the next best.
    """
    W1, W2, b2, hidden, logits, sums, _, lanes = net
    rows, counts, following, terminal, winner = tables
    states, actions = np.empty(LONGEST, np.int64), np.empty(LONGEST, np.int64)
    chances = np.empty(OUTPUTS)
    for game in range(len(winners)):
        state, n = START, 0
        while not terminal[state]:
            first_layer(W1, sums, hidden, size, n, rows, state, counts[state])
            second_layer(W2, b2, hidden, lanes, logits, size, n)
            action = sampled(logits, n, following, state, temperatures[game], chances, rng)
            states[n], actions[n] = state, script[n] if n < len(script) else action
            visits[state] += 1
            state = following[state, actions[n]]
            n += 1
        visits[state] += 1
        winners[game] = winner[state]
        target = np.float32(abs(winner[state]))
        for t in range(n - 1, -1, -1):
            state, action = states[t], actions[t]
            step = rates[game] * (logits[t, action] - target)
            learn_one(W1, W2, b2, hidden, sums, size, t, action, step, rows, state, counts[state])
            target = -logits[t, best_action(logits, t, following, state)]
        played[0] += 1
