"""The checks of lesson 07, double Q-learning."""

from math import nan

import numpy as np

from tttlearn.evaluation.exact import minimax_policy, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.exercises.answers import Wrong, ask_value, close, exercise
from tttlearn.exercises.built import best_of, chances, named
from tttlearn.exercises.double_faults import check_rule
from tttlearn.game.rules import START

GAMES, FRESH_SEEDS, MARGIN, HIGHEST_ALPHA = 5_000, range(1_000, 1_080), 0.05, 0.5


@exercise("07.1")
def best(answer):
    """A function of k and n: the expectation of the best of k means of n fair pulls."""
    cases = [(k, n) for n in (1, 2, 3, 4, 9, 16) for k in (1, 2, 3, 5, 9)]
    try:
        found = [_number(answer, k, n) for k, n in cases]
    except ValueError as error:
        if "broadcast" not in str(error):
            raise
        raise Wrong(
            "two arrays of different lengths meet: there are n + 1 means, and np.diff returns one "
            "number less than it is given, unless prepend=0 keeps the chance of no win at all"
        ) from None
    right = [best_of(k, n) for k, n in cases]
    if not _all_close(found, right):
        raise Wrong(_best_reason(cases, found, right))
    return f"Right for all {len(cases)} pairs of k and n; with one machine there is no bias."


def _number(function, *arguments):
    """What the reader's function returns, a float; Wrong if it is no number."""
    returned = ask_value(function, *arguments)
    try:
        if not isinstance(returned, str):
            return float(returned)
    except (TypeError, ValueError):
        pass
    raise Wrong(f"it should return one number, and returns {returned!r}")


def _all_close(found, right):
    return all(close(f, r) for f, r in zip(found, right, strict=True))


def _best_reason(cases, found, right):
    for (k, n), f, r in zip(cases, found, right, strict=True):
        if not close(f, r):
            case = f"for k = {k} and n = {n} it is {r:+.4f}, and yours is {f:+.4f}"
            break
    known = {
        "this is the mean number of wins, not the mean pay of a pull": lambda k, n: (
            n * (best_of(k, n) + 1) / 2
        ),
        "this is the best share of wins; a lost pull pays -1, not 0": lambda k, n: (
            (best_of(k, n) + 1) / 2
        ),
        "that is what one mean would be, or chances to the power k; it is P(one <= w), the cumsum, "
        "that goes to the power k": lambda k, n: 0.0,
        "this is the sum of the pay of n pulls, not their mean": lambda k, n: n * best_of(k, n),
        "P(best <= w) was used as the chance of w: take its differences": _without_differences,
        "the sign is wrong: a win pays +1": lambda k, n: -best_of(k, n),
        "k and n have changed places": lambda k, n: best_of(n, k),
        "the chance of no win at all is missing: np.diff needs prepend=0": lambda k, n: (
            best_of(k, n) + 0.5 ** (k * n)
        ),
    }
    for reason, variant in known.items():
        if _all_close(found, [variant(k, n) for k, n in cases]):
            return f"{case}: {reason}"
    if max(abs(f - r) for f, r in zip(found, right, strict=True)) < 0.05:
        return f"{case}: close, as from sampling; add up the chances instead"
    return case


def _without_differences(k, n):
    return float((np.cumsum(chances(n)) ** k * (2 * np.arange(n + 1) / n - 1)).sum())


@exercise("07.2")
def second(answer):
    """A function of n: the expected second estimate of the machine named by n first pulls."""
    cases = (1, 2, 3, 4, 8, 16, 33)
    found = [_number(answer, n) for n in cases]
    right = [0.2 * named(n) for n in cases]
    if not _all_close(found, right):
        raise Wrong(_second_reason(cases, found, right))
    few, many = f"{right[0]:+.2f}", f"{right[-1]:+.3f}"
    return f"With 1 pull of each it says {few}, with 33 pulls {many}, and never more than +0.20."


def _first_opinion(n):
    larger = np.maximum.outer(np.arange(n + 1), np.arange(n + 1))
    return float((np.outer(chances(n, 0.6), chances(n)) * (2 * larger / n - 1)).sum())


def _second_reason(cases, found, right):
    known = {
        "the good machine is not always the one that is named": lambda n: 0.2,
        "this is the best first mean; the named machine is estimated afresh": _first_opinion,
        "this is the probability that the good machine is named; times how much it is worth": (
            named
        ),
        "ties are missing: in half of them the good machine is named": (
            lambda n: 0.2 * named(n, 0.0)
        ),
        "in a tie a coin decides; the good machine is named in half of them, not in all": (
            lambda n: 0.2 * named(n, 1.0)
        ),
        "this is 0.2 for the wrong machine: the good one is worth +0.2": (
            lambda n: 0.2 * (1 - named(n))
        ),
        "a machine that wins with probability 0.6 is worth 0.6 - 0.4": lambda n: 0.6 * named(n),
        "the named machine is worth +0.2 or 0, not 0.6 or 0.5": (
            lambda n: 0.6 * named(n) + 0.5 * (1 - named(n))
        ),
    }
    for n, f, r in zip(cases, found, right, strict=True):
        if not close(f, r):
            case = f"for n = {n} it is {r:+.4f}, and yours is {f:+.4f}"
            break
    for reason, variant in known.items():
        if _all_close(found, [variant(n) for n in cases]):
            return f"{case}: {reason}"
    if max(abs(f - r) for f, r in zip(found, right, strict=True)) < 0.02:
        return f"{case}: close, as from sampling; add up the chances instead"
    return case


@exercise("07.3")
def double(answer):
    """A rule of two tables that is double Q-learning in the order of play."""
    check_rule(answer)
    return "On 45 random games and tables it changes exactly what double Q-learning changes."


@exercise("07.4")
def where(two_win, two_lose):
    """Two dicts of alpha, epsilon and slips: where two tables are better, and where worse."""
    settings = [_settings(two_win, "two_win"), _settings(two_lose, "two_lose")]
    if settings[0]["alpha"] > HIGHEST_ALPHA:
        raise Wrong(f"the alpha of two_win is at most {HIGHEST_ALPHA}, not {two_win['alpha']}")
    (gain, error), (loss, other_error) = (_gain(**one) for one in settings)
    fresh = f"on {len(FRESH_SEEDS)} fresh seeds"
    if gain - 2 * error < MARGIN:
        raise Wrong(
            f"with two_win two tables change the result by {gain:+.3f} {fresh} (standard error "
            f"{error:.3f}), and at least {MARGIN:+} is asked for{_luck(gain, error)}"
        )
    if loss + 2 * other_error > -MARGIN:
        raise Wrong(
            f"with two_lose two tables change the result by {loss:+.3f} {fresh} (standard error "
            f"{other_error:.3f}), and {-MARGIN:+} or less is asked for{_luck(-loss, other_error)}"
        )
    return (
        f"{fresh.capitalize()} two tables change the result by {gain:+.3f} and by {loss:+.3f} "
        f"(standard errors {error:.3f} and {other_error:.3f}): each by {MARGIN} or more, also two "
        "standard errors nearer to nothing."
    )


def _luck(size, error):
    """What to think of an effect of this size, in the wanted direction, that is not enough."""
    if size >= MARGIN:
        return f"; less two standard errors it is {size - 2 * error:.3f}, so it may be luck"
    return "; perhaps your seeds were lucky" if size > 0 else ""


def _settings(answer, name):
    """The three numbers, floats, or Wrong."""
    names = ("alpha", "epsilon", "slips")
    if not isinstance(answer, dict) or set(answer) != set(names):
        raise Wrong(f"{name} is a dict of {', '.join(names)}, and this is {answer!r}")
    settings = {}
    for key in names:
        try:
            settings[key] = float(answer[key])
        except (TypeError, ValueError):
            settings[key] = nan
        if not 0 <= settings[key] <= 1:
            raise Wrong(f"{key} in {name} is a number from 0 to 1, not {answer[key]!r}")
    return settings


def _gain(alpha, epsilon, slips):
    """How much better the exact result per game of O is with two tables, and its standard error."""
    # Here, since it loads Numba: the other checks do without.
    from concurrent.futures import ThreadPoolExecutor

    from tttlearn.learn.qlearning import DoubleQLearner, QLearner

    opponent = slips * random_policy() + (1 - slips) * minimax_policy()

    def result(new, seed):
        learner = new(alpha, epsilon=epsilon, symmetric="moves", seed=seed)
        learner.learn(GAMES, opponent, "O")
        return -state_values(opponent, learner.policy)[START]

    def results(new):
        result(new, 0)  # compiled once, before the threads need it
        with ThreadPoolExecutor() as pool:
            return np.array(list(pool.map(lambda seed: result(new, seed), FRESH_SEEDS)))

    two, one = results(DoubleQLearner), results(QLearner)
    return float(two.mean() - one.mean()), float(((two.var() + one.var()) / len(two)) ** 0.5)
