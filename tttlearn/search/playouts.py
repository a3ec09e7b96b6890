"""UCT, Monte-Carlo tree search with random playouts: its four steps, over arrays, compiled.

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
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tttlearn.game.large import MAX_MOVES, LargeRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import fixed
from tttlearn.support.compiled import njit_lean, njit_lean_fresh


class Tables(NamedTuple):
    """What the search needs of a small game: `moves` (S, A) are the legal actions, the first
    `count` of a row; `after` (S, A) the states after actions; `who` says who is to move or has won.
    """

    moves: np.ndarray
    count: np.ndarray
    after: np.ndarray
    who: np.ndarray


class Functions(NamedTuple):
    """A game as the compiled loops take it: each function gets `tables` before its arguments."""

    moves: Any
    after: Any
    who: Any
    tables: Any


class Tree(NamedTuple):
    """The nodes: the first `size[0]` count, the rest is room.

    A node is the child of `parent` at `place`; `side` is to move in its `state`, or has won;
    `visits`, and `total`, the sum of winners over them. `moves` (n, A) are its legal actions, the
    first `count`, of which the first `tried` have a `child`. `bounds` (n, A, 2) has for each child,
    side by side, what its upper bound is made of: the share of the points, and its visits. `room`
    (A,) is for the legal actions of one state.
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
    room: np.ndarray


def _kind(rules):
    """The smallest kind of integer for the actions of a game, and their number."""
    return np.min_scalar_type(-rules.n_actions - 1)


@cache
def tables(rules):
    """The Tables of a small game."""
    small = _kind(rules)
    return Tables(
        moves=np.argsort(~rules.legal, axis=1, kind="stable").astype(small),
        count=rules.legal.sum(1).astype(small),
        after=rules.next,
        who=np.where(rules.terminal, rules.winner, rules.turn).astype(np.int8),
    )


@cache
def most_nodes(rules):
    """The positions of the whole tree of a small game, counted along every line of play."""
    nodes = np.append(np.ones(rules.n_states), 0)  # 0 for -1, where there is no move
    for layer in reversed(rules.layers):
        nodes[layer] += nodes[rules.next[layer]].sum(1)
    return nodes[rules.start]


def room_for(playouts, rules=TICTACTOE):
    """An empty Tree with room for that many playouts."""
    large, A = isinstance(rules, LargeRules), rules.n_actions
    n = 1 + (playouts if large else int(min(playouts, most_nodes(rules))))
    small = _kind(rules)
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
        room=np.zeros(A, small),
    )


def logarithms(most):
    """ln n for every n up to `most` and some more, 0 for n = 0.

    The search looks them up, so that plain Python and compiled code take the same ones.
    """
    return _logarithms_below(2 ** int(most).bit_length())


@cache
def _logarithms_below(end):
    logs = np.zeros(end)
    for start in range(1, end, 2**16):  # in pieces, so that it can be stopped
        numbers = range(start, min(start + 2**16, end))
        logs[start : numbers.stop] = [*map(math.log, numbers)]
    return fixed(logs)


@njit_lean_fresh
def grow_by(tree, functions, state, playouts, c, logs, rng):
    """Add playouts from `state`, which is the root of the tree or, if it is empty, becomes it."""
    if tree.size[0] == 0:
        add(tree, functions, -1, -1, state)
    for _ in range(playouts):
        node = expand(tree, functions, select(tree, c, logs), rng)
        back_up(tree, node, play_out(functions, tree.state[node], tree.room, rng))


@njit_lean_fresh
def select(tree, c, logs):
    """The first node on the way down that has an untried move, or in which the game is over."""
    node = 0
    while 0 < tree.tried[node] == tree.count[node]:
        node = highest(tree, node, c, logs)
    return node


@njit_lean_fresh
def highest(tree, node, c, logs):
    """The child with the highest upper bound for the side to move."""
    log_visits = logs[tree.visits[node]]
    best, bound = 0, -np.inf
    for k in range(tree.tried[node]):
        points, n = tree.bounds[node, k, 0], tree.bounds[node, k, 1]
        found = points + c * math.sqrt(log_visits / n)
        if found > bound:
            best, bound = k, found
    return tree.child[node, best]


@njit_lean_fresh
def expand(tree, functions, node, rng):
    """A new child of the node, for a random untried move; the node itself at a game's end."""
    k = tree.tried[node]
    untried = tree.count[node] - k
    if untried == 0:
        return node
    drawn = k + int(rng.random() * untried)
    action = tree.moves[node, drawn]
    # It moves in front of the untried ones, which stay in the order of actions.
    for place in range(drawn, k, -1):
        tree.moves[node, place] = tree.moves[node, place - 1]
    tree.moves[node, k] = action
    tree.tried[node] += 1
    state = functions.after(functions.tables, tree.state[node], action)
    tree.child[node, k] = add(tree, functions, node, k, state)
    return tree.child[node, k]


@njit_lean_fresh
def add(tree, functions, parent, place, state):
    """The number of a new node without visits."""
    node = tree.size[0]
    tree.size[0] += 1
    tree.state[node], tree.parent[node], tree.place[node] = state, parent, place
    tree.side[node] = functions.who(functions.tables, state)
    tree.visits[node], tree.total[node], tree.tried[node] = 0, 0, 0
    tree.count[node] = functions.moves(functions.tables, state, tree.room)
    for k in range(tree.count[node]):
        tree.moves[node, k] = tree.room[k]
    return node


@njit_lean_fresh
def play_out(functions, state, room, rng):
    """The winner of a game that goes on from `state` with random moves."""
    for _ in range(MAX_MOVES):
        count = functions.moves(functions.tables, state, room)
        if count == 0:
            return functions.who(functions.tables, state)
        action = room[int(rng.random() * count)]
        state = functions.after(functions.tables, state, action)
    raise ValueError("a game goes on without an end: no state may come up twice in it")


@njit_lean_fresh
def back_up(tree, node, winner):
    """Count a visit, and the winner, in the node and all above it."""
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
def choice(tree):
    """The action of the root's most visited child; among equals the one with the better value."""
    best, first = 0, tree.child[0, 0]
    for k in range(1, tree.tried[0]):
        child = tree.child[0, k]
        more = tree.visits[child] - tree.visits[first]
        gain = tree.side[0] * (tree.total[child] - tree.total[first])
        if more > 0 or (more == 0 and gain > 0):
            best, first = k, child
    return tree.moves[0, best]


@njit_lean_fresh
def moves_in(tables, state, room):
    """How many actions are legal by the tables of a game; it writes them into the room."""
    count = tables.count[state]
    for k in range(count):
        room[k] = tables.moves[state, k]
    return count


@njit_lean_fresh
def after_in(tables, state, action):
    """The state after an action by the tables of a game."""
    return tables.after[state, action]


@njit_lean_fresh
def who_in(tables, state):
    """Who is to move, or has won, by the tables of a game."""
    return tables.who[state]


# A loop that gets functions cannot be kept on disk; these two can, and pass the functions on.
@njit_lean
def grow(tree, tables, state, playouts, c, logs, rng):
    """As `grow_by`, by the Tables of a game."""
    functions = Functions(moves_in, after_in, who_in, tables)
    grow_by(tree, functions, state, playouts, c, logs, rng)


@njit_lean
def count_choices(tree, tables, state, playouts, c, logs, rng, counts, more):
    """Go on for `more` playouts with one search from `state` after the other, each of `playouts`;
    count in `counts` (A,) how often they chose each action."""
    while more > 0:
        step = min(more, playouts - (tree.visits[0] if tree.size[0] else 0))
        grow(tree, tables, state, step, c, logs, rng)
        more -= step
        if tree.visits[0] == playouts:
            counts[choice(tree)] += 1
            tree.size[0] = 0


@cache
def growing(rules):
    """(grow, tables): what grows a Tree of any game; called as `grow(tree, tables, ...)`."""
    if isinstance(rules, LargeRules):
        return _growing_large(*rules.compiled), None
    return grow, tables(rules)


def _growing_large(moves, after, who):
    """As `grow`, for the functions of a large game, which get no tables."""

    @njit_lean_fresh
    def legal(nothing, state, room):
        n = moves(state, room)
        if not 0 <= n <= len(room):
            raise ValueError("moves(state, room) returned more moves than there are actions")
        return n

    @njit_lean_fresh
    def next_state(nothing, state, action):
        return after(state, action)

    @njit_lean_fresh
    def side(nothing, state):
        return who(state)

    @njit_lean_fresh
    def grow_large(tree, nothing, state, playouts, c, logs, rng):
        grow_by(tree, Functions(legal, next_state, side, nothing), state, playouts, c, logs, rng)

    return grow_large
