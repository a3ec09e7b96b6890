"""Keep a learner's own record: the exercises passed, and the predictions.

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

The file is plain text that its owner can change, so it is a help for learners, not a proof. If the
environment has TTTLEARN_MASTER, lessons are run to be saved or compared, without a learner, and so
they are if nbgrader grades them. Then the learner's own record is empty and stays so, whatever is
in the folder.
"""

from __future__ import annotations

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
FORMER_FORMAT = "tttlearn progress 1"
"""Former format, with numbers of exercises instead of ids; it is read, and converted."""
MASTER = "TTTLEARN_MASTER"
GRADER = "NBGRADER_EXECUTION"
"""Variable that nbgrader sets in the environment of the notebooks it runs, to its purpose."""
EXERCISE, PREDICTION = re.compile(r"\d\d\.[a-z]\w*"), re.compile(r"\d\d\.p[1-9]\d?")


class RecordError(ValueError):
    """Exception for a file that is not a record of progress; the message names it."""


def for_nobody():
    """Return whether a lesson is run to be saved, compared or graded, not by a learner."""
    return MASTER in os.environ or is_graded()


def is_graded():
    """Return whether nbgrader runs a lesson that was handed in, to give points for it."""
    return os.environ.get(GRADER) == "autograde"


@dataclass
class Record:
    """Record of a learner: the exercises passed, the predictions, and how many answers it took.

    Attributes
    ----------
    path : Path
        File of the record.
    passed : dict of str to str
        Day on which each exercise was passed, by its id.
    name : str
        Name of the learner.
    predictions : dict of str to dict
        The `question` and `guess` of each prediction, and once it is known the `answer` and whether
        the guess was `right`. For a cell also the `kind` "cell", and `late` if the answer was shown
        before there was a guess.
    tries : dict of str to int
        Number of wrong answers to each exercise before the right one.
    limits : dict of str to list
        Limits with which each claim was first made.
    """

    path: Path
    passed: dict
    name: str = ""
    predictions: dict = field(default_factory=dict)
    tries: dict = field(default_factory=dict)
    limits: dict = field(default_factory=dict)

    @property
    def table(self):
        """A DataFrame with a row for each lesson: its number of exercises, and how many are passed.

        It also lists the numbers of those that are left.
        """
        import pandas as pd

        rows = {}
        for id in exercises():
            row = rows.setdefault(id[:2], {"exercises": 0, "passed": 0, "left": []})
            row["exercises"] += 1
            row["passed"] += id in self.passed
            row["left"] += [number_of(id)] * (id not in self.passed)
        frame = pd.DataFrame(rows).T.rename_axis("lesson")
        return frame.assign(left=frame.left.map(", ".join))

    def __str__(self):
        return f"{self._count()}\n\n{self.table}"

    __repr__ = __str__

    def _repr_html_(self):
        return f"<p>{self._count()}</p>{self.table.to_html()}"

    def _count(self):
        return f"{self.table.passed.sum()} of {len(exercises())} exercises passed"

    def export(self, path, name, details=True):
        """Write a copy to `path` under the name by which you want to be known; return the path.

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
        about |= {name: dict(sorted(entries.items()))} if (entries := getattr(record, name)) else {}
    return json.dumps(about, indent=1, ensure_ascii=False) + "\n"


def read_record(path: str | os.PathLike = FILE) -> Record:
    """Return the Record in a file, or an empty one if there is no file.

    Parameters
    ----------
    path : path, default "my_progress.json"
        File with the record.

    Returns
    -------
    Record
        What was passed, tried and predicted.

    Raises
    ------
    RecordError
        If the file is not a whole record; the message names the file and what is wrong with it.
    """
    path = arguments.path(path, "path")
    if not path.exists() or (path == Path(FILE) and for_nobody()):
        return Record(path, {})
    try:
        record, problems = read_sound(path, path.read_bytes())
        if problems:
            raise _no_record(path, problems[0])
    except RecordError as error:
        raise RecordError(f"{error}: move it away, or mend it by hand") from None
    return record


def read_sound(path, content):
    """Return (the Record of all valid entries in a file's bytes, a line on each of the others).

    Raises RecordError, naming the file and what is wrong with it, if it is no record at all.
    """
    try:
        about = json.loads(content)  # bytes, since editors write UTF-8 with a mark, or UTF-16
    except INVALID_JSON_ERRORS:
        raise _no_record(path, "it cannot be read as JSON") from None
    if (
        not isinstance(about, dict)
        or about.get("format") not in (FORMAT, FORMER_FORMAT)
        or "passed" not in about
    ):
        raise _no_record(path, f'it needs "format": "{FORMAT}" and "passed"')
    if about["format"] == FORMER_FORMAT:
        about = _with_ids(about)
    name, problems = about.get("name", ""), []
    if not isinstance(name, str):
        problems.append(f"its name is {shown(name)}, not a text")
        name = ""
    sound = {section: _sound(section, about.get(section, {}), problems) for section in ENTRIES}
    return Record(path, name=one_line(name), **sound), problems


def _with_ids(about):
    """Return what a record of the former format contains, with the ids of the exercises."""
    named = {
        section: {as_id(number): entry for number, entry in about[section].items()}
        for section in ("passed", "tries")
        if isinstance(about.get(section), dict)
    }
    return about | named


def _no_record(path, why):
    return RecordError(f"{path} is no record of progress ({why})")


def _sound(section, entries, problems):
    """Return the valid entries of a section, a dict; add a line on each other one to `problems`."""
    if not isinstance(entries, dict):
        problems.append(f'"{section}" is {shown(entries)}, not a dict of entries')
        return {}
    wrong = {key: why for key, entry in entries.items() if (why := _wrong(section, key, entry))}
    problems += wrong.values()
    return {key: entry for key, entry in entries.items() if key not in wrong}


def _wrong(section, key, entry):
    """Return what is wrong with an entry, in a line; "" if nothing is."""
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


def _limit(limit):
    return type(limit) is float and isfinite(limit)


def _whole(entry):
    """Return whether the entry of a prediction is complete.

    It has a guess, perhaps with its answer, perhaps late; or it says that the answer was shown
    before any guess.
    """
    keys = entry.keys() - {"kind", "question", "late"}
    if keys not in (set(), {"guess"}, {"guess", "answer", "right"}):
        return False
    if entry.get("late", True) is not True or not (keys or "late" in entry):
        return False
    values = [entry[key] for key in ("guess", "answer") if key in entry]
    numbers = all(type(value) in (int, float) and abs(value) <= MAX_COUNT for value in values)
    sound = entry.get("kind", "cell") == "cell" and _plain(entry.get("question", ""))
    return (
        sound and (numbers or all(map(_plain, values))) and type(entry.get("right", True)) is bool
    )


def _plain(text):
    """Return whether this is a text of one line that can be printed."""
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
"""For each section of a record, the tests of a key and of an entry, each also in words."""


def note(id):
    """Enter an exercise as passed today, unless it is there already.

    Raises RecordError or OSError if the file cannot be read or written; it is then unchanged.
    """
    _change(lambda record: record.passed.setdefault(id, date.today().isoformat()))


def note_try(id):
    """Enter that an answer was not right, unless the exercise is passed.

    It raises what `note` does.
    """

    def change(record):
        if id not in record.passed:
            record.tries[id] = record.tries.get(id, 0) + 1

    _change(change)


def note_limit(claim, limit):
    """Return the limit with which a claim was first made; enter this one if there was none.

    It raises what `note` does.
    """
    _change(lambda record: record.limits.setdefault(claim, float(limit)))
    return read_record().limits.get(claim, limit)


def note_prediction(id, entry):
    """Enter what is known of a prediction, a dict as in Record; it raises what `note` does."""
    _change(lambda record: record.predictions.update({id: entry}))


def _change(change):
    """Have `change` change the learner's own record, without losing another kernel's entry."""
    if for_nobody() or not _changes(change, read_record()):
        return
    with file_lock(FILE):
        record = read_record()
        if _changes(change, record):
            write_atomically(record.path, _text(record).encode())


def _changes(change, record):
    """Apply the `change`; return whether it makes a difference."""
    before = _text(record)
    change(record)
    return _text(record) != before
