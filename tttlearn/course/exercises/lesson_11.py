"""Check lesson 11, which makes the published figures again."""

from difflib import get_close_matches
from functools import cache, partial
from hashlib import sha256
from itertools import product
from math import ceil, inf, sqrt

import numpy as np

from tttlearn.course.articles.batches import policies
from tttlearn.course.articles.reproduce import BATCHES, ITEMS
from tttlearn.course.articles.shares import share_of
from tttlearn.course.articles.verdicts import NORMAL, Comparison, Statement, student
from tttlearn.course.exercises import built
from tttlearn.course.exercises.answers import Wrong, ask, exercise, first_limit
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.kinds import finite, function, pair, truth
from tttlearn.evaluation.exact import best_reply, minimax_policy
from tttlearn.evaluation.policy import random_policy
from tttlearn.support.arguments import shown

SMALL_RISK = 1e-6
"""A risk to lose that is small, but not 0."""
SHARES = (0.585, 0.03, 0.31, 0.5, 0.926, 0.0, 1.0)
GAMES = (100, 7, 40, 1_000)


def _cut(n, p, outside):
    """Return the shares between which all but `outside` at each end lie."""
    return np.searchsorted(np.cumsum(built.chances(n, p)), [outside, 1 - outside]) / n


def _is_so_many_errors(result, n, p):
    """Return whether both ends are equally many standard errors from p, about those of 99%."""
    low, high = result
    error = sqrt(p * (1 - p) / n)
    whole = all(abs(n * end - round(n * end)) < 1e-9 for end in result)
    even = abs(p - low - (high - p)) < 1e-9
    return even and not whole and 1.5 * error < high - p < 3.5 * error


INTERVAL = Cases(
    task="A function interval(n, p): the shares between which 99 of 100 results lie.",
    solution=built.interval,
    inputs=list(product(GAMES, SHARES)),
    describe=lambda result, right, n, p: (
        f"for p = {p:g} and {n} games it returns {result[0]:.4g} and {result[1]:.4g}, but 99 of "
        f"100 lie between {right[0]:g} and {right[1]:g}"
    ),
    faults={
        "these are numbers of wins; divide them by the games": lambda n, p: np.multiply(
            built.interval(n, p), n
        ),
        "the low end comes first": lambda n, p: built.interval(n, p)[::-1],
        "the high end is one win short; it is at the first number of wins at which the cumulated "
        "chance reaches 0.995, that one included": lambda n, p: (
            built.interval(n, p) - np.array([0, 1 / n])
        ),
        "0.01 is cut off each end, but that much is for both ends together": lambda n, p: _cut(
            n, p, 0.01
        ),
        "that is where 95 of 100 lie": lambda n, p: _cut(n, p, 0.025),
        "that is where 90 of 100 lie": lambda n, p: _cut(n, p, 0.05),
    },
    signs={
        "these ends are equally far from p, like a number of standard errors; add up the exact "
        "chances instead": _is_so_many_errors,
    },
    kind=partial(pair, what="two shares"),
    remark=f"For {len(SHARES)} shares and {len(GAMES)} numbers of games it is as in the package.",
)
interval_of = exercise("11.interval_of", minutes=6)(INTERVAL)


FORECAST_CASES = (
    (np.array([0.5, 0.6, 0.55, 0.62, 0.48]), 1_000),
    (np.array([0.7, 0.72, 0.69, 0.71, 0.7, 0.73, 0.7, 0.68]), 100),
    (np.array([0.44, 0.46, 0.45]), 400),
)
"""Exact shares of some runs, and a number of games; their intervals have no impossible share."""


def _t(shares):
    return student(len(shares) - 1)


def _of_runs(shares):
    return shares.var(ddof=1) * (1 + 1 / len(shares))


def _of_games(shares):
    return (shares * (1 - shares)).mean()


def _around(t=_t, runs=_of_runs, games=_of_games, reach=lambda t, square: t * sqrt(square)):
    """Return a forecast that reaches equally far to each side of the mean, with a part changed."""

    def ends(shares, n):
        far = reach(t(shares), runs(shares) + games(shares) / n)
        return shares.mean() - far, shares.mean() + far

    return ends


FORECAST = Cases(
    task="A function forecast(shares, games): where one more run's printed share lies.",
    solution=built.forecast,
    inputs=FORECAST_CASES,
    describe=lambda result, right, shares, games: (
        f"for {len(shares)} runs of mean {shares.mean():.3f} and {games} games it returns "
        f"{result[0]:.4g} and {result[1]:.4g}, but {right[0]:.4g} and {right[1]:.4g} are right"
    ),
    faults={
        "the chance of the games is missing": _around(games=lambda p: 0),
        "the chance of the runs is missing": _around(runs=lambda p: 0),
        "that is where the *mean* of runs is; one more run differs as much as runs do": _around(
            runs=lambda p: p.var(ddof=1) / len(p)
        ),
        "the 1/m is missing: the mean of a few runs is not quite the true one": _around(
            runs=lambda p: p.var(ddof=1)
        ),
        "NumPy divides by m, but m - 1 is needed: `ddof=1`": _around(
            runs=lambda p: p.var() * (1 + 1 / len(p))
        ),
        "Student's t is missing": _around(t=lambda p: 1),
        "2.6 is t for many runs, but a few runs tell less "
        "about their spread: `student(m - 1)`": _around(t=lambda p: NORMAL),
        "t is below the root; it multiplies the root": _around(
            reach=lambda t, square: sqrt(t * square)
        ),
        "you take p (1 - p) of the mean; the last term is the mean of all p (1 - p)": _around(
            games=lambda p: p.mean() * (1 - p.mean())
        ),
        "t takes the number of runs minus one": _around(t=lambda p: student(len(p))),
        "the root is missing: you add up squares": _around(reach=lambda t, square: t * square),
        "you take the standard deviation, but s squared is the variance": _around(
            runs=lambda p: p.std(ddof=1) * (1 + 1 / len(p))
        ),
        "the low end comes first": lambda shares, games: built.forecast(shares, games)[::-1],
    },
    kind=partial(pair, what="two shares"),
    remark="It is right for {n} sets of runs; both kinds of chance are in it.",
)
forecast = exercise("11.forecast", minutes=6)(FORECAST)


def _histories():
    """Return cases of (last, lost, printed): two sets of runs, with numbers in and out of range."""
    first = np.array([0, 40, 0, 0, 5, 0]), np.array([700, 9_000, 640, 810, 2_000, 730])
    second = np.array([3, 0, 0, 60, 0]), np.array([8_000, 1_010, 990, 30_000, 1_060])
    printed = (0, 640, 731, 760, 900, 1_000, 1_040, 1_500, 5_000, 12_000, 60_000)
    return [(*runs, number) for runs in (first, second) for number in printed]


PLACE = Cases(
    task="A function place(last, lost, printed): which share of those that stopped lose no more?",
    solution=built.place,
    inputs=_histories,
    describe=lambda result, right, last, lost, printed: (
        f"for last {last.tolist()}, lost {lost.tolist()} and printed {printed} it returns "
        f"{result:g}, but {right:.0%} of the {(last == 0).sum()} runs that stopped lose no more"
    ),
    faults={
        "you count among all runs; the printed one had stopped losing": (
            lambda last, lost, printed: (lost <= printed).mean()
        ),
        "you count among the runs that still lose": lambda last, lost, printed: (
            lost[last > 0] <= printed
        ).mean(),
        "that is the share of the runs that lose more": lambda *case: 1 - built.place(*case),
        "that is their number, not their share of the runs that have stopped": (
            lambda last, lost, printed: (lost[last == 0] <= printed).sum()
        ),
        "you count the right runs, but divide by the number of all runs": (
            lambda last, lost, printed: ((last == 0) & (lost <= printed)).mean()
        ),
        (
            "the comparison with the printed number is the wrong way round: to lose no more is `<=`"
        ): lambda last, lost, printed: (lost[last == 0] >= printed).mean(),
        "that is a percentage; a share is between 0 and 1": lambda *case: 100 * built.place(*case),
        "a run that loses exactly as many counts, too": lambda last, lost, printed: (
            lost[last == 0] < printed
        ).mean(),
    },
    signs={
        "that is nan, the mean of no runs at all; runs that had stopped have `last == 0`": (
            lambda result, *case: result != result
        ),
    },
    remark="It is right for {n} printed numbers, beside two sets of runs.",
)
place = exercise("11.place", minutes=6)(PLACE)


AT_MOST = Cases(
    task="A function at_most(k, n, p): the chance of k or fewer of n.",
    solution=built.at_most,
    inputs=[(8, 80, 0.05), (0, 5, 0.3), (3, 7, 0.5), (12, 40, 0.31), (6, 6, 0.9), (1, 100, 0.01)],
    describe=lambda result, right, k, n, p: (
        f"for {k} of {n}, each with probability {p:g}, it returns {result:.4g}, but {right:.4g} is "
        "right"
    ),
    faults={
        "that is the chance of *fewer* than k; k itself counts, too": lambda k, n, p: built.chances(
            n, p
        )[:k].sum(),
        "that is the chance of exactly k, but fewer than k count, too": lambda k, n, p: (
            built.chances(n, p)[k]
        ),
        "the chance of 0 is missing, but 0 is fewer than k, too": lambda k, n, p: built.chances(
            n, p
        )[1 : k + 1].sum(),
        "that is the chance of k or *more*": lambda k, n, p: built.chances(n, p)[k:].sum(),
        "that is the chance of *more* than k": lambda k, n, p: built.chances(n, p)[k + 1 :].sum(),
    },
    signs={
        "a chance is no larger than 1; add up chances, not numbers of runs": (
            lambda result, *case: result > 1 + 1e-9
        ),
    },
    remark="It is right in {n} cases, even if none stops, or all do.",
)
at_most = exercise("11.at_most", minutes=5)(AT_MOST)


@exercise("11.judged", minutes=5)
def judged(first, second, runs, lost):
    """Check a Statement on which runs cannot lose, and a Comparison of adding and averaging."""
    stated, (_, groups) = _stated(first, runs), built.judged(runs, lost)
    if not isinstance(second, Comparison):
        raise Wrong(f"the second claim is about two groups, so a Comparison, not {shown(second)}")
    given = second.ours, second.others
    if all(map(np.array_equal, given, groups[::-1])):
        raise Wrong("the group that the claim calls no worse must come first: it speaks of adding")
    if not all(map(np.array_equal, given, groups)):
        raise Wrong('the groups are lost_by["nested-sum"] and lost_by["nested"], unchanged')
    return f"The first is {stated.verdict_text}, the second is {second.verdict}."


def _stated(first, runs):
    """Return the first Statement; raise Wrong unless it is right for these and for other runs."""
    statement = ask(first, runs.copy())
    _is_stated(statement, runs)
    seldom = runs.assign(risk=np.where(runs.risk[::-1] > 0, SMALL_RISK, 0.0))
    if np.array_equal((other := ask(first, seldom.copy())).ours, statement.ours):
        raise Wrong("it says the same of other runs: look at `runs`, the argument")
    _is_stated(other, seldom)
    return statement


def _is_stated(statement, runs):
    """Raise Wrong unless this is a Statement on whether each run can lose no more."""
    right = (runs.risk == 0).to_numpy()
    if not isinstance(statement, Statement):
        raise Wrong(f"the first claim is about each run, so a Statement, not {shown(statement)}")
    if statement.ours.shape != right.shape:
        raise Wrong(f"it needs a True or False for each of the {len(right)} runs: compare the "
                    "whole column")  # fmt: skip
    if (statement.ours != right).all():
        raise Wrong(
            "it says True of the runs that *can* lose, but the claim is that a run cannot. If you "
            "passed the numbers themselves, compare them with 0"
        )
    if (statement.ours & ~right).any():
        seed = int(np.flatnonzero(statement.ours & ~right)[0])
        raise Wrong(
            f"it says True of seed {seed}, which loses exactly {100 * runs.risk.iloc[seed]:.3g} % "
            "of its games to random play: seldom is not never"
        )
    if (~statement.ours & right).any():
        seed = int(np.flatnonzero(~statement.ours & right)[0])
        raise Wrong(
            f"it says False of seed {seed}, which can no longer lose: its risk at the end is "
            "exactly 0, whatever it lost on the way"
        )


SPREADS = [(spread, scale) for scale in (100, 1, 2_000) for spread in scale * np.array(
    [0.07, 0.2, 0.01, 0.3, 0.1])]  # fmt: skip


def _needed(factor, rounded=ceil, power=2):
    return lambda spread, scale: rounded((factor * NORMAL * spread / scale) ** power)


NEEDED = Cases(
    task="A function needed(spread, scale): of how many runs must the mean be, to tell?",
    solution=built.needed,
    inputs=SPREADS,
    describe=lambda result, right, spread, scale: (
        f"for a spread of {spread:g} on a scale of {scale:g} it returns {result:g}, but the "
        f"interval is as narrow as a third from {right} runs on"
    ),
    faults={
        "the interval reaches to both sides: it is twice as wide": _needed(3),
        "you compare with the whole scale; a third of it is enough": _needed(2),
        "you take three times the scale; divide by `scale / 3`": _needed(2 / 3),
        (
            "a square is missing, because the spread of a mean falls with the *root* of the "
            "number of runs"
        ): _needed(6, power=1),
        "the fraction is the other way up": lambda spread, scale: ceil(
            (scale / (6 * NORMAL * spread)) ** 2
        ),
        "it rounds down, but that many runs are not quite enough, so round up": _needed(6, int),
        "a number of runs is whole: round up": _needed(6, float),
    },
    signs={"a number of runs is whole: round up": lambda result, spread, scale: result % 1 > 0},
    remark="It is right for {n} spreads.",
)
needed = exercise("11.needed", minutes=6)(NEEDED)


RUNS_OF_A_CLAIM, MAX_GAMES = 20, 200_000
"""Number of runs for a claim of the reader's own, and the maximal number of games of each."""


def own_runs():
    """Return the items whose runs take seconds: {id: name of their first batch}."""
    first = {id: item.batches[0] for id, item in ITEMS.items() if item.batches}
    return {id: name for id, name in first.items() if BATCHES[name].games <= MAX_GAMES}


@cache
def policies_of(id):
    """Return the policies that the runs of an item end with, a tuple of (19683, 9)."""
    return tuple(policies(BATCHES[own_runs()[id]], RUNS_OF_A_CLAIM))


@cache
def _controls():
    """Return the policies that a claim is compared with, by their names."""
    random = random_policy()
    return {
        "perfect play": minimax_policy(),
        "random play": random,
        "the best reply to random play": best_reply(random),
    }


def _asked(holds, policy, limit):
    """Return what the claim says of a policy; raise Wrong if it is not True or False."""
    own = policy.copy()
    answers = [truth(ask(holds, own, limit), "of a run it returns") for _ in range(2)]
    if not np.array_equal(own, policy):
        raise Wrong("it changes the policy that it is given; take a copy")
    if answers[0] != answers[1]:
        raise Wrong("when asked twice about one run it gives two answers, so it uses chance; take "
                    "an exact result, such as `ttt.outcome`")  # fmt: skip
    return answers[0]


def _claimed(id):
    """Return the runs of an item; raise Wrong if there are none."""
    short = own_runs()
    if id in short:
        return policies_of(id)
    if not isinstance(id, str) or id not in ITEMS:
        near = get_close_matches(str(id), short, 1, 0.4)
        raise Wrong(f"there is no claim {shown(id)}" + (f"; is it {near[0]!r}?" if near else ""))
    if ITEMS[id].batches:
        raise Wrong(f"the runs of {id} take minutes; choose an id from the list")
    raise Wrong(f"nothing is left to chance in {id}, so it has no runs; choose an id from the list")


def _looks(holds, limit):
    """Raise Wrong for a claim that never looks at the policy: it has an answer without one, too."""
    try:
        answers = holds(None, limit), holds(None, -inf), holds(None, inf)
    except Exception:
        return
    if not all(isinstance(answer, (bool, np.bool_)) for answer in answers):
        return
    if answers[1] == answers[2]:
        raise Wrong(f"it is {answers[0]} for every policy and every limit, so it looks at neither")
    raise Wrong("it says the same of every policy: does it use `policy`?")


def _depends(holds, limit, every, answers):
    """Raise Wrong unless other limits change some of the `answers` for `every` policy."""
    low, high = ([_asked(holds, p, other) for p in every] for other in (-inf, inf))
    if low != high:
        return
    if low != answers:
        raise Wrong(
            f"with a limit far below {limit:g} it says the same as with one far above: compare with"
            " `<=` or `>=`, so that it is stricter on one side"
        )
    raise Wrong(
        f"it says the same whether the limit is {limit:g}, far below or far above; compare "
        "with `limit`, which it is given, not with `my_limit` or a number, and by `<=` or "
        "`>=`"
    )


def _can_fail(holds, limit, true, answers):
    """Raise Wrong unless the claim is false of some policies, and true of others."""
    off = f"; shares run from 0 to 1, and your limit is {limit:g}" if abs(limit) > 1 else ""
    if all(answers) and all(true.values()):
        if "as_x" in getattr(getattr(holds, "__code__", None), "co_names", ()):
            off += "; as X a loss is -1, so write `.as_x >= -limit`"
        raise Wrong(
            f"it is true of all {len(answers)} runs, and of {', '.join(true)} as well, so "
            f"it says nothing about the runs: be stricter{off}"
        )
    if not any(answers) and not any(true.values()):
        raise Wrong(
            f"it is true of none of the {len(answers)} runs, and not of "
            f"{', nor of '.join(true)}: perhaps < and > are exchanged, or the limit is too "
            f"strict for every player{off}"
        )


def _limit_moved(id, limit, holds):
    """Return a sentence if this claim's numbers were seen before with another limit, else ""."""
    code = getattr(holds, "__code__", None)
    made_of = repr(code and (code.co_code, code.co_names)).encode()
    first = first_limit(f"{id} {sha256(made_of).hexdigest()[:16]}", limit)
    if first == limit:
        return ""
    return (
        f" Your first limit was {first:g}. If you change the limit after seeing the numbers, it is "
        "a new claim, and needs new runs."
    )


@exercise("11.claim", minutes=12)
def claim(id, limit, holds):
    """Check any claim about a run, made beforehand, that something could make false."""
    limit = finite(limit, "`my_limit` is")
    if callable(holds):
        _looks(holds, limit)
    holds, runs, controls = function(holds), _claimed(id), _controls()
    true = {name: _asked(holds, policy, limit) for name, policy in controls.items()}
    answers = [_asked(holds, policy, limit) for policy in runs]
    _depends(holds, limit, [*controls.values(), *runs], [*true.values(), *answers])
    _can_fail(holds, limit, true, answers)
    return (
        f"The claim could have been true or false; with the limit {limit:g} it is true of "
        f"{share_of(answers)}, of {id}." + _limit_moved(id, limit, holds)
    )


TRUST_CASES = (
    ([0.0, 0.0005, 0.002, 0.01], 1_000),
    ([0.3, 0.0, 0.0, 0.004, 0.05], 40),
    ([0.0, 0.2], 1),
    ([0.0, 0.0, 0.01], 0),
    ([0.0, 0.0, 0.0], 50),
    ([1.0, 0.0], 7),
    ([0.02, 0.1], 100),
)
"""Exact shares that some runs lose, and a number of games without a loss."""


TRUST = Cases(
    task="A function trust(losses, n): the probability that a run which lost no game never loses.",
    solution=built.trust,
    inputs=[(np.array(losses), n) for losses, n in TRUST_CASES],
    describe=lambda result, right, losses, n: (
        f"for runs that lose {', '.join(f'{p:g}' for p in losses)}, and {n} games without a loss, "
        f"it returns {result:.4g}, but {right:.4g} is right"
    ),
    faults={
        "that is the share before any game; the games speak against runs that lose": (
            lambda losses, n: (losses == 0).mean()
        ),
        "that is the probability of no loss, whichever run it is": lambda losses, n: (
            (1 - losses) ** n
        ).mean(),
        "that is the probability that it does lose": lambda losses, n: 1 - built.trust(losses, n),
        "average the probabilities of no loss, not the losses: a run that often loses shows it "
        "soon, and then counts no more": lambda losses, n: (
            (losses == 0).mean() / (1 - losses.mean()) ** n
        ),
        "that is how likely a run of the mean loss is to lose none; each run has its own loss, so "
        "average the probabilities of no loss, not the losses": (
            lambda losses, n: (1 - losses.mean()) ** n
        ),
        "you divide a sum by a mean; take two sums or two means": lambda losses, n: (
            (losses == 0).sum() / ((1 - losses) ** n).mean()
        ),
        "you take 1 - p^n for the probability of no loss in n games; it is (1 - p)^n": (
            lambda losses, n: (losses == 0).sum() / (1 - losses**n).sum()
        ),
        "you divide a mean by a sum; take two sums or two means": lambda losses, n: (
            (losses == 0).mean() / ((1 - losses) ** n).sum()
        ),
        "the fraction is the other way up": lambda losses, n: 1 / built.trust(losses, n),
        (
            "it counts each run whole or not at all, but each counts with its probability of "
            "no loss"
        ): lambda losses, n: (losses == 0).sum() / (losses * n < 1).sum(),
    },
    remark="It is right for {n} sets of runs, even if no run ever loses, or every run does.",
)
trust = exercise("11.trust", minutes=10)(TRUST)


SETTINGS = [0, 0.1, 0.25, 0.5, 2, 7]


def _stretch_seen(result, right, settings, holds, published):
    text = "None" if result is None else f"{result[0]:g} and {result[1]:g}"
    pattern = ", ".join(
        f"{s:g} {'true' if h else 'false'}" for s, h in zip(settings, holds, strict=True)
    )
    wanted = (
        "the statement fails at the published setting itself, so None is right"
        if right is None
        else f"the unbroken stretch goes from {right[0]:g} to {right[1]:g}"
    )
    return f"for published {published:g} and {pattern} it returns {text}, but {wanted}"


def _outermost(settings, holds, published):
    true = [s for s, h in zip(settings, holds, strict=True) if h]
    return (true[0], true[-1]) if published in true else None


def _places(settings, holds, published):
    ends = built.stretch(settings, holds, published)
    return ends and tuple(map(settings.index, ends))


STRETCH = Cases(
    task="A function stretch(settings, holds, published): both ends of the stretch, or None.",
    solution=built.stretch,
    inputs=[
        (SETTINGS, list(holds), published)
        for holds in product([True, False], repeat=len(SETTINGS))
        for published in SETTINGS
    ],
    describe=_stretch_seen,
    faults={
        "there is a gap; the stretch around the published setting ends before it": _outermost,
        "these are places in the list; return the settings there": _places,
        "perhaps a `return` is missing": lambda settings, holds, published: None,
    },
    signs={"the lowest comes first": lambda result, *case: bool(result) and result[0] > result[1]},
    kind=lambda result: None if result is None else pair(result, "two settings, or None,"),
    remark=f"It is right for all {2 ** len(SETTINGS)} patterns of true and false.",
)
stretch = exercise("11.stretch", minutes=12)(STRETCH)
