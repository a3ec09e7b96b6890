"""The kept runs of antirez' network: all are there, and one that is made again is its line."""

import json
from collections import Counter
from pathlib import Path

import numpy as np

import tttlearn as ttt
from tttlearn.articles import recipes

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "data" / "antirez_runs.jsonl"
LINES = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()]


def long_run():
    """The function of lesson 11 that made the file."""
    lesson = json.loads((ROOT / "notebooks" / "11_reproduce_the_figures.ipynb").read_text("utf-8"))
    sources = ["".join(cell["source"]) for cell in lesson["cells"]]
    names = {"np": np, "ttt": ttt, "recipes": recipes, "random_policy": ttt.random_policy()}
    exec(next(source for source in sources if source.startswith("def long_run")), names)
    return names["long_run"]


def test_there_are_80_seeds_with_each_of_the_rewards():
    assert len(LINES) == 160
    seeds = Counter((line["settings"]["rewards"], line["seed"]) for line in LINES)
    assert seeds == Counter((name, seed) for name in ("readme", "code") for seed in range(80))
    assert all(line.keys() == {"settings", "seed", "result"} for line in LINES)
    assert all(line["settings"].keys() == {"rewards"} for line in LINES)
    assert all(line["result"].keys() == {"lost", "last", "risk"} for line in LINES)


def test_a_run_with_the_rewards_of_the_code_made_again_is_its_line():
    # The lesson makes one with those of the README each time that it is executed.
    kept = next(line for line in LINES if line["settings"]["rewards"] == "code")
    assert long_run()(kept["seed"], "code") == kept["result"]
