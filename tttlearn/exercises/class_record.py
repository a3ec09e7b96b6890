"""What the records of a class say together: who passed what, and what to talk about next.

records, problems = read_records(["*.json"])
merge(records)           # a row for each learner
stumbles(records)        # for each exercise: who was late with it, and how
misses(records)          # for each prediction: how many were wrong, and what most of them said
to_talk_about(records)   # the top of both, in words
"""

from collections import Counter
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

from tttlearn.exercises.predictions import as_said
from tttlearn.exercises.record import RecordError, exercises, read_record
from tttlearn.support.text import one_line

LONGEST_NAME = 100
"""So many letters of a name stand in the table of a class."""
LONGEST = 100
"""So many letters of a question, or of a guess, stand in a line on what to talk about."""
MANY_TRIES = 3
"""An exercise that is passed after so many answers that were not right is passed late."""
TOPICS = 3
"""So many exercises, and predictions, are named as what to talk about."""


class Stumble(NamedTuple):
    """How many learners got to an exercise, were late with it, and in which way."""

    exercise: str
    got_there: int
    late: int
    not_yet: int
    many_tries: int
    later_day: int

    def __str__(self):
        ways = {
            "not yet": self.not_yet,
            f"after {MANY_TRIES} or more answers that were not right": self.many_tries,
            "on a later day than one that follows it": self.later_day,
        }
        how = ", ".join(f"{number} {way}" for way, number in ways.items() if number)
        return f"exercise {self.exercise}: {self.late} of {self.got_there} were late: {how}"


class Miss(NamedTuple):
    """How many learners know the answer to a prediction, and were wrong, and what most of them said
    who were."""

    prediction: str
    question: str
    known_to: int
    wrong: int
    answer: str
    most_said: str
    so_many: int

    def __str__(self):
        said = shorten(self.most_said, LONGEST, placeholder="...")
        answer = shorten(self.answer, LONGEST, placeholder="...")
        counts = f"{self.wrong} of {self.known_to} were wrong, {self.so_many} said {said}"
        asked = shorten(self.question, LONGEST, placeholder="...")
        return f"prediction {self.prediction}: {counts}, it is {answer}: {asked}".rstrip(": ")


def _files(text):
    """The files that a path or a pattern names, one at least."""
    path = Path(text)
    several = "*" in path.name and not path.is_file()
    found = sorted(path.parent.glob(path.name)) if several else [path]
    found = [one for one in found if one.is_file()]
    if not found:
        raise RecordError(f"there is no file {path}")
    return found


def read_records(texts):
    """(records, problems): the Record in each file that is one, and why the others are none.

    A text may be a pattern such as *.json, which not every shell takes for its files.
    """
    records, problems, paths = [], [], {}
    for text in texts:
        try:
            paths |= dict.fromkeys(_files(text))  # a file that two texts name counts once
        except (OSError, RecordError) as error:
            problems.append(str(error))
    for path in paths:
        try:
            records.append(read_record(path))
        except (OSError, RecordError) as error:
            problems.append(str(error))
    return records, problems


def merge(records):
    """A DataFrame with a row for each Record, by name, and a column for each lesson.

    An entry is the number of exercises passed. The last three columns are their sum, the number of
    predictions whose answers are known, and how many of these were right. Names are fit for a
    terminal. Two records of one name keep both rows, with the file after the name.
    """
    import pandas as pd

    names = [(one.name or one_line(one.path.stem))[:LONGEST_NAME] for one in records]
    labels = [
        name if names.count(name) == 1 else f"{name} ({one_line(record.path)})"
        for name, record in zip(names, records, strict=True)
    ]
    table = pd.DataFrame([record.table.passed for record in records], index=labels).astype(int)
    table["all"] = table.sum(axis=1)
    known = [_known(record) for record in records]
    table["predicted"] = [len(entries) for entries in known]
    table["right"] = [sum(entry["right"] for entry in entries) for entries in known]
    return table.rename_axis(index="name", columns=None).sort_index()


def _known(record):
    """The entries of the predictions in a Record whose answers are known."""
    return [entry for entry in record.predictions.values() if "answer" in entry]


def stumbles(records):
    """The Stumble of each exercise that somebody got to, in the order of the lessons, a list.

    To get to an exercise is to pass it, to answer it, or to pass one that stands after it in its
    lesson. Late is who has not passed it yet, needed many answers, or passed it on a later day than
    one that stands after it; each learner counts once, in this order.
    """
    found = []
    for number in exercises():
        ways = [way for record in records if (way := _passing(record, number)) is not None]
        if ways:
            late = Counter(filter(None, ways))
            kinds = (late[kind] for kind in Stumble._fields[3:])
            found.append(Stumble(number, len(ways), late.total(), *kinds))
    return found


def _passing(record, number):
    """In which way a learner is late with an exercise, a name of Stumble's, "" for not at all;
    None for who did not get there."""
    day, tries = record.passed.get(number), record.tries.get(number, 0)
    after = exercises()[exercises().index(number) + 1 :]
    later = [record.passed[one] for one in after if one[:2] == number[:2] and one in record.passed]
    if day is None:
        return "not_yet" if tries or later else None
    if tries >= MANY_TRIES:
        return "many_tries"
    return "later_day" if later and day > min(later) else ""


def misses(records):
    """The Miss of each prediction whose answer somebody knows, by their ids, a list.

    Where a lesson has changed a question, each of its versions counts alone.
    """
    asked = {}
    for record in records:
        for id, entry in record.predictions.items():
            if "answer" in entry:
                asked.setdefault((id, entry.get("question", "")), []).append(entry)
    return [_miss(*which, asked[which]) for which in sorted(asked)]


def _miss(id, question, entries):
    wrong = [as_said(entry["guess"]) for entry in entries if not entry["right"]]
    said, so_many = _most(wrong) if wrong else ("", 0)
    answer, _ = _most([as_said(entry["answer"]) for entry in entries])
    return Miss(id, question, len(entries), len(wrong), answer, said, so_many)


def _most(texts):
    """(the text that is most often there, how often); of equals the first in the alphabet."""
    return max(sorted(Counter(texts).items()), key=lambda one: one[1])


def to_talk_about(records):
    """What to talk about next, a list of lines: the exercises that most passed late, and then the
    predictions that most got wrong; of equals those that fewer got to."""
    late = [one for one in stumbles(records) if one.late]
    wrong = [one for one in misses(records) if one.wrong]
    late.sort(key=lambda one: (-one.late, one.got_there))
    wrong.sort(key=lambda one: (-one.wrong, one.known_to))
    return [str(one) for one in (*late[:TOPICS], *wrong[:TOPICS])]


def as_table(kind, rows):
    """A DataFrame of all that there are of one kind, Stumble or Miss."""
    import pandas as pd

    names = [name.replace("_", " ") for name in kind._fields]
    return pd.DataFrame(rows, columns=names).set_index(names[0])
