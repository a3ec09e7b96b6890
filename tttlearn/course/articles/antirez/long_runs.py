"""antirez's runs of 2 million games, with either of the rewards: many are kept, some made again.

A run takes seconds, and to say what is usual takes many. So 80 with each of the rewards stand in
`antirez_runs.jsonl`, which lesson 11 looks into, too. They count where those that are made now, of
the first seeds, are the same to the last digit; else, with other settings, those made now do.
"""

import json

import numpy as np

from tttlearn.course.articles.batches import outcomes, stacked
from tttlearn.evaluation.policy import random_policy
from tttlearn.support.files import data_path

MADE = 4
"""So many of each are made again."""
DIGITS = 9
"""To so many digits a risk stands in the file."""


def kept(rewards):
    """The kept runs with the rewards of the "readme" or the "code": arrays by name.

    `lost`: games in all; `last`: of those that end where the program stops by default, as many as a
    line of its output counts; `risk`: the exact share that it can lose to random play at the end.
    """
    lines = data_path("antirez_runs.jsonl").read_text(encoding="utf-8").splitlines()
    runs = [line for line in map(json.loads, lines) if line["settings"]["rewards"] == rewards]
    runs = [run["result"] for run in sorted(runs, key=lambda run: run["seed"])]
    return {name: np.array([run[name] for run in runs]) for name in ("lost", "last", "risk")}


def long_runs(rewards, made, default):
    """The runs with these rewards, as `kept` has them: those `made` now, or all that are kept.

    `made`: what the batch keeps of each; `default`: the number of lines of output up to where the
    program stops by default.
    """
    counts = stacked(made, "counts")[:, :, 0]
    risk = outcomes(stacked(made), "O", random_policy())[:, 0]
    now = {"lost": counts.sum(1), "last": counts[:, :default][:, -1], "risk": risk.round(DIGITS)}
    all_of_them = kept(rewards)
    same = all(np.array_equal(now[name], some[: len(made)]) for name, some in all_of_them.items())
    return all_of_them if same and len(made) == MADE else now
