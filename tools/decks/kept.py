"""What a deck takes from its master: made while that is executed, and kept in `notebooks/decks/NN`.

A PNG for each picture, and in `taken.json` two dicts of texts by name: `values`, which the slides
quote, and `captions`, what the master says of each picture.
"""

import json

from tools.decks.source import kept_folder

BEGIN = "from tools.decks.in_kernel import Watcher; Watcher({name!r}, get_ipython(), draw=True)"
"""What the kernel of a master runs before its first cell."""


def read(name):
    """What is kept for the deck of a lesson; nothing where it was not made yet."""
    path = kept_folder(name) / "taken.json"
    if not path.is_file():
        return {"values": {}, "captions": {}}
    return json.loads(path.read_text(encoding="utf-8"))


def write(name, taken):
    """Keep what the deck of a lesson has taken."""
    kept_folder(name).mkdir(exist_ok=True)
    text = json.dumps(taken, indent=1, ensure_ascii=False, sort_keys=True)
    (kept_folder(name) / "taken.json").write_text(f"{text}\n", encoding="utf-8")
