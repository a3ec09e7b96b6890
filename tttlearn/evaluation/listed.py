"""The two passes of `passes` in compiled loops, for games with millions of positions.

In a listed game (see `Rules.is_listed`) every move leads to a state with a larger number, so a pass
forward goes through all states in their order, and a pass backward in the reverse order. A player
is a table with a row for each state: a policy or, in an eighth of the memory, its choices. Choices
are a bool array; all True entries of a row are equally likely.
"""

from __future__ import annotations

import numpy as np

from tttlearn.game.tables import Rules
from tttlearn.support.compiled import njit

BEST, EVEN, GIVEN = 0, 1, 2
"""How a side plays: its best, evenly among its choices, or with given probabilities."""


def pair_visits(x: np.ndarray, o: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the probability that a game passes through each state.

    Parameters
    ----------
    x, o : numpy.ndarray, shape (S, A)
        Policies or choices of the two sides.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S,)
        Probability of each state.
    """
    return _forward(x, o, rules, False)[0]


def pair_outcome(x: np.ndarray, o: np.ndarray, rules: Rules, forfeits: bool = False) -> np.ndarray:
    """Return the probabilities that X wins, of a draw, and that O wins.

    Parameters
    ----------
    x, o : numpy.ndarray, shape (S, A)
        Policies or choices of the two sides.
    rules : Rules
        The game.
    forfeits : bool, default False
        Whether a row may sum to less than 1; the rest is then a loss.

    Returns
    -------
    numpy.ndarray of float64, shape (3,)
        The probabilities.
    """
    return _forward(x, o, rules, forfeits)[1]


def _forward(x, o, rules, forfeits):
    seen, results = np.zeros(rules.n_states), np.zeros(3)
    seen[rules.start] = 1
    sides = *_side(x), *_side(o)
    tables = rules.next, rules.terminal, rules.turn, rules.winner
    _pass_forward(*tables, *sides, forfeits, seen, results)
    return seen, results


def pair_values(
    x: np.ndarray | None, o: np.ndarray | None, rules: Rules, forfeits: bool = False
) -> np.ndarray:
    """Return the value to X of every state.

    Parameters
    ----------
    x, o : numpy.ndarray, shape (S, A), or None
        Policies or choices of the two sides; None for a side that plays its best.
    rules : Rules
        The game.
    forfeits : bool, default False
        Whether a row may sum to less than 1, as in `outcome`.

    Returns
    -------
    numpy.ndarray of float64, shape (S,)
        Values from -1 to +1, NaN for states that no game reaches.
    """
    V = rules.winner.astype(float)
    sides = *_side(x), *_side(o)
    _pass_backward(rules.next, rules.terminal, rules.turn, *sides, forfeits, V)
    V[~rules.reachable] = np.nan
    return V


def three_outcomes(choices: np.ndarray, rules: Rules) -> np.ndarray:
    """Return how a player fares as X and as O against random play, and against itself.

    Parameters
    ----------
    choices : numpy.ndarray of bool, shape (S, A)
        Choices of the player.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (3, 3)
        `pair_outcome` of each of these games; one pass through the states finds all three.
    """
    seen, results = np.zeros((rules.n_states, 3)), np.zeros((3, 3))
    seen[rules.start] = 1
    tables = rules.next, rules.terminal, rules.turn, rules.winner
    _pass_three_forward(*tables, _readable(choices), seen, results)
    return results


def worst_values(choices: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the values to X of a player against its best reply, as X and as O, in one pass.

    Parameters
    ----------
    choices : numpy.ndarray of bool, shape (S, A)
        Choices of the player.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (2,)
        The values as X and as O.
    """
    V = np.repeat(rules.winner.astype(float)[:, None], 2, axis=1)
    _pass_two_backward(rules.next, rules.terminal, rules.turn, _readable(choices), V)
    return V[rules.start]


def best_choices(V: np.ndarray, rules: Rules) -> np.ndarray:
    """Return which legal actions lead to the best value.

    Parameters
    ----------
    V : numpy.ndarray of float64, shape (S,)
        Value to X of each state.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of bool, shape (S, A)
        The actions, none in states that no game reaches.
    """
    choices = np.zeros(rules.next.shape, bool)
    _find_best(rules.next, rules.turn, rules.reachable & ~rules.terminal, V, choices)
    return choices


def choose(
    values: np.ndarray, states: np.ndarray, ties: str, rules: Rules, choices: np.ndarray
) -> bool:
    """Write which legal actions are best in some states, as `policy.best_in` finds them.

    Parameters
    ----------
    values : numpy.ndarray of float64, shape (n, A)
        Value to X of each action in each state.
    states : numpy.ndarray of int64, shape (n,)
        Undecided states.
    ties : {"random", "first"}
        Whether all of the best actions are written, or the first of them.
    rules : Rules
        The game.
    choices : numpy.ndarray of bool, shape (S, A)
        Where to write; False in these states.

    Returns
    -------
    bool
        Whether the value of every legal action is a number; if not, nothing that is written counts.
    """
    only_first = ties == "first"
    return bool(_choose(values, states, only_first, rules.next, rules.turn, choices))


def has_others(table: np.ndarray, choices: np.ndarray) -> np.ndarray:
    """Return whether a player may take an action in each state that is not among given ones.

    Parameters
    ----------
    table : numpy.ndarray, shape (S, A)
        Policy or choices of the player.
    choices : numpy.ndarray of bool, shape (S, A)
        The given actions.

    Returns
    -------
    numpy.ndarray of bool, shape (S,)
        Whether it may.
    """
    found = np.zeros(len(table), bool)
    _find_others(_readable(table), _readable(choices), found)
    return found


def look_ahead(V: np.ndarray, depth: int, rules: Rules) -> None:
    """Replace the values of undecided states by those of a search to a depth.

    Parameters
    ----------
    V : numpy.ndarray of float64, shape (S,)
        Value to X of each state, changed in place.
    depth : int
        Number of moves to look ahead.
    rules : Rules
        The game.
    """
    undecided = rules.reachable & ~rules.terminal
    for moves in range(1, depth + 1):
        # With fewer moves left, the value is that of the end already.
        changing = undecided & (rules.depth <= rules.longest - moves)
        _look_one_ahead(rules.next, rules.turn, changing, V)


def is_sound(policy: np.ndarray, rules: Rules, tolerance: float) -> bool:
    """Return whether each row of an undecided state is a distribution over the legal actions.

    Parameters
    ----------
    policy : numpy.ndarray of float64, shape (S, A)
        The policy.
    rules : Rules
        The game.
    tolerance : float
        Largest difference of the sum of a row from 1.

    Returns
    -------
    bool
        Whether it is a policy.
    """
    needed = rules.reachable & ~rules.terminal
    return bool(_all_sound(_readable(policy), rules.next, needed, tolerance))


def _side(table):
    """Return the table of a side, and how it plays, for the compiled loops."""
    if table is None:
        return _readable(np.zeros((0, 1), bool)), BEST
    return _readable(table), EVEN if table.dtype == bool else GIVEN


def _readable(table):
    """Return a read-only view, so that loops are compiled for one kind of array."""
    view = np.ascontiguousarray(table).view()
    view.setflags(write=False)
    return view


@njit
def _share(row, how):
    """Return the probability that an entry of 1 in a row stands for."""
    if how == GIVEN:
        return 1.0
    n = 0
    for entry in row:
        n += entry > 0
    return 1 / max(n, 1)


@njit
def _lack(row, how):
    """Return what the probabilities of a row lack of 1, without rounding errors."""
    if how != GIVEN:
        return 0.0
    missing = 1.0
    for entry in row:
        missing -= entry
    return missing if missing > 1e-12 else 0.0


@njit
def _move_on(row, how, following, weight, seen):
    """Add the probability of a state, by the moves of a row, to the states that follow."""
    share = _share(row, how)
    for action in range(len(following)):
        if following[action] >= 0:
            seen[following[action]] += weight * (row[action] * share)


@njit
def _pass_forward(next_states, terminal, turn, winner, x, how_x, o, how_o, forfeits, seen, results):
    for state in range(len(next_states)):
        weight, following = seen[state], next_states[state]
        if weight == 0:
            continue
        if terminal[state]:
            results[1 - winner[state]] += weight
        elif turn[state] > 0:
            _move_on(x[state], how_x, following, weight, seen)
            if forfeits:
                results[2] += weight * _lack(x[state], how_x)
        else:
            _move_on(o[state], how_o, following, weight, seen)
            if forfeits:
                results[0] += weight * _lack(o[state], how_o)


@njit
def _best_value(side, following, V):
    best = -np.inf * side
    for after in following:
        if after >= 0 and (V[after] - best) * side > 0:
            best = V[after]
    return best


@njit
def _mean_value(side, row, how, following, V, forfeits):
    share, mean = _share(row, how), 0.0
    for action in range(len(following)):
        if following[action] >= 0 and row[action] > 0:
            mean += row[action] * share * V[following[action]]
    return mean - side * _lack(row, how) if forfeits else mean


@njit
def _pass_backward(next_states, terminal, turn, x, how_x, o, how_o, forfeits, V):
    for state in range(len(next_states) - 1, -1, -1):
        if terminal[state]:
            continue
        side, following = turn[state], next_states[state]
        if (how_x if side > 0 else how_o) == BEST:
            V[state] = _best_value(side, following, V)
        elif side > 0:
            V[state] = _mean_value(side, x[state], how_x, following, V, forfeits)
        else:
            V[state] = _mean_value(side, o[state], how_o, following, V, forfeits)


@njit
def _pass_three_forward(next_states, terminal, turn, winner, choices, seen, results):
    # The games: 0, the player is X against random play; 1, it is O; 2, it is both.
    for state in range(len(next_states)):
        if terminal[state]:
            for game in range(3):
                results[game, 1 - winner[state]] += seen[state, game]
            continue
        following, n_legal, n_chosen = next_states[state], 0, 0
        for action in range(len(following)):
            n_legal += following[action] >= 0
            n_chosen += choices[state, action]
        mine, random = (0, 1) if turn[state] > 0 else (1, 0)
        by_chance = seen[state, random] / max(n_legal, 1)
        chosen, alone = seen[state, mine] / max(n_chosen, 1), seen[state, 2] / max(n_chosen, 1)
        for action in range(len(following)):
            after = following[action]
            if after >= 0:
                seen[after, random] += by_chance
                if choices[state, action]:
                    seen[after, mine] += chosen
                    seen[after, 2] += alone


@njit
def _pass_two_backward(next_states, terminal, turn, choices, V):
    # The values: 0, the player is X against its best reply; 1, it is O.
    for state in range(len(next_states) - 1, -1, -1):
        if terminal[state]:
            continue
        side, following = turn[state], next_states[state]
        mine, reply = (0, 1) if side > 0 else (1, 0)
        best, total, n_chosen = -np.inf, 0.0, 0
        for action in range(len(following)):
            after = following[action]
            if after >= 0:
                best = max(best, side * V[after, reply])
                if choices[state, action]:
                    total += V[after, mine]
                    n_chosen += 1
        V[state, mine], V[state, reply] = total / max(n_chosen, 1), side * best


@njit
def _look_one_ahead(next_states, turn, changing, V):
    # In this order the values of the states that follow are still those of one move less.
    for state in range(len(next_states)):
        if changing[state]:
            V[state] = _best_value(turn[state], next_states[state], V)


@njit
def _find_best(next_states, turn, undecided, V, choices):
    for state in range(len(next_states)):
        if undecided[state]:
            following = next_states[state]
            best = _best_value(turn[state], following, V)
            for action in range(len(following)):
                choices[state, action] = following[action] >= 0 and V[following[action]] == best


@njit
def _choose(values, states, only_first, next_states, turn, choices):
    for i in range(len(states)):
        state = states[i]
        following, side, best = next_states[state], turn[state], -np.inf
        for action in range(len(following)):
            if following[action] >= 0:
                if np.isnan(values[i, action]):
                    return False
                best = max(best, side * values[i, action])
        for action in range(len(following)):
            if following[action] >= 0 and side * values[i, action] == best:
                choices[state, action] = True
                if only_first:
                    break
    return True


@njit
def _find_others(table, choices, found):
    for state in range(len(table)):
        for action in range(table.shape[1]):
            found[state] |= table[state, action] > 0 and not choices[state, action]


@njit
def _all_sound(policy, next_states, needed, tolerance):
    for state in range(len(policy)):
        if not needed[state]:
            continue
        total, legal = 0.0, True
        for action in range(policy.shape[1]):
            entry = policy[state, action]
            total += entry
            legal &= entry >= 0 and (entry == 0 or next_states[state, action] >= 0)
        if not (legal and abs(total - 1) <= tolerance):
            return False
    return True
