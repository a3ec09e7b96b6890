"""Check the plans of meetings in the teaching notes against the minutes that are counted.

A plan is a table of rows `| minutes | what |`, the last of them slack, and a line of what is left
for home: `**At home, 14 minutes:** *A section* (4), Exercise 01.9 (10).` A row takes at least as
long as the sections, in italics, and the exercises that it names, without what of them is for home.
"""

import re
from dataclasses import dataclass

from tools import lesson_work
from tools.masters import source, tags

HEADINGS = {50: "### A plan for 50 minutes", 90: "### A plan for 90 minutes"}
WEEKS, TOURNAMENT = "### Six weeks", "### A plan for the class tournament"
A_MEETING = 90
"""Minutes of a meeting of the six weeks, two of them a week."""
SLACK_SHARE = 0.1
NO_PART = {"Objectives", "What you learned", "Quiz", "Further", "What comes next", "References"}


@dataclass(frozen=True)
class Plan:
    """Plan of a meeting.

    `rows` is [(minutes, text)], the slack last; `home` is what is left for home, {name: minutes},
    with "" for what is neither section nor exercise; `stated` is the sum that is stated for home.
    """

    rows: list
    home: dict
    stated: int

    @property
    def in_class(self):
        """Minutes of all rows except the slack."""
        return sum(minutes for minutes, _ in self.rows[:-1])

    @property
    def at_home(self):
        """Minutes of all that is for home."""
        return sum(self.home.values())


def read(text):
    """Return the Plan that a note contains."""
    rows = re.findall(r"^\|\s*(\d+)\s*\|(.*)\|\s*$", text, re.MULTILINE)
    stated = re.search(r"^\*\*At home, (\d+) minutes:\*\*(.*?)(?:\n\n|\Z)", text, re.M | re.S)
    home = {}
    items = r"(?:\*([^*]+)\*|(\d\d\.\d+)|[^\s()*.,][^()*.,]*) \((\d+)\)"
    for title, number, minutes in re.findall(items, stated[2] if stated else ""):
        home[title or number] = home.get(title or number, 0) + int(minutes)
    return Plan(
        [(int(m), row_text.strip()) for m, row_text in rows], home, int(stated[1]) if stated else -1
    )


def parts(cells):
    """Return {title of a section, or number of an exercise: counted minutes} of a lesson.

    A section, a heading of the second or third level, is counted without its exercises.
    """
    counted, title, number = {}, None, None
    for cell, minutes in zip(cells, lesson_work.minutes(cells), strict=True):
        for heading in re.findall(r"^###? (.+)$", source(cell), re.MULTILINE):
            if exercise := re.match(r"Exercise (\d+\.\d+)", heading):
                number = exercise[1]
            elif cell["cell_type"] == "markdown":
                title = heading.strip()
        name = number if "solution" in tags(cell) else title
        counted[name] = counted.get(name, 0) + minutes
    return {name: m for name, m in counted.items() if name and name not in NO_PART}


def names(text, counted):
    """Return the sections and exercises that a row names, in order; raise KeyError if unknown."""
    text = re.sub(r"(\d\d)\.(\d+) to \1\.(\d+)", _all_of_them, text)
    named = [a or b for a, b in re.findall(r"\*([^*]+)\*|\b(\d\d\.\d+)\b", text)]
    for name in named:
        if name not in counted:
            raise KeyError(name)
    return named


def _all_of_them(match):
    lesson, first, last = match.groups()
    return ", ".join(f"{lesson}.{k}" for k in range(int(first), int(last) + 1))


def problems(heading, text, length, counted, core):
    """Return what is wrong with the plan of `length` minutes under this heading.

    Checked are its sum, its slack, rows that take longer than planned, and names of the `core`, all
    of them in `counted`, that appear neither in class nor at home.
    """
    plan = read(text)
    minutes = [m for m, _ in plan.rows]
    if sum(minutes) != length:
        return [f"{heading!r}: its minutes {minutes} sum to {sum(minutes)}, not {length}"]
    slack, last_text = plan.rows[-1]
    sentences = []
    if not last_text.startswith("slack") or slack < SLACK_SHARE * length:
        sentences.append(
            f"{heading!r} does not end with {SLACK_SHARE * length:.0f} minutes of slack"
        )
    if plan.stated != plan.at_home:
        sentences.append(
            f"{heading!r} gives {plan.at_home} minutes for home and says {plan.stated}"
        )
    try:
        return sentences + [
            f"{heading!r} {problem}" for problem in _short_rows(plan, counted, core)
        ]
    except KeyError as unknown:
        return [*sentences, f"{heading!r} names {unknown}, which the lesson does not have"]


def _short_rows(plan, counted, core):
    left = {name: m - plan.home.get(name, 0) for name, m in counted.items()}
    for name in set(plan.home) - {*counted, ""}:
        raise KeyError(name)
    for minutes, row_text in plan.rows:
        # A section or exercise that is named twice is done once.
        needed = sum(max(left.pop(name, 0), 0) for name in names(row_text, counted))
        if minutes < int(needed):
            yield f"has {minutes} minutes for {row_text[:40]!r}, and {needed:.0f} are counted"
    for name in core:
        if left.get(name, 0) >= 1:
            yield f"leaves {left[name]:.0f} minutes of {name!r} neither for class nor for home"


def week_problems(notes):
    """Return what is wrong with the table of the six weeks in lesson 00, as sentences.

    `notes`: {number of a lesson: {heading: text}}.
    """
    pattern = r"^\| (\d) \| ([^|]+) \| ([\d +]+) \| ([\d +]+) \| (\d+) \|"
    rows = re.findall(pattern, notes["00"][WEEKS], re.MULTILINE)
    sentences, whole = [], [0, 0]
    for week, meetings, *stated in rows:
        plans = [_meeting(name, notes) for name in meetings.split(", ")]
        in_class, at_home = [p.in_class for p in plans], [p.at_home for p in plans]
        right = [" + ".join(map(str, in_class)), " + ".join(map(str, at_home))]
        right.append(str(sum(in_class + at_home)))
        whole = [whole[0] + sum(in_class), whole[1] + sum(at_home)]
        if stated != right:
            sentences.append(f"the minutes of week {week} are {right}, not {stated}")
    if f"| *sum* | {whole[0]} | {whole[1]} | {sum(whole)} |" not in notes["00"][WEEKS]:
        sentences.append(f"the sums of all weeks are {whole} and {sum(whole)}")
    return sentences


def _meeting(name, notes):
    if name == "the class tournament":
        return read(notes["10"][TOURNAMENT])
    return read(notes[name][HEADINGS[A_MEETING]])
