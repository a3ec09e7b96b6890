"""Run networks with one hidden layer at full speed: the steps, and the games they learn from.

An input is 0 or 1, so the first layer adds the rows of those that are 1. In a game two are new at
each turn, and the first pass of a replay is known from playing. The compiler knows the
sizes: they are tuples, with an entry for every 16 hidden units and for each output, whose length is
part of their type.
Floating-point sums depend on their order. The loops fix it, so they are the same on every computer.
"""

import numpy as np

from tttlearn.network.order import LANES, InputTables, Net
from tttlearn.support.compiled import njit

F0, F1, F2, F3, F4, F5, F6, F7 = 1.0, 1.0, 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040
ZERO, ONE, LOWEST = (np.float32(number) for number in (0, 1, -40))


@njit
def power(x: float | np.ndarray) -> float | np.ndarray:
    """Compute e**x with plain sums and products, the same on every computer.

    Parameters
    ----------
    x : float or ndarray of float
        Exponents, from -40 to 0.

    Returns
    -------
    float or ndarray of float
        The power.

    Notes
    -----
    It is the series of e**(x / 64), squared six times. Libraries differ in the last bit.
    """
    y = x / 64.0
    p = F0 + y * (F1 + y * (F2 + y * (F3 + y * (F4 + y * (F5 + y * (F6 + y * F7))))))
    for _ in range(6):
        p = p * p
    return p


@njit
def first_layer(net: Net, slot: int, tables: InputTables, state: int) -> None:
    """Compute the hidden layer of a state.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    tables : InputTables
        Inputs of all states.
    state : int
        State whose inputs the network sees.
    """
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
def add_inputs(net: Net, slot: int, one: int, other: int) -> None:
    """Compute a hidden layer from the present sums, after two more inputs have become 1.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    one, other : int
        Indices of the two inputs.
    """
    W1, sums, hidden = net.W1, net.sums, net.hidden
    for h in range(LANES * len(net.size)):
        total = sums[h] + W1[one, h] + W1[other, h]
        sums[h] = total
        hidden[slot, h] = max(total, ZERO)


@njit
def second_layer(net: Net, slot: int) -> None:
    """Compute the outputs of a hidden layer, before softmax.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    """
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
def to_probabilities(logits: np.ndarray, delta: np.ndarray, slot: int) -> None:
    """Compute the softmax of outputs.

    Parameters
    ----------
    logits : ndarray of float32, shape (longest, n_outputs)
        Outputs, before softmax; those more than 40 below the largest count as 40 below it.
    delta : ndarray of float32, shape (n_outputs,)
        Filled with the probabilities.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    """
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
def learn_all(net: Net, slot: int, tables: InputTables, state: int) -> None:
    """Take a step of gradient descent, given the gradients at all outputs.

    Parameters
    ----------
    net : Net
        Weights and buffers; `delta` holds the gradients at the outputs, times the learning rate.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    tables : InputTables
        Inputs of all states.
    state : int
        State whose inputs the network sees.
    """
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
def learn_one(
    net: Net, slot: int, action: int, step: float, tables: InputTables, state: int
) -> None:
    """Take a step of gradient descent if only one output has a gradient.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    action : int
        The output that has a gradient.
    step : float
        The gradient, times the learning rate.
    tables : InputTables
        Inputs of all states.
    state : int
        State whose inputs the network sees.
    """
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
def learn_first(net: Net, tables: InputTables, state: int) -> None:
    """Take the step of gradient descent in the first layer.

    Parameters
    ----------
    net : Net
        Weights and buffers; `sums` holds the gradients at the hidden units, times the rate.
    tables : InputTables
        Inputs of all states.
    state : int
        State whose inputs the network sees.
    """
    W1, back = net.W1, net.sums
    width, bias = LANES * len(net.size), len(W1) - 1
    for k in range(tables.counts[state]):
        row = tables.rows[state, k]
        for h in range(width):
            W1[row, h] -= back[h]
    for h in range(width):
        W1[bias, h] -= back[h]


@njit
def outputs_of(net: Net, tables: InputTables, states: np.ndarray, outputs: np.ndarray) -> None:
    """Compute the outputs in several states, before softmax.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    tables : InputTables
        Inputs of all states.
    states : ndarray of int, shape (n,)
        The states.
    outputs : ndarray of float32, shape (n, n_outputs)
        Filled with the outputs.
    """
    for k in range(len(states)):
        first_layer(net, 0, tables, states[k])
        second_layer(net, 0)
        for a in range(len(net.outputs)):
            outputs[k, a] = net.logits[0, a]


@njit
def best_action(logits: np.ndarray, slot: int, following: np.ndarray, state: int) -> int:
    """Return the legal action with the highest output, the first of those that are tied.

    Parameters
    ----------
    logits : ndarray of float32, shape (longest, n_outputs)
        Outputs.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    following : ndarray of int, shape (S, A)
        State after each action, negative if it is not legal.
    state : int
        State in which a side is to move.

    Returns
    -------
    int
        The action.
    """
    best = -1
    for a in range(logits.shape[1]):
        if following[state, a] >= 0 and (best < 0 or logits[slot, a] > logits[slot, best]):
            best = a
    return best


@njit
def sampled(
    logits: np.ndarray,
    slot: int,
    following: np.ndarray,
    state: int,
    temperature: float,
    chances: np.ndarray,
    rng: np.random.Generator,
) -> int:
    """Draw a legal action with probabilities in proportion to e**(output / temperature).

    Parameters
    ----------
    logits : ndarray of float32, shape (longest, n_outputs)
        Outputs.
    slot : int
        Move of the game, counted from 0, whose hidden layer and outputs are meant.
    following : ndarray of int, shape (S, A)
        State after each action, negative if it is not legal.
    state : int
        State in which a side is to move.
    temperature : float
        Positive; the lower, the more often the best action is drawn.
    chances : ndarray of float64, shape (n_outputs,)
        Buffer, filled with the weights of the actions.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    int
        The action.
    """
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
def drawn(totals: np.ndarray, rng: np.random.Generator) -> int:
    """Draw the action of an opponent.

    Parameters
    ----------
    totals : ndarray of float64, shape (A,)
        Cumulative probabilities of its actions.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    int
        The action.
    """
    u, action = rng.random(), 0
    for a in range(len(totals) - 1):
        action += u >= totals[a]
    return action


@njit
def games_with_itself(
    net: Net,
    tables: InputTables,
    temperatures: np.ndarray,
    rates: np.ndarray,
    script: np.ndarray,
    winners: np.ndarray,
    visits: np.ndarray,
    played: np.ndarray,
    rng: np.random.Generator,
) -> None:
    """Play games of a network with itself, and learn from each, beginning with its last move.

    An output is the value of an action to the side that moves. Its target is the result of the game
    after the last move, and minus the highest output at the next turn before that.

    Parameters
    ----------
    net : Net
        Weights and buffers.
    tables : InputTables
        Inputs of all states, and the rules.
    temperatures : ndarray of float64, shape (n_games,)
        Temperature at which the actions of each game are drawn.
    rates : ndarray of float32, shape (n_games,)
        Learning rate after each game.
    script : ndarray of int64, shape (n,)
        The first actions of every game, instead of drawn ones; it may be empty.
    winners : ndarray of int8, shape (n_games,)
        Filled with the winners: +1 X, -1 O, 0 draw.
    visits : ndarray of int64, shape (S,)
        Counts how often each state came up.
    played : ndarray of int64, shape (1,)
        Counts the games.
    rng : numpy.random.Generator
        Source of randomness.
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
