"""R. Hickman, "R-inforcement Learning Part One - Tic Tac Toe", 2019."""

import time

import numpy as np
from matplotlib.patheffects import withStroke

from tttlearn.course.articles.batches import Batch
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.published import published
from tttlearn.course.articles.recipes import (
    HICKMAN_TEST,
    HICKMAN_TRAINING,
    hickman,
    hickman_epsilon,
    hickman_repaired_rule,
    hickman_reward,
    hickman_rule,
)
from tttlearn.course.articles.verdicts import Measured, Setting, Statement
from tttlearn.evaluation.exact import minimax_policy, outcome, worst_case
from tttlearn.game.rules import (
    CELLS,
    LEGAL,
    LINES,
    N_STATES,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    WINNER,
    next_state,
    winning_lines,
)
from tttlearn.learn.episodes import Episode
from tttlearn.learn.learner import Learner
from tttlearn.pictures.boards import INK
from tttlearn.pictures.learning import plot_result_groups, plot_value_density

SOURCE = "Hickman"
CALL = "play_game_computers(0.8, 0.8, 0.35, 0.9)"
TEST_CALL = "play_game_computers(1, 1, 0.35, 0.9)"
RECIPE = "recipes.hickman(): 100,000 games with itself, then 2,500 without exploring"
GROUP = int(published(SOURCE, "games per group").number)


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


def kept_boards():
    """The boards that the article keeps, whose marks can be counted out in turns: their codes."""
    return np.flatnonzero(TURN)


def winners_of(states):
    """Who has won on each board, as the article sees it: where two lines stand, the last counts."""
    won = np.zeros(len(states), dtype=int)
    for line in LINES:
        for digit, side in ((1, 1), (2, -1)):
            won[(CELLS[states][:, line] == digit).all(1)] = side
    return won


@item("hickman-boards", SOURCE, "boards kept, and their hashes", "ttt.TURN, ttt.REACHABLE")
def find_boards(data):
    """All codes with as many X as O, or one more; each code is a hash of its own."""
    kept = kept_boards()
    marks = (CELLS[kept] == 1).astype(int) - (CELLS[kept] == 2)
    hashes = ((CELLS[kept] + 1) % 3) @ 3 ** np.arange(8, -1, -1)
    doubles = len(kept) - len(np.unique(hashes))
    sums = published(SOURCE, "sum of board entries")
    none = published(SOURCE, "duplicated hashes")
    columns = len(LINES[0])
    sizes = {"board_cols": columns, "board_rows": CELLS.shape[1] // columns}
    first = np.lexsort(marks.T[::-1])[0]  # O, nothing, X, as R counts -1, 0, 1
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
                "that the first board occurs in a game",
                published(SOURCE, "occurrence", FIRST),
                not occurs,
                f"{'in some' if occurs else 'in no'} game: it has {len(lines)} lines, one of each "
                "side, and the first to be complete ends the game",
            ),
        ],
        note=f"{3**9:,} boards, of which {len(kept):,} are kept and {REACHABLE.sum():,} occur in "
        "games. The article prints none of these counts.",
    )


FIRST = "first board of the list"


@item("hickman-update", SOURCE, "formula of the update", "recipes.hickman_rule")
def find_update(data):
    """The formula of the text beside the update of the code, after a game each from any values."""
    rng, agree, repaired = np.random.default_rng(0), [], []
    rates = hickman().settings
    for _ in range(GAMES):
        episode = random_episode(rng)
        values = rng.random(N_STATES)
        wanted = by_formula(values, episode, **rates)
        for rule, agrees in ((hickman_rule, agree), (hickman_repaired_rule, repaired)):
            table = values.copy()
            rule(table, episode, **rates)
            agrees.append(np.allclose(table, wanted))
    row = Statement(
        "new values of the states of a game",
        published(SOURCE, "formula", "new value of a state"),
        agree,
        f"the code follows the formula in {sum(agree)} of {GAMES} games",
        reason="the code lists states newest first, walks their values from the oldest, and stores "
        f"the results in the wrong order; with only that order put right {sum(repaired)} of "
        f"{GAMES} games agree",
    )
    return Result([row])


GAMES = 50


def random_episode(rng):
    """An Episode between random players."""
    states, cells = [START], []
    while not TERMINAL[states[-1]]:
        cells.append(int(rng.choice(np.flatnonzero(LEGAL[states[-1]]))))
        states.append(next_state(states[-1], cells[-1]))
    return Episode(np.array(states), np.array(cells), int(WINNER[states[-1]]), 0)


def by_formula(values, episode, alpha, gamma):
    """The values after V <- V + lr (gamma V' - V) for the states of each player, last first."""
    values = values.copy()
    for player in (1, 2):
        following = hickman_reward(player, episode.winner)
        for state in episode.states[player::2][::-1]:
            values[state] += alpha * (gamma * following - values[state])
            following = values[state]
    return values


@item("hickman-density", SOURCE, "figure: density of the values", RECIPE, "hickman")
def find_density(data):
    """Won boards are worth more than others, and the peaks at 0 are boards that cannot occur."""
    kept = kept_boards()
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
            "what most of the won boards at 0 are",
            published(SOURCE, "explanation", "peaks at 0"),
            impossible > 0.5,
            f"boards that cannot occur: {impossible.mean():.1%} of the won boards of value 0",
        ),
    ]
    note = _taught_by_tests(data, kept[real & (won == -1)])
    caption = (
        f"values of {len(kept):,} boards, before the test games, one of {len(tables)} seeds, by "
        f"who has won; the highest in all seeds is {tables.max():.3f}, though a win pays 0.9: the "
        "published update stores values for the wrong boards"
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
    row = Statement(
        "share of draws in the last 500 test games",
        published(SOURCE, "draws", "after a final bit of optimisation"),
        drawn[:, -1] == 1,
        f"all in {(drawn[:, -1] == 1).sum()} of {len(tests)} runs",
    )
    best = outcome(minimax_policy(), minimax_policy())
    solved = Statement(
        "two players without mistakes",
        published(SOURCE, "result", "optimal play on both sides"),
        best.draws == 1,
        f"{best.draws:.0%} of their games are drawn",
    )
    caption = (
        f"the 2,500 test games of the learner, {len(tests)} seeds: "
        f"{drawn[:, 0].mean():.0%} of the first {GROUP} are drawn, {drawn[:, -1].mean():.1%} of "
        f"the last, of the seed with the fewest {drawn[:, 0].min():.0%} and "
        f"{drawn[:, -1].min():.1%}; the lines show the range over the seeds of what X wins and of "
        "what O wins"
    )
    return Result([row, solved], lambda: draw_groups(tests), caption)


def draw_groups(tests):
    """The results group by group, means over the seeds, with the range of each over the seeds.

    A line on the upper end of X's bar shows X's shares, one on the lower end of O's bar those of O.
    """
    ax = plot_result_groups(tests, GROUP)
    groups = tests.reshape(len(tests), -1, GROUP)
    won, lost = ((groups == winner).mean(2) for winner in (1, -1))
    edge = [withStroke(linewidth=5, foreground="white")]
    places = np.arange(1, groups.shape[1] + 1)
    style = {"color": INK, "lw": 2.5, "path_effects": edge}
    for ends, aside in ((won, -0.3), (1 - lost, 0.3)):
        ax.vlines(places + aside, ends.min(0), ends.max(0), **style)
    ax.plot([], [], label=f"range, {len(tests)} seeds", **style)
    ax.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False, fontsize=14)
    return ax


@item("hickman-level", SOURCE, "text: at human level", RECIPE, "hickman")
def find_level(data):
    """At least at human level is who loses to nobody: a human can learn to do that."""
    worst = [after_tests["worst"] for _, after_tests in data["hickman"]]
    lost_x = np.array([one.as_x < 0 for one in worst])
    lost_o = np.array([one.as_o > 0 for one in worst])
    row = Statement(
        "whether nobody can beat it",
        published(SOURCE, "level", "the trained computer"),
        ~(lost_x | lost_o),
        f"the best reply beats its X in {lost_x.sum()} and its O in {lost_o.sum()} of {len(worst)} "
        "runs",
        reason="in the test games it meets itself only, and then every game is drawn; with another "
        "opponent, the best reply, and all else the same, it loses",
    )
    note = "Nobody is above that level: against who makes no mistakes a draw is the best result."
    return Result([row], note=note)


@item("hickman-human", SOURCE, "code: a game against a person", "")
def find_human(data):
    """A function takes every name that is read in it; R stops at one that nobody defined."""
    row, there = (published(SOURCE, what, "play_game_human") for what in ("code", "arguments"))
    first, second = (published(SOURCE, "epsilon that the computer's move reads", f"person {seat}")
                     for seat in ("first", "second"))  # fmt: skip
    reason = (
        f"R stops at the computer's first move: {second.value} is no argument of this function; "
        f"where the person plays first {first.value} stands in its place, and all is defined. "
        "(Put it there, and R stops one step on: the move is made as O, and no board of the list "
        "has an O alone.)"
    )
    rows = [
        Statement(
            f"that it runs where the person plays {seat}",
            row,
            read.value in there.value.split(" / "),
            f"the computer's move reads {read.value}; the arguments are {there.value}",
            reason=reason,
        )
        for seat, read in (("first", first), ("second", second))
    ]
    return Result(rows)


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
    missing = (
        "a time belongs to a program and a computer; it takes the article's program on a computer "
        f"of its time. Ours, compiled, takes 1 part in {middle.number / np.median(times):,.0f} "
        "here; our numbers are means of 1,000 games each, 30 times"
    )
    rows = [
        Measured(
            f"{name} of the times", published(SOURCE, name, CALL), value, single="timed",
            missing=missing,
        )
        for name, value in ours.items()
    ]  # fmt: skip
    return Result(rows, note="These numbers of ours depend on the computer.")


@item("hickman-settings", SOURCE, "settings of the training", "recipes.hickman()")
def find_settings(data):
    """The recipe has the published settings; the article's epsilon is that of not exploring."""
    learner: Learner = hickman()
    comment = published(SOURCE, "games", "training epoch", "comment")
    explores = {CALL: 0, TEST_CALL: HICKMAN_TRAINING}
    rows = []
    for call, games in explores.items():
        exploits = 1 - float(hickman_epsilon(np.array(games)))
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
            "training games, as a comment in the code has it", comment, HICKMAN_TRAINING,
            reason="the comment contradicts the code below it and the text above, which agree",
        ),
        Setting("test games", published(SOURCE, "games", "purrr::rerun", "test"), HICKMAN_TEST),
        Setting("groups", published(SOURCE, "groups"), HICKMAN_TEST / GROUP),
        Setting(
            "initial value", published(SOURCE, "value", place="moves_df"), np.unique(learner.table)
        ),
    ]  # fmt: skip
    assert learner.table.shape == (N_STATES,)
    return Result(rows)
