"""Check lesson 00: the reader learns how checks respond, on very small questions."""

from dataclasses import replace

import numpy as np

from tttlearn.course.exercises import kinds
from tttlearn.course.exercises.answers import Wrong, exercise
from tttlearn.game.rules import LEGAL, NEXT, WINNER, parse
from tttlearn.game.tables import X
from tttlearn.search.game_tree import fast_score, minimax_player

MINIMAX = replace(minimax_player(), policy=minimax_player(score=fast_score).policy)
"""The first opponent: it plays perfectly, and wins at once when it can, as a reader expects."""
WIN_IN_ONE = parse("XO./.X./O..")
MOVE, LAST = parse("X.O/.X./..."), 8
WORDS = {
    "a board, written as one number": "state",
    "a cell that a player takes": "action",
    "what a state is worth to X": "value",
    "how likely a player is to take each cell": "policy",
    "anything that answers a state with an action": "player",
}


@exercise("00.winning_cell", minutes=5)
def winning_cell(answer):
    """Check the cell, 0 to 8 or A1 to C3, that wins at once for X on the exercise's board."""
    if answer is None:
        raise Wrong("None is not a cell: give its number or, in quotes, its name")
    cell = kinds.cell(answer)
    if not LEGAL[WIN_IN_ONE, cell]:
        raise Wrong(f"cell {cell} is taken already", WIN_IN_ONE)
    if WINNER[NEXT[WIN_IN_ONE, cell]] != X:
        raise Wrong(f"X in cell {cell} completes no line", int(NEXT[WIN_IN_ONE, cell]))
    return "X has three in a row."


@exercise("00.counter", minutes=5)
def counter(answer):
    """Check the value of the counter after the cells A, B, B, A, B, B, B were run in that order."""
    if isinstance(answer, bool) or not isinstance(answer, (int, np.integer)):
        raise Wrong(f"a whole number is asked for, without quotes, not {answer!r}")
    slips = {
        5: "5 counts all runs of cell B, but the second run of cell A set the counter back to 0",
        2: "2 is the value before cell A was run again, but more runs follow",
        1: "1 is the value if each cell runs once, in the order on the page",
    }
    if answer != 3:
        other = f"the counter does not end at {answer}; follow the runs one after the other"
        raise Wrong(slips.get(answer, other))
    return "What counts is the order of running, not the order on the page."


@exercise("00.move", minutes=5)
def move(action, after):
    """Check O's cell on the board MOVE, the bottom right corner, and the state after it."""
    if kinds.cell(action) != LAST:
        raise Wrong(f"cell {kinds.cell(action)} is not the bottom right corner", MOVE)
    right, state = int(NEXT[MOVE, LAST]), kinds.given(after, "`after` is")
    if state == MOVE:
        raise Wrong("`after` is the state before the move, in which nothing has changed", MOVE)
    if isinstance(state, str):
        raise Wrong("`after` is a text, but a state is a number: what `ttt.next_state` returns")
    if kinds.whole_number(state, "`after` is") == LAST:
        raise Wrong("`after` is the cell; which state does the action lead to?")
    if state != right:
        raise Wrong(f"`after` is {state}, and that is not the board after O takes cell {LAST}")
    return "One action leads from one state to the next: that is all that a game is made of."


@exercise("00.words", minutes=5)
def words(answer):
    """Check a dict from each description to the word for it."""
    if not isinstance(answer, dict):
        raise Wrong(f"`words` is a table from descriptions to words, not {answer!r}")
    if any(word is ... for word in answer.values()):
        missing = sum(word is ... for word in answer.values())
        are = "is" if missing == 1 else "are"
        raise Wrong(f"{missing} of the {len(WORDS)} words {are} still missing")
    for description, word in WORDS.items():
        given_word = str(answer.get(description)).strip().lower()
        if given_word not in WORDS.values():
            raise Wrong(f"{given_word!r} is not one of the five words {', '.join(WORDS.values())}")
        if given_word != word:
            raise Wrong(f"{description!r} is not called {given_word!r}")
    return "These five words return in every lesson."
