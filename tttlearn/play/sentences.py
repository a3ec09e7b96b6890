"""Look up every sentence said at the board by its name, in the file that pages read, too."""

import json
from os import PathLike
from pathlib import Path
from typing import Any


def sentences_of(path: str | PathLike) -> dict[str, str | list[str]]:
    """Read the sentences in the JSON file beside a module.

    Parameters
    ----------
    path : str or path-like
        File of the module.

    Returns
    -------
    dict of str to str or list of str
        Sentences by name. Slots are in braces; lists hold the forms for 0, 1, 2 and more.
    """
    return json.loads(Path(path).with_suffix(".json").read_text(encoding="utf-8"))


SENTENCES = sentences_of(__file__)


def say(
    key: str, n: int = 0, sentences: dict[str, str | list[str]] = SENTENCES, **slots: Any
) -> str:
    """Return a sentence with its slots filled, in the form for a number.

    Parameters
    ----------
    key : str
        Name of the sentence.
    n : int, default 0
        The number, which is also a slot.
    sentences : dict, optional
        Sentences by name, by default those of the board.
    **slots : object
        Values of the other slots.

    Returns
    -------
    str
        The sentence.
    """
    text = sentences[key]
    return (text if isinstance(text, str) else text[min(n, len(text) - 1)]).format(n=n, **slots)
