"""Ask a reader for a prediction before a cell, and show the answer after it.

    ttt.predict("03.p1", "What is the empty board worth to X?", int)
    ttt.reveal("03.p1", value)                      # You said 1; the answer is 0.

The guess is kept in the learner's record, see `record`. The answer is kept, too, once it has been
shown; from then on the guess cannot be changed. If there is no guess, the answer and the other
output of its cell are hidden behind a button, see `covers`; a guess that is made after the answer
was shown is late. Readers who do not guess have no disadvantage.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from numbers import Real
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from tttlearn.course.exercises import record
from tttlearn.course.exercises.questions import (
    CELL,
    Question,
    cell_meant,
    checked_kind,
    number,
    words,
)
from tttlearn.course.exercises.shell import ipython
from tttlearn.game.played import cell_name
from tttlearn.support import arguments
from tttlearn.support.arguments import shown
from tttlearn.support.text import one_line

if TYPE_CHECKING:
    from tttlearn.course.exercises.form import Form

MAX_QUESTION_LENGTH = 44
"""Maximal length of a question in the table of all predictions."""
_asked = {}
"""The Question of each id asked in this process, and its form."""
_shown = {}
"""A function for each id whose answer was shown in this process, which shows it once more."""


def predict(id: str, question: str, kind: Any, guess: Any = None) -> Form:
    """Ask for a guess before the cell that computes the answer.

    A guess may be changed until `reveal` has shown the answer. If the record cannot be written, a
    line says so.

    Parameters
    ----------
    id : str
        Id of the prediction, such as "03.p1" in lesson 03; it never stands for another question.
    question : str
        Text of the question.
    kind : type, tuple of float, list of str or "cell"
        What is asked for: int, float, the ends of a range such as (-1, 1), one of some texts, or a
        cell of the board.
    guess : float, str or int, optional
        The guess itself, for places that show no form.

    Returns
    -------
    Form
        Form that takes the guess and keeps it; its text says how to answer without it.

    Raises
    ------
    ValueError
        If the id, the question, the kind or the guess is not one.
    """
    asked = _question(id, question, kind)
    if guess is not None:
        guess = asked.guess(guess)
        with _keeping():
            _commit(asked, guess)
    _asked[id] = asked, _form(asked)
    if _is_live():
        from tttlearn.course.exercises import covers

        covers.cover_answers(_unguessed)
    return _asked[id][1]


def _question(id, text, kind):
    if not (isinstance(id, str) and record.PREDICTION.fullmatch(id)):
        raise ValueError(f"the id of a prediction is one such as '03.p1', not {shown(id)}")
    if not (isinstance(text, str) and text.strip()):
        raise ValueError(f"a question is a text, not {shown(text)}")
    return Question(id, one_line(text), checked_kind(kind))


def _form(asked):
    from tttlearn.course.exercises.form import Form

    entry = _entry(asked.id)
    text = f"Your guess: {asked.text} ({asked.kind_in_words})"
    line = "" if entry is None else _line(entry)
    hint = f'Without a form, run ttt.predict("{asked.id}", ..., guess=...) with your guess.'
    return Form(
        commit=lambda guess: _committed(asked, guess),
        text=f"{text}\n{line or hint}",
        question=asked.text,
        wanted=asked.wanted,
        choices=asked.kind if isinstance(asked.kind, list) else [],
        cells=[cell_name(cell) for cell in range(9)] if asked.kind == CELL else [],
        guess=entry and entry.get("guess"),
        status_text=line,
        final=entry is not None and "answer" in entry,
    )


def _committed(asked, guess):
    """Commit a guess from the form; raise ValueError with a line to show if it is refused."""
    try:
        return _commit(asked, asked.guess(guess))
    except (ValueError, OSError) as problem:
        raise ValueError(words("not_kept", problem=problem)) from None


def _commit(asked, guess):
    """Enter a guess in the record, unless its answer was shown with one; return a line."""
    entry = _entry(asked.id) or {}
    if "answer" not in entry:
        late = {"late": True} if "late" in entry else {}
        entry = {"question": asked.text, "guess": guess} | late
        entry |= {"kind": CELL} if asked.kind == CELL else {}
        record.note_prediction(asked.id, entry)
        if late and asked.id in _shown:
            return _shown[asked.id]()
        if _is_live():
            from tttlearn.course.exercises import covers

            covers.guessed(_unguessed)
            entry = _entry(asked.id) or entry
    return _line(entry)


def reveal(id: str, answer: Any, near: float = 0) -> None:
    """Print the answer to a prediction, beside the guess if there is one, and keep both.

    Without a guess the answer is hidden behind a button of the notebook.

    Parameters
    ----------
    id : str
        Id of the prediction, such as "03.p1".
    answer : float, str or int
        The number, the text of the choice, or the cell.
    near : float, default 0
        Largest distance from the answer at which a number still counts as right.

    Raises
    ------
    ValueError
        If the answer does not fit the question.
    """
    if not (isinstance(id, str) and record.PREDICTION.fullmatch(id)):
        raise ValueError(f"the id of a prediction is one such as '03.p1', not {shown(id)}")
    near = arguments.number(near, "near", 0)
    asked, _ = _asked.get(id, (None, None))
    answer = asked.read(answer) if asked else _plain(answer, _entry(id))
    show = partial(_show, id, answer, near)
    if not (_is_live() and _unguessed([id])):
        print(show())
        return
    from tttlearn.course.exercises import covers

    covers.over(id).answer(id, show)


def _show(id, answer, near):
    """Enter in the record that the answer is shown, and how the guess compares; return a line."""
    asked, form = _asked.get(id, (None, None))
    entry = _entry(id) or ({"question": asked.text} if asked else {})
    if "guess" not in entry:
        _shown[id] = partial(_show, id, answer, near)
        with suppress(OSError, record.RecordError):  # there is no guess yet that would be lost
            record.note_prediction(id, entry | {"late": True})
        if form:
            form.show(status_text=words("opened"))
        return words("answered", answer=as_said(answer))
    if isinstance(entry["guess"], str) != isinstance(answer, str):
        return words("answered", answer=as_said(answer))
    entry |= {"answer": answer, "right": _is_right(entry["guess"], answer, near)}
    with _keeping():
        record.note_prediction(id, entry)
    if form:
        form.show(status_text=_line(entry), final=True)
    return _line(entry)


def _unguessed(ids):
    """Return those predictions without a guess whose answers were not shown either, a list."""
    return [id for id in ids if not _entry(id)]


def _is_live():
    """Return whether a person works here in a notebook, with a kernel behind it."""
    return hasattr(ipython(), "kernel") and not record.for_nobody()


def _plain(answer, entry):
    """Return an answer to a question not asked in this process, as the record writes answers."""
    if entry and "kind" in entry and (cell := cell_meant(answer)) is not None:
        return cell
    value = one_line(answer) if isinstance(answer, str) else number(answer)
    if value is None:
        raise ValueError(f"an answer is a number or a text, not {shown(answer)}")
    return value


@contextmanager
def _keeping():
    """Print a line if the record cannot be written, because this should not stop a lesson."""
    try:
        yield
    except (OSError, record.RecordError) as error:
        print(f"(Not entered in your record: {error})")


def _entry(id):
    """Return the record's entry of a prediction; None if there is none, or no valid record."""
    try:
        return record.read_record().predictions.get(id)
    except (OSError, record.RecordError):
        return None


def _is_right(guess, answer, near):
    """Return whether a guess is the answer, looks equal to it, or is a number near enough."""
    if isinstance(answer, Real) and abs(guess - answer) <= near + 1e-9:
        return True
    return as_said(guess) == as_said(answer)


def _line(entry):
    if "guess" not in entry:
        return words("opened")
    guess, late = as_said(entry["guess"]), "late" in entry
    if "answer" not in entry:
        return words("guessed_late" if late else "guessed", guess=guess)
    answer = as_said(entry["answer"])
    if late:
        return words("late", guess=guess, answer=answer)
    key = "right" if guess == answer else "near_enough" if entry["right"] else "not_right"
    return words(key, guess=guess, answer=answer)


def as_said(value):
    """Return a number or a text as a line shows it."""
    if isinstance(value, str):
        return value
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 1000 else f"{value:.4g}"


@dataclass(frozen=True)
class Predictions:
    """The predictions of a learner so far, shown as a sentence and a table."""

    entries: dict

    @property
    def table(self):
        """A DataFrame with a row for each prediction: the question, the guess and the answer.

        It also has whether the guess was right, and how far off it was if it was a number.
        """
        import pandas as pd

        rows = {id: _row(entry) for id, entry in self.entries.items()}
        columns = ["question", "you said", "it is", "right", "off by"]
        return pd.DataFrame.from_dict(rows, "index", columns=columns).rename_axis("prediction")

    def __str__(self):
        return f"{self._count()}\n\n{self.table}" if self.entries else self._count()

    __repr__ = __str__

    def _repr_html_(self):
        return f"<p>{self._count()}</p>" + (self.table.to_html() if self.entries else "")

    def _count(self):
        if not self.entries:
            return "No predictions yet."
        known = [entry for entry in self.entries.values() if is_counted(entry)]
        right, late = (
            sum(e["right"] for e in known),
            sum("late" in e for e in self.entries.values()),
        )
        waiting = len(self.entries) - len(known) - late
        text = f"{right} of {len(known)} predictions right"
        text += f"; {waiting} still without an answer" if waiting else ""
        return text + (f"; {late} shown before a guess, not counted" if late else "")


def is_counted(entry):
    """Return whether a prediction counts: its answer is known, and the guess was made before."""
    return "answer" in entry and "late" not in entry


def _row(entry):
    asked, guess = _short(entry.get("question", "")), as_said(entry.get("guess", ""))
    if "answer" not in entry:
        return asked, guess, "", "late" if "late" in entry else "", ""
    number = isinstance(entry["answer"], Real) and "kind" not in entry
    off = as_said(abs(entry["guess"] - entry["answer"])) if number else ""
    right = "yes" if entry["right"] else "no"
    return asked, guess, as_said(entry["answer"]), right if is_counted(entry) else "late", off


def _short(question):
    """Return a question short enough for a table: its first words, which distinguish it."""
    return (
        question
        if len(question) <= MAX_QUESTION_LENGTH
        else shorten(question, MAX_QUESTION_LENGTH, placeholder="…")
    )


def predictions() -> Predictions:
    """Return your predictions so far, from your record.

    Returns
    -------
    Predictions
        How many were right, and how far off the others were.

    Raises
    ------
    RecordError
        If the record cannot be read; the message names the file.
    """
    return Predictions(record.read_record().predictions)
