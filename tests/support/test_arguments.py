"""Numbers and chance at the borders: NumPy's are taken as Python's, all else is named."""

import numpy as np
import pandas as pd
import pytest

import tttlearn as ttt
from tests.aids.learning import fingerprint
from tests.aids.networks import OneSide
from tttlearn.learn.training import spaced
from tttlearn.pictures.boards import draw_boards
from tttlearn.support import arguments

RANDOM = ttt.random_policy()


def rng():
    return np.random.default_rng(3)


class Mute:
    """Fails when it is asked for its text."""

    def __repr__(self):
        raise SystemExit("no text")

    __str__ = __repr__


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


BAD = {
    "play_games": (lambda: ttt.play_games(RANDOM, RANDOM, 5, 0), "rng is a numpy Generator"),
    "play_games, many": (
        lambda: ttt.play_games(RANDOM, RANDOM, 10**30, rng()),
        r"games is a whole number from 0 to 1,000,000,000,000,000, not 1000",
    ),
    "play_match": (lambda: ttt.play_match(RANDOM, RANDOM, 1, None), "rng is a numpy Generator"),
    "sample": (lambda: ttt.sample(RANDOM, 0, 1), "rng is a numpy Generator"),
    "act": (lambda: ttt.player("random").act(0, 1), "rng is a numpy Generator"),
    "TDLearner": (lambda: ttt.TDLearner(alpha="0.1"), "alpha is a number from 0 to 1, not '0.1'"),
    "TDLearner, initial": (lambda: ttt.TDLearner(initial="0"), "initial is a number, not '0'"),
    "TDLearner, seed": (lambda: ttt.TDLearner(seed=1.5), "a seed is a whole number"),
    "QLearner": (lambda: ttt.QLearner(gamma="1"), "gamma is a number from 0 to 1, not '1'"),
    "settings": (
        lambda: ttt.Learner(lambda V, episode, a: None, np.zeros(19683), {"a": "1"}).learn(1),
        "the setting a is a number, not '1'",
    ),
    "learn": (lambda: ttt.TDLearner().learn(10**30), "the number of games is a whole number from"),
    "train": (lambda: ttt.train(ttt.TDLearner(), 10**30), "the number of games is a whole number"),
    "checkpoints": (
        lambda: ttt.train(ttt.TDLearner(), 10, checkpoints=5.0),
        "the number of checkpoints is a whole number, 2 or more, not 5.0",
    ),
    "checkpoints, one": (
        lambda: ttt.train(ttt.TDLearner(), 10, checkpoints=[1, 2.5]),
        "a checkpoint is a whole number from 0 to 10, not 2.5",
    ),
    "train_seeds": (
        lambda: ttt.train_seeds(ttt.TDLearner(), 10, 5),
        r"seeds are whole numbers, .*, not 5; range\(5\) has that many",
    ),
    "spaced": (lambda: spaced("5"), "the number of games is a whole number"),
    "epsilon_greedy": (
        lambda: ttt.epsilon_greedy(np.zeros((19683, 9)), "0.1"),
        "epsilon is a number from 0 to 1, not '0.1'",
    ),
    "player": (lambda: ttt.player([]), r"no player is called \[\]; there are random, one-ply"),
    "minimax_player": (lambda: ttt.minimax_player("2"), "depth in moves is a whole number"),
    "MCTS": (lambda: ttt.MCTS(10**12), "of playouts is a whole number from 1 to 100,000,000"),
    "MCTS, c": (lambda: ttt.MCTS(10, "1"), "c, how much it explores, is a number, 0 or more"),
    "search": (lambda: ttt.MCTS(10).search(0, 1), "rng is a numpy Generator"),
    "network": (lambda: OneSide(hidden=2.5), "of hidden units is a whole number, 1 or more"),
    "network, seed": (lambda: OneSide(seed="0"), "a seed is a whole number"),
    "network, rate": (lambda: OneSide(rate="1"), "rate is a number, not '1'"),
    "Tournament": (
        lambda: ttt.Tournament({"a": RANDOM, "b": RANDOM}, seed=-1),
        "a seed is a whole number, 0 or more, not -1",
    ),
}


CELLS, TD = np.zeros((1, 19683), int), ttt.TDLearner()
TWO = (RANDOM, RANDOM)
HISTORY = pd.DataFrame({"seed": range(10), "games": 1, "visited": 1})
BAD |= {
    "draw_board": (lambda: ttt.draw_board(None), "a state is an integer code .*, not None"),
    "draw_board, True": (lambda: ttt.draw_board(True), "a state is an integer code .*, not True"),
    "draw_board, far": (lambda: ttt.draw_board(20_000), "state code 20000 is outside 0..19682"),
    "draw_board, many": (lambda: ttt.draw_board([0, 1]), r"this takes one state, .* \[0, 1\]"),
    "draw_board, text": (lambda: ttt.draw_board(0, "ab"), "or a table .*, not 'ab'"),
    "draw_board, complex": (lambda: ttt.draw_board(0, RANDOM * 1j), "or a table .* complex numb"),
    "draw_boards": (lambda: draw_boards([]), "states are a list of one state or more"),
    "draw_boards, one": (lambda: draw_boards(0), "states are a list of one state or more"),
    "draw_boards, titles": (lambda: draw_boards([0, 1], ["a"]), "and titles of as many texts"),
    "draw_boards, columns": (lambda: draw_boards([0], columns=0), "of columns is a whole number"),
    "plot_tree": (lambda: ttt.plot_tree(0, -1), "plies is a whole number, 0 or more, not -1"),
    "plot_tree, deep": (lambda: ttt.plot_tree(0, 10**30), "plies is a whole number from 0 to"),
    "plot_tree, wide": (lambda: ttt.plot_tree(0, 10**9), "a tree with 255168 ends is too wide"),
    "plot_tree, state": (lambda: ttt.plot_tree(8), "no game by the rules reaches state 8"),
    "plot_tree, values": (lambda: ttt.plot_tree(0, values=3), "values is a function, not 3"),
    "play_match, pause": (
        lambda: ttt.play_match(*TWO, 1, rng(), pause_on=-1),
        "pause_on is a list of winners, .*, not -1",
    ),
    "plot_outcomes": (lambda: ttt.plot_outcomes({}), "outcomes are a dict from labels .* {}"),
    "plot_outcomes, pairs": (lambda: ttt.plot_outcomes([TWO]), "outcomes are a dict from labels"),
    "plot_outcomes, two": (lambda: ttt.plot_outcomes({"a": (1, 2)}), "of a is an Outcome, or thr"),
    "plot_outcomes, nothing": (lambda: ttt.plot_outcomes({"a": None}), "of a is an Outcome, or"),
    "plot_outcomes, zeros": (
        lambda: ttt.plot_outcomes({"a": (0, 0, 0)}),
        r"one at least positive, not \(0, 0, 0\)",
    ),
    "plot_learning_curves": (
        lambda: ttt.plot_learning_curves(None, "visited"),
        "a history is a DataFrame with columns seed, games and visited, .* not None",
    ),
    "plot_learning_curves, column": (
        lambda: ttt.plot_learning_curves(HISTORY, "visit"),
        "a history is a DataFrame with columns seed, games and visit,",
    ),
    "plot_learning_curves, best": (
        lambda: ttt.plot_learning_curves(HISTORY, "visited", best="1"),
        "best is a number, not '1'",
    ),
    "plot_result_groups": (lambda: ttt.plot_result_groups(None), "winners are an array"),
    "plot_result_groups, 0": (lambda: ttt.plot_result_groups([1], 0), "in a group is a whole num"),
    "plot_result_groups, 7": (lambda: ttt.plot_result_groups([7], 1), r"winners are 1 \(X\)"),
    "plot_value_density": (lambda: ttt.plot_value_density([1, 2], [1]), "winner has a result for"),
    "plot_search_tree": (lambda: ttt.plot_search_tree(None), "a tree is what .*, not None"),
    "plot_search_tree, most": (
        lambda: ttt.plot_search_tree(ttt.MCTS(3).search(0, rng()), 2.5),
        "nodes in a picture is a whole number from 1 to 150, not 2.5",
    ),
    "show_figure": (lambda: ttt.show_figure(None, "a"), "ax is the Axes on which .*, not None"),
    "save": (lambda: ttt.save(RANDOM, "p.npz"), r"this is no learner, .*: array"),
    "save, path": (lambda: ttt.save(TD, None), "path is the name of a file, .* not None"),
    "load": (lambda: ttt.load(3), "path is the name of a file, .* not 3"),
    "train, nothing": (lambda: ttt.train(None, 1), "this is no learner, .*: None"),
    "train, keep": (lambda: ttt.train(TD, 1, keep=[]), r"keep is a dict, .*, not \[\]"),
    "train_seeds, policy": (
        lambda: ttt.train_seeds(RANDOM, 1, [1]),
        "this is no learner, .*: array",
    ),
    "learn, side": (lambda: TD.learn(1, RANDOM, ["X"]), r"\"X\" or \"O\" .*; not \['X'\]"),
    "Tournament, list": (lambda: ttt.Tournament([*TWO]), "players are a dict from names to"),
    "round_robin": (lambda: ttt.round_robin([*TWO]), "policies are a dict from names to"),
    "round_robin, none": (lambda: ttt.round_robin({}), "policies are a dict from names .* {}"),
    "TimeMachine": (
        lambda: ttt.TimeMachine(TD, {"a": TD.table}),
        "a key of tables_by_games, a number of games, is a whole number, .* 'a'",
    ),
    "TimeMachine, table": (
        lambda: ttt.TimeMachine(TD, {1: TD.table[:5]}),
        r"tables_by_games\[1\] is an array of shape \(19683,\), not \(5,\)",
    ),
    "TimeMachine, policy": (lambda: ttt.TimeMachine(RANDOM, {1: TD.table}), "this is no learner"),
    "TimeMachine, tables": (lambda: ttt.TimeMachine(TD, [TD.table]), "is a dict that train"),
    "many_outcomes": (lambda: ttt.many_outcomes(CELLS, ["X"], RANDOM), r"\"O\", not \['X'\]"),
    "many_visits": (lambda: ttt.many_visits(CELLS, {}, RANDOM), 'side "X" or "O", not {}'),
    "minimax_player, heuristic": (
        lambda: ttt.minimax_player(heuristic=3),
        "heuristic is a function of a state, not 3",
    ),
    "minimax_player, score": (lambda: ttt.minimax_player(score=None), "score is a function of a"),
    "StepAlphaBeta": (lambda: ttt.StepAlphaBeta(None), "a state is an integer code .*, not None"),
    "outcome, learner": (lambda: ttt.outcome(TD, RANDOM), "not a Learner: take its .policy"),
    "worst_case, player": (
        lambda: ttt.worst_case(ttt.player("random")),
        "not a PolicyPlayer: take its .policy",
    ),
    "outcome, search": (lambda: ttt.outcome(ttt.MCTS(3), RANDOM), "MCTS: use what its estimate"),
    "outcome, complex": (lambda: ttt.outcome(RANDOM + 0j, RANDOM), "a policy .* complex numbers"),
    "check_policy": (lambda: ttt.check_policy(RANDOM * 1j), "a policy .* not of complex numbers"),
    "greedy": (lambda: ttt.greedy(RANDOM * 1j), "action values .* not of complex numbers"),
}


@pytest.mark.parametrize(("call", "said"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_named_at_every_border(call, said):
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
