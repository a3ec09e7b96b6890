"""The runs behind the figures: which learner, how many, over which games; made once, on all cores.

Several figures look at the same runs. So a batch has a name, each item says which batches it needs,
and `run` makes the runs of all of them together, the longest first.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tttlearn.evaluation.exact import minimax_policy
from tttlearn.evaluation.many import many_outcomes
from tttlearn.evaluation.policy import random_policy
from tttlearn.support.progress import on_all_cores

OPPONENTS = {"random": random_policy, "perfect": minimax_policy, "itself": lambda: None}


@dataclass(frozen=True)
class Batch:
    """Runs that differ only in their seed, 0, 1, 2 and so on.

    `make(seed)`: the learner; `stages`: (games, name of the opponent, side), one after the other;
    `keep(learner, winners)`: what to keep of it after the last stage, or after `each` stage, then a
    list; `winners` are those of that stage; `runs`: how many, if nobody says otherwise;
    `goes_on(winners)`: whether a run goes on to its next stage, always when None.
    """

    make: Callable
    stages: tuple
    keep: Callable
    runs: int
    each: bool = False
    goes_on: Callable | None = None

    @property
    def games(self):
        """The games of one run."""
        return sum(games for games, _, _ in self.stages)


def run(batches, runs=None):
    """What the runs of these batches keep: a dict from their names to lists, in order of seeds.

    `batches`: a dict from names to Batch. `runs`: so many of each, in place of their own numbers.
    """
    numbers = {name: runs or batch.runs for name, batch in batches.items()}
    for batch in batches.values():  # compiled once, before the threads need it
        _, opponent, side = batch.stages[0]
        batch.make(0).learn(1, OPPONENTS[opponent](), side)
    jobs = [(name, seed) for name in batches for seed in range(numbers[name])]
    jobs.sort(key=lambda job: -batches[job[0]].games)
    total = sum(batches[name].games for name, _ in jobs)

    def one(job, tick):
        name, seed = job
        return _one_run(batches[name], seed, tick)

    found = dict(zip(jobs, on_all_cores(one, jobs, total, "game"), strict=True))
    return {name: [found[name, seed] for seed in range(numbers[name])] for name in batches}


def _one_run(batch, seed, tick):
    learner, kept, last = batch.make(seed), [], len(batch.stages)
    for number, (games, opponent, side) in enumerate(batch.stages, 1):
        winners = []
        for chunk in learner.learn_in_chunks(games, OPPONENTS[opponent](), side):
            winners.append(chunk)
            tick(len(chunk))
        winners = np.concatenate(winners)
        goes_on = number < last and (batch.goes_on is None or batch.goes_on(winners))
        if batch.each or not goes_on:
            kept.append(batch.keep(learner, winners))
        if not goes_on:
            tick(sum(games for games, _, _ in batch.stages[number:]))
            break
    return kept if batch.each else kept[-1]


def cells_of(learner):
    """The cell that a learner takes in each state, (19683,), as `many_outcomes` reads them."""
    return learner.policy.argmax(1).astype(np.int8)


def outcomes(cells, side, opponent):
    """The outcomes of many players on one side against a policy, (players, 3)."""
    x, o = many_outcomes(cells, side, opponent)
    return np.stack([x, 1 - x - o, o], axis=1)


def stacked(runs, what="cells"):
    """What the runs of a batch have under this name, as one array."""
    return np.array([run[what] for run in runs])
