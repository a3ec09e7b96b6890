"""Read hundreds of kept runs of antirez's network, and check them against a few new ones.

Only many runs show what is usual, or how two settings differ, and a run of 2 million games takes
seconds. So 400 of each kind are kept: of 2 million games in `antirez_runs.jsonl`, which lesson 11
reads, too, and of 150,000 in `antirez_short_runs.jsonl`, with the move importance and without. They
are used if those that are made now, of the first seeds, are the same to the last digit. Otherwise,
with other settings, those made now are used.
"""

import json

import numpy as np

from tttlearn.course.articles.antirez.recipe import antirez
from tttlearn.course.articles.batches import kept_where_same, outcomes, stacked
from tttlearn.evaluation.exact import outcome
from tttlearn.evaluation.policy import random_policy
from tttlearn.support.files import data_path

LONG, SHORT = "antirez_runs.jsonl", "antirez_short_runs.jsonl"
MADE = 4
"""Number of runs of each kind that are made again."""
DIGITS = 9
"""Number of decimal places of a risk in the files."""


def short_run(seed, rewards, later):
    """Return a result for the file of short runs: games lost of 150,000, and the risk at the end.

    `risk` is the exact share of games that the network then loses to random play. `later=0` leaves
    the move importance out.
    """
    network = antirez(rewards, seed=seed, later=later)
    lost = (network.learn(150_000, random_policy(), "O") == 1).sum()
    return {"lost": lost, "risk": round(outcome(random_policy(), network.policy).x_wins, DIGITS)}


def kept(file, **settings):
    """Return the kept runs with these settings: arrays by name, in order of seeds from 0 on.

    `lost` and `tied` are numbers of games in all. `last` is the number of lost games among those
    that end where the program stops by default, as many as a line of its output counts. `risk` is
    the exact share that the network can lose to random play at the end. The short runs have `lost`
    and `risk`.
    """
    lines = map(json.loads, data_path(file).read_text(encoding="utf-8").splitlines())
    runs = sorted((run["seed"], run["result"]) for run in lines if run["settings"] == settings)
    return {name: np.array([result[name] for _, result in runs]) for name in runs[0][1]}


def long_runs(rewards, made, default):
    """Return the runs of 2 million games with these rewards: those kept, or those `made` now.

    `made` has what the batch keeps of each run. `default` is the number of lines of output up to
    where the program stops by default. Returns arrays as `kept` does, and the games `won`.
    """
    counts = stacked(made, "counts")
    now = _now(made) | {"tied": counts[:, :, 1].sum(1), "last": counts[:, :default, 0][:, -1]}
    runs = kept_where_same(kept(LONG, rewards=rewards), now, MADE)
    return runs | {"won": counts[0].sum() - runs["lost"] - runs["tied"]}


def short_runs(rewards, later, made):
    """Return the runs of 150,000 games with these settings, as `kept` does, or those `made` now."""
    return kept_where_same(kept(SHORT, rewards=rewards, later=later), _now(made), MADE)


def _now(made):
    risk = outcomes(stacked(made), "O", random_policy())[:, 0]
    return {"lost": stacked(made, "counts")[:, :, 0].sum(1), "risk": risk.round(DIGITS)}
