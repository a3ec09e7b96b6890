"""Find constructions in English that are German, and say what to write instead.

    python -m tools.english     what the list finds, by file

A construction comes with a sentence in which it is found and the same thought in English, in which
it is not; a test compares. What no pattern can tell from good English is not in the list.
"""

import re
import sys
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


CONSTRUCTIONS = [
    Construction(
        "Who as a subject",
        rf"{BEGINS}Who (?!knows\b|is to move\b){ENDS}|{BEGINS}Whoever [^,.!?]*[.!:;]"
        r"|\b(?i:for|than|as) who\b",
        'a condition with "if", or "a player that", "anyone who"',
        "Who does nothing but explore learns slowly.",
        "A learner that only explores learns slowly. Who wins? Whoever wins, it says who it is.",
    ),
    Construction(
        "a condition without if",
        rf"{BEGINS}(?:Was|Were|Is|Are|Has|Does|Did|Can|Comes|Gets|Wins|Loses)"
        rf" [^.!?:,]*, (?:it|he|she|they|you|this|that|these|no|nobody|nothing|the|all|its) {ENDS}",
        '"if" or "when"',
        "Was it promised too much, it gets less.",
        "If it was promised too much, it gets less. Is it your turn, or the other side's?",
    ),
    Construction(
        "a verb before its subject",
        rf"{BEGINS}(?:Never (?!do\b|have\b)|Not once |Nowhere |Rarely )(?:{CAN})\b"
        rf"|\b(?i:only so) (?:{CAN})\b",
        "subject, verb, rest",
        "Never is it too high on average. Only so can you leave the book.",
        "On average it is never too high. That is the only way out of the book.",
    ),
    Construction(
        "in place of",
        r"\bin place of\b",
        '"instead of"',
        "Write a number in place of the dots.",
        "Write a number instead of the dots. The dict is changed in place, of course.",
    ),
    Construction(
        "for want of",
        r"\bfor want of\b",
        '"because there is no", "lack"',
        "It draws for want of a better move.",
        "It draws because no move is better. It does not want for time.",
    ),
    Construction(
        "hangs on",
        r"\b(?:hangs|hung) on\b|\b(?:may|can|must|would|will|not|to) hang on\b",
        '"depends on"',
        "The result hangs on the seed.",
        "The result depends on the seed. A picture hangs above the board.",
    ),
    Construction(
        "at hand",
        r"\b(?<!near )at hand\b",
        '"here", "ready", or what you have',
        "The eight lines are at hand.",
        "You have the eight lines. At first, hand in what you wrote.",
    ),
    Construction(
        "not each",
        r"(?<!\bdo )(?<!\bdoes )(?<!\bdid )\b[Nn]ot each\b(?! other)",
        '"not every"',
        "Not each turn of the dial helps.",
        "Not every turn of the dial helps. They do not each have a table.",
    ),
    Construction(
        "anew",
        r"\banew\b",
        '"again", "afresh", or a verb that says it: rewritten, compiled again',
        "The table is made anew.",
        "The table is made again, and a new one is drawn.",
    ),
    Construction(
        "lies in",
        r"\b(?:reason|cause|fault|slip|error|mistake|difference|answer|trick|art|secret|bias) "
        r"(?:lies|lie|lay) in\b|\b(?:lies|lie) (?:beyond|at hand)\b",
        '"is", or say it',
        "The cause lies in the reward. That it cannot block both lies beyond.",
        "The cause is the reward. The true share lies in most of the intervals.",
    ),
    Construction(
        "stands for is",
        r"\bstands? (?:at|under|below|above|beside|behind|before|between|there|here|first|last"
        r"|in(?! for\b|[.;,])|on(?! (?:its|their|your) own\b))\b",
        '"is", "are", or what the thing does',
        "The rule stands in a box above the exercise.",
        "The rule is in a box above the exercise. M stands for minimax; these stand in for "
        "yours. The package's stands in. The result stands.",
    ),
    Construction(
        "is told",
        r"\b(?:rule is|(?:answer|slip|reason|cause|difference|interval|fault|text|table|result"
        r"|error|share)s? (?:is|are|was|were)) told\b(?! apart)",
        '"the message says", or name who says it',
        "Results that change are told; such an error is told at once.",
        "A message says that results change. You are told so, and the errors are told apart.",
    ),
    Construction(
        "as it lies",
        r"\bas (?:it|they) (?:lay|lies|lie)\b",
        '"as it is", "unchanged"',
        "Ties are broken on the board as it lies.",
        "Ties are broken on the board as it is. As it is there, take it.",
    ),
    Construction(
        "sees to it",
        r"\b(?:see|sees|saw|seen) to it\b",
        '"makes sure"',
        "The check sees to it that nothing is lost.",
        "The check makes sure that nothing is lost. You see it, too.",
    ),
    Construction(
        "can be had",
        r"\b(?:can|could|cannot) (?:not )?be had\b",
        '"is available", "you can get"',
        "Numba cannot be had in a browser.",
        "Numba is not available in a browser. It can behave well.",
    ),
    Construction(
        "foretell",
        r"\b(?:foretell|foretells|foretold)\b",
        '"predict"',
        "Two ratings foretell a score.",
        "Two ratings predict a score.",
    ),
    Construction(
        "also behind a comma",
        r", also (?:where|when|if|in|of|on|for|from|those|behind|at|by|with|as)\b(?! well)",
        '"even", "including", or "too" behind it',
        "It is refused, also where the tables have one shape.",
        "It is refused, even if the tables have one shape. The list is also in the README.",
    ),
]
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
