"""The checks of lesson 00: the reader learns how checks talk, on very small questions."""

import numpy as np

from tttlearn.check import Wrong, exercise
from tttlearn.game import to_cell
from tttlearn.rules import LEGAL, NEXT, WINNER, X, parse

WIN_IN_ONE = parse("XO./.X./O..")
WORDS = {
    "a board, written as one number": "state",
    "a cell that a player takes": "action",
    "what a position is worth to X": "value",
    "how likely a player is to take each cell": "policy",
    "somebody or something that answers a state with an action": "player",
}


@exercise("00.1")
def winning_cell(answer):
    """The cell, 0 to 8 or A1 to C3, that wins at once for X on the board of the exercise."""
    cell = to_cell(answer)
    if not LEGAL[WIN_IN_ONE, cell]:
        raise Wrong(f"cell {cell} is taken already", WIN_IN_ONE)
    if WINNER[NEXT[WIN_IN_ONE, cell]] != X:
        raise Wrong(f"X in cell {cell} completes no line", int(NEXT[WIN_IN_ONE, cell]))
    return "X has three in a row."


@exercise("00.2")
def counter(answer):
    """The value of the counter after the cells A, B, B, A, B were run in that order."""
    if answer == 3:
        raise Wrong("3 counts all runs of cell B, but the second run of cell A set it back to 0")
    if answer == 2:
        raise Wrong("2 is its value after the first three runs; two more follow")
    if not (isinstance(answer, (int, np.integer)) and answer == 1):
        raise Wrong(f"it is not {answer!r}; follow the five runs one after the other")
    return "Order of running counts, not order on the page."


@exercise("00.3")
def words(answer):
    """A dict from each description to the word for it."""
    if not isinstance(answer, dict):
        raise Wrong(f"this is a table from descriptions to words, not {answer!r}")
    if any(word is ... for word in answer.values()):
        missing = sum(word is ... for word in answer.values())
        raise Wrong(f"{missing} of the {len(WORDS)} words are still missing")
    for description, word in WORDS.items():
        if answer.get(description) != word:
            raise Wrong(f"{description!r} is not called {answer.get(description)!r}")
    return "These five words are all you need to read the next lesson."
