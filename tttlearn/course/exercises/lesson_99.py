"""Check the exercises of the lesson template."""

from tttlearn.course.exercises.answers import Wrong, exercise
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.kinds import given, whole_number
from tttlearn.game.rules import CANONICAL, NEXT, START

KIND = Cases(
    task='A function from a cell to "corner", "edge" or "centre".',
    solution=lambda cell: "centre" if cell == 4 else "edge" if cell % 2 else "corner",
    inputs=[(cell,) for cell in range(9)],
    describe=lambda result, right, cell: f"kind({cell}) is {result!r}, and this cell is {right!r}",
    faults={
        "the centre has an even number, too": lambda cell: "edge" if cell % 2 else "corner",
        "the odd cells are the edges": lambda cell: (
            "centre" if cell == 4 else "corner" if cell % 2 else "edge"
        ),
    },
    kind=given,
    board=lambda result, right, cell: int(NEXT[START, cell]),
    remark="All nine cells are in the right group.",
)
"""Exercise 99.2 as data: the right answer, the cases, and the known faults in words."""


@exercise("99.openings", minutes=5)
def openings(answer):
    """Check the number of first moves that differ after turning and mirroring the board."""
    right = len({int(CANONICAL[state]) for state in NEXT[START]})
    if answer == 9:
        raise Wrong("9 counts every cell; turn the board and some of the first moves look alike")
    if answer != right:
        raise Wrong(f"{answer} is not the number of groups of cells that look alike")
    whole_number(answer, "it is")
    return "Turns and mirror images make one move of the others."


kind = exercise("99.kind", minutes=12)(KIND)
