"""Monte-Carlo tree search: a player that looks at the game tree where it looks promising.

    player = ttt.MCTS(playouts=1000)
    tree = player.search(ttt.parse("X.. .O. ..X"), rng)
    print(tree)                                       # visits, value and line of every move
    player.act(state, rng)                            # the most visited move

It knows the rules and nothing else, and thinks anew for every move; how, is in `playouts`. The
player is random, so that it has a policy that can only be estimated: `estimate_policy` searches
every position many times and counts.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import (
    ACTION_MAPS,
    CANONICAL,
    IMAGES,
    LEGAL,
    N_STATES,
    PLY,
    TICTACTOE,
    TURN,
    UNDECIDED,
    show,
)
from tttlearn.game.tables import IllegalMoveError, side_name
from tttlearn.search.playouts import RULES, choice, count_choices, grow, logarithms, room_for
from tttlearn.support.arguments import generator, number, whole
from tttlearn.support.compiled import HAS_NUMBA, signals_held
from tttlearn.support.progress import Stoppable, in_pieces, on_all_cores

AT_ONCE = 100_000 if HAS_NUMBA else 1_000
"""Playouts between two looks at whether somebody wants to stop it: a tenth of a second."""
MOST_PLAYOUTS = 10**8
"""More before a move would fill the memory, with their logarithms alone."""
EARLY = 3
"""Up to so many marks a position is searched more often when a policy is estimated."""


class Node(NamedTuple):
    """A node of the tree: its number, that of its parent (-1 above the root), the action between
    them (-1 at the root), its depth, state, visits, and value to X, the mean winner."""

    number: int
    parent: int
    action: int
    depth: int
    state: int
    visits: int
    value: float


class Line(NamedTuple):
    """A line of play from the root: its cells, and the visits and value to X of its first move."""

    cells: tuple
    visits: int
    value: float


class SearchTree:
    """What a search found: its statistics, and the tree itself.

    `state`: the root; `playouts`: how many there were; `visits` (9,) int: how many of them began
    with each cell; `values` (9,): the value to X of each cell, the mean winner of its playouts, NaN
    without any; `choice`: the most visited cell, of equals the one with the better value, then the
    one tried first.
    """

    def __init__(self, tree):
        n = int(tree.size[0])
        self._tree = type(tree)(*(part[:n].copy() for part in tree))
        self.state, self.playouts = int(tree.state[0]), int(tree.visits[0])
        self.choice = int(choice(tree, RULES))
        self.visits, self.values = np.zeros(9, np.int64), np.full(9, np.nan)
        for child in self._children(0):
            self.visits[tree.action[child]] = tree.visits[child]
            self.values[tree.action[child]] = tree.total[child] / tree.visits[child]

    @property
    def shares(self):
        """The share of the playouts that began with each cell, (9,)."""
        return self.visits / self.playouts

    @property
    def nodes(self):
        """All nodes, a list of Node in the order in which they came to the tree, the root first."""
        tree, depths, nodes = self._tree, [], []
        for i, parent in enumerate(tree.parent.tolist()):
            depths.append(0 if parent < 0 else depths[parent] + 1)
            visits, total = int(tree.visits[i]), float(tree.total[i])
            position = int(tree.action[i]), depths[i], int(tree.state[i])
            nodes.append(Node(i, parent, *position, visits, total / visits))
        return nodes

    def lines(self, most=9):
        """The most visited moves, each with the most visited replies to it: a list of Line."""
        first = sorted(self._children(0), key=self._rank, reverse=True)[:most]
        tree = self._tree
        return [
            Line(tuple(self._follow(i)), int(tree.visits[i]), float(tree.total[i] / tree.visits[i]))
            for i in first
        ]

    def _children(self, node):
        return self._tree.child[node, : self._tree.tried[node]].tolist()

    def _rank(self, node):
        """What the search prefers among siblings: visits, then the value to the side that moved."""
        side = TURN[self._tree.state[self._tree.parent[node]]]
        return self._tree.visits[node], side * self._tree.total[node]

    def _follow(self, node):
        while True:
            yield int(self._tree.action[node])
            children = self._children(node)
            if not children:
                return
            node = max(children, key=self._rank)

    def __str__(self):
        side = side_name(TURN[self.state])
        rows = [f"{side} to move, {self.playouts:,} playouts", "cell  visits  value to X  line"]
        for cells, visits, value in self.lines():
            line = " ".join(map(str, cells))
            rows.append(f"{cells[0]:>4}  {visits:>6,}  {value:>+10.3f}  {line}")
        return "\n".join(rows)


@dataclass(eq=False)
class MCTS:
    """A player by Monte-Carlo tree search (UCT): random playouts, then the most visited move.

    `playouts`: games played out before each move; `c`: how much it explores, the constant in the
    upper bound Q + c * sqrt(ln N / n), in which a win is worth 1, a draw one half, a loss 0. Raises
    ValueError for fewer than 1 playout and for a c that is negative or no number.
    """

    playouts: int = 1000
    c: float = math.sqrt(2)
    name: str = "mcts"
    values = None  # it has none before it has searched

    def __post_init__(self):
        self.playouts = check_playouts(self.playouts)
        self.c = number(self.c, "c, how much it explores,", least=0)
        self._last = None

    def search(self, state, rng):
        """The SearchTree after `playouts` playouts from `state`.

        `rng`: a numpy Generator, which decides it all, with Numba and without. Raises
        IllegalMoveError, with the board, when nobody is to move.
        """
        state = int(TICTACTOE.check_one_state(state))
        if not LEGAL[state].any():
            raise IllegalMoveError(f"nobody is to move in state {state}:\n{show(state)}")
        tree, rng = room_for(self.playouts), generator(rng)
        with Stoppable(self.playouts, "playout") as tick:
            c, logs = self._settings()
            for n in in_pieces(self.playouts, AT_ONCE):
                with signals_held():
                    grow(tree, RULES, state, n, c, logs, rng)
                tick(n)
        self._last = SearchTree(tree)
        return self._last

    def act(self, state, rng):
        """The cell it takes in `state`, after a search."""
        return self.search(state, rng).choice

    def think(self, state):
        """("visits", the share of the playouts that began with each cell): its view of a state.

        That of its last search when that was of this state, else of a search from a fixed seed.
        """
        if self._last is None or self._last.state != state:
            self.search(state, np.random.default_rng(int(state)))
        return "visits", self._last.shares

    def estimate_policy(self, samples, rng):
        """Its policy (19683, 9): how often it took each cell in `samples` searches of each state.

        States with up to 3 marks, which are few and decide most games, are searched ten times as
        often. Only one of the boards that look alike is searched: the search favours none. Each
        state has its own stream of randomness drawn from `rng`, so that the result does not depend
        on the number of cores. A game comes by each state once, so that `outcome` of the estimate
        is right on average over samples; `worst_case` is a bit too pessimistic, since the best
        reply also exploits what was mere chance.
        """
        samples = whole(samples, "the number of samples", 1)
        states = np.unique(CANONICAL[UNDECIDED])
        searches = np.where(PLY[states] <= EARLY, 10, 1) * samples
        seeds = generator(rng).integers(2**63, size=len(states))
        MCTS(1)._count((0, 1, 0), int)  # compiled once, before the threads need it
        jobs = zip(states.tolist(), searches.tolist(), seeds.tolist(), strict=True)
        counts = on_all_cores(self._count, jobs, int(searches.sum()) * self.playouts, "playout")
        shares = np.zeros((N_STATES, 9))
        shares[states] = np.array(counts) / searches[:, None]
        return _to_all_images(shares)

    def _count(self, job, tick):
        """How often so many searches of a state, with chance from a seed, chose each cell, (9,)."""
        state, searches, seed = job
        tree, rng = room_for(self.playouts), np.random.default_rng(seed)
        counts = np.zeros(9, np.int64)
        for more in in_pieces(searches * self.playouts, AT_ONCE):
            with signals_held():
                count_choices(
                    tree, RULES, state, self.playouts, *self._settings(), rng, counts, more
                )
            tick(more)
        return counts

    def _settings(self):
        return self.c, logarithms(self.playouts)


def check_playouts(playouts):
    """A number of playouts as an int; ValueError unless it is a whole number, 1 or more."""
    return whole(playouts, "the number of playouts", 1, MOST_PLAYOUTS)


def _to_all_images(shares):
    """The rows (19683, 9) of canonical states brought to all states, the mean over all ways."""
    total, ways = np.zeros(shares.shape), np.zeros((N_STATES, 1))
    for g in range(8):
        there = IMAGES[:, g] == CANONICAL
        total[there] += shares[CANONICAL[there]][:, ACTION_MAPS[g]]
        ways[there] += 1
    return np.where(LEGAL, total / ways, 0)
