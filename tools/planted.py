"""Change one setting of a recipe at a time, and see which verdicts change.

`python run.py planted` writes data/planted.csv, which the pages show; it takes an hour or two, and
`python run.py planted antirez search` makes the lines of these learners again. Each setting of each
recipe is halved and doubled, or turned, all else as published, and all rows on its runs are judged
again, from as many runs with the setting as without.
"""

import argparse
import csv
import io
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tools.written import write_all
from tttlearn.course.articles import reproduce
from tttlearn.course.articles.batches import run, settings_of, with_settings
from tttlearn.course.articles.kota7.figures import END
from tttlearn.course.articles.kota7.recipe import VALUE, read_seen
from tttlearn.course.articles.nestedsoftware.readme import mcts_rows
from tttlearn.course.articles.nestedsoftware.shared_tree import NESTED_PLAYOUTS, searched_once
from tttlearn.course.articles.recipes import antirez, hickman_repaired_rule
from tttlearn.course.articles.shares import percent
from tttlearn.course.articles.verdicts import DIFFERENT, FALSE
from tttlearn.game.rules import N_STATES, NEXT, TURN
from tttlearn.learn.episodes import made_for

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "data" / "planted.csv"
COLUMNS = ("learner", "setting", "published", "planted", "noticed", "tables")
RUNS = {"hickman": 130, "kota7": 130, "nestedsoftware": 200, "deep-q": 20, "antirez": 40}
"""Number of runs of each batch; with the article's settings the kept runs are used as well."""
BATCHES = {
    "hickman": ("hickman",),
    "kota7": ("kota7",),
    "nestedsoftware": tuple(
        f"nested{kind}" for kind in ("", "-draw", "-head", "-perfect", "-double", "-sum")
    ),
    "deep-q": ("nested-neural",),
    "search": (),
    "antirez": ("antirez-readme",),
}
"""Batches that the learners whose setting is changed train. The tree search learns nothing."""
KEPT = "deep-q", "antirez"
"""Learners of whose runs many are kept in files."""


@dataclass(frozen=True)
class Planted:
    """A change of one setting of a learner, and the function that makes it in a Batch.

    For the tree search, which has no runs, `change` makes the player.
    """

    learner: str
    setting: str
    published: str
    value: str
    change: object


def _settings(learner, name, *values):
    """Return the changes of one numeric setting to each of these values."""
    published = settings_of(reproduce.BATCHES[BATCHES[learner][0]].make(0))[name]
    return [
        Planted(
            learner,
            name,
            f"{published:g}",
            f"{value:g}",
            lambda batch, value=value: with_settings(batch, {name: value}),
        )
        for value in values
    ]


def _exploring(factor):
    """Return a change of a Batch that multiplies exploration by `factor`, at most to 1."""

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
    """Return a change of a Batch that multiplies the games of each stage by `factor`."""
    return lambda batch: replace(
        batch, stages=tuple((int(factor * games), *rest) for games, *rest in batch.stages)
    )


def _training(factor):
    """Return a change of Hickman's Batch that multiplies training, but not the tests.

    A learner that explores only while it trains does so during the new number of training games.
    """

    def changed(batch):
        usual, *tests = batch.stages
        games = int(factor * usual[0])

        def make(seed):
            learner = batch.make(seed)
            explores = learner.epsilon
            learner.epsilon = lambda played: explores(played + usual[0] - games)
            return learner

        return replace(batch, make=make, stages=((games, *usual[1:]), *tests))

    return changed


def _deep_games(factor):
    """Return a change of a Batch of deep Q-networks, whose exploration is scheduled by games."""

    def changed(batch):
        each = int(factor * batch.make(0).games_each)
        return replace(
            with_settings(batch, {"games_each": each}), stages=_games(factor)(batch).stages
        )

    return changed


def _searching(setting, published, *values):
    """Return the changes of one setting of the tree search; `published` is its value as text."""
    return [
        Planted("search", setting, published, f"{value:,.3g}" if value < 100 else f"{value:,}",
                lambda value=value: searched_once(**{setting: value}))
        for value in values
    ]  # fmt: skip


def _turned(batch):
    """Return the same Batch with its stages in reverse order."""
    return replace(batch, stages=batch.stages[::-1])


def _ties(learner):
    """Return the change of how a learner chooses among moves that are worth the same."""
    usual = reproduce.BATCHES[BATCHES[learner][0]].make(0).ties
    other = "first" if usual == "random" else "random"

    def changed(batch):
        return replace(batch, make=lambda seed: replace(batch.make(seed), ties=other))

    return Planted(learner, "ties", usual, other, changed)


def _without_symmetry(batch):
    return replace(batch, make=lambda seed: replace(batch.make(seed), symmetric=False))


@made_for(N_STATES, 10)
def kota7_rule_without_images(table, episode, alpha, gamma, win=100.0, loss=-100.0):
    """Apply kota7's rule to a state itself, and to no image of it."""
    states = episode.states
    for t in range(len(episode.actions)):
        s, best = states[t], -np.inf
        for a in range(9):
            if NEXT[s, a] >= 0:
                table[s, a] = table[NEXT[s, a], VALUE]
                best = max(best, TURN[s] * table[s, a])
        table[s, VALUE] = (1 - alpha) * table[s, VALUE] + alpha * gamma * (TURN[s] * best)
    if episode.winner != 0:
        table[states[-1], VALUE] = win if episode.winner > 0 else loss


def _without_images(batch):
    """Return the Batch of kota7's learners that learn only about the states they see."""

    def make(seed):
        return replace(
            batch.make(seed), rule=kota7_rule_without_images, read=read_seen, read_learning=None
        )

    return replace(batch, make=make)


def _paid_as_the_code(batch):
    return replace(batch, make=lambda seed: antirez("code", seed=seed))


def plants():
    """Return all changes, a list of Planted."""
    repaired = Planted("hickman", "order of the update", "as published", "put right",
                       lambda batch: replace(batch, make=lambda seed: replace(
                           batch.make(seed), rule=hickman_repaired_rule)))  # fmt: skip
    changes = [
        *_settings("hickman", "alpha", 0.175, 0.7),
        *_settings("hickman", "gamma", 0.45, 1.0),
        *_settings("hickman", "draw_x", 0.0, 0.2, 0.5),
        *_settings("hickman", "draw_o", 0.1, 0.25, 1.0),
        *_settings("hickman", "win", 0.5, 2.0),
        *_settings("hickman", "loss", -1.0),
        repaired,
        *(_ties(learner) for learner in ("hickman", "kota7", "nestedsoftware")),
        *_settings("kota7", "alpha", 0.4, 1.0),
        *_settings("kota7", "gamma", 0.495, 1.0),
        *_settings("kota7", "win", 50.0, 200.0),
        *_settings("kota7", "loss", -50.0, -200.0),
        Planted("kota7", "symmetry", "used", "not used", _without_images),
        *_settings("nestedsoftware", "alpha", 0.1, 0.2, 0.8),
        *_settings("nestedsoftware", "gamma", 0.5),
        *_settings("nestedsoftware", "loss", -0.5, -2),
        *_settings("nestedsoftware", "win", 0.5, 2),
        Planted("nestedsoftware", "order", "X, then O", "O, then X", _turned),
        Planted("nestedsoftware", "symmetry", "used", "not used", _without_symmetry),
        *_settings("deep-q", "rate", 0.05, 0.2),
        *_settings("deep-q", "epsilon", 0.35, 1.0),
        Planted("deep-q", "training games", "2,000,000 a side", "half", _deep_games(0.5)),
        Planted("deep-q", "training games", "2,000,000 a side", "twice", _deep_games(2)),
        *_searching("playouts", f"{NESTED_PLAYOUTS:,}", 1_000, 2_000, 8_000, 16_000),
        *_searching("draw", "1", 0.0, 0.5),
        *_searching("weight", "1.41", 0.707, 2.83),
        *_settings("antirez", "rate", 0.05, 0.2),
        *_settings("antirez", "hidden", 50, 200),
        *_settings("antirez", "spread", 0.25, 1.0),
        *_settings("antirez", "later", 0.25, 1.0),
        *_settings("antirez", "win", 0.5, 2.0),
        *_settings("antirez", "draw", 0.1, 0.4),
        *_settings("antirez", "loss", -0.5, -2.0),
        Planted("antirez", "rewards", "README", "code", _paid_as_the_code),
    ]
    for factor, word in ((0.5, "half"), (2.0, "twice")):
        for learner in ("hickman", "kota7", "nestedsoftware"):
            changes.append(
                Planted(learner, "exploration", "as published", word, _exploring(factor))
            )
        changes += [
            Planted("hickman", "training games", "100,000", word, _training(factor)),
            Planted("kota7", "training games", f"{END:,}", word, _games(factor)),
            Planted("nestedsoftware", "training games", "7,000 a side", word, _games(factor)),
            Planted("antirez", "training games", "2,000,000", word, _games(factor)),
        ]
    return changes


def judged(learner, change=None):
    """Return the rows of all items on these learners, with or without a change, by (id, what)."""
    if learner == "search":
        rows = mcts_rows((change or searched_once)())
        return {("readme-mcts", row.label): row for row in rows if row.kind == "table"}
    names = BATCHES[learner]
    items = [one for one in reproduce.ITEMS.values() if set(one.batches) & set(names)]
    batches = {name: reproduce.BATCHES[name] for one in items for name in one.batches}
    if learner not in KEPT:  # with the usual number of runs, the kept ones are used
        batches = {name: replace(batch, runs=RUNS[learner]) for name, batch in batches.items()}
    if change:
        changed = {name: change(batches[name]) for name in names}
        batches |= {name: replace(one, runs=RUNS[learner]) for name, one in changed.items()}
    data = run(batches)
    return {(one.id, row.label): row for one in items for row in one.find(data).rows}


def noticed(usual, changed):
    """Return texts on the rows whose verdict became different or false, or ceased to be so."""
    bad, texts = (DIFFERENT, FALSE), []
    for key, row in changed.items():
        now, before = row.verdict in bad, key in usual and usual[key].verdict in bad
        if now != before:
            texts.append(f"{': '.join(key)} ({row.verdict if now else 'no longer false'})")
    return texts


def tables(rows):
    """Return a text for each table in these rows: how far off it is."""
    return [
        f"{id}: {percent(row.ours >= row.distance)}"
        for (id, _), row in rows.items()
        if row.kind == "table" and row.trained
    ]


def lines_of(learner):
    """Yield the lines of a learner, as published and then with each change."""
    usual = judged(learner)
    yield learner, "as published", "", "", "", "; ".join(tables(usual))
    for plant in plants():
        if plant.learner == learner:
            changed = judged(learner, plant.change)
            texts = "; ".join(noticed(usual, changed)), "; ".join(tables(changed))
            yield learner, plant.setting, plant.published, plant.value, *texts


def main(arguments):
    """Write the lines of these learners, by default of all, and keep the rest; return a status."""
    parser = argparse.ArgumentParser(prog="run.py planted", description=__doc__.partition("\n")[0])
    names = [*BATCHES, "all"]
    parser.add_argument(
        "learners",
        nargs="*",
        choices=names,
        default="all",
        metavar="LEARNER",
        help=", ".join(names),
    )
    learners = parser.parse_args(arguments).learners
    with OUT.open(encoding="utf-8", newline="") as file:
        lines = [tuple(line) for line in csv.reader(file)][1:]
    for learner in BATCHES if "all" in learners else learners:
        new = []
        for line in lines_of(learner):
            print(*line[:5], sep=" | ", flush=True)
            new.append(line)
        lines = [line for line in lines if line[0] != learner] + new
        lines.sort(key=lambda line: list(BATCHES).index(line[0]))
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([COLUMNS, *lines])
        write_all({OUT: text.getvalue()})  # after each learner, since all of them take hours
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
