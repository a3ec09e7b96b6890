"""The solutions of the exercises, for those who ask: `ttt.solution("05.1")`.

They are read from one file, which `python run.py solutions` makes of the lessons. What a class is
handed lacks the file, unless its lecturer wants it in; where it is missing, no solution is shown.
"""

import json
from pathlib import Path

from tttlearn.course.exercises.record import NUMBER

FILE = Path(__file__).with_name("solutions.json")


def solution(number):
    """Print the solution of an exercise, such as "05.1"; in one line, when it was left out.

    Raises ValueError for anything that is no exercise.
    """
    if not (isinstance(number, str) and NUMBER.fullmatch(number)):
        raise ValueError(f'an exercise is named as in ttt.solution("05.1"), not {number!r}')
    found = solutions()
    if found and number not in found:
        known = ", ".join(one for one in found if one[:2] == number[:2])
        those = f"those of lesson {number[:2]} are {known}" if known else "there is no such lesson"
        raise ValueError(f"there is no exercise {number}: {those}")
    left_out = f"Exercise {number}: the solutions were left out of these lessons."
    print(found[number] if found else left_out)


def solutions():
    """{number: source} of all solutions, in order; empty where the file was taken away."""
    if not FILE.exists():
        return {}
    lines = json.loads(FILE.read_text(encoding="utf-8"))
    return {number: "\n".join(source) for number, source in lines.items()}


def file_text(found):
    """The text of the file for these solutions, {number: source}."""
    lines = {number: source.split("\n") for number, source in found.items()}
    return json.dumps(lines, indent=1, ensure_ascii=False) + "\n"
