"""Find the most instructive mistake of a player: the one that costs most in this tournament.

The cost of a position, in points a game, is the product of three numbers: how often the player's
games against the others get there, in the seat that is to move there; the value that it gives away
there on average; and one half, since a value from -1 to +1 is worth a point from 0 to 1. If
positions cost the same, the one with fewer marks counts, then the one with the smaller number.
"""

from typing import NamedTuple

import numpy as np

from tttlearn.course.classroom.forfeits import lack, losses
from tttlearn.evaluation.exact import optimal_cells, state_values
from tttlearn.evaluation.policy import action_values
from tttlearn.game.played import cell_name
from tttlearn.game.rules import LEGAL, PLY, TURN, UNDECIDED
from tttlearn.game.tables import side_name

ENDS = {1: "a sure win", 0: "a draw", -1: "a sure loss"}
KEPT = {1: "the win", 0: "the draw"}
"""Names of values to the player with perfect play (ENDS), and of a value that can be kept."""


class Mistake(NamedTuple):
    """Position, the cell taken there (None: the player forfeits), the right cells, and the cost.

    `costs` is in points a game in the seat of the side to move. `reached` is the share of these
    games that reach the position, `share` how often the player takes the cell there.
    """

    state: int
    cell: int | None
    right: tuple
    costs: float
    reached: float
    share: float


def worst_mistake(policy, reached):
    """Return the Mistake that costs most, or None if the player gives nothing away in its games."""
    costs = (np.asarray(reached) * losses(policy) / 2)[UNDECIDED]
    if costs.max() < 1e-12:
        return None
    close = UNDECIDED[np.isclose(costs, costs.max(), rtol=1e-9, atol=0)]
    state = int(min(close, key=lambda s: (PLY[s], s)))
    right = optimal_cells()[state]
    wrong = np.where(right, 0, policy[state])
    forfeit = float(lack(policy)[state])
    cell = None if forfeit > wrong.max() else int(wrong.argmax())
    share = forfeit if cell is None else float(wrong[cell])
    right = tuple(int(a) for a in np.flatnonzero(right))
    cost = float(reached[state] * losses(policy)[state] / 2)
    return Mistake(state, cell, right, cost, float(reached[state]), share)


def in_words(mistake):
    """Describe a Mistake: the move, what it leads to, what would have been right, and the cost."""
    side = int(TURN[mistake.state])
    mark, V = side_name(side), state_values()
    had = int(side * V[mistake.state])
    costs = f"{100 * mistake.costs:.2g}"
    often = "" if mistake.share > 0.995 else f", {mistake.share:.0%} of the time"
    did = f"has no legal answer{often}, and loses"
    if mistake.cell is not None:
        has = int(side * action_values(V)[mistake.state, mistake.cell])
        did = f"takes {cell_name(mistake.cell)}{often}, which leads to {ENDS[has]}"
    return (
        f"{mark} is to move, and could have {ENDS[had]}, but {did}. "
        f"{_right(mistake)} {KEPT[had]}. {_percent(mistake.reached)} of its games as {mark} come "
        f"here, and that costs {costs} point{'s' * (costs != '1')} in 100 games as {mark}."
    )


def _right(mistake):
    names = [cell_name(cell) for cell in mistake.right]
    if len(names) == LEGAL[mistake.state].sum() > 1:
        return "Any cell keeps"
    return (
        f"{names[0]} keeps" if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]} keeps"
    )


def _percent(share):
    return f"{share:.0%}" if share >= 0.1 else f"{100 * share:.2g}%"


def positions(number):
    """Return this number of positions in words: "1 position", "4,520 positions"."""
    return "1 position" if number == 1 else f"{number:,} positions"
