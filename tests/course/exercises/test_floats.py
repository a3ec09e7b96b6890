"""A float is refused where a whole number is asked for, in every lesson, and only there."""

from functools import cache

import numpy as np
import pytest

import tttlearn as ttt
from tools.decks.living import impostor
from tttlearn.course.exercises import (
    built,
    lesson_00,
    lesson_01,
    lesson_02,
    lesson_03,
    lesson_04,
    lesson_05,
    lesson_06,
    lesson_08,
    lesson_09,
    lesson_10,
    lesson_11,
    lesson_99,
)


def floats(answer):
    """The same answer, in which each number is a float."""

    def answers(*arguments):
        return as_floats(answer(*arguments))

    return answers


def as_floats(found):
    if isinstance(found, (list, tuple, set)):
        return type(found)(map(as_floats, found))
    return found.astype(float) if isinstance(found, np.ndarray) else float(found)


def games_to_see(p, chance):
    return np.ceil(np.log(1 - chance) / np.log(1 - p))


def wins_at_once(state):
    wins = built.completing(state, ttt.TURN[state])
    return (wins or np.flatnonzero(ttt.LEGAL[state]))[0]


def expand(node, rng):
    child = built.expand(node, rng)
    if child is not node:
        child.action = float(child.action)
    return child


def counts_floats(node, winner):
    while node is not None:
        node.visits += 1.0
        node.total += winner
        node = node.parent


def report(policies):
    found = built.report_seeds(policies)
    return found | {"seeds": float(found["seeds"])}


@cache
def learned():
    return ttt.first_best(np.zeros((19683, 9)))


AFTER = int(ttt.NEXT[lesson_00.MOVE, lesson_00.LAST])
# Of those that are Cases, one is enough of each kind of result.
WHOLE = {
    "00.winning_cell": lambda: lesson_00.winning_cell(8.0),
    "00.counter": lambda: lesson_00.counter(3.0),
    "00.move": lambda: lesson_00.move(lesson_00.LAST, float(AFTER)),
    "00.3 action": lambda: lesson_00.move(float(lesson_00.LAST), AFTER),
    "01.decode": lambda: lesson_01.decode(floats(built.decode)),
    "01.legal_moves": lambda: lesson_01.legal_moves(floats(built.legal_moves)),
    "01.reachable": lambda: lesson_01.reachable(floats(built.reachable)),
    "01.player": lambda: lesson_01.player(floats(wins_at_once)),
    "02.one_move": lambda: lesson_02.one_move(
        lambda boards: {float(state): p for state, p in built.one_move(boards).items()}
    ),
    "02.hits": lambda: lesson_02.hits(floats(built.hits)),
    "02.games_to_see": lambda: lesson_02.games_to_see(games_to_see),
    "03.best_moves": lambda: lesson_03.best_moves(floats(built.best_moves)),
    "03.alpha_beta": lambda: lesson_03.alpha_beta(floats(built.alpha_beta)),
    "03.recipe": lambda: lesson_03.recipe(floats(wins_at_once)),
    "03.best_first": lambda: lesson_03.best_first(floats(lesson_03.children)),
    "04.careless": lambda: lesson_04.careless(floats(built.careless)),
    "04.beat": lambda: lesson_04.beat([1.0, 7.0, 4.0], impostor()),
    "04.report_seeds": lambda: lesson_04.report_seeds(report),
    "05.winning_cells": lambda: lesson_05.winning_cells(floats(lesson_05._winning), learned()),
    "06.move": lambda: lesson_06.move(floats(built.move)),
    "06.failing": lambda: lesson_06.failing(1.0, 0, "error"),
    "08.rewards": lambda: lesson_08.rewards(10.0, {"win": 0.3, "draw": 0.1, "loss": -2.0}),
    "09.play_out": lambda: lesson_09.play_out(floats(built.play_out)),
    "09.expand": lambda: lesson_09.expand(expand),
    "09.back_up": lambda: lesson_09.back_up(counts_floats),
    "10.careful": lambda: lesson_10.careful(floats(built.blocking)),
    "11.needed": lambda: lesson_11.needed(floats(built.needed)),
    "99.openings": lambda: lesson_99.openings(3.0),
}
WORDS = ("a float", "a cell", "list of cells", "no state", "cell numbers 0 to 8", "whole number")
WORDS += ("state codes", "decimal point")
"""One of them is said of a float."""


@pytest.mark.parametrize("number", WHOLE)
def test_a_float_is_refused_and_said_to_be_one(number, capsys):
    WHOLE[number]()
    said = " ".join(capsys.readouterr().out.split())
    assert "not right yet" in said
    assert any(word in said for word in WORDS), said


def test_what_to_do_about_it_is_said(capsys):
    lesson_01.next_state(lambda state, cell: state + 3**cell * (3 - built.turn_of(state)) / 2)
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "it returns 1.0, a float, but an int is asked for, a whole number: divide with //" in said
    )


@pytest.mark.parametrize("scalar", [np.int8, np.int64, np.uint64, np.array])
def test_the_ints_of_numpy_are_as_good(scalar, capsys):
    lesson_02.hits(lambda *case: scalar(built.hits(*case)))
    assert ": correct." in capsys.readouterr().out


REAL = {
    "03.best_for": lambda: lesson_03.best_for(floats(built.best_for)),
    "03.value": lambda: lesson_03.value(floats(built.value)),
    "03.remembered": lambda: lesson_03.remembered(floats(built.remembered)),
    "03.limited": lambda: lesson_03.limited(floats(built.limited)),
    "02.five_games": lambda: lesson_02.five_games(0.6, [0.16, 0.16, 0.36, 0.16, 0.36], 0.49),
}


@pytest.mark.parametrize("number", REAL)
def test_where_real_numbers_are_asked_for_either_is_right(number, capsys):
    REAL[number]()
    assert ": correct." in capsys.readouterr().out


def test_a_float_that_is_off_is_told_why_it_is_off(capsys):
    lesson_02.games_needed(lambda h, p: p * (1 - p) * (1.96 / h) ** 2)
    assert "you cannot play part of a game: round up" in capsys.readouterr().out
