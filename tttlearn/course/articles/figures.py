"""Draw the figures and tables: published beside ours, curves, heat maps, histograms.

Each picture has a second form for narrow screens, such as a phone's. Its letters are as large as in
the first form, and what stands beside or above that one gets lines of its own.
"""

from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
import seaborn as sns

from tttlearn.pictures.boards import BLUE, DRAW_COLOUR, INK, O_COLOUR, VALUE_COLOURS, X_COLOUR

OURS, PUBLISHED = BLUE, INK
"""Colours that are those of neither side: our results are not wins of X, the published ones not of
O."""
ENDS = (("X wins", X_COLOUR), ("draw", INK), ("O wins", O_COLOUR))
WIDE_INCHES, NARROW_INCHES = 10, 5.2
"""Widths of pictures in inches; NARROW_FORM selects the second."""
NARROW_FORM = {"figure.figsize": (NARROW_INCHES, NARROW_INCHES)}
"""Settings of matplotlib under which pictures are drawn in their narrow form."""
MAX_DRAWN_ROWS = 24
"""Largest number of rows that remain legible in one picture."""


def is_narrow():
    """Return whether the settings ask for the narrow form, see NARROW_FORM."""
    return plt.rcParams["figure.figsize"][0] <= NARROW_INCHES


def new_axes(height, narrow_height, rows=1):
    """Return the Axes of a new picture with these heights in inches, in its wide or narrow form."""
    size = (NARROW_INCHES, narrow_height) if is_narrow() else (WIDE_INCHES, height)
    return plt.subplots(rows, figsize=size, sharex=True, sharey=True, layout="constrained")[1]


def legend_above(ax, columns, narrow_columns=1, **more):
    """Draw the legend above the picture, in this number of columns."""
    columns = narrow_columns if is_narrow() else columns
    handles, labels = ax.get_legend_handles_labels()
    if is_narrow() and columns == 1:
        labels = [fill(label, 30) for label in labels]
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1.0), "columnspacing": 1.2}
    ax.legend(handles, labels, ncols=columns, frameon=False, **place, **more)


def drawn_rows(rows):
    """Return the rows that can be drawn beside each other: measured shares of games."""
    return [row for row in rows if row.kind == "measured" and row.games][:MAX_DRAWN_ROWS]


def beside(rows):
    """Draw our mean of each row as a dot with its interval, the published number as a diamond."""
    rows = drawn_rows(rows)
    ax = plt.subplots(figsize=(WIDE_INCHES, 1.6 + 0.34 * len(rows)), layout="constrained")[1]
    scale = np.array([1 if row.published.unit[:1] == "%" else 100 for row in rows])
    places = np.arange(len(rows))
    low, high = np.array([row.interval for row in rows]).T * scale
    ax.hlines(places, low, high, color=DRAW_COLOUR, lw=8, label="99 of 100 such runs print")
    ours = np.array([row.mean for row in rows]) * scale
    ax.plot(ours, places, "o", color=OURS, ms=11, label="ours, mean")
    theirs = np.array([row.published.number for row in rows]) * scale
    look = {"markerfacecolor": "none", "markeredgewidth": 3, "ms": 13}
    ax.plot(theirs, places, "D", color=PUBLISHED, label="published", **look)
    ax.set_yticks(places, [row.label for row in rows])
    ax.set(xlabel="% of games", ylim=(len(rows) - 0.4, -0.6))
    ax.grid(visible=False, axis="y")
    sns.despine(ax=ax, left=True)
    legend_above(ax, 3, fontsize=14)
    return ax


def curves(stops, shares, xlabel, points=()):
    """Draw the shares of X's wins, draws and O's wins: mean and range of the runs.

    `shares` has the shape (runs, stops, 3). `points` are published shares, (stop, shares), drawn as
    diamonds.
    """
    ax = new_axes(5, 5.4)
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
    legend_above(ax, 4, 2)
    sns.despine(ax=ax)
    return ax


def heat(scores, xlabel, ylabel):
    """Draw a heat map of scores from 0 to 1, with white at one half."""
    ax = new_axes(5.8, 5)
    style = {"annot": True, "fmt": ".2f", "cmap": VALUE_COLOURS, "vmin": 0, "vmax": 1}
    style["annot_kws"] = {"size": "small"} if is_narrow() else {}
    sns.heatmap(scores, ax=ax, cbar=False, linewidths=2, **style)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    return ax


def histogram(shares, number, xlabel):
    """Draw the distribution of the runs' shares, with the published number as a dashed line."""
    ax = new_axes(4.6, 4.8)
    ax.hist(shares, np.linspace(0, 1, 34), color=OURS)
    ax.axvline(number, color=PUBLISHED, ls="--", lw=3.5, label=f"published: {number:.0%}")
    ax.set(xlabel=xlabel, ylabel=f"runs of {len(shares):,}", xlim=(0, 1))
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.grid(visible=False, axis="x")
    legend_above(ax, 1)
    sns.despine(ax=ax)
    return ax


def bars(groups, xlabel, number=None, limit=None):
    """Draw horizontal bars: `groups` maps each label to a number, or to one number for each run.

    If there are runs, the bar is their mean, and a line marks the range that contains 90 of 100 of
    them. `number` is the published one. In the narrow form, labels are above their bars.
    """
    ax = new_axes(1.6 + 0.7 * len(groups), 2.2 + 1.1 * len(groups))
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
        legend_above(ax, 2)
    ax.set_yticks(places, [] if is_narrow() else list(groups))
    for place, label in zip(places, groups, strict=True) if is_narrow() else ():
        ax.text(0, place - 0.36, label, va="bottom")
    ax.invert_yaxis()
    room = 1.5 if is_narrow() else 1.15  # for the number at the end of the longest bar
    ax.set(xlabel=xlabel, xlim=(0, limit or room * max(*means, *ends[:, 1], number or 0)))
    ax.grid(visible=False, axis="y")
    sns.despine(ax=ax, left=True)
    return ax


def by_depth(depths, losses):
    """Draw the gain of the best reply at each depth, with a line for each name in `losses`."""
    ax = new_axes(4.8, 5.4)
    for (name, gains), style in zip(losses.items(), ("o-", "s--", "^-.", "v:"), strict=False):
        ax.plot(depths, gains, style, lw=3, ms=10, label=name)
    ax.set(xlabel="moves looked ahead", ylabel="gained by the best reply", xticks=depths)
    ax.set_ylim(-0.08, 2.12)
    if is_narrow():
        legend_above(ax, 1)
    else:
        ax.legend(frameon=False)
    sns.despine(ax=ax)
    return ax
