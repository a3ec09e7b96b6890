"""The checks of lesson 11, the published figures made again."""

import math
from itertools import product

import numpy as np

from tttlearn.evaluation.forecasts import quantiles
from tttlearn.exercises import built
from tttlearn.exercises.answers import NotAttempted, Wrong, ask, close, exercise

SHARES = (0.585, 0.03, 0.31, 0.5, 0.926, 0.0, 1.0)
GAMES = (100, 7, 40, 1_000)


def _pair(returned, what):
    """The two numbers that were returned, or Wrong."""
    try:
        low, high = (float(number) for number in returned)
    except (TypeError, ValueError):
        raise Wrong(f"{what} are asked for, (low, high), and this is {returned!r}") from None
    return low, high


@exercise("11.1")
def interval_of(answer):
    """A function interval(n, p): the shares between which 99 of 100 results lie."""
    for games, p in product(GAMES, SHARES):
        found = _pair(ask(answer, games, p), "two shares")
        if not np.allclose(found, quantiles([p], games), atol=1e-9):
            raise Wrong(_interval_reason(p, games, *found))
    return f"For {len(SHARES)} shares and {len(GAMES)} numbers of games, as the package has it."


def _interval_reason(p, games, low, high):
    right = quantiles([p], games)
    case = f"for p = {p:g} and {games} games it returns {low:.4g} and {high:.4g}"
    if np.allclose((low, high), np.array(right) * games):
        return f"{case}: those are numbers of wins; divide them by the games"
    if low > high:
        return f"{case}: the low end comes first"
    if np.allclose((low, high), (right[0], right[1] - 1 / games)):
        return (
            f"{case}: the high end is one win short; it belongs to the first number of wins at "
            "which the cumulated chance reaches 0.995, that one included"
        )
    wins = np.arange(games + 1)
    ways = np.array([float(math.comb(games, k)) for k in wins.tolist()])
    up = np.cumsum(ways * p**wins * (1 - p) ** (games - wins))
    for cut, reason in (
        (0.01, "0.01 is cut off each end, and both ends together may lose that much"),
        (0.025, "that is where 95 of 100 lie"),
        (0.05, "that is where 90 of 100 lie"),
    ):
        if np.allclose((low, high), np.searchsorted(up, [cut, 1 - cut]) / games):
            return f"{case}: {reason}"
    error = math.sqrt(p * (1 - p) / games)
    reach = high - p
    if error and close(p - low, reach) and 1.5 < reach / error < 3.5:
        return (
            f"{case}: so many standard errors around p are an approximation, and the exact ends "
            f"are {right[0]:g} and {right[1]:g}"
        )
    return f"{case}, and 99 of 100 lie between {right[0]:g} and {right[1]:g}"


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


@exercise("11.2")
def trust(answer):
    """A function trust(losses, n): the probability that a run which lost no game never loses."""
    for losses, n in RUNS:
        losses = np.array(losses)
        found = ask(answer, losses.copy(), n)
        if not close(found, built.trust(losses, n)):
            raise Wrong(_trust_reason(losses, n, found))
    return f"For {len(RUNS)} sets of runs; also where no run ever loses, and where each does."


def _trust_reason(losses, n, found):
    try:
        number = float(found)
    except (TypeError, ValueError):
        return f"a probability is asked for, and this is {found!r}"
    right, never, luck = built.trust(losses, n), losses == 0, (1 - losses) ** n
    case = f"for runs that lose {', '.join(f'{p:g}' for p in losses)}, and {n} games without a loss"
    case += f", it returns {number:.4g}"
    slips = {
        "that is the share before any game; the games speak against runs that lose": never.mean(),
        "that is the probability of no loss, whichever run it is": luck.mean(),
        "that is the probability that it does lose": 1 - right,
        "average the probabilities of no loss, not the losses": never.mean()
        / (1 - losses.mean()) ** n,
        "you divide a sum by a mean; take two sums or two means": never.sum() / luck.mean(),
        "it is the other way up": 1 / right if right else np.inf,
        "no run is simply in or out: each counts with its probability of no loss": never.sum()
        / max((losses * n < 1).sum(), 1),
    }
    for reason, slip in slips.items():
        if close(number, slip, 1e-6):
            return f"{case}: {reason}"
    return f"{case}, and {right:.4g} is right"


SETTINGS = [0, 0.1, 0.25, 0.5, 2, 7]


@exercise("11.3")
def stretch(answer):
    """A function stretch(settings, holds, published): both ends of the stretch, or None."""
    wrong = None
    returned = set()
    for holds in product([True, False], repeat=len(SETTINGS)):
        for at, published in enumerate(SETTINGS):
            found = ask(answer, list(SETTINGS), list(holds), published)
            found = found if found is None else _pair(found, "two settings, or None,")
            returned.add(found)
            if wrong is None and found != built.stretch(SETTINGS, holds, published):
                wrong = _stretch_reason(holds, at, found)
    if returned == {None}:
        raise NotAttempted
    if wrong:
        raise Wrong(wrong)
    return f"For all {2 ** len(SETTINGS)} patterns of true and false, around each setting."


def _stretch_reason(holds, at, found):
    right = built.stretch(SETTINGS, holds, SETTINGS[at])
    true = [s for s, h in zip(SETTINGS, holds, strict=True) if h]
    pattern = ", ".join(
        f"{s:g} {'true' if h else 'false'}" for s, h in zip(SETTINGS, holds, strict=True)
    )
    told = "None" if found is None else f"{found[0]:g} and {found[1]:g}"
    case = f"published is {SETTINGS[at]:g}, with {pattern}, and it returns {told}"
    if right is None:
        return f"{case}: the statement fails at the published setting itself, so None"
    if found is None:
        return f"{case}, though the statement holds at the published setting"
    if found == tuple(map(SETTINGS.index, right)):
        return f"{case}: those are places in the list; the settings there are asked for"
    if found == (true[0], true[-1]):
        return (
            f"{case}: there is a gap between; the stretch around the published setting ends there"
        )
    if found[0] > found[1]:
        return f"{case}: the lowest comes first"
    return f"{case}; the unbroken stretch goes from {right[0]:g} to {right[1]:g}"
