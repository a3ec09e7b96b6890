"""Shares and intervals: the binomial distribution by itself, Wilson's interval, Student's t."""

import math

import numpy as np
import pytest

from tttlearn.course.articles.shares import (
    enough_runs,
    mean_of,
    percent,
    prints,
    quantiles,
    share_of,
    student,
    surely,
)


def test_the_interval_of_one_share_is_that_of_the_binomial_distribution():
    n, p = 100, 0.3
    chance = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    low, high = (round(100 * end) for end in quantiles(np.array([p]), n))
    assert sum(chance[:low]) < 0.005 <= sum(chance[: low + 1])
    assert sum(chance[:high]) < 0.995 <= sum(chance[: high + 1])
    assert quantiles(np.array([0.0]), 50) == (0, 0)
    assert quantiles(np.array([1.0]), 50) == (1, 1)


def test_the_chances_of_a_mixture_are_those_of_its_runs_together():
    chances = prints(np.array([0.0, 0.5, 0.5, 1.0]), 4)
    assert chances == pytest.approx([0.25 + 1 / 32, 1 / 8, 3 / 16, 1 / 8, 0.25 + 1 / 32])


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.95])
def test_a_sure_interval_holds_the_share_99_times_of_100(share):
    rng = np.random.default_rng(0)
    found = [surely(k, 200) for k in rng.binomial(200, share, 4_000)]
    assert np.mean([low <= share <= high for low, high in found]) > 0.98


def test_a_share_is_told_with_its_interval():
    assert share_of([True] * 54 + [False] * 26) == "54 of 80 runs, 68% (53 to 79)"
    assert percent(np.arange(1_000) < 984) == "98% (97 to 99)"
    assert percent(np.arange(1_000) < 3) == "0.3% (0.1 to 1.2)"
    assert percent([True] * 200) == "100% (97 to 100)"


def test_a_mean_over_runs_is_told_with_its_interval():
    runs = np.array([0.1, 0.2, 0.3])
    reach = 9.925 * 0.1 / math.sqrt(3)  # Student's t of two degrees of freedom
    assert mean_of(runs) == f"20.0% (0.0 to {20 + 100 * reach:.1f})"
    assert mean_of(np.tile([0.16, 0.18], 200)) == "17.0% (16.9 to 17.1)"
    assert mean_of([0.25, 0.25]) == mean_of([0.25]) == "25.0%"


@pytest.mark.parametrize("share", [0.01, 0.05, 1 / 3])
def test_enough_runs_are_as_few_as_can_be(share):
    runs = enough_runs(share)
    assert surely(0, runs)[1] < share <= surely(0, runs - 1)[1] + 1e-12


@pytest.mark.parametrize(("freedom", "t"), [(1, 63.657), (3, 5.841), (9, 3.250), (100, 2.626)])
def test_students_t(freedom, t):
    assert student(freedom) == pytest.approx(t, abs=1e-3)
