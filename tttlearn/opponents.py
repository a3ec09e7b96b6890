"""The opponents that a board offers to choose from, by label, whatever form they were given in.

Names stay names until they are played against, so that the unused ones cost nothing.
"""

from tttlearn import players
from tttlearn.policy import PolicyPlayer


def on_offer(opponent):
    """The opponents to choose from, by label, and the label of the first to play."""
    if opponent is None or isinstance(opponent, str):
        name = "minimax" if opponent is None else opponent
        players.player(name)
        return {n: n for n in players.NAMES}, name
    if isinstance(opponent, (dict, list, tuple)):
        offered = opponent if isinstance(opponent, dict) else _labelled(opponent)
        if not offered:
            raise ValueError("there is no opponent to choose from: the collection is empty")
        checked = {str(label): _check_opponent(o) for label, o in offered.items()}
    else:
        checked = _labelled([_check_opponent(opponent)])
        checked |= {name: name for name in players.NAMES if name not in checked}
    return checked, next(iter(checked))


def _labelled(opponents):
    """A dict from a label, the opponent's name where it has one, to each opponent."""
    labelled = {}
    for opponent in opponents:
        fallback = type(opponent).__name__ if hasattr(opponent, "act") else "your policy"
        name = opponent if isinstance(opponent, str) else getattr(opponent, "name", fallback)
        same = sum(label.split(" #")[0] == name for label in labelled)
        labelled[f"{name} #{same + 1}" if same else str(name)] = opponent
    return labelled


def _check_opponent(opponent):
    """The opponent, with a policy array made a player; ValueError when it is no opponent."""
    if isinstance(opponent, type):
        raise ValueError(f"an opponent is an object: {opponent.__name__}(), with parentheses")
    if isinstance(opponent, str):
        players.player(opponent)
    elif not hasattr(opponent, "act"):
        try:
            return PolicyPlayer(opponent, "your policy")
        except (TypeError, ValueError) as error:
            names = ", ".join(players.NAMES)
            raise ValueError(
                f"an opponent is a name ({names}), a policy or has act(state, rng): {error}"
            ) from None
    return opponent


def take(offered):
    """What `act`s for an opponent on offer, which is a name or a player."""
    return players.player(offered) if isinstance(offered, str) else offered
