"""Judge a published table as a whole: whether one run of ours could have printed all of it.

If runs differ much, nearly any table passes cell by cell, because each number has occurred before,
although not all of them in one run. So a table is judged as a whole. The distance of each cell from
the mean of what our runs print is measured in standard deviations, and the squares are added up.
The sum is compared with that of each of our own runs, measured from all the others.
"""

from dataclasses import dataclass, field

import numpy as np

from tttlearn.course.articles.shares import percent, surely
from tttlearn.course.articles.verdicts import CANNOT, DIFFERENT, EXCEPTION_SHARE, WITHIN, Row

N_DRAWN_TABLES = 1_000
"""Number of tables that are drawn for players that learn nothing, whose shares are exact."""


@dataclass(frozen=True, eq=False)
class Table(Row):
    """All cells of a table together; `ours` are the distances of our runs' tables from the others.

    `distance` is that of the published table. `trained` says whether there are runs; if not, the
    tables are drawn for players that learn nothing. `joint` makes these objects.
    """

    distance: float = 0.0
    trained: bool = True
    cells: tuple = field(default=(), repr=False)

    kind = "table"

    @property
    def runs(self):
        """Number of our runs, 0 if only the test games are random."""
        return len(self.ours) if self.trained else 0

    @property
    def ours_text(self):
        """Share of our tables that are at least as far off as the published one, in words."""
        place = "nearer to" if self.distance < np.median(self.ours) else "farther from"
        ours = "our own tables" if self.trained else "the tables that such games give"
        return (
            f"it lies {place} our average table than half of {ours}; "
            f"{percent(self.ours >= self.distance)} of them lie as far from it, or farther"
        )

    def _verdict(self):
        low, high = surely((self.ours >= self.distance).sum(), len(self.ours))
        return WITHIN if low > EXCEPTION_SHARE else DIFFERENT if high < EXCEPTION_SHARE else CANNOT

    def _needed(self):
        return f"our {self.runs} runs leave it open, so it takes more of them"


def joint(label, cells, **words):
    """Return the Table of these Measured rows, three for each pairing.

    `words` are keyword arguments of Table, `reason` or `missing_evidence`.

    Raises ValueError for cells that are not all of the same runs and games, or not by threes.
    """
    ours = np.array([cell.ours / cell.unit_scale for cell in cells]).T
    theirs = np.array([cell.published.number / cell.unit_scale for cell in cells])
    floor = np.array([cell.published.rounding / cell.unit_scale for cell in cells])
    games = {cell.games for cell in cells}
    if len(games) > 1 or len(cells) % 3:
        raise ValueError("a table has its cells in threes, all of the same number of games")
    trained = len(ours) > 1
    printed = _printed(ours if trained else np.repeat(ours, N_DRAWN_TABLES, 0), *games)
    about = cells[0].published
    about = about._replace(metric="all of it", value=f"{len(cells)} numbers", unit="text", scale="")
    return Table(
        *(label, about, _apart(printed, floor)),
        distance=float(_squares(theirs, printed.mean(0), printed.var(0), floor)),
        trained=trained,
        cells=tuple(cells),
        **words,
    )


def _printed(shares, games):
    """Return the shares that each run prints after this number of games, (runs, cells)."""
    if games is None:
        return shares
    thirds = np.clip(shares.reshape(-1, 3), 0, 1)
    thirds /= thirds.sum(1, keepdims=True)
    drawn = np.random.default_rng(0).multinomial(games, thirds)
    return drawn.reshape(shares.shape) / games


def _apart(printed, floor):
    """Return the distance of each table from the mean of all others, by their spread, (runs,)."""
    n = len(printed)
    mean = (printed.sum(0) - printed) / (n - 1)
    square = ((printed**2).sum(0) - printed**2) / (n - 1)
    return _squares(printed, mean, square - mean**2, floor)


def _squares(numbers, mean, variance, floor):
    """Return the sum of the squared distances in standard deviations of at least `floor`."""
    return ((numbers - mean) ** 2 / np.maximum(variance, floor**2)).sum(-1)
