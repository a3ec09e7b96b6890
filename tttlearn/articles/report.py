"""What is written about the items: figures, tables, and one summary, into a folder."""

from collections import Counter
from itertools import chain
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from tttlearn.articles.figures import beside, shown
from tttlearn.articles.published import all_published
from tttlearn.articles.verdicts import DIFFERENT, MANY, VERDICTS, Row, why
from tttlearn.pictures.boards import set_style
from tttlearn.support.text import markdown

COLUMNS = ("what", "published", "ours", "spread", "tolerance", "runs", "games", "unit", "verdict",
           "reason")  # fmt: skip


def table(result):
    """The rows of a Result as a DataFrame of texts, with COLUMNS."""
    return pd.DataFrame([_texts(row) for row in result.rows], columns=COLUMNS)


def _texts(row):
    if not isinstance(row, Row):
        entries = (
            row.what,
            row.theirs,
            row.found,
            "",
            "",
            _runs(row.holds, "exact"),
            "",
            "statement",
        )
        return *entries, row.verdict, why(row)
    digits = _digits(row)
    low, high = row.tolerance
    spread = f"{row.spread:,.{digits + 1}f}" if len(row.ours) > 1 else ""
    more = digits + (row.published.rounding < 1)
    between = f"{low:,.{more}f} to {high:,.{more}f}"
    games = f"{row.games:,}" if row.games else ""
    entries = (
        row.what,
        row.theirs,
        f"{row.mean:,.{digits}f}",
        spread,
        between,
        _runs(row.ours, row.single),
    )
    return *entries, games, row.published.unit, row.verdict, why(row)


def _digits(row):
    """How many digits to print after the point: as many as were published, or enough to differ."""
    value = row.published.value
    digits = len(value.split(".")[1]) if "." in value else 0
    return max(digits, 1 if row.games or len(row.ours) > 1 else 0)


def _runs(values, single):
    return f"{len(values):,}" if len(values) > 1 else single


def figure(result):
    """(the figure of a Result, its caption); (None, "") for rows that are all the same."""
    if result.draw:
        return np.ravel(result.draw())[0].figure, result.caption
    rows = shown(result.rows)
    if not rows:
        return None, ""
    counts = Counter(row.verdict for row in rows)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict])
    same = len(result.rows) - len(rows)
    caption = f"published beside ours: {told}" + (f"; {same} more rows are not drawn" * (same > 0))
    return beside(rows).figure, caption


def write(items, results, folder, seconds=None):
    """Write figures, tables and `summary.md` into the folder, which is made; the summary's path."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    set_style()
    captions = {}
    for item in items:
        result = results[item.id]
        frame = table(result)
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
    parts.append(f"Recipe: `{item.recipe}`. Seeds: 0, 1, 2 and so on, as many as there are runs.")
    if result.note:
        parts.append(result.note)
    if caption:
        parts.append(f"![{caption}]({item.id}.png)\n\nFigure: {caption}")
    parts.append(markdown(frame))
    return "\n\n".join(parts) + "\n"


def _sentence(doc):
    return " ".join(doc.split("\n\n")[0].split())


def summary(items, results, captions=None, seconds=None):
    """The summary of all items, in Markdown: counts, a line for each, what is different and why."""
    rows = list(chain.from_iterable(results[item.id].rows for item in items))
    counts = Counter(row.verdict for row in rows)
    verdicts = Counter(results[item.id].verdict for item in items)
    lines = [
        "# Published and ours",
        f"{len(items)} figures, tables and statements with {len(rows)} published numbers"
        + (f", made again in {seconds:.0f} seconds." if seconds else "."),
        markdown(
            pd.DataFrame(
                [(verdict, counts[verdict], verdicts[verdict]) for verdict in VERDICTS],
                columns=["verdict", "numbers", "items (their worst number)"],
            )
        ),
        HOW,
        "## Item by item",
        markdown(_lines(items, results, captions or {})),
        "## What is different, and why",
        *(_differences(items, results) or ["Nothing."]),
    ]
    notes = [f"- **{item.id}**: {results[item.id].note}" for item in items if results[item.id].note]
    if notes:
        lines += ["## Remarks", "\n".join(notes)]
    used = {row.published for row in rows}
    left = len(all_published()) - len(used)
    lines.append(
        f"Of the {len(all_published())} published entries {len(used)} are compared here; the other "
        f"{left} are not results: addresses, dates, defaults of an interface, colours, sizes."
    )
    return "\n\n".join(lines) + "\n"


HOW = f"""\
A number is the *same* if all our runs have it, up to half a unit of the last digit printed. It is
*within sampling error* if it lies where 99 of 100 such runs would print it: chance in their
training, which the spread of our runs shows, and chance in the test games behind the number. With
{MANY} runs or more their distribution is taken as it is, with fewer Student's t is. Ours are exact
for each run; the table has their mean. So of 100 numbers that differ by nothing but chance one is
called different. Where the tolerance is wide, because runs differ much or are few, within says
little: look at it."""


def _lines(items, results, captions):
    """A line for each item: its most telling row."""
    lines = []
    for item in items:
        result, frame = results[item.id], table(results[item.id])
        if not len(frame):
            continue
        worst = frame[frame.verdict == result.verdict]
        tells = worst.iloc[0]
        link = f"[{item.id}]({item.id}.md)"
        counted = f"{len(worst)} of {len(frame)} {result.verdict}"
        verdict = result.verdict if len(worst) == len(frame) else counted
        ours = tells.ours + (f" (sd {tells.spread})" if tells.spread else "")
        said = [tells.what, tells.published, ours, tells.tolerance, tells.runs, verdict]
        lines.append([link, item.title, *said, "yes" if captions.get(item.id) else ""])
    columns = ["id", "what", "for example", "published", "ours", "tolerance", "runs", "verdict"]
    return pd.DataFrame(lines, columns=[*columns, "figure"])


def _differences(items, results):
    found = []
    for item in items:
        for row in results[item.id].rows:
            if row.verdict == DIFFERENT:
                ours = _texts(row)[2]
                found.append(
                    f"- **{item.id}**, {row.what}: published {row.theirs}, ours {ours}. "
                    f"{why(row)[0].upper()}{why(row)[1:]}."
                )
    return ["\n".join(found)] if found else []
