"""Exact answers against a recursion in fractions that shares nothing with the package."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from tests.aids import naive
from tests.aids.naive import random_table
from tttlearn.evaluation.exact import (
    errs,
    minimax_policy,
    optimal_share,
    outcome,
    state_values,
    visit_probabilities,
)
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    LAYERS,
    REACHABLE,
    START,
    TERMINAL,
    parse,
)

seeds = pytest.mark.parametrize("seed", range(2))
table = cache(naive.table)


def test_minimax_values_of_all_positions():
    V = state_values()
    assert {naive.code(b): naive.value(b) for b in naive.reachable()} == {
        int(state): V[state] for state in np.flatnonzero(REACHABLE)
    }
    assert np.isnan(V[~REACHABLE]).all()
    assert V[START] == 0


def test_minimax_policy_shares_evenly_among_all_moves_that_keep_the_value():
    assert (minimax_policy() == naive.table(naive.best_row)).all()
    with pytest.raises(ValueError, match="read-only"):
        minimax_policy()[0, 0] = 1


GOLDEN = [
    (naive.even_row, naive.even_row, (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))),
    (naive.best_row, naive.best_row, (0, 1, 0)),
    (naive.best_row, naive.even_row, (0.967811, 0.032189, 0)),
    (naive.even_row, naive.best_row, (0, 0.222516, 0.777484)),
]


@pytest.mark.parametrize(("x", "o", "published"), GOLDEN)
def test_random_and_perfect_players_meet(x, o, published):
    for mine, theirs in zip(outcome(table(x), table(o)), published, strict=True):
        digits = 5e-7 if isinstance(theirs, float) else 1e-12  # published as digits, or exactly
        assert abs(mine - theirs) < digits


@seeds
def test_outcome_of_random_policies(seed):
    result = outcome(random_table(seed), random_table(seed + 1))
    expected = naive.outcome(*(naive.random_rows(at).get for at in (seed, seed + 1)))
    assert np.allclose(result, [float(share) for share in expected], rtol=0, atol=1e-12)
    assert result == (result.x_wins, result.draws, result.o_wins)


@seeds
def test_visits_add_up_in_every_layer(seed):
    visits = visit_probabilities(random_table(seed), random_table(seed + 1))
    over = 0
    for layer, following in pairwise(LAYERS):
        assert visits[layer].sum() + over == pytest.approx(1, abs=1e-12)
        over += visits[layer][TERMINAL[layer]].sum()
        assert visits[following].sum() == pytest.approx(1 - over, abs=1e-12)
    assert not visits[~REACHABLE].any()


def test_visits_of_a_known_opening():
    visits = visit_probabilities(random_policy(), random_policy())
    assert visits[START] == 1
    assert visits[parse("X../.../...")] == pytest.approx(1 / 9)
    assert visits[parse("XO./.../...")] == pytest.approx(1 / 72)
    # Two orders of the marks of X lead here, each of probability 1/9 * 1/8 * 1/7.
    assert visits[parse("XO./X../...")] == pytest.approx(2 / 504)


@seeds
def test_errs_are_the_states_with_weight_on_a_move_that_loses_value(seed):
    rows = naive.random_rows(seed)
    wrong = [
        naive.code(board)
        for board, row in rows.items()
        if any(naive.value(naive.after(board, cell)) != naive.value(board) for cell in row)
    ]
    policy = random_table(seed)
    assert errs(policy).tolist() == wrong
    assert optimal_share(policy) == pytest.approx(1 - len(wrong) / 4520, abs=1e-15)
