"""Read the published numbers from one file, `published.csv` of the project's data.

No number of an article is typed anywhere else, so that a correction is made in one place.
"""

import csv
from functools import cache
from typing import NamedTuple

from tttlearn.support.files import data_path

NOT_NUMBERS = ("text", "date", "formula", "list")
CAUTIOUS = ("about", "around", "roughly")
ADDRESSES = {
    "Hickman": "https://www.r-bloggers.com/2019/11/r-inforcement-learning-part-one-tic-tac-toe/",
    "kota7": "https://github.com/kota7/tictactoe",
    "nestedsoftware article": "https://nestedsoftware.com/2019/07/25/"
    "tic-tac-toe-with-tabular-q-learning-1kdn.139811.html",
    "nestedsoftware/tictac": "https://github.com/nestedsoftware/tictac",
    "antirez": "https://github.com/antirez/ttt-rl",
    "Prevos": "https://lucidmanager.org/tic-tac-toe-minimax-algorithm/",
}
"""Address of each source, by how its name in the file begins."""


class Published(NamedTuple):
    """Row of the file; all eight entries are texts.

    `scale` is the distance from the lowest to the highest possible number: "0" for a number that
    could have been no other, "" if nothing is measured. `left_out` says why the row is not compared
    with anything, "" if it is.
    """

    source: str
    place: str
    setting: str
    metric: str
    value: str
    unit: str
    scale: str = ""
    left_out: str = ""

    @property
    def is_number(self):
        """Whether the value is a single number."""
        return self.unit not in NOT_NUMBERS

    @property
    def number(self):
        """Value as a float; ValueError if it is not a number."""
        if not self.is_number:
            raise ValueError(f"{self.value!r} is not one number, but a {self.unit}")
        return float(self.value)

    @property
    def rounding(self):
        """Largest distance of a number from its printed form: half a unit of the last digit.

        If the source says about, around or roughly, zeros at the end do not count as digits.
        """
        digits = self.value.strip("+-")
        if "." in digits:
            return 0.5 * 10.0 ** -len(digits.split(".")[1])
        zeros = len(digits) - len(digits.rstrip("0")) if self.is_cautious else 0
        return 0.5 * 10.0**zeros

    @property
    def numbers(self):
        """Values of a list, as floats; ValueError for anything else."""
        if self.unit != "list":
            raise ValueError(f"{self.value!r} is no list, but a {self.unit}")
        return [float(text) for text in self.value.split(" / ")]

    @property
    def span(self):
        """Scale as a float; ValueError for a row that is not measured."""
        if not self.scale:
            raise ValueError(f"{self.metric!r} has no scale: it is not measured")
        return float(self.scale)

    @property
    def address(self):
        """Address of the source."""
        return next(a for name, a in ADDRESSES.items() if self.source.startswith(name))

    @property
    def is_cautious(self):
        """Whether the source itself calls the number approximate."""
        return any(word in self.metric for word in CAUTIOUS)


@cache
def all_published():
    """Return all rows of the file, a tuple of Published; FileNotFoundError if there is no file."""
    with data_path("published.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Published(*row) for row in list(csv.reader(file))[1:])


def published(source, metric, setting=None, place=None, unit=None):
    """Return the row of the file with these entries.

    `source` and `place` may be a part of the entry, the others must equal it, and None matches
    anything. Raises LookupError if no row matches, or more than one.
    """
    matches = [
        row
        for row in all_published()
        if source in row.source
        and row.metric == metric
        and (setting is None or row.setting == setting)
        and (place is None or place in row.place)
        and unit in (None, row.unit)
    ]
    if len(matches) != 1:
        wanted = f"{source!r}, {place or 'any place'}, {setting or 'any setting'}, {metric!r}"
        raise LookupError(f"{len(matches)} published numbers match {wanted}, not one")
    return matches[0]
