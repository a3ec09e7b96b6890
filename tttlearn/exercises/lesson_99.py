"""The checks of the lesson template."""

from tttlearn.exercises.answers import Wrong, ask, exercise
from tttlearn.game.rules import CANONICAL, NEXT, START


@exercise("99.1")
def openings(answer):
    """The number of first moves that differ after turning and mirroring the board."""
    right = len({int(CANONICAL[state]) for state in NEXT[START]})
    if answer == 9:
        raise Wrong("9 counts every cell; turn the board and some of the first moves look alike")
    if answer != right:
        raise Wrong(f"{answer} is not the number of groups of cells that look alike")
    return "Turns and mirror images make one move of the others."


@exercise("99.2")
def kind(answer):
    """A function from a cell to "corner", "edge" or "centre"."""
    for cell in range(9):
        right = "centre" if cell == 4 else "edge" if cell % 2 else "corner"
        found = ask(answer, cell)
        if found != right:
            raise Wrong(
                f"kind({cell}) is {found!r}, and this cell is {right!r}", int(NEXT[START, cell])
            )
    return "All nine cells are in the right group."
