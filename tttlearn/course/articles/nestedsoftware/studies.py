"""nestedsoftware's article: what it says of many runs, looked into with many runs."""

from tttlearn.course.articles.figures import bars, histogram
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.nestedsoftware.figures import AGAINST_RANDOM
from tttlearn.course.articles.nestedsoftware.runs import (
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
from tttlearn.course.articles.published import published
from tttlearn.course.articles.verdicts import Comparison, Measured, Setting, Statement


@item("nested-355", SOURCE, "text: positions in the Q-table",
      CALL.format("", "perfect"), "nested-perfect")  # fmt: skip
def find_positions(data):
    """The positions that a learner taught by perfect play knows, of all there are."""
    runs = data["nested-perfect"]
    known, seen = looked_up(runs), stacked(runs, "seen").sum(1)
    all_of_them = published(SOURCE, "board positions")
    table = published(SOURCE, "board positions in Q-table")
    rows = [
        Setting("undecided positions, mirror images once", all_of_them, len(POSITIONS)),
        Measured("positions in the Q-table", table, known),
    ]
    caption = (
        f"positions of {len(POSITIONS)} that the learner knows, {len(runs)} seeds, on average "
        f"{seen.mean():.0f} seen in training, {known.mean():.0f} with those that the program "
        f"stored because the test games asked for them; {RANGE}"
    )
    groups = {"seen in training": seen, "and looked up\nin the tests": known}
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
    rows = [
        Statement(
            "that there are bad runs",
            published(SOURCE, "how often"),
            lost > BAD,
            f"{(lost > BAD).mean():.1%} of the runs lose more than {BAD:.0%}",
            about="some run",
        )
    ]
    won = pairs(data, "nested")[AGAINST_RANDOM["O"]][:, 2]
    others = won[lost <= BAD].mean()
    if (lost > BAD).any():
        rows.append(_overfit(won[lost > BAD], others, len(lost)))
    if len(bad):  # among very few seeds there may be none
        what = "lost by the runs that lose more than 10 %"
        seeds = f"{len(bad)} of 0 to {len(lost) - 1}"
        rows.append(Measured(what, row, 100 * bad, GAMES, chosen=seeds))
    xlabel = "lost as O to perfect play"
    return Result(rows, lambda: histogram(lost, row.number / 100, xlabel), caption)


def _overfit(won, others, runs):
    """The row on what bad runs win against random play, their teacher, beside all other runs."""
    return Statement(
        "that bad runs are usually as good against their teacher as others",
        published(SOURCE, "what they show"),
        won >= others,
        f"as O against random play they win {won.mean():.1%}, the others {others:.1%}; "
        f"{(won >= others).mean():.1%} of the bad runs win as many as those",
        about="most runs",
        chosen=f"{len(won)} of 0 to {runs - 1}",
        reason="runs differ in their seed alone",
    )


@item("nested-draw-reward", SOURCE, "update: a draw pays as much as a win",
      CALL.format("'draw-equals-win'", "random"), "nested-draw", "nested")  # fmt: skip
def find_draw_reward(data):
    """What becomes of the bad runs, and of the wins."""
    rewarded, without = pairs(data, "nested-draw"), pairs(data, "nested")
    lost, before = lost_as_o(data, "nested-draw"), lost_as_o(data, "nested")
    metric = "wins (about; the rest are draws)"
    metric, paid = "wins (about; the rest are draws)", "draw reward 1.0, "
    reduced = published(SOURCE, "winning percentage")
    rows = []
    for side, pair in AGAINST_RANDOM.items():
        won, other = (some[pair][:, 0 if side == "X" else 2] for some in (rewarded, without))
        about = published(SOURCE, metric, f"{paid}vs random as {side}")
        what = f"{side} wins against random play"
        rows.append(Measured(what, about, 100 * won, GAMES))
        rows.append(Comparison(f"{what}, before and after", reduced, won, other,
                               ("a draw pays 1:", "0:")))  # fmt: skip
    rows.append(
        Statement(
            "that no run is bad any more",
            published(SOURCE, "bad runs"),
            lost <= BAD,
            f"{(lost > BAD).mean():.1%} of the runs are, instead of {(before > BAD).mean():.1%}",
            about="every run",
            reason="runs differ in their seed alone; a run in which random play seldom took a line "
            "that loses has not learned to avoid it, whatever a draw pays",
        )
    )
    beaten = [rewarded[AGAINST_RANDOM["X"]][:, 2] > 0, rewarded[AGAINST_RANDOM["O"]][:, 0] > 0]
    rows.append(
        Statement(
            "that it loses no game to random play",
            published(SOURCE, "the remaining games"),
            ~(beaten[0] | beaten[1]),
            f"{beaten[0].mean():.1%} of the runs can lose one as X, {beaten[1].mean():.1%} as O",
            reason="runs differ in their seed alone",
        )
    )
    note = f"{(lost > 0).mean():.1%} of the runs can still lose, {(before > 0).mean():.1%} before."
    return Result(rows, note=note)


@item("nested-double", SOURCE, "text: two tables",
      CALL.format("double=True", "random"), "nested-double", "nested")  # fmt: skip
def find_double(data):
    """Two tables beside one, by what can be called better: losses to perfect play, and wins."""
    none, single = (published(SOURCE, *row) for row in (IMPROVEMENT, BETTER))
    names = "one table", "two"
    lost = [lost_as_o(data, batch) for batch in ("nested", "nested-double")]
    plain, doubled = (pairs(data, batch) for batch in ("nested", "nested-double"))
    what = "lost as O to perfect play"
    rows = [Comparison(f"{what}: no improvement", none, *lost, names),
            Comparison(f"{what}: better with one", single, *lost, names)]  # fmt: skip
    for side, pair in AGAINST_RANDOM.items():
        drawn, wins = f"not won as {side} against random play: better with one", []
        for outcomes in (plain, doubled):
            wins.append(1 - outcomes[pair][:, 0 if side == "X" else 2])
        rows.append(Comparison(drawn, single, *wins, names))
    groups = {name: 100 * some for name, some in zip(names, lost, strict=True)}
    caption = f"lost as O to perfect play, means: {rows[0].told}; {RANGE}"
    return Result(rows, lambda: bars(groups, "% lost as O to perfect play"), caption)


RANGE = "the lines show between which numbers 90 of 100 runs lie"


IMPROVEMENT = "improvement", "two tables beside one"
BETTER = "results", "one table beside two"


@item("nested-sum", SOURCE, "text: just add the new values",
      "recipes.nestedsoftware(adding=True): 7,000 games a side against random play",
      "nested-sum", "nested")  # fmt: skip
def find_sum(data):
    """Entries to which each new value is added, beside the moving average."""
    row = published(SOURCE, "results", "sum in place of a moving average")
    reason = "all else is the same: the one change is that new values are added, not averaged"
    names = "added", "averaged"
    lost = [lost_as_o(data, batch) for batch in ("nested-sum", "nested")]
    rows = [Comparison("lost as O to perfect play: no worse", row, *lost, names, reason=reason)]
    outcomes = [pairs(data, batch) for batch in ("nested-sum", "nested")]
    for side, pair in AGAINST_RANDOM.items():
        drawn = [1 - some[pair][:, 0 if side == "X" else 2] for some in outcomes]
        what = f"not won as {side} against random play: no worse"
        rows.append(Comparison(what, row, *drawn, names, reason=reason))
    stable = published(SOURCE, "values", "an average in place of a sum")
    largest = [stacked(data[batch], "largest") for batch in ("nested", "nested-sum")]
    what, names = "largest entry of the table: smaller", ("averaged", "added")
    rows.append(Comparison(what, stable, *largest, names, unit=""))
    return Result(rows)


@item("nested-values", SOURCE, "text: one table over-estimates",
      CALL.format("double=False or True", "random"), "nested", "nested-double")  # fmt: skip
def find_values(data):
    """The value of the first move in the table less what its player really gets, as X."""
    row, cure = (
        published(SOURCE, "values", name) for name in ("one table", "two tables beside one")
    )
    over = {}
    for batch in ("nested", "nested-double"):
        real = pairs(data, batch)[AGAINST_RANDOM["X"]] @ [1, 0, -1]
        over[batch] = stacked(data[batch], "start") - real
    single, double = over.values()
    names = "nothing", "value less what it gets against random play"
    return Result(
        [
            Comparison("that the table says too much", row, 0.0, single, names, unit=""),
            Comparison(
                "that two tables say less too much", cure, double, single, ("two", "one"), unit=""
            ),
        ]
    )


@item("nested-feedback", SOURCE, "text: without exploration",
      "recipes.nestedsoftware(): 7,000 games a side against random play, and without epsilon",
      "nested-greedy", "nested")  # fmt: skip
def find_feedback(data):
    """A learner that never explores, beside the article's, which does: what it tries, and loses."""
    cycle = published(SOURCE, "values that are already high")
    cure = published(SOURCE, "feedback cycle")
    tried = {batch: stacked(data[batch], "tried") for batch in ("nested", "nested-greedy")}
    lost = [lost_as_o(data, batch) for batch in tried]
    exploring, greedy = tried.values()
    row = Statement(
        "that without exploration the first move to pay is the only one tried",
        cycle,
        greedy == 1,
        f"{(greedy == 1).mean():.1%} of the runs open with one of the nine moves in all games that "
        f"they learn from, and never try another; with exploration {exploring.mean():.1f} on "
        "average",
        about="some run",
    )
    what, names = "lost as O to perfect play: less", ("with exploration", "without")
    return Result([row, Comparison(what, cure, *lost, names)])
