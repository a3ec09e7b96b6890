"""Episodes, and the compiled loop that plays them and hands each to a rule.

The loop is compiled around each rule of this package and each way of reading a table, once, and
kept on disk. A rule of a notebook cell is compiled alone, and a loop, which is also kept, calls it
by its address. What cannot be compiled runs in plain Python, as all does without Numba.
"""

from functools import cache, partial
from hashlib import sha256
from types import FunctionType
from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import LEGAL, TICTACTOE, TURN
from tttlearn.game.tables import fixed
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

AS_THEY_ARE, NO_MOVES = np.empty(0, np.int64), np.empty(0, np.bool_)
SYMMETRIC = (False, "positions", "moves")
"""What may share a part of the table: nothing; a position and its mirror images share a row; and,
more than that, moves of a position that look alike share an entry."""


@cache
def entries(symmetric, rules=TICTACTOE):
    """Where the table has a state (S,) and an action in it (S, A), for S states, A actions."""
    states, actions = np.arange(rules.n_states), np.arange(rules.n_actions, dtype=np.int16)
    if not symmetric:
        return fixed(states), fixed(np.tile(actions, (len(states), 1)))
    cells = np.full(rules.next.shape, len(actions), np.int16)
    for images, action_map in reversed([*zip(rules.images.T, rules.action_maps, strict=True)]):
        there = images == rules.canonical
        # The first symmetry that leads to the canonical image says where an action is; or the
        # smallest cell to which any of them takes it, which is the same for those that look alike.
        shared = symmetric == "moves"
        cells[there] = np.minimum(cells[there], action_map) if shared else action_map
    return fixed(rules.canonical.astype(np.int64)), fixed(cells)


@cache
def choices(symmetric, rules=TICTACTOE):
    """(S, A) bool: the entries of a table of action values that stand for a move."""
    if symmetric != "moves":
        return rules.legal
    return fixed(rules.legal & (entries("moves", rules)[1] == np.arange(rules.n_actions)))


class Episode(NamedTuple):
    """One game as a rule sees it; a game has S states and A actions, tic-tac-toe 19683 and 9.

    `states` (n + 1,) from the empty board to the end, `actions` (n,) the cells taken, `winner` +1
    X, -1 O, 0 nobody, `side` the side that learns: +1 X, -1 O, 0 both, `explored` (n,) bool: which
    actions the learner took to explore. With a symmetric table
    states and actions are those of the canonical images. `choices` (S, A): which entries of a row
    of action values stand for a move, all legal ones or, if moves that look alike share theirs, one
    of each. `turn` (S,): whose turn it is in a state, +1 X, -1 O. `boards` (n + 1,): the states
    before they were turned, empty if they are `states`; `cells` (S, A): the place of an action on
    such a board in its row.
    """

    states: np.ndarray
    actions: np.ndarray
    winner: int
    side: int
    choices: np.ndarray = LEGAL
    turn: np.ndarray = TURN
    boards: np.ndarray = AS_THEY_ARE
    cells: np.ndarray = entries(False)[1]
    explored: np.ndarray = NO_MOVES


class Learned(NamedTuple):
    """What is learned: `table`, and where in it the row of a state is, `keys` (S,).

    `shared`: True if states share a row, None if each is its own key. The compiler tells True from
    None, and leaves out what is not needed.
    """

    table: np.ndarray
    shared: bool | None
    keys: np.ndarray


class Behaviour(NamedTuple):
    """How actions are chosen while games are learned from.

    `epsilons` (games,): the learner's probability of exploring in each game; `random_ties`: whether
    it draws one of several best actions, or takes the first; `opponents` (n, S, A): the
    `thresholds` of those that take turns to play the other side, n = 0 if the learner plays both.
    """

    epsilons: np.ndarray
    random_ties: bool
    opponents: np.ndarray


class Dynamics(NamedTuple):
    """What the loop needs of the rules of a game: `following` (S, A), the state after each action,
    -1 if there is none; `terminal` (S,); `winner` (S,), as in Rules; the state at the `start`."""

    following: np.ndarray
    terminal: np.ndarray
    winner: np.ndarray
    start: int


class Room(NamedTuple):
    """Room to write a game down while it lasts: the loop makes no array, and need not count who
    holds them.

    `blank`: an Episode for the longest game; `cells` (A,): for the actions to choose from. `each`
    is a tuple with an entry for each action: its length is known when the loop is compiled, so that
    loops over actions are written out.
    """

    blank: Episode
    cells: np.ndarray
    each: tuple


def empty_room(side, symmetric=False, rules=TICTACTOE):
    """The Room for the games of these rules, one after the other."""
    moves, cells = np.empty(rules.longest, np.int64), np.empty(rules.n_actions, np.int64)
    seen, boards = np.empty((2, rules.longest + 1), np.int64)
    around = choices(symmetric, rules), rules.turn, boards, entries(symmetric, rules)[1]
    around += (np.empty(rules.longest, np.bool_),)
    blank = Episode(seen, moves, rules.winner[rules.start], side, *around)
    return Room(blank, cells, (0,) * rules.n_actions)


class Games(NamedTuple):
    """Games to play and to learn from, for the game loop.

    It fills `winners` (games,) with +1 X, -1 O, 0 nobody. In `visits` (S,) it counts how often the
    learner was to move in a state, or the game ended there, and in `played` (1,) the games.
    """

    learned: Learned
    behaviour: Behaviour
    dynamics: Dynamics
    room: Room
    winners: np.ndarray
    visits: np.ndarray
    played: np.ndarray


def made_for(*shape):
    """Mark a function of this package that stays inside a table of this shape and makes no array.

    The shape has numbers, or "states" and "actions" for those of whatever game is learned. With
    such a table it is compiled without the checks of its indices that readers' rules get, and
    runs up to 1.7 times as fast.
    """

    def mark(function):
        function.made_for = shape
        return function

    return mark


def in_numbers(shape, rules):
    """A shape as `made_for` takes it, in the numbers of a game: a tuple of ints."""
    sizes = {"states": rules.n_states, "actions": rules.n_actions}
    return tuple(sizes.get(size, size) for size in shape)


@known
@made_for("states")
def read_states(V, state, action, following):
    """The value of an action in a table of state values: that of the state to which it leads."""
    return V[following]


@known
@made_for("states", "actions")
def read_actions(Q, state, action, following):
    """The value of an action in a table of action values."""
    return Q[state, action]


@known
@made_for(2, "states", "actions")
def read_mean(Q, state, action, following):
    """The value of an action in two tables of action values: their mean."""
    return 0.5 * (Q[0, state, action] + Q[1, state, action])


READERS = (read_states, read_actions, read_mean)


def reader_for(table, rules=TICTACTOE):
    """How to read a table of this shape; ValueError if there is no way."""
    readers = {in_numbers(read.made_for, rules): read for read in READERS}
    if table.shape not in readers:
        shapes = ", ".join(map(str, readers))
        raise ValueError(
            f"a table has one of the shapes {shapes}, not {table.shape}; another needs "
            "read, such as read=lambda table, state, action, following: table[following, 0]"
        )
    return readers[table.shape]


def plain_loop(rule, read):
    """The game loop around a rule and a way of reading its table, in plain Python."""
    return FunctionType(play_and_learn.__code__, {**globals(), "rule": rule, "read": read})


def compiled_loop(rule, read, shape, rules=TICTACTOE):
    """The game loop around a rule and a way of reading a table of this shape, compiled.

    The same functions give the same object, until something around them has changed, as in a
    notebook. Around functions of this package it is kept on disk. A reader's rule is compiled
    apart, which takes a third of the time, and the loop gets its address. Around functions of a
    reader's it is a `ReadersLoop`.
    """
    functions = rule, read
    trusted = tuple(in_numbers(getattr(one, "made_for", ()), rules) == shape for one in functions)
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
        return ReadersLoop(plain_loop(rule, read), partial(_for_types, loop))
    loop = _dispatcher((by_address, read), ((), surroundings[1]), (True, trusted[1]))
    told = partial(_telling_address, _applying(_compiled(rule, surroundings[0], False)), loop)
    return ReadersLoop(plain_loop(rule, read), told)


class ReadersLoop:
    """The game loop around functions of a reader's: compiled or, where that cannot be, plain.

    Attributes
    ----------
    untried : bool
        Whether the engine has still to try what the functions do.
    is_plain : bool
        Whether it runs in plain Python.
    error : Exception or None
        Why it cannot be compiled.
    """

    def __init__(self, plain, compiled=None, error=None):
        """Begin with a plain loop, and with what compiles it for arguments like those given."""
        self.plain, self.compiled = plain, compiled
        self.untried, self.is_plain, self.error = True, compiled is None, error

    def __call__(self, games, settings, rng):
        """Play and learn."""
        play = self.plain
        if not self.is_plain:
            try:
                play = self.compiled(games, settings, rng)
            except Exception as error:  # the compiler has many, some of its inside
                self.is_plain, self.error = True, error
        play(games, settings, rng)


@cache
def _dispatcher(functions, surroundings, trusted):
    """The game loop around these functions, which Numba compiles when it is called."""
    loop = plain_loop(*map(_compiled, functions, surroundings, trusted))
    arrays = [what for around in surroundings for *_, kind, what in around if kind is np.ndarray]
    if not all(trusted) or not all(isinstance(content, str) for content in arrays):
        return njit_lean_fresh(loop)
    # Its file has a name that changes if one of the functions does, or an array that they read.
    marks = "".join([*map(fingerprint, (*functions, play_and_learn)), *arrays])
    loop.__qualname__ = f"{functions[0].__name__}-{sha256(marks.encode()).hexdigest()[:16]}"
    return njit_lean(loop)


@cache
def _compiled(function, surroundings, trusted):
    return compiled_together(function, njit_fresh if trusted else njit_checked)


def by_address(table, episode, handed):
    """Applies a rule that was compiled apart, and is known by its address when the loop runs."""
    handed.function(table, episode, handed.settings)


def _for_types(loop, games, settings, rng):
    """A loop, once it is compiled for arguments like these."""
    return compiled_for(loop, games, settings, rng)


def _applying(rule):
    """What applies a compiled rule to a table, an episode and its settings."""

    @njit_fresh
    def apply(table, episode, settings):
        rule(table, episode, *settings)  # what it returns is not used

    return apply


def _telling_address(apply, loop, games, settings, rng):
    """A loop around `by_address`, compiled for arguments like these, as one that has a rule."""
    takes = games.learned.table, games.room.blank, settings
    return handing(loop, Handed(apply, settings), takes, games, rng)


rule = read = None
"""`play_and_learn` finds here what it is compiled around, because a loop that gets functions as
arguments cannot be kept on disk."""


def play_and_learn(games, settings, rng):
    """The game loop: plays Games, and after each applies the rule, with its settings.

    The settings, of which one may be the Generator `rng`, are no part of `games`: Numba would look
    at all of it in Python, for 0.4 ms a call. It is one function, and longer than others, on
    purpose: split up, the compiled loop runs at a third of the speed.
    """
    learned, behaviour, dynamics, room, winners, visits, played = games
    table, shared, keys = learned
    epsilons, random_ties, opponents = behaviour
    following, terminal, winner, start = dynamics
    blank, cells, each = room
    states, actions, _, side, choices, turn, boards, cell_keys, explored = blank
    for game in range(len(winners)):
        state, n, epsilon = start, 0, epsilons[game]
        # Each time: a rule may have written into its episode.
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
