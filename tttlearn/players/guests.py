"""Hold the players that rooms above the engine bring to the list of named players.

The engine holds no article's player and does not know where any is. The rooms above it put what
they bring into `BROUGHT`, before the list is first used; `tttlearn/__init__.py` does so for the
course that comes with the package.
"""

from collections.abc import Callable
from typing import NamedTuple


class Entry(NamedTuple):
    """Entry of a named player in the list.

    Attributes
    ----------
    words : str
        A line on what the player does.
    make : callable
        `make(name, seed)` returns the player, or the learner before it has learned. It is called
        with `rules` as well if the player is for all games.
    games : int
        Number of games that it learns from before it plays; 0 for a player that comes ready.
    everywhere : bool
        Whether it can play games other than tic-tac-toe.
    same_as : str
        Name of another player that plays exactly as it does; empty if there is none.
    """

    words: str
    make: Callable
    games: int = 0
    everywhere: bool = False
    same_as: str = ""


class Guests(NamedTuple):
    """Players that a room brings.

    Attributes
    ----------
    players : dict of str to Entry
        The players by their names.
    define : callable
        Function that is called before a saved learner is read or written. It imports the functions
        that such a file may name, see `known`.
    """

    players: dict
    define: Callable


BROUGHT = []
"""The Guests of each room that brings players."""
