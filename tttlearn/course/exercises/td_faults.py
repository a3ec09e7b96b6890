"""Find what is wrong with a reader's TD(0) rule, by combinations of known faults."""

from functools import cache, partial

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.exercises import built_rules
from tttlearn.course.exercises.answers import error_hints
from tttlearn.course.exercises.cases import combined
from tttlearn.course.exercises.reader_rules import (
    ALPHA,
    GAMMA,
    at_worst,
    in_play,
    known_slips,
    rule_cases,
)
from tttlearn.game.rules import N_STATES
from tttlearn.support.text import signed

RIGHT = (1 - ALPHA, ALPHA * GAMMA, 0)
WEIGHTS = {
    "the error has the wrong sign: it is target minus value": (1 + ALPHA, -ALPHA),
    "the old value is lost; the step should be added to it": (-ALPHA, ALPHA),
    "alpha is missing: each value moves all the way to its target": (0, 1),
    "the value was not subtracted; the step is alpha times (target minus value)": (1, ALPHA),
    "what is stored is alpha times the target; alpha should multiply the whole error, in brackets, "
    "alpha * (target - V[s])": (0, ALPHA),
    "alpha and 1 - alpha are swapped": (ALPHA, 1 - ALPHA),
    "the next value changes its sign, but it must not: for both sides, values are to X": (
        (1 - ALPHA, -ALPHA)
    ),
}
"""What may be wrong with a step to any target: weights of the old value and the target."""
STEPS = {
    "gamma is missing": (1 - ALPHA, ALPHA, 0),
    "gamma multiplies the whole error; it belongs only to the next value": (
        1 - ALPHA * GAMMA,
        ALPHA * GAMMA,
        0,
    ),
    "the winner is paid at every move; it is in the table already, as V of the last position": (
        (1 - ALPHA, ALPHA * GAMMA, ALPHA)
    ),
    "each value moves towards the winner, not towards the next value": (
        1 - ALPHA,
        0,
        ALPHA * GAMMA,
    ),
    "each value moves towards the winner, as towards the return; the target is gamma times the "
    "next value": (1 - ALPHA, 0, ALPHA),
    "each value moves towards the result, discounted once for each move that is left; the target "
    "is gamma times the next value": "result",
    "each value moves towards itself, not towards the next value": (
        1 - ALPHA + ALPHA * GAMMA,
        0,
        0,
    ),
    "in the error, s and s_next are swapped": (1 + ALPHA * GAMMA, -ALPHA, 0),
    "s and s_next are swapped: the later value moves towards the earlier one": "swapped",
    "the step is added to V[s_next]; V[s], of the earlier position, should move": "next",
    **{words: (old, GAMMA * target, 0) for words, (old, target) in WEIGHTS.items()},
}
"""What may be wrong with a step: weights of the old value, the next value and the winner."""

WAYS = known_slips(__file__)
ENDS, LOOPS, ORDERS = WAYS["end"], WAYS["loop"], WAYS["order"]
"""What may be wrong with the end, the moves that a rule learns from, and their order."""
OLD_NEXT = (
    "each position looks at the value that the next one had before the game (in a copy of V?), "
    "not at its new one"
)
"""Fault that gives the result of the order from first to last, in whatever order it visits."""


TEXTBOOK = (
    "this is the textbook's TD(0): R + gamma V(s'), with the winner as R at the last move and a "
    "finished board worth {}. That is a good rule, and its values are those of this lesson divided "
    "by gamma. But the table of this lesson holds the result at the end: set V of the last "
    "position to episode.winner, and leave R out"
)
FORMS = {
    TEXTBOOK.format("what V has for it, 0 as long as nobody changes it"): "kept",
    TEXTBOOK.format("0, which it writes into V"): "zero",
    TEXTBOOK.format("0"): "unread",
    "s + 1 is the next number, not the next position; that is states[t + 1]": "number",
    "the winner counts twice: as V of the last position, and as a reward R on top of it": "winner",
}
"""Rules with the reward R in the step, by how they treat the value of the last position."""


@cache
def _games():
    """Return (episode, V) of random games."""
    rng = np.random.default_rng(0)
    return [(random_game(rng), rng.uniform(-1, 1, N_STATES)) for _ in range(50)]


def _says(at, was, wanted, made, episode, *n):
    was, wanted, made = (signed(value, 3) for value in (was, wanted, made))
    with_n = f"with n = {n[0]}, " if n else ""
    return (
        f"{with_n}in a game of {len(episode.actions)} moves, V of position {at[0]} is {was} and "
        f"should become {wanted}, not {made}"
    )


_seen = partial(at_worst, _says)


def _stepped(episode, V, end="before", order=1, loop="whole", step=RIGHT):
    """Return the new values of the positions of a game after TD(0) with these faults."""
    v, winner = V[episode.states], episode.winner
    ends = {"before": winner, "minus": -winner, "one": 1, "add": v[-1] + winner}
    ends["part"] = v[-1] + ALPHA * (winner - v[-1])
    v[-1] = ends.get(end, v[-1])
    if end == "start":
        v[0] = winner
    moves = _moves(len(v) - 1, loop)[::order]
    for t in moves[:1] if loop == "once" else moves:
        if step == "swapped":
            v[t + 1] += ALPHA * (GAMMA * v[t] - v[t + 1])
        elif step == "next":
            v[t + 1] += ALPHA * (GAMMA * v[t + 1] - v[t])
        elif step == "result":
            v[t] += ALPHA * (GAMMA ** (len(v) - 1 - t) * winner - v[t])
        else:
            v[t] = np.dot(step, (v[t], v[t + 1], winner))
    if end == "after":
        v[-1] = winner
    return v


def _moves(moves, loop):
    """Return the moves that a rule learns from, out of all moves; -1 counts from the end."""
    first = {"late": 1, "far": -1}.get(loop, 0)
    return range(first, 0 if loop == "none" else moves - (loop == "short"))


def _rewarded(episode, V, form, order):
    """Return the new values after R + gamma V(s'), in one of FORMS."""
    v, winner, new = V[episode.states], episode.winner, V.copy()
    if form == "number":
        new[episode.states[-1]] = winner
        for s in episode.states[:-1][::order]:
            new[s] += ALPHA * (GAMMA * new[s + 1] - new[s])
        return new[episode.states]
    worth = {"kept": v[-1], "winner": winner}.get(form, 0.0)
    if form in ("zero", "winner"):
        v[-1] = worth
    for t in range(len(v) - 1)[::order]:
        target = winner + GAMMA * worth if t == len(v) - 2 else GAMMA * v[t + 1]
        v[t] += ALPHA * (target - v[t])
    return v


def _td0(order, **more):
    """Return the Cases of TD(0) that visits the positions in this order, 1 or -1."""
    right = partial(_stepped, order=order)
    turned = {words: way for words, way in ORDERS.items() if way != order}
    turned |= {OLD_NEXT: 1} if order == -1 else {}
    return rule_cases(
        solution=right,
        inputs=_games,
        describe=_seen,
        faults=combined({"form": FORMS}, partial(_rewarded, order=order))
        | combined({"end": ENDS, "order": turned, "loop": LOOPS, "step": STEPS}, right, most=4),
        error_hints=error_hints("positions", "05.td"),
        **more,
    )


FORWARD = _td0(
    1,
    task="A rule answer(V, episode, alpha, gamma) that is TD(0) in the order of play.",
    remark="On {n} random games and tables it changes exactly what TD(0) changes.",
)
BACKWARD = _td0(
    -1,
    task="A rule answer(V, episode, alpha, gamma) that is TD(0) from the end to the start.",
    remark="On {n} random games and tables it corrects the last move first.",
)


# n-step TD follows: the faults of its end and its order are the same, those of its target not.

TARGETS = {
    "it looks one move ahead, whatever n is": lambda v, winner, t, n, m: GAMMA * v[t + 1],
    "gamma counts only once; the value n moves ahead is n steps away, so take gamma**n": (
        lambda v, winner, t, n, m: GAMMA * v[t + m]
    ),
    "gamma is missing": lambda v, winner, t, n, m: v[t + m],
    "gamma counts n times even near the end; it counts only for the steps that are left": (
        lambda v, winner, t, n, m: GAMMA**n * v[t + m]
    ),
    "gamma is multiplied by n; take gamma to the power of n": lambda v, winner, t, n, m: (
        GAMMA * m * v[t + m]
    ),
    "every position moves towards the winner: that is the far end of the dial, n = 9": (
        lambda v, winner, t, n, m: GAMMA ** (len(v) - 1 - t) * winner
    ),
    "it is the textbook's form, in which the winner is a reward R, one gamma nearer; here the "
    "winner is the value of the last position": lambda v, winner, t, n, m: (
        GAMMA ** (m - 1) * winner if t + m == len(v) - 1 else GAMMA**n * v[t + n]
    ),
    "gamma**n multiplies the whole error; it belongs inside the brackets, to the value n moves "
    "ahead": lambda v, winner, t, n, m: v[t] + GAMMA**m * (v[t + m] - v[t]),
    "near the end it looks one move too short: from position t there are "
    "len(episode.states) - 1 - t moves left": lambda v, winner, t, n, m: (
        GAMMA ** min(n, len(v) - 2 - t) * v[t + min(n, len(v) - 2 - t)]
    ),
    "it looks n - 1 moves ahead": lambda v, winner, t, n, m: (
        GAMMA ** min(n - 1, m) * v[t + min(n - 1, m)]
    ),
    "it looks n + 1 moves ahead": lambda v, winner, t, n, m: (
        GAMMA ** min(n + 1, len(v) - 1 - t) * v[min(t + n + 1, len(v) - 1)]
    ),
}
"""What may be wrong with the target of position t, m = min(n, moves left) moves ahead."""
N_ENDS = {words: end for words, end in ENDS.items() if end in ("never", "after")}
N_LOOPS = {
    "positions with fewer than n moves left keep their value; they should look to the end": "full",
    "only every n-th position changes; each position should look n moves ahead": "every",
    **{words: loop for words, loop in LOOPS.items() if loop in ("short", "late")},
}
BACK = {words: order for words, order in ORDERS.items() if order == -1}


def _ahead(v, winner, t, n, m):
    return GAMMA**m * v[t + m]


def _n_stepped(
    episode, V, n, end="before", order=1, loop="whole", target=_ahead, step=(1 - ALPHA, ALPHA)
):
    """Return the new values of the positions of a game after an n-step rule with these faults."""
    v, winner = V[episode.states], episode.winner
    last = len(v) - 1
    if end == "before":
        v[-1] = winner
    moves = {"whole": range(last), "full": range(max(0, last - n + 1)), "every": range(0, last, n)}
    moves |= {"short": range(last - 1), "late": range(1, last)}
    for t in moves[loop][::order]:
        v[t] = np.dot(step, (v[t], target(v, winner, t, n, min(n, last - t))))
    if end == "after":
        v[-1] = winner
    return v


@cache
def _n_games():
    """Return (episode, V, n) of random games with a winner, for n = 3, 2, 1, 4, 9 in turn."""
    rng, games = np.random.default_rng(5), []
    while len(games) < 40:
        episode = random_game(rng)
        if episode.winner:
            games.append((episode, rng.uniform(-1, 1, N_STATES), (3, 2, 1, 4, 9)[len(games) % 5]))
    return games


N_STEP = rule_cases(
    task="A rule answer(V, episode, alpha, gamma, n) that is n-step TD in the order of play.",
    inputs=_n_games,
    settings={"n": 3},
    solution=partial(in_play, built_rules.n_step),
    describe=_seen,
    faults=combined(
        {"end": N_ENDS, "order": BACK, "loop": N_LOOPS, "target": TARGETS, "step": WEIGHTS},
        _n_stepped,
    ),
    error_hints=error_hints("positions", "05.n_step"),
    remark="For n from 1 to 9, each position looks n moves ahead, or to the end if that is nearer.",
)
