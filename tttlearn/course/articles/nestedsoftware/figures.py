"""nestedsoftware, "Tic-Tac-Toe with Tabular Q-Learning", 2019: examples, first results."""

import numpy as np

from tttlearn.course.articles.batches import stacked
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.nestedsoftware.runs import CALL, GAMES, SOURCE, pairs, players
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import (
    NESTED_GAMES,
    NESTED_PLAYOUTS,
    nested_epsilon,
    nested_rule,
    nestedsoftware,
)
from tttlearn.course.articles.verdicts import Comparison, Measured, Setting, Statement
from tttlearn.evaluation.exact import best_reply, outcome
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import N_STATES, START, next_state
from tttlearn.learn.episodes import Episode
from tttlearn.pictures.boards import draw_boards


@item("nested-worked", SOURCE, "figure: a worked game", "recipes.nested_rule: alpha 0.9")
def find_worked(data):
    """X wins with its third move; the Q-values after that one game."""
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
        "X's positions in the worked game; the Q-value of the move that it then makes, after this "
        f"one game with alpha {alpha.value}: {first:.3f}, {second:.3f}, {last:.3f}"
    )
    return Result(rows, lambda: draw_boards([states[t] for t in (0, 2, 4)], titles), caption)


@item("nested-average", SOURCE, "what alpha means", "recipes.nested_rule: alpha 0.1")
def find_average(data):
    """What one update with this alpha leaves: of a reward of 1, and of an entry of 1 before it."""
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
    """The recipe has the published settings."""
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


@item("nested-text", SOURCE, "text: as O against random", CALL.format("", "random"), "nested")
def find_text(data):
    """The share that O wins against random play, and mistakes against perfect players."""
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
            "that a run usually makes no mistakes against both perfect players",
            published(SOURCE, "mistakes"),
            both,
            f"{both.mean():.1%} of {len(both):,} runs make none",
            about="most runs",
            reason=f"it is the player that takes any of the best moves, against which "
            f"{unspoiled['minimax random'].mean():.1%} make none: with the one that takes the "
            f"first of them in its place, and all else the same, {unspoiled['minimax'].mean():.1%} "
            "make none (lesson 06)",
        ),
    ]
    return Result(rows)


@item("nested-more-wins", SOURCE, "text: more wins than minimax", CALL.format("", "random"),
      "nested")  # fmt: skip
def find_more_wins(data):
    """Wins against random play beside those of minimax, on each side and for each way with ties."""
    outcomes, rows = pairs(data, "nested"), []
    row = published(SOURCE, "wins of a random player's opponent")
    best = players()
    for side, pair in (("X", "qtable vs random"), ("O", "random vs qtable")):
        won = outcomes[pair][:, 0 if side == "X" else 2]
        wins = {}
        for ties in TIES:
            seats = (best[ties], best["random"]) if side == "X" else (best["random"], best[ties])
            wins[ties] = outcome(*seats)[0 if side == "X" else 2]
        for ties, theirs in wins.items():
            (other,) = TIES.keys() - {ties}
            rows.append(
                Statement(
                    f"as {side}, beside minimax that takes {TIES[ties]} of equal moves",
                    row,
                    won > theirs,
                    f"{(won > theirs).mean():.1%} of {len(won):,} runs win more than its "
                    f"{theirs:.1%}; their mean {won.mean():.1%}",
                    reason=f"minimax that takes {TIES[other]} of equal moves, and all else the "
                    f"same, wins {wins[other]:.1%}, and {(won > wins[other]).mean():.1%} of the "
                    "runs more; the runs differ in their seed alone",
                )
            )
    return Result([*rows, _not_all_that_there_is()])


def _not_all_that_there_is():
    """The row that compares the wins of minimax against random play with the most possible."""
    chance, best = random_policy(), players()["minimax random"]
    beater = best_reply(chance)
    wins = [(outcome(one, chance).x_wins, outcome(chance, one).o_wins) for one in (best, beater)]
    told = [f"{as_x:.1%} as X and {as_o:.1%} as O" for as_x, as_o in wins]
    return Statement(
        "that minimax does not win all that there is to win against random play",
        published(SOURCE, "patterns in the opponent's moves"),
        all(a < b for a, b in zip(*wins, strict=True)),
        f"it wins {told[0]}, the best reply to random play {told[1]}",
    )


TIES = {"minimax random": "any", "minimax": "the first"}


@item("nested-table-2", SOURCE, "table: trained against perfect play",
      CALL.format("", "perfect"), "nested-perfect", "nested")  # fmt: skip
def find_second_table(data):
    """What it is worth against random play when perfect play was its teacher, and not random."""
    taught, other = pairs(data, "nested-perfect"), pairs(data, "nested")
    as_x, as_o = (taught[pair] for pair in AGAINST_RANDOM.values())
    setting = "trained vs randomized minimax, playing O vs random"
    worse = published(SOURCE, "wins against random")
    names = "taught by perfect play", "by random play"
    rows = [
        Measured("O wins", published(SOURCE, "wins", setting), 100 * as_o[:, 2], GAMES),
        Measured("O loses", published(SOURCE, "losses", setting), 100 * as_o[:, 0], GAMES),
    ]
    for side, pair in AGAINST_RANDOM.items():
        won = 0 if side == "X" else 2
        what = f"wins as {side} against random play"
        rows.append(Comparison(what, worse, taught[pair][:, won], other[pair][:, won], names))
    lost = as_x[:, 2], as_o[:, 0]
    for side, some in zip("XO", lost, strict=True):
        rows.append(
            Statement(
                f"that it loses games to random play as {side}",
                published(SOURCE, "losses, from run to run"),
                some > 0,
                f"{(some > 0).mean():.1%} of {len(some):,} runs do, {some.mean():.1%} on average",
                reason="runs differ in their seed alone",
            )
        )
    rows.append(
        Statement(
            "that it loses more as O than as X",
            published(SOURCE, "losses against random"),
            lost[1] > lost[0],
            f"{lost[1].mean():.1%} as O and {lost[0].mean():.1%} as X on average",
            reason="runs differ in their seed alone",
        )
    )
    seen = [stacked(data[batch], "seen").sum(1) for batch in ("nested-perfect", "nested")]
    states = published(SOURCE, "distinct states seen")
    rows.append(Comparison("positions seen in training", states, *seen, names, unit=""))
    return Result(rows)


AGAINST_RANDOM = {"X": "qtable vs random", "O": "random vs qtable"}
