"""Numbers and chance at the borders: NumPy's are taken as Python's, all else is named."""

import numpy as np
import pandas as pd
import pytest

import tttlearn as ttt
from tests.aids.learning import fingerprint
from tests.aids.scripted import Mute
from tttlearn.pictures.boards import draw_boards
from tttlearn.support import arguments

RANDOM = ttt.random_policy()


def rng():
    return np.random.default_rng(3)


@pytest.mark.parametrize("kind", [int, np.int8, np.uint64, np.int64, np.array])
def test_whole_numbers_of_all_kinds(kind):
    found = arguments.whole(kind(5), "n")
    assert (found, type(found)) == (5, int)


@pytest.mark.parametrize("kind", [int, float, np.int64, np.float16, np.float64, np.array])
def test_numbers_of_all_kinds(kind):
    for check in (arguments.number, arguments.share):
        found = check(kind(1), "x")
        assert (found, type(found)) == (1.0, float)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        *((True, "True"), (np.True_, "True"), (1.5, "1.5"), (np.float64(1.0), "1.0")),
        *((None, "None"), ("3", "'3'"), ([3], r"\[3\]"), (np.array([3, 4]), r"array\(\[3, 4\]\)")),
        *((-1, "-1"), (Mute(), "something of type Mute"), (10**5000, "something of type int")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_whole_number_is_named(value, shown):
    with pytest.raises(ValueError, match=f"^n is a whole number.*, not {shown}$"):
        arguments.whole(value, "n")


@pytest.mark.parametrize(
    "value", [True, None, "0.1", 1j, [0.1], np.nan, np.inf, 10**400, Mute()], ids=type
)
def test_what_is_no_number_is_named(value):
    with pytest.raises(ValueError, match=r"^x is a number, not "):
        arguments.number(value, "x")
    with pytest.raises(ValueError, match=r"^x is a number from 0 to 1, not "):
        arguments.share(value, "x")


@pytest.mark.parametrize("value", [-1e-9, 1.0000001, 2, np.float32(-1)])
def test_a_share_is_between_0_and_1(value):
    with pytest.raises(ValueError, match=r"^x is a number from 0 to 1, not "):
        arguments.share(value, "x")


@pytest.mark.parametrize("value", [0, None, "seven", np.random.RandomState(0)])
def test_a_generator_is_asked_for(value):
    with pytest.raises(ValueError, match=r"such as numpy\.random\.default_rng\(0\), not "):
        arguments.generator(value)


def test_the_seed_that_was_given_is_the_one_that_is_proposed():
    with pytest.raises(ValueError, match=r"default_rng\(7\), not 7"):
        arguments.generator(np.int64(7))


# That each argument is named is tested by `tests.project.test_public_calls`; this is what is more.
BAD = {
    "play_games, many": (
        lambda: ttt.play_games(RANDOM, RANDOM, 10**30, rng()),
        r"games is a whole number from 0 to 1,000,000,000,000,000, not 1000",
    ),
    "train_seeds": (
        lambda: ttt.train_seeds(ttt.TDLearner(), 10, 5),
        r"seeds are whole numbers, .*, not 5; range\(5\) has that many",
    ),
}
TD = ttt.TDLearner()
HISTORY = pd.DataFrame({"seed": range(10), "games": 1, "visited": 1})
BAD |= {
    "draw_board, far": (lambda: ttt.draw_board(20_000), "state code 20000 is outside 0..19682"),
    "draw_board, many": (lambda: ttt.draw_board([0, 1]), r"this takes one state, .* \[0, 1\]"),
    "draw_board, complex": (lambda: ttt.draw_board(0, RANDOM * 1j), "or a table .* complex numb"),
    "draw_boards": (lambda: draw_boards([]), "states are a list of one state or more"),
    "draw_boards, titles": (lambda: draw_boards([0, 1], ["a"]), "and titles of as many texts"),
    "plot_tree": (lambda: ttt.plot_tree(0, -1), "plies is a whole number, 0 or more, not -1"),
    "plot_tree, state": (lambda: ttt.plot_tree(8), "no game by the rules reaches state 8"),
    "MCTS, name": (lambda: ttt.MCTS(name=None), "the name of a player is a text, not None"),
    "plot_outcomes, two": (lambda: ttt.plot_outcomes({"a": (1, 2)}), "of a is an Outcome, or thr"),
    "plot_outcomes, zeros": (
        lambda: ttt.plot_outcomes({"a": (0, 0, 0)}),
        r"one at least positive, not \(0, 0, 0\)",
    ),
    "plot_learning_curves, column": (
        lambda: ttt.plot_learning_curves(HISTORY, "visit"),
        "a history is a DataFrame with columns seed, games and visit,",
    ),
    "plot_result_groups, 7": (lambda: ttt.plot_result_groups([7], 1), r"winners are 1 \(X\)"),
    "plot_value_density": (lambda: ttt.plot_value_density([1, 2], [1]), "winner has a result for"),
    "TimeMachine, table": (
        lambda: ttt.TimeMachine(TD, {1: TD.table[:5]}),
        r"tables_by_games\[1\] is an array of shape \(19683,\), not \(5,\)",
    ),
    "check_policy, learner": (lambda: ttt.check_policy(TD), "not a Learner: take its .policy"),
    "check_policy, player": (
        lambda: ttt.check_policy(ttt.player("random")),
        "not a PolicyPlayer: take its .policy",
    ),
    "check_policy": (lambda: ttt.check_policy(RANDOM * 1j), "a policy .* not of complex numbers"),
}


@pytest.mark.parametrize(("call", "said"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_numbers_of_numpy_do_what_those_of_python_do():
    one = ttt.TDLearner(0.5, 1, epsilon=0.25, seed=3)
    other = ttt.TDLearner(np.float32(0.5), np.int8(1), epsilon=np.float16(0.25), seed=np.int64(3))
    one_rows = ttt.train(one, 30, checkpoints=5)
    other_rows = ttt.train(other, np.int64(30), checkpoints=np.int64(5))
    assert one_rows.equals(other_rows)
    assert fingerprint(one) == fingerprint(other)
    games = [ttt.play_games(RANDOM, RANDOM, n, rng()) for n in (9, np.int64(9), np.array(9))]
    assert games[0].tolist() == games[1].tolist() == games[2].tolist()
    seeds, _ = ttt.train_seeds(one, 5, np.arange(2), checkpoints=[np.int16(5)])
    assert seeds.seed.tolist() == [0, 1]
