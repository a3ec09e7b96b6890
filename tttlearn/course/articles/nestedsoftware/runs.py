"""Define the runs of nestedsoftware's learner, which several figures and tables use."""

from functools import cache
from hashlib import sha256

import numpy as np

from tttlearn.course.articles.batches import Batch, cells_of, outcomes, stacked
from tttlearn.course.articles.recipes import (
    DQN_GAMES,
    NESTED_GAMES,
    nestedsoftware,
    nestedsoftware_dqn,
)
from tttlearn.evaluation.exact import BATCH_SIZE, minimax_policy
from tttlearn.evaluation.many import many_alone, many_visits
from tttlearn.evaluation.passes import chances_of, chances_of_actions, values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    CANONICAL,
    N_STATES,
    REACHABLE,
    START,
    TERMINAL,
    TICTACTOE,
    TURN,
)
from tttlearn.game.tables import O, X
from tttlearn.search.game_tree import minimax_player

SOURCE = "nestedsoftware article"
GAMES = 1_000
"""Test games behind each published share."""
CALL = "recipes.nestedsoftware({}): 7,000 games a side against {} play"
BAD_SHARE = 0.3
"""Share lost to perfect play above which a run is bad; few runs are near it (lesson 06)."""
POSITIONS = np.unique(CANONICAL[REACHABLE & ~TERMINAL])
"""Undecided positions, with mirror images counted once."""
POSITION_INDEX = np.full(N_STATES, -1)
"""Index of each state in POSITIONS, -1 for a state that is not in it."""
POSITION_INDEX[POSITIONS] = np.arange(len(POSITIONS))


def training(opponent):
    """Return the stages of the learner's training: first as X, then as O."""
    return (NESTED_GAMES, opponent, "X"), (NESTED_GAMES, opponent, "O")


def _keep(learner, winners):
    seen = np.bincount(CANONICAL, learner.visits, N_STATES)[POSITIONS] > 0
    cells = cells_of(learner)
    claimed = learner.values[POSITIONS, cells[POSITIONS]].astype(np.float32)
    result = {"cells": cells, "seen": seen, "claimed": claimed}
    entries = learner.table[..., START, :]
    return result | {"largest": float(abs(learner.table).max()), "tried": np.count_nonzero(entries)}


def _make_new(seed):
    learner = nestedsoftware("repository", seed=seed)
    # Equal to 0.0, but any update removes the sign, which shows the entries that were written.
    learner.table[:] = -0.0
    return learner


def _keep_new(learner, winners):
    return {"cells": cells_of(learner), "items": int((~np.signbit(learner.table)).sum())}


def _make_greedy(seed):
    learner = nestedsoftware(seed=seed)
    learner.epsilon = 0.0
    return learner


def _discounting(seed):
    learner = nestedsoftware(seed=seed)
    learner.settings = learner.settings | {"gamma": DISCOUNT}
    return learner


DISCOUNT = 0.9
"""Discount that is tried; the article has none."""


def _of(**settings):
    return lambda seed: nestedsoftware(seed=seed, **settings)


BATCHES = {
    "nested": Batch(_of(), training("random"), _keep, runs=700),
    "nested-draw": Batch(_of(rewards="draw-equals-win"), training("random"), _keep, runs=700),
    "nested-head": Batch(_make_new, training("random"), _keep_new, runs=700),
    "nested-perfect": Batch(_of(), training("perfect"), _keep, runs=700),
    "nested-double": Batch(_of(double=True), training("random"), _keep, runs=300),
    "nested-sum": Batch(_of(adding=True), training("random"), _keep, runs=300),
    "nested-discount": Batch(_discounting, training("random"), _keep, runs=300),
    "nested-greedy": Batch(_make_greedy, training("random"), _keep, runs=300),
    "nested-neural": Batch(
        nestedsoftware_dqn,
        ((2 * DQN_GAMES, "itself", "both"),),
        lambda learner, winners: {"cells": cells_of(learner)},
        runs=1,  # more runs are kept in a file: see deep_q_runs
    ),
}


@cache
def players():
    """Return the policies that the learner is tested against, by their names in the README."""
    first = minimax_player(ties="first").policy
    return {"random": random_policy(), "minimax random": minimax_policy(), "minimax": first}


def pairs(data, batch, name="qtable"):
    """Return the outcomes of all runs of a batch in each pairing: a dict by pair, (runs, 3).

    Each run meets each other player in both seats, and itself; a pair is named as in "random vs
    qtable". The results are cached, because many items need the same.
    """
    cells = stacked(data[batch])
    key = sha256(cells).digest(), name
    if key not in _FOUND:
        _FOUND[key] = _pairs(cells, name)
    return _FOUND[key]


def against_random(data, batch):
    """Return what each run of a batch wins and loses against random play: {side: (won, lost)}."""
    as_x, as_o = (pairs(data, batch)[pair].T for pair in ("qtable vs random", "random vs qtable"))
    return {"X": (as_x[0], as_x[2]), "O": (as_o[2], as_o[0])}


_FOUND = {}
"""Results of `pairs` and `errors`, by digests of the cells and the name or the claimed values."""


def _pairs(cells, name):
    results = {}
    for other, policy in players().items():
        results[f"{name} vs {other}"] = outcomes(cells, "X", policy)
        results[f"{other} vs {name}"] = outcomes(cells, "O", policy)
    return results | {f"{name} vs {name}": _alone(cells)}


def _alone(cells):
    return (many_alone(cells)[:, None] == [1, 0, -1]).astype(float)


def lost_as_o(data, batch):
    """Return the share of its games that each run loses as O to perfect play."""
    return pairs(data, batch)["minimax random vs qtable"][:, 0]


def errors(data, batch):
    """Return how far the table's values of its own moves are from what these moves are worth.

    The values are compared in games against random play. Returns (signed, absolute), each (runs,):
    the mean over all its turns, half of the games as X and half as O, of the value in the table for
    the move that it makes minus the exact value, to the learner, of its greedy play from there on;
    and the mean of the size of that difference.
    """
    cells, claimed = stacked(data[batch]), stacked(data[batch], "claimed")
    key = sha256(cells).digest(), sha256(claimed).digest()
    if key not in _FOUND:
        parts = np.array_split(np.arange(len(cells)), -(-len(cells) // BATCH_SIZE))
        results = [_errors(cells[part], claimed[part]) for part in parts]
        _FOUND[key] = np.concatenate(results, axis=1)
    return _FOUND[key]


def _errors(cells, claimed):
    """Return the same for a few runs, (2, runs)."""
    mine = chances_of_actions(cells, TICTACTOE)
    chance = chances_of(random_policy(), TICTACTOE)
    weights, signed, absolute = 0.0, 0.0, 0.0
    for side, turn in (("X", X), ("O", O)):
        real = values(*((mine, chance) if turn == X else (chance, mine)), TICTACTOE).T
        own = np.flatnonzero(REACHABLE & ~TERMINAL & (TURN == turn))
        met = many_visits(cells, side, random_policy())[:, own]
        off = turn * (claimed[:, POSITION_INDEX[CANONICAL[own]]] - real[:, own])
        weights = weights + met.sum(1)
        signed = signed + (met * off).sum(1)
        absolute = absolute + (met * abs(off)).sum(1)
    return np.stack([signed, absolute]) / weights


def looked_up(runs):
    """Return how many positions each run has stored, in training or in its test games.

    A position is stored when it is seen or looked up. The test games are drawn: 1,000 in each seat
    against each of the other players.
    """
    cells, never = stacked(runs), 1.0 - stacked(runs, "seen")
    for policy in players().values():
        for side, turn in (("X", X), ("O", O)):
            met = many_visits(cells, side, policy) * (TURN == turn)
            chance = np.array([np.bincount(CANONICAL, run, N_STATES)[POSITIONS] for run in met])
            never *= (1 - np.minimum(chance, 1)) ** GAMES
    return (np.random.default_rng(0).random(never.shape) >= never).sum(1)
