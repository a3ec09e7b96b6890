"""What is wrong with a reader's forward pass, delta, slopes or learning: the known faults."""

from itertools import combinations

import numpy as np

from tttlearn.game.rules import LEGAL, TURN
from tttlearn.network.basics import relu, softmax, two_bits

FORWARDS = {
    "the hidden layer is not bent: 0 in place of negative sums": {"hidden": lambda s: s},
    "the hidden layer is bent by a softmax; that belongs to the outputs": {
        "hidden": lambda s: np.exp(s - s.max()) / np.exp(s - s.max()).sum()
    },
    "the hidden layer is bent by abs: what is negative should become 0": {"hidden": np.abs},
    "the bias b1 is missing": {"bias1": 0},
    "the bias b2 is missing": {"bias2": 0},
    "both biases are missing": {"bias1": 0, "bias2": 0},
    "these are the sums z; the softmax makes probabilities of them": {"end": lambda z: z},
    "relu belongs to the hidden layer only, not to z": {
        "end": lambda z: np.exp(np.maximum(z, 0)) / np.exp(np.maximum(z, 0)).sum()
    },
    "z is bent by relu, and not by softmax": {"end": lambda z: np.maximum(z, 0)},
    "e**z is not divided by the sum of all nine": {"end": np.exp},
    "e**(z - max) is not divided by the sum of all nine": {"end": lambda z: np.exp(z - z.max())},
    "z is divided by its sum, but without taking e**z first": {"end": lambda z: z / z.sum()},
    "this is a sigmoid, each output by itself; softmax divides by the sum of all nine": {
        "end": lambda z: 1 / (1 + np.exp(-z))
    },
    "the softmax has the wrong sign: e**z, not e**-z": {
        "end": lambda z: np.exp(z.min() - z) / np.exp(z.min() - z).sum()
    },
}
"""What is wrong with a forward pass, and the arguments of `forward_with` that do it."""


def forward_with(x, W1, b1, W2, b2, hidden=relu, end=softmax, bias1=1, bias2=1):
    """(hidden layer, outputs) of a forward pass with these parts."""
    h = hidden(x @ W1 + bias1 * b1)
    return h, end(h @ W2 + bias2 * b2)


DELTAS = {
    "it has the wrong sign: p minus the target": {"sign": -1},
    "a loss has the wrong sign: multiply by abs(reward), the target has told the rest": {
        "size": lambda r: r
    },
    "the size of the reward is missing": {"size": lambda r: 1},
    "the size of the reward is missing, and the sign is wrong: p minus the target": {
        "size": lambda r: 1,
        "sign": -1,
    },
    "after a loss the target should be the other cells, not the move that lost": {"lost": "move"},
    "a loss is only a win turned round, with the sign of the reward; its target is shared by the "
    "other free cells": {"lost": "move", "size": lambda r: r},
    "after a loss the move made has a share, too: it gets 0": {"lost": "all free"},
    "after a loss the shares do not sum to 1: divide by the number of the *other* free cells, "
    "without the move made": {"lost": "short"},
    "after a loss the taken cells have shares, too: only free ones get them": {"lost": "all other"},
    "after a loss all nine cells share the target": {"lost": "all"},
    "after a loss the shares do not sum to 1": {"lost": "ones"},
    "after a loss the target is 0 everywhere: the other free cells share it": {"lost": "none"},
    "after a loss the target of the move is -1, not 0 with shares for the others": {
        "lost": "minus"
    },
    "the target is 1 / 9 everywhere after a loss": {"lost": "ninth"},
    "the reward multiplies p only; it multiplies the difference": {"whole": False},
    "the target has the reward's size, p has not; it multiplies the difference": {"whole": None},
    "p is set to 0 on the taken cells; the network must learn that they are taken": {
        "masked": True
    },
    "a draw is taken for a loss: its target is 1 for the move made, too, so ask for the sign, "
    "reward >= 0": {"won": lambda r: r > 0.4},
    "no reward is exactly 1: it holds the importance of the move, too, so ask for its sign, "
    "reward >= 0": {"won": lambda r: r == 1},
    "no reward is exactly 1, 0.3 or -2: it holds the importance of the move, too, so ask for its "
    "sign, reward >= 0": {"won": lambda r: r == 1, "lost": "none"},
    "a reward is seldom above 1, for it holds the importance of the move: after a win or a draw it "
    "is from 0 on": {"won": lambda r: r >= 1},
}
"""What is wrong with a delta, and the arguments of `delta_with` that do it."""


def _lost_target(kind, action, legal):
    """The target after a loss, as one of DELTAS has it."""
    t = np.zeros(9)
    if kind in ("others", "ones"):
        others = legal.copy()
        others[action] = False
        t[others] = 1 if kind == "ones" else 1 / others.sum()
    elif kind in ("all free", "short"):
        t[legal] = 1 / legal.sum()
        t[action] *= kind == "all free"
    elif kind == "all other":
        t[np.arange(9) != action] = 1 / 8
    elif kind in ("all", "ninth"):
        t[:] = 1 / 9
    elif kind in ("move", "minus"):
        t[action] = 1 if kind == "move" else -1
    return t


def _is_won(reward):
    """Whether the reward is one for a win or a draw."""
    return reward >= 0


def delta_with(
    p,
    action,
    legal,
    reward,
    sign=1,
    size=abs,
    won=_is_won,
    lost="others",
    whole=True,
    masked=False,
):
    """The error at the outputs, with what is wrong with it."""
    t = np.eye(9)[action] if won(reward) else _lost_target(lost, action, legal)
    p = np.where(legal, p, 0) if masked else p
    if not whole:
        return size(reward) * p - t if whole is False else p - size(reward) * t
    return sign * size(reward) * (p - t)


SLOPES = {
    "a unit that is off gets an error: multiply by (h > 0)": "unmasked",
    "the error is multiplied by h, where it should be by (h > 0), 1 or 0": "times h",
    "the slope of W2 is h times delta: h itself, not (h > 0)": "on",
    "the wrong sign: a slope says how the loss grows with the weight": "downhill",
    "W2 does not bring the error back: the hidden units get their own outputs as error": "own",
}
"""What is wrong with the slopes, and the name by which `slopes_with` does it."""


def slopes_with(x, h, delta, W2, faults=()):
    """The slopes of W1, b1, W2 and b2, a list, with these faults."""
    back = h if "own" in faults else W2 @ delta
    back = back * (1 if "unmasked" in faults else h if "times h" in faults else h > 0)
    sign = -1 if "downhill" in faults else 1
    ahead = np.outer(h > 0 if "on" in faults else h, delta)
    return [sign * slope for slope in (np.outer(x, back), back, ahead, delta)]


def slopes_reason(found, given):
    """The reason why the arrays `found` are not the slopes."""
    for number in (1, 2):
        for faults in combinations(SLOPES.items(), number):
            if _same_all(found, slopes_with(*given, [kind for _, kind in faults])):
                return "; ".join(word for word, _ in faults)
    right = slopes_with(*given)
    wrong = [n for n, *pair in zip(PARTS, right, found, strict=True) if not _same(*pair)]
    why = f": {BIASES[wrong[0]]}" if len(wrong) == 1 and wrong[0] in BIASES else ""
    return f"finite differences say something else of {' and '.join(wrong)}{why}"


PARTS = ("W1", "b1", "W2", "b2")
BIASES = {
    "b1": "a bias is a weight whose input is 1, so its slope is the error of its hidden unit",
    "b2": "a bias is a weight whose input is 1, so its slope is the delta of its output",
}
"""What the slope of a bias is, when it is the only one that is wrong."""
REWARDS = {-1: 1.0, 0: 0.3, 1: -2.0}
"""What a game is worth to O, by its winner."""
LEARNS = {
    "the wrong sign: a step downhill subtracts": {"sign": 1},
    "the rate is missing": {"full": True},
    "the importance of the move is missing": {"reward": lambda winner, i, n: REWARDS[winner]},
    "every move has the importance of the first: `reward_of(game, i)`": {
        "reward": lambda winner, i, n: 0.5 * REWARDS[winner]
    },
    "`game.winner` is no reward, and it is to X; what the move pays O is `reward_of(game, i)`": {
        "reward": lambda winner, i, n: winner
    },
    "minus `game.winner` is not what O's move pays: that is `reward_of(game, i)`": {
        "reward": lambda winner, i, n: -winner
    },
    "W2 changes before its weights have passed the error on: compute all four slopes first": {
        "early": True
    },
    "X's moves are learned, too; the network is O": {"sides": (1, -1)},
    "it learns X's moves, and the network is O": {"sides": (1,)},
    "the inputs are those of the board after the move": {"late": True},
    "the inputs are those of the empty board at every move: `state` must go on": {"stuck": True},
    "`i` counts all moves of the game, and yours only those of O": {
        "reward": lambda winner, i, n: _reward(winner, i // 2, n)
    },
    "the reward is in the delta already, and the step multiplies by it once more": {"twice": True},
}
"""What is wrong with learning from a game, and the arguments of `learn_with` that do it."""


def _reward(winner, i, n):
    """What move i of n pays O when this side has won, its importance included."""
    return REWARDS[winner] * (0.5 + 0.5 * i / n)


def learn_with(
    game,
    parts,
    rate,
    sign=-1,
    full=False,
    reward=_reward,
    sides=(-1,),
    late=False,
    early=False,
    stuck=False,
    twice=False,
):
    """The four arrays after learning from a game, new ones, with what is wrong with it."""
    parts = [part.copy() for part in parts]
    n = len(game.history)
    states = game.states
    for i, action in enumerate(game.history):
        if TURN[states[i]] in sides:
            state = states[0 if stuck else i]
            x = two_bits(states[i + 1] if late else state).astype(float)
            h, p = forward_with(x, *parts)
            paid = reward(game.winner, i, n)
            delta = delta_with(p, action, LEGAL[state], paid)
            step = sign * (1 if full else rate) * (paid if twice else 1)
            W2 = parts[2] + (step * np.outer(h, delta) if early else 0)
            for part, slope in zip(parts, slopes_with(x, h, delta, W2), strict=True):
                part += step * slope
    return parts


def learn_reason(trials, k):
    """The reason why what was found after each game, (game, before, found, rate), is not right;
    trial k shows it."""
    game, before, found, rate = trials[k]
    if all(_same_all(found, before) for _, before, found, _ in trials):
        return (
            "it leaves all four arrays as they were: change them in place, with -=, after each "
            "move of O; and let `state` go on after every move, of both sides"
        )
    # X's last move may have no other cell to share a target, and then a delta may hold nan.
    told = [trial for trial in trials if all(np.isfinite(part).all() for part in trial[2])]
    for words, faults in LEARNS.items() if told else ():
        # What is wrong with a game that ends early need not show.
        with np.errstate(all="ignore"):
            agree = (_same_all(after, learn_with(g, b, r, **faults)) for g, b, after, r in told)
            if all(agree):
                return words
    still = [name for name, *pair in zip(PARTS, before, found, strict=True) if _same(*pair)]
    if still:
        return f"{' and '.join(still)} did not change; with -= they do, in place"
    right = learn_with(game, before, rate)
    off = [name for name, *pair in zip(PARTS, right, found, strict=True) if not _same(*pair)]
    return (
        f"after a game with the moves {game.history} {' and '.join(off)} are not what they should "
        "be: each of O's moves takes a step of its own, on the board before that move"
    )


def _same(one, other):
    return np.shape(one) == np.shape(other) and np.allclose(one, other, atol=1e-6, equal_nan=True)


def _same_all(some, others):
    return all(_same(*pair) for pair in zip(some, others, strict=True))
