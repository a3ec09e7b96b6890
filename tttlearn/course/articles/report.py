"""What is written about the items: figures, tables, pages, and one summary, into a folder."""

from itertools import chain
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from tttlearn.course.articles import pages
from tttlearn.course.articles.counts import KINDS, counts, counts_line
from tttlearn.course.articles.figures import beside, drawn_rows
from tttlearn.course.articles.items import IMPORTS
from tttlearn.course.articles.published import all_published
from tttlearn.course.articles.reproduce import ITEMS
from tttlearn.course.articles.verdicts import CANNOT, DIFFERENT, FALSE, MANY, PART, VERDICTS
from tttlearn.pictures.boards import PINK, set_style
from tttlearn.support.progress import ProgressBar
from tttlearn.support.text import markdown, sentence
from tttlearn.support.version import VERSION

COLUMNS = (
    *("what", "kind", "published", "unit", "ours", "spread", "interval", "runs", "games", "seeds"),
    *("verdict", "reason", "place", "setting", "source", "address", "call"),
)
SHOWN = ("what", "kind", "published", "ours", "spread", "interval", "runs", "verdict", "reason")
"""The columns of a page for people."""
TOLD = (DIFFERENT, FALSE, PART)
"""The verdicts that are told with the reason that was found for them."""
UNSOUGHT = "no reason was looked for with settings of your own"
MARK = PINK
"""The colour of the words on a figure that say whose settings these are not."""


def verdict_table(item, result, own=False):
    """The rows of a Result as a DataFrame of texts, with COLUMNS.

    `own`: the settings are not the article's; then the reasons that were found for it are none.
    """
    return pd.DataFrame([_texts(item, row, own) for row in result.rows], columns=COLUMNS)


def _texts(item, row, own):
    spread = between = games = ""
    if row.kind in ("measured", "alike", "certain", "timed"):
        (low, high), more = row.interval, row.digits + (row.published.rounding < 1)
        sampled = row.published.span and (row.runs or row.games)
        between = f"{low:,.{more}f} to {high:,.{more}f}" if sampled else ""
        spread = f"{row.spread:,.{row.digits + 1}f}" if row.runs else ""
        games = f"{row.games:,}" if row.games else ""
    return (
        *(row.what, row.kind, row.theirs, row.published.unit, row.told, spread, between),
        *(row.made_of, games, row.seeds, row.verdict),
        UNSOUGHT if own and row.verdict in TOLD else row.why,
        *(row.published.place, row.published.setting, row.published.source),
        *(row.published.address, item.recipe),
    )


def left_out():
    """The published entries that are compared with nothing, each with its reason, a DataFrame."""
    rows = [row for row in all_published() if row.left_out]
    entries = [(r.source, r.place, r.setting, r.metric, r.value, r.left_out) for r in rows]
    columns = ["source", "place", "setting", "metric", "value", "why it is not compared"]
    return pd.DataFrame(entries, columns=columns)


def figure(result):
    """(the figure of a Result, its caption); (None, "") where there is nothing to draw."""
    if result.draw:
        return np.ravel(result.draw())[0].figure, result.caption
    rows = drawn_rows(result.rows)
    if not rows:
        return None, ""
    left = len(result.rows) - len(rows)
    caption = f"published beside ours: {counts_line(rows)}" + (
        f"; {left} {'row is' if left == 1 else 'rows are'} not drawn" if left else ""
    )
    return beside(rows).figure, caption


def write_report(items, results, folder, seconds=None, seeds=None, own=None):
    """Write figures, tables, pages and `summary.md` into the folder, which is made; their paths.

    The paths of the pages, the one to open first before the others, and that of the summary: of all
    items there is one, and of some None, so that none is ever replaced by one of its parts.
    `seconds` that it took; `seeds`: the number of runs, where it was chosen. `own`: settings by
    name that are not the article's; all that is written says so, in files of their own.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    set_style()
    remakes = []
    with ProgressBar(len(items), "page") as drawn:
        for item in items:
            remakes.append(_one_item(item, results[item.id], folder, seeds, own))
            drawn()
    complete = not own and len(items) == len(ITEMS)
    written = pages.write_pages(remakes, folder, _about(seeds), HOW, complete)
    if not complete:
        return written, None
    path = folder / "summary.md"
    captions = {each.item.id: each.caption for each in remakes}
    path.write_text(summary(items, results, captions, seconds), encoding="utf-8")
    return written, path


def _one_item(item, result, folder, seeds, own):
    """Write the table and the figure of an item, and its text; returns what its page needs."""
    own = own or {}
    marked = ", ".join(f"{name} = {value:g}" for name, value in own.items())
    remake = pages.Remake(item, result, verdict_table(item, result, bool(own)), marked)
    remake.command = f"python -m tttlearn reproduce {item.id}{_options(seeds, own)}"
    remake.stem = item.id + "".join(f"_{name}={value:g}" for name, value in own.items())
    rows = remake.rows.assign(**{"not the article's": marked}) if own else remake.rows
    rows.to_csv(folder / f"{remake.stem}.csv", index=False, lineterminator="\n")
    _draw(remake, folder)
    (folder / f"{remake.stem}.md").write_text(_page(remake), encoding="utf-8")
    return remake


def _options(seeds, own):
    """The options of the command line that chose these."""
    texts = [f" --set {name}={value:g}" for name, value in own.items()]
    return "".join(texts) + (f" --seeds {seeds}" if seeds else "")


def _about(seeds):
    """How it was made, in a sentence."""
    few = f", with {seeds} runs of each learner in place of as many as each item needs"
    return f"Made by tttlearn {VERSION}{few if seeds else ''}."


def _draw(remake, folder):
    """Save the figure of an item, if it has one, as PNG and SVG; keep the SVG and the caption."""
    drawn, remake.caption = figure(remake.result)
    if drawn is None:
        return
    if remake.own:
        text = f"not the article's settings: {remake.own}"
        remake.caption = f"{text}; {remake.caption}"
        drawn.text(0.5, 1.03, text, ha="center", va="bottom", weight="bold", color=MARK)
    about = {"Title": remake.item.title, "Description": remake.caption}
    for ending in ("png", "svg"):
        with plt.rc_context({"svg.hashsalt": remake.item.id, "svg.fonttype": "path"}):
            dates = {"Date": None} if ending == "svg" else {}
            drawn.savefig(
                folder / f"{remake.stem}.{ending}",
                bbox_inches="tight",
                dpi=2 * drawn.dpi,
                metadata=about | dates,
            )
    remake.picture = (folder / f"{remake.stem}.svg").read_bytes()
    plt.close(drawn)


def _page(remake):
    """An item in Markdown: its table, its figure with the caption as alternative text."""
    item, result = remake.item, remake.result
    parts = [f"# {item.id}: {item.title}", f"{item.source}. {_first_paragraph(item.find.__doc__)}"]
    if remake.own:
        parts.append(f"**Not the article's settings: {remake.own}.**")
    code, words = item.call
    if code:
        told = "".join(f", {text}" for text in (words, remake.own and f"with {remake.own}") if text)
        parts.append(f"Recipe, after `{'; '.join(IMPORTS)}`: `{code}`{told}.")
    parts.append(f"{sentence(counts_line(result.rows))}.")
    if result.note:
        parts.append(result.note)
    if remake.caption:
        parts.append(f"![{remake.caption}]({remake.stem}.png)\n\nFigure: {remake.caption}")
    parts.append(markdown(remake.rows[[*SHOWN]]))
    return "\n\n".join(parts) + "\n"


def _first_paragraph(doc):
    return " ".join(doc.split("\n\n")[0].split())


def summary(items, results, captions=None, seconds=None):
    """The summary of all items, in Markdown: counts, a line for each, what is different and why."""
    rows = list(chain.from_iterable(results[item.id].rows for item in items))
    table = counts(rows)
    table.insert(0, "kind", [KINDS[kind] for kind in table.index])
    lines = [
        "# Published and ours",
        f"{len(items)} figures, tables and statements with {len(rows)} published entries"
        + (f", made again in {seconds:.0f} seconds." if seconds else "."),
        markdown(table.astype(str).replace("0", "")),
        HOW,
        "## Item by item",
        markdown(_lines(items, results, captions or {})),
        "## What is different, false, or true of some runs, and why",
        *(_told(items, results, TOLD) or ["Nothing."]),
        "## What nobody can tell, and what it takes",
        *(_told(items, results, (CANNOT,)) or ["Nothing."]),
    ]
    notes = [f"- **{item.id}**: {results[item.id].note}" for item in items if results[item.id].note]
    if notes:
        lines += ["## Remarks", "\n".join(notes)]
    lines += ["## What is not compared, and why", markdown(left_out())]
    return "\n\n".join(lines) + "\n"


HOW = f"""\
What a program is given, and what can be counted, *agrees* if it is equal. A measured number is
*within sampling error* if it lies where 99 of 100 such runs would print it, else *different*:
chance in their training, which the spread of our runs shows, and chance in the games behind it.
With {MANY} runs or more their distribution is taken as it is, with fewer Student's t is. Where that
interval is wider than a third of what the number could have been, nearly every number lies in it,
and nobody *can tell*. A statement is *true*, *false*, or *true of some runs*; one about what is
usual, about some runs, or about all of them is judged by all of ours together. Ours are exact for
each run; the table has their mean. Of 100 numbers that differ by nothing but chance one is called
different."""


def _lines(items, results, captions):
    """A line for each item: its most telling row."""
    lines = []
    for item in items:
        frame = verdict_table(item, results[item.id])
        if not len(frame):
            continue
        tells = frame.loc[frame.verdict.map(VERDICTS.index).idxmax()]
        ours = tells.ours + (f" (sd {tells.spread})" if tells.spread else "")
        said = [tells.what, tells.published, ours, tells.interval, tells.runs, tells.verdict]
        drawn = "yes" if captions.get(item.id) else ""
        verdicts = counts_line(results[item.id].rows)
        lines.append([f"[{item.id}]({item.id}.md)", item.title, *said, verdicts, drawn])
    columns = ["id", "what", "for example", "published", "ours", "interval", "runs", "verdict"]
    return pd.DataFrame(lines, columns=[*columns, "all rows", "figure"])


def _told(items, results, verdicts):
    entries = []
    for item in items:
        for row in results[item.id].rows:
            if row.verdict in verdicts:
                entries.append(
                    f"- **{item.id}**, {row.what}: published {row.theirs}, ours {row.told}: "
                    f"{row.verdict}. {sentence(row.why)}".rstrip(". ")
                    + "."
                )
    return ["\n".join(entries)] if entries else []
