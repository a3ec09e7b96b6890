"""Show the verdict of a check, as text and in a notebook: a colour, a sign, a word, a board.

It is displayed as HTML in a notebook in which a person works. In other places, and if a lesson is
run to be saved or compared, the same words are printed. Below the verdict on an answer that is not
right, the hints and the solution can be unfolded; as HTML they need no kernel once they are shown.
"""

import re
import sys
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from textwrap import fill
from threading import Timer

from tttlearn.course.exercises.originals import number_of
from tttlearn.course.exercises.record import for_nobody
from tttlearn.course.exercises.shell import ipython
from tttlearn.course.exercises.solutions import hints, solutions
from tttlearn.game.rules import show

NOT_ATTEMPTED, CORRECT = "not attempted yet", "correct"
WRONG, RAISED, NOT_FINISHED = "not right yet", "your code raised", "not finished"
SIGNS = {NOT_ATTEMPTED: "…", CORRECT: "✓", WRONG: "✗", RAISED: "!", NOT_FINISHED: "■"}
"""Each of the five verdicts with its sign, so that they differ not only in colour."""
ABOUT = "The board, state {state}:"
NOTICE_SECONDS = 3
"""Time in seconds after which a line says that a check is still at work."""
WIDTH = 96
INLINE = re.compile(r"`([^`]+)`|\*([^\s*][^*]*)\*|\[([^]]+)\]\([^)]+\)")
"""Pattern of the Markdown that hints use: code, emphasis, links."""
STYLE = Path(__file__).with_suffix(".css")
last_told = {}
"""{id of an exercise: the last Verdict on it in this process}."""


@dataclass(frozen=True)
class Verdict:
    """One of the five verdicts on an exercise, why, and the state that shows it, if one does.

    `causes` are the words of the known slips that `why` names: one, or two that each give the same.
    """

    exercise: str
    answer: str
    why: str
    state: int | None = None
    causes: tuple = ()

    def tell(self):
        """Display the verdict if a person works in the notebook, else print it."""
        last_told[self.exercise] = self
        if not _is_live():
            return print(self.text)
        from IPython.display import display

        display({"text/plain": self.text, "text/html": self.html}, raw=True)

    @property
    def text(self):
        """The verdict in words, with the board drawn in letters."""
        if self.answer == RAISED:
            return f"Exercise {number_of(self.exercise)}: {RAISED} {self.why}"
        link = ", because " if self.answer == WRONG else ". "
        text = fill(f"Exercise {number_of(self.exercise)}: {self.answer}{link}{self.why}", WIDTH)
        return text if self.state is None else f"{text}\n{self._about}\n{show(self.state)}"

    @property
    def html(self):
        """The same as HTML, which brings its own style."""
        kind = list(SIGNS).index(self.answer)
        link = "because " if self.answer == WRONG else ""
        board = "" if self.state is None else f"<p>{self._about}</p>{_board(self.state)}"
        return (
            f'<style>{style()}</style><div class="ttv ttv-{kind}" role="note">'
            f'<p><b class="ttv-word"><span aria-hidden="true">{SIGNS[self.answer]}</span> '
            f"{self.answer}</b> <b>Exercise {number_of(self.exercise)}</b></p>"
            f"<p>{escape(f'{link}{self.why}')}</p>{board}{self._help}</div>"
        )

    @property
    def _help(self):
        """Help for an answer that is not right: hints, each inside the last one, and a solution."""
        if self.answer == CORRECT:
            return ""
        html = folded_hints(self.exercise)
        if solution := solutions().get(self.exercise):
            html += _folded("Solution", f"<pre>{escape(solution)}</pre>")
        return f'<div class="ttv-help">{html}</div>'

    @property
    def _about(self):
        return ABOUT.format(state=self.state)


def folded_hints(exercise):
    """Return the hints to an exercise as HTML, each inside the last one."""
    every, html = hints().get(exercise, []), ""
    for i, text in reversed([*enumerate(every, 1)]):
        html = _folded(f"Hint {i} of {len(every)}", f"<p>{_inline(text)}</p>{html}")
    return html


def _board(state):
    """Return the HTML of the board of a state, with the numbers of its free cells."""
    marks = show(state).replace(".", "empty").split()
    cells = [
        f'<span class="ttv-{mark}">{cell if mark == "empty" else mark}</span>'
        for cell, mark in enumerate(marks)
    ]
    rows = "; ".join(", ".join(marks[row : row + 3]) for row in (0, 3, 6))
    name = f"The board, row by row: {rows}"
    return f'<div class="ttv-board" role="img" aria-label="{name}">{"".join(cells)}</div>'


def _folded(name, html):
    return f"<details><summary>{name}</summary>{html}</details>"


def _inline(text):
    """Return the Markdown of a hint as HTML."""

    def tag(match):
        code, emphasis, link = match.groups()
        return f"<code>{code}</code>" if code else f"<em>{emphasis}</em>" if emphasis else link

    return INLINE.sub(tag, escape(text))


@cache
def style():
    """Return the style of verdicts, without its comments."""
    return STYLE.read_text(encoding="utf-8").split("*/", 1)[1].strip()


def _is_live():
    """Return whether a person works here in a notebook, with a kernel behind it."""
    return hasattr(ipython(), "kernel") and not for_nobody()


@contextmanager
def said_to_be_at_work(exercise):
    """Print a line, if a person works in the notebook, when a check inside takes long."""
    if not _is_live():
        yield
        return
    words = f"Exercise {number_of(exercise)}: still at work after {NOTICE_SECONDS} seconds."
    words += " It stops by itself in the end; Interrupt the kernel (the square) stops it now.\n"
    # In the context of this thread, so that the line appears below this cell.
    timer = Timer(NOTICE_SECONDS, copy_context().run, [sys.stdout.write, words])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
