"""Try what antirez left open: whether his approach works with Connect Four, too.

The network, its rewards, its update and its opponent are those of the program. Only the game is
another: Connect Four on four columns or five, and four rows, which is small enough to judge a
player in every position. A move is a column, so the network has an output for each column; with the
change "cells" it has one for each cell, as the program does. The changes "phases", "lots" and
"idle" have as many outputs as that, but none that stands for a cell, so they show what it is about
the cells that matters.

One case is new. After a loss the program shares its target among the other legal moves. In
tic-tac-toe there always are some, but here only one column may be open. The formula of the program
would then name no target at all, which is the change "literal"; otherwise such a move is not
learned from.
"""

from contextlib import suppress

import numpy as np

from tttlearn.course.articles.antirez.kept_runs import kept
from tttlearn.course.articles.antirez.recipe import ANTIREZ_REWARDS
from tttlearn.course.articles.antirez.targets import forgiving_delta, program_delta
from tttlearn.evaluation.exact import outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import BoardRules, boards
from tttlearn.game.tables import unchecked
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import QLearner, next_decision, reward_to_x
from tttlearn.learn.sweep import sweep
from tttlearn.network.loops import power
from tttlearn.network.update import PolicyNetwork

FILE = "connect_four_runs.jsonl"
DIGITS = 9
"""Number of decimal places of a share in the file."""
ROWS, IN_A_ROW = 4, 4
CHANGES = {
    "none": {},
    "literal": {"update": program_delta},
    "cells": {},
    "cells, literal": {"update": program_delta},
    "phases": {},
    "lots": {},
    "idle": {},
    "drawn": {"temperature": 1.0},
    "400 units": {"hidden": 400},
    "rate 0.03": {"rate": 0.03},
    "rate 0.01": {"rate": 0.01},
    "rate 0.003": {"rate": 0.003},
    "rate 0.01, literal": {"rate": 0.01, "update": program_delta},
    "rate 0.01, cells": {"rate": 0.01},
    "rate 0.01, drawn": {"rate": 0.01, "temperature": 1.0},
    "rate 0.01, 400 units": {"rate": 0.01, "hidden": 400},
}
"""Settings of a network that differ from the program's, by the name of the change."""
OUTPUTS = "cells", "phases", "lots", "idle"
"""Changes of what an output stands for, see `connect_four`; otherwise it is a column."""
TABLES = "table", "Q-learning"
"""Changes that replace the network by a table: one with the program's update, and a learner of
action values with alpha and epsilon 0.1."""
STUDY = (
    (4, ("none", "rate 0.01"), (150_000, 2_000_000), 8),
    (4, ("rate 0.003",), (2_000_000,), 8),
    (4, ("none", "rate 0.01", "cells", "rate 0.01, cells"), (500_000,), 20),
    (4, (*CHANGES, *TABLES), (500_000,), 3),
    (5, ("none",), (500_000,), 3),
    (5, ("cells",), (500_000,), 7),
)
"""Kept runs: columns, changes, numbers of games, and number of seeds."""


def connect_four(columns, outputs="columns"):
    """Return the rules of Connect Four on four rows, in which a move has one of these outputs.

    A move is a column. With "cells", its output is that of the cell to which the mark falls. Each
    other choice has as many outputs as there are cells, but none that stands for a cell: a quarter
    for each quarter of the game ("phases") or for each of four groups of positions, drawn by lot
    ("lots"), or the first ones for the columns and the rest for no move at all ("idle").
    """
    rules = boards(rows=ROWS, columns=columns, k=IN_A_ROW, falling=True)
    if outputs == "columns":
        return rules
    following = np.full((rules.n_states, rules.n_cells), -1, rules.next.dtype)
    groups = {
        "phases": np.count_nonzero(rules.cells, axis=1) // columns,
        "lots": np.random.default_rng(0).integers(ROWS, size=rules.n_states),
        "idle": np.zeros(rules.n_states, int),
    }
    for column in range(columns):
        states = np.flatnonzero(rules.legal[:, column])
        after = rules.next[states, column]
        if outputs == "cells":
            named = (rules.cells[states] != rules.cells[after]).argmax(1)
        else:
            named = column + columns * groups[outputs][states]
        following[states, named] = after
    alone = np.arange(rules.n_states)[:, None], np.arange(rules.n_cells)[None]  # no symmetry
    parts = {"next": following, "falling": False, "images": alone[0], "action_maps": alone[1]}
    return unchecked(BoardRules, **{**rules.parts, **parts})


def learner_with(change, seed, columns):
    """Return the learner with this change before its first game, and the rules of its game."""
    named = [word for word in OUTPUTS if word in change]
    rules = connect_four(columns, *named)
    if change == "Q-learning":
        return QLearner(alpha=0.1, epsilon=0.1, seed=seed, rules=rules), rules
    if change == "table":
        settings = {"rate": 0.1, "later": 0.5, **ANTIREZ_REWARDS["code"]}
        table = np.zeros(rules.next.shape)
        return Learner(by_program, table, settings, 0.0, seed=seed, rules=rules), rules
    settings = {"update": forgiving_delta, **CHANGES[change]}
    return PolicyNetwork(seed=seed, rules=rules, **settings), rules


def by_program(Q, episode, rate, later, win, draw, loss):
    """Update a table as the program updates its network, with outputs of its own in each position.

    `Q` holds the outputs before softmax, times the side that learns, because values are to X.
    """
    side, n = episode.side, len(episode.actions)
    reward = side * reward_to_x(episode.winner, side, win, draw, loss)
    t = next_decision(episode, 0)
    while t < n:
        s, a = episode.states[t], episode.actions[t]
        z = side * Q[s]
        p = power(np.maximum(z - z.max(), -40.0))
        weight = 1 - later + later * t / n
        Q[s] -= side * rate * forgiving_delta(p / p.sum(), a, episode.choices[s], reward * weight)
        t = next_decision(episode, t + 1)


def connect_four_run(seed, columns, side, change, games):
    """Train a learner with this change against random moves, and return how well it then plays.

    It plays this side. `safe` says whether nobody can beat it, and `lost` is the exact share of
    games that it loses to random play. If its weights overflow, it has `learned` from fewer games,
    is not safe, and `lost` is None.
    """
    learner, rules = learner_with(change, seed, columns)
    safe, lost = False, None
    with suppress(ValueError):  # the weights grow beyond all bounds
        learner.learn(games, random_policy(rules), side)
        safe, lost = judged(learner.policy, side, rules)
    return {"safe": safe, "lost": lost, "learned": learner.games}


def judged(policy, side, rules):
    """Return whether nobody can beat this policy, and the share of games that random play wins."""
    worst, random = worst_case(policy, rules), random_policy(rules)
    if side == "X":
        return bool(worst.as_x == 0), round(outcome(policy, random, rules).o_wins, DIGITS)
    return bool(worst.as_o == 0), round(outcome(random, policy, rules).x_wins, DIGITS)


def kept_runs_with(columns, side, change, games):
    """Return the kept runs of this kind: arrays by name, in order of the seeds."""
    return kept(FILE, columns=columns, side=side, change=change, games=games)


def complete_study(path, study=STUDY):
    """Make the runs of the study that the file at `path` lacks, on all cores."""
    for columns, changes, games, seeds in study:
        grid = {"columns": [columns], "side": ["O", "X"], "change": changes, "games": games}
        sweep(connect_four_run, grid, range(seeds), out=path)
