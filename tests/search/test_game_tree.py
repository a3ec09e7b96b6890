"""The searches: their counts, their values, and positions drawn as text."""

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.evaluation.exact import minimax_policy, optimal_share, worst_case
from tttlearn.evaluation.policy import check_policy
from tttlearn.game.played import cell_name
from tttlearn.game.rules import LEGAL, NEXT, PLY, REACHABLE, START, TERMINAL, UNDECIDED, parse, show
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
    win_score,
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


def limited(state, depth, heuristic):
    """The value of `state` when nobody looks further than `depth` moves ahead, by recursion."""
    if TERMINAL[state]:
        return win_score(state)
    if depth == 0:
        return heuristic(state)
    values = [limited(child, depth - 1, heuristic) for child in children(state)]
    return max(values) if PLY[state] % 2 == 0 else min(values)


def test_positions_looked_at_from_the_start():
    assert minimax(9 * 27) == (0, naive.tree_nodes(naive.board_of(9 * 27)))
    assert alpha_beta() == alpha_beta_positions("." * 9) == (0, 18_297)


def test_all_searches_agree():
    for board in sorted(naive.reachable())[::4]:
        state = naive.code(board)
        expected = naive.value(board)
        assert alpha_beta(state).value == expected
        if PLY[state] >= 4:
            assert minimax(state) == (expected, naive.tree_nodes(board))


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


def test_searches_with_the_fast_score_agree():
    V = limited_values(9, score=fast_score)
    for state in STATES[::61]:
        assert alpha_beta(state, fast_score).value == V[state]


def test_the_fast_player_is_still_perfect():
    fast = minimax_player(score=fast_score).policy
    assert optimal_share(fast) == 1
    assert worst_case(fast) == (0, 0)


@pytest.mark.parametrize("heuristic", [square_heuristic, no_idea])
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_limited_values_are_those_of_a_limited_search(depth, heuristic):
    V = limited_values(depth, heuristic)
    for state in STATES[:: depth + 1]:
        assert limited(state, depth, heuristic) == V[state]
    assert np.isnan(V[~REACHABLE]).all()


def test_enough_depth_is_minimax_whatever_the_heuristic():
    V = limited_values(9, lambda state: 0.77)
    assert all(V[naive.code(board)] == naive.value(board) for board in naive.reachable())


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


# One only right move, which every player that looks so far ahead must find.
PUZZLES = [
    ("XX./OO./...", 1, "C1"),  # win, rather than block
    ("X.X/OO./..X", 1, "C2"),  # O wins
    ("XX./.O./...", 2, "C1"),  # O blocks
    ("O.X/.X./...", 2, "A3"),  # O blocks the other diagonal
    ("X../.../...", 9, "B2"),  # only the centre holds against a corner
]


@pytest.mark.parametrize(("board", "depth", "answer"), PUZZLES)
def test_positions_with_one_right_move(board, depth, answer):
    state = parse(board)
    for looks_ahead in {depth, 9}:
        policy = minimax_player(looks_ahead).policy
        cells = [cell_name(cell) for cell in np.flatnonzero(policy[state])]
        assert cells == [answer], f"{looks_ahead} moves ahead on\n{show(state)}"


def test_opposite_corners_are_answered_on_an_edge():
    # Any corner lets X fork; minimax knows, and so does whoever looks five moves ahead.
    state = parse("X../.O./..X")
    edges = {1, 3, 5, 7}
    assert set(np.flatnonzero(minimax_player().policy[state])) == edges
    assert set(np.flatnonzero(minimax_player(4, no_idea).policy[state])) == edges
    assert set(np.flatnonzero(minimax_player(3, no_idea).policy[state])) > edges


@pytest.mark.parametrize("depth", [1, 2, 3, 9])
@pytest.mark.parametrize("ties", ["random", "first"])
def test_a_player_of_any_depth(depth, ties):
    player = minimax_player(depth, ties=ties)
    check_policy(player.policy)
    used = (player.policy[UNDECIDED] > 0).sum(1)
    assert (used == 1).all() if ties == "first" else used.max() > 1
    # Its first used cell is the first best of its own values.
    assert (player.policy.argmax(1) == minimax_player(depth).policy.argmax(1)).all()


def test_nine_moves_ahead_is_perfect_and_one_is_not():
    assert (minimax_player().policy == minimax_policy()).all()
    shares = [optimal_share(minimax_player(depth).policy) for depth in (1, 2, 9)]
    assert shares == sorted(shares)
    assert shares[0] < 1 == shares[-1]
    assert worst_case(minimax_player(1).policy).as_o == 1


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("board", ["XXX/.../...", "XXX/OOO/...", "OO./.../...", "XXX/OOO/X.."])
def test_positions_that_no_game_reaches_are_refused(search, board):
    with pytest.raises(ValueError, match="no game by the rules reaches") as error:
        search(parse(board))
    assert show(parse(board)) in str(error.value)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("state", [-1, 3**9, 0.5, "0", None, True, np.array([0, 1])], ids=repr)
def test_what_is_no_state_is_refused(search, state):
    with pytest.raises(ValueError, match="state"):
        search(state)


@pytest.mark.parametrize("search", SEARCHES)
def test_numpy_integers_are_states(search):
    state = parse("XOX/.O./...")
    assert search(np.int64(state)) == search(state)


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


def test_scores_of_ends():
    for board in naive.reachable():
        if naive.is_over(board):
            assert win_score(naive.code(board)) == naive.result(board)
            assert TERMINAL[naive.code(board)]
