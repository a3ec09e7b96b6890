"""The items as HTML pages: one for each article, and an index; each item has its anchor.

A page needs no other file, so an author can link to it, print it, or keep it. It opens with what
came out, in three sentences and in a table of all claims. The items below are folded: a link to one
opens it, and on paper all are open. For each item the page quotes a phrase of the article and says
where it is; the article's sentences remain the article's.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

import pandas as pd

from tttlearn.course.articles import page_tables
from tttlearn.course.articles.counts import counts_line, lines
from tttlearn.course.articles.in_short import IN_SHORT
from tttlearn.course.articles.items import IMPORTS, Item, Result
from tttlearn.course.articles.page import image, page
from tttlearn.support.files import data_path, write_whole
from tttlearn.support.text import sentence

STYLE = Path(__file__).with_name("pages.css")


@dataclass(frozen=True)
class Article:
    """One of the five: `name` of its page, title, author and year, `sources` of its items."""

    name: str
    title: str
    author: str
    sources: tuple


ARTICLES = (
    Article("hickman", "R-inforcement Learning Part One - Tic Tac Toe", "Robert Hickman, 2019",
            ("Hickman",)),
    Article("kota7", "tictactoe: Tic-Tac-Toe Game", "Kota Mori, 2016 to 2018", ("kota7",)),
    Article("nestedsoftware", "Tic-Tac-Toe with Tabular Q-Learning", "nestedsoftware, 2019",
            ("nestedsoftware article", "nestedsoftware README")),
    Article("antirez", "Tic Tac Toe with Reinforcement Learning", "antirez, 2025", ("antirez",)),
    Article("prevos", "Tic Tac Toe Part 3: The Minimax Algorithm",
            "Peter Prevos with code of Alberto C., 2017", ("Prevos",)),
)  # fmt: skip


@dataclass
class Remake:
    """An item with what was found: its Result, the DataFrame of its rows, its figure.

    `own`: a text that names settings that are not the article's, "" for the article's; `picture`:
    the SVG as bytes, empty without a figure; `command` makes all of it again; `stem`: the name of
    its files without their endings.
    """

    item: Item
    result: Result
    rows: object
    own: str = ""
    picture: bytes = b""
    caption: str = ""
    command: str = ""
    stem: str = ""


@dataclass(frozen=True)
class Words:
    """What all pages say: `about`, a sentence on how they were made; `how`, pairs of texts on what
    the verdicts mean; `left_out`, a DataFrame of what is not compared; `in_short`, whether they
    open with three sentences.
    """

    about: str
    how: tuple
    left_out: object
    in_short: bool = False


def page_names():
    """The names of the files of all pages: the index and a page for each article."""
    return ["index.html", *(f"{article.name}.html" for article in ARTICLES)]


@cache
def quotations():
    """The quoted phrases: a dict from ids of items to (phrase, its place in the article)."""
    with data_path("quotations.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: (row["quotation"], row["place"]) for row in csv.DictReader(file)}


def write_pages(remakes, folder, words, all_items=False):
    """Write the pages of these Remakes into a folder, by their Words; returns their paths.

    With `all_items` there is the index, first, and a page for each article; else a page for each
    item, so that a part never replaces the page of a whole article.
    """
    if all_items:
        texts = _of_articles(remakes, words)
    else:
        texts = {f"{one.stem}.html": _page(_article(one), [one], words) for one in remakes}
    for name, text in texts.items():
        write_whole(Path(folder) / name, text.encode("utf-8"))
    return [Path(folder) / name for name in texts]


def _of_articles(remakes, words):
    groups = {
        article: [f for f in remakes if f.item.source in article.sources] for article in ARTICLES
    }
    pages = {"index.html": _index(groups, words)}
    for article, mine in groups.items():
        link = '<p class="back"><a href="index.html">All five articles</a></p>'
        pages[f"{article.name}.html"] = _page(article, mine, words, link)
    return pages


def _article(remake):
    """The Article of an item."""
    return next(article for article in ARTICLES if remake.item.source in article.sources)


def _page(article, remakes, words, back=""):
    several = len(remakes) > 1
    imports = " and ".join(f"<code>{escape(line)}</code>" for line in IMPORTS)
    claims = (
        f"<h2>Claim by claim</h2>{page_tables.claims(remakes)}{page_tables.legend()}"
        if several
        else ""
    )
    body = (
        f"{back}<h1>{escape(article.title)}</h1>"
        f"<p class=by>{escape(article.author)} · {_addresses(remakes)}</p>"
        f"{_in_short(article.name, words)}{_totals(remakes)}"
        f"{f'{claims}<h2>All items</h2>' if several else ''}"
        f"{''.join(_item(one, is_open=not several) for one in remakes)}"
        f"{_planted(article.name) if words.in_short else ''}{_meanings(words)}"
        f"<p>This page makes again what the article prints or says, and gives a verdict. "
        f"{escape(words.about)} The calls work after {imports}.</p>"
    )
    return page(f"{article.title}, made again", body, STYLE.read_text(encoding="utf-8"))


def _in_short(name, words, page=""):
    """The three sentences on an article, with links to the items on the page of this name."""
    if not words.in_short:
        return ""
    parts = []
    for what, sentence_ in IN_SHORT[name].items():
        links = " ".join(f'<a href="{page}#{id}">{id}</a>' for id in sentence_.ids)
        parts.append(
            f"<dt>{what}</dt><dd>{escape(sentence_.text)} <span class=ids>{links}</span></dd>"
        )
    return f"<dl class=short>{''.join(parts)}</dl>"


@cache
def planted():
    """What rows notice if a setting is changed, a DataFrame: see tools/planted.py."""
    return pd.read_csv(data_path("planted.csv"), dtype=str, keep_default_na=False)


def _planted(name):
    """What the article's rows would notice, folded; "" if nothing is trained."""
    found = planted()
    found = found[found.learner.isin(LEARNERS.get(name, {name: ""}))]
    if not len(found):
        return ""
    if name in LEARNERS:
        found = found.assign(learner=found.learner.map(LEARNERS[name]))
    else:
        found = found.drop(columns="learner")
    found = found.loc[:, (found != "").any()]
    table = page_tables.of_frame(found.rename(columns=PLANTED), "rows", "Planted differences")
    return _folded("planted", "What these verdicts would notice", f"<p>{ABOUT_PLANTED}</p>{table}")


LEARNERS = {
    "nestedsoftware": {
        "nestedsoftware": "Q-learning",
        "deep-q": "deep Q-learning",
        "search": "tree search",
    }
}
"""The learners whose settings are changed, if an article has several."""
PLANTED = {
    "published": "as published",
    "planted": "changed to",
    "noticed": "rows that notice",
    "tables": "our tables that are as far off as the published one, or farther",
}
ABOUT_PLANTED = (
    "A verdict is worth something only if it can also be bad. So each setting was changed, with "
    "all else as published, and all rows were judged again. If no row notices, the printed numbers "
    "do not tell the two settings apart, or not with the few runs made here: 20 to 200 of each "
    "learner. The last column says how many of our runs then print a whole table as far from the "
    "middle as the published one."
)


def _meanings(words):
    """What the verdicts mean, folded."""
    entries = "".join(
        f"<dt>{escape(verdict)}</dt><dd>{escape(meaning)}</dd>" for verdict, meaning in words.how
    )
    return _folded("verdicts", "What the verdicts mean", f"<dl class=meanings>{entries}</dl>")


def _folded(id, title, content, beside="", is_open=False):
    """A section that opens by its title, or by a link to its id."""
    return (
        f"<details{' open' if is_open else ''}><summary><h3>{escape(title)}</h3>{beside}</summary>"
        f'<section id="{id}" aria-label="{escape(title)}">{content}</section></details>'
    )


def _addresses(remakes):
    """Links to the article, each address once."""
    addresses = dict.fromkeys(a for one in remakes for a in one.rows.address)
    return ", ".join(f'<a href="{escape(a)}">{escape(a.split("//")[1])}</a>' for a in addresses)


def _item(remake, is_open=False):
    """All of an item, folded unless it `is_open`."""
    item, phrase = remake.item, quotations().get(remake.item.id)
    quoted = ""
    if phrase:
        text, place = map(escape, phrase)
        quoted = f"<blockquote><p>“{text}”</p><footer>{place}</footer></blockquote>"
    addresses = f"<p class=by>Published at {_addresses([remake])}</p>" if len(remake.rows) else ""
    doc = " ".join(item.find.__doc__.split("\n\n")[0].split())
    note = f"<p>{escape(remake.result.note)}</p>" if remake.result.note else ""
    content = (
        f"{_banner(remake)}{quoted}<p>{escape(doc)}</p>{page_tables.of_item(remake.rows, item.id)}"
        f"{note}{_figure(remake)}"
        f"<p>{_call(remake)}<code>{escape(remake.command)}</code>.{_seeds(remake.rows)} "
        f'<a class=anchor href="#{item.id}">{item.id}</a></p>{addresses}'
    )
    beside = f"<span class=spoken>{escape(counts_line(remake.result.rows))}</span>"
    beside += page_tables.signs(remake.rows)
    return _folded(item.id, sentence(item.title), content, beside, is_open)


def _figure(remake):
    if not remake.picture:
        return ""
    drawn = image(remake.picture, remake.caption, "wide", "svg+xml")
    words = escape(sentence(remake.caption))
    look = f'class=picture tabindex=0 role=region aria-label="Figure of {remake.item.id}"'
    return f"<figure><div {look}>{drawn}</div><figcaption>{words}.</figcaption></figure>"


def _call(remake):
    """What makes an item: the call and its words, if there are any, up to the command."""
    code, *words = map(escape, (*remake.item.call, remake.own and f"with {remake.own}"))
    if not code:
        return "Made again with "
    told = "".join(f", {text}" for text in words if text)
    return f"Made by <code>{code}</code>{told}; again with "


def _banner(remake):
    """What must not be overlooked if the settings are not the article's."""
    if not remake.own:
        return ""
    return f"<p class=own><strong>Not the article's settings:</strong> {escape(remake.own)}</p>"


def _seeds(rows):
    """The seeds of the most runs; some rows look at only a part of them."""
    seeds = max(rows.seeds, key=_highest, default="")
    return f" Seeds: {escape(seeds)}." if seeds else ""


def _highest(seeds):
    """The highest number in a text of seeds, such as "1,000 to 1,239"; -1 if there is none."""
    numbers = re.findall(r"\d+(?:,\d{3})*", seeds)
    return max((int(number.replace(",", "")) for number in numbers), default=-1)


def _totals(remakes):
    """How many rows of these Remakes have which verdict, a line for each kind."""
    told = lines([row for one in remakes for row in one.result.rows])
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return f'<ul class=totals aria-label="All verdicts">{items}</ul>'


def _index(groups, words):
    parts = []
    for article, remakes in groups.items():
        name = f"{article.name}.html"
        entries = "".join(
            f'<li><a href="{name}#{one.item.id}">{escape(sentence(one.item.title))}</a> '
            f"<span class=spoken>{escape(counts_line(one.result.rows))}</span>"
            f"{page_tables.signs(one.rows)}</li>"
            for one in remakes
        )
        parts.append(
            f'<section id="{article.name}"><h2><a href="{name}">{escape(article.title)}</a></h2>'
            f"<p class=by>{escape(article.author)} · {_addresses(remakes)}</p>"
            f"{_in_short(article.name, words, name)}<ul class=items>{entries}</ul></section>"
        )
    left_out = page_tables.of_frame(words.left_out, "rows", "What is not compared")
    body = (
        "<h1>Five articles on tic-tac-toe, made again</h1><p>These pages put each number that five "
        "articles print, and each claim that they make, beside ours, and give a verdict. "
        f"{escape(words.about)}</p>"
        f"{_totals([one for remakes in groups.values() for one in remakes])}{page_tables.legend()}"
        f"{''.join(parts)}{_meanings(words)}"
        f"{_folded('left-out', 'What is not compared, and why', left_out)}"
    )
    return page("Five articles, made again", body, STYLE.read_text(encoding="utf-8"))
