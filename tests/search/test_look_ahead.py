"""What a search to a depth makes of games with millions of positions."""

import numpy as np
import pytest

import tttlearn as ttt
from tests.evaluation.test_listed import LISTED, PLAIN
from tttlearn.search.game_tree import (
    fast_score,
    limited_values,
    no_idea,
    square_heuristic,
    win_score,
)


@pytest.mark.parametrize("rules", [ttt.TICTACTOE, LISTED, PLAIN], ids=lambda rules: rules.name)
@pytest.mark.parametrize("function", [win_score, fast_score, square_heuristic, no_idea])
def test_a_table_holds_what_the_function_answers(function, rules):
    given = {} if function is no_idea else {"rules": rules}
    states = rules.undecided
    if function in (win_score, fast_score):
        states = np.flatnonzero(rules.reachable & rules.terminal)
    answers = [function(state, **given) for state in states]
    assert function.table(rules)[states].tolist() == answers


@pytest.mark.parametrize("depth", [0, 1, 2, 5, 13, 20])
def test_compiled_sweeps_are_those_of_all_games(depth):
    def guess(state):
        return square_heuristic(state, LISTED)

    expected = limited_values(depth, guess, rules=PLAIN)
    assert (limited_values(depth, rules=LISTED) == expected).all()


def test_one_wrong_move_of_134_289_loses_as_x():
    game = ttt.boards(rows=4, columns=4, k=4, falling=True)
    nearly = ttt.minimax_player(13, ties="first", rules=game)
    (state,) = ttt.errs(nearly, game)
    assert game.show(state).split("\n")[-1] == "X O . ."
    assert ttt.worst_case(nearly, game) == (-1, 0)
    assert len(ttt.errs(ttt.minimax_player(14, ties="first", rules=game), game)) == 0
