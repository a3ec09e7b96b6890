"""The runs of nestedsoftware's learner, which several figures and tables look at."""

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
BAD = 0.3
"""More than this lost to perfect play is a bad run: the shares fall apart there (lesson 06)."""
POSITIONS = np.unique(CANONICAL[REACHABLE & ~TERMINAL])
"""The undecided positions, mirror images once."""
PLACE = np.full(N_STATES, -1)
"""Where in POSITIONS a state stands, -1 for one that is not there."""
PLACE[POSITIONS] = np.arange(len(POSITIONS))


def training(opponent):
    """The stages of its training: first as X, then as O."""
    return (NESTED_GAMES, opponent, "X"), (NESTED_GAMES, opponent, "O")


def _keep(learner, winners):
    seen = np.bincount(CANONICAL, learner.visits, N_STATES)[POSITIONS] > 0
    cells = cells_of(learner)
    claimed = learner.values[POSITIONS, cells[POSITIONS]].astype(np.float32)
    found = {"cells": cells, "seen": seen, "claimed": claimed}
    entries = learner.table[..., START, :]
    return found | {"largest": float(abs(learner.table).max()), "tried": np.count_nonzero(entries)}


def _make_new(seed):
    learner = nestedsoftware("repository", seed=seed)
    # The same number, but any update takes its sign away: so the entries written are known.
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
"""The discount that is tried, where the article has none."""


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
        runs=1,  # and more are kept: deep_q_runs
    ),
}


def players():
    """Whom it is tested against, by their names in the tables of the README: policies."""
    first = minimax_player(ties="first").policy
    return {"random": random_policy(), "minimax random": minimax_policy(), "minimax": first}


def pairs(data, batch, name="qtable"):
    """The outcomes of all runs of a batch, (runs, 3), against each other player in both seats and
    against themselves: a dict by pair, such as "random vs qtable". Many items ask for the same.
    """
    cells = stacked(data[batch])
    asked = sha256(cells).digest(), name
    if asked not in _FOUND:
        _FOUND[asked] = _pairs(cells, name)
    return _FOUND[asked]


_FOUND = {}
"""What `pairs` and `errors` have found, by what the players do and their name or values."""


def _pairs(cells, name):
    found = {}
    for other, policy in players().items():
        found[f"{name} vs {other}"] = outcomes(cells, "X", policy)
        found[f"{other} vs {name}"] = outcomes(cells, "O", policy)
    return found | {f"{name} vs {name}": _alone(cells)}


def _alone(cells):
    return (many_alone(cells)[:, None] == [1, 0, -1]).astype(float)


def lost_as_o(data, batch):
    """The share of its games that each run loses as O to perfect play."""
    return pairs(data, batch)["minimax random vs qtable"][:, 0]


def errors(data, batch):
    """What its table says of its own moves in games against random play less what they are worth.

    (signed, absolute), each (runs,): the mean over all its turns, half of the games as X and half
    as O, of the value that the table has for the move it makes less the exact value of its greedy
    play from there on, to the learner; and of the size of that difference.
    """
    cells, claimed = stacked(data[batch]), stacked(data[batch], "claimed")
    asked = sha256(cells).digest(), sha256(claimed).digest()
    if asked not in _FOUND:
        parts = np.array_split(np.arange(len(cells)), -(-len(cells) // BATCH_SIZE))
        found = [_errors(cells[part], claimed[part]) for part in parts]
        _FOUND[asked] = np.concatenate(found, axis=1)
    return _FOUND[asked]


def _errors(cells, claimed):
    """The same of a few runs, (2, runs)."""
    mine = chances_of_actions(cells, TICTACTOE)
    chance = chances_of(random_policy(), TICTACTOE)
    weights, signed, absolute = 0.0, 0.0, 0.0
    for side, turn in (("X", X), ("O", O)):
        real = values(*((mine, chance) if turn == X else (chance, mine)), TICTACTOE).T
        own = np.flatnonzero(REACHABLE & ~TERMINAL & (TURN == turn))
        met = many_visits(cells, side, random_policy())[:, own]
        off = turn * (claimed[:, PLACE[CANONICAL[own]]] - real[:, own])
        weights = weights + met.sum(1)
        signed = signed + (met * off).sum(1)
        absolute = absolute + (met * abs(off)).sum(1)
    return np.stack([signed, absolute]) / weights


def looked_up(runs):
    """How many positions each run has seen, or looked up in its test games, which are drawn: 1,000
    in each seat against each of the other players."""
    cells, never = stacked(runs), 1.0 - stacked(runs, "seen")
    for policy in players().values():
        for side, turn in (("X", X), ("O", O)):
            met = many_visits(cells, side, policy) * (TURN == turn)
            chance = np.array([np.bincount(CANONICAL, one, N_STATES)[POSITIONS] for one in met])
            never *= (1 - np.minimum(chance, 1)) ** GAMES
    return (np.random.default_rng(0).random(never.shape) >= never).sum(1)
