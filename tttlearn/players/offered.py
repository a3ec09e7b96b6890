"""The opponents that a board offers to choose from, by label, whatever form they were given in.

Names stay names until they are played against, so that the unused ones cost nothing.
"""

from itertools import chain, count

from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.players import roster


def on_offer(opponent):
    """The opponents to choose from, by label, and the label of the first to play."""
    if isinstance(opponent, str):
        roster.player(opponent)
        return {name: name for name in dict.fromkeys([*roster.AT_ONCE, opponent])}, opponent
    if isinstance(opponent, (dict, list, tuple)):
        pairs = opponent.items() if isinstance(opponent, dict) else map(_named, opponent)
        offered = _labelled(pairs)
        if not offered:
            raise ValueError("there is no opponent to choose from: the collection is empty")
        checked = {label: _check_opponent(o) for label, o in offered.items()}
    else:
        checked = _labelled([_named(_check_opponent(opponent))])
        checked |= {name: name for name in roster.AT_ONCE if name not in checked}
    return checked, next(iter(checked))


def _named(opponent):
    """(its name where it has one, opponent)."""
    if isinstance(opponent, str):
        return opponent, opponent
    fallback = type(opponent).__name__ if hasattr(opponent, "act") else "your policy"
    return getattr(opponent, "name", fallback), opponent


def _labelled(pairs):
    """A dict of opponents by their names, those of a name that is taken by "name #2" and so on."""
    labelled = {}
    for name, opponent in pairs:
        labels = chain([str(name)], (f"{name} #{number}" for number in count(2)))
        labelled[next(label for label in labels if label not in labelled)] = opponent
    return labelled


def _check_opponent(opponent):
    """The opponent, with a policy array made a player; ValueError when it is no opponent."""
    if isinstance(opponent, type):
        raise ValueError(f"an opponent is an object: {opponent.__name__}(), with parentheses")
    if isinstance(opponent, str):
        roster.player(opponent)
    elif not hasattr(opponent, "act"):
        try:
            return PolicyPlayer(opponent, "your policy")
        except (TypeError, ValueError) as error:
            names = ", ".join(roster.NAMES)
            raise ValueError(
                f"an opponent is a name ({names}), a policy or has act(state, rng): {error}"
            ) from None
    return opponent


def take(offered):
    """What `act`s for an opponent on offer, which is a name or a player."""
    return roster.player(offered) if isinstance(offered, str) else offered
