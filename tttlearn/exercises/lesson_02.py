"""The checks of lesson 02: counting, error bars, luck, and what a sample does not show."""

from itertools import combinations
from math import ceil, comb, log, sqrt

from tttlearn.exercises import kinds
from tttlearn.exercises.answers import Wrong, ask, close, exercise
from tttlearn.game.rules import LINES

P_X, P_DRAW, P_O = 737 / 1260, 8 / 63, 121 / 420  # two random players
Z = 1.96


def _has_line(cells):
    return any(cells.issuperset(line) for line in LINES)


@exercise("02.1")
def is_drawn(answer):
    """A function from the five cells of X on a full board to whether nobody has a line."""
    ends = []
    for cells in combinations(range(9), 5):
        x_line, o_line = _has_line(set(cells)), _has_line(set(range(9)) - set(cells))
        ends.append((x_line, o_line))
        found = ask(answer, set(cells))
        board = sum((1 if cell in cells else 2) * 3**cell for cell in range(9))
        if found not in (True, False):
            raise Wrong(f"is_drawn({set(cells)}) is {found!r}, and should be True or False", board)
        if found and (x_line or o_line):
            side = "X" if x_line else "O"
            raise Wrong(f"is_drawn({set(cells)}) is True, and {side} has a line", board)
        if not found and not (x_line or o_line):
            raise Wrong(f"is_drawn({set(cells)}) is False, and nobody has a line", board)
    only_x, only_o, both, draws = (
        ends.count(end) for end in ((True, False), (False, True), (True, True), (False, False))
    )
    return (
        f"{draws} of the {len(ends)} boards are draws, and {draws}/{len(ends)} = 8/63.\n"
        f"On {only_x} only X has a line, on {only_o} only O. On {both} both have one:\n"
        "there the order decides who had it first."
    )


_ONE_MORE = "int(...) + 1 adds a game to a whole number, and ceil does not"


@exercise("02.2")
def games_needed(answer):
    """A function (half_width, p) -> the smallest n with 1.96 standard errors <= half_width."""
    for half_width in (0.1, 0.05, 0.02, 0.01, 0.001):
        for p in (P_X, 0.5, P_DRAW, 0.9):
            n = ask(answer, half_width, p)
            _explain_games_needed(n, half_width, p)
    # Here the formula gives k * k itself; in some orders of its factors, a hair more for some k.
    if all(close(ask(answer, Z / (2 * k), 0.5), k * k + 1, 0) for k in range(2, 12)):
        raise Wrong(f"games_needed({Z / 16}, 0.5) is 65, and exactly 64 will do: {_ONE_MORE}")
    one, tenth = (ceil(P_X * (1 - P_X) * (Z / h) ** 2) for h in (0.01, 0.001))
    return (
        f"One point either way costs {one:,} games of two random players,\n"
        f"a tenth of a point {tenth:,}: a hundred times as many."
    )


def _explain_games_needed(n, half_width, p):
    number = kinds.finite(n, f"games_needed({half_width}, {p:.3f}) is")
    call = f"games_needed({half_width}, {p:.3f}) is {number:.12g}"
    right = p * (1 - p) * (Z / half_width) ** 2
    slips = {
        sqrt(right): "it grows with the square of 1.96 / half_width",
        p * (1 - p) / half_width**2: "that is for one standard error, not for 1.96 of them",
        p * (Z / half_width) ** 2: "the variance of one game is p * (1 - p), not p",
        p * (1 - p) * Z / half_width: "it grows with the square of 1.96 / half_width",
    }
    for slip, reason in slips.items():
        if close(n, slip, 1 + 1e-6) and not close(n, right, 1 + 1e-6):
            raise Wrong(f"{call}, and {reason}")
    if number != round(number):
        raise Wrong(f"{call}, and games come whole: round up")
    if n <= 0 or Z * sqrt(p * (1 - p) / n) > half_width * (1 + 1e-9):
        raise Wrong(f"{call}, and with so few games 1.96 standard errors are wider than that")
    if n > 1 and Z * sqrt(p * (1 - p) / (n - 1)) < half_width * (1 - 1e-9):
        raise Wrong(f"{call}, and one game fewer would do")


def _chance(k, n, p):
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def _surprise(k, n, p):
    return sum(_chance(j, n, p) for j in range(n + 1) if abs(j - n * p) >= abs(k - n * p))


@exercise("02.3")
def surprise(answer):
    """A function (k, n, p) -> the probability of a result at least as far from n * p as k."""
    _explain_surprise(ask(answer, 57, 100, P_X), 57, 100, P_X)
    for p in (P_X, P_DRAW, P_O):
        for k in sorted(range(101), key=lambda k: abs(k - 100 * p)):  # telling ones first
            _explain_surprise(ask(answer, k, 100, p), k, 100, p)
    for k in (556, 601):
        _explain_surprise(ask(answer, k, 1000, P_X), k, 1000, P_X)
    small, july, august = (_surprise(k, n, P_X) for k, n in ((57, 100), (556, 1000), (601, 1000)))
    return (
        f"57 of 100: {small:.0%}; 556 of 1,000: {july:.0%}; 601 of 1,000: {august:.0%}.\n"
        "Where to draw the line is custom, often 5%; a smaller p-value means, nearly, that the\n"
        "95% interval misses p. None of these is smaller: chance is reason enough."
    )


def _explain_surprise(found, k, n, p):
    right = _surprise(k, n, p)
    call = f"surprise({k}, {n}, {p:.4f})"
    number = kinds.finite(found, f"{call} is")
    if close(number, right):
        return
    below, here = sum(_chance(j, n, p) for j in range(k)), _chance(k, n, p)
    one_side = "that counts one side only; results on the other side of n * p can be as far off"
    slips = (
        (_surprise(k, n, P_X), "that is the value for p_x: use the argument p"),
        (here, f"that is the chance of exactly {k} wins; add those of all results as far off"),
        (below + here, one_side),
        (1 - below, one_side),
        (
            2 * min(below + here, 1 - below),
            "the other side of n * p has chances of its own: add them",
        ),
        (right - here, f"{k} itself is missing: it is as far from n * p as {k} is"),
        (1 - right, "that adds up the results that are nearer to n * p, not further"),
        (100 * right, "a probability is asked for, from 0 to 1, not per cent"),
    )
    reasons = [reason for slip, reason in slips if close(number, slip)]
    reason = reasons[0] if reasons else f"it should be {right:.6f}"
    raise Wrong(f"{call} is {number:.6f}, and {reason}")


@exercise("02.4")
def games_to_see(answer):
    """A function (p, chance) -> the smallest n with 1 - (1 - p)**n >= chance."""
    for p in (1 / 945, 0.01, 0.2, 0.5):
        for chance in (0.95, 0.5, 0.99):
            _explain_games_to_see(ask(answer, p, chance), p, chance)
    if close(ask(answer, 0.5, 0.75), 3, 0):  # log(0.25) / log(0.5) is 2 without any rounding
        raise Wrong(f"games_to_see(0.5, 0.75) is 3, and exactly 2 will do: {_ONE_MORE}")
    n = ceil(log(0.05) / log(1 - 1 / 945))
    return (
        "A loss that comes once in 945 games is seen with 95%\n"
        f"in {n:,} games, about 3 * 945 = {3 * 945:,}: the rule of three."
    )


def _explain_games_to_see(found, p, chance):
    n = kinds.finite(found, f"games_to_see({p:.4g}, {chance}) is")
    call = f"games_to_see({p:.4g}, {chance}) is {n:.12g}"
    if n < 0:
        raise Wrong(f"{call}, less than 0; both logarithms are negative, so their ratio is not")
    if n != round(n):
        raise Wrong(f"{call}, and games come whole: round up")
    shown = 1 - (1 - p) ** n
    if n == ceil(1 / p) and n > 2:
        raise Wrong(
            f"{call}: after 1/p games one loss is *expected*, "
            f"and it is seen with probability {shown:.0%} only"
        )
    if shown < chance - 1e-12:
        raise Wrong(f"{call}, and they show a loss with {shown:.3%}, less than {chance:.0%}")
    if 1 - (1 - p) ** (n - 1) > chance + 1e-12:
        raise Wrong(f"{call}, and one game fewer would do")
