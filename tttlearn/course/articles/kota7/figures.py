"""Reproduce kota7's R package `tictactoe`: random games, a learner, levels, a learning curve."""

import numpy as np

from tttlearn.course.articles.batches import Batch
from tttlearn.course.articles.episodes import random_game
from tttlearn.course.articles.figures import ENDS, curves, heat
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.kota7.recipe import VALUE, WRITTEN, level
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import KOTA7_GAMES, kota7
from tttlearn.course.articles.shares import mean_of, percent, share_of
from tttlearn.course.articles.tables import joint
from tttlearn.course.articles.verdicts import MAX_RELATIVE_WIDTH, Measured, Setting, Statement
from tttlearn.evaluation.exact import best_reply, outcome
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import (
    IMAGES,
    LEGAL,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    WINNER,
)
from tttlearn.learn.episodes import Episode

SOURCE = "kota7"
STEP = int(published("kota7", "sim_every").number)
END = int(published(SOURCE, "number of training", "last plotted point").number)
STOPS = range(STEP, END + 1, STEP)
GAMES = 100
"""Games behind each table of the README."""
READING_ERROR = 0.005
"""Largest error of a share that is read off a picture with two digits."""


def _keep(learner, winners):
    policy, chance = learner.policy, random_policy()
    return {
        "alone": outcome(policy, policy),
        "against": outcome(chance, policy),
        "first": outcome(policy, chance),
    }


BATCHES = {
    "kota7": Batch(
        lambda seed: kota7(0, seed),
        tuple((STEP, "itself", "both") for _ in STOPS),
        _keep,
        runs=150,
        each=True,
    )
}
COLUMNS = {"1 ": 0, "0 ": 1, "2 ": 2}
"""Column of each result of the tables in an outcome, by how its name begins."""


def _table(setting, outcomes):
    """Return the joint row and the three rows of a table of 100 games; `outcomes` is (runs, 3)."""
    metrics = ("0 (draw)", "1 (player 1)", "2 (player 2)")
    if "Q-learner" in setting:
        metrics = ("0 (draw)", "1 (random, player 1)", "2 (trained, player 2)")
    outcomes = np.atleast_2d(outcomes)
    rows = [
        Measured(
            metric, published(SOURCE, metric, setting), outcomes[:, COLUMNS[metric[:2]]], GAMES
        )
        for metric in metrics
    ]
    return [joint("the whole table", rows), *rows]


@item(
    "kota7-random",
    SOURCE,
    "random play against random play",
    "ttt.outcome(ttt.random_policy(), ttt.random_policy())",
)
def find_random(data):
    """The README lets two random players meet in 100 games."""
    return Result(_table("random vs random, N = 100", outcome(random_policy(), random_policy())))


@item(
    "kota7-trained",
    SOURCE,
    "random play against a trained player",
    "recipes.kota7(1): 500 games with itself",
    "kota7",
)
def find_trained(data):
    """The README lets random play meet a player that has learned from 500 games, in 100 games."""
    after = STOPS.index(KOTA7_GAMES[1])
    stops = [run[after] for run in data["kota7"]]
    rows = _table("random vs Q-learner after 500 episodes, N = 100",
                  np.array([stop["against"] for stop in stops]))  # fmt: skip
    best, needed = _best_score(), MAX_RELATIVE_WIDTH * (_best_score() - HALF)
    better = np.array([_score(stop) for stop in stops]) - HALF
    rows.append(
        Statement(
            "that it is much stronger than random play",
            published(SOURCE, "strength", "after 500 episodes"),
            better >= needed,
            f"over both seats it scores {mean_of(HALF + better)} of a game against random play; "
            f"random play itself scores {HALF:.0%}, the best reply {best:.1%}. Much means a third "
            f"of the way, {HALF + needed:.1%}; {percent(better >= needed)} of the runs reach that",
            reason="the runs have the same settings, and differ in their random numbers",
        )
    )
    return Result(rows)


HALF = 0.5
"""Score of any player against itself over both seats."""


def _best_score():
    """Return the score of the best reply to random play against it, over both seats."""
    chance = random_policy()
    best = best_reply(chance)
    return _score({"first": outcome(best, chance), "against": outcome(chance, best)})


@item(
    "kota7-curve",
    SOURCE,
    "all games are drawn in the end",
    "recipes.kota7(0): games with itself, measured every 250",
    "kota7",
)
def find_curve(data):
    """How many of its games with itself are drawn and won while it learns?"""
    shares = np.array([[stop["alone"] for stop in run] for run in data["kota7"]])
    stops = np.array(STOPS)
    drawn = shares[:, :, 1] >= 1 - READING_ERROR
    ends = drawn[:, -1]  # whether all games are drawn from some stop on
    first = [_from(run, stops) for run in drawn[ends]]
    since = published(
        SOURCE, "number of training", "draws in all games of a point, from this point on"
    )
    at = list(stops).index(int(since.number))
    rows = [
        Statement(
            "that from some point of the figure on all games are drawn",
            since,
            ends,
            f"after {END:,} games all are drawn in {share_of(ends)}",
        )
    ]
    if len(first) > 1:  # with other settings, perhaps no run reaches it
        what, seeds = "games from which on all are drawn", f"{ends.sum()} of 0 to {len(ends) - 1}"
        rows.append(Measured(f"{what}, of these runs", since, first, seeds_text=seeds))
    caption = (
        f"games of the learner with itself, exact, mean and range of {len(shares)} runs: after "
        f"{stops[at]:,} games {mean_of(shares[:, at, 1])} are drawn; in single runs "
        f"{shares[:, at, 1].min():.1%} to {shares[:, at, 1].max():.1%}. Diamonds: the published "
        f"points from {stops[at]:,} games on, where all games are drawn; earlier points are "
        "published only as a picture, and are left out here"
    )
    published_points = [(stop, (0, 1, 0)) for stop in stops[at:]]
    untaught = np.tile(outcome(random_policy(), random_policy()), (len(shares), 1, 1))
    stops, shares = np.append(0, stops), np.append(untaught, shares, axis=1)
    return Result(rows, lambda: draw_curve(stops, shares, published_points), caption)


def draw_curve(stops, shares, points):
    """Draw the published figure: a marked line for each result, over the training games."""
    ax = curves(stops, shares, "number of training games", points)
    for (_, colour), name, end in zip(ENDS, ("Player1", "Draw", "Player2"), range(3), strict=True):
        marks = {"ls": "", "marker": "o", "ms": 7, "clip_on": False}
        ax.plot(stops, shares[:, :, end].mean(0), color=colour, zorder=2.5, **marks)
        ax.get_legend().get_texts()[end].set_text(name)
    ax.set_ylabel("fraction")
    ax.yaxis.set_major_formatter("{x:g}")
    return ax


@item(
    "kota7-smarter",
    SOURCE,
    "the smarter, the more draws",
    "recipes.kota7(0): games with itself, measured every 250",
    "kota7",
)
def find_smarter(data):
    """Does it draw more with itself as it gets better against random play, in both seats?"""
    runs = data["kota7"]
    drawn = np.array([[stop["alone"].draws for stop in run] for run in runs])
    strength = np.array([[_score(stop) for stop in run] for run in runs])
    together = np.array([np.corrcoef(*pair)[0, 1] for pair in zip(strength, drawn, strict=True)])
    row = Statement(
        "draws with itself, as its score against random play rises",
        published("kota7", "result of its games"),
        together > 0,
        f"the correlation over {len(STOPS)} moments of a run is {together.mean():.2f} "
        f"({together.min():.2f} to {together.max():.2f})",
    )
    return Result([row])


def _score(stop):
    """Return the score against random play over both seats, with a draw as one half."""
    first, second = stop["first"], stop["against"]
    return (first.x_wins + second.o_wins + (first.draws + second.draws) / 2) / 2


def _from(run, stops):
    """Return the first stop from which on `run`, an array of bool, stays true."""
    return stops[len(run) - int(np.argmin(run[::-1]))] if not run.all() else stops[0]


@item("kota7-levels", SOURCE, "levels 0 to 5", "[ttt.level(k) for k in range(6)]: seed 123")
def find_levels(data):
    """How many games has each level learned from, and which level is the strongest?"""
    policies = [level(k).policy for k in range(len(KOTA7_GAMES))]
    pairs = np.array([[outcome(x, o) for o in policies] for x in policies])
    scores = pairs @ [1, 0.5, 0]
    strength = (scores.mean(1) + 1 - scores.mean(0)) / 2
    ends = published(SOURCE, "level (weakest / strongest)")
    order = [strength.argmin(), strength.argmax()]
    rows = [
        Setting(f"games of level {k}", published(SOURCE, "training episodes", f"level {k}"), games)
        for k, games in enumerate(KOTA7_GAMES)
        if k
    ]
    readme = published("kota7/tictactoe README", "N", "ttt_qlearn")
    rows.append(Setting("games of the player of the README", readme, KOTA7_GAMES[1]))
    rows.append(Setting("weakest and strongest level", ends, order))
    default = published(SOURCE, "play", "default AI player")
    alike = np.array_equal(policies[0], random_policy())
    summary = f"it {'takes' if alike else 'does not take'} each free cell equally often everywhere"
    rows.append(Statement("level 0, which is the default", default, alike, summary))
    listed = ", ".join(f"{score:.3f}" for score in strength)
    caption = f"exact score of X, level against level; mean score of levels 0 to 5: {listed}"
    return Result(rows, lambda: heat(scores, "level of O", "level of X"), caption)


@item("kota7-settings", SOURCE, "default settings", "recipes.kota7(0)")
def find_settings(data):
    """Does the recipe have the published defaults, and value the ends of games as published?"""
    learner = kota7(0)
    ends = {"first player wins": 1, "second player wins": -1, "draw": 0}
    manual = "kota7 tictactoe manual"
    rows = [
        Setting("epsilon", published(manual, "epsilon", "default"), learner.epsilon),
        Setting("alpha", published(manual, "alpha", "default"), learner.settings["alpha"]),
        Setting("gamma", published(manual, "gamma", "default"), learner.settings["gamma"]),
    ]
    rows += [
        Setting(
            f"value of the end: {name}",
            published(manual, name, "final state value"),
            _end_value(winner),
        )
        for name, winner in ends.items()
    ]
    rows.append(_algorithm(learner))
    now, later = wins_now_and_later(learner.settings["gamma"])
    rows.append(
        Statement(
            "a win with this move beside one with the next",
            published(manual, "values", "gamma"),
            (now > later).all(),
            f"the first is worth more in {(now > later).sum()} of {len(now)} positions that have "
            f"both, on average {100 * now.mean():.1f} beside {100 * later.mean():.1f}",
        )
    )
    return Result(rows)


N_GAMES = 200
"""Number of random games on which it is tested whether a rule uses moves that were not made."""


def _algorithm(learner):
    """Return the row on what the manual calls the algorithm."""
    rng, same = np.random.default_rng(0), []
    for _ in range(N_GAMES):
        episode, table = random_game(rng), rng.random((N_STATES, VALUE + 1))
        made = np.isin(np.arange(N_STATES), episode.states)
        others = np.where(made[:, None], table, table + 100.0)  # differs in states not reached
        for entries in (table, others):
            learner.rule(entries, episode, **learner.settings)
        first = IMAGES[START, WRITTEN[0]]
        same.append(bool(table[first, VALUE] == others[first, VALUE]))
    return Statement(
        "that the value it learns depends only on the moves that are made, as in Q-learning",
        published(SOURCE, "algorithm"),
        all(same),
        f"the value of the first position does in {sum(same)} of {N_GAMES} random games",
        reason="it has a value for each position, and moves it to the best of what all moves lead "
        "to: one step of value iteration, which needs the rules of the game. Q-learning needs "
        "none, and looks only at the move that was made",
    )


def wins_now_and_later(gamma):
    """Return the values of a win at once and of the best later win, where there are both.

    They are learned from enough random games that no value changes any more, and are in hundreds.
    """
    learner = kota7(0)
    learner.epsilon, learner.settings = 1.0, learner.settings | {"gamma": gamma}
    learner.learn(20_000)
    states = np.flatnonzero(REACHABLE & ~TERMINAL)
    own, legal = TURN[states, None] * learner.values[states], LEGAL[states]
    wins = legal & (WINNER[NEXT[states]] == TURN[states, None])
    now = np.where(wins, own, -1.0).max(1)
    later = np.where(legal & ~wins, own, -1.0).max(1)
    both = wins.any(1) & (later > 0)
    return now[both], later[both]


def _end_value(winner):
    """Return what the rule stores for the end of a game that this side has won."""
    learner = kota7(0)
    end = int(np.flatnonzero(WINNER == winner)[-1])
    episode = Episode(np.array([end]), np.array([], dtype=int), winner, 0)
    learner.rule(learner.table, episode, **learner.settings)
    return learner.table[end, VALUE]
