"""Numbers that the recipes are given: NumPy's are taken as Python's, all else is named."""

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.course.articles.recipes import antirez, kota7, nestedsoftware_dqn, nestedsoftware_mcts

BAD = {
    "level": (lambda: ttt.level([]), "a level of kota7 is a whole number from 0 to 5"),
    "shared tree": (lambda: nestedsoftware_mcts(playouts="5"), "of playouts is a whole number"),
    "antirez": (lambda: antirez(hidden=2.5), "of hidden units is a whole number, 1 or more"),
    "antirez, seed": (lambda: antirez(seed="0"), "a seed is a whole number"),
    "deep q": (lambda: nestedsoftware_dqn(games_each="5"), "games_each is a whole number"),
}


@pytest.mark.parametrize(("call", "said"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_numbers_of_numpy_do_what_those_of_python_do():
    assert (kota7(np.int64(1), np.int64(2)).policy == kota7(1, 2).policy).all()
