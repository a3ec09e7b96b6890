"""The rules of a game as a value: `Rules` holds tables over its states.

A state is one integer, an action another. All exact answers, learners, searches and boards work for
any `Rules`. `tttlearn.game.boards` makes those of marks in a row on a board,
`tttlearn.game.tabulate` those of a game written as functions, and `tttlearn.game.rules` holds
tic-tac-toe's, the default game.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import index
from typing import Any

import numpy as np

from tttlearn.game.sound import check_game, check_symmetries, depths, sound_table
from tttlearn.support.arguments import as_array, shown, text, whole

X, O = 1, -1
"""The two sides, as values to X."""
SIDES = {"X": X, "O": O}


class IllegalMoveError(ValueError):
    """Raised for a move to a cell that is taken or not on the board, or in a finished game."""


def fixed(array: np.ndarray) -> np.ndarray:
    """Make an array read-only, because it is shared.

    Parameters
    ----------
    array : ndarray
        The array, which is changed in place.

    Returns
    -------
    ndarray
        The same array.
    """
    array.setflags(write=False)
    return array


def side_name(side: int) -> str:
    """Return the letter of a side.

    Parameters
    ----------
    side : int
        +1 or -1.

    Returns
    -------
    str
        "X" for +1 and "O" for -1.
    """
    return "X" if side == X else "O"


def unchecked(kind: type[Rules], **parts: Any) -> Rules:
    """Make rules from all of their parts without checking these.

    Parameters
    ----------
    kind : type
        `Rules` or a class derived from it.
    **parts : object
        All fields of `kind` by name. Arrays become read-only.

    Returns
    -------
    Rules
        The rules, an object of `kind`.

    Notes
    -----
    For parts that are right by construction; nothing checks them later.
    """
    rules = object.__new__(kind)
    for part in parts.values():
        if isinstance(part, np.ndarray):
            fixed(part)
    rules.__dict__.update(parts)  # the dataclass is frozen, but nothing else holds this object yet
    return rules


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """Rules of a game as tables over all states; S states, A actions.

    Attributes
    ----------
    name : str
        Name of the game.
    next : ndarray of int32, shape (S, A)
        State after each action, -1 if the action is not legal.
    winner : ndarray of int64, shape (S,)
        Winner: +1 X, -1 O, 0 for a draw and as long as the game goes on.
    terminal : ndarray of bool, shape (S,)
        Whether the game is over.
    turn : ndarray of int64, shape (S,)
        Side to move: +1 X, -1 O, 0 if neither is to move.
    start : int, default 0
        State in which a game begins.
    images : ndarray of int32, shape (S, G)
        States that look like each state, beginning with the state itself. If neither `images` nor
        `action_maps` is given, the game has no symmetry but the identity.
    action_maps : ndarray of int64, shape (G, A)
        Action in each image that corresponds to each action.

    Raises
    ------
    ValueError
        If the tables are not those of a game. The message draws the first state that is wrong.

    Notes
    -----
    The tables are read-only. No state may come up twice in a game. A state is terminal if it has no
    moves, even in a dead end, which is a draw if its winner is 0; before the end the winner is 0.
    The same side may move twice: `turn` says which side moves, not the number of moves.

    Rules are a value: two objects are equal if they are of one class and all of their parts are
    equal.
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
        """Return the parts by name, each with its shape and type, and its entries in range."""
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
        return self._digest == other._digest  # which is cached

    def __hash__(self):
        # Without the tables: caches keyed by rules compute this hash at each access.
        return hash((self.name, self.start, self.next.shape))

    def __reduce__(self):
        # Only the fields, without cached properties; `_remade` makes the arrays read-only again.
        return _remade, (type(self), self.parts)

    @property
    def parts(self) -> dict[str, Any]:
        """Fields from which the rules are made, by name."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @cached_property
    def _digest(self):
        parts = self.parts.values()
        return _digest([*parts, *map(np.shape, parts)])

    def __repr__(self):
        return f"<the rules of {self.name}>"

    is_listed = False
    """Whether states are the positions that games reach, and each move leads to a later one."""

    @property
    def n_states(self) -> int:
        """Number S of codes; states are 0 .. S - 1."""
        return self.next.shape[0]

    @property
    def n_actions(self) -> int:
        """Number A of actions; actions are 0 .. A - 1."""
        return self.next.shape[1]

    @cached_property
    def legal(self) -> np.ndarray:
        """Which actions are legal in each state, a bool array of shape (S, A)."""
        return fixed(self.next >= 0)

    @cached_property
    def depth(self) -> np.ndarray:
        """Number of moves on the longest way to each state, int64 (S,); -1 if unreachable."""
        return fixed(depths(self))

    @cached_property
    def layers(self) -> tuple[np.ndarray, ...]:
        """Reachable states by `depth`, sorted int arrays; every move leads to a later layer."""
        ordered = np.argsort(self.depth, kind="stable")[np.count_nonzero(self.depth < 0) :]
        ends = np.cumsum(np.bincount(self.depth[ordered]))[:-1]
        return tuple(map(fixed, np.split(ordered, ends)))

    @property
    def longest(self) -> int:
        """Number of moves of the longest game."""
        return len(self.layers) - 1

    @cached_property
    def reachable(self) -> np.ndarray:
        """Which states some game reaches, a bool array of shape (S,)."""
        return fixed(self.depth >= 0)

    @cached_property
    def undecided(self) -> np.ndarray:
        """Reachable states in which the game goes on, an ascending int array."""
        return fixed(np.flatnonzero(self.reachable & ~self.terminal))

    @cached_property
    def canonical(self) -> np.ndarray:
        """Smallest code among the images of each state, an int32 array of shape (S,)."""
        return fixed(self.images.min(1))

    @cached_property
    def fingerprint(self) -> str:
        """Text that is different for every other game and the same in each process.

        Two objects with the same fingerprint are the same game for all players. They may differ in
        how positions are drawn and in which symmetries are known.
        """
        tables = self.next, self.winner, self.terminal, self.turn
        return f"{self.name} {self.start} {_digest(tables)}"

    def show(self, state: int) -> str:
        """Return a state as text, which `parse` reads.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        str
            The number of the state; rules of boards draw it.
        """
        return str(int(self.check_one_state(state)))

    def parse(self, text: Any) -> int:
        """Return the state that a text means.

        Parameters
        ----------
        text : str
            A text as from `show`.

        Returns
        -------
        int
            Code of the position.

        Raises
        ------
        ValueError
            If the text means no state.
        """
        with suppress(TypeError, ValueError, OverflowError):
            return self.check_one_state(int(text))
        raise ValueError(f"a state of {self.name} is written as its number, not {shown(text)}")

    def action_name(self, action: int | str) -> str:
        """Return the name of an action, which `action` understands.

        Parameters
        ----------
        action : int or str
            The action.

        Returns
        -------
        str
            Its name.

        Raises
        ------
        IllegalMoveError
            If there is no such action.
        """
        return self.action_names[self.action(action)]

    def action(self, given: int | str) -> int:
        """Return the action that a number or a name means.

        Parameters
        ----------
        given : int or str
            The number of an action, or its name in either case.

        Returns
        -------
        int
            The action, 0 .. A - 1.

        Raises
        ------
        IllegalMoveError
            If there is no such action.
        """
        names = self.action_names
        if isinstance(given, str) and given.strip().upper() in names:
            return names.index(given.strip().upper())
        # index() takes the ints of Python and NumPy and no float; a bool is an int to Python alone.
        with suppress(TypeError):
            if not isinstance(given, bool) and 0 <= index(given) < self.n_actions:
                return index(given)
        raise IllegalMoveError(f"{self._actions_are}, not {shown(given)}")

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """Names of the A actions."""
        return tuple(map(str, range(self.n_actions)))

    @property
    def _actions_are(self):
        return f"an action is a number 0..{self.n_actions - 1}"

    def actions(self, state: int) -> list[int]:
        """Return the legal actions in a state.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        list of int
            The actions, empty when the game is over.
        """
        return np.flatnonzero(self.legal[self.check_one_state(state)]).tolist()

    def winning_lines(self, state: int) -> tuple[tuple[int, ...], ...]:
        """Return the complete lines in a state.

        Parameters
        ----------
        state : int
            Code of the position.

        Returns
        -------
        tuple of tuple of int
            The cells of each line; always empty for a game without a board.
        """
        return ()

    def check_state(self, state: int | np.ndarray) -> int | np.ndarray:
        """Return states unchanged, or raise an error if one of them is not a code.

        Parameters
        ----------
        state : int or ndarray of int
            Code of a position, or an array of codes.

        Returns
        -------
        int or ndarray of int
            The same states.

        Raises
        ------
        ValueError
            If one is not an integer in 0 .. S - 1.
        """
        last = self.n_states - 1
        codes = as_array(state, f"a state is an integer code 0..{last}")
        if codes.dtype.kind not in "iu":
            raise ValueError(f"a state is an integer code 0..{last}, not {shown(state)}")
        if codes.size and (codes.min() < 0 or codes.max() > last):
            wrong = codes[(codes < 0) | (codes > last)].flat[0]
            raise ValueError(f"state code {wrong} is outside 0..{last}")
        return state

    def check_one_state(self, state: int) -> int:
        """Return a state unchanged, or raise an error if it is not one code.

        Parameters
        ----------
        state : int
            Code of a position.

        Returns
        -------
        int
            The same state.

        Raises
        ------
        ValueError
            If it is not an integer in 0 .. S - 1, or if it is an array of several.
        """
        if np.ndim(self.check_state(state)):
            last = self.n_states - 1
            raise ValueError(f"this takes one state, a code 0..{last}, not {shown(state)}")
        return state

    def next_state(self, state: int | np.ndarray, action: int | np.ndarray) -> int | np.ndarray:
        """Return the state after the side to move takes an action.

        Parameters
        ----------
        state : int or ndarray of int
            Code of the position, or an array of codes.
        action : int or ndarray of int
            The action; arrays are broadcast against `state`.

        Returns
        -------
        int or ndarray of int
            The state after the move, or an array of the broadcast shape.

        Raises
        ------
        IllegalMoveError
            If a move is not legal. The message draws the board.
        ValueError
            If a state is not a code, or if the shapes do not match.
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

    def shut(self, state: int, action: int) -> str:
        """Return why an action is not legal in a state, in a word or two.

        Parameters
        ----------
        state : int
            Code of a position in which other actions may be legal.
        action : int
            The action that is not legal.

        Returns
        -------
        str
            "not legal"; rules of boards say more.
        """
        return "not legal"


def _remade(kind, parts):
    return unchecked(kind, **parts)


def _digest(parts):
    """Return a short text that differs for other arrays, numbers and texts."""
    from hashlib import sha256  # imported here, since it is rarely needed and slows the start

    digest = sha256()
    for part in parts:
        digest.update(part if isinstance(part, np.ndarray) else repr(part).encode())
    return digest.hexdigest()
