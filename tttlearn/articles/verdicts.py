"""Published beside ours: how far apart may they be? Derived, never picked.

A published share of n games is one run's, and a run has two kinds of chance: in its training, and
in its n test games. Ours are exact for each of our runs, so that only their training is chance.
What a run like theirs would have printed is therefore known: for each of our runs, the shares that
n games give, all of them together. `interval` is where 99 in 100 such numbers lie:

    nothing trained    the binomial distribution of n games
    200 runs or more   the mixture of the binomial distributions of our runs
    fewer runs         Student's t, for one run more: spread of ours and error of n games together,
                       since the tails of a mixture of few runs cannot be seen

To that comes half a unit of the last digit that was printed. A number outside is *different*, and
gets a reason. A number that all our runs have, up to that half unit, is the *same*. Of a hundred
numbers that differ by nothing but chance, one is called different.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from tttlearn.articles.published import Published
from tttlearn.evaluation.forecasts import OUTSIDE, quantiles

SAME, WITHIN, DIFFERENT = "same", "within sampling error", "different"
VERDICTS = (SAME, WITHIN, DIFFERENT)
MANY = 200
"""From so many runs on, their distribution is taken as it is."""
UNEXPLAINED = "chance gives so different a number 1 time in 100; no other reason is known"


@dataclass(frozen=True, eq=False)
class Row:
    """One published number beside ours.

    `ours`: what we find, in the unit of the published number, one value for each run, or a single
    one where nothing is trained; `games` behind a published share, None for what is no share of
    games; `reason`: why it is different, in case it is; `single`: what a single value is called.
    """

    what: str
    published: Published
    ours: np.ndarray
    games: int | None = None
    reason: str = ""
    single: str = "exact"

    def __post_init__(self):
        object.__setattr__(self, "ours", np.atleast_1d(np.asarray(self.ours, dtype=float)))

    @property
    def theirs(self):
        """The published number, as it was printed."""
        return self.published.value

    @property
    def mean(self):
        """Our number: the mean over our runs."""
        return float(self.ours.mean())

    @property
    def spread(self):
        """The standard deviation over our runs, 0 for a single one."""
        return float(self.ours.std(ddof=1)) if len(self.ours) > 1 else 0.0

    @property
    def tolerance(self):
        """(low, high): between them lie 99 of 100 numbers that such a run would print."""
        scale = {"%": 100.0}.get(self.published.unit[:1], 1.0)
        low, high = interval(self.ours / scale, self.games)
        return scale * low - self.published.rounding, scale * high + self.published.rounding

    @property
    def verdict(self):
        """SAME, WITHIN or DIFFERENT."""
        number, low_high = self.published.number, self.tolerance
        # What is a tie on paper may differ in the last bit.
        if (np.abs(self.ours - number) <= self.published.rounding + 1e-9).all():
            return SAME
        return WITHIN if low_high[0] - 1e-9 <= number <= low_high[1] + 1e-9 else DIFFERENT


@dataclass(frozen=True, eq=False)
class Statement:
    """A published statement, and in which of our runs it holds.

    `holds`: a bool for each run; `found`: what we found, in words. A statement about one run is the
    same if it holds in all of ours, and within sampling error if it holds in so many that one run
    could well show it. One about what is usual (`usual`) is the same if it holds in most runs.
    """

    what: str
    published: Published
    holds: np.ndarray
    found: str
    usual: bool = False
    reason: str = ""

    def __post_init__(self):
        object.__setattr__(self, "holds", np.atleast_1d(np.asarray(self.holds, dtype=bool)))

    @property
    def theirs(self):
        """What was published, as the file has it."""
        return self.published.value

    @property
    def verdict(self):
        """SAME, WITHIN or DIFFERENT."""
        share = self.holds.mean()
        if share == 1 or (self.usual and share > 0.5):
            return SAME
        return DIFFERENT if self.usual or share < OUTSIDE else WITHIN


def worst(verdicts):
    """The verdict on all of these together: the worst of them."""
    return max(verdicts, key=VERDICTS.index, default=SAME)


def why(row):
    """The reason of a row that is different, "" for the others."""
    return (row.reason or UNEXPLAINED) if row.verdict == DIFFERENT else ""


def interval(values, games=None):
    """(low, high) of what one run more would print, as the module says.

    `values`: shares of our runs, or other numbers when `games` is None.
    """
    values = np.atleast_1d(np.asarray(values, dtype=float))
    if games:
        values = np.clip(values, 0.0, 1.0)  # the last bit of a sum of probabilities
    n = len(values)
    if n == 1 or (games and np.ptp(values) < 1e-12):
        return quantiles(values[:1], games) if games else (values[0], values[0])
    if n >= MANY:
        if games:
            return quantiles(values, games)
        return tuple(np.quantile(values, [OUTSIDE, 1 - OUTSIDE]))
    error = (values * (1 - values)).mean() / games if games else 0.0
    reach = student(n - 1) * np.sqrt(values.var(ddof=1) * (1 + 1 / n) + error)
    low, high = values.mean() - reach, values.mean() + reach
    return (max(low, 0.0), min(high, 1.0)) if games else (low, high)


@cache
def student(freedom):
    """The quantile of Student's t with so many degrees of freedom that leaves OUTSIDE above it."""
    # With t = sqrt(freedom) * tan(angle) the density becomes a power of the cosine.
    edges = np.linspace(0, np.pi / 2, 200_001)
    density = np.cos((edges[1:] + edges[:-1]) / 2) ** (freedom - 1)
    above = 0.5 * (1 - np.cumsum(density) / density.sum())
    return float(np.sqrt(freedom) * np.tan(np.interp(-OUTSIDE, -above, edges[1:])))
