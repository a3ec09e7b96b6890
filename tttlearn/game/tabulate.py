"""A game written as two functions of a position becomes `Rules`, its tables.

    def moves(position):    {the name of each legal action: the position after it}; {} at the end
    def who(position):      +1 (X) or -1 (O) is to move; where there are no moves, who has won, or 0

A position is anything that can be the key of a dict, such as a tuple or a text. It says all that
matters for how the game goes on, including whose turn it is.
"""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from tttlearn.game.tables import Rules
from tttlearn.support.arguments import function, is_among, shown, text

MOST = 1_000_000
"""A game of more positions is taken to be endless."""


@dataclass(frozen=True, eq=False, repr=False)
class Tabulated(Rules):
    """The Rules of a game written as functions: S states as `texts`, and A `action_names`."""

    texts: tuple = ()
    action_names: tuple = ()

    def show(self, state):
        """The state as text."""
        return self.texts[self.check_one_state(state)]

    def parse(self, text):
        """The state of a number, or of a text that `show` makes of only one position."""
        drawn = None
        with suppress(RecursionError):  # of what is no position
            drawn = str(text)
        if (times := self.texts.count(drawn)) > 1:
            said = f"{times} positions of {self.name} are shown as {shown(drawn)}"
            raise ValueError(f"{said}; let `show` tell them apart, such as by whose turn it is")
        return self.texts.index(drawn) if times else super().parse(text)


def tabulate(name, start, moves, who, show=str):
    """The Rules of a game from its functions, which the module describes, and its first position.

    A state is the number of a position that some game reaches, in the order in which they are
    found; `start` is 0. An action is the number of a name, which may be typed in small letters,
    too. `show` makes text of a position. Raises ValueError for functions that make no game, with
    the position that is wrong, and for a game of more than a million positions.
    """
    text(name, "the name of a game")
    for what, given in {"moves": moves, "who": who, "show": show}.items():
        function(given, f"{what} is a function of a position")
    numbers, actions, reached, links = {_key(name, start): 0}, {}, [start], []
    for state, position in enumerate(reached):  # which grows meanwhile
        for action, after in _moves(name, moves, position).items():
            if numbers.setdefault(after, len(reached)) == len(reached):
                reached.append(after)
            links.append((state, actions.setdefault(action, len(actions)), numbers[after]))
        if len(reached) > MOST:
            found = f"{name} has more than {MOST:,} positions, such as {shown(position)}"
            raise ValueError(f"{found}; does every game of it come to an end?")
    following = np.full((len(reached), max(1, len(actions))), -1, np.int32)
    states, taken, after = np.array(links, np.int64).reshape(-1, 3).T
    following[states, taken] = after
    over = (following < 0).all(1)
    sides = [_side(name, who, *at) for at in zip(reached, over, strict=True)]
    texts = tuple(str(show(position)) for position in reached)
    tables = following, np.where(over, sides, 0), over, np.where(over, 0, sides)
    return Tabulated(name, *tables, texts=texts, action_names=tuple(actions))


def _moves(name, moves, position):
    """What `moves` says of a position, its names as texts in capitals."""
    after = moves(position)
    if not isinstance(after, dict):
        asked = "moves(position) is a dict, {name of an action: position after it}"
        raise ValueError(f"in {name}, {asked}, not {shown(after)} in {shown(position)}")
    named = {str(action).strip().upper(): new for action, new in after.items()}
    if len(named) < len(after):
        raise ValueError(f"in {name}, two actions have one name in {shown(position)}")
    return {action: _key(name, new) for action, new in named.items()}


def _key(name, position):
    """The position, if it can be the key of a dict."""
    try:
        hash(position)
    except TypeError:
        a_key = "what a dict can have as a key, such as a tuple or a text"
        raise ValueError(f"in {name}, a position is {a_key}, not {shown(position)}") from None
    return position


def _side(name, who, position, over):
    """What `who` says of a position, an int."""
    side, sides = who(position), (1, 0, -1) if over else (1, -1)
    if not is_among(side, sides):
        asked = f"is one of {sides} where there are {'no ' if over else ''}moves"
        raise ValueError(
            f"in {name}, who(position) {asked}, not {shown(side)} in {shown(position)}"
        )
    return int(side)
