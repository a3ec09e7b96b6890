"""Offer opponents on a board by label, in whatever form they were given.

Names stay names until a game against them begins, so unused ones cost nothing. A reader's own
function becomes a player here: `Board({"mine": f})`.
"""

from itertools import chain, count
from typing import Any

import numpy as np

from tttlearn.evaluation.any_player import plays_by_itself, program_player
from tttlearn.evaluation.policy import PolicyPlayer, of_this_game
from tttlearn.evaluation.programs import as_program
from tttlearn.game.rules import TICTACTOE
from tttlearn.game.tables import Rules
from tttlearn.players import roster


def on_offer(opponent: Any, rules: Rules = TICTACTOE) -> tuple[dict[str, Any], str]:
    """Return the opponents to choose from.

    Parameters
    ----------
    opponent : object
        A name, a player, a policy or a program, beside which the named players that are ready
        within seconds are offered; or a dict, list or tuple of them, which are offered alone.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    offered : dict of str to object
        Names and players by their labels.
    first : str
        Label of the first to play.

    Raises
    ------
    ValueError
        If there is no opponent to choose from, or one that cannot play this game.
    """
    if isinstance(opponent, str):
        roster.check_name(opponent, rules)
        return {
            name: name for name in dict.fromkeys([*ready_in_seconds(rules), opponent])
        }, opponent
    if isinstance(opponent, (dict, list, tuple)):
        pairs = opponent.items() if isinstance(opponent, dict) else map(_named, opponent)
        offered = _labelled(pairs)
        if not offered:
            raise ValueError("there is no opponent to choose from: the collection is empty")
        return _checked(offered, rules), next(iter(offered))
    checked = _checked(_labelled([_named(opponent)]), rules)
    return checked | {n: n for n in ready_in_seconds(rules) if n not in checked}, next(
        iter(checked)
    )


def _checked(offered, rules):
    return {label: _check_opponent(opponent, label, rules) for label, opponent in offered.items()}


def _named(opponent):
    """Return the name of an opponent, or a description if it has none, and the opponent."""
    if isinstance(opponent, str):
        return opponent, opponent
    fallback = type(opponent).__name__ if hasattr(opponent, "act") else "your policy"
    if callable(opponent):
        called = getattr(opponent, "__name__", "<lambda>")
        fallback = "your function" if called == "<lambda>" else called
    return getattr(opponent, "name", fallback), opponent


def _labelled(pairs):
    """Return a dict of opponents by their names; if a name is taken, "name #2" and so on."""
    labelled = {}
    for name, opponent in pairs:
        labels = chain([str(name)], (f"{name} #{number}" for number in count(2)))
        labelled[next(label for label in labels if label not in labelled)] = opponent
    return labelled


def _check_opponent(opponent, label, rules):
    """Return the opponent, with a policy array or a program made a player.

    Raises ValueError for anything that cannot play.
    """
    if opponent is ...:
        raise ValueError(f"{label} is still ...: write it first, then it can play")
    if isinstance(opponent, str):
        roster.check_name(opponent, rules)
        return opponent
    of_this_game(opponent, rules, label)
    if plays_by_itself(opponent):
        return opponent
    program = None if isinstance(opponent, np.ndarray) else as_program(opponent, label)
    if program:
        return program_player(program, rules, label)
    try:
        return PolicyPlayer(opponent, label, rules=rules)
    except (TypeError, ValueError) as error:
        names = ", ".join(roster.names(rules))
        raise ValueError(
            f"{label}: an opponent is a name ({names}), a program, such as a function f(state), or "
            f"a policy: {error}"
        ) from None


def take(offered: Any, rules: Rules = TICTACTOE) -> Any:
    """Return the player for an offered opponent.

    Parameters
    ----------
    offered : str or object
        Name of a player, or a player.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    object
        A player, with `act`.

    Raises
    ------
    ValueError
        If no player has this name.
    """
    return roster.player(offered, rules) if isinstance(offered, str) else offered


def ready_in_seconds(rules: Rules) -> list[str]:
    """Return the names of the players that are ready within seconds.

    Parameters
    ----------
    rules : Rules
        Rules of the game.

    Returns
    -------
    list of str
        Names of those that can play this game.
    """
    return [name for name in roster.names(rules) if name in roster.READY_IN_SECONDS]
