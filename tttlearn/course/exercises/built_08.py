"""Provide what the exercises of lesson 08 build and its later cells use."""

import numpy as np

from tttlearn.course.exercises.net_faults import (
    forward_with,
    learn_with,
    pulled_with,
    slopes_with,
)
from tttlearn.network.basics import numerical_gradient, softmax


def forward(x, W1, b1, W2, b2):
    """Return the hidden layer and the nine probabilities (08.2)."""
    return forward_with(x, W1, b1, W2, b2)


def slope(error, w, nudge):
    """Return the slope of `error` at w, from a small nudge (08.3)."""
    at = np.array([float(w)])
    return float(numerical_gradient(lambda: error(at[0]), at, nudge)[0])


DOWNHILL = (0.5, 0.3, 0.12)
"""Three changes of a weight, each of which makes its error smaller (08.4)."""


def pull(z, pay, rate, rng):
    """Draw an arm by the softmax of z, pull it, and change z in place by what it pays (08.5)."""
    arm = int(rng.random() < softmax(z)[1])
    z[:] = pulled_with(z, arm, pay(arm), rate)


def firm_pull(z, pay, rate, rng):
    """Change z in place after a pull of the arm with the higher z, without chance (lesson 08)."""
    arm = int(z.argmax())
    z[:] = pulled_with(z, arm, pay(arm), rate)


def slopes(x, h, delta, W2):
    """Return the slopes of W1, b1, W2 and b2 (08.7)."""
    return slopes_with(x, h, delta, W2)


def learn(game, parts, rate):
    """Let the four arrays of a network learn from a game, in place (08.8)."""
    for part, after in zip(parts, learn_with(game, parts, rate), strict=True):
        part[...] = after


def rest(seen, win, draw, loss):
    """Return where the probability of a move with this Outcome of its games rests (08.9)."""
    a, b = win * seen.o_wins + draw * seen.draws, -loss * seen.x_wins
    return a / (a + b)


def update(p, action, legal, reward):
    """Return the error at the nine outputs by REINFORCE among the free cells (08.11)."""
    q = p * legal
    q /= q.sum()
    q[action] -= 1
    return reward * q
