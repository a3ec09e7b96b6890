"""The checks of lesson 11, the published figures made again."""

from itertools import product
from math import sqrt

import numpy as np

from tttlearn.exercises import built
from tttlearn.exercises.answers import exercise
from tttlearn.exercises.cases import Cases
from tttlearn.exercises.kinds import function, pair

SHARES = (0.585, 0.03, 0.31, 0.5, 0.926, 0.0, 1.0)
GAMES = (100, 7, 40, 1_000)


def _cut(n, p, outside):
    """The shares between which all but `outside` of each end lie."""
    return np.searchsorted(np.cumsum(built.chances(n, p)), [outside, 1 - outside]) / n


def _is_so_many_errors(found, n, p):
    """Whether both ends lie equally many standard errors from p, about as many as 99 % take."""
    low, high = found
    error = sqrt(p * (1 - p) / n)
    return abs(p - low - (high - p)) < 1e-9 and 1.5 * error < high - p < 3.5 * error


INTERVAL = Cases(
    right=built.interval,
    given=list(product(GAMES, SHARES)),
    seen=lambda found, right, n, p: (
        f"for p = {p:g} and {n} games it returns {found[0]:.4g} and {found[1]:.4g}, and 99 of 100 "
        f"lie between {right[0]:g} and {right[1]:g}"
    ),
    faults={
        "those are numbers of wins; divide them by the games": lambda n, p: np.multiply(
            built.interval(n, p), n
        ),
        "the low end comes first": lambda n, p: built.interval(n, p)[::-1],
        "the high end is one win short; it belongs to the first number of wins at which the "
        "cumulated chance reaches 0.995, that one included": lambda n, p: (
            built.interval(n, p) - np.array([0, 1 / n])
        ),
        "0.01 is cut off each end, and both ends together may lose that much": lambda n, p: _cut(
            n, p, 0.01
        ),
        "that is where 95 of 100 lie": lambda n, p: _cut(n, p, 0.025),
        "that is where 90 of 100 lie": lambda n, p: _cut(n, p, 0.05),
    },
    signs={
        "so many standard errors around p are an approximation; the exact ends come from the "
        "chances, added up": _is_so_many_errors,
    },
    kind=lambda found: pair(found, "two shares"),
)


@exercise("11.1")
def interval_of(answer):
    """A function interval(n, p): the shares between which 99 of 100 results lie."""
    INTERVAL.check(answer)
    return f"For {len(SHARES)} shares and {len(GAMES)} numbers of games, as the package has it."


RUNS = (
    ([0.0, 0.0005, 0.002, 0.01], 1_000),
    ([0.3, 0.0, 0.0, 0.004, 0.05], 40),
    ([0.0, 0.2], 1),
    ([0.0, 0.0, 0.01], 0),
    ([0.0, 0.0, 0.0], 50),
    ([1.0, 0.0], 7),
    ([0.02, 0.1], 100),
)
"""The exact shares that some runs lose, and a number of games without a loss."""


TRUST = Cases(
    right=built.trust,
    given=[(np.array(losses), n) for losses, n in RUNS],
    seen=lambda found, right, losses, n: (
        f"for runs that lose {', '.join(f'{p:g}' for p in losses)}, and {n} games without a loss, "
        f"it returns {found:.4g}, and {right:.4g} is right"
    ),
    faults={
        "that is the share before any game; the games speak against runs that lose": (
            lambda losses, n: (losses == 0).mean()
        ),
        "that is the probability of no loss, whichever run it is": lambda losses, n: (
            (1 - losses) ** n
        ).mean(),
        "that is the probability that it does lose": lambda losses, n: 1 - built.trust(losses, n),
        "average the probabilities of no loss, not the losses": lambda losses, n: (
            (losses == 0).mean() / (1 - losses.mean()) ** n
        ),
        "you divide a sum by a mean; take two sums or two means": lambda losses, n: (
            (losses == 0).sum() / ((1 - losses) ** n).mean()
        ),
        "it is the other way up": lambda losses, n: 1 / built.trust(losses, n),
        "no run is simply in or out: each counts with its probability of no loss": (
            lambda losses, n: (losses == 0).sum() / (losses * n < 1).sum()
        ),
    },
)


@exercise("11.2")
def trust(answer):
    """A function trust(losses, n): the probability that a run which lost no game never loses."""
    TRUST.check(answer)
    return f"For {len(RUNS)} sets of runs; also where no run ever loses, and where each does."


SETTINGS = [0, 0.1, 0.25, 0.5, 2, 7]


def _stretch_seen(found, right, settings, holds, published):
    told = "None" if found is None else f"{found[0]:g} and {found[1]:g}"
    pattern = ", ".join(
        f"{s:g} {'true' if h else 'false'}" for s, h in zip(settings, holds, strict=True)
    )
    wanted = (
        "the statement fails at the published setting itself, so None"
        if right is None
        else f"the unbroken stretch goes from {right[0]:g} to {right[1]:g}"
    )
    return f"published is {published:g}, with {pattern}, and it returns {told}; {wanted}"


def _outermost(settings, holds, published):
    true = [s for s, h in zip(settings, holds, strict=True) if h]
    return (true[0], true[-1]) if published in true else None


def _places(settings, holds, published):
    ends = built.stretch(settings, holds, published)
    return ends and tuple(map(settings.index, ends))


STRETCH = Cases(
    right=built.stretch,
    given=[
        (SETTINGS, list(holds), published)
        for holds in product([True, False], repeat=len(SETTINGS))
        for published in SETTINGS
    ],
    seen=_stretch_seen,
    faults={
        "there is a gap between; the stretch around the published setting ends there": _outermost,
        "those are places in the list; the settings there are asked for": _places,
        "perhaps a `return` is missing": lambda settings, holds, published: None,
    },
    signs={"the lowest comes first": lambda found, *case: bool(found) and found[0] > found[1]},
    kind=lambda found: None if found is None else pair(found, "two settings, or None,"),
)


@exercise("11.3")
def stretch(answer):
    """A function stretch(settings, holds, published): both ends of the stretch, or None."""
    STRETCH.check(function(answer))
    return f"For all {2 ** len(SETTINGS)} patterns of true and false, around each setting."
