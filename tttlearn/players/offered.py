"""The opponents that a board offers to choose from, by label, whatever form they were given in.

Names stay names until they are played against, so that the unused ones cost nothing.
"""

from itertools import chain, count

from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.game.large import LargeRules
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import Rules
from tttlearn.players import roster


def on_offer(opponent, rules=TICTACTOE):
    """The opponents to choose from, by label, and the label of the first to play."""
    if isinstance(opponent, str):
        take(opponent, rules)
        return {name: name for name in dict.fromkeys([*at_once(rules), opponent])}, opponent
    if isinstance(opponent, (dict, list, tuple)):
        pairs = opponent.items() if isinstance(opponent, dict) else map(_named, opponent)
        offered = _labelled(pairs)
        if not offered:
            raise ValueError("there is no opponent to choose from: the collection is empty")
        checked = {label: _check_opponent(o, rules) for label, o in offered.items()}
    else:
        checked = _labelled([_named(_check_opponent(opponent, rules))])
        checked |= {name: name for name in at_once(rules) if name not in checked}
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


def _check_opponent(opponent, rules):
    """The opponent, with a policy array made a player; ValueError when it is no opponent."""
    if isinstance(opponent, type):
        raise ValueError(f"an opponent is an object: {opponent.__name__}(), with parentheses")
    if isinstance(opponent, str):
        take(opponent, rules)
    elif not hasattr(opponent, "act"):
        try:
            return PolicyPlayer(opponent, "your policy", rules=rules)
        except (TypeError, ValueError) as error:
            names = ", ".join(roster.names(rules))
            raise ValueError(
                f"an opponent is a name ({names}), a policy or has act(state, rng): {error}"
            ) from None
    else:
        theirs = getattr(opponent, "rules", None)
        if isinstance(theirs, (Rules, LargeRules)) and theirs is not rules:
            raise ValueError(f"{_named(opponent)[0]} plays {theirs.name}, not {rules.name}")
    return opponent


def take(offered, rules=TICTACTOE):
    """What `act`s for an opponent on offer, which is a name or a player."""
    return roster.player(offered, rules) if isinstance(offered, str) else offered


def at_once(rules):
    """The names that are ready within some seconds in a game."""
    return [name for name in roster.names(rules) if name in roster.AT_ONCE]
