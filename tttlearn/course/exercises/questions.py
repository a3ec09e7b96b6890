"""Define the questions of predictions, and which guesses make sense as answers.

The range of a guess is given only once, where the question is asked: by the kind, or by the words
of the question.

    "Of 100 such games, how many does X win?"       0 to 100; 25%, 0.25 and 0,25 are 25, too
    "The probability of arm 1, in percent?"         0 to 100; 25% is 25
    "How high may the true share be?"               0 to 1; 25% is 0.25
    "What is it worth, a number from -1 to 1?"      -1 to 1, as with the kind (-1, 1)
    "How many times as many games?"                 0 or more
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from numbers import Real
from pathlib import Path
from typing import NamedTuple

from tttlearn.game.played import to_cell
from tttlearn.game.tables import IllegalMoveError
from tttlearn.play.sentences import say, sentences_of
from tttlearn.support import arguments
from tttlearn.support.arguments import MAX_COUNT, shown
from tttlearn.support.text import one_line

SENTENCES = sentences_of(Path(__file__).with_name("predictions.json"))
words = partial(say, sentences=SENTENCES)
"""Function that returns a sentence of a prediction, by its name."""
CELL = "cell"
MAX_TYPED_LENGTH = 30
"""Maximal length of a number that is typed."""
TYPED = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+|\d+/0*[1-9]\d*))(%?)")
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?%?")
NUMBERS = [
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
]
PERCENT, SHARE = re.compile("per ?cent", re.IGNORECASE), re.compile(r"\bshares?\b", re.IGNORECASE)
FROM_TO = re.compile(r"\bfrom (-?[\d.]+) to (-?[\d.]*\d)")
COUNT = re.compile("how (many|often)|what factor|which game", re.IGNORECASE)
OF = re.compile(
    rf"\bof (?:(?:the|its|O's|X's) )?(?:first )?(\d[\d,]*|{'|'.join(NUMBERS)})\b(?!-)",
    re.IGNORECASE,
)


class Span(NamedTuple):
    """Range of the numbers that make sense as a guess, from `low` to `high`.

    `of` is the number of which 25% is a quarter, None if a guess in percent makes no sense.
    """

    low: float = -MAX_COUNT
    high: float = MAX_COUNT
    of: float | None = None


def span(text, kind):
    """Return the Span of the numbers that make sense as answers to a question of a kind."""
    if isinstance(kind, tuple):
        return Span(*kind, of=1 if kind == (0, 1) else None)
    if PERCENT.search(text):
        return Span(0, 100, 100)
    if kind is float and SHARE.search(text):
        return Span(0, 1, 1)
    if match := FROM_TO.search(text):
        return Span(*map(number, match.groups()))
    if COUNT.search(text):
        match = OF.search(text)
        whole = _in_figures(match[1]) if match else None
        return Span(0, whole or MAX_COUNT, whole)
    return Span()


def _in_figures(number):
    """Return a number of a question, "4,520" or "eight", as an int."""
    if number.lower() in NUMBERS:
        return NUMBERS.index(number.lower()) + 1
    return int(number.replace(",", ""))


@dataclass(frozen=True)
class Question:
    """A question, and what kind of guess answers it: int, float, (low, high), texts or "cell"."""

    id: str
    text: str
    kind: object

    @cached_property
    def span(self):
        """Span of the numbers that make sense."""
        return span(self.text, self.kind)

    @property
    def kind_in_words(self):
        """The kind of guess that is asked for, in words."""
        if self.kind == CELL:
            return words("a_cell")
        if isinstance(self.kind, list):
            return words("a_choice", choices=", ".join(map(repr, self.kind)))
        return words("a_whole_number" if self.kind is int else "a_number")

    @property
    def wanted(self):
        """A guess that makes sense, described in words."""
        low, high, of = self.span
        if not self.is_number or low == -MAX_COUNT:
            return self.kind_in_words
        if of == 1:
            return words("a_share")
        kind = words("a_whole_number" if self.kind is int else "any_number")
        name = "or_more" if high == MAX_COUNT else "between"
        return words(name, what=kind, low=low, high=f"{high:,}")

    @property
    def is_number(self):
        """Whether the answer is a number."""
        return self.kind in (int, float) or isinstance(self.kind, tuple)

    def read(self, answer):
        """Return an answer in its plain form: int, float or str; raise ValueError if it is none.

        Numbers may be text, as they are typed; a cell may be its name.
        """
        if self.kind == CELL:
            value = cell_meant(answer)
        elif isinstance(self.kind, list):
            value = one_line(answer) if isinstance(answer, str) else None
            value = value if value in self.kind else None
        else:
            value = number(answer)
            value = None if self.kind is int and isinstance(value, float) else value
        if value is None:
            raise ValueError(words("another_kind", wanted=self.wanted, given=shown(answer)))
        return value

    def guess(self, answer):
        """Return a guess in its plain form; a number must make sense, and may be a share."""
        try:
            value = self.read(self._of_it(answer) if self.is_number else answer)
        except ValueError:
            value = None
        if value is None or (self.is_number and not self.span.low <= value <= self.span.high):
            raise ValueError(words("another_kind", wanted=self.wanted, given=shown(answer)))
        return value

    def _of_it(self, answer):
        """Return the number that is meant, if 25% or 0.25 means a quarter of what is asked for."""
        value, of = number(answer), self.span.of
        in_percent = isinstance(answer, str) and answer.strip().endswith("%")
        if value is None or (in_percent and not of):
            return None
        if not (in_percent or (of and 0 < value < 1)):
            return value
        meant = value * of
        return round(meant) if self.kind is int else meant


def checked_kind(kind):
    """Return a kind as a Question has it; raise ValueError for anything else."""
    if kind is int or kind is float or (isinstance(kind, str) and kind == CELL):
        return kind
    if isinstance(kind, (list, tuple)):
        ends = [item for item in kind if isinstance(item, Real) and not isinstance(item, bool)]
        if len(ends) == len(kind) == 2 and ends[0] < ends[1]:
            return tuple(ends)
        texts = [one_line(item) for item in kind if isinstance(item, str)]
        if len(set(texts)) == len(kind) > 1:
            return texts
    raise ValueError(
        f'a kind is int, float, the ends of a range, "{CELL}" or a list of two or more different '
        f"texts, not {shown(kind)}"
    )


def cell_meant(guess):
    """Return the cell that is meant, a number; None if it is no cell."""
    text = guess.strip() if isinstance(guess, str) else guess
    try:
        return to_cell(int(text) if isinstance(text, str) and text.isdigit() else text)
    except (IllegalMoveError, ValueError):
        return None


def number(guess):
    """Return the number that was typed or computed, an int if it is whole; None for no number."""
    if isinstance(guess, str):
        guess = _typed("".join(guess.split()).replace("−", "-"))
    try:
        value = arguments.number(guess, "a guess", -MAX_COUNT, MAX_COUNT)
    except ValueError:
        return None
    return int(value) if value.is_integer() else value


def _typed(text):
    """Return the number in a text without blanks, in which 5,478 and 0,25 are read; 25% is 0.25."""
    text = text.replace(",", "" if THOUSANDS.fullmatch(text) else ".")
    match = TYPED.fullmatch(text)
    if len(text) > MAX_TYPED_LENGTH or not match:
        return None
    return float(Fraction(match[1]) / (100 if match[2] else 1))
