"""Train learners with exact measurements in between: learning curves without measurement noise.

`train` stops at checkpoints, reads the greedy policy off the table and computes, exactly, what it
does against a random player, against the best reply to it, and against itself. `train_seeds` does
that for many seeds, on all cores, with the same result as one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tttlearn.evaluation.exact import BATCH_SIZE, measure_choices, measure_many
from tttlearn.game.tables import Rules
from tttlearn.learn.pupil import Pupil, check_pupil
from tttlearn.support import arguments
from tttlearn.support.arguments import shown, whole
from tttlearn.support.cores import cores
from tttlearn.support.progress import ProgressBar, on_all_cores

if TYPE_CHECKING:
    import pandas as pd

MAX_CHECKPOINTS = 10**6
"""Largest number of checkpoints. Each row takes a kilobyte, so more would not fit into memory."""


def spaced(games: int, points: int = 20) -> list[int]:
    """Return numbers of games from 1 to `games` in geometric progression, rounded.

    Parameters
    ----------
    games : int
        Last number.
    points : int, default 20
        Largest count of numbers; there are fewer if rounding makes some equal.

    Returns
    -------
    list of int
        The numbers, in ascending order.

    Raises
    ------
    ValueError
        If `games` is below 1, or `points` below 2 or above a million.
    """
    games = whole(games, "the number of games", 1)
    points = whole(points, "the number of points", 2, MAX_CHECKPOINTS)
    return np.unique(np.geomspace(1, games, points).round().astype(int)).tolist()


def train(
    learner: Pupil,
    games: int,
    opponent: Any = None,
    side: str = "both",
    checkpoints: int | Iterable[int] = 20,
    keep: dict[int, np.ndarray] | None = None,
) -> pd.DataFrame:
    """Let a learner learn from more games, and measure it exactly at checkpoints.

    Parameters
    ----------
    learner : Pupil
        The learner, such as `TDLearner` returns, which is updated in place.
    games : int
        Number of games to learn from.
    opponent : player or list of players, optional
        As in the learner's method `learn`.
    side : {"X", "O", "both"}, default "both"
        As in the learner's method `learn`.
    checkpoints : int or iterable of int, default 20
        Number of checkpoints, geometrically spaced, or the checkpoints themselves, as numbers of
        games from now on.
    keep : dict, optional
        Gets a copy of the table at each checkpoint, by the number of games that the learner has
        learned from by then.

    Returns
    -------
    pandas.DataFrame
        Tidy, one row for each checkpoint: seed, games, the entries of `measure`, and visited, the
        number of positions that the learner has met.

    Raises
    ------
    ValueError
        If an argument is wrong, or what should be a learner is none; also whatever `learn` raises.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> learner = ttt.TDLearner(alpha=0.5, seed=0)
    >>> curve = ttt.train(learner, 1_000, checkpoints=[0, 100, 1_000])
    >>> curve["games"].tolist()
    [0, 100, 1000]
    """
    import pandas as pd

    check_pupil(learner)
    if keep is not None and not isinstance(keep, dict):
        raise ValueError(f"keep is a dict, which gets the tables, not {shown(keep)}")
    stops = _stops(games, checkpoints)
    with ProgressBar(games, "game") as tick:
        # The seat is computed at each checkpoint, because an opponent may be the learner itself.
        seat = partial(learner.seat, opponent, side)
        rows_of_groups = list(_rows([learner], games, stops, seat, tick, keep))
    return pd.DataFrame([row for rows in rows_of_groups for row in rows])


def train_seeds(
    learner: Pupil,
    games: int,
    seeds: Any,
    opponent: Any = None,
    side: str = "both",
    checkpoints: int | Iterable[int] = 20,
) -> tuple[pd.DataFrame, list[Pupil]]:
    """Train a fresh copy of a learner for each seed, on all cores.

    Parameters
    ----------
    learner : Pupil
        The learner to copy, which does not change.
    games : int
        Number of games to learn from, for each seed.
    seeds : list of int or range
        The seeds.
    opponent : player or list of players, optional
        As in the learner's method `learn`.
    side : {"X", "O", "both"}, default "both"
        As in the learner's method `learn`.
    checkpoints : int or iterable of int, default 20
        As in `train`.

    Returns
    -------
    curves : pandas.DataFrame
        The rows of `train`, seed after seed, as if the learners were trained one by one.
    learners : list of Pupil
        The trained learners, in the order of the seeds.

    Raises
    ------
    ValueError
        If an argument is wrong, or what should be a learner is none; also whatever `learn` raises.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> curves, learners = ttt.train_seeds(ttt.QLearner(), 100, range(2), checkpoints=[10, 100])
    >>> curves[["seed", "games"]].values.tolist()
    [[0, 10], [0, 100], [1, 10], [1, 100]]
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
        rows_of_groups = on_all_cores(run, groups, counted)
    return pd.DataFrame(
        [row for group in rows_of_groups for rows in group for row in rows]
    ), learners


def _stops(games, checkpoints):
    games = whole(games, "the number of games")
    if not np.iterable(checkpoints):
        return spaced(games, whole(checkpoints, "the number of checkpoints", 2, MAX_CHECKPOINTS))
    stops = sorted(whole(stop, "a checkpoint", 0, games) for stop in checkpoints)
    if not stops:
        raise ValueError(f"checkpoints are numbers of games from 0 to {games:,}: name at least one")
    return stops


def _rows(learners, games, stops, seat, tick, keep=None):
    """Yield for each checkpoint a row for each learner.

    The learners play in what `seat()` returns just before it. `tick` gets the numbers of games
    several times a second, and may raise.
    """
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
        found = measures(learners, learners[0].rules)
        yield [
            {
                **{"seed": learner.seed, "games": learner.games, **worth},
                "visited": int((learner.visits > 0).sum()),
            }
            for learner, worth in zip(learners, found, strict=True)
        ]
    learn_until(games)


def measures(learners: list[Pupil], rules: Rules) -> list[dict[str, float]]:
    """Return the exact results of learners, without policies of millions of positions.

    Parameters
    ----------
    learners : list of Pupil
        The learners.
    rules : Rules
        Their game.

    Returns
    -------
    list of dict
        The results of each learner, as in `measure`.
    """
    if rules.is_listed:
        return measure_choices((learner.choices for learner in learners), rules)
    return measure_many([learner.policy for learner in learners], rules)
