"""Many deterministic players at once, against the exact answers for one."""

import numpy as np
import pytest

import tttlearn as ttt
from tttlearn.evaluation.exact import BATCH_SIZE
from tttlearn.evaluation.many import many_outcomes, many_reached, many_visits

PLAYERS = BATCH_SIZE + 3  # more than one group
OPPONENTS = {
    "random": ttt.random_policy(),
    "minimax": ttt.minimax_policy(),
    "deterministic": ttt.first_best(ttt.action_values(ttt.state_values())),
}
sides = pytest.mark.parametrize("side", ["X", "O"])


def players(number=PLAYERS):
    """Players that take any legal cell, chosen once for each state."""
    luck = np.random.default_rng(3).random((number, *ttt.LEGAL.shape))
    return np.where(ttt.LEGAL, luck, -1).argmax(2)


def pair(cells, side, opponent):
    """The policies of X and of O when a player with these cells sits at `side`."""
    policy = np.zeros(ttt.LEGAL.shape)
    policy[ttt.UNDECIDED, cells[ttt.UNDECIDED]] = 1
    return (policy, opponent) if side == "X" else (opponent, policy)


@sides
@pytest.mark.parametrize("name", OPPONENTS)
def test_outcomes_are_those_of_one_player_at_a_time(side, name):
    cells, opponent = players(), OPPONENTS[name]
    found = many_outcomes(cells, side, opponent)
    one = [ttt.outcome(*pair(row, side, opponent)) for row in cells]
    assert found.shape == (2, PLAYERS)
    assert np.allclose(found, [[r.x_wins for r in one], [r.o_wins for r in one]], atol=1e-12)


@sides
@pytest.mark.parametrize("name", OPPONENTS)
def test_reached_is_where_games_come_with_some_probability(side, name):
    cells, opponent = players(5), OPPONENTS[name]
    found = many_reached(cells, side, opponent)
    for row, reached in zip(cells, found, strict=True):
        assert (reached == (ttt.visit_probabilities(*pair(row, side, opponent)) > 0)).all()


def test_only_the_cells_of_the_players_own_turns_count():
    cells = players(4)
    other = cells.copy()
    other[:, ttt.TURN == -1] = -7
    for many in (many_outcomes, many_reached, many_visits):
        found = many(cells, "X", OPPONENTS["random"])
        assert (many(other, "X", OPPONENTS["random"]) == found).all()


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
            many(cells, side, OPPONENTS["random"])


def test_no_players_at_all():
    assert many_outcomes(players(0), "X", OPPONENTS["random"]).shape == (2, 0)
    assert many_reached(players(0), "O", OPPONENTS["random"]).shape == (0, 19683)
