"""What is wrong with a reader's TD(0) rule: held against every combination of known faults."""

from functools import cache, partial
from itertools import product

import numpy as np

from tttlearn.course.exercises import built_rules
from tttlearn.course.exercises.answers import Wrong, attempted, explained
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.kinds import function
from tttlearn.course.exercises.reader_rules import ALPHA, GAMMA, check_learns, close, random_game
from tttlearn.game.rules import N_STATES
from tttlearn.support.text import signed

STEPS = {
    "": (1 - ALPHA, ALPHA * GAMMA, 0),
    "gamma is missing": (1 - ALPHA, ALPHA, 0),
    "gamma belongs to the next value, not to the error": (1 - ALPHA * GAMMA, ALPHA * GAMMA, 0),
    "the error has the wrong sign: it is target minus value": (1 + ALPHA, -ALPHA * GAMMA, 0),
    "the old value is lost: the step is added to it": (-ALPHA, ALPHA * GAMMA, 0),
    "the winner is paid at every move; it stands in the table already, as V of the last position": (
        (1 - ALPHA, ALPHA * GAMMA, ALPHA)
    ),
    "each value moves towards the winner, not the next value": (1 - ALPHA, 0, ALPHA * GAMMA),
    "each value moves towards itself, not the next value": (1 - ALPHA + ALPHA * GAMMA, 0, 0),
    "alpha is missing: each value moves all the way to its target": (0, GAMMA, 0),
    "in the error s and s_next have changed places": (1 + ALPHA * GAMMA, -ALPHA, 0),
    "s and s_next have changed places: the later value moves towards the earlier one": None,
}
"""What is wrong with a step, and its weights of the old value, the next value and the winner."""

ENDS = {
    "before": "",
    "never": "the last position never gets the winner as its value, so there is nothing to learn",
    "after": "the last position gets the winner as its value after the others have looked at it",
    "part": "the last position moves towards the winner only by alpha; its value is known: set it",
    "start": "the first position gets the winner as its value, not the last",
}
LOOPS = {
    "whole": "",
    "short": "the loop ends one move too early: the position before the last keeps its value",
    "late": "the loop leaves out the first move: the empty board keeps its value",
    "far": "the loop goes one step too far: at t = -1 `states[-1]` is the last position, and its "
    "known value moves towards that of the first",
    "none": "only the end of the game changes: the loop does not run (down to 0 needs the step -1)",
}
"""What is wrong with the moves that a rule learns from, for each choice of `_moves`."""
ORDERS = {
    "forward": "the positions are visited from the first move to the last",
    "backward": "the positions are visited from the last move to the first",
}


TEXTBOOK = (
    "this is the textbook's TD(0): R + gamma V(s'), with the winner as R at the last move and a "
    "finished board worth 0. A good rule, and its values are ours divided by gamma; but the table "
    "of this lesson holds the result at the end: set V of the last position to episode.winner, and "
    "leave R out"
)
TWICE = "the winner counts twice: as V of the last position, and as a reward R on top of it"
FORMS = {"kept": TEXTBOOK, "zero": TEXTBOOK, "unread": TEXTBOOK, "winner": TWICE}
"""Rules with the reward R in the step, by what they do with the value of the last position."""
NO_LIST = "an episode is no list of positions; these are episode.states"
ERRORS = {
    "broadcast": NO_LIST,
    "IndexError": "the last position has no next one: the highest t is len(episode.states) - 2",
}
"""A piece of the text of an exception, and the words for what it means here."""


def check_rule(answer, order):
    """Raise Wrong or NotAttempted unless the answer is TD(0) in this order, on 50 random games."""
    function(answer)
    rng = np.random.default_rng(0)
    trials, found, right = [], [], True
    for _ in range(50):
        episode, V = random_game(rng), rng.uniform(-1, 1, N_STATES)
        with explained(ERRORS):
            table = _applied(answer, V, episode)
        trials.append((episode, V))
        found.append(table)
        right = right and close(table, _variant(V, episode, order))
        # A draw does not tell forms apart that pay the winner in other ways: wait for a win.
        if not right and episode.winner:
            break
    if not right:
        raise Wrong(*_rule_reason(found, trials, order))
    check_learns(answer, N_STATES, alpha=ALPHA, gamma=GAMMA)


def _applied(rule, V, episode, *settings):
    """V after a rule; Wrong if it changes other positions, or none but returns something."""
    table, states = V.copy(), episode.states
    returned = attempted(rule(table, episode, ALPHA, GAMMA, *settings))
    if returned is not None and (table == V).all():
        raise Wrong("it returns something and leaves V as it was: change V itself, in place")
    others = np.setdiff1d(np.flatnonzero(~(table == V)), states)
    if not others.size:
        return table
    if others[-1] == len(V) - 1:
        raise Wrong(
            "V[-1] is the end of the whole table; the value of the last position is "
            "V[episode.states[-1]]",
            int(states[-1]),
        )
    if others.size > 2 and others[-1] < len(states):
        raise Wrong("V[t] is not the value of position t of the game; that is V[episode.states[t]]")
    said = "it changes the value of a position that did not occur in the game"
    raise Wrong(said, int(others[0]))


def _variant(V, episode, order, end="before", step="", loop="whole"):
    """V after a rule that visits the states in `order`, sets the `end` so and makes this `step`."""
    V, states, winner = V.copy(), episode.states, episode.winner
    if end in ("before", "start"):
        V[states[-1 if end == "before" else 0]] = winner
    elif end == "part":
        V[states[-1]] += ALPHA * (winner - V[states[-1]])
    for t in _moves(len(states) - 1, loop)[:: 1 if order == "forward" else -1]:
        here, there = states[t], states[t + 1]
        if STEPS[step] is None:
            V[there] += ALPHA * (GAMMA * V[here] - V[there])
        else:
            V[here] = np.dot(STEPS[step], (V[here], V[there], winner))
    if end == "after":
        V[states[-1]] = winner
    return V


def _rewarded(V, episode, order, end):
    """V after R + gamma V(s'); `end`: V of the last position is kept, set, or not looked at."""
    V, states = V.copy(), episode.states
    worth = {"kept": V[states[-1]], "zero": 0.0, "unread": 0.0, "winner": episode.winner}[end]
    if end in ("zero", "winner"):
        V[states[-1]] = worth
    for t in range(len(states) - 1)[:: 1 if order == "forward" else -1]:
        last = t == len(states) - 2
        target = episode.winner + GAMMA * worth if last else GAMMA * V[states[t + 1]]
        V[states[t]] += ALPHA * (target - V[states[t]])
    return V


def _moves(moves, loop):
    """The moves that a rule learns from, of all the moves of a game; -1 counts from the end."""
    first = {"late": 1, "far": -1}.get(loop, 0)
    return range(first, 0 if loop == "none" else moves - (loop == "short"))


def _agrees(found, trials, *faults):
    return all(
        close(table, _variant(V, episode, *faults))
        for table, (episode, V) in zip(found, trials, strict=True)
    )


def _rule_reason(found, trials, order):
    """The reason and the state that shows it, in the last trial; known faults by their names."""
    for end, form in FORMS.items():
        forms = (_rewarded(V, episode, order, end) for episode, V in trials)
        if all(map(close, found, forms)):
            return form, int(trials[-1][0].states[-1])
    reasons = {}
    for other, end, step, loop in product(ORDERS, ENDS, STEPS, LOOPS):
        if _agrees(found, trials, other, end, step, loop):
            faults = [ENDS[end], ORDERS[other] * (other != order), LOOPS[loop], step]
            faults = [fault for fault in faults if fault]
            reasons.setdefault(len(faults), "; ".join(faults))
    for table, (episode, V) in zip(found, trials, strict=True):
        right = _variant(V, episode, order)
        if not close(table, right):
            break
    state = int(np.argmin(np.abs(table - right) <= 1e-9))
    was, wanted, made = (signed(values[state], 3) for values in (V, right, table))
    numbers = f"V is {was} and should become {wanted}, not {made}"
    return (reasons[min(reasons)] if reasons else numbers), state


# What follows is n-step TD: the same faults of its end and its order, and others of its target.

TARGETS = {
    "": lambda V, states, winner, t, n, m: GAMMA**m * V[states[t + m]],
    "it looks one move ahead, whatever n is": lambda V, states, winner, t, n, m: (
        GAMMA * V[states[t + 1]]
    ),
    "the value n moves ahead is n steps away: gamma counts once for each, gamma**n": (
        lambda V, states, winner, t, n, m: GAMMA * V[states[t + m]]
    ),
    "gamma is missing": lambda V, states, winner, t, n, m: V[states[t + m]],
    "near the end there are fewer than n steps left, and gamma counts only for those": (
        lambda V, states, winner, t, n, m: GAMMA**n * V[states[t + m]]
    ),
    "gamma times n is not gamma to the power of n": lambda V, states, winner, t, n, m: (
        GAMMA * m * V[states[t + m]]
    ),
    "every position moves towards the winner: that is the far end of the dial, n = 9": (
        lambda V, states, winner, t, n, m: GAMMA ** (len(states) - 1 - t) * winner
    ),
    "that is the textbook's form, in which the winner is a reward R, one gamma nearer; here it is "
    "the value of the last position": lambda V, states, winner, t, n, m: (
        GAMMA ** (m - 1) * winner if t + m == len(states) - 1 else GAMMA**n * V[states[t + n]]
    ),
    "it looks n - 1 moves ahead": lambda V, states, winner, t, n, m: (
        GAMMA ** min(n - 1, m) * V[states[t + min(n - 1, m)]]
    ),
    "it looks n + 1 moves ahead": lambda V, states, winner, t, n, m: (
        GAMMA ** min(n + 1, len(states) - 1 - t) * V[states[min(t + n + 1, len(states) - 1)]]
    ),
}
"""What is wrong with the target of position t, which is m = min(n, what is left) moves ahead."""
N_ENDS = {end: ENDS[end] for end in ("before", "never", "after")}
N_LOOPS = {
    "whole": "",
    "full": "positions with fewer than n moves to the end keep their value; they look to the end",
    "every": "only every n-th position changes; each of them looks n moves ahead",
}


def in_play(rule):
    """What a rule makes of the positions of a game, of (episode, V, more settings): new values.

    Raises Wrong if it changes others, or none but returns something.
    """

    def played(episode, V, *settings):
        return _applied(rule, V, episode, *settings)[episode.states]

    return played


def _n_stepped(target, end, order, loop, episode, V, n):
    """The new values of the positions of a game after an n-step rule with these faults."""
    V, states, winner = V.copy(), episode.states, episode.winner
    last = len(states) - 1
    if end == "before":
        V[states[-1]] = winner
    moves = {"whole": range(last), "full": range(max(0, last - n + 1)), "every": range(0, last, n)}
    for t in moves[loop][:: 1 if order == "forward" else -1]:
        aim = TARGETS[target](V, states, winner, t, n, min(n, last - t))
        V[states[t]] += ALPHA * (aim - V[states[t]])
    if end == "after":
        V[states[-1]] = winner
    return V[states]


def _n_faults():
    """{words: a wrong rule}, the likelier ones, with fewer faults, first."""
    found = {}
    for target, end, order, loop in product(TARGETS, N_ENDS, ORDERS, N_LOOPS):
        words = [N_ENDS[end], ORDERS[order] * (order == "backward"), N_LOOPS[loop], target]
        words = [each for each in words if each]
        if 0 < len(words) < 3:
            found["; ".join(words)] = len(words), partial(_n_stepped, target, end, order, loop)
    seen = {}  # of two that give the same, the first is named
    for words in sorted(found, key=lambda words: found[words][0]):
        rule = found[words][1]
        made = np.concatenate([rule(*case) for case in _n_games()])
        seen.setdefault(made.tobytes(), (words, rule))
    return dict(seen.values())


@cache
def _n_games():
    """(episode, V, n) of random games with a winner, n going round from 3."""
    rng, found = np.random.default_rng(5), []
    while len(found) < 40:
        episode = random_game(rng)
        if episode.winner:
            found.append((episode, rng.uniform(-1, 1, N_STATES), (3, 2, 1, 4, 9)[len(found) % 5]))
    return found


def _first_off(found, right):
    return int(np.argmin(np.abs(found - right) <= 1e-9))


def _n_seen(found, right, episode, V, n):
    t = _first_off(found, right)
    was, wanted, made = (signed(value, 3) for value in (V[episode.states[t]], right[t], found[t]))
    return (
        f"with n = {n}, in a game of {len(episode.actions)} moves, V of position {t} is {was} and "
        f"should become {wanted}, not {made}"
    )


N_STEP = Cases(
    right=in_play(built_rules.n_step),
    given=_n_games,
    seen=_n_seen,
    faults=_n_faults(),
    errors={
        "broadcast": NO_LIST,
        "IndexError": "near the end there are no n moves left: look to the last position then, "
        "min(n, moves that are left) ahead",
    },
    kind=lambda found: found,
    board=lambda found, right, episode, V, n: int(episode.states[_first_off(found, right)]),
)
