"""Draw pictures of learning: densities of values, curves over seeds, results game by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import seaborn as sns
from matplotlib.axes import Axes

from tttlearn.pictures.boards import DRAW_COLOUR, INK, O_COLOUR, X_COLOUR, axes_or_new
from tttlearn.support import arguments
from tttlearn.support.arguments import doubles, number, shown, true_or_false, whole

if TYPE_CHECKING:
    import pandas as pd

RESULTS = {1: ("X wins", X_COLOUR), 0: ("draw", DRAW_COLOUR), -1: ("O wins", O_COLOUR)}
NAMES = tuple(name for name, _ in RESULTS.values())
MAX_BARS, MAX_STEPS = 100, 1_000
"""Maximum number of groups with bars, of which more make an area, and of the steps of an area."""
BANDWIDTH = 0.02
"""Standard deviation of the kernels of a density, in units of the values."""
MAX_DENSITY = 2 / (
    BANDWIDTH * np.sqrt(2 * np.pi)
)  # if all values are equal, at an end of the range


def plot_value_density(
    values: Any,
    winner: Any,
    ax: Axes | None = None,
    ends: Sequence[float] = (-1, 1),
    names: Sequence[str] = NAMES,
    linear: bool = False,
) -> Axes:
    """Draw the density of values, one filled curve for each result of a game.

    Parameters
    ----------
    values : array_like, shape (n,)
        The values.
    winner : array_like, shape (n,)
        The result that belongs to each value: 1, 0 or -1.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.
    ends : sequence of two floats, default (-1, 1)
        The two ends of the range of values, in order. What the smoothing would carry over them is
        folded back.
    names : sequence of three str, default ("X wins", "draw", "O wins")
        Names of the curves for the results 1, 0 and -1, if results are something other than the end
        of a game.
    linear : bool, default False
        Draw equal areas equally large, with a density axis of its own scale. By default the scale
        is that of the square root, which keeps low parts visible beside spikes.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If `values` are no numbers, or there is another number of results.

    Notes
    -----
    Each curve has the area 1, however many values there are. The bandwidth, 0.02, and the height of
    the picture are always the same, so pictures can be compared.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> values = [-0.9, -0.1, 0.1, 0.8, 1.0]
    >>> ax = ttt.plot_value_density(values, winner=[-1, 0, 0, 1, 1])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['X wins (2)', 'draw (2)', 'O wins (1)']
    """
    values = doubles(values, "values are an array of numbers")
    winner = doubles(winner, "winner has a result for each value, an array", values.shape)
    linear = true_or_false(linear, "linear")
    ends = doubles(ends, "ends are the two ends of the range, in order", (2,))
    if not ends[0] < ends[1] or not np.isfinite(ends).all():
        raise ValueError(f"ends are the two ends of the range, in order, not {shown(ends)}")
    if not isinstance(names, (list, tuple)) or len(names) != len(RESULTS):
        raise ValueError(f"names are three texts, one for each curve, not {shown(names)}")
    ax = axes_or_new(ax, figsize=(9, 4))
    at = np.linspace(*ends, 401)
    for label, (result, (_, colour)) in zip(names, RESULTS.items(), strict=True):
        group = values[winner == result]
        if group.size:
            style = {"color": colour, "alpha": 0.6, "lw": 0, "label": f"{label} ({group.size:,})"}
            heights = density(group, at)
            ax.fill_between(at, heights, **style)
            ax.plot(at, heights, color=colour, lw=2)
    ax.set(xlim=ends, xlabel="value", ylabel="density")
    if linear:
        ax.set_ylim(0)
    else:
        ax.set_yscale("function", functions=(np.sqrt, np.square))
        ax.set(ylim=(0, MAX_DENSITY), yticks=[], ylabel="density (square-root scale)")
    ax.set_xticks(np.linspace(*ends, 5))
    ax.xaxis.set_major_formatter("{x:g}")
    ax.grid(visible=False, axis="y")
    sns.despine(ax=ax, left=True)
    close = {"columnspacing": 1.2, "handlelength": 1.2, "handletextpad": 0.5}
    ax.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False, **close)
    return ax


def density(values: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Estimate the density of values with Gaussian kernels of bandwidth 0.02.

    Parameters
    ----------
    values : ndarray of float, shape (n,)
        The values.
    at : ndarray of float, shape (m,)
        Places at which to estimate the density, in order. At the first and the last of them it is
        folded back.

    Returns
    -------
    ndarray of float, shape (m,)
        The density at each place.
    """
    known, counts = np.unique(np.round(values, 3), return_counts=True)
    total = np.zeros(len(at))
    for images in (known, 2 * at[0] - known, 2 * at[-1] - known):
        bumps = np.exp(-0.5 * ((at[:, None] - images) / BANDWIDTH) ** 2)
        total += bumps @ counts
    return total / (len(values) * BANDWIDTH * np.sqrt(2 * np.pi))


def plot_learning_curves(
    history: pd.DataFrame,
    column: str,
    ax: Axes | None = None,
    label: str | None = None,
    best: float | None = None,
) -> Axes:
    """Draw a learning curve: the median of many seeds over the games, with a band.

    The band goes from the 10th to the 90th percentile of the seeds; the legend has their number.
    Call the function once for each learner, on the same Axes.

    Parameters
    ----------
    history : pandas.DataFrame
        What `train_seeds` returns.
    column : str
        Column of the history to draw.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.
    label : str, optional
        Name of the curve in the legend; by default that of the column.
    best : float, optional
        The best possible value, drawn as a dashed line.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If there are fewer than 10 seeds, too few for a band, or the history lacks the column.

    Examples
    --------
    >>> import pandas as pd
    >>> import tttlearn as ttt
    >>> rows = [(seed, games, games / 1000) for seed in range(10) for games in (10, 100, 1000)]
    >>> history = pd.DataFrame(rows, columns=["seed", "games", "optimal_share"])
    >>> ax = ttt.plot_learning_curves(history, "optimal_share", label="TD(0)", best=1)
    >>> ax.get_legend().get_texts()[0].get_text()
    'TD(0) (10 seeds)'
    """
    arguments.text(column, "column, what was measured,")
    if not {"seed", "games", column} <= {*getattr(history, "columns", ())}:
        wanted = f"columns seed, games and {column:.100}, as train_seeds returns it"
        raise ValueError(f"a history is a DataFrame with {wanted}, not {shown(history)}")
    seeds = history["seed"].nunique()
    if seeds < 10:
        raise ValueError(f"a learning curve takes 10 seeds or more, not {seeds}")
    best = None if best is None else number(best, "best")
    label = column if label is None else arguments.text(label, "label")
    ax = axes_or_new(ax, figsize=(9, 4.5))
    curves = history.groupby("games")[column].quantile([0.1, 0.5, 0.9]).unstack()
    name = f"{label} ({seeds} seeds)"
    [line] = ax.plot(curves.index, curves[0.5], lw=3, label=name)
    ax.fill_between(curves.index, curves[0.1], curves[0.9], color=line.get_color(), alpha=0.2, lw=0)
    if best is not None:
        ax.axhline(best, color=INK, ls="--", lw=1.5, zorder=1)
    ax.set(xscale="log", xlabel="games", ylabel=column.replace("_", " "))
    sns.despine(ax=ax)
    ax.legend(frameon=False)
    return ax


def plot_result_groups(winners: Any, group: int = 500, ax: Axes | None = None) -> Axes:
    """Draw stacked bars of X wins, draws and O wins for groups of games in the order of play.

    Parameters
    ----------
    winners : array_like, shape (games,) or (seeds, games)
        Winner of each game, 1 X, -1 O or 0 draw. With several seeds, their mean is drawn.
    group : int, default 500
        Number of games in a group.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If the games do not fill the groups, or a winner is another number.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ax = ttt.plot_result_groups([1, 0, -1, 1, 1, 1], group=3)
    >>> ax.get_xlabel()
    'group (3 games each)'
    """
    winners = np.atleast_2d(doubles(winners, "winners are an array, (games,) or (seeds, games)"))
    if winners.ndim > 2 or not np.isin(winners, list(RESULTS)).all():
        raise ValueError("winners are 1 (X), 0 (draw) or -1 (O), (games,) or (seeds, games)")
    group = whole(group, "the number of games in a group", 1)
    if winners.shape[1] % group or not winners.size:
        raise ValueError(f"{winners.shape[1]} games do not make whole groups of {group}")
    ax = axes_or_new(ax, figsize=(9, 4.5))
    groups = winners.reshape(len(winners), -1, group)
    n = groups.shape[1]
    draw, bottom = (_labelled_bars if n <= MAX_BARS else _area), np.zeros(n)
    for result in RESULTS:
        share = (groups == result).mean((0, 2))
        draw(ax, share, bottom, result)
        bottom = bottom + share
    ax.set(ylim=(0, 1), ylabel="share of games", xlabel=f"group ({group} games each)")
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.grid(visible=False)
    sns.despine(ax=ax, left=True)
    ax.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False)
    return ax


def _area(ax, share, bottom, result):
    """Draw an area with a step for each share, or for the mean of those on one pixel."""
    label, colour = RESULTS[result]
    first = np.arange(0, len(share), -(-len(share) // MAX_STEPS))
    counts = np.diff([*first, len(share)])
    low, high = (np.add.reduceat(edge, first) / counts for edge in (bottom, bottom + share))
    edges = np.append(first, len(share)) + 0.5
    ax.stairs(high, edges, baseline=low, fill=True, color=colour, lw=0, label=label)


def _labelled_bars(ax, share, bottom, result):
    """Draw a bar with its share as text for each group, on those that are there already."""
    (label, colour), places = RESULTS[result], np.arange(1, len(share) + 1)
    bars = ax.bar(places, share, bottom=bottom, width=0.85, color=colour, label=label)
    # A share below 1 is never printed as 100 %.
    texts = [f"{s if s == 1 else min(s, 0.99):.0%}" if s >= 0.08 else "" for s in share]
    ink = "white" if result else INK
    ax.bar_label(bars, texts, label_type="center", color=ink, fontsize=14)
    ax.set(xticks=places)


def draw_network(
    layers: Sequence, labels: Sequence, edges: Sequence, ax: Axes | None = None
) -> Axes:
    """Draw a network small enough to follow by hand, with its numbers inside its units.

    Parameters
    ----------
    layers : sequence of sequences of float
        The number of each unit, layer by layer.
    labels : sequence of sequences of str
        A text above each unit, layer by layer.
    edges : sequence of array_like of str
        For each two layers that follow each other, the text on each connection, from rows to
        columns.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.
    """
    ax = axes_or_new(ax, figsize=(13, 5.6), layout="constrained")
    middle = {"ha": "center", "va": "center"}
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    for column, texts in enumerate(edges):
        for (i, j), text in np.ndenumerate(np.array(texts)):
            ax.plot([column, column + 1], [-i, -j], color=DRAW_COLOUR, lw=2, zorder=1)
            x = 0.5 if i == j else 0.28  # beside the point where the lines cross
            style = {"fontsize": 20, "color": INK, "bbox": box, **middle}
            ax.text(column + x, -i + (i - j) * x, text, **style)
    for column, (numbers, above) in enumerate(zip(layers, labels, strict=True)):
        for i, (value, label) in enumerate(zip(numbers, above, strict=True)):
            ax.plot(column, -i, "o", ms=72, color="white", mec=INK, mew=2, zorder=3)
            ax.text(column, -i, f"{value:.3f}", fontsize=21, color=INK, zorder=4, **middle)
            ax.text(column, 0.42 - i, label, fontsize=20, color=INK, zorder=4, **middle)
    ax.set(xlim=(-0.2, len(layers) - 0.7), ylim=(0.7 - max(map(len, layers)), 0.6))
    ax.axis("off")
    return ax
