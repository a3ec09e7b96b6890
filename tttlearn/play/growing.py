"""Show Monte-Carlo tree search one playout at a time: a slider, and the tree that grows.

For example:

    ttt.StepSearch(ttt.parse("XOX / .O. / ..."), playouts=20, seed=9)

`search_steps` makes the steps without a browser; the saved notebook keeps the last as a picture,
and all in words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules, side_name
from tttlearn.pictures.boards import BLUE, GRID, INK, VALUE_COLOURS, draw_board
from tttlearn.pictures.trees import node_places
from tttlearn.play.stepping import HERE, Stepper
from tttlearn.search.mcts import MCTS
from tttlearn.support.arguments import seed as checked_seed
from tttlearn.support.arguments import whole
from tttlearn.support.text import counted, signed

MAX_PLAYOUTS = 30
"""Largest number of playouts whose tree can be read."""


class Playout(NamedTuple):
    """One playout, and the tree after it.

    Attributes
    ----------
    caption : str
        The four steps in words.
    nodes : dict of int to Node
        The whole tree, by the numbers of its nodes.
    path : list of int
        Numbers of the nodes in which the playout was counted, the root first.
    winner : int
        Result of the playout: +1 X, -1 O, 0 draw.
    """

    caption: str
    nodes: dict
    path: list
    winner: int


def search_steps(
    state: int, playouts: int, seed: int, c: float = MCTS.c, rules: Rules = TICTACTOE
) -> list[Playout]:
    """Return the playouts that `MCTS` makes from a state, with the tree after each of them.

    Parameters
    ----------
    state : int
        State at the root.
    playouts : int
        Number of playouts.
    seed : int
        Seed of the randomness.
    c : float, optional
        Exploration constant, by default that of `MCTS`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    list of Playout
        The playouts, in order.
    """
    steps, before = [], {}
    for n in range(1, playouts + 1):
        tree = MCTS(n, c, rules=rules).search(state, np.random.default_rng(seed))
        nodes = {node.number: node for node in tree.nodes}
        path = [i for i, node in nodes.items() if node.visits > _visits(before, i)]
        winner = round(_total(nodes) - _total(before))
        caption = _caption_of(nodes, path, winner, len(before) or 1, rules)
        steps.append(Playout(caption, nodes, path, winner))
        before = nodes
    return steps


def _visits(nodes, number):
    return nodes[number].visits if number in nodes else 0


def _total(nodes):
    """Return the sum of the results of all playouts so far."""
    return nodes[0].visits * nodes[0].value if nodes else 0


def _caption_of(nodes, path, winner, known, rules):
    """Return the four steps of a playout in words; there were `known` nodes before it."""
    cells = [nodes[i].action for i in path[1:]]
    new = path[-1] >= known
    chosen = cells[: len(cells) - new]
    down = f"down by {', then '.join(map(str, chosen))}" if chosen else "the root"
    word, last = rules.action_word, nodes[path[-1]]
    expanded = f"{word} {last.action}, a new node" if new else "nothing, the game is over there"
    how = "the game is over" if not last.to_move else "random moves"
    result = f"{side_name(winner)} wins" if winner else "a draw"
    return (
        f"select: {down}. Expand: {expanded}. Play out: {how}, {result}. "
        f"Back up: one visit and {signed(winner, 0)} in {counted(len(path))} nodes."
    )


def draw_playout(step: Playout, last: Playout, ax: Axes, rules: Rules = TICTACTOE) -> Axes:
    """Draw the tree after a playout, each node at its place in the tree of the last one.

    A node shows its visits and its mean value, to X; the last path is blue.

    Parameters
    ----------
    step : Playout
        The playout to show.
    last : Playout
        The last playout of the search, whose tree is the largest.
    ax : matplotlib.axes.Axes
        Where to draw.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    matplotlib.axes.Axes
        The same axes.
    """
    places = node_places(last.nodes)
    ends, deepest = max(places.values()) + 0.5, max(node.depth for node in last.nodes.values())
    left = -0.13 * ends
    ax.axis("off")
    ax.set(xlim=(left, ends), ylim=(deepest + 0.75, -0.42))
    for node in step.nodes.values():
        _draw_node(ax, node, places, step)
    for depth in range(1, deepest + 1):
        movers = {n.to_move for n in last.nodes.values() if n.depth == depth - 1 and n.to_move}
        label = f"after a move\nof {side_name(movers.pop())}"
        ax.text(left + 0.1, depth, label, ha="left", va="center", fontsize=14, color=INK)
    board = ax.inset_axes((0.005, 0.8, 0.105, 0.19))
    draw_board(step.nodes[0].state, ax=board, rules=rules)
    return ax


def _draw_node(ax, node, places, step):
    """Draw a node, the line to it with its action, and the result if the playout began here."""
    x, y, on_it = places[node.number], node.depth, node.number in step.path
    if node.parent >= 0:
        above = places[node.parent]
        look = {"color": BLUE, "lw": 5} if on_it else {"color": GRID, "lw": 1.5}
        ax.plot([above, x], [y - 1, y], zorder=0, **look)
        label_style = {"ha": "center", "va": "center", "fontsize": 14, "color": INK}
        at = above + 0.58 * (x - above), y - 0.42
        box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        ax.text(*at, str(node.action), bbox=box, **label_style)
    fill = VALUE_COLOURS(Normalize(-1, 1)(node.value))
    dark = np.dot(fill[:3], (0.299, 0.587, 0.114)) < 0.55
    edge = {"edgecolor": BLUE if on_it else GRID, "linewidth": 4 if on_it else 1}
    text = {"ha": "center", "va": "center", "fontsize": 14, "color": "white" if dark else INK}
    box = {"boxstyle": "round", "facecolor": fill, **edge}
    ax.text(x, y, f"{node.visits}\n{signed(node.value)}", bbox=box, zorder=3, **text)
    if node.number == step.path[-1]:
        ax.plot([x, x], [y, y + 0.42], color=BLUE, lw=2, ls=":", zorder=0)
        result = f"{side_name(step.winner)} wins" if step.winner else "draw"
        box = {"boxstyle": "round", "facecolor": HERE, "edgecolor": "none"}
        ax.text(x, y + 0.47, result, bbox=box, zorder=4, **text | {"color": INK})


class StepSearch(Stepper):
    """Slider over the playouts of a tree search, with the tree after each of them.

    Parameters
    ----------
    state : int
        State at the root.
    playouts : int, default 20
        Number of playouts, from 1 to 30.
    seed : int, default 0
        Seed of the randomness.
    c : float, optional
        Exploration constant, by default that of `MCTS`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Attributes
    ----------
    steps : list of Playout
        The playouts, in order.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> search = ttt.StepSearch(ttt.parse("XOX / .O. / ..."), playouts=3, seed=9)
    >>> [len(playout.nodes) for playout in search.steps]
    [2, 3, 4]
    """

    title, shows = "Tree search", "the search tree"

    def __init__(
        self,
        state: int,
        playouts: int = 20,
        seed: int = 0,
        c: float = MCTS.c,
        rules: Rules = TICTACTOE,
    ) -> None:
        self.rules = check_rules(rules)
        playouts = whole(playouts, "the number of playouts", 1, MAX_PLAYOUTS)
        super().__init__(search_steps(state, playouts, checked_seed(seed), c, rules))

    def draw(self, step: Playout, ax: Axes) -> None:
        """Draw the tree after a playout, its last path marked.

        Parameters
        ----------
        step : Playout
            The playout.
        ax : matplotlib.axes.Axes
            Where to draw.
        """
        draw_playout(step, self.steps[-1], ax, self.rules)
