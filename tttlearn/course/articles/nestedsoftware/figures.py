"""Reproduce examples and first results of nestedsoftware, "Tabular Q-Learning", 2019."""

import numpy as np

from tttlearn.course.articles.batches import stacked
from tttlearn.course.articles.figures import is_narrow
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.nestedsoftware.runs import (
    CALL,
    GAMES,
    SOURCE,
    against_random,
    pairs,
    players,
)
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import (
    NESTED_GAMES,
    NESTED_PLAYOUTS,
    nested_epsilon,
    nested_rule,
    nestedsoftware,
)
from tttlearn.course.articles.shares import mean_of, percent, share_of
from tttlearn.course.articles.verdicts import Comparison, Measured, Setting, Statement
from tttlearn.evaluation.exact import best_reply, outcome
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import N_STATES, START, next_state
from tttlearn.learn.episodes import Episode
from tttlearn.pictures.boards import draw_boards


@item("nested-worked", SOURCE, "a worked example", "recipes.nested_rule: alpha 0.9")
def find_worked(data):
    """What does the table hold after one game, which X wins with its third move?"""
    setting = "worked example"
    alpha = published(SOURCE, "learning rate alpha", setting)
    reward = published(SOURCE, "reward of the winning move", setting)
    cells, states = np.array([0, 3, 1, 4, 2]), [START]
    for cell in cells:
        states.append(next_state(states[-1], cell))
    Q = np.zeros((N_STATES, 9))
    episode = Episode(np.array(states), cells, 1, 1)
    nested_rule(Q, episode, alpha.number, 1.0, reward.number, 0.0, -1.0)
    first, second, last = (Q[states[t], cells[t]] for t in (0, 2, 4))
    names = {"Q of last X move": last, "Q of the move before": second, "Q of the first move": first}
    rows = [Setting(name, published(SOURCE, name, setting), n) for name, n in names.items()]
    drawn = published(SOURCE, "Q of the first move as drawn", setting)
    rows.append(Measured("Q of the first move as drawn", drawn, first))
    titles = [f"Q = {value:.3f}" for value in (first, second, last)]
    caption = (
        "X's positions in the worked game, and the Q-value of the move that it makes there, after "
        f"this one game with alpha {alpha.value}: {first:.3f}, {second:.3f}, {last:.3f}"
    )
    drawn = [states[t] for t in (0, 2, 4)]
    return Result(
        rows, lambda: draw_boards(drawn, titles, columns=2 if is_narrow() else 3), caption
    )


@item("nested-average", SOURCE, "what alpha means", "recipes.nested_rule: alpha 0.1")
def find_average(data):
    """How much does one update take from the new value, and how much does it leave of the old?"""
    alpha = published(SOURCE, "alpha", "EMA example").number
    episode = Episode(np.array([START, next_state(START, 0)]), np.array([0]), 1, 1)
    weights = {}
    for name, entry, reward in (("the new value", 0.0, 1.0), ("all previous values", 1.0, 0.0)):
        Q = np.full((N_STATES, 9), entry)
        nested_rule(Q, episode, alpha, 1.0, reward, 0.0, -1.0)
        weights[name] = 100 * Q[START, 0]
    return Result(
        [
            Setting(f"weight of {name}", published(SOURCE, f"weight of {name}"), weight)
            for name, weight in weights.items()
        ]
    )


@item("nested-settings", SOURCE, "settings of the training", "recipes.nestedsoftware()")
def find_settings(data):
    """Does the learner made here have the published settings?"""
    learner, setting = nestedsoftware(), "agent trained against random"
    tenth = NESTED_GAMES // 10
    epsilons = nested_epsilon(np.arange(tenth, 9 * tenth, tenth))
    fall = nested_epsilon(0) - epsilons[0]
    draws = published(SOURCE, "reward (from / to)", "draw reward")
    ours = [nestedsoftware(kind).settings["draw"] for kind in ("article", "draw-equals-win")]
    names = {"reward win": "win", "reward draw": "draw", "reward loss": "loss"}
    names |= {"alpha (learning rate)": "alpha", "gamma (discount factor)": "gamma"}
    values = {name: learner.settings[key] for name, key in names.items()}
    values |= {"initial Q-values": learner.untaught.max(), "training games": NESTED_GAMES}
    values |= {"initial epsilon": nested_epsilon(0)}
    values["epsilon reduction per 10% of training games"] = fall
    rows = [
        Setting(name, published(SOURCE, name, setting), value) for name, value in values.items()
    ]
    for commit in ("bf9a665", "e48b6c9", "HEAD 220bbdc"):
        listed = published(commit, "epsilon, distinct values in order")
        rows.append(Setting(f"epsilon from tenth to tenth, {commit}", listed, epsilons))
    rows.append(Setting("reward of a draw, before and after", draws, ours))
    for commit in ("e48b6c9", "HEAD 220bbdc"):
        games = published(commit, "training games", "training")
        rows.append(Setting(f"training games, {commit}", games, NESTED_GAMES))
        playouts = published(commit, "playouts")
        rows.append(Setting(f"playouts of the tree search, {commit}", playouts, NESTED_PLAYOUTS))
    return Result(rows)


@item("nested-text", SOURCE, "wins as O, and no mistakes", CALL.format("", "random"), "nested")
def find_text(data):
    """How often does it win as O against random play, and do minimax players ever beat it?"""
    ours = pairs(data, "nested")
    lost = {perfect: [ours[f"qtable vs {perfect}"][:, 2], ours[f"{perfect} vs qtable"][:, 0]]
            for perfect in ("minimax", "minimax random")}  # fmt: skip
    unspoiled = {name: np.sum(seats, axis=0) == 0 for name, seats in lost.items()}
    both = np.logical_and(*unspoiled.values())
    rows = [
        Measured(
            "O wins against random play",
            published(SOURCE, "wins", "trained vs random, playing O vs random"),
            100 * ours["random vs qtable"][:, 2],
            GAMES,
        ),
        Statement(
            "that it usually never loses to either minimax player",
            published(SOURCE, "mistakes"),
            both,
            f"neither beats {share_of(both)}",
            about="most runs",
            reason="against the minimax player that takes any of its best moves "
            f"{percent(unspoiled['minimax random'])} of the runs never lose; against the one that "
            f"always takes the first of them it is {percent(unspoiled['minimax'])} (lesson 06)",
        ),
    ]
    return Result(rows)


@item("nested-more-wins", SOURCE, "it wins more than minimax", CALL.format("", "random"),
      "nested")  # fmt: skip
def find_more_wins(data):
    """Does it win more games against random play than minimax does, as X and as O?

    How much minimax wins depends on whether it takes any of its best moves or always the first.
    """
    row, rows = published(SOURCE, "wins of a random player's opponent"), []
    best = players()
    for side, (won, _) in against_random(data, "nested").items():
        wins = {}
        for ties in TIES:
            seats = (best[ties], best["random"]) if side == "X" else (best["random"], best[ties])
            wins[ties] = outcome(*seats)[0 if side == "X" else 2]
        for ties, theirs in wins.items():
            (other,) = TIES.keys() - {ties}
            rows.append(
                Statement(
                    f"that as {side} it wins more than a minimax that takes {TIES[ties]} best move",
                    row,
                    won > theirs,
                    f"it wins more than minimax's {theirs:.1%} in {share_of(won > theirs)}; on "
                    f"average it wins {mean_of(won)}",
                    reason=f"a minimax that takes {TIES[other]} best move wins {wins[other]:.1%}, "
                    f"and {percent(won > wins[other])} of the runs win more than that",
                )
            )
    return Result([*rows, _not_all_that_there_is()])


def _not_all_that_there_is():
    """Return the row that compares minimax's wins against random play with the most possible."""
    chance, best = random_policy(), players()["minimax random"]
    beater = best_reply(chance)
    wins = [
        (outcome(policy, chance).x_wins, outcome(chance, policy).o_wins)
        for policy in (best, beater)
    ]
    texts = [f"{as_x:.1%} as X and {as_o:.1%} as O" for as_x, as_o in wins]
    return Statement(
        "that more can be won against random play than minimax wins",
        published(SOURCE, "patterns in the opponent's moves"),
        all(a < b for a, b in zip(*wins, strict=True)),
        f"it wins {texts[0]}; the best reply to random play wins {texts[1]}",
    )


TIES = {"minimax random": "any", "minimax": "the first"}


@item("nested-table-2", SOURCE, "perfect play is a worse teacher",
      CALL.format("", "perfect"), "nested-perfect", "nested")  # fmt: skip
def find_second_table(data):
    """How does it do against random play after it learned from perfect play instead?"""
    taught, other = (against_random(data, batch) for batch in ("nested-perfect", "nested"))
    o_wins, o_loses = taught["O"]
    setting = "trained vs randomized minimax, playing O vs random"
    worse = published(SOURCE, "wins against random")
    names = "taught by perfect play", "by random play"
    rows = [
        Measured("O wins", published(SOURCE, "wins", setting), 100 * o_wins, GAMES),
        Measured("O loses", published(SOURCE, "losses", setting), 100 * o_loses, GAMES),
    ]
    for side, (won, _) in taught.items():
        what = f"wins as {side} against random play"
        rows.append(Comparison(what, worse, won, other[side][0], names))
    rows += _lost_to_random(*(lost for _, lost in taught.values()))
    seen = [stacked(data[batch], "seen").sum(1) for batch in ("nested-perfect", "nested")]
    states = published(SOURCE, "distinct states seen")
    rows.append(Comparison("positions seen in training", states, *seen, names, unit=""))
    return Result(rows)


def _lost_to_random(*lost):
    """Return the rows on the exact shares that the runs lose to random play, as X and as O."""
    rows = []
    for side, runs in zip("XO", lost, strict=True):
        rows.append(
            Statement(
                f"that all runs lose games to random play as {side}",
                published(SOURCE, "losses, from run to run"),
                runs > 0,
                f"games are lost in {share_of(runs > 0)}; on average {mean_of(runs)} of them are",
                about="every run",
                reason=SEED,
            )
        )
    rows.append(
        Statement(
            "that it loses more as O than as X",
            published(SOURCE, "losses against random"),
            lost[1] > lost[0],
            f"{share_of(lost[1] > lost[0])}; on average they lose {mean_of(lost[1])} as O and "
            f"{mean_of(lost[0])} as X",
            reason=SEED,
        )
    )
    return rows


SEED = "the runs have the same settings, and differ in their random numbers"
