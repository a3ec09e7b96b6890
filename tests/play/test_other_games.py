"""Sessions, the console, the board and the time machine in games other than tic-tac-toe."""

import re

import numpy as np
import pytest

from tests.aids.console import sit
from tests.aids.games import GAMES
from tests.aids.scripted import Scripted
from tttlearn.evaluation.exact import state_values
from tttlearn.evaluation.policy import PolicyPlayer, action_values, random_policy
from tttlearn.game.boards import boards
from tttlearn.game.tables import SIDES, IllegalMoveError
from tttlearn.learn.learner import Learner
from tttlearn.learn.td import TDLearner
from tttlearn.play.board import Board
from tttlearn.play.console import grid, marks
from tttlearn.play.reasons import best_move, move_name, open_lines, thoughts, why
from tttlearn.play.session import Session
from tttlearn.play.timemachine import TimeMachine, position_values
from tttlearn.search.mcts import MCTS

FALLING = GAMES["4 x 3, falling"]()
WIDE = GAMES["2 x 4"]()
SMALL = GAMES["2 x 2"]()
ON_BOARDS = pytest.mark.parametrize("rules", [WIDE, FALLING, SMALL], ids=lambda rules: rules.name)


@pytest.fixture(params=GAMES, scope="module")
def rules(request):
    """Each game in turn."""
    return GAMES[request.param]()


@pytest.mark.parametrize("side", ["X", "O"])
def test_following_the_hints_gets_what_the_game_is_worth(rules, side):
    session = Session("minimax", side, 2, rules)
    worth = int(SIDES[side] * state_values(rules=rules)[rules.start])
    for _ in range(2):
        while not session.game.is_over:
            assert session.legal_moves == session.game.legal_moves
            session.hint()
            session.click(session.hinted)
            assert session.why.startswith(f"{'OX'[side == 'O']} took ")
            assert session.why.endswith(".")
        assert SIDES[side] * session.game.winner >= worth
        session.new_game()
    assert sum(session.score) == 2


def test_undo_takes_back_whole_games(rules):
    session = Session("random", "O", 5, rules)
    while not session.game.is_over:
        session.click(session.legal_moves[-1])
    boards = session.game.states
    while rules.turn[session.game.state] != -1 or session.game.state not in boards[:2]:
        session.undo()
        assert session.game.state in boards
    with pytest.raises(ValueError, match="no move to take back"):
        session.undo()


def test_a_hint_keeps_the_exact_value_and_counts_its_equals(rules):
    V = state_values(rules=rules)
    for state in rules.undecided[:: max(1, len(rules.undecided) // 500)]:
        action, sentence = best_move(int(state), rules)
        values = rules.turn[state] * V[rules.next[state][rules.legal[state]]]
        assert rules.turn[state] * V[rules.next[state, action]] == values.max()
        equals = int((values == values.max()).sum()) - 1
        worth = {1: " wins; ", 0: " keeps the draw; ", -1: "every move loses"}[int(values.max())]
        assert worth in sentence
        assert values.max() < 0 or f"; {equals or 'no'} other move" in sentence


def test_hints_are_quick_to_win():
    state = WIDE.parse("XX.. OO..")
    assert best_move(state, WIDE)[0] == 2
    assert "column B wins" in best_move(FALLING.parse("... ... .X. OXO"), FALLING)[1]


@ON_BOARDS
def test_every_move_has_a_reason(rules):
    player = Session("minimax", rules=rules).player
    for state in rules.undecided[:: max(1, len(rules.undecided) // 200)]:
        for action in np.flatnonzero(rules.legal[state]):
            assert why(player, int(state), int(action), rules).endswith(".")


@pytest.mark.parametrize(
    ("rules", "board", "action", "sentence"),
    [
        (WIDE, "XX.. O...", 2, "O took C1: it blocks your line A1-B1-C1;"),
        (WIDE, "XX.X OO..", 6, "O took C2: it completes the line A2-B2-C2."),
        (FALLING, "... ... .X. OXO", 1, "X took column B: it completes the line B2-B3-B4."),
        (FALLING, "... ... .X. OX.", 1, "O took column B: it blocks your line B2-B3-B4;"),
        (FALLING, "... ... .X. OX.", 2, "O took column C: it leaves your line B2-B3-B4 open;"),
        (
            SMALL,
            "X. ..",
            1,
            "O took B1: it blocks your line A1-B1; it leaves your line A1-A2",
        ),
    ],
)
def test_the_reason_for_a_move(rules, board, action, sentence):
    player = PolicyPlayer(random_policy(rules), rules=rules)
    found = why(player, rules.parse(board), action, rules)
    assert found.startswith(sentence), found


def test_a_line_is_open_where_a_mark_that_falls_now_completes_it():
    state = FALLING.parse("... ... XX. OO.")
    assert open_lines(state, -1, FALLING) == {(9, 10, 11): 11}
    assert open_lines(state, 1, FALLING) == {}
    above = FALLING.next_state(state, 2)
    assert open_lines(above, 1, FALLING) == {(6, 7, 8): 8, (3, 7, 11): 3}
    assert open_lines(above, -1, FALLING) == {}


def test_a_game_without_a_board_has_reasons_too():
    nim = GAMES["nim"]()
    session = Session(Scripted(3, 3), rules=nim)
    session.click("8")
    assert session.why == "O took 3: it has no values or probabilities to look at."
    session.click("0")
    assert session.why == "O took 3: it wins."
    assert session.message == "Scripted wins."
    with pytest.raises(ValueError, match=r"the rules of a board, such as .*, not nim"):
        Board(rules=nim)


@pytest.mark.parametrize(
    ("rules", "before", "wrong", "said"),
    [
        (FALLING, "AAAA", "A", "Column A is full: choose a free column."),
        (FALLING, "", "D", "a column is a number 0..2 or a name A..C, not 'D'."),
        (WIDE, "", "E1", "a cell is a number 0..7 or a name A1..D2, not 'E1'."),
        (GAMES["nim"](), "", "1", "1 is not legal: choose a legal action."),
    ],
)
def test_an_impossible_click_is_refused_with_its_reason(rules, before, wrong, said):
    session = Session(Scripted(*before[1::2]), rules=rules)
    for name in before[::2]:
        session.click(name)
    with pytest.raises(IllegalMoveError):
        session.click(wrong)
    assert session.message == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (3, "answered 3, which is no column 0..2."),
        ("B", "answered column B, which is full."),
    ],
)
def test_an_opponent_that_answers_no_column_costs_nobody_the_game(answer, said):
    session = Session(Scripted(1, 1, answer), rules=FALLING)
    for column in "BBA":
        session.click(column)
    assert session.message == f"Scripted {said}"
    assert session.owes_move


def test_who_may_be_played_against(rules):
    assert set(Session(rules=rules).opponents) >= {"random", "minimax"}
    mine = random_policy(rules)
    session = Session(mine, rules=rules)
    session.show_thoughts()
    session.click(session.legal_moves[0])
    kind, row = session.thoughts
    assert kind == "probabilities"
    assert sum(filter(None, row)) == pytest.approx(1)
    assert len(row) == rules.n_actions


def test_a_search_and_a_learner_are_opponents_in_every_game(rules):
    learner = TDLearner(rules=rules)
    learner.learn(50)
    session = Session({"search": MCTS(20, rules=rules), "learner": learner}, rng=1, rules=rules)
    session.show_thoughts()
    for label, kind in (("search", "visits"), ("learner", "values")):
        session.choose(label)
        session.click(session.legal_moves[0])
        assert session.thoughts.kind == kind
        *answered, now = rules.turn[list(session.game.states[1:])]
        assert (set(answered), now) == ({-1}, 1)


def test_thoughts_of_a_wrong_size_are_told():
    class Thinking(Scripted):
        def think(self, state):
            return "values", [0.0] * 9

    session = Session(Thinking(1), rules=FALLING)
    session.show_thoughts()
    assert "an array of shape (9,), not as one number for each of three columns" in session.message
    assert thoughts(Scripted(), 0, FALLING).row == (None,) * 3


# The console


def test_the_console_shows_where_a_mark_falls():
    said = sit(["help", "2", "b", "foo", "hint"], Scripted(1, 1), rules=FALLING)
    assert said.count("Type a column: the digit shown in it, or its letter, as in B.") == 2
    assert "\n 3     |   |\n    ---+---+---\n 4   1 | 2 | 3\n" in said
    assert "\n 1     | O |\n    ---+---+---\n 2     | X |\n" in said
    assert "'foo' names no column and no command. Free columns: A C; or type help." in said
    assert "Hint: column " in said


def test_the_console_takes_numbers_of_two_digits():
    large = boards(rows=3, columns=4, k=3)
    said = sit(["12", "13", "d3"], Scripted(0), rules=large)
    assert " 3   9  | 10 | 11 | X\n" in said
    assert "'13' names no cell" in said
    assert "D3 is taken. Free cells: B1 C1" in said


def test_the_console_plays_a_game_without_a_board():
    nim = GAMES["nim"]()
    said = sit(["hint", "7", "y", "n"], "minimax", rules=nim)
    assert f"\n{nim.start}\n" in said
    assert "Hint: every move loses against perfect play; 0 holds out longest." in said
    assert "O took " in said
    assert "'y' names no action and no command. Legal actions: " in said


@ON_BOARDS
def test_the_grid_has_a_place_for_each_cell(rules):
    names = [str(action + 1) for action in range(rules.n_actions)]
    drawn = grid(marks(rules.start, names, rules), rules=rules)
    assert len(drawn.splitlines()) == 2 * rules.rows
    assert drawn.splitlines()[0].split() == [*"ABCD"[: rules.columns]]
    assert re.findall(r"[|\d]+", drawn.splitlines()[-1])[-1] == names[-1]


# The board


def test_a_mark_falls_on_the_board():
    board = Board(Scripted(1), rules=FALLING)
    assert (board.rows, board.columns, board.falling) == ([*"1234"], [*"ABC"], True)
    assert (board.legal, board.landing) == ([0, 1, 2], [9, 10, 11])
    board._handle_custom_msg({"kind": "click", "arg": 1, "turn": board.turn}, [])
    assert board.game.history == (1, 1)
    assert [cell for cell, mark in enumerate(board.marks) if mark] == [7, 10]
    assert (board.last, board.landing, board.hinted) == (7, [9, 4, 11], None)
    board.hint()
    assert board.hinted == board.landing[board.session.hinted]


@ON_BOARDS
def test_thoughts_stand_on_the_cells_in_which_marks_land(rules):
    board = Board("minimax", rng=1, rules=rules)
    board.show_thoughts()
    board.click(0)
    known = {cell for cell, number in enumerate(board.thoughts) if number is not None}
    assert known == {cell for cell in board.landing if cell >= 0}
    for action, cell in enumerate(board.landing):
        assert cell < 0 or board.thoughts[cell] == board.session.thoughts.row[action]


@pytest.mark.parametrize("human", ["X", "O"])
def test_the_mistake_is_the_last_move_that_lowered_the_exact_value(rules, human):
    V, rng = state_values(rules=rules), np.random.default_rng(3)
    session = Session("random", human, rng, rules)
    for _ in range(20):
        session.new_game()
        while not session.game.is_over:
            session.click(int(rng.choice(session.legal_moves)))
        loser, worth = -session.game.winner, -session.game.winner * V[list(session.game.states)]
        lowered = [
            ply
            for ply, state in enumerate(session.game.states[:-1])
            if rules.turn[state] == loser and worth[ply + 1] < worth[ply]
        ]
        if not loser:
            assert session.mistake is None
        elif not lowered:
            assert "made no mistake" in session.verdict
        else:
            ply, action, better, kept = session.mistake
            assert (ply, action) == (lowered[-1], session.game.history[ply])
            after = rules.next[session.game.states[ply], better]
            assert loser * V[after] == worth[ply] == kept
            assert session.can_replay == (session.game.winner == -SIDES[human])
            assert f"mistake was {move_name(action, rules)} (" in session.verdict


@ON_BOARDS
def test_cells_are_called_by_numbers_where_actions_are_cells(rules):
    session = Session("minimax", rng=1, rules=rules)
    assert session.namings == (["A1"] if rules.falling else ["A1", f"0-{rules.n_cells - 1}"])
    session.name_cells(session.namings[-1])
    session.click(0)
    word = "column " if rules.falling else "cell "
    assert session.why.startswith(f"O took {word}")


@pytest.mark.parametrize("rules", [WIDE, FALLING], ids=lambda rules: rules.name)
def test_how_it_chose_is_drawn_where_it_is_still_open(rules):
    board = Board("random", rng=1, rules=rules)
    board.show_thoughts()
    board.click(0)
    before = rules.next_state(rules.start, 0)
    known = {cell for cell, number in enumerate(board.thoughts) if number is not None}
    assert known == {*rules.landing(before).tolist()} - {-1}
    assert board.thoughts_past
    assert board._repr_mimebundle_()[0]["image/png"].startswith("iVBOR")
    board.choose("minimax")
    assert (board.thoughts_kind, board.thoughts_past) == ("values", False)


@ON_BOARDS
def test_a_saved_notebook_keeps_text_and_a_picture(rules):
    board = Board("minimax", rng=1, rules=rules)
    board.click(0)
    data, metadata = board._repr_mimebundle_()
    assert set(data) == {"text/plain", "image/png", "application/vnd.jupyter.widget-view+json"}
    assert data["text/plain"] == rules.show(board.game.state)
    assert data["image/png"].startswith("iVBOR")
    alt = metadata["image/png"]["alt"]
    assert alt.startswith(f"Board for {rules.name}, row by row: ")
    assert alt.count("; ") == rules.rows - 1
    assert alt.count("X") == alt.count("O") + alt.endswith("are X.")


# The time machine


def test_the_time_machine_travels_in_another_game():
    Q = action_values(state_values(rules=FALLING), FALLING)
    learner = Learner(lambda Q, episode: None, np.zeros(Q.shape), rules=FALLING)
    machine = TimeMachine(learner, {1: np.zeros(Q.shape), 200: np.nan_to_num(Q)}, rng=1)
    assert machine.age.report.startswith("After 1 game: right in ")
    machine.go_to("200 games")
    assert machine.age.report.startswith("After 200 games: right in 100.0% of all positions; ")
    machine.board.click("B")
    assert machine.board.game.history[0] == 1
    assert (
        position_values(machine.age.player) == state_values(rules=FALLING)[FALLING.undecided]
    ).all()
    assert "Right: its values to X: column 0 0.00, column 1 0.00" in machine.pictures[1]
    assert machine._repr_mimebundle_()[0]["text/plain"].startswith(
        f"Time machine for\n{FALLING.show(FALLING.start)}\nAfter 1 game: "
    )
