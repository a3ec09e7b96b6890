"""Every sentence said at the board, by its name, from the file that pages read, too."""

import json
from pathlib import Path


def sentences_of(path):
    """The sentences beside a module, a dict: slots are in braces, lists hold forms for 0, 1, 2"""
    return json.loads(Path(path).with_suffix(".json").read_text(encoding="utf-8"))


SENTENCES = sentences_of(__file__)


def say(key, n=0, sentences=SENTENCES, **slots):
    """The sentence of this name with its slots filled, in the form for the number `n`."""
    text = sentences[key]
    return (text if isinstance(text, str) else text[min(n, len(text) - 1)]).format(n=n, **slots)
