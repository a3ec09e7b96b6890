"""Compute a reader's forward pass, delta, slopes, learning or pull with known faults."""

import numpy as np

from tttlearn.game.rules import LEGAL, TURN
from tttlearn.network.basics import relu, sigmoid, softmax, two_bits

FORWARDS = {
    "hidden": {
        "your hidden layer is not bent: replace negative sums with 0": lambda s: s,
        "your hidden layer is bent by a softmax; that belongs to the outputs": softmax,
        "np.minimum keeps what is negative; np.maximum(numbers, 0) puts 0 in its place": (
            lambda s: np.minimum(s, 0)
        ),
        "your hidden layer is 1 where the sum is above 0; it should be the sum itself there": (
            lambda s: 1.0 * (s > 0)
        ),
        "your hidden layer is bent by abs: what is negative should become 0": np.abs,
    },
    "bias1": {"the bias b1 is missing": 0},
    "bias2": {"the bias b2 is missing": 0},
    "end": {
        "your p is the sums z; softmax turns them into probabilities": lambda z: z,
        "relu belongs to the hidden layer only, not to z": lambda z: softmax(relu(z)),
        "your z goes through relu instead of softmax": relu,
        "e**z is not divided by the sum of all nine": np.exp,
        "e**(z - max) is not divided by the sum of all nine": lambda z: np.exp(z - z.max()),
        "your z is divided by its sum, but without taking e**z first": lambda z: z / z.sum(),
        "that is a sigmoid, each output alone; softmax divides by the sum of all nine": sigmoid,
        "the softmax has the wrong sign: e**z, not e**-z": lambda z: softmax(-z),
    },
}
"""What may be wrong with a forward pass, and the arguments of `forward_with` that do it."""


def forward_with(x, W1, b1, W2, b2, hidden=relu, end=softmax, bias1=1, bias2=1):
    """Return (hidden layer, outputs) of a forward pass with these parts."""
    h = hidden(x @ W1 + bias1 * b1)
    return h, end(h @ W2 + bias2 * b2)


def _nothing(others, made):
    return np.zeros(9)


DELTAS = {
    "sign": {"the sign is wrong: it is p minus the target": -1},
    "size": {
        "a loss has the wrong sign: multiply by abs(reward), the target says the rest": (
            lambda r: r
        ),
        "the size of the reward is missing": lambda r: 1,
    },
    "lost": {
        "after a loss the target should be the other cells, not the move that lost": (
            lambda others, made: 1.0 * made
        ),
        "after a loss your target gives the move made a share, too; it should get 0": (
            lambda others, made: (others | made) / (others | made).sum()
        ),
        "after a loss your shares do not sum to 1: divide by the number of the *other* free cells, "
        "without the move made": lambda others, made: others / (others | made).sum(),
        "after a loss your target gives taken cells shares, too; only free cells should get one": (
            lambda others, made: ~made / 8
        ),
        "after a loss your shares are 1/8: divide by the number of the other *free* cells": (
            lambda others, made: others / 8
        ),
        "after a loss your shares are 1/9: the length of a mask is always 9, its sum counts the "
        "cells": lambda others, made: others / 9,
        "after a loss all nine cells share your target, not only the other free ones": (
            lambda others, made: np.full(9, 1 / 9)
        ),
        "after a loss your shares do not sum to 1": lambda others, made: 1.0 * others,
        "after a loss your target is 0 everywhere; the other free cells should share it": _nothing,
        "after a loss your target for the move is -1; it should be 0, with shares for the others": (
            lambda others, made: -1.0 * made
        ),
    },
    "whole": {
        "your reward multiplies only p; it should multiply the difference": False,
        "your reward multiplies only the target; it should multiply the difference": None,
    },
    "masked": {
        "your p or delta is 0 on the taken cells; the network must learn that they are taken": (
            True
        )
    },
    "won": {
        "you take a draw for a loss: its target is 1 for the move made, too, so look at the sign, "
        "reward >= 0": lambda r: r > 0.4,
        "wins and losses are swapped: a reward below 0 is for a loss": lambda r: r < 0,
        "no reward is exactly 1: it includes the importance of the move, so look at its sign, "
        "reward >= 0": lambda r: r == 1,
        "a reward is seldom above 1, because it includes the importance of the move: after a win "
        "or a draw it is 0 or more": lambda r: r >= 1,
    },
}
"""What may be wrong with a delta, and the arguments of `delta_with` that do it."""
TWO_DELTAS = {
    "after a loss your delta is that of a win with the sign reversed; the other free cells should "
    "share its target": {"lost": lambda others, made: 1.0 * made, "size": lambda r: r},
    "after a win or a draw the sign is wrong, but after a loss right: it is abs(reward) times (p - "
    "t)": {"sign": -1, "size": lambda r: r},
    "no reward is exactly 1, 0.3 or -2: it includes the importance of the move, so look at its "
    "sign, reward >= 0": {"won": lambda r: r == 1, "lost": _nothing},
}
"""The same with two parts that are wrong for one reason."""


def _shared(others, made):
    return others / others.sum()


def _is_won(reward):
    """Return whether the reward is that of a win or a draw."""
    return reward >= 0


def delta_with(
    p, action, legal, reward, sign=1, size=abs, won=_is_won, lost=_shared, whole=True, masked=False
):
    """Return the error at the outputs, with what is wrong with it."""
    made = np.arange(9) == action
    t = 1.0 * made if won(reward) else lost(legal & ~made, made)
    p = np.where(legal, p, 0) if masked else p
    if not whole:
        return size(reward) * p - t if whole is False else p - size(reward) * t
    return sign * size(reward) * (p - t)


UPDATES = {
    "shares": {
        "your q does not sum to 1: divide p on the free cells by its sum there": (
            lambda p, legal: np.where(legal, p, 0)
        ),
        "your q is p, which has a share on taken cells; only free cells are drawn": (
            lambda p, legal: p
        ),
        "all free cells have the same q in yours; it is p, divided by its sum over them": (
            lambda p, legal: legal / legal.sum()
        ),
    },
    "size": {
        "a loss must turn the sign: multiply by the reward itself, not by its size": abs,
        "the reward is missing": lambda reward: 1,
    },
    "sign": {"the sign is wrong: it is q minus the target": -1},
    "target": {"the target is missing: subtract 1 for the move made": 0},
}
"""What may be wrong with REINFORCE in a game, and the arguments of `update_with` that do it."""


def _among_free(p, legal):
    q = np.where(legal, p, 0)
    return q / q.sum()


def update_with(
    p, action, legal, reward, shares=_among_free, size=lambda reward: reward, sign=1, target=1
):
    """Return the error at the outputs by REINFORCE, with what is wrong with it."""
    t = target * (np.arange(9) == action)
    return sign * size(reward) * (shares(p, legal) - t)


SLOPES = {
    "mask": {
        "a unit that is off gets an error: multiply by (h > 0)": np.ones_like,
        "the error is multiplied by h instead of (h > 0), which is 1 or 0": lambda h: h,
    },
    "ahead": {"the slope of W2 is h times delta: h itself, not (h > 0)": lambda h: h > 0},
    "sign": {"the sign is wrong: a slope says how the error grows with the weight": -1},
    "error": {
        "W2 does not bring the error back: the hidden units get their own outputs as error": (
            lambda h, delta, W2: h
        ),
        "your errors below 0 are cut off; an error is 0 only where the unit is off": (
            lambda h, delta, W2: np.maximum(W2 @ delta, 0)
        ),
    },
}
"""What may be wrong with the slopes, and the arguments of `slopes_with` that do it."""


def _brought_back(h, delta, W2):
    return W2 @ delta


def _is_on(h):
    return h > 0


def slopes_with(x, h, delta, W2, error=_brought_back, mask=_is_on, ahead=lambda h: h, sign=1):
    """Return the slopes of W1, b1, W2 and b2, a list, with these faults."""
    back = error(h, delta, W2) * mask(h)
    slopes = np.outer(x, back), back, np.outer(ahead(h), delta), delta
    return [sign * slope for slope in slopes]


def _highest(p, action, legal):
    return p.argmax()


def _highest_free(p, action, legal):
    return np.where(legal, p, -1).argmax()


REWARDS = {-1: 1.0, 0: 0.3, 1: -2.0}
"""What a game is worth to O, by its winner."""
LEARNS = {
    "step": {
        "the sign is wrong: a step downhill subtracts": lambda rate, paid: rate,
        "the rate is missing": lambda rate, paid: -1,
        "the rate is typed in as 0.1; the function is given `rate`": lambda rate, paid: -0.1,
        "the reward is in the delta already, and the step multiplies by it once more": (
            lambda rate, paid: -rate * paid
        ),
    },
    "reward": {
        "the importance of the move is missing": lambda winner, i, n: REWARDS[winner],
        "in yours every move has the importance of the first: `reward_of(game, i)`": (
            lambda winner, i, n: 0.5 * REWARDS[winner]
        ),
        "`game.winner` is not a reward, and it is to X; what the move pays O is `reward_of(game, "
        "i)`": lambda winner, i, n: winner,
        "minus `game.winner` is not what O's move pays: that is `reward_of(game, i)`": (
            lambda winner, i, n: -winner
        ),
        "`i` counts all moves of the game, but yours counts only those of O": (
            lambda winner, i, n: _reward(winner, i // 2, n)
        ),
        "in yours each move has the importance of the one after it: `i` begins at 0": (
            lambda winner, i, n: _reward(winner, i + 1, n)
        ),
        "in yours every move has the importance of the last: `reward_of(game, i)`": (
            lambda winner, i, n: _reward(winner, n - 1, n)
        ),
    },
    "early": {
        "W2 changes before its weights have passed the error on: compute all four slopes first": (
            True
        )
    },
    "moves": {
        "it learns from O's first move only, as with a `return` inside the loop": slice(2),
        "it learns from the last move of the game only": slice(-1, None),
        "the last move of the game is left out": slice(-1),
    },
    "together": {
        "in yours all of O's moves share the weights that the game began with; each should take "
        "its own step": True
    },
    "sides": {
        "X's moves are learned, too; the network is O": (1, -1),
        "it learns X's moves, but the network is O": (1,),
    },
    "board": {
        "your inputs are those of the board after the move": "after",
        "your inputs are those of the empty board at every move: `state` must go on": "empty",
    },
    "free": {
        "all nine cells are taken for free ones; `ttt.LEGAL[state]` says which are free": (
            lambda state: np.ones(9, bool)
        ),
    },
    "made": {
        "`p.argmax()` has the highest p; the delta belongs to the move made, `action`": (_highest),
        "the free cell with the highest p is not the move that was made, `action`": _highest_free,
    },
    "through": {
        "`parts[3]` is b2, but the error comes back through W2, `parts[2]`": 3,
    },
}
"""What may be wrong with learning from a game, and the arguments of `learn_with` that do it."""


def _reward(winner, i, n):
    """Return what move i of n pays O if this side has won, with the move's importance."""
    return REWARDS[winner] * (0.5 + 0.5 * i / n)


def _downhill(rate, paid):
    return -rate


def _free(state):
    return LEGAL[state]


def _made(p, action, legal):
    return action


def learn_with(
    game,
    parts,
    rate,
    step=_downhill,
    reward=_reward,
    early=False,
    moves=slice(None),
    sides=(-1,),
    board="before",
    together=False,
    free=_free,
    made=_made,
    through=2,
):
    """Return new copies of the four arrays after learning from a game, with these faults."""
    first, states, n = parts, game.states, len(game.history)
    parts = [part.copy() for part in parts]
    for i, action in [*enumerate(game.history)][moves]:
        if TURN[states[i]] not in sides:
            continue
        state = states[0] if board == "empty" else states[i]
        x = two_bits(states[i + 1] if board == "after" else state).astype(float)
        seen = first if together else parts
        h, p = forward_with(x, *seen)
        paid = reward(game.winner, i, n)
        delta = delta_with(p, made(p, action, LEGAL[state]), free(state), paid)
        move = step(rate, paid)
        back = seen[through] + (move * np.outer(h, delta) if early else 0)
        for part, slope in zip(parts, slopes_with(x, h, delta, back), strict=True):
            part += move * slope
    return parts


PULLS = {
    "step": {
        "the sign is wrong: a step downhill subtracts, and the reward keeps its sign": (
            lambda rate: rate
        ),
        "the rate is missing": lambda rate: -1,
        "the rate is typed in as 0.1; the function is given `rate`": lambda rate: -0.1,
    },
    "paid": {
        "the reward is missing: a loss should turn the step round": lambda reward: 1,
        "only the size of the reward counts: a loss, which is below 0, should turn the step "
        "round": abs,
    },
    "target": {
        "your target is 1 for the arm that was *not* pulled": lambda p, arm: np.eye(2)[1 - arm],
        "your target is always arm 1; it should be the arm that was pulled": lambda p, arm: np.eye(
            2
        )[1],
        "your target is always arm 0; it should be the arm that was pulled": lambda p, arm: np.eye(
            2
        )[0],
        "your target is the arm with the higher p; it should be the arm that was pulled": (
            lambda p, arm: np.eye(2)[p.argmax()]
        ),
        "the target is missing: the error is p - t": lambda p, arm: np.zeros(2),
    },
    "said": {"z is not a probability: the error is softmax(z) - t": lambda z: z},
    "both": {
        "only the arm that was pulled has changed; p - t changes both arms": False,
    },
}
"""What may be wrong with a pull, and the arguments of `pulled_with` that do it."""


def _pulled(p, arm):
    """Return the target of a pull: 1 for the arm that was pulled."""
    return np.eye(2)[arm]


def pulled_with(
    z,
    arm,
    reward,
    rate,
    step=lambda rate: -rate,
    paid=lambda reward: reward,
    target=_pulled,
    said=softmax,
    both=True,
):
    """Return the preferences after a pull of `arm` that paid `reward`, with these faults."""
    delta = said(z) - target(softmax(z), arm)
    delta = delta if both else delta * np.eye(2)[arm]
    return z + step(rate) * paid(reward) * delta
