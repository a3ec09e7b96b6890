"""What a lesson asks of a reader: minutes, and the share of its open code that the reader writes.

Counted in the core, which stands above the heading "## Further". Open is the code that a reader is
to read: not the setup, not a check, no form, figure or board, and nothing that is folded. What
the reader writes is taken from the solutions, which are as short as the package's own code.
"""

import re
import sys
from dataclasses import dataclass

from tools.masters import lessons, read, source, tags
from tttlearn.course.exercises.originals import core

WORDS_A_MINUTE = 150
LOOK, GUESS, PLAY = 1, 1, 5
"""Minutes for a picture or a cell to be read, for a prediction, and for a board. These, and those
below, were fitted to what readers took for lessons 00 to 08 with all that there is to do."""
COMPLETION, FUNCTION = 5, 12
"""Minutes for an exercise: of a line or two, and a function of more than SHORT lines."""
SHORT = 3
NOT_OPEN = {"setup", "check", "predict", "figure", "board", "exercise", "solution"}


@dataclass(frozen=True)
class Work:
    """Of a core: `minutes`, lines of code `written` by the reader and `given` to be read, the
    number of predictions by form."""

    minutes: float
    written: int
    given: int
    predictions: int

    @property
    def share(self):
        """The share of the open code that the reader writes; 0 where there is none."""
        return self.written / (self.written + self.given) if self.written else 0.0


def work(cells):
    """The Work of a lesson's core, from the lesson's cells."""
    own = core(cells)
    written = sum(_solution(source(cell)) for cell in own if "solution" in tags(cell))
    given = sum(_lines(source(cell)) for cell in own if _is_open(cell))
    predictions = sum("predict" in tags(cell) for cell in own)
    return Work(sum(map(minutes, own)), written, given, predictions)


def minutes(cell):
    """The minutes that a cell takes a reader: a text, a picture, code to read, an exercise."""
    marks, text = tags(cell), source(cell)
    if "teaching-notes" in marks:
        return 0
    if cell["cell_type"] == "markdown":
        return _words(text) / WORDS_A_MINUTE
    counted = LOOK * _pictures(cell) if "board" not in marks else PLAY
    counted += GUESS * ("predict" in marks) + LOOK * _is_open(cell)
    if "solution" in marks:
        counted += FUNCTION if _solution(text) > SHORT and "def " in text else COMPLETION
    return counted


def _is_open(cell):
    """Whether this is code that a reader is to read."""
    if cell["cell_type"] != "code" or tags(cell) & NOT_OPEN:
        return False
    return not cell["metadata"].get("jupyter", {}).get("source_hidden")


def _words(text):
    text = re.sub(r"(?s)<details>.*?</details>|```.*?```|<[^>]+>", " ", text)
    text = re.sub(r"(?m)\*\*Read and do:\*\*[^·]*·|^\*\d+ minutes\*$", " ", text)  # as counted
    return len(re.findall(r"\w[\w'.,]*", text))


def _pictures(cell):
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def _lines(text):
    """Lines of code: no blank ones, no comments, no docstrings."""
    text = re.sub(r'(?s)"""(?:.*?)"""', "", text)
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in text.split("\n"))


def _solution(text):
    """Lines of a solution without its head and its check."""
    own = [line for line in text.split("\n") if not re.match(r"\s*(check\.|# Solution)", line)]
    return _lines("\n".join(own))


def main():
    """Print a line for each lesson; returns the exit status."""
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
