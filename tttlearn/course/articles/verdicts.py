"""Published beside ours: do they agree? Verdicts are derived, never picked, and each can fail.

There are six kinds of rows, each with its own verdicts:

    Setting     what a program is given, or what can be counted: agrees, different
    Measured    a number of games or of runs: within sampling error, different, cannot tell; if no
                run is behind it, and chance has no part: agrees, different
    Table       all numbers of a published table together (`tables`): the same three
    Statement   true or not of each of our runs: true, false, true of a part, cannot tell
    Comparison  one group of runs beside another, by their means: true, false, cannot tell
    Difference  the same, if the means are said to be far apart, whichever is higher

What decides is RULE, which the pages print and lesson 11 teaches in the same words. Everything that
it asks for is printed beside the verdict.

A published share of n games is one run's, and a run has two kinds of chance: in its training, and
in its n test games. Our shares are exact for each of our runs, so only the training is chance. So
`interval` is where 99 of 100 numbers lie that a run like the published one would print:

    nothing trained    the binomial distribution of n games
    200 runs or more   the mixture of the binomial distributions of our runs
    fewer runs         Student's t, for one more run: the spread of ours and the error of n games
                       together, since the tails of a mixture of few runs cannot be seen

Half a unit of the last printed digit is added to that; what is impossible is cut off. Of a hundred
numbers that differ by nothing but chance, at most one is called different. With more runs an end of
the interval moves a little, so a number beside it is not judged: more runs can tell what fewer
could not, and hardly ever turn a verdict into its contrary.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import numpy as np

from tttlearn.course.articles.published import Published
from tttlearn.course.articles.shares import (
    MANY,
    NORMAL,
    OUTSIDE,
    enough_runs,
    interval,
    percent,
    share_of,
    student,
    surely,
)

AGREES, WITHIN, DIFFERENT = "agrees", "within sampling error", "different"
TRUE, FALSE, PART = "true", "false", "true of a part"
CANNOT = "cannot tell"
VERDICTS = (AGREES, WITHIN, TRUE, PART, CANNOT, FALSE, DIFFERENT)
"""All verdicts, the most welcome first."""
NARROW = 1 / 3
"""A verdict needs an interval no wider than this part of the scale."""
BESIDE = 1 / 10
"""So near to an end of an interval, in widths of it, is beside that end."""
RARE = 1 / 100
"""What fewer runs show than this is not occasional: nobody would have come across it."""
NEARLY = 0.05
"""A statement about a run is true if fewer runs than this fail it, false if fewer satisfy it."""
RULE = {
    "agrees": "A setting, or what can be counted, *agrees* if it is equal to what was printed, in "
    "all printed digits; otherwise it is *different*.",
    "the interval": "99 of 100 runs like the published one print a number in the interval beside "
    "ours. It is read off our runs, or, if they are fewer than 200, computed with Student's t; the "
    "chance of the test games is in it.",
    "within sampling error, different": "A published number in its interval is *within sampling "
    "error*, and one outside it is *different*.",
    "cannot tell": "Nobody can tell if the interval is wider than a third of what the number could "
    "have been, or if the published number is within a tenth of that width of an end, which more "
    "runs may move. (Exact ends do not count: the lowest and the highest possible number, and both "
    "for players that learn nothing.)",
    "a number that all runs print": "If all our runs print one number, the published one is within "
    "sampling error if it is the same. Another is different from 127 runs on, because then surely "
    "fewer than 5% of runs print another.",
    "true, false, true of a part": "A claim about a run is *true* if the 99% interval for the "
    "share of runs of which it is true is above 95%, *false* if it is below 5%, and *true of a "
    "part* if it is between the two.",
    "always, never": "Of the games of one run, *always* and *never* allow no exception.",
    "usually, sometimes, every run": "*Usually* has the limit 50%, and *sometimes* 1%. *Every run* "
    "allows no exception among ours, and needs an interval above 99%, which takes 657 runs.",
    "higher, lower": "Two groups are compared by the 99% interval for the difference of their "
    "means, which must be on one side of zero.",
    "a whole table": "A table is judged by the share of our own tables that lie as far from their "
    "average as the published one, or farther. It is within sampling error if the 99% interval for "
    "that share is above 5%, and different if it is below.",
    "otherwise": "If an interval contains its limit, nobody can tell, but more runs may.",
}
"""The rule for all verdicts: what decides, by what it is about; its own words are in stars."""
DRAWS = 20_000
"""How many means of runs are drawn to see where 99 of 100 of them lie."""
UNEXPLAINED = "chance gives a number so different 1 time in 100; no other reason is known"


@dataclass(frozen=True, eq=False)
class Row:
    """What all kinds have in common: `what` it is, the published row, and a reason.

    `reason`: why it is different or false, found by changing one thing at a time. `missing`: what
    would have to be known to tell, if that is no matter of chance; then nobody can tell.
    `chosen`: the seeds, as a text, if not all runs from seed 0 on are looked at.
    """

    what: str
    published: Published
    ours: object
    reason: str = field(default="", kw_only=True)
    missing: str = field(default="", kw_only=True)
    chosen: str = field(default="", kw_only=True)

    def __post_init__(self):
        object.__setattr__(self, "ours", np.atleast_1d(np.asarray(self.ours, dtype=self.type)))

    type = float
    single = "exact"
    """What a single value is called instead of a number of runs."""

    @property
    def theirs(self):
        """What was published, as it was printed."""
        return self.published.value

    @property
    def runs(self):
        """How many runs of ours are behind it, 0 if nothing is left to chance."""
        return len(self.ours) if len(self.ours) > 1 else 0

    @property
    def groups(self):
        """The runs of ours, an array for each group that is looked at."""
        return (self.ours,)

    @property
    def made_of(self):
        """How many runs are behind it, as a text: of each group, if their numbers differ."""
        return " and ".join(f"{size:,}" for size in self._sizes) if self.runs else self.single

    @property
    def _sizes(self):
        """The different numbers of runs that the groups have, in their order."""
        return dict.fromkeys(len(group) for group in self.groups if len(group) > 1)

    @property
    def seeds(self):
        """The seeds of the runs as a text, "" if nothing is left to chance."""
        return self.chosen or (", ".join(f"0 to {n - 1}" for n in self._sizes) if self.runs else "")

    @property
    def spread(self):
        """The standard deviation over our runs, 0 for a single value."""
        return float(self.ours.std(ddof=1)) if self.runs else 0.0

    @property
    def verdict(self):
        """One of VERDICTS."""
        return CANNOT if self.missing else self._verdict()

    @property
    def said(self):
        """The verdict as it is printed, with the share of runs if that tells more."""
        return self.verdict

    @cached_property
    def why(self):
        """The reason for the verdict; "" if ours and theirs agree."""
        verdict = self.verdict
        if verdict == CANNOT:
            return self.missing or self._needed()
        if verdict == DIFFERENT:
            return self.reason or UNEXPLAINED
        return self.reason if verdict in (FALSE, PART) else ""


@dataclass(frozen=True, eq=False)
class Setting(Row):
    """A setting or a count: it is equal, or it is not. `ours`: a number, a list of them, or a text.

    Numbers are compared as numbers, so that 0.6 is not 0.5, whatever was printed.
    """

    kind = "setting"
    type = None

    @property
    def told(self):
        """Ours as text, in the form of the file."""
        return " / ".join(f"{one:.12g}" if self._is_number else str(one) for one in self.ours)

    @property
    def runs(self):
        """0: nothing is left to chance."""
        return 0

    @property
    def _is_number(self):
        return self.ours.dtype.kind in "biuf"

    def _verdict(self):
        row = self.published
        if not self._is_number:
            return AGREES if self.told == row.value else DIFFERENT
        theirs = row.numbers if row.unit == "list" else [row.number]
        same = len(theirs) == len(self.ours) and np.allclose(theirs, self.ours, 1e-9, 1e-12)
        return AGREES if same else DIFFERENT


@dataclass(frozen=True, eq=False)
class Measured(Row):
    """A number beside ours, in the unit of the published one: one of ours for each run.

    `games`: the number behind a published share, None if it is no share of games; `single`: what a
    single value is called instead of a number of runs, "timed" for a time.
    """

    games: int | None = None
    single: str = "exact"

    @property
    def kind(self):
        """ "certain" if chance has no part; "alike" if all of our runs print the same number;
        "timed" for a time, which depends on a computer; else "measured".
        """
        if self.single != "exact":
            return "timed"
        if self.published.span == 0 or not (self.runs or self.games):
            return "certain"
        at_an_end = (
            not self.games or np.isclose(self.ours, [[0.0], [self.published.span]]).any(0).all()
        )
        if np.ptp(self.ours) < 1e-9 and at_an_end:
            return "alike" if self.runs else "certain"
        return "measured"

    @property
    def mean(self):
        """Our number: the mean over our runs."""
        return float(self.ours.mean())

    @property
    def told(self):
        """Our mean as text, with as many digits as were published, or enough to differ."""
        return f"{self.mean:,.{self.digits}f}"

    @property
    def digits(self):
        """How many digits after the point are told."""
        printed = len(self.theirs.split(".")[1]) if "." in self.theirs else 0
        return max(printed, 1 if self.games or self.runs else 0)

    @property
    def interval(self):
        """(low, high): between them lie 99 of 100 numbers that such a run would print."""
        low, high = interval(self.ours / self.whole, self.games)
        half, most = self.published.rounding, self.published.span
        if self.kind in ("certain", "alike"):
            return self.mean - half, self.mean + half
        return max(self.whole * low - half, 0.0), min(self.whole * high + half, most)

    def _verdict(self):
        (low, high), number = self.interval, self.published.number
        inside = low - 1e-9 <= number <= high + 1e-9
        if self.kind == "certain":
            return AGREES if inside else DIFFERENT
        if self.kind == "alike":
            few = self.runs < enough_runs(NEARLY)
            return WITHIN if inside else CANNOT if few else DIFFERENT
        if not self._is_narrow(high - low) or self._is_beside_an_end:
            return CANNOT
        return WITHIN if inside else DIFFERENT

    @property
    def _is_beside_an_end(self):
        """Whether what was published is beside an end of the interval that has something beyond."""
        (low, high), number = self.interval, self.published.number
        ends = [end for end in (low, high) if 0 < end < self.published.span]
        near = BESIDE * (high - low) - 1e-9
        return self.runs > 0 and any(abs(number - end) < near for end in ends)

    def _is_narrow(self, width):
        """Whether an interval of this width tells."""
        return width <= NARROW * self.published.span + 1e-9

    def _needed(self):
        """What would be needed to tell."""
        if not self._is_narrow(2 * self.published.rounding):
            return "too few digits are printed, so it takes more of them"
        if self.kind == "alike":
            return f"our {self.runs} runs are too few to know whether others differ"
        if 0 < self.runs < enough_runs(NARROW):
            return f"our {self.runs} runs are too few to know how much runs differ"
        low, high = self.interval
        if self._is_narrow(high - low):
            return "it is beside an end of the interval, so it takes more runs to know that end"
        if self.games and self._is_narrow(next(self._widths(None))):
            return f"{self.games:,} games tell too little: it takes {self._games_needed():,}"
        widths = enumerate(self._widths(self.games), 1)
        runs = next(k for k, width in widths if k > 1 and self._is_narrow(width))
        return f"runs differ so much that one tells too little: it takes the mean of {runs}"

    def _games_needed(self):
        """The least number of games with which one run tells."""
        games = self.games + 1
        while not self._is_narrow(next(self._widths(games))):
            games += 1
        return games

    def _widths(self, games):
        """How wide the interval is for one run of so many games, the mean of two runs, of three ...

        From MANY runs on, means are drawn from them; fewer count as normal, as for `interval`.
        """
        edges, shares = 2 * self.published.rounding, self.ours / self.whole
        if not self.runs:
            low, high = interval(shares, games)
            yield self.whole * (high - low) + edges
        elif self.runs < MANY:
            error = (shares * (1 - shares)).mean() / games if games else 0.0
            one_run = np.hypot(self.spread, self.whole * np.sqrt(error))
            yield from (2 * NORMAL * one_run / np.sqrt(runs) for runs in count(1))
        else:
            rng, total = np.random.default_rng(0), np.zeros(DRAWS)
            if games and shares.mean() > 0.5:
                shares = 1 - shares  # what is lost is told by as many runs as what is not
            for runs in count(1):
                some = rng.choice(shares, DRAWS)
                total += rng.binomial(games, np.clip(some, 0, 1)) / games if games else some
                low, high = np.quantile(total / runs, [OUTSIDE, 1 - OUTSIDE])
                yield self.whole * (high - low) + edges

    @property
    def whole(self):
        """What a share of 1 is in the unit of the published number: 100 for percent."""
        return {"%": 100.0}.get(self.published.unit[:1], 1.0)


@dataclass(frozen=True, eq=False)
class Statement(Row):
    """A statement in words: `ours` says of each run whether it is true; `found` says it in words.

    `about`: what the statement is about, and so which share of runs decides (ABOUT); "a run" is
    the one that was made. It is true if that share is surely above the limit, false if it is surely
    below, and true of a part if it is surely between two limits. Without runs, it is true or false.
    Raises ValueError for others.
    """

    found: str = ""
    about: str = field(default="a run", kw_only=True)

    kind = "statement"
    type = bool

    @property
    def told(self):
        """What we found, in words; the share of runs if there are none."""
        return self.found or share_of(self.ours)

    @property
    def share(self):
        """The share of our runs of which it is true."""
        return float(self.ours.mean())

    @property
    def said(self):
        """The verdict; if it is about a share of runs, that share and its interval."""
        if not self.runs or self.verdict == CANNOT:
            return self.verdict
        found = percent(self.ours).replace("% (", "% of runs (")
        if self.verdict == FALSE and self.about == "every run" and self.share:
            return f"not of all, but of {found}"
        if self.verdict == FALSE:
            none = percent(self.ours).replace("0% (", "none of our runs (").replace(")", "%)")
            return f"only {found}" if self.share else none
        return f"true of {found}"

    def __post_init__(self):
        if self.about not in ABOUT:
            raise ValueError(f"a statement is about {', '.join(ABOUT)}, not {self.about!r}")
        super().__post_init__()

    def _verdict(self):
        if not self.runs:
            return TRUE if self.share else FALSE
        if self.about == "every run" and self.share < 1:
            return FALSE
        least, most = ABOUT[self.about]
        low, high = surely(self.ours.sum(), self.runs)
        if low > least:
            return TRUE
        return FALSE if high < most else PART if low > most and high < least else CANNOT

    def _needed(self):
        limits = ABOUT[self.about]
        if 0 < self.share < 1:
            low, high = surely(self.ours.sum(), self.runs)
            held = [f"{one:.0%}" for one in dict.fromkeys(limits) if low <= one <= high]
            kind = "limits" if len(held) > 1 else "limit"
            return (
                f"the interval, {100 * low:.0f} to {100 * high:.0f}, contains the {kind}, "
                f"{' and '.join(held)}"
            )
        enough = enough_runs(1 - limits[0] if self.share else limits[1])
        return f"{self.runs} runs are too few, though they are all alike: it takes {enough}"


ABOUT = {
    "a run": (1 - NEARLY, NEARLY),
    "most runs": (0.5, 0.5),
    "some run": (RARE, RARE),
    "every run": (1 - RARE, 1 - RARE),
}
"""The share of runs above which a statement is called true, and the share below which false."""


@dataclass(frozen=True, eq=False)
class Comparison(Row):
    """A statement that one group of runs, `ours`, has a lower mean than another, `others`.

    `others`: a number for each run, or a single one that is exact. It is true, or false, if the
    interval in which 99 of 100 such differences of means lie is on one side of zero. `unit`:
    "%" or "" for what is told. Raises ValueError for a text instead of a group.
    """

    others: object = 0.0
    names: tuple = ("these", "those")
    unit: str = "%"

    kind = "comparison"

    def __post_init__(self):
        for group in (self.ours, self.others):
            if isinstance(group, str):
                raise ValueError(f"a Comparison takes two groups of numbers, not {group!r}")
        super().__post_init__()
        object.__setattr__(self, "others", np.atleast_1d(np.asarray(self.others, dtype=float)))

    @property
    def groups(self):
        """Both groups."""
        return self.ours, self.others

    @property
    def runs(self):
        """How many runs of ours the larger group has."""
        return max(len(self.ours), len(self.others))

    @property
    def difference(self):
        """(low, high): between them lies the difference of the means, `others` less `ours`."""
        groups = [group for group in self.groups if len(group) > 1]
        error = np.sqrt(sum(group.var(ddof=1) / len(group) for group in groups))
        reach = student(min(map(len, groups)) - 1) * error
        middle = self.others.mean() - self.ours.mean()
        return middle - reach, middle + reach

    @property
    def told(self):
        """Both means, and how sure their difference is."""
        low, high = self.difference
        means, names = (self.ours.mean(), self.others.mean()), self.names
        if self.unit == "%":
            first, second = (f"{mean:.1%}" for mean in means)
            between = f"{100 * low:+.1f} to {100 * high:+.1f} points"
        else:
            first, second = (f"{mean:.4g}" for mean in means)
            between = f"{low:+.3g} to {high:+.3g}"
        return f"{names[0]} {first}, {names[1]} {second}; difference {between}"

    def _verdict(self):
        low, high = self.difference
        return TRUE if low > 0 else FALSE if high < 0 else CANNOT

    def _needed(self):
        low, high = self.difference
        middle, reach = abs(high + low) / 2, (high - low) / 2
        times = (reach / middle) ** 2 if middle else np.inf
        more = f"about {times:,.1f} times as many runs" if times < 1_000 else "far more runs"
        return f"the means are too near each other, so it takes {more}"


@dataclass(frozen=True, eq=False)
class Difference(Comparison):
    """A statement that the means of two groups are far apart, whichever of them is higher.

    Far is `least` or more, a share if the unit is "%". True, or false, if the interval of the
    difference is all beyond that, or all within it: a difference that is sure, but small, is not
    far.
    """

    least: float = field(kw_only=True)

    @property
    def told(self):
        """Both means, how sure their difference is, and what would be far."""
        far = f"{100 * self.least:.1f} points" if self.unit == "%" else f"{self.least:.3g}"
        return f"{super().told}; far apart is {far} or more"

    def _verdict(self):
        low, high = self.difference
        if low >= self.least or high <= -self.least:
            return TRUE
        return FALSE if -self.least < low and high < self.least else CANNOT

    def _needed(self):
        return f"{self.made_of} runs leave it open whether it is more than that, so it takes more"
