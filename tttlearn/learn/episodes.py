"""Define episodes, and the compiled loop that plays them and passes each to a rule.

The loop is compiled around each rule of this package and each way of reading a table, once, and
kept on disk. A rule of a notebook cell is compiled alone, and a loop, which is also kept, calls it
by its address. What cannot be compiled runs in plain Python, as everything does without Numba.
"""

from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from types import FunctionType
from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import LEGAL, TICTACTOE, TURN
from tttlearn.game.tables import Rules, fixed
from tttlearn.learn.known import known
from tttlearn.support.compiled import (
    HAS_NUMBA,
    Handed,
    compiled_for,
    handing,
    njit_checked,
    njit_fresh,
    njit_lean,
    njit_lean_fresh,
)
from tttlearn.support.readers_code import (
    compiled_together,
    fingerprint,
    place_of_text,
    surroundings,
)

NO_BOARDS, NO_EXPLORATION = np.empty(0, np.int64), np.empty(0, np.bool_)
"""Defaults of an Episode: the states are as they were played, and no action was exploratory."""
SYMMETRIC = (False, "positions", "moves")
"""What may share a part of the table: nothing; a position and its mirror images (one row); or also
the moves of a position that look alike (one entry)."""


@cache
def entries(symmetric: bool | str, rules: Rules = TICTACTOE) -> tuple[np.ndarray, np.ndarray]:
    """Return where a table has each state, and each action in it.

    Parameters
    ----------
    symmetric : {False, "positions", "moves"}
        What may share a part of the table, as in `Learner`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    keys : ndarray of int64, shape (S,)
        Row of each state. Read-only.
    cells : ndarray of int, shape (S, A)
        Column of each action in that row. Read-only.
    """
    states, actions = np.arange(rules.n_states), np.arange(rules.n_actions, dtype=np.int16)
    if not symmetric:
        return fixed(states), fixed(np.tile(actions, (len(states), 1)))
    cells = np.full(rules.next.shape, len(actions), np.int16)
    for images, action_map in reversed([*zip(rules.images.T, rules.action_maps, strict=True)]):
        there = images == rules.canonical
        # An action goes where the first symmetry that leads to the canonical image takes it. If
        # moves share entries, it goes to the smallest cell to which any of these symmetries takes
        # it, which is the same cell for all moves that look alike.
        shared = symmetric == "moves"
        cells[there] = np.minimum(cells[there], action_map) if shared else action_map
    return fixed(rules.canonical.astype(np.int64)), fixed(cells)


@cache
def choices(symmetric: bool | str, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return which entries of a table of action values stand for a move.

    Parameters
    ----------
    symmetric : {False, "positions", "moves"}
        What may share a part of the table, as in `Learner`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    ndarray of bool, shape (S, A)
        True for all legal actions or, with "moves", for one of each group that look alike.
        Read-only.
    """
    if symmetric != "moves":
        return rules.legal
    return fixed(rules.legal & (entries("moves", rules)[1] == np.arange(rules.n_actions)))


class Episode(NamedTuple):
    """One game as a learning rule sees it.

    With a symmetric table, states and actions are those of the canonical images.

    Attributes
    ----------
    states : ndarray of int64, shape (n + 1,)
        States from the empty board to the end of a game of n moves.
    actions : ndarray of int64, shape (n,)
        Actions that were taken, cells in tic-tac-toe.
    winner : int
        +1 X, -1 O, 0 draw.
    side : int
        Side that learns: +1 X, -1 O, 0 both.
    choices : ndarray of bool, shape (S, A)
        Which entries of a row of action values stand for a move: all legal ones or, if moves that
        look alike share theirs, one of each group.
    turn : ndarray of int, shape (S,)
        Side to move in a state: +1 X, -1 O.
    boards : ndarray of int64, shape (n + 1,)
        The states as they were played, before they were replaced by their canonical images; empty
        if they are `states`.
    cells : ndarray of int, shape (S, A)
        Column of each action, as played on such a board, in the row of the canonical image.
    explored : ndarray of bool, shape (n,)
        Which actions the learner took in order to explore.
    """

    states: np.ndarray
    actions: np.ndarray
    winner: int
    side: int
    choices: np.ndarray = LEGAL
    turn: np.ndarray = TURN
    boards: np.ndarray = NO_BOARDS
    cells: np.ndarray = entries(False)[1]
    explored: np.ndarray = NO_EXPLORATION


class Learned(NamedTuple):
    """Table of what is learned, and where in it the row of a state is.

    Attributes
    ----------
    table : ndarray of float64
        Numbers that are learned.
    shared : bool or None
        True if states share a row, None if each state is its own key. The compiler distinguishes
        True from None by type, and omits what is not needed.
    keys : ndarray of int64, shape (S,)
        Row of each state.
    """

    table: np.ndarray
    shared: bool | None
    keys: np.ndarray


class Behaviour(NamedTuple):
    """Choice of actions during learning.

    Attributes
    ----------
    epsilons : ndarray of float64, shape (n_games,)
        Exploration probability of the learner in each game.
    random_ties : bool
        Whether the learner draws one of several best actions, instead of taking the first.
    opponents : ndarray of float64, shape (n_opponents, S, A)
        `thresholds` of the players who take turns on the other side; n_opponents = 0 if the learner
        plays both sides.
    """

    epsilons: np.ndarray
    random_ties: bool
    opponents: np.ndarray


class Dynamics(NamedTuple):
    """What the loop needs of the rules of a game.

    Attributes
    ----------
    following : ndarray of int, shape (S, A)
        State after each action, -1 if the action is illegal.
    terminal : ndarray of bool, shape (S,)
        Whether the game is over.
    winner : ndarray of int, shape (S,)
        Winner, as in `Rules`.
    start : int
        State in which a game begins.
    """

    following: np.ndarray
    terminal: np.ndarray
    winner: np.ndarray
    start: int


class Room(NamedTuple):
    """Memory in which a game is recorded while it lasts.

    With it the loop allocates no array, and need not count references to one.

    Attributes
    ----------
    blank : Episode
        An episode with room for the longest game.
    cells : ndarray of int64, shape (A,)
        Room for the actions to choose from.
    each : tuple
        One entry for each action. Its length is known when the loop is compiled, so loops over
        actions are unrolled.
    """

    blank: Episode
    cells: np.ndarray
    each: tuple


def empty_room(side: int, symmetric: bool | str = False, rules: Rules = TICTACTOE) -> Room:
    """Return a Room in which games of these rules can be recorded, one after the other.

    Parameters
    ----------
    side : int
        Side that learns: +1 X, -1 O, 0 both.
    symmetric : {False, "positions", "moves"}, default False
        What may share a part of the table, as in `Learner`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    Room
        New arrays, not yet filled.
    """
    moves, cells = np.empty(rules.longest, np.int64), np.empty(rules.n_actions, np.int64)
    seen, boards = np.empty((2, rules.longest + 1), np.int64)
    around = choices(symmetric, rules), rules.turn, boards, entries(symmetric, rules)[1]
    around += (np.empty(rules.longest, np.bool_),)
    blank = Episode(seen, moves, rules.winner[rules.start], side, *around)
    return Room(blank, cells, (0,) * rules.n_actions)


class Games(NamedTuple):
    """Games that the game loop is to play and to learn from.

    Attributes
    ----------
    learned : Learned
        The table.
    behaviour : Behaviour
        How actions are chosen.
    dynamics : Dynamics
        The rules of the game.
    room : Room
        Memory for one game.
    winners : ndarray of int8, shape (n_games,)
        Output: winner of each game, +1 X, -1 O, 0 draw.
    visits : ndarray of int64, shape (S,)
        Output: how often the learner was to move in a state, or the game ended there, is added.
    played : ndarray of int64, shape (1,)
        Output: the number of games is added.
    """

    learned: Learned
    behaviour: Behaviour
    dynamics: Dynamics
    room: Room
    winners: np.ndarray
    visits: np.ndarray
    played: np.ndarray


def made_for(*shape: int | str) -> Callable[[Callable], Callable]:
    """Mark a function of this package as safe for tables of one shape.

    The function must stay inside a table of this shape and allocate no array. With such a table it
    is compiled without the bounds checks that readers' rules get, and runs up to 1.7 times as fast.

    Parameters
    ----------
    *shape : int or {"states", "actions"}
        Shape of the table; "states" and "actions" stand for their numbers in whatever game is
        learned.

    Returns
    -------
    callable
        Decorator that stores the shape in the function's attribute `made_for` and returns it.
    """

    def mark(function):
        function.made_for = shape
        return function

    return mark


def in_numbers(shape: tuple[int | str, ...], rules: Rules) -> tuple[int, ...]:
    """Return a shape as `made_for` takes it, in the numbers of a game.

    Parameters
    ----------
    shape : tuple of int or str
        Shape, with numbers, "states" and "actions".
    rules : Rules
        Rules of the game.

    Returns
    -------
    tuple of int
        The shape in numbers.
    """
    sizes = {"states": rules.n_states, "actions": rules.n_actions}
    return tuple(sizes.get(size, size) for size in shape)


@known
@made_for("states")
def read_states(V: np.ndarray, state: int, action: int, following: int) -> float:
    """Return the value of an action in a table of state values: that of the state after it.

    Parameters
    ----------
    V : ndarray of float64, shape (S,)
        Values of states, to X.
    state, action : int or ndarray of int
        State, and action in it; not used.
    following : int or ndarray of int
        State after the action.

    Returns
    -------
    float or ndarray of float64
        Value of the action, to X.
    """
    return V[following]


@known
@made_for("states", "actions")
def read_actions(Q: np.ndarray, state: int, action: int, following: int) -> float:
    """Return the value of an action in a table of action values.

    Parameters
    ----------
    Q : ndarray of float64, shape (S, A)
        Values of actions, to X.
    state, action : int or ndarray of int
        State, and action in it.
    following : int or ndarray of int
        State after the action; not used.

    Returns
    -------
    float or ndarray of float64
        Value of the action, to X.
    """
    return Q[state, action]


@known
@made_for(2, "states", "actions")
def read_mean(Q: np.ndarray, state: int, action: int, following: int) -> float:
    """Return the value of an action in two tables of action values, which is their mean.

    Parameters
    ----------
    Q : ndarray of float64, shape (2, S, A)
        Two values of each action, to X.
    state, action : int or ndarray of int
        State, and action in it.
    following : int or ndarray of int
        State after the action; not used.

    Returns
    -------
    float or ndarray of float64
        Value of the action, to X.
    """
    return 0.5 * (Q[0, state, action] + Q[1, state, action])


READERS = (read_states, read_actions, read_mean)


def reader_for(table: np.ndarray, rules: Rules = TICTACTOE) -> Callable:
    """Return the function that reads a table of this shape.

    Parameters
    ----------
    table : ndarray of float64
        The table; only its shape counts.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    callable
        One of `READERS`, called as `read(table, state, action, following)`.

    Raises
    ------
    ValueError
        If no function of this package reads a table of this shape.
    """
    readers = {in_numbers(read.made_for, rules): read for read in READERS}
    if table.shape not in readers:
        shapes = ", ".join(map(str, readers))
        raise ValueError(
            f"a table has one of the shapes {shapes}, not {table.shape}; another needs "
            "read, such as read=lambda table, state, action, following: table[following, 0]"
        )
    return readers[table.shape]


def plain_loop(rule: Callable, read: Callable) -> Callable:
    """Return the game loop around a rule and a way of reading its table, in plain Python.

    Parameters
    ----------
    rule : callable
        Learning rule `rule(table, episode, *settings)`.
    read : callable
        `read(table, state, action, following)`, which returns the value of an action, to X.

    Returns
    -------
    callable
        A copy of `play_and_learn` with these two functions.
    """
    return FunctionType(play_and_learn.__code__, {**globals(), "rule": rule, "read": read})


def compiled_loop(
    rule: Callable, read: Callable, shape: tuple[int, ...], rules: Rules = TICTACTOE
) -> Callable:
    """Return the game loop around a rule and a way of reading its table, compiled.

    The same functions give the same object until something around them changes, as it may in a
    notebook. Around functions of this package the loop is kept on disk. A reader's rule is compiled
    separately, which takes a third of the time, and the loop gets its address.

    Parameters
    ----------
    rule : callable
        Learning rule `rule(table, episode, *settings)`.
    read : callable
        `read(table, state, action, following)`, which returns the value of an action, to X.
    shape : tuple of int
        Shape of the table.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    callable
        A loop like `play_and_learn`; a `ReadersLoop` if a reader wrote one of the functions.
    """
    functions = rule, read
    trusted = tuple(
        in_numbers(getattr(function, "made_for", ()), rules) == shape for function in functions
    )
    return _compiled_loop(functions, tuple(map(surroundings, functions)), trusted)


@cache
def _compiled_loop(functions, surroundings, trusted):
    if not HAS_NUMBA:
        plain = plain_loop(*functions)
        return plain if all(trusted) else ReadersLoop(plain)
    if all(trusted):
        return _dispatcher(functions, surroundings, trusted)
    rule, read = functions
    if place := place_of_text(rule) or place_of_text(read):
        return ReadersLoop(plain_loop(rule, read), error=ValueError(place))
    if trusted[0]:
        loop = _dispatcher(functions, surroundings, trusted)
        return ReadersLoop(plain_loop(rule, read), partial(_compile_for_types, loop))
    loop = _dispatcher((by_address, read), ((), surroundings[1]), (True, trusted[1]))
    compile_loop = partial(
        _loop_with_address, _compile_apply(_compiled(rule, surroundings[0], False)), loop
    )
    return ReadersLoop(plain_loop(rule, read), compile_loop)


class ReadersLoop:
    """Game loop around a reader's functions, compiled or, if that fails, in plain Python.

    Parameters
    ----------
    plain : callable
        The loop in plain Python.
    compiled : callable, optional
        Called as `compiled(games, settings, rng)`, returns a loop that is compiled for arguments
        of these types. Without it the loop stays in plain Python.
    error : Exception, optional
        Why the functions cannot be compiled.

    Attributes
    ----------
    untried : bool
        Whether the engine has still to try the functions.
    is_plain : bool
        Whether the loop runs in plain Python.
    error : Exception or None
        Why the functions cannot be compiled.
    """

    def __init__(
        self, plain: Callable, compiled: Callable | None = None, error: Exception | None = None
    ) -> None:
        self.plain, self.compiled = plain, compiled
        self.untried, self.is_plain, self.error = True, compiled is None, error

    def __call__(self, games: Games, settings: tuple, rng: np.random.Generator) -> None:
        """Play games, and apply the rule after each of them."""
        play = self.plain
        if not self.is_plain:
            try:
                play = self.compiled(games, settings, rng)
            except Exception as error:  # the compiler raises many kinds, some of them internal
                self.is_plain, self.error = True, error
        play(games, settings, rng)


@cache
def _dispatcher(functions, surroundings, trusted):
    """Return the game loop around these functions, which Numba compiles when it is called."""
    loop = plain_loop(*map(_compiled, functions, surroundings, trusted))
    arrays = [
        content for around in surroundings for *_, kind, content in around if kind is np.ndarray
    ]
    if not all(trusted) or not all(isinstance(content, str) for content in arrays):
        return njit_lean_fresh(loop)
    # The name of its file on disk changes if one of the functions does, or an array that they read.
    marks = "".join([*map(fingerprint, (*functions, play_and_learn)), *arrays])
    loop.__qualname__ = f"{functions[0].__name__}-{sha256(marks.encode()).hexdigest()[:16]}"
    return njit_lean(loop)


@cache
def _compiled(function, surroundings, trusted):
    return compiled_together(function, njit_fresh if trusted else njit_checked)


def by_address(table: np.ndarray, episode: Episode, handed: Handed) -> None:
    """Apply a rule that was compiled separately, and whose address is known when the loop runs.

    Parameters
    ----------
    table : ndarray of float64
        Numbers that are learned, updated in place.
    episode : Episode
        Game to learn from.
    handed : Handed
        The compiled rule and its settings.
    """
    handed.function(table, episode, handed.settings)


def _compile_for_types(loop, games, settings, rng):
    """Return a loop, compiled for arguments of these types."""
    return compiled_for(loop, games, settings, rng)


def _compile_apply(rule):
    """Return a compiled function that applies a rule with a tuple of settings."""

    @njit_fresh
    def apply(table, episode, settings):
        rule(table, episode, *settings)  # its return value is not used

    return apply


def _loop_with_address(apply, loop, games, settings, rng):
    """Return the loop around `by_address`, compiled for these types, with the rule's address."""
    takes = games.learned.table, games.room.blank, settings
    return handing(loop, Handed(apply, settings), takes, games, rng)


rule = read = None
"""The functions around which `play_and_learn` is compiled. They are globals, because a loop that
gets functions as arguments cannot be kept on disk."""


def play_and_learn(games: Games, settings: tuple, rng: np.random.Generator) -> None:
    """Play games, and apply the rule after each of them.

    Parameters
    ----------
    games : Games
        Games to play; its outputs are filled.
    settings : tuple
        Settings of the rule, its arguments after the table and the episode. They may contain `rng`.
    rng : numpy.random.Generator
        Source of all randomness.

    Notes
    -----
    The settings are no part of `games` because Numba would then inspect all of it in Python, for
    0.4 ms a call. This is one long function on purpose: split up, the compiled loop runs at a third
    of the speed.
    """
    learned, behaviour, dynamics, room, winners, visits, played = games
    table, shared, keys = learned
    epsilons, random_ties, opponents = behaviour
    following, terminal, winner, start = dynamics
    blank, cells, each = room
    states, actions, _, side, choices, turn, boards, cell_keys, explored = blank
    for game in range(len(winners)):
        state, n, epsilon = start, 0, epsilons[game]
        # Set in each game, because a rule may have written into its episode.
        states[0] = keys[start] if shared is not None else start
        boards[0] = start
        while not terminal[state]:
            sign, count = turn[state], 0
            mine = side == 0 or sign == side
            visits[state] += mine
            explored[n] = False
            if not mine:
                totals = opponents[played[0] % len(opponents), state]
                u = rng.random()
                action = 0
                for a in range(len(each) - 1):
                    action += u >= totals[a]
            elif rng.random() < epsilon:
                explored[n] = True
                for a in range(len(each)):
                    if following[state, a] >= 0:
                        cells[count] = a
                        count += 1
                action = cells[int(rng.random() * count)]
            else:
                best = -np.inf
                for a in range(len(each)):
                    after = following[state, a]
                    if after >= 0:
                        # Tables that the compiler need not look into take a fifth of the time.
                        if shared is not None:
                            at, key = cell_keys[state, a], keys[after]
                            value = sign * read(table, keys[state], at, key)
                        else:
                            value = sign * read(table, state, a, after)
                        if value > best or count == 0:
                            best = value
                            cells[0] = a
                            count = 1
                        elif value == best:
                            cells[count] = a
                            count += 1
                action = cells[0]
                if count > 1 and random_ties:
                    action = cells[int(rng.random() * count)]
            actions[n] = cell_keys[state, action] if shared is not None else action
            state = following[state, action]
            n += 1
            states[n] = keys[state] if shared is not None else state
            boards[n] = state
        visits[state] += 1
        winners[game] = winner[state]
        episode = Episode(
            *(states[: n + 1], actions[:n], winner[state], side),
            *(choices, turn, boards[: n + 1], cell_keys, explored[:n]),
        )
        rule(table, episode, *settings)
        played[0] += 1
