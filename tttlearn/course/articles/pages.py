"""The items as HTML pages: one for each article, and an index; each item has its anchor.

A page needs no other file, so an author can link to it, print it, or keep it. It opens with what
came out, in three sentences and in a table of all claims. The items below are folded: a link to one
opens it, and on paper all are open. For each item the page quotes a phrase of the article and says
where it is; the article's sentences remain the article's.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pandas as pd
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from tttlearn.course.articles import page_tables
from tttlearn.course.articles.counts import counts_line, lines
from tttlearn.course.articles.in_short import IN_SHORT
from tttlearn.course.articles.items import IMPORTS, Item, Result
from tttlearn.course.articles.page import data_url, page
from tttlearn.course.articles.verdicts import RULE
from tttlearn.support.files import data_path, write_atomically
from tttlearn.support.text import sentence

STYLE, TEMPLATES = Path(__file__).with_name("pages.css"), Path(__file__).with_name("templates")


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


DISTANCES = "_distances.csv"
"""How the names of files end that have the distances of whole tables."""


@dataclass
class Remake:
    """An item with what was found: its Result, the DataFrame of its rows, its figure.

    `own`: a text that names settings that are not the article's, "" for the article's; `picture`:
    the SVG as bytes, empty without a figure, and `narrow` that for narrow screens; `command` makes
    all of it again; `stem`: the name of its files without their endings.
    """

    item: Item
    result: Result
    rows: object
    own: str = ""
    picture: bytes = b""
    caption: str = ""
    command: str = ""
    stem: str = ""
    narrow: bytes = b""

    @property
    def distances(self):
        """The name of the file with the distances of its tables."""
        return f"{self.stem}{DISTANCES}"

    @property
    def about(self):
        """What the item is, in a sentence."""
        return " ".join(self.item.find.__doc__.split("\n\n")[0].split())

    @property
    def quotation(self):
        """(a phrase of the article, its place there), or None."""
        return quotations().get(self.item.id)

    @property
    def told(self):
        """What is said of the call beside it."""
        return [text for text in (self.item.call[1], self.own and f"with {self.own}") if text]


@dataclass(frozen=True)
class Words:
    """What all pages say: `about`, a sentence on how they were made; `published`, how many entries
    there are; `left_out`, a DataFrame of those that are not compared; `in_short`, whether pages
    have three sentences.
    """

    about: str
    published: int
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
        write_atomically(Path(folder) / name, text.encode("utf-8"))
    return [Path(folder) / name for name in texts]


def _of_articles(remakes, words):
    groups = {
        article: [f for f in remakes if f.item.source in article.sources] for article in ARTICLES
    }
    index = rendered("index.html", groups=groups, words=words, in_short=partial(_in_short, words))
    return {"index.html": page("Five articles, made again", index, _style())} | {
        f"{article.name}.html": _page(article, mine, words, back=True)
        for article, mine in groups.items()
    }


def _article(remake):
    """The Article of an item."""
    return next(article for article in ARTICLES if remake.item.source in article.sources)


def _page(article, remakes, words, back=False):
    body = rendered(
        "article.html",
        article=article,
        remakes=remakes,
        words=words,
        back=back,
        in_short=_in_short(words, article),
        planted=_planted(article.name) if words.in_short else None,
    )
    return page(f"{article.title}, made again", body, _style())


def _style():
    return STYLE.read_text(encoding="utf-8")


def rendered(file, macro="", /, **values):
    """The HTML of one of the templates, or of a macro in it, by the values that it is given."""
    template = _templates().get_template(file)
    return str(getattr(template.module, macro)(**values)) if macro else template.render(values)


@cache
def _templates():
    """The templates; a line of theirs may be broken, and indented, wherever there is no space."""
    loader = FunctionLoader(
        lambda name: "".join(
            line.strip() for line in (TEMPLATES / name).read_text(encoding="utf-8").splitlines()
        )
    )
    found = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    found.filters |= {"sentence": sentence, "emphasized": _emphasized}
    found.globals |= {name: value for name, value in vars(page_tables).items() if name[0] != "_"}
    found.globals |= {
        "ABOUT_CATCHES": ABOUT_CATCHES,
        "ABOUT_PLANTED": ABOUT_PLANTED,
        "RULE": RULE,
        "IMPORTS": IMPORTS,
        "addresses": _addresses,
        "catches": catches,
        "bar_in_words": lambda remakes: ", ".join(_counted(remakes)),
        "in_a_sentence": _in_a_sentence,
        "looks_of": _looks_of,
        "all_rows": lambda remakes: [row for one in remakes for row in one.result.rows],
        "counts_line": counts_line,
        "data_url": data_url,
        "lines": lines,
        "seeds": _seeds,
    }
    return found


def _emphasized(text):
    """A text as HTML, with what stands in stars emphasized."""
    return Markup(re.sub(r"\*(.+?)\*", r"<em>\1</em>", str(escape(text))))


def _in_short(words, article):
    """The three sentences on an article, by what they say; none on pages of a part."""
    return IN_SHORT[article.name] if words.in_short else {}


@cache
def planted():
    """What rows notice if a setting is changed, a DataFrame: see tools/planted.py."""
    return pd.read_csv(data_path("planted.csv"), dtype=str, keep_default_na=False)


def catches(id):
    """Which changed settings the whole table of an item would notice: (those, the others), texts.

    With each stands the share of our tables that are then as far off as the published one, if there
    are runs. Both lists are empty for a table of players that have no settings.
    """
    seen, unseen = [], []
    for line in planted().itertuples():
        shares = dict(text.split(": ") for text in line.tables.split("; ") if text)
        noticed = [text for text in line.noticed.split("; ") if text.startswith(f"{id}: ")]
        if line.setting == "as published" or not (id in shares or TABLE_OF.get(line.learner) == id):
            continue
        whole = any("whole" in text and text.endswith("(different)") for text in noticed)
        share = f", {shares[id]}" if id in shares else ""
        text = f"{line.setting} {line.published} → {line.planted}{share}"
        (seen if whole else unseen).append(text)
    return seen, unseen


TABLE_OF = {"search": "readme-mcts"}
"""The item with the tables of a learner that has no runs, and so no shares of them."""


def _planted(name):
    """What the article's rows would notice, a DataFrame; None if nothing is trained."""
    found = planted()
    found = found[found.learner.isin(LEARNERS.get(name, {name: ""}))]
    if not len(found):
        return None
    if name in LEARNERS:
        found = found.assign(learner=found.learner.map(LEARNERS[name]))
    else:
        found = found.drop(columns="learner")
    return found.loc[:, (found != "").any()].rename(columns=PLANTED)


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
ABOUT_CATCHES = (
    "One setting was changed, with all else as published. The share is that of our tables, of 20 "
    "to 200 runs, that are then as far off as the published one, or farther."
)
ABOUT_PLANTED = (
    "A verdict is worth something only if it can also be bad. So each setting was changed, with "
    "all else as published, and all rows were judged again. If no row notices, the printed numbers "
    "do not tell the two settings apart, or not with the few runs made here: 20 to 200 of each "
    "learner. The last column says how many of our runs then print a whole table as far from the "
    "middle as the published one."
)


def _looks_of(remakes):
    """How many rows of these Remakes have which look, see `page_tables.looks`."""
    return page_tables.looks([verdict for one in remakes for verdict in one.rows.verdict])


def _counted(remakes):
    """The same in words: ["30 true or in agreement", ...]."""
    return [f"{number} {page_tables.SIGNS[look]}" for look, number in _looks_of(remakes)]


def _in_a_sentence(remakes):
    """What came out, in one sentence."""
    number = sum(len(one.rows) for one in remakes)
    return f"{number} numbers and claims beside ours: {_listed(_counted(remakes))}."


def _listed(texts):
    """Texts as a list in a sentence."""
    *most, last = texts or ["none"]
    return f"{', '.join(most)}, and {last}" if most else last


def _addresses(remakes):
    """The addresses of the article, each once."""
    return dict.fromkeys(address for one in remakes for address in one.rows.address)


def _seeds(rows):
    """The seeds of the most runs; some rows look at only a part of them."""
    seeds = max(rows.seeds, key=_highest, default="")
    return f" Seeds: {seeds}." if seeds else ""


def _highest(seeds):
    """The highest number in a text of seeds, such as "1,000 to 1,239"; -1 if there is none."""
    numbers = re.findall(r"\d+(?:,\d{3})*", seeds)
    return max((int(number.replace(",", "")) for number in numbers), default=-1)
