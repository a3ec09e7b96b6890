"""Compare published results with ours, and derive a verdict on each.

Every verdict is computed, never chosen, and every verdict can turn out negative. There are six
kinds of rows, each with its own verdicts:

    Setting     a setting of a program, or a count: agrees, different
    Measured    a number from games or runs: within sampling error, different, cannot tell; if there
                are no runs, and the number does not depend on chance: agrees, different
    Table       all numbers of a published table together (`tables`): the same three
    Statement   a claim that is true or false of each of our runs: true, false, true of a part,
                cannot tell
    Comparison  one group of runs beside another, by their means: true, false, cannot tell
    Difference  the same, if the claim is that the means are far apart, whichever is higher

RULE says what decides; the pages print it, and lesson 11 teaches it in the same words. Everything
that it needs is printed beside the verdict.

A *run* is one training of a learner from one seed. A published share of n games comes from one run
and has two sources of randomness: the training, and the n test games. Our shares are exact for each
of our runs, so only the training is random. So `interval` is the range that contains 99 of 100
numbers that a run like the published one would print:

    nothing trained    the binomial distribution of n games
    200 runs or more   the mixture of the binomial distributions of our runs
    fewer runs         Student's t, for one more run: the variance between our runs and the error of
                       n games together, since the tails of a mixture of few runs are unknown

The range is widened by half a unit of the last printed digit, and clipped to possible values. Of a
hundred numbers that differ only by chance, about one is outside, or a few if some runs lie far from
the others (data/controls/11.csv). With more runs the ends
of the interval move a little, so a number close to an end is not judged. Therefore more runs can
settle a row that fewer left open, and hardly ever reverse a verdict.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path

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
"""All verdicts, from the most welcome to the least."""
MAX_RELATIVE_WIDTH = 1 / 3
"""Largest width of an interval that still allows a verdict, as a fraction of the scale."""
END_MARGIN = 1 / 10
"""Distance from an end of an interval below which a number is not judged, in widths of the
interval."""
RARE_SHARE = 1 / 100
"""Share of runs below which an author who made a few runs would not have met an event."""
EXCEPTION_SHARE = 0.05
"""Largest share of runs that may contradict a statement about "a run"."""
RULE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""Rules for all verdicts, by what they are about; the words of verdicts are in stars."""
N_RESAMPLES = 20_000
"""Number of resampled means from which the width of an interval is estimated."""
UNEXPLAINED_REASON = "chance gives a number so different 1 time in 100; no other reason is known"


@dataclass(frozen=True, eq=False)
class Row:
    """Base class of all rows: the label of what is compared, the published result, ours, a reason.

    `reason` says why the row is different or false, established by changing one thing at a time.
    `missing_evidence` says what would have to be known for a verdict, if more runs cannot supply
    it; the verdict is then "cannot tell". `seeds_text` has the seeds, if they are not all those
    from 0 on.
    """

    label: str
    published: Published
    ours: object
    reason: str = field(default="", kw_only=True)
    missing_evidence: str = field(default="", kw_only=True)
    seeds_text: str = field(default="", kw_only=True)

    def __post_init__(self):
        object.__setattr__(self, "ours", np.atleast_1d(np.asarray(self.ours, dtype=self.dtype)))

    dtype = float
    single_label = "exact"
    """Text shown instead of the number of runs if there is a single value."""

    @property
    def theirs(self):
        """Published value as it was printed."""
        return self.published.value

    @property
    def runs(self):
        """Number of our runs, 0 if the result does not depend on chance."""
        return len(self.ours) if len(self.ours) > 1 else 0

    @property
    def groups(self):
        """Our results, one array for each group of runs."""
        return (self.ours,)

    @property
    def runs_text(self):
        """Number of runs as text; of each group, if these numbers differ."""
        return " and ".join(f"{n:,}" for n in self._run_counts) if self.runs else self.single_label

    @property
    def _run_counts(self):
        """Distinct numbers of runs of the groups, in order."""
        return dict.fromkeys(len(group) for group in self.groups if len(group) > 1)

    @property
    def seeds(self):
        """Seeds of the runs as text, "" if the result does not depend on chance."""
        return self.seeds_text or (
            ", ".join(f"0 to {n - 1}" for n in self._run_counts) if self.runs else ""
        )

    @property
    def spread(self):
        """Standard deviation over our runs, 0 for a single value."""
        return float(self.ours.std(ddof=1)) if self.runs else 0.0

    @property
    def verdict(self):
        """Verdict on the published result, one of VERDICTS."""
        return CANNOT if self.missing_evidence else self._verdict()

    @property
    def verdict_text(self):
        """Verdict as it is printed, with the share of runs where that is more informative."""
        return self.verdict

    @cached_property
    def why(self):
        """Reason for the verdict, "" if ours and theirs agree."""
        verdict = self.verdict
        if verdict == CANNOT:
            return self.missing_evidence or self._needed()
        if verdict == DIFFERENT:
            return self.reason or UNEXPLAINED_REASON
        return self.reason if verdict in (FALSE, PART) else ""


@dataclass(frozen=True, eq=False)
class Setting(Row):
    """Setting or count, which is either equal or not; `ours` is a number, some numbers, or a text.

    Numbers are compared by value, whatever the number of printed digits, so that 0.6 is not 0.5.
    """

    kind = "setting"
    dtype = None

    @property
    def ours_text(self):
        """Our value as text, in the format of the file."""
        return " / ".join(f"{value:.12g}" if self._is_number else str(value) for value in self.ours)

    @property
    def runs(self):
        """Always 0: a setting does not depend on chance."""
        return 0

    @property
    def _is_number(self):
        return self.ours.dtype.kind in "biuf"

    def _verdict(self):
        row = self.published
        if not self._is_number:
            return AGREES if self.ours_text == row.value else DIFFERENT
        theirs = row.numbers if row.unit == "list" else [row.number]
        same = len(theirs) == len(self.ours) and np.allclose(theirs, self.ours, 1e-9, 1e-12)
        return AGREES if same else DIFFERENT


@dataclass(frozen=True, eq=False)
class Measured(Row):
    """Measured number, compared with our number of each run in the published unit.

    `games` is the number of games behind a published share, None if it is not a share of games.
    `single_label` is shown instead of the number of runs for a single value: "timed" for a time.
    """

    games: int | None = None
    single_label: str = "exact"

    @property
    def kind(self):
        """How the number depends on chance.

        "certain" if it does not; "alike" if all of our runs print the same number; "timed" for a
        time, which depends on the computer; otherwise "measured".
        """
        if self.single_label != "exact":
            return "timed"
        if self.published.span == 0 or not (self.runs or self.games):
            return "certain"
        is_none_or_all = (
            not self.games or np.isclose(self.ours, [[0.0], [self.published.span]]).any(0).all()
        )
        if np.ptp(self.ours) < 1e-9 and is_none_or_all:
            return "alike" if self.runs else "certain"
        return "measured"

    @property
    def mean(self):
        """Mean over our runs."""
        return float(self.ours.mean())

    @property
    def ours_text(self):
        """Our mean as text, with as many digits as were published, or enough to differ."""
        return f"{self.mean:,.{self.digits}f}"

    @property
    def digits(self):
        """Number of decimal places of `ours_text`."""
        printed = len(self.theirs.split(".")[1]) if "." in self.theirs else 0
        return max(printed, 1 if self.games or self.runs else 0)

    @property
    def interval(self):
        """Range (low, high) of 99 of 100 numbers that one more run would print."""
        low, high = interval(self.ours / self.unit_scale, self.games)
        rounding, largest = self.published.rounding, self.published.span
        if self.kind in ("certain", "alike"):
            return self.mean - rounding, self.mean + rounding
        return max(self.unit_scale * low - rounding, 0.0), min(
            self.unit_scale * high + rounding, largest
        )

    def _verdict(self):
        (low, high), number = self.interval, self.published.number
        inside = low - 1e-9 <= number <= high + 1e-9
        if self.kind == "certain":
            return AGREES if inside else DIFFERENT
        if self.kind == "alike":
            is_small_sample = self.runs < enough_runs(EXCEPTION_SHARE)
            return WITHIN if inside else CANNOT if is_small_sample else DIFFERENT
        if not self._is_narrow_enough(high - low) or self._is_beside_an_end:
            return CANNOT
        return WITHIN if inside else DIFFERENT

    @property
    def _is_beside_an_end(self):
        """Whether the published number is close to an end of the interval that more runs may move.

        The lowest and the highest possible number are ends that do not move.
        """
        (low, high), number = self.interval, self.published.number
        ends = [end for end in (low, high) if 0 < end < self.published.span]
        margin = END_MARGIN * (high - low) - 1e-9
        return self.runs > 0 and any(abs(number - end) < margin for end in ends)

    def _is_narrow_enough(self, width):
        """Return whether an interval of this width allows a verdict."""
        return width <= MAX_RELATIVE_WIDTH * self.published.span + 1e-9

    def _needed(self):
        """Return what is lacking for a verdict, as text."""
        if not self._is_narrow_enough(2 * self.published.rounding):
            return "too few digits are printed, so it takes more of them"
        if self.kind == "alike":
            return f"our {self.runs} runs are too few to know whether others differ"
        if 0 < self.runs < enough_runs(MAX_RELATIVE_WIDTH):
            return f"our {self.runs} runs are too few to know how much runs differ"
        low, high = self.interval
        if self._is_narrow_enough(high - low):
            return "it is beside an end of the interval, so it takes more runs to know that end"
        if self.games and self._is_narrow_enough(next(self._iter_widths(None))):
            return f"{self.games:,} games tell too little: it takes {self._required_games():,}"
        widths = enumerate(self._iter_widths(self.games), 1)
        runs = next(n for n, width in widths if n > 1 and self._is_narrow_enough(width))
        return f"runs differ so much that one tells too little: it takes the mean of {runs}"

    def _required_games(self):
        """Return the smallest number of games with which one run allows a verdict."""
        games = self.games + 1
        while not self._is_narrow_enough(next(self._iter_widths(games))):
            games += 1
        return games

    def _iter_widths(self, games):
        """Yield the width of the interval for the mean of 1, 2, 3, ... runs of `games` games each.

        With at least MANY runs, means are resampled from them; with fewer, they are taken as
        normally distributed, as in `interval`.
        """
        edges, shares = 2 * self.published.rounding, self.ours / self.unit_scale
        if not self.runs:
            low, high = interval(shares, games)
            yield self.unit_scale * (high - low) + edges
        elif self.runs < MANY:
            variance = (shares * (1 - shares)).mean() / games if games else 0.0
            one_run = np.hypot(self.spread, self.unit_scale * np.sqrt(variance))
            yield from (2 * NORMAL * one_run / np.sqrt(runs) for runs in count(1))
        else:
            rng, total = np.random.default_rng(0), np.zeros(N_RESAMPLES)
            if games and shares.mean() > 0.5:
                shares = 1 - shares  # the width is the same for losses as for wins
            for runs in count(1):
                drawn = rng.choice(shares, N_RESAMPLES)
                total += rng.binomial(games, np.clip(drawn, 0, 1)) / games if games else drawn
                low, high = np.quantile(total / runs, [OUTSIDE, 1 - OUTSIDE])
                yield self.unit_scale * (high - low) + edges

    @property
    def unit_scale(self):
        """Factor from a share to the published unit: 100 for percent, otherwise 1."""
        return {"%": 100.0}.get(self.published.unit[:1], 1.0)


@dataclass(frozen=True, eq=False)
class Statement(Row):
    """Claim in words: `ours` says of each run whether it is true, `summary` is our finding.

    `about` says which runs the claim is about, and so which limits apply (SHARE_LIMITS). "A run" is
    the one that the author made. With 99% confidence, the claim is true if the share of runs of
    which it is true is above the upper limit, false if that share is below the lower limit, and
    true of a part if it is between the two. Without runs it is simply true or false. Raises
    ValueError for another `about`.
    """

    summary: str = ""
    about: str = field(default="a run", kw_only=True)

    kind = "statement"
    dtype = bool

    @property
    def ours_text(self):
        """Our finding in words; the share of runs if there are none."""
        return self.summary or share_of(self.ours)

    @property
    def share(self):
        """Share of our runs of which the claim is true."""
        return float(self.ours.mean())

    @property
    def verdict_text(self):
        """Verdict as it is printed; with several runs, the share of runs and its interval."""
        if not self.runs or self.verdict == CANNOT:
            return self.verdict
        share = percent(self.ours).replace("% (", "% of runs (")
        if self.verdict == FALSE and self.about == "every run" and self.share:
            return f"not of all, but of {share}"
        if self.verdict == FALSE:
            none = percent(self.ours).replace("0% (", "none of our runs (").replace(")", "%)")
            return f"only {share}" if self.share else none
        return f"true of {share}"

    def __post_init__(self):
        if self.about not in SHARE_LIMITS:
            raise ValueError(f"a statement is about {', '.join(SHARE_LIMITS)}, not {self.about!r}")
        super().__post_init__()

    def _verdict(self):
        if not self.runs:
            return TRUE if self.share else FALSE
        if self.about == "every run" and self.share < 1:
            return FALSE
        upper, lower = SHARE_LIMITS[self.about]
        low, high = surely(self.ours.sum(), self.runs)
        if low > upper:
            return TRUE
        return FALSE if high < lower else PART if low > lower and high < upper else CANNOT

    def _needed(self):
        limits = SHARE_LIMITS[self.about]
        if 0 < self.share < 1:
            low, high = surely(self.ours.sum(), self.runs)
            inside = [f"{limit:.0%}" for limit in dict.fromkeys(limits) if low <= limit <= high]
            kind = "limits" if len(inside) > 1 else "limit"
            return (
                f"the interval, {100 * low:.0f} to {100 * high:.0f}, contains the {kind}, "
                f"{' and '.join(inside)}"
            )
        enough = enough_runs(1 - limits[0] if self.share else limits[1])
        return f"{self.runs} runs are too few, though they are all alike: it takes {enough}"


SHARE_LIMITS = {
    "a run": (1 - EXCEPTION_SHARE, EXCEPTION_SHARE),
    "most runs": (0.5, 0.5),
    "some run": (RARE_SHARE, RARE_SHARE),
    "every run": (1 - RARE_SHARE, 1 - RARE_SHARE),
}
"""Share of runs above which a statement is called true, and the share below which it is called
false."""


@dataclass(frozen=True, eq=False)
class Comparison(Row):
    """Claim that one group of runs, `ours`, has a lower mean than another, `others`.

    `others` is a number for each run, or a single number that is exact. The claim is true, or
    false, if the 99% interval of the difference of the means is on one side of zero. `unit` is "%"
    or "", for the text. Raises ValueError for a text instead of a group.
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
        """Number of runs in the larger group."""
        return max(len(self.ours), len(self.others))

    @property
    def difference(self):
        """Interval (low, high) of the difference of the means, `others` minus `ours`."""
        groups = [group for group in self.groups if len(group) > 1]
        standard_error = np.sqrt(sum(group.var(ddof=1) / len(group) for group in groups))
        margin = student(min(map(len, groups)) - 1) * standard_error
        middle = self.others.mean() - self.ours.mean()
        return middle - margin, middle + margin

    @property
    def ours_text(self):
        """Both means, and the interval of their difference, as text."""
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
        middle, margin = abs(high + low) / 2, (high - low) / 2
        times = (margin / middle) ** 2 if middle else np.inf
        more = f"about {times:,.1f} times as many runs" if times < 1_000 else "far more runs"
        return f"the means are too near each other, so it takes {more}"


@dataclass(frozen=True, eq=False)
class Difference(Comparison):
    """Claim that the means of two groups are far apart, whichever of them is higher.

    Far apart means by `least` or more, a share if the unit is "%". The claim is true if the
    interval of the difference is entirely beyond that, and false if it is entirely within it: a
    difference that is certain, but small, does not count.
    """

    least: float = field(kw_only=True)

    @property
    def ours_text(self):
        """Both means, the interval of their difference, and what counts as far apart, as text."""
        far = f"{100 * self.least:.1f} points" if self.unit == "%" else f"{self.least:.3g}"
        return f"{super().ours_text}; far apart is {far} or more"

    def _verdict(self):
        low, high = self.difference
        if low >= self.least or high <= -self.least:
            return TRUE
        return FALSE if -self.least < low and high < self.least else CANNOT

    def _needed(self):
        return f"{self.runs_text} runs leave it open whether it is more than that, so it takes more"
