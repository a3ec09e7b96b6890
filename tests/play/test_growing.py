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


def test_a_notebook_keeps_each_playout_in_words_and_the_last_tree():
    text, alt, picture = StepSearch(LATE, playouts=6, seed=3).twin()
    assert text.startswith("Tree search, step by step\n1. Select: the root.")
    assert "\n5. Select: down by 7." in text
    assert text.count("\n") == 6
    assert alt.startswith("The search tree after the last step")
    assert picture.startswith(b"\x89PNG")


def test_a_tree_too_large_to_read_is_refused():
    with pytest.raises(ValueError, match="number of playouts is a whole number from 1 to 30"):
        StepSearch(LATE, playouts=31)
