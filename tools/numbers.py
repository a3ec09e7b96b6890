"""Number the exercises by their places in the lesson; the numbers are only shown, ids stay.

A new exercise gets any number that is not taken. `python run.py readme` then numbers all by their
places, wherever they are mentioned: in lessons and their saved outputs, on slides, in what
lecturers say, in comments of the course.
"""

import re
from collections import Counter

from tools.masters import CHECKS, NOTEBOOKS, masters
from tttlearn.course.exercises.originals import all_exercises


def places(exercises):
    """Return {the number in an Exercise's heading: the number of its place}, in order."""
    new_numbers, counts = {}, Counter()
    for exercise in exercises:
        lesson = exercise.number[:2]
        counts[lesson] += 1
        new_numbers[exercise.number] = f"{lesson}.{counts[lesson]}"
    return new_numbers


def renumbered(text, moved):
    """Return the text with the new numbers of the exercises that it mentions.

    From lesson 10 on, a number alone, such as 10.4, may be something else than an exercise's, so it
    counts only in a list that begins with the word "Exercise".
    """
    number = r"\d\d\.\d{1,2}(?![\d%])"
    mention = rf"\bExercises? {number}(?:(?:,| and|, and| to) {number})*|(?<![\d.])0{number[2:]}"
    return re.sub(
        mention, lambda match: re.sub(number, lambda old: moved.get(old[0], old[0]), match[0]), text
    )


def files():
    """Return {path: text} of all files in which the number of an exercise changes."""
    new_numbers = places(all_exercises().values())
    moved = {old: new for old, new in new_numbers.items() if old != new}
    if not moved:
        return {}
    paths = [
        *masters(),
        *NOTEBOOKS.glob("decks/*.md"),
        *CHECKS.glob("*.toml"),
        *CHECKS.glob("*.py"),
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    new = {path: renumbered(text, moved) for path, text in texts.items()}
    return {path: text for path, text in new.items() if text != texts[path]}
