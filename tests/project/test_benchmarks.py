"""The benchmark compares like with like: all three ways of playing give the same kind of games."""

import random

import numpy as np
import pytest

from benchmarks import numpy_batch, plain_python
from tttlearn.policy import random_policy

X_WINS, DRAWS, O_WINS = 737 / 1260, 8 / 63, 121 / 420


def winners_in_numpy(n):
    return numpy_batch.play_games(random_policy(), random_policy(), n, np.random.default_rng(0))


def winners_in_python(n):
    return np.array(plain_python.play_games(n, random.Random(0)))


@pytest.mark.parametrize("play", [winners_in_numpy, winners_in_python])
def test_random_games_end_as_they_must(play):
    winners = play(20_000)
    shares = [(winners == winner).mean() for winner in (1, 0, -1)]
    # Four standard errors of a share over 20,000 games are below 0.015.
    assert shares == pytest.approx([X_WINS, DRAWS, O_WINS], abs=0.015)
