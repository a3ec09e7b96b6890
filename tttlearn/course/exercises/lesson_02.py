"""Check lesson 02: counting, error bars, luck, and what a sample does not show."""

from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import ceil, floor, log, sqrt

import numpy as np

from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import Wrong, ask, close, error_hints, exercise
from tttlearn.course.exercises.cases import Cases, combined
from tttlearn.game.rules import (
    CELLS,
    LINES,
    N_STATES,
    PLY,
    REACHABLE,
    START,
    TERMINAL,
    WINNER,
    parse,
)
from tttlearn.support.arguments import shown

P_X, P_DRAW, P_O = 737 / 1260, 8 / 63, 121 / 420  # exact results of two random players
Z = 1.96


def _three(numbers):
    return ", ".join(f"{number:.4f}" for number in numbers)


def _draws_last(three):
    """Return the numbers for X, draws and O in the order X, O, draws."""
    return [three[0], three[2], three[1]]


def _rounded(right, most):
    """Return {words: fault} of right results that are rounded to 2, 3, up to `most` digits."""

    def fault(digits, *case):
        return np.round(np.array(right(*case), float), digits)

    return {
        f"these are rounded to {digits} digits; leave them as they are": partial(fault, digits)
        for digits in range(2, most + 1)
    }


SHARES = Cases(
    task="A function from winners, an array of 1, 0 and -1, to the shares of the three.",
    solution=built.shares,
    inputs=[
        (np.array([1, 1, -1, 0, 1, 1, -1, 1, 1, -1]),),
        (np.array([-1, -1, 0, -1]),),
        (np.array([1, 0, 1, 1, 0, 1, 0]),),
    ],
    describe=lambda result, right, winners: (
        f"for the winners {winners.tolist()} the shares are {_three(right)}, and yours are "
        f"{_three(result)}"
    ),
    kind=kinds.numbers,
    faults={
        "that counts games; divide by how many there are": lambda winners: (
            np.array(built.shares(winners)) * len(winners)
        ),
        "the order is X wins, nobody wins, O wins": lambda winners: built.shares(winners)[::-1],
        "the draws come second; the order is X wins, nobody wins, O wins": lambda winners: (
            _draws_last(built.shares(winners))
        ),
        "a share is a number from 0 to 1, not a percentage": lambda winners: (
            100 * np.array(built.shares(winners))
        ),
        "divide by the number of the games you are given, `len(winners)`, not by 1,000,000": (
            lambda winners: np.array(built.shares(winners)) * len(winners) / 1_000_000
        ),
        "divide by the number of these games, `len(winners)`": lambda winners: (
            np.array(built.shares(winners)) * len(winners) / 100
        ),
        **_rounded(built.shares, 4),
    },
    error_hints=error_hints("02.shares"),
    signs={
        "the three together are not 1": lambda result, *_: abs(result.sum() - 1) > 1e-9,
        "these are nearly the shares of all the games, but the function is given other "
        "`winners`": lambda result, *_: np.allclose(result, [P_X, P_DRAW, P_O], atol=0.01),
    },
    remark="Three shares, and together they are 1.",
)
shares = exercise("02.shares", minutes=5)(SHARES)


@cache
def _on_the_way():
    """Return, after 0 to 8 random moves, the chances of the boards on which the game goes on."""
    levels = [{START: Fraction(1)}]
    while len(levels) < 9:
        after = built.one_move(levels[-1])
        levels.append({state: chance for state, chance in after.items() if not TERMINAL[state]})
    return levels


ONE_AFTER = "`ttt.NEXT[state, cell]`, where `ttt.LEGAL[state, cell]`"


def _spread(result):
    """Return the chances of a dict as an array with a place for each code."""
    result = kinds.given(result)
    if not isinstance(result, dict):
        asked = "it should be a dict from states to their chances"
        raise Wrong(f"{asked}, and this is {kinds.kind_of(result)}")
    spread = np.zeros(N_STATES)
    for state, chance in result.items():
        if not isinstance(state, (int, np.integer)) or not 0 <= state < N_STATES:
            raise Wrong(f"{shown(state)} is no state; only free cells lead to one: {ONE_AFTER}")
        spread[state] = kinds.finite(chance, f"the chance of {state} is")
    return spread


def _off(result, right, *case):
    """Return the first board whose chance is off."""
    return int(np.flatnonzero(~(np.abs(result - right) <= 1e-9))[0])


def _move_seen(result, right, boards):
    state = _off(result, right)
    before = (CELLS[next(iter(boards))] > 0).sum()
    moves = "1 move" if before == 1 else f"{before} moves"
    numbers = [
        Fraction(chance).limit_denominator(10**5) for chance in (right[state], result[state])
    ]
    return (
        f"after {moves}, one more leads to this board with the chance "
        f"{numbers[0]}, and yours is {numbers[1]}"
    )


def _undecided_only(boards):
    after = built.one_move(boards)
    return {state: chance for state, chance in after.items() if not TERMINAL[state]}


ONE_MOVE = Cases(
    task="A function from a dict of boards and their chances to the one after one random move.",
    solution=built.one_move,
    inputs=lambda: [(_on_the_way()[moves],) for moves in (0, 1, 2, 4, 6, 8)],
    describe=_move_seen,
    kind=_spread,
    faults={
        "several boards lead to this one; add to what is there, `after.get(reached, 0)`": (
            lambda boards: built.one_move(boards, adds=False)
        ),
        "divide by the number of cells that are still free, not by 9": lambda boards: (
            built.one_move(boards, part=lambda chance, free: chance / 9)
        ),
        "each free cell gets an equal part of the board's chance: divide it": lambda boards: (
            built.one_move(boards, part=lambda chance, free: chance)
        ),
        "that is only the move's chance; multiply by that of the board before it": lambda boards: (
            built.one_move(boards, part=lambda chance, free: 1 / free)
        ),
        "the boards from before the move are still in it; return only those after it": (
            lambda boards: boards | built.one_move(boards)
        ),
        "boards on which this move ends the game belong in it, too": _undecided_only,
        "that comes from the first board only; `return` comes after the loop, not in it": (
            lambda boards: built.one_move(dict([next(iter(boards.items()))]))
        ),
        "that comes from the last board only; make the new dict once, before the loop": (
            lambda boards: built.one_move(dict([list(boards.items())[-1]]))
        ),
    },
    signs={
        "the keys are cells; they should be the states after the moves": lambda result, boards: (
            result[:9].any() and not result[9:].any()
        ),
    },
    error_hints=error_hints("02.one_move"),
    board=_off,
    remark="It finds every board, after one move and up to nine, and no chance is lost.",
)
one_move = exercise("02.one_move", minutes=12)(ONE_MOVE)


RANDOM_ENDS = Cases(
    task="A function without arguments: the chances that X wins, that nobody does, that O does.",
    solution=built.random_ends,
    inputs=[()],
    describe=lambda result, right: f"you find {_three(result)}",
    kind=kinds.numbers,
    faults={
        "these are the right numbers; the order is X wins, nobody wins, O wins": lambda: (
            built.random_ends()[::-1]
        ),
        "the draws come second; the order is X wins, nobody wins, O wins": lambda: _draws_last(
            built.random_ends()
        ),
        "a board without a winner is a draw only if the game is over, `ttt.TERMINAL`": lambda: (
            built.random_ends(over=REACHABLE)
        ),
        "most games end before the board is full, and you leave those out": lambda: (
            built.random_ends(over=(CELLS > 0).all(1))
        ),
        "a full board without a winner is finished, too: ask `ttt.TERMINAL`": lambda: (
            built.random_ends(over=WINNER != 0)
        ),
        "games that the ninth move ends are missing; the longest game has nine moves": lambda: (
            built.random_ends(over=TERMINAL & (PLY < 9))
        ),
        "that counts boards; add up their chances": lambda: [
            (TERMINAL & REACHABLE & (WINNER == side)).sum() for side in (1, 0, -1)
        ],
        "a chance is a number from 0 to 1, not a percentage": lambda: (
            100 * np.array(built.random_ends())
        ),
        **_rounded(built.random_ends, 8),
    },
    signs={
        "the three together are more than 1": lambda result: result.sum() > 1 + 1e-9,
        (
            "all three chances are 0: does `return` come too early? No game ends before the "
            "fifth move"
        ): lambda result: not result.any(),
        "the three chances together are nearly 0; add up the chances of all boards, `+=`": (
            lambda result: result.sum() < 0.05
        ),
        "the three together are less than 1": lambda result: result.sum() < 1 - 1e-9,
        "close, but not exact: let the chances move, and play no games": lambda result: (
            abs(result - [P_X, P_DRAW, P_O]).max() < 0.02
        ),
    },
    error_hints=error_hints("02.random_ends"),
    remark="It covers every game that two random players can play, and none was played.",
)
random_ends = exercise("02.random_ends", minutes=12)(RANDOM_ENDS)


FIVE = np.array([1, 1, 0, 1, 0])
"""Results of the exercise that is solved by hand: games won or lost."""
OFF = FIVE - FIVE.mean()
TYPICAL = {
    "that is the mean of the squares; take its root": (OFF**2).mean(),
    "that is the mean of the distances; take the mean of their squares, and then the root": abs(
        OFF
    ).mean(),
    "that is the root of the sum; divide the sum by 5 first": sqrt((OFF**2).sum()),
    "there are five squares, so divide their sum by 5, not by 4": sqrt((OFF**2).sum() / 4),
    "that is what the distances add up to; square them first": 0,
}
"""Wrong final results, by the slips that give them."""


@exercise("02.five_games", minutes=5)
def five_games(mean, squares, typical):
    """Check the mean of 1, 1, 0, 1, 0, the squared distances from it, the root of their mean."""
    mean = kinds.number(mean, "`mean` is")
    if not close(mean, FIVE.mean()):
        slips = {FIVE.sum(): ": that is the sum; divide it by 5", 60: ": as a number it is 0.6"}
        raise Wrong(f"`mean` is {mean:.4g}, not {FIVE.mean()}{slips.get(mean, '')}")
    asked = "five squares (one for each game)"
    squares = kinds.shaped(squares, FIVE.shape, asked, of=kinds.numbers)
    if not np.allclose(squares, OFF**2, atol=0.005):
        game = int(np.flatnonzero(~np.isclose(squares, OFF**2, atol=0.005))[0])
        why = ": these are the distances; square them" * np.allclose(abs(squares), abs(OFF))
        off = f"game {game + 1} is {OFF[game]:+.1f} off the mean"
        raise Wrong(f"{off}, and its square is not {squares[game]:.4g}{why}")
    typical = kinds.number(typical, "`typical` is")
    right = sqrt((OFF**2).mean())
    if abs(typical - right) > 0.006:
        why = next((words for words, slip in TYPICAL.items() if abs(typical - slip) < 0.005), "")
        raise Wrong(f"the root is not {round(typical, 4):g}{f': {why}' if why else ''}")
    return f"The mean of the squares is {(OFF**2).mean():.2f}, and its root {right:.2f}."


def _error_seen(result, right, p, n):
    if np.ndim(p):
        return f"for p = {p.tolist()} and n = {n} it is {right.round(4)}, and yours is {result}"
    return f"standard_error({p:.3g}, {n}) is {right:.6f}, and yours is {float(result):.6f}"


STANDARD_ERROR = Cases(
    task="A function (p, n) -> the standard error of a share of n games, also for an array of p.",
    solution=built.standard_error,
    inputs=[(0.5, 100), (0.2, 25), (P_X, 1000), (0.5, 1), (np.array([0.0, 0.1, 0.5, 1.0]), 100)],
    describe=_error_seen,
    kind=kinds.numbers,
    faults={
        "that is the mean square; take the root of it": lambda p, n: p * (1 - p) / n,
        "that is the typical error of a single game; n of them are more precise": lambda p, n: (
            np.sqrt(p * (1 - p))
        ),
        "p * (1 - p) belongs under the root, too": lambda p, n: p * (1 - p) / np.sqrt(n),
        "n belongs under the root, too": lambda p, n: np.sqrt(p * (1 - p)) / n,
        "the mean square error of one game is p * (1 - p), not p": lambda p, n: np.sqrt(p / n),
        "more games make the error smaller: divide by n": lambda p, n: np.sqrt(p * (1 - p) * n),
        "a product is worked out before a difference: 1 - p needs brackets": lambda p, n: np.sqrt(
            p * 1 - p / n
        ),
        "that is 1.96 standard errors; return one": lambda p, n: Z * built.standard_error(p, n),
        "p is known here, not estimated from the games: divide by n, not by n - 1": lambda p, n: (
            built.standard_error(p, n - 1)
        ),
    },
    error_hints=error_hints("02.standard_error"),
    remark=f"For 100 games as even as the toss of a coin it is {0.5 / 10:.0%}.",
)
standard_error = exercise("02.standard_error", minutes=5)(STANDARD_ERROR)


_ONE_MORE = "int(...) + 1 adds a game even to a whole number, and ceil does not"


def _needed(half_width, p):
    """Return the number of games at which 1.96 standard errors are `half_width`, not rounded."""
    return p * (1 - p) * (Z / half_width) ** 2


def _games_needed(half_width, p, formula=_needed, rounded=ceil):
    return rounded(formula(half_width, p))


def _leaves_whole_numbers(answer):
    """Raise Wrong if a game is added to a whole number that the formula itself gives."""
    # Rounding errors make the right formula slightly too large for some k, but never for all.
    if all(close(ask(answer, Z / (2 * k), 0.5), k * k + 1, 0) for k in range(2, 12)):
        raise Wrong(f"games_needed({Z / 16}, 0.5) is 65, and exactly 64 will do: {_ONE_MORE}")


GAMES_NEEDED = Cases(
    task="A function (half_width, p) -> the smallest n with 1.96 standard errors <= half_width.",
    solution=_games_needed,
    inputs=list(product((0.1, 0.05, 0.02, 0.01, 0.001), (P_X, 1 / 3, P_DRAW, P_O))),
    describe=lambda result, right, half_width, p: (
        f"games_needed({half_width}, {p:.3f}) is {result:.12g}, and it should be {right}"
    ),
    kind=kinds.finite,
    faults=combined(
        {
            "formula": {
                "it grows with the square of 1.96 / half_width; that is the root of it": (
                    lambda h, p: sqrt(_needed(h, p))
                ),
                "it grows with the square of 1.96 / half_width": lambda h, p: p * (1 - p) * Z / h,
                "that is for one standard error, not for 1.96 of them": lambda h, p: (
                    p * (1 - p) / h**2
                ),
                "1.96 is squared, too": lambda h, p: p * (1 - p) * Z / h**2,
                "the variance of one game is p * (1 - p), not p": lambda h, p: p * (Z / h) ** 2,
                "half_width is how far it reaches to one side, so do not halve it": lambda h, p: (
                    4 * _needed(h, p)
                ),
            },
            "rounded": {
                "you cannot play part of a game: round up": float,
                "that is rounded down: round up, `ceil`": floor,
                "that is rounded to the nearest: round up, `ceil`": round,
            },
        },
        _games_needed,
    ),
    signs={
        "with so few games 1.96 standard errors are larger than half_width": (
            lambda result, half_width, p: result < _needed(half_width, p)
        ),
        "fewer games would do": lambda result, half_width, p: result > _needed(half_width, p),
    },
    extra_check=_leaves_whole_numbers,
    remark="One point either way costs {:,} games of two random players,\n"
    "a tenth of a point {:,}: a hundred times as many.".format(
        *(_games_needed(half_width, P_X) for half_width in (0.01, 0.001))
    ),
)
games_needed = exercise("02.games_needed", minutes=5)(GAMES_NEEDED)


def _places(k, n):
    """Return the first and the last of the 10,001 probabilities that fit, counted from 0."""
    low, high = built.wilson(k, n)
    return ceil(10_000 * low - 1e-6), floor(10_000 * high + 1e-6)


def _times(factor, k, n):
    return tuple(factor * place / 10_000 for place in _places(k, n))


INTERVAL = Cases(
    task="A function (k, n) -> (low, high), the smallest and the largest p that fit k wins in n.",
    solution=built.wilson,
    inputs=[(57, 100), (38, 100), (0, 10), (10, 10), (25, 100), (60, 200)],
    describe=lambda result, right, k, n: (
        f"for {k} wins in {n} games it is ({right[0]:.4f}, {right[1]:.4f}), and yours is "
        f"({result[0]:.4f}, {result[1]:.4f})"
    ),
    kind=kinds.pair,
    faults={
        "that takes the share itself for p in the standard error; each p has its own, "
        "`own_error(p, n)`": lambda k, n: (
            k / n - Z * built.standard_error(k / n, n),
            k / n + Z * built.standard_error(k / n, n),
        ),
        "that reaches only one standard error, not 1.96 of them": lambda k, n: built.wilson(
            k, n, 1
        ),
        "that reaches 2 standard errors, not 1.96 of them": lambda k, n: built.wilson(k, n, 2),
        "the low end comes first": lambda k, n: built.wilson(k, n)[::-1],
        "these are true and false, 1 and 0; pick the p with them first, `p[...]`": lambda k, n: (
            float(k == 0),
            float(k == n),
        ),
        "every p below the share is kept: is `low` never set, or is `abs` missing?": lambda k, n: (
            0,
            built.wilson(k, n)[1],
        ),
        "every p above the share is kept: is `high` never set, or is `abs` missing?": lambda k, n: (
            built.wilson(k, n)[0],
            1,
        ),
        "every p is kept; keep only those within 1.96 of their standard errors of the share": (
            lambda k, n: (0, 1)
        ),
        (
            "the p that do not fit are kept; keep a p if its distance from the share is at "
            "most 1.96 standard errors, `<=`"
        ): lambda k, n: (0, 1),
        "the share is `k / n`; there are not always 100 games": lambda k, n: built.wilson(
            k * n / 100, n
        ),
        "these should be shares from 0 to 1, not percentages": lambda k, n: _times(100, k, n),
        "these are places in the row of probabilities; take the p at these places, `p[...]`": (
            lambda k, n: _places(k, n)
        ),
        "these are numbers of games; they should be shares": lambda k, n: _times(n, k, n),
    },
    signs={
        "a p is a number from 0 to 1": lambda result, k, n: min(result) < 0 or max(result) > 1,
    },
    error_hints=error_hints("02.interval"),
    tolerance=1.1e-3,
    remark=lambda results: (
        "It works even if the share is 0 or 1: after ten losses in ten games, p can be up to "
        f"{built.wilson(0, 10)[1]:.0%}."
    ),
)
interval = exercise("02.interval", minutes=12)(INTERVAL)


def _samples():
    """Return samples of random games, each with a p that is not near an end of an interval.

    In no sample O wins more often than X, and each time there are more samples than games in one:
    an `own_interval` may fail for fewer than 0 wins, and for more wins than games. The first sample
    misses 0.475, and 0.873 is in the intervals of an answer that counts O's wins.
    """
    rng = np.random.default_rng(2)
    hundred, sixty = (110, 100), (80, 60)
    asked = [(*sixty, 0.585), (*hundred, 0.585), (*hundred, 0.475), (*sixty, 0.02), (*sixty, 0.873)]
    return [(rng.choice([1, 0, -1], (size, n), p=[P_X, P_DRAW, P_O]), p) for size, n, p in asked]


HITS = Cases(
    task="A function (samples, p) -> how many of the samples have an interval that holds p.",
    solution=built.hits,
    inputs=_samples,
    describe=lambda result, right, samples, p: (
        f"of {len(samples)} samples of {len(samples[0])} games, {right} have an interval that "
        f"holds {p}, and you count {result:.6g}"
    ),
    faults={
        "these are the samples that miss it": lambda samples, p: (
            len(samples) - built.hits(samples, p)
        ),
        "that is their share; count them": lambda samples, p: built.hits(samples, p) / len(samples),
        "`own_interval` takes the number of wins, not their share": lambda samples, p: built.hits(
            samples, p, lambda sample: (sample == 1).mean()
        ),
        "the number of games is that of the sample, `len(sample)`; it is not always 100": (
            lambda samples, p: built.hits(samples, p, games=lambda sample: 100)
        ),
        "the sum of the winners is X's wins minus O's; count the games that X won": lambda s, p: (
            built.hits(s, p, np.sum)
        ),
        "that looks at the first sample only; `return` comes after the loop, not in it": (
            lambda samples, p: built.hits(samples[:1], p)
        ),
        "it never counts beyond 1: add 1 for each sample that fits, `+=`": lambda samples, p: min(
            built.hits(samples, p), 1
        ),
        "`own_interval` takes the wins first, then the games": lambda samples, p: built.hits(
            samples, p, wins=len, games=lambda sample: (sample == 1).sum()
        ),
        "draws are not wins": lambda samples, p: built.hits(
            samples, p, lambda sample: (sample >= 0).sum()
        ),
        "O's wins are counted, too: only draws are 0": lambda samples, p: built.hits(
            samples, p, np.count_nonzero
        ),
        "`p in (low, high)` asks whether p is one of the two ends; between them it is "
        "`low <= p <= high`": lambda samples, p: 0,
        "the number of games is `len(sample)`; `len(samples)` is the number of samples": (
            lambda samples, p: built.hits(samples, p, games=lambda sample: len(samples))
        ),
        "every interval is counted, but `p` must be above the low end *and* below the high end": (
            lambda samples, p: len(samples)
        ),
        "that is for p_x; use the argument p": lambda samples, p: built.hits(samples, P_X),
    },
    error_hints=error_hints("02.hits"),
    remark="You now have a judge for intervals: it knows the truth, and counts.",
)
hits = exercise("02.hits", minutes=5)(HITS)


@exercise("02.games_to_see", minutes=6)
def games_to_see(answer):
    """Check a function (p, chance) that gives the smallest n with 1 - (1 - p)**n >= chance."""
    cases = list(product((1 / 945, 0.01, 0.2, 0.5), (0.95, 0.5, 0.99)))
    results = [ask(answer, *case) for case in cases]
    for n, case in zip(results, cases, strict=True):
        _explain_games_to_see(n, *case, _slip(results, cases))
    if close(ask(answer, 0.5, 0.75), 3, 0):  # log(0.25) / log(0.5) is exactly 2
        raise Wrong(f"games_to_see(0.5, 0.75) is 3, and exactly 2 will do: {_ONE_MORE}")
    n = ceil(log(0.05) / log(1 - 1 / 945))
    return (
        "Random play beats holed once in 945 games; to see that with a probability of 95% takes\n"
        f"{n:,} games, about 3 * 945 = {3 * 945:,}."
    )


_SLIPS = {
    "all games pass without a loss with probability 1 - `chance`: take `log(1 - chance)`": (
        lambda p, chance: log(chance) / log(1 - p)
    ),
    "a game passes without a loss with probability 1 - p: take `log(1 - p)`": (
        lambda p, chance: log(1 - chance) / log(p)
    ),
    "divide the logarithm of 1 - `chance` by that of 1 - p": (  # the quotient may be inverted, too
        lambda p, chance: log(chance) / log(p)
    ),
}


def _slip(answers, cases):
    """Return why all these answers are off, if a formula near the right one gives them; or None."""
    for reason, formula in _SLIPS.items():
        slips = [formula(*case) for case in cases]
        if all(
            close(n, slip) or close(n, ceil(slip)) for n, slip in zip(answers, slips, strict=True)
        ):
            return reason
    return None


def _explain_games_to_see(result, p, chance, slip):
    n = kinds.finite(result, f"games_to_see({p:.4g}, {chance}) is")
    call = f"games_to_see({p:.4g}, {chance}) is {n:.12g}"
    if slip:
        raise Wrong(f"{call}: {slip}")
    if n < 0:
        raise Wrong(f"{call}, less than 0; both logarithms are negative, so their ratio is not")
    if 0 < n < 1:
        raise Wrong(f"{call}, which is less than one game; is it a probability?")
    if n != round(n):
        raise Wrong(f"{call}, but you cannot play part of a game, so round up")
    kinds.whole_number(result, f"games_to_see({p:.4g}, {chance}) is")
    shown = 1 - (1 - p) ** n
    if n == ceil(1 / p) and n > 2:
        raise Wrong(
            f"{call}: after 1/p games one loss is *expected*, but it is seen with a "
            f"probability of only {shown:.0%}"
        )
    if shown < chance - 1e-12:
        raise Wrong(
            f"{call}, but among that many games you see a loss with a probability of only "
            f"{shown:.3%}, less than {chance:.0%}"
        )
    if 1 - (1 - p) ** (n - 1) > chance + 1e-12:
        raise Wrong(f"{call}, but one game fewer would do")


def _is_drawn(x_cells, lines=LINES, same=(0, 3)):
    """Return whether in none of these lines the number of X's cells is one of `same`.

    A line with 3 cells of X is X's, and a line with 0 cells of X is O's.
    """
    return all(len(x_cells.intersection(line)) not in same for line in lines)


def _winners(x_cells):
    """Return which of "X" and "O" have a line on the full board with X on these cells, a list."""
    return [side for side, n in (("X", 3), ("O", 0)) if not _is_drawn(x_cells, same=(n,))]


def _full_board(result, right, x_cells):
    return parse("".join("X" if cell in x_cells else "O" for cell in range(9)))


def _drawn_remark(results):
    ends = [_winners(set(cells)) for cells in combinations(range(9), 5)]
    return (
        f"{sum(results)} of the {len(ends)} boards are draws, and {sum(results)}/{len(ends)} = "
        f"8/63.\nOn {ends.count(['X'])} only X has a line, on {ends.count(['O'])} only O. "
        f"On {ends.count(['X', 'O'])} both have one:\nthere the order decides who was first."
    )


IS_DRAWN = Cases(
    task="A function from the five cells of X on a full board to whether nobody has a line.",
    solution=_is_drawn,
    inputs=[(set(cells),) for cells in combinations(range(9), 5)],
    describe=lambda result, right, x_cells: (
        f"is_drawn({x_cells}) is {result}, and {(*_winners(x_cells), 'nobody')[0]} has a line"
    ),
    kind=kinds.truth,
    faults={
        "it is the other way round: True means that nobody has a line": lambda x_cells: (
            not _is_drawn(x_cells)
        ),
        "only lines of X are looked for; O has a line if none of its cells is in `x_cells`": (
            partial(_is_drawn, same=(3,))
        ),
        "only the first line is looked at: the loop returns before it comes to the next": partial(
            _is_drawn, lines=LINES[:1]
        ),
    },
    error_hints=error_hints("02.is_drawn"),
    board=_full_board,
    call=lambda answer, x_cells: answer(set(x_cells)),
    remark=_drawn_remark,
)
is_drawn = exercise("02.is_drawn", minutes=8)(IS_DRAWN)


CHANCES = Cases(
    task="A function (n, p) -> the chances of 0, 1, ..., n wins in n games, an array.",
    solution=built.chances,
    inputs=[(1, 0.25), (2, 0.25), (3, 0.25), (5, P_X), (100, P_X)],
    describe=lambda result, right, n, p: (
        f"for n = {n} and p = {p:.3g} the chances begin with {right[:4].round(4).tolist()}, and "
        f"yours with {result[:4].round(4).tolist()}"
    ),
    kind=kinds.array,
    faults={
        "these are the chances of 0, 1, ..., n losses; p is the chance of a win": lambda n, p: (
            built.chances(n, 1 - p)
        ),
        "a single order of wins and losses has this chance; several orders have k wins, and their "
        "chances add up": (
            lambda n, p: np.array([p**k * (1 - p) ** (n - k) for k in range(n + 1)])
        ),
        "that is one game too many: repeat n times, for a row of n + 1": lambda n, p: built.chances(
            n + 1, p
        ),
        "not all numbers of wins have the same chance": lambda n, p: np.full(n + 1, 1 / (n + 1)),
    },
    signs={
        "together they are not 1": lambda result, *_: abs(result.sum() - 1) > 1e-9,
    },
    remark="Textbooks call these numbers binomial.",
)
chances = exercise("02.chances", minutes=12)(CHANCES)


def _added(picked):
    """Return a wrong `surprise` that adds up the chances of the wins j that `picked` selects.

    `picked` is a function of (j, k, n, p).
    """
    return lambda k, n, p: built.chances(n, p)[picked(np.arange(n + 1), k, n, p)].sum()


def _one_side(k, n, p):
    """Return the chances of k wins or fewer, and of k or more."""
    chances = built.chances(n, p)
    return chances[: k + 1].sum(), chances[k:].sum()


def _telling():
    """Return results of 100 games, the most expected first, one of 2 games, and two of 1,000."""
    hundred = [
        (k, 100, p)
        for p in (P_X, P_DRAW, P_O)
        for k in sorted(range(101), key=lambda k: abs(k - 100 * p))
    ]
    return [(57, 100, P_X), *hundred, (0, 2, 0.25), (556, 1000, P_X), (601, 1000, P_X)]


def _no_likelier(k, chances):
    return chances[chances <= chances[k] * (1 + 1e-9)].sum()


ONE_SIDE = "results on the other side of n * p can be as far off"
SURPRISE = Cases(
    task="A function (k, n, p) -> the probability of a result at least as far from n * p as k.",
    solution=built.surprise,
    inputs=_telling,
    describe=lambda result, right, k, n, p: (
        f"surprise({k}, {n}, {p:.4f}) is {result:.6f}, and it should be {right:.6f}"
    ),
    kind=kinds.finite,
    faults={
        "that is the value for p_x: use the argument p": lambda k, n, p: built.surprise(k, n, P_X),
        (
            "that is the chance of exactly k wins; add the chances of all results that are at "
            "least as far from n * p"
        ): _added(lambda j, k, n, p: j == k),
        f"that counts k wins or fewer; {ONE_SIDE}": lambda k, n, p: _one_side(k, n, p)[0],
        f"that counts k wins or more; {ONE_SIDE}": lambda k, n, p: _one_side(k, n, p)[1],
        f"that counts one side only; {ONE_SIDE}": lambda k, n, p: min(_one_side(k, n, p)),
        "the other side of n * p has its own chances: add them": lambda k, n, p: (
            2 * min(_one_side(k, n, p))
        ),
        "k itself is missing: it is as far from n * p as k is": _added(
            lambda j, k, n, p: abs(j - n * p) > abs(k - n * p)
        ),
        "measure how far off a result is from n * p, not from p": _added(
            lambda j, k, n, p: abs(j - p) >= abs(k - p)
        ),
        "measure how far off a result is from n * p, not from k": _added(
            lambda j, k, n, p: abs(j - k) >= abs(k - n * p)
        ),
        (
            "that adds up all results that are no likelier than k; add those that are at least "
            "as far from n * p"
        ): lambda k, n, p: _no_likelier(k, built.chances(n, p)),
        "that adds up the results that are at most as far off; at least as far is `>=`": _added(
            lambda j, k, n, p: abs(j - n * p) <= abs(k - n * p)
        ),
        "that adds up the results that are nearer to n * p, not further": _added(
            lambda j, k, n, p: abs(j - n * p) < abs(k - n * p)
        ),
        "a probability is a number from 0 to 1, not a percentage": lambda k, n, p: (
            100 * built.surprise(k, n, p)
        ),
    },
    remark=lambda results: (
        "556 of 1,000: {:.0%}; 601 of 1,000: {:.0%}.\n".format(*results[-2:])
        + "Where to draw the line is a custom, often 5%. A smaller p-value means, nearly, that\n"
        "the 95% interval misses p. Neither is smaller, so chance is reason enough for each."
    ),
)
surprise = exercise("02.surprise", minutes=9)(SURPRISE)
