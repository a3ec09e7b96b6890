"""The hints and the solutions of the exercises, for readers who ask: `ttt.solution("05.1")`.

They are read from two files, which `python run.py solutions` makes of the lessons. The zip for a
class lacks the one with the solutions, unless the lecturer wants it in; if it is missing, no
solution is shown.
"""

import json
from pathlib import Path

from tttlearn.course.exercises.record import NUMBER
from tttlearn.support.arguments import shown

FILE, HINTS = (Path(__file__).with_name(f"{name}.json") for name in ("solutions", "hints"))
_shown = {}
"""{number: how many of its hints were printed in this process}."""


def solution(number):
    """Print the solution of an exercise, such as "05.1"; or a line, if it was left out.

    Raises ValueError for anything that is no exercise.
    """
    found = _looked_up(number, solutions(), "solution")
    print(found or f"Exercise {number}: the solutions were left out of these lessons.")


def hint(number):
    """Print the next hint to an exercise, such as "05.1": the first, and so on.

    They are counted from the start of the kernel. Raises ValueError for anything
    that is no exercise.
    """
    every = _looked_up(number, hints(), "hint")
    before = _shown.get(number, 0)
    for text in every[before : before + 1]:
        _shown[number] = before + 1
        print(f"Hint {before + 1} of {len(every)} to exercise {number}:\n{text}")
    if before + 1 >= len(every):
        more = f'; ttt.solution("{number}") shows a solution' if solutions() else ""
        print(f"That was the last hint{more}.")


def _looked_up(number, found, name):
    """What was found for an exercise; None if nothing is for any. ValueError for no exercise."""
    if not (isinstance(number, str) and NUMBER.fullmatch(number)):
        raise ValueError(f'an exercise is named as in ttt.{name}("05.1"), not {shown(number)}')
    if found and number not in found:
        known = ", ".join(one for one in found if one[:2] == number[:2])
        those = f"those of lesson {number[:2]} are {known}" if known else "there is no such lesson"
        raise ValueError(f"there is no exercise {number}: {those}")
    return found.get(number)


def solutions():
    """{number: source} of all solutions, in order; empty if the file was taken away."""
    if not FILE.exists():
        return {}
    lines = json.loads(FILE.read_text(encoding="utf-8"))
    return {number: "\n".join(source) for number, source in lines.items()}


def hints():
    """{number: the hints, each in Markdown} of all exercises, in order."""
    return json.loads(HINTS.read_text(encoding="utf-8"))


def file_text(found):
    """The text of the file of these solutions, {number: source}."""
    return hints_text({number: source.split("\n") for number, source in found.items()})


def hints_text(found):
    """The text of the file of these hints, {number: hints}."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
