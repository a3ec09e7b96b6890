"""Runs of nestedsoftware's deep Q-learner, 4 million games each: many are kept, some made again.

A run takes 20 seconds or more, and one alone says little of the next. So more are kept, in
`deep_q_runs.jsonl`, one a line. They count where those made now, of the first seeds, are the same
to the last digit; else, with other settings, those made now do.
"""

import json

import numpy as np

from tttlearn.course.articles.batches import cells_of, kept_where_same
from tttlearn.course.articles.nestedsoftware.runs import pairs
from tttlearn.course.articles.recipes import nestedsoftware_dqn
from tttlearn.support.files import data_path

FILE = "deep_q_runs.jsonl"
MADE = 1
"""So many of the kept runs are made again: a run takes as long as a thousand of the tables."""
DIGITS = 9
"""To so many digits the outcomes are kept."""
NAME = "qneural"
"""What the README calls the player."""


def outcomes_of(runs):
    """The outcomes of runs with "cells" in each pairing, (runs, 3): a dict by pair."""
    found = pairs({NAME: runs}, NAME, NAME)
    return {pair: some.round(DIGITS) + 0.0 for pair, some in found.items()}


def kept_outcomes():
    """The same of the runs that are kept, in order of their seeds."""
    lines = data_path(FILE).read_text(encoding="utf-8").splitlines()
    runs = [run["result"] for run in sorted(map(json.loads, lines), key=lambda run: run["seed"])]
    return {pair: np.array([run[pair] for run in runs]) for pair in runs[0]}


def deep_q_runs(made):
    """The outcomes of all kept runs, or of those `made` now where they are not the same."""
    return kept_where_same(kept_outcomes(), outcomes_of(made), MADE)


def make(path, seeds=range(40)):
    """Make the runs with these seeds anew, one after the other, into the file at `path`."""
    with open(path, "w", encoding="utf-8") as file:
        for seed in seeds:
            learner = nestedsoftware_dqn(seed)
            learner.learn(2 * learner.games_each)
            found = outcomes_of([{"cells": cells_of(learner)}])
            result = {pair: some[0].tolist() for pair, some in found.items()}
            print(json.dumps({"settings": {}, "seed": seed, "result": result}), file=file)
            file.flush()  # what is done is not lost by an interruption
