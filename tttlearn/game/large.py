"""Large games as three functions, instead of tables, of a state that is one integer.

    moves(state, room)      writes the legal actions into the array `room`, and returns their number
    after(state, action)    the state after the side to move takes the action
    who(state)              the side to move, +1 or -1; without moves, the winner, or 0 for a draw

A state is any int from 0 below 2**63, often a set of bits. This is Connect Four, which has more
positions than fit into any table. Each column has seven bits of the state, from below: a stone of X
is 1, one of O is 0, and a 1 marks where the next one falls; bit 49 says that O is to move.

    START = sum(1 << 7 * column for column in range(7))
    FULL = START << 6
    O_TO_MOVE = 1 << 49

    def place(state, column):
        # the bit where the next stone falls
        bit = 1 << 6
        while not state >> 7 * column & bit:
            bit >>= 1
        return bit << 7 * column

    def four(state):
        # whether the side that moved last has four in a row
        stones = 0
        for column in range(7):
            stones += place(state, column) - (1 << 7 * column)
        last = state & stones
        if not state & O_TO_MOVE:
            last = stones - last
        for step in (1, 6, 7, 8):
            pairs = last & last >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def moves(state, room):
        n = 0
        for column in range(7):
            if not state & 1 << 7 * column + 6:
                room[n] = column
                n += 1
        return 0 if four(state) else n

    def after(state, column):
        bit = place(state, column)
        return (state + bit if state & O_TO_MOVE else state + 2 * bit) ^ O_TO_MOVE

    def who(state):
        side = -1 if state & O_TO_MOVE else 1
        if four(state):
            return -side
        return 0 if state & FULL == FULL else side

    connect_four = LargeRules("Connect Four", moves, after, who, n_actions=7, start=START)

They are compiled, with the functions that they call. Tree search plays the game:
`ttt.MCTS(1000, rules=connect_four)`. A game whose positions fit into memory gets tables, as all
else needs them: `ttt.tabulate(rules)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tttlearn.support.arguments import function, is_among, shown, text, whole

MAX_ACTIONS = 10**6
"""Largest number of actions, because the array for the legal ones has an entry for each."""
MAX_STATE = 2**63 - 1
"""Largest state: states are 64-bit integers in compiled code."""
MAX_MOVES = 10_000
"""Number of moves after which a game is taken to be endless."""


@dataclass(frozen=True, eq=False)
class LargeRules:
    """Rules of a large game as three functions, which the module describes.

    Attributes
    ----------
    name : str
        Name of the game.
    moves : callable
        `moves(state, room)` writes the legal actions into the array `room` and returns their
        number.
    after : callable
        `after(state, action)` returns the state after the side to move takes the action.
    who : callable
        `who(state)` returns the side to move, +1 X or -1 O; if there are no moves, the winner, or 0
        for a draw.
    n_actions : int
        Number of actions; actions are 0 .. n_actions - 1.
    start : int, default 0
        State in which a game begins.

    Raises
    ------
    ValueError
        If a function returns something that cannot be right in the first state or after one of its
        moves.

    Notes
    -----
    No state may come up twice in a game.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> def moves(state, room):
    ...     room[:2] = 1, 2
    ...     return min(2, state)
    >>> def after(state, action):
    ...     return state - action
    >>> def who(state):
    ...     return 1
    >>> ttt.LargeRules("countdown", moves, after, who, n_actions=3, start=10).actions(10)
    [1, 2]
    """

    name: str
    moves: Callable
    after: Callable
    who: Callable
    n_actions: int
    start: int = 0

    def __post_init__(self):
        text(self.name, "the name of a game")
        for name in ("moves", "after", "who"):
            function(getattr(self, name), f"{name} is a function, which the module describes")
        whole(self.n_actions, "the number of actions", 1, MAX_ACTIONS)
        for action in self.actions(self.start):
            after = f"what after(state, action) returns in {self.name}"
            self.actions(whole(self.after(self.start, action), after, most=MAX_STATE))

    action_word = "action"
    """What an action is called in sentences."""

    @cached_property
    def compiled(self) -> tuple[Callable, Callable, Callable]:
        """`moves`, `after` and `who`, compiled with all that they call if Numba is present."""
        from tttlearn.support.readers_code import compiled_together  # Numba takes time to load

        return tuple(compiled_together(f) for f in (self.moves, self.after, self.who))

    def actions(self, state: int) -> list[int]:
        """Return the legal actions in a state.

        Parameters
        ----------
        state : int
            The position, from 0 below 2**63.

        Returns
        -------
        list of int
            The actions, empty if the game is over.

        Raises
        ------
        ValueError
            If the state is not an integer in this range, or if `moves` or `who` returns something
            that cannot be right there.
        """
        room, state = np.full(self.n_actions, -1), self.check_one_state(state)
        n = self.moves(state, room)
        actions = room[: n if is_among(n, range(len(room) + 1)) else 0].tolist()
        if not is_among(n, [len(actions)]) or not (
            min(actions, default=0) >= 0 and max(actions, default=0) < self.n_actions
        ):
            raise ValueError(
                f"in {self.name}, moves(state, room) writes actions 0..{self.n_actions - 1} and "
                f"returns how many, not {shown(n)} with {shown(actions)} in state {state}"
            )
        sides = (1, -1) if actions else (1, 0, -1)
        if not is_among(side := self.who(state), sides):
            raise ValueError(
                f"in {self.name}, who(state) is one of {sides} when there are {len(actions)} "
                f"moves, not {shown(side)} in state {state}"
            )
        return actions

    def check_one_state(self, state: int) -> int:
        """Return a state as an int, or raise an error if it is not one.

        Parameters
        ----------
        state : int
            The position.

        Returns
        -------
        int
            The same state.

        Raises
        ------
        ValueError
            If it is not an integer from 0 below 2**63.
        """
        return whole(state, f"a state of {self.name}", most=MAX_STATE)

    def show(self, state: int) -> str:
        """Return a state as text.

        Parameters
        ----------
        state : int
            The position.

        Returns
        -------
        str
            The number of the state.
        """
        return str(self.check_one_state(state))
