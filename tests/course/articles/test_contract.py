"""What all that learn and all that play promise, the articles' learners and players do, too."""

import numpy as np
import pytest

from tests.aids.games import GAMES
from tests.learn import test_contract as contract
from tests.players import test_saved as saved
from tttlearn.course.articles.recipes import (
    RewardedMoves,
    antirez,
    hickman,
    kota7,
    nestedsoftware,
    nestedsoftware_dqn,
    self_play,
)
from tttlearn.learn.engine import LearnsByRule
from tttlearn.players import roster

NETWORKS = {"antirez": antirez, "self-play": self_play, "deep q": nestedsoftware_dqn}

learner = contract.learner
test_it_learns_games = contract.test_it_learns_games_of_its_rules
test_it_can_be_measured = contract.test_it_can_be_measured_and_its_policy_is_one
test_it_acts_by_its_policy = contract.test_it_acts_by_its_policy
test_the_same_seed = contract.test_the_same_seed_learns_the_same_again_and_in_several_calls


@pytest.fixture(params=NETWORKS, scope="module")
def make(request):
    return lambda seed: NETWORKS[request.param](seed=seed)


@pytest.fixture(scope="module")
def sides_of():
    """antirez's network plays one side; that which plays both has no opponent."""

    def sides(learner):
        kinds = {"antirez": "XO", "self-play": ["both"]}
        return next((kinds[kind] for kind in kinds if learner.name.startswith(kind)), contract.ANY)

    return sides


@pytest.fixture(scope="module")
def stays_on_the_board():
    """An illegal move ends a game of the deep network, as in its article."""
    return lambda learner: not learner.name.endswith("deep Q")


def test_the_articles_learners_have_all_that_the_engine_asks_for():
    nested = nestedsoftware(), nestedsoftware(double=True), nestedsoftware("repository")
    for learner in (hickman(), hickman(repaired=True), kota7(0), *nested):
        assert isinstance(learner, LearnsByRule), learner.name
    assert not any(isinstance(make(), LearnsByRule) for make in NETWORKS.values())


def test_a_player_with_a_policy_is_an_opponent():
    nestedsoftware().learn(2, roster.player("minimax"), "X")
    antirez().learn(2, roster.player("minimax"), "O")


def test_a_learner_goes_on_where_it_stopped(tmp_path):
    saved.check_that_it_goes_on_where_it_stopped(lambda: hickman(True, 4), tmp_path)


@pytest.mark.parametrize(
    "make",
    [
        lambda: antirez(hidden=np.int32(20), seed=np.int64(3)),
        lambda: RewardedMoves(win=np.float32(1), rate=np.float32(0.5), seed=np.int64(3)),
    ],
)
def test_numbers_of_numpy_are_numbers(make, tmp_path):
    saved.check_that_numbers_of_numpy_are_numbers(make, tmp_path)


def test_names_of_articles_are_unknown_elsewhere():
    board = GAMES["2 x 2"]()
    assert "hickman" not in roster.names(board)
    with pytest.raises(ValueError, match="'level-3' in 2 in a row on 2 x 2; there are random, one"):
        roster.player("level-3", board)
    with pytest.raises(ValueError, match="no learner is called 'hickman' in 2 in a row on 2 x 2"):
        roster.learner("hickman", rules=board)
