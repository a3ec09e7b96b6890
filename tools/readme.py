"""Bring what README.md and data/lessons.csv say about the lessons up to date.

`python run.py readme` writes the table in README.md, between its two marks, and the list that the
map of lesson 00 is drawn from, both from the notebooks' own metadata, draws the second picture of
README.md, and numbers the exercises by their places; tests say when that is due.
"""

import argparse
import csv
import io
import re
import sys
from pathlib import Path

from tools import grown, minutes, numbers
from tools.masters import lessons, read
from tools.written import write_all

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- lessons: made by `python run.py readme` -->", "<!-- end of lessons -->"

LIST = ROOT / "data" / "lessons.csv"


def described():
    """Yield (path, its metadata) of each lesson, in order, with the current minutes."""
    for path in lessons():
        yield path, minutes.timed(read(path))["metadata"]["tttlearn"]


def lesson_list():
    """Return the CSV list of the lessons: file, title, summary, minutes and way of each."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    columns = ["title", "summary", "minutes", "way"]
    rows.writerow(["file", *columns])
    for path, about in described():
        rows.writerow([path.name, *map(about.get, columns)])
    return text.getvalue()


def lesson_table():
    """Return the Markdown table of the lessons, one row for each notebook, in order."""
    rows = [
        "| lesson | what you will do | minutes | needs | way |",
        "| --- | --- | ---: | --- | --- |",
    ]
    for path, about in described():
        needs = ", ".join(about["needs"]) or "nothing"
        title = f"[{path.stem[:2]} {about['title']}](notebooks/{path.name})"
        cells = title, about["summary"], about["minutes"], needs, about["way"]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def with_table(text):
    """Return the README text with the current table; raise ValueError if its marks are missing."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"README.md lacks the lines {BEGIN!r} and {END!r}")
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    table = f"{BEGIN}\n{lesson_table()}\n{END}"
    return re.sub(pattern, lambda _: table, text, flags=re.DOTALL)


def main():
    """Rewrite numbers, minutes, README.md, its figure and list; return the exit status."""
    write_all(numbers.files())
    readme = ROOT / "README.md"
    files = {
        LIST: lesson_list(),
        grown.PICTURE: grown.picture(),
        readme: with_table(readme.read_text(encoding="utf-8")),
    }
    write_all(minutes.files() | files)
    return 0


if __name__ == "__main__":
    argparse.ArgumentParser(
        prog="run.py readme", description=__doc__.partition("\n")[0]
    ).parse_args()
    sys.exit(main())
