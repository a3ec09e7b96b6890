"""A large game as three functions: Connect Four, against a slow game of lists."""

import copy
import random
from dataclasses import replace

import numpy as np
import pytest

from tests.aids.connect_four import SLOW, board_of, connect_four, state_of
from tttlearn.game.large import LargeRules
from tttlearn.game.rules import show

RULES = connect_four()


@pytest.mark.parametrize("seed", range(8))
def test_random_games_are_those_of_a_slow_board(seed):
    moves, after, who = RULES.compiled
    state, board, rng = RULES.start, SLOW.start(), random.Random(seed)
    room = np.zeros(7, np.int8)
    while True:
        legal = SLOW.moves(board)
        assert state == state_of(board)
        assert RULES.actions(state) == sorted(legal)
        assert room[: moves(state, room)].tolist() == sorted(legal)
        assert who(state) == (SLOW.turn(board) if legal else SLOW.winner(board))
        if not legal:
            break
        action = rng.choice(sorted(legal))
        state, board = after(state, action), legal[action]


def test_a_full_board_is_a_draw():
    rows = ["XXOOXXO", "OOXXOOX"] * 3
    state = state_of([list(row) for row in rows])
    assert SLOW.winner([list(row) for row in rows]) == 0
    assert RULES.actions(state) == []
    assert RULES.who(state) == 0


def test_columns_do_not_run_into_each_other():
    # Three at the top of a column and one at the foot of the next are no four.
    board = board_of("X....../X....../X....../O....../OO...../OX.....")
    assert SLOW.winner(board) == 0
    assert RULES.actions(state_of(board)) == [1, 2, 3, 4, 5, 6]


def test_a_state_is_an_integer_that_fits():
    assert show(RULES.start, RULES) == RULES.show(RULES.start) == str(RULES.start)
    for wrong in (-1, 2**63, 0.5, "0", None, True):
        with pytest.raises(ValueError, match="a state of Connect Four is a whole number"):
            RULES.check_one_state(wrong)


def made(moves=lambda state, room: 0, after=lambda state, action: state + 1, who=lambda state: 0):
    return LargeRules("counting", moves, after, who, n_actions=2)


def one_move(state, room):
    room[0] = 0
    return state < 3


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: made(moves=lambda state, room: 3), r"returns how many, not 3 with \[\]"),
        (lambda: made(moves=lambda state, room: 2), r"writes actions 0\.\.1 .* \[-1, -1\]"),
        (lambda: made(moves=lambda state, room: None), "returns how many, not None"),
        (lambda: made(moves=one_move), r"who\(state\) is one of \(1, -1\) .* not 0 in state 0"),
        (lambda: made(who=lambda state: 2), r"one of \(1, 0, -1\) when there are 0 moves, not 2"),
        (
            lambda: made(one_move, lambda state, action: -1, lambda state: 1),
            r"after\(state, action\) returns in counting is a whole number",
        ),
    ],
)
def test_functions_that_cannot_be_right_are_named(call, problem):
    with pytest.raises(ValueError, match=problem):
        call()


def test_a_game_has_from_one_to_a_million_actions():
    for n in (1, 10**6):
        assert replace(RULES, moves=lambda state, room: 0, who=lambda state: 0, n_actions=n)
    for n in (0, 10**6 + 1):
        with pytest.raises(ValueError, match=f"number of actions .* not {n}"):
            replace(RULES, n_actions=n)


def test_a_large_game_can_be_copied():
    assert copy.copy(RULES).start == RULES.start
