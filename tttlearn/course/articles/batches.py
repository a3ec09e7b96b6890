"""Define and make the runs behind the figures, once and on all cores.

Several figures use the same runs. So a batch has a name, each item lists the batches that it needs,
and `run` makes the runs of all of them together, the longest first.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import chain

import numpy as np

from tttlearn.evaluation.exact import minimax_policy
from tttlearn.evaluation.many import many_outcomes
from tttlearn.evaluation.policy import random_policy
from tttlearn.learn.learner import Learner
from tttlearn.learn.settings import rule_parameters
from tttlearn.support.cores import cores
from tttlearn.support.files import data_path
from tttlearn.support.progress import ESTIMATED, ProgressBar, on_all_cores

OPPONENTS = {"random": random_policy, "perfect": minimax_policy, "itself": lambda: None}


@dataclass(frozen=True)
class Batch:
    """Runs that differ only in their seed: 0, 1, 2 and so on.

    `make(seed)` returns the learner. `stages` are tuples (games, name of the opponent, side),
    played one after the other. `keep(learner, winners)` returns what is kept of the learner after
    the last stage; with `each`, it is called after each stage, and a list is kept. `winners` are
    those of that stage. `runs` is the default number of runs.
    """

    make: Callable
    stages: tuple
    keep: Callable
    runs: int
    each: bool = False

    @property
    def games(self):
        """Number of games in one run."""
        return sum(games for games, _, _ in self.stages)


def seconds(kind, name):
    """Return how long one "run" of a batch, or an "item" after its runs, took on one core.

    The times were measured once, on one computer, and serve for the progress bars alone: on another
    computer they differ, but in proportion. A name that was not measured counts as one second.
    """
    return _measured().get((kind, name), 1.0)


@cache
def _measured():
    with data_path("reproduce_seconds.csv").open(encoding="utf-8", newline="") as file:
        return {(row["kind"], row["name"]): float(row["seconds"]) for row in csv.DictReader(file)}


def bar(batches, runs=None, kept=None, after=0):
    """Return a ProgressBar for `run` with these arguments, and then `after` seconds on all cores.

    Everything that the runs need is compiled first, before the threads start. The bar does not
    count that time.
    """
    missing = _missing(batches, runs, kept)
    for name in dict.fromkeys(name for name, _ in missing):
        _, opponent, side = batches[name].stages[0]
        batches[name].make(0).learn(1, OPPONENTS[opponent](), side)
    total = sum(seconds("run", name) for name, _ in missing) + after
    return ProgressBar(total, ESTIMATED, cores=cores())


def run(batches, runs=None, kept=None):
    """Make the runs of these batches, and return what they keep.

    `batches` is a dict from names to Batch. `runs` replaces the number of runs of every batch.
    `kept` is a KeptRuns: its runs are not made again, and each finished run is added to it. Returns
    a dict from the names to lists, in order of the seeds.
    """
    with bar(batches, runs, kept) as counted:
        return run_counted(batches, counted, runs, kept)


def run_counted(batches, counted, runs=None, kept=None):
    """Do the same as `run`; `counted(seconds)` advances a `bar` that other work may share."""
    jobs = sorted(_missing(batches, runs, kept), key=lambda job: -seconds("run", job[0]))

    def made(job, tick):
        name, seed = job
        seconds_a_game = seconds("run", name) / batches[name].games
        result = _one_run(batches[name], seed, lambda games: tick(games * seconds_a_game))
        if kept:
            kept.add(job, result)
        return result

    results = dict(zip(jobs, on_all_cores(made, jobs, counted), strict=True))
    all_results = (kept.found if kept else {}) | results
    return {
        name: [all_results[job] for job in keys] for name, keys in _every(batches, runs).items()
    }


def _every(batches, runs):
    """Return the jobs of each batch by its name: lists of (name, seed)."""
    numbers = {name: runs or batch.runs for name, batch in batches.items()}
    return {name: [(name, seed) for seed in range(number)] for name, number in numbers.items()}


def _missing(batches, runs, kept):
    """Return the jobs, (name, seed), whose results are not kept yet."""
    every = chain.from_iterable(_every(batches, runs).values())
    return [job for job in every if not kept or job not in kept.found]


def policies(batch, runs):
    """Return the policies with which the runs of a Batch end: a list of arrays (19683, 9)."""
    to_the_end = replace(batch, keep=lambda learner, winners: learner.policy, each=False)
    return run({"": to_the_end}, runs)[""]


def _one_run(batch, seed, tick):
    learner, kept, last = batch.make(seed), [], len(batch.stages)
    for number, (games, opponent, side) in enumerate(batch.stages, 1):
        winners = []
        for slice_winners in learner.learn_in_slices(games, OPPONENTS[opponent](), side):
            winners.append(slice_winners)
            tick(len(slice_winners))
        winners = np.concatenate(winners)
        if batch.each or number == last:
            kept.append(batch.keep(learner, winners))
    return kept if batch.each else kept[-1]


def settings_of(learner):
    """Return the settings of a learner that are single numbers: a dict from names to numbers."""
    if isinstance(learner, Learner):
        explores = {} if callable(learner.epsilon) else {"epsilon": learner.epsilon}
        named = {parameter.name: parameter.default for parameter in rule_parameters(learner.rule)}
        given = {name: value for name, value in named.items() if isinstance(value, float)}
        return given | learner.settings | explores
    numbers = [parameter.name for parameter in fields(learner) if parameter.type in (int, float)]
    return {name: getattr(learner, name) for name in numbers if name != "seed"}


def with_settings(batch, own):
    """Return the Batch with the settings in the dict `own`, where its learners have them."""

    def make(seed):
        learner = batch.make(seed)
        mine = {name: own[name] for name in settings_of(learner) if name in own}
        if not isinstance(learner, Learner):
            return replace(learner, **mine)
        explores = {"epsilon": mine.pop("epsilon")} if "epsilon" in mine else {}
        return replace(learner, settings=learner.settings | mine, **explores)

    return replace(batch, make=make)


def cells_of(learner):
    """Return the cell that a learner takes in each state, (19683,), as `many_outcomes` reads it."""
    return learner.policy.argmax(1).astype(np.int8)


def outcomes(cells, side, opponent):
    """Return the outcomes of many players on one side against a policy, (players, 3)."""
    x, o = many_outcomes(cells, side, opponent)
    return np.stack([x, 1 - x - o, o], axis=1)


def stacked(runs, what="cells"):
    """Return what the runs of a batch keep under this name, as one array."""
    return np.array([run[what] for run in runs])


def kept_where_same(kept, made, number):
    """Return the runs in `kept` if the first of them equal those `made` now, otherwise `made`.

    Both are dicts from names to arrays with a row for each run, in order of the seeds. It returns
    `made`, too, if these are not exactly `number` runs.
    """
    n_made = len(next(iter(made.values())))
    same = all(np.array_equal(made[name], rows[:n_made]) for name, rows in kept.items())
    return kept if same and n_made == number else made
