"""What would be noticed? Change one setting of a recipe, and see which verdicts change.

`python run.py planted` writes data/planted.csv, which the pages show; it takes a while. Each
setting of each recipe is halved and doubled, or turned, all else as published, and all rows on its
runs are judged again, from as many runs with the setting as without.
"""

import csv
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tttlearn.course.articles import reproduce
from tttlearn.course.articles.batches import run, settings_of, with_settings
from tttlearn.course.articles.recipes import antirez, hickman_repaired_rule
from tttlearn.course.articles.shares import percent
from tttlearn.course.articles.verdicts import DIFFERENT, FALSE

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "data" / "planted.csv"
COLUMNS = ("article", "setting", "published", "planted", "noticed", "tables")
RUNS = {"hickman": 130, "kota7": 130, "nestedsoftware": 200, "antirez": 40}
"""How many runs of each batch are made; with the article's settings antirez's kept runs count."""
BATCHES = {
    "hickman": ("hickman",),
    "kota7": ("kota7",),
    "nestedsoftware": tuple(
        f"nested{kind}" for kind in ("", "-draw", "-head", "-perfect", "-double", "-sum")
    ),
    "antirez": ("antirez-readme",),
}
"""The learners whose setting is changed, by the names of their pages."""


@dataclass(frozen=True)
class Planted:
    """A change: which setting of which article, from what to what, and what does it to a Batch."""

    article: str
    setting: str
    published: str
    value: str
    change: object


def _settings(article, name, *values):
    """The changes of one setting that is a number to each of these values."""
    published = settings_of(reproduce.BATCHES[BATCHES[article][0]].make(0))[name]
    return [
        Planted(
            article,
            name,
            f"{published:g}",
            f"{value:g}",
            lambda batch, value=value: with_settings(batch, {name: value}),
        )
        for value in values
    ]


def _exploring(factor):
    """The same Batch with so many times as much exploration, at most all of the moves."""

    def changed(batch):
        def make(seed):
            learner = batch.make(seed)
            usual = learner.epsilon
            if callable(usual):
                learner.epsilon = lambda games: np.minimum(factor * usual(games), 1.0)
            else:
                learner.epsilon = min(factor * usual, 1.0)
            return learner

        return replace(batch, make=make)

    return changed


def _games(factor):
    """The same Batch with so many times as many games in each stage."""
    return lambda batch: replace(
        batch, stages=tuple((int(factor * games), *who) for games, *who in batch.stages)
    )


def _turned(batch):
    """The same Batch with its stages in the other order."""
    return replace(batch, stages=batch.stages[::-1])


def _without_symmetry(batch):
    return replace(batch, make=lambda seed: replace(batch.make(seed), symmetric=False))


def _paid_as_the_code(batch):
    return replace(batch, make=lambda seed: antirez("code", seed=seed))


def plants():
    """All changes, a list of Planted."""
    repaired = Planted("hickman", "order of the update", "as published", "put right",
                       lambda batch: replace(batch, make=lambda seed: replace(
                           batch.make(seed), rule=hickman_repaired_rule)))  # fmt: skip
    found = [
        *_settings("hickman", "alpha", 0.175, 0.7),
        *_settings("hickman", "gamma", 0.45, 1.0),
        repaired,
        *_settings("kota7", "alpha", 0.4, 1.0),
        *_settings("kota7", "gamma", 0.495, 1.0),
        *_settings("nestedsoftware", "alpha", 0.1, 0.2, 0.8),
        *_settings("nestedsoftware", "gamma", 0.5),
        *_settings("nestedsoftware", "loss", -0.5, -2),
        *_settings("nestedsoftware", "win", 0.5, 2),
        Planted("nestedsoftware", "order", "X, then O", "O, then X", _turned),
        Planted("nestedsoftware", "symmetry", "used", "not used", _without_symmetry),
        *_settings("antirez", "rate", 0.05, 0.2),
        *_settings("antirez", "hidden", 50, 200),
        Planted("antirez", "rewards", "README", "code", _paid_as_the_code),
    ]
    for factor, word in ((0.5, "half"), (2.0, "twice")):
        for article in ("hickman", "kota7", "nestedsoftware"):
            found.append(Planted(article, "exploration", "as published", word, _exploring(factor)))
        found.append(
            Planted("nestedsoftware", "training games", "7,000 a side", word, _games(factor))
        )
    return found


def judged(article, change=None):
    """The rows of all items on these learners, with a change or as published, by (id, what)."""
    names = BATCHES[article]
    items = [one for one in reproduce.ITEMS.values() if set(one.batches) & set(names)]
    batches = {name: reproduce.BATCHES[name] for one in items for name in one.batches}
    kept = article == "antirez"  # where as many are made as are kept, the kept ones count
    if not kept:
        batches = {name: replace(batch, runs=RUNS[article]) for name, batch in batches.items()}
    if change:
        changed = {name: change(batches[name]) for name in names}
        batches |= {name: replace(one, runs=RUNS[article]) for name, one in changed.items()}
    data = run(batches)
    return {(one.id, row.what): row for one in items for row in one.find(data).rows}


def noticed(usual, changed):
    """What is different or false with the change, and was not before, or the other way round."""
    bad, texts = (DIFFERENT, FALSE), []
    for key, row in changed.items():
        now, before = row.verdict in bad, key in usual and usual[key].verdict in bad
        if now != before:
            texts.append(f"{': '.join(key)} ({row.verdict if now else 'no longer false'})")
    return texts


def tables(rows):
    """How far off the tables are of these rows: a text for each."""
    return [
        f"{id}: {percent(row.ours >= row.distance)}"
        for (id, _), row in rows.items()
        if row.kind == "table" and row.trained
    ]


def main(arguments):
    """Write the table and return the exit status; `arguments`: articles, by default all."""
    every, lines = plants(), []
    for article in arguments or BATCHES:
        usual = judged(article)
        lines.append((article, "as published", "", "", "", "; ".join(tables(usual))))
        for one in [one for one in every if one.article == article]:
            changed = judged(article, one.change)
            seen = "; ".join(noticed(usual, changed))
            lines.append((article, one.setting, one.published, one.value, seen,
                          "; ".join(tables(changed))))  # fmt: skip
            print(*lines[-1][:5], sep=" | ", flush=True)
    with OUT.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *lines])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
