"""Programs as people write them: each becomes an exact policy, with no more said than is needed.

All play by the same rule, win, block, else the best of the rest, so that their policies are equal.
"""

import json
import random

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.alike import first_of

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
LIST = ["X", " ", "O", *" " * 6]
ROWS = [LIST[:3], LIST[3:6], LIST[6:]]


def rule(cells, me, other, empty):
    """The cell that all of them take."""
    for who in (me, other):
        for line in LINES:
            marks = [cells[cell] for cell in line]
            if marks.count(who) == 2 and marks.count(empty) == 1:
                return line[marks.index(empty)]
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if cells[cell] == empty)


def turn(cells, first, second):
    """The signs of the side to move and of the other one, who begins with the first."""
    return (first, second) if cells.count(first) == cells.count(second) else (second, first)


def by_state(state, explore=False):
    """One's own optional argument is left alone."""
    if explore:
        return random.randrange(9)
    cells = ttt.CELLS[state].tolist()
    return rule(cells, *turn(cells, 1, 2), 0)


def by_mark(board, mark):
    return rule(board, mark, "O" if mark == "X" else "X", " ")


def of_letters(board):
    return rule(board, *turn(board, "X", "O"), " ")


def to_pair(board):
    return divmod(of_letters([mark for row in board for mark in row]), 3)


def to_pair_from_one(board):
    row, column = to_pair(board)
    return row + 1, column + 1


def to_name(board):
    cell = rule(board, *turn(board, "X", "O"), ".")
    return "ABC"[cell % 3] + str(cell // 3 + 1)


def to_key_of_a_number_pad(board):
    row, column = divmod(of_letters(board), 3)
    return 3 * (2 - row) + column + 1


def array_to_array(board):
    me = 1 if board.sum() == 0 else -1
    return np.array(divmod(rule(board.ravel().tolist(), me, -me, 0), 3))


def as_a_network_sees_it(board):
    """The side to move is always 1."""
    return rule(list(board), 1, -1, 0)


class GymAgent:
    """One of a library for learning: the marks are 1 and 2."""

    def select_action(self, observation):
        cells = list(observation)
        return rule(cells, *turn(cells, 1, 2), 0)


class Tree:
    """An object that counts what it is asked, made with an argument of its own."""

    def __init__(self, name="tree"):
        self.name, self.n_asked = name, 0

    def best_move(self, board):
        self.n_asked += 1
        return rule(list(board), *turn(board, "x", "o"), "-")


def drawn(state, rules=ttt.TICTACTOE):
    return "".join(".XO"[digit] for digit in rules.cells[state].tolist())


TABLE = {drawn(state): by_state(state) for state in ttt.UNDECIDED}
FORMS = {
    "a function of the state": (by_state, {}),
    "a table": (TABLE, {}),
    "a table of digits": ({tuple(ttt.CELLS[s].tolist()): by_state(s) for s in ttt.UNDECIDED}, {}),
    "a board and a mark": (by_mark, {"board": LIST}),
    "a board of letters": (of_letters, {"board": LIST}),
    "an agent": (GymAgent, {"board": (1, 0, 2, *[0] * 6), "view": "X"}),
    "rows to a pair": (to_pair, {"board": ROWS, "cells": (0, 2)}),
    "rows to a pair from 1": (to_pair_from_one, {"board": ROWS, "cells": (1, 3)}),
    "an object": (Tree, {"board": "x-o------"}),
    "a text to a name": (to_name, {"board": "X.O......", "cells": "C1"}),
    "the keys of a number pad": (to_key_of_a_number_pad, {"board": LIST, "cells": 9}),
    "an array to an array": (array_to_array, {"board": np.array([[1, 0, -1], [0] * 3, [0] * 3]),
                                              "view": "X", "cells": (0, 2)}),
    "the side to move is 1": (as_a_network_sees_it, {"board": [1, 0, -1, *[0] * 6],
                                                     "view": "mover"}),
}  # fmt: skip


@pytest.fixture(scope="module")
def expected():
    policy = np.zeros((19683, 9))
    policy[ttt.UNDECIDED, [by_state(state) for state in ttt.UNDECIDED]] = 1
    return policy


# The others have all of their parts in tests/evaluation/test_any_player.py, on a small board.
QUICK = "a table of digits", "a board and a mark", "an array to an array"


@pytest.mark.parametrize("form", first_of(3, dict.fromkeys([*QUICK, *FORMS])))
def test_with_what_has_to_be_said_it_is_read_rightly(form, expected):
    player, told = FORMS[form]
    assert (ttt.policy_of(player, **told) == expected).all()


@pytest.mark.parametrize("form", [form for form, (_, told) in FORMS.items() if told])
def test_else_the_error_names_an_argument_that_decides(form):
    player, told = FORMS[form]
    with pytest.raises(ValueError, match=rf"say which is right, .*\b({'|'.join(told)})=") as error:
        ttt.policy_of(player)
    # Letters say whose they are, so that `view` is asked only where there are none.
    assert ("view=" in str(error.value)) == ("view" in told)


SMALL = ttt.boards(rows=2, columns=3, k=2)
VALUES = np.nan_to_num(ttt.action_values(ttt.state_values(rules=SMALL), SMALL), nan=99)
"""To X, of all actions in all states; what is not legal has the highest."""
SIGNED = VALUES * np.where(SMALL.turn, SMALL.turn, 1)[:, None]
BEST, WORST = (
    np.eye(6)[np.where(SMALL.legal, sign * SIGNED, -9).argmax(1)] * SMALL.legal for sign in (1, -1)
)
"""Who takes the best of them, and the worst, the first of several."""
UNDECIDED = SMALL.undecided.tolist()


@pytest.mark.parametrize(
    ("table", "to"),
    [
        ({drawn(s, SMALL): VALUES[s].tolist() for s in UNDECIDED}, "X"),
        ({drawn(s, SMALL): dict(enumerate(SIGNED[s])) for s in UNDECIDED}, "mover"),
        ({drawn(s, SMALL): {a: SIGNED[s, a] for a in np.flatnonzero(SMALL.legal[s])}
          for s in UNDECIDED}, "mover"),
        (VALUES, "X"),
        (lambda state: SIGNED[int(state)].reshape(2, 3), "mover"),
    ],
    ids=["rows", "moves", "legal moves", "array", "function"],
)  # fmt: skip
def test_of_values_the_best_legal_action_is_taken_once_it_is_said_to_whom_they_are(table, to):
    with pytest.raises(ValueError, match=r'values="mover"|a probability is negative'):
        ttt.policy_of(table, SMALL)
    cells = 2 if isinstance(table, dict) else None  # names of legal moves alone may be from 1
    assert (ttt.policy_of(table, SMALL, values=to, cells=cells) == BEST).all()


def test_values_where_a_move_or_chances_are_expected_are_told_what_to_say():
    with pytest.raises(ValueError, match=r"no cell but values; say whose, values="):
        ttt.policy_of(lambda board: [0.5] * 6, SMALL, board=[*"X O", *" " * 3], view="X", cells=2)
    with pytest.raises(ValueError, match=r"(?s)negative.*instead of chances, say whose, values="):
        ttt.policy_of(VALUES, SMALL)


def test_values_to_the_other_side_make_another_player():
    table = {drawn(state, SMALL): VALUES[state].tolist() for state in UNDECIDED}
    wrong = ttt.policy_of(table, SMALL, values="mover")
    assert (wrong == np.where(SMALL.turn[:, None] == 1, BEST, WORST)).all()
    assert not (wrong == BEST).all()
    with pytest.raises(ValueError, match='values is "X" or "mover", not'):
        ttt.policy_of(table, SMALL, values="O")


def test_a_table_in_a_file(tmp_path, expected):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(TABLE))
    assert (ttt.policy_of(str(path)) == expected).all()


def test_the_number_of_the_drawn_position_says_that_it_is_asked_about_numbers(expected):
    assert (ttt.policy_of(by_state, board=ttt.parse("X.O/.../...")) == expected).all()
