"""A variant of a game stays what it is, wherever it goes, and is told from all others."""

import copy
import pickle
from dataclasses import fields, replace

import numpy as np
import pytest

from tests.aids.games import GAMES, SHORT, by_twos, misere, with_a_hole
from tttlearn.evaluation.exact import minimax_policy, state_values
from tttlearn.evaluation.policy import of_this_game, random_policy
from tttlearn.game.boards import BoardRules, boards
from tttlearn.game.rules import TICTACTOE
from tttlearn.learn.qlearning import QLearner
from tttlearn.play.reasons import numbered

ALL = GAMES | SHORT
UNNAMED = replace(TICTACTOE, winner=-TICTACTOE.winner)
"""Tic-tac-toe in which a line loses, under its name."""


def travelled(game):
    """The game as it comes back from each kind of journey."""
    return [pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)]


@pytest.fixture(params=ALL)
def game(request):
    """Each game in turn."""
    return ALL[request.param]()


def test_a_game_comes_back_as_what_it_is(game):
    game.layers  # noqa: B018 - what was computed since does not travel
    for found in travelled(game):
        assert found == game
        assert hash(found) == hash(game)
        assert found.fingerprint == game.fingerprint
        assert type(found) is type(game)
        assert repr(found) == repr(game)
        for part in fields(game):
            mine, theirs = getattr(found, part.name), getattr(game, part.name)
            assert np.array_equal(mine, theirs)
            assert not (isinstance(mine, np.ndarray) and mine.flags.writeable)


def test_no_game_is_another():
    games = [make() for make in ALL.values()]
    games += [UNNAMED, replace(misere(), start=1), replace(misere(), name="other")]
    games += [replace(TICTACTOE, images=None, action_maps=None), numbered(TICTACTOE)]
    games += [replace(TICTACTOE, lines=TICTACTOE.lines[:3])]
    assert len(set(games)) == len(games)
    assert UNNAMED != TICTACTOE != "tic-tac-toe"


def test_what_is_kept_for_a_game_is_found_by_its_copies():
    game = misere()
    for found in travelled(game):
        assert minimax_policy(found) is minimax_policy(game)
        assert of_this_game(QLearner(rules=found), game, "it").rules is found
    assert minimax_policy(misere()) is not minimax_policy(TICTACTOE)
    assert state_values(rules=misere())[0] == 0


def test_a_variant_under_the_name_of_its_board_is_called_one():
    assert repr(UNNAMED) == "<the rules of a variant of tic-tac-toe>"
    assert repr(travelled(UNNAMED)[0]) == repr(UNNAMED)
    assert replace(TICTACTOE).name == "tic-tac-toe"
    assert misere().name == "misere"
    with pytest.raises(ValueError, match=r"it plays a variant of tic-tac-toe, not tic-tac-toe: "):
        of_this_game(QLearner(rules=UNNAMED), TICTACTOE, "it")


def test_a_variant_is_sent_as_its_board_and_what_is_different():
    sent = pickle.dumps(misere())
    assert 8 * 19_683 < len(sent) < 9 * 19_683
    assert pickle.loads(pickle.dumps(replace(TICTACTOE))) is TICTACTOE
    assert pickle.loads(pickle.dumps(numbered(misere()))) == numbered(misere())


def test_a_board_that_boards_does_not_make_is_sent_whole():
    small = boards(rows=2, columns=2, k=2)
    parts = {part.name: getattr(small, part.name) for part in fields(small)}
    own = BoardRules(**{**parts, "k": 3, "name": "own"})
    assert travelled(own) == [own] * 3
    assert own != small


def test_a_board_of_no_given_size_is_that_of_tic_tac_toe():
    size = ("rows", "columns", "k", "falling")
    parts = {part.name: getattr(TICTACTOE, part.name) for part in fields(TICTACTOE)}
    assert BoardRules(**{name: parts[name] for name in parts if name not in size}) == TICTACTOE


def test_a_hole_is_no_free_cell():
    game = with_a_hole()
    assert [cell for _, cell in game.free_cells(game.start)] == [0, 1, 2, 3, 5, 6, 7, 8]
    over = game.parse("XOX X.O OXO")
    assert game.terminal[over]
    assert game.free_cells(over) == []
    assert game.shut(game.start, 4) == "not legal"
    assert TICTACTOE.free_cells(over) == [(4, 4)]
    with pytest.raises(ValueError, match="cell 4 is not legal; the board is"):
        game.next_state(game.start, 4)
    assert random_policy(game)[0].tolist() == [0.125] * 4 + [0] + [0.125] * 4


def test_whether_a_line_of_its_own_marks_wins_is_asked_of_every_position():
    games = TICTACTOE, misere(), by_twos(), with_a_hole()
    assert [game.lines_win for game in games] == [True, False, True, True]
    swapped = replace(TICTACTOE, turn=-TICTACTOE.turn)  # O moves, and puts what is drawn as X
    assert not swapped.lines_win
    few = replace(TICTACTOE, lines=TICTACTOE.lines[:3])
    assert not few.lines_win
