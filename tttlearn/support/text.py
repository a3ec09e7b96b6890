"""Text to be shown: numbers, the same everywhere, and strangers' texts.

A number is rounded from its exact value, ties to even; `rounded` in play/board.js does so, too.
Names and messages from other people's files may hold anything: letters that a terminal obeys,
halves of letters that no file can hold, cells with which a spreadsheet calculates.
"""

import re

from tttlearn.support.arguments import shown, whole

MOST_DIGITS = 1074
"""No number in double precision has more of them after its point."""


def signed(value, digits=2):
    """A value to X as text, with its sign: "+1.00", "-0.35"; nothing is "0.00", never "+0.00"."""
    digits = whole(digits, "the number of digits", 0, MOST_DIGITS)
    try:
        text = f"{value:+.{digits}f}"
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"a value is a number, not {shown(value)}") from None
    return text if text.strip("+-0.") else text[1:]


def value_text(value):
    """A value as text: "+1", "0", "-0.35"."""
    rounded = round(value, 2)
    return f"{rounded:+.0f}" if rounded in (-1, 1) else f"{rounded:+.2f}" if rounded else "0"


WORDS = "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"


def counted(number):
    """A whole number as it is written in a sentence: "nine", "12"."""
    return WORDS[number] if number < len(WORDS) else f"{number:,}"


def sentence(text):
    """The text with a capital at its beginning, as a sentence has."""
    return text[:1].upper() + text[1:]


def one_line(text):
    """The text fit for a terminal: one line, with a question mark for what cannot be printed."""
    return printable(" ".join(str(text).split()))


def printable(text):
    """The lines of a text fit for a terminal, with a question mark for what cannot be printed."""
    return "".join(one if one.isprintable() or one == "\n" else "?" for one in str(text))


def for_spreadsheets(text):
    """The text in one line, as a spreadsheet shows it instead of calculating with it.

    Some spreadsheets begin a cell at a semicolon, too, and some take wide signs for usual ones.
    """
    return re.sub(r"(^|;)(\s*[=+@\-＝＋＠－])", r"\1'\2", one_line(text))


def as_csv(table, **options):
    """A DataFrame as the bytes of a CSV file, its texts fit for spreadsheets.

    `options`: of its method `to_csv`. The bytes begin with the mark by which Excel knows UTF-8.
    """

    def fit(entry):
        return for_spreadsheets(entry) if isinstance(entry, str) else entry

    texts = table.map(fit).rename(index=fit, columns=fit)
    return texts.to_csv(lineterminator="\n", **options).encode("utf-8-sig")


def markdown(frame):
    """A DataFrame of texts as a Markdown table."""
    rows = [frame.columns, ["---"] * len(frame.columns), *frame.to_numpy()]
    return "\n".join("| " + " | ".join(_cell(text) for text in row) + " |" for row in rows)


def _cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")
