"""The opponents that a board offers, by label, in whatever form they were given.

Names stay names until somebody plays against them, so unused ones cost nothing. A reader's own
function becomes a player here: `Board({"mine": f})`.
"""

from itertools import chain, count

import numpy as np

from tttlearn.evaluation.any_player import plays_by_itself, program_player
from tttlearn.evaluation.policy import PolicyPlayer, of_this_game
from tttlearn.evaluation.programs import as_program
from tttlearn.game.rules import TICTACTOE
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
        return _checked(offered, rules), next(iter(offered))
    checked = _checked(_labelled([_named(opponent)]), rules)
    return checked | {n: n for n in at_once(rules) if n not in checked}, next(iter(checked))


def _checked(offered, rules):
    return {label: _check_opponent(one, label, rules) for label, one in offered.items()}


def _named(opponent):
    """(its name if it has one, opponent)."""
    if isinstance(opponent, str):
        return opponent, opponent
    fallback = type(opponent).__name__ if hasattr(opponent, "act") else "your policy"
    if callable(opponent):
        called = getattr(opponent, "__name__", "<lambda>")
        fallback = "your function" if called == "<lambda>" else called
    return getattr(opponent, "name", fallback), opponent


def _labelled(pairs):
    """A dict of opponents by their names; if a name is taken, "name #2" and so on."""
    labelled = {}
    for name, opponent in pairs:
        labels = chain([str(name)], (f"{name} #{number}" for number in count(2)))
        labelled[next(label for label in labels if label not in labelled)] = opponent
    return labelled


def _check_opponent(opponent, label, rules):
    """The opponent, a policy array or a program made a player; ValueError for anything else."""
    if opponent is ...:
        raise ValueError(f"{label} is still ...: write it first, then it can play")
    if isinstance(opponent, str):
        take(opponent, rules)
        return opponent
    of_this_game(opponent, rules, label)
    if plays_by_itself(opponent):
        return opponent
    one = None if isinstance(opponent, np.ndarray) else as_program(opponent, label)
    if one:
        return program_player(one, rules, label)
    try:
        return PolicyPlayer(opponent, label, rules=rules)
    except (TypeError, ValueError) as error:
        names = ", ".join(roster.names(rules))
        raise ValueError(
            f"{label}: an opponent is a name ({names}), a program, such as a function f(state), or "
            f"a policy: {error}"
        ) from None


def take(offered, rules=TICTACTOE):
    """What plays for an offered opponent, which is a name or a player: it has `act`."""
    return roster.player(offered, rules) if isinstance(offered, str) else offered


def at_once(rules):
    """The names of players that are ready within some seconds in a game."""
    return [name for name in roster.names(rules) if name in roster.AT_ONCE]
