"""The check of the whole search of lesson 09: it must not depend on what is drawn."""

import numpy as np
import pytest

from tttlearn.course.exercises import built
from tttlearn.course.exercises import lesson_09 as check


@pytest.mark.parametrize("seed", range(8))
def test_a_right_search_is_right_whatever_it_draws(seed, capsys):
    def search(state, playouts, rng, c=built.CURIOUS):
        other = np.random.default_rng((seed, rng.integers(2**31)))
        return built.search(state, playouts, other, c)

    check.search(search)
    assert "Exercise 09.6: correct" in capsys.readouterr().out
