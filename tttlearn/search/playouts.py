"""UCT, Monte-Carlo tree search with random playouts: its four steps, over arrays, compiled.

A tree starts as one node, the position to move in. Each playout takes four steps and leaves the
tree one node larger, until it holds the whole rest of the game:

    select     go down from the root, always to the child with the highest upper bound, to a node
               with moves that were never tried
    expand     try one of those, drawn at random: a new node
    play out   go on from there with random moves, to the end of the game
    back up    count the visit and add the winner in every node on the way, up to the root

The upper bound of a child, for the side to move, is Q + c * sqrt(ln N / n): its share of the points
so far, a win 1 and a draw one half; N visits of the node, n of the child. (Kocsis & Szepesvari
2006, "Bandit based Monte-Carlo planning"; Browne et al. 2012, "A survey of Monte Carlo tree search
methods", algorithm 2. Sutton & Barto, 2nd edition, section 8.11.) Totals are sums of winners, so
that values are values to X.

Nodes are numbers in the order in which they came to the tree, 0 the root. Children stand in the
order in which they were tried, which is random: of equals the first counts, no cell is favoured.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import LEGAL, NEXT, TURN, WINNER
from tttlearn.game.tables import fixed
from tttlearn.support.compiled import njit


class Rules(NamedTuple):
    """What the search needs of the rules, small: `moves` are the legal cells, the first `count`."""

    moves: np.ndarray = np.argsort(~LEGAL, axis=1, kind="stable").astype(np.int8)
    count: np.ndarray = LEGAL.sum(1).astype(np.int8)
    following: np.ndarray = NEXT
    winner: np.ndarray = WINNER.astype(np.int8)
    turn: np.ndarray = TURN.astype(np.int8)


class Tree(NamedTuple):
    """The nodes: `size[0]` of them count, all else is room.

    `action` led from `parent` to the node; `moves` (n, 9) are the legal cells of `state`, of which
    the first `tried` have a `child`; `visits`, and `total`, the sum of winners over them.
    """

    size: np.ndarray
    state: np.ndarray
    parent: np.ndarray
    action: np.ndarray
    visits: np.ndarray
    total: np.ndarray
    moves: np.ndarray
    tried: np.ndarray
    child: np.ndarray


RULES = Rules()
MOST_NODES = 549_946
"""The positions of the whole game tree, counted along every line of play."""


def room_for(playouts):
    """An empty Tree with room for that many playouts."""
    n = 1 + min(playouts, MOST_NODES)
    one, nine = {"shape": n, "dtype": np.int32}, {"shape": (n, 9), "dtype": np.int8}
    return Tree(
        size=np.zeros(1, np.int64),
        state=np.zeros(**one),
        parent=np.zeros(**one),
        action=np.zeros(n, np.int8),
        visits=np.zeros(**one),
        total=np.zeros(n),
        moves=np.zeros(**nine),
        tried=np.zeros(n, np.int8),
        child=np.zeros((n, 9), np.int32),
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


@njit
def grow(tree, rules, state, playouts, c, logs, rng):
    """So many more playouts from `state`, which is the root of the tree, or becomes that of one
    without nodes."""
    if tree.size[0] == 0:
        add(tree, rules, -1, -1, state)
    for _ in range(playouts):
        node = expand(tree, rules, select(tree, rules, c, logs), rng)
        back_up(tree, node, play_out(rules, tree.state[node], rng))


@njit
def select(tree, rules, c, logs):
    """The first node on the way down that has an untried move, or where the game is over."""
    node = 0
    while 0 < tree.tried[node] == rules.count[tree.state[node]]:
        node = highest(tree, rules, node, c, logs)
    return node


@njit
def highest(tree, rules, node, c, logs):
    """The child with the highest upper bound for the side to move."""
    side, log_visits = rules.turn[tree.state[node]], logs[tree.visits[node]]
    best, bound = -1, -np.inf
    for k in range(tree.tried[node]):
        child = tree.child[node, k]
        n = tree.visits[child]
        points = (1 + side * tree.total[child] / n) / 2
        found = points + c * math.sqrt(log_visits / n)
        if found > bound:
            best, bound = child, found
    return best


@njit
def expand(tree, rules, node, rng):
    """A new child of the node, for an untried move at random; the node itself at a game's end."""
    state, k = tree.state[node], tree.tried[node]
    untried = rules.count[state] - k
    if untried == 0:
        return node
    drawn = k + int(rng.random() * untried)
    action = tree.moves[node, drawn]
    # It moves in front of the untried ones, which stay in cell order.
    for place in range(drawn, k, -1):
        tree.moves[node, place] = tree.moves[node, place - 1]
    tree.moves[node, k] = action
    tree.tried[node] += 1
    tree.child[node, k] = add(tree, rules, node, action, rules.following[state, action])
    return tree.child[node, k]


@njit
def add(tree, rules, parent, action, state):
    """The number of a new node without visits."""
    node = tree.size[0]
    tree.size[0] += 1
    tree.state[node], tree.parent[node], tree.action[node] = state, parent, action
    tree.visits[node], tree.total[node], tree.tried[node] = 0, 0, 0
    for k in range(rules.count[state]):
        tree.moves[node, k] = rules.moves[state, k]
    return node


@njit
def play_out(rules, state, rng):
    """The winner of a game that goes on from `state` with random moves."""
    while rules.count[state]:
        k = int(rng.random() * rules.count[state])
        state = rules.following[state, rules.moves[state, k]]
    return rules.winner[state]


@njit
def back_up(tree, node, winner):
    """Count a visit, and the winner, in the node and all above it."""
    while node >= 0:
        tree.visits[node] += 1
        tree.total[node] += winner
        node = tree.parent[node]


@njit
def choice(tree, rules):
    """The cell of the root's most visited child; of equals the one with the better value."""
    side = rules.turn[tree.state[0]]
    best = tree.child[0, 0]
    for k in range(1, tree.tried[0]):
        child = tree.child[0, k]
        more = tree.visits[child] - tree.visits[best]
        if more > 0 or (more == 0 and side * (tree.total[child] - tree.total[best]) > 0):
            best = child
    return tree.action[best]


@njit
def count_choices(tree, rules, state, playouts, c, logs, rng, counts, more):
    """Go on for so many `more` playouts with one search from `state` after the other, each of
    `playouts`; count in `counts` (9,) how often they chose each cell."""
    while more > 0:
        step = min(more, playouts - (tree.visits[0] if tree.size[0] else 0))
        grow(tree, rules, state, step, c, logs, rng)
        more -= step
        if tree.visits[0] == playouts:
            counts[choice(tree, rules)] += 1
            tree.size[0] = 0
