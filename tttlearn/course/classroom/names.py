"""Read students' names from a learning platform or a list, and compare names that look alike.

Names are compared whole, and shortened only where they are shown.
"""

import csv
import re
import unicodedata
from collections import Counter
from typing import NamedTuple

import numpy as np

from tttlearn.support.text import one_line

MAX_NAME_LENGTH = 40
"""Largest number of letters of a name where it is shown."""
MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(_(?P<rest>.*))?", re.S)
"""Names that Moodle gives to the files and folders of an assignment that is downloaded as a
whole."""
LIST = "names.csv"
ALIKE = str.maketrans(
    "АВЕКМНОРСТХаеорсухіѕјІЅЈԁһԛԝӏӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρI1|0",
    "ABEKMHOPCTXaeopcyxisjlSJdhqwllABEZHlKMNOPTYXovplllO",
)
"""Letters that look like others in most fonts."""
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
"""Alphabets with letters that look the same."""


def from_moodle(text):
    """Return (name, number) of the student from Moodle's name of a file or folder, or None."""
    match = MOODLE.fullmatch(unicodedata.normalize("NFC", text))
    return match and (one_line(match["name"]), match["number"])


def same(name):
    """Normalize a name: capitals, the width of letters, and the encoding of accents."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def look(name):
    """Return a form of the name that it shares with names that look the same, or nearly so."""
    return same(unicodedata.normalize("NFKC", name).translate(ALIKE))


def mixed(name):
    """Return the two alphabets that a word of the name mixes, as text; "" if each word has one."""
    for word in re.findall(r"[^\W\d_]+", name):
        present = {unicodedata.name(letter, "").split(" ")[0] for letter in word}
        scripts = [script.capitalize() for script in SCRIPTS if script in present]
        if len(scripts) > 1:
            return " and ".join(scripts[:2])
    return ""


def shortened(names):
    """Return the names as they are shown: long ones without their middle, all different."""
    shown, counts = [], Counter()
    for name in names:
        half = MAX_NAME_LENGTH // 2
        text = name if len(name) <= MAX_NAME_LENGTH else f"{name[: half - 1]}…{name[-half:]}"
        counts[text] += 1
        shown.append(text if counts[text] == 1 else f"{text} #{counts[text]}")
    return shown


def pseudonyms(number):
    """Return this number of pseudonyms in random order."""
    order = np.random.default_rng().permutation(number) + 1
    return [f"Player {k}" for k in order]


class Listed(NamedTuple):
    """Line of names.csv: a file or folder, the name to show, the number of the student."""

    file: str
    name: str
    number: str = ""


def read_list(content, known):
    """Read names.csv: return a dict from the name of a file to its Listed.

    The file has two or three columns, separated by commas or semicolons, with a heading or without:
    the first line is a heading if it names none of the `known` files, nor any other file or number.
    Raises ValueError, with the line, for what cannot be read.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{LIST} is not UTF-8: save it as CSV UTF-8") from None
    split = ";" if ";" in text.partition("\n")[0] else ","
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=split))
    except csv.Error as error:  # csv.Error, for example for a huge cell, is not a ValueError
        raise ValueError(f"{LIST} is no CSV: {error}") from None
    shown = {}
    for number, row in enumerate(rows, 1):
        cells = [unicodedata.normalize("NFC", cell.strip()) for cell in row]
        is_heading = number == 1 and cells[0] not in known and not re.search(r"[.\d]", cells[0])
        if not any(cells) or is_heading:
            continue
        if not 2 <= len(cells) <= 3 or not all(cells[:2]):
            raise ValueError(
                f"{LIST}, line {number}: a line is a file, a name and perhaps a number, not {row}"
            )
        if cells[0] in shown:
            raise ValueError(f"{LIST}, line {number}: {cells[0]!r} has a name already")
        shown[cells[0]] = Listed(cells[0], *map(one_line, cells[1:]))
    return shown
