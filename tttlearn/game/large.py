"""A large game: three functions, instead of tables, of a state that is one integer.

    moves(state, room)      writes the legal actions into the array `room`, and returns how many
    after(state, action)    the state after the side to move takes the action
    who(state)              +1 or -1, who is to move; where there are no moves, who has won, or 0

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
`ttt.MCTS(1000, rules=connect_four)`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tttlearn.support.arguments import function, is_among, shown, text, whole

MOST_ACTIONS = 10**6
"""There is room for each action in every position."""
LAST_STATE = 2**63 - 1
MOST_MOVES = 10_000
"""A game that goes on for longer has no end."""


@dataclass(frozen=True, eq=False)
class LargeRules:
    """A game as three functions, which the module describes: `moves`, `after` and `who`.

    `n_actions`: actions are 0 .. n_actions - 1; `start`: the state in which a game begins. No state
    may come up twice in a game. Raises ValueError if what a function returns in the first state, or
    after one of its moves, cannot be right.
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
        whole(self.n_actions, "the number of actions", 1, MOST_ACTIONS)
        for action in self.actions(self.start):
            after = f"what after(state, action) returns in {self.name}"
            self.actions(whole(self.after(self.start, action), after, most=LAST_STATE))

    action_word = "action"
    """What an action is called in sentences."""

    @cached_property
    def compiled(self):
        """The three functions, compiled if Numba is present, with all that they call."""
        from tttlearn.support.readers_code import compiled_together  # Numba takes time to load

        return tuple(compiled_together(f) for f in (self.moves, self.after, self.who))

    def actions(self, state):
        """The legal actions in a state, a list of ints; empty when the game is over."""
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

    def check_one_state(self, state):
        """The state as an int; ValueError when it is no integer from 0 below 2**63."""
        return whole(state, f"a state of {self.name}", most=LAST_STATE)

    def show(self, state):
        """The state as text: its number."""
        return str(self.check_one_state(state))
