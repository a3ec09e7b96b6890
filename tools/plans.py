"""Make the plans of meetings from the decks: what is done in class, when, and what goes home.

A deck says at which minute each slide begins on each path, to which section of the lesson it
belongs, and which exercises the class does at it. What that leaves of the lesson's core is for
home, with the minutes that are counted for it. The plans in the teaching notes, the last slide
and the six weeks are written from here. Only the class tournament, which has no deck, has a
plan written by hand: rows `| minutes | what |`, slack last, and below it `**At home, 50 minutes:**`
with items such as `half a page (30)`.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, groupby

from tools import lesson_work, masters
from tools.decks.source import PATHS, DeckError, deck_path, decks, read_deck
from tools.masters import source, tags
from tttlearn.course.exercises import originals

HEADINGS = {path: f"### A plan for {path} minutes" for path in PATHS}
WEEKS, TOURNAMENT = "### Six weeks", "### A plan for the class tournament"
A_MEETING = 90
"""Minutes of a meeting of the six weeks, two of them a week."""
MIN_REST_MINUTES = 3
"""Fewest minutes that a section must need on top of those in class before it is for home, too."""
SLACK = "slack: for questions, and for what takes longer than planned"
MADE = "This is the path of the slides, whose notes say what to say, to ask and to do."
NO_PART = {"Objectives", "What you learned", "Quiz", "Further", "What comes next", "References"}
NUMBER = re.compile(r"\d\d\.\d+")


@dataclass(frozen=True)
class Plan:
    """Plan of a meeting.

    `rows` is [(minutes, text)], the slack last; `before` and `home` are what is to be done before
    the meeting and after it, {name of a section, number of an exercise, or words: minutes}.
    """

    rows: list
    before: dict
    home: dict

    @property
    def in_class(self):
        """Minutes of all rows except the slack."""
        return sum(minutes for minutes, _ in self.rows[:-1])

    @property
    def at_home(self):
        """Minutes of all that is for home."""
        return sum(self.before.values()) + sum(self.home.values())


def made(name, path, cells=None):
    """Return the Plan of a lesson for a path of its deck; raise DeckError if they do not match.

    `cells` are those of the lesson's master, unless they are to be read.
    """
    deck = read_deck(deck_path(name))
    cells = cells or masters.read(masters.NOTEBOOKS / f"{name}.ipynb")["cells"]
    cells = [cell for cell in cells if "teaching-notes" not in tags(cell)]
    counted, core = parts(cells), parts(originals.core(cells))
    end, slides = deck.ends(path), deck.path(path)
    rows, spent, number = [], Counter(), 0
    for section, group in groupby(slides, lambda slide: slide.section):
        group = list(group)
        number += len(group)
        following = slides[number].minutes[path] if number < len(slides) else end
        minutes = following - group[0].minutes[path]
        done = [exercise for slide in group for exercise in slide.exercises]
        if section not in counted.keys() | NO_PART or not counted.keys() >= set(done):
            raise DeckError(
                f"{name}: the deck names {section!r} and {done}; one is not its lesson's"
            )
        rows.append((minutes, _row(section, done, number - len(group) + 1, number)))
        spent.update({section: max(0, minutes - sum(counted[one] for one in done))})
        spent.update(dict.fromkeys(done, path))
    rows.append((path - end, SLACK))
    before, after = (_read_items(deck.home.get(when, []), counted) for when in ("before", "after"))
    left = {one: round(m - spent[one]) for one, m in core.items() if one not in before}
    least = {one: MIN_REST_MINUTES if one in spent else 1 for one in left}
    home = {_rest(one, spent): m for one, m in left.items() if m >= least[one]}
    return Plan(rows, before, home | after)


def _row(section, exercises, first, last):
    """Return the words of a row: its section, its exercises and its slides."""
    with_them = f", with {listed(exercises)}" if exercises else ""
    several = f"slides {first} {'to' if last > first + 1 else 'and'} {last}"
    slides = several if last > first else f"slide {first}"
    return f"*{section}*{with_them}: {slides}"


def _rest(name, spent):
    if NUMBER.fullmatch(name):
        return name
    return f"the rest of *{name}*" if name in spent else f"*{name}*"


def _read_items(items, counted):
    """Return {item: minutes}, of exercises by number and of words with their minutes behind."""
    pairs = [re.fullmatch(r"(?:Exercise )?(.+?)(?: \((\d+)\))?", item).groups() for item in items]
    return {words: int(minutes or round(counted[words])) for words, minutes in pairs}


def listed(exercises):
    """Return exercises as words, such as "Exercises 05.1 and 05.3 to 05.6"."""
    runs = []
    for number in exercises:
        lesson, place = number.split(".")
        if runs and runs[-1][-1] == f"{lesson}.{int(place) - 1}":
            runs[-1].append(number)
        else:
            runs.append([number])
    words = []
    for run in runs:
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    *first, last = words
    text = f"{', '.join(first)} and {last}" if first else last
    return f"Exercise{'s' * (len(exercises) > 1)} {text}"


def short(plan):
    """Return what is for home after a meeting, in one sentence for a slide or a handout."""
    exercises = [name for name in plan.home if NUMBER.fullmatch(name)]
    others = [words for words in plan.home if not NUMBER.fullmatch(words) and "*" not in words]
    sections = ["what we left out"] if any("*" in name for name in plan.home) else []
    items = [*([listed(exercises)] if exercises else []), *sections, *others]
    if not items:
        return "Nothing is left to do at home."
    return f"At home, {sum(plan.home.values())} minutes: {'; '.join(items)}."


def written(plan):
    """Return a plan as Markdown: its rows, and what is for home."""
    begins = accumulate((minutes for minutes, _ in plan.rows), initial=0)
    rows = "\n".join(
        f"| {begin} | {minutes} | {text} |"
        for begin, (minutes, text) in zip(begins, plan.rows, strict=False)
    )
    before, after = (_items(items) for items in (plan.before, plan.home))
    both = [f"before the meeting, {before}"] * bool(before) + [f"after it, {after}"] * bool(after)
    home = "; ".join(both) if before else after
    return (
        f"{MADE}\n\n| from | minutes | what |\n| --: | --: | :-- |\n{rows}\n\n"
        f"**At home, {plan.at_home} minutes:** {home or 'nothing is left'}."
    )


def _items(items):
    return ", ".join(
        f"{'Exercise ' * bool(NUMBER.fullmatch(name))}{name} ({minutes})"
        for name, minutes in items.items()
    )


def in_note(note, cells):
    """Return a teaching note with the plan that is made for its heading, if one is."""
    heading = note.partition("\n")[0]
    if heading == WEEKS:
        return with_weeks(note)
    match = lesson_work.LESSON.search("\n".join(map(source, cells)))
    name = next((name for name in decks() if match and name.startswith(match[1])), None)
    path = next((path for path in PATHS if HEADINGS[path] == heading), None)
    return f"{heading}\n\n{written(made(name, path, cells))}" if name and path else note


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


def read(text):
    """Return the Plan that is written by hand in a note."""
    rows = re.findall(r"^\|\s*(\d+)\s*\|(.*)\|\s*$", text, re.MULTILINE)
    _, _, home = text.partition("**At home")
    minutes = [int(minutes) for minutes in re.findall(r"\((\d+)\)", home)]
    return Plan([(int(m), row.strip()) for m, row in rows], {}, dict(enumerate(minutes)))


def problems(text):
    """Return what is wrong with a plan that is written by hand: its sum, its slack, its home."""
    plan, stated = read(text), re.search(r"At home, (\d+) minutes", text)
    total = sum(minutes for minutes, _ in plan.rows)
    wrong = {
        f"its minutes sum to {total}, not {A_MEETING}": total != A_MEETING,
        f"its last row is not {SLACK!r}": plan.rows[-1][1] != SLACK,
        f"it gives {plan.at_home} minutes for home and says another number": (
            not stated or int(stated[1]) != plan.at_home
        ),
    }
    return [f"{TOURNAMENT!r}: {sentence}" for sentence, holds in wrong.items() if holds]


def with_weeks(text):
    """Return the note on the six weeks with the minutes of the plans that it names."""
    total = Counter()

    def week(match):
        plans = [_meeting(name) for name in match[2].strip().split(", ")]
        in_class, at_home = [plan.in_class for plan in plans], [plan.at_home for plan in plans]
        total.update({"class": sum(in_class), "home": sum(at_home)})
        sums = [" + ".join(map(str, minutes)) for minutes in (in_class, at_home)]
        return f"| {match[1]} | {match[2]} | {' | '.join(sums)} | {sum(in_class + at_home)} |"

    text = re.sub(r"(?m)^\| (\d) \| ([^|]+) \| [\d +]+ \| [\d +]+ \| \d+ \|", week, text)
    whole = f"| *sum* | {total['class']} | {total['home']} | {total.total()} |"
    return re.sub(r"\| \*sum\* \| \d+ \| \d+ \| \d+ \|", whole, text)


def _meeting(name):
    if name in (deck[:2] for deck in decks()):
        return made(next(deck for deck in decks() if deck.startswith(name)), A_MEETING)
    path = next(path for path in masters.lessons() if path.stem.startswith("10"))
    cells = masters.read(path)["cells"]
    return read(next(source(cell) for cell in cells if source(cell).startswith(TOURNAMENT)))
