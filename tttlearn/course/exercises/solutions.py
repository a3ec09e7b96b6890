"""Show the hints and the solutions of the exercises to readers who ask: `ttt.solution("05.1")`.

They are read from two files, which `python run.py solutions` makes from the lessons. The zip file
for a class contains the file with the solutions only if the lecturer wants it; without it, no
solution is shown.
"""

import json
from pathlib import Path

from tttlearn.course.exercises.originals import NUMBER, all_exercises, id_of
from tttlearn.support.arguments import shown

FILE, HINTS = (Path(__file__).with_name(f"{name}.json") for name in ("solutions", "hints"))
_shown = {}
"""{id: number of its hints that were printed in this process}."""


def solution(number: str) -> None:
    """Print the solution of an exercise, or a line if the solutions were left out.

    Parameters
    ----------
    number : str
        Number of the exercise, such as "05.1".

    Raises
    ------
    ValueError
        If there is no such exercise.
    """
    source = solutions().get(_id(number, "solution"))
    print(source or f"Exercise {number}: the solutions were left out of these lessons.")


def hint(number: str) -> None:
    """Print the next hint to an exercise, beginning with the first after each start of the kernel.

    Parameters
    ----------
    number : str
        Number of the exercise, such as "05.1".

    Raises
    ------
    ValueError
        If there is no such exercise.
    """
    id = _id(number, "hint")
    every, before = hints()[id], _shown.get(id, 0)
    for text in every[before : before + 1]:
        _shown[id] = before + 1
        print(f"Hint {before + 1} of {len(every)} to exercise {number}:\n{text}")
    if before + 1 >= len(every):
        more = f'; ttt.solution("{number}") shows a solution' if solutions() else ""
        print(f"That was the last hint{more}.")


def _id(number, name):
    """Return the id of the exercise with a reader's number; raise ValueError if there is none."""
    if not (isinstance(number, str) and NUMBER.fullmatch(number)):
        raise ValueError(f'an exercise is named as in ttt.{name}("05.1"), not {shown(number)}')
    if (id := id_of(number)) is None:
        there = [
            exercise.number
            for exercise in all_exercises().values()
            if exercise.number[:2] == number[:2]
        ]
        those = f"those of lesson {number[:2]} are {', '.join(there)}"
        raise ValueError(
            f"there is no exercise {number}: {those if there else 'there is no such lesson'}"
        )
    return id


def solutions():
    """Return {id: source} of all solutions, in order; empty if the file is missing."""
    if not FILE.exists():
        return {}
    lines = json.loads(FILE.read_text(encoding="utf-8"))
    return {id: "\n".join(source) for id, source in lines.items()}


def hints():
    """Return {id: the hints, each in Markdown} of all exercises, in order."""
    return json.loads(HINTS.read_text(encoding="utf-8"))


def file_text(by_id):
    """Return the text of the file of these solutions, {id: source}."""
    return hints_text({id: source.split("\n") for id, source in by_id.items()})


def hints_text(by_id):
    """Return the text of the file of these hints, {id: hints}."""
    return json.dumps(by_id, indent=1, ensure_ascii=False) + "\n"
