"""nestedsoftware's article: what it says of many runs, looked into with many runs."""

import numpy as np

from tttlearn.articles.figures import bars, histogram
from tttlearn.articles.items import Result, item
from tttlearn.articles.nestedsoftware.runs import (
    BAD,
    CALL,
    GAMES,
    POSITIONS,
    SOURCE,
    looked_up,
    lost_as_o,
    pairs,
    stacked,
)
from tttlearn.articles.published import published
from tttlearn.articles.verdicts import Row, Statement, student


@item("nested-355", SOURCE, "text: positions in the Q-table",
      CALL.format("", "perfect"), "nested-perfect")  # fmt: skip
def find_positions(data):
    """The positions that a learner taught by perfect play knows, of all there are."""
    runs = data["nested-perfect"]
    known, seen = looked_up(runs), stacked(runs, "seen").sum(1)
    all_of_them = published(SOURCE, "board positions")
    table = published(SOURCE, "board positions in Q-table")
    rows = [
        Row("undecided positions, mirror images once", all_of_them, len(POSITIONS)),
        Row("positions in the Q-table", table, known),
    ]
    caption = (
        f"positions of {len(POSITIONS)} that the learner knows, means of {len(runs)} seeds: "
        f"{seen.mean():.0f} seen in training, {known.mean():.0f} with those that the program "
        "stored because the test games asked for them"
    )
    groups = {"seen in training": seen.mean(), "and looked up\nin the tests": known.mean()}
    return Result(rows, lambda: bars(groups, "positions", table.number, 640), caption)


@item("nested-40", SOURCE, "text: bad runs", CALL.format("", "random"), "nested")
def find_bad_runs(data):
    """The runs that lose many games as O to perfect play, and how many there are."""
    lost = lost_as_o(data, "nested")
    bad = lost[lost > 0.1]
    row = published(SOURCE, "losses (about; the rest are draws)")
    caption = (
        f"share lost as O to perfect play, exact, {len(lost):,} runs: {(lost > 0).mean():.1%} can "
        f"lose, {(lost > BAD).mean():.1%} lose more than {BAD:.0%}"
    )
    note = f"Not that occasional: {(lost > BAD).mean():.1%} of the runs lose more than {BAD:.0%}."
    rows = [Row("lost by the runs that lose more than 10 %", row, 100 * bad, GAMES)]
    if not len(bad):  # among very few seeds
        return Result([], note="None of these few runs loses.")
    xlabel = "lost as O to perfect play"
    return Result(rows, lambda: histogram(lost, row.number / 100, xlabel), caption, note)


@item("nested-draw-reward", SOURCE, "update: a draw pays as much as a win",
      CALL.format("'draw-equals-win'", "random"), "nested-draw", "nested")  # fmt: skip
def find_draw_reward(data):
    """What becomes of the bad runs, and of the wins."""
    found = pairs(data, "nested-draw")
    lost, before = lost_as_o(data, "nested-draw"), lost_as_o(data, "nested")
    metric = "wins (about; the rest are draws)"
    wins = {
        "X": found["qtable vs random"][:, 0],
        "O": found["random vs qtable"][:, 2],
    }
    rows = [
        Row(
            f"{side} wins against random play",
            published(SOURCE, metric, f"draw reward 1.0, vs random as {side}"),
            100 * share,
            GAMES,
        )
        for side, share in wins.items()
    ]
    text = f"{(lost > BAD).mean():.1%} of the runs, instead of {(before > BAD).mean():.1%}"
    rows.append(Statement("bad runs", published(SOURCE, "bad runs"), lost <= BAD, text, True))
    note = f"{(lost > 0).mean():.1%} of the runs can still lose, {(before > 0).mean():.1%} before."
    return Result(rows, note=note)


@item("nested-double", SOURCE, "text: two tables",
      CALL.format("double=True", "random"), "nested-double", "nested")  # fmt: skip
def find_double(data):
    """Two tables beside one: what O loses to perfect play, on average over the runs."""
    two, one = lost_as_o(data, "nested-double"), lost_as_o(data, "nested")
    change = two.mean() - one.mean()
    error = np.sqrt(two.var(ddof=1) / len(two) + one.var(ddof=1) / len(one))
    found = (
        f"O loses {two.mean():.1%} to perfect play with two tables, {one.mean():.1%} with one: "
        f"{change:+.1%} with a standard error of {error:.1%}"
    )
    row = published(SOURCE, "improvement", "two tables beside one")
    means = {"one table": 100 * one.mean(), "two tables": 100 * two.mean()}
    caption = f"{found}; {len(one):,} and {len(two):,} seeds"
    xlabel = "% lost as O to perfect play"
    statement = Statement("improvement", row, change > -student(len(two) - 1) * error, found)
    return Result([statement], lambda: bars(means, xlabel), caption)
