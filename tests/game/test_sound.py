"""`Rules` check themselves when made: tables that are no game are refused in a sentence."""

from dataclasses import replace

import numpy as np
import pytest

from tests.aids.games import BOARDS, dead_end, made, with_a_hole
from tttlearn.game.boards import boards
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import Rules

OVER = [False, True, False, True, True]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"name": 3}, "the name of a game is a text, not 3"),
        ({"next": None}, "next is an array of whole numbers, not None"),
        ({"next": [[1, 2], [3]]}, r"next is an array, not \[\[1, 2\], \[3\]\]"),
        ({"next": [[0.5, 1.0]]}, "next is an array of whole numbers, not of float64, as 0.5"),
        ({"next": np.zeros((0, 2), int)}, r"next is an array of shape \(any, any\), not \(0, 2\)"),
        ({"next": [[1, 5], [-1, -1], [3, 4], [-1, -1], [-1, -1]]}, r"next are -1\.\.4, not 5"),
        ({"next": [[2**40, 2], *[[-1, -1]] * 4]}, r"next are -1\.\.4, not 1099511627776"),
        ({"winner": [0, 0, 0, 1]}, r"winner is an array of shape \(5,\), not \(4,\)"),
        ({"winner": [0, 0, 0, 1, 5]}, r"the entries of winner are -1\.\.1, not 5"),
        ({"winner": [0, 0, 1, 1, -1]}, "state 2 has a winner, but is not terminal"),
        ({"terminal": [0, 1, 0, 1, 1]}, "terminal is an array of True and False, not "),
        ({"terminal": [False] * 3 + [True] * 2}, "state 1 has no moves, .* not terminal; mark it"),
        ({"terminal": [False] + [True] * 4}, "state 2 is terminal, but next has moves there"),
        ({"turn": [1, 0, 0, 0, 0]}, r"state 2 has moves, but its turn is 0, not \+1"),
        ({"turn": [1, 0, 2, 0, 0]}, r"the entries of turn are -1\.\.1, not 2"),
        ({"start": 5}, "start is a whole number from 0 to 4, not 5"),
        ({"start": 1}, "in dead end the game is over in the state in which it starts"),
        (
            {"next": [[1, 2], [-1] * 2, [3, 0], [-1] * 2, [-1] * 2]},
            "state [02] comes up twice in a",
        ),
        ({"next": [[1, 2], [-1] * 2, [3, 2], [-1] * 2, [-1] * 2]}, "state 2 comes up twice in a"),
        ({"images": [[0], [1], [2], [3], [5]]}, r"the entries of images are 0\.\.4, not 5"),
        ({"images": [[0], [1], [2], [4], [3]]}, "first image of a state is the state itself"),
        ({"images": [[n] for n in range(4)]}, r"images is an array of shape \(5, any\)"),
        ({"action_maps": None}, "action_maps is an array of whole numbers, not None"),
        ({"action_maps": [[0, 1], [1, 0]]}, r"action_maps is an array of shape \(1, 2\)"),
        ({"action_maps": [[1, 0]]}, "the first image of a state is the state itself, and so of"),
    ],
)
def test_tables_that_are_no_game_are_refused(parts, said):
    with pytest.raises(ValueError, match=said):
        replace(dead_end(), **parts)


def test_a_long_way_round_is_found_at_once():
    n = 10_000
    following = (np.arange(n)[:, None] + [1, 2]) % n
    nobody = np.zeros(n, int)
    with pytest.raises(ValueError, match="comes up twice in a game"):
        Rules("round", following, nobody, nobody != 0, nobody + 1)


def test_what_nobody_reaches_may_be_stuck():
    game = replace(dead_end(), next=np.append(dead_end().next, [[-1, -1]], 0), **more(0, False, 0))
    assert game.reachable.tolist() == [True] * 5 + [False]


def more(winner, terminal, turn):
    """The other tables of the dead end with one state more."""
    game = dead_end()
    names = {"winner": winner, "terminal": terminal, "turn": turn}
    tables = {name: np.append(getattr(game, name), last) for name, last in names.items()}
    return {**tables, "images": None, "action_maps": None}


def test_tables_may_be_lists_and_are_held_as_arrays_of_their_own():
    following = np.array([[1, 2], [-1, -1], [3, 4], [-1, -1], [-1, -1]], np.int16)
    game = Rules("own", following, [0, 0, 0, 1, -1], OVER, np.array([1, 0, -1, 0, 0], np.int8))
    kinds = [getattr(game, name).dtype for name in ("next", "winner", "terminal", "turn")]
    assert kinds == [np.int32, np.int64, np.bool_, np.int64]
    assert not any(table.flags.writeable for table in (game.next, game.winner, game.images))
    following[0] = -1
    assert game.next[0].tolist() == [1, 2]


@pytest.mark.parametrize("name", BOARDS)
def test_what_boards_makes_unchecked_passes_every_check(name):
    game, _ = made(name)
    assert replace(game) == game


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"lines": [[0, 1, 9]]}, r"the entries of lines are 0\.\.8, not 9"),
        ({"cells": TICTACTOE.cells[:, :4]}, r"cells is an array of shape \(19683, 9\), not"),
        ({"cells": TICTACTOE.cells + 1}, r"the entries of cells are 0\.\.2, not 3"),
        ({"cells": TICTACTOE.cells[::-1]}, "has a move 0 that is no mark in its free cell"),
        ({"rows": 4}, "an action for each of 4 x 3 cells, not 9 actions"),
        ({"rows": 0}, "rows is a whole number, 1 or more, not 0"),
        ({"k": "3"}, "k is a whole number, 1 or more, not '3'"),
        ({"falling": True}, "an action for each of 3 columns, not 9 actions"),
        ({"falling": "no"}, "falling is True or False, not 'no'"),
    ],
)
def test_a_board_that_is_none_is_refused(parts, said):
    with pytest.raises(ValueError, match=said):
        replace(TICTACTOE, **parts)


def test_symmetries_that_a_variant_has_lost_are_refused():
    following = np.where(np.arange(9) == 0, -1, TICTACTOE.next)  # no upper left corner
    tables = {"next": following, "terminal": TICTACTOE.terminal | ~(following >= 0).any(1)}
    with pytest.raises(ValueError, match="an image in which the game goes on differently; a game"):
        replace(TICTACTOE, **tables)
    corner = replace(TICTACTOE, **tables, images=None, action_maps=None)
    assert (corner.canonical == np.arange(corner.n_states)).all()
    assert with_a_hole().images.shape[1] == 8
    swapped = TICTACTOE.action_maps[[0, 2, 1, *range(3, 8)]]
    with pytest.raises(ValueError, match="an image in which the game goes on differently"):
        replace(TICTACTOE, action_maps=swapped)
    with pytest.raises(ValueError, match="each row of action_maps has every action once"):
        replace(TICTACTOE, action_maps=np.append(TICTACTOE.action_maps[:7], [[0] * 9], 0))


def test_the_position_that_is_wrong_is_drawn():
    game = boards(rows=2, columns=2, k=2)
    with pytest.raises(ValueError, match=r"in 2 in a row on 2 x 2, state 0 .*:\n\. \.\n\. \."):
        replace(game, terminal=game.terminal | (np.arange(81) == 0))


def test_a_game_may_start_anywhere_and_end_in_state_0():
    rules = Rules(
        "backwards",
        np.array([[-1], [0]]),
        winner=np.array([1, 0]),
        terminal=np.array([True, False]),
        turn=np.array([0, 1]),
        start=1,
    )
    assert rules.next_state(1, 0) == 0
