"""Play by Monte-Carlo tree search, which looks at the game tree where it looks promising.

    player = ttt.MCTS(playouts=1000)
    tree = player.search(ttt.parse("X.. .O. ..X"), rng)
    print(tree)                                       # visits, value and line of every move
    player.act(state, rng)                            # the most visited move

The player knows only the rules of the game, and searches again for every move; `playouts` shows
how. The player is random, so its policy can only be estimated: `estimate_policy` counts over many
searches of each position.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from tttlearn.game.large import LargeRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, Rules, side_name
from tttlearn.search.game_tree import check_reachable
from tttlearn.search.playouts import (
    Tree,
    choice,
    count_choices,
    empty_tree,
    grow_function,
    logarithms,
    tables,
)
from tttlearn.support.arguments import generator, number, text, whole
from tttlearn.support.compiled import HAS_NUMBA, signals_held
from tttlearn.support.progress import ProgressBar, Stoppable, in_pieces, on_all_cores

AT_ONCE = 100_000 if HAS_NUMBA else 1_000
"""Number of playouts between two checks for Ctrl-C, which take a tenth of a second."""
MAX_PLAYOUTS = 10**8
"""Maximum number of playouts before a move; the logarithms of more would fill the memory."""
EARLY_MOVES = 3
"""Number of moves from the start up to which a position is searched more often for an estimate."""


class Node(NamedTuple):
    """Node of a search tree.

    Attributes
    ----------
    number : int
        Number of the node, in the order in which nodes joined the tree; the root has 0.
    parent : int
        Number of its parent, -1 at the root.
    action : int
        Action that leads to it from its parent, -1 at the root.
    depth : int
        Number of moves from the root.
    state : int
        State of the game.
    to_move : int
        Side to move, +1 X or -1 O; 0 if the game is over.
    visits : int
        Number of playouts that passed through it.
    value : float
        Value to X, the mean winner of these playouts.
    """

    number: int
    parent: int
    action: int
    depth: int
    state: int
    to_move: int
    visits: int
    value: float


class Line(NamedTuple):
    """Line of play in a search tree, which follows the most visited replies.

    Attributes
    ----------
    cells : tuple of int
        Actions from the root.
    visits : int
        Number of playouts that began with the first of them.
    value : float
        Value to X of the first of them.
    """

    cells: tuple
    visits: int
    value: float


class SearchTree:
    """Tree that a search has built, and its statistics.

    Parameters
    ----------
    tree : Tree
        Arrays of the tree, which are copied.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Attributes
    ----------
    rules : Rules
        Rules of the game.
    state : int
        State at the root.
    playouts : int
        Number of playouts.
    visits : ndarray of int, shape (A,)
        Number of playouts that began with each action, in tic-tac-toe a cell.
    values : ndarray of float, shape (A,)
        Value to X of each action, the mean winner of its playouts; NaN for an action without any.
    choice : int
        The most visited action; among equals the one with the better value, then the one tried
        first.
    """

    def __init__(self, tree: Tree, rules: Rules | LargeRules = TICTACTOE) -> None:
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
    def shares(self) -> np.ndarray:
        """Share of the playouts that began with each action, shape (A,)."""
        return self.visits / self.playouts

    @property
    def nodes(self) -> list[Node]:
        """All nodes, in the order in which they joined the tree, the root first."""
        tree, depths, nodes = self._tree, [], []
        for i, parent in enumerate(tree.parent.tolist()):
            depths.append(0 if parent < 0 else depths[parent] + 1)
            visits, total = int(tree.visits[i]), float(tree.total[i])
            to_move = int(tree.side[i]) if tree.count[i] else 0
            position = self._action(i), depths[i], int(tree.state[i]), to_move
            nodes.append(Node(i, parent, *position, visits, total / visits))
        return nodes

    def lines(self, n_moves: int | None = None) -> list[Line]:
        """Return the most visited moves, each with the most visited replies to it.

        Parameters
        ----------
        n_moves : int, optional
            Maximum number of moves; by default all of them.

        Returns
        -------
        list of Line
            One line for each move, the most visited move first.

        Raises
        ------
        ValueError
            If `n_moves` is no whole number of at least 0.
        """
        n_moves = None if n_moves is None else whole(n_moves, "the number of moves, n_moves,")
        first = sorted(self._children(0), key=self._rank, reverse=True)[:n_moves]
        tree = self._tree
        return [
            Line(tuple(self._follow(i)), int(tree.visits[i]), float(tree.total[i] / tree.visits[i]))
            for i in first
        ]

    def _children(self, node):
        return self._tree.child[node, : self._tree.tried[node]].tolist()

    def _action(self, node):
        """Return the action that led to a node, -1 at the root."""
        parent = self._tree.parent[node]
        return int(self._tree.moves[parent, self._tree.place[node]]) if parent >= 0 else -1

    def _rank(self, node):
        """Return the key that orders siblings: visits, then the value to the side that moved."""
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
    """Player by Monte-Carlo tree search (UCT), which takes the most visited move.

    Attributes
    ----------
    playouts : int, default 1000
        Number of random games played out before each move, 1 or more.
    c : float, default sqrt(2)
        How much it explores: the constant in the upper bound Q + c * sqrt(ln N / n), in which a win
        is worth 1, a draw one half and a loss 0.
    name : str, default "mcts"
        Name of the player.
    rules : Rules or LargeRules, default TICTACTOE
        Rules of its game, which may be a large one that is given as functions.
    values : None
        It has no table of values, since it has to search first.

    Raises
    ------
    ValueError
        If `playouts` is below 1 or above 10**8, `c` is negative or no number, `name` is no text, or
        `rules` is no game.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> player = ttt.MCTS(playouts=1000)

    X completes a row:

    >>> int(player.act(ttt.parse("XX. OO. ..."), np.random.default_rng(0)))
    2
    """

    playouts: int = 1000
    c: float = math.sqrt(2)
    name: str = "mcts"
    rules: Rules | LargeRules = TICTACTOE
    values = None  # it would have to search first

    def __post_init__(self):
        self.playouts = check_playouts(self.playouts)
        self.c = number(self.c, "c, how much it explores,", least=0)
        text(self.name, "the name of a player")
        check_rules(self.rules, large=True)
        self._last = None

    def search(self, state: int, rng: np.random.Generator) -> SearchTree:
        """Search from a state and return the tree.

        Parameters
        ----------
        state : int
            State to move in.
        rng : numpy.random.Generator
            Source of everything that is random. The same generator gives the same tree with Numba
            and without.

        Returns
        -------
        SearchTree
            The tree after `playouts` playouts.

        Raises
        ------
        IllegalMoveError
            If the game is over. The message shows the board.
        ValueError
            If no game by the rules reaches the state, or `rng` is no generator.
        """
        rules, state = self.rules, int(self.rules.check_one_state(state))
        if not rules.actions(state):
            raise IllegalMoveError(f"nobody is to move in state {state}:\n{rules.show(state)}")
        if isinstance(rules, Rules):
            check_reachable(state, rules)  # a tree has space for reachable states alone
        tree, rng = empty_tree(self.playouts, rules), generator(rng)
        with Stoppable(self.playouts, "playout") as tick:
            (grow, game), (c, logs) = grow_function(rules), self._settings()
            for n in in_pieces(self.playouts, AT_ONCE):
                with signals_held():
                    grow(tree, game, state, n, c, logs, rng)
                tick(n)
        self._last = SearchTree(tree, rules)
        return self._last

    def act(self, state: int, rng: np.random.Generator) -> int:
        """Search from a state and return the action that the player takes.

        Parameters
        ----------
        state : int
            State to move in.
        rng : numpy.random.Generator
            Source of everything that is random.

        Returns
        -------
        int
            The most visited action, in tic-tac-toe a cell.

        Raises
        ------
        IllegalMoveError
            If the game is over.
        """
        return self.search(state, rng).choice

    def think(self, state: int) -> tuple[str, np.ndarray]:
        """Return the view that the player has of a state, to be shown beside the board.

        Parameters
        ----------
        state : int
            State to move in.

        Returns
        -------
        name : str
            The word "visits".
        shares : ndarray of float, shape (A,)
            Share of the playouts that began with each action. They are those of the last search, if
            that was of this state, else of a search with a fixed seed.
        """
        if self._last is None or self._last.state != state:
            self.search(state, np.random.default_rng(int(state)))
        return "visits", self._last.shares

    def estimate_policy(self, samples: int, rng: np.random.Generator) -> np.ndarray:
        """Estimate the policy of the player from many searches of each state.

        Parameters
        ----------
        samples : int
            Number of searches of each state, 1 or more. States up to 3 moves from the start, which
            are few and decide most games, are searched ten times as often.
        rng : numpy.random.Generator
            Source of a seed for each state, so that the result does not depend on the number of
            cores.

        Returns
        -------
        ndarray of float, shape (S, A)
            Share of the searches of each state in which each action was taken.

        Raises
        ------
        ValueError
            If the game is a large one, which has no table of its states.

        Notes
        -----
        Of the boards that look alike only one is searched, because the search favours none. A game
        passes each state at most once, so `outcome` of the estimate is right on average over
        samples; `worst_case` is a bit too pessimistic, because the best reply also exploits what
        was mere chance.
        """
        rules, samples = self.rules, whole(samples, "the number of samples", 1)
        if isinstance(rules, LargeRules):
            raise ValueError(f"{rules.name} is too large for a policy: it has no table of states")
        states = np.unique(rules.canonical[rules.undecided])
        searches = np.where(rules.depth[states] <= EARLY_MOVES, 10, 1) * samples
        seeds = generator(rng).integers(2**63, size=len(states))
        # Compile it once here, so that the threads do not each compile it.
        MCTS(1, rules=rules)._count((rules.start, 1, 0), int)
        jobs = zip(states.tolist(), searches.tolist(), seeds.tolist(), strict=True)
        with ProgressBar(int(searches.sum()) * self.playouts, "playout") as counted:
            counts = on_all_cores(self._count, jobs, counted)
        shares = np.zeros(rules.next.shape)
        shares[states] = np.array(counts) / searches[:, None]
        return _to_all_images(shares, rules)

    def _count(self, job, tick):
        """Count how often searches of a state, with chance from a seed, chose each action, (A,)."""
        state, searches, seed = job
        tree, rng = empty_tree(self.playouts, self.rules), np.random.default_rng(seed)
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


def check_playouts(playouts: int) -> int:
    """Check a number of playouts and return it.

    Parameters
    ----------
    playouts : int
        Number of playouts, from 1 to 10**8.

    Returns
    -------
    int
        The number.

    Raises
    ------
    ValueError
        If it is no whole number, or out of this range.
    """
    return whole(playouts, "the number of playouts", 1, MAX_PLAYOUTS)


def _to_all_images(shares, rules):
    """Carry the rows (S, A) of canonical states to all states, as the mean over all symmetries."""
    total, ways = np.zeros(shares.shape), np.zeros((rules.n_states, 1))
    for images, action_map in zip(rules.images.T, rules.action_maps, strict=True):
        there = images == rules.canonical
        total[there] += shares[rules.canonical[there]][:, action_map]
        ways[there] += 1
    return np.where(rules.legal, total / ways, 0)


def milliseconds(player: Any, times: int = 5) -> float:
    """Measure how long a player thinks about the first move of a game.

    Parameters
    ----------
    player : object
        Player with `act` and `rules`.
    times : int, default 5
        Number of measurements.

    Returns
    -------
    float
        Median time in milliseconds.
    """
    taken = []
    for seed in range(times):
        rng, start = np.random.default_rng(seed), time.perf_counter()
        player.act(player.rules.start, rng)
        taken.append(1000 * (time.perf_counter() - start))
    return median(taken)
