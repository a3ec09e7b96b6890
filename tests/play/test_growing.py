"""Tree search playout by playout: the steps are those of the search, and the picture says them."""

import numpy as np
import pytest

from tttlearn import MCTS, StepSearch
from tttlearn.game.rules import LEGAL, parse
from tttlearn.play.growing import search_steps

LATE = parse(".XO / OXX / ...")


def test_the_last_step_has_the_tree_of_the_search():
    for seed in range(5):
        tree = MCTS(20).search(LATE, np.random.default_rng(seed))
        assert list(search_steps(LATE, 20, seed)[-1].nodes.values()) == tree.nodes


def test_each_playout_counts_once_in_every_node_of_its_path():
    before = {}
    for n, step in enumerate(search_steps(LATE, 30, 1), 1):
        assert step.path[0] == 0
        assert step.nodes[0].visits == n
        for i, node in step.nodes.items():
            visits, total = (before[i].visits, before[i].value) if i in before else (0, 0)
            assert node.visits == visits + (i in step.path)
            gain = node.value * node.visits - total * visits
            assert gain == pytest.approx(step.winner if i in step.path else 0)
        for above, below in zip(step.path, step.path[1:], strict=False):
            assert step.nodes[below].parent == above
        before = step.nodes


def test_a_step_says_its_four_parts():
    steps = search_steps(LATE, 20, 3)
    assert steps[14].caption == (
        "select: down by 7, then 8. Expand: cell 6, a new node. Play out: random moves, X wins. "
        "Back up: one visit and +1 in four nodes."
    )
    assert "Expand: nothing, the game is over there." in steps[17].caption
    assert steps[0].caption.startswith("select: the root. Expand: cell 0, a new node.")
    assert {step.nodes[step.path[1]].action for step in steps[:4]} == set(
        np.flatnonzero(LEGAL[LATE]).tolist()
    )


def test_the_slider_shows_another_playout_and_the_notebook_keeps_the_last():
    stepping = StepSearch(LATE, playouts=6, seed=3)
    first = stepping.slider.page
    stepping.slider.index = 4
    assert stepping.slider.page != first
    assert "5. Select: down by 7." in stepping.slider.page
    data, metadata = stepping._repr_mimebundle_()
    assert data["text/plain"].startswith("Tree search, step by step\n1. Select: the root.")
    assert data["text/plain"].count("\n") == len(stepping.steps) == 6
    assert metadata["image/png"]["alt"].startswith("The search tree after the last step")


def test_a_tree_too_large_to_read_is_refused():
    with pytest.raises(ValueError, match="number of playouts is a whole number from 1 to 30"):
        StepSearch(LATE, playouts=31)
