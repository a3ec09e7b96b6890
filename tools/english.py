"""Find constructions in English that are German, and say what to write instead.

    python -m tools.english     what the list finds, by file

A construction comes with a sentence in which it is found and the same thought in English, in which
it is not; a test compares. What no pattern can tell from good English is not in the list.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from tools.masters import CHECKS, ROOT, masters, source
from tttlearn.course.exercises.student import read

BEGINS = r"(?:^|(?<=[.!?:] )|(?<=[(>*\"“]))"
"""Pattern of the place where a sentence begins, in text without line breaks inside a paragraph."""
ENDS = r"[^.!?:]*(?:[.](?=\d)[^.!?:]*)*[.!](?=\W|$)"
"""Pattern of the rest of a sentence that is no question; a decimal point does not end it."""
BE = "is|are|was|were"
CAN = f"{BE}|can|could|may|might|must|will|would|shall|should|has|had|does|did"


class Construction(NamedTuple):
    """What to look for, what to write instead, and an example sentence of each."""

    name: str
    pattern: str
    instead: str
    bad: str
    good: str


def constructions():
    """Yield each Construction of english.toml, with the pieces of patterns above in its pattern."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    for name, about in tomllib.loads(text).items():
        pattern = re.sub(r"\{([A-Z]+)\}", lambda piece: PIECES[piece[1]], about.pop("pattern"))
        yield Construction(name, pattern, **about)


PIECES = {"BEGINS": BEGINS, "ENDS": ENDS, "BE": BE, "CAN": CAN}
CONSTRUCTIONS = list(constructions())
"""Constructions that were found more than twice in a fresh reading of the lessons."""

NOT_PROSE = (
    *(r"(?s)```.*?```", r"``[^`]*``", r"`[^`]*`", r"(?s)\$\$.*?\$\$", r"\$[^$]*\$"),
    *(r"\]\([^)]*\)", r"(?s)<!--.*?-->", r"<[^>]+>"),
)
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*>|]|\d+\.) )|\n(?=#)|(?<=\|)")
"""Pattern of the places where a paragraph, list item, heading or table cell begins."""
MARKS = re.compile(r"^(?:[-*>|#\s]|\d+\. )+")


def found(text):
    """Return the constructions in a text in Markdown, [(Construction, the words), ...]."""
    for pattern in NOT_PROSE:
        text = re.sub(pattern, "x" if "`" in pattern or "$" in pattern else "", text)
    paragraphs = [MARKS.sub("", " ".join(part.split())) for part in PARAGRAPH.split(text)]
    return [
        (construction, match.group()[:80])
        for part in paragraphs
        for construction in CONSTRUCTIONS
        for match in re.finditer(construction.pattern, part)
    ]


def complaints(text):
    """Return what is found in a text, as sentences."""
    return [
        f"{words!r} ({construction.name}): write {construction.instead}"
        for construction, words in found(text)
    ]


def documents():
    """Return {name: text} of the pages of the project that people read, except its lessons."""
    names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md"]
    paths = [ROOT / name for name in [*names, "tools/how_to_start.html"]]
    paths += sorted((ROOT / "docs").glob("*.md"))
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


def notebooks():
    """Return {name: text} of the Markdown of the lessons, hints included, and of the glossary."""
    return {
        str(path.relative_to(ROOT)): "\n\n".join(
            source(cell) for cell in read(path)["cells"] if cell["cell_type"] == "markdown"
        )
        for path in masters()
    }


def said():
    """Return {name: text} of what lecturers may say about wrong answers."""
    return {path.name: path.read_text(encoding="utf-8") for path in CHECKS.glob("*_said.toml")}


def main():
    """Print what is found, by file; return the exit status, 1 if anything is found."""
    count = 0
    for name, text in (documents() | notebooks() | dict(sorted(said().items()))).items():
        for sentence in complaints(text):
            print(f"{name}: {sentence}")
            count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
