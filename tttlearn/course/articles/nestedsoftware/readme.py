"""Reproduce three versions of the README of nestedsoftware's repository: tables of 1,000 games."""

from dataclasses import replace

import numpy as np

from tttlearn.course.articles.batches import stacked
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.nestedsoftware.deep_q_runs import FILE, MADE, deep_q_runs
from tttlearn.course.articles.nestedsoftware.runs import CALL, GAMES, looked_up, pairs, players
from tttlearn.course.articles.published import all_published, published
from tttlearn.course.articles.recipes import (
    DQN_GAMES,
    nested_mcts_table,
    nestedsoftware_mcts,
)
from tttlearn.course.articles.tables import joint
from tttlearn.course.articles.verdicts import Measured, Setting
from tttlearn.evaluation.exact import outcome
from tttlearn.evaluation.policy import random_policy

SOURCE = "nestedsoftware README"
VERSIONS = {"July": "bf9a665", "August": "e48b6c9", "2020": "HEAD 220bbdc"}
METRICS = {"x wins": 0, "draw": 1, "o wins": 2}
ITEMS_IN_TABLE = "number of items in qtable"


def rows_of(version, pairs):
    """Return a Measured for each number of these pairs, a dict from names to outcomes (runs, 3)."""
    rows = []
    for row in all_published():
        if version in row.source and row.setting in pairs and row.metric in METRICS:
            ours = 100 * np.atleast_2d(pairs[row.setting])[:, METRICS[row.metric]]
            what = f"{row.setting}: {row.metric}"
            rows.append(Measured(what, row, ours, GAMES))
    if len(rows) != 3 * len(pairs):
        raise LookupError(f"{version} has {len(rows)} numbers for {len(pairs)} pairs")
    return rows


def _tabular(version, outcomes, items):
    known = published(VERSIONS[version], ITEMS_IN_TABLE)
    rows = rows_of(VERSIONS[version], outcomes)
    return Result([joint(WHOLE_TABLE, rows), *rows, Measured("items in the Q-table", known, items)])


WHOLE_TABLE = "the whole table"


@item("readme-july", SOURCE, "table of July 2019, the article's first",
      CALL.format("", "random"), "nested")  # fmt: skip
def find_july(data):
    """A learner that gets 1 for a win, 0 for a draw and -1 for a loss."""
    return _tabular("July", pairs(data, "nested"), looked_up(data["nested"][:200]))


@item("readme-august", SOURCE, "table of August 2019: a draw pays 1",
      CALL.format("'draw-equals-win'", "random"), "nested-draw")  # fmt: skip
def find_august(data):
    """A learner that gets as much for a draw as for a win."""
    return _tabular("August", pairs(data, "nested-draw"), looked_up(data["nested-draw"][:200]))


@item("readme-2020", SOURCE, "table of 2020: a loss pays 0",
      CALL.format("'repository'", "random"), "nested-head")  # fmt: skip
def find_2020(data):
    """The repository's learner of 2020, which keeps one value for each board after its move."""
    items = stacked(data["nested-head"], "items")
    result = _tabular("2020", pairs(data, "nested-head"), items)
    result.note = "The items are the boards that occurred in training after a move of the learner."
    return result


@item(
    "readme-minimax",
    SOURCE,
    "random and minimax players",
    "ttt.outcome(ttt.minimax_policy(), ttt.random_policy()): and so each pair",
)
def find_minimax(data):
    """Games between players that learn nothing, in all three versions of the README."""
    names = {"minimax": "minimax not random"}
    pairs = {"random vs random": outcome(*[random_policy()] * 2)}
    for a, x in players().items():
        for b, o in players().items():
            if a != "random" and b != "random":
                pairs[f"{names.get(a, a)} vs {names.get(b, b)}"] = outcome(x, o)
    for pair in (("minimax random", "random"), ("random", "minimax random")):
        pairs[" vs ".join(pair)] = outcome(*[players()[name] for name in pair])
    return Result(_versions(VERSIONS, pairs))


def _versions(versions, pairs):
    """Return the rows of these versions of a table, each with its joint row above them."""
    rows = []
    for version in versions:
        cells = rows_of(VERSIONS[version], pairs)
        for row in (joint(WHOLE_TABLE, cells), *cells):
            rows.append(replace(row, label=f"{version}, {row.label}"))
    return rows


@item("readme-mcts", SOURCE, "tree search", "recipes.nestedsoftware_mcts()")
def find_mcts(data):
    """The tree search is in two versions of the README; their numbers are the same."""
    return Result(mcts_rows(nestedsoftware_mcts()))


def mcts_rows(player):
    """Return the rows of the matches of this tree search."""
    return _versions(("August", "2020"), nested_mcts_table(player))


@item("readme-neural", SOURCE, "the neural player",
      "recipes.nestedsoftware_dqn(): 2,000,000 games a side against random play",
      "nested-neural")  # fmt: skip
def find_neural(data):
    """A network that learns by deep Q-learning, against the other players."""
    rows = rows_of(VERSIONS["2020"], deep_q_runs(data["nested-neural"]))
    rows.insert(0, joint(WHOLE_TABLE, rows))
    games = published(VERSIONS["2020"], "training games", "training qneural")
    note = f"Runs take long, so only {MADE} are made here; `data/{FILE}` holds the others."
    return Result([*rows, Setting("training games a side", games, DQN_GAMES)], note=note)
