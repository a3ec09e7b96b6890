"""A game as a value: `Rules` holds everything about it, as tables over its states.

A state is one integer, an action another. All exact answers, learners, searches and boards work for
any `Rules`. `tttlearn.game.boards` makes those of marks in a row on a board,
`tttlearn.game.tabulate` those of a game written as functions, and `tttlearn.game.rules` holds
tic-tac-toe's, which is the game if none is named.
"""

from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import index

import numpy as np

from tttlearn.game.sound import check_game, check_symmetries, depths, sound_table
from tttlearn.support.arguments import as_array, shown, text, whole

X, O = 1, -1  # the two sides, as values to X
SIDES = {"X": X, "O": O}


class IllegalMoveError(ValueError):
    """A move to a cell that is taken, or not on the board, or after the end of the game."""


def fixed(array):
    """The array itself, read-only from now on, because what many share nobody may change."""
    array.setflags(write=False)
    return array


def side_name(side):
    """ "X" for +1 and "O" for -1."""
    return "X" if side == X else "O"


def unchecked(kind, **parts):
    """Rules of this kind from all of their parts, unchecked: they are right by construction."""
    rules = object.__new__(kind)
    for part in parts.values():
        if isinstance(part, np.ndarray):
            fixed(part)
    rules.__dict__.update(parts)  # past the frozen dataclass, which has not been handed out yet
    return rules


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """A game as its tables over all codes of states, read-only; S states, A actions.

    `next` (S, A) int32: the state after each action, -1 where it is not legal; `winner` (S,): +1 X
    has won, -1 O has, 0 nobody; `terminal` (S,) bool; `turn` (S,): +1 X to move, -1 O, 0 nobody;
    `start`: the state in which a game begins. `images` (S, G) are the states that look like each
    one, first itself, and `action_maps` (G, A) says which action is which there. No state may come
    up twice in a game.

    A state is terminal if no moves are left, even in a dead end, which is a draw if its winner is
    0; until then nobody has won. The same side may move twice: the state says whose turn it is.
    Raises ValueError for tables that are no game, with the first state that is wrong.

    Rules are a value: two are equal if they are of one kind and all of their parts are equal.
    """

    name: str
    next: np.ndarray
    winner: np.ndarray
    terminal: np.ndarray
    turn: np.ndarray
    start: int = 0
    images: np.ndarray = field(default=None)
    action_maps: np.ndarray = field(default=None)

    def __post_init__(self):
        text(self.name, "the name of a game")
        for part, checked in self._checked().items():
            object.__setattr__(self, part, checked)
        check_game(self)
        check_symmetries(self)

    def _checked(self):
        """The parts by name, each made to fit: of its shape, its kind, and in its range."""
        states, actions = sound_table(self.next, "next", np.int64, (None, None)).shape
        images, maps = self.images, self.action_maps
        if images is None and maps is None:
            images, maps = np.arange(states)[:, None], np.arange(actions)[None]
        images = sound_table(images, "images", np.int32, (states, None), (0, states - 1))
        map_shape = images.shape[1], actions
        return {
            "next": sound_table(self.next, "next", np.int32, (states, actions), (-1, states - 1)),
            "winner": sound_table(self.winner, "winner", np.int64, (states,), (-1, 1)),
            "terminal": sound_table(self.terminal, "terminal", np.bool_, (states,)),
            "turn": sound_table(self.turn, "turn", np.int64, (states,), (-1, 1)),
            "start": whole(self.start, "start", 0, states - 1),
            "images": images,
            "action_maps": sound_table(maps, "action_maps", np.int64, map_shape, (0, actions - 1)),
        }

    def __eq__(self, other):
        if self is other or type(self) is not type(other) or hash(self) != hash(other):
            return self is other
        return self._digest == other._digest  # computed once for each, however often it is asked

    def __hash__(self):
        # Without looking at the tables, because what is cached for a game computes this each time.
        return hash((self.name, self.start, self.next.shape))

    def __reduce__(self):
        # What it was made from, not what was computed since, and no arrays that can be written to.
        return _remade, (type(self), self.parts)

    @property
    def parts(self):
        """What it is made from, a dict by name."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @cached_property
    def _digest(self):
        parts = self.parts.values()
        return _digest([*parts, *map(np.shape, parts)])

    def __repr__(self):
        return f"<the rules of {self.name}>"

    @property
    def n_states(self):
        """S, the number of codes: states are 0 .. S - 1."""
        return self.next.shape[0]

    @property
    def n_actions(self):
        """A, the number of actions: 0 .. A - 1."""
        return self.next.shape[1]

    @cached_property
    def legal(self):
        """(S, A) bool: the actions that the side to move may take."""
        return fixed(self.next >= 0)

    @cached_property
    def depth(self):
        """(S,) int64: the moves on the longest way to a state, -1 for unreachable ones."""
        return fixed(depths(self))

    @cached_property
    def layers(self):
        """The reachable states by `depth`, sorted int arrays: a move leads to a later layer."""
        ordered = np.argsort(self.depth, kind="stable")[np.count_nonzero(self.depth < 0) :]
        ends = np.cumsum(np.bincount(self.depth[ordered]))[:-1]
        return tuple(map(fixed, np.split(ordered, ends)))

    @property
    def longest(self):
        """The number of moves of the longest game."""
        return len(self.layers) - 1

    @cached_property
    def reachable(self):
        """(S,) bool: some game by the rules gets there."""
        return fixed(self.depth >= 0)

    @cached_property
    def undecided(self):
        """The reachable states in which somebody is to move, ascending."""
        return fixed(np.flatnonzero(self.reachable & ~self.terminal))

    @cached_property
    def canonical(self):
        """(S,) int32: the smallest of the states that look like each one."""
        return fixed(self.images.min(1))

    @cached_property
    def fingerprint(self):
        """A text that differs for any other game, and is the same in each process.

        Two with the same fingerprint are the same game for all players: they may differ in how they
        are drawn, or in which symmetries are known.
        """
        tables = self.next, self.winner, self.terminal, self.turn
        return f"{self.name} {self.start} {_digest(tables)}"

    def show(self, state):
        """The state as text; `parse` turns it back."""
        return str(int(self.check_one_state(state)))

    def parse(self, text):
        """The state of a text such as `show` makes; ValueError for any other."""
        with suppress(TypeError, ValueError, OverflowError):
            return self.check_one_state(int(text))
        raise ValueError(f"a state of {self.name} is written as its number, not {shown(text)}")

    def action_name(self, action):
        """The name of an action, which `action` understands."""
        return self.action_names[self.action(action)]

    def action(self, given):
        """The action that a number or a name means, an int; IllegalMoveError for anything else."""
        names = self.action_names
        if isinstance(given, str) and given.strip().upper() in names:
            return names.index(given.strip().upper())
        # index() takes the ints of Python and NumPy and no float; a bool is an int to Python alone.
        with suppress(TypeError):
            if not isinstance(given, bool) and 0 <= index(given) < self.n_actions:
                return index(given)
        raise IllegalMoveError(f"{self._actions_are}, not {shown(given)}")

    @cached_property
    def action_names(self):
        """The names of the actions, A texts."""
        return tuple(map(str, range(self.n_actions)))

    @property
    def _actions_are(self):
        return f"an action is a number 0..{self.n_actions - 1}"

    def actions(self, state):
        """The legal actions in a state, a list of ints; empty when the game is over."""
        return np.flatnonzero(self.legal[self.check_one_state(state)]).tolist()

    def winning_lines(self, state):
        """The complete lines in a state, tuples of cells: none if there is no board."""
        return ()

    def check_state(self, state):
        """The state(s) given, an int or an int array; ValueError if one is not in 0..S - 1."""
        last = self.n_states - 1
        codes = as_array(state, f"a state is an integer code 0..{last}")
        if codes.dtype.kind not in "iu":
            raise ValueError(f"a state is an integer code 0..{last}, not {shown(state)}")
        if codes.size and (codes.min() < 0 or codes.max() > last):
            wrong = codes[(codes < 0) | (codes > last)].flat[0]
            raise ValueError(f"state code {wrong} is outside 0..{last}")
        return state

    def check_one_state(self, state):
        """The state given; ValueError if it is not a code 0..S - 1, or if it is many."""
        if np.ndim(self.check_state(state)):
            last = self.n_states - 1
            raise ValueError(f"this takes one state, a code 0..{last}, not {shown(state)}")
        return state

    def next_state(self, state, action):
        """The state after the side to move takes `action`, for one or for arrays, broadcast.

        Returns an int or an int array. Raises IllegalMoveError, with the state drawn, if a move is
        not legal.
        """
        states, actions = np.asarray(self.check_state(state)), self._check_action(action)
        try:
            states, actions = np.broadcast_arrays(states, actions)
        except ValueError:
            shapes = f"{states.shape} and {actions.shape}"
            raise ValueError(f"a state has an action each, not arrays of {shapes}") from None
        after = self.next[states, actions]
        if (after < 0).any():
            first = np.unravel_index(np.argmin(after), after.shape)
            state, action = int(states[first]), int(actions[first])
            why = self._why_illegal(state, action)
            raise IllegalMoveError(f"{why}; the board is\n{self.show(state)}")
        return int(after) if after.ndim == 0 else after

    def _check_action(self, action):
        last = self.n_actions - 1
        is_one = f"an action is {self._an_action} 0..{last}"
        actions = as_array(action, is_one)
        whole = actions.dtype.kind in "iu"
        if not whole or (actions.size and (actions.min() < 0 or actions.max() > last)):
            order = f"the state comes first, then the {self.action_word}"
            raise IllegalMoveError(f"{is_one}, not {shown(action)}; {order}")
        return actions

    action_word = "action"
    """What an action is called in sentences."""
    _an_action = "a number"

    def _why_illegal(self, state, action):
        if self.terminal[state]:
            return "the game is over"
        return f"{self.action_word} {action} is {self.shut(state, action)}"

    def shut(self, state, action):
        """Why an action is not legal in a state in which others may be, in a word or two."""
        return "not legal"


def _remade(kind, parts):
    return unchecked(kind, **parts)


def _digest(parts):
    """A few characters for arrays, numbers and texts, which differ for any others."""
    from hashlib import sha256  # few need this import, and each start would wait for it

    digest = sha256()
    for part in parts:
        digest.update(part if isinstance(part, np.ndarray) else repr(part).encode())
    return digest.hexdigest()
