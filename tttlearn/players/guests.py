"""Players from outside: how the list of named players learns of them.

The engine holds no article's player and does not know where any is. The rooms above it put what
they bring into `BROUGHT`, before the list is first used; `tttlearn/__init__.py` does so for the
course that comes with the package.
"""

from collections.abc import Callable
from typing import NamedTuple


class Entry(NamedTuple):
    """What the list says of a name.

    `words`: a line on what the player does; `make(name, seed)`: the player, or the learner before
    it has learned; `games`: how many it learns from before it plays, 0 for one that comes ready;
    `everywhere`: whether it can play games other than tic-tac-toe, and `make` takes their `rules`;
    `same_as`: the name of another that plays exactly as it does, if there is one.
    """

    words: str
    make: Callable
    games: int = 0
    everywhere: bool = False
    same_as: str = ""


class Guests(NamedTuple):
    """What a room brings: `players`, a dict of Entry by name, and `define`, which is called before
    a saved learner is read or written, and imports what such a file may name, see `known`.
    """

    players: dict
    define: Callable


BROUGHT = []
"""The Guests of all that bring some."""
