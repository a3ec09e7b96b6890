"""nestedsoftware's tree search: its live variant against others, and what it refuses."""

import math

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.course.articles.recipes import nestedsoftware_mcts
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, START, TERMINAL, UNDECIDED, parse
from tttlearn.game.tables import IllegalMoveError

RANDOM = random_policy()


def test_live_it_begins_each_game_with_nothing_found():
    live = nestedsoftware_mcts(live=True)
    live.act(START)
    first = live.memory.visits.sum()
    live.act(parse("XO./.../..."))
    assert live.memory.visits.sum() > first
    live.act(START)
    assert live.memory.visits.sum() == first


@pytest.mark.parametrize("side", ["X", "O"])
def test_live_games_are_gone_through_exactly(side):
    live = nestedsoftware_mcts(live=True, playouts=15)
    exact = live.outcome(RANDOM, side)
    assert sum(exact) == pytest.approx(1)
    assert live.outcome(RANDOM, side) == exact
    rng, n = np.random.default_rng(0), 300
    ends = [game(live, side, rng) for _ in range(n)]
    for end, share in zip(("X", "", "O"), exact, strict=True):
        assert ends.count(end) / n == pytest.approx(share, abs=4 * math.sqrt(0.25 / n))


def game(live, side, rng):
    board = "." * 9
    while not naive.is_over(board):
        moves = naive.moves(board)
        mine = naive.mover(board) == side
        cell = live.act(naive.code(board), rng) if mine else moves[rng.integers(len(moves))]
        board = naive.after(board, cell)
    return naive.winner(board)


def test_live_moves_are_legal_wherever_it_is_asked():
    live = nestedsoftware_mcts(live=True, playouts=3)
    for state in UNDECIDED[::20].tolist():
        assert LEGAL[state, live.act(state)]
    with pytest.raises(IllegalMoveError, match="nobody is to move"):
        live.act(int(np.flatnonzero(TERMINAL)[0]))


def test_bad_settings_are_named():
    with pytest.raises(
        ValueError, match=r"the number of playouts is a whole number from 1 to .*, not 0"
    ):
        nestedsoftware_mcts(playouts=0)
    with pytest.raises(ValueError, match='it plays "X" or "O", not 1'):
        nestedsoftware_mcts(live=True).outcome(RANDOM, 1)
