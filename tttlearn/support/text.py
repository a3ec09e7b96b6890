"""Texts for display: numbers in one format, and texts of other people made safe.

A number is rounded from its exact value, ties to even; `rounded` in play/board.js does so, too.
Names and messages from other people's files may contain control characters of a terminal,
surrogates that no file can hold, and formulas that a spreadsheet calculates.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tttlearn.support.arguments import shown, whole

if TYPE_CHECKING:  # takes long to load
    import pandas as pd

MAX_DIGITS = 1074
"""Largest number of digits after the point of a number in double precision."""


def signed(value: float, digits: int = 2) -> str:
    """Return a value to X as text with its sign.

    Parameters
    ----------
    value : float
        The value.
    digits : int, default 2
        Number of digits after the point.

    Returns
    -------
    str
        The text, such as "+1.00" or "-0.35". What rounds to zero has no sign.

    Raises
    ------
    ValueError
        If the value is not a number, or `digits` is not a whole number from 0 to 1,074.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.signed(0.5), ttt.signed(-0.001), ttt.signed(1, digits=0)
    ('+0.50', '0.00', '+1')
    """
    digits = whole(digits, "the number of digits", 0, MAX_DIGITS)
    try:
        text = f"{value:+.{digits}f}"
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"a value is a number, not {shown(value)}") from None
    return text if text.strip("+-0.") else text[1:]


def value_text(value: float) -> str:
    """Return a value as short text.

    Parameters
    ----------
    value : float
        The value.

    Returns
    -------
    str
        The text, such as "+1", "0" or "-0.35".
    """
    rounded = round(value, 2)
    return f"{rounded:+.0f}" if rounded in (-1, 1) else f"{rounded:+.2f}" if rounded else "0"


NUMBER_WORDS = "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"
"""Words for the numbers below 10 in sentences; "no" for 0."""


def counted(number: int) -> str:
    """Return a whole number as it is written in a sentence.

    Parameters
    ----------
    number : int
        The number, 0 or more.

    Returns
    -------
    str
        A word below 10, such as "nine" (0 is "no"), and digits from there, such as "12".
    """
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else f"{number:,}"


def sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning.

    Parameters
    ----------
    text : str
        The text.

    Returns
    -------
    str
        The text as a sentence.
    """
    return text[:1].upper() + text[1:]


def one_line(text: Any) -> str:
    """Return any object as one line of text that a terminal can print.

    Parameters
    ----------
    text : object
        The text, or an object whose `str` is taken.

    Returns
    -------
    str
        The line, with a question mark for each character that cannot be printed.
    """
    return printable(" ".join(str(text).split()))


def printable(text: Any) -> str:
    """Return any object as lines of text that a terminal can print.

    Parameters
    ----------
    text : object
        The text, or an object whose `str` is taken.

    Returns
    -------
    str
        The lines, with a question mark for each character that cannot be printed.
    """
    return "".join(
        character if character.isprintable() or character == "\n" else "?"
        for character in str(text)
    )


def for_spreadsheets(text: Any) -> str:
    """Return a text in one line that a spreadsheet shows and does not calculate.

    Parameters
    ----------
    text : object
        The text, or an object whose `str` is taken.

    Returns
    -------
    str
        The line, with an apostrophe before each beginning of a formula.

    Notes
    -----
    Some spreadsheets begin a cell at a semicolon, too, and some take wide signs for usual ones.
    """
    return re.sub(r"(^|;)(\s*[=+@\-＝＋＠－])", r"\1'\2", one_line(text))


def as_csv(table: pd.DataFrame, **options: Any) -> bytes:
    """Return a table as the content of a CSV file, with texts that spreadsheets do not calculate.

    Parameters
    ----------
    table : pandas.DataFrame
        The table.
    **options : object
        Arguments of `DataFrame.to_csv`.

    Returns
    -------
    bytes
        The content, which begins with the mark by which Excel recognises UTF-8.
    """

    def fit(entry):
        return for_spreadsheets(entry) if isinstance(entry, str) else entry

    texts = table.map(fit).rename(index=fit, columns=fit)
    return texts.to_csv(lineterminator="\n", **options).encode("utf-8-sig")


def markdown(frame: pd.DataFrame) -> str:
    """Return a table of texts as a Markdown table.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table.

    Returns
    -------
    str
        The lines of the table.
    """
    rows = [frame.columns, ["---"] * len(frame.columns), *frame.to_numpy()]
    return "\n".join("| " + " | ".join(_cell(text) for text in row) + " |" for row in rows)


def _cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")
