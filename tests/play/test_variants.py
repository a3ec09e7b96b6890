"""What sessions, boards and the console say of a variant is what its rules say."""

from dataclasses import replace

import pytest

from tests.aids.console import sit
from tests.aids.games import VARIANTS, made
from tests.aids.scripted import Scripted
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import IllegalMoveError
from tttlearn.play.board import Board
from tttlearn.play.reasons import open_lines, why
from tttlearn.play.session import Session

MISERE, TWOS, HOLE = (made(name)[0] for name in VARIANTS)


def played(rules, mine, its):
    """A session after these cells of the human, who is X, and of its opponent."""
    session = Session({"it": Scripted(*its)}, rules=rules)
    for cell in mine:
        session.click(cell)
    return session


def test_a_line_that_loses_is_not_called_the_winners():
    lost = played(MISERE, [0, 1, 2], [3, 4])
    assert lost.message == "it wins: X has the line A1-B1-C1."
    assert lost.score == (0, 0, 1)
    assert lost.verdict == "Your mistake was C1 (your move 3): A3 would have kept the draw."
    won = played(MISERE, [0, 1, 8], [3, 4, 5])
    assert won.message == "You win: O has the line A2-B2-C2."
    assert won.why == "O took C2: it completes the line A2-B2-C2, which loses."
    assert won.score == (1, 0, 0)
    plain = played(TICTACTOE, [0, 1, 2], [3, 4])
    assert plain.message == "You win with A1-B1-C1."


def test_two_in_a_row_are_a_threat_only_where_three_win():
    state = MISERE.parse("XX. OO. ...")
    assert open_lines(state, 1, TICTACTOE) == {(0, 1, 2): 2}
    assert open_lines(state, 1, MISERE) == {}
    nothing = "X took A3: it has no values or probabilities to look at."
    assert why(Scripted(), state, 6, MISERE) == nothing
    assert "it could have won at once" in why(Scripted(), state, 6, TICTACTOE)
    assert "which loses; it was the only free cell" in why(
        *(Scripted(), MISERE.parse("XOX OXO OX."), 8, MISERE)
    )


def test_two_of_a_mark_that_the_other_side_puts_are_no_threat():
    swapped = replace(TICTACTOE, turn=-TICTACTOE.turn)  # O moves, and puts what is drawn as X
    assert open_lines(swapped.parse("XX. OO. ..."), 1, swapped) == {}


def test_who_moves_twice_gives_a_reason_for_each_move():
    session = played(TWOS, [0], [1, 2])
    assert session.why == " ".join(
        f"O took {cell}: it has no values or probabilities to look at." for cell in ("B1", "C1")
    )
    session.name_cells("0-8")
    assert session.why.startswith("O took cell 1: ")
    assert ". O took cell 2: " in session.why
    session.click(8)
    session.undo()
    assert (session.game.history, session.why) == ((0, 1, 2), "Taken back: cell 8.")


def test_nothing_is_left_open_by_a_side_that_moves_again():
    first, second = TWOS.parse("XO. .O. ..."), TWOS.parse("XO. .O. X..")
    assert why(Scripted(), first, 6, TWOS).endswith("no values or probabilities to look at.")
    assert why(Scripted(), second, 8, TWOS) == (
        "X took C3: it could have won at once at A2; it leaves your line B1-B2-B3 open; it forks: "
        "two threats at once, A2 and B3."
    )


def test_a_hole_is_never_offered_and_is_not_called_taken():
    session = Session({"it": Scripted(8, 4)}, rules=HOLE)
    with pytest.raises(IllegalMoveError, match="B2 is not legal: choose a free cell"):
        session.click(4)
    assert 4 not in session.legal_moves
    session.click(0)
    session.click(1)
    assert session.message == "it answered B2, which is not legal."
    with pytest.raises(IllegalMoveError, match="cell 4 is not legal"):
        session.game.play(4)


def test_a_dead_end_is_a_draw_at_the_console():
    text = sit(["1", "5", "8", "3", "4", "n"], Scripted(8, 1, 5, 6), rules=HOLE)
    assert " 2   4 |   | 6\n" in text
    assert "B2 is not legal. Free cells: B1 C1 A2 C2 A3 B3; or type help." in text
    assert "The game is a draw. You won 0, drew 1 and lost 0." in text


def test_the_board_shows_the_result_of_the_rules():
    board = Board({"it": Scripted(3, 4)}, rules=MISERE)
    for cell in (0, 1, 2):
        board.click(cell)
    assert (board.label, board.result, board.lines) == ("Board for misere", "lost", [[0, 1, 2]])
    assert board.message == "it wins: X has the line A1-B1-C1."
    assert "it wins: X has the line" in board._repr_mimebundle_()[1]["image/png"]["alt"]
    assert Board("minimax", rules=HOLE).legal == [0, 1, 2, 3, 5, 6, 7, 8]
