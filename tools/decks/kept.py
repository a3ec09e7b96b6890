"""Read and write what a deck and a page take from their master, in `notebooks/decks/NN`.

It is made while the master is executed: a PNG for each picture, and in `taken.json` two dicts of
texts by name: `values`, which the slides quote, and `captions`, what the master says of each
picture. A third, `rankings`, has by its cell what each StepRanking
shows, for the lesson's page: lists of steps and their numbers.
"""

import json
from pathlib import Path

from tools.decks.source import kept_folder

BEGIN = "from tools.decks.in_kernel import Watcher; Watcher({name!r}, get_ipython(), {folder!r})"
"""Code that the kernel of a master runs before its first cell. What the deck takes is put into
`folder`, since only a complete run of the master may change the files that are kept."""
TAKEN = "taken.json"
KINDS = "values", "captions", "rankings"


def read(name):
    """Return what is kept for the deck of a lesson; empty dicts if it has not been made yet."""
    path = kept_folder(name) / TAKEN
    if not path.is_file():
        return {kind: {} for kind in KINDS}
    return json.loads(path.read_text(encoding="utf-8"))


def as_text(taken):
    """Return the content of `taken.json` for what a deck has taken so far."""
    return json.dumps(taken, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def files(name, folder):
    """Return {path: bytes} of the files to keep of those that the deck has put in a folder."""
    return {kept_folder(name) / path.name: path.read_bytes() for path in Path(folder).iterdir()}
