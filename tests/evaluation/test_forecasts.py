"""What is to be expected of games: known odds, and the binomial distribution by itself."""

import math

import numpy as np
import pytest

from tttlearn.evaluation.forecasts import expected_score, quantiles


def test_ten_to_one_is_400_points():
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(np.array([0, -400])) == pytest.approx([0.5, 1 / 11])


def test_the_interval_of_one_share_is_that_of_the_binomial_distribution():
    n, p = 100, 0.3
    chance = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    low, high = (round(100 * end) for end in quantiles(np.array([p]), n))
    assert sum(chance[:low]) < 0.005 <= sum(chance[: low + 1])
    assert sum(chance[:high]) < 0.995 <= sum(chance[: high + 1])
    assert quantiles(np.array([0.0]), 50) == (0, 0)
    assert quantiles(np.array([1.0]), 50) == (1, 1)
