"""The runs behind the figures: which learner, how many, which games; made once, on all cores.

Several figures look at the same runs. So a batch has a name, each item says which batches it needs,
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
    """Runs that differ only in their seed, 0, 1, 2 and so on.

    `make(seed)`: the learner; `stages`: (games, name of the opponent, side), one after the other;
    `keep(learner, winners)`: what to keep of it after the last stage, or after `each` stage, then a
    list; `winners` are those of that stage; `runs`: how many, if nobody says otherwise.
    """

    make: Callable
    stages: tuple
    keep: Callable
    runs: int
    each: bool = False

    @property
    def games(self):
        """The games of one run."""
        return sum(games for games, _, _ in self.stages)


def seconds(kind, name):
    """How long one "run" of a batch, or an "item" after its runs, took on one core.

    Measured once, for the progress bars: elsewhere it takes more or less, but in proportion. What
    is new has not been measured, and counts as a second.
    """
    return _measured().get((kind, name), 1.0)


@cache
def _measured():
    with data_path("reproduce_seconds.csv").open(encoding="utf-8", newline="") as file:
        return {(row["kind"], row["name"]): float(row["seconds"]) for row in csv.DictReader(file)}


def bar(batches, runs=None, kept=None, after=0):
    """A ProgressBar for what `run` makes of the same, and then `after` seconds of all cores.

    What runs is compiled first, before the threads need it, which counts as no part of the work.
    """
    missing = _missing(batches, runs, kept)
    for name in dict.fromkeys(name for name, _ in missing):
        _, opponent, side = batches[name].stages[0]
        batches[name].make(0).learn(1, OPPONENTS[opponent](), side)
    total = sum(seconds("run", name) for name, _ in missing) + after
    return ProgressBar(total, ESTIMATED, cores=cores())


def run(batches, runs=None, kept=None):
    """What the runs of these batches keep: a dict from their names to lists, in order of seeds.

    `batches`: a dict from names to Batch. `runs`: so many of each instead of their own numbers.
    `kept`: KeptRuns, whose runs are not made again, and to which each finished run is added.
    """
    with bar(batches, runs, kept) as counted:
        return run_counted(batches, counted, runs, kept)


def run_counted(batches, counted, runs=None, kept=None):
    """The same; `counted(seconds)` moves a `bar` on which other work may follow."""
    jobs = sorted(_missing(batches, runs, kept), key=lambda job: -seconds("run", job[0]))

    def made(job, tick):
        name, seed = job
        a_game = seconds("run", name) / batches[name].games
        result = _one_run(batches[name], seed, lambda games: tick(games * a_game))
        if kept:
            kept.add(job, result)
        return result

    results = dict(zip(jobs, on_all_cores(made, jobs, counted), strict=True))
    found = (kept.found if kept else {}) | results
    return {name: [found[job] for job in all_of] for name, all_of in _every(batches, runs).items()}


def _every(batches, runs):
    """The jobs, (name, seed), of each batch, by its name."""
    numbers = {name: runs or batch.runs for name, batch in batches.items()}
    return {name: [(name, seed) for seed in range(number)] for name, number in numbers.items()}


def _missing(batches, runs, kept):
    """The jobs that are to be done."""
    every = chain.from_iterable(_every(batches, runs).values())
    return [job for job in every if not kept or job not in kept.found]


def policies(batch, runs):
    """The policies that so many runs of a Batch end with, a list of (19683, 9)."""
    to_the_end = replace(batch, keep=lambda learner, winners: learner.policy, each=False)
    return run({"": to_the_end}, runs)[""]


def _one_run(batch, seed, tick):
    learner, kept, last = batch.make(seed), [], len(batch.stages)
    for number, (games, opponent, side) in enumerate(batch.stages, 1):
        winners = []
        for some in learner.learn_in_slices(games, OPPONENTS[opponent](), side):
            winners.append(some)
            tick(len(some))
        winners = np.concatenate(winners)
        if batch.each or number == last:
            kept.append(batch.keep(learner, winners))
    return kept if batch.each else kept[-1]


def settings_of(learner):
    """The settings of a learner that are one number each: a dict from their names to numbers."""
    if isinstance(learner, Learner):
        explores = {} if callable(learner.epsilon) else {"epsilon": learner.epsilon}
        named = {one.name: one.default for one in rule_parameters(learner.rule)}
        given = {name: value for name, value in named.items() if isinstance(value, float)}
        return given | learner.settings | explores
    numbers = [one.name for one in fields(learner) if one.type in (int, float)]
    return {name: getattr(learner, name) for name in numbers if name != "seed"}


def with_settings(batch, own):
    """The same Batch with settings of one's own, a dict, where its learners have them."""

    def make(seed):
        learner = batch.make(seed)
        mine = {name: own[name] for name in settings_of(learner) if name in own}
        if not isinstance(learner, Learner):
            return replace(learner, **mine)
        explores = {"epsilon": mine.pop("epsilon")} if "epsilon" in mine else {}
        return replace(learner, settings=learner.settings | mine, **explores)

    return replace(batch, make=make)


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


def kept_where_same(kept, made, number):
    """The `kept` runs if those `made` now, `number` of them, are the first of these; else `made`.

    Both are dicts from names to arrays with a row for each run, in order of seeds.
    """
    few = len(next(iter(made.values())))
    same = all(np.array_equal(made[name], some[:few]) for name, some in kept.items())
    return kept if same and few == number else made
