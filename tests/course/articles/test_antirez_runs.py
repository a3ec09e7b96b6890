"""The kept runs of antirez' network: all are there, and one that is made again is its line."""

import json
from collections import Counter
from pathlib import Path

import numpy as np

from tttlearn.course.articles.antirez import kept_runs

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "data" / "antirez_runs.jsonl"
LINES = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()]


def test_there_are_400_seeds_with_each_of_the_rewards():
    assert len(LINES) == 800
    seeds = Counter((line["settings"]["rewards"], line["seed"]) for line in LINES)
    assert seeds == Counter((name, seed) for name in ("readme", "code") for seed in range(400))
    assert all(line.keys() == {"settings", "seed", "result"} for line in LINES)
    assert all(line["settings"].keys() == {"rewards"} for line in LINES)
    assert all(line["result"].keys() == {"lost", "tied", "last", "risk"} for line in LINES)


def test_the_short_runs_are_400_of_each_and_one_made_again_is_its_line():
    for rewards in ("readme", "code"):
        for later in (0.5, 0.0):
            runs = kept_runs.kept(kept_runs.SHORT, rewards=rewards, later=later)
            assert {name: len(some) for name, some in runs.items()} == {"lost": 400, "risk": 400}
            if (rewards, later) in (("readme", 0.5), ("code", 0.0)):
                again = kept_runs.short_run(7, rewards, later)
                assert again == {name: some[7] for name, some in runs.items()}


def made_as_kept(rewards, monkeypatch, **changed):
    """What a batch would keep of runs that are, but for `changed`, the first of those kept."""
    first = {
        name: some[: kept_runs.MADE]
        for name, some in kept_runs.kept(kept_runs.LONG, rewards=rewards).items()
    }
    first |= {name: np.array(value) for name, value in changed.items()}
    counts = np.zeros((kept_runs.MADE, 200, 3), int)
    counts[:, 14, 0] = first["last"]
    counts[:, 0, 0] = first["lost"] - first["last"]
    counts[:, 0, 1] = first["tied"]
    counts[:, 0, 2] = 2_000_000 - first["lost"] - first["tied"]
    risk = np.stack([first["risk"], 1 - first["risk"]], axis=1)
    monkeypatch.setattr(kept_runs, "outcomes", lambda cells, side, opponent: risk)
    return [{"counts": one, "cells": 0} for one in counts]


def test_the_kept_runs_count_where_those_made_now_are_the_same(monkeypatch):
    made = made_as_kept("code", monkeypatch)
    found = kept_runs.long_runs("code", made, 15)
    assert {name: len(some) for name, some in found.items()} == dict.fromkeys(found, 400)
    assert (found["won"] + found["tied"] + found["lost"] == 2_000_000).all()
    assert 0.5 < (found["risk"] == 0).mean() < 0.8
    assert len(kept_runs.long_runs("code", made[:2], 15)["risk"]) == 4  # so many were asked for


def test_other_runs_made_now_count_alone(monkeypatch):
    made = made_as_kept("readme", monkeypatch, risk=[0.0, 0.1, 0.0, 0.0])
    found = kept_runs.long_runs("readme", made, 15)
    assert found["risk"].tolist() == [0.0, 0.1, 0.0, 0.0]
