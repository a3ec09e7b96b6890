"""Compute what the pages' tables show of the rows of items; `templates/rows.html` lays it out.

A row is a row of a DataFrame of texts, as `report.verdict_table` makes it. The published results of
a pairing (X wins, draw, O wins) are three rows of it, but one line of a table, as in the articles.
"""

import re
from itertools import groupby

from tttlearn.course.articles.published import CAUTIOUS
from tttlearn.course.articles.verdicts import (
    AGREES,
    CANNOT,
    DIFFERENT,
    FALSE,
    MAX_RELATIVE_WIDTH,
    TRUE,
    VERDICTS,
    WITHIN,
)

SIGNS = {"good": "true or in agreement", "part": "true of a part of the runs"}
SIGNS |= {"open": "where nobody can tell", "bad": "false or different"}
"""Meaning of each look of a verdict, the most welcome first."""
LOOKS = dict.fromkeys((AGREES, WITHIN, TRUE), "good")
LOOKS |= dict.fromkeys((DIFFERENT, FALSE), "bad") | {CANNOT: "open"}
"""Look of each verdict, shown beside its word; all others are "part"."""
ENDS = ("X wins", "draw", "O wins")
METRICS = {"x wins": 0, "1": 0, "draw": 1, "0": 1, "o wins": 2, "2": 2}
"""Index in ENDS of a published metric, by how it begins."""
MEASURED = ("measured", "alike", "certain", "timed")
"""Kinds of rows that have a number of ours beside a published one."""
NO_UNITS = ("-", "text", "list", "formula", "date")


def look_of(verdict):
    """Return the look of this verdict: "good", "part", "open" or "bad"."""
    return LOOKS.get(verdict, "part")


def looks(verdicts):
    """Count the verdicts by look: pairs (look, number), without zeros, the most welcome first."""
    seen = [look_of(verdict) for verdict in verdicts]
    return [(kind, seen.count(kind)) for kind in SIGNS if kind in seen]


def verdict_text(row):
    """Return the words of a verdict, with "false" before them if they do not contain it."""
    return f"{FALSE}: {row.said}" if row.verdict == FALSE != row.said else row.said


def telling(rows):
    """Return the most informative row of an item: that on a whole table, else the least welcome."""
    whole = rows[rows.kind == "table"]
    candidates = whole if len(whole) else rows
    return candidates.loc[candidates.verdict.map(VERDICTS.index).idxmax()]


def example(row):
    """Return two lines about this row: what the article says, and what was found here."""
    theirs = f": {published_text(row)}" if row.kind in (*MEASURED, "setting") else ""
    return f"{row.what}{theirs}", re.split("[;:.] ", row.ours)[0]


def published_text(row):
    """Return the published value as text, with its unit if that is informative."""
    about = "about " if any(word in row.metric for word in CAUTIOUS) else ""
    return about + (f"{row.published} {row.unit}" if row.unit not in NO_UNITS else row.published)


def where(row):
    """Return where in the article a row is."""
    return ", ".join(part for part in (row.place, row.setting) if part)


def made(row):
    """Return how ours was made and what decides, in words: runs, spread, interval, if present."""
    runs = f"{row.runs} runs" if row.runs[:1].isdigit() else ""
    how = ", ".join(part for part in (runs, row.spread and f"sd {row.spread}") if part)
    between = ""
    if row.kind == "statement" and row.interval:
        limits = "limits" if " and " in row.limit else "limit"
        how = f"true of {row.true_of} of {runs}"
        between = f"99% interval {row.interval}%; {limits} {row.limit}%"
    elif row.interval:
        between = f"99 of 100 print {row.interval}; at most {row.limit} wide to tell"
    return "; ".join(text for text in (how, between) if text)


def strip(row):
    """Return what decides a verdict as a strip from 0 to the largest possible number.

    Its places, in %: (low, high) of the interval, our mean, and a list of marks. The marks are the
    published number, or the limits that a share of runs is compared with. Returns None if the row
    has no interval.
    """
    if not row.limit:
        return None
    low, high = _numbers(row.interval)
    if row.kind == "statement":
        span, marks = 100, _numbers(row.limit)
        mean = span * _numbers(row.true_of)[0] / _numbers(row.runs)[0]
    else:
        span = _numbers(row.limit)[0] / MAX_RELATIVE_WIDTH
        marks, mean = _numbers(row.published)[:1], None
    if len(ours := _numbers(row.ours)) and mean is None:
        mean = ours[0]
    start = 0 if max(high, *marks) <= 1.01 * span else (low + high - span) / 2
    places = [100 * min(max((number - start) / span, 0), 1) for number in (low, high, mean, *marks)]
    return places[:2], places[2], places[3:]


def _numbers(text):
    """Return the numbers in a text, as floats."""
    return [float(match.replace(",", "")) for match in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


def tables_of(rows):
    """Yield the rows of an item as tables: (kind, list of lines), a line being a list of rows.

    The kinds are "pairings", "whole" for verdicts on a whole published table, and "one by one".
    """
    for kind, lines in groupby(_lines(rows), key=_kind):
        yield kind, list(lines)


def _kind(line):
    if len(line) == len(ENDS):
        return "pairings"
    return "whole" if line[0].kind == "table" else "one by one"


def _lines(rows):
    """Group the rows in lists: the three of a pairing in the order of ENDS, others one by one."""

    def pairing(row):
        of_games = row.kind in MEASURED and _end(row) is not None
        return (row.source, row.setting) if of_games else row.name

    for _, group in groupby((row for _, row in rows.iterrows()), key=pairing):
        rows_of_group = list(group)
        if len(rows_of_group) == len(ENDS):
            yield sorted(rows_of_group, key=_end)
        else:
            yield from ([row] for row in rows_of_group)


def _end(row):
    """Return the index in ENDS of the number of a row, None for any other number."""
    return METRICS.get(row.metric.split(" (")[0])


def about_pairings(lines):
    """Return the text above a table of pairings."""
    first, *_ = rows = [row for line in lines for row in line]
    how = f"mean of {first.runs} runs" if first.runs[:1].isdigit() else first.runs
    text = f"{first.unit}: the published number is above, ours ({how}) below it"
    limits = {row.limit for row in rows if row.limit}
    if limits:
        text += "; where chance has a part, 99 of 100 such numbers lie in the interval beside it, "
        text += f"which tells if it is at most {' or '.join(limits)} wide"
    return text


def pairing_name(row):
    """Return the name of the pairing that this row belongs to."""
    return row.what.removesuffix(row.metric).removesuffix(": ") or row.setting


def is_zero(text):
    """Return whether this number, given as text, is 0."""
    return float(text.replace(",", "")) == 0


def has_range(row):
    """Return whether the interval of a row has two different ends."""
    ends = row.interval.split(" to ")
    return ends[0] != ends[-1]


def reasons(lines):
    """List what is different in these lines, or open, each reason once.

    Returns a list of (verdict, number of rows with this reason, number of all rows, reason).
    Reasons that differ only in their numbers are merged, with the lowest and the highest number.
    """
    rows, numbers_by_reason = [row for line in lines for row in line], {}
    for row in rows:
        if row.reason:
            key = row.verdict, re.sub(r"\d[\d,]*", "{}", row.reason)
            numbers_by_reason.setdefault(key, []).append(re.findall(r"\d[\d,]*", row.reason))
    return [
        (verdict, len(numbers), len(rows), _filled(text, numbers))
        for (verdict, text), numbers in numbers_by_reason.items()
    ]


def _filled(text, numbers):
    """Insert the numbers into the text, each as a range "low to high" if it differs."""
    ranges = []
    for values in zip(*numbers, strict=True):
        ordered = sorted(set(values), key=lambda number: int(number.replace(",", "")))
        ranges.append(" to ".join(dict.fromkeys((ordered[0], ordered[-1]))))
    for words in ranges:
        text = text.replace("{}", words, 1)
    return text
