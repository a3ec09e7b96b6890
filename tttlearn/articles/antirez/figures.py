"""The table and the statements of antirez's ttt-rl, 2025."""

import numpy as np

from tttlearn.articles.batches import Batch, cells_of, outcomes, stacked
from tttlearn.articles.figures import losses
from tttlearn.articles.items import Result, item
from tttlearn.articles.published import published
from tttlearn.articles.recipes import ANTIREZ_REWARDS, antirez
from tttlearn.articles.verdicts import Row, Statement
from tttlearn.evaluation.exact import optimal_share, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import REACHABLE

SOURCE = "antirez"
FILE = "antirez/ttt-rl README.md"
GAMES, STEP = 2_000_000, 10_000
SMALL = 25
RUN = "2000000 games, cumulative"
RECIPE = "recipes.antirez({}): 2,000,000 games as O against random play"


def _keep(learner, winners):
    ends = np.stack([winners == winner for winner in (1, 0, -1)], axis=1)
    counts = ends.reshape(-1, STEP, 3).sum(1)
    policy = learner.policy
    found = {"counts": counts, "cells": cells_of(learner), "right": optimal_share(policy)}
    return found | {"worst": worst_case(policy).as_o}


def _networks(runs, *arguments):
    stages = ((GAMES, "random", "O"),)
    return Batch(lambda seed: antirez(*arguments, seed=seed), stages, _keep, runs)


BATCHES = {
    "antirez": _networks(12),
    "antirez-readme": _networks(20, "readme"),
    "antirez-small": _networks(4, "code", SMALL),
}
COUNTED = {"Wins": 2, "Losses": 0, "Ties": 1}
"""The network plays O: where its results stand among X's wins, draws, O's wins."""


@item("antirez-table", SOURCE, "sample output: 2 million games", RECIPE.format("'readme'"),
      "antirez-readme", "antirez")  # fmt: skip
def find_table(data):
    """Wins, losses and ties over all training games, with the rewards that the README names.

    The sample output is as old as these rewards; the program got others later.
    """
    counts = stacked(data["antirez-readme"], "counts")
    total, other = counts.sum(1), stacked(data["antirez"], "counts").sum(1)
    calm = counts[:, -1, 0] == 0  # as the published run, which would else have lost more
    mine = total[calm] if calm.sum() > 1 else total
    rows = [Row("games", published(FILE, "Games", RUN), total.sum(1).mean())]
    for name, place in COUNTED.items():
        for unit, scale in (("games", 1), ("% of games", 100 / GAMES)):
            row = published(FILE, name, RUN, unit=unit)
            rows.append(Row(f"{name}, {unit}", row, mine[:, place] * scale))
    stops = STEP * np.arange(1, counts.shape[1] + 1)
    lost = published(FILE, "Losses", RUN, unit="games")
    average = lost.number * STEP / GAMES
    caption = (
        f"games lost of every {STEP:,} while it learns, {len(counts)} seeds: {calm.sum()} runs "
        f"lose none of the last {STEP:,}, the others up to {counts[:, -1, 0].max():,}"
    )
    compared = "these" if len(mine) < len(total) else "all"
    note = (
        f"{calm.sum()} of our {len(total)} runs lose none of their last {STEP:,} games; compared "
        f"with {compared}. Losses over all games: {_range(total[calm, 0])} in these runs, "
        f"{_range(total[~calm, 0])} in the others; with the rewards that the code has now, and the "
        f"README does not, {_range(other[:, 0])}. Of the {len(mine)} runs compared "
        f"{(mine[:, 0] <= lost.number).sum()} lose as few as the published run, {lost.value}."
    )
    return Result(rows, lambda: losses(stops, counts[:, :, 0], average, STEP), caption, note)


def _range(numbers):
    return f"{numbers.min():,} to {numbers.max():,}" if len(numbers) else "none"


@item("antirez-no-loss", SOURCE, "text: no longer loses", RECIPE.format("'readme' or 'code'"),
      "antirez-readme", "antirez")  # fmt: skip
def find_no_loss(data):
    """After 2 million games: can random play still win a game? With either of the rewards."""
    row = published(FILE, "losses", "after 2 million games")
    names = {"README": "antirez-readme", "code": "antirez"}
    found = {name: _no_loss(data[batch], name, row) for name, batch in names.items()}
    return Result(
        [statement for statement, _ in found.values()], note=" ".join(n for _, n in found.values())
    )


def _no_loss(runs, name, row):
    """(statement, note) of the runs with the rewards of this name."""
    cells = stacked(runs)
    lost = outcomes(cells, "O", random_policy())[:, 0]
    worst = np.array([run["worst"] for run in runs])
    never = lost < 1e-12
    last = stacked(runs, "counts")[:, -1, 0]
    found = (
        f"none in {never.sum()} of {len(cells)} runs, exactly; {lost.mean():.3%} of the games on "
        f"average"
    )
    note = (
        f"With the rewards of the {name} {(last == 0).sum()} of {len(cells)} runs lose none of "
        f"their last {STEP:,} games, while they still learn. The best reply beats "
        f"{(worst > 0).sum()} of them."
    )
    reason = "counted in games, losses become rare; exactly, most runs keep a way to lose"
    what = f"losses after training, rewards of the {name}"
    return Statement(what, row, never, found, usual=True, reason=reason), note


@item("antirez-small", SOURCE, "text: 25 hidden units", RECIPE.format("hidden=25"),
      "antirez-small", "antirez")  # fmt: skip
def find_small(data):
    """A smaller network still plays well, but not perfectly."""
    hidden = published(FILE, "reduced hidden size (or less)")
    around = published(FILE, "parameters at reduced size (around, or less)")
    play = published(FILE, "play", "reduced hidden size")
    lost, lost_big = (
        outcomes(stacked(data[name]), "O", random_policy())[:, 0]
        for name in ("antirez-small", "antirez")
    )
    worst = np.array([run["worst"] for run in data["antirez-small"]])
    imperfect = worst > 0
    found = (
        f"loses {lost.mean():.2%} of its games to random play (with 100 units {lost_big.mean():.2%}"
        f"); the best reply beats {imperfect.sum()} of {len(lost)} runs"
    )
    well = lost < 0.05
    rows = [
        Row("hidden units", hidden, SMALL),
        Row("parameters", around, antirez(hidden=SMALL).parameters),
        Statement("how it plays", play, well & imperfect, found),
    ]
    return Result(rows)


@item("antirez-parameters", SOURCE, "size of the network", "recipes.antirez()")
def find_parameters(data):
    """What there is to learn, and how many positions there are."""
    net, place = antirez(), "Neural network"
    inputs, hidden, outputs = net.inputs, net.hidden, 9
    numbers = {"possible states": REACHABLE.sum(), "hidden neurons": hidden, "inputs": inputs}
    numbers |= {"outputs": outputs, "total parameters": net.parameters}
    rows = [Row(name, published(FILE, name, place=place), n) for name, n in numbers.items()]
    formulas = {"weights input-hidden": f"{inputs} * {hidden}", "biases": f"{hidden} + {outputs}"}
    formulas["weights hidden-output"] = f"{hidden} * {outputs}"
    for name, text in formulas.items():
        row = published(FILE, name, place=place)
        rows.append(Statement(name, row, row.value == text, text))
    spread = published(FILE, "weight initialisation range")
    low, high = (float(text) for text in spread.value.split(" / "))
    weights = net.network.weights[0]
    inside = low <= weights.min() < 0.99 * low and 0.99 * high < weights.max() <= high
    found = f"{weights.min():.2f} to {weights.max():.2f}"
    return Result([*rows, Statement("first weights", spread, inside, found)])


@item("antirez-rewards", SOURCE, "rewards, in the README and in the code", "recipes.antirez()")
def find_rewards(data):
    """README and code pay differently; there is a recipe for each."""
    places = {"readme": (FILE, "README reward policy"), "code": ("ttt.c", "code reward policy")}
    names = {"win": "win", "tie": "draw", "loss": "loss"}
    rows = [
        Row(f"{kind}, {name}", published(source, name, setting), ANTIREZ_REWARDS[kind][key])
        for kind, (source, setting) in places.items()
        for name, key in names.items()
    ]
    rate = published("ttt.c", "LEARNING_RATE")
    return Result([*rows, Row("learning rate", rate, antirez().rate)])
