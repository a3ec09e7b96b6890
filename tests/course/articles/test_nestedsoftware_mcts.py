"""nestedsoftware's tree search: its published table, and its live variant against others."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from tests.aids import naive
from tttlearn.course.articles.recipes import nested_mcts_table, nestedsoftware_mcts
from tttlearn.evaluation.exact import minimax_policy, outcome, worst_case
from tttlearn.evaluation.policy import check_policy, random_policy
from tttlearn.game.rules import LEGAL, START, TERMINAL, UNDECIDED, parse
from tttlearn.game.tables import IllegalMoveError

RANDOM, PERFECT = random_policy(), minimax_policy()
GAMES = 1_000  # behind each published number
with (Path(__file__).parents[3] / "data" / "published.csv").open(encoding="utf-8") as file:
    PUBLISHED = [row for row in csv.DictReader(file) if "MCTS" in row["setting"]]


@pytest.fixture(scope="module")
def player():
    return nestedsoftware_mcts()


def test_the_published_table_within_sampling_error(player):
    table = nested_mcts_table(player)
    assert len(table) == 7
    matches = 0
    for row in PUBLISHED:
        if row["unit"] == "% of games":
            names = {"x wins": "x_wins", "draw": "draws", "o wins": "o_wins"}
            ours = getattr(table[row["setting"]], names[row["metric"]])
            error = math.sqrt(ours * (1 - ours) / GAMES)
            # Where ours is 0 or 1 the published number is exactly that.
            assert abs(float(row["value"]) / 100 - ours) <= 2 * error, row
            matches += 1
    assert matches == 2 * 3 * 7  # two versions of the table, which agree


def test_it_cannot_be_beaten_and_is_wrong_all_the_same(player):
    assert worst_case(player.policy) == (0, 0)
    assert outcome(player.policy, RANDOM).x_wins < outcome(PERFECT, RANDOM).x_wins - 0.1
    check_policy(player.policy)
    # The quirk: a draw is worth a win, so that it lets wins go.
    lost = [
        board
        for board in naive.undecided()
        if naive.value(board) == (1 if naive.mover(board) == "X" else -1)
        and naive.value(naive.after(board, int(player.policy[naive.code(board)].argmax())))
        != naive.value(board)
    ]
    assert len(lost) > 100


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
