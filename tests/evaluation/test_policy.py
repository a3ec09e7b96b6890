"""Policies: what the makers of policies return, what is refused, and how moves are drawn."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aids import naive
from tttlearn.evaluation.exact import (
    best_reply,
    errs,
    optimal_share,
    outcome,
    state_values,
    visit_probabilities,
    worst_case,
)
from tttlearn.evaluation.matches import play_games, play_match
from tttlearn.evaluation.policy import (
    PolicyPlayer,
    action_values,
    best_cells,
    check_policy,
    draw,
    epsilon_greedy,
    first_best,
    greedy,
    random_policy,
    sample,
)
from tttlearn.game.rules import LEGAL, N_STATES, NEXT, UNDECIDED, parse, show
from tttlearn.game.tables import IllegalMoveError

some = settings(max_examples=settings.default.max_examples // 4)
seeds = st.integers(0, 2**32 - 1)
FORK = parse("X../.O./..X")  # O to move, six free cells


def coarse_values(seed):
    """Action values with many ties, and rubbish on the illegal cells."""
    values = np.random.default_rng(seed).integers(-2, 3, LEGAL.shape).astype(float)
    return np.where(LEGAL, values, np.nan)


def test_random_policy_takes_each_legal_cell_equally_often():
    assert (random_policy() == naive.table(naive.even_row)).all()


@some
@given(seeds)
def test_greedy_and_first_best_choose_among_the_best_cells(seed):
    values = coarse_values(seed)
    even, first = greedy(values), first_best(values)
    for board in naive.undecided()[:: seed % 7 + 5]:
        state = naive.code(board)
        best = max if naive.mover(board) == "X" else min
        top = best(values[state, cell] for cell in naive.moves(board))
        ties = [cell for cell in naive.moves(board) if values[state, cell] == top]
        expected = [1 / len(ties) if cell in ties else 0 for cell in range(9)]
        assert even[state].tolist() == expected
        assert np.flatnonzero(first[state]).tolist() == ties[:1]
        assert first[state, ties[0]] == 1


@some
@given(seeds, st.floats(0, 1))
def test_epsilon_greedy_mixes_random_and_greedy(seed, epsilon):
    values = coarse_values(seed)
    policy = check_policy(epsilon_greedy(values, epsilon))
    assert np.allclose(policy[UNDECIDED].sum(1), 1, atol=1e-12)
    best, count = best_cells(values)[UNDECIDED], LEGAL[UNDECIDED].sum(1, keepdims=True)
    off = policy[UNDECIDED][LEGAL[UNDECIDED] & ~best]
    assert np.allclose(off, np.broadcast_to(epsilon / count, best.shape)[LEGAL[UNDECIDED] & ~best])


def test_epsilon_0_is_greedy_and_epsilon_1_is_random():
    values = coarse_values(1)
    assert (epsilon_greedy(values, 0) == greedy(values)).all()
    assert (epsilon_greedy(values, 1) == random_policy()).all()


@pytest.mark.parametrize("epsilon", [-0.1, 1.1, np.nan, np.inf])
def test_epsilon_must_be_a_probability(epsilon):
    with pytest.raises(ValueError, match=r"epsilon.* is a number from 0 to 1") as error:
        epsilon_greedy(coarse_values(0), epsilon)
    assert repr(epsilon) in str(error.value)


def test_rows_in_which_nobody_is_to_move_are_zero():
    nobody = ~LEGAL.any(1)
    for policy in (random_policy(), greedy(coarse_values(2)), first_best(coarse_values(2))):
        assert not policy[nobody].any()


def test_ties_are_exact():
    values = np.zeros(LEGAL.shape)
    values[0, 8] = 1e-15
    assert np.flatnonzero(greedy(values)[0]).tolist() == [8]


def test_action_values_look_up_the_state_that_follows():
    V = np.random.default_rng(3).random(N_STATES)
    Q = action_values(V)
    assert (Q[LEGAL] == V[NEXT[LEGAL]]).all()
    assert np.isnan(Q[~LEGAL]).all()


@pytest.mark.parametrize("shape", [(), (N_STATES,), (9, N_STATES), (N_STATES, 8)])
def test_a_wrong_shape_is_named(shape):
    array = np.zeros(shape)
    for function in (greedy, first_best, best_cells, *TAKES_A_POLICY):
        with pytest.raises(ValueError, match="shape") as error:
            function(array)
        assert str(shape) in str(error.value)


@pytest.mark.parametrize("shape", [(), (9,), (N_STATES, 9), (N_STATES + 1,)])
def test_state_values_of_a_wrong_shape_are_refused(shape):
    with pytest.raises(ValueError, match="the values of states are an array of shape") as error:
        action_values(np.zeros(shape))
    assert str(shape) in str(error.value)


@pytest.mark.parametrize("function", [greedy, first_best, best_cells])
def test_a_legal_action_without_a_value_is_shown(function):
    values = coarse_values(4)
    values[FORK, 3] = np.nan
    with pytest.raises(ValueError, match="NaN") as error:
        function(values)
    assert show(FORK) in str(error.value)


FAULTS = {
    "not a number": [(1, np.nan)],
    "negative": [(1, -1 / 6), (2, 3 / 6)],  # these two still sum to 1
    "illegal cell": [(1, 0.0), (4, 1 / 6)],
    "not sum to 1 but to 0.833333": [(1, 0.0)],
    "not sum to 1 but to inf": [(1, np.inf)],
}


RANDOM = random_policy()
BESIDE_ANOTHER = [
    outcome,
    visit_probabilities,
    state_values,
    lambda x, o: play_games(x, o, 1, np.random.default_rng(0)),
    lambda x, o: play_match(x, o, 1, np.random.default_rng(0)),
]
TAKES_A_POLICY = [
    *(check_policy, PolicyPlayer, best_reply, worst_case, errs, optimal_share),
    lambda policy: sample(policy, FORK, np.random.default_rng(0)),
    *(lambda policy, meet=meet: meet(policy, RANDOM) for meet in BESIDE_ANOTHER),
    *(lambda policy, meet=meet: meet(RANDOM, policy) for meet in BESIDE_ANOTHER),
]


@pytest.mark.parametrize("problem", FAULTS)
def test_what_is_no_policy_is_refused_with_the_board(problem):
    policy = random_policy()
    for cell, weight in FAULTS[problem]:
        policy[FORK, cell] = weight
    for use in TAKES_A_POLICY:
        with pytest.raises(ValueError, match=problem) as error:
            use(policy)
        assert f"state {FORK}:\n{show(FORK)}" in str(error.value)


def test_rows_where_nobody_moves_do_not_matter_and_lists_of_numbers_are_fine():
    policy = random_policy()
    policy[parse("XXX/OO./...")] = 7
    assert (check_policy(policy) == policy).all()
    assert (check_policy(policy.tolist()) == policy).all()


def test_rounding_in_a_sum_is_forgiven():
    policy = random_policy()
    policy[FORK] *= 1 + 5e-10
    check_policy(policy)


class Fixed(np.random.Generator):
    """A generator that always gives the same number, at which running totals may stand exactly."""

    def __init__(self, number):
        super().__init__(np.random.PCG64(0))
        self.number = number

    def random(self):
        return self.number


@pytest.mark.parametrize("number", [0.0, np.nextafter(1, 0)])
def test_draw_never_takes_a_cell_without_weight(number):
    short = 1 - 1e-9
    row = np.array([0, 0, 0.3 * short, 0, 0.7 * short, 0, 0, 0, 0])
    assert draw(row, Fixed(number)) == (2 if number == 0 else 4)


def test_draw_divides_the_numbers_at_the_running_totals():
    row = np.array([0.25, 0, 0.5, 0.25, 0, 0, 0, 0, 0])
    numbers = [0.0, 0.2499, 0.25, 0.7499, 0.75, 0.9999]
    assert [draw(row, Fixed(number)) for number in numbers] == [0, 0, 2, 2, 3, 3]
    policy = random_policy()
    policy[0] = row
    assert [sample(policy, 0, Fixed(number)) for number in numbers] == [0, 0, 2, 2, 3, 3]


@pytest.mark.parametrize("board", ["XXX/OO./...", "XOX/XOO/OXX", "XX./.../..."])
def test_nobody_moves_on_a_finished_or_impossible_board(board):
    state = parse(board)
    with pytest.raises(IllegalMoveError, match="nobody is to move") as error:
        sample(random_policy(), state, np.random.default_rng(0))
    assert show(state) in str(error.value)


@pytest.mark.parametrize("state", [-1, N_STATES, 0.0, "0", True, np.array([0, 1])])
def test_sample_refuses_what_is_no_state(state):
    with pytest.raises(ValueError, match="state"):
        sample(random_policy(), state, np.random.default_rng(0))


def test_a_policy_player_draws_from_its_policy():
    policy = naive.random_table(7)
    player = PolicyPlayer(policy)
    moves = [player.act(FORK, np.random.default_rng(seed)) for seed in range(50)]
    assert moves == [sample(policy, FORK, np.random.default_rng(seed)) for seed in range(50)]
    assert len(set(moves)) > 1
    assert player.games == 0  # nobody has taught it


def in_precision(kind):
    """A policy of softmax in less than double precision, whose rows sum to 1 as well as it can."""
    powers = np.where(LEGAL, np.exp(coarse_values(5)), 0).astype(kind)
    totals = powers.sum(1, keepdims=True, dtype=kind)
    return np.divide(powers, totals, out=np.zeros_like(powers), where=totals > 0)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_a_policy_of_less_precision_is_made_one_of_double(kind):
    policy = in_precision(kind)
    assert np.abs(policy[UNDECIDED].sum(1, dtype=float) - 1).max() > 1e-9
    found = check_policy(policy)
    assert found.dtype == float
    assert np.abs(found[UNDECIDED].sum(1) - 1).max() < 1e-15
    assert np.allclose(found[UNDECIDED], policy[UNDECIDED].astype(float), rtol=0.01, atol=0)
    assert policy.dtype == kind, "what was given stays as it is"
    player = PolicyPlayer(policy)
    assert (player.policy == found).all()
    draws = [
        [sample(p, 0, np.random.default_rng(seed)) for seed in range(50)] for p in (policy, found)
    ]
    assert draws[0] == draws[1]


def test_a_sum_that_is_off_is_shown_with_the_digits_that_tell():
    policy = random_policy()
    policy[0] *= 1 + 1e-7
    with pytest.raises(ValueError, match=r"do not sum to 1 but to 1\.0000001 in state 0"):
        check_policy(policy)
    policy = in_precision(np.float32)
    policy[0] *= np.float32(1.00001)
    with pytest.raises(ValueError, match=r"do not sum to 1 but to 1\.0000"):
        check_policy(policy)


def test_a_sum_in_single_precision_may_be_off_by_what_sixteen_roundings_make():
    policy = np.zeros((19683, 9), np.float32)
    policy[UNDECIDED, LEGAL[UNDECIDED].argmax(1)] = 1
    steps = np.float32(2**-24)  # between numbers from 0.5 on; a rounding at 1 is two of them
    policy[0, :2] = 0.5, np.float32(0.5) + 32 * steps
    assert check_policy(policy)[0].sum() == 1
    policy[0, 1] += steps
    with pytest.raises(ValueError, match="do not sum to 1"):
        check_policy(policy)


@pytest.mark.parametrize("function", [check_policy, PolicyPlayer, greedy, action_values])
def test_none_and_masked_arrays_are_refused(function):
    with pytest.raises(ValueError, match="not None: does your function return it"):
        function(None)
    shape = (N_STATES,) if function is action_values else LEGAL.shape
    masked = np.ma.masked_array(np.ones(shape), np.ones(shape))
    with pytest.raises(ValueError, match=r"an array of shape .*, and not masked: fill it"):
        function(masked)
