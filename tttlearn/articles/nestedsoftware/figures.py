"""nestedsoftware, "Tic-Tac-Toe with Tabular Q-Learning", 2019: examples, first results."""

import numpy as np

from tttlearn.articles.items import Result, item
from tttlearn.articles.nestedsoftware.runs import CALL, GAMES, SOURCE, pairs
from tttlearn.articles.published import published
from tttlearn.articles.recipes import NESTED_GAMES, nested_epsilon, nested_rule, nestedsoftware
from tttlearn.articles.verdicts import Row, Statement
from tttlearn.game.rules import N_STATES, START, next_state
from tttlearn.learn.episodes import Episode
from tttlearn.pictures.boards import draw_boards


@item("nested-worked", SOURCE, "figure: a worked game", "recipes.nested_rule, alpha 0.9")
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
    names["Q of the first move as drawn"] = first
    rows = [Row(name, published(SOURCE, name, setting), value) for name, value in names.items()]
    titles = [f"Q = {value:.3f}" for value in (first, second, last)]
    caption = (
        "X's positions in the worked game; the Q-value of the move that it then makes, after this "
        f"one game with alpha {alpha.value}: {first:.3f}, {second:.3f}, {last:.3f}"
    )
    return Result(rows, lambda: draw_boards([states[t] for t in (0, 2, 4)], titles), caption)


@item("nested-average", SOURCE, "what alpha means", "Q += alpha (x - Q)")
def find_average(data):
    """A new value in a moving average weighs alpha, all before it the rest."""
    alpha = published(SOURCE, "alpha", "EMA example").number
    new, old = (published(SOURCE, f"weight of {what}") for what in ("the new value", OLD))
    epsilon = published(SOURCE, "epsilon", "epsilon example").number
    random = published(SOURCE, "random play", "epsilon example")
    weigh = 0.0 + alpha * (1.0 - 0.0)
    return Result(
        [
            Row("weight of the new value", new, 100 * weigh),
            Row("weight of those before it", old, 100 * (1.0 + alpha * (0.0 - 1.0))),
            Row("random moves with this epsilon", random, 100 * epsilon),
        ]
    )


OLD = "all previous values"


@item("nested-settings", SOURCE, "settings of the training", "recipes.nestedsoftware()")
def find_settings(data):
    """The recipe has the published settings."""
    learner, setting = nestedsoftware(), "agent trained against random"
    tenth = NESTED_GAMES // 10
    epsilons = nested_epsilon(np.arange(tenth, 9 * tenth, tenth))
    fall = nested_epsilon(0) - epsilons[0]
    listed = published("HEAD 220bbdc", "epsilon, distinct values in order")
    same = np.allclose([float(e) for e in listed.value.split(" / ")], epsilons, atol=1e-12)
    draws = published(SOURCE, "reward (from / to)", "draw reward")
    ours = [nestedsoftware(kind).settings["draw"] for kind in ("article", "draw-equals-win")]
    names = {"reward win": "win", "reward draw": "draw", "reward loss": "loss"}
    names |= {"alpha (learning rate)": "alpha", "gamma (discount factor)": "gamma"}
    values = {name: learner.settings[key] for name, key in names.items()}
    values |= {"initial Q-values": learner.untaught.max(), "training games": NESTED_GAMES}
    values |= {"initial epsilon": nested_epsilon(0)}
    values["epsilon reduction per 10% of training games"] = fall
    rows = [Row(name, published(SOURCE, name, setting), value) for name, value in values.items()]
    agree = [float(text) for text in draws.value.split(" / ")] == ours
    text = " / ".join(f"{value:.1f}" for value in ours)
    found = " / ".join(f"{e:.1f}" for e in epsilons)
    rows.append(Statement("epsilon from tenth to tenth", listed, same, found))
    rows.append(Statement("reward of a draw, before and after", draws, agree, text))
    return Result(rows)


@item("nested-text", SOURCE, "text: as O against random", CALL.format("", "random"), "nested")
def find_text(data):
    """The share that O wins against random play, and mistakes against perfect players."""
    found = pairs(data, "nested")
    won = found["random vs qtable"][:, 2]
    unspoiled = np.ones(len(won), dtype=bool)
    for perfect in ("minimax", "minimax random"):
        unspoiled &= found[f"qtable vs {perfect}"][:, 2] == 0
        unspoiled &= found[f"{perfect} vs qtable"][:, 0] == 0
    rows = [
        Row(
            "O wins against random play",
            published(SOURCE, "wins", "trained vs random, playing O vs random"),
            100 * won,
            GAMES,
        ),
        Statement(
            "mistakes against both perfect players",
            published(SOURCE, "mistakes"),
            unspoiled,
            f"none in {unspoiled.mean():.1%} of {len(won):,} runs",
            usual=True,
            reason="most runs can lose to perfect play, and 1,000 test games would nearly always "
            "show it: what they have learned is the best reply to random play, or nearly that, and "
            "it loses to perfect play (lesson 06)",
        ),
    ]
    return Result(rows)


@item("nested-table-2", SOURCE, "table: trained against perfect play",
      CALL.format("", "perfect"), "nested-perfect")  # fmt: skip
def find_second_table(data):
    """What it is worth as O against random play when perfect play was its teacher."""
    against = pairs(data, "nested-perfect")["random vs qtable"]
    setting = "trained vs randomized minimax, playing O vs random"
    return Result(
        [
            Row("O wins", published(SOURCE, "wins", setting), 100 * against[:, 2], GAMES),
            Row("O loses", published(SOURCE, "losses", setting), 100 * against[:, 0], GAMES),
        ]
    )
