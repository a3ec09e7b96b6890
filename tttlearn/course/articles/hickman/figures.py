"""Reproduce the figures and statements of R. Hickman, "R-inforcement Learning Part One", 2019."""

import time
from dataclasses import replace

import numpy as np
from matplotlib.patheffects import withStroke

from tttlearn.course.articles.batches import Batch
from tttlearn.course.articles.episodes import random_game
from tttlearn.course.articles.figures import legend_above, new_axes
from tttlearn.course.articles.hickman.recipe import hickman_other_rule
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import (
    HICKMAN_TEST,
    HICKMAN_TIMED,
    HICKMAN_TRAINING,
    hickman,
    hickman_repaired_rule,
    hickman_reward,
    hickman_rule,
)
from tttlearn.course.articles.shares import mean_of, percent, share_of
from tttlearn.course.articles.verdicts import Measured, Setting, Statement
from tttlearn.evaluation.exact import minimax_policy, outcome, worst_case
from tttlearn.game.rules import (
    CELLS,
    LINES,
    N_STATES,
    REACHABLE,
    TERMINAL,
    TURN,
    WINNER,
    winning_lines,
)
from tttlearn.learn.learner import Learner
from tttlearn.pictures.boards import INK
from tttlearn.pictures.learning import plot_result_groups, plot_value_density

SOURCE = "Hickman"
CALL = "play_game_computers(0.8, 0.8, 0.35, 0.9)"
TEST_CALL = "play_game_computers(1, 1, 0.35, 0.9)"
STORED = (
    "our text lacks the line that stores a new value; here it puts the value behind the earlier "
    "ones, and hickman-update and hickman-density say what the other order gives"
)
"""Remark on each number that comes from the values that the learner has learned."""
RECIPE = (
    "recipes.hickman(timed=True): 100,000 games with itself, 1,000 to time one, then 2,500 without "
    "exploring"
)
GROUP = int(published(SOURCE, "games per group").number)


def kept_boards():
    """Return the codes of the boards that the article keeps: those that turns can produce."""
    return np.flatnonzero(TURN)


def _keep(learner, winners):
    V = learner.table[kept_boards()]
    return {"V": V, "tests": winners, "worst": worst_case(learner.policy)}


BATCHES = {
    "hickman": Batch(
        lambda seed: hickman(seed=seed, timed=True),
        tuple((n, "itself", "both") for n in (HICKMAN_TRAINING, HICKMAN_TIMED, HICKMAN_TEST)),
        _keep,
        runs=150,
        each=True,
    ),
    "hickman-repaired": Batch(
        lambda seed: hickman(repaired=True, seed=seed, timed=True),
        ((HICKMAN_TRAINING + HICKMAN_TIMED, "itself", "both"),),
        lambda learner, winners: {"highest": float(learner.table.max())},
        runs=60,
    ),
    "hickman-other": Batch(
        lambda seed: replace(hickman(seed=seed, timed=True), rule=hickman_other_rule),
        ((HICKMAN_TRAINING + HICKMAN_TIMED, "itself", "both"),),
        lambda learner, winners: {"V": learner.table[kept_boards()]},
        runs=60,
    ),
}
"""Runs of Hickman's learner. The published one is kept after the training, after the timed games,
which come before the figure of the values, and after the test games; all of them teach it."""


def winners_of(states):
    """Return the winner of each board by the article's test: of two lines the last counts."""
    won = np.zeros(len(states), dtype=int)
    for line in LINES:
        for digit, side in ((1, 1), (2, -1)):
            won[(CELLS[states][:, line] == digit).all(1)] = side
    return won


@item("hickman-boards", SOURCE, "boards, hashes, a test for a winner", "ttt.TURN, ttt.REACHABLE")
def find_boards(data):
    """Which boards does the article list, and what can its test for a winner do?"""
    kept = kept_boards()
    marks = (CELLS[kept] == 1).astype(int) - (CELLS[kept] == 2)
    hashes = ((CELLS[kept] + 1) % 3) @ 3 ** np.arange(8, -1, -1)
    doubles = len(kept) - len(np.unique(hashes))
    sums = published(SOURCE, "sum of board entries")
    none = published(SOURCE, "duplicated hashes")
    columns = len(LINES[0])
    sizes = {"board_cols": columns, "board_rows": CELLS.shape[1] // columns}
    first = np.lexsort(marks.T[::-1])[0]  # sorted as R does: O (-1), empty (0), X (1)
    text = " / ".join(
        " ".join("o*x"[1 + mark] for mark in row) for row in marks[first].reshape(3, 3)
    )
    occurs, lines = bool(REACHABLE[kept[first]]), winning_lines(kept[first])
    return Result(
        [
            *(
                Setting(f"{name} of the board", published(SOURCE, name), n)
                for name, n in sizes.items()
            ),
            Setting("sums of the entries of the boards kept", sums, np.unique(marks.sum(1))),
            Statement("hashes that two boards share", none, doubles == 0, f"{doubles}"),
            Setting("first board of the list", published(SOURCE, "board", FIRST), text),
            Statement(
                "that the first board occurs in no game",
                published(SOURCE, "occurrence", FIRST),
                not occurs,
                f"it occurs in {'some' if occurs else 'no'} game: it has {len(lines)} lines, one "
                "of each side, but the first complete line ends the game",
            ),
            _any_size(),
            _draw_code(),
        ],
        note=f"Of {3**9:,} boards the article keeps {len(kept):,}, and {REACHABLE.sum():,} occur "
        "in games. It prints none of these counts.",
        filled_in="our text lacks which values a square takes in the list of boards, here -1, 0 "
        "and 1, and where the test for a winner collects the squares of the diagonals",
    )


def _draw_code():
    """Return the row on what the test for a winner returns for a draw."""
    drawn = np.flatnonzero(REACHABLE & TERMINAL & (WINNER == 0))
    return Setting(
        "what the test for a winner returns for a draw, by its comment",
        published(SOURCE, "draw code (never returned)"),
        np.unique(winners_of(drawn)),
        reason="the comment promises a separate number for a draw, but no line of the text at hand "
        "returns it; a full board without a winner gives the same as any other board without one",
    )


FIRST = "first board of the list"
LARGER = 4


def _any_size():
    """Return the row on the test for a winner with the article's squares, on a larger board."""
    lines, looked_up = all_lines(LARGER), lines_looked_up(LARGER)
    here = len(lines_looked_up(3) & all_lines(3))
    return Statement(
        f"that the test for a winner works on a board of {LARGER} x {LARGER}",
        published(SOURCE, "code", "other boards"),
        lines <= looked_up,
        f"it looks up {len(lines & looked_up)} of the {len(lines)} lines there, and {here} of "
        f"{len(all_lines(3))} on 3 x 3",
        reason="the code gives the squares of the first row and the first column as three numbers "
        f"each, so it never looks up a row or column of {LARGER}; it works out the diagonals from "
        "the size of the board. The author says that it can be generalised in theory, and that he "
        "has only tested it with 3 x 3",
    )


def lines_looked_up(size):
    """Return the lines that the article's test for a winner sums, as frozensets of squares."""
    row, column = (
        np.array(published(SOURCE, f"squares of the first {what}").numbers, dtype=int)
        for what in ("row", "column")
    )
    lines = [row + size * i for i in range(size)] + [column + i for i in range(size)]
    steps = np.arange(size)
    lines += [size * steps + steps, (size - 1) * (steps + 1)]
    return {frozenset(line.tolist()) for line in lines}


def all_lines(size):
    """Return the rows, columns and diagonals of a board of this size, as frozensets of squares."""
    squares = np.arange(size**2).reshape(size, size)
    diagonals = [squares.diagonal(), squares[:, ::-1].diagonal()]
    return {frozenset(line.tolist()) for line in [*squares, *squares.T, *diagonals]}


@item("hickman-update", SOURCE, "the update follows the formula", "recipes.hickman_rule")
def find_update(data):
    """Does the code update its values in each game as the formula in the text says?"""
    rng, agree, repaired, other = np.random.default_rng(0), [], [], []
    rules = (hickman_rule, agree), (hickman_repaired_rule, repaired), (hickman_other_rule, other)
    rates = hickman().settings
    for _ in range(GAMES):
        episode = random_game(rng)
        values = rng.random(N_STATES)
        wanted = by_formula(values, episode, **rates)
        for rule, results in rules:
            table = values.copy()
            rule(table, episode, **rates)
            results.append(np.allclose(table, wanted))
    row = Statement(
        "new values of the states of a game",
        published(SOURCE, "formula", "new value of a state"),
        all(agree),
        f"the code follows the formula in {sum(agree)} of {GAMES} random games",
        reason="the code lists the states from the newest, goes through their values from the "
        "oldest, and stores the results in the wrong order; with only that order put right, "
        f"{sum(repaired)} of {GAMES} games agree",
    )
    note = (
        f"If new values are stored before the earlier ones, {sum(other)} of {GAMES} games agree, "
        "and the values are not those of the article's figure (hickman-density)."
    )
    return Result([row], note=note, filled_in=STORED)


GAMES = 200


def by_formula(values, episode, alpha, gamma):
    """Compute the values after V <- V + lr (gamma V' - V) for each player's states, last first."""
    values = values.copy()
    for player in (1, 2):
        following = hickman_reward(player, episode.winner)
        for state in episode.states[player::2][::-1]:
            values[state] += alpha * (gamma * following - values[state])
            following = values[state]
    return values


@item("hickman-density", SOURCE, "won boards are worth more", RECIPE, "hickman",
      "hickman-repaired", "hickman-other")  # fmt: skip
def find_density(data):
    """Which values has it learned for boards that X has won, that O has won, and all others?"""
    kept = kept_boards()
    won = winners_of(kept)
    tables = np.array([after_timed["V"] for _, after_timed, _ in data["hickman"]])
    real = (won != 0) & REACHABLE[kept]
    higher = tables[:, won != 0].mean(1) > tables[:, won == 0].mean(1)
    at_zero = [(V == 0) & (won != 0) for V in tables]
    impossible = np.array([(~REACHABLE[kept])[zero].mean() for zero in at_zero])
    ratio = tables[:, real].mean() / tables[:, won == 0].mean()
    rows = [
        Statement(
            "that won boards have a higher value than others, on average",
            published(SOURCE, "value", "winning moves beside others"),
            higher,
            f"{share_of(higher)}; won boards that can occur have {ratio:.1f} times the value of "
            "the others",
        ),
        Statement(
            "that most of the won boards at 0 cannot occur",
            published(SOURCE, "explanation", "peaks at 0"),
            impossible > 0.5,
            f"{share_of(impossible > 0.5)}; on average {mean_of(impossible)} of the won boards of "
            "value 0 cannot occur",
        ),
        _highest(tables.max(1), data),
    ]
    caption = (
        f"the values of {len(kept):,} boards in one of {len(tables)} runs, by who has won, before "
        "the test games"
    )
    other = np.array([run["V"] for run in data["hickman-other"]])
    above = other[:, won != 0].mean(1) > other[:, won == 0].mean(1)
    note = (
        "If new values are stored before the earlier ones, won boards are worth more in "
        f"{share_of(above)}, and the highest value is {other.max(1).mean():.2f} on average; but "
        f"the article's figure shows won boards worth more. {_taught(data)}"
    )
    return Result(rows, lambda: draw_values(tables[0], won), caption, note, filled_in=STORED)


def _highest(highest, data):
    """Return the row on the value of a board that is won each time, beside the repaired order.

    By the formula this value moves towards gamma times the reward of a win, and to no other number.
    """
    goal = hickman().settings["gamma"] * hickman_reward(1, 1)
    repaired = np.array([run["highest"] for run in data["hickman-repaired"]])
    return Statement(
        f"that the highest value reaches gamma times the reward, {goal:g}, as the formula says",
        published(SOURCE, "formula", "values of won boards"),
        abs(highest - goal) < CONVERGED_DISTANCE,
        f"the highest value is {highest.mean():.3f} on average, {highest.max():.3f} at most",
        reason="the code stores the new values for the wrong boards; with only that order put "
        f"right, it reaches {goal:g} in {share_of(abs(repaired - goal) < CONVERGED_DISTANCE)}",
    )


CONVERGED_DISTANCE = 0.001
"""Largest distance from its limit at which a value counts as converged."""


def draw_values(values, won):
    """Draw the article's figure: three filled densities of the values, one over the other."""
    names = ("1: X has won", "0: nobody has", "-1: O has won")
    ax = plot_value_density(values, won, new_axes(4, 5), (0, 1), names, linear=True)
    legend_above(ax, 3, title="winning move")
    return ax


def _taught(data):
    """Return sentences on how the timed games and the test games change the values."""
    kept = kept_boards()
    of_o = REACHABLE[kept] & (winners_of(kept) == -1)
    trained, timed, tested = np.array([[stage["V"] for stage in run] for run in data["hickman"]]
                                      ).swapaxes(0, 1)  # fmt: skip
    highest = [values.max(1).mean() for values in (trained, timed)]
    before, after = timed[:, of_o], tested[:, of_o]
    return (
        f"Before this figure the article times {HICKMAN_TIMED:,} more games, and these teach as "
        f"well: they change {(trained != timed).mean():.0%} of the values, and the highest from "
        f"{highest[0]:.3f} to {highest[1]:.3f}. The test games teach, too: of the boards that O "
        f"has won and that can occur, {(before != after).mean():.0%} change their value, on "
        f"average from {before.mean():.3f} to {after.mean():.3f}."
    )


@item("hickman-draws", SOURCE, "in the end it always draws", RECIPE, "hickman")
def find_draws(data):
    """Does it draw all of its last games with itself?"""
    tests = np.array([run[-1]["tests"] for run in data["hickman"]])
    drawn = (tests.reshape(len(tests), -1, GROUP) == 0).mean(2)
    row = Statement(
        "that in the end it always draws with itself",
        published(SOURCE, "draws", "after a final bit of optimisation"),
        drawn[:, -1] == 1,
        f"all of the last {GROUP} test games are drawn in {share_of(drawn[:, -1] == 1)}",
    )
    best = outcome(minimax_policy(), minimax_policy())
    solved = Statement(
        "that a game without mistakes ends in a draw",
        published(SOURCE, "result", "optimal play on both sides"),
        best.draws == 1,
        f"perfect players draw {best.draws:.0%} of their games",
    )
    caption = (
        f"the {HICKMAN_TEST:,} test games, means of {len(tests)} runs: {mean_of(drawn[:, 0])} "
        f"of the first {GROUP} are drawn, {mean_of(drawn[:, -1])} of the last; in the run with the "
        f"fewest draws {drawn[:, 0].min():.0%} and {drawn[:, -1].min():.1%}. The lines show how "
        "far the wins of X and the wins of O range over the runs"
    )
    return Result([row, solved], lambda: draw_groups(tests), caption, filled_in=STORED)


def draw_groups(tests):
    """Draw the results group by group, means over the seeds, with the range of each over the seeds.

    A line at the upper end of X's bar shows X's shares, one at the lower end of O's bar shows O's.
    """
    ax = plot_result_groups(tests, GROUP, new_axes(4.5, 5.4))
    groups = tests.reshape(len(tests), -1, GROUP)
    won, lost = ((groups == winner).mean(2) for winner in (1, -1))
    edge = [withStroke(linewidth=5, foreground="white")]
    places = np.arange(1, groups.shape[1] + 1)
    style = {"color": INK, "lw": 2.5, "path_effects": edge}
    for ends, offset in ((won, -0.3), (1 - lost, 0.3)):
        ax.vlines(places + offset, ends.min(0), ends.max(0), **style)
    ax.set(xlabel=f"group (every {GROUP} games)", ylabel="count")
    ax.yaxis.set_major_formatter(lambda share, _: f"{GROUP * share:.0f}")
    ax.plot([], [], label=f"range, {len(tests)} runs", **style)
    legend_above(ax, 4, 2, fontsize=14)
    return ax


@item("hickman-level", SOURCE, "it plays at least at human level", RECIPE, "hickman")
def find_level(data):
    """People can learn never to lose, so we call it human level if nobody can beat it."""
    worst = [run[-1]["worst"] for run in data["hickman"]]
    lost_x = np.array([case.as_x < 0 for case in worst])
    lost_o = np.array([case.as_o > 0 for case in worst])
    row = Statement(
        "that nobody can beat it",
        published(SOURCE, "level", "the trained computer"),
        ~(lost_x | lost_o),
        f"nobody can beat {share_of(~(lost_x | lost_o))}",
        reason="against itself it draws every game in the end; against the best reply it loses as "
        f"X in {percent(lost_x)} of the runs, as O in {percent(lost_o)}",
    )
    note = "Nobody can be above that level, because nobody wins unless the other side errs."
    return Result([row], note=note, filled_in=STORED)


@item("hickman-human", SOURCE, "a person can play against it", "")
def find_human(data):
    """Does the printed function run? R stops at a name that is not defined."""
    row, there = (published(SOURCE, what, "play_game_human") for what in ("code", "arguments"))
    first, second = (published(SOURCE, "epsilon that the computer's move reads", f"person {seat}")
                     for seat in ("first", "second"))  # fmt: skip
    reason = (
        f"R stops at the computer's first move, because {second.value} is not an argument of this "
        f"function. If the person plays first, the code has {first.value} there, and all is "
        "defined. (If you put that here, R stops one step later: the move is made as O, and no "
        "board of the list has a single O)"
    )
    rows = [
        Statement(
            f"that it runs if the person plays {seat}",
            row,
            read.value in there.value.split(" / "),
            f"the computer's move reads {read.value}; the arguments are {there.value}",
            reason=reason,
        )
        for seat, read in (("first", first), ("second", second))
    ]
    return Result(rows)


@item("hickman-speed", SOURCE, "microseconds a game", RECIPE + "; timed here and now")
def find_speed(data):
    """How long does a training game take, here compiled, there in R with parts in C++?"""
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
    missing = (
        "a time belongs to a program and a computer, so it takes the article's program on a "
        "computer of its time. Ours is compiled and here "
        f"{middle.number / np.median(times):,.0f} times as fast; its numbers come from 30 means of "
        "1,000 games"
    )
    rows = [
        Measured(
            f"{name} of the times", published(SOURCE, name, CALL), value, single_label="timed",
            missing_evidence=missing,
        )
        for name, value in ours.items()
    ]  # fmt: skip
    return Result(rows, note="Our numbers depend on the computer.")


@item("hickman-settings", SOURCE, "settings of the training", "recipes.hickman()")
def find_settings(data):
    """Does the learner made here have the published settings?

    The article's epsilon is the probability of not exploring.
    """
    learner: Learner = hickman(timed=True)
    comment = published(SOURCE, "games", "training epoch", "comment")
    explores = {CALL: 0, TEST_CALL: HICKMAN_TRAINING + HICKMAN_TIMED}
    rows = []
    for call, games in explores.items():
        exploits = 1 - float(learner.epsilon(np.array(games)))
        values = {"player1_epsilon": exploits, "player2_epsilon": exploits}
        values |= {"learning_rate": learner.settings["alpha"], "gamma": learner.settings["gamma"]}
        rows += [Setting(f"{name}, {call}", published(SOURCE, name, call), value)
                 for name, value in values.items()]  # fmt: skip
    for name, winner in (("X wins", 1), ("O wins", -1), ("draw", 0)):
        for player in (1, 2):
            row = published(SOURCE, f"reward player {player}", name)
            rows.append(Setting(f"{row.metric}, {name}", row, hickman_reward(player, winner)))
    training = ("text above", "training epoch"), ("code: train", "purrr::rerun")
    rows += [
        *(Setting(f"training games, {place}", published(SOURCE, "games", name, place),
                  HICKMAN_TRAINING) for place, name in training),
        Setting(
            "training games, by a comment in the code", comment, HICKMAN_TRAINING,
            reason="the comment contradicts the code below it and the text above it, which agree",
        ),
        Setting("games that are timed", published(SOURCE, "neval", CALL), HICKMAN_TIMED),
        Setting("test games", published(SOURCE, "games", "purrr::rerun", "test"), HICKMAN_TEST),
        Setting("groups", published(SOURCE, "groups"), HICKMAN_TEST / GROUP),
        Setting(
            "initial value", published(SOURCE, "value", place="moves_df"), np.unique(learner.table)
        ),
    ]  # fmt: skip
    assert learner.table.shape == (N_STATES,)
    return Result(rows)
