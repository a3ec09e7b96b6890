"""Find what is wrong with a reader's update of Q, by combinations of up to two known faults.

The rule is Q-learning, SARSA or Expected SARSA; the same faults are known of its target alone.
"""

from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache, partial
from io import StringIO

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.exercises.answers import Wrong, error_hints
from tttlearn.course.exercises.cases import combined
from tttlearn.course.exercises.reader_rules import (
    ALPHA,
    GAMMA,
    at_worst,
    in_play,
    known_slips,
    own_turns,
    rule_cases,
)
from tttlearn.game.rules import LEGAL, N_STATES, TURN
from tttlearn.game.tables import O, X, side_name
from tttlearn.support.text import signed

EPSILON = 0.4
"""Exploration rate of the learner that Expected SARSA belongs to; the lesson uses others."""
STEP = (1 - ALPHA, ALPHA * GAMMA, ALPHA)
"""Weights of the old entry, the next one and the reward."""
GAMMAS = {
    "gamma is missing": (1 - ALPHA, ALPHA, ALPHA),
    "gamma multiplies the reward, too, but it belongs to the next entry alone": (
        1 - ALPHA,
        ALPHA * GAMMA,
        ALPHA * GAMMA,
    ),
}
WAYS = known_slips(__file__)
FAULTS = {
    "step": {
        **GAMMAS,
        "alpha is missing: each entry moves all the way to its target": (0, GAMMA, 1),
        "the old entry is lost; the step must be added to it": (-ALPHA, ALPHA * GAMMA, ALPHA),
        "the old entry is lost: what is stored is alpha times the target; alpha must multiply the "
        "whole error, in brackets: alpha * (target - Q[s, a])": (0, ALPHA * GAMMA, ALPHA),
        "the entry is not subtracted; the step is alpha times (target minus entry)": (
            1,
            ALPHA * GAMMA,
            ALPHA,
        ),
        "the error has the wrong sign; it should be target minus entry": (
            1 + ALPHA,
            -ALPHA * GAMMA,
            -ALPHA,
        ),
        "alpha and 1 - alpha are swapped": (ALPHA, GAMMA * (1 - ALPHA), 1 - ALPHA),
    },
    **{part: WAYS[part] for part in WAYS if part not in ("sarsa", "expected")},
}
"""What may be wrong with each part of the update, in words, and the part as it then is."""
HINTS = error_hints("turns", "06.q", "positions", "best_entry")
"""What an exception often means in the reader's update of one table."""


def target_of(Q, episode, t, gamma, **ways):
    """Return the target of Q-learning for the move at turn t, with these parts changed.

    `gamma` is always GAMMA, with which the faults are computed.
    """
    return float(_target(Q[episode.states], episode, t, **ways)) / ALPHA


TARGET_PARTS = {
    "step": GAMMAS,
    **{part: FAULTS[part] for part in ("reach", "entry")},
    "end": {
        "there is no case for the end: if the game is over before the learner is to move again, "
        "the target is episode.winner": "open",
        **FAULTS["end"],
    },
}
TARGET_FAULTS = {
    "that is the error, target minus entry; the target alone is asked for": lambda Q, e, t, gamma: (
        target_of(Q, e, t, gamma) - Q[e.states[t], e.actions[t]]
    ),
    "before the end that is the error, target minus entry; the target alone is asked for": (
        lambda Q, e, t, gamma: (
            target_of(Q, e, t, gamma) - Q[e.states[t], e.actions[t]] * (t + 2 < len(e.actions))
        )
    ),
    "both parts of the formula are added: before the end there is no reward yet, and at the end "
    "there is no next row": lambda Q, episode, t, gamma: (
        episode.winner + target_of(Q, episode, t, gamma, end="open")
    ),
    "the two cases are swapped: the winner is the target if the learner does not move "
    "again": lambda Q, episode, t, gamma: (
        float(episode.winner)
        if t + 2 < len(episode.actions)
        else target_of(Q, episode, t, gamma, end="open")
    ),
    "turn 4 ends the worked game, not every game: compare t + 2 with len(episode.actions)": (
        lambda Q, episode, t, gamma: (
            float(episode.winner) if t >= 4 else target_of(Q, episode, t, gamma, end="beyond")
        )
    ),
    **combined(TARGET_PARTS, target_of),
}
"""What may be wrong with the target alone, in words, and a function that computes it so."""


@cache
def _games():
    """Return (episode, Q) of random games, with learners that play X and O in turns.

    The games in which the learner moves last come first: in these a rule that looks too far raises
    an exception.
    """
    rng = np.random.default_rng(0)
    games = [random_game(rng, X if number % 2 else O) for number in range(30)]
    rows = rng.uniform(-1, 1, (N_STATES + len(games), 9))  # overlapping tables, one row apart
    games = sorted(games, key=lambda game: TURN[game.states[-2]] != game.side)
    return [(game, rows[k : k + N_STATES]) for k, game in enumerate(games)]


@cache
def _explored_games():
    """Return (episode, Q, epsilon) of the same games, of a learner that explores that often."""
    return [(*case, EPSILON) for case in _games()]


def _says(at, was, wanted, made, episode, *_):
    was, wanted, made = (signed(value, 3) for value in (was, wanted, made))
    should = f"become {wanted}, not {made}"
    if was == wanted:
        should = f"stay so, not become {made}"
    return (
        f"for a learner that plays {side_name(episode.side)}, entry Q[s, {at[1]}] is {was} and "
        f"should {should}"
    )


_seen = partial(at_worst, _says)


def _update(
    episode, Q, step=STEP, moves="own", width="entry", turned=False, order=1, row=0, **ways
):
    """Return the rows of the game's states after Q-learning with these faults."""
    rows, sign = Q[episode.states], episode.side if turned else 1
    for t in _turns(episode, moves)[::order]:
        a, target = episode.actions[t], _target(rows, episode, t, step, **ways)
        made = slice(None) if width == "each" else a
        change = sign * (step[0] * rows[t + row, made] + target - rows[t + row, made])
        rows[t + row, a if width == "entry" else slice(None)] += change
    return rows


def _target(rows, episode, t, step=STEP, reach=2, entry="best", end="reward"):
    """Return the target of the move at turn t, times its weight, from the rows of the states."""
    (_, ahead, paid), then, moves = step, t + reach, len(episode.actions)
    if then < moves - {"early": 2, "soon": 1}.get(end, 0):
        return ahead * _entry(episode, rows, then, entry)
    row = ahead / paid * rows[-1, -1]  # any entry of the last board, where no best one exists
    return paid * _reward(episode, row, end, ended_by_other=then == moves)


def _turns(episode, moves):
    """Return the turns that an update learns from."""
    first = 0 if episode.side == X else 1
    own = list(own_turns(episode))
    others = list(range(1 - first, len(episode.actions), 2))
    ways = {"own": own, "other": others, "short": own[:-1], "late": own[1:]}
    ways["once"], ways["cut"] = own[:1], [t for t in own if t < len(episode.actions) - 1]
    ways["on"] = list(range(first, len(episode.actions)))
    ways["o"] = list(range(1, len(episode.actions), 2))
    ways["all"], ways["x"] = sorted(own + others), list(range(0, len(episode.actions), 2))
    for name, start in {"signed": episode.side, "minus": -episode.side}.items():
        ways[name] = list(range(start, len(episode.actions), 2))
    ways["idle"] = own if episode.side == X else []
    return ways[moves]


def _reward(episode, row, end, ended_by_other):
    """Return what replaces the reward; `row` is the finished board's, in units of the winner."""
    ways = {"reward": episode.winner, "never": 0, "one": 1, "row": row}
    ways["early"] = ways["soon"] = episode.winner
    ways["side"], ways["own"] = episode.winner * episode.side, episode.side
    ways["open"] = row if ended_by_other else np.nan
    ways["both"] = episode.winner + ways["row"]
    ways["beyond"] = ways["row" if ended_by_other else "reward"]
    return ways[end]


def _entry(episode, rows, t, entry):
    """Return what replaces the best entry of the state at turn t."""
    sign = TURN[episode.states[t]]
    legal = np.where(LEGAL[episode.states[t]], sign * rows[t], -np.inf)
    ways = {"best": sign * legal.max(), "row": sign * (sign * rows[t]).max(), "none": 0}
    ways["highest"] = rows[t][LEGAL[episode.states[t]]].max()
    ways["lowest"] = rows[t][LEGAL[episode.states[t]]].min()
    ways["maximum"], ways["paid"] = rows[t].max(), ways["best"] + episode.winner / GAMMA
    ways["made"], ways["cell"] = rows[t, episode.actions[t]], legal.argmax()
    ways["paid too"] = ways["made"] + episode.winner / GAMMA
    ways["winner"], ways["number"] = episode.winner / GAMMA, episode.actions[t]
    before = TURN[episode.states[t - 1]]
    free = np.where(LEGAL[episode.states[t - 1]], before * rows[t - 1], -np.inf)
    ways["board"], ways["theirs"] = before * free.max(), rows[t - 1, episode.actions[t - 1]]
    ways["negated"], ways["negated made"] = -ways["best"], -ways["made"]
    ways["early"], ways["later"] = rows[t - 1, episode.actions[t]], _best(episode, rows, t + 1)
    if entry == "paid expected":
        ways[entry] = _entry(episode, rows, t, "expected") + episode.winner / GAMMA
    ways["same"], ways["reply"] = rows[t, episode.actions[t - 2]], rows[t, episode.actions[t - 1]]
    if entry in ways:
        return ways[entry]
    return _expected(rows[t], sign, LEGAL[episode.states[t]], entry)


def _expected(row, sign, free, entry):
    """Return what replaces the mean over the learner's next moves, from the row of a state."""
    own, best = row[free], sign * (sign * row[free]).max()
    mean, cell = own.mean(), np.where(free, sign * row, -np.inf).argmax()
    others = np.delete(own, (sign * own).argmax()).mean() if own.size > 1 else best
    ways = {"expected": (1 - EPSILON) * best + EPSILON * mean, "mean": mean}
    ways["swapped"] = EPSILON * best + (1 - EPSILON) * mean
    ways["nine"] = (1 - EPSILON) * best + EPSILON * row.mean()
    ways["others"] = (1 - EPSILON) * best + EPSILON * others
    ways["full"] = best + EPSILON * mean
    ways["sum"] = (1 - EPSILON) * best + EPSILON * own.sum()
    ways["high mean"] = (1 - EPSILON) * own.max() + EPSILON * mean
    ways["cell mean"] = (1 - EPSILON) * cell + EPSILON * mean
    ways["tenth"] = 0.9 * best + 0.1 * mean
    ways["negated expected"] = -ways["expected"]
    return ways[entry]


def _best(episode, rows, t):
    """Return the best entry of the state at turn t; any entry if the game is over."""
    sign, free = TURN[episode.states[t]], LEGAL[episode.states[t]]
    return sign * (sign * rows[t][free]).max() if free.any() else rows[t, -1]


PRINTS = (
    "it is right, but it prints: in the games below that would be millions of lines; take the "
    "`print` out"
)


def _cases(name, right, parts, inputs=_games, settings=None):
    """Return the Cases of a rule of this name whose parts may be changed.

    `settings` are the rule's own, beside alpha and gamma, by their names.
    """
    arguments = ", ".join(["Q", "episode", "alpha", "gamma", *(settings or {})])
    cases = rule_cases(
        inputs,
        settings=settings,
        task=f"A rule answer({arguments}) that is {name} in the order of play.",
        solution=right,
        describe=_seen,
        faults=combined(parts, right),
        error_hints=HINTS,
        remark=f"On {{n}} random games and tables, as X and as O, it changes what {name} changes.",
    )

    def silent_and_learns(answer):
        _check_silent(answer, inputs()[0])
        cases.extra_check(answer)

    return replace(cases, extra_check=silent_and_learns)


def _check_silent(rule, case):
    """Raise Wrong if a rule prints, because the cells below call it for a great many games."""
    with redirect_stdout(StringIO()) as printed:
        in_play(rule, *case)
    if printed.getvalue():
        raise Wrong(PRINTS)


Q_LEARNING = _cases("Q-learning", _update, FAULTS)
SARSA = _cases("SARSA", partial(_update, entry="made"), FAULTS | {"entry": WAYS["sarsa"]})


def _expected_update(episode, Q, epsilon, entry="expected", **ways):
    """Return the rows after Expected SARSA with these faults; epsilon is always EPSILON."""
    return _update(episode, Q, entry=entry, **ways)


EXPECTED_SARSA = _cases(
    "Expected SARSA",
    _expected_update,
    FAULTS | {"entry": WAYS["expected"]},
    _explored_games,
    {"epsilon": EPSILON},
)
