"""The table and the statements of antirez's ttt-rl, 2025."""

import numpy as np

from tttlearn.course.articles.antirez.deeper import antirez_deeper
from tttlearn.course.articles.antirez.long_runs import MADE, long_runs
from tttlearn.course.articles.batches import Batch, cells_of, outcomes, stacked
from tttlearn.course.articles.figures import loss_curves
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import ANTIREZ_REWARDS, antirez
from tttlearn.course.articles.verdicts import Comparison, Difference, Measured, Setting, Statement
from tttlearn.evaluation.exact import minimax_policy, outcome, worst_case
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
SHORT = "recipes.antirez({}): 150,000 games as O against random play"
WELL = 0.05
"""Who loses less than this to random play plays well."""


def _keep(learner, winners):
    ends = np.stack([winners == winner for winner in (1, 0, -1)], axis=1)
    counts = ends.reshape(-1, STEP, 3).sum(1)
    policy = learner.policy
    return {"counts": counts, "cells": cells_of(learner), "worst": worst_case(policy).as_o}


def _networks(runs, games, **settings):
    return Batch(
        lambda seed: antirez(seed=seed, **settings), ((games, "random", "O"),), _keep, runs
    )


SHARED = 4
"""So many runs have the same first weights."""
UNSEEN = 1_000
"""The first of the seeds with which no other run here begins."""


def _sharing(seed):
    """A network with the first weights of its group of runs, and games of its own.

    Its seeds are new: those before were looked at when the number of runs was chosen.
    """
    learner = antirez(seed=UNSEEN + seed // SHARED)
    learner.rng = np.random.default_rng([UNSEEN + seed, 1])
    return learner


def is_calm(winners):
    """Whether it lost none of its last games, as many as a line of the program's output counts."""
    return not (winners[-STEP:] == 1).any()


BATCHES = {
    "antirez": _networks(MADE, GAMES),
    "antirez-readme": _networks(MADE, GAMES, rewards="readme"),
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
    "antirez-weights": Batch(_sharing, ((DEFAULT, "random", "O"),), _keep, runs=240),
    "antirez-small": _networks(40, DEFAULT, hidden=SMALL),
    "antirez-deeper": Batch(antirez_deeper, ((DEFAULT, "random", "O"),), _keep, runs=24),
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
    code = _long_runs(data)["code"]
    other = code["lost"][code["last"] == 0]
    note = (
        f"{len(calm)} of our {len(runs)} runs lose none of the last {STEP:,} of {DEFAULT:,} games, "
        f"and go on to {GAMES:,}. With the rewards that the program has now, and the README has "
        f"not, {len(other)} of {len(code['lost'])} runs do, and lose {_range(other)} games in all: "
        f"{(other <= lost.number).sum()} of them as few as the published run, {lost.value}."
    )
    if len(calm) < 2:
        return Result([], note=note)
    total, seeds = calm.sum(1), f"{len(calm)} of 0 to {len(runs) - 1}"
    rows = []
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
    return Result(rows, lambda: loss_curves(stops, calm[:, :, 0], lost.number), caption, note)


def _range(numbers):
    return f"{numbers.min():,} to {numbers.max():,}" if len(numbers) else "none"


NAMES = {"README": ("readme", "antirez-readme"), "code": ("code", "antirez")}
"""Whose rewards there are, and the runs with them."""
LONG = (
    f"recipes.antirez('readme'), recipes.antirez('code'): {RECIPE.partition(': ')[2]}; kept in "
    "data/antirez_runs.jsonl"
)


def _long_runs(data):
    """The runs of 2 million games with either of the rewards, by NAMES."""
    kept = {}
    for name, (rewards, batch) in NAMES.items():
        kept[name] = long_runs(rewards, data[batch], DEFAULT // STEP)
    return kept


@item("antirez-no-loss", SOURCE, "text: no longer loses", LONG,
      "antirez-readme", "antirez")  # fmt: skip
def find_no_loss(data):
    """After 2 million games: can random play still win a game? With either of the rewards.

    "Usually" is said of most runs.
    """
    row = published(FILE, "losses", "after 2 million games")
    runs = _long_runs(data)
    never = {name: some["risk"] == 0 for name, some in runs.items()}
    counts = {name: f"{some.sum()} of {len(some)} runs" for name, some in never.items()}
    rows = [
        Statement(
            f"that it usually cannot lose to random play, rewards of the {name}",
            row,
            never[name],
            f"{counts[name]} cannot, exactly; {runs[name]['risk'].mean():.3%} of the games on "
            "average",
            about="most runs",
            reason=f"it is the rewards: with those of the README {counts['README']} cannot lose, "
            f"with those that the code has now, and all else the same, {counts['code']}",
        )
        for name in NAMES
    ]
    differ = np.concatenate([some != some[0] for some in never.values()])
    told = "cannot lose: " + "; ".join(f"{name} {count}" for name, count in counts.items())
    luck = published(FILE, "luck", "from one run to another")
    rows.append(Statement("that runs differ in whether they can lose", luck, differ, told,
                          about="some run", chosen=_each(never)))  # fmt: skip
    calm = {name: (some["last"] == 0).sum() for name, some in runs.items()}
    note = " ".join(
        f"With the rewards of the {name} {calm[name]} of {len(never[name])} runs had lost none of "
        f"the {STEP:,} games before game {DEFAULT:,}."
        for name in NAMES
    )
    return Result(rows, note=f"{note} {_kept(runs, data)}".rstrip())


def _each(runs):
    """The seeds of the runs with both of the rewards, as a text."""
    return f"0 to {len(runs['code']) - 1}, with each of the rewards"


def _kept(runs, data):
    """Where these runs come from, a sentence; "" if all are made now."""
    if all(len(runs[name]["risk"]) == len(data[batch]) for name, (_, batch) in NAMES.items()):
        return ""
    return f"The runs are kept; those of seeds 0 to {MADE - 1} are made again, and are the same."


@item("antirez-luck", SOURCE, "text: the cause of luck", SHORT.format("") +
      "; four runs with the same first weights", "antirez-weights")  # fmt: skip
def find_cause(data):
    """How much runs that share their first weights, but not their games, still differ.

    Luck is to lose few games while it learns: the logarithm of their number, since some runs lose
    many times as many as others. The cause of it is what takes away half of its variance or more.
    """
    luck = np.log(stacked(data["antirez-weights"], "counts")[:, :, 0].sum(1) + 1.0)
    cause = published(FILE, "cause of luck (likely)")
    what, told = (
        "variance of luck: at most half where first weights are shared",
        f"{len(luck)} runs",
    )
    if len(luck) < 2 * SHARED:
        few = f"it takes two groups of {SHARED} runs, or more"
        return Result([Statement(what, cause, True, told, missing=few)])
    same = luck[: len(luck) // SHARED * SHARED].reshape(-1, SHARED)
    # Of four runs each has the first weights of another group.
    other = np.stack([np.roll(same[:, k], -k) for k in range(SHARED)], axis=1)
    shared, usual = (some.var(axis=1, ddof=1) for some in (same, other))
    row = Comparison(
        what,
        cause,
        shared,
        usual / 2,
        ("shared", "half of that of others"),
        unit="",
        reason=f"all else is the same: the one change is that first weights are shared, and "
        f"{shared.mean() / usual.mean():.0%} of the variance is left, which the games make",
        chosen=f"{UNSEEN:,} to {UNSEEN + len(luck) - 1:,}, in groups of {SHARED}",
    )
    return Result([row])


@item("antirez-perfect", SOURCE, "text: perfect playing", LONG,
      "antirez-readme", "antirez")  # fmt: skip
def find_perfect(data):
    """Perfect is whom the best reply does not beat; and against whom it is said to have played.

    A network that does the same each time is beaten by nobody if random play, which tries
    everything, never beats it.
    """
    play = published(FILE, "play", "after a few iterations")
    runs = _long_runs(data)
    unbeaten = {name: some["risk"] == 0 for name, some in runs.items()}
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
    both = np.concatenate(list(unbeaten.values()))
    rows.append(Statement("that one hidden layer can play perfectly", model, both,
                          f"{both.sum()} of our runs play perfectly as O", about="some run",
                          chosen=_each(unbeaten)))  # fmt: skip
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
    return Result(rows, note=_kept(runs, data))


@item("antirez-small", SOURCE, "text: 25 hidden units", SHORT.format("hidden=25"),
      "antirez-small", "antirez-short")  # fmt: skip
def find_small(data):
    """A smaller network still plays well, but not perfectly."""
    hidden = published(FILE, "reduced hidden size (or less)")
    around = published(FILE, "parameters at reduced size (around, or less)")
    play = published(FILE, "play", "reduced hidden size")
    lost, lost_big = (_lost(data[name]) for name in ("antirez-small", "antirez-short"))
    beaten = np.array([run["worst"] for run in data["antirez-small"]]) > 0
    told = (
        f"loses {lost.mean():.2%} of its games to random play (with 100 units {lost_big.mean():.2%}"
        f"), less than {WELL:.0%} in {(lost < WELL).sum()} of {len(lost)} runs; the best reply "
        f"beats {beaten.sum()}"
    )
    small = antirez(hidden=SMALL)
    rows = [
        Setting("hidden units", hidden, small.hidden),
        Measured("parameters", around, small.parameters),
        Statement("how it plays", play, (lost < WELL) & beaten, told,
                  reason="runs differ in their first weights and their games alone"),
    ]  # fmt: skip
    return Result(rows)


@item("antirez-importance", SOURCE, "text: move importance", SHORT.format("later=0"),
      "antirez-short", "antirez-even")  # fmt: skip
def find_importance(data):
    """With the move importance, and with that factor left out and all else the same.

    A lot is a third of what random play loses to random play, which is what there is to learn.
    """
    row = published(FILE, "effect", "move_importance")
    names = "with it", "without"
    reason = "all else is the same: the one change is that the factor is left out"
    return _side_by_side(data, "antirez-even", row, row, names, Difference, reason)


@item("antirez-layers", SOURCE, "text: more layers", "recipes.antirez_deeper(): 150,000 games "
      "as O against random play", "antirez-short", "antirez-deeper")  # fmt: skip
def find_layers(data):
    """The hidden layer of 100 beside the same with one of 40 added, and all else the same."""
    rows = published(FILE, "speed of learning"), published(FILE, "play", "more layers")
    return _side_by_side(data, "antirez-deeper", *rows, ("one layer", "one added"), Comparison)


def _side_by_side(data, other, faster, better, names, compared, reason=""):
    """The Result of the usual networks beside others: what they lose while learning, and after."""
    groups = [data["antirez-short"], data[other]]
    training = [stacked(runs, "counts")[:, :, 0].sum(1) / DEFAULT for runs in groups]
    lost = [_lost(runs) for runs in groups]
    rows = [
        compared("lost while it learns", faster, *training, names, reason=reason),
        compared("lost to random play once it has learned", better, *lost, names, reason=reason),
    ]
    return Result(rows, note=f"Means over {rows[0].made_of} runs, {DEFAULT:,} games each.")


@item("antirez-parameters", SOURCE, "size of the network", "recipes.antirez()")
def find_parameters(data):
    """What there is to learn, and how many positions there are."""
    net, place = antirez(), "Neural network"
    inputs, hidden, outputs = net.inputs, net.hidden, len(net.network.biases[1])
    numbers = {"possible states": REACHABLE.sum(), "hidden neurons": hidden, "inputs": inputs}
    numbers |= {"outputs": outputs, "total parameters": net.parameters}
    rows = [Setting(name, published(FILE, name, place=place), n) for name, n in numbers.items()]
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
