"""How far a player is from perfect: in how many positions it would have to move otherwise.

The fewest, proven by an integer program. For each position it asks whether the player gets what the
game is worth from there in every game, whatever the other side does (**secured**), and for each of
the player's own positions whether its moves there are changed; it looks for the fewest changes with
which the start is secured. The sides are two programs, since no position is of both.
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

MOST_UNDECIDED = 20_000
"""Undecided positions up to which a game is a program that is solved in seconds."""


class Distance(NamedTuple):
    """The changes after which a player gets what the game is worth, in every game on one side.

    Attributes
    ----------
    changes : dict
        An action for each state in which it has to move otherwise.
    is_least : bool
        Whether no other changes are fewer; else their number is an upper bound.
    """

    changes: dict[int, int]
    is_least: bool


def distance(player: object, rules: Rules = TICTACTOE) -> tuple[Distance, Distance]:
    """Return the fewest positions to change until a player is perfect, as X and as O.

    Parameters
    ----------
    player : object
        What `policy_of` takes. Of a player that moves by chance each move counts that it can make:
        it is perfect only if it never gets less than the game is worth.
    rules : Rules
        The game. If it has more than 20,000 undecided positions, what comes back is no proven
        minimum, but the changes that one meets on the way.

    Returns
    -------
    tuple of Distance
        As X and as O.

    Raises
    ------
    ValueError
        As `policy_of` does.
    """
    policy = policy_of(player, check_rules(rules))
    as_x, as_o = distances(policy, rules).values()
    return as_x, as_o


def distances(policy: np.ndarray, rules: Rules) -> dict[int, Distance]:
    """Return the Distance of a policy on each side, by its side; Ctrl-C stops it."""
    found = {}
    with ProgressBar(2, "side") as tick:
        for side in (X, O):
            found[side] = distance_of(policy, side, rules)
            tick()
    return found


def distance_of(policy: np.ndarray, side: int, rules: Rules) -> Distance:
    """Return the Distance of a policy (S, A) on one side; a row may be empty, which is a loss."""
    supported = policy > 0
    values = side * state_values(rules=rules)
    if values[rules.start] <= -1:  # even best play loses
        return Distance({}, True)
    enough = values >= values[rules.start] - 1e-9
    changes = _on_the_way(supported, side, rules, enough)
    if not changes or len(rules.undecided) > MOST_UNDECIDED:
        return Distance(changes, not changes)
    return Distance(_fewest(supported, side, rules, enough), True)


def _on_the_way(
    supported: np.ndarray, side: int, rules: Rules, enough: np.ndarray
) -> dict[int, int]:
    """Return changes that do, if perhaps not the fewest: those that are met from the start."""
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
    One more for each of these in which it is to move: 1 if its moves there are changed.
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
    """Return which of the variables are 1, where as few as possible of the changed ones are."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    n = n_secured + n_changed
    rows = np.repeat(np.arange(len(sums)), [len(one) for one in sums])
    columns = [variable for one in sums for variable in one]
    factors = [factor for one in sums for factor in one.values()]
    matrix = coo_array((factors, (rows, columns)), shape=(len(sums), n)).tocsr()
    lower = np.zeros(n)
    lower[start] = 1
    found = _interruptible(
        lambda: milp(
            np.repeat([0.0, 1.0], [n_secured, n_changed]),
            integrality=np.ones(n),
            bounds=Bounds(lower, 1),
            constraints=LinearConstraint(matrix, -np.inf, 0),
            options={"mip_rel_gap": 0},
        )
    )
    assert found.status == 0, found.message  # all may be changed, so there is a solution
    return found.x > 0.5


def _interruptible(function: Callable) -> Any:
    """Return what a function returns that does not hear Ctrl-C; after it, it goes on unheard."""
    returned = []
    thread = Thread(target=lambda: returned.append(function()), daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    return returned[0]
