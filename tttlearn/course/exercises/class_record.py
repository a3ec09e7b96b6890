"""Summarize the records of a class: who has passed which exercises, and what to discuss next.

handed_in, problems = read_class(["submissions"])
merge(handed_in)         # a row for each learner, with a column for each exercise
overview(handed_in)      # the same in short, for a terminal
grades(handed_in)        # the same for Moodle: gradebook(grades(handed_in))
records = [entry.record for entry in handed_in if entry.record]
stumbles(records)        # for each exercise: how many were late with it, and how
misses(records)          # for each prediction: how many were wrong, and the commonest wrong guess
to_talk_about(records)   # the worst of both, in words
"""

from collections import Counter
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple

from tttlearn.course.classroom.gradebook import Grades
from tttlearn.course.exercises.collected import READ, alike, first_few
from tttlearn.course.exercises.originals import all_exercises, exercises, number_of
from tttlearn.course.exercises.predictions import as_said, is_counted
from tttlearn.course.exercises.record import Record

MAX_TEXT_LENGTH = 100
"""Maximal length of a question, a guess or an answer in a line on what to discuss."""
MANY_TRIES = 3
"""Number of answers that were not right from which on an exercise is passed late."""
N_TOPICS = 3
"""Number of exercises, and of predictions, that are suggested for discussion."""


class Stumble(NamedTuple):
    """Number of learners who got to an exercise, who were late with it, and in which way.

    The names of the fields are the headings of the table that lecturers get.
    """

    exercise: str
    learners: int
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
        return f"exercise {self.exercise}: {self.late} of {self.learners} were late: {how}"


class Miss(NamedTuple):
    """Number of learners who know the answer to a prediction, and of those who were wrong.

    `commonest` is the commonest wrong guess, and `times` how many learners made it.
    """

    prediction: str
    question: str
    learners: int
    wrong: int
    answer: str
    commonest: str
    times: int

    def __str__(self):
        guess = shorten(self.commonest, MAX_TEXT_LENGTH, placeholder="...")
        answer = shorten(self.answer, MAX_TEXT_LENGTH, placeholder="...")
        counts = f"{self.wrong} of {self.learners} were wrong, {self.times} said {guess}"
        asked = shorten(self.question, MAX_TEXT_LENGTH, placeholder="...")
        return f"prediction {self.prediction}: {counts}, it is {answer}: {asked}".rstrip(": ")


def merge(handed_in):
    """Return a DataFrame with a row for each HandIn: numbers first, then every exercise.

    The columns begin with what a HandIn says: number, participant and status, and with the names of
    others who handed in the same entries. The numbers of exercises passed, in the core and further,
    in all and in each lesson, are in columns such as "03 core of 7"; "predicted" counts the
    predictions whose answers are known, "right" how many of these were right. The columns of the
    exercises, such as "exercise 03.1", hold texts: "passed 2026-03-02 (3 not right before)", "not
    yet (1 not right)", or nothing. Without a record, the numbers are missing.
    """

    def row(record):
        cells = {f"exercise {number_of(id)}": _how(record, id) for id in exercises()}
        return _counts(record) | _predicted(record) | cells

    table = _by_name(handed_in, row)
    for place, name in enumerate(("number", "participant", "status")):
        table.insert(place, name, [getattr(entry, name) for entry in handed_in])
    same = {name: group for group in alike(handed_in) for name in group}
    others = ([other for other in same.get(name, ()) if other != name] for name in table.index)
    table.insert(3, "same entries as", [", ".join(first_few(names)) for names in others])
    return table.convert_dtypes()  # whole numbers although some are missing


def overview(handed_in):
    """Return the short form of `merge` for a terminal, a DataFrame of texts.

    "5+1" means that five exercises of the core and one further exercise are passed; the first row
    has the totals.
    """
    import pandas as pd

    parts = _parts()

    def row(record):
        passed = {
            lesson: _plus(*(_passed(record, part) for part in parts[lesson])) for lesson in parts
        }
        return passed | {name: str(count) for name, count in _predicted(record).items()}

    totals = {lesson: _plus(*map(len, parts[lesson])) for lesson in parts}
    table = _by_name(handed_in, row).assign(
        status=[entry.status.partition(":")[0] for entry in handed_in]
    )
    return pd.concat([pd.DataFrame([totals], index=["out of"]), table]).fillna("")


def _by_name(handed_in, row):
    """Return a DataFrame with what `row` makes of each Record, missing where there is none."""
    import pandas as pd

    rows = [row(entry.record) if entry.record else {} for entry in handed_in]
    columns = row(Record(Path(), {}))
    names = pd.Index([entry.name for entry in handed_in], name="name")
    return pd.DataFrame(rows, names, list(columns))


def grades(handed_in):
    """Return the Grades of each HandIn: the exercises passed in all cores, and in each."""
    cores = [name for name in _counts(Record(Path(), {})) if " core of " in name]

    def of(entry):
        counts = _counts(entry.record) if entry.record else {}
        remark = "" if entry.status == READ else entry.status
        return Grades(entry.number, entry.name, {name: counts.get(name) for name in cores}, remark)

    return [of(entry) for entry in handed_in]


def _parts():
    """Return {lesson: (ids of its core, ids of its further exercises)}, also for "all"."""
    by_lesson = {"all": ([], [])}
    for id in exercises():
        for lesson in (id[:2], "all"):
            parts = by_lesson.setdefault(lesson, ([], []))
            parts[not all_exercises()[id].is_core].append(id)
    return by_lesson


def _passed(record, ids):
    """Return the number of these exercises that are passed."""
    return sum(id in record.passed for id in ids)


def _plus(core, further):
    """Return two numbers as a short text, so that the first ones are aligned on the right."""
    return f"{core}+{further}" if further else f"{core}  "


def _counts(record):
    """Return {column: number of exercises passed} for all lessons and each, core and further."""
    return {
        f"{lesson} {kind} of {len(ids)}": _passed(record, ids)
        for lesson, parts in _parts().items()
        for kind, ids in zip(("core", "further"), parts, strict=True)
        if ids
    }


def _predicted(record):
    known = _known(record)
    return {"predicted": len(known), "right": sum(entry["right"] for entry in known)}


def _how(record, id):
    """Return the state of an exercise in words that a spreadsheet can count; "" for no answer."""
    day, tries = record.passed.get(id), record.tries.get(id)
    if day is None:
        return f"not yet ({tries} not right)" if tries else ""
    return f"passed {day}" + (f" ({tries} not right before)" if tries else "")


def _known(record):
    """Return the entries of a Record's predictions that count."""
    return list(filter(is_counted, record.predictions.values()))


def stumbles(records):
    """Return the Stumble of each exercise that at least one learner got to, in order, a list.

    To get to an exercise is to pass it, to answer it, or to pass one that comes after it in its
    lesson. Learners are late if they have not passed it yet, needed many answers, or passed it on a
    later day than one that comes after it; each learner counts once, in this order.
    """
    stumbling = []
    for id in exercises():
        ways = [way for record in records if (way := _passing(record, id)) is not None]
        if ways:
            late = Counter(filter(None, ways))
            kinds = (late[kind] for kind in Stumble._fields[3:])
            stumbling.append(Stumble(number_of(id), len(ways), late.total(), *kinds))
    return stumbling


def _passing(record, id):
    """Return how a learner is late with an exercise, a field of Stumble; "" if not late.

    None means that the learner did not get to the exercise.
    """
    day, tries = record.passed.get(id), record.tries.get(id, 0)
    after = exercises()[exercises().index(id) + 1 :]
    later = [
        record.passed[other] for other in after if other[:2] == id[:2] and other in record.passed
    ]
    if day is None:
        return "not_yet" if tries or later else None
    if tries >= MANY_TRIES:
        return "many_tries"
    return "later_day" if later and day > min(later) else ""


def misses(records):
    """Return the Miss of each prediction with a known answer, by their ids, a list.

    No guess counts that came after its answer. If a lesson has changed a question, each of its
    versions is counted separately.
    """
    asked = {}
    for record in records:
        for id, entry in record.predictions.items():
            if is_counted(entry):
                asked.setdefault((id, entry.get("question", "")), []).append(entry)
    return [_miss(*which, asked[which]) for which in sorted(asked)]


def _miss(id, question, entries):
    wrong = [as_said(entry["guess"]) for entry in entries if not entry["right"]]
    guess, count = _most(wrong) if wrong else ("", 0)
    answer, _ = _most([as_said(entry["answer"]) for entry in entries])
    return Miss(id, question, len(entries), len(wrong), answer, guess, count)


def _most(texts):
    """Return (the most frequent text, its number); among equals the first in the alphabet."""
    return max(sorted(Counter(texts).items()), key=lambda item: item[1])


def to_talk_about(records):
    """Return what to discuss next, a list of lines.

    First come the exercises with the most late learners, then the predictions with the most wrong
    ones; among equals, those with the fewest learners.
    """
    late = [item for item in stumbles(records) if item.late]
    wrong = [item for item in misses(records) if item.wrong]
    late.sort(key=lambda item: (-item.late, item.learners))
    wrong.sort(key=lambda item: (-item.wrong, item.learners))
    return [str(item) for item in (*late[:N_TOPICS], *wrong[:N_TOPICS])]


def as_table(kind, rows):
    """Return a DataFrame of all Stumbles, or of all Misses, by names such as "exercise 01.10".

    A spreadsheet would take the number alone for 1.1, or for a day in October.
    """
    import pandas as pd

    names = [name.replace("_", " ") for name in kind._fields]
    return pd.DataFrame(rows, columns=names).set_index(names[0]).rename(f"{names[0]} {{}}".format)
