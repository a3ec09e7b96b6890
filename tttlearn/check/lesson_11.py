"""The checks of lesson 11, the published figures made again."""

import math
from itertools import product

import numpy as np

from tttlearn.check import NotAttempted, Wrong, ask, built, close, exercise
from tttlearn.reproduce.verdicts import quantiles

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
    """A function interval(p, games): the shares between which 99 of 100 results lie."""
    for games, p in product(GAMES, SHARES):
        found = _pair(ask(answer, p, games), "two shares")
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


LOSSES = (0.5, 0.3, 0.05, 0.01, 0.004, 0.001, 0.9, 0.999)
LUCK = 0.01


@exercise("11.2")
def games_needed(answer):
    """A function games(loss): the least number of games without a loss that is unlikely."""
    for loss in LOSSES:
        found = ask(answer, loss)
        if not _is_least(loss, found):
            raise Wrong(_games_reason(loss, found))
    try:
        never = ask(answer, 0.0)
    except (ZeroDivisionError, ValueError, OverflowError):
        raise Wrong("a player that never loses, loss = 0, is never caught: return inf") from None
    if never != math.inf:
        raise Wrong(f"for loss = 0 it returns {never!r}, and who never loses is never caught: inf")
    try:
        always = ask(answer, 1.0)
    except (ZeroDivisionError, ValueError, OverflowError):
        raise Wrong("for loss = 1 it fails, and there the first game shows it: 1") from None
    if not close(always, 1):
        raise Wrong(f"for loss = 1 it returns {always!r}, and the first game shows it: 1")
    return "Also for players that lose always, and never."


def _is_least(loss, found):
    try:
        games = float(found)
    except (TypeError, ValueError):
        raise Wrong(f"a number of games is asked for, and this is {found!r}") from None
    if not math.isfinite(games) or games < 1:
        raise Wrong(f"for loss = {loss:g} it returns {games:g}, and some whole number is enough")
    if not games.is_integer():
        return False
    return (1 - loss) ** games <= LUCK < (1 - loss) ** (games - 1)


def _games_reason(loss, found):
    games, exact = float(found), math.log(LUCK) / math.log(1 - loss)
    case = f"for loss = {loss:g} it returns {games:g}"
    if close(games, exact, 1e-6):
        return f"{case}: games are whole; round up"
    if close(games, math.floor(exact)):
        return f"{case}: that is one game too few; round up"
    if close(games, math.ceil(exact) + 1):
        return f"{case}: one game less is enough"
    if math.ceil(games) in (math.ceil(1 / loss), math.ceil(1 / loss) + 1):
        return (
            f"{case}: after so many games one loss is expected, and still none comes with "
            f"probability {(1 - loss) ** games:.2f}"
        )
    if math.ceil(games) == math.ceil(math.log(0.05) / math.log(1 - loss)):
        return f"{case}: that leaves a luck of 5 in 100, and 1 in 100 is asked for"
    if math.ceil(games) == math.ceil(math.log(1 - LUCK) / math.log(1 - loss)):
        return f"{case}: that many games show a loss 1 time in 100, not 99 times"
    luck = f"{case}, where no loss comes with probability {(1 - loss) ** games:.4f}"
    return f"{luck}; {'fewer are enough' if games > exact else f'at most {LUCK} is asked for'}"


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
