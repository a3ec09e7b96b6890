"""Summarize what came out of each article, in three sentences written by hand, see in_short.toml.

They describe the results with the article's settings and the default number of runs. A test
compares them with the verdicts on the pages. A sentence without the id of an item says that nothing
of this kind was found.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Sentence:
    """Plain sentence, with the ids of the items that it is about."""

    text: str
    ids: tuple = ()


HELD, NOT, OPEN = "What held", "What did not", "What nobody can tell"
HEADINGS = {"held": HELD, "not": NOT, "open": OPEN}
"""Headings of the sentences by their names in the file."""


def read_in_short():
    """Return the Sentences by the name of the article's page, and by the kind of result."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {
        article: {
            HEADINGS[kind]: Sentence(about["text"], tuple(about["ids"]))
            for kind, about in sentences.items()
        }
        for article, sentences in tomllib.loads(text).items()
    }


IN_SHORT = read_in_short()
