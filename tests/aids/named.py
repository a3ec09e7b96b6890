"""The players that have names, for tests of what can be done with any of them."""

from functools import cache

from tttlearn.players import roster


@cache
def named(name):
    """The player of that name; who takes long to learn has learned from a few games only."""
    if name in roster.READY_IN_SECONDS:
        return roster.player(name)
    return roster.trained(name, games=2_000).as_it_is()
