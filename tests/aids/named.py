"""Provide the named players, for tests of what can be done with any of them."""

from functools import cache

from tttlearn.players import roster


@cache
def named(name):
    """Return the player of that name; one that learns slowly has learned from a few games only."""
    if name in roster.READY_IN_SECONDS:
        return roster.player(name)
    return roster.trained(name, games=2_000).as_it_is()
