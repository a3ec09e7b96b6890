"""A learner's own record: the exercises passed, and the predictions.

The record is one small JSON file, `my_progress.json`, in the folder of the lessons. When the
reader's own answer is correct for the first time, a check writes the exercise and the day into it;
until then, it writes how many answers were not right. A prediction is written beside them, and its
answer once that is known, see `predictions`, or that the guess is late; and for the reader's own
claim, in lesson 11, the limit with which it was first made. The record stays on this computer. To
hand it in, a reader exports it, under a name of their choice, with predictions and numbers or only
with what was passed.

    {"format": "tttlearn progress 2", "passed": {"01.encode": "2026-03-02", ...}, "name": "Ada",
     "tries": {"01.encode": 2, ...},
     "predictions": {"03.p1": {"question": "How many?", "guess": 8, "answer": 2, "right": false},
                     "03.p2": {"question": "Who wins?", "guess": "X"}},
     "limits": {"nested-40 0f3a5c...": 0.1}}

The file is plain text that its owner can change, so it is a help for learners, not a proof.
If the environment has TTTLEARN_MASTER, lessons are run to be saved or compared, without a learner,
and so they are where nbgrader grades them. Then the learner's own record is empty and stays so,
whatever is in the folder.
"""

import json
import os
import re
from dataclasses import dataclass, field
from datetime import date
from math import isfinite
from pathlib import Path

from tttlearn.course.exercises.originals import as_id, exercises, number_of
from tttlearn.support import arguments
from tttlearn.support.arguments import MAX_COUNT, shown, true_or_false
from tttlearn.support.files import INVALID_JSON_ERRORS, file_lock, write_atomically
from tttlearn.support.text import one_line

FILE, FORMAT = "my_progress.json", "tttlearn progress 2"
FORMER = "tttlearn progress 1"
"""The format that had numbers of exercises instead of their ids; it is read, and written as new."""
MASTER = "TTTLEARN_MASTER"
GRADER = "NBGRADER_EXECUTION"
"""What nbgrader sets in the environment of a notebook that it runs, to what it runs it for."""
EXERCISE, PREDICTION = re.compile(r"\d\d\.[a-z]\w*"), re.compile(r"\d\d\.p[1-9]\d?")


class RecordError(ValueError):
    """A file that is not a record of progress; the message names it."""


def for_nobody():
    """Whether a lesson is run to be saved, compared or graded, not by a learner."""
    return MASTER in os.environ or is_graded()


def is_graded():
    """Whether nbgrader runs a lesson that somebody handed in, to give points for it."""
    return os.environ.get(GRADER) == "autograde"


@dataclass
class Record:
    """What a learner did: `passed` is a dict from the exercises passed to the days, as text.

    `tries`: a dict from exercises to how many answers were not right before one was.
    `predictions`: a dict from their ids to dicts of `question`, `guess` and, once they are known,
    `answer` and whether the guess was `right`; for a cell also the `kind` "cell"; and `late` if the
    answer was shown before there was a guess. `limits`: a dict from claims to the limits with which
    they were first made.
    """

    path: Path
    passed: dict
    name: str = ""
    predictions: dict = field(default_factory=dict)
    tries: dict = field(default_factory=dict)
    limits: dict = field(default_factory=dict)

    @property
    def table(self):
        """A DataFrame with a row for each lesson: how many exercises it has, how many are passed,
        and which are left."""
        import pandas as pd

        rows = {}
        for id in exercises():
            row = rows.setdefault(id[:2], {"exercises": 0, "passed": 0, "left": []})
            row["exercises"] += 1
            row["passed"] += id in self.passed
            row["left"] += [number_of(id)] * (id not in self.passed)
        found = pd.DataFrame(rows).T.rename_axis("lesson")
        return found.assign(left=found.left.map(", ".join))

    def __str__(self):
        return f"{self._count()}\n\n{self.table}"

    __repr__ = __str__

    def _repr_html_(self):
        return f"<p>{self._count()}</p>{self.table.to_html()}"

    def _count(self):
        return f"{self.table.passed.sum()} of {len(exercises())} exercises passed"

    def export(self, path, name, details=True):
        """Write a copy to `path` under the name by which you want to be known; returns the path.

        details: False leaves out your predictions, and how many answers were not right. Limits of
        claims are never in it.

        Raises ValueError for an empty name, FileExistsError rather than overwrite a file.
        """
        name = one_line(arguments.text(name, "the name"))
        if not name:
            raise ValueError("an export needs a name, for example export('ada.json', name='Ada')")
        path, details = arguments.path(path, "path"), true_or_false(details, "details")
        with open(path, "x", encoding="utf-8") as file:
            copied = (self.predictions, self.tries) if details else ()
            file.write(_text(Record(path, self.passed, name, *copied)))
        return path

    def delete(self):
        """Delete the file of the record; the lessons do not change."""
        self.path.unlink(missing_ok=True)
        self.passed, self.predictions, self.tries, self.limits = {}, {}, {}, {}


def _text(record):
    about = {"format": FORMAT, "passed": dict(sorted(record.passed.items()))}
    about |= {"name": record.name} if record.name else {}
    for name in ("tries", "predictions", "limits"):
        about |= {name: dict(sorted(found.items()))} if (found := getattr(record, name)) else {}
    return json.dumps(about, indent=1, ensure_ascii=False) + "\n"


def read_record(path=FILE):
    """The Record in a file; an empty one if there is no file.

    Raises RecordError, naming the file and what is wrong with it, if it is not a whole record.
    """
    path = arguments.path(path, "path")
    if not path.exists() or (path == Path(FILE) and for_nobody()):
        return Record(path, {})
    record, problems = read_sound(path)
    if problems:
        raise _no_record(path, problems[0])
    return record


def read_sound(path):
    """(the Record of all sound entries in a file, a line on each of the others).

    Raises RecordError, naming the file and what is wrong with it, if it is no record at all.
    """
    path = Path(path)
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except INVALID_JSON_ERRORS:
        raise _no_record(path, "it cannot be read as JSON") from None
    if (
        not isinstance(about, dict)
        or about.get("format") not in (FORMAT, FORMER)
        or "passed" not in about
    ):
        raise _no_record(path, f'it needs "format": "{FORMAT}" and "passed"')
    if about["format"] == FORMER:
        about = _with_ids(about)
    name, problems = about.get("name", ""), []
    if not isinstance(name, str):
        problems.append(f"its name is {shown(name)}, not a text")
        name = ""
    sound = {section: _sound(section, about.get(section, {}), problems) for section in ENTRIES}
    return Record(path, name=one_line(name), **sound), problems


def _with_ids(about):
    """What a record of the former format says, with the ids of the exercises."""
    named = {
        section: {as_id(number): entry for number, entry in about[section].items()}
        for section in ("passed", "tries")
        if isinstance(about.get(section), dict)
    }
    return about | named


def _no_record(path, why):
    return RecordError(f"{path} is no record of progress ({why}): move it away, or mend it by hand")


def _sound(section, entries, problems):
    """The sound entries of a section, a dict; a line on each of the others goes into `problems`."""
    if not isinstance(entries, dict):
        problems.append(f'"{section}" is {shown(entries)}, not a dict of entries')
        return {}
    wrong = {key: why for key, entry in entries.items() if (why := _wrong(section, key, entry))}
    problems += wrong.values()
    return {key: entry for key, entry in entries.items() if key not in wrong}


def _wrong(section, key, entry):
    """What is wrong with an entry, in a line; "" when nothing is."""
    is_key, keys, is_entry, entries = ENTRIES[section]
    if not is_key(key):
        return f'{shown(key)} in "{section}" is not {keys}'
    try:
        sound = is_entry(entry)
    except INVALID_JSON_ERRORS:
        sound = False
    return "" if sound else f'{shown(key)} in "{section}" is {shown(entry)}, not {entries}'


def _day(text):
    return bool(date.fromisoformat(text))


def _count(tries):
    return type(tries) is int and tries > 0


def _limit(said):
    return type(said) is float and isfinite(said)


def _whole(entry):
    """Whether the entry of a prediction holds what one does: a guess, perhaps its answer, perhaps
    that it is late; or that the answer was shown before any guess."""
    keys = entry.keys() - {"kind", "question", "late"}
    if keys not in (set(), {"guess"}, {"guess", "answer", "right"}):
        return False
    if entry.get("late", True) is not True or not (keys or "late" in entry):
        return False
    said = [entry[key] for key in ("guess", "answer") if key in entry]
    numbers = all(type(one) in (int, float) and abs(one) <= MAX_COUNT for one in said)
    sound = entry.get("kind", "cell") == "cell" and _plain(entry.get("question", ""))
    return sound and (numbers or all(map(_plain, said))) and type(entry.get("right", True)) is bool


def _plain(text):
    """Whether this is a text of one line that can be printed."""
    return isinstance(text, str) and one_line(text) == text


AN_EXERCISE = "the id of an exercise, such as '01.decode'"
ENTRIES = {
    "passed": (EXERCISE.fullmatch, AN_EXERCISE, _day, "a day, such as '2026-03-02'"),
    "tries": (EXERCISE.fullmatch, AN_EXERCISE, _count, "a number of answers, 1 or more"),
    "predictions": (
        *(PREDICTION.fullmatch, "the id of a prediction, such as '01.p1'"),
        *(_whole, "a guess, with the answer and whether it was right where that is known"),
    ),
    "limits": (_plain, "a claim in one line", _limit, "a limit with a decimal point"),
}
"""What the sections of a record hold: tests of a key and an entry, each also in words."""


def note(id):
    """Enter an exercise as passed today, unless it is there already.

    Raises RecordError or OSError if the file cannot be read or written; it is then unchanged.
    """
    _change(lambda record: record.passed.setdefault(id, date.today().isoformat()))


def note_try(id):
    """Enter that an answer was not right, unless the exercise is passed; the errors are those of
    `note`."""

    def change(record):
        if id not in record.passed:
            record.tries[id] = record.tries.get(id, 0) + 1

    _change(change)


def note_limit(claim, limit):
    """The limit with which a claim was first made, entered if it is this one; the errors are those
    of `note`."""
    _change(lambda record: record.limits.setdefault(claim, float(limit)))
    return read_record().limits.get(claim, limit)


def note_prediction(id, entry):
    """Enter what is known of a prediction, a dict as in Record; the errors are those of `note`."""
    _change(lambda record: record.predictions.update({id: entry}))


def _change(change):
    """Have `change` change the learner's own record, so that no other kernel's entry is lost."""
    if for_nobody() or not _changes(change, read_record()):
        return
    with file_lock(FILE):
        record = read_record()
        if _changes(change, record):
            write_atomically(record.path, _text(record).encode())


def _changes(change, record):
    """Make the `change`; whether it makes a difference."""
    before = _text(record)
    change(record)
    return _text(record) != before
