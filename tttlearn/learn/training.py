"""Training with exact measurements on the way: learning curves without noise from measuring.

`train` stops at checkpoints, reads the greedy policy off the table and computes, exactly, what it
does against a random player, against the best reply to it, and against itself. `train_seeds` does
that for many seeds, on all cores, with the same result as one after the other.
"""

from functools import partial

import numpy as np

from tttlearn.evaluation.exact import BATCH_SIZE, measure_many
from tttlearn.learn.pupil import check_pupil
from tttlearn.support import arguments
from tttlearn.support.arguments import shown, whole
from tttlearn.support.cores import cores
from tttlearn.support.progress import ProgressBar, on_all_cores

MOST_CHECKPOINTS = 10**6
"""The rows of more would not fit into memory: each takes a kilobyte."""


def spaced(games, points=20):
    """Numbers of games from 1 to `games`, at most `points`, each a constant times the last."""
    games = whole(games, "the number of games", 1)
    points = whole(points, "the number of points", 2, MOST_CHECKPOINTS)
    return np.unique(np.geomspace(1, games, points).round().astype(int)).tolist()


def train(learner, games, opponent=None, side="both", checkpoints=20, keep=None):
    """Let the learner learn from `games` more games, and measure it on the way.

    `opponent` and `side` as in `learn`. `checkpoints`: how many, geometrically spaced, or a list of
    numbers of games from now on. `keep`: a dict that gets a copy of the table at each checkpoint,
    by the number of games that it has learned from by then. Returns a tidy DataFrame, one row for
    each checkpoint: seed, games, the entries of `measure`, and visited, the number of positions
    that it has met. Raises what `learn` does, and ValueError for what is no learner.
    """
    import pandas as pd

    check_pupil(learner)
    if keep is not None and not isinstance(keep, dict):
        raise ValueError(f"keep is a dict, which gets the tables, not {shown(keep)}")
    stops = _stops(games, checkpoints)
    with ProgressBar(games, "game") as tick:
        # Whoever plays against itself meets at each stop what it has become.
        seat = partial(learner.seat, opponent, side)
        found = list(_rows([learner], games, stops, seat, tick, keep))
    return pd.DataFrame([row for rows in found for row in rows])


def train_seeds(learner, games, seeds, opponent=None, side="both", checkpoints=20):
    """Train a fresh copy of the learner for each seed, on all cores: (DataFrame, list of learners).

    `seeds`: a list or range. The DataFrame has the rows of `train`, seed after seed, as if they
    were trained one by one. Raises what `learn` does, and ValueError for what is no learner.
    """
    import pandas as pd

    check_pupil(learner)
    learners = [learner.fresh(seed) for seed in arguments.seeds(seeds)]
    stops = _stops(games, checkpoints)

    def run(group, tick):
        return zip(*_rows(group, games, stops, lambda: seat, tick), strict=True)

    # Evaluating players together costs less; each core has its share of them.
    size = min(BATCH_SIZE, -(-len(learners) // cores()))
    groups = [learners[n : n + size] for n in range(0, len(learners), size)]
    with ProgressBar(games * len(learners), "game") as counted:
        seat = learner.seat(opponent, side)
        list(learner.fresh(0).learn_in_seat(1, seat))  # compiled once, before the threads need it
        found = on_all_cores(run, groups, counted)
    return pd.DataFrame([row for group in found for rows in group for row in rows]), learners


def _stops(games, checkpoints):
    games = whole(games, "the number of games")
    if not np.iterable(checkpoints):
        return spaced(games, whole(checkpoints, "the number of checkpoints", 2, MOST_CHECKPOINTS))
    stops = sorted(whole(stop, "a checkpoint", 0, games) for stop in checkpoints)
    if not stops:
        raise ValueError(f"checkpoints are numbers of games from 0 to {games:,}: name at least one")
    return stops


def _rows(learners, games, stops, seat, tick, keep=None):
    """For each stop a row for each learner, which play in what `seat()` is before it; `tick` gets
    the games every fifth of a second, and may raise."""
    ends = [learner.games + games for learner in learners]

    def learn_until(stop):
        seated = seat()
        for learner, end in zip(learners, ends, strict=True):
            more = end - games + stop - learner.games
            for winners in learner.learn_in_seat(more, seated):
                tick(len(winners))

    for stop in stops:
        learn_until(stop)
        if keep is not None:
            keep |= {learner.games: learner.table.copy() for learner in learners}
        measures = measure_many([one.policy for one in learners], learners[0].rules)
        yield [
            {
                **{"seed": learner.seed, "games": learner.games, **worth},
                "visited": int((learner.visits > 0).sum()),
            }
            for learner, worth in zip(learners, measures, strict=True)
        ]
    learn_until(games)
