"""Grading by nbgrader, in the kernel: a check cell that fails unless its verdict is "correct".

In the edition for nbgrader each check cell begins with `ask_for("encode")` and ends with
`credit("01.encode")`, as hidden tests: what is handed out lacks these lines. A cell that fails gets
no points, and it has printed why.
"""

from tttlearn.course.exercises import verdicts
from tttlearn.course.exercises.originals import number_of
from tttlearn.course.exercises.shell import ipython

_missing = []
"""The names that no cell has made, of the answers to the exercise that is judged now."""


class NoPointsError(Exception):
    """The verdict of a check is not "correct"; the message is the whole verdict."""

    def _render_traceback_(self):  # IPython shows this instead of a traceback
        return ["No points."]


def ask_for(*names):
    """Set those of these names that the notebook lacks to `...`, as in an exercise left alone.

    So the check says its verdict, and later cells that hand the name on do not fail for it.
    """
    here = ipython().user_ns
    _missing[:] = [name for name in names if name not in here]
    here.update(dict.fromkeys(_missing, ...))


def credit(id):
    """Raise NoPointsError unless the check of this exercise has just said "correct"."""
    told = verdicts.last_told.pop(id, None)
    if told and told.answer == verdicts.CORRECT:
        return
    reason = told.text if told else f"Exercise {number_of(id)}: its check did not judge an answer."
    more = f"No cell above makes {', '.join(_missing)}." if _missing else ""
    print(more if told else f"{reason} {more}".strip())
    raise NoPointsError(f"{reason} {more}".strip())
