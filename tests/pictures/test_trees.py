"""The picture of a search tree."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Rectangle

from tests.aids.games import GAMES
from tttlearn.game.rules import START, parse
from tttlearn.pictures.trees import plot_search_tree
from tttlearn.search.mcts import MCTS
from tttlearn.support.text import signed


def tree_after(playouts, board=".../.../..."):
    return MCTS(playouts).search(parse(board), np.random.default_rng(1))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def frames(ax):
    """The outer and the inner frame of each board."""
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def numbers(ax):
    return [text for text in texts(ax) if not text[-1].isalpha()]


def test_the_boards_say_visits_and_value():
    tree = tree_after(100)
    ax = plot_search_tree(tree)
    assert len(frames(ax)) == 2 * 10
    shown = list(zip(numbers(ax)[::2], numbers(ax)[1::2], strict=True))
    expected = [(f"{n}", signed(v)) for n, v in zip(tree.visits, tree.values, strict=True)]
    assert sorted(shown[1:]) == sorted(expected)
    dots = sum(len(dots.get_offsets()) for dots in ax.collections)
    assert dots + 10 == len(tree.nodes) == 101


def test_only_the_most_visited_nodes_are_drawn():
    tree = tree_after(500)
    ax = plot_search_tree(tree, max_nodes=30)
    assert sum(len(dots.get_offsets()) for dots in ax.collections) + len(frames(ax)) / 2 == 30
    assert len(ax.lines) >= 29


def test_no_two_nodes_of_a_level_stand_in_one_place():
    ax = plot_search_tree(tree_after(300), max_nodes=120)
    for dots in ax.collections:
        xs = np.sort(dots.get_offsets()[:, 0])
        assert np.diff(xs).min() > 0.5


def test_it_takes_axes_and_positions_near_the_end():
    given = plt.subplots()[1]
    tree = tree_after(50, "XOX/OXO/...")
    assert plot_search_tree(tree, ax=given) is given
    assert "over" in texts(given) or len(texts(given)) > 1


@pytest.mark.parametrize("most", [0, 151])
def test_no_more_than_can_be_seen(most):
    with pytest.raises(ValueError, match="nodes in a picture is a whole number from 1 to 150"):
        plot_search_tree(MCTS(3).search(START, np.random.default_rng(0)), most)


@pytest.mark.parametrize("name", ["4 x 3, falling", "2 x 2", "nim"])
def test_the_tree_of_another_game(name):
    game = GAMES[name]()
    tree = MCTS(60, rules=game).search(game.start, np.random.default_rng(1))
    ax = plot_search_tree(tree, max_nodes=40)
    boards = 1 + len(game.actions(game.start))
    assert len(frames(ax)) == 2 * boards
    assert sum(len(dots.get_offsets()) for dots in ax.collections) == 40 - boards
    assert [text for text in texts(ax) if "move" in text][:2] == ["X to move", "O to move"]
    if name != "nim":
        sizes = {(frame.get_width(), frame.get_height()) for frame in frames(ax)}
        assert sizes == {(game.columns + 0.06, game.rows + 0.06)}
