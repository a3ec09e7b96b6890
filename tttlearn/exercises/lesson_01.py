"""The checks of lesson 01: codes, rules, impossible boards, symmetries and histories.

Each asks about every board there is, the plainest first, so that the board it shows is simple.
"""

from math import factorial
from numbers import Integral

import numpy as np

from tttlearn.exercises import kinds
from tttlearn.exercises.answers import Wrong, ask, exercise
from tttlearn.exercises.built import all_histories
from tttlearn.game.rules import (
    CANONICAL,
    CELLS,
    IMAGES,
    LEGAL,
    N_STATES,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    winning_lines,
)
from tttlearn.game.tables import O, X

BY_MARKS = np.lexsort((PLY, ~REACHABLE)).tolist()
"""All codes, the reachable positions first, and fewer marks before more."""
NAMES = {X: "X", O: "O"}


def _list(found, call):
    """What the reader's function returned, as a list; Wrong when it is none."""
    if not isinstance(kinds.given(found, f"{call} is"), (list, tuple, np.ndarray)):
        kind = type(found).__name__
        raise Wrong(f"{call} gives an answer of type {kind}, and a list is asked for")
    return [x.item() if isinstance(x, np.generic) else x for x in found]


@exercise("01.1")
def decode(answer):
    """A function from a state code to its nine digits."""
    for state in (163, *range(N_STATES)):
        call = f"decode({state})"
        found, right = _list(ask(answer, state), call), CELLS[state].tolist()
        if len(found) > 9 or any(np.ndim(x) for x in found):
            raise Wrong(f"{call} is {found}; nine digits are asked for, in one flat list", state)
        if len(found) < 9:
            raise Wrong(f"{call} has {len(found)} digits; an empty cell is a digit too", state)
        if found == right[::-1] != right:
            raise Wrong(f"{call} is back to front: cell 0, with the weight 1, comes first", state)
        if found == [state // 10**cell % 10 for cell in range(9)] != right:
            raise Wrong(f"{call} is {found}: these are the digits in base ten, not three", state)
        if any(isinstance(x, float) and not x.is_integer() for x in found):
            raise Wrong(f"{call} is {found}; these are not whole numbers: divide with //", state)
        if found != right:
            raise Wrong(f"{call} is {found}, and the digits are {right}", state)
    return f"It undoes encode on all {N_STATES:,} codes."


@exercise("01.2")
def legal_moves(answer):
    """A function from a state code to the cells that may be taken."""
    for state in BY_MARKS:
        call = f"legal_moves({state})"
        found, right = _list(ask(answer, state), call), np.flatnonzero(LEGAL[state]).tolist()
        if any(isinstance(x, bool) for x in found):
            raise Wrong(f"{call} is {found}; these are True and False, not cell numbers", state)
        if not all(isinstance(x, Integral) and 0 <= x <= 8 for x in found):
            raise Wrong(f"{call} is {found}; give cell numbers 0 to 8", state)
        if sorted(found) != right:
            raise Wrong(f"{call} is {found}: {_why_not_legal(state, found, right)}", state)
    return f"It agrees with the package's table LEGAL on all {N_STATES:,} codes."


def _why_not_legal(state, found, right):
    if TERMINAL[state]:
        return "the game is over here, so no cell may be taken"
    if not TURN[state]:
        return "nobody is to move here, as TURN says"
    missing = [cell for cell in right if cell not in found]
    if missing:
        return f"cell {missing[0]} is empty and may be taken"
    if len(set(found)) < len(found):
        return "a cell stands in it twice"
    return f"{next(cell for cell in found if cell not in right)} is no empty cell of this board"


@exercise("01.3")
def possible(answer):
    """A function from a state code to whether a game reaches it."""
    for state in BY_MARKS:
        found = kinds.given(ask(answer, state), f"possible({state}) is")
        if not isinstance(found, Integral) or found not in (0, 1):
            raise Wrong(f"possible({state}) is {found!r}; return True or False", state)
        if bool(found) != REACHABLE[state]:
            raise Wrong(f"possible({state}) is {bool(found)}, but {_why_possible(state)}", state)
    return (
        f"Counts and lines are enough: exactly {REACHABLE.sum():,} of {N_STATES:,} boards, "
        "and no game was played."
    )


def _why_possible(state):
    winners = {int(CELLS[state, line[0]]) for line in winning_lines(state)}
    if REACHABLE[state] and len(winning_lines(state)) == 2:
        return "one last move can complete two lines"
    if REACHABLE[state]:
        return "a game does get there"
    if not TURN[state]:
        n_x, n_o = (CELLS[state] == 1).sum(), (CELLS[state] == 2).sum()
        return f"taking turns never gives {n_x} X and {n_o} O"
    if len(winners) == 2:
        return "both sides have a line, and the first one ended the game"
    return f"{NAMES[-TURN[state]]} moved last, after the other side had won"


@exercise("01.4")
def canonical(answer):
    """A function from a state code to the smallest code of its images."""
    for state in BY_MARKS:
        call = f"canonical({state})"
        found, right = kinds.number(ask(answer, state), f"{call} is"), int(CANONICAL[state])
        if found != right:
            why = _why_not_canonical(state, found)
            raise Wrong(f"{call} is {found}, not {right}: {why}", state)
    n_names = len(np.unique(CANONICAL[REACHABLE]))
    return f"It agrees with CANONICAL on all {N_STATES:,} codes; {n_names} names for the positions."


def _why_not_canonical(state, found):
    if found not in IMAGES[state]:
        return "that is not the code of one of its eight images"
    if found == IMAGES[state, :4].min():
        return "that is the smallest of the four turns; turn the mirror image too"
    if found == IMAGES[state].max():
        return "that is the largest of the codes"
    return "another image has a smaller code; take all four turns, and turn the mirror image too"


@exercise("01.5")
def histories(answer):
    """A function from a position to the number of orders of moves that lead there."""
    right = all_histories()
    for state in [state for state in BY_MARKS if REACHABLE[state]]:
        call = f"histories({state})"
        found = kinds.number(ask(answer, state), f"{call} is")
        if found != right[state]:
            why = _why_not_histories(state, found)
            raise Wrong(f"{call} is {found}, not {right[state]}: {why}", state)
    total, n = right[REACHABLE].sum(), REACHABLE.sum()
    return f"{total:,} histories lead to {n:,} positions, {total / n:.0f} to each on average."


def _why_not_histories(state, found):
    n_x, n_o = int((CELLS[state] == 1).sum()), int((CELLS[state] == 2).sum())
    if state == START:
        return "there is one way to have no marks, to begin"
    if found == factorial(n_x) * factorial(n_o):
        return "that also counts orders in which the game was over before all marks were there"
    if found == factorial(n_x + n_o):
        return "X and O take turns, so not every order of the marks is a game"
    last, other = ("O", "X") if TURN[state] == X else ("X", "O")
    return (
        f"{other} is to move here, so the last mark was one of {last}: take each {last} away in "
        "turn, and no other mark, and add up the histories of the boards before"
    )
