"""The kept runs of nestedsoftware's network: all are there, and count where ours are the same."""

import json
from functools import partial

import numpy as np
import pytest

from tttlearn.course.articles import recipes
from tttlearn.course.articles.nestedsoftware import deep_q_runs
from tttlearn.support.files import data_path

LINES = [json.loads(line) for line in data_path(deep_q_runs.FILE).read_text("utf-8").splitlines()]


def test_every_seed_has_its_line_with_21_numbers():
    assert [line["seed"] for line in LINES] == list(range(len(LINES)))
    assert len(LINES) >= 20
    for line in LINES:
        outcomes = np.array(list(line["result"].values()))
        assert outcomes.shape == (7, 3)
        assert outcomes.sum(1) == pytest.approx(1, abs=1e-8)
        assert ((outcomes >= 0) & (outcomes <= 1)).all()


@pytest.fixture
def short(monkeypatch, tmp_path):
    """Runs of a few games, a file of which there are three, and the first two made now."""
    path, few = tmp_path / "few.jsonl", partial(recipes.nestedsoftware_dqn, games_each=2_000)
    monkeypatch.setattr(deep_q_runs, "nestedsoftware_dqn", few)
    monkeypatch.setattr(deep_q_runs, "data_path", lambda name: path)
    deep_q_runs.make(path, range(3))
    made = [few(seed) for seed in range(2)]
    for learner in made:
        learner.learn(4_000)
    return [{"cells": learner.policy.argmax(1).astype(np.int8)} for learner in made]


def test_kept_runs_count_where_those_made_now_are_the_same(short):
    found = deep_q_runs.deep_q_runs(short[: deep_q_runs.MADE])
    assert {some.shape for some in found.values()} == {(3, 3)}
    two = deep_q_runs.deep_q_runs(short)  # so many were asked for
    assert {some.shape for some in two.values()} == {(2, 3)}
