"""Programs that give values instead of moves: whose they are has to be said."""

import numpy as np
import pytest

import tttlearn as ttt


def drawn(state):
    return "".join(".XO"[digit] for digit in SMALL.cells[state].tolist())


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
        ({drawn(s): VALUES[s].tolist() for s in UNDECIDED}, "X"),
        ({drawn(s): dict(enumerate(SIGNED[s])) for s in UNDECIDED}, "mover"),
        ({drawn(s): {a: SIGNED[s, a] for a in np.flatnonzero(SMALL.legal[s])}
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
    table = {drawn(state): VALUES[state].tolist() for state in UNDECIDED}
    wrong = ttt.policy_of(table, SMALL, values="mover")
    assert (wrong == np.where(SMALL.turn[:, None] == 1, BEST, WORST)).all()
    assert not (wrong == BEST).all()
    with pytest.raises(ValueError, match='values is "X" or "mover", not'):
        ttt.policy_of(table, SMALL, values="O")
