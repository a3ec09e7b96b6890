"""Pictures of learning: densities of learned values, curves over seeds, results game by game."""

import numpy as np
import seaborn as sns

from tttlearn.pictures.boards import DRAW_COLOUR, INK, O_COLOUR, X_COLOUR, axes_or_new
from tttlearn.support import arguments
from tttlearn.support.arguments import doubles, number, shown, true_or_false, whole

RESULTS = {1: ("X wins", X_COLOUR), 0: ("draw", DRAW_COLOUR), -1: ("O wins", O_COLOUR)}
NAMES = tuple(name for name, _ in RESULTS.values())
MOST_BARS, MOST_STEPS = 100, 1_000
"""More groups are drawn as one area for each result, and its steps are no finer than pixels."""
BANDWIDTH = 0.02
HIGHEST = 2 / (BANDWIDTH * np.sqrt(2 * np.pi))  # all values equal, at an end of the range


def plot_value_density(values, winner, ax=None, ends=(-1, 1), names=NAMES, linear=False):
    """The density of `values`, one filled curve for each of the results 1, 0 and -1 in `winner`.

    Each curve has the area 1, however many values there are. Bandwidth and height of the picture
    are always the same, so pictures can be compared; what the smoothing would carry over the `ends`
    of the range is folded back. The square-root scale keeps low parts visible beside spikes;
    `linear` draws equal areas equally large, on its own axis. `names` are those of the three
    curves, if results are something other than the end of a game. Raises ValueError for values that
    are no numbers, and for another number of results.
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
        mine = values[winner == result]
        if mine.size:
            style = {"color": colour, "alpha": 0.6, "lw": 0, "label": f"{label} ({mine.size:,})"}
            ax.fill_between(at, density(mine, at), **style)
            ax.plot(at, density(mine, at), color=colour, lw=2)
    ax.set(xlim=ends, xlabel="value", ylabel="density")
    if linear:
        ax.set_ylim(0)
    else:
        ax.set_yscale("function", functions=(np.sqrt, np.square))
        ax.set(ylim=(0, HIGHEST), yticks=[], ylabel="density (square-root scale)")
    ax.set_xticks(np.linspace(*ends, 5))
    ax.xaxis.set_major_formatter("{x:g}")
    ax.grid(visible=False, axis="y")
    sns.despine(ax=ax, left=True)
    close = {"columnspacing": 1.2, "handlelength": 1.2, "handletextpad": 0.5}
    ax.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False, **close)
    return ax


def density(values, at):
    """The density of `values` at the places `at`, folded back at the first and last of them."""
    known, counts = np.unique(np.round(values, 3), return_counts=True)
    total = np.zeros(len(at))
    for images in (known, 2 * at[0] - known, 2 * at[-1] - known):
        bumps = np.exp(-0.5 * ((at[:, None] - images) / BANDWIDTH) ** 2)
        total += bumps @ counts
    return total / (len(values) * BANDWIDTH * np.sqrt(2 * np.pi))


def plot_learning_curves(history, column, ax=None, label=None, best=None):
    """One `column` of what `train_seeds` measured, over the games: the median of the seeds.

    The band goes from the 10th to the 90th percentile of the seeds; the legend has their number.
    `best`: the best possible value, drawn as a dashed line. Call it once for each learner, on the
    same Axes. Raises ValueError for fewer than 10 seeds, too few for a band, and for a history
    without the column.
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


def plot_result_groups(winners, group=500, ax=None):
    """Stacked bars of X wins, draws and O wins, one bar for each `group` games after another.

    `winners`: (games,), or (seeds, games) for the mean over the seeds. Raises ValueError if the
    games do not fill the groups, and for winners other than 1, 0 and -1.
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
    draw, bottom = (_labelled_bars if n <= MOST_BARS else _area), np.zeros(n)
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
    first = np.arange(0, len(share), -(-len(share) // MOST_STEPS))
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


def draw_network(layers, labels, edges, ax=None):
    """A network small enough to follow by hand: its units as circles, their numbers inside.

    `layers`: the numbers of each layer's units; `labels`: a text above each layer; `edges`: a text
    on each connection of two layers, from rows to columns.
    """
    ax = axes_or_new(ax, figsize=(13, 5.6), layout="constrained")
    middle = {"ha": "center", "va": "center"}
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    for column, texts in enumerate(edges):
        for (i, j), text in np.ndenumerate(np.array(texts)):
            ax.plot([column, column + 1], [-i, -j], color=DRAW_COLOUR, lw=2, zorder=1)
            x = 0.5 if i == j else 0.28  # beside where the lines cross
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
