"""What is said at the board: every sentence by its name, from the file that pages read, too."""

import json
from pathlib import Path

SENTENCES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""The sentences, with slots in braces; in a list, forms for 0, 1, 2 and more."""


def say(key, n=0, **slots):
    """The sentence of this name with its slots filled, in the form for the number `n`."""
    text = SENTENCES[key]
    return (text if isinstance(text, str) else text[min(n, len(text) - 1)]).format(n=n, **slots)
