"""An exercise's number is its place in the lesson, wherever it is mentioned."""

import pytest

from tools import numbers
from tools.masters import lessons, read


def heading(number):
    return {"cell_type": "markdown", "metadata": {}, "source": f"### Exercise {number}: any"}


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_exercises_are_numbered_as_they_stand(path):
    found = numbers.places(read(path)["cells"])
    assert [*found] == [*found.values()], "run `python run.py readme`"


def test_what_is_inserted_moves_what_follows():
    cells = [heading("02.1"), heading("02.9"), heading("02.2")]
    assert numbers.places(cells) == {"02.1": "02.1", "02.9": "02.2", "02.2": "02.3"}


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
