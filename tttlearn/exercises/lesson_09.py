"""The checks of lesson 09, tree search."""

from functools import cache, partial
from itertools import product
from math import isnan, log, log10, sqrt

import numpy as np

from tttlearn.evaluation.exact import optimal_cells, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.exercises import built
from tttlearn.exercises.answers import Wrong, exercise
from tttlearn.exercises.cases import Cases
from tttlearn.exercises.kinds import cells, function
from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, TURN, UNDECIDED
from tttlearn.game.tables import side_name
from tttlearn.support.text import signed


def _root(N, n):
    return sqrt(log(N) / n)


BOUND = Cases(
    right=built.bound,
    given=[
        (points, n, N, c)
        for n, N, c in product((3, 7, 40, 1), (40, 1000), (0.7, 0, sqrt(2)))
        for points in (n / 3, 0, n)
    ],
    seen=lambda found, right, p, n, N, c: (
        f"for {p:g} points in {n} of {N} pulls and c = {c:.3g} it returns {found:.4f}, and the "
        f"bound is {right:.4f}"
    ),
    faults={
        "points is their sum; Q is the share, points / n": lambda p, n, N, c: p + c * _root(N, n),
        "n and N are exchanged under the root": lambda p, n, N, c: p / n + c * _root(n, N),
        "the logarithm is that of all pulls, N": lambda p, n, N, c: p / n + c * _root(n, n),
        "the square root is missing": lambda p, n, N, c: p / n + c * log(N) / n,
        "c stands before the root, not under it": lambda p, n, N, c: p / n + sqrt(c * log(N) / n),
        "ln is the natural logarithm, `log`": lambda p, n, N, c: p / n + c * sqrt(log10(N) / n),
        "that is the lower bound": lambda p, n, N, c: p / n - c * _root(N, n),
        "that is Q alone; add c times the root": lambda p, n, N, c: p / n,
        "the root is not multiplied by c": lambda p, n, N, c: p / n + _root(N, n),
        "Q is the share of the machine's own pulls, points / n": lambda p, n, N, c: (
            p / N + c * _root(N, n)
        ),
        "that is the second term alone; add the share, points / n": lambda p, n, N, c: (
            c * _root(N, n)
        ),
        "the logarithm is that of N alone, and n divides it": lambda p, n, N, c: (
            p / n + c * sqrt(log(N / n))
        ),
    },
)
NEVER_PULLED = Cases(
    right=built.bound,
    given=[(0, 0, N, 1.0) for N in (0, 1, 300)],
    seen=lambda found, *_: f"for n = 0 it returns {found:g}, and a machine never pulled has inf",
    errors=dict.fromkeys(
        ("ZeroDivisionError", "ValueError"),
        "a machine never pulled, n = 0, has the bound inf: ask for it first",
    ),
)


@exercise("09.1")
def bound(answer):
    """A function bound(points, n, N, c): the upper bound of UCB1, inf for n = 0."""
    BOUND.check(answer)
    NEVER_PULLED.check(answer)
    return "Also for a machine never pulled, which therefore comes first."


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


@cache
def _backups():
    """(depth, winner, cells, counts): a node in a random game, and what the nodes have counted."""
    rng, found = np.random.default_rng(9), []
    for at in range(200):
        state, taken = START, []
        while not TERMINAL[state]:
            taken.append(int(rng.choice(np.flatnonzero(LEGAL[state]))))
            state = NEXT[state, taken[-1]]
        counts = rng.integers((1, -9), (50, 10), (len(taken) + 1, 2)).tolist()
        depth = int(rng.integers(len(counts))) if at else len(taken)
        found.append((depth, int(rng.choice([1, -1, 0])) if at else 1, taken, counts))
    return found


def _gains(back_up, depth, winner, taken, counts):
    """By how much the visits, and the totals, of the nodes of a game grow, root first, (2, n)."""
    path = [Node(START)]
    for cell in taken:
        path.append(Node(int(NEXT[path[-1].state, cell]), path[-1], cell))
        path[-2].children.append(path[-1])
    for node, (visits, total) in zip(path, counts, strict=True):
        node.visits, node.total = visits, total
    back_up(path[depth], winner)
    return np.array([(node.visits, node.total) for node in path]).T - np.array(counts).T


def _backup_seen(found, right, depth, winner, *_):
    row = 0 if (found[0] != right[0]).any() else 1
    gains, wanted = (
        ", ".join(f"{gain:+g}" if gain else "0" for gain in rows[row]) for rows in (found, right)
    )
    return (
        f"for a node {depth} moves below the root and the winner {signed(winner, 0)} the "
        f"{('visits', 'totals')[row]}, root first, grow by {gains}, and should grow by {wanted}"
    )


def _backup_board(found, right, depth, winner, taken, counts):
    """The state of the first node that is off."""
    state = START
    for cell in taken[: (found != right).any(0).argmax()]:
        state = int(NEXT[state, cell])
    return state


BACK_UP = Cases(  # g, d: the gains (2, n), and how deep the node lies
    right=partial(_gains, built.back_up),
    given=_backups,
    seen=_backup_seen,
    kind=lambda found: found,
    signs={
        "it also changes nodes below; go up only": lambda g, d, *_: g[:, d + 1 :].any(),
        "no visit is counted": lambda g, *_: not g[0].any(),
        "the root counts no visit": lambda g, *_: not g[0, 0],
        "a node below the root counts no visit": lambda g, d, *_: not g[0, : d + 1].all(),
        "a game is one visit, so each should grow by one": lambda g, d, *_: any(g[0, : d + 1] != 1),
        "the sign changes from level to level. Totals are values to X in every node, whoever is "
        "to move; leave the sign to `select`": lambda g, d, *_: (
            abs(g[1, : d + 1] @ (-1) ** np.arange(d + 1)) == d + 1 > 1
        ),
        "the winner is not added": lambda g, *_: not g[1].any(),
        "that is X's points; the total is the sum of winners": lambda g, d, winner, *_: all(
            g[1, : d + 1] == (1 + winner) / 2
        ),
    },
    board=_backup_board,
)


@exercise("09.2")
def back_up(answer):
    """A function back_up(node, winner) that counts in the node and all above it."""
    function(answer)
    paths = BACK_UP.check(partial(_gains, answer))
    return (
        f"On {len(paths)} paths: each node from there to the root counts one visit and the same "
        "winner."
    )


@cache
def _values(best=False):
    """The values of all states when both sides play at random, or as well as can be."""
    return state_values() if best else state_values(random_policy(), random_policy())


def _lure(state, values=None, best=np.max):
    return built.lure(_values() if values is None else values, state, optimal_cells(), best)


LURE = Cases(
    right=_lure,
    given=lambda: [(s,) for s in UNDECIDED.tolist() if (LEGAL[s] & ~optimal_cells()[s]).any()],
    seen=lambda found, right, state: (
        f"{side_name(TURN[state])} is to move, the lure is {signed(right, 3)}, and the answer "
        f"{signed(found, 3)}"
    ),
    faults={
        "the wrong way round; above 0 the wrong move must look better": lambda s: -_lure(s),
        "O wants low values, so turn them into its own with TURN": lambda s: _lure(
            s, TURN[s] * _values()
        ),
        "the lowest values; what X wants is high, so multiply by TURN and take the highest": (
            lambda s: -_lure(s, -TURN[s] * _values())
        ),
        "the mean of the moves; the best looking ones are asked for": lambda s: _lure(
            s, best=np.mean
        ),
        "the best of all moves; the best of the wrong ones is asked for": lambda s: max(
            0, _lure(s)
        ),
        "that is how the wrong move looks; take off how the best right one looks": lambda s: (
            TURN[s] * _values()[NEXT[s]]
        )[LEGAL[s] & ~optimal_cells()[s]].max(),
        "the values of best play, V; how the moves look to random play is in R": lambda s: _lure(
            s, _values(best=True)
        ),
    },
    signs={
        "cells that are taken lead nowhere; leave them out with LEGAL": lambda found, s: isnan(
            found
        )
    },
    board=lambda found, right, state: state,
    tolerance=1e-8,
)


@exercise("09.3")
def lure(answer):
    """A function lure(state) for all positions with right and wrong moves."""
    LURE.check(answer)
    return "In every position that has right and wrong moves. Above 0 the playouts mislead."


def _wins(state):
    return built.completing(state, TURN[state])


def _blocks(state):
    return built.completing(state, -TURN[state])


CAREFUL = Cases(
    right=built.careful,
    given=[(state,) for state in UNDECIDED.tolist()],
    seen=lambda found, right, state: (
        f"{side_name(TURN[state])} is to move, the answer is {found}, and the cells are {right}"
    ),
    kind=lambda found: sorted(cells(found)),
    signs={
        "not all of these cells are free": lambda found, s: not LEGAL[s, found].all(),
        "a cell stands there twice, and would be drawn twice as often": lambda found, s: (
            len(found) > len(set(found))
        ),
        "it blocks, though it can win at once": lambda found, s: _wins(s) and found == _blocks(s),
        "wins and blocks together, though a win ends the game": lambda found, s: (
            _wins(s) and _blocks(s) and set(found) == {*_wins(s), *_blocks(s)}
        ),
        "only some of the cells, and the others are as good": lambda found, s: (
            (_wins(s) or _blocks(s)) and set(found) < set(built.careful(s))
        ),
        "it can win at once": lambda found, s: _wins(s),
        "the other side threatens to win": lambda found, s: _blocks(s),
        "nobody can complete a line, so all free cells are asked for": lambda *_: True,
    },
    board=lambda found, right, state: state,
)


@exercise("09.4")
def careful(answer):
    """A function careful(state) for all positions: wins, else blocks, else all free cells."""
    positions = CAREFUL.check(answer)
    return f"In all {len(positions):,} positions: a win first, then a block, then anything."
