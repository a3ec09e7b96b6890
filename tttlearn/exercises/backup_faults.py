"""What is wrong with a reader's backup in a search tree: nodes to hand to it, and their gains."""

import numpy as np

from tttlearn.exercises.answers import Wrong
from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL
from tttlearn.support.text import signed


class Node:
    """A node as in the lesson, which ends a loop that never goes up."""

    changes = 0

    def __setattr__(self, name, value):
        object.__setattr__(self, "changes", self.changes + 1)
        if self.changes > 100:
            raise Wrong(
                "the loop never ends: at its end go up, `node = node.parent`, until that is None"
            )
        object.__setattr__(self, name, value)

    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.untried = np.flatnonzero(LEGAL[state]).tolist()
        self.children, self.visits, self.total = [], 0, 0


def random_path(rng):
    """The nodes of a random game, from the root to the end."""
    path = [Node(START)]
    while not TERMINAL[path[-1].state]:
        free = np.flatnonzero(LEGAL[path[-1].state])
        cell = int(rng.choice(free))
        path.append(Node(int(NEXT[path[-1].state, cell]), path[-1], cell))
        path[-2].children.append(path[-1])
    return path


def check_gains(path, gains, depth, winner):
    """Raise Wrong unless these gains in visits and totals are those of a backup."""
    case = f"for a node {depth} moves below the root and the winner {signed(winner, 0)}"
    visits, totals = (list(part) for part in zip(*gains, strict=True))
    on = slice(depth + 1)
    if any(visits[depth + 1 :]) or any(totals[depth + 1 :]):
        raise Wrong(f"{case} it also changes nodes below: go up only")
    if not any(visits):
        raise Wrong(f"{case} no visit is counted")
    if any(v == 0 for v in visits[on]):
        missing = visits[on].index(0)
        what = "the root" if missing == 0 else f"the node {missing} moves below the root"
        raise Wrong(f"{case} {what} counts no visit", path[missing].state)
    if visits[on] != [1] * (depth + 1):
        raise Wrong(f"{case} the visits grow by {visits[on]}, and each should grow by one")
    if totals[on] != [winner] * (depth + 1):
        raise Wrong(_total_reason(totals[on], depth, winner, case))


def _total_reason(totals, depth, winner, case):
    gains = ", ".join(f"{gain:+g}" if gain else "0" for gain in totals)
    grow = f"{case} the totals, root first, grow by {gains}"
    signs = [(-1) ** i * winner for i in range(depth + 1)]
    if totals in (signs, [-x for x in signs]):
        return (
            f"{grow}: the sign changes from level to level. Totals are values to X in every node, "
            "whoever is to move; leave the sign to `select`"
        )
    if not any(totals):
        return f"{grow}: the winner is not added"
    if totals == [(1 + winner) / 2] * (depth + 1):
        return f"{grow}: that is X's points; the total is the sum of winners"
    return f"{grow}, and each should grow by {signed(winner, 0)}"
