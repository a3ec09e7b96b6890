"""Draw the tree of a Monte-Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from tttlearn.game.tables import side_name
from tttlearn.pictures.boards import (
    GRID,
    INK,
    VALUE_COLOURS,
    axes_or_new,
    board_size,
    draw_small_board,
)
from tttlearn.search.mcts import Node, SearchTree
from tttlearn.support.arguments import shown, whole
from tttlearn.support.text import signed

MAX_BOARDS = 10
"""Maximum number of nodes of a level, near the root, that are drawn as boards."""
MAX_NODES = 150
"""Maximum number of nodes in a picture."""


def plot_search_tree(tree: SearchTree, max_nodes: int = MAX_NODES, ax: Axes | None = None) -> Axes:
    """Draw the most visited nodes of a search tree.

    The size of a node says how often it was visited, its colour (or that of the frame of a board)
    its value to X, and the width of a line how many playouts went along it. The root, and the level
    below it if it has up to 10 nodes, are drawn as boards, with visits above and the value to X
    below.

    Parameters
    ----------
    tree : SearchTree
        The tree, from `MCTS.search`.
    max_nodes : int, default 150
        Number of nodes to draw, from 1 to 150. The most visited nodes are a tree, too.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If `max_nodes` is out of its range, or `tree` is no SearchTree.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> tree = ttt.MCTS(playouts=100).search(ttt.parse("XX. OO. ..."), np.random.default_rng(0))
    >>> ax = ttt.plot_search_tree(tree)
    >>> [text.get_text() for text in ax.texts][:3]  # whose move it is; visits and value of the root
    ['X to move', '100', '+0.53']
    """
    if not isinstance(tree, SearchTree):
        raise ValueError(f"a tree is what the search of an MCTS returns, not {shown(tree)}")
    max_nodes = whole(max_nodes, "the number of nodes in a picture", 1, MAX_NODES)
    nodes = _shown(tree.nodes, max_nodes)
    levels = _levels(nodes)
    places = _places(nodes, levels)
    ends = max(places.values()) + 0.5
    ax = axes_or_new(ax, figsize=(13, 1.1 + 1.4 * len(levels)), layout="constrained")
    ax.axis("off")
    ax.set(xlim=(-0.105 * ends, ends), ylim=(len(levels) - 0.45, -0.55))
    _draw_lines(ax, nodes, places, tree.playouts)
    for depth, level in enumerate(levels):
        ax.text(
            -0.105 * ends, depth, _level_text(level), ha="left", va="center", fontsize=14, color=INK
        )
        draw = _draw_boards if _as_boards(level) else _draw_dots
        draw(ax, level, places, ends, tree)
    return ax


def _shown(nodes, most):
    """Return the most visited nodes by number, each with its parent: the first among equals."""
    ranked = sorted(nodes, key=lambda node: (-node.visits, node.number))[:most]
    return {node.number: node for node in sorted(ranked)}


def _levels(nodes):
    depths = [node.depth for node in nodes.values()]
    return [[n for n in nodes.values() if n.depth == d] for d in range(max(depths) + 1)]


def _as_boards(level):
    return len(level) <= MAX_BOARDS and level[0].depth <= 1


def _places(nodes, levels):
    """Return the place of each node from left to right; a board has more room than a dot."""
    parents = {node.parent for node in nodes.values()}
    board = max(1.0, sum(number not in parents for number in nodes) / 11)
    return node_places(nodes, lambda n: board if _as_boards(levels[n.depth]) else 1.0)


def node_places(nodes: Mapping[int, Node], least: Callable = lambda node: 1.0) -> dict[int, float]:
    """Compute the place of each node from left to right.

    Children are in the order of their actions, and parents above the middle of their children.

    Parameters
    ----------
    nodes : dict of int to Node
        Nodes by their numbers, children after their parents.
    least : callable, default 1 for each node
        Function of a node, which returns the least width that it takes.

    Returns
    -------
    dict of int to float
        The place of the middle of each node.
    """
    below = {number: [] for number in nodes}
    for node in sorted(nodes.values(), key=lambda node: node.action):
        if node.parent >= 0:
            below[node.parent].append(node.number)
    width = {}
    for node in reversed(nodes.values()):  # children come after their parents
        width[node.number] = max(least(node), sum(width[child] for child in below[node.number]))
    places, left = {}, {0: 0.0}
    for number in nodes:
        places[number] = left[number] + width[number] / 2
        start = places[number] - sum(width[child] for child in below[number]) / 2
        for child in below[number]:
            left[child] = start
            start += width[child]
    return places


def _draw_lines(ax, nodes, places, playouts):
    for node in nodes.values():
        if node.parent >= 0:
            ends = [places[node.parent], places[node.number]], [node.depth - 1, node.depth]
            ax.plot(*ends, color=GRID, lw=0.6 + 10 * node.visits / playouts, zorder=0)


def _level_text(level):
    turns = {node.to_move for node in level if node.to_move}
    return "\n".join(f"{side_name(turn)} to move" for turn in sorted(turns)) or "over"


def _draw_dots(ax, level, places, ends, tree):
    sizes = [14 + 900 * node.visits / tree.playouts for node in level]
    colours = VALUE_COLOURS(Normalize(-1, 1)([node.value for node in level]))
    style = {"edgecolors": INK, "linewidths": 0.7, "zorder": 2}
    xs = [places[node.number] for node in level]
    ax.scatter(xs, [level[0].depth] * len(level), s=sizes, c=colours, **style)


def _draw_boards(ax, level, places, ends, tree):
    across, down = board_size(tree.rules)
    for node in level:
        x, half = places[node.number], 0.04 * ends
        box = (x - half, node.depth - 0.27, 2 * half, 0.54)
        place = draw_small_board(node.state, ax, box, tree.rules)
        colour = VALUE_COLOURS(Normalize(-1, 1)(node.value))
        # The colour of a draw is nearly white, so outline it.
        for edge, width in ((GRID, 4.6), (colour, 3.2)):
            frame = {"edgecolor": edge, "lw": width, "facecolor": "white", "zorder": 0.5}
            place.frame(0.03, tree.rules, **frame)
        style = {"ha": "center", "fontsize": 14, "color": INK}
        style["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
        place.text(across / 2, -0.3, f"{node.visits:,}", va="bottom", **style)
        place.text(across / 2, down + 0.3, signed(node.value), va="top", **style)
