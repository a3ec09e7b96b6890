"""Many deterministic players at once: in groups as one at a time."""

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.evaluation.exact import BATCH_SIZE
from tttlearn.evaluation.many import many_outcomes, many_reached, many_visits

PLAYERS = BATCH_SIZE + 3  # more than one group
RANDOM = ttt.random_policy()
sides = pytest.mark.parametrize("side", ["X", "O"])


def players(number=PLAYERS):
    """Players that take any legal cell, chosen once for each state."""
    luck = np.random.default_rng(3).random((number, *ttt.LEGAL.shape))
    return np.where(ttt.LEGAL, luck, -1).argmax(2)


@sides
def test_more_than_one_group_are_those_of_one_player_at_a_time(side):
    cells = players()
    found, visits = (many(cells, side, RANDOM) for many in (many_outcomes, many_visits))
    assert (found.shape, visits.shape) == ((2, PLAYERS), (PLAYERS, 19_683))
    for k in (0, BATCH_SIZE - 1, BATCH_SIZE, PLAYERS - 1):
        assert (found[:, k] == many_outcomes(cells[k : k + 1], side, RANDOM)[:, 0]).all()
        assert (visits[k] == many_visits(cells[k : k + 1], side, RANDOM)[0]).all()
    assert (many_reached(cells[:5], side, RANDOM) == (visits[:5] > 0)).all()


def test_only_the_cells_of_the_players_own_turns_count():
    cells = players(4)
    other = cells.copy()
    other[:, ttt.TURN == -1] = -7
    for many in (many_outcomes, many_reached, many_visits):
        found = many(cells, "X", RANDOM)
        assert (many(other, "X", RANDOM) == found).all()


@pytest.mark.parametrize(
    ("cells", "side", "message"),
    [
        (players(1)[0], "X", "for each player and state"),
        (players(1) * 1.0, "X", "for each player and state"),
        (players(1), "both", 'side "X" or "O"'),
        (np.full((1, 19683), 9), "X", "player 0 takes cell 9 in state 0"),
        (np.zeros((1, 19683), dtype=int), "O", "takes cell 0 in state 1"),
    ],
)
def test_bad_arguments_are_named(cells, side, message):
    for many in (many_outcomes, many_reached, many_visits):
        with pytest.raises(ValueError, match=message):
            many(cells, side, RANDOM)


def test_no_players_at_all():
    assert many_outcomes(players(0), "X", RANDOM).shape == (2, 0)
    assert many_reached(players(0), "O", RANDOM).shape == (0, 19683)
