"""The checks of lesson 08, a neural network."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from numbers import Real

import numpy as np

from tttlearn.course.articles.recipes import antirez
from tttlearn.course.exercises import built
from tttlearn.course.exercises.answers import (
    NotAttempted,
    Wrong,
    ask,
    attempted,
    exercise,
    explained,
)
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.kinds import array, function, number, numbers, table
from tttlearn.course.exercises.net_faults import (
    DELTAS,
    FORWARDS,
    PARTS,
    delta_with,
    forward_with,
    learn_reason,
    learn_with,
    slopes_reason,
)
from tttlearn.evaluation.exact import outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.played import Game
from tttlearn.game.rules import CELLS, LEGAL, REACHABLE, TURN, UNDECIDED
from tttlearn.game.tables import O
from tttlearn.network.basics import (
    BITS,
    cross_entropy,
    new_network,
    numerical_gradient,
    softmax,
    two_bits,
)
from tttlearn.network.basics import forward as all_layers
from tttlearn.support.text import signed

FORWARD_ERRORS = {
    "matmul": "the shapes do not fit: x has a number for each row of W1, so it stands on the left, "
    "`x @ W1`, and h on the left of W2",
    "truth value of an array": "`max` takes the largest of several numbers; "
    "`np.maximum(numbers, 0)` puts 0 in place of each that is negative",
}
"""What the messages of NumPy mean in a forward pass, the second where Python's max is taken."""
OUT_OF_SHAPE = {
    "matmul": "the shapes do not fit: W2 has a row for each hidden unit and a column for each "
    "output, so `W2 @ delta` adds up what each hidden unit is charged with",
    "could not be broadcast": "`*` multiplies number by number, and the shapes do not fit; all "
    "products of an input and an error are `np.outer(x, back)`",
}
"""What the messages of NumPy mean in backpropagation."""
SEEDS, GAMES, MUST_WIN = 24, 50_000, 0.84
OF_CODE = 15
"""Seeds that nobody can beat with the rewards of the program's code; lesson 08 counts them."""
UNITS = 12


@exercise("08.1")
def unit(w, b):
    """Eighteen weights and a bias: a unit that is on where O threatens to complete the top row."""
    w, b = np.asarray(w, dtype=float), number(b, "the bias is")
    if w.shape != (18,):
        raise Wrong(f"w has the shape {w.shape}, not (18,): a weight for each input")
    # Games that are over, too: else nothing would tell whether O's own mark in cell 2 speaks
    # against it, since with that the line is complete.
    positions = np.flatnonzero(REACHABLE)
    row = CELLS[positions][:, :3]
    on = BITS[positions].astype(float) @ w + b > 0
    threat, turned = ((row == marks).all(1) for marks in ([2, 2, 0], [1, 1, 0]))
    if (on == threat).all():
        return f"It is on in {threat.sum()} of {len(on):,} positions, and off in all others."
    if (on == turned).all():
        raise Wrong("it sees a threat of X: the input of O in cell a is 2a + 1")
    if not on.any():
        raise Wrong("it is on nowhere: the sum with the bias must come above 0 somewhere")
    k = np.flatnonzero(on != threat)[0]
    total = BITS[positions[k]].astype(float) @ w + b
    why = "it is on here" if on[k] else "it is off here, where O has cells 0 and 1 and 2 is free"
    raise Wrong(f"{why}: inputs times weights, with the bias, give {total:g}", int(positions[k]))


@exercise("08.2")
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
    if not _fits_any_size(answer):
        raise Wrong(
            "all is right with the program's 18 inputs and nine outputs, and the lesson has a "
            "network with two of each as well: take the sizes from the arrays, as `len(x)` or "
            "`W1.shape`"
        )
    return f"It gives the right numbers in all {len(UNDECIDED):,} positions."


def _fits_any_size(answer):
    """Whether a forward pass is right in a network of two inputs, two hidden units, two outputs."""
    given = np.array([1.0, 0.0]), *_parts(new_network((2, 2, 2), np.random.default_rng(0)))
    try:
        return _same([np.asarray(part) for part in answer(*given)], forward_with(*given))
    except Exception:
        return False


def _parts(network):
    return network.weights[0], network.biases[0], network.weights[1], network.biases[1]


def _inputs(state):
    return two_bits(int(state)).astype(float)


def _passed(answer, state, parts):
    """What the reader's forward pass gives for a position, as two arrays."""
    given = [part.copy() for part in (_inputs(state), *parts)]
    with explained(FORWARD_ERRORS):
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
    h, p = (np.asarray(part, dtype=float) for part in found)
    if (h.shape, p.shape) == ((9,), (UNITS,)):
        raise Wrong("h and p have changed places")
    if h.shape != (UNITS,):
        raise Wrong(f"h has the shape {h.shape}, not ({UNITS},): a number for each hidden unit")
    if p.shape != (9,):
        raise Wrong(f"p has the shape {p.shape}, not (9,): a probability for each cell")
    return tuple(array(part, f"{name} is") for name, part in zip("hp", found, strict=True))


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


def _trials():
    rng = np.random.default_rng(0)
    return [
        (rng.dirichlet(np.ones(9)), 2 * rng.normal(size=9), int(rng.integers(9))) for _ in "12345"
    ]


FIRST = Cases(
    right=lambda t, z, j: -t[j],
    given=_trials,
    seen=lambda found, right, t, z, j: (
        f"when z[{j}] grows, the sum changes by {right:+.3f} times that; yours says {found:+.3f}"
    ),
    faults={
        "the minus in front of the sum is lost": lambda t, z, j: t[j],
        "no z is left, for z_j is what grows: the slope of t * z is t": (
            lambda t, z, j: -t[j] * z[j]
        ),
        "z_j stands in one of the nine terms only": lambda t, z, j: -t.sum(),
        "that is the slope in t_j; here z_j grows": lambda t, z, j: -z[j],
    },
)
SECOND = Cases(
    right=lambda z, j: softmax(z)[j],
    given=lambda: [(z, j) for _, z, j in _trials()],
    seen=lambda found, right, z, j: (
        f"when z[{j}] grows, the logarithm grows by {right:.4f} times that, and yours says "
        f"{found:.4f}"
    ),
    faults={
        "the inner derivative is missing: that of e**z_j": lambda z, j: 1 / np.exp(z).sum(),
        "that is the inner derivative alone; log x has the slope 1 / x": lambda z, j: np.exp(z[j]),
        "log x has the slope 1 / x": lambda z, j: np.log(np.exp(z).sum()),
        "that is the term itself, and not its slope": lambda z, j: z[j],
        "the sum is over all nine": lambda z, j: 1.0,
    },
)
ERROR = Cases(
    right=lambda p, t: p - t,
    given=lambda: [(softmax(z), t) for t, z, _ in _trials()],
    seen=lambda found, right, *_: (
        f"the first output has the slope {right[0]:+.3f}, and yours says {found[0]:+.3f}"
    ),
    faults={
        "the sign: add what the two parts say": lambda p, t: t - p,
        "add the two slopes, they are not multiplied": lambda p, t: -t * p,
        "that is one of the two parts": lambda p, t: p,
        "that is the slope in each p; p hangs on all nine z, and z is what grows": (
            lambda p, t: -t / p
        ),
    },
    kind=numbers,
)


@exercise("08.3")
def surprise(first, second, error):
    """The slopes of the two parts of the cross-entropy, and their sum as p and t say it."""
    slopes = {
        "first_slope": (FIRST, first),
        "second_slope": (SECOND, second),
        "error": (ERROR, error),
    }
    for name, (cases, answer) in slopes.items():
        try:
            cases.check(answer)
        except NotAttempted:
            if name == "first_slope":
                raise
            raise Wrong(f"`{name}` is still ...; what stands above it is right") from None
        except Wrong as wrong:
            raise Wrong(f"`{name}`: {wrong}") from None
    return "The whole derivative, for any target: what it says minus what it should say."


@exercise("08.4")
def delta(answer):
    """A function answer(p, action, legal, reward): the error at the nine outputs."""
    rng = np.random.default_rng(0)
    trials = []
    for k, state in enumerate(UNDECIDED[TURN[UNDECIDED] == O]):
        for paid in (PAID[k % len(PAID)], (-2, -1)):
            action = int(rng.choice(np.flatnonzero(LEGAL[state])))
            given = rng.dirichlet(np.ones(9)), action, LEGAL[state].copy(), rng.uniform(*paid)
            p, legal = given[0].copy(), given[2].copy()
            found = _nine(ask(answer, *given))
            for name, old, new in (("p", p, given[0]), ("legal", legal, given[2])):
                if (old != new).any():
                    raise Wrong(f"it changes `{name}` itself; work on a copy: `{name}.copy()`")
            trials.append((found, (p, action, legal, given[3])))
            if not np.allclose(found, delta_with(*trials[-1][1])):
                raise Wrong(_delta_reason(trials), int(state))
    return f"It is right for wins, draws and losses, in all {len(trials) // 2:,} positions of O."


PAID = ((1, 2), (0.5, 1), (0, 0.3))
"""What a move may pay, from and to: more than a win ever does, a win, a draw. The largest first: so
one wrong question about the reward is told from another."""


def _nine(found):
    if found is None:
        raise Wrong("it returns nothing")
    found = array(found)
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


@exercise("08.5")
def slopes(answer):
    """A function answer(x, h, delta, W2): the slopes of W1, b1, W2 and b2."""
    function(answer)
    rng = np.random.default_rng(0)
    for state in rng.choice(UNDECIDED, 10):
        network = new_network((18, 6, 9), rng)
        x, target = two_bits(int(state)).astype(float), rng.dirichlet(np.ones(9))
        layers, parts = all_layers(network, x), _parts(network)

        def loss(network=network, x=x, target=target):
            return cross_entropy(all_layers(network, x)[-1], target)

        judged = [numerical_gradient(loss, part) for part in parts]
        given = x, layers[1], layers[-1] - target, parts[2]
        with explained(OUT_OF_SHAPE):
            found = _four(ask(answer, *(part.copy() for part in given)), parts)
        if not all(np.allclose(*pair, atol=1e-6) for pair in zip(found, judged, strict=True)):
            raise Wrong(slopes_reason(found, given), int(state))
    return "All slopes of 10 random networks are what finite differences say."


def _four(found, parts):
    """The four slopes as arrays, each in the shape of its part."""
    if found is None:
        raise Wrong("it returns nothing: end with `return` and the four slopes")
    if not isinstance(found, (tuple, list)) or len(found) != 4:
        raise Wrong("four arrays are asked for, the slopes of W1, b1, W2 and b2, in this order")
    names = [f"the slope of {name} is" for name in PARTS]
    found = [array(slope, says) for slope, says in zip(found, names, strict=True)]
    shapes = [[slope.shape for slope in slopes] for slopes in (found, parts)]
    if shapes[0] != shapes[1] and sorted(shapes[0]) == sorted(shapes[1]):
        raise Wrong(
            "the four stand in another order: the slopes of W1, b1, W2 and b2 are asked for"
        )
    for name, slope, part in zip(PARTS, found, parts, strict=True):
        if slope.shape != part.shape:
            turned = slope.shape == part.shape[::-1]
            hint = ": turn the two in np.outer round" if turned else ""
            raise Wrong(f"the slope of {name} has the shape {slope.shape}, not {part.shape}{hint}")
    return found


@exercise("08.6")
def learn(answer):
    """A function answer(game, parts, rate) that lets a network learn from a game, in place."""
    function(answer)
    rng, trials = np.random.default_rng(0), []
    for _ in range(20):
        game, rate = random_game(rng), 0.05 + 0.1 * rng.random()
        parts = list(_parts(new_network((18, 6, 9), rng)))
        before, own = [part.copy() for part in parts], list(parts)
        attempted(answer(game, parts, rate))
        if any(part is not old for part, old in zip(parts, own, strict=True)):
            raise Wrong(
                "`parts[k] = ...` puts a new array into the list, and the network keeps the old "
                "one; change the array itself, `parts[k] -= ...`"
            )
        trials.append((game, before, parts, rate))
    # All of them first: what a rule makes of the rewards shows in no single game.
    for k, (game, before, parts, rate) in enumerate(trials):
        right = learn_with(game, before, rate)
        if not all(np.allclose(*pair, atol=1e-9) for pair in zip(parts, right, strict=True)):
            raise Wrong(learn_reason(trials, k))
    return f"{len(trials)} networks learn from {len(trials)} games what they should."


def random_game(rng):
    """A finished Game of random moves; `rng`, a numpy Generator, is drawn from."""
    game = Game()
    while not game.is_over:
        game.play(int(rng.choice(np.flatnonzero(LEGAL[game.state]))))
    return game


def _rest_fault(seen, draws=True, sign=-1, of=lambda up, down: up / (up + down)):
    """A wrong point of rest: without draws, with another sign of losses, or `of` other terms."""

    def fault(win, draw, loss):
        up = win * seen.o_wins + draw * seen.draws * draws
        return of(up, sign * loss * seen.x_wins)

    return fault


def _rest_faults(seen):
    """What is wrong with a point of rest, and the wrong function, after these shares of games."""
    faulty = partial(_rest_fault, seen)
    return {
        "a loss is below 0, and b is what losses cost: -loss": faulty(sign=1),
        "wins and losses have changed places; the network is O, its wins are `seen.o_wins`": (
            lambda win, draw, loss: built.rest(
                seen._replace(x_wins=seen.o_wins, o_wins=seen.x_wins), win, draw, loss
            )
        ),
        "draws pay, too": faulty(draws=False),
        "that is 1 - p, the chance of all other replies; solve for p": faulty(
            of=lambda up, down: down / (up + down)
        ),
        "a / b is no probability, it may be above 1; bring all p to one side": faulty(
            of=lambda up, down: up / down
        ),
        "win, draw and loss are what the function is given: do not type the rewards of the "
        "program in their place": lambda win, draw, loss: built.rest(seen, 1.0, 0.3, -2.0),
        "the rewards alone do not say it: each counts as often as its result comes": (
            lambda win, draw, loss: (win + draw) / (win + draw - loss)
        ),
        "draws pay, too, and each reward counts as often as its result comes: `seen` has the "
        "shares": lambda win, draw, loss: win / (win - loss),
        "that is the share of the games, without what each result pays": (
            lambda win, draw, loss: built.rest(seen, 1.0, 1.0, -1.0)
        ),
        "that is a percentage; a probability lies between 0 and 1": faulty(
            of=lambda up, down: 100 * up / (up + down)
        ),
        "that is what a game pays on average, not where p rests": faulty(
            of=lambda up, down: up - down
        ),
    }


@exercise("08.7")
def rest(answer, seen):
    """A function answer(win, draw, loss): where the probability of the bad reply rests."""
    Cases(
        right=partial(built.rest, seen),
        given=[(1.0, 0.3, -2.0), (1.0, 0.2, -1.0), (0.3, 0.1, -2.0), (0.5, 0.0, -0.5)],
        seen=lambda found, right, win, draw, loss: (
            f"for the rewards {win:g}, {draw:g} and {loss:g} it returns {found:.3f}, and the point "
            f"of rest is {right:.3f}"
        ),
        faults=_rest_faults(seen),
    ).check(answer)
    return "The formula holds for the rewards of the code, of the README, and others."


@exercise("08.8")
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
