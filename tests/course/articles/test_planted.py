"""Planted differences: each has its line in the file, and each changes one thing."""

import csv
from pathlib import Path

import numpy as np
import pytest

from tools import planted
from tttlearn.course.articles import reproduce
from tttlearn.course.articles.batches import settings_of
from tttlearn.course.articles.published import Published
from tttlearn.course.articles.verdicts import Statement

ROOT = Path(__file__).parents[3]
with (ROOT / "data" / "planted.csv").open(encoding="utf-8", newline="") as file:
    LINES = list(csv.DictReader(file))


def test_each_change_has_its_line_in_the_file():
    found = [(line["learner"], line["setting"], line["planted"]) for line in LINES]
    wanted = [(one.learner, one.setting, one.value) for one in planted.plants()]
    assert sorted(found) == sorted(
        [*wanted, *((name, "as published", "") for name in planted.BATCHES)]
    )
    assert tuple(LINES[0]) == planted.COLUMNS


def test_what_notices_is_a_row_of_an_item():
    noticed = [text for line in LINES for text in line["noticed"].split("; ") if text]
    assert len(noticed) > 15
    assert {text.split(":")[0] for text in noticed} <= set(reproduce.ITEMS)
    assert any("the whole table (different)" in text for text in noticed)


TRAINED = [one for one in planted.plants() if planted.BATCHES[one.learner]]


@pytest.mark.parametrize("one", TRAINED, ids=lambda one: f"{one.learner} {one.setting}")
def test_a_change_changes_one_thing(one):
    name = planted.BATCHES[one.learner][0]
    usual = reproduce.BATCHES[name]
    changed = one.change(usual)
    before, after = (batch.make(3) for batch in (usual, changed))
    differ = {key for key, value in settings_of(before).items() if settings_of(after)[key] != value}
    differ |= {"stages"} if usual.stages != changed.stages else set()
    for key in ("rule", "symmetric", "ties", "read", "read_learning"):
        if getattr(before, key, None) != getattr(after, key, None):
            differ.add(key)
    games = np.arange(0, 7_000, 700)
    exploring = [one.epsilon for one in (before, after) if hasattr(one, "epsilon")]
    if exploring:
        rates = [rate(games) if callable(rate) else np.array(rate) for rate in exploring]
        if not np.array_equal(*rates):
            differ = {"exploration"}
    its_names = ITS_NAMES.get((one.learner, one.setting), ITS_NAMES.get(one.setting))
    assert differ in ({one.setting}, its_names), differ


ITS_NAMES = {
    "order of the update": {"rule"},
    "order": {"stages"},
    "training games": {"stages"},
    "symmetry": {"symmetric"},
    ("kota7", "symmetry"): {"rule", "read_learning"},
    ("deep-q", "training games"): {"stages", "games_each"},
    ("deep-q", "epsilon"): {"exploration"},
    "rewards": {"draw", "loss"},
}


def test_what_is_noticed_is_what_turns_bad_or_is_no_longer():
    published = Published("somebody", "a text", "", "play", "good", "text")
    good, bad = (Statement("", published, truth) for truth in (True, False))
    usual = {("one", "a"): good, ("one", "b"): bad, ("one", "c"): bad}
    changed = {("one", "a"): bad, ("one", "b"): good, ("one", "c"): bad}
    told = ["one: a (false)", "one: b (no longer false)"]
    assert planted.noticed(usual, changed) == told
    assert planted.noticed(usual, usual) == []
