"""Run small studies that must have the same result on every computer; fingerprint them.

Run as a program it prints the fingerprints of the studies that are named, so that a Python in
another environment can be compared.
"""

import hashlib
import sys

import joblib
import numpy as np

from tests.aids.learning import rewarded
from tttlearn.course.articles import recipes
from tttlearn.evaluation.exact import (
    measure,
    minimax_policy,
    optimal_share,
    outcome,
    state_values,
    worst_case,
)
from tttlearn.evaluation.matches import play_games
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import UNDECIDED, parse
from tttlearn.game.tables import fixed
from tttlearn.learn.qlearning import DoubleQLearner, QLearner
from tttlearn.learn.sweep import sweep
from tttlearn.learn.td import TDLearner
from tttlearn.players.roster import player
from tttlearn.search.mcts import MCTS
from tttlearn.tournament.league import Tournament

SOME = fixed(UNDECIDED[::40].copy())
"""Positions whose outputs are compared; in plain Python all take ten times as long as the games.

Read-only, as UNDECIDED is: Numba compiles a function again for writable arrays."""
POINTS = 6
"""Digits of a rating that are compared: it solves equations and has about a thousand points."""


def learned(learner, games, *opponent):
    """Return all that a learner has after these games."""
    winners = learner.learn(games, *opponent)
    return learner.table, learner.visits, winners, learner.rng.random(2)


def rounded(values, digits=9):
    """Return floats without the last bits, where they are sums of NumPy or from a library.

    In which order these add, and so the last bit, depends on the processor.
    """
    scaled = np.asarray(values, dtype=float) * 10.0**digits
    assert (np.abs(scaled % 1 - 0.5) > 1e-4).all(), "a last bit would decide how it is rounded"
    return np.round(scaled)


def _nested(*kind):
    learner = recipes.nestedsoftware(*kind, seed=1)
    as_x = learned(learner, 60, random_policy(), "X")
    return (*as_x, *learned(learner, 60, player("two-ply").policy, "O"))


def _network(network):
    return (*learned(network, 40), network.outputs_in(SOME))


def _search():
    tree = MCTS(300).search(parse("X.. .O. ..."), np.random.default_rng(1))
    policy = MCTS(3).estimate_policy(2, np.random.default_rng(1))
    return tree.visits, np.nan_to_num(tree.values), policy


def _sweep():
    def run(seed, alpha):
        learner = TDLearner(alpha=alpha, seed=seed)
        learner.learn(50)
        return measure(learner.policy)

    with joblib.parallel_config("sequential"):
        results = sweep(run, {"alpha": [0.1, 1.0]}, range(2))
    return (rounded(results.to_numpy()),)


def _tournament():
    names = ("random", "one-ply", "two-ply", "minimax", "minimax-first")
    held = Tournament({name: player(name) for name in names})
    return rounded(held.scores.to_numpy()), rounded(held.ratings, POINTS)


def _exact():
    x, o = player("one-ply").policy, player("two-ply").policy
    numbers = [*outcome(x, o), *worst_case(x), *worst_case(o), optimal_share(x)]
    return state_values(), minimax_policy(), rounded(numbers)


def _games():
    rng = np.random.default_rng(1)
    opponents = random_policy(), player("minimax").policy
    return [play_games(random_policy(), other, 500, rng) for other in opponents]


STUDIES = {
    "td": lambda: learned(TDLearner(epsilon=0.3, seed=1), 200),
    "td, shared positions": lambda: learned(TDLearner(symmetric="positions", seed=1), 200),
    "q": lambda: learned(QLearner(gamma=0.9, seed=1), 200),
    "q, shared moves": lambda: learned(QLearner(symmetric="moves", ties="first", seed=1), 200),
    "double q": lambda: learned(
        rewarded(DoubleQLearner(seed=1), draw=0.5), 200, random_policy(), "O"
    ),
    "hickman": lambda: learned(recipes.hickman(seed=1), 200),
    "hickman, repaired": lambda: learned(recipes.hickman(repaired=True, seed=1), 200),
    "kota7": lambda: learned(recipes.kota7(0, seed=1), 100),
    "nestedsoftware": lambda: _nested("article"),
    "nestedsoftware, double": lambda: _nested("article", True),
    "nestedsoftware, repository": lambda: _nested("repository"),
    "nestedsoftware, tree": lambda: (recipes.nestedsoftware_mcts(playouts=300).policy,),
    "nestedsoftware, deep": lambda: _network(recipes.nestedsoftware_dqn(1, games_each=20)),
    "antirez": lambda: _network(recipes.antirez(seed=1)),
    "antirez, tanh": lambda: _network(recipes.antirez(seed=1, activation="tanh")),
    "antirez, sigmoid": lambda: _network(recipes.antirez(seed=1, activation="sigmoid")),
    "self-play": lambda: _network(recipes.self_play(seed=1)),
    "search": _search,
    "games": _games,
    "sweep": _sweep,
    "tournament": _tournament,
    "exact": _exact,
}


def fingerprint(study):
    """Return a text that changes with any bit of any number in any array of a study."""
    digest = hashlib.sha256()
    for array in map(np.asarray, STUDIES[study]()):
        kind = "<i8" if array.dtype.kind in "ib" else array.dtype.newbyteorder("<")
        digest.update(f"{array.shape}".encode() + array.astype(kind).tobytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    for study in sys.argv[1:]:
        print(fingerprint(study))
