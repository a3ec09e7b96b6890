"""Monte-Carlo tree search: a player that looks at the game tree where it looks promising.

    player = ttt.MCTS(playouts=1000)
    tree = player.search(ttt.parse("X.. .O. ..X"), rng)
    print(tree)                                       # visits, value and line of every move
    player.act(state, rng)                            # the most visited move

It knows the rules and nothing else, and searches again for every move; `playouts` shows how. The
player is random, so its policy can only be estimated: `estimate_policy` counts over many searches
of each position.
"""

import math
import time
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np

from tttlearn.game.large import LargeRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, Rules, side_name
from tttlearn.search.game_tree import check_reachable
from tttlearn.search.playouts import choice, count_choices, growing, logarithms, room_for, tables
from tttlearn.support.arguments import generator, number, text, whole
from tttlearn.support.compiled import HAS_NUMBA, signals_held
from tttlearn.support.progress import ProgressBar, Stoppable, in_pieces, on_all_cores

AT_ONCE = 100_000 if HAS_NUMBA else 1_000
"""Playouts between two looks at whether somebody wants to stop it: a tenth of a second."""
MOST_PLAYOUTS = 10**8
"""More playouts before a move would fill the memory with their logarithms alone."""
EARLY = 3
"""Up to this many moves from the start, a position is searched more often to estimate a policy."""


class Node(NamedTuple):
    """A node of the tree: its number, that of its parent (-1 above the root), the action between
    them (-1 at the root), its depth, state, the side to move there (+1 X, -1 O, 0 at a game's end),
    visits, and value to X, the mean winner."""

    number: int
    parent: int
    action: int
    depth: int
    state: int
    to_move: int
    visits: int
    value: float


class Line(NamedTuple):
    """A line of play: its actions from the root, the visits and the value to X of the first."""

    cells: tuple
    visits: int
    value: float


class SearchTree:
    """What a search found: its statistics, and the tree itself.

    `rules`: the game; `state`: the root; `playouts`: how many there were; `visits` (A,) int: how
    many of them began with each action, in tic-tac-toe a cell; `values` (A,): the value to X of
    each, the mean winner of its playouts, NaN without any; `choice`: the most visited action, among
    equals the one with the better value, then the one tried first.
    """

    def __init__(self, tree, rules=TICTACTOE):
        n, A = int(tree.size[0]), rules.n_actions
        self.rules, self._tree = rules, type(tree)(*(part[:n].copy() for part in tree))
        self.state, self.playouts = int(tree.state[0]), int(tree.visits[0])
        self.choice = int(choice(tree))
        self.visits, self.values = np.zeros(A, np.int64), np.full(A, np.nan)
        for child in self._children(0):
            action = self._action(child)
            self.visits[action] = tree.visits[child]
            self.values[action] = tree.total[child] / tree.visits[child]

    @property
    def shares(self):
        """The share of the playouts that began with each action, (A,)."""
        return self.visits / self.playouts

    @property
    def nodes(self):
        """All nodes, a list of Node in the order in which they joined the tree, the root first."""
        tree, depths, nodes = self._tree, [], []
        for i, parent in enumerate(tree.parent.tolist()):
            depths.append(0 if parent < 0 else depths[parent] + 1)
            visits, total = int(tree.visits[i]), float(tree.total[i])
            to_move = int(tree.side[i]) if tree.count[i] else 0
            position = self._action(i), depths[i], int(tree.state[i]), to_move
            nodes.append(Node(i, parent, *position, visits, total / visits))
        return nodes

    def lines(self, most=None):
        """The `most` visited moves, or all, each with the most visited replies to it: Lines."""
        most = None if most is None else whole(most, "the number of moves, most,")
        first = sorted(self._children(0), key=self._rank, reverse=True)[:most]
        tree = self._tree
        return [
            Line(tuple(self._follow(i)), int(tree.visits[i]), float(tree.total[i] / tree.visits[i]))
            for i in first
        ]

    def _children(self, node):
        return self._tree.child[node, : self._tree.tried[node]].tolist()

    def _action(self, node):
        """The action that led to a node, -1 at the root."""
        parent = self._tree.parent[node]
        return int(self._tree.moves[parent, self._tree.place[node]]) if parent >= 0 else -1

    def _rank(self, node):
        """What the search prefers among siblings: visits, then the value to the side that moved."""
        side = self._tree.side[self._tree.parent[node]]
        return self._tree.visits[node], side * self._tree.total[node]

    def _follow(self, node):
        while True:
            yield self._action(node)
            children = self._children(node)
            if not children:
                return
            node = max(children, key=self._rank)

    def __str__(self):
        side, word = side_name(self._tree.side[0]), self.rules.action_word
        rows = [f"{side} to move, {self.playouts:,} playouts", f"{word}  visits  value to X  line"]
        for cells, visits, value in self.lines():
            line = " ".join(map(str, cells))
            rows.append(f"{cells[0]:>{len(word)}}  {visits:>6,}  {value:>+10.3f}  {line}")
        return "\n".join(rows)


@dataclass(eq=False)
class MCTS:
    """A player by Monte-Carlo tree search (UCT): random playouts, then the most visited move.

    `playouts`: games played out before each move; `c`: how much it explores, the constant in the
    upper bound Q + c * sqrt(ln N / n), in which a win is worth 1, a draw one half, a loss 0;
    `rules`: its game, even a large one, which is given as functions. Raises ValueError for fewer
    than 1 playout, for a c that is negative or no number, and for what is no game.
    """

    playouts: int = 1000
    c: float = math.sqrt(2)
    name: str = "mcts"
    rules: Rules | LargeRules = TICTACTOE
    values = None  # it has none before it has searched

    def __post_init__(self):
        self.playouts = check_playouts(self.playouts)
        self.c = number(self.c, "c, how much it explores,", least=0)
        text(self.name, "the name of a player")
        check_rules(self.rules, large=True)
        self._last = None

    def search(self, state, rng):
        """The SearchTree after `playouts` playouts from `state`.

        `rng`: a numpy Generator, which decides everything that is random, with Numba and without.
        Raises IllegalMoveError, with the board, if nobody is to move.
        """
        rules, state = self.rules, int(self.rules.check_one_state(state))
        if not rules.actions(state):
            raise IllegalMoveError(f"nobody is to move in state {state}:\n{rules.show(state)}")
        if isinstance(rules, Rules):
            check_reachable(state, rules)  # there is room for what follows from such states
        tree, rng = room_for(self.playouts, rules), generator(rng)
        with Stoppable(self.playouts, "playout") as tick:
            (grow, game), (c, logs) = growing(rules), self._settings()
            for n in in_pieces(self.playouts, AT_ONCE):
                with signals_held():
                    grow(tree, game, state, n, c, logs, rng)
                tick(n)
        self._last = SearchTree(tree, rules)
        return self._last

    def act(self, state, rng):
        """The action it takes in `state`, in tic-tac-toe a cell, after a search."""
        return self.search(state, rng).choice

    def think(self, state):
        """("visits", the share of the playouts that began with each action): its view of a state.

        Those of its last search, if that was of this state, else of one with a fixed seed.
        """
        if self._last is None or self._last.state != state:
            self.search(state, np.random.default_rng(int(state)))
        return "visits", self._last.shares

    def estimate_policy(self, samples, rng):
        """Its policy (S, A): how often it took each action in `samples` searches of each state.

        States up to 3 moves from the start, which are few and decide most games, are searched ten
        times as often. Of the boards that look alike only one is searched, because the search
        favours none. Each state has its own stream of randomness drawn from `rng`, so that the
        result does not depend on the number of cores. A game passes each state at most once, so
        `outcome` of the estimate is right on average over samples; `worst_case` is a bit too
        pessimistic, because the best reply also exploits what was mere chance. Raises ValueError
        for a large game, which has no table of its states.
        """
        rules, samples = self.rules, whole(samples, "the number of samples", 1)
        if isinstance(rules, LargeRules):
            raise ValueError(f"{rules.name} is too large for a policy: it has no table of states")
        states = np.unique(rules.canonical[rules.undecided])
        searches = np.where(rules.depth[states] <= EARLY, 10, 1) * samples
        seeds = generator(rng).integers(2**63, size=len(states))
        # Compiled once, before the threads need it.
        MCTS(1, rules=rules)._count((rules.start, 1, 0), int)
        jobs = zip(states.tolist(), searches.tolist(), seeds.tolist(), strict=True)
        with ProgressBar(int(searches.sum()) * self.playouts, "playout") as counted:
            counts = on_all_cores(self._count, jobs, counted)
        shares = np.zeros(rules.next.shape)
        shares[states] = np.array(counts) / searches[:, None]
        return _to_all_images(shares, rules)

    def _count(self, job, tick):
        """How often some searches of a state, with chance from a seed, chose each action, (A,)."""
        state, searches, seed = job
        tree, rng = room_for(self.playouts, self.rules), np.random.default_rng(seed)
        counts, game = np.zeros(self.rules.n_actions, np.int64), tables(self.rules)
        for more in in_pieces(searches * self.playouts, AT_ONCE):
            with signals_held():
                count_choices(
                    tree, game, state, self.playouts, *self._settings(), rng, counts, more
                )
            tick(more)
        return counts

    def _settings(self):
        return self.c, logarithms(self.playouts)


def check_playouts(playouts):
    """A number of playouts as an int; ValueError unless it is a whole number, 1 or more."""
    return whole(playouts, "the number of playouts", 1, MOST_PLAYOUTS)


def _to_all_images(shares, rules):
    """The rows (S, A) of canonical states taken to all states, the mean over all symmetries."""
    total, ways = np.zeros(shares.shape), np.zeros((rules.n_states, 1))
    for images, action_map in zip(rules.images.T, rules.action_maps, strict=True):
        there = images == rules.canonical
        total[there] += shares[rules.canonical[there]][:, action_map]
        ways[there] += 1
    return np.where(rules.legal, total / ways, 0)


def milliseconds(player, times=5):
    """How long the player thinks about the first move of a game, the median of some times."""
    taken = []
    for seed in range(times):
        rng, start = np.random.default_rng(seed), time.perf_counter()
        player.act(player.rules.start, rng)
        taken.append(1000 * (time.perf_counter() - start))
    return median(taken)
