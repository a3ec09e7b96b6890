"""What holds for the answers of all checks: how a cell may be given, and how a reason ends."""

import numpy as np
import pytest

import tttlearn as ttt
from tools.decks.living import impostor
from tttlearn.course.exercises import built, lesson_00, lesson_03, lesson_04, lesson_05
from tttlearn.course.exercises.answers import Wrong, exercise
from tttlearn.course.exercises.originals import number_of
from tttlearn.course.exercises.solutions import solutions

NAMES = [ttt.cell_name(cell) for cell in range(9)]


def solved(id):
    """The function that solves an exercise, as in its lesson."""
    names = {"np": np, "ttt": ttt}
    exec(solutions()[id].split("\n\n\ncheck.")[0], names)
    return names[f"{id[3:]}_solution"]


def learner_of_05():
    learner = ttt.TDLearner(alpha=0.1, gamma=1.0, seed=1)
    learner.learn(100_000)
    return ttt.first_best(learner.values)


CELLS = {
    "00.winning_cell": lambda names: lesson_00.winning_cell(names([8])[0]),
    "04.careless": lambda names: lesson_04.careless(
        lambda state: names([built.careless(state)])[0]
    ),
    "04.beat": lambda names: lesson_04.beat(names([1, 7, 4]), impostor()),
    "03.best_moves": lambda names: lesson_03.best_moves(
        lambda state, value_of: names(built.best_moves(state, value_of))
    ),
    "03.recipe": lambda names: lesson_03.recipe(
        lambda state: names([solved("03.recipe")(state)])[0]
    ),
    "05.winning_cells": lambda names: lesson_05.winning_cells(
        lambda policy: names(solved("05.winning_cells")(policy)), learner_of_05()
    ),
}


def test_the_first_opponent_is_perfect_and_wins_at_once_where_it_can():
    policy, perfect = lesson_00.MINIMAX.policy, ttt.minimax_policy()
    assert not policy[perfect == 0].any()
    for state in ttt.UNDECIDED:
        after = {cell: ttt.next_state(state, cell) for cell in np.flatnonzero(ttt.LEGAL[state])}
        wins = [cell for cell, one in after.items() if ttt.WINNER[one] == ttt.TURN[state]]
        assert not wins or policy[state, wins].sum() > 1 - 1e-9


@pytest.mark.parametrize("number", CELLS)
def test_a_cell_may_be_a_name_instead_of_a_number(number, capsys):
    CELLS[number](lambda cells: [NAMES[a] for a in cells])
    assert f"Exercise {number_of(number)}: correct." in capsys.readouterr().out


def test_a_reason_that_asks_ends_with_its_question_mark(capsys):
    @exercise("00.0")
    def asks(answer):
        raise Wrong("did you swap them?" if answer else "they are swapped")

    asks(True)
    asks(False)
    said = capsys.readouterr().out
    assert "swap them?\n" in said
    assert "are swapped.\n" in said
