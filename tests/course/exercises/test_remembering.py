"""The check of remembering in lesson 03: however an answer notes what it finds, it may be right."""

import pytest

from tttlearn.course.exercises import lesson_03 as check
from tttlearn.course.exercises.built import best_for
from tttlearn.game.rules import CANONICAL, TERMINAL, TURN, WINNER
from tttlearn.search.game_tree import children


def noted_at_once(state, values):
    name = CANONICAL[state]
    if name not in values:
        values[name] = WINNER[state]
        if not TERMINAL[state]:
            below = [noted_at_once(after, values) for after in children(state)]
            values[name] = best_for(TURN[state], below)
    return values[name]


def ends_noted_each_time(state, values):
    name = CANONICAL[state]
    if TERMINAL[state]:
        values[name] = WINNER[state]
    elif name not in values:
        below = [ends_noted_each_time(after, values) for after in children(state)]
        values[name] = best_for(TURN[state], below)
    return values[name]


def ends_not_noted(state, values):
    if TERMINAL[state]:
        return WINNER[state]
    name = CANONICAL[state]
    if name not in values:
        below = [ends_not_noted(after, values) for after in children(state)]
        values[name] = best_for(TURN[state], below)
    return values[name]


def content_with_a_win(state, values):
    name, best = CANONICAL[state], -2
    if name not in values:
        for after in children(state):
            best = max(best, TURN[state] * content_with_a_win(after, values))
            if best == 1:
                break
        values[name] = WINNER[state] if TERMINAL[state] else TURN[state] * best
    return values[name]


@pytest.mark.parametrize(
    "answer", [noted_at_once, ends_noted_each_time, ends_not_noted, content_with_a_win]
)
def test_what_is_right_is_right_however_it_is_noted(answer, capsys):
    check.remembered(answer)
    assert "Exercise 03.3: correct" in capsys.readouterr().out
