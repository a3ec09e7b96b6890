"""Tables for a game that is written as two functions of a position.

    def moves(position):    {name of each legal action: position after it}; {} at the end
    def who(position):      the side to move, +1 (X) or -1 (O); without moves, the winner, or 0

A position is anything that can be the key of a dict, such as a tuple or a text. It says all that
matters for the rest of the game, including the side to move. A game with millions of positions is
written as three functions of integers, `LargeRules`, which are compiled.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tttlearn.game.large import LargeRules
from tttlearn.game.tables import Rules
from tttlearn.support.arguments import function, is_among, shown, text

if TYPE_CHECKING:
    from tttlearn.game.explored import Explored

MAX_POSITIONS = 1_000_000
"""Number of positions above which a game is taken to be endless."""


@dataclass(frozen=True, eq=False, repr=False)
class Tabulated(Rules):
    """Rules of a game that is written as functions.

    All attributes of `Rules`, and those below. `tabulate` makes these rules.

    Attributes
    ----------
    texts : tuple of str, length S
        Text of each state.
    action_names : tuple of str, length A
        Name of each action, in capitals.
    """

    texts: tuple = ()
    action_names: tuple = ()

    def show(self, state: int) -> str:
        """Return a state as text.

        Parameters
        ----------
        state : int
            Number of the position.

        Returns
        -------
        str
            The text that the game's own `show` made of it.
        """
        return self.texts[self.check_one_state(state)]

    def parse(self, text: Any) -> int:
        """Return the state that a number or a text means.

        Parameters
        ----------
        text : str or int
            The number of a state, or a text that `show` makes of only one position.

        Returns
        -------
        int
            Number of the position.

        Raises
        ------
        ValueError
            If it means no state, or if several positions have this text.
        """
        drawn = None
        with suppress(RecursionError):  # from the text of a list inside itself, for example
            drawn = str(text)
        if (times := self.texts.count(drawn)) > 1:
            message = f"{times} positions of {self.name} are shown as {shown(drawn)}"
            raise ValueError(f"{message}; let `show` tell them apart, such as by whose turn it is")
        return self.texts.index(drawn) if times else super().parse(text)


def tabulate(
    name: str | LargeRules,
    start: Hashable = None,
    moves: Callable[[Any], dict] | None = None,
    who: Callable[[Any], int] | None = None,
    show: Callable[[Any], str] = str,
) -> Tabulated | Explored:
    """Make the rules of a game from two functions of a position.

    Parameters
    ----------
    name : str or LargeRules
        Name of the game; or a large game alone, whose functions are compiled.
    start : hashable
        The first position. A position is anything that can be the key of a dict.
    moves : callable
        `moves(position)` returns a dict from the name of each legal action to the position after
        it, empty at the end of a game.
    who : callable
        `who(position)` returns the side to move, +1 X or -1 O; if there are no moves, the winner,
        or 0 for a draw.
    show : callable, default str
        `show(position)` returns a text.

    Returns
    -------
    Tabulated or Explored
        The rules. Those of a large game number its states by moves; see `explored`. Otherwise a
        state is the number of a position that some game reaches, in the order in which they
        are found, so the first position is state 0. An action is the number of a name, which may be
        typed in small letters, too.

    Raises
    ------
    ValueError
        If the functions make no game, with the position that is wrong, or if the game has more than
        a million positions; a large game may have as many as fit into memory.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> def moves(stones):
    ...     return {f"take {n}": stones - n for n in (1, 2) if n <= stones}
    >>> nim = ttt.tabulate("nim", 3, moves, who=lambda stones: 1)
    >>> nim.n_states, nim.action_names
    (4, ('TAKE 1', 'TAKE 2'))
    """
    if isinstance(name, LargeRules):
        if (start, moves, who, show) != (None, None, None, str):
            raise ValueError(f"{name.name} has its own functions: give tabulate the game alone")
        from tttlearn.game.explored import explored  # Numba takes time to load

        return explored(name)
    text(name, "the name of a game")
    for argument, given in {"moves": moves, "who": who, "show": show}.items():
        function(given, f"{argument} is a function of a position")
    numbers, actions, reached, links = {_key(name, start): 0}, {}, [start], array("q")
    for state, position in enumerate(reached):  # the list grows while it is read
        for action, after in _moves(name, moves, position).items():
            if numbers.setdefault(after, len(reached)) == len(reached):
                reached.append(after)
            links.extend((state, actions.setdefault(action, len(actions)), numbers[after]))
        if len(reached) > MAX_POSITIONS:
            message = f"{name} has more than {MAX_POSITIONS:,} positions, such as {shown(position)}"
            raise ValueError(f"{message}; does every game of it come to an end?")
    following = np.full((len(reached), max(1, len(actions))), -1, np.int32)
    states, taken, after = np.array(links).reshape(-1, 3).T
    following[states, taken] = after
    over = (following < 0).all(1)
    sides = [_side(name, who, *at) for at in zip(reached, over, strict=True)]
    texts = tuple(str(show(position)) for position in reached)
    tables = following, np.where(over, sides, 0), over, np.where(over, 0, sides)
    return Tabulated(name, *tables, texts=texts, action_names=tuple(actions))


def _moves(name, moves, position):
    """Return the answer of `moves` for a position, with the names as texts in capitals."""
    after = moves(position)
    if not isinstance(after, dict):
        expected = "moves(position) is a dict, {name of an action: position after it}"
        raise ValueError(f"in {name}, {expected}, not {shown(after)} in {shown(position)}")
    named = {str(action).strip().upper(): new for action, new in after.items()}
    if len(named) < len(after):
        raise ValueError(f"in {name}, two actions have one name in {shown(position)}")
    return {action: _key(name, new) for action, new in named.items()}


def _key(name, position):
    """Return the position if it can be the key of a dict."""
    try:
        hash(position)
    except TypeError:
        expected = "what a dict can have as a key, such as a tuple or a text"
        raise ValueError(f"in {name}, a position is {expected}, not {shown(position)}") from None
    return position


def _side(name, who, position, over):
    """Return the answer of `who` for a position as an int."""
    side, sides = who(position), (1, 0, -1) if over else (1, -1)
    if not is_among(side, sides):
        expected = f"is one of {sides} where there are {'no ' if over else ''}moves"
        raise ValueError(
            f"in {name}, who(position) {expected}, not {shown(side)} in {shown(position)}"
        )
    return int(side)
