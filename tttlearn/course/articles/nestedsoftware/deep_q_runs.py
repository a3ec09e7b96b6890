"""Keep runs of nestedsoftware's deep Q-learner, 4 million games each, and check the first of them.

A run takes 20 seconds or more, and one alone says little about the next. So a number of them is
kept in `deep_q_runs.jsonl`, one a line. They are used if those made now, of the first seeds, are
the same to the last digit. Otherwise, with other settings, those made now are used.
"""

import json

import numpy as np

from tttlearn.course.articles.batches import cells_of, kept_where_same
from tttlearn.course.articles.nestedsoftware.runs import pairs
from tttlearn.course.articles.recipes import nestedsoftware_dqn
from tttlearn.support.files import data_path

FILE = "deep_q_runs.jsonl"
MADE = 1
"""Number of kept runs that are made again: a run takes as long as a thousand of the tables."""
DIGITS = 9
"""Number of decimal places of the outcomes in the file."""
NAME = "qneural"
"""Name of the player in the README."""


def outcomes_of(runs):
    """Return the outcomes of runs with "cells" in each pairing, (runs, 3): a dict by pair."""
    outcomes = pairs({NAME: runs}, NAME, NAME)
    return {pair: shares.round(DIGITS) + 0.0 for pair, shares in outcomes.items()}


def kept_outcomes():
    """Return the same of the runs that are kept, in order of their seeds."""
    lines = data_path(FILE).read_text(encoding="utf-8").splitlines()
    runs = [run["result"] for run in sorted(map(json.loads, lines), key=lambda run: run["seed"])]
    return {pair: np.array([run[pair] for run in runs]) for pair in runs[0]}


def deep_q_runs(made):
    """Return the outcomes of all kept runs, or of those `made` now if they differ."""
    return kept_where_same(kept_outcomes(), outcomes_of(made), MADE)


def make(path, seeds=range(40)):
    """Make the runs with these seeds again, one by one, and write them to the file at `path`."""
    with open(path, "w", encoding="utf-8") as file:
        for seed in seeds:
            learner = nestedsoftware_dqn(seed)
            learner.learn(2 * learner.games_each)
            outcomes = outcomes_of([{"cells": cells_of(learner)}])
            result = {pair: shares[0].tolist() for pair, shares in outcomes.items()}
            print(json.dumps({"settings": {}, "seed": seed, "result": result}), file=file)
            file.flush()  # so that an interruption loses no finished run
