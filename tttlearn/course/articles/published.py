"""The published numbers, from one file, `published.csv` of the project's data.

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
"""Where the sources are read, by how their names in the file begin."""


class Published(NamedTuple):
    """One row of the file; all eight are texts.

    `scale`: how much higher the number could have been than the lowest one possible, "0" for one
    that could have been no other, "" for what is not measured; `left_out`: why the row is not
    compared with anything, "" for those that are.
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
        """Whether the value is one number."""
        return self.unit not in NOT_NUMBERS

    @property
    def number(self):
        """The value as a float; ValueError for one that is not a number."""
        if not self.is_number:
            raise ValueError(f"{self.value!r} is not one number, but a {self.unit}")
        return float(self.value)

    @property
    def rounding(self):
        """How far a number may lie from what was printed: half a unit of its last digit.

        Where the source says about, around or roughly, zeros at the end are not digits.
        """
        digits = self.value.strip("+-")
        if "." in digits:
            return 0.5 * 10.0 ** -len(digits.split(".")[1])
        zeros = len(digits) - len(digits.rstrip("0")) if self.is_cautious else 0
        return 0.5 * 10.0**zeros

    @property
    def numbers(self):
        """The values of a list, as floats; ValueError for anything else."""
        if self.unit != "list":
            raise ValueError(f"{self.value!r} is no list, but a {self.unit}")
        return [float(text) for text in self.value.split(" / ")]

    @property
    def span(self):
        """The scale as a float; ValueError for a row that is not measured."""
        if not self.scale:
            raise ValueError(f"{self.metric!r} has no scale: it is not measured")
        return float(self.scale)

    @property
    def address(self):
        """Where the source is read."""
        return next(a for name, a in ADDRESSES.items() if self.source.startswith(name))

    @property
    def is_cautious(self):
        """Whether the source itself calls the number an approximate one."""
        return any(word in self.metric for word in CAUTIOUS)


@cache
def all_published():
    """All rows of the file, a tuple of Published; FileNotFoundError when there is no such file."""
    with data_path("published.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Published(*row) for row in list(csv.reader(file))[1:])


def published(source, metric, setting=None, place=None, unit=None):
    """The one row of the file with these entries.

    `source` and `place` may be a part of the entry, the others are all of it, and None
    stands for anything. Raises LookupError when there is none, or more than one.
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
