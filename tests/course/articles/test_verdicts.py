"""Verdicts: when ours and theirs agree, when nobody can tell; each sees a planted difference."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tttlearn.course.articles import report, reproduce
from tttlearn.course.articles.published import Published
from tttlearn.course.articles.shares import MANY, OUTSIDE, enough_runs
from tttlearn.course.articles.verdicts import (
    AGREES,
    CANNOT,
    DIFFERENT,
    END_MARGIN,
    EXCEPTION_SHARE,
    FALSE,
    MAX_RELATIVE_WIDTH,
    PART,
    RARE_SHARE,
    RULE,
    SHARE_LIMITS,
    TRUE,
    UNEXPLAINED_REASON,
    VERDICTS,
    WITHIN,
    Comparison,
    Difference,
    Measured,
    Setting,
    Statement,
    interval,
)

LESSON = Path(__file__).parents[3] / "notebooks" / "11_reproduce_the_figures.ipynb"
EXACT = [one.id for one in reproduce.ITEMS.values() if not one.batches]


def number(value, unit="% of games", metric="wins", scale="100"):
    return Published("antirez", "a table", "a setting", metric, value, unit, scale)


def measured(value, ours, games=1_000, **columns):
    return Measured("wins", number(value, **columns), ours, games)


def setting(value, ours, unit="-"):
    return Setting("alpha", number(value, unit, scale=""), ours)


@pytest.fixture(scope="module")
def exact_rows(everything):
    """The rows of all items that need no runs."""
    return [row for id in EXACT for row in everything[id].rows]


@pytest.mark.parametrize(
    ("value", "ours"),
    [("0.5", 0.6), ("1", 1.4), ("0.9", 0.94), ("0.1", 0.14), ("627", 627.3), ("0", -0.004)],
)
def test_settings_are_equal_or_not_whatever_was_printed(value, ours):
    row = setting(value, ours)
    assert row.verdict == DIFFERENT
    assert row.why == UNEXPLAINED_REASON
    assert setting(value, float(value)).verdict == AGREES
    assert setting(value, float(value)).why == ""


def test_settings_that_are_lists_or_texts():
    assert setting("0 / 1", [0, 1], "list").verdict == AGREES
    assert setting("0 / 1", [0, 1, 2], "list").verdict == DIFFERENT
    assert setting("0 / 1", [1, 0], "list").verdict == DIFFERENT
    assert setting("18 * 100", "18 * 100", "formula").verdict == AGREES
    assert setting("18 * 100", "18 * 25", "formula").verdict == DIFFERENT
    assert setting("0.2999999999999999", 0.3).verdict == AGREES
    assert setting("0.5", 0.5).kind == "setting"


def test_a_number_within_sampling_error():
    assert measured("58.0", [58.49]).verdict == WITHIN
    assert measured("54.5", [58.49]).verdict == WITHIN
    assert measured("45.0", np.linspace(42, 48, 20)).verdict == WITHIN
    assert measured("0.57", [0.5849], 100, unit="share", scale="1").verdict == WITHIN
    assert measured("709", [705, 713] * 20, None, unit="parameters", scale="2809").verdict == WITHIN


@pytest.mark.parametrize("games", [1_000, None])
def test_a_number_in_the_middle_of_what_many_runs_print_is_within_sampling_error(games):
    ours = np.repeat([70.0, 71.0, 72.0], 100)
    assert measured("71.0", ours, games).verdict == WITHIN


def test_a_number_that_is_different_and_its_reason():
    assert measured("53.0", [58.49]).verdict == DIFFERENT
    assert measured("0.40", [0.5849], 100, unit="share", scale="1").verdict == DIFFERENT
    assert measured("45.0", [50.0, 50.1, 50.05], 10**6).verdict == DIFFERENT
    assert measured("53.0", [58.49]).why == UNEXPLAINED_REASON
    assert replace(measured("53.0", [58.49]), reason="the moon").why == "the moon"
    assert replace(measured("58.0", [58.49]), reason="the moon").why == ""


def test_a_number_that_all_runs_gave_is_no_number_without_chance():
    for ours in ([0.0] * 300, [100.0] * 300):
        row = measured(f"{ours[0]:.2f}", ours)
        assert (row.kind, row.verdict) == ("alike", WITHIN)
    assert measured("0.10", [0.0] * 300).verdict == DIFFERENT
    assert measured("99.90", [100.0] * 300).verdict == DIFFERENT
    assert measured("0.10", [0.0] * 40).verdict == CANNOT  # others may be otherwise
    assert measured("0.00", [0.0] * 40).verdict == WITHIN
    assert measured("0.00", [0.0] * 13).verdict == WITHIN


def test_a_number_without_chance_is_equal_or_not():
    assert measured("100.00", [100.0]).kind == "certain"
    assert measured("100.00", [100.0]).verdict == AGREES
    assert measured("0.10", [0.0]).verdict == DIFFERENT
    assert measured("0.00", [0.0] * 3, scale="0").verdict == AGREES  # could be nothing else
    assert measured("0.10", [0.0] * 3, scale="0").verdict == DIFFERENT
    around = number("700", "parameters", "parameters (around, or less)", "2809")
    for ours, verdict in ((709, AGREES), (751, DIFFERENT)):
        counted = Measured("", around, ours)
        assert (counted.kind, counted.verdict) == ("certain", verdict)


def test_a_time_is_counted_as_a_time():
    timed = Measured("", number("838.7", "microseconds", scale="inf"), 0.5, single_label="timed",
                     missing_evidence="it takes the computer")  # fmt: skip
    assert (timed.kind, timed.runs_text, timed.verdict) == ("timed", "timed", CANNOT)


@pytest.mark.parametrize(
    ("row", "needed"),
    [
        (measured("40", [10.0, 45.0, 90.0] * 100), "it takes the mean of 27"),
        (measured("0.00", [0.0] * 3 + [25.0]), "our 4 runs are too few"),
        (
            Measured("", number("40", metric="(about)", scale="25"), [30.0, 42.0] * 10),
            "too few digits",
        ),
        (measured("40", [40.0], 20), "20 games tell too little: it takes 57"),
        (measured("0.10", [0.0] * 13), "our 13 runs are too few to know whether others"),
        (measured("52", [45.0] * 297 + [52.0] * 3), "it is beside an end of the interval"),
        (Statement("", number("none", "text"), [True] * 4), "4 runs are too few.* it takes 127"),
        (
            Statement("", number("so", "text"), [True] * 190 + [False] * 10),
            "the interval, 89 to 98, contains the limit, 95%",
        ),
        (
            Statement("", number("at times", "text"), [False] * 200, about="some run"),
            "200 runs are too few, though they are all alike: it takes 657",
        ),
        (
            Difference("", number("much"), [0.1, 0.5, 0.9] * 3, [0.2, 0.6, 0.4] * 3, least=0.2),
            "9 runs leave it open",
        ),
        (Comparison("", number("better", "text"), [0.1, 0.5, 0.3], [0.2, 0.6, 0.4]), "as many"),
        (
            Measured("", number("5"), [3.0], missing_evidence="it takes their list"),
            "it takes their list",
        ),
    ],
)
def test_nobody_can_tell_and_what_it_takes(row, needed):
    assert row.verdict == CANNOT
    assert re.search(needed, row.why)


@pytest.mark.parametrize("ours", [[0.0] * 900 + [100.0] * 100, [99.0] * 880 + [0.0] * 120])
def test_means_of_as_many_runs_as_are_said_to_be_needed_tell_and_of_fewer_do_not(ours):
    row = measured("40.00", ours)
    said = int(re.search("mean of ([0-9]+)", row.why)[1])
    widths = []
    for runs in (said, said - 1):
        rng = np.random.default_rng(7)
        some = rng.binomial(1_000, rng.choice(row.ours, (200_000, runs)) / 100).mean(1) / 10
        widths.append(np.ptp(np.quantile(some, [OUTSIDE, 1 - OUTSIDE])))
    assert widths[0] < 100 * MAX_RELATIVE_WIDTH + 0.3
    assert widths[1] > 100 * MAX_RELATIVE_WIDTH - 0.3


@pytest.mark.parametrize(("share", "games"), [(40.0, 20), (3.0, 4), (50.0, 30)])
def test_as_many_games_as_are_said_to_be_needed_tell_and_one_less_does_not(share, games):
    said = int(re.search("it takes ([0-9]+)", measured("40", [share], games).why)[1])
    assert measured("40", [share], said).verdict != CANNOT
    assert measured("40", [share], said - 1).verdict == CANNOT


@pytest.mark.parametrize("about", SHARE_LIMITS)
@pytest.mark.parametrize("true", [True, False])
def test_so_many_runs_as_are_said_to_be_needed_tell(about, true):
    row = Statement("", number("so", "text"), [true] * 4, about=about)
    if row.verdict != CANNOT:
        assert (about, row.verdict) in (("every run", FALSE), ("some run", TRUE))
        return
    said = int(re.search("it takes ([0-9]+)", row.why)[1])
    for runs, verdict in ((said, TRUE if true else FALSE), (said - 1, CANNOT)):
        assert Statement("", row.published, [true] * runs, about=about).verdict == verdict


def test_no_interval_is_wider_than_what_is_possible():
    for ours in ([0.5, 3.0, 9.0], [96.0, 99.0, 100.0], [30.0, 90.0], [0.01]):
        low, high = measured("50.00", ours).interval
        assert 0 <= low <= high <= 100
    low, high = measured("5", [3.0, 9.0, 30.0], None, unit="items", scale="40").interval
    assert (low, high) == (0, 40)


def test_shares_and_percentages_are_the_same_thing():
    shares = measured("0.57", [0.5849], 100, unit="share", scale="1").interval
    percent = measured("57.00", [58.49], 100).interval
    assert percent[0] == pytest.approx(100 * shares[0] + 0.5 - 0.005)


def test_a_number_of_such_a_run_is_nearly_always_inside():
    rng = np.random.default_rng(1)
    for runs, games in ((300, 1_000), (8, 1_000), (5, None)):
        inside = 0
        for _ in range(100):
            shares = np.clip(rng.normal(0.6, 0.05, runs + 1), 0, 1)
            one = rng.binomial(games, shares[0]) / games if games else shares[0]
            low, high = interval(shares[1:], games)
            inside += low <= one <= high
        assert inside >= 95


def test_verdicts_on_statements():
    none = number("none", "text")
    assert Statement("", none, True).verdict == TRUE
    assert Statement("", none, False).verdict == FALSE
    assert Statement("", none, [True] * 200).verdict == TRUE
    assert Statement("", none, [False] * 200).verdict == FALSE
    assert Statement("", none, [True] * 100 + [False] * 100).verdict == PART
    assert Statement("", none, False, reason="the moon").why == "the moon"
    with pytest.raises(ValueError, match="about a run, most runs, some run, every run, not 'all'"):
        Statement("", none, True, about="all")


@pytest.mark.parametrize(
    ("true", "verdict", "said"),
    [
        (984, TRUE, "true of 98% of runs (97 to 99)"),
        (21, FALSE, "only 2% of runs (1 to 4)"),
        (300, PART, "true of 30% of runs (26 to 34)"),
        (0, FALSE, "none of our runs (0 to 1%)"),
        (950, CANNOT, CANNOT),
    ],
)
def test_the_share_is_said(true, verdict, said):
    row = Statement("", number("so", "text"), np.arange(1_000) < true)
    assert (row.verdict, row.verdict_text) == (verdict, said)


@pytest.mark.parametrize(
    ("about", "few", "none", "half", "all_of_them"),
    [
        ("a run", FALSE, FALSE, PART, TRUE),
        ("most runs", FALSE, FALSE, CANNOT, TRUE),
        ("some run", TRUE, FALSE, TRUE, TRUE),
        ("every run", FALSE, FALSE, FALSE, TRUE),
    ],
)
def test_of_what_a_statement_is_made(about, few, none, half, all_of_them):
    found = []
    for true in (20, 0, 350, 700):
        ours = [True] * true + [False] * (700 - true)
        found.append(Statement("", number("so", "text"), ours, about=about).verdict)
    assert found == [few, none, half, all_of_them]


def test_verdicts_on_comparisons():
    rng, better = np.random.default_rng(2), number("better", "text")
    low, high = rng.normal(0.2, 0.05, 50), rng.normal(0.3, 0.05, 50)
    assert Comparison("", better, low, high).verdict == TRUE
    assert Comparison("", better, high, low).verdict == FALSE
    assert Comparison("", better, low, rng.permutation(low)).verdict == CANNOT
    assert Comparison("", better, low, 0.3).verdict == TRUE
    assert (
        "this 20.0%, that 30.0%; difference"
        in Comparison("", better, [0.1, 0.3], [0.2, 0.4], ("this", "that")).ours_text
    )


def test_a_difference_is_far_or_it_is_not():
    rng, much = np.random.default_rng(4), number("a lot", "text")
    low, high, near = (rng.normal(mean, 0.05, 50) for mean in (0.2, 0.5, 0.25))
    assert Difference("", much, low, high, least=0.2).verdict == TRUE
    assert Difference("", much, high, low, least=0.2).verdict == TRUE
    assert Comparison("", much, low, near).verdict == TRUE  # sure, but small
    assert Difference("", much, low, near, least=0.2).verdict == FALSE
    assert (
        "far apart is 20.0 points or more" in Difference("", much, low, near, least=0.2).ours_text
    )
    assert Difference("", much, low, rng.normal(0.4, 0.2, 50), least=0.2).verdict == CANNOT


def test_each_group_of_a_comparison_has_its_number_of_runs():
    row, better = Comparison, number("better", "text")
    assert row("", better, [0.1] * 200, [0.2] * 1_000).runs_text == "200 and 1,000"
    assert row("", better, [0.1] * 200, [0.2] * 1_000).seeds == "0 to 199, 0 to 999"
    assert row("", better, [0.1] * 40, [0.2] * 40).runs_text == "40"
    assert row("", better, 0.0, [0.2] * 40).seeds == "0 to 39"


def planted(row):
    """The published number of a row moved by a third of what it could have been."""
    step = MAX_RELATIVE_WIDTH * row.published.span or 1.0
    up = row.published.number + step <= max(row.published.span, 100.0)
    moved = row.published.number + (step if up else -step)
    return replace(row, published=row.published._replace(value=f"{moved:.6f}"))


def test_each_verdict_sees_a_difference_of_the_size_that_it_claims_to_see(exact_rows):
    measured = [row for row in exact_rows if row.kind in ("measured", "certain")]
    told = [row for row in measured if row.verdict != CANNOT]
    assert len(told) > 60
    assert {row.verdict for row in told} == {AGREES, WITHIN}
    assert {planted(row).verdict for row in told} == {DIFFERENT}


def test_each_setting_is_seen_when_it_is_another(exact_rows):
    settings = [row for row in exact_rows if row.kind == "setting" and row.verdict == AGREES]
    assert len(settings) > 60
    for row in settings:
        if row.published.is_number:
            value = f"{1.1 * row.published.number or 0.1:.12g}"
        else:
            value = row.theirs.replace("1", "2").replace("0.5", "0.6").replace("x x x", "x x o")
        if value != row.theirs:
            moved = replace(row, published=row.published._replace(value=value))
            assert moved.verdict == DIFFERENT, row.label


def test_a_program_that_wins_a_third_more_is_nearly_always_seen():
    rng = np.random.default_rng(3)
    ours = np.clip(rng.normal(45, 4, 40), 0, 100)
    theirs = rng.binomial(1_000, rng.normal(0.45 + MAX_RELATIVE_WIDTH, 0.04, 200)) / 10
    seen = [measured(f"{one:.1f}", ours).verdict == DIFFERENT for one in theirs]
    same = rng.binomial(1_000, rng.normal(0.45, 0.04, 200)) / 10
    wrong = [measured(f"{one:.1f}", ours).verdict == DIFFERENT for one in same]
    assert np.mean(seen) > 0.97
    assert np.mean(wrong) < 0.04


def test_the_tables_and_the_measured_are_counted_first_and_settings_apart(exact_rows):
    counts = report.counts(exact_rows)
    kinds = ("table", "measured", "alike", "comparison", "statement", "certain", "timed", "setting")
    assert tuple(counts.index) == kinds
    assert list(counts.columns) == list(VERDICTS)
    assert counts.to_numpy().sum() == len(exact_rows)
    said = report.counts_line(exact_rows)
    assert said.startswith(f"tables as a whole: {counts.loc['table', WITHIN]} within")
    assert f"; measured: {counts.loc['measured', WITHIN]} within sampling error; " in said
    assert said.endswith(f"settings and counts: {counts.loc['setting', AGREES]} agree, 2 different")


def test_a_row_as_texts():
    one = reproduce.ITEMS["kota7-random"]
    table = report.verdict_table(one, one.find({}))
    assert tuple(table.columns) == report.COLUMNS
    row = table.iloc[2]
    assert (row.what, row.published, row.ours, row.runs) == (
        "1 (player 1)",
        "0.57",
        "0.58",
        "exact",
    )
    assert row.interval == "0.455 to 0.715"
    assert row.address == "https://github.com/kota7/tictactoe"
    assert (row.place, row.call) == ("Simulation", one.recipe)


def test_what_is_not_sampled_has_no_interval(exact_rows):
    assert not [row.label for row in exact_rows if row.kind == "measured" and not row.games]
    for id in ("nested-worked", "hickman-speed"):
        one = reproduce.ITEMS[id]
        assert not report.verdict_table(one, one.find({})).interval.any()


def test_a_comparison_of_names_in_place_of_groups_says_so():
    with pytest.raises(ValueError, match="two groups of numbers, not 'nested-sum'"):
        Comparison("just add", number("1"), "nested-sum", "nested")


def test_the_rule_names_the_numbers_that_decide():
    numbers = {
        "a number that all runs print": f"{enough_runs(EXCEPTION_SHARE)} runs on",
        "usually, sometimes, every run": f"takes {enough_runs(RARE_SHARE)} runs",
        "the interval": f"fewer than {MANY}",
        "cannot tell": "a third of what .* a tenth of that width",
    }
    assert all(re.search(text, RULE[word]) for word, text in numbers.items())
    assert (MAX_RELATIVE_WIDTH, END_MARGIN, EXCEPTION_SHARE, RARE_SHARE) == (
        1 / 3,
        1 / 10,
        0.05,
        0.01,
    )


def test_lesson_11_teaches_the_rule_in_its_words():
    notebook = json.loads(LESSON.read_text(encoding="utf-8"))
    text = " ".join("".join(cell["source"]) for cell in notebook["cells"])
    text = " ".join(text.split())
    assert [word for word, sentence in RULE.items() if sentence not in text] == []
