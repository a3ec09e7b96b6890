"""The names of those who handed in, from a learning platform or a list; names that look alike.

Names are compared whole, and shortened only where they are shown.
"""

import csv
import re
import unicodedata
from collections import Counter
from typing import NamedTuple

import numpy as np

from tttlearn.support.text import one_line

LONGEST = 40
"""Letters of a name, where it is shown."""
MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(_(?P<rest>.*))?", re.S)
"""What Moodle calls the folders and files of an assignment that are downloaded all at once."""
LIST = "names.csv"
ALIKE = str.maketrans(
    "АВЕКМНОРСТХаеорсухіѕјІЅЈԁһԛԝӏӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρI1|0",
    "ABEKMHOPCTXaeopcyxisjlSJdhqwllABEZHlKMNOPTYXovplllO",
)
"""Letters that look like others, in most fonts."""
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
"""Those that have letters in common, for the eye."""


def from_moodle(text):
    """(name, number) of the student to whom a file or folder of Moodle belongs; None for others."""
    found = MOODLE.fullmatch(unicodedata.normalize("NFC", text))
    return found and (one_line(found["name"]), found["number"])


def same(name):
    """What names have in common that differ in capitals, wide letters or the way of an accent."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def look(name):
    """What names have in common that look the same, or nearly so."""
    return same(unicodedata.normalize("NFKC", name).translate(ALIKE))


def mixed(name):
    """The two alphabets that a word of the name is written in; empty when each word has one."""
    for word in re.findall(r"[^\W\d_]+", name):
        known = {unicodedata.name(letter, "").split(" ")[0] for letter in word}
        found = [script.capitalize() for script in SCRIPTS if script in known]
        if len(found) > 1:
            return " and ".join(found[:2])
    return ""


def shortened(names):
    """The names as they are shown: long ones without their middle, and no two the same."""
    shown, met = [], Counter()
    for name in names:
        half = LONGEST // 2
        text = name if len(name) <= LONGEST else f"{name[: half - 1]}…{name[-half:]}"
        met[text] += 1
        shown.append(text if met[text] == 1 else f"{text} #{met[text]}")
    return shown


def pseudonyms(number):
    """So many names that say nothing, in an order that says nothing."""
    order = np.random.default_rng().permutation(number) + 1
    return [f"Player {k}" for k in order]


class Listed(NamedTuple):
    """A line of names.csv: a file or folder, the name to be shown, the number of the student."""

    file: str
    name: str
    number: str = ""


def read_list(content, known):
    """The rows of a CSV file, a dict from a file's name to its Listed.

    Two or three columns, split by commas or semicolons, with a heading or without: the first line
    is one if it names none of the `known` files. Raises ValueError, with the line, for what cannot
    be read.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{LIST} is not UTF-8: save it as CSV UTF-8") from None
    split = ";" if ";" in text.partition("\n")[0] else ","
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=split))
    except csv.Error as error:  # which is no ValueError, such as that of a cell of megabytes
        raise ValueError(f"{LIST} is no CSV: {error}") from None
    shown = {}
    for number, row in enumerate(rows, 1):
        cells = [unicodedata.normalize("NFC", cell.strip()) for cell in row]
        if not any(cells) or (number == 1 and cells[0] not in known and "." not in cells[0]):
            continue
        if not 2 <= len(cells) <= 3 or not all(cells[:2]):
            raise ValueError(
                f"{LIST}, line {number}: a line is a file, a name and perhaps a number, not {row}"
            )
        if cells[0] in shown:
            raise ValueError(f"{LIST}, line {number}: {cells[0]!r} has a name already")
        shown[cells[0]] = Listed(cells[0], *map(one_line, cells[1:]))
    return shown
