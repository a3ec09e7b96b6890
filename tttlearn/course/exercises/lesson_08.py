"""Check lesson 08, a neural network."""

from functools import cache, partial
from numbers import Real

import numpy as np

from tttlearn.course.articles.recipes import antirez
from tttlearn.course.exercises import built
from tttlearn.course.exercises.answers import Wrong, attempted, error_hints, exercise
from tttlearn.course.exercises.cases import Cases, check_in_turn, combined
from tttlearn.course.exercises.kinds import (
    arrays,
    function,
    number,
    numbers,
    shaped,
    table,
    whole_number,
)
from tttlearn.course.exercises.net_faults import (
    DELTAS,
    FORWARDS,
    LEARNS,
    PULLS,
    SLOPES,
    TWO_DELTAS,
    UPDATES,
    delta_with,
    forward_with,
    learn_with,
    pulled_with,
    slopes_with,
    update_with,
)
from tttlearn.evaluation.exact import outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.played import Game
from tttlearn.game.rules import CELLS, LEGAL, REACHABLE, TURN, UNDECIDED
from tttlearn.game.tables import O, X
from tttlearn.network.basics import (
    BITS,
    cross_entropy,
    new_network,
    numerical_gradient,
    softmax,
    two_bits,
)
from tttlearn.network.basics import forward as all_layers
from tttlearn.support.progress import on_all_cores
from tttlearn.support.text import counted, signed

SEEDS, GAMES, MUST_WIN = 24, 50_000, 0.84
UNBEATABLE_OF_CODE = 15
"""Number of unbeatable seeds with the rewards of the program's code; lesson 08 counts them."""
UNITS = 12


@exercise("08.unit", minutes=6)
def unit(w, b):
    """Check 18 weights and a bias: a unit that is on where O threatens to complete the top row."""
    w = shaped(w, (18,), "18 weights (one for each input)", of=numbers)
    b = number(b, "`b`, the bias, is")
    # Finished games are included: only in these can the line be complete, with O's own mark in
    # cell 2, for which the unit must be off.
    positions = np.flatnonzero(REACHABLE)
    row = CELLS[positions][:, :3]
    on = BITS[positions].astype(float) @ w + b > 0
    threat, turned = ((row == marks).all(1) for marks in ([2, 2, 0], [1, 1, 0]))
    if (on == threat).all():
        return f"It is on in {threat.sum()} of {len(on):,} positions, and off in all others."
    if (on == turned).all():
        raise Wrong(
            "it sees a threat of X instead of O: the input for O in cell a is number 2a + 1"
        )
    if not on.any():
        raise Wrong(f"the unit is never on; {_weighed(w)}")
    k = np.flatnonzero(on != threat)[0]
    total = BITS[positions[k]].astype(float) @ w + b
    why = "the unit is on here" if on[k] else "the unit is off here, although it should be on"
    raise Wrong(f"{why}: inputs times weights, plus the bias, give {total:g}", int(positions[k]))


def _weighed(w):
    """Return which inputs have weights, in words."""
    sides = [f"{'XO'[i % 2]} in cell {i // 2}" for i in np.flatnonzero(w)]
    return f"the weights that are not 0 belong to {', '.join(sides) or 'no input'}"


def _parts(network):
    return network.weights[0], network.biases[0], network.weights[1], network.biases[1]


def _inputs(state):
    return two_bits(int(state)).astype(float)


def _state_of(x):
    """Return the state with these inputs."""
    return int(x.reshape(9, 2) @ (1, 2) @ 3 ** np.arange(9))


@cache
def _passes(scale=1):
    """Return (x, W1, b1, W2, b2) of all undecided positions, the weights multiplied by `scale`."""
    network = new_network((18, UNITS, 9), np.random.default_rng(0), 1.5)
    parts = [scale * part for part in _parts(network)]
    return [(_inputs(state), *parts) for state in UNDECIDED]


def _both(result, units=UNITS, outputs=9):
    """Return the hidden layer and the probabilities, in one row."""
    hidden, chances = "h (a number for each hidden unit)", "p (a probability for each output)"
    return np.concatenate(arrays(result, {hidden: (units,), chances: (outputs,)}))


def _is_bent_right(result, *case):
    return np.allclose(result[:UNITS], forward_with(*case)[0])


FORWARD = Cases(
    solution=forward_with,
    inputs=_passes,
    describe=lambda result, right, *case: (
        f"h is right, but p, whose sum is {result[UNITS:].sum():.3f}, is not"
        if _is_bent_right(result, *case)
        else "h is not right"
    ),
    faults=combined(FORWARDS, forward_with),
    signs={
        "p should be the softmax of z": _is_bent_right,
        "h should be x @ W1 + b1, with 0 instead of negative numbers": lambda *_: True,
    },
    error_hints=error_hints("08.forward"),
    kind=_both,
    board=lambda result, right, x, *_: _state_of(x),
    tolerance=1e-6,
)
LARGE = Cases(
    solution=forward_with,
    inputs=lambda: _passes(1000)[-1:],
    describe=lambda result, *_: (
        f"with large weights p is {'nan' if np.isnan(result).any() else 'wrong'}: "
        + error_hints("08.forward")["OverflowError"]
    ),
    error_hints=error_hints("08.forward"),
    kind=_both,
    tolerance=1e-6,
)
SMALL = Cases(
    solution=forward_with,
    inputs=lambda: [(np.eye(2)[0], *_parts(new_network((2, 2, 2), np.random.default_rng(0))))],
    describe=lambda *_: "it is off",
    kind=partial(_both, units=2, outputs=2),
)


@exercise("08.forward", minutes=12)
def forward(answer):
    """Check a function answer(x, W1, b1, W2, b2): the hidden layer and the probabilities."""
    positions = FORWARD.check(function(answer))
    with np.errstate(all="ignore"):
        LARGE.check(answer)
    try:
        SMALL.check(answer)
    except Exception:
        raise Wrong(
            "h and p are right with the program's 18 inputs and nine outputs, but the lesson also "
            "has a network with two of each: take the sizes from the arrays, as in `len(x)` or "
            "`W1.shape`"
        ) from None
    return f"It gives the right numbers in all {len(positions):,} positions."


def _trials():
    rng = np.random.default_rng(0)
    return [
        (rng.dirichlet(np.ones(9)), 2 * rng.normal(size=9), int(rng.integers(9))) for _ in "12345"
    ]


FIRST = Cases(
    solution=lambda t, z, j: -t[j],
    inputs=_trials,
    describe=lambda result, right, t, z, j: (
        f"if z[{j}] grows a little, the sum changes by {right:+.3f} times as much, but your slope "
        f"is {result:+.3f}"
    ),
    faults={
        "the minus in front of the sum is missing": lambda t, z, j: t[j],
        "your slope still has z_j in it; if z_j grows by 1, t_j * z_j grows by t_j": (
            lambda t, z, j: -t[j] * z[j]
        ),
        "all nine t are added, but z_j is in only one of the terms": lambda t, z, j: -t.sum(),
        "that is the slope if t_j grows; here z_j grows": lambda t, z, j: -z[j],
    },
)
SECOND = Cases(
    solution=lambda z, j: softmax(z)[j],
    inputs=lambda: [(z, j) for _, z, j in _trials()],
    describe=lambda result, right, z, j: (
        f"if z[{j}] grows a little, the logarithm grows {right:.4f} times as much, but your slope "
        f"is {result:.4f}"
    ),
    faults={
        "the inner derivative is missing: multiply by e**z_j": lambda z, j: 1 / np.exp(z).sum(),
        "that is the inner derivative alone; log x has the slope 1 / x": lambda z, j: np.exp(z[j]),
        "that is the logarithm itself; log x has the slope 1 / x": lambda z, j: np.log(
            np.exp(z).sum()
        ),
        "that is z_j itself, not a slope": lambda z, j: z[j],
        "the sum of all nine is divided by itself; the numerator is e**z_j alone": lambda z, j: 1.0,
    },
)
ERROR = Cases(
    solution=lambda p, t: p - t,
    inputs=lambda: [(softmax(z), t) for t, z, _ in _trials()],
    describe=lambda result, right, *_: (
        f"the first output has the slope {right[0]:+.3f}, but yours is {result[0]:+.3f}"
    ),
    faults={
        "the sign is wrong: add the slopes of the two parts": lambda p, t: t - p,
        "the two slopes are multiplied; add them": lambda p, t: -t * p,
        "that is the second part alone; add the first": lambda p, t: p,
        "that is the first part alone; add the second": lambda p, t: -t,
        "that is the slope if p grows; but z is what grows, and each p depends on all nine z": (
            lambda p, t: -t / p
        ),
    },
    kind=numbers,
)


@exercise("08.surprise", minutes=12)
def surprise(first, second, error):
    """Check the slopes of the two parts of the cross-entropy, and their sum in terms of p and t."""
    check_in_turn(
        {"first_slope": (FIRST, first), "second_slope": (SECOND, second), "error": (ERROR, error)}
    )
    return "The slope for any target is what the network says minus what it should say."


NUDGE = 1e-4


def _of_one_weight(p, h, t):
    """Return the error of two outputs as a function of one weight w, which was 0.

    Their probabilities are (1 - p, p) at w = 0. The weight goes from a unit with the value h to the
    second output, whose target is t.
    """
    rest = np.log(1 / p - 1)

    def error(w):
        return float(np.log(np.exp(rest) + np.exp(h * w)) - t * h * w)

    return error


SLOPE_OF_ONE = Cases(
    task="A function answer(error, w, nudge): the slope of error at w, from a small nudge.",
    solution=built.slope,
    inputs=[
        (_of_one_weight(p, h, t), w, NUDGE)
        for p, h, t, w in [
            (0.3, 1.4, 0.9, 0.5),
            (0.6, 0.8, 0.25, -1.5),
            (0.1, 2.0, 0.5, 3.0),
            (0.3, 400.0, 0.5, 0.05),  # steep: an undivided change is no longer near 0
        ]
    ],
    describe=lambda result, right, error, w, nudge: (
        f"a nudge of {nudge:g} changes the error by {signed(right * nudge, 7)}, so the slope is "
        f"{signed(right, 3)}, but yours is {signed(result, 3)}"
    ),
    faults={
        "the change, after minus before, is not divided by the nudge": (
            lambda error, w, nudge: error(w + nudge) - error(w)
        ),
        "the sign is wrong: it is the error after minus the error before": (
            lambda error, w, nudge: (error(w) - error(w + nudge)) / nudge
        ),
        "the nudge goes the wrong way: w + nudge, not w - nudge": (
            lambda error, w, nudge: (error(w - nudge) - error(w)) / nudge
        ),
        "the error is computed twice at one place; compute it at w + nudge and at w": (
            lambda error, w, nudge: 0.0
        ),
        "the change is multiplied by the nudge; divide it": lambda error, w, nudge: (
            (error(w + nudge) - error(w)) * nudge
        ),
        "the nudge is added to the error, not to w: the bracket closes too early": (
            lambda error, w, nudge: 1.0
        ),
        "the error before is not subtracted": lambda error, w, nudge: error(w + nudge) / nudge,
        "one error is divided by the other; subtract one from the other, then divide by the "
        "nudge": (lambda error, w, nudge: error(w + nudge) / error(w)),
        "from w - nudge to w + nudge there are two nudges, so divide by 2 * nudge": (
            lambda error, w, nudge: (error(w + nudge) - error(w - nudge)) / nudge
        ),
        "only error(w) is divided by the nudge; put the difference in brackets": (
            lambda error, w, nudge: error(w + nudge) - error(w) / nudge
        ),
        "the error is computed at the nudge, not at w + nudge": (
            lambda error, w, nudge: (error(nudge) - error(w)) / nudge
        ),
    },
    tolerance=1e-3,
    remark="It gives the slope of the curve in four places.",
)
slope = exercise("08.slope", minutes=5)(SLOPE_OF_ONE)


ERROR_TOLERANCE = 0.002
"""Largest distance from the lowest error at which three steps may end."""


@exercise("08.steps", minutes=5)
def steps(chosen, error, w):
    """Check three changes of a weight w: each reduces the error, the last comes near the lowest."""
    chosen = [number(step, "a step is") for step in attempted(_three(chosen))]
    start, before = w, error(w)
    for i, step in enumerate(chosen, 1):
        uphill, after = built.slope(error, w, NUDGE), error(w + step)
        if not after < before:
            raise Wrong(
                f"step {i} goes from {w:.2f} to {w + step:.2f}, and the error from {before:.4f} to "
                f"{after:.4f}: {_why_higher(step, uphill)}{_if_places(chosen, error, start)}"
            )
        w, before = w + step, after
    here = f"the weight is {w:.2f}, the error {before:.4f}, the slope"
    here += f" {signed(built.slope(error, w, NUDGE), 3)}"
    if before > min(map(error, np.linspace(w - 9, w + 9, 3_001))) + ERROR_TOLERANCE:
        raise Wrong(
            f"each step reduces the error, but after the last {here}; it is not at the bottom yet"
        )
    return f"Each step goes down. At the end {here}."


def _three(chosen):
    """Return three steps as a list; raise Wrong for anything else."""
    if not isinstance(chosen, (list, tuple, np.ndarray)) or len(chosen) != 3:
        raise Wrong("`my_steps` is a list of three numbers, [a, b, c], each above or below 0")
    return list(chosen)


def _why_higher(step, uphill):
    """Return why a step did not reduce the error, where its slope was `uphill`."""
    if step == 0:
        return "a step of 0 changes nothing"
    if step * uphill > 0:
        return f"the slope there is {signed(uphill, 3)}, so the way down is the other way"
    return (
        "the direction is right, but it goes too far; it passes the lowest point and climbs again"
    )


def _if_places(chosen, error, w):
    """Return a hint if the numbers would lead downhill as places on the axis, else ""."""
    before, *after = map(error, [w, *chosen])
    if not all(np.diff([before, *after]) < 0):
        return ""
    return (
        f". If your numbers are places on the axis, take what is added to the weight instead: from "
        f"{w:.2f} to {chosen[0]:.2f} the step is {signed(chosen[0] - w, 2)}"
    )


N_PULLS = 200
"""Number of pulls of a machine that is enough to see each of its arms."""


def _pulls():
    """Return (z, arm, reward, rate): preferences, and what each arm pays, above and below 0."""
    rng = np.random.default_rng(0)
    return [
        (rng.uniform(-0.6, 0.6, 2), arm, reward, 0.05 + 0.3 * rng.random())
        for _ in "12345"
        for arm in (0, 1)
        for reward in (1.0, -1.0, 0.3)
    ]


def _pulled(answer, z, reward, rate, seed):
    """Return (arm, z afterwards) of one pull; raise Wrong if the answer does not pull once."""
    own, arms = z.copy(), []

    def pay(arm):
        arms.append(arm)
        return reward

    attempted(answer(own, pay, rate, np.random.default_rng(seed)))
    if len(arms) != 1:
        calls = f"it calls `pay` {counted(len(arms))} times" if arms else "it never calls `pay`"
        raise Wrong(f"{calls}; each call of your function makes one pull")
    if arms[0] not in (0, 1):
        raise Wrong(f"it pulls the arm {arms[0]!r}; the arms are 0 and 1")
    return int(arms[0]), own


def _after_pull_of(answer, z, arm, reward, rate):
    """Return the preferences after the first pull of this arm; raise Wrong if there is none."""
    for seed in range(N_PULLS):
        pulled, own = _pulled(answer, z, reward, rate, seed)
        if pulled == arm:
            return own
    chances = " and ".join(f"{p:.2f}" for p in softmax(z))
    raise Wrong(
        f"with the probabilities {chances} it does not pull arm {arm} once in {N_PULLS} calls; "
        "draw an arm with `rng`, each with its probability, and pull that one, `pay(arm)`"
    )


def _drawn_right(answer):
    """Raise Wrong if the arms are not drawn from `rng`, or not with their probabilities."""
    z = np.array([0.7, -0.7])
    arms, again = (
        [_pulled(answer, z, 1.0, 0.1, seed)[0] for seed in range(2 * N_PULLS)] for _ in range(2)
    )
    often = sum(arms)
    p = softmax(z)[1]
    if abs(often - 2 * N_PULLS * p) > 5 * np.sqrt(2 * N_PULLS * p * (1 - p)):
        raise Wrong(
            f"each step is right, but {often} of {2 * N_PULLS} pulls are of arm 1; with the "
            f"probabilities p it would be about {2 * N_PULLS * p:.0f}: draw the arm with the "
            "probabilities p"
        )
    if arms != again:
        raise Wrong(
            "each step is right, but with an `rng` of the same seed it does not pull the same arms "
            "again: draw with `rng.choice(...)`, and take no other random numbers"
        )


PULL = Cases(
    task="A function answer(z, pay, rate, rng): one pull of a machine, and the step after it.",
    solution=pulled_with,
    inputs=_pulls,
    describe=lambda result, right, z, arm, reward, rate: (
        f"with z = {_pair(z)} and the rate {rate:.2f}, after a pull of arm {arm} that paid "
        f"{reward:+g}, z should be {_pair(right)}, not {_pair(result)}"
    ),
    faults={
        "z stays as it was: change the array itself, `z -= ...`; `z = z - ...` makes a new one": (
            lambda z, arm, reward, rate: z
        )
    }
    | combined(PULLS, pulled_with),
    error_hints=error_hints("08.pull"),
    kind=numbers,
    call=_after_pull_of,
    extra_check=_drawn_right,
    remark="Both arms are drawn as p says, and {n} steps are right.",
)
pull = exercise("08.pull", minutes=12)(PULL)


def _pair(z):
    return f"({signed(z[0], 3)}, {signed(z[1], 3)})"


REWARD_RANGES = ((1, 2), (0.5, 1), (0, 0.3))
"""What a move may pay, from and to: more than a win ever does, a win, a draw."""


@cache
def _moves():
    """Return (state, p, action, reward) of each position of O, once of a lost game and once not."""
    rng, moves = np.random.default_rng(0), []
    for state in UNDECIDED[TURN[UNDECIDED] == O].tolist():
        for paid in (REWARD_RANGES[rng.integers(3)], (-2, -1)):
            action = int(rng.choice(np.flatnonzero(LEGAL[state])))
            moves.append((state, rng.dirichlet(np.ones(9)), action, rng.uniform(*paid)))
    return moves


def _of_move(delta, state, p, action, reward, **faults):
    """Return what a delta gives for a move in a state."""
    return delta(p, action, LEGAL[state], reward, **faults)


def _delta_seen(delta, right, state, p, action, reward):
    k = int(np.argmax(np.abs(delta - right)))
    kind = "won or drawn" if reward >= 0 else "lost"
    return (
        f"in a game that was {kind}, after the move in cell {action} with the reward "
        f"{reward:+.2f}, the delta of cell {k} should be {signed(right[k], 3)}, not "
        f"{signed(delta[k], 3)}"
    )


def _error_cases(task, own, faults):
    """Return the Cases of an error at the outputs; `own` is the right one of a move in a state."""
    return Cases(
        task=f"A function answer(p, action, legal, reward): {task}.",
        solution=own,
        inputs=_moves,
        describe=_delta_seen,
        faults=faults,
        error_hints=error_hints("08.delta"),
        kind=partial(shaped, shape=(9,), what="nine numbers (one for each output)"),
        tolerance=1e-6,
        call=_of_move,
        remark=lambda results: (
            f"It is right for wins, draws and losses, in all {len(results) // 2:,} positions of O."
        ),
    )


_delta, _update = (partial(_of_move, answer) for answer in (delta_with, update_with))
TWO = {words: partial(_delta, **faults) for words, faults in TWO_DELTAS.items()}
DELTA = _error_cases("the error at the nine outputs", _delta, TWO | combined(DELTAS, _delta))
UPDATE = _error_cases("the error at the outputs, by REINFORCE", _update, combined(UPDATES, _update))
delta = exercise("08.delta", minutes=12)(DELTA)
update = exercise("08.update", minutes=12)(UPDATE)


SHAPES = {"W1": (18, 6), "b1": (6,), "W2": (6, 9), "b2": (9,)}
"""Shapes of the parts of the networks with which answers are checked."""
BIASES = {
    "b1": "; a bias is a weight whose input is 1, so its slope is the error of its hidden "
    "unit, which is 0 if the unit is off",
    "b2": "; a bias is a weight whose input is 1, so its slope is the delta of its output",
}
"""What the slope of a bias is, if it is the only slope that is wrong."""


def _in_a_row(parts):
    return np.concatenate([part.ravel() for part in parts])


def _off(row, other):
    """Return the names of the parts that differ in two rows of all numbers of a network."""
    ends = np.cumsum([np.prod(shape) for shape in SHAPES.values()])[:-1]
    pairs = zip(np.split(row, ends), np.split(other, ends), strict=True)
    return [name for name, pair in zip(SHAPES, pairs, strict=True) if not np.allclose(*pair)]


def _farthest_off(row, other):
    """Return the name of the number that differs most, such as "W1[3, 2]", and its place."""
    k = place = int(np.argmax(np.abs(row - other)))
    for name, shape in SHAPES.items():
        if place < np.prod(shape):
            at = ", ".join(map(str, np.unravel_index(place, shape)))
            return f"{name}[{at}]", k
        place -= np.prod(shape)


def _networks():
    """Return (network, x, target) of random positions and targets."""
    rng = np.random.default_rng(0)
    return [
        (new_network((18, 6, 9), rng), _inputs(state), rng.dirichlet(np.ones(9)))
        for state in rng.choice(UNDECIDED, 10)
    ]


def _judged(network, x, target):
    """Return the four slopes as finite differences."""

    def loss():
        return cross_entropy(all_layers(network, x)[-1], target)

    return [numerical_gradient(loss, part) for part in _parts(network)]


def _of_network(slopes, network, x, target, **faults):
    """Return the four slopes of a network by a function of what a forward pass leaves."""
    _, h, p = all_layers(network, x)
    given = {"x": x, "h": h, "delta": p - target, "W2": network.weights[1]}
    own = {name: part.copy() for name, part in given.items()}
    result = slopes(*own.values(), **faults)
    for name, part in given.items():
        if not np.array_equal(own[name], part):
            raise Wrong(f"it changes the {name} it is given; take `{name}.copy()`")
    return result


def _slopes_seen(result, right, *case):
    wrong = _off(result, right)
    why = BIASES.get(wrong[0], "") if len(wrong) == 1 else ""
    name, k = _farthest_off(result, right)
    return (
        f"finite differences give other slopes for {' and '.join(wrong)}: that of {name} is "
        f"{signed(right[k], 3)}, but yours is {signed(result[k], 3)}{why}"
    )


SLOPE = Cases(
    task="A function answer(x, h, delta, W2): the slopes of W1, b1, W2 and b2.",
    solution=_judged,
    inputs=_networks,
    describe=_slopes_seen,
    faults=combined(SLOPES, partial(_of_network, slopes_with)),
    error_hints=error_hints("08.slopes"),
    kind=lambda result: _in_a_row(
        arrays(result, {f"the slope of {name}": shape for name, shape in SHAPES.items()})
    ),
    board=lambda result, right, network, x, target: _state_of(x),
    tolerance=1e-6,
    call=_of_network,
    remark="All slopes of {n} random networks are what finite differences say.",
)
slopes = exercise("08.slopes", minutes=10)(SLOPE)


def _games():
    """Return (game, parts, rate) of random games.

    None of them is a win of X with its last free cell, after which no other cell would be left.
    """
    rng, games = np.random.default_rng(0), []
    while len(games) < 20:
        game = random_game(rng)
        if game.winner != X or len(game.history) < 9:
            parts = _parts(new_network((18, 6, 9), rng))
            games.append((game, parts, 0.05 + 0.1 * rng.random()))
    return games


def _learned(answer, game, parts, rate):
    """Return the parts after the reader's function; raise Wrong if it replaces an array."""
    own = [part.copy() for part in parts]
    given = list(own)
    attempted(answer(game, given, rate))
    if any(part is not old for part, old in zip(given, own, strict=True)):
        raise Wrong(
            "`parts[k] = ...` puts a new array into the list, but the network keeps the old "
            "one; change the array itself, `parts[k] -= ...`"
        )
    return own


def _still(result, parts):
    """Return the names of the parts that did not change."""
    return [name for name in SHAPES if name not in _off(result, _in_a_row(parts))]


def _learn_seen(result, right, game, parts, rate):
    still = _still(result, parts)
    text = f"{' and '.join(still or _off(result, right))} "
    if still:
        text += "did not change"
    else:
        name, k = _farthest_off(result, right)
        now = _in_a_row(parts)[k]
        text += f"are not what they should be ({name} should change by "
        text += f"{signed(right[k] - now, 4)}, but yours changes by {signed(result[k] - now, 4)})"
    return f"after a game with the moves {game.history}, {text}"


LEARN = Cases(
    task="A function answer(game, parts, rate) that lets a network learn from a game, in place.",
    solution=learn_with,
    inputs=_games,
    describe=_learn_seen,
    faults={
        "nothing changes in any game: change the arrays of `parts` in place, with -=, at each of "
        "O's moves, where TURN is -1, and go on to the next `state` after every move of either "
        "side": (lambda game, parts, rate: parts)
    }
    | combined(LEARNS, learn_with),
    error_hints=error_hints("08.learn"),
    kind=_in_a_row,
    tolerance=1e-6,
    call=_learned,
    remark="{n} networks learn from {n} games what they should.",
)
learn = exercise("08.learn", minutes=12)(LEARN)


def random_game(rng):
    """Return a finished Game of random moves, drawn from `rng`, a NumPy Generator."""
    game = Game()
    while not game.is_over:
        game.play(int(rng.choice(np.flatnonzero(LEGAL[game.state]))))
    return game


def _rest_fault(seen, draws=True, sign=-1, of=lambda up, down: up / (up + down)):
    """Return a wrong point of rest: without draws, with another sign of losses, or `of` others."""

    def fault(win, draw, loss):
        up = win * seen.o_wins + draw * seen.draws * draws
        return of(up, sign * loss * seen.x_wins)

    return fault


def _rest_faults(seen):
    """Return {words: wrong function} for the point of rest after these shares of games."""
    faulty = partial(_rest_fault, seen)
    return {
        "a loss is below 0, but b is what losses cost, so take -loss": faulty(sign=1),
        "a - a p = b p gives the sum of both in the denominator, a / (a + b)": faulty(sign=1),
        "wins and losses are swapped; the network is O, so its wins are `seen.o_wins`": (
            lambda win, draw, loss: built.rest(
                seen._replace(x_wins=seen.o_wins, o_wins=seen.x_wins), win, draw, loss
            )
        ),
        "draws are missing; they pay, too": faulty(draws=False),
        "that is 1 - p, the chance of all other replies; solve for p": faulty(
            of=lambda up, down: down / (up + down)
        ),
        "a / b is not a probability, it can be above 1; bring every p to one side": faulty(
            of=lambda up, down: up / down
        ),
        "a / a + b is 1 + b, since the division comes first; put the sum in brackets": faulty(
            of=lambda up, down: up / up + down
        ),
        "the rewards of the program are typed in; use win, draw and loss, which the function is "
        "given": lambda win, draw, loss: built.rest(seen, 1.0, 0.3, -2.0),
        "the rewards alone are not enough: multiply each reward by the share of its result": (
            lambda win, draw, loss: (win + draw) / (win + draw - loss)
        ),
        "draws are missing, and each reward must be multiplied by the share of its result, which "
        "is in `seen`": lambda win, draw, loss: win / (win - loss),
        "that is a share of the games; multiply each share by what its result pays": (
            lambda win, draw, loss: built.rest(seen, 1.0, 1.0, -1.0)
        ),
        "that is a percentage; a probability is between 0 and 1": faulty(
            of=lambda up, down: 100 * up / (up + down)
        ),
        "that is what a game pays on average, not where p rests": faulty(
            of=lambda up, down: up - down
        ),
    }


@exercise("08.rest", minutes=12)
def rest(answer, seen):
    """Check a function answer(win, draw, loss): where the probability of the bad reply rests."""
    Cases(
        solution=partial(built.rest, seen),
        inputs=[(1.0, 0.3, -2.0), (1.0, 0.2, -1.0), (0.3, 0.1, -2.0), (0.5, 0.0, -0.5)],
        describe=lambda result, right, win, draw, loss: (
            f"for the rewards {win:g}, {draw:g} and {loss:g} it returns {result:.3f}, but the "
            f"point of rest is {right:.3f}"
        ),
        faults=_rest_faults(seen),
    ).check(answer)
    return "The formula holds for the rewards of the code, of the README, and others."


@exercise("08.rewards", minutes=10)
def rewards(prediction, chosen):
    """Check a prediction, and rewards with which few seeds get stuck and O still wins."""
    table(chosen, ("win", "draw", "loss"), "my_rewards")
    if prediction not in range(SEEDS + 1):
        raise Wrong(f"the prediction is a number of seeds, from 0 to {SEEDS}, not {prediction!r}")
    whole_number(prediction, "the prediction is")
    if not all(isinstance(r, Real) and abs(r) <= 10 for r in chosen.values()):
        raise Wrong("each reward is a number, from -10 to 10")
    win, draw, loss = (float(chosen[name]) for name in ("win", "draw", "loss"))
    if loss >= 0 or win <= 0:
        raise Wrong(
            "a win must pay more than 0, and a loss less; otherwise the network learns to lose"
        )
    safe, wins = _rewarded(win, draw, loss)
    text = f"{safe} of {SEEDS} seeds are unbeatable, and O wins {wins:.1%} against random play"
    if not clearly_more(safe, UNBEATABLE_OF_CODE, SEEDS):
        least = (
            f"; it takes {_least()} to be clearly more than the {UNBEATABLE_OF_CODE} with the "
            "code's rewards"
        )
        raise Wrong(f"{text}{least}: {_too_few(win, draw, loss)}")
    if wins < MUST_WIN:
        raise Wrong(f"{text}: {_too_tame(win, draw)}")
    verdict = "right" if prediction == safe else "off by " + str(int(abs(safe - prediction)))
    return f"{text}. Your prediction was {verdict}."


def clearly_more(safe, others, n):
    """Return whether `safe` of n seeds exceed `others` of n by more than two standard errors."""
    error = np.sqrt((safe * (n - safe) + others * (n - others)) / n)
    return bool(safe - others > 2 * error)


def _least():
    return next(safe for safe in range(SEEDS + 1) if clearly_more(safe, UNBEATABLE_OF_CODE, SEEDS))


def _too_few(win, draw, loss):
    """Return advice on these rewards, which helped wherever it was tried, on a grid."""
    if loss < -2.5:
        return "a loss this large makes the steps too large; leave it near -2, and lower the win"
    if draw <= 0 and loss < -1.5:
        return "a draw must pay something: against good play there is nothing better"
    if draw > win:
        return "a draw pays more than a win; let it pay less"
    if -loss < 5.5 * win:
        return "compared with a win, a loss weighs too little; a lower win helps"
    if loss > -1.5:
        return "rewards this small teach too little in so few games; make all three larger"
    if -loss > 12 * win:
        return (
            "a win this small compared with the loss teaches too little in so few games; raise it"
        )
    if win <= 0.2:
        return "that is close; a draw that pays about a third of a win does better"
    return "that is close; a lower win does better, or a draw that pays about a third of it"


def _too_tame(win, draw):
    if draw > win:
        return "a draw pays more than a win, so there is no reason to win"
    if draw >= win * 0.8:
        return "a draw pays as much as a win or nearly, so there is little reason to win"
    return "there is too little reason to win; raise the win a little, or lower the draw a little"


@cache
def _rewarded(win, draw, loss):
    """Return how many seeds are unbeatable, and O's mean share of wins against random play."""

    def run(seed, _):
        learner = antirez(seed=seed)
        learner.win, learner.draw, learner.loss = win, draw, loss
        learner.learn(GAMES)
        policy = learner.policy
        return worst_case(policy).as_o == 0, outcome(random_policy(), policy).o_wins

    antirez().learn(1)  # compile once, before the threads start
    safe, wins = np.array(on_all_cores(run, range(SEEDS))).T
    return int(safe.sum()), float(wins.mean())
