"""The rules against a second implementation, against known counts, and against bad input."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aids import naive
from tttlearn.game import rules
from tttlearn.game.rules import (
    ACTION_MAPS,
    CANONICAL,
    CELLS,
    LAYERS,
    LEGAL,
    LINES,
    N_STATES,
    NEXT,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    TICTACTOE,
    TURN,
    UNDECIDED,
    WINNER,
    next_state,
    parse,
    show,
    symmetries,
    winning_line,
    winning_lines,
)
from tttlearn.game.tables import IllegalMoveError
from tttlearn.support.arguments import shown

codes = st.integers(0, N_STATES - 1)


def test_every_reachable_state_agrees_with_the_naive_rules():
    boards = naive.reachable()
    assert {naive.code(board) for board in boards} == set(np.flatnonzero(REACHABLE).tolist())
    for board in boards:
        state = naive.code(board)
        assert TERMINAL[state] == naive.is_over(board)
        assert WINNER[state] == naive.result(board)
        assert np.flatnonzero(LEGAL[state]).tolist() == naive.moves(board)
        assert TURN[state] == (1 if naive.mover(board) == "X" else -1)
        for cell in range(9):
            expected = naive.code(naive.after(board, cell)) if cell in naive.moves(board) else -1
            assert NEXT[state, cell] == expected


def test_tables_of_codes_agree_with_the_marks_on_the_board():
    for state in range(0, N_STATES, 4):
        board = naive.board_of(state)
        assert CELLS[state].tolist() == [".XO".index(mark) for mark in board]
        surplus = board.count("X") - board.count("O")
        assert TURN[state] == {0: 1, 1: -1}.get(surplus, 0)
        assert PLY[state] == 9 - board.count(".")
        complete = {board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."}
        assert WINNER[state] == ("X" in complete) - ("O" in complete)
        assert TERMINAL[state] == (bool(complete) or "." not in board)
        assert CANONICAL[state] == min(map(naive.code, naive.images(board)))


def test_golden_counts():
    assert len(LEGAL) == 19_683
    # Choose the cells of X, then those of O among the rest: a count that needs no board.
    by_arithmetic = sum(comb(9, (n + 1) // 2) * comb(9 - (n + 1) // 2, n // 2) for n in range(10))
    assert (TURN != 0).sum() == by_arithmetic == 6_046
    assert REACHABLE.sum() == 5_478
    assert len(UNDECIDED) == 4_520
    assert (REACHABLE & TERMINAL).sum() == 958
    assert [len(layer) for layer in LAYERS] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert len(np.unique(CANONICAL[REACHABLE])) == 765
    assert len(np.unique(CANONICAL[UNDECIDED])) == 627
    finished = [np.unique(CANONICAL[REACHABLE & TERMINAL & (WINNER == w)]) for w in (1, -1, 0)]
    assert [len(ends) for ends in finished] == [91, 44, 3]


def _count(ways, state=START):
    """Return the number of games on from `state` that take only cells of `ways(state)`."""
    if TERMINAL[state]:
        return 1
    return sum(_count(ways, int(NEXT[state, cell])) for cell in ways(state))


def test_known_numbers_of_games():
    games = {}
    for layer in reversed(LAYERS):
        for state in layer.tolist():
            children = NEXT[state][LEGAL[state]].tolist()
            ends = np.eye(3, dtype=int)[1 - WINNER[state]]
            games[state] = sum(games[child] for child in children) if children else ends
    assert games[START].tolist() == [131_184, 46_080, 77_904]  # X wins, draws, O wins
    assert sum(games[START]) == 255_168


def test_known_numbers_of_games_up_to_symmetry():
    def one_of_each_kind(state):
        return {int(CANONICAL[NEXT[state, a]]): a for a in np.flatnonzero(LEGAL[state])}.values()

    assert _count(one_of_each_kind) == 26_830
    # Burnside: the average over the symmetries of the number of games that each leaves as it is,
    # which are the games on the cells that it does not move.
    unmoved = [np.flatnonzero(row == np.arange(9)) for row in ACTION_MAPS[1:]]
    fixed = [_count(lambda state, cells=cells: cells[LEGAL[state, cells]]) for cells in unmoved]
    assert 255_168 + sum(fixed) == 8 * 31_896


def test_the_tables_are_read_only():
    arrays = {name: t for name, t in vars(rules).items() if isinstance(t, np.ndarray)}
    assert {"CELLS", "LEGAL", "NEXT", "TURN", "WINNER", "CANONICAL", "ACTION_MAPS"} <= set(arrays)
    for name, table in [*arrays.items(), *((f"LAYERS[{i}]", t) for i, t in enumerate(LAYERS))]:
        with pytest.raises(ValueError, match="read-only"):
            table.flat[0] = 0
        assert not table.flags.writeable, name


def test_a_drawing_may_have_strokes_at_its_sides_and_numbers_in_free_cells():
    drawing = "| X | 2 | O |\n|---|---|---|\n| 4 | X |   |\n|---|---|---|\n| 7 | 8 | O |"
    assert parse(drawing) == parse("X.O/.X./..O")


@given(codes, st.data())
def test_parse_takes_every_way_to_write_a_board(state, data):
    filler = st.text(alphabet=" \t\n|/", max_size=3)
    spelling = {"X": "Xx", "O": "Oo", ".": "._-"}
    text = data.draw(filler)
    for mark in naive.board_of(state):
        text += data.draw(st.sampled_from(spelling[mark])) + data.draw(filler)
    assert parse(text) == state


@given(st.text(max_size=14))
def test_parse_raises_value_error_or_returns_a_code_for_any_text(text):
    try:
        assert 0 <= parse(text) < N_STATES
    except ValueError as error:
        assert repr(text) in str(error)  # noqa: PT017 (most texts are no board, some are)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "0 marks, not 9"),
        ("X../.O./..", "8 marks, not 9"),
        ("X../.O./....", "10 marks, not 9"),
        ("X../.0./...", "'0' is no mark"),
        ("X..,.O.,...", "',' is no mark"),
        (163, "text such as"),
        (None, "text such as"),
        (["X", "O"], "2 marks, not 9"),
    ],
)
def test_parse_says_what_is_wrong(text, problem):
    with pytest.raises(ValueError, match=problem) as error:
        parse(text)
    assert repr(text) in str(error.value)


@given(st.data())
def test_next_state_on_arrays_equals_one_by_one(data):
    states = np.array(data.draw(st.lists(st.sampled_from(UNDECIDED.tolist()), max_size=20)), int)
    draw = st.sampled_from
    actions = [data.draw(draw(np.flatnonzero(LEGAL[state]).tolist())) for state in states]
    together = next_state(states, np.array(actions, int))
    assert isinstance(together, np.ndarray)
    one_by_one = [next_state(int(s), a) for s, a in zip(states, actions, strict=True)]
    assert together.tolist() == one_by_one
    assert all(type(state) is int for state in one_by_one)


def test_next_state_broadcasts_and_takes_numpy_integers():
    assert next_state(START, np.arange(9)).tolist() == [3**a for a in range(9)]
    assert next_state(np.int32(0), np.uint8(4)) == 81
    assert next_state(np.array([[1], [3]]), np.array([4, 5])).shape == (2, 2)


@pytest.mark.parametrize(
    ("board", "cell", "reason"),
    [
        ("X........", 0, "cell 0 is taken"),
        ("XXX.OO...", 3, "the game is over"),
        ("XOXXOOOXX", 3, "the game is over"),
        ("XX.......", 5, "cannot come from taking turns"),
    ],
)
def test_next_state_says_why_a_move_is_illegal_and_draws_the_board(board, cell, reason):
    state = naive.code(board)
    for arguments in [(state, cell), ([START, state], [4, cell])]:
        with pytest.raises(IllegalMoveError, match=reason) as error:
            next_state(*arguments)
        assert show(state) in str(error.value)


@pytest.mark.parametrize("action", [-1, 9, 4.0, "4", True, None, [4, 9], np.nan])
def test_next_state_rejects_what_is_no_cell(action):
    with pytest.raises(IllegalMoveError, match=r"an action is a cell 0\.\.8") as error:
        next_state(START, action)
    assert f"{action!r}; the state comes first, then the cell" in str(error.value)


BAD_STATES = [-1, N_STATES, 0.0, True, "0", None, np.nan, np.array([0, -5]), np.float64(3)]


@pytest.mark.parametrize("state", BAD_STATES, ids=repr)
@pytest.mark.parametrize(
    "function",
    [
        TICTACTOE.check_state,
        show,
        symmetries,
        winning_lines,
        winning_line,
        lambda s: next_state(s, 0),
    ],
)
def test_a_wrong_state_code_is_named(function, state):
    with pytest.raises(ValueError, match=r"state.*0\.\.19682") as error:
        function(state)
    assert "-5" in str(error.value) or shown(state) in str(error.value)


@pytest.mark.parametrize("function", [show, winning_lines, winning_line])
def test_functions_of_one_state_reject_an_array(function):
    with pytest.raises(ValueError, match="one state"):
        function(np.array([0, 163]))


def test_winning_lines():
    for state in range(0, N_STATES, 5):
        board = naive.board_of(state)
        lines = [line for line in LINES if {board[cell] for cell in line} in ({"X"}, {"O"})]
        assert winning_lines(state) == tuple(lines)
        assert winning_line(state) == (lines[0] if lines else None)


def test_symmetries_are_the_images_and_keep_everything_that_matters():
    everything = np.arange(N_STATES)
    images = symmetries(everything)
    assert images.shape == (N_STATES, 8)
    assert (images[:, 0] == everything).all()
    for table in (TURN, WINNER, TERMINAL, REACHABLE, PLY, CANONICAL):
        assert (table[images] == table[:, None]).all()
    for state in range(0, N_STATES, 37):
        assert sorted(symmetries(state)) == sorted(
            map(naive.code, naive.images(naive.board_of(state)))
        )
