"""The items as pages of HTML: one for each article, and an index; each item has its own anchor.

A page needs nothing but itself, so that an author can link to it, print it, or keep it. It quotes a
phrase of the article and says where it stands; the sentences are the article's.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from tttlearn.course.articles.counts import counts_line, lines
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
COLUMNS = ("what", "published", "ours", "spread", "interval", "runs", "verdict")
HEADS = {"spread": "spread (sd)", "interval": "99 of 100 lie in"}
LOOKS = {"agrees": "good", "within sampling error": "good", "true": "good"}
LOOKS |= {"different": "bad", "false": "bad", "true of a part": "open", "cannot tell": "open"}
"""How a verdict looks, beside its word."""


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


def page_names():
    """The names of the files of all pages: the index and a page for each article."""
    return ["index.html", *(f"{article.name}.html" for article in ARTICLES)]


@cache
def quotations():
    """The quoted phrases: a dict from ids of items to (phrase, its place in the article)."""
    with data_path("quotations.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: (row["quotation"], row["place"]) for row in csv.DictReader(file)}


def write_pages(remakes, folder, about, how, all_items=False):
    """Write the pages of these Remakes into a folder; returns their paths.

    With `all_items` a page for each article, and the index, first; else a page for each item, so
    that no page of a whole article is ever replaced by one of its parts. `about`: how it was made,
    a sentence; `how`: what the verdicts mean.
    """
    if all_items:
        texts = _of_articles(remakes, about, how)
    else:
        texts = {f"{one.stem}.html": _page(_article(one), [one], about, how) for one in remakes}
    for name, text in texts.items():
        write_whole(Path(folder) / name, text.encode("utf-8"))
    return [Path(folder) / name for name in texts]


def _of_articles(remakes, about, how):
    groups = {
        article: [f for f in remakes if f.item.source in article.sources] for article in ARTICLES
    }
    pages = {"index.html": _index(groups, about, how)}
    for article, mine in groups.items():
        link = '<p class="back"><a href="index.html">All five articles</a></p>'
        pages[f"{article.name}.html"] = _page(article, mine, about, how, link)
    return pages


def _article(remake):
    """The Article of an item."""
    return next(article for article in ARTICLES if remake.item.source in article.sources)


def _page(article, remakes, about, how, back=""):
    links = "".join(f"<li>{_entry(one, '')}</li>" for one in remakes)
    contents = f"<nav aria-label=Contents><ul>{links}</ul></nav>" if len(remakes) > 1 else ""
    imports = " and ".join(f"<code>{escape(line)}</code>" for line in IMPORTS)
    body = (
        f"{back}<h1>{escape(article.title)}</h1>"
        f"<p class=by>{escape(article.author)} · {_addresses(remakes)}</p>"
        "<p>What the article prints or says, the same made again, and a verdict. "
        f"{escape(about)} The calls work after {imports}.</p>{_totals(remakes)}{contents}"
        f"{''.join(map(_section, remakes))}{_meanings(how)}"
    )
    return page(f"{article.title}, made again", body, STYLE.read_text(encoding="utf-8"))


def _entry(remake, name):
    """A link to an item on the page of this name, and how its rows stand."""
    title = escape(sentence(remake.item.title))
    counts = f"<span class=counts>{escape(counts_line(remake.result.rows))}</span>"
    return f'<a href="{name}#{remake.item.id}">{title}</a> {counts}'


def _meanings(how):
    """What the verdicts mean: a text of Markdown whose only marks are words in asterisks."""
    parts = escape(how).split("*")
    text = "".join(f"<em>{part}</em>" if i % 2 else part for i, part in enumerate(parts))
    return f"<section id=verdicts><h2>What the verdicts mean</h2><p>{text}</p></section>"


def _addresses(remakes):
    """Links to where the article is read, each address once."""
    addresses = dict.fromkeys(a for one in remakes for a in one.rows.address)
    return ", ".join(f'<a href="{escape(a)}">{escape(a.split("//")[1])}</a>' for a in addresses)


def _section(remake):
    item, phrase = remake.item, quotations().get(remake.item.id)
    quoted = ""
    if phrase:
        text, place = map(escape, phrase)
        quoted = f"<blockquote><p>“{text}”</p><footer>{place}</footer></blockquote>"
    addresses = f"<p class=by>Published at {_addresses([remake])}</p>" if len(remake.rows) else ""
    doc = " ".join(item.find.__doc__.split("\n\n")[0].split())
    note = f"<p>{escape(remake.result.note)}</p>" if remake.result.note else ""
    figure = ""
    if remake.picture:
        drawn = image(remake.picture, remake.caption, "wide", "svg+xml")
        words = escape(sentence(remake.caption))
        look = f'class=picture tabindex=0 role=region aria-label="Figure of {item.id}"'
        figure = f"<figure><div {look}>{drawn}</div><figcaption>{words}.</figcaption></figure>"
    return (
        f'<section id="{item.id}"><h2>{escape(sentence(item.title))} '
        f'<a class=anchor href="#{item.id}">{item.id}</a></h2>{_banner(remake)}{quoted}'
        f"<p>{escape(doc)}</p>{figure}{_table(remake.rows, item.id)}{note}"
        f"<p>{_call(remake)}<code>{escape(remake.command)}</code>.{_seeds(remake.rows)}</p>"
        f"{addresses}</section>"
    )


def _call(remake):
    """What makes an item: the call and its words, if there is one, up to the command."""
    code, *words = map(escape, (*remake.item.call, remake.own and f"with {remake.own}"))
    if not code:
        return "Made again with "
    told = "".join(f", {text}" for text in words if text)
    return f"Made by <code>{code}</code>{told}; again with "


def _banner(remake):
    """What must not be overlooked where the settings are not the article's."""
    if not remake.own:
        return ""
    return f"<p class=own><strong>Not the article's settings:</strong> {escape(remake.own)}</p>"


def _seeds(rows):
    """The seeds of the most runs; some rows look at a part of them."""
    seeds = max(rows.seeds, key=_highest, default="")
    return f" Seeds: {escape(seeds)}." if seeds else ""


def _highest(seeds):
    """The highest number in a text of seeds, such as "1,000 to 1,239"; -1 where there is none."""
    numbers = re.findall(r"\d+(?:,\d{3})*", seeds)
    return max((int(number.replace(",", "")) for number in numbers), default=-1)


def _table(rows, name):
    """The rows as a table, which stands as a list of cards where there is no room beside."""
    if not len(rows):
        return ""
    shown = [c for c in COLUMNS if c not in HEADS or rows[c].any()]
    heads = "".join(f"<th scope=col role=columnheader>{HEADS.get(c, c)}</th>" for c in shown)
    lines, before = [], ""
    for _, row in rows.iterrows():
        where = ", ".join(part for part in (row.place, row.setting) if part)
        lines.append(_line(row, shown, where if where != before else ""))
        before = where
    return (
        f'<table class=rows role=table aria-label="{name}"><thead role=rowgroup>'
        f"<tr role=row>{heads}</tr></thead><tbody role=rowgroup>{''.join(lines)}</tbody></table>"
    )


def _line(row, shown, where):
    """A row of the table; `where` it stands in the article, unless it is as in the row above."""
    cells = []
    for name in shown[1:-1]:
        text = row[name] + (f" {row.unit}" if name == "published" and _worth(row) else "")
        label = HEADS.get(name, name)
        empty = "" if text else " class=empty"
        cells.append(f'<td role=cell data-label="{label}"{empty}>{escape(text)}</td>')
    place = f"<p class=where>{escape(where)}</p>" if where else ""
    why = f"<p class=why>{escape(sentence(row.reason))}.</p>" if row.reason else ""
    look = LOOKS[row.verdict]
    return (
        f"<tr role=row><th scope=row role=rowheader>{escape(row.what)}{place}</th>{''.join(cells)}"
        f'<td role=cell data-label=verdict><span class="verdict {look}">{row.verdict}</span>{why}'
        "</td></tr>"
    )


def _worth(row):
    """Whether the unit says something beside the published text."""
    return row.unit not in ("-", "text", "list", "formula", "date")


def _totals(remakes):
    """How the rows of these Remakes stand, a line for each kind."""
    told = lines([row for one in remakes for row in one.result.rows])
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return f'<ul class=totals aria-label="All verdicts">{items}</ul>'


def _index(groups, about, how):
    parts = []
    for article, remakes in groups.items():
        name = f"{article.name}.html"
        entries = "".join(f"<li>{_entry(one, name)}</li>" for one in remakes)
        parts.append(
            f'<section id="{article.name}"><h2><a href="{name}">{escape(article.title)}</a></h2>'
            f"<p class=by>{escape(article.author)} · {_addresses(remakes)}</p>"
            f"{_totals(remakes)}<ul>{entries}</ul></section>"
        )
    body = (
        "<h1>Five articles on tic-tac-toe, made again</h1><p>What five articles print and say, "
        f"each number beside ours, with a verdict that can fail. {escape(about)}</p>"
        f"{_totals([one for remakes in groups.values() for one in remakes])}"
        f"{''.join(parts)}{_meanings(how)}"
    )
    return page("Five articles, made again", body, STYLE.read_text(encoding="utf-8"))
