"""How far a player is from perfect: in how many positions it would have to move differently.

The smallest number is proven by an integer program. For each position a variable says whether the
player gets the value of the game from there in every game, whatever the other side does
(**secured**), and for each of the player's own positions another one says whether its moves there
are changed. The program minimises the number of changes with which the start is secured. The two
sides are separate programs, since no position belongs to both.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.exact import state_values
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import O, Rules, X
from tttlearn.support.progress import ProgressBar

MAX_UNDECIDED = 20_000
"""Largest number of undecided positions for which the integer program takes only seconds."""


class Distance(NamedTuple):
    """Changes after which a player gets the value of the game on one side, in every game.

    Attributes
    ----------
    changes : dict
        Action for each state in which the player has to move differently.
    is_least : bool
        Whether the number of changes is proven to be the smallest; if not, it is an upper bound.
    """

    changes: dict[int, int]
    is_least: bool


def distance(player: object, rules: Rules = TICTACTOE) -> tuple[Distance, Distance]:
    """Return the smallest number of positions to change until a player is perfect, on each side.

    Parameters
    ----------
    player : object
        A player, as in `policy_of`. Of a player that moves by chance each move counts that it can
        make: it is perfect only if it never gets less than the value of the game.
    rules : Rules, default TICTACTOE
        The game. If it has more than 20,000 undecided positions, the result is not a proven
        minimum, but the changes that are met on the way from the start.

    Returns
    -------
    tuple of Distance
        The distances as X and as O.

    Raises
    ------
    ValueError
        As `policy_of`.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> [len(side.changes) for side in ttt.distance(ttt.minimax_policy())]
    [0, 0]
    """
    policy = policy_of(player, check_rules(rules))
    as_x, as_o = distances(policy, rules).values()
    return as_x, as_o


def distances(policy: np.ndarray, rules: Rules) -> dict[int, Distance]:
    """Return the distance of a policy on each side.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy.
    rules : Rules
        The game.

    Returns
    -------
    dict
        The Distance as X (+1) and as O (-1).

    Notes
    -----
    Ctrl-C stops the computation.
    """
    results = {}
    with ProgressBar(2, "side") as tick:
        for side in (X, O):
            results[side] = distance_of(policy, side, rules)
            tick()
    return results


def distance_of(policy: np.ndarray, side: int, rules: Rules) -> Distance:
    """Return the distance of a policy on one side.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy. A row without weight loses the game.
    side : int
        +1 for X, -1 for O.
    rules : Rules
        The game.

    Returns
    -------
    Distance
        The changes, without any if even best play loses.
    """
    supported = policy > 0
    values = side * state_values(rules=rules)
    if values[rules.start] <= -1:  # even best play loses the game
        return Distance({}, True)
    enough = values >= values[rules.start] - 1e-9
    changes = _on_the_way(supported, side, rules, enough)
    if not changes or len(rules.undecided) > MAX_UNDECIDED:
        return Distance(changes, not changes)
    return Distance(_fewest(supported, side, rules, enough), True)


def _on_the_way(
    supported: np.ndarray, side: int, rules: Rules, enough: np.ndarray
) -> dict[int, int]:
    """Return sufficient changes, perhaps not the fewest: those that are met from the start."""
    changes, seen, todo = {}, {rules.start}, [rules.start]
    while todo:
        state = todo.pop()
        if rules.terminal[state]:
            continue
        taken = rules.legal[state]
        if rules.turn[state] == side:
            taken = taken & supported[state]
            if not taken.any() or not enough[rules.next[state][taken]].all():
                keeping = rules.legal[state] & enough[rules.next[state]]
                changes[state] = int(np.flatnonzero(keeping)[0])
                taken = np.arange(rules.n_actions) == changes[state]
        after = set(rules.next[state][taken].tolist()) - seen
        seen |= after
        todo += after
    return changes


def _fewest(supported: np.ndarray, side: int, rules: Rules, enough: np.ndarray) -> dict[int, int]:
    """Return the fewest changes, from an integer program.

    A variable for each undecided state in which the side can still get enough: 1 if it is secured.
    A further one for each of these in which the side is to move: 1 if its moves there are changed.
    """
    states = rules.undecided[enough[rules.undecided]]
    own = states[rules.turn[states] == side]
    secured = {state: at for at, state in enumerate(states.tolist())}
    changed = {state: len(states) + at for at, state in enumerate(own.tolist())}
    sums = []  # each is a dict from variables to factors, whose sum must not be above 0
    for state in states.tolist():
        after = rules.next[state]
        taken = rules.legal[state] & (supported[state] if state in changed else True)
        unless = {changed[state]: -1} if state in changed else {}
        if not taken.any() or not enough[after[taken]].all():
            sums.append({secured[state]: 1} | unless)
        sums += [{secured[state]: 1, secured[s]: -1} | unless
                 for s in after[taken].tolist() if s in secured]  # fmt: skip
        keeping = after[rules.legal[state] & enough[after]]
        if state in changed and not rules.terminal[keeping].any():
            sums.append({secured[state]: 1} | {secured[s]: -1 for s in keeping.tolist()})
    is_one = _least_ones(sums, len(states), len(own), secured[rules.start])
    return {
        state: next(
            action
            for action in np.flatnonzero(rules.legal[state] & enough[rules.next[state]]).tolist()
            if rules.terminal[s := int(rules.next[state, action])] or is_one[secured[s]]
        )
        for state, at in changed.items()
        if is_one[at]
    }


def _least_ones(sums: list[dict], n_secured: int, n_changed: int, start: int) -> np.ndarray:
    """Return which variables are 1 in the solution with the fewest changed states."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    n = n_secured + n_changed
    rows = np.repeat(np.arange(len(sums)), [len(terms) for terms in sums])
    columns = [variable for terms in sums for variable in terms]
    factors = [factor for terms in sums for factor in terms.values()]
    matrix = coo_array((factors, (rows, columns)), shape=(len(sums), n)).tocsr()
    lower = np.zeros(n)
    lower[start] = 1
    solution = _interruptible(
        lambda: milp(
            np.repeat([0.0, 1.0], [n_secured, n_changed]),
            integrality=np.ones(n),
            bounds=Bounds(lower, 1),
            constraints=LinearConstraint(matrix, -np.inf, 0),
            options={"mip_rel_gap": 0},
        )
    )
    assert solution.status == 0, (
        solution.message
    )  # changing all positions is a solution, so there is one
    return solution.x > 0.5


def _interruptible(function: Callable) -> Any:
    """Call a function that ignores Ctrl-C in a thread, which Ctrl-C leaves running."""
    returned = []
    thread = Thread(target=lambda: returned.append(function()), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    return returned[0]
