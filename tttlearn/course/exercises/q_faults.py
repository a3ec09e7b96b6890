"""Find what is wrong with a reader's update of Q, by combinations of up to two known faults.

The rule is Q-learning, SARSA or Expected SARSA; the same faults are known of its target alone.
"""

from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache, partial
from io import StringIO

import numpy as np

from tttlearn.course.articles.episodes import random_game
from tttlearn.course.exercises.answers import Wrong
from tttlearn.course.exercises.cases import combined
from tttlearn.course.exercises.reader_rules import (
    ALPHA,
    GAMMA,
    NEGATED,
    NO_LIST,
    OTHER_ORDER,
    TOO_LATE,
    at_worst,
    in_play,
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
    "row": {"s must be the board before the move, episode.states[t], not the one after it": 1},
    "reach": {
        "the next state is taken to be the board after your own move, not after the reply": 1,
        "the next state is taken at t + 3, where the other side is to move; the learner moves "
        "again at t + 2": 3,
    },
    "entry": {
        "it takes the highest entry for O, too, but O's best is the lowest": "highest",
        "it takes the lowest entry for X, too, but X's best is the highest": "lowest",
        "it takes the highest of all nine entries, but taken cells do not count, and O's best is "
        "the lowest": "maximum",
        "the winner is added to each target, but before the end there is no reward yet": "paid",
        "it takes the best of the whole row, taken cells included": "row",
        "the target takes the entry of the move that was made next, not the best entry": "made",
        "the target takes the number of the best cell, not its entry": "cell",
        "the target takes the board at t + 1, after your own move, where the other side chooses; "
        "the next state is at t + 2": "board",
        "the target takes the board at t + 3, where the other side is to move; the next state is "
        "episode.states[t + 2]": "later",
        "the target leaves out the entry of the next state": "none",
        NEGATED: "negated",
        "every entry moves towards the winner; only the last one should, each other one towards "
        "gamma times the best entry of the next state": "winner",
    },
    "end": {
        "the last move never gets the reward": "never",
        "the last target is 1, whoever wins; it should be the winner": "one",
        "at the end the target comes from the row of the last board, which means nothing": "row",
        "at the end the row of the finished board is added, but the target is the reward alone": (
            "both"
        ),
        "when the opponent's move ends the game, the finished board is taken for a next state: "
        "there is one more state than actions; compare t + 2 with len(episode.actions)": "beyond",
        "the reward changes its sign for O, but it is a value to X for both sides": "side",
        "the learner's last move but one is taken for the last: compare t + 2 with "
        "len(episode.actions)": "early",
        "the learner's next move is not seen if it ends the game: compare t + 2, not t + 3, "
        "with len(episode.actions)": "soon",
        "episode.side is taken for the reward; it says who learns, episode.winner who won": "own",
    },
    "moves": {
        "it learns from the opponent's moves, too": "all",
        "it learns from the opponent's moves, too: the learner's turns are two apart, and the loop "
        "takes every turn from its first": "on",
        "it learns from X's turns even if `episode.side` is O; take O's instead": "x",
        "it learns from O's turns even if `episode.side` is X; take X's instead": "o",
        "it learns from the turns of the other side": "other",
        "only the learner's first move changes anything, as with a `return` inside the loop": (
            "once"
        ),
        "the move that ends the game is left out; the last turn is len(episode.actions) - 1": "cut",
        "the learner's last move is left out": "short",
        "the learner's first move is left out": "late",
        "episode.side is +1 or -1, not a turn: X's turns begin at 0 and O's at 1; at t = -1 an "
        "array is read from its end": "signed",
        "minus episode.side is -1 for X: X's turns begin at 0; at t = -1 an array is read from its "
        "end": "minus",
        "as O it learns nothing, because with a step of 2 * episode.side the loop has no "
        "turns; the step is 2 for both sides": "idle",
    },
    "width": {
        "Q[s] is the whole row of nine entries; only that of the move made should change, "
        "Q[s, a]": "row",
        "all nine entries of the row move towards the target; only that of the move made "
        "should, Q[s, a]": "each",
    },
    "turned": {
        "the step is multiplied by episode.side, but values are to X for both sides, so O's "
        "entries move towards their targets, too": True,
    },
    "order": {"the moves are visited from the last to the first": -1},
}
"""What may be wrong with each part of the update, in words, and the part as it then is."""
SARSA_ENTRIES = {
    "that is still Q-learning: it takes the best entry of the next state, but SARSA takes that of "
    "the move that was made there, episode.actions[t + 2]": "best",
    "it takes the entry of the same cell in the next state, which is taken by then; the move made "
    "there is episode.actions[t + 2]": "same",
    "it takes the entry of the opponent's cell; the learner's own is episode.actions[t + 2]": (
        "reply"
    ),
    "it takes the opponent's move, t + 1; the learner's next one is at turn t + 2": "theirs",
    "the target takes the number of the next cell, not its entry": "number",
    "the winner is added to each target, but before the end there is no reward yet": "paid too",
    "the target leaves out the entry of the next state": "none",
    NEGATED: "negated made",
    "the target takes the board at t + 1, where the other side is to move; the next state is "
    "episode.states[t + 2]": "early",
    "every entry moves towards the winner; only the last one should": "winner",
}
EXPECTED_ENTRIES = {
    (
        "that is still Q-learning, because it takes the best entry alone, as if the learner "
        "never explored"
    ): "best",
    "that is still SARSA: it takes the entry of the move that was made; the mean over all moves "
    "that the learner might have made is asked for": "made",
    "it takes the mean of the free entries alone, as if the learner always explored": "mean",
    "epsilon and 1 - epsilon are swapped: the learner explores with the probability epsilon": (
        "swapped"
    ),
    "the mean is over all nine entries, but a cell that is taken cannot be played": "nine",
    "the mean leaves out the best cell, but a learner that explores takes any free cell, the "
    "best one, too": "others",
    "the best entry counts in full; it is played with the probability 1 - epsilon": "full",
    "the sum of the free entries stands where their mean is needed": "sum",
    "it takes the highest entry for O, too, but O's best is the lowest": "high mean",
    "the number of the best cell stands where its entry is needed": "cell mean",
    "the rule is given epsilon, but yours takes 0.1, whatever epsilon is": "tenth",
    "the winner is added to each target, but before the end there is no reward yet": (
        "paid expected"
    ),
    "the target leaves out the entries of the next state": "none",
    NEGATED: "negated expected",
    "every entry moves towards the winner; only the last one should": "winner",
}
ERRORS = {
    "out of bounds for axis 0": TOO_LATE,
    "out of bounds for axis 1": "in Q the state comes first, and then the cell: Q[s, a]",
    "broadcast": NO_LIST,
    "tuple indices must be integers": "the parts of an episode are read with a dot: "
    "`episode.actions`, `episode.states`",
    "TypingError": OTHER_ORDER,
}
"""A piece of the text of an exception, and what it means here."""


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
    own = list(range(first, len(episode.actions), 2))
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
        error_hints=ERRORS,
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
SARSA = _cases("SARSA", partial(_update, entry="made"), FAULTS | {"entry": SARSA_ENTRIES})


def _expected_update(episode, Q, epsilon, entry="expected", **ways):
    """Return the rows after Expected SARSA with these faults; epsilon is always EPSILON."""
    return _update(episode, Q, entry=entry, **ways)


EXPECTED_SARSA = _cases(
    "Expected SARSA",
    _expected_update,
    FAULTS | {"entry": EXPECTED_ENTRIES},
    _explored_games,
    {"epsilon": EPSILON},
)
