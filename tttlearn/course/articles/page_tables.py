"""What the pages' tables show of the rows of items; `templates/rows.html` is how.

A row is one of a DataFrame of texts, as `report.verdict_table` makes it. The published results of a
pairing (X wins, draw, O wins) are three rows of it, but one line of a table, as in the articles.
"""

import re
from itertools import groupby

from tttlearn.course.articles.published import CAUTIOUS
from tttlearn.course.articles.verdicts import (
    AGREES,
    CANNOT,
    DIFFERENT,
    FALSE,
    NARROW,
    TRUE,
    VERDICTS,
    WITHIN,
)

SIGNS = {"good": "true or in agreement", "part": "true of a part of the runs"}
SIGNS |= {"open": "where nobody can tell", "bad": "false or different"}
"""What the looks of verdicts mean, the most welcome first."""
LOOKS = dict.fromkeys((AGREES, WITHIN, TRUE), "good")
LOOKS |= dict.fromkeys((DIFFERENT, FALSE), "bad") | {CANNOT: "open"}
"""How a verdict looks, beside its word; all others are "part"."""
ENDS = ("X wins", "draw", "O wins")
METRICS = {"x wins": 0, "1": 0, "draw": 1, "0": 1, "o wins": 2, "2": 2}
"""Which of the ENDS a published metric is, by how it begins."""
MEASURED = ("measured", "alike", "certain", "timed")
"""The kinds of rows that have a number of ours beside a published one."""
NO_UNITS = ("-", "text", "list", "formula", "date")


def look_of(verdict):
    """How this verdict looks: "good", "part", "open" or "bad"."""
    return LOOKS.get(verdict, "part")


def looks(verdicts):
    """How many of them have which look: pairs of those that there are, the most welcome first."""
    found = [look_of(verdict) for verdict in verdicts]
    return [(kind, found.count(kind)) for kind in SIGNS if kind in found]


def verdict_text(row):
    """The words of a verdict; what is false in other words is said to be false, too."""
    return f"{FALSE}: {row.said}" if row.verdict == FALSE != row.said else row.said


def telling(rows):
    """The row that tells most about an item: the one on a whole table, else the least welcome."""
    whole = rows[rows.kind == "table"]
    some = whole if len(whole) else rows
    return some.loc[some.verdict.map(VERDICTS.index).idxmax()]


def example(row):
    """What this row tells, in two lines: what the article says, and what was found here."""
    theirs = f": {published_text(row)}" if row.kind in (*MEASURED, "setting") else ""
    return f"{row.what}{theirs}", re.split("[;:.] ", row.ours)[0]


def published_text(row):
    """What was published, with its unit if that says something."""
    about = "about " if any(word in row.metric for word in CAUTIOUS) else ""
    return about + (f"{row.published} {row.unit}" if row.unit not in NO_UNITS else row.published)


def where(row):
    """Where in the article a row is."""
    return ", ".join(part for part in (row.place, row.setting) if part)


def made(row):
    """How ours was made and what decides, in words: runs, spread and interval, if there are any."""
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
    """What decides a verdict as a strip from 0 to all that a number could be; None without a range.

    Places on it in %: (low, high) of the interval, our mean, and the marks: the published number,
    or the limits that a share of runs must keep clear of.
    """
    if not row.limit:
        return None
    low, high = _numbers(row.interval)
    if row.kind == "statement":
        span, marks = 100, _numbers(row.limit)
        mean = span * _numbers(row.true_of)[0] / _numbers(row.runs)[0]
    else:
        span, marks, mean = _numbers(row.limit)[0] / NARROW, _numbers(row.published)[:1], None
    if len(ours := _numbers(row.ours)) and mean is None:
        mean = ours[0]
    start = 0 if max(high, *marks) <= 1.01 * span else (low + high - span) / 2
    places = [100 * min(max((one - start) / span, 0), 1) for one in (low, high, mean, *marks)]
    return places[:2], places[2], places[3:]


def _numbers(text):
    """The numbers in a text, as floats."""
    return [float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


def tables_of(rows):
    """The rows of an item as tables: (kind, list of lines), a line being a list of rows.

    The kinds are "pairings", "whole", on a whole published table, and "one by one".
    """
    for kind, lines in groupby(_lines(rows), key=_kind):
        yield kind, list(lines)


def _kind(line):
    if len(line) == len(ENDS):
        return "pairings"
    return "whole" if line[0].kind == "table" else "one by one"


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


def about_pairings(lines):
    """What stands above a table of pairings."""
    first, *_ = rows = [row for line in lines for row in line]
    how = f"mean of {first.runs} runs" if first.runs[:1].isdigit() else first.runs
    text = f"{first.unit}: the published number is above, ours ({how}) below it"
    limits = {row.limit for row in rows if row.limit}
    if limits:
        text += "; where chance has a part, 99 of 100 such numbers lie in the interval beside it, "
        text += f"which tells if it is at most {' or '.join(limits)} wide"
    return text


def pairing_name(row):
    """Which pairing it is."""
    return row.what.removesuffix(row.metric).removesuffix(": ") or row.setting


def is_zero(text):
    """Whether this number is 0."""
    return float(text.replace(",", "")) == 0


def has_range(row):
    """Whether the interval of a row is more than one number."""
    ends = row.interval.split(" to ")
    return ends[0] != ends[-1]


def reasons(lines):
    """What is different in these lines, or open, and why, each reason once.

    A list of (verdict, number of rows, of how many, reason). Reasons that differ only in their
    numbers are one, with the least and the greatest.
    """
    rows, found = [row for line in lines for row in line], {}
    for row in rows:
        if row.reason:
            key = row.verdict, re.sub(r"\d[\d,]*", "{}", row.reason)
            found.setdefault(key, []).append(re.findall(r"\d[\d,]*", row.reason))
    return [
        (verdict, len(numbers), len(rows), _filled(text, numbers))
        for (verdict, text), numbers in found.items()
    ]


def _filled(text, numbers):
    """The text with its numbers, each of them a range if it differs."""
    ranges = []
    for some in zip(*numbers, strict=True):
        ordered = sorted(set(some), key=lambda number: int(number.replace(",", "")))
        ranges.append(" to ".join(dict.fromkeys((ordered[0], ordered[-1]))))
    for words in ranges:
        text = text.replace("{}", words, 1)
    return text
