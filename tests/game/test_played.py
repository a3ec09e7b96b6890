"""One game as a record: moves, names of cells, undo, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aids import naive
from tttlearn.game.played import Game, cell_name, to_cell
from tttlearn.game.rules import START, TICTACTOE, next_state, show
from tttlearn.game.tables import IllegalMoveError
from tttlearn.support.arguments import shown

# A game by an order of all nine cells: each is played unless the game is over.
orders = st.permutations(range(9))


def played(order):
    """The game that takes the cells in this order until it is over."""
    game = Game()
    for cell in order:
        if not game.is_over:
            game.play(cell)
    return game


def test_names_go_by_column_letter_and_row_digit():
    expected = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
    assert [cell_name(cell) for cell in range(9)] == expected == list(TICTACTOE.cell_names)
    assert [to_cell(name) for name in expected] == list(range(9))


@pytest.mark.parametrize("spelling", ["b3", " B3 ", "B3", 7, np.int8(7), np.uint64(7), np.array(7)])
def test_a_cell_is_a_name_or_a_whole_number(spelling):
    assert to_cell(spelling) == 7
    assert type(to_cell(spelling)) is int
    assert cell_name(spelling) == "B3"


NO_CELLS = [
    *(-1, 9, 1.0, np.float32(1), True, np.True_, None, np.nan, [4], np.array([3])),
    *("", "5", "D1", "A4", "1A", "AA1", b"A1"),
]


@pytest.mark.parametrize("cell", NO_CELLS, ids=repr)
def test_what_is_no_cell_is_refused(cell):
    for function in (to_cell, cell_name):
        with pytest.raises(IllegalMoveError, match=r"0\.\.8 or a name A1\.\.C3") as error:
            function(cell)
        assert shown(cell) in str(error.value)
    game = played([4])
    assert not game.is_legal(cell)
    with pytest.raises(IllegalMoveError) as error:
        game.play(cell)
    assert shown(cell) in str(error.value)
    assert show(game.state) in str(error.value)
    assert game.history == (4,)


@given(orders)
def test_a_game_follows_the_naive_rules(order):
    game, board = Game(), "." * 9
    for cell in order:
        assert game.state == naive.code(board)
        assert game.legal_moves == naive.moves(board)
        assert [c for c in range(9) if game.is_legal(c)] == game.legal_moves
        assert game.is_over == naive.is_over(board)
        assert game.winner == naive.result(board)
        over = naive.is_over(board)
        assert game.to_move == (0 if over else {"X": 1, "O": -1}[naive.mover(board)])
        assert str(game) == show(game.state)
        if over:
            break
        game.play(cell)
        board = naive.after(board, cell)


@given(orders)
def test_undo_to_the_start_and_replay_gives_the_identical_game(order):
    game = played(order)
    history, states = game.history, [game.state]
    for cell in reversed(history):
        assert game.undo() == cell
        states.append(game.state)
    assert game == Game()
    assert game.state == START
    assert game.to_move == 1
    for cell in history:
        assert states.pop() == game.state
        assert next_state(game.state, cell) == states[-1]
        game.play(cell)
    assert game == played(order)
    assert game.history == history


def test_undo_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="no move to undo"):
        Game().undo()


def test_a_taken_cell_and_a_finished_game_are_refused_and_change_nothing():
    game = Game()
    for cell in ("A1", "A2", "B1", "B2"):
        game.play(cell)
    with pytest.raises(IllegalMoveError, match="cell 4 is taken") as error:
        game.play("B2")
    assert str(game) in str(error.value)
    assert not game.is_legal("B2")
    assert game.is_legal("c1")
    game.play("C1")
    assert game.winner == 1
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.play("C3")
    assert game.history == (0, 3, 1, 4, 2)
    assert game.legal_moves == []
