"""Provide what the exercises of lesson 09 build and its later cells use."""

from math import inf, log, sqrt

import numpy as np

from tttlearn.course.exercises.built_01 import completing, legal_moves
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import CELLS, LEGAL, NEXT, START, TERMINAL, TURN, UNDECIDED, WINNER
from tttlearn.game.tables import O

CURIOUS = sqrt(2)
"""Exploration constant c of UCB1 that theory recommends (lesson 09)."""


class Node:
    """A position in the tree of a search, as lesson 09 grows it.

    `state`: the board
    `parent`: the node above, None at the root
    `action`: the move that led here
    `untried`: the cells that no playout has tried yet, a list
    `children`: the nodes below, a list
    `visits`: the number of its playouts
    `total`: the sum of their winners, a value to X
    """

    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = int(state), parent, action
        self.untried = np.flatnonzero(LEGAL[state]).tolist()
        self.children, self.visits, self.total = [], 0, 0

    def __repr__(self):
        board = " / ".join("".join(".XO"[digit] for digit in row) for row in self._rows())
        known = f"visits {self.visits}, total {self.total}, {len(self.children)} children"
        return f"{board}: {known}, untried {self.untried}"

    def _rows(self):
        return CELLS[self.state].reshape(3, 3)


def draw(moves, rng):
    """Return one of the moves, each with the same probability."""
    return moves[int(rng.random() * len(moves))]


def play_out(state, rng, cells_of=legal_moves):
    """Return the winner of a game that goes on with moves drawn from `cells_of(state)` (09.1)."""
    while not TERMINAL[state]:
        state = int(NEXT[state, draw(cells_of(state), rng)])
    return int(WINNER[state])


def bound(points, n, N, c):
    """Return the upper bound of UCB1 for a machine with these points in n of all N pulls (09.2)."""
    return points / n + c * sqrt(log(N) / n) if n else inf


def select(node, c):
    """Return the first node on the way down with an untried move, or at a game's end (09.3)."""
    side = TURN[node.state]

    def own_bound(child):
        return bound((child.visits + side * child.total) / 2, child.visits, node.visits, c)

    if node.untried or not node.children:
        return node
    return select(max(node.children, key=own_bound), c)


def expand(node, rng):
    """Return a new child of the node, of its class, or the node itself at a game's end (09.4)."""
    if not node.untried:
        return node
    action = draw(node.untried, rng)
    node.untried.remove(action)
    node.children.append(type(node)(NEXT[node.state, action], node, action))
    return node.children[-1]


def back_up(node, winner):
    """Count the visit, and the winner, in the node and all above it (09.5)."""
    if node is not None:
        node.visits, node.total = node.visits + 1, node.total + winner
        back_up(node.parent, winner)


def search(state, playouts, rng, c=CURIOUS, play_out=play_out, new=Node):
    """Return the root of the tree after the playouts; `new` makes its nodes (09.6)."""
    root = new(state)
    for _ in range(playouts):
        leaf = expand(select(root, c), rng)
        back_up(leaf, play_out(leaf.state, rng))
    return root


def choice(root):
    """Return the cell of the most visited child; among equals, the best for the mover (09.7)."""
    return max(
        root.children, key=lambda child: (child.visits, TURN[root.state] * child.total)
    ).action


def frozen(take, rng):
    """Return a random player as O whose draws are fixed: a policy, random for X (lesson 09).

    For each board that its games reach with O to move, it always takes the cell that `take(state,
    rng)` gave once.
    """
    policy, met = random_policy().copy(), {START}
    for state in UNDECIDED.tolist():  # in order: a move makes the code larger
        if state in met:
            if TURN[state] == O:
                policy[state] = np.eye(9)[take(state, rng)]
            met.update(NEXT[state, policy[state] > 0].tolist())
    return policy


def lure(values, state, right, best=np.max):
    """Return the lead of the best wrong move over the best right one, to the mover (09.8)."""
    looks = TURN[state] * values[NEXT[state]]
    return best(looks[LEGAL[state] & ~right[state]]) - best(looks[right[state]])


def careful(state):
    """Return the cells among which a careful player draws: wins, else blocks, else all (09.9)."""
    side, free = TURN[state], np.flatnonzero(LEGAL[state]).tolist()
    return completing(state, side) or completing(state, -side) or free
