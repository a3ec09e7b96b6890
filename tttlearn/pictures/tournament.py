"""Pictures of a tournament: the cross table, and what each player is worth and costs."""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

from tttlearn.pictures.boards import BLUE, DRAW_COLOUR, INK, PINK, VALUE_COLOURS

PANELS = (
    ("score", "score", None),
    ("worst", "worst case", None),
    ("games", "games learned", "symlog"),
    ("ms", "ms a move", "log"),
)


def plot_cross_table(tournament, ax=None):
    """The points a game of each row's player as X against each column's as O, best players first.

    The columns have the numbers of the rows. White is one half: the games are drawn, or even.
    """
    order = tournament.ranking.index
    scores = 100 * tournament.scores.loc[order, order]
    # Wide and low, as a slide is, so that its letters are large there.
    size = (3.5 + 0.45 * len(order), 1.2 + 0.26 * len(order))
    ax = ax or plt.subplots(figsize=size, layout="constrained")[1]
    look = {"cmap": VALUE_COLOURS, "vmin": 0, "vmax": 100, "cbar": False, "linewidths": 1}
    sns.heatmap(scores, ax=ax, annot=True, fmt=".0f", annot_kws={"size": 14}, **look)
    ax.set(xlabel="plays O: its number on the left", ylabel="plays X")
    places = np.arange(len(order)) + 0.5
    names = [f"{name}  {number}" for number, name in enumerate(order, 1)]
    ax.set_xticks(places, range(1, len(order) + 1), fontsize=14, rotation=0)
    ax.set_yticks(places, names, fontsize=14, rotation=0)
    return ax


def cross_table_caption(tournament):
    """What `plot_cross_table` shows, in words."""
    order, scores = tournament.ranking.index, tournament.scores.to_numpy()
    x = scores.mean()
    return (
        f"points of 100 that X gets, exact, for {len(order)} players against each other, best "
        f"first: {order[0]} is first, {order[-1]} last; X gets {x:.0%} of all points"
    )


def plot_strength(tournament, axes=None):
    """Score, worst case, games learned and time of a move, one row for each player; four Axes.

    The marker of a player that nobody can beat is filled; the others are open.
    """
    ranking = tournament.ranking
    places, safe = np.arange(len(ranking)), ranking.worst.to_numpy() > 0.5 - 1e-9
    if axes is None:
        size = {"figsize": (13, 1.2 + 0.26 * len(ranking)), "layout": "constrained"}
        axes = plt.subplots(1, len(PANELS), sharey=True, **size)[1]
    for ax, (column, label, scale) in zip(axes, PANELS, strict=True):
        values = ranking[column].to_numpy()
        low = values.min() / 2 if scale == "log" else 0
        ax.hlines(places, low, values, color=DRAW_COLOUR, lw=2)
        ax.plot(values[safe], places[safe], "o", color=BLUE, ms=9)
        open_dot = {"markerfacecolor": "white", "markeredgewidth": 2.5, "ms": 9}
        ax.plot(values[~safe], places[~safe], "o", color=PINK, **open_dot)
        if scale:
            ax.set_xscale(scale, **({"linthresh": 100} if scale == "symlog" else {}))
            if scale == "log":
                powers = np.log10([low, values.max()])
                ax.set_xticks(10.0 ** np.arange(np.floor(powers[0]), np.ceil(powers[1]) + 1))
            ax.minorticks_off()  # even on a short axis they have labels
        else:
            ax.set_xlim(-0.03, 0.7)
        ax.set(xlabel=label)
        ax.grid(visible=False, axis="y")
        ax.tick_params(axis="x", labelsize=14)
    axes[0].set_yticks(places, ranking.index, color=INK, fontsize=14)
    axes[0].set_ylim(len(ranking) - 0.4, -0.6)
    sns.despine(left=True)
    return axes


def strength_caption(tournament):
    """What `plot_strength` shows, in words."""
    ranking = tournament.ranking
    safe = ranking.worst > 0.5 - 1e-9
    return (
        f"{len(ranking)} players by their points a game against all others; filled: the "
        f"{safe.sum()} that nobody can beat; open: the others, of whom {ranking[~safe].index[0]} "
        "has the highest score"
        if (~safe).any()
        else f"{len(ranking)} players by their points a game; nobody can beat any of them"
    )
