"""Count the minutes a lesson takes, and the share of its open code that the reader writes.

Both are counted in the core, which ends at the heading "## Further". Open is all code that a reader
sees and is to read: not the setup, no form, no check, no figure, and nothing that is folded. What
the reader writes is taken from the solutions, which are as short as the package's own code. The
minutes of a board, 5, include those for its code.
"""

import re
import sys
from dataclasses import dataclass
from importlib import import_module

from tools.masters import lessons, read, source, tags
from tttlearn.course.exercises.originals import CHECK, core

WORDS_A_MINUTE, LINES_A_MINUTE = 150, 5
"""Words of text, and lines of code to be read, in a minute."""
PICTURE_MINUTES, PREDICTION_MINUTES, BOARD_MINUTES = 1, 1, 5
"""Minutes for a picture, for a prediction, and for a board. These and the speeds above are fitted
to the time that readers took for lessons 00 to 08, exercises included."""
DEFAULT_MINUTES = 12
"""Minutes of an exercise that states none, which the linter does not allow."""
LESSON = re.compile(
    r"^from tttlearn\.course\.exercises import lesson_(\d\d) as check$", re.MULTILINE
)
NOT_OPEN = {"setup", "check", "predict", "figure", "exercise", "solution"}


@dataclass(frozen=True)
class Work:
    """Work in a lesson's core.

    Its `minutes`, the lines of code `written` by the reader and `given` to be read, and the number
    of `predictions`.
    """

    minutes: float
    written: int
    given: int
    predictions: int

    @property
    def share(self):
        """Share of the open code that the reader writes; 0 if the reader writes none."""
        return self.written / (self.written + self.given) if self.written else 0.0


def work(cells):
    """Return the Work of a lesson's core, from the lesson's cells."""
    own = core(cells)
    written = sum(_solution(source(cell)) for cell in own if "solution" in tags(cell))
    given = sum(_lines(source(cell)) for cell in own if is_open(cell, NOT_OPEN))
    predictions = sum("predict" in tags(cell) for cell in own)
    return Work(sum(minutes(own)), written, given, predictions)


def minutes(cells):
    """Return the minutes that each cell takes a reader, a list; `cells` begin with the first.

    Counted are text, pictures, code to read, and exercises, whose minutes are given at their
    checks.
    """
    match = LESSON.search("\n".join(map(source, cells)))
    lesson = import_module(f"tttlearn.course.exercises.lesson_{match[1]}") if match else None
    return [_minutes(cell, lesson) for cell in cells]


def _minutes(cell, lesson):
    marks, text = tags(cell), source(cell)
    if "teaching-notes" in marks:
        return 0
    if cell["cell_type"] == "markdown":
        return _words(text) / WORDS_A_MINUTE
    counted = PICTURE_MINUTES * _pictures(cell) if "board" not in marks else BOARD_MINUTES
    counted += (
        PREDICTION_MINUTES * ("predict" in marks)
        + is_open(cell, {*NOT_OPEN, "board"}) * _lines(text) / LINES_A_MINUTE
    )
    return counted + ("solution" in marks and own_minutes(text, lesson))


def own_minutes(solution, lesson):
    """Return the minutes of the exercise of a solution, whose check is in this module."""
    checks = (getattr(lesson, name, None) for name in CHECK.findall(solution))
    stated = (getattr(check, "minutes", None) for check in checks)
    return next(filter(None, stated), DEFAULT_MINUTES)


def is_open(cell, not_open=frozenset()):
    """Return whether this is code that a reader is to read; no cell with a tag of `not_open` is."""
    if cell["cell_type"] != "code" or tags(cell) & not_open:
        return False
    return not cell["metadata"].get("jupyter", {}).get("source_hidden")


def _words(text):
    text = re.sub(r"(?s)<details>.*?</details>|```.*?```|<[^>]+>", " ", text)
    text = re.sub(
        r"(?m)\*\*Read and do:\*\*[^·]*·|^\*\d+ minutes\*$", " ", text
    )  # the minutes themselves
    return len(re.findall(r"\w[\w'.,]*", text))


def _pictures(cell):
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def _lines(text):
    """Count the lines of code, without blank lines, comments and docstrings."""
    text = re.sub(r'(?s)"""(?:.*?)"""', "", text)
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in text.split("\n"))


def _solution(text):
    """Count the lines of a solution, without its head and its check."""
    own = [line for line in text.split("\n") if not re.match(r"\s*(check\.|# Solution)", line)]
    return _lines("\n".join(own))


def main():
    """Print a line for each lesson; return the exit status."""
    heads = ("minutes", "stated", "written", "given", "share", "forms")
    print(f"{'lesson':<28}" + "".join(f"{head:>8}" for head in heads))
    for path in lessons():
        notebook = read(path)
        core = work(notebook["cells"])
        stated = notebook["metadata"]["tttlearn"]["minutes"]
        print(
            f"{path.stem:<28}{core.minutes:8.0f}{stated:8}{core.written:8}{core.given:8}"
            f"{core.share:8.0%}{core.predictions:8}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
