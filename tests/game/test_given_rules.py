"""What is no game is refused as `rules`, by every function that takes them, in one sentence."""

import inspect

import numpy as np
import pytest

import tttlearn as ttt
from tests.aids.connect_four import connect_four
from tttlearn.play.session import Session
from tttlearn.search import game_tree


def takes_rules(thing):
    """Whether this is a function, or a class, with a parameter `rules`."""
    try:
        return callable(thing) and "rules" in inspect.signature(thing).parameters
    except ValueError:  # of an error, which does not say
        return False


PUBLIC = {name: getattr(ttt, name) for name in dir(ttt) if takes_rules(getattr(ttt, name))}
PUBLIC |= {name: getattr(game_tree, name) for name in ("minimax", "alpha_beta", "limited_values")}
PUBLIC["Session"] = Session
GIVEN = {
    **dict.fromkeys(("player", "policy", "values_of_actions", "x", "o"), ttt.random_policy()),
    **{"V": np.zeros(19_683), "cells": np.zeros((1, 19_683), int), "side": "X"},
    **{"opponent": "minimax", "state": 0, "action": 0, "cell": 0, "text": "." * 9, "n": 1},
    **{"name": "minimax", "epsilon": 0.1, "depth": 2, "rng": np.random.default_rng(0)},
    **{"players": dict.fromkeys("ab", ttt.random_policy()), "policies": {"a": ttt.random_policy()}},
    **{
        "games": {"one": [0, 1]},
        "rule": lambda table, episode: None,
        "table": np.zeros(19_683),
        "path": "no.npz",
    },
}
"""What is right for each parameter, by its name."""


def call(name, rules):
    """The function called as is right, apart from its `rules`."""
    parameters = inspect.signature(PUBLIC[name]).parameters.values()
    needed = [p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    return PUBLIC[name](**{one: GIVEN[one] for one in needed if one != "rules"}, rules=rules)


def test_all_who_take_rules_are_known():
    assert len(PUBLIC) > 45
    assert {"worst_case", "errs", "optimal_share", "Learner", "Board", "plot_tree"} < {*PUBLIC}


@pytest.mark.parametrize("name", [name for name in PUBLIC if name != "load"])
def test_what_is_no_game_is_refused_by_name(name):  # `load` takes None: the file names the game
    for wrong, said in ((None, "not None"), (ttt.random_policy(), "not a second policy")):
        with pytest.raises(ValueError, match=f"^rules are those of a game, such as .*, {said}"):
            call(name, wrong)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (0, "not 0"),
        ("3 x 4", "not '3 x 4'"),
        (ttt.boards, "not <function"),
        (ttt.random_policy(), r"not a second policy or player: ttt.outcome\(x, o\) lets two"),
        (ttt.player("minimax"), "not a second policy or player"),
    ],
    ids=["0", "text", "boards", "policy", "player"],
)
def test_it_is_said_what_was_given_instead(wrong, said):
    with pytest.raises(ValueError, match=f"^rules are those of a game, such as .*, {said}"):
        call("load", wrong)


@pytest.mark.parametrize("name", [name for name in PUBLIC if name not in ("MCTS", "show")])
def test_a_large_game_has_no_tables(name):
    with pytest.raises(ValueError, match=r"is a large game, which has no tables: tree search play"):
        call(name, connect_four())
