"""Reproduce the table and the statements of antirez's ttt-rl, 2025."""

import numpy as np
import seaborn as sns

from tttlearn.course.articles.antirez import connect_four
from tttlearn.course.articles.antirez.deeper import antirez_deeper
from tttlearn.course.articles.antirez.kept_runs import MADE, kept, long_runs, short_runs
from tttlearn.course.articles.antirez.kept_runs import SHORT as SHORT_RUNS
from tttlearn.course.articles.antirez.recipe import SharedByAll
from tttlearn.course.articles.batches import Batch, cells_of, outcomes, stacked
from tttlearn.course.articles.figures import OURS, PUBLISHED, legend_above, new_axes
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import ANTIREZ_REWARDS, antirez
from tttlearn.course.articles.shares import share_of
from tttlearn.course.articles.tables import joint
from tttlearn.course.articles.verdicts import (
    EXCEPTION_SHARE,
    Comparison,
    Difference,
    Measured,
    Setting,
    Statement,
)
from tttlearn.evaluation.exact import minimax_policy, outcome, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import REACHABLE
from tttlearn.pictures.boards import DRAW_COLOUR

SOURCE = "antirez"
FILE = "antirez/ttt-rl README.md"
GAMES, DEFAULT = (
    int(published(FILE, metric, run).number)
    for metric, run in (("games", "suggested run"), ("games vs random", "default run"))
)
STEP = int(published("ttt.c", "progress line every").number)
CONNECT_FOUR_GAMES = 500_000
SMALL = int(published(FILE, "reduced hidden size (or less)").number)
RUN = "2000000 games, cumulative"
SHORT = "150,000 games as O against random play, with either of the rewards"
LONG = (
    "recipes.antirez('readme'), recipes.antirez('code'): 2,000,000 games as O against random play; "
    "kept in data/antirez_runs.jsonl"
)
WELL = 0.05
"""Largest share of games that a network may lose to random play and still play well."""
NAMES = {"README": "readme", "code": "code"}
"""Names of the two kinds of rewards, and what the recipes call them."""
KEPT = f"The runs are kept in a file; seeds 0 to {MADE - 1} are run again, and give the same."


def _keep(learner, winners):
    ends = np.stack([winners == winner for winner in (1, 0, -1)], axis=1)
    counts = ends.reshape(-1, STEP, 3).sum(1)
    policy = learner.policy
    return {"counts": counts, "cells": cells_of(learner), "worst": worst_case(policy).as_o}


def _both(name, make, runs, games=DEFAULT):
    """Return the batches of a kind by name: `make(rewards, seed)` with each of the rewards."""
    return {
        of(name, rewards): Batch(
            lambda seed, rewards=rewards: make(rewards, seed=seed),
            ((games, "random", "O"),),
            _keep,
            runs,
        )
        for rewards in ANTIREZ_REWARDS
    }


def of(name, rewards):
    """Return the name of the batch of this kind with these rewards."""
    return name if rewards == "code" else f"{name}-{rewards}"


def _with(**settings):
    """Return a function (rewards, seed) that makes antirez's network with these settings."""
    return lambda rewards, seed: antirez(rewards, seed=seed, **settings)


SHARED = 4
"""Number of runs that have the same first weights."""
NEW_SEED = 1_000
"""First seed that no other run here uses."""


def _sharing(rewards, seed):
    """Return a network with the first weights of its group of runs, and its own games.

    Its seeds are new, because the results of the earlier ones were known when the number of runs
    was chosen.
    """
    learner = antirez(rewards, seed=NEW_SEED + seed // SHARED)
    learner.rng = np.random.default_rng([NEW_SEED + seed, 1])
    return learner


OTHER_ACTIVATIONS = "tanh", "sigmoid"
"""Activations that are tried instead of relu."""
BATCHES = (
    _both("antirez", antirez, MADE, GAMES)
    | _both("antirez-short", antirez, MADE)
    | _both("antirez-even", _with(later=0.0), MADE)
    | _both("antirez-weights", _sharing, 80)
    | _both("antirez-small", _with(hidden=SMALL), 40)
    | _both("antirez-deeper", antirez_deeper, 12)
    | _both("antirez-tanh", _with(activation="tanh"), 16)
    | _both("antirez-sigmoid", _with(activation="sigmoid"), 16)
)
COUNTED = {"Wins": "won", "Losses": "lost", "Ties": "tied"}
"""Names of the network's results in the runs; it plays O."""


def _named(*names):
    """Return the names of the batches of these kinds, with both of the rewards."""
    return [of(name, rewards) for name in names for rewards in ("code", "readme")]


def _lost(runs):
    """Return the exact share that each of these runs loses to random play once it has learned."""
    return outcomes(stacked(runs), "O", random_policy())[:, 0]


def _long_runs(data):
    """Return the runs of 2 million games with either of the rewards, by NAMES."""
    return {
        name: long_runs(rewards, data[of("antirez", rewards)], DEFAULT // STEP)
        for name, rewards in NAMES.items()
    }


def _short_runs(data, name="antirez-short", later=0.5):
    """Return the runs of 150,000 games with either of the rewards, by NAMES."""
    return {
        kind: short_runs(rewards, later, data[of(name, rewards)]) for kind, rewards in NAMES.items()
    }


@item("antirez-table", SOURCE, "sample output: 2 million games", LONG, *_named("antirez"))
def find_table(data):
    """How many training games does a run win, lose and tie with the rewards of the README?

    The README says to run the program again if it still loses. So its output shows a run that has
    stopped losing, and is compared with those of ours that lost none of the last 10,000 of their
    first 150,000 games. The output is older than the rewards that the program has now.
    """
    runs = _long_runs(data)
    calm = {name: arrays["last"] == 0 for name, arrays in runs.items()}
    lost = published(FILE, "Losses", RUN, unit="games")
    texts = [
        f"with the rewards of the {name} {share_of(calm[name])}, which lose "
        f"{_range(arrays['lost'][calm[name]])} of all {GAMES:,} games"
        f"{_no_more(arrays['lost'][calm[name]], lost)}"
        for name, arrays in runs.items()
    ]
    note = (
        f"Runs without a loss in the {STEP:,} games before game {DEFAULT:,}: {'; '.join(texts)}. "
        "With which runs the output is compared was chosen after the number had been seen, though "
        "for a reason that stands in the README; another choice would give another verdict."
    )
    like_it, words = calm["README"], {}
    if like_it.sum() < 2:
        words["missing_evidence"] = (
            f"{like_it.sum()} of our {len(like_it)} runs stop losing: it takes more"
        )
        like_it = np.full(len(like_it), True)
    ours = {name: arrays[like_it] for name, arrays in runs["README"].items()}
    words["seeds_text"] = f"{like_it.sum()} of 0 to {len(like_it) - 1}"
    rows = {
        unit: [
            Measured(f"{name}, {unit}", published(FILE, name, RUN, unit=unit),
                     ours[place] * scale, **words)
            for name, place in COUNTED.items()
        ]
        for unit, scale in (("games", 1), ("% of games", 100 / GAMES))
    }  # fmt: skip
    all_of_it = joint("the whole output", rows["games"], **words)
    caption = (
        f"games lost of {GAMES:,} in each run, by rewards: with the rewards of the README, "
        f"{lost.value} is ordinary for a run that stops losing early"
    )
    lost_by = {name: (arrays["lost"], calm[name]) for name, arrays in runs.items()}
    return Result([all_of_it, *rows["games"], *rows["% of games"]],
                  lambda: draw_lost(lost_by, lost), caption, note)  # fmt: skip


def draw_lost(lost_by, printed):
    """Draw how many runs lose how many games, dark if they stop early: {name: (lost, stopped)}."""
    axes = new_axes(6, 8, len(lost_by))
    bins = np.geomspace(200, 300_000, 70)
    for ax, (name, (lost, stopped)) in zip(axes, lost_by.items(), strict=True):
        ax.hist(
            [lost[stopped], lost[~stopped]],
            bins,
            stacked=True,
            color=[OURS, DRAW_COLOUR],
            label=[f"no loss in the {STEP:,} games before game {DEFAULT:,}", "others"],
        )
        ax.axvline(printed.number, color=PUBLISHED, ls="--", lw=3.5,
                   label=f"published: {printed.value}")  # fmt: skip
        ax.set(ylabel=f"runs of {len(lost):,}", xscale="log")
        ax.set_title(f"rewards of the {name}", loc="right", y=0.88)
        ax.grid(visible=False, axis="x")
    ax.set_xlabel(f"games lost of {GAMES:,}")
    ax.xaxis.set_major_formatter("{x:,.0f}")
    legend_above(axes[0], 3, fontsize=14)
    sns.despine(ax.figure)
    return ax


def _no_more(numbers, printed):
    """Return which share is no larger than the printed number, as a text; "" if there are none."""
    if not len(numbers):
        return ""
    return f", no more than {printed.value} in {share_of(numbers <= printed.number)}"


def _range(numbers):
    return f"{numbers.min():,} to {numbers.max():,}" if len(numbers) else "none"


@item("antirez-no-loss", SOURCE, "it usually no longer loses", LONG, *_named("antirez"))
def find_no_loss(data):
    """Can random play still win a game after 2 million games, with either kind of rewards?

    "Usually" means most runs.
    """
    row = published(FILE, "losses", "after 2 million games")
    runs = _long_runs(data)
    never = {name: values["risk"] == 0 for name, values in runs.items()}
    counts = {name: share_of(values) for name, values in never.items()}
    listed = "; ".join(f"{name} {count}" for name, count in counts.items())
    rows = [
        Statement(
            f"that it usually cannot lose to random play, rewards of the {name}",
            row,
            never[name],
            f"it cannot lose in {counts[name]}; on average {runs[name]['risk'].mean():.3%} of the "
            "games are lost",
            about="most runs",
            reason=f"only the rewards differ: {listed}",
        )
        for name in NAMES
    ]
    luck = published(FILE, "luck", "from one run to another")
    rows += [
        Statement(
            f"that some runs are luckier: they cannot lose, rewards of the {name}",
            luck,
            never[name],
            about="some run",
        )
        for name in NAMES
    ]
    return Result(rows, note=_kept(runs))


def _each(runs):
    """Return the seeds of the runs with both of the rewards, as a text."""
    return f"0 to {len(runs['code']) - 1}, with each of the rewards"


def _kept(runs):
    """Return a sentence on where these runs come from; "" if all are made now."""
    return KEPT if all(len(arrays["risk"]) > MADE for arrays in runs.values()) else ""


@item("antirez-luck", SOURCE, "luck comes from the weights", f"recipes.antirez(): {SHORT}; four "
      "runs with the same first weights", *_named("antirez-weights", "antirez-short"))  # fmt: skip
def find_cause(data):
    """How much do runs that share their first weights, but not their games, still differ?

    A lucky run loses few games while it learns. Luck is the logarithm of their number, since some
    runs lose many times as many as others. What removes half of its variance or more is called
    its cause.
    """
    usual = _short_runs(data)
    return Result([_shared(name, data, usual[name]["lost"]) for name in NAMES])


def _shared(name, data, others):
    """Return the row on the cause of luck with the rewards of `name`.

    `others` has the number of games that each of the other runs lost.
    """
    runs = data[of("antirez-weights", NAMES[name])]
    cause = published(FILE, "cause of luck (likely)")
    what = f"variance of luck: at most half if first weights are shared, rewards of the {name}"
    if min(len(runs), len(others)) < 2 * SHARED:
        few = f"it takes at least two groups of {SHARED} runs"
        return Statement(what, cause, True, f"{len(runs)} runs", missing_evidence=few)
    lost = stacked(runs, "counts")[:, :, 0].sum(1)
    shared, usual = _variances(lost), _variances(others)
    return Comparison(
        what,
        cause,
        shared,
        usual / 2,
        ("shared", "half of the others'"),
        unit="",
        reason=f"only the first weights are shared, all else is as usual, and "
        f"{shared.mean() / usual.mean():.0%} of the variance is left",
        seeds_text=f"{NEW_SEED:,} to {NEW_SEED + len(lost) - 1:,}, in groups of {SHARED}; others: "
        f"0 to {len(others) - 1}",
    )


def _variances(lost):
    """Return the variance of the logarithm of `lost` in each group of successive runs."""
    groups = np.log(lost[: len(lost) // SHARED * SHARED] + 1.0).reshape(-1, SHARED)
    return groups.var(axis=1, ddof=1)


@item("antirez-perfect", SOURCE, "it likely plays perfectly", LONG, *_named("antirez"))
def find_perfect(data):
    """Does a network play perfectly after 2 million games, so that the best reply never beats it?

    The README says that it likely does. Judged is the sharper claim that a run does, as O. A
    network makes the same move each time. So if random play, which tries everything, never beats
    it, nobody does. The last row asks whether the printed games can be games with itself.
    """
    play = published(FILE, "play", "after a few iterations")
    runs = _long_runs(data)
    unbeaten = {name: values["risk"] == 0 for name, values in runs.items()}
    rows = [
        Statement(
            f"that nobody can beat it, rewards of the {name}",
            play,
            values,
            f"the best reply cannot beat {share_of(values)}",
            reason="these runs differ only in their seed",
        )
        for name, values in unbeaten.items()
    ]
    model = published(FILE, "play", "single hidden layer")
    both = np.concatenate(list(unbeaten.values()))
    rows.append(Statement("that one hidden layer can play perfectly", model, both,
                          f"as O the best reply cannot beat {share_of(both)}", about="some run",
                          seeds_text=_each(unbeaten)))  # fmt: skip
    ties = published(FILE, "Ties", RUN, unit="% of games").number / 100
    alone = outcome(minimax_policy(), minimax_policy()).draws
    row = published(FILE, "opponent", "after a few iterations")
    rows.append(
        Statement(
            "that the games of the output are games with itself",
            row,
            ties == alone,
            f"perfect play against itself ties {alone:.0%} of the games, the output {ties:.1%}",
            reason="elsewhere the README says that the opponent plays at random, as it does in the "
            "program",
        )
    )
    return Result(rows, note=_kept(runs))


@item("antirez-small", SOURCE, "25 hidden units play well", f"recipes.antirez(hidden=25): {SHORT}",
      *_named("antirez-small", "antirez-short"))  # fmt: skip
def find_small(data):
    """Does a smaller network usually still play well, but not perfectly?

    It plays well if it loses less than 5 % of its games to random play, and not perfectly if the
    best reply beats it.
    """
    small = antirez(hidden=SMALL)
    rows = [
        Setting("hidden units", published(FILE, "reduced hidden size (or less)"), small.hidden),
        Measured("parameters", published(FILE, "parameters at reduced size (around, or less)"),
                 small.parameters),
    ]  # fmt: skip
    usual = _short_runs(data)
    for name, rewards in NAMES.items():
        runs = data[of("antirez-small", rewards)]
        play = published(FILE, "play", "reduced hidden size")
        beaten = np.array([run["worst"] for run in runs]) > 0
        rows += [
            _well(name, play, _lost(runs), f"with 100 units {usual[name]['risk'].mean():.2%}"),
            Statement(f"not perfectly, rewards of the {name}", play, beaten,
                      f"the best reply beats {share_of(beaten)}", about="most runs"),
        ]  # fmt: skip
    return Result(rows)


def _well(name, row, lost, comparison, what="plays well"):
    """Return the row on whether a network usually plays well; `lost` is each run's share."""
    well = lost < WELL
    summary = (
        f"it loses less than {WELL:.0%} to random play in {share_of(well)}; on average it loses "
        f"{lost.mean():.2%} ({comparison})"
    )
    return Statement(f"{what}, rewards of the {name}", row, well, summary, about="most runs",
                     reason="these runs differ only in their seed")  # fmt: skip


@item("antirez-activations", SOURCE, "other functions than relu work",
      f"recipes.antirez(activation='tanh'), recipes.antirez(activation='sigmoid'): {SHORT}",
      *_named(*(f"antirez-{bend}" for bend in OTHER_ACTIVATIONS), "antirez-short"))  # fmt: skip
def find_activations(data):
    """Does it work, too, with tanh or the sigmoid instead of relu, and all else the same?

    It works if the network usually plays well: if it loses less than 5 % of its games to random
    play.
    """
    usual, rows = _short_runs(data), []
    works = published(FILE, "other functions", "activation")
    for bend in OTHER_ACTIVATIONS:
        for name, rewards in NAMES.items():
            lost = _lost(data[of(f"antirez-{bend}", rewards)])
            beside = f"with relu {usual[name]['risk'].mean():.2%}"
            rows.append(_well(name, works, lost, beside, f"works with {bend}"))
    return Result(rows, note=f"Each run has {DEFAULT:,} games.")


@item("antirez-importance", SOURCE, "the move importance matters", "recipes.antirez(), "
      f"recipes.antirez(later=0): {SHORT}; kept in data/antirez_short_runs.jsonl",
      *_named("antirez-short", "antirez-even"))  # fmt: skip
def find_importance(data):
    """What does the move importance do? The same runs are made with that factor and without it.

    It matters if the share of runs that can be beaten differs by five of a hundred or more. It
    helps if fewer runs can be beaten with it, or if they lose less while they learn.
    """
    effect = published(FILE, "effect", "move_importance")
    with_it, without = _short_runs(data), _short_runs(data, "antirez-even", 0.0)
    words = {"names": ("with it", "without")}
    words["reason"] = "the one change is that the factor is left out"
    rows = []
    for name in NAMES:
        beaten = [runs[name]["risk"] > 0 for runs in (with_it, without)]
        lost = [runs[name]["lost"] / DEFAULT for runs in (with_it, without)]
        rewards = f"rewards of the {name}"
        rows += [
            Difference(f"that it matters: runs that can be beaten, {rewards}", effect, *beaten,
                       least=EXCEPTION_SHARE, **words),
            Comparison(f"that it helps: runs that can be beaten, {rewards}", effect, *beaten,
                       **words),
            Comparison(f"that it helps: lost while it learns, {rewards}", effect, *lost, **words),
        ]  # fmt: skip
    note = f"Each run has {DEFAULT:,} games. {_kept(with_it | without)}".rstrip()
    return Result(rows, note=note)


@item("antirez-target", SOURCE, "the target of a lost move", "recipes.antirez('readme'): at "
      f"most {DEFAULT:,} games, with the target of the README")  # fmt: skip
def find_target(data):
    """Can a network learn with the target that the README names for the moves of a lost game?

    It says that all the other legal moves get 1/(number of legal moves). The program counts only
    the others, so that their targets sum to 1.
    """
    networks = [SharedByAll(seed=seed, **ANTIREZ_REWARDS["readme"]) for seed in TARGET_SEEDS]
    learned = np.array([_learns(network) for network in networks])
    finite = learned == DEFAULT
    usual = kept(SHORT_RUNS, rewards="readme", later=0.5)["lost"]
    row = Statement(
        f"that it can learn from {DEFAULT:,} games with the target of the README",
        published(FILE, "formula", "loss target"),
        finite,
        f"its weights stay finite in {finite.sum()} of {len(finite)} runs; "
        f"with the target of the program they do in all {len(usual)} that are kept",
        reason="the targets of a lost move sum to less than 1. So each loss pushes the sum of the "
        "outputs down, which softmax does not feel, and nothing pushes it up again: the weights "
        f"overflow after {min(learned):,} to {max(learned):,} games. The recipe here does what the "
        "program does",
    )
    return Result([row])


TARGET_SEEDS = range(130)
"""Seeds that try the target of the README: enough of them to show that hardly any run learns."""


def _learns(network):
    """Return the number of games before the network's weights overflow, at most DEFAULT."""
    try:
        network.learn(DEFAULT, random_policy(), "O")
    except ValueError:
        return int(network.played[0])
    return DEFAULT


@item("antirez-layers", SOURCE, "more layers do not help", f"recipes.antirez_deeper(): {SHORT}",
      *_named("antirez-short", "antirez-deeper"))  # fmt: skip
def find_layers(data):
    """Does it help to add a layer of 40 to the hidden layer of 100, with all else the same?"""
    faster, better = published(FILE, "speed of learning"), published(FILE, "play", "more layers")
    usual, names, rows = _short_runs(data), ("one layer", "one added"), []
    for name, rewards in NAMES.items():
        one, runs = usual[name], data[of("antirez-deeper", rewards)]
        training = stacked(runs, "counts")[:, :, 0].sum(1) / DEFAULT
        rows += [
            Comparison(f"lost while it learns, rewards of the {name}", faster,
                       one["lost"] / DEFAULT, training, names),
            Comparison(f"lost to random play once it has learned, rewards of the {name}", better,
                       one["risk"], _lost(runs), names),
        ]  # fmt: skip
    return Result(rows, note=f"These are means over {rows[0].runs_text} runs of {DEFAULT:,} games.")


@item("antirez-connect-four", SOURCE, "whether it works with Connect Four",
      f"recipes.connect_four_run(0, 4, 'O', 'cells', {CONNECT_FOUR_GAMES:_}): against random "
      "play; kept in data/connect_four_runs.jsonl")  # fmt: skip
def find_connect_four(data):
    """Does the same approach work with Connect Four, on boards whose positions are all judged?

    It works if nobody can beat most of the networks.
    """
    rows = [_works(columns, side) for columns in (4, 5) for side in "OX"]
    literal = connect_four.kept_runs_with(4, "X", "cells, literal", CONNECT_FOUR_GAMES)["learned"]
    return Result(
        rows,
        note=f"Each run has {CONNECT_FOUR_GAMES:,} games. In one thing the update is not the "
        "program's: a lost move to which there was no alternative teaches nothing. With the "
        f"program's own formula, the weights of X overflow in "
        f"{share_of(literal < CONNECT_FOUR_GAMES)}.",
    )


def _works(columns, side):
    """Return the row on whether nobody can beat most networks on this board, as this side."""
    runs, control = (
        connect_four.kept_runs_with(columns, side, change, CONNECT_FOUR_GAMES)
        for change in ("cells", "none")
    )
    least, most = min(runs["lost"]), max(runs["lost"])
    return Statement(
        f"works as {side} on {columns} columns and 4 rows",
        published(FILE, "can it work", "another game"),
        runs["safe"],
        "with an output for each cell, as in the program, nobody can beat "
        f"{share_of(runs['safe'])}; with one for each column {share_of(control['safe'])}",
        about="most runs",
        reason=f"to random play these runs still lose {least:.1%} to {most:.1%} of their games",
    )


@item("antirez-parameters", SOURCE, "size of the network", "recipes.antirez()")
def find_parameters(data):
    """How many numbers are there to learn, and how many positions?"""
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
    extremes = f"{weights.min():.2f} to {weights.max():.2f}"
    return Result([*rows, Statement("first weights", spread, inside, extremes)])


@item("antirez-rewards", SOURCE, "rewards in the README and in the code", "recipes.antirez()")
def find_rewards(data):
    """The README and the code pay differently, so there is a recipe for each."""
    places = {"readme": (FILE, "README reward policy"), "code": ("ttt.c", "code reward policy")}
    names = {"win": "win", "tie": "draw", "loss": "loss"}
    rows = [
        Setting(f"{kind}, {name}", published(source, name, setting), ANTIREZ_REWARDS[kind][key])
        for kind, (source, setting) in places.items()
        for name, key in names.items()
    ]
    rate = published("ttt.c", "LEARNING_RATE")
    return Result([*rows, Setting("learning rate", rate, antirez().rate)])
