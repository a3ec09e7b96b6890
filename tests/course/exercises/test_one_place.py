"""A lesson is one place: its notebook, its module of checks with what to say, planted answers."""

import re
import tomllib
from importlib import import_module
from itertools import chain

import pytest

from tools.masters import ROOT, lessons, said_of_wrong_answers, wrong_answers
from tttlearn.course.exercises.originals import all_exercises

FILES = {
    "check": "tttlearn/course/exercises/lesson_{}.py",
    "minutes": "tttlearn/course/exercises/lesson_{}.py",
    "words to say": "tttlearn/course/exercises/lesson_{}_said.toml",
    "planted answers": "tests/lessons/wrong/lesson_{}.py",
}
"""What each exercise of a lesson has beside the notebook, and in which file."""


def numbers_of(file):
    """The lessons, such as "05", that have a file of this name."""
    before, after = file.split("{}")
    found = [path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"{before}??{after}")]
    return {path[len(before) : len(path) - len(after)] for path in found}


LESSONS = sorted(numbers_of(FILES["check"]))
"""The lessons that have a module of checks."""


def checks_of(lesson):
    """The module of a lesson's checks."""
    return import_module(f"tttlearn.course.exercises.lesson_{lesson}")


def checked(lesson):
    """The exercises that a lesson's module checks, and the minutes of each, a dict."""
    there = vars(checks_of(lesson)).values() if lesson in LESSONS else ()
    found = [thing for thing in there if callable(thing) and hasattr(thing, "exercise")]
    return {thing.exercise: thing.minutes for thing in found}


def timed(lesson):
    """The exercises that say how many minutes they take."""
    return {id for id, minutes in checked(lesson).items() if minutes}


HAS = {
    "check": checked,
    "minutes": timed,
    "words to say": said_of_wrong_answers,
    "planted answers": wrong_answers,
}


def lacking(asked, has, what, file):
    """What is not there of what an exercise needs, or is there for none: sentences."""
    found = [f"exercise {number} has no {what} in {file}" for number in sorted({*asked} - {*has})]
    more = [f"{file} has {number}, which the lesson does not ask" for number in {*has} - {*asked}]
    return found + sorted(more)


@pytest.mark.parametrize("lesson", [path.stem[:2] for path in lessons()])
def test_each_exercise_of_a_lesson_has_its_parts(lesson):
    asked = [number for number in all_exercises() if number[:2] == lesson]
    assert asked
    found = (lacking(asked, HAS[what](lesson), what, FILES[what].format(lesson)) for what in FILES)
    assert [*chain.from_iterable(found)] == []


@pytest.mark.parametrize("file", FILES.values())
def test_each_file_belongs_to_a_notebook(file):
    alone = sorted(numbers_of(file) - {path.stem[:2] for path in lessons()})
    found = [f"{file.format(n)} has no notebook, notebooks/{n}_*.ipynb" for n in alone]
    assert not found, "\n".join(found)


def test_every_table_of_what_exceptions_mean_is_asked_for():
    folder = ROOT / "tttlearn/course/exercises"
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    calls = re.findall(r"\berror_hints\((\"[^)]*)\)", code)
    asked = {name for call in calls for name in re.findall(r'"([^"]+)"', call)}
    assert asked == set(tomllib.loads((folder / "error_hints.toml").read_text(encoding="utf-8")))
