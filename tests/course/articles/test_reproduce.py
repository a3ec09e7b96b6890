"""Published beside ours: where numbers come from, when they differ, and what is written."""

import ast
import csv
from pathlib import Path

import pytest

from tttlearn.__main__ import main
from tttlearn.course.articles import batches, reproduce
from tttlearn.course.articles.published import Published, all_published, published
from tttlearn.course.articles.report import write_report
from tttlearn.course.articles.verdicts import AGREES, TRUE, UNEXPLAINED_REASON, VERDICTS, WITHIN
from tttlearn.support.cores import cores

ROOT = Path(__file__).parents[3]


def number(value, unit="% of games", metric="wins"):
    return Published("somebody", "a table", "a setting", metric, value, unit)


def test_all_sources_are_there_and_all_runs_are_needed():
    assert [one.source for one in reproduce.ITEMS.values() if one.id.startswith("prevos")]
    needed = {name for one in reproduce.ITEMS.values() for name in one.batches}
    assert needed == set(reproduce.BATCHES)
    assert len(reproduce.ITEMS) == len({one.id for one in reproduce.ITEMS.values()})
    assert all(one.find.__doc__ and one.title for one in reproduce.ITEMS.values())


def test_published_numbers_come_from_the_file_alone():
    with (ROOT / "data" / "published.csv").open(encoding="utf-8", newline="") as file:
        rows = [Published(*row) for row in list(csv.reader(file))[1:]]
    assert list(all_published()) == rows
    mark = published("nestedsoftware article", "board positions")
    assert mark in rows
    assert mark.number == 627


def test_no_published_number_is_typed_in_the_code():
    typed = {"99.1", "92.6", "22.7", "1756049", "731", "243220", "1222.2", "355", "0.729", "747"}
    for path in (ROOT / "tttlearn" / "course" / "articles").rglob("*.py"):
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


def test_every_published_row_is_compared_or_says_why_not(everything):
    compared = {row.published for result in everything.values() for row in result.rows}
    for row in all_published():
        assert (row in compared) != bool(row.left_out), row


def test_no_row_is_told_without_its_reason(everything):
    asking = {*VERDICTS} - {AGREES, WITHIN, TRUE}
    for id, result in everything.items():
        assert result.rows, id
        for row in result.rows:
            assert row.verdict in VERDICTS
            assert bool(row.why) == (row.verdict in asking), (id, row.label)
            assert row.ours_text, (id, row.label)
            # Of few runs, the same reasons are not looked for.
            assert row.why != UNEXPLAINED_REASON or reproduce.ITEMS[id].batches, (id, row.label)


def test_figures_and_tables_are_written(everything, tmp_path, monkeypatch):
    ids = ["hickman-draws", "readme-july", "kota7-settings"]
    items = {id: reproduce.ITEMS[id] for id in ids}
    monkeypatch.setattr("tttlearn.course.articles.report.ITEMS", items)
    first, *_ = write_report(list(items.values()), everything, tmp_path)
    assert first == tmp_path / "index.html"
    for id in ids:
        assert f"#{id}" in first.read_text(encoding="utf-8")
        with (tmp_path / f"{id}.csv").open(encoding="utf-8") as file:
            assert len(list(csv.DictReader(file))) == len(everything[id].rows)
    for name in ids[:2]:
        assert (tmp_path / f"{name}.png").stat().st_size > 5_000
        assert "<dc:description>" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    assert {path.suffix for path in tmp_path.iterdir()} == {".csv", ".html", ".png", ".svg"}


def test_one_item_takes_nothing_from_what_is_there_of_all(everything, tmp_path, monkeypatch):
    items = {id: reproduce.ITEMS[id] for id in ("kota7-settings", "prevos-code")}
    monkeypatch.setattr("tttlearn.course.articles.report.ITEMS", items)
    all_pages = write_report(list(items.values()), everything, tmp_path)
    there = {one: one.read_bytes() for one in all_pages}
    written = write_report([items["prevos-code"]], everything, tmp_path)
    assert [one.name for one in written] == ["prevos-code.html"]
    assert there == {one: one.read_bytes() for one in there}


def test_the_command_writes_what_is_asked_for(tmp_path, capsys):
    ids = ["kota7-random", "nested-355", "prevos-openings"]
    assert main(["reproduce", *ids, "--seeds", "3", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert all(id in said for id in ids)
    assert "settings and counts: 2 agree" in said
    assert said.endswith(f"To look at: {tmp_path / ids[0]}.html, and 2 more pages beside it\n")
    assert all((tmp_path / f"{id}.html").exists() for id in ids)


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


@pytest.mark.parametrize("wrong", ["many", "1", "2.5"])
def test_a_spread_takes_two_seeds_or_more(capsys, wrong):
    with pytest.raises(SystemExit, match="2"):
        main(["reproduce", f"--seeds={wrong}"])
    assert f"seeds are a number of runs, 2 or more, not '{wrong}'" in capsys.readouterr().err
    with pytest.raises(ValueError, match="a spread takes two runs or more, not 1"):
        reproduce.find(["nested-40"], runs=1)


def test_what_is_kept_is_neither_foretold_nor_made_ready_again(monkeypatch):
    """Of two batches one is kept: the other alone is compiled, made, and counted."""
    names = ("nested", "kota7")
    mine = {name: reproduce.BATCHES[name] for name in names}
    made = []

    def instead(function, jobs, counted):
        return [made.append(job) for job in jobs]

    class Kept:
        found = {("kota7", seed): {} for seed in range(3)} | {("nested", 0): {}}

    def refuse(seed):
        raise AssertionError("this learner is not needed")

    mine["kota7"] = batches.replace(mine["kota7"], make=refuse)
    monkeypatch.setattr(batches, "on_all_cores", instead)
    foretold = batches.bar(mine, 3, Kept, after=cores() * 7)
    batches.run_counted(mine, foretold.tick, 3, Kept)
    assert made == [("nested", 1), ("nested", 2)]
    both = 2 * batches.seconds("run", "nested") + cores() * 7
    assert foretold.total == pytest.approx(both)
