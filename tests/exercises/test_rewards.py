"""Exercise 08.8: what is said of rewards with which too few seeds are safe, or too few games won.

Two that fail are trained and refused with lesson 08, see tests/lessons/wrong; here no seed learns.
"""

import pytest

from tttlearn.exercises import lesson_08
from tttlearn.exercises.answers import Wrong

MANY, WON = lesson_08.SEEDS, lesson_08.MUST_WIN


def said(monkeypatch, safe, wins, *rewards):
    """Why these rewards (win, draw, loss) are wrong with so many safe seeds and so many wins."""
    monkeypatch.setattr(lesson_08, "_rewarded", lambda *_: (safe, wins))
    asked = lesson_08.rewards.__wrapped__
    with pytest.raises(Wrong) as wrong:
        asked(12, dict(zip(("win", "draw", "loss"), rewards, strict=True)))
    return str(wrong.value)


@pytest.mark.parametrize(
    ("rewards", "reason"),
    [
        ((1.0, 0.2, -1.0), "beside a win, a loss does not weigh enough"),
        ((1.0, 0.3, -4.0), "makes the steps too large"),
        ((0.3, 0, -2.0), "a draw must pay something"),
        ((0.3, 0.4, -2.0), "a draw pays more than a win; let it pay less"),
        ((0.1, 0.03, -2.0), "so small a win teaches too little"),
        ((0.2, 0.1, -1.0), "the rewards are too small for so few games"),
        ((0.3, 0.1, -2.0), "it is near; a draw that pays a third of a win does better"),
    ],
)
def test_of_too_few_safe_seeds_the_reason_is_told(monkeypatch, rewards, reason):
    told = said(monkeypatch, 20, 0.9, *rewards)
    assert told.startswith("20 of 24 seeds are unbeatable, and O wins 90.0% against random play; ")
    assert "the 15 of the code's rewards begins at 21: " in told
    assert reason in told


@pytest.mark.parametrize(
    ("rewards", "reason"),
    [
        ((0.3, 0.4, -2.0), "a draw pays more than a win, so there is no reason to win"),
        ((0.3, 0.3, -2.0), "a draw pays nearly as much as a win"),
        ((0.3, 0.2, -2.0), "there is too little reason to win; lower the draw"),
        ((0.3, 0.1, -2.0), "there is too little reason to win"),
    ],
)
def test_of_too_few_wins_the_reason_is_told(monkeypatch, rewards, reason):
    assert reason in said(monkeypatch, MANY, WON - 0.01, *rewards)


def test_21_safe_seeds_and_as_many_wins_as_are_asked_for_are_enough(monkeypatch):
    monkeypatch.setattr(lesson_08, "_rewarded", lambda *_: (21, WON))
    told = lesson_08.rewards.__wrapped__(20, {"win": 0.3, "draw": 0.1, "loss": -2.0})
    assert told.endswith("Your prediction was off by 1.")
