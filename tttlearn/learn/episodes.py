"""Episodes, and the compiled loop that plays one and hands it to a rule, millions a second.

The loop is compiled anew around each rule and each way of reading a table, whether they come from
this package or from a notebook cell. Plain Python runs the same function where Numba is absent.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from tttlearn.game.rules import ACTION_MAPS, CANONICAL, IMAGES, LEGAL, N_STATES, START, TURN
from tttlearn.game.tables import fixed
from tttlearn.support.compiled import njit_checked, njit_fresh
from tttlearn.support.readers_code import compiled_together, surroundings

AS_THEY_ARE = np.empty(0, np.int64)
OWN_CELLS = fixed(np.tile(np.arange(9), (N_STATES, 1)))
SYMMETRIC = (False, "positions", "moves")
"""What may share a part of the table: nothing; a position and its mirror images a row; and, more
than that, the moves of a position that look alike an entry."""


class Episode(NamedTuple):
    """One game as a rule sees it.

    `states` (n + 1,) from the empty board to the end, `actions` (n,) the cells taken, `winner` +1
    X, -1 O, 0 nobody, `side` the side that learns: +1 X, -1 O, 0 both. With a symmetric table
    states and actions are those of the canonical images. `choices` (19683, 9): which entries of a
    row of action values stand for a move, all legal ones or, where moves that look alike share
    theirs, one of each. `boards` (n + 1,): the states as they lay, empty where they are `states`;
    `cells` (19683, 9): where an action on such a board stands in its row.
    """

    states: np.ndarray
    actions: np.ndarray
    winner: int
    side: int
    choices: np.ndarray = LEGAL
    boards: np.ndarray = AS_THEY_ARE
    cells: np.ndarray = OWN_CELLS


def made_for(*shape):
    """Marks a function of this package that never reaches outside a table of this shape.

    With such a table it is compiled without the checks of its indices that readers' rules get, and
    runs up to 1.7 times as fast.
    """

    def mark(function):
        function.made_for = shape
        return function

    return mark


@made_for(N_STATES)
def read_states(V, state, action, following):
    """The value of an action in a table of state values: that of the state it leads to."""
    return V[following]


@made_for(N_STATES, 9)
def read_actions(Q, state, action, following):
    """The value of an action in a table of action values."""
    return Q[state, action]


@made_for(2, N_STATES, 9)
def read_mean(Q, state, action, following):
    """The value of an action in two tables of action values: their mean."""
    return 0.5 * (Q[0, state, action] + Q[1, state, action])


@made_for(N_STATES)
def read_own(V, state, action, following):
    """The value to X of an action in a table whose values are those to the side that moved."""
    return TURN[state] * V[following]


READERS = {read.made_for: read for read in (read_states, read_actions, read_mean)}


def reader_for(table):
    """How to read a table of this shape; ValueError when there is no way for its shape."""
    if table.shape not in READERS:
        shapes = ", ".join(map(str, READERS))
        raise ValueError(f"a table has one of the shapes {shapes}, not {table.shape}")
    return READERS[table.shape]


@cache
def entries(symmetric):
    """Where a state (19683,) and an action in it (19683, 9) stand in the table."""
    if not symmetric:
        return fixed(np.arange(N_STATES)), OWN_CELLS
    cells = np.full((N_STATES, 9), 9)
    for g in reversed(range(8)):
        there = IMAGES[:, g] == CANONICAL
        # The first symmetry that leads to the canonical image says where an action stands; or the
        # smallest cell that any of them takes it to, which is the same for those that look alike.
        shared = symmetric == "moves"
        cells[there] = np.minimum(cells[there], ACTION_MAPS[g]) if shared else ACTION_MAPS[g]
    return fixed(CANONICAL.astype(np.int64)), fixed(cells)


@cache
def choices(symmetric):
    """(19683, 9) bool: the entries of a table of action values that stand for a move."""
    if symmetric != "moves":
        return LEGAL
    return fixed(LEGAL & (entries("moves")[1] == np.arange(9)))


@cache
def compiled_loop():
    """The game loop, which compiles itself anew for each rule that it is given."""
    return njit_fresh(play_and_learn)


def compiled(function, shape):
    """A rule, or a way of reading a table of this shape, compiled with the functions that it calls.

    The same object for the same function, until something around it has changed, as in a notebook.
    """
    trusted = getattr(function, "made_for", None) == shape
    return _compiled(function, surroundings(function), trusted)


@cache
def _compiled(function, surroundings, trusted):
    return compiled_together(function, njit_fresh if trusted else njit_checked)


def play_and_learn(
    rule,
    read,
    table,
    settings,
    epsilons,
    side,
    opponents,
    random_ties,
    keys,
    cell_keys,
    choices,
    visits,
    winners,
    played,
    rng,
    following,
    terminal,
    winner,
    turn,
):
    """The game loop: one game for each entry of `winners`, the rule applied after each.

    One function, and longer than others, on purpose: split up, or with its arguments bundled, the
    compiled loop runs at a third of the speed.
    """
    states, actions = np.empty(10, np.int64), np.empty(9, np.int64)
    boards, cells = np.empty(10, np.int64), np.empty(9, np.int64)
    for game in range(len(winners)):
        state, n = START, 0
        states[0] = keys[START]  # each time: a rule may have written into its episode
        boards[0] = START
        while not terminal[state]:
            sign, count = turn[state], 0
            mine = side == 0 or sign == side
            visits[state] += mine
            if not mine:
                totals = opponents[played[0] % len(opponents), state]
                u = rng.random()
                action = 0
                for a in range(8):
                    action += u >= totals[a]
            elif rng.random() < epsilons[n % 2, game]:
                for a in range(9):
                    if following[state, a] >= 0:
                        cells[count] = a
                        count += 1
                action = cells[int(rng.random() * count)]
            else:
                best = -np.inf
                for a in range(9):
                    after = following[state, a]
                    if after >= 0:
                        value = sign * read(table, keys[state], cell_keys[state, a], keys[after])
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
            actions[n] = cell_keys[state, action]
            state = following[state, action]
            n += 1
            states[n] = keys[state]
            boards[n] = state
        visits[state] += 1
        winners[game] = winner[state]
        episode = Episode(
            *(states[: n + 1], actions[:n], winner[state], side),
            *(choices, boards[: n + 1], cell_keys),
        )
        rule(table, episode, *settings)
        played[0] += 1
