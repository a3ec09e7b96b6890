"""nestedsoftware's learner: its options, and what many items ask of the same runs."""

import numpy as np
import pytest

from tttlearn.course.articles.nestedsoftware import runs
from tttlearn.course.articles.recipes import nestedsoftware, train_nested
from tttlearn.evaluation.exact import minimax_policy, outcome
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL

RANDOM, PERFECT = random_policy(), minimax_policy()


@pytest.mark.parametrize(("name", "policy"), [("random", RANDOM), ("minimax-random", PERFECT)])
def test_an_opponent_by_name_is_that_policy(name, policy):
    learner = nestedsoftware(opponent=name, seed=4)
    assert (learner.table == train_nested(nestedsoftware(seed=4), policy).table).all()
    assert learner.games == 14_000


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


def test_the_pairings_of_a_batch_have_their_exact_outcomes_run_by_run():
    first, last = LEGAL.argmax(1), 8 - LEGAL[:, ::-1].argmax(1)
    batches = {"one": [first, last], "other": [last, first]}
    data = {
        name: [{"cells": cells.astype(np.int8)} for cells in rows] for name, rows in batches.items()
    }
    one, other = (runs.pairs(data, batch) for batch in batches)
    assert list(data) == ["one", "other"]
    assert one.keys() == other.keys()
    assert all((one[pair] == other[pair][::-1]).all() for pair in one)
    for k, cells in enumerate((first, last)):
        assert one["qtable vs random"][k] == pytest.approx(
            outcome(np.eye(9)[cells] * LEGAL, RANDOM)
        )
    assert list(runs.pairs(data, "one", "q")) == [pair.replace("qtable", "q") for pair in one]
