"""The searches: their counts, their values, and positions drawn as text."""

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.evaluation.exact import minimax_policy, optimal_share, worst_case
from tttlearn.evaluation.policy import check_policy
from tttlearn.game.rules import LEGAL, NEXT, REACHABLE, START, UNDECIDED, parse
from tttlearn.search.game_tree import (
    alpha_beta,
    children,
    fast_score,
    limited_values,
    minimax,
    minimax_player,
    no_idea,
    square_heuristic,
    square_values,
)

SEARCHES = [minimax, alpha_beta]
STATES = np.flatnonzero(REACHABLE).tolist()


def alpha_beta_positions(board, low=-2, high=2):
    """(value, positions looked at) of alpha-beta in cell order, a second time and by the book."""
    if naive.is_over(board):
        return naive.result(board), 1
    x_moves, looked_at, best = naive.mover(board) == "X", 1, None
    for cell in naive.moves(board):
        value, more = alpha_beta_positions(naive.after(board, cell), low, high)
        looked_at += more
        if best is None or (value > best if x_moves else value < best):
            best = value
        low, high = (max(low, best), high) if x_moves else (low, min(high, best))
        if low >= high:
            return best, looked_at
    return best, looked_at


def test_positions_looked_at_from_the_start():
    assert minimax(9 * 27) == (0, naive.tree_nodes(naive.board_of(9 * 27)))
    assert alpha_beta() == alpha_beta_positions("." * 9) == (0, 18_297)


def test_a_faster_win_is_worth_more():
    assert fast_score(parse("XXX/OO./...")) == 10 - 5
    assert fast_score(parse("OOO/XX./X..")) == -(10 - 6)
    assert fast_score(parse("XOX/XOO/OXX")) == 0
    # X wins now at C1 or in three moves by A3; both keep the value, only the first is fast.
    state = parse("XX./O.O/...")
    assert minimax(state, fast_score).value == 5
    quick = minimax_player(score=fast_score)
    assert np.flatnonzero(quick.policy[state]).tolist() == [2]
    assert minimax_policy()[state].nonzero()[0].size > 1


def test_the_fast_player_is_still_perfect():
    fast = minimax_player(score=fast_score).policy
    assert optimal_share(fast) == 1
    assert worst_case(fast) == (0, 0)


def test_square_heuristic_counts_squares():
    assert square_values().tolist() == [3, 2, 3, 2, 4, 2, 3, 2, 3]
    assert square_heuristic(START) == 0
    assert square_heuristic(parse("X../.O./...")) == pytest.approx((3 - 4) / 100)
    assert square_heuristic(parse(".X./.X./O..")) == pytest.approx((2 + 4 - 3) / 100)
    values = [square_heuristic(state) for state in UNDECIDED.tolist()]
    assert max(map(abs, values)) < 1
    assert {no_idea(state) for state in STATES} == {0}


def test_children_are_the_next_states_in_cell_order():
    assert children(START) == [3**cell for cell in range(9)]
    assert children(parse("XXX/OO./...")) == []
    for state in UNDECIDED.tolist()[::17]:
        assert children(state) == NEXT[state][LEGAL[state]].tolist()


@pytest.mark.parametrize("depth", [1, 2, 3, 9])
@pytest.mark.parametrize("ties", ["random", "first"])
def test_a_player_of_any_depth(depth, ties):
    player = minimax_player(depth, ties=ties)
    check_policy(player.policy)
    used = (player.policy[UNDECIDED] > 0).sum(1)
    assert (used == 1).all() if ties == "first" else used.max() > 1
    # Its first used cell is the first best of its own values.
    assert (player.policy.argmax(1) == minimax_player(depth).policy.argmax(1)).all()


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("state", [-1, 3**9, 0.5, "0", None, True, np.array([0, 1])], ids=repr)
def test_what_is_no_state_is_refused(search, state):
    with pytest.raises(ValueError, match="state"):
        search(state)


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: limited_values(-1), "depth .* not -1"),
        (lambda: minimax_player(0), "depth in moves is a whole number, 1 or more, not 0"),
        (lambda: minimax_player(ties="last"), "not 'last'"),
        (lambda: minimax_player(2, lambda state: np.nan), "NaN"),
    ],
)
def test_bad_settings_are_named(call, problem):
    with pytest.raises(ValueError, match=problem):
        call()
