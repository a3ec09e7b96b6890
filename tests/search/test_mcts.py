"""Monte-Carlo tree search: that which one would write, the policy that it has, and its thoughts."""

import math
from functools import partial

import numpy as np
import pytest

from tests.aids import naive
from tests.aids.bars import bars_of
from tests.aids.plain_search import plain_search
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    START,
    TICTACTOE,
    UNDECIDED,
    parse,
)
from tttlearn.game.tables import IllegalMoveError
from tttlearn.play.reasons import thoughts, why
from tttlearn.search import mcts
from tttlearn.search.mcts import MCTS
from tttlearn.search.playouts import empty_tree, logarithms, max_nodes

rng = partial(np.random.default_rng, 1)


def test_of_equals_the_better_value_is_chosen():
    # With 9 playouts or fewer every move is tried once at most.
    for seed in range(30):
        tree = MCTS(9).search(START, np.random.default_rng(seed))
        assert tree.visits.tolist() == [1] * 9
        assert tree.values[tree.choice] == tree.values.max()
        as_o = MCTS(8).search(1, np.random.default_rng(seed))
        assert as_o.values[as_o.choice] == np.nanmin(as_o.values)


def test_the_text_of_a_tree():
    tree = MCTS(30).search(parse("XX./OO./..."), rng())
    first, header, best, *_ = str(tree).splitlines()
    assert first == "X to move, 30 playouts"
    assert header.split() == ["cell", "visits", "value", "to", "X", "line"]
    assert best.split() == ["2", str(tree.visits[2]), "+1.000", "2"]


@pytest.mark.parametrize("board", [".../.../...", "X../.../...", "XOX/.../..O"])
@pytest.mark.parametrize("c", [0, 0.5, math.sqrt(2)])
def test_it_is_the_search_that_one_would_write_with_objects(board, c):
    visits, values = plain_search(naive, board.replace("/", ""), 9, 250, c, rng())
    tree = MCTS(250, c).search(parse(board), rng())
    assert tree.visits.tolist() == visits.tolist()
    assert tree.values == pytest.approx(values, nan_ok=True, abs=0)


def test_two_searches_of_one_name_are_two_keys():
    assert len({MCTS(playouts=10): 1, MCTS(playouts=10): 2}) == 2


def test_the_seed_decides_the_tree():
    trees = [MCTS(200).search(START, np.random.default_rng(seed)).nodes for seed in (1, 1, 2)]
    assert trees[0] == trees[1] != trees[2]


def test_the_tree_is_no_larger_than_the_game():
    assert naive.tree_nodes() == max_nodes(TICTACTOE) == 549_946
    assert len(empty_tree(10**9).state) == 549_946 + 1
    logs = logarithms(1000)
    assert logs[0] == 0
    assert [logs[n] for n in (1, 2, 1000)] == [math.log(n) for n in (1, 2, 1000)]


@pytest.mark.parametrize("playouts", [0, -1, 1.5, True, "10", None])
def test_playouts_are_counted(playouts):
    with pytest.raises(ValueError, match="the number of playouts is a whole number from 1"):
        MCTS(playouts)
    with pytest.raises(ValueError, match="the number of samples is a whole number, 1 or more"):
        MCTS(3).estimate_policy(playouts, rng())


@pytest.mark.parametrize("c", [-0.1, math.nan, math.inf, "1", None])
def test_c_is_a_number(c):
    with pytest.raises(ValueError, match="c, how much it explores, is a number, 0 or more"):
        MCTS(10, c)


@pytest.mark.parametrize("wrong", [None, 1, np.random.RandomState(1)], ids=str)
def test_rng_is_a_generator(wrong):
    for call in (MCTS(3).act, MCTS(3).search, lambda _, r: MCTS(3).estimate_policy(1, r)):
        with pytest.raises(ValueError, match="rng is a numpy Generator"):
            call(START, wrong)


def test_where_nobody_is_to_move_there_is_nothing_to_search():
    with pytest.raises(IllegalMoveError, match="nobody is to move"):
        MCTS(3).search(parse("XXX/OO./..."), rng())


def test_the_estimate_is_of_what_it_does():
    # One playout: a move at random.
    policy = MCTS(1).estimate_policy(200, rng())
    rows = policy[UNDECIDED] - random_policy()[UNDECIDED]
    assert np.abs(rows).max() < 0.15
    state, player = parse("XO./.X./..."), MCTS(20)
    draws = [player.act(state, np.random.default_rng(seed)) for seed in range(600)]
    found = np.bincount(draws, minlength=9) / 600
    estimate = player.estimate_policy(30, rng())[state]
    assert np.abs(found - estimate).max() < 0.13


def test_the_bar_of_an_estimate_ends_with_its_last_playout(monkeypatch):
    seen = bars_of(monkeypatch, mcts)
    MCTS(3).estimate_policy(2, rng())
    assert [bar.total for bar in seen] == [sum(bar.ticks) for bar in seen] != []


def test_the_first_states_are_searched_ten_times_as_often():
    policy = MCTS(5).estimate_policy(1, rng())
    in_images = 8 * policy[[START, parse("X../.../..."), parse("X../O../XO.")]].max(1)
    early = np.array([10, 10, 1]) * in_images
    assert early == pytest.approx(np.round(early))
    assert in_images[0] != pytest.approx(np.round(in_images[0]))


def test_its_thoughts_are_those_of_the_search_that_chose_the_move():
    player, state = MCTS(200), parse("XX./.O./...")
    cell = player.act(state, np.random.default_rng(8))
    tree = MCTS(200).search(state, np.random.default_rng(8))
    kind, row = thoughts(player, state)
    assert kind == "visits"
    assert [share or 0 for share in row] == tree.shares.tolist()
    assert why(player, state, cell).startswith("O took C1: it blocks your line A1-B1-C1; ")
    assert why(player, state, cell).endswith("of its search went there, more than anywhere else.")
    assert "but more went to another move" in why(player, state, 8)


def test_its_thoughts_about_another_position_are_always_the_same():
    player = MCTS(50)
    first = thoughts(player, START)
    player.act(parse("X../.../..."), rng())
    assert thoughts(player, START) == first
    assert thoughts(player, parse("XXX/OO./...")).kind == ""
