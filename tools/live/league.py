"""Make league.js: the tournament that a reader's own player enters on the page of lesson 10.

Its players are those of the lesson's class tournament. The page asks for it when the reader enters.
"""

import json
from functools import cache

from tools.live import python
from tools.live.stored import stored
from tttlearn.players import roster

NAME = "league.js"
CLASS = {"Bob": "level-2", "Cem": "td"}
HOUSE = "random", "one-ply", "two-ply", "minimax"
SEED = 0
"""As in lesson 10."""


def write(folder):
    """Write league.js into a folder."""
    (folder / NAME).write_text(script(), encoding="utf-8")


@cache
def players():
    """Return {name: player} of those who are there before the reader."""
    names = {name: name for name in HOUSE} | CLASS
    return {label: roster.trained(name, seed=SEED) for label, name in names.items()}


def script():
    """Return the text of league.js, which sets `tttlearnLeague` to its players and its code."""
    data = {label: stored(player) for label, player in players().items()}
    for label, name in CLASS.items():
        data[label]["about"] = name
    code = "".join(map(python.text, ("learning.js", "league.js")))
    made = f"({python.taken('enters.js', 'LEAGUE_OF')}) => {{\n{code}return makeLeague;\n}}"
    return f"globalThis.tttlearnLeague = {{ stored: {json.dumps(data)}, make: {made} }};\n"
