"""Show named numbers or intervals that change step by step, as players, games or runs are added.

ttt.StepRanking is a slider over rankings, the largest number on top, and ttt.StepIntervals one over
intervals; a saved notebook keeps the last step as a picture, and all in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tttlearn.pictures.boards import BLUE, DRAW_COLOUR, GREEN, INK, PINK
from tttlearn.play.stepping import Stepper
from tttlearn.support.arguments import doubles, items, named, number, shown

FOLLOWED = PINK, BLUE, GREEN
"""Colours of the names that are followed, in their order."""
ROW_POINTS = 380
"""Height of the rows together, in points; letters are smaller than their row, and than 22."""
SAME_RANK = 9
"""Number of decimals to which numbers must agree to share a place."""


class Rows(NamedTuple):
    """What a picture of named rows shows after a step.

    `rows` has a number for each name, the largest first, or the three numbers of an interval.
    """

    caption: str
    rows: dict


def ranking_steps(pages, followed=()):
    """Return the Rows of each page, {name of a step: {name: number}}, the largest number first."""
    steps = []
    for title, page in named(pages, "pages are a dict from names of steps to dicts").items():
        page = named(page, f"pages[{title!r}] is a dict from names to numbers")
        page = {name: number(value, f"the number of {name!r}") for name, value in page.items()}
        rows = dict(sorted(page.items(), key=lambda row: (-round(row[1], SAME_RANK), row[0])))
        first, *_ = rows
        caption = f"{title}: {first} leads with {rows[first]:.3f}"
        caption += "".join(
            f"; {name} is in place {_place(name, rows)} with {rows[name]:.3f}"
            for name in followed
            if name in rows and name != first
        )
        steps.append(Rows(f"{caption}.", rows))
    missing = {*followed} - {name for step in steps for name in step.rows}
    if missing:
        raise ValueError(f"followed are names of the pages, not {shown(sorted(missing))}")
    return steps


def _are_names(names):
    """Return whether these are texts, in a list."""
    return names is not None and all(isinstance(name, str) for name in names)


def _place(name, rows):
    """Return the place of a name; equal numbers have equal places."""
    own = round(rows[name], SAME_RANK)
    return 1 + sum(round(value, SAME_RANK) > own for value in rows.values())


def interval_steps(pages):
    """Return the Rows of each page, {name of a step: {name: (low, middle, high)}}.

    A name may have several lines.
    """
    steps = []
    for title, page in named(pages, "pages are a dict from names of steps to dicts").items():
        page = named(page, f"pages[{title!r}] is a dict from names to intervals")
        rows = {}
        for name, given in page.items():
            rows[name] = low, middle, high = doubles(
                given, f"the interval {name!r} is an array", (3,)
            )
            if not low <= middle <= high:
                raise ValueError(f"the interval {name!r} is (low, middle, high), not {given}")
        parts = [
            f"{' '.join(name.split())}, {low:.2f} to {high:.2f}"
            for name, (low, _, high) in rows.items()
        ]
        steps.append(Rows(f"{title}: {'; '.join(parts)}.", rows))
    return steps


def _named_rows(ax, names, n_rows, left):
    """Write names beside their rows, the first on top, with room for `n_rows`; return their size.

    `left` is the share of the picture's width that is left to the names.
    """
    ax.set_position((left, 0.13, 0.95 - left, 0.78))
    size = min(22, 0.75 * ROW_POINTS / n_rows)
    ax.set_yticks(range(len(names)), names, fontsize=size)
    ax.set(ylim=(n_rows - 0.4, -0.6))
    ax.tick_params(axis="x", labelsize=18)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
    return size


class StepRanking(Stepper):
    """Slider over rankings, in which named numbers change their places.

    Parameters
    ----------
    pages : dict of str to dict of str to float
        Number of each name after each step, by the name of the step.
    followed : iterable of str, default ()
        Names that have a colour of their own, three at most.

    Attributes
    ----------
    pages : dict of str to dict of str to float
        The same numbers, the largest first.
    """

    title, shows = "Ranking", "the ranking"

    def __init__(
        self, pages: Mapping[str, Mapping[str, float]], followed: Iterable[str] = ()
    ) -> None:
        names = items(followed)
        if not _are_names(names) or len(names) > len(FOLLOWED):
            most = f"followed is a list of {len(FOLLOWED)} names at most"
            raise ValueError(f"{most}, not {shown(followed)}")
        self.colours = dict(zip(names, FOLLOWED, strict=False))
        steps = ranking_steps(pages, names)
        self.pages = {title: step.rows for title, step in zip(pages, steps, strict=True)}
        self.n_rows = max(len(step.rows) for step in steps)
        self.ends = [end(v for s in steps for v in s.rows.values()) for end in (min, max)]
        super().__init__(steps)

    def draw(self, step, ax):
        """Draw a dot for each number, with its name, the largest on top."""
        size = _named_rows(ax, [*step.rows], self.n_rows, 0.21)
        low, high = min(0, self.ends[0]), max(0, self.ends[1])
        for place, (name, value) in enumerate(step.rows.items()):
            colour = self.colours.get(name, DRAW_COLOUR)
            ax.hlines(place, 0, value, color=colour, lw=0.35 * size)
            ax.plot(value, place, "o", ms=0.6 * size, color=self.colours.get(name, INK))
            text = {"va": "center", "fontsize": size, "color": self.colours.get(name, INK)}
            ax.text(value + 0.02 * (high - low), place, f"{value:.3f}", **text)
        for label in ax.get_yticklabels():
            label.set_color(self.colours.get(label.get_text(), INK))
        ax.set(xlim=(low, high + 0.12 * (high - low)))


class StepIntervals(Stepper):
    """Slider over intervals, which become narrower or wider.

    Parameters
    ----------
    pages : dict of str to dict of str to array_like
        Interval (low, middle, high) of each name after each step, by the name of the step.
    limits : dict of str to float, optional
        Numbers to compare with, by their labels: dashed lines.
    """

    title, shows = "Intervals", "the intervals"

    def __init__(
        self,
        pages: Mapping[str, Mapping[str, ArrayLike]],
        limits: Mapping[str, float] | None = None,
    ) -> None:
        steps = interval_steps(pages)
        limits = {} if limits is None else named(limits, "limits are a dict from labels to numbers")
        self.limits = {name: number(x, f"the limit {name!r}") for name, x in limits.items()}
        self.n_rows = max(len(step.rows) for step in steps)
        numbers = [
            *self.limits.values(),
            *(x for s in steps for row in s.rows.values() for x in row),
        ]
        self.ends = np.array([min(numbers), max(numbers)])
        super().__init__(steps)

    def draw(self, step, ax):
        """Draw each interval as a bar with its ends written on it, and the limits as lines."""
        size = _named_rows(ax, [*step.rows], self.n_rows, 0.3)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        text = {"va": "center", "fontsize": size, "color": INK, "bbox": box}
        for place, (low, middle, high) in enumerate(step.rows.values()):
            ax.hlines(place, low, high, color=DRAW_COLOUR, lw=26)
            ax.plot(middle, place, "o", ms=15, color=BLUE)
            for x, side in ((low, "right"), (high, "left")):
                ax.text(x, place - 0.3, f"{x:.2f}", ha=side, **text)
        for (label, x), colour in zip(self.limits.items(), FOLLOWED, strict=False):
            ax.axvline(x, color=colour, ls="--", lw=3, zorder=0)
            ax.text(
                x,
                1.02,
                label,
                color=colour,
                fontsize=18,
                ha="center",
                transform=ax.get_xaxis_transform(),
            )
        margin = 0.08 * np.ptp(self.ends)
        ax.set(xlim=(self.ends[0] - margin, self.ends[1] + margin))
