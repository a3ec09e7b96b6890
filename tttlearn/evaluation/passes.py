"""One pass forward and one backward over a game give all exact results, for one player or many.

A move leads to a later layer of states. So one pass from the start to the end gives the probability
that a game passes through each state, and one pass back the value of each state. Here a side is a
list of **chances**: for each Step of the game, (moves, P), the probability of each of its moves for
P players, whose games are evaluated together; one player (P = 1) may also meet many. If the chances
in a state add up to less than 1, the rest is the probability to forfeit the game there.

In a game with millions of positions, a listed one, the chances are instead a list of P tables with
a row for each state, and the passes are those of `listed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import NamedTuple

import numpy as np

from tttlearn.game.tables import O, Rules, X


class Step(NamedTuple):
    """All moves of one side from one layer of states, by state and then by action.

    Attributes
    ----------
    side : int
        Side to move: +1 X, -1 O.
    states : numpy.ndarray of int, shape (n,)
        States of the layer in which this side is to move.
    first : numpy.ndarray of int, shape (n,)
        Index of the first move of each state.
    of : numpy.ndarray of int, shape (n_moves,)
        State before each move.
    action : numpy.ndarray of int, shape (n_moves,)
        Action of each move.
    to : numpy.ndarray of int, shape (n_moves,)
        State after each move.
    by_end : numpy.ndarray of int, shape (n_moves,)
        Order of the moves in which those to the same state are next to each other.
    ends : numpy.ndarray of int, shape (n_ends,)
        States after the moves, each once.
    first_to : numpy.ndarray of int, shape (n_ends,)
        Index in the order `by_end` of the first move to each of `ends`.
    """

    side: int
    states: np.ndarray
    first: np.ndarray
    of: np.ndarray
    action: np.ndarray
    to: np.ndarray
    by_end: np.ndarray
    ends: np.ndarray
    first_to: np.ndarray


class _Best:
    """Sentinel for a side that plays its best against the other.

    It is not None, which a reader's function returns if it has forgotten its policy.
    """

    def __repr__(self):
        return "BEST"


BEST = _Best()
"""Sentinel for a side that plays its best against the other."""


@cache
def steps(rules: Rules) -> tuple[Step, ...]:
    """Return the steps of a game, first to last.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    tuple of Step
        The steps; none has a move into itself or an earlier one.
    """
    return tuple(
        _step(rules, side, states)
        for layer in rules.layers
        for side in (X, O)
        if (states := layer[~rules.terminal[layer] & (rules.turn[layer] == side)]).size
    )


def _step(rules, side, states):
    row, action = np.nonzero(rules.legal[states])
    of, first = states[row], np.searchsorted(row, np.arange(len(states)))
    to = rules.next[of, action]
    by_end = np.argsort(to, kind="stable")
    ends, first_to = np.unique(to[by_end], return_index=True)
    return Step(side, states, first, of, action, to, by_end, ends, first_to)


@cache
def ends(rules: Rules) -> tuple[np.ndarray, ...]:
    """Return the states in which a game ends, by winner.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    tuple of numpy.ndarray
        Terminal states that X wins, that are draws, and that O wins.
    """
    over = rules.reachable & rules.terminal
    return tuple(np.flatnonzero(over & (rules.winner == winner)) for winner in (X, 0, O))


class AllMoves(NamedTuple):
    """Moves of all steps, one step after the other.

    Attributes
    ----------
    places : numpy.ndarray of int, shape (n_moves,)
        Index of each move in a policy that is flattened.
    cuts : numpy.ndarray of int, shape (n_steps - 1,)
        Index of the first move of each step but the first.
    first : numpy.ndarray of int, shape (n_states,)
        Index of the first move of each state.
    """

    places: np.ndarray
    cuts: np.ndarray
    first: np.ndarray


@cache
def all_moves(rules: Rules) -> AllMoves:
    """Return the moves of all steps of a game.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    AllMoves
        The moves.
    """
    each = steps(rules)
    starts = np.cumsum([0, *(len(step.of) for step in each)])
    places = np.concatenate([step.of * rules.n_actions + step.action for step in each])
    first = [start + step.first for start, step in zip(starts, each, strict=False)]
    return AllMoves(places, starts[1:-1], np.concatenate(first))


def chances_of(policy: np.ndarray, rules: Rules) -> list[np.ndarray]:
    """Return the chances of one policy.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy.
    rules : Rules
        The game.

    Returns
    -------
    list of numpy.ndarray, shape (n_moves, 1)
        The chances of each step.
    """
    return chances_of_many([policy], rules)


def chances_of_many(policies: Sequence[np.ndarray], rules: Rules) -> list[np.ndarray]:
    """Return the chances of P policies.

    Parameters
    ----------
    policies : sequence of numpy.ndarray, shape (S, A)
        The policies.
    rules : Rules
        The game.

    Returns
    -------
    list of numpy.ndarray, shape (n_moves, P)
        The chances of each step.
    """
    if rules.is_listed:
        return list(policies)
    every = all_moves(rules)
    taken = [policy.take(every.places) for policy in policies]
    return np.split(np.stack(taken, axis=1), every.cuts)


def chances_of_actions(actions: np.ndarray, rules: Rules) -> list[np.ndarray]:
    """Return the chances of P deterministic players.

    Parameters
    ----------
    actions : numpy.ndarray of int, shape (P, S)
        Action of each player in each state.
    rules : Rules
        The game.

    Returns
    -------
    list of numpy.ndarray of bool, shape (n_moves, P)
        The chances of each step.
    """
    if rules.is_listed:
        return [mine[:, None] == np.arange(rules.n_actions) for mine in actions]
    return [(actions[:, step.of] == step.action).T for step in steps(rules)]


def visits(x: list[np.ndarray], o: list[np.ndarray], rules: Rules) -> np.ndarray:
    """Return the probability that each game passes through each state.

    Parameters
    ----------
    x, o : list of numpy.ndarray
        Chances of the two sides.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, P)
        Probability of each state in each game.
    """
    if rules.is_listed:
        return np.stack([listed().pair_visits(*pair, rules) for pair in _pairs(x, o)], axis=1)
    sides, seen = {X: x, O: o}, np.zeros((rules.n_states, max(_games(x), _games(o))))
    seen[rules.start] = 1
    for number, step in enumerate(steps(rules)):
        gone = seen[step.of] * sides[step.side][number]
        seen[step.ends] += np.add.reduceat(gone[step.by_end], step.first_to)
    return seen


def outcomes(
    x: list[np.ndarray],
    o: list[np.ndarray],
    rules: Rules,
    seen: np.ndarray | None = None,
    forfeits: bool = False,
) -> np.ndarray:
    """Return the probabilities that X wins, of a draw, and that O wins.

    Parameters
    ----------
    x, o : list of numpy.ndarray
        Chances of the two sides.
    rules : Rules
        The game.
    seen : numpy.ndarray, shape (S, P), optional
        Visits of these games, if they are known.
    forfeits : bool, default False
        Whether the chances in a state may sum to less than 1; the rest is then a loss.

    Returns
    -------
    numpy.ndarray of float64, shape (3, P)
        The probabilities in each game.
    """
    if rules.is_listed:
        each = [listed().pair_outcome(*pair, rules, forfeits) for pair in _pairs(x, o)]
        return np.stack(each, axis=1)
    seen = visits(x, o, rules) if seen is None else seen
    # Each game is summed by itself, so that rounding does not depend on the number of games.
    probabilities = np.stack([seen.T[:, states].copy().sum(1) for states in ends(rules)])
    if forfeits:
        sides = {X: x, O: o}
        for number, step in enumerate(steps(rules)):
            lost = lacking(step, sides[step.side][number]) * seen[step.states]
            probabilities[2 if step.side == X else 0] += lost.sum(0)
    return probabilities


def meetings(policies: Sequence[np.ndarray], rules: Rules) -> np.ndarray:
    """Return the outcomes of n policies against each other.

    Parameters
    ----------
    policies : sequence of numpy.ndarray, shape (S, A)
        The policies. What a row lacks of 1 is the probability of a forfeit.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (n, n, 3)
        Probabilities that X wins, of a draw, and that O wins, with the player of the row as X.
    """
    field = chances_of_many(policies, rules)
    each = [outcomes(chances_of(policy, rules), field, rules, forfeits=True) for policy in policies]
    return np.stack([probabilities.T for probabilities in each])


def values(
    x: list[np.ndarray] | _Best, o: list[np.ndarray] | _Best, rules: Rules, forfeits: bool = False
) -> np.ndarray:
    """Return the value to X of every state in each game.

    Parameters
    ----------
    x, o : list of numpy.ndarray, or BEST
        Chances of the two sides; BEST for one that plays its best.
    rules : Rules
        The game.
    forfeits : bool, default False
        Whether chances may sum to less than 1, as in `outcomes`.

    Returns
    -------
    numpy.ndarray of float64, shape (S, P)
        Values from -1 to +1, NaN for codes that no game reaches.
    """
    if rules.is_listed:
        each = [listed().pair_values(*pair, rules, forfeits) for pair in _pairs(x, o)]
        return np.stack(each, axis=1)
    sides = {X: x, O: o}
    V = np.where(rules.reachable, rules.winner.astype(float), np.nan)
    V = np.tile(V[:, None], max(_games(x), _games(o)))
    for number, step in reversed([*enumerate(steps(rules))]):
        after, mine = V[step.to], sides[step.side]
        if mine is BEST:
            best = np.maximum if step.side == X else np.minimum
            V[step.states] = best.reduceat(after, step.first)
            continue
        V[step.states] = np.add.reduceat(mine[number] * after, step.first)
        if forfeits:
            V[step.states] -= step.side * lacking(step, mine[number])
    return V


def lacking(step: Step, chances: np.ndarray) -> np.ndarray:
    """Return the probability to forfeit in each state of a step.

    Parameters
    ----------
    step : Step
        The step.
    chances : numpy.ndarray, shape (n_moves, P)
        Chances of its moves.

    Returns
    -------
    numpy.ndarray of float64, shape (n, P)
        What the chances lack of 1; rounding errors are 0.
    """
    missing = np.clip(1 - np.add.reduceat(chances, step.first), 0, 1)
    return np.where(missing < 1e-12, 0, missing)  # rounding errors


def _games(chances):
    return 1 if chances is BEST else chances[0].shape[1]


def listed() -> ModuleType:
    """Return the module `listed`, which is imported when it is needed: Numba takes time to load.

    Returns
    -------
    module
        The compiled passes.
    """
    from tttlearn.evaluation import listed

    return listed


def _pairs(x, o):
    """Return the tables of X and O in each game of a listed game, None for one that is best."""
    x, o = ([None] if side is BEST else side for side in (x, o))
    return zip(x * (len(o) if len(x) == 1 else 1), o * (len(x) if len(o) == 1 else 1), strict=True)
