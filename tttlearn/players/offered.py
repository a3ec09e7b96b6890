"""The opponents that a board offers, by label, in whatever form they were given.

Names stay names until somebody plays against them, so unused ones cost nothing. A reader's own
function becomes a player here: `Board({"mine": f})`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, signature
from itertools import chain, count

from tttlearn.evaluation.policy import PolicyPlayer, of_this_game
from tttlearn.game.rules import TICTACTOE
from tttlearn.players import roster
from tttlearn.support.strangers import FailedError

PLACES = Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD
"""The kinds of parameters with which a function may be called as f(state, rng)."""


@dataclass(frozen=True)
class FunctionPlayer:
    """A function that moves, f(state) or f(state, rng), as a player with a name."""

    function: Callable
    name: str
    takes_rng: bool

    def act(self, state, rng):
        """What the function answers; FailedError if that is nothing yet."""
        answer = self.function(state, rng) if self.takes_rng else self.function(state)
        if answer is None:
            raise FailedError("answered None, as a function does that returns nothing")
        if answer is ...:
            raise FailedError("answered ...: that is still to be written")
        return answer


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
    """The opponent, a policy array or a function made a player; ValueError for anything else."""
    if isinstance(opponent, type):
        raise ValueError(f"an opponent is an object: {opponent.__name__}(), with parentheses")
    if opponent is ...:
        raise ValueError(f"{label} is still ...: write it first, then it can play")
    if isinstance(opponent, str):
        take(opponent, rules)
        return opponent
    if hasattr(opponent, "act"):
        return of_this_game(opponent, rules, label)
    if callable(opponent):
        return FunctionPlayer(opponent, label, _takes_rng(opponent, label))
    try:
        return PolicyPlayer(opponent, label, rules=rules)
    except (TypeError, ValueError) as error:
        names = ", ".join(roster.names(rules))
        raise ValueError(
            f"{label}: an opponent is a name ({names}), a function f(state) or f(state, rng), a "
            f"policy or has act(state, rng): {error}"
        ) from None


def _takes_rng(function, label):
    """Whether a function is f(state, rng) and not f(state); ValueError if it is neither."""
    try:
        told = signature(function)
    except ValueError:  # some functions that are not written in Python do not say
        return False
    places = [one for one in told.parameters.values() if one.kind in PLACES]
    takes = any(one.name == "rng" or one.default is Parameter.empty for one in places[1:2])
    try:
        told.bind(*(0, None)[: 1 + takes])
    except TypeError:
        raise ValueError(f"{label} is f{told}: a player is f(state) or f(state, rng)") from None
    return takes


def take(offered, rules=TICTACTOE):
    """What plays for an offered opponent, which is a name or a player: it has `act`."""
    return roster.player(offered, rules) if isinstance(offered, str) else offered


def at_once(rules):
    """The names of players that are ready within some seconds in a game."""
    return [name for name in roster.names(rules) if name in roster.AT_ONCE]
