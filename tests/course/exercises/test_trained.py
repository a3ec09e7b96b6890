"""Exercises whose check trains many seeds: what is said of settings that do not do.

Some that fail are trained and refused with their lessons, see tests/lessons/wrong; here what the
seeds have learned is given.
"""

import itertools
import re
import sys

import numpy as np
import pytest

from tttlearn.course.exercises import lesson_05, lesson_06, lesson_07, lesson_08
from tttlearn.course.exercises.answers import Wrong

LEARNING = {
    lesson_05.schedule: ("_explored", "only {} of 20 seeds cannot be beaten: "),
    lesson_06.settings: ("_learned", "X wins 97.7% of its games against random play, but 97.8% "),
    lesson_06.repair: ("_repaired", "{} of 100 seeds can lose as O, and O wins {:.1%}"),
    lesson_08.rewards: ("_rewarded", "{} of 24 seeds are unbeatable, and O wins {:.1%} against"),
}
"""By check: the function that trains its seeds, and what is said of their result."""
MANY, WON = lesson_08.SEEDS, lesson_08.MUST_WIN


@pytest.fixture
def learn(monkeypatch):
    """A function: let this be what the seeds of a check learn; return what is then said of it."""

    def set_to(check, learned):
        name, said = LEARNING[check]
        module = sys.modules[check.__wrapped__.__module__]
        monkeypatch.setattr(module, name, lambda *_: learned)
        return said.format(*np.atleast_1d(np.array(learned, dtype=object)))

    return set_to


def why_not(check, *answer):
    """Why a check refuses this answer."""
    with pytest.raises(Wrong) as wrong:
        check.__wrapped__(*answer)
    return str(wrong.value)


def rewards(*three, prediction=12):
    """The prediction and the rewards as they are entered."""
    return prediction, dict(zip(("win", "draw", "loss"), three, strict=True))


def to_nothing(games):
    """An exploration rate that falls to 0 at once."""
    return np.where(games < 50_000, 1.0, 0.0)


OFTEN = "in so few games a larger alpha learns more"
SELDOM = "with so large an epsilon it seldom sees what good play leads to"
RESULT = "with so large an alpha an entry is mostly the last result"
UNLIKE = "compared with a win, a loss weighs too little"
REASONS = {
    (lesson_05.schedule, (11, 5400, 3)): [
        ((to_nothing,), "epsilon falls from 1.00 to 0.00 at"),
        ((lambda games: 0.5 + 0 * games,), "so the values are those of a player that still"),
        ((lambda games: np.maximum(0, 1 - games / 20_000),), "lower epsilon more slowly, and end"),
    ],
    (lesson_06.settings, 0.9779): [
        (([0.1, 0.1],), f"97.8% are asked for; {OFTEN}; with so small an epsilon it tries"),
        (([1.0, 0.3],), f"; {RESULT}"),
        (([0.1, 0.4],), f"; {OFTEN}"),
        (([0.3, 1],), f"; {SELDOM}"),
        (([0.1, 1],), f"; {SELDOM}"),
        (([1.0, 0.1],), f"; {RESULT}"),
        (([0, 0],), "; an alpha of 0 learns nothing"),
        (([0.3, 0.3],), f"; {lesson_06.NEARLY}"),
    ],
    (lesson_06.repair, (11, 0.9)): [
        ((0.5,), "with 0.5 the trap is worth exactly as much as the centre; a draw must"),
        ((0.3,), "with 0.3 the trap is still worth its risk; a draw must pay more"),
        ((0.6,), "the trap no longer pays, but too many seeds still take it; a draw must pay more"),
    ],
    (lesson_06.repair, (10, 0.869)): [
        ((1.0,), "with 1 a draw pays nearly as much as a win; it must pay less")
    ],
    (lesson_08.rewards, (20, 0.9)): [
        (
            rewards(1.0, 0.2, -1.0),
            f"clearly more than the 15 with the code's rewards: {UNLIKE}",
        ),
        (rewards(1.0, 0.3, -4.0), "makes the steps too large"),
        (rewards(0.3, 0, -2.0), "a draw must pay something"),
        (rewards(0.3, 0.4, -2.0), "a draw pays more than a win; let it pay less"),
        (rewards(0.2, 0, -1.0), UNLIKE),
        (rewards(0.1, 0.03, -2.0), "a win this small compared with the loss teaches too little"),
        (rewards(0.07, 0.02, -0.5), "rewards this small teach too little in so few games"),
        (rewards(0.2, 0.05, -2.0), "a draw that pays about a third of a win does better"),
        (rewards(0.3, 0.1, -2.0), "that is close; a lower win does better, or a draw that"),
    ],
    (lesson_08.rewards, (MANY, WON - 0.01)): [
        (rewards(0.3, 0.4, -2.0), "a draw pays more than a win, so there is no reason to win"),
        (rewards(0.3, 0.3, -2.0), "a draw pays as much as a win or nearly"),
        (rewards(0.3, 0.2, -2.0), "raise the win a little, or lower the draw a little"),
    ],
}
"""By check and what its seeds have learned: answers, and a part of the reason that is told."""


@pytest.mark.parametrize(
    ("check", "learned", "answer", "reason"),
    [(*given, *case) for given, cases in REASONS.items() for case in cases],
)
def test_of_seeds_that_learn_too_little_the_reason_is_told(learn, check, learned, answer, reason):
    said = learn(check, learned)
    told = why_not(check, *answer)
    assert said in told
    assert reason in told


@pytest.mark.parametrize(
    ("check", "learned", "answer", "said"),
    [
        (lesson_05.schedule, (12, 5400, 3), (to_nothing,), "12 of 20 seeds cannot be beaten, "),
        (lesson_06.settings, 0.978, ([0.3, 0.3],), "With alpha 0.3 and epsilon 0.3, over 50 "),
        (lesson_06.repair, (10, 0.87), (0.6,), "With 0.6, 10 of 100 seeds"),
        (lesson_08.rewards, (21, WON), rewards(0.3, 0.1, -2.0, prediction=20), "21 of 24 seeds "),
    ],
)
def test_as_much_as_is_asked_for_is_enough(learn, check, learned, answer, said):
    learn(check, learned)
    told = check.__wrapped__(*answer)
    assert told.startswith(said)
    assert told.endswith("off by 1.") == (check is lesson_08.rewards)


def test_a_schedule_that_sees_too_few_positions_is_told_with_which_seed(learn):
    learn(lesson_05.schedule, (12, 5399, 3))
    told = why_not(lesson_05.schedule, to_nothing)
    assert re.search(r"with seed 3 it has seen only 5,399 .* \(12 of 20 seeds", told)


@pytest.mark.parametrize(
    ("loss", "error", "reason"),
    [
        (-0.06, 0.01, "if you subtract two standard errors, too little of the effect is left"),
        (-0.01, 0.01, "it cannot be told from no effect at all"),
        (-0.03, 0.01, "the direction is right, but the effect is too small"),
        (0.06, 0.01, "-0.05 or worse is asked for"),
    ],
)
def test_of_two_tables_that_lose_too_little_the_reason_is_told(monkeypatch, loss, error, reason):
    gains = {0.1: (0.08, 0.01), 0.9: (loss, error)}
    monkeypatch.setattr(lesson_07, "_gain", lambda alpha, *_: gains[alpha])
    win, lose = ({"alpha": alpha, "epsilon": 0.5, "slips": 0.5} for alpha in gains)
    told = why_not(lesson_07.where, win, lose)
    assert told.startswith(f"with two_lose two tables change the result by {loss:+.3f} on 80 fresh")
    assert told.endswith(reason)
    gains[0.9] = -0.08, 0.01
    assert "change the result by +0.080 and by -0.080" in lesson_07.where.__wrapped__(win, lose)


RIGHT = {
    lesson_05.td: """
def rule(V, episode, alpha, gamma):
    *before, last = episode.states
    V[last] = episode.winner
    for s, s_next in itertools.pairwise(episode.states):
        V[s] += alpha * (gamma * V[s_next] - V[s])
""",
    lesson_06.q: """
def rule(Q, episode, alpha, gamma):
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        target = float(episode.winner)
        if t + 2 < len(episode.actions):
            ahead = episode.states[t + 2]
            best = max if episode.side == 1 else min
            target = gamma * best(Q[ahead, b] for b in range(9) if episode.choices[ahead, b])
        s, a = episode.states[t], episode.actions[t]
        Q[s, a] += alpha * (target - Q[s, a])
""",
}


@pytest.mark.parametrize("check", RIGHT, ids=lambda check: check.exercise)
@pytest.mark.filterwarnings("ignore::tttlearn.learn.rule_errors.RuleWarning")
def test_a_right_rule_passes_though_it_cannot_be_compiled(check):
    names = {"itertools": itertools}
    exec(RIGHT[check], names)
    check.__wrapped__(names["rule"])
