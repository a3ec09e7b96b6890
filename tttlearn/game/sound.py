"""Checks that tables are the rules of a game, each with a ValueError that says what is wrong.

Tables are checked once, when rules are made of them. Afterwards everything that plays or evaluates
the game trusts them, even the compiled loops, which check no index.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tttlearn.support.arguments import as_array, shown

if TYPE_CHECKING:  # at run time it would make a circle
    from tttlearn.game.tables import Rules


def sound_table(
    given: object,
    name: str,
    dtype: type,
    shape: tuple[int | None, ...],
    limits: tuple[int, int] | None = None,
) -> np.ndarray:
    """Return a table as a read-only array of a given type, after checking it.

    Parameters
    ----------
    given : object
        The table, an array or something that NumPy makes an array of. An array that its owner
        can still write to is copied.
    name : str
        Name of the table, for messages.
    dtype : type
        NumPy's type of the entries: `np.bool_`, or a type of integers.
    shape : tuple of int or None
        Shape of the table; None for any length from 1.
    limits : tuple (int, int), optional
        Smallest and largest entry that are allowed.

    Returns
    -------
    ndarray of `dtype`
        The table.

    Raises
    ------
    ValueError
        If the table has another shape, other types or other entries.
    """
    array = as_array(given, f"{name} is an array")
    if array.ndim and not _fits(array.shape, shape):
        expected = str(shape).replace("None", "any")
        raise ValueError(f"{name} is an array of shape {expected}, not {array.shape}")
    if not array.ndim or array.dtype.kind not in ("b" if dtype is np.bool_ else "iu"):
        numbers = "True and False" if dtype is np.bool_ else "whole numbers"
        given_entries = f"of {array.dtype}, as {array.flat[0]}" if array.ndim else shown(given)
        raise ValueError(f"{name} is an array of {numbers}, not {given_entries}")
    if limits and (array.min() < limits[0] or array.max() > limits[1]):
        wrong = array[(array < limits[0]) | (array > limits[1])][0]
        raise ValueError(f"the entries of {name} are {limits[0]}..{limits[1]}, not {wrong}")
    shared = array is given and not array.flags.writeable and array.flags.c_contiguous
    if not shared or array.dtype != dtype:
        array = np.array(array, dtype, order="C")
        array.setflags(write=False)
    return array


def _fits(shape, expected):
    return len(shape) == len(expected) and all(
        n > 0 if length is None else n == length for n, length in zip(shape, expected, strict=True)
    )


def check_game(rules: Rules) -> None:
    """Raise an error unless the tables are those of a game.

    Parameters
    ----------
    rules : Rules
        The tables.

    Raises
    ------
    ValueError
        If a state contradicts itself. The message draws the first such state.

    Notes
    -----
    Only states that a game reaches must come to an end; the other conditions hold for every code.
    """
    moves, over = rules.legal.any(1), rules.terminal
    refuse(rules, over & moves, "is terminal, but next has moves there; they are all -1")
    refuse(rules, moves & (rules.turn == 0), "has moves, but its turn is 0, not +1 (X) or -1 (O)")
    won = (rules.winner != 0) & ~over
    refuse(rules, won, "has a winner, but is not terminal; nobody has won until the game is over")
    if over[rules.start]:
        raise ValueError(f"in {rules.name} the game is over in the state in which it starts")
    stuck = rules.reachable & ~over & ~moves
    problem = "has no moves, but is not terminal; mark it, and say who has won there, 0 for a draw"
    refuse(rules, stuck, problem)


def check_symmetries(rules: Rules) -> None:
    """Raise an error unless the symmetries take the game to itself.

    Parameters
    ----------
    rules : Rules
        The tables, with `images` and `action_maps`.

    Raises
    ------
    ValueError
        If they do not, in a state that a game reaches. The message draws the first such state.
    """
    states, actions = np.arange(rules.n_states), np.arange(rules.n_actions)
    if (rules.images[:, 0] != states).any() or (rules.action_maps[0] != actions).any():
        raise ValueError("the first image of a state is the state itself, and so of each action")
    if (np.sort(rules.action_maps, 1) != actions).any():
        raise ValueError("each row of action_maps has every action once")
    reached = np.flatnonzero(rules.reachable)
    for image, action_map in zip(rules.images.T, rules.action_maps, strict=True):
        wrong = np.zeros(rules.n_states, dtype=bool)
        wrong[reached] = _differs(rules, reached, image, action_map)
        problem = "has an image in which the game goes on differently; a game without symmetries"
        refuse(rules, wrong, f"{problem} has neither images nor action_maps")


def _differs(rules, states, image, action_map):
    """Return where the game goes on differently in the images of these states, (n,) bool."""
    there, same_for = image[states], (rules.winner, rules.terminal, rules.turn, rules.canonical)
    after, expected = rules.next[there][:, action_map], rules.next[states]
    expected = np.where(expected >= 0, image[expected], -1)
    differs = (after != expected).any(1)
    for known in same_for:
        differs |= known[there] != known[states]
    return differs


def refuse(rules: Rules, wrong: np.ndarray, problem: str) -> None:
    """Raise an error that draws the first state with a problem, if there is one.

    Parameters
    ----------
    rules : Rules
        The tables.
    wrong : ndarray of bool, shape (S,)
        Which states have the problem.
    problem : str
        The problem, as the end of a sentence that begins with the state.

    Raises
    ------
    ValueError
        If `wrong` has a True entry.
    """
    if wrong.any():
        state = int(wrong.argmax())
        raise ValueError(f"in {rules.name}, state {state} {problem}:\n{rules.show(state)}")


def depths(rules: Rules) -> np.ndarray:
    """Return the number of moves on the longest way to each state.

    Parameters
    ----------
    rules : Rules
        The tables.

    Returns
    -------
    ndarray of int64, shape (S,)
        Number of moves, -1 for states that no game reaches.

    Raises
    ------
    ValueError
        If a state comes up twice in a game. The message draws it.
    """
    next_states = rules.next
    if rules.is_listed:
        from tttlearn.game.positions import longest_ways  # Numba takes time to load

        return longest_ways(next_states, rules.start)
    moves_to, depth = _count_moves_to(next_states, rules.start), np.full(len(next_states), -1)
    layer, number = np.array([rules.start]), 0
    layer = layer[moves_to[layer] == 0]
    while layer.size:
        depth[layer] = number
        after = next_states[layer]
        after, count = np.unique(after[after >= 0], return_counts=True)
        moves_to[after] -= count
        layer, number = after[moves_to[after] == 0], number + 1
    problem = "comes up twice in a game, which Rules exclude; a count of moves makes it two states"
    refuse(rules, _one_on_a_cycle(next_states, moves_to > 0), problem)
    return depth


def _one_on_a_cycle(next_states, left):
    """Return an array (S,) that is True in one state on a cycle, if there is one.

    `left` (S,) says which states are on a cycle or after one.
    """
    is_on_cycle = np.zeros(len(next_states), dtype=bool)
    if left.any():
        sources, actions = np.nonzero((next_states >= 0) & left[:, None])
        came_from = dict(zip(next_states[sources, actions].tolist(), sources.tolist(), strict=True))
        state = int(left.argmax())
        for _ in range(np.count_nonzero(left)):  # as many steps back always reach the cycle
            state = came_from[state]
        is_on_cycle[state] = True
    return is_on_cycle


def _count_moves_to(next_states, start):
    """Count the moves that lead to each state from states that a game reaches, (S,) int64."""
    reached, layer, led_to = np.zeros(len(next_states), dtype=bool), np.array([start]), []
    while layer.size:
        reached[layer] = True
        after = next_states[layer]
        led_to.append(after[after >= 0])
        new = np.zeros(len(next_states), dtype=bool)
        new[led_to[-1]] = True
        layer = np.flatnonzero(new & ~reached)
    return np.bincount(np.concatenate(led_to), minlength=len(next_states))
