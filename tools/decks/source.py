"""Read a deck: a text of slides, with the numbers and pictures it takes from its master.

    +++
    [values.c12]
    won = "f'{outcome.x_wins:.0%}'"
    [pictures]
    news = "c22"
    [home]
    before = ["01.2"]
    after = ["half a page on your player (20)"]
    +++

    # X wins {=won} of the games
    min 4 / 6 | *Play first*, 01.1

    ![](news)

    . . .

    Twice as often as O.

    ::: notes
    SAY: Three sentences.
    ASK (1): A question, and the minutes that it takes.
    IF THEY SAY "a wrong answer": what to answer.
    DO (2): What to click, and the minutes.
    :::

`min 4 / 6`: the minute at which the slide begins on the path of 50 minutes and on that of 90; `-`
where a path leaves it out, `home` for a slide behind the end. After `|` stand the section of the
lesson that begins with this slide, and the exercises that the class does at it. What they leave of
the lesson is for home: `tools.plans` makes the plans of meetings from this, and `{=home}` says it
on a slide. `[home]` has what is for home besides, or before the meeting.

`. . .` is a step, `|||` divides two columns. `{=won}` is the text of an expression that is worked
out in the master's kernel when its cell `c12` has run; the picture `news` is that of its cell
`c22`. Of a cell that ends in a Stepper, `c22 3` is what it shows after its third step. Blocks
between `:::` are named by their first word, see `blocks`.
"""

import re
import tomllib
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from tools.masters import ROOT

FOLDER = ROOT / "notebooks" / "decks"
PATHS = 50, 90
WORDS_A_MINUTE = 130
PARTS = "SAY", "ASK", "IF THEY SAY", "DO"
STEP, COLUMN = ". . .", "|||"


class DeckError(ValueError):
    """Error of a deck that cannot be read; the message names the deck and the slide."""


@dataclass(frozen=True)
class Slide:
    """Slide of a deck: its headline, its body as text, its notes, and when it begins on each path.

    notes: [(part, minutes, text)]; minutes: {50: begins, 90: begins}, without a path that skips it,
    and empty for a slide behind the end. `section` is the part of the lesson to which it belongs,
    and `exercises` are the numbers of those that the class does at it.
    """

    headline: str
    body: str
    notes: list
    minutes: dict
    section: str = ""
    exercises: tuple = ()

    @property
    def takes(self):
        """Minutes that the slide takes: what is said, at 130 words a minute, and what is done."""
        n_words = sum(len(text.split()) for part, _, text in self.notes if part == "SAY")
        return n_words / WORDS_A_MINUTE + sum(minutes for _, minutes, _ in self.notes)


@dataclass(frozen=True)
class Deck:
    """Deck as it is written: its name, its slides, and what it takes from the master.

    values: {id of a cell: {name: expression}}; pictures: {name: id of a cell, and which step};
    home: {"before": what is done before the meeting, "after": what else is for home}
    """

    name: str
    slides: list
    values: dict = field(default_factory=dict)
    pictures: dict = field(default_factory=dict)
    home: dict = field(default_factory=dict)

    def asked(self):
        """Return (id of a cell, name, expression) of each value."""
        return [(cell, *item) for cell, named in self.values.items() for item in named.items()]

    def path(self, minutes):
        """Return the slides of a path, in order."""
        return [slide for slide in self.slides if minutes in slide.minutes]

    def ends(self, minutes):
        """Return the minute at which a path has ended, a whole number."""
        last = self.path(minutes)[-1]
        return ceil(last.minutes[minutes] + last.takes)


def deck_path(name):
    """Return the path of the deck of a lesson; `name` is the stem of its notebook."""
    return FOLDER / f"{name}.md"


def kept_folder(name):
    """Return the folder in which what a deck takes from its master is kept."""
    return FOLDER / name[:2]


def decks():
    """Return the names of the lessons that have a deck."""
    return sorted(path.stem for path in FOLDER.glob("*.md"))


def read_deck(path):
    """Return the Deck in a file; raise DeckError if it cannot be read."""
    path = Path(path)
    text = path.read_text(encoding="utf-8")
    head = re.match(r"\+\+\+\n(.*?)\n\+\+\+\n", text, re.DOTALL)
    taken = tomllib.loads(head[1]) if head else {}
    body = text[head.end() :] if head else text
    slides = []
    for part in re.split(r"(?m)^# ", body)[1:]:
        slides.append(_slide(path.stem, part, slides[-1].section if slides else ""))
    return Deck(path.stem, slides, *(taken.get(key, {}) for key in ("values", "pictures", "home")))


def _slide(deck, text, section):
    """Return the Slide of a text; `section` is that of the slide before."""
    headline, _, rest = text.partition("\n")
    when, _, rest = rest.strip("\n").partition("\n")
    match = re.search(r"(?ms)^::: notes\n(.*?)^:::\n?", rest + "\n")
    if not match:
        raise DeckError(f"{deck}: the slide {headline!r} has no notes")
    body = rest[: match.start()] + rest[match.end() :]
    where = f"{deck}, {headline!r}"
    when, _, done = when.partition("|")
    begun = re.search(r"\*(.+)\*", done)
    section, exercises = begun[1] if begun else section, tuple(re.findall(r"\b\d\d\.\d+\b", done))
    minutes, notes = _minutes(where, when), _notes(where, match[1])
    if minutes and not section:
        raise DeckError(f"{where}: the first slide names a section, as `min 0 / 0 | *Play first*`")
    return Slide(headline.strip(), body.strip(), notes, minutes, section, exercises)


def _minutes(where, when):
    """Return {path: minute} of a line such as `min 4 / 6`."""
    if when.strip() == "home":
        return {}
    match = re.fullmatch(r"min (\d+|-) / (\d+|-)", when.strip())
    if not match:
        raise DeckError(f"{where}: below a headline stands `min 4 / 6` or `home`, not {when!r}")
    return {path: int(n) for path, n in zip(PATHS, match.groups(), strict=True) if n != "-"}


def _notes(where, text):
    """Return [(part, minutes, text)] of the lines of the notes.

    A line without a part continues the one before.
    """
    notes = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        part = next((part for part in PARTS if line.startswith(part)), None)
        if part is None and not notes:
            raise DeckError(f"{where}: notes begin with one of {', '.join(PARTS)}, not {line!r}")
        if part is None:
            notes[-1] = (*notes[-1][:2], f"{notes[-1][2]} {line}")
            continue
        match = re.fullmatch(rf"{part}\s*(?:\(([\d.]+)\))?(.*)", line)
        notes.append((part, float(match[1] or 0), match[2].removeprefix(":").strip()))
    return notes
