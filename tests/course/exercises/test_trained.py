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

MANY, WON = lesson_08.SEEDS, lesson_08.MUST_WIN


@pytest.fixture
def learn(monkeypatch):
    """A function: let what the seeds of a check learn, which this function tells it, be this."""

    def set_to(check, name, learned):
        module = sys.modules[check.__wrapped__.__module__]
        monkeypatch.setattr(module, name, lambda *_: learned)

    return set_to


def why_not(check, *answer):
    """Why a check refuses this answer."""
    with pytest.raises(Wrong) as wrong:
        check.__wrapped__(*answer)
    return str(wrong.value)


@pytest.mark.parametrize(
    ("epsilon", "reason"),
    [
        (lambda games: np.where(games < 50_000, 1.0, 0.0), "epsilon falls from 1.00 to 0.00 at"),
        (
            lambda games: 0.5 + 0 * games,
            "at the end, so the values are those of a player that still",
        ),
        (lambda games: np.maximum(0, 1 - games / 20_000), "lower epsilon more slowly, and end"),
    ],
)
def test_of_a_schedule_that_leaves_too_few_safe_seeds_the_reason_is_told(learn, epsilon, reason):
    learn(lesson_05.schedule, "_explored", (11, 5400, 3))
    told = why_not(lesson_05.schedule, epsilon)
    assert told.startswith("only 11 of 20 seeds cannot be beaten: ")
    assert reason in told
    learn(lesson_05.schedule, "_explored", (12, 5400, 3))
    assert lesson_05.schedule.__wrapped__(epsilon).startswith("12 of 20 seeds cannot be beaten, ")
    learn(lesson_05.schedule, "_explored", (12, 5399, 3))
    told = why_not(lesson_05.schedule, epsilon)
    assert re.search(r"with seed 3 it has seen only 5,399 .* \(12 of 20 seeds", told)


@pytest.mark.parametrize(
    ("alpha", "epsilon", "reason"),
    [
        (0.1, 0.1, "in so few games a larger alpha learns more; with so small an epsilon it tries"),
        (1.0, 0.3, "with so large an alpha an entry is mostly the last result"),
        (0.1, 0.4, "in so few games a larger alpha learns more"),
        (0.3, 1, "with so large an epsilon it seldom sees what good play leads to"),
        (0.1, 1, "with so large an epsilon it seldom sees what good play leads to"),
        (1.0, 0.1, "with so large an alpha an entry is mostly the last result"),
        (0, 0, "an alpha of 0 learns nothing"),
        (0.3, 0.3, lesson_06.NEARLY),
    ],
)
def test_of_settings_that_learn_too_little_the_reason_is_told(learn, alpha, epsilon, reason):
    learn(lesson_06.settings, "_learned", 0.9779)
    told = why_not(lesson_06.settings, [alpha, epsilon])
    wins = "X wins 97.7% of its games against random play, but 97.8% are asked for"
    assert f"{wins}; {reason}" in told
    learn(lesson_06.settings, "_learned", 0.978)
    assert lesson_06.settings.__wrapped__([alpha, epsilon]).endswith("against random play.")


@pytest.mark.parametrize(
    ("draw", "lose", "wins", "reason"),
    [
        (0.5, 11, 0.9, "with 0.5 the trap is worth exactly as much as the centre; a draw must"),
        (0.3, 11, 0.9, "with 0.3 the trap is still worth its risk; a draw must pay more"),
        (
            0.6,
            11,
            0.9,
            "the trap no longer pays, but too many seeds still take it; a draw must pay more",
        ),
        (1.0, 10, 0.869, "with 1 a draw pays nearly as much as a win; it must pay less"),
    ],
)
def test_of_a_draw_that_does_not_do_the_reason_is_told(learn, draw, lose, wins, reason):
    learn(lesson_06.repair, "_repaired", (lose, wins))
    told = why_not(lesson_06.repair, draw)
    assert f"{lose} of 100 seeds can lose as O, and O wins {wins:.1%}" in told
    assert reason in told
    learn(lesson_06.repair, "_repaired", (10, 0.87))
    assert lesson_06.repair.__wrapped__(draw).startswith(f"With {draw:g}, 10 of 100 seeds")


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


def rewards(*three):
    """The rewards as they are entered."""
    return dict(zip(("win", "draw", "loss"), three, strict=True))


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        ((1.0, 0.2, -1.0), "compared with a win, a loss weighs too little"),
        ((1.0, 0.3, -4.0), "makes the steps too large"),
        ((0.3, 0, -2.0), "a draw must pay something"),
        ((0.3, 0.4, -2.0), "a draw pays more than a win; let it pay less"),
        ((0.2, 0, -1.0), "compared with a win, a loss weighs too little"),
        ((0.1, 0.03, -2.0), "a win this small compared with the loss teaches too little"),
        ((0.07, 0.02, -0.5), "rewards this small teach too little in so few games"),
        ((0.2, 0.05, -2.0), "that is close; a draw that pays about a third of a win does better"),
        ((0.3, 0.1, -2.0), "that is close; a lower win does better, or a draw that"),
    ],
)
def test_of_too_few_safe_seeds_the_reason_is_told(learn, paid, reason):
    learn(lesson_08.rewards, "_rewarded", (20, 0.9))
    told = why_not(lesson_08.rewards, 12, rewards(*paid))
    assert told.startswith("20 of 24 seeds are unbeatable, and O wins 90.0% against random play; ")
    assert "; it takes 21 to be clearly more than the 15 with the code's rewards: " in told
    assert reason in told


@pytest.mark.parametrize(
    ("paid", "reason"),
    [
        ((0.3, 0.4, -2.0), "a draw pays more than a win, so there is no reason to win"),
        ((0.3, 0.3, -2.0), "a draw pays as much as a win or nearly"),
        ((0.3, 0.2, -2.0), "raise the win a little, or lower the draw a little"),
    ],
)
def test_of_too_few_wins_the_reason_is_told(learn, paid, reason):
    learn(lesson_08.rewards, "_rewarded", (MANY, WON - 0.01))
    assert reason in why_not(lesson_08.rewards, 12, rewards(*paid))


def test_21_safe_seeds_and_as_many_wins_as_are_asked_for_are_enough(learn):
    learn(lesson_08.rewards, "_rewarded", (21, WON))
    told = lesson_08.rewards.__wrapped__(20, rewards(0.3, 0.1, -2.0))
    assert told.endswith("Your prediction was off by 1.")


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
