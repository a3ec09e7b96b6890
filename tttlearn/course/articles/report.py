"""Write figures, tables and pages about the items into a folder."""

import io
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from tttlearn.course.articles import pages
from tttlearn.course.articles.counts import KINDS as KINDS
from tttlearn.course.articles.counts import counts as counts
from tttlearn.course.articles.counts import counts_line
from tttlearn.course.articles.figures import NARROW_FORM, beside, drawn_rows
from tttlearn.course.articles.page_tables import MEASURED
from tttlearn.course.articles.published import all_published
from tttlearn.course.articles.reproduce import ITEMS
from tttlearn.course.articles.shares import surely
from tttlearn.course.articles.verdicts import (
    DIFFERENT,
    FALSE,
    MAX_RELATIVE_WIDTH,
    PART,
    SHARE_LIMITS,
)
from tttlearn.pictures.boards import PINK, set_style
from tttlearn.support.progress import ProgressBar
from tttlearn.support.version import VERSION

COLUMNS = (
    *("what", "kind", "published", "unit", "ours", "true_of", "spread", "interval", "limit"),
    *("runs", "games", "seeds"),
    *("verdict", "said", "reason", "place", "setting", "metric", "source", "address", "call"),
    "settings",
)
REASONED_VERDICTS = (DIFFERENT, FALSE, PART)
"""Verdicts that are printed with a reason, if one is known."""
UNSOUGHT = "no reason was looked for with settings of your own"
MARK_COLOUR = PINK
"""Colour of the words on a figure that say that the settings are not the article's."""


def verdict_table(item, result, own=""):
    """Return the rows of a Result as a DataFrame of texts, with COLUMNS.

    `own` names the settings that are not the article's. The reasons that were found for the article
    do not hold for these.
    """
    return pd.DataFrame([_texts(item, row, own) for row in result.rows], columns=COLUMNS)


def _texts(item, row, own):
    between, limit = _decides(row)
    of_runs = row.kind in MEASURED and row.runs
    return (
        *(row.label, row.kind, row.theirs, row.published.unit, row.ours_text),
        f"{row.ours.sum():,}" if row.kind == "statement" and row.runs else "",
        *(f"{row.spread:,.{row.digits + 1}f}" if of_runs else "", between, limit, row.runs_text),
        *(f"{row.games:,}" if row.kind in MEASURED and row.games else "", row.seeds),
        *(
            row.verdict,
            row.verdict_text,
            UNSOUGHT if own and row.verdict in REASONED_VERDICTS else row.why,
        ),
        *(row.published.place, row.published.setting, row.published.metric),
        *(row.published.source, row.published.address, item.recipe),
        f"{own}, not the article's" if own else "the article's",
    )


def _decides(row):
    """Return the interval and the limit that decide the verdict of a row, as texts.

    For a number the limit is the largest width of its interval, for a share of runs it is a share.
    Both are "" if the row does not depend on chance, or prints its own interval.
    """
    if row.kind == "measured" and row.published.span and (row.runs or row.games):
        (low, high), digits = row.interval, row.digits + (row.published.rounding < 1)
        widest = MAX_RELATIVE_WIDTH * row.published.span
        limit = f"{widest:,.0f}" if widest >= 100 else f"{widest:.3g}"
        return f"{low:,.{digits}f} to {high:,.{digits}f}", limit
    if row.kind == "statement" and row.runs:
        low, high = surely(row.ours.sum(), row.runs)
        limits = " and ".join(f"{100 * share:g}" for share in sorted(set(SHARE_LIMITS[row.about])))
        return f"{100 * low:.1f} to {100 * high:.1f}", limits
    return "", ""


def table_distances(result):
    """Return the distances on which the verdicts on whole tables rest, as a DataFrame.

    For each table there is the distance of the published one from our average table, then that of
    each of ours, in squares of standard deviations: see `tables`.
    """
    rows = [row for row in result.rows if row.kind == "table"]
    lines = [(row.label, *entry) for row in rows for entry in [("published", row.distance),
             *enumerate(row.ours)]]  # fmt: skip
    return pd.DataFrame(lines, columns=["table", "run", "distance"]).round(4)


def left_out():
    """Return a DataFrame of the published entries that are not compared, each with its reason."""
    rows = [row for row in all_published() if row.left_out]
    entries = [(r.source, r.place, r.setting, r.metric, r.value, r.left_out) for r in rows]
    columns = ["source", "place", "setting", "metric", "value", "why it is not compared"]
    return pd.DataFrame(entries, columns=columns)


def figure(result):
    """Return the figure of a Result and its caption, or (None, "") if there is nothing to draw."""
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


def write_report(items, results, folder, seeds=None, own=None):
    """Write figures, tables and pages into the folder; return the paths of the pages.

    The folder is made if it is missing. The page to open first is the first in the list. All items
    get an index and a page for each article; some items get a page for each, so that a part never
    replaces a whole article. `seeds` is the number of runs, if it was chosen. `own` has the
    settings that are not the article's, by name; everything written then says so, in separate
    files.
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
    words = pages.Words(_about(seeds), len(all_published()), left_out(), complete and not seeds)
    return pages.write_pages(remakes, folder, words, complete)


def _one_item(item, result, folder, seeds, own):
    """Write the table and the figure of an item; return its Remake for the pages."""
    own = own or {}
    marked = ", ".join(f"{name} = {value:g}" for name, value in own.items())
    remake = pages.Remake(item, result, verdict_table(item, result, marked), marked)
    remake.command = f"python -m tttlearn reproduce {item.id}{_options(seeds, own)}"
    remake.stem = item.id + "".join(f"_{name}={value:g}" for name, value in own.items())
    remake.rows.to_csv(folder / f"{remake.stem}.csv", index=False, lineterminator="\n")
    distances = table_distances(result)
    if len(distances):
        distances.to_csv(folder / remake.distances, index=False, lineterminator="\n")
    _draw(remake, folder)
    return remake


def _options(seeds, own):
    """Return the options of the command line that select these seeds and settings."""
    texts = [f" --set {name}={value:g}" for name, value in own.items()]
    return "".join(texts) + (f" --seeds {seeds}" if seeds else "")


def _about(seeds):
    """Return a sentence on how the pages were made."""
    few = f", with {seeds} runs of each learner instead of as many as each item needs"
    return f"Made by tttlearn {VERSION}{few if seeds else ''}."


def _draw(remake, folder):
    """Save the figure of an item, if it has one, as PNG and SVG; keep the SVG and the caption."""
    drawn, remake.caption = figure(remake.result)
    if drawn is None:
        return
    if remake.own:
        text = f"not the article's settings: {remake.own}"
        remake.caption = f"{text}; {remake.caption}"
        drawn.text(0.5, 1.03, text, ha="center", va="bottom", weight="bold", color=MARK_COLOUR)
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
    plt.close(drawn)
    if remake.result.draw:  # rows without a figure of their own are drawn in the page's table
        remake.picture = (folder / f"{remake.stem}.svg").read_bytes()
        remake.narrow = _narrow(remake)


def _narrow(remake):
    """Return the figure of an item for narrow screens, an SVG as bytes."""
    content = io.BytesIO()
    with plt.rc_context(NARROW_FORM | {"svg.hashsalt": remake.item.id, "svg.fonttype": "path"}):
        drawn, _ = figure(remake.result)
        drawn.savefig(content, format="svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(drawn)
    return content.getvalue()
