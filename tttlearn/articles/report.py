"""What is written about the items: figures, tables, and one summary, into a folder."""

from itertools import chain
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from tttlearn.articles.figures import beside, shown
from tttlearn.articles.published import all_published
from tttlearn.articles.verdicts import CANNOT, DIFFERENT, FALSE, MANY, SOME, VERDICTS
from tttlearn.pictures.boards import set_style
from tttlearn.support.text import markdown, sentence

COLUMNS = (
    *("what", "kind", "published", "unit", "ours", "spread", "interval", "runs", "games", "seeds"),
    *("verdict", "reason", "place", "setting", "source", "address", "call"),
)
SHOWN = ("what", "kind", "published", "ours", "spread", "interval", "runs", "verdict", "reason")
"""The columns of a page for people."""
KINDS = {
    "measured": "measured",
    "comparison": "compared, by means of many runs",
    "statement": "statements",
    "certain": "certain, whatever was learned",
    "setting": "settings and counts",
}
"""What there is to count, the measured results first."""


def table(item, result):
    """The rows of a Result as a DataFrame of texts, with COLUMNS."""
    return pd.DataFrame([_texts(item, row) for row in result.rows], columns=COLUMNS)


def _texts(item, row):
    spread = between = games = ""
    runs = f"{row.runs:,}" if row.runs else "exact"
    if row.kind in ("measured", "certain"):
        (low, high), more = row.interval, row.digits + (row.published.rounding < 1)
        between = f"{low:,.{more}f} to {high:,.{more}f}" if row.published.span else ""
        spread = f"{row.spread:,.{row.digits + 1}f}" if row.runs else ""
        games = f"{row.games:,}" if row.games else ""
        runs = runs if row.runs else row.single
    return (
        *(row.what, row.kind, row.theirs, row.published.unit, row.told, spread, between),
        *(runs, games, f"0 to {row.runs - 1}" if row.runs else "", row.verdict, row.why),
        *(row.published.place, row.published.setting, row.published.source),
        *(row.published.address, item.recipe),
    )


def counts(rows):
    """How many rows of each kind have which verdict: a DataFrame, KINDS by VERDICTS."""
    pairs = pd.DataFrame([(row.kind, row.verdict) for row in rows], columns=["kind", "verdict"])
    found = pd.crosstab(pairs.kind, pairs.verdict)
    return found.reindex(index=[*KINDS], columns=[*VERDICTS], fill_value=0)


def counted(rows):
    """The same in words, kinds and verdicts that there are only."""
    found = []
    for kind, line in counts(rows).iterrows():
        told = ", ".join(f"{number} {verdict}" for verdict, number in line.items() if number)
        if told:
            found.append(f"{KINDS[kind]}: {told}")
    return "; ".join(found)


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
    rows = shown(result.rows)
    if not rows:
        return None, ""
    left = len(result.rows) - len(rows)
    caption = f"published beside ours: {counted(rows)}" + (
        f"; {left} rows are not drawn" if left else ""
    )
    return beside(rows).figure, caption


def write(items, results, folder, seconds=None):
    """Write figures, tables and `summary.md` into the folder, which is made; the summary's path."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    set_style()
    captions = {}
    for item in items:
        result = results[item.id]
        frame = table(item, result)
        frame.to_csv(folder / f"{item.id}.csv", index=False, lineterminator="\n")
        captions[item.id] = _write_figure(item, result, folder)
        text = _page(item, result, frame, captions[item.id])
        (folder / f"{item.id}.md").write_text(text, encoding="utf-8")
    path = folder / "summary.md"
    path.write_text(summary(items, results, captions, seconds), encoding="utf-8")
    return path


def _write_figure(item, result, folder):
    """Save the figure of an item as PNG and SVG; returns its caption, "" without one."""
    drawn, caption = figure(result)
    if drawn is None:
        return ""
    about = {"Title": item.title, "Description": caption}
    for ending in ("png", "svg"):
        with plt.rc_context({"svg.hashsalt": item.id, "svg.fonttype": "path"}):
            dates = {"Date": None} if ending == "svg" else {}
            drawn.savefig(
                folder / f"{item.id}.{ending}",
                bbox_inches="tight",
                dpi=2 * drawn.dpi,
                metadata=about | dates,
            )
    plt.close(drawn)
    return caption


def _page(item, result, frame, caption):
    """The page of one item: its table, its figure with the caption as alternative text."""
    parts = [f"# {item.id}: {item.title}", f"{item.source}. {_sentence(item.find.__doc__)}"]
    parts.append(f"Recipe: `{item.recipe}`. {counted(result.rows)}.")
    if result.note:
        parts.append(result.note)
    if caption:
        parts.append(f"![{caption}]({item.id}.png)\n\nFigure: {caption}")
    parts.append(markdown(frame[[*SHOWN]]))
    return "\n\n".join(parts) + "\n"


def _sentence(doc):
    return " ".join(doc.split("\n\n")[0].split())


def summary(items, results, captions=None, seconds=None):
    """The summary of all items, in Markdown: counts, a line for each, what is different and why."""
    rows = list(chain.from_iterable(results[item.id].rows for item in items))
    found = counts(rows)
    found.insert(0, "kind", [KINDS[kind] for kind in found.index])
    lines = [
        "# Published and ours",
        f"{len(items)} figures, tables and statements with {len(rows)} published entries"
        + (f", made again in {seconds:.0f} seconds." if seconds else "."),
        markdown(found.astype(str).replace("0", "")),
        HOW,
        "## Item by item",
        markdown(_lines(items, results, captions or {})),
        "## What is different, false, or true of some runs, and why",
        *(_told(items, results, (DIFFERENT, FALSE, SOME)) or ["Nothing."]),
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
*within sampling error* if it lies where 99 of 100 such runs would print it, else *different*: chance
in their training, which the spread of our runs shows, and chance in the test games behind the
number. With {MANY} runs or more their distribution is taken as it is, with fewer Student's t is.
Where that interval is wider than a third of what the number could have been, nearly every number
lies in it, and nobody *can tell*. A statement is *true*, *false*, or *true of some runs*. Ours are
exact for each run; the table has their mean. So of 100 numbers that differ by nothing but chance one
is called different."""


def _lines(items, results, captions):
    """A line for each item: its most telling row."""
    lines = []
    for item in items:
        frame = table(item, results[item.id])
        if not len(frame):
            continue
        tells = frame.loc[frame.verdict.map(VERDICTS.index).idxmax()]
        ours = tells.ours + (f" (sd {tells.spread})" if tells.spread else "")
        said = [tells.what, tells.published, ours, tells.interval, tells.runs, tells.verdict]
        drawn = "yes" if captions.get(item.id) else ""
        verdicts = counted(results[item.id].rows)
        lines.append([f"[{item.id}]({item.id}.md)", item.title, *said, verdicts, drawn])
    columns = ["id", "what", "for example", "published", "ours", "interval", "runs", "verdict"]
    return pd.DataFrame(lines, columns=[*columns, "all rows", "figure"])


def _told(items, results, verdicts):
    found = []
    for item in items:
        for row in results[item.id].rows:
            if row.verdict in verdicts:
                found.append(
                    f"- **{item.id}**, {row.what}: published {row.theirs}, ours {row.told}: "
                    f"{row.verdict}. {sentence(row.why)}".rstrip(". ")
                    + "."
                )
    return ["\n".join(found)] if found else []
