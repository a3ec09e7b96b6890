"""Choose which of many similar cases each run of the tests looks at."""

import pytest


def first_of(number, things):
    """Return parameters of a test: the first `number` of these things, the others marked slow."""
    things = list(things)
    others = [pytest.param(thing, marks=pytest.mark.slow) for thing in things[number:]]
    return [*things[:number], *others]
