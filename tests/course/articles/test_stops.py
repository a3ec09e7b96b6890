"""The articles' learners and searches stop soon after Ctrl-C, too, and nothing breaks."""

import os

import numpy as np
import pytest

from tests.support import test_stops as stops
from tttlearn.course.articles.nestedsoftware import shared_tree
from tttlearn.course.articles.recipes import nestedsoftware_mcts
from tttlearn.game.rules import START

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")

HEAD = f"""{stops.HEAD}
from tttlearn.course.articles.recipes import antirez, self_play
from tttlearn.course.articles.recipes import nestedsoftware_dqn, nestedsoftware_mcts

WORK = {{
    "antirez": lambda: antirez().learn(games),
    "self_play": lambda: self_play().learn(games),
    "deep q": lambda: nestedsoftware_dqn().learn(games),
    "shared tree": lambda: nestedsoftware_mcts(playouts=playouts // 12),
}}
"""


def test_work_stops_soon_and_says_how_far_it_came():
    games = dict.fromkeys(("antirez", "self_play", "deep q"), "games")
    stops.check_that_it_stops(HEAD, games | {"shared tree": "playouts"})


def test_pieces_change_nothing(monkeypatch):
    def results():
        memory = shared_tree.no_memory()
        shared_tree.search(memory, START, 50, 50)
        return [*map(np.ndarray.tobytes, (*memory, nestedsoftware_mcts(playouts=60).values))]

    whole = results()
    for size in (1, 7, 64):
        monkeypatch.setattr(shared_tree, "AT_ONCE", size)
        assert results() == whole
