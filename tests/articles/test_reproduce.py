"""Published beside ours: where numbers come from, when they differ, and what is written."""

import ast
import csv
from pathlib import Path

import numpy as np
import pytest

from tttlearn.__main__ import main
from tttlearn.articles import reproduce
from tttlearn.articles.published import Published, all_published, published
from tttlearn.articles.verdicts import (
    DIFFERENT,
    SAME,
    UNEXPLAINED,
    WITHIN,
    Row,
    Statement,
    interval,
    student,
    why,
    worst,
)
from tttlearn.support.compiled import HAS_NUMBA

many_games = pytest.mark.skipif(not HAS_NUMBA, reason="many games")
ROOT = Path(__file__).parents[2]
WANTED = {
    "Hickman's boards": ["hickman-boards"],
    "the density of his values": ["hickman-density"],
    "his bars of draws": ["hickman-draws"],
    "his speed": ["hickman-speed"],
    "kota7's numbers": ["kota7-random", "kota7-trained"],
    "kota7's levels": ["kota7-levels"],
    "kota7's learning curve": ["kota7-curve"],
    "nestedsoftware's worked example": ["nested-worked"],
    "both tables of the article": ["readme-july", "nested-text", "nested-table-2"],
    "the README's tables": ["readme-august", "readme-2020", "readme-minimax", "readme-mcts"],
    "the README's network": ["readme-neural"],
    "355 of 627": ["nested-355"],
    "the bad runs": ["nested-40"],
    "a draw that pays 1": ["nested-draw-reward"],
    "double Q": ["nested-double"],
    "antirez's 2 million games": ["antirez-table"],
    "he no longer loses": ["antirez-no-loss"],
    "25 hidden units, 709 parameters": ["antirez-small"],
    "2,809 parameters": ["antirez-parameters"],
    "two moves ahead": ["prevos-two-ply"],
    "three moves ahead": ["prevos-three-moves"],
    "three openings and a factor of 5": ["prevos-openings"],
    "perfect play": ["prevos-perfect"],
}


def number(value, unit="% of games", metric="wins"):
    return Published("somebody", "a table", "a setting", metric, value, unit)


def verdict(value, ours, games=1_000, **columns):
    return Row("wins", number(value, **columns), ours, games).verdict


@pytest.mark.parametrize("what", WANTED)
def test_every_figure_and_table_has_an_id(what):
    assert set(WANTED[what]) <= set(reproduce.ITEMS)


def test_all_sources_are_there_and_all_runs_are_needed():
    assert [one.source for one in reproduce.ITEMS.values() if one.id.startswith("prevos")]
    needed = {name for one in reproduce.ITEMS.values() for name in one.batches}
    assert needed == set(reproduce.BATCHES)
    assert len(reproduce.ITEMS) == len({one.id for one in reproduce.ITEMS.values()})
    assert all(one.find.__doc__ and one.recipe and one.title for one in reproduce.ITEMS.values())


def test_published_numbers_come_from_the_file_alone():
    with (ROOT / "data" / "published.csv").open(encoding="utf-8", newline="") as file:
        rows = [Published(*row) for row in list(csv.reader(file))[1:]]
    assert list(all_published()) == rows
    mark = published("nestedsoftware article", "board positions")
    assert mark in rows
    assert mark.number == 627


def test_no_published_number_is_typed_in_the_code():
    typed = {"99.1", "92.6", "22.7", "1756049", "731", "243220", "1222.2", "355", "0.729", "747"}
    for path in (ROOT / "tttlearn" / "reproduce").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
                assert str(node.value) not in typed, f"{path.name}: {node.value}"


def test_a_lookup_finds_one_row_or_complains():
    with pytest.raises(LookupError, match="0 published numbers match"):
        published("antirez", "no such metric")
    with pytest.raises(LookupError, match="published numbers match"):
        published("antirez", "win")
    with pytest.raises(ValueError, match="is not one number, but a text"):
        published("Hickman", "explanation").number  # noqa: B018


@pytest.mark.parametrize(
    ("value", "metric", "half"),
    [("99.10", "", 0.005), ("0.81", "", 0.005), ("627", "", 0.5), ("40", "(about)", 5.0),
     ("40", "", 0.5), ("700", "(around, or less)", 50.0), ("5", "(roughly)", 0.5)],
)  # fmt: skip
def test_half_a_unit_of_the_last_digit(value, metric, half):
    assert number(value, metric=metric).rounding == pytest.approx(half)


def test_a_number_that_all_runs_have_is_the_same():
    assert verdict("100.00", [100.0]) == SAME
    assert verdict("0.00", [0.0] * 30) == SAME
    assert verdict("99.1", [99.13, 99.06]) == SAME
    assert verdict("5478", [5478], None, unit="states") == SAME


def test_a_number_within_sampling_error():
    assert verdict("58.0", [58.49]) == WITHIN
    assert verdict("54.5", [58.49]) == WITHIN
    # One run in a hundred wins so much: such a run may have been published.
    assert verdict("100.00", [50.0] * 297 + [100.0] * 3) == WITHIN
    assert verdict("45.0", [50.0, 40.0, 60.0]) == WITHIN


def test_a_number_that_is_different_and_its_reason():
    assert verdict("53.0", [58.49]) == DIFFERENT
    assert verdict("100.00", [50.0] * 300) == DIFFERENT
    assert verdict("45.0", [50.0, 50.1, 50.05], 10**6) == DIFFERENT
    assert verdict("5478", [5477], None, unit="states") == DIFFERENT
    row = Row("wins", number("53.0"), [58.49], 1_000, "the moon")
    assert why(row) == "the moon"
    assert why(Row("wins", number("53.0"), [58.49], 1_000)) == UNEXPLAINED
    assert why(Row("wins", number("58.0"), [58.49], 1_000, "the moon")) == ""


def test_shares_and_percentages_are_the_same_thing():
    assert verdict("0.57", [0.5849], 100, unit="share") == WITHIN
    assert verdict("0.40", [0.5849], 100, unit="share") == DIFFERENT
    shares = Row("", number("0.57", "share"), [0.5849], 100).tolerance
    percent = Row("", number("57.00", "% of games"), [58.49], 100).tolerance
    assert percent[0] == pytest.approx(100 * shares[0] + 0.5 - 0.005)


def test_a_number_of_such_a_run_is_nearly_always_inside():
    rng = np.random.default_rng(1)
    for runs, games in ((300, 1_000), (8, 1_000), (5, None)):
        inside = 0
        for _ in range(400):
            shares = np.clip(rng.normal(0.6, 0.05, runs + 1), 0, 1)
            one = rng.binomial(games, shares[0]) / games if games else shares[0]
            low, high = interval(shares[1:], games)
            inside += low <= one <= high
        assert 0.96 <= inside / 400 <= 1


@pytest.mark.parametrize(("freedom", "t"), [(1, 63.657), (3, 5.841), (9, 3.250), (100, 2.626)])
def test_students_t(freedom, t):
    assert student(freedom) == pytest.approx(t, abs=1e-3)


def test_verdicts_on_statements():
    one = Published("somebody", "text", "", "losses", "none", "text")
    assert Statement("", one, [True] * 9, "").verdict == SAME
    assert Statement("", one, [True, False], "").verdict == WITHIN
    assert Statement("", one, [False] * 9, "").verdict == DIFFERENT
    assert Statement("", one, [True, True, False], "", usual=True).verdict == SAME
    assert Statement("", one, [True, False, False], "", usual=True).verdict == DIFFERENT


def test_an_item_is_as_good_as_its_worst_number():
    assert worst([SAME, WITHIN, SAME]) == WITHIN
    assert worst([DIFFERENT, WITHIN]) == DIFFERENT
    assert worst([]) == SAME


@many_games
def test_a_short_run_of_many_items_is_written(tmp_path, capsys):
    ids = [
        *("hickman-draws", "kota7-random", "nested-40", "nested-355", "nested-double"),
        *("readme-july", "readme-2020", "readme-minimax", "readme-mcts"),
        *("prevos-two-ply", "prevos-openings", "nested-worked", "antirez-parameters"),
    ]
    assert main(["reproduce", *ids, "--seeds", "3", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    for id in ids:
        assert id in said
        assert f"({id}.md)" in summary or id == "nested-40"  # it may find no bad run among three
        with (tmp_path / f"{id}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert {row["verdict"] for row in rows} <= {SAME, WITHIN, DIFFERENT}
        assert all(row["reason"] for row in rows if row["verdict"] == DIFFERENT)
    for name in ("hickman-draws", "readme-july", "prevos-two-ply"):
        assert (tmp_path / f"{name}.png").stat().st_size > 5_000
        assert "<dc:description>" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        assert f"]({name}.png)" in (tmp_path / f"{name}.md").read_text(encoding="utf-8")
    assert "| same |" in summary
    assert "three openings alone leave" in summary


@many_games
def test_the_same_seeds_give_the_same_numbers():
    one, two = (reproduce.find(["nested-table-2", "kota7-trained"], runs=4) for _ in range(2))
    for id, result in one.items():
        for a, b in zip(result.rows, two[id].rows, strict=True):
            assert (a.ours == b.ours).all()


@many_games
def test_networks_are_compared_too(monkeypatch):
    from dataclasses import replace

    for name in ("antirez", "antirez-readme", "antirez-small"):
        short = replace(reproduce.BATCHES[name], stages=((20_000, "random", "O"),), runs=2)
        monkeypatch.setitem(reproduce.BATCHES, name, short)
    found = reproduce.find(["antirez-no-loss", "antirez-small", "antirez-table"])
    assert found["antirez-table"].rows[1].verdict == DIFFERENT
    assert found["antirez-small"].rows[1].verdict == SAME  # around 700 are spoken of


def test_the_items_are_listed(capsys):
    assert main(["reproduce", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(reproduce.ITEMS)


def test_an_unknown_id_is_one_line_on_stderr_with_the_list(capsys):
    assert main(["reproduce", "nested-40", "nonsense"]) == 1
    error = capsys.readouterr().err
    assert "there is no figure or table 'nonsense'; there are hickman-boards, " in error
    assert all(id in error for id in reproduce.ITEMS)
    assert error.count("\n") == 1


@pytest.mark.parametrize("wrong", ["many", "0", "1", "-3", "2.5"])
def test_a_spread_takes_two_seeds_or_more(capsys, wrong):
    with pytest.raises(SystemExit, match="2"):
        main(["reproduce", f"--seeds={wrong}"])
    assert f"seeds are a number of runs, 2 or more, not '{wrong}'" in capsys.readouterr().err
    with pytest.raises(ValueError, match="a spread takes two runs or more, not 1"):
        reproduce.find(["nested-40"], runs=1)
