"""Check with many runs what nestedsoftware's article says about many runs."""

from tttlearn.course.articles.figures import bars, histogram
from tttlearn.course.articles.items import Result, item
from tttlearn.course.articles.nestedsoftware.figures import SEED
from tttlearn.course.articles.nestedsoftware.runs import (
    BAD_SHARE,
    CALL,
    DISCOUNT,
    GAMES,
    POSITIONS,
    SOURCE,
    against_random,
    errors,
    looked_up,
    lost_as_o,
    stacked,
)
from tttlearn.course.articles.published import published
from tttlearn.course.articles.shares import mean_of, percent, share_of
from tttlearn.course.articles.verdicts import Comparison, Measured, Setting, Statement

LOST = "lost as O to perfect play"


@item("nested-355", SOURCE, "few positions in the Q-table",
      CALL.format("", "perfect"), "nested-perfect")  # fmt: skip
def find_positions(data):
    """How many of all positions are in the Q-table after learning from perfect play?"""
    runs = data["nested-perfect"]
    known, seen = looked_up(runs), stacked(runs, "seen").sum(1)
    all_of_them = published(SOURCE, "board positions")
    table = published(SOURCE, "board positions in Q-table")
    rows = [
        Setting("undecided positions, mirror images once", all_of_them, len(POSITIONS)),
        Measured("positions in the Q-table", table, known),
    ]
    caption = (
        f"how many of {len(POSITIONS)} positions are in the Q-table, means of {len(runs):,} runs: "
        f"{seen.mean():.0f} were seen in training; {known.mean():.0f} are stored after the test "
        f"games, because the program stores what it looks up; {RANGE}"
    )
    groups = {"seen in training": seen, "and looked up\nin the tests": known}
    return Result(rows, lambda: bars(groups, "positions", table.number, 640), caption)


@item("nested-40", SOURCE, "occasional bad runs", CALL.format("", "random"), "nested")
def find_bad_runs(data):
    """How many runs lose a large part of their games as O to perfect play?"""
    lost = lost_as_o(data, "nested")
    bad = lost[lost > 0.1]
    row = published(SOURCE, "losses (about; the rest are draws)")
    caption = (
        f"share lost as O to perfect play, exact for each of {len(lost):,} runs: "
        f"{percent(lost > 0)} of the runs can lose, {_bad(lost)} lose more than {BAD_SHARE:.0%}"
    )
    rows = [
        Statement(
            "that occasionally there is a bad run",
            published(SOURCE, "how often"),
            lost > BAD_SHARE,
            f"it loses more than {BAD_SHARE:.0%} in {share_of(lost > BAD_SHARE)}",
            about="some run",
        )
    ]
    won, _ = against_random(data, "nested")["O"]
    if 0 < (lost > BAD_SHARE).sum() < len(lost):
        rows.append(_overfit(won[lost > BAD_SHARE], won[lost <= BAD_SHARE], len(lost)))
    if len(bad):  # with very few seeds, perhaps no run is bad
        what = "share lost by the runs that lose more than 10 %"
        seeds = f"{len(bad)} of 0 to {len(lost) - 1}"
        rows.append(Measured(what, row, 100 * bad, GAMES, seeds_text=seeds))
    return Result(rows, lambda: histogram(lost, row.number / 100, LOST), caption)


def _bad(lost):
    """Return the share of bad runs, in percent with its interval."""
    return percent(lost > BAD_SHARE)


def _overfit(won, others, runs):
    """Return the row on the wins of bad runs against random play, their teacher, beside others."""
    as_good = won >= others.mean()
    return Statement(
        "that most bad runs win as often against their teacher as the others do",
        published(SOURCE, "what they show"),
        as_good,
        f"as O against random play the bad runs win {mean_of(won)}, the others {mean_of(others)}; "
        f"of the bad runs {share_of(as_good)}, win at least what the others win on average",
        about="most runs",
        seeds_text=f"{len(won)} of 0 to {runs - 1}",
        reason=SEED,
    )


@item("nested-draw-reward", SOURCE, "a draw pays as much as a win",
      CALL.format("'draw-equals-win'", "random"), "nested-draw", "nested")  # fmt: skip
def find_draw_reward(data):
    """Do bad runs disappear if a draw pays as much as a win, and what does that cost in wins?"""
    rewarded, without = (against_random(data, batch) for batch in ("nested-draw", "nested"))
    lost, before = lost_as_o(data, "nested-draw"), lost_as_o(data, "nested")
    metric, paid = "wins (about; the rest are draws)", "draw reward 1.0, "
    reduced = published(SOURCE, "winning percentage")
    rows = []
    for side, (won, _) in rewarded.items():
        about = published(SOURCE, metric, f"{paid}vs random as {side}")
        what = f"{side} wins against random play"
        rows.append(Measured(what, about, 100 * won, GAMES))
        rows.append(Comparison(f"{what}, before and after", reduced, won, without[side][0],
                               ("a draw pays 1:", "0:")))  # fmt: skip
    rows.append(
        Statement(
            "that no run is bad any more",
            published(SOURCE, "bad runs"),
            lost <= BAD_SHARE,
            "{} of the runs are bad; before it was {}".format(*map(_bad, (lost, before))),
            about="every run",
            reason=f"far fewer are; {SEED}",
        )
    )
    beaten = [loses > 0 for _, loses in rewarded.values()]
    rows.append(
        Statement(
            "that it loses no game to random play",
            published(SOURCE, "the remaining games"),
            ~(beaten[0] | beaten[1]),
            f"{percent(beaten[0])} of the runs can lose one as X, {percent(beaten[1])} as O",
            about="every run",
            reason=SEED,
        )
    )
    note = (
        f"{percent(lost > 0)} of the runs can still lose to perfect play as O; before it was "
        f"{percent(before > 0)}."
    )
    return Result(rows, note=note)


def _shortfalls(data, *batches):
    """Return what runs of these batches lose to perfect play, or do not win against random play.

    It is {what: [the share of each run, an array for each batch]}.
    """
    results = [against_random(data, batch) for batch in batches]
    shares = {LOST: [lost_as_o(data, batch) for batch in batches]}
    for side in "XO":
        shares[f"not won as {side} against random play"] = [1 - one[side][0] for one in results]
    return shares


@item("nested-double", SOURCE, "two tables are no improvement",
      CALL.format("double=True", "random"), "nested-double", "nested")  # fmt: skip
def find_double(data):
    """Do two tables play better than one, by games lost to perfect play, and by games won?"""
    none, single = (published(SOURCE, *row) for row in (IMPROVEMENT, BETTER))
    names = "one table", "two"
    shares = _shortfalls(data, "nested", "nested-double")
    rows = [Comparison(f"{LOST}: no improvement", none, *shares[LOST], names)]
    rows += [Comparison(f"{what}: better with one", single, *both, names)
             for what, both in shares.items()]  # fmt: skip
    groups = {name: 100 * lost for name, lost in zip(names, shares[LOST], strict=True)}
    caption = f"{LOST}, means: {rows[0].ours_text}; {RANGE}"
    return Result(rows, lambda: bars(groups, f"% {LOST}"), caption)


RANGE = "the lines show where 90 of 100 runs lie"


IMPROVEMENT = "improvement", "two tables beside one"
BETTER = "results", "one table beside two"


@item("nested-sum", SOURCE, "new values could probably just be added",
      "recipes.nestedsoftware(adding=True): 7,000 games a side against random play",
      "nested-sum", "nested")  # fmt: skip
def find_sum(data):
    """What happens if each new value is added to the entry, not averaged with it?

    The article says that one could probably do so. Judged is our sharper claim, that it is no
    worse.
    """
    row = published(SOURCE, "results", "sum in place of a moving average")
    reason = "the one change is that new values are added, not averaged"
    names = "added", "averaged"
    rows = [
        Comparison(f"{what}: no worse", row, *both, names, reason=reason)
        for what, both in _shortfalls(data, "nested-sum", "nested").items()
    ]
    stable = published(SOURCE, "values", "an average in place of a sum")
    largest = [stacked(data[batch], "largest") for batch in ("nested", "nested-sum")]
    what, names = "largest entry of the table: smaller", ("averaged", "added")
    rows.append(Comparison(what, stable, *largest, names, unit=""))
    return Result(rows)


@item("nested-discount", SOURCE, "no need to discount",
      CALL.format("", "random") + f", with gamma 1 and {DISCOUNT}",
      "nested-discount", "nested")  # fmt: skip
def find_discount(data):
    """Is it worse, by more than a game in a hundred, if future rewards are not discounted?

    Gamma is 1 in the article.
    """
    row, names = published(SOURCE, "discount"), ("gamma 1:", f"{DISCOUNT} and a point more:")
    shares, reason = _shortfalls(data, "nested", "nested-discount"), "the one change is gamma"
    return Result([
        Comparison(f"{what}: hardly more", row, without, discounted + 0.01, names, reason=reason)
        for what, (without, discounted) in shares.items()
    ])  # fmt: skip


@item("nested-values", SOURCE, "one table over-estimates",
      CALL.format("double=False or True", "random"), "nested", "nested-double")  # fmt: skip
def find_values(data):
    """What does the table say about its own moves against random play, and what are they worth?"""
    row, cure = (
        published(SOURCE, "values", name) for name in ("one table", "two tables beside one")
    )
    (signed, off), (signed_two, off_two) = (
        errors(data, batch) for batch in ("nested", "nested-double")
    )
    rows = [
        Comparison(
            "that one table says too much on average",
            *(row, 0.0, signed),
            ("no error", "mean error"),
            unit="",
            reason="on average it says less than its moves are worth",
        ),
        Comparison(
            "distance from the truth: less with two tables",
            *(cure, off_two, off),
            ("two", "one"),
            unit="",
            reason=f"two tables say too little, {signed_two.mean():+.3f} on average; one table is "
            f"off by {signed.mean():+.3f}",
        ),
    ]
    note = (
        "This looks at all turns of its games against random play, half as X and half as O. It "
        "takes the value that the table gives to the move made, minus the exact value of the play "
        f"from there on. On average one table is off by {signed.mean():+.4f}, and two tables by "
        f"{signed_two.mean():+.4f}."
    )
    return Result(rows, note=note)


@item("nested-feedback", SOURCE, "a feedback cycle, and its cure",
      "recipes.nestedsoftware(): 7,000 games a side against random play, and without epsilon",
      "nested-greedy", "nested")  # fmt: skip
def find_feedback(data):
    """What becomes of a learner that never explores? The article's explores."""
    cycle = published(SOURCE, "values that are already high")
    cure = published(SOURCE, "feedback cycle")
    tried = {batch: stacked(data[batch], "tried") for batch in ("nested", "nested-greedy")}
    lost = [lost_as_o(data, batch) for batch in tried]
    exploring, greedy = tried.values()
    row = Statement(
        "that without exploration the first opening move to pay is the only one tried",
        cycle,
        greedy == 1,
        f"all training games open with the same move in {share_of(greedy == 1)}; with exploration "
        f"{exploring.mean():.1f} of the nine openings are tried on average",
        about="some run",
    )
    what, names = f"{LOST}: less", ("with exploration", "without")
    return Result([row, Comparison(what, cure, *lost, names)])
