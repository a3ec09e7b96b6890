"""Training with exact measurements: rows that say what is so, on one core or many."""

import numpy as np
import pytest

from tests.aids.bars import bars_of
from tests.aids.learning import MAKERS, fingerprint, nothing
from tttlearn.evaluation.exact import measure, minimax_policy, optimal_share, outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import N_STATES
from tttlearn.learn import training
from tttlearn.learn.learner import Learner
from tttlearn.learn.training import spaced, train, train_seeds
from tttlearn.players.roster import player

GAMES = 20_000


def test_a_bar_counts_the_games(learner, monkeypatch):
    seen = bars_of(monkeypatch, training)
    train(learner, 5_000, checkpoints=[10])
    train_seeds(learner, 300, range(3))
    assert [(bar.total, sum(bar.ticks)) for bar in seen] == [(5_000, 5_000), (900, 900)]


@pytest.fixture
def learner():
    return MAKERS["td"](seed=3)


@pytest.mark.parametrize(
    "policy", [random_policy(), minimax_policy(), player("two-ply").policy], ids=str
)
def test_measure_is_what_solve_says(policy):
    found = measure(policy)
    as_x, as_o = outcome(policy, random_policy()), outcome(random_policy(), policy)
    assert [found[f"x_{what}"] for what in ("wins", "draws", "losses")] == list(as_x)
    assert [found[f"o_{what}"] for what in ("losses", "draws", "wins")] == list(as_o)
    assert (found["worst_as_x"], found["worst_as_o"]) == worst_case(policy)
    assert found["optimal_share"] == optimal_share(policy)
    assert found["self_play_draws"] == outcome(policy, policy).draws


def test_spaced():
    assert spaced(1) == [1]
    assert spaced(1000, 4) == [1, 10, 100, 1000]
    for games, points in ((2, 20), (100_000, 20), (10**9, 7), (3, 2), (9, 10**6)):
        found = spaced(games, points)
        assert found[0] == 1
        assert found[-1] == games
        assert len(found) <= points
        assert found == sorted(set(found))
        assert all(isinstance(stop, int) for stop in found)
    few = r"the number of (games|points) is .*(, 1 or more| from 2)"
    for games, points in ((0, 5), (5, 1), (5, 10**6 + 1)):
        with pytest.raises(ValueError, match=few):
            spaced(games, points)


def test_a_row_is_the_exact_measure_of_the_learner_then(learner):
    stops = [0, 1, 10, 200]
    rows = train(learner, 200, checkpoints=stops)
    assert rows.games.tolist() == stops
    twin = learner.fresh(3)
    for row in rows.to_dict("records"):
        twin.learn(row["games"] - twin.games)
        expected = {"seed": 3, "games": twin.games, **measure(twin.policy)}
        assert row == {**expected, "visited": (twin.visits > 0).sum()}
    assert fingerprint(learner) == fingerprint(twin)


def test_training_goes_on_after_the_last_checkpoint_and_in_a_second_call(learner):
    kept = {}
    first = train(learner, 100, checkpoints=[30], keep=kept)
    assert (first.games.tolist(), learner.games) == ([30], 100)
    second = train(learner, 50, checkpoints=[50, 20], keep=kept)
    assert (second.games.tolist(), learner.games) == ([120, 150], 150)
    assert list(kept) == [30, 120, 150]
    twin = learner.fresh(3)
    for games, table in kept.items():
        twin.learn(games - twin.games)
        assert table.tobytes() == twin.table.tobytes()


def test_unless_told_it_measures_at_twenty_checkpoints(learner):
    assert train(learner, 5_000).games.tolist() == spaced(5_000, 20)


@pytest.mark.parametrize("checkpoints", [[], [-1, 5], [11], 1])
def test_checkpoints_outside_the_run_are_refused(learner, checkpoints):
    with pytest.raises(ValueError, match=r"checkpoints are|a checkpoint is|of checkpoints is"):
        train(learner, 10, checkpoints=checkpoints)
    assert learner.games == 0


def test_many_seeds_are_the_same_as_one_by_one(learner):
    seeds = [4, 0, 9, 1, 2]
    rows, learners = train_seeds(learner, GAMES, seeds, checkpoints=3)
    assert rows.seed.tolist() == [seed for seed in seeds for _ in range(3)]
    assert learner.games == 0
    for seed, trained in zip(seeds, learners, strict=True):
        alone = learner.fresh(seed)
        expected = train(alone, GAMES, checkpoints=3)
        assert fingerprint(trained) == fingerprint(alone)
        assert rows[rows.seed == seed].reset_index(drop=True).equals(expected)


def test_many_seeds_against_an_opponent(learner):
    _, (one,) = train_seeds(learner, 100, [6], random_policy(), "O", checkpoints=[100])
    alone = learner.fresh(6)
    alone.learn(100, random_policy(), "O")
    assert fingerprint(one) == fingerprint(alone)


def test_a_failing_rule_stops_all_seeds():
    failing = Learner(nothing, np.zeros(N_STATES), epsilon=lambda games: 0.5 + games / 100)
    with pytest.raises(ValueError, match=r"epsilon.* is a number from 0 to 1"):
        train_seeds(failing, 200, range(4), checkpoints=[200])
