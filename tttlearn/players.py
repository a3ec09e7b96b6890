"""The opponents that have a name, for the board, the command line and the lessons."""

from functools import cache

from tttlearn.policy import PolicyPlayer, random_policy
from tttlearn.search import minimax_player

NAMES = {
    "random": "takes any free cell",
    "one-ply": "looks one move ahead: takes a win, else good squares",
    "two-ply": "looks two moves ahead: wins, blocks, else good squares",
    "minimax": "perfect: chooses evenly among the best moves",
    "minimax-first": "perfect: always takes the first of the best moves",
}
"""The names that `player` knows, each with a line that says what the opponent does."""


@cache
def player(name):
    """The opponent of that name, a PolicyPlayer; ValueError with the list for an unknown name."""
    if name == "random":
        return PolicyPlayer(random_policy(), name)
    searches = {
        "one-ply": {"depth": 1},
        "two-ply": {"depth": 2},
        "minimax": {},
        "minimax-first": {"ties": "first"},
    }
    if name not in searches:
        raise ValueError(f"no player is called {name!r}; there are {', '.join(NAMES)}")
    found = minimax_player(**searches[name])
    return PolicyPlayer(found.policy, name, found.values)
