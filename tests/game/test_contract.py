"""One contract for every game: its tables against a slow game of lists that shares no code."""

import pickle
import random
import re

import numpy as np
import pytest

from tests.aids.games import BOARDS, GAMES, SHORT, VARIANTS, made
from tttlearn.game import positions, rules
from tttlearn.game.boards import MAX_CELLS, MAX_STATES, boards
from tttlearn.game.tables import IllegalMoveError


@pytest.fixture(params=[*GAMES, *SHORT], scope="module")
def game(request):
    """Each game in turn."""
    return (GAMES | SHORT)[request.param]()


def test_legal_moves_lead_to_states_of_a_later_layer(game):
    layer_of = np.full(len(game.next), -1)
    for number, layer in enumerate(game.layers):
        layer_of[layer] = number
    for layer in game.layers:
        after = game.next[layer]
        states, actions = np.nonzero(after >= 0)
        assert (layer_of[after[states, actions]] > layer_of[layer[states]]).all()
    assert game.layers[0].tolist() == [game.start]
    assert sum(map(len, game.layers)) == game.reachable.sum()


def test_a_game_is_over_where_nobody_can_move(game):
    states = np.flatnonzero(game.reachable)
    assert (game.terminal[states] == ~game.legal[states].any(1)).all()
    assert set(np.unique(game.turn[states[~game.terminal[states]]])) <= {1, -1}
    assert not game.winner[states[~game.terminal[states]]].any()


def test_symmetries_map_states_and_moves(game):
    states = np.flatnonzero(game.reachable)[:: max(1, game.reachable.sum() // 2_000)]
    assert (game.images[:, 0] == np.arange(len(game.next))).all()
    for g, action_map in enumerate(game.action_maps):
        images = game.images[states, g]
        assert (game.canonical[images] == game.canonical[states]).all()
        for action in range(game.next.shape[1]):
            after, there = game.next[states, action], game.next[images, action_map[action]]
            assert ((after >= 0) == (there >= 0)).all()
            assert (game.images[after[after >= 0], g] == there[after >= 0]).all()


@pytest.mark.parametrize("name", [*BOARDS, *VARIANTS])
def test_random_games_are_those_of_a_slow_board(name):
    game, slow = made(name)
    rng = random.Random(0)
    for _ in range(30):
        state, board = game.start, slow.start()
        while moves := slow.moves(board):
            assert np.flatnonzero(game.legal[state]).tolist() == sorted(moves)
            assert game.turn[state] == slow.turn(board)
            action = rng.choice(sorted(moves))
            state, board = int(game.next[state, action]), moves[action]
            assert game.show(state) == slow.text(board)
            assert game.parse(game.show(state)) == state
        assert game.terminal[state]
        assert game.winner[state] == slow.winner(board)


@pytest.mark.parametrize(
    ("name", "positions"),
    [
        ("tic-tac-toe", 5_478),
        *dict.fromkeys(("2 x 4", "4 x 3, falling", "with a hole")).items(),
    ],
)
def test_the_positions_are_those_that_a_slow_board_finds(name, positions):
    game, slow = made(name)
    seen, to_do = {slow.text(slow.start())}, [slow.start()]
    while to_do:
        for after in slow.moves(to_do.pop()).values():
            if slow.text(after) not in seen:
                seen.add(slow.text(after))
                to_do.append(after)
    assert len(seen) == game.reachable.sum()
    assert positions in (None, len(seen))


def test_tic_tac_toe_is_one_of_the_boards():
    assert boards(rows=3, columns=3, k=3) is rules.TICTACTOE
    assert rules.NEXT is rules.TICTACTOE.next
    assert (rules.TICTACTOE.depth[rules.REACHABLE] == rules.PLY[rules.REACHABLE]).all()


def test_states_and_actions_are_written_and_read(game):
    for state in np.flatnonzero(game.reachable)[::97]:
        assert game.parse(game.show(state)) == state
    for action in range(game.n_actions):
        name = game.action_name(action)
        assert game.action(name) == game.action(name.lower()) == game.action(action) == action
    for wrong in (-1, game.n_actions, 1.0, True, "?", None):
        with pytest.raises(IllegalMoveError, match=r"is a number 0\.\."):
            game.action(wrong)
    for wrong in (-1, game.n_states, 0.5, None):
        with pytest.raises(ValueError, match=str(game.n_states - 1)):
            game.show(wrong)


def test_a_mark_lands_where_the_board_then_has_it():
    game, _ = made("4 x 3, falling")
    state = game.parse("... .X. .O. OXX")
    assert game.landing(state).tolist() == [6, 1, 8]
    state = game.next_state(state, game.action("b"))
    assert game.show(state) == ". O .\n. X .\n. O .\nO X X"
    assert game.landing(state).tolist() == [6, -1, 8]
    with pytest.raises(IllegalMoveError, match="column 1 is full; the board is"):
        game.next_state(state, 1)


def test_a_game_is_sent_as_what_it_is_made_from():
    game = boards(rows=3, columns=4, k=3)
    assert (game.n_cells, game.n_states) == (MAX_CELLS, MAX_STATES)
    sent = pickle.dumps(game)
    assert pickle.loads(sent) is game
    assert len(sent) < 1_000


@pytest.mark.parametrize(
    ("size", "what"),
    [
        ({"rows": 8, "columns": 4, "k": 3}, "31 cells .*, not 8 x 4 = 32 cells; .* ttt.LargeRules"),
        ({"rows": 1, "columns": 27, "k": 3}, "26 columns, not 1 x 27"),
        ({"rows": 2, "columns": 3, "k": 4}, "4 in a row fit nowhere on a board of 2 x 3"),
        ({"rows": 3, "columns": 3, "k": 3, "falling": "no"}, "falling is True or False, not 'no'"),
        ({"rows": 0, "columns": 3, "k": 3}, "^rows is a whole number"),
        ({"rows": 3, "columns": 0, "k": 3}, "^columns is a whole number"),
        ({"rows": 3, "columns": 3, "k": 2.5}, "^k is a whole number"),
    ],
)
def test_no_such_board(size, what):
    with pytest.raises(ValueError, match=what):
        boards(**size)


@pytest.mark.parametrize(
    ("rows", "columns", "k", "positions", "undecided"),
    [
        (4, 4, 3, 41_750, 23_930),
        (4, 4, 4, 161_029, 134_289),
        pytest.param(5, 4, 4, 1_706_255, 1_348_441, marks=pytest.mark.slow),
        pytest.param(4, 5, 4, 3_945_711, 3_100_379, marks=pytest.mark.slow),
    ],
)
def test_a_large_board_has_the_known_number_of_positions(rows, columns, k, positions, undecided):
    """John Tromp's counts, at tromp.github.io/c4/c4.html, and OEIS A212693."""
    game = boards(rows=rows, columns=columns, k=k, falling=True)
    assert (game.n_states, len(game.undecided)) == (positions, undecided)


def test_each_number_of_a_large_board_is_a_position_in_order_of_play():
    game = boards(rows=4, columns=4, k=3, falling=True)
    assert game.reachable.all()
    assert (game.depth == game.ply).all()
    states, actions = np.nonzero(game.legal)
    assert (game.next[states, actions] > states).all()
    assert game.lines_win
    with pytest.raises(ValueError, match=r"no game of 3 in a row .* reaches this board: 'XXX"):
        game.parse("XXX./..../..../....")


def test_a_board_that_does_not_fit_into_memory_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setattr(positions, "free_bytes", lambda: 10**6)
    with pytest.raises(ValueError, match=r"has [\d,]+ positions of up to \d+ marks, .* 0\.0 GB"):
        boards(rows=6, columns=5, k=4, falling=True)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 4), (3, 2)])
def test_the_example_of_a_board_in_a_message_can_be_read(rows, columns):
    game = boards(rows=rows, columns=columns, k=2)
    with pytest.raises(ValueError, match="such as") as told:
        game.parse(3.5)
    example = re.search(r"such as (\S+),", str(told.value))[1]
    assert game.show(game.parse(example)).split() == ["X", *"." * (rows * columns - 1)]
