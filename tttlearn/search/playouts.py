"""Grow trees by UCT, Monte-Carlo tree search with random playouts, over arrays, compiled.

A tree starts as one node, the position to move in. Each playout takes four steps and leaves the
tree one node larger, until it holds the whole rest of the game:

    select     go down from the root, always to the child with the highest upper bound, to a node
               with moves that were never tried
    expand     try one of those, drawn at random: a new node
    play out   go on from there with random moves, to the end of the game
    back up    count the visit and add the winner in every node on the way, up to the root

The upper bound of a child, for the side to move, is Q + c * sqrt(ln N / n). Q is its share of the
points so far, a win 1 and a draw one half; N are the visits of the node, n those of the child.
(Kocsis & Szepesvari 2006, "Bandit based Monte-Carlo planning"; Browne et al. 2012, "A survey of
Monte Carlo tree search methods", algorithm 2. Sutton & Barto, 2nd edition, section 8.11.) Totals
are sums of winners, so values are values to X.

Nodes are numbers in the order in which they joined the tree, 0 the root. Children are in the order
in which they were tried, which is random: among equals the first counts, so no action is favoured.

Here a game is three functions, those that `game.large` describes, with the tables that they read.
The functions that read a small game's tables are compiled once and kept on disk.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tttlearn.game.large import MAX_MOVES, LargeRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import Rules, fixed
from tttlearn.support.compiled import njit_lean, njit_lean_fresh


class Tables(NamedTuple):
    """Tables of a small game, as the search reads them.

    Attributes
    ----------
    moves : ndarray of int, shape (S, A)
        Legal actions of each state: the first `count` entries of its row.
    count : ndarray of int, shape (S,)
        Number of legal actions.
    after : ndarray of int, shape (S, A)
        State after each action, -1 where it is not legal.
    who : ndarray of int8, shape (S,)
        Side to move, +1 X or -1 O; if the game is over, its winner, or 0 in a draw.
    """

    moves: np.ndarray
    count: np.ndarray
    after: np.ndarray
    who: np.ndarray


class Functions(NamedTuple):
    """Game as the compiled loops take it: three functions, and the tables that they read.

    Attributes
    ----------
    moves : callable
        `moves(tables, state, buffer)` writes the legal actions into the buffer and returns how
        many there are.
    after : callable
        `after(tables, state, action)` returns the state after an action.
    who : callable
        `who(tables, state)` returns the side to move or, if the game is over, its winner.
    tables : Tables or None
        First argument of each function.
    """

    moves: Any
    after: Any
    who: Any
    tables: Any


class Tree(NamedTuple):
    """Nodes of a search tree, as arrays with an entry for each node.

    Only the first `size[0]` entries are nodes; the rest is free for those to come (n entries in
    all).

    Attributes
    ----------
    size : ndarray of int64, shape (1,)
        Number of nodes.
    state : ndarray of int, shape (n,)
        State of the game.
    parent : ndarray of int32, shape (n,)
        Number of the parent, -1 at the root.
    place : ndarray of int, shape (n,)
        Place among the children of the parent, -1 at the root.
    side : ndarray of int8, shape (n,)
        Side to move, +1 X or -1 O; if the game is over, its winner, or 0 in a draw.
    visits : ndarray of int32, shape (n,)
        Number of playouts that passed through the node.
    total : ndarray of float64, shape (n,)
        Sum of the winners of these playouts.
    moves : ndarray of int, shape (n, A)
        Legal actions, the first `count` entries of a row. The first `tried` of them have a child.
    count : ndarray of int, shape (n,)
        Number of legal actions.
    tried : ndarray of int, shape (n,)
        Number of children.
    child : ndarray of int32, shape (n, A)
        Numbers of the children.
    bounds : ndarray of float64, shape (n, A, 2)
        The two parts of each child's upper bound: its share of the points, and its visits.
    buffer : ndarray of int, shape (A,)
        Space for the legal actions of one state.
    """

    size: np.ndarray
    state: np.ndarray
    parent: np.ndarray
    place: np.ndarray
    side: np.ndarray
    visits: np.ndarray
    total: np.ndarray
    moves: np.ndarray
    count: np.ndarray
    tried: np.ndarray
    child: np.ndarray
    bounds: np.ndarray
    buffer: np.ndarray


def _smallest_type(rules):
    """Return the smallest integer type for the actions of a game, and their number."""
    return np.min_scalar_type(-rules.n_actions - 1)


@cache
def tables(rules: Rules) -> Tables:
    """Return the tables of a small game, as the search reads them.

    Parameters
    ----------
    rules : Rules
        Rules of the game.

    Returns
    -------
    Tables
        The tables.
    """
    small = _smallest_type(rules)
    return Tables(
        moves=np.argsort(~rules.legal, axis=1, kind="stable").astype(small),
        count=rules.legal.sum(1).astype(small),
        after=rules.next,
        who=np.where(rules.terminal, rules.winner, rules.turn).astype(np.int8),
    )


@cache
def max_nodes(rules: Rules) -> float:
    """Count the nodes of the whole tree of a small game.

    Parameters
    ----------
    rules : Rules
        Rules of the game.

    Returns
    -------
    float
        Number of positions, counted once for each line of play that reaches them.
    """
    nodes = np.append(np.ones(rules.n_states), 0)  # 0 for -1: the action is not legal
    for layer in reversed(rules.layers):
        nodes[layer] += nodes[rules.next[layer]].sum(1)
    return nodes[rules.start]


def empty_tree(playouts: int, rules: Rules | LargeRules = TICTACTOE) -> Tree:
    """Return an empty tree with space for a number of playouts.

    Parameters
    ----------
    playouts : int
        Number of playouts.
    rules : Rules or LargeRules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    Tree
        The tree, without nodes.
    """
    large, A = isinstance(rules, LargeRules), rules.n_actions
    n = 1 + (playouts if large else int(min(playouts, max_nodes(rules))))
    small = _smallest_type(rules)
    return Tree(
        size=np.zeros(1, np.int64),
        state=np.zeros(n, np.int64 if large else np.int32),
        parent=np.zeros(n, np.int32),
        place=np.zeros(n, small),
        side=np.zeros(n, np.int8),
        visits=np.zeros(n, np.int32),
        total=np.zeros(n),
        moves=np.zeros((n, A), small),
        count=np.zeros(n, small),
        tried=np.zeros(n, small),
        child=np.zeros((n, A), np.int32),
        bounds=np.zeros((n, A, 2)),
        buffer=np.zeros(A, small),
    )


def logarithms(most: int) -> np.ndarray:
    """Return the natural logarithms of whole numbers.

    The search looks them up, so that plain Python and compiled code take the same ones.

    Parameters
    ----------
    most : int
        The largest number that is needed.

    Returns
    -------
    ndarray of float64
        ln n for every n up to `most` and some more, 0 for n = 0. The array is read-only.
    """
    return _logarithms_below(2 ** int(most).bit_length())


@cache
def _logarithms_below(end):
    logs = np.zeros(end)
    for start in range(1, end, 2**16):  # in pieces, so that Ctrl-C can stop it
        numbers = range(start, min(start + 2**16, end))
        logs[start : numbers.stop] = [*map(math.log, numbers)]
    return fixed(logs)


@njit_lean_fresh
def grow_by(
    tree: Tree,
    functions: Functions,
    state: int,
    playouts: int,
    c: float,
    logs: np.ndarray,
    rng: np.random.Generator,
) -> None:
    """Add playouts to a tree, in place.

    Parameters
    ----------
    tree : Tree
        The tree.
    functions : Functions
        The game.
    state : int
        The root of the tree, which it becomes if the tree is empty.
    playouts : int
        Number of playouts to add.
    c : float
        Constant of the upper bound: how much the search explores.
    logs : ndarray of float64
        Logarithms, from `logarithms`.
    rng : numpy.random.Generator
        Source of everything that is random.
    """
    if tree.size[0] == 0:
        add(tree, functions, -1, -1, state)
    for _ in range(playouts):
        node = expand(tree, functions, select(tree, c, logs), rng)
        back_up(tree, node, play_out(functions, tree.state[node], tree.buffer, rng))


@njit_lean_fresh
def select(tree: Tree, c: float, logs: np.ndarray) -> int:
    """Follow the highest upper bounds down to a node that has an untried move or ends the game.

    Parameters
    ----------
    tree : Tree
        The tree.
    c : float
        Constant of the upper bound.
    logs : ndarray of float64
        Logarithms, from `logarithms`.

    Returns
    -------
    int
        The first such node on the way down.
    """
    node = 0
    while 0 < tree.tried[node] == tree.count[node]:
        node = best_child(tree, node, c, logs)
    return node


@njit_lean_fresh
def best_child(tree: Tree, node: int, c: float, logs: np.ndarray) -> int:
    """Return the child with the highest upper bound for the side to move.

    Parameters
    ----------
    tree : Tree
        The tree.
    node : int
        Node whose moves were all tried.
    c : float
        Constant of the upper bound.
    logs : ndarray of float64
        Logarithms, from `logarithms`.

    Returns
    -------
    int
        The child; among equals the one tried first.
    """
    log_visits = logs[tree.visits[node]]
    best, highest_bound = 0, -np.inf
    for k in range(tree.tried[node]):
        points, n = tree.bounds[node, k, 0], tree.bounds[node, k, 1]
        bound = points + c * math.sqrt(log_visits / n)
        if bound > highest_bound:
            best, highest_bound = k, bound
    return tree.child[node, best]


@njit_lean_fresh
def expand(tree: Tree, functions: Functions, node: int, rng: np.random.Generator) -> int:
    """Add a child to a node, for a random untried move.

    Parameters
    ----------
    tree : Tree
        The tree.
    functions : Functions
        The game.
    node : int
        Node from `select`.
    rng : numpy.random.Generator
        Source of the random move.

    Returns
    -------
    int
        The new child, or the node itself if the game is over there.
    """
    k = tree.tried[node]
    untried = tree.count[node] - k
    if untried == 0:
        return node
    drawn = k + int(rng.random() * untried)
    action = tree.moves[node, drawn]
    # Move it in front of the untried actions, which stay in order.
    for place in range(drawn, k, -1):
        tree.moves[node, place] = tree.moves[node, place - 1]
    tree.moves[node, k] = action
    tree.tried[node] += 1
    state = functions.after(functions.tables, tree.state[node], action)
    tree.child[node, k] = add(tree, functions, node, k, state)
    return tree.child[node, k]


@njit_lean_fresh
def add(tree: Tree, functions: Functions, parent: int, place: int, state: int) -> int:
    """Add a node without visits to a tree.

    Parameters
    ----------
    tree : Tree
        The tree.
    functions : Functions
        The game.
    parent : int
        Parent of the node, -1 for the root.
    place : int
        Place of the node among the children of its parent, -1 for the root.
    state : int
        State of the node.

    Returns
    -------
    int
        Number of the node.
    """
    node = tree.size[0]
    tree.size[0] += 1
    tree.state[node], tree.parent[node], tree.place[node] = state, parent, place
    tree.side[node] = functions.who(functions.tables, state)
    tree.visits[node], tree.total[node], tree.tried[node] = 0, 0, 0
    tree.count[node] = functions.moves(functions.tables, state, tree.buffer)
    for k in range(tree.count[node]):
        tree.moves[node, k] = tree.buffer[k]
    return node


@njit_lean_fresh
def play_out(functions: Functions, state: int, buffer: np.ndarray, rng: np.random.Generator) -> int:
    """Play a game from a state to its end with random moves.

    Parameters
    ----------
    functions : Functions
        The game.
    state : int
        State to start from.
    buffer : ndarray of int, shape (A,)
        Space for the legal actions of one state.
    rng : numpy.random.Generator
        Source of the random moves.

    Returns
    -------
    int
        The winner: +1 X, -1 O, 0 draw.

    Raises
    ------
    ValueError
        If the game goes on for longer than any game may.
    """
    for _ in range(MAX_MOVES):
        count = functions.moves(functions.tables, state, buffer)
        if count == 0:
            return functions.who(functions.tables, state)
        action = buffer[int(rng.random() * count)]
        state = functions.after(functions.tables, state, action)
    raise ValueError("a game goes on without an end: no state may come up twice in it")


@njit_lean_fresh
def back_up(tree: Tree, node: int, winner: int) -> None:
    """Count a visit and add the winner, in a node and all nodes above it.

    Parameters
    ----------
    tree : Tree
        The tree.
    node : int
        Node from `expand`.
    winner : int
        Winner of the playout: +1 X, -1 O, 0 draw.
    """
    while node >= 0:
        tree.visits[node] += 1
        tree.total[node] += winner
        n, parent = tree.visits[node], tree.parent[node]
        if parent >= 0:
            share = (1 + tree.side[parent] * tree.total[node] / n) / 2
            place = tree.place[node]
            tree.bounds[parent, place, 0], tree.bounds[parent, place, 1] = share, n
        node = parent


@njit_lean
def choice(tree: Tree) -> int:
    """Return the action that leads to the most visited child of the root.

    Parameters
    ----------
    tree : Tree
        A tree with at least one playout from a root where the game goes on.

    Returns
    -------
    int
        The action; among equals the one with the better value, then the one tried first.
    """
    best, first = 0, tree.child[0, 0]
    for k in range(1, tree.tried[0]):
        child = tree.child[0, k]
        more_visits = tree.visits[child] - tree.visits[first]
        gain = tree.side[0] * (tree.total[child] - tree.total[first])
        if more_visits > 0 or (more_visits == 0 and gain > 0):
            best, first = k, child
    return tree.moves[0, best]


@njit_lean_fresh
def moves_in(tables: Tables, state: int, buffer: np.ndarray) -> int:
    """Write the legal actions of a state into a buffer.

    Parameters
    ----------
    tables : Tables
        Tables of the game.
    state : int
        The state.
    buffer : ndarray of int, shape (A,)
        Space for the actions.

    Returns
    -------
    int
        Number of legal actions.
    """
    count = tables.count[state]
    for k in range(count):
        buffer[k] = tables.moves[state, k]
    return count


@njit_lean_fresh
def after_in(tables: Tables, state: int, action: int) -> int:
    """Return the state after an action.

    Parameters
    ----------
    tables : Tables
        Tables of the game.
    state : int
        The state before it.
    action : int
        The action.

    Returns
    -------
    int
        The state after it.
    """
    return tables.after[state, action]


@njit_lean_fresh
def who_in(tables: Tables, state: int) -> int:
    """Return the side to move or, if the game is over, the winner.

    Parameters
    ----------
    tables : Tables
        Tables of the game.
    state : int
        The state.

    Returns
    -------
    int
        +1 for X, -1 for O, 0 in a draw.
    """
    return tables.who[state]


# Numba cannot keep a loop on disk that is given functions. These two, which pass the functions on,
# are given arrays alone and can be kept.
@njit_lean
def grow(
    tree: Tree,
    tables: Tables,
    state: int,
    playouts: int,
    c: float,
    logs: np.ndarray,
    rng: np.random.Generator,
) -> None:
    """Add playouts to a tree as `grow_by` does, in a game given by its tables.

    Parameters
    ----------
    tree : Tree
        The tree.
    tables : Tables
        Tables of the game.
    state : int
        The root of the tree, which it becomes if the tree is empty.
    playouts : int
        Number of playouts to add.
    c : float
        Constant of the upper bound.
    logs : ndarray of float64
        Logarithms, from `logarithms`.
    rng : numpy.random.Generator
        Source of everything that is random.
    """
    functions = Functions(moves_in, after_in, who_in, tables)
    grow_by(tree, functions, state, playouts, c, logs, rng)


@njit_lean
def count_choices(
    tree: Tree,
    tables: Tables,
    state: int,
    playouts: int,
    c: float,
    logs: np.ndarray,
    rng: np.random.Generator,
    counts: np.ndarray,
    n_playouts: int,
) -> None:
    """Run one search of a state after another, and count which actions they choose.

    A search that is not finished stays in the tree, and the next call goes on with it.

    Parameters
    ----------
    tree : Tree
        The tree.
    tables : Tables
        Tables of the game.
    state : int
        State to search from.
    playouts : int
        Number of playouts of each search.
    c : float
        Constant of the upper bound.
    logs : ndarray of float64
        Logarithms, from `logarithms`.
    rng : numpy.random.Generator
        Source of everything that is random.
    counts : ndarray of int, shape (A,)
        Output: how often each action was chosen is added to it.
    n_playouts : int
        Number of playouts to run in this call.
    """
    while n_playouts > 0:
        step = min(n_playouts, playouts - (tree.visits[0] if tree.size[0] else 0))
        grow(tree, tables, state, step, c, logs, rng)
        n_playouts -= step
        if tree.visits[0] == playouts:
            counts[choice(tree)] += 1
            tree.size[0] = 0


@cache
def grow_function(rules: Rules | LargeRules) -> tuple[Callable, Tables | None]:
    """Return the function that grows a tree of a game, with the tables of the game.

    Parameters
    ----------
    rules : Rules or LargeRules
        Rules of the game.

    Returns
    -------
    grow : callable
        Function to call like `grow`, with the tables as its second argument.
    tables : Tables or None
        Tables of a small game; None for a large one.
    """
    if isinstance(rules, LargeRules):
        return _large_grow_function(*rules.compiled), None
    return grow, tables(rules)


def _large_grow_function(moves, after, who):
    """Return a function like `grow` for the functions of a large game, which get no tables."""

    @njit_lean_fresh
    def legal(no_tables, state, buffer):
        n = moves(state, buffer)
        if not 0 <= n <= len(buffer):
            raise ValueError("moves(state, room) returned more moves than there are actions")
        return n

    @njit_lean_fresh
    def next_state(no_tables, state, action):
        return after(state, action)

    @njit_lean_fresh
    def side(no_tables, state):
        return who(state)

    @njit_lean_fresh
    def grow_large(tree, no_tables, state, playouts, c, logs, rng):
        grow_by(tree, Functions(legal, next_state, side, no_tables), state, playouts, c, logs, rng)

    return grow_large
