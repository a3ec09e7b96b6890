"""Register the functions and classes that the file of a saved learner may name."""

from collections.abc import Callable

KNOWN = {}
"""The registered functions and classes by their names."""


def known(thing: Callable) -> Callable:
    """Register a function or class, so that a saved learner that uses it can be loaded.

    Parameters
    ----------
    thing : callable
        Function or class at the top of a module, known by its name.

    Returns
    -------
    callable
        The same function or class, so that this can be used as a decorator.

    Raises
    ------
    ValueError
        If something else has this name: the file of a saved learner contains only the name.
    """
    name, other = thing.__name__, KNOWN.get(thing.__name__, thing)
    if (other.__module__, other.__qualname__) != (thing.__module__, thing.__qualname__):
        raise ValueError(f"{name} is registered already, as {other.__module__}.{name}")
    KNOWN[name] = thing
    return thing
