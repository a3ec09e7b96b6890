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

from tttlearn.evaluation.policy import (
    action_values,
    best_cells,
    check_policy,
    greedy,
    random_policy,
)
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
)
from tttlearn.game.tables import O, X, fixed

TO_MOVE = tuple(layer[~TERMINAL[layer]] for layer in LAYERS[:-1])
"""The states in which somebody is to move, by the number of marks: nine int arrays."""


class Step(NamedTuple):
    """All moves from one layer of states: what a pass over the game needs of them.

    `side` is to move in `states`; `following` (n, 9) are the states after each cell, of which only
    those that are `legal` mean something; they are `after`, sorted, each once, at the places `to`.
    """

    side: int
    states: np.ndarray
    following: np.ndarray
    legal: np.ndarray
    after: np.ndarray
    to: np.ndarray


@cache
def steps():
    """The Steps of the game, first to last."""
    found = []
    for ply, states in enumerate(TO_MOVE):
        following, legal = NEXT[states], LEGAL[states]
        after, to = np.unique(following[legal], return_inverse=True)
        found.append(Step(X if ply % 2 == 0 else O, states, following, legal, after, to))
    return tuple(found)


@cache
def ends():
    """The states in which a game ends, by winner: X's, nobody's, O's."""
    over = REACHABLE & TERMINAL
    return tuple(np.flatnonzero(over & (WINNER == winner)) for winner in (X, 0, O))


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
    return _values(*(p if p is BEST else rows_of(check_policy(p)) for p in (x, o)))


def rows_of(policy):
    """The rows of a policy in the states of each Step, which the passes below go through."""
    return [policy[step.states] for step in steps()]


def _values(x, o):
    """As `state_values`, of the rows of policies."""
    rows = {X: x, O: o}
    V = np.where(REACHABLE, WINNER.astype(float), np.nan)
    for number, step in reversed([*enumerate(steps())]):
        values, mine = np.where(step.legal, V[step.following], 0.0), rows[step.side]
        if mine is BEST:
            best = np.where(step.legal, step.side * values, -np.inf).max(1)
            V[step.states] = step.side * best
        else:
            V[step.states] = (mine[number] * values).sum(1)
    return V


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
    return _visits(rows_of(check_policy(x)), rows_of(check_policy(o)))


def _visits(x, o):
    """As `visit_probabilities`, of the rows of policies."""
    rows, visits = {X: x, O: o}, np.zeros(N_STATES)
    visits[START] = 1
    for number, step in enumerate(steps()):
        moves = rows[step.side][number] * visits[step.states, None]
        visits[step.after] = np.bincount(step.to, moves[step.legal])
    return visits


def outcome(x, o):
    """The exact probabilities (x_wins, draws, o_wins) when x plays X and o plays O."""
    return _outcome(rows_of(check_policy(x)), rows_of(check_policy(o)))


def _outcome(x, o):
    visits = _visits(x, o)
    return Outcome(*(float(visits[states].sum()) for states in ends()))


def worst_case(policy):
    """The values to X of `policy` against the best reply: (as_x, as_o). Both are 0 at best."""
    return _worst_case(rows_of(check_policy(policy)))


def _worst_case(rows):
    as_x, as_o = _values(rows, BEST)[START], _values(BEST, rows)[START]
    return WorstCase(as_x=float(as_x), as_o=float(as_o))


@cache
def optimal_cells():
    """(19683, 9) bool: the legal cells that keep the value of a position; read-only."""
    return fixed(best_cells(action_values(state_values())))


def errs(policy):
    """The undecided states, an int array, in which `policy` may make a move that loses value."""
    return _errs(check_policy(policy))


def optimal_share(policy):
    """The share of the 4,520 undecided states where `policy` only makes moves that keep value."""
    return 1 - len(errs(policy)) / len(UNDECIDED)


def _errs(policy):
    return UNDECIDED[((policy[UNDECIDED] != 0) & _losing_cells()).any(1)]


@cache
def _losing_cells():
    return fixed(~optimal_cells()[UNDECIDED])


@cache
def _random_rows():
    return rows_of(random_policy())


def measure(policy):
    """What a policy is worth, exactly, a dict.

    Its wins, draws and losses against a random player as X and as O; its worst case as X and as O,
    values to X; its optimal share; what becomes of games against itself.
    """
    policy = check_policy(policy)
    rows, random = rows_of(policy), _random_rows()
    as_x, as_o = _outcome(rows, random), _outcome(random, rows)
    worst, alone = _worst_case(rows), _outcome(rows, rows)
    return {
        "x_wins": as_x.x_wins,
        "x_draws": as_x.draws,
        "x_losses": as_x.o_wins,
        "o_wins": as_o.o_wins,
        "o_draws": as_o.draws,
        "o_losses": as_o.x_wins,
        "worst_as_x": worst.as_x,
        "worst_as_o": worst.as_o,
        "optimal_share": 1 - len(_errs(policy)) / len(UNDECIDED),
        "self_play_x_wins": alone.x_wins,
        "self_play_draws": alone.draws,
        "self_play_o_wins": alone.o_wins,
    }
