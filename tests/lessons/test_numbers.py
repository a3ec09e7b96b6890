"""An exercise's number is its place in the lesson, wherever it is mentioned."""

import pytest

from tools import numbers
from tttlearn.course.exercises.originals import Exercise, all_exercises


def test_exercises_are_numbered_as_they_stand():
    found = numbers.places(all_exercises().values())
    assert len(found) == len(all_exercises()) > 100
    assert [*found] == [*found.values()], "run `python run.py readme`"


def test_what_is_inserted_moves_what_follows():
    exercises = [Exercise(number, "any", True) for number in ("02.1", "02.9", "02.2", "03.1")]
    there = {"02.1": "02.1", "02.9": "02.2", "02.2": "02.3", "03.1": "03.1"}
    assert numbers.places(exercises) == there


@pytest.mark.parametrize(
    ("text", "moved", "right"),
    [
        ("Exercises 02.9 and 02.2 (12)", {"02.9": "02.2", "02.2": "02.3"}, "02.2 and 02.3 (12)"),
        ("At home 02.9, then 02.10.", {"02.9": "02.2"}, "At home 02.2, then 02.10."),
        ("in 10.4 s; Exercise 10.4, 10.5", {"10.4": "10.1"}, "in 10.4 s; Exercise 10.1, 10.5"),
        ("102.9, 02.91, 02.9%", {"02.9": "02.2"}, "102.9, 02.91, 02.9%"),
    ],
)
def test_mentions_of_an_exercise_are_found(text, moved, right):
    assert numbers.renumbered(text, moved).endswith(right)
