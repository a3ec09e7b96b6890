"""Training with exact measurements on the way: learning curves without noise in what they measure.

`train` stops at checkpoints, reads the greedy policy off the table and computes, exactly, what it
does against a random player, against the best reply to it, and against itself. `train_seeds` does
that for many seeds, on all cores, with the same result as one after the other.
"""

import numpy as np

from tttlearn.evaluation.exact import measure
from tttlearn.support import arguments
from tttlearn.support.arguments import whole
from tttlearn.support.progress import ProgressBar, on_all_cores


def spaced(games, points=20):
    """Numbers of games from 1 to `games`, at most `points`, each a constant factor on the last."""
    games, points = whole(games, "the number of games", 1), whole(points, "the number of points", 2)
    return np.unique(np.geomspace(1, games, points).round().astype(int)).tolist()


def train(learner, games, opponent=None, side="both", checkpoints=20, keep=None):
    """Let the learner learn from `games` more games, and measure it on the way.

    `opponent` and `side` as in `learn`. `checkpoints`: how many, geometrically spaced, or a list of
    numbers of games from now on. `keep`: a dict that gets a copy of the table at each checkpoint,
    by the number of games that it has learned from by then. Returns a tidy DataFrame, one row a
    checkpoint: seed, games, the entries of `measure`, and visited, the number of positions that
    it has met.
    """
    import pandas as pd

    stops = _stops(games, checkpoints)
    with ProgressBar(games, "game") as tick:
        rows = list(_rows(learner, games, stops, opponent, side, keep, tick))
    return pd.DataFrame(rows)


def train_seeds(learner, games, seeds, opponent=None, side="both", checkpoints=20):
    """Train a fresh copy of the learner for each seed, on all cores: (DataFrame, list of learners).

    `seeds`: a list or range. The DataFrame has the rows of `train`, seed after seed, the same as
    one by one.
    """
    import pandas as pd

    learners = [learner.fresh(seed) for seed in arguments.seeds(seeds)]
    stops = _stops(games, checkpoints)
    learner.fresh(0).learn(1, opponent, side)  # compiled once, before the threads need it

    def run(one, tick):
        return list(_rows(one, games, stops, opponent, side, None, tick))

    rows = on_all_cores(run, learners, games * len(learners), "game")
    return pd.DataFrame([row for found in rows for row in found]), learners


def _stops(games, checkpoints):
    games = whole(games, "the number of games")
    if not np.iterable(checkpoints):
        return spaced(games, whole(checkpoints, "the number of checkpoints", 2))
    stops = sorted(whole(stop, "a checkpoint", 0, games) for stop in checkpoints)
    if not stops:
        raise ValueError(f"checkpoints are numbers of games from 0 to {games:,}, and none is given")
    return stops


def _rows(learner, games, stops, opponent, side, keep, tick):
    """A row for each stop; `tick` is told of games every fifth of a second, and may raise."""
    start = learner.games

    def learn_until(stop):
        for winners in learner.learn_in_chunks(start + stop - learner.games, opponent, side):
            tick(len(winners))

    for stop in stops:
        learn_until(stop)
        if keep is not None:
            keep[learner.games] = learner.table.copy()
        found = measure(learner.policy, learner.rules)
        visited = int((learner.visits > 0).sum())
        yield {"seed": learner.seed, "games": learner.games, **found, "visited": visited}
    learn_until(games)
