"""The pictures of the figures and tables: published beside ours, curves, heat maps, histograms."""

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

from tttlearn.pictures.boards import BLUE, DRAW_COLOUR, INK, O_COLOUR, VALUE_COLOURS, X_COLOUR

OURS, PUBLISHED = BLUE, INK
"""Neither is the colour of a side: what is ours is no win of X, what is published none of O."""
ENDS = (("X wins", X_COLOUR), ("draw", INK), ("O wins", O_COLOUR))
MOST = 24
"""So many rows can be read side by side."""


def drawn_rows(rows):
    """The rows to draw beside each other: measured shares of games."""
    return [row for row in rows if row.kind == "measured" and row.games][:MOST]


def beside(rows):
    """Our mean as a dot with its interval, the published number as a diamond."""
    rows = drawn_rows(rows)
    ax = plt.subplots(figsize=(10, 1.6 + 0.34 * len(rows)), layout="constrained")[1]
    scale = np.array([1 if row.published.unit[:1] == "%" else 100 for row in rows])
    places = np.arange(len(rows))
    low, high = np.array([row.interval for row in rows]).T * scale
    ax.hlines(places, low, high, color=DRAW_COLOUR, lw=8, label="99 of 100 such runs print")
    ours = np.array([row.mean for row in rows]) * scale
    ax.plot(ours, places, "o", color=OURS, ms=11, label="ours, mean")
    theirs = np.array([row.published.number for row in rows]) * scale
    look = {"markerfacecolor": "none", "markeredgewidth": 3, "ms": 13}
    ax.plot(theirs, places, "D", color=PUBLISHED, label="published", **look)
    ax.set_yticks(places, [row.what for row in rows])
    ax.set(xlabel="% of games", ylim=(len(rows) - 0.4, -0.6))
    ax.grid(visible=False, axis="y")
    sns.despine(ax=ax, left=True)
    ax.legend(ncols=3, frameon=False, fontsize=14, **ABOVE)
    return ax


ABOVE = {"loc": "lower center", "bbox_to_anchor": (0.4, 1.0), "columnspacing": 1.2}


def curves(stops, shares, xlabel, points=()):
    """Shares of X's wins, draws and O's wins: mean and range of the runs, (runs, stops, 3).

    `points`: published ones, (stop, shares), as diamonds.
    """
    ax = plt.subplots(figsize=(10, 5), layout="constrained")[1]
    look = {"ls": "", "marker": "D", "ms": 9, "markeredgecolor": "white", "clip_on": False}
    for end, (name, colour) in enumerate(ENDS):
        runs = shares[:, :, end]
        ax.plot(stops, runs.mean(0), color=colour, lw=3, label=name)
        ax.fill_between(stops, runs.min(0), runs.max(0), color=colour, alpha=0.2, lw=0)
        for stop, theirs in points:
            ax.plot(stop, theirs[end], color=colour, zorder=3, **look)
    if points:
        ax.plot([], [], color=DRAW_COLOUR, label="published", **look)
    ax.set(xlabel=xlabel, ylabel="share of games", xlim=(stops[0], None), ylim=(0, 1.02))
    ax.xaxis.set_major_formatter("{x:,.0f}")
    ax.yaxis.set_major_formatter("{x:.0%}")
    ax.legend(frameon=False, ncols=4, **ABOVE)
    sns.despine(ax=ax)
    return ax


def heat(scores, xlabel, ylabel):
    """A heat map of scores from 0 to 1, white at one half."""
    ax = plt.subplots(figsize=(7.5, 5.8), layout="constrained")[1]
    style = {"annot": True, "fmt": ".2f", "cmap": VALUE_COLOURS, "vmin": 0, "vmax": 1}
    sns.heatmap(scores, ax=ax, cbar=False, linewidths=2, **style)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax


def histogram(shares, number, xlabel):
    """How many runs have which share, with the published number as a dashed line."""
    ax = plt.subplots(figsize=(10, 4.6), layout="constrained")[1]
    ax.hist(shares, np.linspace(0, 1, 34), color=OURS)
    ax.axvline(number, color=PUBLISHED, ls="--", lw=3.5, label=f"published: {number:.0%}")
    ax.set(xlabel=xlabel, ylabel=f"runs of {len(shares):,}", xlim=(0, 1))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(visible=False, axis="x")
    ax.legend(frameon=False)
    sns.despine(ax=ax)
    return ax


def bars(groups, xlabel, number=None, limit=None):
    """Horizontal bars: `groups` is a dict from labels to a number, or to one for each run.

    Of runs the bar is the mean, and a line shows between which numbers 90 of 100 lie. `number`: the
    published one.
    """
    ax = plt.subplots(figsize=(10, 1.6 + 0.7 * len(groups)), layout="constrained")[1]
    means, places = [np.mean(values) for values in groups.values()], np.arange(len(groups))
    ax.barh(places, means, color=OURS, alpha=0.55, height=0.65)
    ends = np.array([np.quantile(values, [0.05, 0.95]) for values in groups.values()])
    spread = bool((np.ptp(ends, axis=1) > 0).any())
    if spread:
        ax.hlines(places, *ends.T, color=OURS, lw=6, label="90 of 100 runs")
    for place, mean, end in zip(places, means, ends, strict=True):
        text = "mean " * spread + (f"{mean:,.3g}" if mean < 100 else f"{mean:,.0f}")
        beside = {"textcoords": "offset points", "va": "center"}
        ax.annotate(text, (max(mean, end[1]), place), (12, 0), **beside)
    if number is not None:
        ax.axvline(number, color=PUBLISHED, ls="--", lw=3.5, label=f"published: {number:g}")
    if spread or number is not None:
        ax.legend(frameon=False, ncols=2, **ABOVE)
    ax.set_yticks(places, list(groups))
    ax.invert_yaxis()
    ax.set(xlabel=xlabel, xlim=(0, limit or 1.15 * max(*means, *ends[:, 1], number or 0)))
    ax.grid(visible=False, axis="y")
    sns.despine(ax=ax, left=True)
    return ax


def by_depth(depths, losses):
    """What the best reply gains against players of each depth: a line for each name in `losses`."""
    ax = plt.subplots(figsize=(10, 4.8), layout="constrained")[1]
    for (name, gains), style in zip(losses.items(), ("o-", "s--", "^-.", "v:"), strict=False):
        ax.plot(depths, gains, style, lw=3, ms=10, label=name)
    ax.set(xlabel="moves looked ahead", ylabel="gained by the best reply", xticks=depths)
    ax.set_ylim(-0.08, 2.12)
    ax.legend(frameon=False)
    sns.despine(ax=ax)
    return ax
