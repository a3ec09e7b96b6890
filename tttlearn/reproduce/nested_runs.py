"""The runs of nestedsoftware's learner, which several figures and tables look at."""

import numpy as np

from tttlearn.many import cells_of, outcomes
from tttlearn.recipes import NESTED_GAMES, nestedsoftware
from tttlearn.reproduce.batches import Batch
from tttlearn.rules import CANONICAL, N_STATES, REACHABLE, TERMINAL
from tttlearn.solve import minimax_policy

SOURCE = "nestedsoftware article"
GAMES = 1_000
"""Test games behind each published share."""
CALL = "recipes.nestedsoftware({}), 7,000 games a side against {} play"
BAD = 0.3
"""More than this lost to perfect play is a bad run: the shares fall apart there (lesson 06)."""
POSITIONS = np.unique(CANONICAL[REACHABLE & ~TERMINAL])
"""The undecided positions, mirror images once."""


def training(opponent):
    """The stages of its training: first as X, then as O."""
    return (NESTED_GAMES, opponent, "X"), (NESTED_GAMES, opponent, "O")


def _keep(learner, winners):
    visits = np.bincount(CANONICAL, learner.visits, N_STATES)[POSITIONS]
    return {"cells": cells_of(learner.policy), "seen": visits > 0}


def _make_new(seed):
    learner = nestedsoftware("repository", seed=seed)
    # The same number, but any update takes its sign away: so the entries written are known.
    learner.table[:] = -0.0
    return learner


def _keep_new(learner, winners):
    return {"cells": cells_of(learner.policy), "items": int((~np.signbit(learner.table)).sum())}


def _of(rewards="article", double=False):
    return lambda seed: nestedsoftware(rewards, double, seed)


BATCHES = {
    "nested": Batch(_of(), training("random"), _keep, runs=1_000),
    "nested-draw": Batch(_of("draw-equals-win"), training("random"), _keep, runs=1_000),
    "nested-head": Batch(_make_new, training("random"), _keep_new, runs=200),
    "nested-perfect": Batch(_of(), training("perfect"), _keep, runs=200),
    "nested-double": Batch(_of(double=True), training("random"), _keep, runs=200),
}


def stacked(runs, what="cells"):
    """What the runs of a batch have under this name, as one array."""
    return np.array([run[what] for run in runs])


def lost_as_o(runs):
    """The share of its games that each run loses as O to perfect play."""
    return outcomes(stacked(runs), "O", minimax_policy())[:, 0]


def looked_up(runs, seed=0):
    """How many positions each run has seen, or looked up in 1,000 test games in each seat against
    each of the three opponents: the games are drawn."""
    opponents = random_policy(), minimax_policy(), minimax_player(ties="first").policy
    rng, found = np.random.default_rng(seed), []
    for run in runs:
        policy = np.eye(9)[run["cells"]]
        never = 1.0 - run["seen"]
        for other in opponents:
            for side, pair in ((1, (policy, other)), (-1, (other, policy))):
                visits = visit_probabilities(*pair) * (TURN == side)
                met = np.bincount(CANONICAL, visits, N_STATES)[POSITIONS]
                never *= (1 - np.minimum(met, 1)) ** GAMES
        found.append((rng.random(len(never)) >= never).sum())
    return np.array(found)
