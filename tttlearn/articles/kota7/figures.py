"""kota7, the R package `tictactoe`: random games, a trained player, levels, a learning curve."""

import numpy as np

from tttlearn.articles.batches import Batch
from tttlearn.articles.figures import curves, heat
from tttlearn.articles.items import Result, item
from tttlearn.articles.kota7.recipe import level
from tttlearn.articles.published import published
from tttlearn.articles.recipes import KOTA7_GAMES, kota7
from tttlearn.articles.verdicts import Row, Statement
from tttlearn.evaluation.exact import outcome
from tttlearn.evaluation.policy import random_policy

SOURCE = "kota7"
STEP, END = 250, 3_500
STOPS = range(STEP, END + 1, STEP)
GAMES = 100
"""Games behind each table of the README."""
PICTURE = 0.005
"""What two digits of a share, read off a picture, may hide."""


def _keep(learner, winners):
    policy, against = learner.policy, ()
    if learner.games == KOTA7_GAMES[1]:
        against = outcome(random_policy(), policy)
    return {"alone": outcome(policy, policy), "against": against}


BATCHES = {
    "kota7": Batch(
        lambda seed: kota7(0, seed),
        tuple((STEP, "itself", "both") for _ in STOPS),
        _keep,
        runs=200,
        each=True,
    )
}
ORDER = {"1 ": 0, "0 ": 1, "2 ": 2}
"""Where the results of the tables, which begin so, stand in an outcome."""


def _table(setting, outcomes):
    """The three rows of a table of 100 games; `outcomes`: (runs, 3)."""
    metrics = ("0 (draw)", "1 (player 1)", "2 (player 2)")
    if "Q-learner" in setting:
        metrics = ("0 (draw)", "1 (random, player 1)", "2 (trained, player 2)")
    outcomes = np.atleast_2d(outcomes)
    return [
        Row(metric, published(SOURCE, metric, setting), outcomes[:, ORDER[metric[:2]]], GAMES)
        for metric in metrics
    ]


@item("kota7-random", SOURCE, "README: random against random", "outcome(random, random)")
def find_random(data):
    """100 games between random players."""
    return Result(_table("random vs random, N = 100", outcome(random_policy(), random_policy())))


@item(
    "kota7-trained",
    SOURCE,
    "README: random against a player of 500 games",
    "recipes.kota7(1): 500 games with itself",
    "kota7",
)
def find_trained(data):
    """100 games of random play against a player that has learned from 500 games."""
    after = STOPS.index(KOTA7_GAMES[1])
    against = np.array([run[after]["against"] for run in data["kota7"]])
    return Result(_table("random vs Q-learner after 500 episodes, N = 100", against))


@item(
    "kota7-curve",
    SOURCE,
    "figure: results while it learns",
    "recipes.kota7(0): games with itself, measured every 250",
    "kota7",
)
def find_curve(data):
    """The shares of draws and wins in games with itself while it learns."""
    shares = np.array([[stop["alone"] for stop in run] for run in data["kota7"]])
    stops = np.array(STOPS)
    drawn = shares[:, :, 1] >= 1 - PICTURE
    # The first stop from which on all are drawn; one step beyond the figure where none is.
    first = np.array([stops[-1] + STEP if not run[-1] else _from(run, stops) for run in drawn])
    since = published(
        SOURCE, "number of training", "draws in all games of a point, from this point on"
    )
    last = published(SOURCE, "number of training", place="figure", setting="last plotted point")
    at = list(stops).index(int(since.number))
    rows = [
        Row("games from which on all are drawn", since, first),
        Row("last point of the figure", last, stops[-1]),
    ]
    caption = (
        f"games of the learner with itself, exact, mean and range of {len(shares)} seeds: after "
        f"{stops[at]:,} games {shares[:, at, 1].mean():.1%} are drawn "
        f"({shares[:, at, 1].min():.1%} to {shares[:, at, 1].max():.1%})"
    )
    return Result(rows, lambda: curves(stops, shares, "training games"), caption)


def _from(run, stops):
    """The first stop from which on `run`, bools, stays true."""
    return stops[len(run) - int(np.argmin(run[::-1]))] if not run.all() else stops[0]


@item("kota7-levels", SOURCE, "levels 0 to 5", "ttt.level(0) to ttt.level(5), seed 123")
def find_levels(data):
    """The games of each level, and the exact score of each against each."""
    policies = [level(k).policy for k in range(len(KOTA7_GAMES))]
    pairs = np.array([[outcome(x, o) for o in policies] for x in policies])
    scores = pairs @ [1, 0.5, 0]
    strength = (scores.mean(1) + 1 - scores.mean(0)) / 2
    ends = published(SOURCE, "level (weakest / strongest)")
    order = f"{strength.argmin()} / {strength.argmax()}"
    rows = [
        Row(f"games of level {k}", published(SOURCE, "training episodes", f"level {k}"), games)
        for k, games in enumerate(KOTA7_GAMES)
        if k
    ]
    rows.append(Statement("weakest and strongest level", ends, order == ends.value, order))
    listed = ", ".join(f"{score:.3f}" for score in strength)
    caption = f"exact score of X, level against level; mean score of levels 0 to 5: {listed}"
    return Result(rows, lambda: heat(scores, "level of O", "level of X"), caption)


@item("kota7-settings", SOURCE, "default settings", "recipes.kota7(0)")
def find_settings(data):
    """The recipe has the published defaults, and values the ends of games as published."""
    learner = kota7(0)
    ends = {"first player wins": 1, "second player wins": -1, "draw": 0}
    manual = "kota7 tictactoe manual"
    rows = [
        Row("epsilon", published(manual, "epsilon", "default"), learner.epsilon),
        Row("alpha", published(manual, "alpha", "default"), learner.settings["alpha"]),
        Row("gamma", published(manual, "gamma", "default"), learner.settings["gamma"]),
    ]
    rows += [
        Row(
            f"value of the end: {name}",
            published(manual, name, "final state value"),
            _end_value(winner),
        )
        for name, winner in ends.items()
    ]
    return Result(rows)


def _end_value(winner):
    """What the rule stores for the end of a game that this side has won."""
    from tttlearn.articles.kota7.recipe import VALUE
    from tttlearn.game.rules import WINNER
    from tttlearn.learn.episodes import Episode

    learner = kota7(0)
    end = int(np.flatnonzero(WINNER == winner)[-1])
    episode = Episode(np.array([end]), np.array([], dtype=int), winner, 0)
    learner.rule(learner.table, episode, **learner.settings)
    return learner.table[end, VALUE]
