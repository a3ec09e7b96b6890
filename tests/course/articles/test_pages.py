"""The pages of the articles; settings of one's own; going on after an interruption."""

import base64
import pickle
import re
import zlib
from dataclasses import replace
from html import escape
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from bs4 import BeautifulSoup

from tttlearn.__main__ import main
from tttlearn.course.articles import batches, kept, page_tables, pages, report, reproduce
from tttlearn.course.articles.counts import KINDS
from tttlearn.course.articles.in_short import HELD, IN_SHORT, NOT, OPEN
from tttlearn.course.articles.items import IMPORTS, Result
from tttlearn.course.articles.report import UNSOUGHT, left_out, verdict_table, write_report
from tttlearn.course.articles.verdicts import RULE, Statement
from tttlearn.evaluation.exact import WorstCase

MADE = Path(__file__).parents[3] / "data" / "reproduced"
EXACT = ["prevos-perfect", "prevos-openings", "kota7-settings", "antirez-rewards", "nested-worked"]


class Links:
    """What a page asks for, and where one can link to on it."""

    def __init__(self, text):
        page = BeautifulSoup(text, "html.parser")
        self.tags = [one.name for one in page.find_all()]
        self.sources, self.links, self.ids = (
            [one[key] for one in page.select(f"[{key}]")] for key in ("src", "href", "id")
        )


@pytest.fixture(scope="module")
def short(everything, tmp_path_factory):
    """(folder, items): all items that train nobody, written as if there were no others."""
    folder = tmp_path_factory.mktemp("figures")
    items = [one for one in reproduce.chosen() if not one.batches]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tttlearn.course.articles.report.ITEMS", {one.id: one for one in items})
        write_report(items, everything, folder)
    return folder, items


def text(folder, name):
    return (folder / f"{name}.html").read_text(encoding="utf-8")


def test_every_item_has_a_phrase_and_its_place():
    assert pages.quotations().keys() == reproduce.ITEMS.keys()
    for id, (phrase, place) in pages.quotations().items():
        assert 1 <= len(phrase.split()) <= 12, id
        assert place, id


def test_what_was_measured_is_a_run_or_an_item_and_what_was_not_takes_a_second():
    known = {("run", name) for name in reproduce.BATCHES}
    known |= {("item", id) for id in reproduce.ITEMS}
    assert batches._measured().keys() <= known
    assert min(batches._measured().values()) > 0
    assert batches.seconds("item", "new") == 1


def test_every_source_is_one_of_the_five_articles():
    sources = [source for article in pages.ARTICLES for source in article.sources]
    assert {one.source for one in reproduce.ITEMS.values()} == set(sources)


def test_a_page_names_the_most_seeds_and_of_as_many_those_that_reach_highest():
    rows = pd.DataFrame({"seeds": ["", "0 to 79", "0 to 79, with each of the rewards"]})
    assert pages._seeds(rows) == " Seeds: 0 to 79."
    rows = pd.DataFrame({"seeds": ["0 to 199", "0 to 999, 0 to 199", "8 of 0 to 79"]})
    assert pages._seeds(rows) == " Seeds: 0 to 999, 0 to 199."
    rows = pd.DataFrame({"seeds": ["0 to 239, in groups of 4", ""]})
    assert pages._seeds(rows) == " Seeds: 0 to 239, in groups of 4."
    rows = pd.DataFrame({"seeds": ["", "0 to 999", "1,000 to 1,239, in groups of 4"]})
    assert pages._seeds(rows) == " Seeds: 1,000 to 1,239, in groups of 4."
    assert pages._seeds(rows[:1]) == ""


def test_a_page_for_each_article_has_an_anchor_for_each_item(short):
    folder, items = short
    index = Links(text(folder, "index"))
    assert {"index", *(one.name for one in pages.ARTICLES)} == {
        f.stem for f in folder.glob("*.html")
    }
    for article in pages.ARTICLES:
        found = Links(text(folder, article.name))
        ids = [one.id for one in items if one.source in article.sources]
        assert set(ids) <= set(found.ids)
        assert len(found.ids) == len(set(found.ids))
        assert {f"{article.name}.html#{id}" for id in ids} <= set(index.links)


def test_a_page_needs_nothing_but_itself(short):
    folder, _ = short
    for path in folder.glob("*.html"):
        page, found = path.read_text(encoding="utf-8"), Links(path.read_text(encoding="utf-8"))
        assert all(source.startswith("data:image/svg+xml;base64,") for source in found.sources)
        assert not {"script", "link", "iframe"} & set(found.tags)
        assert "url(" not in page
        assert "@import" not in page
        elsewhere = [link for link in found.links if not link.startswith("https://")]
        beside = re.compile(r"(\w+\.html)?(#[\w-]+)?|[\w-]+_distances\.csv")
        assert all(beside.fullmatch(link) for link in elsewhere)
        assert "prefers-color-scheme: dark" in page
        assert "@media print" in page


def test_an_item_shows_all_that_is_known_of_it(short):
    folder, _ = short
    page = text(folder, "prevos")
    for said in (
        "only three opening moves",
        "comments",
        "python -m tttlearn reproduce prevos-openings",
    ):
        assert said in page
    assert page.count("<figure>") == page.count('alt="') >= 3
    assert '<td role=cell data-label="verdict"><span class="verdict' in page


def test_counts_stand_by_kind_for_each_item_each_article_and_all(short, everything):
    folder, items = short
    heads = [f"{kind}: " for kind in KINDS.values()]
    for name in ("index", *(one.name for one in pages.ARTICLES)):
        sources = [s for one in pages.ARTICLES if name in ("index", one.name) for s in one.sources]
        rows = [row for one in items if one.source in sources for row in everything[one.id].rows]
        told = re.search("<ul class=totals .*?</ul>", text(folder, name)).group()
        told = re.findall("<li>(.*?)</li>", told)
        there = [head for head in heads if any(line.startswith(head) for line in told)]
        for line, head in zip(told, there, strict=True):
            assert line.startswith(head)
        numbers = [n for line in told for n in re.findall(r"(\d+) [a-z]", line.split(": ")[1])]
        assert len(rows) == sum(map(int, numbers))
    counts = "<span class=spoken>statements: [^<;]*; settings and counts: [^<;]*</span>"
    assert re.search(counts, text(folder, "prevos"))


def test_a_figure_has_a_second_form_whose_letters_can_be_read_on_a_phone(short):
    """Letters are 16 points high in the figure, and a phone shows it 361 pixels wide."""
    pictures = [
        picture
        for one in pages.ARTICLES
        for picture in BeautifulSoup(text(short[0], one.name), "html.parser").select("picture")
    ]
    for picture in pictures:
        assert picture.source["media"] == "screen and (max-width: 46rem)"
        narrow = base64.b64decode(picture.source["srcset"].partition("base64,")[2])
        width = float(re.search(rb'width="([\d.]+)pt"', narrow)[1])
        assert 361 / width * 16 > 12
    assert len(pictures) > 4


LONG = "antirez-connect-four"  # makes a kept run again


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[pytest.mark.slow] * (id == LONG)) for id in reproduce.ITEMS]
)
def test_a_call_that_is_shown_works_after_the_imports_that_the_page_names(id):
    code, _ = reproduce.ITEMS[id].call
    names = {}
    exec("\n".join(IMPORTS), names)
    assert not code or eval(code, names) is not None


def test_a_page_names_the_imports_and_has_no_call_that_is_none(short):
    page = text(short[0], "prevos")
    assert all(f"<code>{line}</code>" in page for line in IMPORTS)
    assert "Made by <code>ttt.minimax_player(2)</code>; again with " in page
    assert page.count("<p>Made again with <code>python -m tttlearn") == 2


def test_a_link_opens_the_item_it_leads_to(short):
    """A browser opens what is folded around its target, but not a folded target."""
    for path in short[0].glob("*.html"):
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        folded = page.select("details:not(.catches)")
        assert folded
        assert all(one.select_one("summary + section[id]") for one in folded)


def test_the_index_says_what_is_not_compared_and_what_verdicts_mean(short):
    index = text(short[0], "index")
    for row in left_out().itertuples():
        assert escape(row[-1]) in index
    for word in RULE:
        assert f"<dt>{word}</dt>" in index


def test_each_claim_has_a_line_with_the_verdict_that_tells_most(short):
    folder, items = short
    for article in pages.ARTICLES:
        page = text(folder, article.name)
        ids = [one.id for one in items if one.source in article.sources]
        found = re.findall("<table class=claims.*?</table>", page)
        linked = Links(found[0]).links if found else []
        assert linked == [f"#{id}" for id in ids] or len(ids) == 1
    rows = pd.DataFrame(
        [
            ("measured", "within sampling error"),
            ("measured", "different"),
            ("table", "cannot tell"),
        ],
        columns=["kind", "verdict"],
    )
    assert page_tables.telling(rows).name == 2
    assert page_tables.telling(rows[:2]).name == 1


def test_a_pairing_is_one_line(everything):
    one = reproduce.ITEMS["readme-july"]
    rows = verdict_table(one, everything[one.id])
    shown = pages.rendered("rows.html", "of_item", rows=rows, name=one.id, distances="")
    pairs, rest = re.findall("<table class=(?:pairs|rows).*?</table>", shown)
    names = re.findall("<th scope=row role=rowheader>(.*?)</th>", pairs)
    assert names == list(dict.fromkeys(rows.what[rows.metric == "draw"].str.split(":").str[0]))
    assert pairs.count("<td ") == 3 * len(names) == pairs.count("<span class=spoken>") == 21
    line = next(part for part in pairs.split("<tr ") if "qtable vs minimax random" in part)
    theirs = re.findall('<span class="published( zero)?">([^<]*)<', line)
    assert theirs == [(" zero", "0.00"), ("", "100.00"), (" zero", "0.00")]
    assert "items in the Q-table" in rest
    assert shown.startswith("<p class=whole><strong>The whole table")


def test_reasons_that_differ_in_a_number_are_told_once():
    reasons = ["it takes 5", "it takes 1,200", "it takes 12", "", "of 3 runs it takes 7"]
    rows = [row_of(verdict="cannot tell", reason=reason) for reason in reasons]
    assert page_tables.reasons([rows]) == [
        ("cannot tell", 3, 5, "it takes 5 to 1,200"),
        ("cannot tell", 1, 5, "of 3 runs it takes 7"),
    ]


@pytest.mark.parametrize("article", pages.ARTICLES, ids=lambda article: article.name)
def test_what_is_said_in_short_is_what_the_verdicts_of_its_items_say(article):
    page = (MADE / f"{article.name}.html").read_text(encoding="utf-8")
    looks = {
        id: set(re.findall('class="verdict (\\w+)"', content))
        for id, content in re.findall('<section id="([\\w-]+)"(.*?)</section>', page, re.DOTALL)
    }
    for what, look in ((HELD, "good"), (NOT, "bad"), (OPEN, "open")):
        said = IN_SHORT[article.name][what]
        assert escape(said.text) in page, what
        for id in said.ids:
            assert look in looks[id], f"{what}: {id}"
        if not said.ids:
            assert not [id for id in looks if look in looks[id]], what


def test_the_sentences_stand_on_pages_of_all_runs_alone(everything, tmp_path, monkeypatch):
    items = {id: reproduce.ITEMS[id] for id in ("prevos-code", "prevos-perfect")}
    monkeypatch.setattr("tttlearn.course.articles.report.ITEMS", items)
    for seeds, are_there in ((None, True), (3, False)):
        write_report(list(items.values()), everything, tmp_path, seeds)
        for name in ("index", "prevos"):
            said = escape(IN_SHORT["prevos"][NOT].text) in text(tmp_path, name)
            assert said is are_there


def test_texts_are_escaped():
    one = reproduce.ITEMS["prevos-perfect"]
    hostile = replace(one, title="<script>alert(1)</script>", recipe="<b>&")
    result = one.find({})
    result.note = "<i>note</i>"
    found = pages.Remake(
        hostile, result, verdict_table(hostile, result), "<u>own", b"<svg/>", '"><img>', "<a>"
    )
    page, other = (
        pages.rendered("parts.html", "item", one=some) for some in (found, replace(found, item=one))
    )
    assert set(Links(page).tags) <= set(Links(other).tags)
    assert "<script" not in page.lower()
    assert "&lt;i&gt;note" in page
    assert "&lt;u&gt;own" in page


def test_settings_of_ones_own_are_marked_in_all_that_is_written(tmp_path, capsys):
    own = ["--set", "alpha=0.2", "--seeds", "3", "--out", str(tmp_path)]
    assert main(["reproduce", "nested-40", *own]) == 0
    files = sorted(path.name for path in tmp_path.iterdir())
    endings = ("csv", "html", "png", "svg")
    assert files == [f"nested-40_alpha=0.2.{ending}" for ending in endings]
    for path in tmp_path.iterdir():
        content = path.read_bytes()
        assert b"alpha = 0.2" in content, path.name
        assert b"ot the article" in content, path.name
    assert "Not the article's settings" in capsys.readouterr().out


def test_a_setting_changes_one_thing():
    nested, network = reproduce.BATCHES["nested-head"], reproduce.BATCHES["antirez-small"]
    own = {"alpha": 0.2, "rate": 0.3}
    mine, theirs = batches.with_settings(nested, own).make(3), nested.make(3)
    assert mine.settings == theirs.settings | {"alpha": 0.2}
    assert (np.signbit(mine.table) == np.signbit(theirs.table)).all()
    assert (mine.seed, mine.name, mine.epsilon) == (theirs.seed, theirs.name, theirs.epsilon)
    mine, theirs = batches.with_settings(network, own).make(3), network.make(3)
    assert batches.settings_of(mine) == batches.settings_of(theirs) | {"rate": 0.3}
    assert (mine.table == theirs.table).all()


def ended_after(patch, runs, error=KeyboardInterrupt):
    """Let a command make so many runs, and then raise this; the seeds of those that it makes."""
    made, whole = [], batches._one_run

    def one_run(batch, seed, tick):
        if len(made) == runs:
            raise error
        made.append(seed)
        return whole(batch, seed, tick)

    patch.setattr(batches, "_one_run", one_run)
    return made


def test_an_interrupted_command_goes_on(tmp_path, monkeypatch, capsys):
    ended_after(monkeypatch, 4)
    command = ["reproduce", "nested-table-2", "--seeds", "6", "--out", str(tmp_path)]
    assert main(command) == 130
    assert "4 finished runs are kept: the same command goes on" in capsys.readouterr().err
    (store,) = tmp_path.iterdir()
    assert store.name.startswith(".unfinished-")
    monkeypatch.undo()
    made = ended_after(monkeypatch, 100)
    assert main(command) == 0
    assert "4 runs are there already" in capsys.readouterr().out
    assert len(made) == 8  # of 12, of two learners
    assert not store.exists()
    again = reproduce.find(["nested-table-2"], 6)["nested-table-2"]
    csv = (tmp_path / "nested-table-2.csv").read_text(encoding="utf-8")
    assert csv == verdict_table(reproduce.ITEMS["nested-table-2"], again).to_csv(index=False)


def test_other_commands_leave_the_runs_of_an_interrupted_one_alone(tmp_path, monkeypatch, capsys):
    out = ["--out", str(tmp_path)]
    monkeypatch.setattr(report, "_draw", lambda *_: None)
    wanted = ["reproduce", "nested-40", "--seeds", "3", *out]
    with monkeypatch.context() as patch:
        ended_after(patch, 1)
        assert main(wanted) == 130
    assert "1 finished run is kept: the same" in capsys.readouterr().err
    (store,) = tmp_path.iterdir()
    (kept_run,) = store.iterdir()
    content = kept_run.read_bytes()
    for other in (
        ["nested-40", "--seeds", "2"],
        ["nested-40", "--seeds", "3", "--set", "alpha=0.2"],
        ["nested-values", "--seeds", "3"],
    ):
        assert main(["reproduce", *other, *out]) == 0
        assert "there already" not in capsys.readouterr().out
        assert kept_run.read_bytes() == content
    assert main(wanted) == 0
    assert "1 run is there already" in capsys.readouterr().out
    assert not list(tmp_path.glob(".*"))


def test_who_is_stopped_before_a_run_has_ended_is_not_told_that_any_is_kept(
    tmp_path, monkeypatch, capsys
):
    ended_after(monkeypatch, 0)
    assert main(["reproduce", "nested-40", "--seeds", "3", "--out", str(tmp_path)]) == 130
    said = "tttlearn: stopped; no run had ended, so that nothing is kept\n"
    assert capsys.readouterr().err == said
    assert not list(tmp_path.iterdir())


def test_who_is_refused_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    command = ["reproduce", "nested-40", "--out", str(tmp_path)]
    assert main([*command, "--set", "alpha=nan"]) == 1
    ended_after(monkeypatch, 1, ValueError("this cannot be learned"))
    assert main([*command, "--set", "alpha=0.3", "--seeds", "3"]) == 1
    assert "this cannot be learned" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("ids", "setting", "wanted"),
    [
        ("nested-40", "alpha=nan", "alpha is a number from 0 to 1, not nan"),
        ("nested-40", "win=inf", "win is a number, not inf"),
        ("antirez-small", "rate=-1", "rate is a number, 0 or more, not -1.0"),
        ("antirez-small", "hidden=0.5", "hidden units is a whole number, 1 or more, not 0.5"),
        ("readme-neural", "games_each=0", "games_each is a number, 1 or more, not 0"),
        ("nested-40", "alfa=0.2", "no setting 'alfa'; there are alpha (0.4), gamma (1), win (1)"),
        ("prevos-perfect", "alpha=0.2", "prevos-perfect trains nobody: it has no settings"),
        ("nested-40 readme-july", "alpha=0.2", "of your own can be given to one item, not to 2"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_what_would_be_right(
    tmp_path, capsys, ids, setting, wanted
):
    out = ["--out", str(tmp_path / "new")]
    assert main(["reproduce", *ids.split(), "--set", setting, *out]) == 1
    assert re.fullmatch(f"tttlearn: .*{re.escape(wanted)}.*\n", capsys.readouterr().err)
    assert not (tmp_path / "new").exists()


def test_a_setting_without_a_number_is_told_what_a_setting_is(capsys):
    with pytest.raises(SystemExit):
        main(["reproduce", "nested-40", "--set", "alpha"])
    assert "a setting is a name and a number, as alpha=0.2, not 'alpha'" in capsys.readouterr().err


def test_with_settings_of_ones_own_no_reason_of_the_articles_is_told():
    one = reproduce.ITEMS["prevos-code"]
    (row,) = one.find({}).rows
    bare = Statement("the same", row.published, False)
    assert (row.verdict, bare.verdict, bare.why) == ("false", "false", "")
    result = Result([row, bare])
    assert list(verdict_table(one, result).reason) == [row.reason, ""]
    mine = verdict_table(one, result, own="alpha = 0.2")
    assert list(mine.reason) == [UNSOUGHT, UNSOUGHT]
    assert {*mine.settings} == {"alpha = 0.2, not the article's"}
    assert {*verdict_table(one, result).settings} == {"the article's"}


def test_kept_runs_come_back_as_they_were(tmp_path):
    result = [{"V": np.arange(3.0), "worst": WorstCase(0.0, 1.0), "n": np.int64(3)}]
    path = tmp_path / "runs"
    store = kept.KeptRuns(path)
    store.add(("nested", 0), result)
    store.add(("nested", 1), result)
    (again,) = kept.KeptRuns(path).found[("nested", 0)]
    assert (again["V"] == np.arange(3)).all()
    assert again["worst"] == WorstCase(0.0, 1.0)
    assert list(kept.KeptRuns(path, "[('alpha', 0.2)]").found) == []
    damaged = max(path.iterdir())
    for content in (damaged.read_bytes()[:-3], b"", b"some other file"):
        damaged.write_bytes(content)
        assert len(kept.KeptRuns(path).found) == 1
    store.add(("nested", 0), result)
    store.add(("nested", 1), result)
    assert set(kept.KeptRuns(path).found) == {("nested", 0), ("nested", 1)}
    store.forget()
    assert not path.exists()


def test_kept_runs_run_nothing_that_somebody_else_has_written(tmp_path):
    class Harm:
        def __reduce__(self):
            return print, ("harm",)

    record = zlib.compress(pickle.dumps((("nested", 0), Harm())))
    store = kept.KeptRuns(tmp_path / "runs")
    store.add(("nested", 0), [1])
    (path,) = store.folder.iterdir()
    path.write_bytes(record)
    assert kept.KeptRuns(store.folder).found == {}


def test_the_pages_that_are_there_say_what_the_program_says(everything):
    """Of what is exact; the rest takes minutes, see `python run.py pages`."""
    made = {path.name: path.read_text(encoding="utf-8") for path in MADE.iterdir()}
    assert {name for name in made if name.endswith(".html")} == set(pages.page_names())
    linked = {link for page in made.values() for link in Links(page).links}
    assert {name for name in made if not name.endswith(".html")} <= linked
    for article in pages.ARTICLES:
        ids = {one.id for one in reproduce.ITEMS.values() if one.source in article.sources}
        assert ids <= set(Links(made[f"{article.name}.html"]).ids), "python run.py pages"
    for id in EXACT:
        table = verdict_table(reproduce.ITEMS[id], everything[id])
        rows = pages.rendered("rows.html", "of_item", rows=table, name=id)
        assert any(rows in page for page in made.values()), f"{id}: python run.py pages"


def row_of(**texts):
    """A row with these texts, and nothing else in it."""
    return SimpleNamespace(**dict.fromkeys(report.COLUMNS, "") | texts)


def test_a_strip_shows_a_number_where_it_is_from_0_to_all_that_it_could_be():
    share = row_of(
        kind="measured", interval="20.0 to 45.0", limit="33.3", ours="30.0", published="40"
    )
    (low, high), mean, marks = page_tables.strip(share)
    assert [low, high, mean, *marks] == pytest.approx([20, 45, 30, 40], abs=0.1)
    count = row_of(kind="measured", interval="1,000 to 1,300", limit="100", ours="1,150",
                   published="1,225")  # fmt: skip
    assert page_tables.strip(count) == ([0, 100], 50, [75])  # 300 wide: 1,000 to 1,300


def test_a_strip_shows_the_share_of_runs_that_a_claim_is_true_of_and_its_limits():
    claim = row_of(kind="statement", interval="80.0 to 92.0", limit="5 and 95", runs="100",
                   ours="in 86% of runs", true_of="86", published="2 times")  # fmt: skip
    assert page_tables.strip(claim) == ([80, 92], 86, [5, 95])


def test_what_chance_has_no_part_in_has_no_strip():
    assert page_tables.strip(row_of(kind="measured", ours="0.58", published="0.57")) is None
