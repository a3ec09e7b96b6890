"""Exact answers: no sampling, no error bars.

A move only ever adds a mark, so the states fall into ten layers by number of marks and every move
leads from one layer to the next. One pass backward over the layers gives the value of every state,
one pass forward the probability of visiting it. The backward pass covers three chapters of a
textbook, depending on who is told how to move:

    state_values()            nobody: both play their best        minimax
    state_values(x=policy)    X: O plays its best against it      best reply
    state_values(x=p, o=q)    both                                policy evaluation

(Sutton & Barto, 2nd edition, chapter 4: policy evaluation and value iteration. In a game without
cycles one sweep in the right order is enough.) Values are to X: +1 X wins, 0 draw, -1 O wins.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.policy import action_values, best_cells, check_policy, greedy
from tttlearn.game.rules import (
    LAYERS,
    LEGAL,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
    O,
    X,
    fixed,
)

TO_MOVE = tuple(layer[~TERMINAL[layer]] for layer in LAYERS[:-1])
"""The states in which somebody is to move, by the number of marks: nine int arrays."""


class _Best:
    """In place of a policy: this side plays its best against the other.

    Not None, which is what a function of a reader's returns that has forgotten its policy.
    """

    def __repr__(self):
        return "BEST"


BEST = _Best()


class Outcome(NamedTuple):
    """Probabilities of the three ends of a game; they sum to 1."""

    x_wins: float
    draws: float
    o_wins: float


class WorstCase(NamedTuple):
    """What the best reply leaves to a policy, as values to X: `as_x` is best at 0, `as_o` too.

    `as_x`: -1 when the best reply always beats it, 0 when it cannot be beaten as X. `as_o`: +1 when
    the best reply always beats it, 0 when it cannot be beaten as O.
    """

    as_x: float
    as_o: float


def state_values(x=BEST, o=BEST):
    """The value to X of every state, (19683,) float; NaN for codes that no game reaches.

    `x`, `o`: the policies of the two sides; one that is left out plays its best against the other.
    Raises ValueError when a policy is not one.
    """
    policies = {X: x, O: o}
    policies = {side: p if p is BEST else check_policy(p) for side, p in policies.items()}
    V = np.where(REACHABLE, WINNER.astype(float), np.nan)
    for ply in reversed(range(9)):
        side = X if ply % 2 == 0 else O
        layer = TO_MOVE[ply]
        V[layer] = _back_up(V, layer, side, policies[side])
    return V


def _back_up(V, layer, side, policy):
    """The values of one layer of states from those of the next layer."""
    following = NEXT[layer]
    values = np.where(following >= 0, V[following], 0.0)
    if policy is not BEST:
        return (policy[layer] * values).sum(1)
    return side * np.where(following >= 0, side * values, -np.inf).max(1)


@cache
def minimax_policy():
    """The policy of perfect play, shared evenly among all moves that keep the value; read-only."""
    return fixed(greedy(action_values(state_values())))


def best_reply(policy):
    """A policy that does best against `policy` from either side, ties shared evenly.

    Its rows with O to move answer `policy` as X, its rows with X to move answer `policy` as O.
    """
    as_o = greedy(action_values(state_values(x=policy)))
    as_x = greedy(action_values(state_values(o=policy)))
    return np.where((TURN == X)[:, None], as_x, as_o)


def visit_probabilities(x, o):
    """The probability that a game of x against o passes through each state, (19683,)."""
    x, o = check_policy(x), check_policy(o)
    visits = np.zeros(N_STATES)
    visits[START] = 1
    for ply, layer in enumerate(TO_MOVE):
        moves = (x if ply % 2 == 0 else o)[layer] * visits[layer, None]
        legal = LEGAL[layer]
        visits += np.bincount(NEXT[layer][legal], moves[legal], N_STATES)
    return visits


def outcome(x, o):
    """The exact probabilities (x_wins, draws, o_wins) when x plays X and o plays O."""
    visits = visit_probabilities(x, o)
    ends = REACHABLE & TERMINAL
    return Outcome(*(float(visits[ends & (WINNER == winner)].sum()) for winner in (X, 0, O)))


def worst_case(policy):
    """The values to X of `policy` against the best reply: (as_x, as_o). Both are 0 at best."""
    return WorstCase(
        as_x=float(state_values(x=policy)[START]), as_o=float(state_values(o=policy)[START])
    )


@cache
def _optimal_cells():
    return fixed(best_cells(action_values(state_values()))[UNDECIDED])


def errs(policy):
    """The undecided states, an int array, in which `policy` may make a move that loses value."""
    off = np.where(_optimal_cells(), 0, check_policy(policy)[UNDECIDED])
    return UNDECIDED[off.any(1)]


def optimal_share(policy):
    """The share of the 4,520 undecided states where `policy` only makes moves that keep value."""
    return 1 - len(errs(policy)) / len(UNDECIDED)
