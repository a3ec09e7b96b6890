"""nestedsoftware's learner: the article's worked game, its schedule, and its published results."""

import numpy as np
import pytest

from tttlearn.course.articles.nestedsoftware import runs
from tttlearn.course.articles.recipes import (
    nestedsoftware,
    train_nested,
)
from tttlearn.evaluation.exact import minimax_policy, outcome
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL

SEEDS = range(12)
RANDOM, PERFECT = random_policy(), minimax_policy()


@pytest.fixture(scope="module")
def trained():
    """What 12 runs of the article are worth, trained against random and against perfect play."""

    def results(opponent):
        learners = [train_nested(nestedsoftware(seed=seed), opponent) for seed in SEEDS]
        return [(outcome(one.policy, RANDOM), outcome(RANDOM, one.policy)) for one in learners]

    return {"random": results(RANDOM), "perfect": results(PERFECT)}


def sigma(p, n=1000):
    """The standard error of a share measured in n games."""
    return (p * (1 - p) / n) ** 0.5


@pytest.mark.parametrize(("name", "policy"), [("random", RANDOM), ("minimax-random", PERFECT)])
def test_an_opponent_by_name_is_that_policy(name, policy):
    learner = nestedsoftware(opponent=name, seed=4)
    assert (learner.table == train_nested(nestedsoftware(seed=4), policy).table).all()
    assert learner.games == 14_000


def test_published_results_after_training_against_random(trained):
    as_x = [x.x_wins for x, _ in trained["random"]]
    as_o = [o.o_wins for _, o in trained["random"]]
    # Published from 1,000 games of one run: 99.1 % as X and 92.6 % as O.
    assert min(as_x) - 3 * sigma(0.991) < 0.991 < max(as_x) + 3 * sigma(0.991)
    assert min(as_o) - 3 * sigma(0.926) < 0.926 < max(as_o) + 3 * sigma(0.926)


def test_published_results_after_training_against_perfect_play(trained):
    wins = [o.o_wins for _, o in trained["perfect"]]
    losses = [o.x_wins for _, o in trained["perfect"]]
    # Published: about 50 % won as O against random, and 22.7 % lost.
    assert min(wins) - 3 * sigma(0.5) < 0.5 < max(wins) + 3 * sigma(0.5)
    assert min(losses) - 3 * sigma(0.227) < 0.227 < max(losses) + 3 * sigma(0.227)


def test_some_runs_lose_about_forty_percent_as_o_to_perfect_play():
    lost = []
    for seed in range(30):
        learner = train_nested(nestedsoftware(seed=seed), RANDOM)
        lost.append(outcome(PERFECT, learner.policy).x_wins)
    assert sum(0.35 < share < 0.5 for share in lost) >= 2
    assert sum(share < 0.01 for share in lost) >= 5


def test_a_draw_worth_a_win_repairs_nearly_all_runs():
    learners = [train_nested(nestedsoftware("draw-equals-win", seed=s), RANDOM) for s in SEEDS]
    lost = [outcome(PERFECT, one.policy).x_wins for one in learners]
    assert sum(share == 0 for share in lost) >= 10


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rewards": "mine"}, "rewards is one of article, draw-equals-win, repository, not 'mine'"),
        ({"rewards": "repository", "double": True}, "two tables and adding need"),
        ({"opponent": "minimax"}, "opponent is one of random, minimax-random, not 'minimax'"),
    ],
)
def test_other_words_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        nestedsoftware(**options)


def players_who_take(rows):
    """The runs of a batch that end with players who take these cells, (runs, states)."""
    return [{"cells": cells.astype(np.int8)} for cells in rows]


def test_what_many_items_ask_of_the_same_runs_is_found_once_and_kept_apart_from_them(monkeypatch):
    first, last = LEGAL.argmax(1), 8 - LEGAL[:, ::-1].argmax(1)
    data, asked = {"one": players_who_take([first, last])}, []
    data["other"] = players_who_take([last, first])
    monkeypatch.setattr(runs, "_FOUND", {}, raising=False)
    alone = runs._alone
    monkeypatch.setattr(runs, "_alone", lambda cells: asked.append(len(cells)) or alone(cells))
    one, again, other = (runs.pairs(data, batch) for batch in ("one", "one", "other"))
    assert asked == [2, 2]
    assert list(data) == ["one", "other"]
    assert one.keys() == again.keys() == other.keys()
    assert all((one[pair] == other[pair][::-1]).all() for pair in one)
    for k, cells in enumerate((first, last)):
        assert one["qtable vs random"][k] == pytest.approx(
            outcome(np.eye(9)[cells] * LEGAL, RANDOM)
        )
    assert list(runs.pairs(data, "one", "q")) == [pair.replace("qtable", "q") for pair in one]
