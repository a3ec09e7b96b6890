"""List the positions of a `LargeRules` game, layer by layer, with its functions compiled.

A layer has the positions after as many moves, and a position that games reach after different
numbers of moves is in several. Its number follows from the last of them, so every move leads to a
larger number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tttlearn.game.large import MAX_MOVES, MAX_STATE, LargeRules
from tttlearn.game.positions import GIGABYTE, free_bytes
from tttlearn.game.tables import Rules, unchecked
from tttlearn.support.arguments import shown
from tttlearn.support.compiled import njit_fresh

BYTES_OF_ACTION, BYTES_OF_STATE = 16, 96
"""Bytes that listing the positions, and their tables, take for each action and each position."""


@dataclass(frozen=True, eq=False, repr=False)
class Explored(Rules):
    """Rules of a large game whose positions were listed.

    All attributes of `Rules`, and the one below. `tabulate` makes these rules.

    Attributes
    ----------
    keys : ndarray of int64, shape (S,)
        State of the large game that each state stands for.
    """

    keys: np.ndarray = field(default=None)

    is_listed = True
    """Whether states are the positions that games reach, and each move leads to a later one."""

    def show(self, state: int) -> str:
        """Return a state as text.

        Parameters
        ----------
        state : int
            Number of the position.

        Returns
        -------
        str
            The state of the large game.
        """
        return str(self.keys[self.check_one_state(state)])

    def parse(self, text: Any) -> int:
        """Return the state that a number or a text means.

        Parameters
        ----------
        text : int or str
            The number of a state, or the state of the large game as text.

        Returns
        -------
        int
            Number of the position.

        Raises
        ------
        ValueError
            If no game reaches it.
        """
        if not isinstance(text, str) or not text.strip().isdecimal():
            return super().parse(text)
        (found,) = np.nonzero(self.keys == min(int(text), MAX_STATE))
        if not len(found):
            raise ValueError(f"no game of {self.name} reaches the state {shown(text)}")
        return int(found[0])


def explored(large: LargeRules) -> Explored:
    """Return the rules of a large game as tables over all positions that games reach.

    Parameters
    ----------
    large : LargeRules
        The game.

    Returns
    -------
    Explored
        The rules.

    Raises
    ------
    ValueError
        If the tables do not fit into memory, or if a function returns something that cannot be
        right in some position.
    """
    expand = _expansion(*large.compiled)
    layers = _layers(large, expand)
    if len(layers) == 1:
        raise ValueError(f"in {large.name}, the game is over in the state in which it starts")
    every = np.concatenate(layers)
    known, from_end = np.unique(every[::-1], return_index=True)
    last = len(every) - 1 - from_end  # where each position comes up last
    keys, numbers = every[np.sort(last)], np.empty(len(last), np.int32)
    numbers[np.argsort(last)] = np.arange(len(last))
    following, sides = _expanded(large, expand, keys)
    next_states = np.empty(following.shape, np.int32)
    for action, after in enumerate(following.T):
        at = np.searchsorted(known, after)
        next_states[:, action] = np.where(after >= 0, numbers.take(at, mode="clip"), -1)
    over = (next_states < 0).all(1)
    return unchecked(
        Explored,
        name=large.name,
        next=next_states,
        winner=np.where(over, sides, 0),
        terminal=over,
        turn=np.where(over, 0, sides),
        start=0,
        images=np.arange(len(keys), dtype=np.int32)[:, None],
        action_maps=np.arange(large.n_actions)[None],
        keys=keys,
    )


def _layers(large, expand):
    """Return the positions after each number of moves, sorted arrays."""
    bytes_each = BYTES_OF_STATE + BYTES_OF_ACTION * large.n_actions
    most, total, layers = free_bytes(), 0, [np.array([large.start])]
    while layers[-1].size:
        total += layers[-1].size
        if (size := total * bytes_each) > most or len(layers) > MAX_MOVES:
            raise ValueError(
                f"{large.name} has {total:,} positions in games of up to {len(layers) - 1} moves, "
                f"and more in longer ones; its tables take over {size / GIGABYTE:.1f} GB, and of "
                f"the memory of this machine they may take {most / GIGABYTE:.1f} GB; does every "
                "game of it come to an end? Tree search plays it without tables: ttt.MCTS"
            )
        following, _ = _expanded(large, expand, layers[-1])
        layers.append(np.unique(following[following >= 0]))
    return layers[:-1]


def _expanded(large, expand, states):
    """Return the states after each action, -1 if it is not legal, and what `who` returns."""
    following = np.full((len(states), large.n_actions), -1)
    sides = np.empty(len(states), np.int64)
    wrong = expand(states, following, sides)
    if wrong < len(states):
        _complain(large, int(states[wrong]))
    return following, sides


def _complain(large, state):
    """Raise ValueError for a state in which a function returns something that cannot be right."""
    for action in large.actions(state):
        large.check_one_state(large.after(state, action))
    raise ValueError(f"in {large.name}, moves(state, room) writes an action twice in state {state}")


def _expansion(moves, after, who):
    """Return a compiled function that expands positions, up to the first that is wrong."""

    @njit_fresh
    def expand(states, following, sides):
        room = np.empty(following.shape[1], np.int64)
        for i in range(len(states)):
            state = states[i]
            n = moves(state, room)
            if not 0 <= n <= len(room):
                return i
            for action in room[:n]:
                if not 0 <= action < len(room) or following[i, action] >= 0:
                    return i
                following[i, action] = after(state, action)
                if following[i, action] < 0:
                    return i
            sides[i] = who(state)
            if abs(sides[i]) > 1 or (n > 0 and sides[i] == 0):
                return i
        return len(states)

    return expand
