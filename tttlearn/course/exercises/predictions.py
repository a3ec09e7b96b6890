"""Predictions: a reader is asked before a cell, and sees the answer after it.

    ttt.predict("03.p1", "What is the empty board worth to X?", int)
    ttt.reveal("03.p1", value)                      # You said 1; the answer is 0.

The guess is kept in the learner's record, see `record`. So is the answer once it comes; from then
on the guess cannot be changed. A reader who does not guess loses nothing: "The answer is 0."
"""

import re
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from numbers import Real
from textwrap import shorten

from tttlearn.course.exercises import record
from tttlearn.game.played import cell_name, to_cell
from tttlearn.game.tables import IllegalMoveError
from tttlearn.play.sentences import say, sentences_of
from tttlearn.support import arguments
from tttlearn.support.arguments import MAX_COUNT, shown
from tttlearn.support.text import one_line

SENTENCES = sentences_of(__file__)
_say = partial(say, sentences=SENTENCES)
CELL = "cell"
TYPED = re.compile(r"[+-]?(\d+\.?\d*|\.\d+|\d+/\d+)")
LONGEST = 30
"""A number that somebody types has at most this many letters."""
SHORT = 44
"""The table of all predictions has this many letters of a question."""
_asked = {}
"""The Question of each id asked in this process, and its form."""


@dataclass(frozen=True)
class Question:
    """A question, and what kind of guess answers it: int, float, a list of texts or "cell"."""

    id: str
    text: str
    kind: object

    @property
    def wanted(self):
        """What a guess is, in words."""
        if self.kind == CELL:
            return _say("a_cell")
        if isinstance(self.kind, list):
            return _say("a_choice", choices=", ".join(map(repr, self.kind)))
        return _say("a_whole_number" if self.kind is int else "a_number")

    def read(self, guess):
        """A guess, or the answer, in its plain form: int, float or str; ValueError if it is none.

        Numbers may be text, as they are typed; a cell may be its name.
        """
        if self.kind == CELL:
            found = _cell(guess)
        elif isinstance(self.kind, list):
            found = one_line(guess) if isinstance(guess, str) else None
            found = found if found in self.kind else None
        else:
            found = _number(guess)
            found = None if self.kind is int and isinstance(found, float) else found
        if found is None:
            raise ValueError(_say("another_kind", wanted=self.wanted, given=shown(guess)))
        return found


def _cell(guess):
    text = guess.strip() if isinstance(guess, str) else guess
    try:
        return to_cell(int(text) if isinstance(text, str) and text.isdigit() else text)
    except (IllegalMoveError, ValueError):
        return None


def _number(guess):
    """The number that was typed or computed, an int if it is whole; None if it is none."""
    if isinstance(guess, str):
        text = guess.strip().replace("−", "-").replace(" ", "")
        if len(text) > LONGEST or not TYPED.fullmatch(text) or re.search("/0+$", text):
            return None
        guess = float(Fraction(text))
    try:
        number = arguments.number(guess, "a guess", -MAX_COUNT, MAX_COUNT)
    except ValueError:
        return None
    return int(number) if number.is_integer() else number


def predict(id, question, kind, guess=None):
    """Ask for a guess before the cell that computes the answer: a form, which keeps it.

    id: such as "03.p1", a prediction of lesson 03; it never means another question
    kind: int or float (a number), a list of texts (a choice), or "cell" (a cell of the board)
    guess: the guess itself, for places that show no form

    Returns the form, whose text says how to answer without it. A guess may be changed until
    `reveal` has shown the answer. Raises ValueError for what is no id, question, kind or guess; if
    the record cannot be written, a line says so.
    """
    asked = _question(id, question, kind)
    if guess is not None:
        guess = asked.read(guess)
        with _keeping():
            _commit(asked, guess)
    _asked[id] = asked, _form(asked)
    return _asked[id][1]


def _question(id, text, kind):
    if not (isinstance(id, str) and record.PREDICTION.fullmatch(id)):
        raise ValueError(f"the id of a prediction is one such as '03.p1', not {shown(id)}")
    if not (isinstance(text, str) and text.strip()):
        raise ValueError(f"a question is a text, not {shown(text)}")
    return Question(id, one_line(text), _kind(kind))


def _kind(kind):
    if kind is int or kind is float or (isinstance(kind, str) and kind == CELL):
        return kind
    if isinstance(kind, (list, tuple)):
        texts = [one_line(one) for one in kind if isinstance(one, str)]
        if len(set(texts)) == len(kind) > 1:
            return texts
    raise ValueError(
        f'a kind is int, float, "{CELL}" or a list of two or more different texts, not '
        f"{shown(kind)}"
    )


def _form(asked):
    from tttlearn.course.exercises.form import Form

    entry = _entry(asked.id)
    text = f"Your guess: {asked.text} ({asked.wanted})"
    said = "" if entry is None else _line(entry)
    hint = f'Without a form, run ttt.predict("{asked.id}", ..., guess=...) with your guess.'
    return Form(
        commit=lambda guess: _committed(asked, guess),
        text=f"{text}\n{said or hint}",
        question=asked.text,
        wanted=asked.wanted,
        choices=asked.kind if isinstance(asked.kind, list) else [],
        cells=[cell_name(cell) for cell in range(9)] if asked.kind == CELL else [],
        guess=entry and entry["guess"],
        said=said,
        final=entry is not None and "answer" in entry,
    )


def _committed(asked, guess):
    """As `_commit`, from what stands in the form; ValueError with what to say if it is refused."""
    try:
        return _commit(asked, asked.read(guess))
    except (ValueError, OSError) as problem:
        raise ValueError(_say("not_kept", problem=problem)) from None


def _commit(asked, guess):
    """Enter a guess in the record, unless its answer was shown; what to say."""
    entry = _entry(asked.id)
    if entry is None or "answer" not in entry:
        entry = {"question": asked.text, "guess": guess}
        entry |= {"kind": CELL} if asked.kind == CELL else {}
        record.note_prediction(asked.id, entry)
    return _line(entry)


def reveal(id, answer, near=0):
    """Print the answer, beside the guess if there is one, and keep both in the record.

    answer: the number, the text of the choice or the cell
    near: how far a number may be off to count as right

    Raises ValueError for an answer that does not fit the question.
    """
    if not (isinstance(id, str) and record.PREDICTION.fullmatch(id)):
        raise ValueError(f"the id of a prediction is one such as '03.p1', not {shown(id)}")
    near = arguments.number(near, "near", 0)
    asked, form = _asked.get(id, (None, None))
    entry = _entry(id)
    answer = asked.read(answer) if asked else _plain(answer, entry)
    if entry is None or isinstance(entry["guess"], str) != isinstance(answer, str):
        print(_say("answered", answer=as_said(answer)))
        return
    entry |= {"answer": answer, "right": _is_right(entry["guess"], answer, near)}
    with _keeping():
        record.note_prediction(id, entry)
    print(_line(entry))
    if form:
        form.show(said=_line(entry), final=True)


def _plain(answer, entry):
    """An answer to a question not asked in this process, in the form of the record's entry."""
    if entry and "kind" in entry and (cell := _cell(answer)) is not None:
        return cell
    found = one_line(answer) if isinstance(answer, str) else _number(answer)
    if found is None:
        raise ValueError(f"an answer is a number or a text, not {shown(answer)}")
    return found


@contextmanager
def _keeping():
    """Say it if the record cannot be written; this ends no lesson."""
    try:
        yield
    except (OSError, record.RecordError) as error:
        print(f"(Not entered in your record: {error})")


def _entry(id):
    """What the record holds of a prediction; None if it holds nothing, or is no record."""
    try:
        return record.read_record().predictions.get(id)
    except (OSError, record.RecordError):
        return None


def _is_right(guess, answer, near):
    """Whether a guess is the answer, or a number near enough; what looks equal is equal."""
    if isinstance(answer, Real) and abs(guess - answer) <= near + 1e-9:
        return True
    return as_said(guess) == as_said(answer)


def _line(entry):
    guess = as_said(entry["guess"])
    if "answer" not in entry:
        return _say("guessed", guess=guess)
    answer = as_said(entry["answer"])
    key = "right" if guess == answer else "near_enough" if entry["right"] else "not_right"
    return _say(key, guess=guess, answer=answer)


def as_said(value):
    """A number or a text as it is written in a line."""
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
        """A DataFrame with a row for each prediction: what was asked, the guess, the answer,
        whether the guess was right, and how far off it was if it was a number."""
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
        known = [entry for entry in self.entries.values() if "answer" in entry]
        right = sum(entry["right"] for entry in known)
        if not self.entries:
            return "No predictions yet."
        waiting = len(self.entries) - len(known)
        later = f"; {waiting} still without an answer" if waiting else ""
        return f"{right} of {len(known)} predictions right{later}"


def _row(entry):
    asked, guess = _short(entry.get("question", "")), as_said(entry["guess"])
    if "answer" not in entry:
        return asked, guess, "", "", ""
    number = isinstance(entry["answer"], Real) and "kind" not in entry
    off = as_said(abs(entry["guess"] - entry["answer"])) if number else ""
    return asked, guess, as_said(entry["answer"]), "yes" if entry["right"] else "no", off


def _short(question):
    """A question short enough for a table: its first words, which distinguish it."""
    return question if len(question) <= SHORT else shorten(question, SHORT, placeholder="…")


def predictions():
    """Your Predictions so far, from your record: how many were right, and how far off the others.

    Raises RecordError, naming the file, if the record cannot be read.
    """
    return Predictions(record.read_record().predictions)
