"""The widget without a browser: messages in, traits out, and what a saved notebook keeps."""

import base64

import pytest

from tests.aids.scripted import Scripted
from tttlearn.game.rules import LEGAL, show
from tttlearn.play.board import Board


def send(board, kind, arg=None, turn=None):
    """What the browser sends."""
    content = {"kind": kind, "arg": arg, "turn": board.turn if turn is None else turn}
    board._handle_custom_msg(content, [])


def test_a_click_in_the_browser_is_a_move():
    board = Board("minimax", rng=1)
    send(board, "click", 0)
    assert board.marks == ["X", "", "", "", "O", "", "", "", ""]
    assert board.legal == [1, 2, 3, 5, 6, 7, 8]
    assert (board.last, board.over, board.message) == (4, False, "Your move: you are X.")


def test_python_does_what_the_browser_does():
    one, two = Board("minimax", rng=1), Board("minimax", rng=1)
    steps = [("click", 0), ("hint", None), ("click", 1), ("undo", None), ("show_thoughts", True)]
    for kind, arg in [*steps, ("choose", "random"), ("play_as", "O"), ("new_game", None)]:
        send(one, kind, arg)
        getattr(two, kind)(*([] if arg is None else [arg]))
        for trait in ("marks", "message", "why", "hinted", "thoughts", "human", "opponent"):
            assert getattr(one, trait) == getattr(two, trait)


def test_one_move_is_one_message(monkeypatch):
    board, sent = Board("minimax", rng=1), []
    monkeypatch.setattr(board, "send_state", lambda key=None: sent.append(key))
    board.click("A1")
    assert len(sent) == 1


def test_a_click_meant_for_an_earlier_position_is_dropped():
    board = Board(Scripted(0))
    early = board.turn
    send(board, "click", 4)
    answered = board.answered
    for kind, arg in (("click", 8), ("undo", None), ("hint", None), ("ask", None)):
        send(board, kind, arg, turn=early)
    assert board.game.history == (4, 0)
    assert board.hinted is None
    assert board.answered == answered + 4
    send(board, "new_game", turn=early)
    assert board.game.history == ()


def test_a_refusal_is_said_on_the_board_and_raised_in_python_only():
    board = Board("minimax", rng=1)
    send(board, "undo")
    assert board.message == "You have no move to take back."
    board.click("A1")
    with pytest.raises(ValueError, match="A1 is taken"):
        board.click("A1")
    assert board.message == "A1 is taken: choose a free cell."


def test_a_message_of_another_kind_does_nothing():
    board = Board("minimax")
    send(board, "close")
    assert board.comm is not None
    assert board.game.history == ()


MALFORMED = [
    *(None, 3, "click", [], {}, ["click", 4], {"arg": 4}, {"kind": None}, {"kind": ["click"]}),
    *({"kind": "click"}, {"kind": "click", "arg": 4}, {"kind": "click", "arg": 4, "turn": [1]}),
    *({"kind": "__init__", "arg": None}, {"kind": "game"}, {"kind": {}, "arg": 4, "turn": 1}),
    *({"kind": "choose"}, {"kind": "choose", "arg": ["random"]}, {"kind": "choose", "arg": 3}),
    *({"kind": "play_as"}, {"kind": "play_as", "arg": {}}, {"kind": "new_game", "arg": 1}),
    *({"kind": "show_thoughts"}, {"kind": "show_thoughts", "arg": "yes"}),
    *({"kind": "name_cells"}, {"kind": "name_cells", "arg": 8}, {"kind": "replay", "arg": 1}),
]


@pytest.mark.parametrize("content", MALFORMED, ids=str)
def test_a_malformed_message_does_nothing_but_is_answered(content):
    board = Board("minimax", rng=1)
    board.click("A1")
    before, answered = board.get_state(), board.answered
    board._handle_custom_msg(content, [])
    assert board.get_state() == {**before, "answered": answered + 1}


@pytest.mark.parametrize(
    ("kind", "arg"),
    [
        *(("click", arg) for arg in (None, "A2", [4], True, 4.0, -1, 10**400, {})),
        *(("ask", 1), ("undo", "x"), ("hint", 0), ("play_as", "Z"), ("choose", "nobody")),
        *(("replay", None), ("name_cells", "Z")),
    ],
)
def test_a_message_with_a_bad_argument_is_answered_and_moves_nothing(kind, arg):
    board = Board("minimax", rng=1)
    board.click("A1")
    before, answered = board.game.history, board.answered
    send(board, kind, arg)
    assert (board.game.history, board.answered) == (before, answered + 1)


class Breaking:
    """Does something in place of moving, or of thinking."""

    def __init__(self, moving=None, thinking=None):
        self.moving, self.thinking = moving, thinking

    def act(self, state, rng):
        if self.moving:
            raise self.moving
        return int(LEGAL[state].argmax())

    @property
    def values(self):
        raise self.thinking


@pytest.mark.parametrize("error", [SystemExit(1), ZeroDivisionError()])
def test_nothing_that_an_opponent_does_goes_further_than_the_board(error):
    board = Board({"moves": Breaking(error, error), "thinks": Breaking(None, error)})
    send(board, "show_thoughts", True)
    assert "moves was asked what it thinks, it raised" in board.message
    answered = board.answered
    send(board, "click", 4)
    assert board.owes_move
    assert board.message.startswith(f"moves raised {type(error).__name__}")
    send(board, "choose", "thinks")
    send(board, "click", 5)
    assert board.answered == answered + 3
    assert "asked what it thinks, it raised" in board.why
    assert (board.thoughts, board.thoughts_kind) == ([None] * 9, "")
    data, _ = board._repr_mimebundle_()
    assert data["text/plain"] == show(board.game.state)


def test_the_stop_of_the_person_in_front_is_said_in_the_browser_and_goes_no_further():
    board = Board(Breaking(KeyboardInterrupt()))
    send(board, "click", 4)
    assert board.message == "Breaking was interrupted while it was thinking."
    assert (board.owes_move, board.game.history) == (True, (4,))
    board = Board(Breaking(None, KeyboardInterrupt()))
    answered = board.answered
    send(board, "show_thoughts", True)
    assert board.message == "Breaking was interrupted when it was asked what it thinks."
    assert board.answered == answered + 1


def test_two_boards_do_not_disturb_each_other():
    one, two = Board("minimax", rng=1), Board("minimax", rng=1)
    one.click("A1")
    assert two.marks == [""] * 9
    assert two.message == "Your move: you are X."


def test_the_picture_is_small_and_the_same_in_any_style():
    from matplotlib import style

    board = Board("two-ply", rng=1)
    board.show_thoughts()
    board.click("A1")
    picture = board._repr_mimebundle_()[0]["image/png"]
    with style.context("ggplot"):
        assert board._repr_mimebundle_()[0]["image/png"] == picture
    png = base64.b64decode(picture)
    assert png.startswith(b"\x89PNG")
    assert len(png) < 8000


def test_a_loss_shows_the_mistake_and_can_be_replayed_from_there():
    board = Board(Scripted(3, 4, 5))
    assert (board.result, board.mistake, board.can_replay) == ("", None, False)
    for cell in ("A1", "B1", "C3"):
        board.click(cell)
    assert (board.result, board.mistake, board.can_replay) == ("lost", 8, True)
    assert board.why == "Your mistake was C3 (your move 3): C1 would have won."
    assert (board.lines, board.score) == ([[3, 4, 5]], (0, 0, 1))
    alt = board._repr_mimebundle_()[1]["image/png"]["alt"]
    assert alt.startswith("Tic-tac-toe board, row by row: X, X, empty; O, O, O; empty, empty, X. ")
    assert alt.endswith(f"{board.message} {board.why}")
    early = board.turn
    send(board, "replay", turn=early - 1)
    assert board.over
    send(board, "replay")
    assert (board.over, board.result, board.mistake, board.can_replay) == (False, "", None, False)
    assert board.marks == ["X", "X", "", "O", "O", "", "", "", ""]


def test_a_win_and_a_draw_have_other_results():
    board = Board(Scripted(3, 4, 4, 2, 3, 8))
    for cell in ("A1", "B1", "C1"):
        board.click(cell)
    assert (board.result, board.mistake, board.can_replay) == ("won", 3, False)
    board.new_game()
    for cell in (0, 1, 6, 5, 7):
        board.click(cell)
    assert (board.result, board.mistake, board.can_replay) == ("drawn", None, False)


def test_cells_called_by_numbers_leave_text_and_picture_as_they_are():
    board = Board("minimax", rng=1)
    board.click("A1")
    before = board._repr_mimebundle_()[0]
    send(board, "name_cells", "0-8")
    assert (board.naming, board.why.startswith("O took cell 4: ")) == ("0-8", True)
    after = board._repr_mimebundle_()[0]
    assert all(before[kind] == after[kind] for kind in ("text/plain", "image/png"))
