"""How strong Monte-Carlo tree search is after so many playouts, and the time a move takes it."""

import time
from statistics import median

import numpy as np

from tttlearn.evaluation.exact import measure, optimal_cells
from tttlearn.game.rules import START, UNDECIDED
from tttlearn.search.mcts import MCTS
from tttlearn.support.arguments import generator

PLAYOUTS = (10, 30, 100, 300, 1_000, 3_000)


def strength_by_playouts(playouts=PLAYOUTS, samples=10, rng=None, c=MCTS.c):
    """What a search of so many playouts is worth, a DataFrame with a row for each number of them.

    Columns: playouts; samples, as `estimate_policy` takes them, which estimates its policy;
    milliseconds for the first move of a game, here and now; right, the mean probability, over the
    4,520 undecided positions, of a move that keeps the value; and the entries of `measure`,
    computed exactly for the estimated policy. Of these `right` and the outcomes against others are
    right on average over samples; the worst cases are a bit too pessimistic; the optimal share,
    which counts positions without an error in any sample, falls with their number. `rng`: a numpy
    Generator, from seed 0 when None.
    """
    import pandas as pd

    rng = np.random.default_rng(0) if rng is None else generator(rng)
    return pd.DataFrame([_row(MCTS(n, c), samples, rng) for n in playouts])


def _row(player, samples, rng):
    policy = player.estimate_policy(samples, rng)
    return {
        "playouts": player.playouts,
        "samples": samples,
        "milliseconds": milliseconds(player),
        "right": right(policy),
        **measure(policy),
    }


def right(policy):
    """The mean probability of a move that keeps the value, over the undecided positions."""
    return float(policy[UNDECIDED][optimal_cells()[UNDECIDED]].sum() / len(UNDECIDED))


def milliseconds(player, times=5):
    """How long the player thinks about its first move as X, the middle of some times."""
    taken = []
    for seed in range(times):
        rng, start = np.random.default_rng(seed), time.perf_counter()
        player.act(START, rng)
        taken.append(1000 * (time.perf_counter() - start))
    return median(taken)
