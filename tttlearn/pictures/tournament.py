"""Draw a tournament: the cross table, and what each player is worth and costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.scale import SymmetricalLogScale

from tttlearn.pictures.boards import (
    BLUE,
    DRAW_COLOUR,
    INK,
    PALETTE,
    PINK,
    VALUE_COLOURS,
    axes_or_new,
)

if TYPE_CHECKING:
    import pandas as pd

PANELS = {
    "score": {"xlabel": "score", "xlim": (-0.03, None)},
    "worst": {"xlabel": "worst case", "xlim": (-0.03, 0.55)},
    "games": {"xlabel": "games learned", "xscale": SymmetricalLogScale(None, linthresh=100)},
    "ms": {"xlabel": "ms a move", "xscale": "log"},
}


def plot_dots(
    table: pd.DataFrame,
    panels: Mapping[str, Mapping],
    names: Sequence[str],
    colours: Sequence,
    fill: Sequence,
) -> np.ndarray:
    """Draw a dot for each row of a table in each of several panels, the first row on top.

    Parameters
    ----------
    table : pandas.DataFrame
        The table, with n rows.
    panels : dict of str to dict
        For each column that gets a panel, the properties of its Axes.
    names : sequence of str
        Name of each row.
    colours : sequence of colours
        Colour of the edge of each row's dots.
    fill : sequence of colours
        Colour inside each row's dots.

    Returns
    -------
    ndarray of matplotlib.axes.Axes
        The Axes of the panels.
    """
    places = np.arange(len(table))
    size = {"figsize": (13, 1.4 + 0.29 * len(table)), "layout": "constrained"}
    axes = plt.subplots(1, len(panels), sharey=True, squeeze=False, **size)[1][0]
    for ax, (column, look) in zip(axes, panels.items(), strict=True):
        values = table[column].to_numpy()
        low = values.min() / 2 if look.get("xscale") == "log" else 0
        ax.hlines(places, low, values, color=DRAW_COLOUR, lw=2)
        ax.scatter(values, places, c=fill, edgecolors=colours, linewidths=2.5, s=75, zorder=3)
        ax.set(**look)
        ax.grid(visible=False, axis="y")
        ax.tick_params(axis="x", labelsize=14)
    axes[0].set_yticks(places, names, color=INK, fontsize=14)
    axes[0].set_ylim(len(table) - 0.4, -0.6)
    sns.despine(left=True)
    return axes


def plot_rankings(lists: dict[str, pd.Series], followed: Iterable[str] = ()) -> np.ndarray:
    """Draw a ranking in each panel, the best on top, with its numbers as shares.

    Parameters
    ----------
    lists : dict of str to pandas.Series
        Numbers by player, for each title.
    followed : iterable of str, default ()
        Players that keep a colour of their own in all panels, at most as many as there are colours.

    Returns
    -------
    numpy.ndarray of matplotlib.axes.Axes
        One for each ranking.
    """
    colours = dict(zip(followed, PALETTE, strict=False))
    height = 1.6 + 0.58 * max(map(len, lists.values()))
    axes = plt.subplots(1, len(lists), figsize=(17, height), layout="constrained", squeeze=False)[1]
    for ax, (title, numbers) in zip(axes[0], lists.items(), strict=True):
        ranked = numbers.sort_values(kind="stable")
        shown = [colours.get(name, DRAW_COLOUR) for name in ranked.index]
        bars = ax.barh(ranked.index, ranked, color=shown)
        ax.bar_label(bars, [f"{share:.1%}" for share in ranked], padding=4, fontsize=19)
        ax.set(xticks=[], xlim=(0, 1.45 * ranked.max()))
        ax.set_title(title, fontsize=22)
        ax.tick_params(labelsize=20)
        ax.grid(visible=False)
        sns.despine(ax=ax, bottom=True)
    return axes[0]


def plot_cross_table(tournament: Any, ax: Axes | None = None) -> Axes:
    """Draw the points of each player as X against each player as O, the best players first.

    The columns have the numbers of the rows. White is one half: the games are drawn, or even.

    Parameters
    ----------
    tournament : Tournament
        The tournament.
    ax : matplotlib.axes.Axes, optional
        Axes on which to draw; by default those of a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes, with points in percent.
    """
    order = tournament.ranking.index
    scores = 100 * tournament.scores.loc[order, order]
    # Wide and low like a slide, so that its letters are large there.
    size = (3.5 + 0.45 * len(order), 1.2 + 0.26 * len(order))
    ax = axes_or_new(ax, figsize=size, layout="constrained")
    look = {"cmap": VALUE_COLOURS, "vmin": 0, "vmax": 100, "cbar": False, "linewidths": 1}
    sns.heatmap(scores, ax=ax, annot=True, fmt=".0f", annot_kws={"size": 14}, **look)
    ax.set(xlabel="plays O: its number on the left", ylabel="plays X")
    places = np.arange(len(order)) + 0.5
    names = [f"{name}  {number}" for number, name in enumerate(order, 1)]
    ax.set_xticks(places, range(1, len(order) + 1), fontsize=14, rotation=0)
    ax.set_yticks(places, names, fontsize=14, rotation=0)
    return ax


def cross_table_caption(tournament: Any) -> str:
    """Return what `plot_cross_table` shows, in words.

    Parameters
    ----------
    tournament : Tournament
        The tournament.

    Returns
    -------
    str
        A caption.
    """
    order, scores = tournament.ranking.index, tournament.scores.to_numpy()
    return (
        f"points of 100 that X gets, exact, for {len(order)} players against each other, best "
        f"first: {order[0]} is first, {order[-1]} last; X gets {scores.mean():.0%} of all points"
    )


def plot_strength(tournament: Any) -> np.ndarray:
    """Draw the score, worst case, games learned and time of a move of each player.

    The marker of a player that no other can beat is filled; the others are open.

    Parameters
    ----------
    tournament : Tournament
        The tournament.

    Returns
    -------
    ndarray of matplotlib.axes.Axes
        The four Axes, with a row for each player.
    """
    ranking = tournament.ranking
    safe = ranking.worst.to_numpy() > 0.5 - 1e-9
    edges, fill = np.where(safe, BLUE, PINK), np.where(safe, BLUE, "white")
    axes = plot_dots(ranking, PANELS, ranking.index, edges, fill)
    powers = np.log10([ranking.ms.min() / 2, ranking.ms.max()])
    axes[3].set_xticks(10.0 ** np.arange(np.floor(powers[0]), np.ceil(powers[1]) + 1))
    for ax in axes[2:]:
        ax.minorticks_off()  # on a short axis they would have labels
    return axes


def strength_caption(tournament: Any) -> str:
    """Return what `plot_strength` shows, in words.

    Parameters
    ----------
    tournament : Tournament
        The tournament.

    Returns
    -------
    str
        A caption.
    """
    ranking = tournament.ranking
    open_ = ranking[ranking.worst <= 0.5 - 1e-9]
    if not len(open_):
        return f"{len(ranking)} players by their points a game; nobody can beat any of them"
    return (
        f"{len(ranking)} players by their points a game against all others; filled: the "
        f"{len(ranking) - len(open_)} that nobody can beat; open: the others, of whom "
        f"{open_.index[0]} has the highest score"
    )
