"""The table and the statements of antirez's ttt-rl, 2025."""

import numpy as np

from tttlearn.articles.antirez.deeper import antirez_deeper
from tttlearn.articles.batches import Batch, cells_of, outcomes, stacked
from tttlearn.articles.figures import losses
from tttlearn.articles.items import Result, item
from tttlearn.articles.published import published
from tttlearn.articles.recipes import ANTIREZ_REWARDS, antirez
from tttlearn.articles.verdicts import Comparison, Measured, Setting, Statement
from tttlearn.evaluation.exact import minimax_policy, optimal_share, outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import REACHABLE

SOURCE = "antirez"
FILE = "antirez/ttt-rl README.md"
GAMES, DEFAULT = (
    int(published(FILE, metric, run).number)
    for metric, run in (("games", "suggested run"), ("games vs random", "default run"))
)
STEP = int(published("ttt.c", "progress line every").number)
SMALL = int(published(FILE, "reduced hidden size (or less)").number)
RUN = "2000000 games, cumulative"
RECIPE = "recipes.antirez({}): 2,000,000 games as O against random play"
BOTH = "recipes.antirez('readme'), recipes.antirez('code'): " + RECIPE.partition(": ")[2]
SHORT = "recipes.antirez({}): 150,000 games as O against random play"
WELL = 0.05
"""Who loses less than this to random play plays well."""


def _keep(learner, winners):
    ends = np.stack([winners == winner for winner in (1, 0, -1)], axis=1)
    counts = ends.reshape(-1, STEP, 3).sum(1)
    policy = learner.policy
    found = {"counts": counts, "cells": cells_of(learner), "right": optimal_share(policy)}
    return found | {"worst": worst_case(policy).as_o}


def _networks(runs, games, **settings):
    return Batch(
        lambda seed: antirez(seed=seed, **settings), ((games, "random", "O"),), _keep, runs
    )


def is_calm(winners):
    """Whether it lost none of its last games, as many as a line of the program's output counts."""
    return not (winners[-STEP:] == 1).any()


BATCHES = {
    "antirez": _networks(12, GAMES),
    "antirez-readme": _networks(14, GAMES, rewards="readme"),
    "antirez-lucky": Batch(
        lambda seed: antirez("readme", seed=seed),
        ((DEFAULT, "random", "O"), (GAMES - DEFAULT, "random", "O")),
        _keep,
        runs=80,
        each=True,
        goes_on=is_calm,
    ),
    "antirez-short": _networks(40, DEFAULT),
    "antirez-even": _networks(40, DEFAULT, later=0.0),
    "antirez-small": _networks(40, DEFAULT, hidden=SMALL),
    "antirez-deeper": Batch(antirez_deeper, ((DEFAULT, "random", "O"),), _keep, runs=40),
}
"""Of the lucky ones many are begun, and those go on that have stopped losing by then."""
COUNTED = {"Wins": 2, "Losses": 0, "Ties": 1}
"""The network plays O: where its results stand among X's wins, draws, O's wins."""


def _lost(runs):
    """What each of these runs loses to random play once it has learned, a share, exactly."""
    return outcomes(stacked(runs), "O", random_policy())[:, 0]


@item("antirez-table", SOURCE, "sample output: 2 million games", RECIPE.format("'readme'"),
      "antirez-lucky", "antirez")  # fmt: skip
def find_table(data):
    """Wins, losses and ties over all training games, with the rewards that the README names.

    The output shows a run that has stopped losing, and the README says to run the program again if
    yours has not: so it is compared with those of ours that have stopped by 150,000 games. It is as
    old as the rewards of the README; the program got others later.
    """
    runs = data["antirez-lucky"]
    calm = np.array([np.concatenate([part["counts"] for part in run])
                     for run in runs if len(run) == 2])  # fmt: skip
    lost = published(FILE, "Losses", RUN, unit="games")
    other = stacked(data["antirez"], "counts")
    other = other[(other[:, -1, 0] == 0)].sum(1)[:, 0]
    note = (
        f"{len(calm)} of our {len(runs)} runs lose none of the last {STEP:,} of {DEFAULT:,} games, "
        f"and go on to {GAMES:,}. With the rewards that the program has now, and the README has "
        f"not, the {len(other)} runs that stop losing lose {_range(other)} games in all: "
        f"{(other <= lost.number).sum()} of them as few as the published run, {lost.value}."
    )
    rows = [Setting("games", published(FILE, "Games", RUN), GAMES)]
    if len(calm) < 2:
        return Result(rows, note=note)
    total, seeds = calm.sum(1), f"{len(calm)} of 0 to {len(runs) - 1}"
    for name, place in COUNTED.items():
        for unit, scale in (("games", 1), ("% of games", 100 / GAMES)):
            row = published(FILE, name, RUN, unit=unit)
            ours = total[:, place] * scale
            rows.append(Measured(f"{name}, {unit}", row, ours, chosen=seeds))
    stops = STEP * np.arange(1, calm.shape[1] + 1)
    caption = (
        f"games lost so far while it learns, the {len(calm)} of {len(runs)} seeds that stop "
        f"losing: {_range(total[:, 0])} in all, published {lost.value}"
    )
    return Result(rows, lambda: losses(stops, calm[:, :, 0], lost.number), caption, note)


def _range(numbers):
    return f"{numbers.min():,} to {numbers.max():,}" if len(numbers) else "none"


FEW = "none of these runs shows it, which says nothing of others: it takes more of them"
NAMES = {"README": "antirez-readme", "code": "antirez"}


@item("antirez-no-loss", SOURCE, "text: no longer loses", BOTH,
      "antirez-readme", "antirez")  # fmt: skip
def find_no_loss(data):
    """After 2 million games: can random play still win a game? With either of the rewards."""
    row = published(FILE, "losses", "after 2 million games")
    lost = {name: _lost(data[batch]) for name, batch in NAMES.items()}
    never = {name: some < 1e-12 for name, some in lost.items()}
    counts = {name: f"{some.sum()} of {len(some)} runs" for name, some in never.items()}
    rows = [
        Statement(
            f"that it usually cannot lose to random play, rewards of the {name}",
            row,
            never[name],
            f"{counts[name]} cannot, exactly; {lost[name].mean():.3%} of the games on average",
            usual=True,
            reason=f"it is the rewards: with those of the README {counts['README']} cannot lose, "
            f"with those that the code has now, and all else the same, {counts['code']}",
        )
        for name in NAMES
    ]
    luck = published(FILE, "luck", "from one run to another")
    differ = {name: 0 < some.mean() < 1 for name, some in never.items()}
    told = "; ".join(f"{name}: {count}" for name, count in counts.items())
    what, some = "that runs differ in whether they can lose", any(differ.values())
    rows.append(Statement(what, luck, some, told, missing="" if some else FEW))
    calm = {name: (stacked(data[batch], "counts")[:, -1, 0] == 0).sum()
            for name, batch in NAMES.items()}  # fmt: skip
    note = " ".join(
        f"With the rewards of the {name} {calm[name]} of {len(never[name])} runs lose none of "
        f"their last {STEP:,} games, while they still learn."
        for name in NAMES
    )
    return Result(rows, note=note)


@item("antirez-perfect", SOURCE, "text: perfect playing", BOTH,
      "antirez-readme", "antirez")  # fmt: skip
def find_perfect(data):
    """Perfect is whom the best reply does not beat; and against whom it is said to have played."""
    play = published(FILE, "play", "after a few iterations")
    unbeaten = {name: np.array([run["worst"] for run in data[batch]]) <= 0
                for name, batch in NAMES.items()}  # fmt: skip
    rows = [
        Statement(
            f"that nobody can beat it, rewards of the {name}",
            play,
            some,
            f"the best reply cannot beat {some.sum()} of {len(some)} runs",
            reason="runs differ in their seed alone; random play, the only opponent of all of "
            "them, seldom finds the best reply",
        )
        for name, some in unbeaten.items()
    ]
    model = published(FILE, "play", "single hidden layer")
    found = f"{sum(some.sum() for some in unbeaten.values())} of our runs play perfectly as O"
    anybody = any(some.any() for some in unbeaten.values())
    what, missing = "that one hidden layer can play perfectly", "" if anybody else FEW
    rows.append(Statement(what, model, anybody, found, missing=missing))
    ties = published(FILE, "Ties", RUN, unit="% of games").number / 100
    alone = outcome(minimax_policy(), minimax_policy()).draws
    row = published(FILE, "opponent", "after a few iterations")
    rows.append(
        Statement(
            "that the games of the output are games with itself",
            row,
            ties == alone,
            f"of perfect games with itself {alone:.0%} are ties, of those printed {ties:.1%}",
            reason="with random play for its opponent, as the README says elsewhere and the "
            "program has it, the printed shares come out",
        )
    )
    return Result(rows)


@item("antirez-small", SOURCE, "text: 25 hidden units", SHORT.format("hidden=25"),
      "antirez-small", "antirez-short")  # fmt: skip
def find_small(data):
    """A smaller network still plays well, but not perfectly."""
    hidden = published(FILE, "reduced hidden size (or less)")
    around = published(FILE, "parameters at reduced size (around, or less)")
    play = published(FILE, "play", "reduced hidden size")
    lost, lost_big = (_lost(data[name]) for name in ("antirez-small", "antirez-short"))
    beaten = np.array([run["worst"] for run in data["antirez-small"]]) > 0
    found = (
        f"loses {lost.mean():.2%} of its games to random play (with 100 units {lost_big.mean():.2%}"
        f"), less than {WELL:.0%} in {(lost < WELL).sum()} of {len(lost)} runs; the best reply "
        f"beats {beaten.sum()}"
    )
    small = antirez(hidden=SMALL)
    rows = [
        Setting("hidden units", hidden, small.hidden),
        Measured("parameters", around, small.parameters),
        Statement("how it plays", play, (lost < WELL) & beaten, found,
                  reason="runs differ in their first weights and their games alone"),
    ]  # fmt: skip
    return Result(rows)


@item("antirez-importance", SOURCE, "text: move importance", SHORT.format("later=0"),
      "antirez-short", "antirez-even")  # fmt: skip
def find_importance(data):
    """With the move importance, and with that factor left out and all else the same."""
    row = published(FILE, "effect", "move_importance")
    return _side_by_side(data, "antirez-even", row, row, ("with it", "without"))


@item("antirez-layers", SOURCE, "text: more layers", "recipes.antirez_deeper(): 150,000 games "
      "as O against random play", "antirez-short", "antirez-deeper")  # fmt: skip
def find_layers(data):
    """One hidden layer beside two that have as many parameters together, and all else the same."""
    rows = published(FILE, "speed of learning"), published(FILE, "play", "more layers")
    return _side_by_side(data, "antirez-deeper", *rows, ("one layer", "two"))


def _side_by_side(data, other, faster, better, names):
    """The Result of the usual networks beside others: what they lose while learning, and after."""
    groups = [data["antirez-short"], data[other]]
    training = [stacked(runs, "counts")[:, :, 0].sum(1) / DEFAULT for runs in groups]
    lost = [_lost(runs) for runs in groups]
    rows = [
        Comparison("lost while it learns", faster, *training, names),
        Comparison("lost to random play once it has learned", better, *lost, names),
    ]
    return Result(rows, note=f"Means over {len(lost[0])} runs, {DEFAULT:,} games each.")


@item("antirez-parameters", SOURCE, "size of the network", "recipes.antirez()")
def find_parameters(data):
    """What there is to learn, and how many positions there are."""
    net, place = antirez(), "Neural network"
    inputs, hidden, outputs = net.inputs, net.hidden, len(net.network.biases[1])
    numbers = {"possible states": REACHABLE.sum(), "hidden neurons": hidden, "inputs": inputs}
    numbers |= {"outputs": outputs, "total parameters": net.parameters}
    rows = [Setting(name, published(FILE, name, place=place), n) for name, n in numbers.items()]
    games = published("ttt.c", "default random_games")
    rows.append(Setting("games by default, README and code", games, DEFAULT))
    constants = {"NN_INPUT_SIZE": inputs, "NN_HIDDEN_SIZE": hidden, "NN_OUTPUT_SIZE": outputs}
    rows += [Setting(name, published("ttt.c", name), n) for name, n in constants.items()]
    formulas = {"weights input-hidden": f"{inputs} * {hidden}", "biases": f"{hidden} + {outputs}"}
    formulas["weights hidden-output"] = f"{hidden} * {outputs}"
    for name, text in formulas.items():
        row = published(FILE, name, place=place)
        rows.append(Setting(name, row, text))
    spread = published(FILE, "weight initialisation range")
    low, high = spread.numbers
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
        Setting(f"{kind}, {name}", published(source, name, setting), ANTIREZ_REWARDS[kind][key])
        for kind, (source, setting) in places.items()
        for name, key in names.items()
    ]
    rate = published("ttt.c", "LEARNING_RATE")
    return Result([*rows, Setting("learning rate", rate, antirez().rate)])
