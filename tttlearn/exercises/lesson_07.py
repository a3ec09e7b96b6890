"""The checks of lesson 07, double Q-learning."""

from functools import cache
from numbers import Real

import numpy as np

from tttlearn.evaluation.exact import minimax_policy, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.exercises.answers import Wrong, exercise
from tttlearn.exercises.built import best_of, chances, named, second_opinion
from tttlearn.exercises.cases import Cases
from tttlearn.exercises.double_faults import check_rule
from tttlearn.exercises.kinds import table
from tttlearn.game.rules import START

GAMES, FRESH_SEEDS, MARGIN, HIGHEST_ALPHA = 5_000, range(1_000, 1_080), 0.05, 0.5


BEST = Cases(
    right=best_of,
    # With n = 1 a `prepend` that is missing raises no error: an array of one number fits all.
    given=[(k, n) for n in (2, 1, 3, 4, 9, 16) for k in (1, 2, 3, 5, 9)],
    seen=lambda found, right, k, n: (
        f"for k = {k} and n = {n} it is {right:+.4f}, and yours is {found:+.4f}"
    ),
    faults={
        "this is the mean number of wins, not the mean pay of a pull": lambda k, n: (
            n * (best_of(k, n) + 1) / 2
        ),
        "this is the best share of wins; a lost pull pays -1, not 0": lambda k, n: (
            (best_of(k, n) + 1) / 2
        ),
        "that is what one mean would be, or chances to the power k; it is P(one <= w), the cumsum, "
        "that goes to the power k": lambda k, n: 0.0,
        "this is the sum of the pay of n pulls, not their mean": lambda k, n: n * best_of(k, n),
        "P(best <= w) was used as the chance of w: take its differences": lambda k, n: (
            np.cumsum(chances(n)) ** k @ (2 * np.arange(n + 1) / n - 1)
        ),
        "the sign is wrong: a win pays +1": lambda k, n: -best_of(k, n),
        "k and n have changed places": lambda k, n: best_of(n, k),
        "the chance of no win at all is missing: np.diff needs prepend=0": lambda k, n: (
            best_of(k, n) + 0.5 ** (k * n)
        ),
    },
    errors={
        "could not be broadcast": "two arrays of different lengths meet: there are n + 1 means, "
        "and np.diff returns one number less than it is given, unless prepend=0 keeps the chance "
        "of no win at all"
    },
    near=0.05,
)


@exercise("07.1")
def best(answer):
    """A function of k and n: the expectation of the best of k means of n fair pulls."""
    pairs = BEST.check(answer)
    return f"Right for all {len(pairs)} pairs of k and n; with one machine there is no bias."


def _first_opinion(n):
    larger = np.maximum.outer(np.arange(n + 1), np.arange(n + 1))
    return (np.outer(chances(n, 0.6), chances(n)) * (2 * larger / n - 1)).sum()


SECOND = Cases(
    right=second_opinion,
    given=[(n,) for n in (1, 2, 3, 4, 8, 16, 33)],
    seen=lambda found, right, n: f"for n = {n} it is {right:+.4f}, and yours is {found:+.4f}",
    faults={
        "the good machine is not always the one that is named": lambda n: 0.2,
        "this is the best first mean; the named machine is estimated afresh": _first_opinion,
        "this is the probability that the good machine is named; times how much it is worth": named,
        "ties are missing: in half of them the good machine is named": lambda n: 0.2 * named(n, 0),
        "in a tie a coin decides; the good machine is named in half of them, not in all": (
            lambda n: 0.2 * named(n, 1)
        ),
        "this is 0.2 for the wrong machine: the good one is worth +0.2": lambda n: (
            0.2 * (1 - named(n))
        ),
        "a machine that wins with probability 0.6 is worth 0.6 - 0.4": lambda n: 0.6 * named(n),
        "the named machine is worth +0.2 or 0, not 0.6 or 0.5": lambda n: (
            0.6 * named(n) + 0.5 * (1 - named(n))
        ),
    },
    near=0.02,
)


@exercise("07.2")
def second(answer):
    """A function of n: the expected second estimate of the machine named by n first pulls."""
    found = SECOND.check(answer)
    few, many = f"{found[0]:+.2f}", f"{found[-1]:+.3f}"
    return f"With 1 pull of each it says {few}, with 33 pulls {many}, and never more than +0.20."


@exercise("07.3")
def double(answer):
    """A rule of two tables that is double Q-learning in the order of play."""
    check_rule(answer)
    return "On 45 random games and tables it changes exactly what double Q-learning changes."


@exercise("07.4")
def where(two_win, two_lose):
    """Two dicts of alpha, epsilon and slips: where two tables are better, and where worse."""
    settings = {1: _settings(two_win, "two_win"), -1: _settings(two_lose, "two_lose")}
    if settings[1][0] > HIGHEST_ALPHA:
        raise Wrong(f"the alpha of two_win is at most {HIGHEST_ALPHA}, not {two_win['alpha']}")
    fresh = f"on {len(FRESH_SEEDS)} fresh seeds"

    def less_two_errors(way):
        gain, error = _gain(*settings[way])
        return way * gain - 2 * error

    def seen(found, right, way):
        gain, error = _gain(*settings[way])
        name = "two_win" if way == 1 else "two_lose"
        more = f"at least {MARGIN:+}" if way == 1 else f"{-MARGIN:+} or less"
        return (
            f"with {name} two tables change the result by {gain:+.3f} {fresh} (standard error "
            f"{error:.3f}), and {more} is asked for"
        )

    Cases(
        right=lambda way: MARGIN,
        given=[(1,), (-1,)],
        seen=seen,
        more=True,
        signs={
            "two standard errors nearer to nothing that is not enough, so it may be luck": (
                lambda _, way: way * _gain(*settings[way])[0] >= MARGIN
            ),
            "perhaps your seeds were lucky": lambda _, way: way * _gain(*settings[way])[0] > 0,
        },
    ).check(less_two_errors)
    (gain, error), (loss, other_error) = (_gain(*one) for one in settings.values())
    return (
        f"{fresh.capitalize()} two tables change the result by {gain:+.3f} and by {loss:+.3f} "
        f"(standard errors {error:.3f} and {other_error:.3f}): each by {MARGIN} or more, also two "
        "standard errors nearer to nothing."
    )


def _settings(answer, name):
    """(alpha, epsilon, slips), floats, or Wrong."""
    keys = ("alpha", "epsilon", "slips")
    for key, setting in table(answer, keys, name).items():
        if not isinstance(setting, Real) or not 0 <= setting <= 1:
            raise Wrong(f"{key} in {name} is a number from 0 to 1, not {setting!r}")
    return tuple(float(answer[key]) for key in keys)


@cache
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
