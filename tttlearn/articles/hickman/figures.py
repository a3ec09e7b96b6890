"""R. Hickman, "R-inforcement Learning Part One - Tic Tac Toe", 2019."""

import time

import numpy as np

from tttlearn.articles.batches import Batch
from tttlearn.articles.items import Result, item
from tttlearn.articles.published import published
from tttlearn.articles.recipes import HICKMAN_TEST, HICKMAN_TRAINING, hickman, hickman_epsilon
from tttlearn.articles.verdicts import Row, Statement
from tttlearn.evaluation.exact import worst_case
from tttlearn.game.rules import CELLS, LINES, N_STATES, REACHABLE, TURN
from tttlearn.learn.learner import Learner
from tttlearn.pictures.learning import plot_result_groups, plot_value_density

SOURCE = "Hickman"
CALL = "play_game_computers(0.8, 0.8, 0.35, 0.9)"
RECIPE = "recipes.hickman(): 100,000 games with itself, then 2,500 without exploring"
GROUP = 500


def _keep(learner, winners):
    return {"V": learner.table.copy(), "tests": winners, "worst": worst_case(learner.policy)}


BATCHES = {
    "hickman": Batch(
        lambda seed: hickman(seed=seed),
        ((HICKMAN_TRAINING, "itself", "both"), (HICKMAN_TEST, "itself", "both")),
        _keep,
        runs=20,
        each=True,
    )
}
"""Each run is kept twice: after the training, and after the test games, which still teach it."""


def boards():
    """The boards that the article keeps, whose marks can be counted out in turns: their codes."""
    return np.flatnonzero(TURN)


def winners_of(states):
    """Who has won on each board, as the article sees it: where two lines stand, the last counts."""
    won = np.zeros(len(states), dtype=int)
    for line in LINES:
        for digit, side in ((1, 1), (2, -1)):
            won[(CELLS[states][:, line] == digit).all(1)] = side
    return won


@item("hickman-boards", SOURCE, "boards kept, and their hashes", "rules.TURN, rules.REACHABLE")
def find_boards(data):
    """All codes with as many X as O, or one more; each code is a hash of its own."""
    kept = boards()
    sums = (CELLS[kept] == 1).sum(1) - (CELLS[kept] == 2).sum(1)
    hashes = ((CELLS[kept] + 1) % 3) @ 3 ** np.arange(8, -1, -1)
    doubles = len(kept) - len(np.unique(hashes))
    rows = published(SOURCE, "sum of board entries")
    none = published(SOURCE, "duplicated hashes")
    columns = published(SOURCE, "board_cols"), published(SOURCE, "board_rows")
    found = " / ".join(str(total) for total in np.unique(sums))
    return Result(
        [
            *(Row(f"{row.metric} of the board", row, 3) for row in columns),
            Statement("sums of the entries of the boards kept", rows, found == rows.value, found),
            Statement("hashes that two boards share", none, doubles == 0, f"{doubles}"),
        ],
        note=f"{3**9:,} boards, of which {len(kept):,} are kept and {REACHABLE.sum():,} occur in "
        "games. The article prints none of these counts.",
    )


@item("hickman-density", SOURCE, "figure: density of the values", RECIPE, "hickman")
def find_density(data):
    """Won boards are worth more than others, and the peaks at 0 are boards that cannot occur."""
    kept = boards()
    won = winners_of(kept)
    tables = np.array([after_training["V"][kept] for after_training, _ in data["hickman"]])
    real = (won != 0) & REACHABLE[kept]
    higher = tables[:, won != 0].mean(1) > tables[:, won == 0].mean(1)
    at_zero = [(V == 0) & (won != 0) for V in tables]
    impossible = np.array([(~REACHABLE[kept])[zero].mean() for zero in at_zero])
    names = ("X has won", "nobody", "O has won")
    ratio = tables[:, real].mean() / tables[:, won == 0].mean()
    rows = [
        Statement(
            "mean value of won boards beside that of the others",
            published(SOURCE, "value", "winning moves beside others"),
            higher,
            f"higher in {higher.sum()} of {len(higher)} runs; of those that occur {ratio:.1f} "
            "times as high",
        ),
        Statement(
            "what the peaks of the won boards at 0 are",
            published(SOURCE, "explanation", "peaks at 0"),
            impossible > 0.5,
            f"boards that cannot occur: {impossible.mean():.1%} of the won boards of value 0",
        ),
    ]
    note = _taught_by_tests(data, kept[real & (won == -1)])
    caption = (
        f"density of the values of {len(kept):,} boards after training, before the test games, as "
        f"in the article, one of {len(tables)} seeds, by who has won; the highest value in all "
        f"seeds is {tables.max():.3f}, though a win pays 0.9: the published update stores values "
        "for the wrong boards"
    )
    return Result(
        rows,
        lambda: plot_value_density(tables[0], won, ends=(0, 1), names=names, linear=True),
        caption,
        note,
    )


def _taught_by_tests(data, states):
    """What the test games do to the values of these boards, which O has won, as a sentence."""
    before, after = np.array(
        [[one["V"][states] for one in run] for run in data["hickman"]]
    ).swapaxes(0, 1)
    return (
        f"The test games still teach: in them {(before != after).mean():.0%} of the boards that O "
        f"has won and that occur change their value, on average from {before.mean():.3f} to "
        f"{after.mean():.3f}."
    )


@item("hickman-draws", SOURCE, "figure: results of the test games", RECIPE, "hickman")
def find_draws(data):
    """In the test games, which still teach it, it ends up always drawing."""
    tests = np.array([after_tests["tests"] for _, after_tests in data["hickman"]])
    drawn = (tests.reshape(len(tests), -1, GROUP) == 0).mean(2)
    worst_x = np.array([after_tests["worst"].as_x for _, after_tests in data["hickman"]])
    row = Statement(
        "share of draws in the last 500 test games",
        published(SOURCE, "draws", "after a final bit of optimisation"),
        drawn[:, -1] == 1,
        f"all in {(drawn[:, -1] == 1).sum()} of {len(tests)} runs",
    )
    caption = (
        f"the 2,500 test games of the learner as published, {len(tests)} seeds: "
        f"{drawn[:, 0].mean():.0%} of the first {GROUP} are drawn, {drawn[:, -1].mean():.1%} of "
        "the last"
    )
    note = (
        f"It is not unbeatable: the best reply wins every game against its X in "
        f"{(worst_x == -1).sum()} of {len(tests)} runs."
    )
    return Result([row], lambda: plot_result_groups(tests, GROUP), caption, note)


@item("hickman-speed", SOURCE, "table: microseconds a game", RECIPE + "; timed here and now")
def find_speed(data):
    """A training game, in microseconds: the compiled loop against R with C++ in parts."""
    learner, times = hickman(), []
    learner.learn(1_000)
    for _ in range(30):
        start = time.perf_counter()
        learner.learn(1_000)
        times.append((time.perf_counter() - start) * 1_000)
    times = np.array(times)
    ours = {"min": times.min(), "lq": np.quantile(times, 0.25), "mean": times.mean()}
    ours |= {"median": np.median(times), "uq": np.quantile(times, 0.75), "max": times.max()}
    middle = published(SOURCE, "median", CALL)
    reason = (
        f"another program on another computer: {middle.number / np.median(times):,.0f} times as "
        "fast; ours are means of 1,000 games each, 30 times"
    )
    rows = [
        Row(f"{name} of the times", published(SOURCE, name, CALL), value, None, reason, "timed")
        for name, value in ours.items()
    ]
    return Result(rows, note="These numbers of ours depend on the computer.")


@item("hickman-settings", SOURCE, "settings of the training", "recipes.hickman()")
def find_settings(data):
    """The recipe has the published settings; the article's epsilon is that of *not* exploring."""
    learner: Learner = hickman()
    explores = float(hickman_epsilon(np.array(0)))
    tests = float(hickman_epsilon(np.array(HICKMAN_TRAINING)))
    games = published(SOURCE, "games", "purrr::rerun", "train")
    comment = published(SOURCE, "games", "training epoch", "comment")
    rows = [
        Row("learning rate", published(SOURCE, "learning_rate", CALL), learner.settings["alpha"]),
        Row("gamma", published(SOURCE, "gamma", CALL), learner.settings["gamma"]),
        Row("epsilon of player 1", published(SOURCE, "player1_epsilon", CALL), 1 - explores),
        Row("epsilon of player 2", published(SOURCE, "player2_epsilon", CALL), 1 - explores),
        Row(
            "epsilon of player 1, tests",
            published(SOURCE, "player1_epsilon", CALL.replace("0.8", "1")),
            1 - tests,
        ),
        Row("training games", games, HICKMAN_TRAINING),
        Row(
            "training games, as a comment in the code has it",
            comment,
            HICKMAN_TRAINING,
            reason="the comment contradicts the code below it and the text above, which agree",
        ),
        Row("test games", published(SOURCE, "games", "purrr::rerun", "test"), HICKMAN_TEST),
        Row("initial value", published(SOURCE, "value", place="moves_df"), learner.untaught.max()),
    ]
    assert learner.table.shape == (N_STATES,)
    return Result(rows)
