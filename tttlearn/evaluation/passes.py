"""One pass forward and one backward over a game give all exact answers, for one player or many.

A move leads to a later layer of states. So one pass from the start to the end gives the probability
that a game passes through each state, and one pass back the value of each state. Here a side is a
list of **chances**: for each Step of the game, (moves, P), the probability of each of its moves for
P players, whose games are evaluated together; one player (P = 1) may also meet many. If the chances
in a state add up to less than 1, the rest is the probability to forfeit the game there.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from tttlearn.game.tables import O, X


class Step(NamedTuple):
    """All moves of one side from one layer of states, by state and then by action.

    `side` is to move in the n `states`, and `first` (n,) says where in the moves those of each
    state begin. A move is an `action` in the state `of` and leads to the state `to`. In the order
    `by_end` the moves to each of the states `ends` are next to each other, and begin at `first_to`.
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
    """Instead of a player: this side plays its best against the other.

    It is not None, which a reader's function returns if it has forgotten its policy.
    """

    def __repr__(self):
        return "BEST"


BEST = _Best()


@cache
def steps(rules):
    """The Steps of a game, first to last; none has a move into itself or an earlier one."""
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
def ends(rules):
    """The states in which a game ends, by winner: X's, nobody's, O's."""
    over = rules.reachable & rules.terminal
    return tuple(np.flatnonzero(over & (rules.winner == winner)) for winner in (X, 0, O))


class AllMoves(NamedTuple):
    """The moves of all Steps, one Step after the other.

    `places`: where each is in a policy as one row of numbers; `cuts`: where the second Step begins,
    and so on; `first`: where those of each state begin.
    """

    places: np.ndarray
    cuts: np.ndarray
    first: np.ndarray


@cache
def all_moves(rules):
    """The AllMoves of a game."""
    each = steps(rules)
    starts = np.cumsum([0, *(len(step.of) for step in each)])
    places = np.concatenate([step.of * rules.n_actions + step.action for step in each])
    first = [start + step.first for start, step in zip(starts, each, strict=False)]
    return AllMoves(places, starts[1:-1], np.concatenate(first))


def chances_of(policy, rules):
    """The chances of one policy (S, A)."""
    return chances_of_many([policy], rules)


def chances_of_many(policies, rules):
    """The chances of P policies, a list of arrays (S, A)."""
    every = all_moves(rules)
    taken = [policy.take(every.places) for policy in policies]
    return np.split(np.stack(taken, axis=1), every.cuts)


def chances_of_actions(actions, rules):
    """The chances of P players without chance, from the action of each in each state, (P, S)."""
    return [(actions[:, step.of] == step.action).T for step in steps(rules)]


def visits(x, o, rules):
    """The probability that each game passes through each state, (S, P), from both chances."""
    sides, seen = {X: x, O: o}, np.zeros((rules.n_states, max(_games(x), _games(o))))
    seen[rules.start] = 1
    for number, step in enumerate(steps(rules)):
        gone = seen[step.of] * sides[step.side][number]
        seen[step.ends] += np.add.reduceat(gone[step.by_end], step.first_to)
    return seen


def outcomes(x, o, rules, seen=None, forfeits=False):
    """The probabilities that X wins, that nobody does, and that O does: (3, P).

    `seen`: the visits of these games, if they are known. `forfeits`: whether the chances in a state
    may add up to less than 1; the rest is then lost.
    """
    seen = visits(x, o, rules) if seen is None else seen
    # Each game alone, so that its sums do not depend on how many are evaluated together.
    probabilities = np.stack([seen.T[:, states].copy().sum(1) for states in ends(rules)])
    if forfeits:
        sides = {X: x, O: o}
        for number, step in enumerate(steps(rules)):
            lost = lacking(step, sides[step.side][number]) * seen[step.states]
            probabilities[2 if step.side == X else 0] += lost.sum(0)
    return probabilities


def meetings(policies, rules):
    """(n, n, 3) the outcomes of n policies against each other, of the row's player as X.

    Weight that a policy lacks in a state, which `chances_of` allows, is the chance of a forfeit.
    """
    field = chances_of_many(policies, rules)
    each = [outcomes(chances_of(one, rules), field, rules, forfeits=True) for one in policies]
    return np.stack([found.T for found in each])


def values(x, o, rules, forfeits=False):
    """The value to X of every state in each game, (S, P); NaN for codes that no game reaches.

    `x`, `o`: chances, or BEST. `forfeits` as in `outcomes`.
    """
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


def lacking(step, chances):
    """What the chances in the states of a Step lack of 1, (n, P): the probability to forfeit."""
    found = np.clip(1 - np.add.reduceat(chances, step.first), 0, 1)
    return np.where(found < 1e-12, 0, found)  # mere rounding


def _games(chances):
    return 1 if chances is BEST else chances[0].shape[1]
