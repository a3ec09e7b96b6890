"""Draw boards, heat maps, outcome bars and game trees, with seaborn on matplotlib.

Functions take `ax=None` and return the Axes on which they drew; none of them shows anything. In a
lesson `show_figure(ax, caption)` does: it shows the picture with its caption as alternative text
and prints the caption under it. Values to X have one colour scale everywhere: purple where X wins,
orange where O wins, white for a draw; colour-blind eyes can read it. Everything else has a colour
of PALETTE.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Rectangle
from matplotlib.transforms import Affine2DBase, Transform
from numpy.typing import ArrayLike

from tttlearn.evaluation.exact import state_values
from tttlearn.game.boards import MARKS, BoardRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import O, Rules, X
from tttlearn.pictures.images import png
from tttlearn.search.game_tree import check_reachable, children
from tttlearn.support import arguments
from tttlearn.support.arguments import doubles, named, shown, text, whole
from tttlearn.support.text import counted, value_text

X_COLOUR, DRAW_COLOUR, O_COLOUR = "#542788", "#bdbdbd", "#b35806"
VALUE_COLOURS = LinearSegmentedColormap.from_list(
    "values to X", [O_COLOUR, "#f1a340", "#f7f7f7", "#998ec3", X_COLOUR]
)
INK, GRID = "#202020", "#9a9a9a"
BLUE, PINK, GREEN, GREY, PALE = "#0072b2", "#a3005c", "#009e73", "#6b6b6b", "#cfd8e3"
# From a grey with a touch of the colour to the colour, as seaborn's `light_palette`.
PROBABILITY_COLOURS = LinearSegmentedColormap.from_list(
    "probabilities", [(0.92085, 0.95184, 0.92562), "#1b7837"]
)
LIT = LinearSegmentedColormap.from_list("lit", [(0.93894, 0.94397, 0.952), BLUE])
EDGE = 0.06
"""Room around the cells of a board, in cells."""
PALETTE = BLUE, PINK, GREEN, GREY
"""Colours for all but X and O. Colour-blind eyes tell these apart, the first three even in grey."""


def set_style() -> None:
    """Set the look of all figures, readable from the back row of a lecture hall.

    In JupyterLab, figures become dark if JupyterLab is dark. An output without text makes them so;
    it is left out if the environment variable TTTLEARN_MASTER is set.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.set_style()
    """
    # Imported here, because it takes longer than everything that a board needs.
    import seaborn as sns
    from IPython import display, get_ipython

    look = {
        "figure.figsize": (8, 4.5),
        "figure.dpi": 80,
        "axes.titlesize": "medium",
        "figure.titlesize": "medium",
        # This font comes with matplotlib, so figures look the same on every machine.
        "font.family": "DejaVu Sans",
    }
    sns.set_theme(context="talk", style="whitegrid", palette=PALETTE, rc=look)
    if hasattr(get_ipython(), "kernel") and "TTTLEARN_MASTER" not in os.environ:
        dark = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
        display.display({"text/html": f"<style class=ttt-figures>{dark}</style>"}, raw=True)


def axes_or_new(ax: Axes | None, **figure: Any) -> Axes:
    """Return the given Axes, or those of a new figure.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        Axes on which to draw; None for those of a new figure.
    **figure
        Arguments of `matplotlib.pyplot.subplots` for a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If `ax` is anything else.
    """
    if ax is None:
        return plt.subplots(**figure)[1]
    if isinstance(ax, Axes):
        return ax
    raise ValueError(f"ax is the Axes on which to draw, or None for new ones, not {shown(ax)}")


def show_figure(ax: Axes | np.ndarray, caption: str) -> None:
    """Show a figure with its caption as alternative text, and print the caption below.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or ndarray of them
        Axes of the figure, which is closed afterwards.
    caption : str
        What the figure shows.

    Raises
    ------
    ValueError
        If `ax` is anything else, or `caption` is no text.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ax = ttt.draw_board(ttt.parse("X.. .O. ..X"))
    >>> ttt.show_figure(ax, "a board after three moves")
    <IPython.core.display.Image object>
    Figure: a board after three moves
    """
    from IPython.display import Image, display

    text(caption, "the caption")
    first_axes = ax.flat[0] if isinstance(ax, np.ndarray) and ax.size else ax
    if not isinstance(first_axes, Axes):
        raise ValueError(f"ax is the Axes on which the figure is drawn, not {shown(ax)}")
    figure = first_axes.figure
    # Twice the pixels at half the size are sharp on fine screens and on projectors.
    drawn = png(figure, colours=256, bbox_inches="tight", dpi=2 * figure.dpi)
    plt.close(figure)
    display(Image(drawn, retina=True, alt=caption))
    print(fill(f"Figure: {caption}", 96))


def draw_board(
    state: int,
    values: Any = None,
    policy: Any = None,
    ax: Axes | None = None,
    rules: Rules = TICTACTOE,
) -> Axes:
    """Draw a board with its complete lines and, if asked for, a heat map on the empty cells.

    Without a heat map, the empty cells show their numbers, in tic-tac-toe 0 to 8, if there is room
    to read them. If marks fall, the number of a column is on the cell that its next mark fills. A
    game without a board is drawn as text.

    Parameters
    ----------
    state : int
        State to draw.
    values : array_like, shape (A,) or (S, A), optional
        Value to X of each action, in tic-tac-toe a cell, from -1 to +1; or a table of them for all
        states, as (19683, 9) in tic-tac-toe. Cells with NaN stay empty.
    policy : array_like, shape (A,) or (S, A), optional
        Probability of each action, or a table of them, to draw instead of values.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If `values` or `policy` has another shape, if both are given, or if `state` is no state.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> state = ttt.parse("X.. .O. ..X")
    >>> ax = ttt.draw_board(state, policy=ttt.minimax_policy())
    >>> [text.get_text() for text in ax.texts]
    ['25%', '0%', '25%', '25%', '0%', '25%']
    """
    if values is not None and policy is not None:
        raise ValueError("draw_board shows values or a policy, not both at once")
    check_rules(rules).check_one_state(state)
    ax = _board_axes(ax, rules)
    place = Place(ax, ax.transData, _points(ax, rules))
    row, look = None, (VALUE_COLOURS, Normalize(-1, 1), value_text)
    if values is not None:
        row = _row(values, state, rules)
    if policy is not None:
        row = np.where(rules.legal[state], _row(policy, state, rules), np.nan)
        look = PROBABILITY_COLOURS, Normalize(0, 1), "{:.0%}".format
    _draw(place, state, row, look, rules)
    return ax


class Place(NamedTuple):
    """Where a board is drawn.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Axes on which it is drawn.
    transform : matplotlib.transforms.Transform
        Transform from cells of the board, its upper left corner at (0, 0), for more to be drawn.
    points : float
        Width of a cell in points, so that marks and text scale with the board.
    """

    ax: Axes
    transform: Transform
    points: float

    def line(self, x: ArrayLike, y: ArrayLike, **style: Any) -> None:
        """Draw a line as `ax.plot` does, in a third of its time: the limits are known.

        Parameters
        ----------
        x, y : array_like
            Its points, in cells.
        **style
            Properties of the line.
        """
        self.ax.add_artist(Line2D(x, y, transform=self.transform, **style))

    def frame(self, outside: float, rules: Rules, **style: Any) -> None:
        """Draw a frame around the board.

        Parameters
        ----------
        outside : float
            Its distance from the cells.
        rules : Rules
            Rules of the game.
        **style
            Properties of the frame.
        """
        size = (cells + 2 * outside for cells in board_size(rules))
        corner = -outside, -outside
        self.ax.add_artist(Rectangle(corner, *size, transform=self.transform, **style))

    def text(self, x: float, y: float, text: str, **style: Any) -> None:
        """Write a text.

        Parameters
        ----------
        x, y : float
            Its place, in cells.
        text : str
            The text.
        **style
            Properties of the text.
        """
        self.ax.text(x, y, text, transform=self.transform, **style)


class _Undistorted(Affine2DBase):
    """Transform from the cells of a board to a box of the data of an Axes, as large as fits."""

    def __init__(self, ax, box, rules):
        super().__init__()
        self.data, self.box, self.size = ax.transData, box, board_size(rules)
        self.set_children(self.data)

    def get_matrix(self):
        left, top, width, height = self.box
        corners = self.data.transform([(left, top), (left + width, top + height)])
        across, down = np.array(self.size)
        scale = (abs(corners[1] - corners[0]) / (across + 2 * EDGE, down + 2 * EDGE)).min()
        x, y = corners.mean(0) + scale * np.array([-across, down]) / 2
        return np.array([[scale, 0, x], [0, -scale, y], [0, 0, 1]])


def draw_small_board(
    state: int, ax: Axes, box: tuple[float, float, float, float], rules: Rules = TICTACTOE
) -> Place:
    """Draw a board as part of a picture, much faster than on Axes of its own.

    Parameters
    ----------
    state : int
        State to draw.
    ax : matplotlib.axes.Axes
        Axes of the picture.
    box : tuple of float
        Left, top, width and height of the room for it, in the data of `ax`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    Place
        Where it is, for a frame or words to be added.
    """
    transform = _Undistorted(ax, box, rules)
    place = Place(ax, transform, transform.get_matrix()[0, 0] / ax.figure.dpi * 72)
    _draw(place, state, None, None, rules)
    return place


def _draw(place, state, row, look, rules):
    if not isinstance(rules, BoardRules):
        _text(place, state, row, look, rules)
        return
    if row is not None:
        _heat(place, state, row, look, rules)
    elif place.points > 24:
        _numbers(place, state, rules)
    _grid(place, rules)
    _marks(place, state, rules)


def draw_boards(
    states: Iterable[int],
    titles: Iterable[str] | None = None,
    columns: int | None = None,
    rules: Rules = TICTACTOE,
) -> np.ndarray:
    """Draw boards side by side in a new figure.

    Parameters
    ----------
    states : iterable of int
        States to draw, one or more.
    titles : iterable of str, optional
        Title above each board.
    columns : int, optional
        Number of boards in a row; by default all.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    ndarray of matplotlib.axes.Axes
        The Axes of the boards, in the order of `states`.

    Raises
    ------
    ValueError
        If there are no states, or another number of titles.
    """
    states = list(states) if np.iterable(states) else []
    titles = [""] * len(states) if titles is None else list(titles)
    if not states or len(titles) != len(states):
        raise ValueError("states are a list of one state or more, and titles of as many texts")
    columns = len(states) if columns is None else whole(columns, "the number of columns", 1)
    rows = -(-len(states) // columns)
    width = min(3.0, 11 / columns)
    across, down = board_size(rules)
    height = width * down / across
    size = (width * columns, (height + (0.3 if any(titles) else 0)) * rows)
    axes = plt.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False)[1]
    for ax in axes.flat[len(states) :]:
        ax.axis("off")
    for ax, state, title in zip(axes.flat, states, titles, strict=False):
        draw_board(state, ax=ax, rules=rules).set_title(title)
    return axes.ravel()[: len(states)]


def board_size(rules: Rules) -> tuple[int, int]:
    """Return the size of a state's picture in cells.

    Parameters
    ----------
    rules : Rules
        Rules of the game.

    Returns
    -------
    tuple of int
        Number of columns and of rows; 3 and 3 for a game without a board, which is drawn as text.
    """
    return (rules.columns, rules.rows) if isinstance(rules, BoardRules) else (3, 3)


def _board_axes(ax, rules):
    across, down = board_size(rules)
    ax = axes_or_new(ax, figsize=(across, down))
    ax.set(xlim=(-EDGE, across + EDGE), ylim=(down + EDGE, -EDGE), aspect="equal")
    ax.axis("off")
    return ax


def _row(table, state, rules):
    states, actions = rules.legal.shape
    each = f"one for each {rules.action_word}"
    asked = f"a board shows {counted(actions)} numbers, {each}, or a table"
    table = doubles(table, f"{asked} {states, actions}")
    if table.shape not in ((actions,), (states, actions)):
        raise ValueError(f"{asked} {states, actions}, not {table.shape}")
    return table if table.ndim == 1 else table[state]


def _centre(cell, rules):
    return np.array([cell % rules.columns, cell // rules.columns]) + 0.5


def _heat(place, state, row, look, rules):
    style = {"ha": "center", "va": "center", "fontsize": place.points * 0.24}
    for action, cell in rules.free_cells(state):
        if not np.isnan(row[action]):
            centre, (fill, ink, text) = _centre(cell, rules), _shade(row[action], *look)
            filled = {"facecolor": fill, "edgecolor": "none", "transform": place.transform}
            place.ax.add_artist(Rectangle(centre - 0.5, 1, 1, **filled))
            place.text(*centre, text, color=ink, **style)


def _shade(entry, colours, norm, form):
    """Return the colour for a number, the colour of the text on it, and the text."""
    fill = colours(norm(entry))
    dark = np.dot(fill[:3], (0.299, 0.587, 0.114)) < 0.55
    return fill, "white" if dark else INK, form(entry)


def _numbers(place, state, rules):
    size = np.clip(place.points * 0.3, 13, 16)
    style = {"ha": "center", "va": "center", "fontsize": size, "color": GRID}
    for action, cell in rules.free_cells(state):
        place.text(*_centre(cell, rules), str(action), **style)


def _text(place, state, row, look, rules):
    """Draw the state as text in the upper part, and below it what is known of its moves."""
    middle, size = {"ha": "center", "va": "center"}, place.points
    shown = np.flatnonzero(rules.legal[state] & ~np.isnan(row)) if row is not None else []
    height, drawn = (0.9 if len(shown) else 1.5), rules.show(state)
    lines = drawn.split("\n")
    fits = min(0.7, 4 / max(map(len, lines)), 1.2 / len(lines))
    place.text(1.5, height, drawn, fontsize=size * fits, color=INK, **middle)
    for x, action in zip(np.linspace(0, 3, len(shown) + 2)[1:-1], shown, strict=True):
        fill, ink, text = _shade(row[action], *look)
        box = {"facecolor": fill, "edgecolor": "none", "boxstyle": "round"}
        style = {"fontsize": min(size * 0.24, size / len(shown)), **middle}
        place.text(x, 2.1, text, color=ink, bbox=box, **style)
        place.text(x, 2.7, rules.action_name(action), color=INK, **style)


def _points(ax, rules):
    """Return the width of one cell in points."""
    box, (across, down) = ax.get_window_extent(), board_size(rules)
    width = min(box.width / (across + 2 * EDGE), box.height / (down + 2 * EDGE))
    return width / ax.figure.dpi * 72


def _grid(place, rules):
    style = {"color": GRID, "lw": max(0.8, place.points * 0.035), "solid_capstyle": "round"}
    for at in range(1, rules.columns):
        place.line([at, at], [0.04, rules.rows - 0.04], **style)
    for at in range(1, rules.rows):
        place.line([0.04, rules.columns - 0.04], [at, at], **style)


def _marks(place, state, rules):
    width, arm = place.points * 0.09, 0.26
    for cell, digit in enumerate(rules.cells[state]):
        centre = _centre(cell, rules)
        if digit == MARKS[X]:
            for slope in (1, -1):
                ends = centre + arm * np.array([[-1, -slope], [1, slope]])
                place.line(*ends.T, color=X_COLOUR, lw=width, solid_capstyle="round")
        elif digit == MARKS[O]:
            ring = {"color": O_COLOUR, "lw": width, "transform": place.transform}
            place.ax.add_artist(Circle(centre, arm, fill=False, **ring))
    for line in rules.winning_lines(state):
        start, end = _centre(line[0], rules), _centre(line[-1], rules)
        reach = 0.36 * (end - start) / max(len(line) - 1, 1)
        ends = np.array([start - reach, end + reach])
        place.line(*ends.T, color=INK, lw=width * 0.8, alpha=0.75, solid_capstyle="round")


def plot_outcomes(outcomes: Mapping[str, Any], ax: Axes | None = None) -> Axes:
    """Draw stacked bars of X wins, draws and O wins.

    Parameters
    ----------
    outcomes : dict of str to Outcome
        The outcome for each label, or three shares or counts, which are scaled to 100 %. Each label
        gets a bar, the first one on top.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If `outcomes` is anything else, or shares are negative or all 0.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> random = ttt.random_policy()
    >>> ax = ttt.plot_outcomes({"random": ttt.outcome(random, random), "counts": (58, 13, 29)})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['random', 'counts']
    """
    named(outcomes, "outcomes are a dict from labels to an Outcome each")
    shares = np.array([_shares(*pair) for pair in outcomes.items()])
    ax = axes_or_new(ax, figsize=(9, 0.9 + 0.65 * len(outcomes)))
    left = np.zeros(len(shares))
    ends = {"X wins": X_COLOUR, "draw": DRAW_COLOUR, "O wins": O_COLOUR}
    for (label, colour), width in zip(ends.items(), shares.T, strict=True):
        bars = ax.barh(list(outcomes), width, left=left, color=colour, label=label)
        texts = [f"{w:.1%}" if w >= 0.08 else "" for w in width]
        ink = INK if label == "draw" else "white"
        ax.bar_label(bars, texts, label_type="center", color=ink, fontsize=14)
        left += width
    ax.invert_yaxis()
    ax.set(xlim=(0, 1), xlabel="share of games")
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(visible=False)
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False)
    return ax


def _shares(label, outcome):
    """Return the three shares of an outcome, which sum to 1.

    Raises ValueError, with the label, for anything else.
    """
    meaning = f"the outcome of {label} is an Outcome, or three shares or counts, none negative"
    shares = doubles(outcome, meaning)
    if shares.shape != (3,) or not (shares >= 0).all() or not 0 < shares.sum() < np.inf:
        raise ValueError(f"{meaning} and one at least positive, not {shown(outcome)}")
    return shares / shares.sum()


MAX_TREE_ENDS, MAX_TREE_PLIES = 24, 24
"""Maximum number of ends and of moves of a tree that is neither too wide nor too deep to read."""


def plot_tree(
    state: int,
    plies: int = 2,
    ax: Axes | None = None,
    rules: Rules = TICTACTOE,
    values: Callable | None = None,
) -> Axes:
    """Draw the game tree below a state, its boards framed in the colour of their value to X.

    Parameters
    ----------
    state : int
        State at the root.
    plies : int, default 2
        Number of moves to draw.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.
    rules : Rules, default TICTACTOE
        Rules of the game.
    values : callable, optional
        Function of a `TreeNode`, which returns its value to X, or None to show no value. By default
        the values are those of best play.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If the tree has more than 24 ends, which are too many to read side by side, if `plies` is no
        whole number, or if no game by the rules reaches the state.

    Notes
    -----
    A board appears once for each path that leads to it.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ax = ttt.plot_tree(ttt.parse("XOX OXO .X."), plies=2)
    >>> sum(text.get_text() == "+1" for text in ax.texts)  # X wins on each of its boards
    5
    """
    state, plies = check_reachable(state, rules), whole(plies, "the number of plies")
    values = None if values is None else arguments.function(values, "values is a function")
    ends = readable_ends(state, plies, rules, "ask for fewer plies")
    levels = tree_levels(state, plies, rules)
    width = max(ends, 5)
    ax = axes_or_new(ax, figsize=(1.25 * width + 1.4, 1.5 * len(levels)))
    ax.axis("off")
    middle = (ends - 1) / 2
    ax.set(xlim=(middle - width / 2 - 1, middle + width / 2), ylim=(len(levels) - 0.6, -0.52))
    V = state_values(rules=rules)
    values = values or (lambda node: V[node.state])
    for depth, level in enumerate(levels):
        _level_label(ax, level, depth, middle - width / 2 - 1, rules)
        for node in level:
            value = values(node)
            for end in node.below:
                ax.plot([node.x, end], [depth + 0.38, depth + 0.5], color=GRID, lw=1.5, zorder=0)
            if depth and value is None:  # without a value, the line goes on to the board
                ax.plot([node.x, node.x], [depth - 0.5, depth - 0.3], color=GRID, lw=1.5, zorder=0)
            _small_board(ax, node, value, depth, rules)
    return ax


def readable_ends(state: int, plies: int, rules: Rules, instead: str) -> int:
    """Count the ends of a game tree, and check that it is small enough to read.

    To count the ends is much faster than to make the tree.

    Parameters
    ----------
    state : int
        State at the root.
    plies : int
        Number of moves that the tree is deep.
    rules : Rules
        Rules of the game.
    instead : str
        What to do if the tree is too large, as the end of the message.

    Returns
    -------
    int
        Number of ends, paths to states where the tree or the game is over.

    Raises
    ------
    ValueError
        If the tree is too wide or too deep to read.
    """
    paths, ends = Counter({state: 1}), 0
    for ply in range(min(plies, rules.longest)):
        if ply == MAX_TREE_PLIES:
            raise ValueError(f"a tree of more than {ply} moves is too deep to read; {instead}")
        further = Counter()
        for reached, ways in paths.items():
            after = children(reached, rules)
            ends += 0 if after else ways
            for child in after:
                further[child] += ways
        if not further:
            break
        paths = further
    ends += paths.total()
    if ends > MAX_TREE_ENDS:
        raise ValueError(f"a tree with {ends} ends is too wide to read; {instead}")
    return ends


class TreeNode(NamedTuple):
    """Board of a game tree.

    Attributes
    ----------
    state : int
        State of the board.
    actions : tuple of int
        Actions that lead to it from the root.
    x : float
        Its place from left to right; the ends of the tree are at 0, 1, 2 and so on.
    below : list of float
        The `x` of each of its children.
    """

    state: int
    actions: tuple
    x: float
    below: list


def tree_levels(state: int, plies: int, rules: Rules = TICTACTOE) -> list[list[TreeNode]]:
    """Return the nodes of the tree that `plot_tree` draws.

    Parameters
    ----------
    state : int
        State at the root.
    plies : int
        Number of moves that the tree is deep.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    list of list of TreeNode
        The nodes of each level, the root first.
    """
    levels = [[] for _ in range(min(plies, check_rules(rules).longest) + 1)]
    _place(int(rules.check_state(state)), (), levels, count(), rules)
    return [level for level in levels if level]


def _place(state, actions, levels, columns, rules):
    """Put a state and the tree below it into `levels` as TreeNodes, and return its x."""
    after = rules.next[state].tolist() if len(actions) + 1 < len(levels) else []
    legal = [(action, child) for action, child in enumerate(after) if child >= 0]
    below = [_place(child, (*actions, a), levels, columns, rules) for a, child in legal]
    x = (below[0] + below[-1]) / 2 if below else float(next(columns))
    levels[len(actions)].append(TreeNode(state, actions, x, below))
    return x


def _level_label(ax, level, depth, x, rules):
    turns = {int(rules.turn[node.state]) for node in level if not rules.terminal[node.state]}
    says = {X: "X to move:\nhighest", O: "O to move:\nlowest"}
    text = "\n".join(says[turn] for turn in sorted(turns)) or "over"
    if turns and any(rules.terminal[node.state] for node in level):
        text = text.replace(":", ",\nor over:")
    ax.text(x + 0.05, depth, text, ha="left", va="center", fontsize=15, color=INK)


def _small_board(ax, node, value, depth, rules):
    place = draw_small_board(node.state, ax, (node.x - 0.46, depth - 0.31, 0.92, 0.69), rules)
    edge = VALUE_COLOURS(Normalize(-1, 1)(value)) if value else GRID
    place.frame(0.02, rules, facecolor="none", edgecolor=edge, lw=2.8)
    if value is not None:
        above = -EDGE - 4.5 / place.points
        middle = {"ha": "center", "fontsize": 17, "color": INK}
        place.text(board_size(rules)[0] / 2, above, value_text(value), **middle)
