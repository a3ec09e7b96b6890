"""The published numbers: the file's form, sums that must hold, and the rows that are relied on."""

import csv
import math
from pathlib import Path

import pytest

from tttlearn.evaluation.exact import best_reply, minimax_policy, outcome
from tttlearn.evaluation.policy import random_policy

FILE = Path(__file__).parents[3] / "data" / "published.csv"
COLUMNS = ["source", "figure_or_table", "setting", "metric", "value", "unit", "scale", "left_out"]
MAY_BE_EMPTY = {"setting", "scale", "left_out"}
NOT_ONE_NUMBER = {"text", "date", "formula", "list"}
with FILE.open(encoding="utf-8", newline="") as file:
    HEADER, *ROWS = csv.reader(file)
PUBLISHED = [dict(zip(COLUMNS, row, strict=False)) for row in ROWS]


def numbers(source, **columns):
    """The values of the rows whose source contains `source` and whose columns are as given."""
    return [
        float(row["value"])
        for row in PUBLISHED
        if source in row["source"] and columns.items() <= row.items()
    ]


def test_columns():
    assert HEADER == COLUMNS
    assert {len(row) for row in ROWS} == {len(COLUMNS)}
    assert all(cell == cell.strip() for row in ROWS for cell in row)


def test_what_may_be_empty():
    needed = [c for c in COLUMNS if c not in MAY_BE_EMPTY]
    assert [row for row in PUBLISHED if not all(row[c] for c in needed)] == []


def test_no_row_stands_twice():
    keys = [tuple(row[c] for c in (*COLUMNS[:4], "unit")) for row in PUBLISHED]
    assert [key for key in set(keys) if keys.count(key) > 1] == []


def test_the_unit_says_which_values_are_numbers():
    for row in PUBLISHED:
        if row["unit"] not in NOT_ONE_NUMBER:
            assert math.isfinite(float(row["value"])), row
        if row["unit"] == "list":
            assert all(math.isfinite(float(part)) for part in row["value"].split(" / ")), row
        if row["unit"].startswith("%"):
            assert 0 <= float(row["value"]) <= 100, row
        if row["unit"] in ("probability", "share"):
            assert 0 <= float(row["value"]) <= 1, row


def test_what_is_measured_has_a_scale_that_it_does_not_exceed():
    for row in PUBLISHED:
        if row["scale"] and row["scale"] != "0" and row["unit"] != "text":
            assert float(row["value"]) <= float(row["scale"]), row
        if row["unit"] in ("share", "% of games"):
            assert row["scale"], row
        if row["scale"]:
            assert not row["left_out"], row


def test_the_scale_of_antirez_is_what_players_get_against_random_play():
    chance, best = random_policy(), best_reply(random_policy())
    found = [outcome(chance, o) for o in (chance, minimax_policy(), best)]
    most = {
        "Wins": max(one.o_wins for one in found),
        "Losses": max(one.x_wins for one in found),
        "Ties": max(one.draws for one in found),
    }
    scales = {(row["metric"], row["unit"]): row["scale"] for row in PUBLISHED
              if row["setting"] == "2000000 games, cumulative"}  # fmt: skip
    for name, share in most.items():
        assert float(scales[name, "games"]) == round(2_000_000 * share)
        assert float(scales[name, "% of games"]) == round(100 * share, 1)


def test_a_phrase_at_most_is_quoted():
    texts = [row["value"].replace(" / ", " ") for row in PUBLISHED if row["unit"] == "text"]
    assert max(len(text.split()) for text in texts) <= 9


def test_the_three_results_of_a_match_sum_to_all_games():
    matches = {}
    for row in PUBLISHED:
        if row["metric"] in ("x wins", "o wins", "draw") and row["unit"] == "% of games":
            matches.setdefault((row["source"], row["setting"]), []).append(float(row["value"]))
    assert len(matches) == 28 + 14 + 21
    for match, shares in matches.items():
        assert len(shares) == 3, match
        assert sum(shares) == pytest.approx(100, abs=0.02), match


@pytest.mark.parametrize(
    ("setting", "shares"),
    [
        ("random vs random, N = 100", [0.13, 0.57, 0.30]),
        ("random vs Q-learner after 500 episodes, N = 100", [0.15, 0.25, 0.60]),
    ],
)
def test_shares_of_kota7(setting, shares):
    assert numbers("kota7/", setting=setting) == shares
    assert sum(shares) == pytest.approx(1, abs=0.01)


def test_sample_run_of_antirez():
    run = {"setting": "2000000 games, cumulative"}
    games, *results = numbers("antirez/ttt-rl README", unit="games", **run)
    assert sum(results) == games == 2_000_000
    shares = numbers("antirez/ttt-rl README", unit="% of games", **run)
    assert shares == [round(100 * result / games, 1) for result in results]


@pytest.mark.parametrize(
    ("source", "setting", "metric", "value"),
    [
        ("bf9a665", "random vs random", "x wins", 55.6),
        ("e48b6c9", "random vs random", "x wins", 60.1),
        ("bf9a665", "minimax random vs random", "x wins", 96.9),
        ("e48b6c9", "minimax random vs random", "x wins", 96.8),
        ("HEAD 220bbdc", "minimax random vs random", "x wins", 96.8),
        ("bf9a665", "random vs minimax random", "o wins", 76.6),
        ("e48b6c9", "random vs minimax random", "o wins", 78.1),
        ("HEAD 220bbdc", "random vs minimax random", "o wins", 78.1),
        ("HEAD 220bbdc", "qtable vs minimax random", "draw", 100),
        ("nestedsoftware article", "all non-end positions up to symmetry", "board positions", 627),
        ("antirez/ttt-rl README", "", "possible states", 5478),
    ],
)
def test_rows_that_lessons_rely_on(source, setting, metric, value):
    assert numbers(source, setting=setting, metric=metric) == [value]
