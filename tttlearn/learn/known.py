"""What the file of a learner may name: functions and classes, registered where they are defined."""

KNOWN = {}
"""Functions and classes of networks by their names."""


def known(thing):
    """Register a function or class, so that a saved learner that uses it can be loaded; returns it.

    Raises ValueError for a name that something else has: a file says no more than the name.
    """
    name, other = thing.__name__, KNOWN.get(thing.__name__, thing)
    if (other.__module__, other.__qualname__) != (thing.__module__, thing.__qualname__):
        raise ValueError(f"{name} is registered already, as {other.__module__}.{name}")
    KNOWN[name] = thing
    return thing
