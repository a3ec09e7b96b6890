"""Write the items as HTML pages: one for each article, and an index; each item has an anchor.

A page needs no other file, so an author can link to it, print it, or keep it. It begins with the
results, in three sentences and in a table of all claims. The items below are folded: a link to one
opens it, and on paper all are open. For each item the page quotes a phrase of the article and says
where it is; apart from that phrase, no sentence of the article is copied.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pandas as pd
from markupsafe import Markup, escape

from tttlearn.course.articles import page_tables
from tttlearn.course.articles.counts import counts_line, lines
from tttlearn.course.articles.in_short import IN_SHORT
from tttlearn.course.articles.items import IMPORTS, Item, Result
from tttlearn.course.articles.page import data_url, page, templates
from tttlearn.course.articles.verdicts import RULE
from tttlearn.support.files import data_path, write_atomically
from tttlearn.support.text import sentence

STYLE, TEMPLATES = Path(__file__).with_name("pages.css"), Path(__file__).with_name("templates")


@dataclass(frozen=True)
class Article:
    """Article: `name` of its page, title, author and year, `sources` of its items."""

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
"""End of the names of files that hold the distances of whole tables."""


@dataclass
class Remake:
    """Item with its results: its Result, the DataFrame of its rows, its figure.

    `own` is a text that names the settings that are not the article's, "" for the article's.
    `picture` is the SVG as bytes, empty without a figure, and `narrow` that for narrow screens.
    `command` makes all of it again. `stem` is the name of its files without their endings.
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
        """Name of the file with the distances of the item's tables."""
        return f"{self.stem}{DISTANCES}"

    @property
    def about(self):
        """Sentence that describes the item."""
        return " ".join(self.item.find.__doc__.split("\n\n")[0].split())

    @property
    def quotation(self):
        """Phrase of the article and its place there, (phrase, place), or None."""
        return quotations().get(self.item.id)

    @property
    def settings_texts(self):
        """Texts that the page shows beside the call."""
        return [text for text in (self.item.call[1], self.own and f"with {self.own}") if text]


@dataclass(frozen=True)
class Words:
    """Texts and numbers that all pages show.

    `about` is a sentence on how the pages were made, `published` the number of published entries,
    `left_out` a DataFrame of those that are not compared. `in_short` says whether pages have the
    three sentences.
    """

    about: str
    published: int
    left_out: object
    in_short: bool = False


def page_names():
    """Return the names of the files of all pages: the index and a page for each article."""
    return ["index.html", *(f"{article.name}.html" for article in ARTICLES)]


@cache
def quotations():
    """Return the quoted phrases: a dict from ids of items to (phrase, its place in the article)."""
    with data_path("quotations.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: (row["quotation"], row["place"]) for row in csv.DictReader(file)}


def write_pages(remakes, folder, words, all_items=False):
    """Write the pages of these Remakes into a folder, with these Words, and return their paths.

    With `all_items`, there is an index, which comes first, and a page for each article. Otherwise
    there is a page for each item, so that a part never replaces the page of a whole article.
    """
    if all_items:
        texts = _of_articles(remakes, words)
    else:
        texts = {
            f"{remake.stem}.html": _page(_article(remake), [remake], words) for remake in remakes
        }
    for name, text in texts.items():
        write_atomically(Path(folder) / name, text.encode("utf-8"))
    return [Path(folder) / name for name in texts]


def _of_articles(remakes, words):
    groups = {
        article: [remake for remake in remakes if remake.item.source in article.sources]
        for article in ARTICLES
    }
    index = rendered("index.html", groups=groups, words=words, in_short=partial(_in_short, words))
    return {"index.html": page("Five articles, made again", index, _style())} | {
        f"{article.name}.html": _page(article, mine, words, back=True)
        for article, mine in groups.items()
    }


def _article(remake):
    """Return the Article of an item."""
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
    """Return the HTML of a template, or of a macro in it, for these values."""
    template = _templates().get_template(file)
    return str(getattr(template.module, macro)(**values)) if macro else template.render(values)


@cache
def _templates():
    """Return the environment of the templates, with all that they show."""
    environment = templates(TEMPLATES)
    environment.filters |= {"sentence": sentence, "emphasized": _emphasized}
    environment.globals |= {
        name: value for name, value in vars(page_tables).items() if name[0] != "_"
    }
    environment.globals |= {
        "RULE": RULE,
        "IMPORTS": IMPORTS,
        "addresses": _addresses,
        "catches": catches,
        "bar_in_words": lambda remakes: ", ".join(_counted(remakes)),
        "in_a_sentence": _in_a_sentence,
        "looks_of": _looks_of,
        "all_rows": lambda remakes: [row for remake in remakes for row in remake.result.rows],
        "counts_line": counts_line,
        "data_url": data_url,
        "lines": lines,
        "seeds": _seeds,
    }
    return environment


def _emphasized(text):
    """Convert a text to HTML, with what stands in stars emphasized."""
    return Markup(re.sub(r"\*(.+?)\*", r"<em>\1</em>", str(escape(text))))


def _in_short(words, article):
    """Return the three sentences on an article by their headings; {} on pages of a part."""
    return IN_SHORT[article.name] if words.in_short else {}


@cache
def planted():
    """Return which rows notice a changed setting, as a DataFrame: see tools/planted.py."""
    return pd.read_csv(data_path("planted.csv"), dtype=str, keep_default_na=False)


def catches(id):
    """Return the changed settings that the whole table of an item notices, and the others.

    Both are lists of texts. If there are runs, each text has the share of our tables that are then
    as far off as the published one. Both lists are empty for a table of players that have no
    settings.
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
"""Item with the tables of a learner that has no runs, and so no shares of tables."""


def _planted(name):
    """Return what the article's rows would notice, as a DataFrame; None if nothing is trained."""
    table = planted()
    table = table[table.learner.isin(LEARNERS.get(name, {name: ""}))]
    if not len(table):
        return None
    if name in LEARNERS:
        table = table.assign(learner=table.learner.map(LEARNERS[name]))
    else:
        table = table.drop(columns="learner")
    return table.loc[:, (table != "").any()].rename(columns=PLANTED)


LEARNERS = {
    "nestedsoftware": {
        "nestedsoftware": "Q-learning",
        "deep-q": "deep Q-learning",
        "search": "tree search",
    }
}
"""Learners whose settings are changed, if an article has several."""
PLANTED = {
    "published": "as published",
    "planted": "changed to",
    "noticed": "rows that notice",
    "tables": "our tables that are as far off as the published one, or farther",
}


def _looks_of(remakes):
    """Count the rows of these Remakes by their look, see `page_tables.looks`."""
    return page_tables.looks([verdict for remake in remakes for verdict in remake.rows.verdict])


def _counted(remakes):
    """Return the same counts in words: ["30 true or in agreement", ...]."""
    return [f"{number} {page_tables.SIGNS[look]}" for look, number in _looks_of(remakes)]


def _in_a_sentence(remakes):
    """Return the counts of these Remakes' verdicts as one sentence."""
    number = sum(len(remake.rows) for remake in remakes)
    return f"{number} numbers and claims beside ours: {_listed(_counted(remakes))}."


def _listed(texts):
    """Join texts to a list in a sentence."""
    *most, last = texts or ["none"]
    return f"{', '.join(most)}, and {last}" if most else last


def _addresses(remakes):
    """Return the addresses of the article, each once."""
    return dict.fromkeys(address for remake in remakes for address in remake.rows.address)


def _seeds(rows):
    """Return a sentence on the seeds of these rows, "" if there are none.

    It has the seeds of the row with the most runs, because some rows use only a part of the runs.
    """
    seeds = max(rows.seeds, key=_highest, default="")
    return f" Seeds: {seeds}." if seeds else ""


def _highest(seeds):
    """Return the highest number in a text of seeds, such as "1,000 to 1,239"; -1 if it has none."""
    numbers = re.findall(r"\d+(?:,\d{3})*", seeds)
    return max((int(number.replace(",", "")) for number in numbers), default=-1)
