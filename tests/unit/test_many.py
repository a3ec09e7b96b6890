"""Many players at once give what one at a time gives."""

import numpy as np
import pytest

from tttlearn.many import cells_of, outcomes, outcomes_alone, visits
from tttlearn.policy import first_best, random_policy
from tttlearn.rules import LEGAL
from tttlearn.solve import minimax_policy, outcome, visit_probabilities

RANDOM = random_policy()


@pytest.fixture(scope="module")
def policies():
    rng = np.random.default_rng(0)
    return [first_best(np.where(LEGAL, rng.random(LEGAL.shape), np.nan)) for _ in range(5)]


@pytest.fixture(scope="module")
def cells(policies):
    return np.array([cells_of(policy) for policy in policies])


@pytest.mark.parametrize("opponent", [RANDOM, minimax_policy()], ids=["random", "perfect"])
def test_outcomes_are_those_of_one_after_the_other(policies, cells, opponent):
    as_x, as_o = outcomes(cells, "X", opponent), outcomes(cells, "O", opponent)
    for policy, x, o in zip(policies, as_x, as_o, strict=True):
        assert x == pytest.approx(outcome(policy, opponent))
        assert o == pytest.approx(outcome(opponent, policy))


def test_visits_are_those_of_one_after_the_other(policies, cells):
    as_x, as_o = visits(cells, "X", RANDOM), visits(cells, "O", RANDOM)
    for policy, x, o in zip(policies, as_x, as_o, strict=True):
        assert x == pytest.approx(visit_probabilities(policy, RANDOM))
        assert o == pytest.approx(visit_probabilities(RANDOM, policy))


def test_against_themselves(policies, cells):
    for policy, ends in zip(policies, outcomes_alone(cells), strict=True):
        assert ends.tolist() == list(outcome(policy, policy))


def test_more_players_than_are_valued_in_one_pass(cells):
    many = np.tile(cells, (50, 1))
    assert (outcomes(many, "X", RANDOM)[:5] == outcomes(cells, "X", RANDOM)).all()
    assert outcomes(many, "X", RANDOM).shape == (250, 3)


def test_bad_arguments_are_named(cells):
    with pytest.raises(ValueError, match="it is no single cell for each state"):
        cells_of(RANDOM)
    with pytest.raises(ValueError, match='the players are "X" or "O", not 1'):
        outcomes(cells, 1, RANDOM)
