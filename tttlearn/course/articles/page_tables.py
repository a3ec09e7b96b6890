"""The rows of items as HTML tables: a line for each claim and for each pairing of players.

They take a DataFrame of texts, as `report.verdict_table` makes it. The published results of a
pairing (X wins, draw, O wins) are three rows of it, but one line of a table, as in the articles.
"""

import re
from html import escape
from itertools import groupby

from tttlearn.course.articles.verdicts import (
    AGREES,
    CANNOT,
    DIFFERENT,
    FALSE,
    TRUE,
    VERDICTS,
    WITHIN,
)
from tttlearn.support.text import sentence

SIGNS = {"good": "true or in agreement", "part": "true of a part of the runs"}
SIGNS |= {"open": "nobody can tell", "bad": "false or different"}
"""What the looks of verdicts mean, the most welcome first."""
LOOKS = dict.fromkeys((AGREES, WITHIN, TRUE), "good")
LOOKS |= dict.fromkeys((DIFFERENT, FALSE), "bad") | {CANNOT: "open"}
"""How a verdict looks, beside its word; all others are "part"."""
ENDS = ("X wins", "draw", "O wins")
METRICS = {"x wins": 0, "1": 0, "draw": 1, "0": 1, "o wins": 2, "2": 2}
"""Which of the ENDS a published metric is, by how it begins."""
MEASURED = ("measured", "alike", "certain")
"""The kinds of rows that have a number of ours beside a published one."""
NO_UNITS = ("-", "text", "list", "formula", "date")


def look_of(verdict):
    """How this verdict looks: "good", "part", "open" or "bad"."""
    return LOOKS.get(verdict, "part")


def signs(rows):
    """How many rows have which look, as signs with numbers, the most welcome first."""
    looks = [look_of(verdict) for verdict in rows.verdict]
    shown = [(kind, looks.count(kind)) for kind in SIGNS]
    texts = "".join(f'<span class="verdict {kind}">{n}</span>' for kind, n in shown if n)
    return f"<span class=marks aria-hidden=true>{texts}</span>"


def legend():
    """What the signs mean."""
    texts = (f'<span class="verdict {kind}">{words}</span>' for kind, words in SIGNS.items())
    return f"<p class=legend>{', '.join(texts)}</p>"


def claims(remakes):
    """A line for each Remake: its claim, the row that tells most, the verdict, all verdicts."""
    heads = ("claim", "what tells most", "verdict", "all rows")
    lines = "".join(_claim(one) for one in remakes if len(one.rows))
    return _table("claims", "Claims", heads, [lines])


def _claim(remake):
    row = telling(remake.rows)
    theirs = f"{_published(row)} → " if row.kind in (*MEASURED, "setting", "timed") else ""
    example = escape(f"{row.what}: {theirs}{re.split('[;:.] ', row.ours)[0]}")
    return (
        f'<tr role=row><th scope=row role=rowheader><a href="#{remake.item.id}">'
        f"{escape(sentence(remake.item.title))}</a></th>"
        f"{_cell('what tells most', f'<div>{example}</div>')}"
        f"{_cell('verdict', _verdict(row))}{_cell('all rows', signs(remake.rows))}</tr>"
    )


def telling(rows):
    """The row that tells most about an item: the one on a whole table, else the least welcome."""
    whole = rows[rows.kind == "table"]
    some = whole if len(whole) else rows
    return some.loc[some.verdict.map(VERDICTS.index).idxmax()]


def of_item(rows, name):
    """All rows of an item: pairings in their own tables, the others one by one."""
    parts = []
    for make, lines in groupby(_lines(rows), key=_shown):
        parts.append(make(list(lines), f"{name}, table {len(parts) + 1}"))
    return "".join(parts)


def _shown(line):
    """What shows a list of rows: pairings, what is said about a whole table, any others."""
    if len(line) == len(ENDS):
        return _pairings
    return _whole if line[0].kind == "table" else _one_by_one


def _whole(lines, name):
    """What is said about a published table as a whole, above its cells."""
    texts = []
    for (row,) in lines:
        why = f" {escape(sentence(row.reason))}." if row.reason else ""
        texts.append(
            f"<p class=whole><strong>{escape(sentence(row.what))}</strong> {_verdict(row)}<br>"
            f"{escape(row.ours)}.{why}</p>"
        )
    return "".join(texts)


def _lines(rows):
    """The rows in lists: the three of a pairing together, in the order of ENDS; others alone."""

    def pairing(row):
        of_games = row.kind in MEASURED and _end(row) is not None
        return (row.source, row.setting) if of_games else row.name

    for _, group in groupby((row for _, row in rows.iterrows()), key=pairing):
        found = list(group)
        if len(found) == len(ENDS):
            yield sorted(found, key=_end)
        else:
            yield from ([row] for row in found)


def _end(row):
    """Which of the ENDS the number of a row is, None for any other."""
    return METRICS.get(row.metric.split(" (")[0])


def _one_by_one(lines, name):
    texts, before = [], ""
    for (row,) in lines:
        where = ", ".join(part for part in (row.place, row.setting) if part)
        texts.append(_line(row, where if where != before else ""))
        before = where
    return _table("rows", name, ("what", "published", "ours", "verdict"), texts)


def _line(row, where):
    """A row of the table; `where` it is in the article, unless it is as in the row above."""
    place = f"<p class=where>{escape(where)}</p>" if where else ""
    why = f"<p class=why>{escape(sentence(row.reason))}.</p>" if row.reason else ""
    made = "; ".join(text for text in _made(row) if text)
    ours = escape(row.ours) + (f"<p class=made>{escape(made)}</p>" if made else "")
    return (
        f"<tr role=row><th scope=row role=rowheader>{escape(row.what)}{place}</th>"
        f"{_cell('published', escape(_published(row)))}{_cell('ours', ours)}"
        f"{_cell('verdict', _verdict(row) + why)}</tr>"
    )


def _made(row):
    """How ours was made, in words: runs, spread and interval, if there are any."""
    runs = f"{row.runs} runs" if row.runs[:1].isdigit() else ""
    yield ", ".join(part for part in (runs, row.spread and f"sd {row.spread}") if part)
    yield row.interval and f"99 of 100 runs print {row.interval}"


def _pairings(lines, name):
    """A line for each pairing: theirs, ours below it, and a sign for the verdict of each number."""
    first = lines[0][0]
    how = f"mean of {first.runs} runs" if first.runs[:1].isdigit() else first.runs
    caption = (
        f"{first.unit}: the published number is above, ours ({how}) below it; if chance has a "
        "part, there is also the range in which 99 of 100 such numbers lie"
    )
    texts = [
        f"<tr role=row><th scope=row role=rowheader>{escape(_names(line[0]))}</th>"
        f"{''.join(map(_result, line))}</tr>"
        for line in lines
    ]
    table = _table("pairs", name, ("players", *ENDS), texts, caption)
    reasons = _reasons([row for line in lines for row in line])
    return table + (f"<ul class=reasons>{reasons}</ul>" if reasons else "")


def _names(row):
    """Which pairing it is."""
    return row.what.removesuffix(row.metric).removesuffix(": ") or row.setting


def _result(row):
    """A cell: the published number and its sign, ours and its range; zeros are quiet."""
    numbers = [(kind, getattr(row, kind)) for kind in ("published", "ours")]
    theirs, ours = (
        f'<span class="{kind}{" zero" if not float(text.replace(",", "")) else ""}">'
        f"{escape(text)}</span>"
        for kind, text in numbers
    )
    ends = row.interval.split(" to ")
    between = f" <span class=range>{escape(row.interval)}</span>" if ends[0] != ends[-1] else ""
    return (
        f'<td role=cell title="{escape(row.said)}"><span class="verdict {look_of(row.verdict)}">'
        f"<span class=spoken>{escape(row.said)}: </span></span>{theirs}<br>{ours}{between}</td>"
    )


def _reasons(rows):
    """What is different in these rows, or open, and why: each reason once, as a list.

    Reasons that differ only in their numbers are one, with the least and the greatest.
    """
    found = {}
    for row in rows:
        if row.reason:
            key = row.verdict, re.sub(r"\d[\d,]*", "{}", row.reason)
            found.setdefault(key, []).append(re.findall(r"\d[\d,]*", row.reason))
    return "".join(
        f'<li><span class="verdict {look_of(verdict)}">{escape(verdict)}</span> '
        f"({len(numbers)} of {len(rows)} numbers): {escape(_filled(text, numbers))}.</li>"
        for (verdict, text), numbers in found.items()
    )


def _filled(text, numbers):
    """The text with its numbers, each of them a range if it differs."""
    ranges = []
    for some in zip(*numbers, strict=True):
        ordered = sorted(set(some), key=lambda number: int(number.replace(",", "")))
        ranges.append(" to ".join(dict.fromkeys((ordered[0], ordered[-1]))))
    for words in ranges:
        text = text.replace("{}", words, 1)
    return text


def _published(row):
    """What was published, with its unit if that says something."""
    return f"{row.published} {row.unit}" if row.unit not in NO_UNITS else row.published


def _verdict(row):
    said = f"{FALSE}: {row.said}" if row.verdict == FALSE != row.said else row.said
    return f'<span class="verdict {look_of(row.verdict)}">{escape(said)}</span>'


def _cell(label, content):
    empty = "" if content else " class=empty"
    return f'<td role=cell data-label="{label}"{empty}>{content}</td>'


def _table(kind, name, heads, lines, caption=""):
    """A table whose roles stay even if its style turns it into a list of cards."""
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    cells = "".join(f"<th scope=col role=columnheader>{head}</th>" for head in heads)
    return (
        f'<table class={kind} role=table aria-label="{escape(name)}">{above}<thead role=rowgroup>'
        f"<tr role=row>{cells}</tr></thead><tbody role=rowgroup>{''.join(lines)}</tbody></table>"
    )


def of_frame(frame, kind, name):
    """A DataFrame of texts as a table."""
    lines = []
    for _, row in frame.iterrows():
        cells = "".join(_cell(head, escape(text)) for head, text in row.items())
        lines.append(f"<tr role=row>{cells}</tr>")
    return _table(kind, name, frame.columns, lines)
