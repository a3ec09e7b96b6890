"""The checks of lesson 08, a neural network."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from numbers import Real

import numpy as np

from tttlearn.articles.recipes import antirez
from tttlearn.evaluation.exact import outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.exercises.answers import Wrong, ask, attempted, exercise
from tttlearn.exercises.kinds import function, table
from tttlearn.exercises.net_faults import (
    DELTAS,
    FORWARDS,
    PARTS,
    delta_with,
    forward_with,
    step_reason,
)
from tttlearn.game.rules import LEGAL, TURN, UNDECIDED
from tttlearn.game.tables import O
from tttlearn.network.basics import cross_entropy, new_network, numerical_gradient, two_bits
from tttlearn.network.basics import forward as all_layers
from tttlearn.support.text import signed

SEEDS, GAMES, MUST_WIN = 24, 50_000, 0.84
OF_CODE = 15
"""Seeds that nobody can beat with the rewards of the program's code; lesson 08 counts them."""
UNITS = 12


@exercise("08.1")
def forward(answer):
    """A function answer(x, W1, b1, W2, b2) that returns the hidden layer and the probabilities."""
    function(answer)
    parts = _parts(new_network((18, UNITS, 9), np.random.default_rng(0), 1.5))
    for state in UNDECIDED:
        if not _same(_passed(answer, state, parts), forward_with(_inputs(state), *parts)):
            raise Wrong(_forward_reason(answer, state, parts), int(state))
    large = tuple(1000 * part for part in parts)
    with np.errstate(all="ignore"):
        _, p = _passed(answer, state, large)
    if not np.allclose(p, forward_with(_inputs(state), *large)[1]):
        raise Wrong("with large weights e**z overflows: subtract z.max() from z first")
    return f"It gives the right numbers in all {len(UNDECIDED):,} positions."


def _parts(network):
    return network.weights[0], network.biases[0], network.weights[1], network.biases[1]


def _inputs(state):
    return two_bits(int(state)).astype(float)


def _passed(answer, state, parts):
    """What the reader's forward pass gives for a position, as two arrays."""
    given = [part.copy() for part in (_inputs(state), *parts)]
    found = _pair(ask(answer, *given))
    for name, old, new in zip(("x", *PARTS), (_inputs(state), *parts), given, strict=True):
        if (old != new).any():
            raise Wrong(f"it changes {name} itself, for good; compute a new array from it")
    return found


def _pair(found):
    """The hidden layer and the probabilities, as arrays."""
    if found is None:
        raise Wrong("it returns nothing: end with `return h, p`")
    if not isinstance(found, (tuple, list)):
        raise Wrong("it returns one thing where two are asked for: `return h, p`")
    if len(found) != 2:
        raise Wrong(f"it returns {len(found)} things where two are asked for: `return h, p`")
    h, p = (np.array(part, dtype=float) for part in found)
    if (h.shape, p.shape) == ((9,), (UNITS,)):
        raise Wrong("h and p have changed places")
    if h.shape != (UNITS,):
        raise Wrong(f"h has the shape {h.shape}, not ({UNITS},): a number for each hidden unit")
    if p.shape != (9,):
        raise Wrong(f"p has the shape {p.shape}, not (9,): a probability for each cell")
    return h, p


def _same(found, right):
    return all(
        one.shape == other.shape and np.allclose(one, other)
        for one, other in zip(found, right, strict=True)
    )


def _forward_reason(answer, state, parts):
    # The empty board has no inputs that are 1, and cannot tell one fault from another.
    states = [state, *UNDECIDED[1::200]]
    found = [_passed(answer, one, parts) for one in states]
    for words, faults in FORWARDS.items():
        with np.errstate(all="ignore"):
            faulty = [forward_with(_inputs(one), *parts, **faults) for one in states]
        if all(_same(*pair) for pair in zip(found, faulty, strict=True)):
            return words
    right = [forward_with(_inputs(one), *parts)[0] for one in states]
    if not np.allclose([h for h, _ in found], right):
        return "the hidden layer is not x @ W1 + b1, with 0 in place of what is negative"
    return f"h is right, but p, with the sum {found[0][1].sum():.3f}, is not the softmax of z"


@exercise("08.2")
def delta(answer):
    """A function answer(p, action, legal, reward): the error at the nine outputs."""
    rng = np.random.default_rng(0)
    trials = []
    for state in UNDECIDED[TURN[UNDECIDED] == O]:
        for sign in (1, -1):
            action = int(rng.choice(np.flatnonzero(LEGAL[state])))
            given = rng.dirichlet(np.ones(9)), action, LEGAL[state].copy(), sign * rng.random() * 2
            p, legal = given[0].copy(), given[2].copy()
            found = _nine(ask(answer, *given))
            for name, old, new in (("p", p, given[0]), ("legal", legal, given[2])):
                if (old != new).any():
                    raise Wrong(f"it changes `{name}` itself; work on a copy: `{name}.copy()`")
            trials.append((found, (p, action, legal, given[3])))
            if not np.allclose(found, delta_with(*trials[-1][1])):
                raise Wrong(_delta_reason(trials), int(state))
    return f"It is right for wins, draws and losses, in all {len(trials) // 2:,} positions of O."


def _nine(found):
    if found is None:
        raise Wrong("it returns nothing")
    found = np.asarray(found, dtype=float)
    if found.shape != (9,):
        raise Wrong(f"nine numbers are asked for, one for each output, not {found.shape}")
    return found


def _delta_reason(trials):
    for words, faults in DELTAS.items():
        if all(np.allclose(found, delta_with(*given, **faults)) for found, given in trials):
            return words
    found, given = trials[-1]
    k = int(np.argmax(np.abs(found - delta_with(*given))))
    kind = "won or drawn" if given[3] >= 0 else "lost"
    return (
        f"in a game that was {kind}, after the move in cell {given[1]} with the reward "
        f"{given[3]:+.2f}, the delta of cell {k} should be {signed(delta_with(*given)[k], 3)}, not "
        f"{signed(found[k], 3)}"
    )


@exercise("08.3")
def step(answer):
    """A function answer(W1, b1, W2, b2, x, h, delta, rate) that makes a step, in place."""
    function(answer)
    rng = np.random.default_rng(0)
    for state in rng.choice(UNDECIDED, 10):
        network, rate = new_network((18, 6, 9), rng), 0.05 + rng.random()
        x, target = two_bits(int(state)).astype(float), rng.dirichlet(np.ones(9))
        layers = all_layers(network, x)
        parts = _parts(network)

        def loss(network=network, x=x, target=target):
            return cross_entropy(all_layers(network, x)[-1], target)

        slopes = [numerical_gradient(loss, part) for part in parts]
        before = [part.copy() for part in parts]
        given = x, layers[1].copy(), layers[-1] - target
        attempted(answer(*parts, *(part.copy() for part in given), rate))
        right = [old - rate * slope for old, slope in zip(before, slopes, strict=True)]
        if not all(np.allclose(*pair, atol=1e-6) for pair in zip(parts, right, strict=True)):
            raise Wrong(step_reason(before, parts, given, rate), int(state))
    return "All four arrays go downhill, as the finite differences of 10 random networks say."


@exercise("08.4")
def rewards(prediction, chosen):
    """A prediction, and rewards with which few seeds get stuck and O still wins."""
    table(chosen, ("win", "draw", "loss"), "my_rewards")
    if prediction not in range(SEEDS + 1):
        raise Wrong(f"the prediction is a number of seeds, from 0 to {SEEDS}, not {prediction!r}")
    if not all(isinstance(r, Real) and abs(r) <= 10 for r in chosen.values()):
        raise Wrong("each reward is a number, from -10 to 10")
    win, draw, loss = (float(chosen[name]) for name in ("win", "draw", "loss"))
    if loss >= 0 or win <= 0:
        raise Wrong("a win must pay more than 0, and a loss less: else it learns to lose")
    safe, wins = _rewarded(win, draw, loss)
    found = f"{safe} of {SEEDS} seeds are unbeatable, and O wins {wins:.1%} against random play"
    if not clearly_more(safe, OF_CODE, SEEDS):
        least = f"; clearly more than the {OF_CODE} of the code's rewards begins at {_least()}"
        raise Wrong(f"{found}{least}: {_too_few(win, draw, loss)}")
    if wins < MUST_WIN:
        raise Wrong(f"{found}: {_too_tame(win, draw)}")
    verdict = "right" if prediction == safe else "off by " + str(int(abs(safe - prediction)))
    return f"{found}. Your prediction was {verdict}."


def clearly_more(safe, others, n):
    """Whether `safe` of n seeds are more than `others` of n by over two standard errors."""
    error = np.sqrt((safe * (n - safe) + others * (n - others)) / n)
    return bool(safe - others > 2 * error)


def _least():
    return next(safe for safe in range(SEEDS + 1) if clearly_more(safe, OF_CODE, SEEDS))


def _too_few(win, draw, loss):
    if loss < -2.5:
        return "so large a loss makes the steps too large; leave it near -2, and lower the win"
    if draw <= 0:
        return "a draw must pay something: against good play there is nothing better"
    if draw > win:
        return "a draw pays more than a win; let it pay less"
    if -loss < 3.5 * win:
        return "beside a win, a loss does not weigh enough; a lower win helps"
    if loss > -1.5:
        return "the rewards are too small for so few games; leave the loss near -2"
    if win < 0.2:
        return "so small a win teaches too little in so few games; raise it"
    return "it is near; a draw that pays a third of a win does better"


def _too_tame(win, draw):
    if draw > win:
        return "a draw pays more than a win, so there is no reason to win"
    if draw >= win * 0.8:
        return "a draw pays nearly as much as a win, so there is little reason to win"
    if draw > win * 0.4:
        return "there is too little reason to win; lower the draw"
    return "there is too little reason to win"


@cache
def _rewarded(win, draw, loss):
    """How many seeds nobody can beat, and O's mean share of wins against random play."""

    def run(seed):
        learner = antirez(seed=seed)
        learner.win, learner.draw, learner.loss = win, draw, loss
        learner.learn(GAMES)
        policy = learner.policy
        return worst_case(policy).as_o == 0, outcome(random_policy(), policy).o_wins

    antirez().learn(1)  # compiled once, before the threads need it
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        safe, wins = np.array(list(pool.map(run, range(SEEDS)))).T
    return int(safe.sum()), float(wins.mean())
