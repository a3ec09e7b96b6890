"""Exact answers: no sampling, no error bars.

No state comes up twice in a game, so the states fall into layers and every move leads to a later
one. One pass backward over the layers gives the value of every state, one pass forward the
probability of visiting it (both are in `passes`). The backward pass covers three chapters of a
textbook, depending on whose policy is given:

    state_values()            nobody: both play their best        minimax
    state_values(x=policy)    X: O plays its best against it      best reply
    state_values(x=p, o=q)    both                                policy evaluation

(Sutton & Barto, 2nd edition, chapter 4: policy evaluation and value iteration. In a game without
cycles one sweep in the right order is enough.) Values are to X: +1 X wins, 0 draw, -1 O wins. The
game is tic-tac-toe, with its 19,683 states and 9 actions, unless other `rules` are given.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.passes import (
    BEST,
    all_moves,
    chances_of,
    chances_of_many,
    outcomes,
    values,
    visits,
)
from tttlearn.evaluation.policy import (
    action_values,
    best_cells,
    greedy,
    random_policy,
)
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import X, fixed

TOGETHER = 8
"""This many players at a time: their values of all states then fit into a processor's memory."""

AS_X, AS_O = ("x_wins", "x_draws", "x_losses"), ("o_wins", "o_draws", "o_losses")
ALONE = ("self_play_x_wins", "self_play_draws", "self_play_o_wins")


class Outcome(NamedTuple):
    """Probabilities of the three ends of a game; they sum to 1."""

    x_wins: float
    draws: float
    o_wins: float


class WorstCase(NamedTuple):
    """What the best reply leaves to a policy, as values to X; 0 is the best for `as_x` and `as_o`.

    `as_x`: -1 if the best reply always beats it, 0 if it cannot be beaten as X. `as_o`: +1 if the
    best reply always beats it, 0 if it cannot be beaten as O. (This holds in tic-tac-toe; in a game
    whose value is not a draw the best is that value.)
    """

    as_x: float
    as_o: float

    @property
    def points(self):
        """Points a game in the worse of the two seats: a win 1, a draw one half, a loss 0."""
        return max(0.0, (1 + min(self.as_x, -self.as_o)) / 2)


def state_values(x=BEST, o=BEST, rules=TICTACTOE):
    """The value to X of every state, (19683,) float; NaN for codes that no game reaches.

    `x`, `o`: the policies of the two sides; if one is left out, that side plays its best against
    the other. Raises ValueError if a policy is not one.
    """
    check_rules(rules)
    sides = (p if p is BEST else chances_of(policy_of(p, rules), rules) for p in (x, o))
    return values(*sides, rules)[:, 0]


def minimax_policy(rules=TICTACTOE):
    """The policy of perfect play, shared evenly among all moves that keep the value; read-only."""
    return _minimax_policy(check_rules(rules))


@cache
def _minimax_policy(rules):
    return fixed(greedy(action_values(state_values(rules=rules), rules), rules))


def best_reply(policy, rules=TICTACTOE):
    """A policy that does best against `policy` from either side, ties shared evenly.

    Its rows with O to move answer `policy` as X, its rows with X to move answer `policy` as O.
    """
    as_o = greedy(action_values(state_values(x=policy, rules=rules), rules), rules)
    as_x = greedy(action_values(state_values(o=policy, rules=rules), rules), rules)
    return np.where((rules.turn == X)[:, None], as_x, as_o)


def visit_probabilities(x, o, rules=TICTACTOE):
    """The probability that a game of x against o passes through each state, (19683,)."""
    return visits(*(chances_of(policy_of(p, rules), rules) for p in (x, o)), rules)[:, 0]


def outcome(x, o, rules=TICTACTOE):
    """The exact probabilities (x_wins, draws, o_wins) when x plays X and o plays O.

    `x`, `o`: policies, or any other players that `policy_of` takes, as in all functions here.
    """
    sides = (chances_of(policy_of(p, rules), rules) for p in (x, o))
    return Outcome(*outcomes(*sides, rules)[:, 0].tolist())


def worst_case(policy, rules=TICTACTOE):
    """The values to X of `policy` against the best reply: (as_x, as_o). The best is 0 for both."""
    return worst_cases(chances_of(policy_of(policy, rules), rules), rules)[0]


def worst_cases(players, rules=TICTACTOE, forfeits=False):
    """The WorstCase of each of P players, a list, from their chances; `forfeits` as in `passes`."""
    as_x = values(players, BEST, rules, forfeits)[rules.start]
    as_o = values(BEST, players, rules, forfeits)[rules.start]
    return [WorstCase(*pair) for pair in zip(as_x.tolist(), as_o.tolist(), strict=True)]


@cache
def optimal_cells(rules=TICTACTOE):
    """The legal actions that keep the value of a position, (19683, 9) bool; read-only."""
    return fixed(best_cells(action_values(state_values(rules=rules), rules), rules))


def errs(policy, rules=TICTACTOE):
    """The undecided states in which `policy` may make a move that loses value, an int array."""
    wrong = (policy_of(policy, rules) != 0) & ~optimal_cells(rules)
    return rules.undecided[wrong[rules.undecided].any(1)]


def optimal_share(policy, rules=TICTACTOE):
    """The share of the undecided states in which `policy` makes only moves that keep value.

    In tic-tac-toe there are 4,520 such states.
    """
    return float(_optimal_shares(chances_of(policy_of(policy, rules), rules), rules)[0])


def _optimal_shares(players, rules):
    """(P,) the optimal share of each of P players, from their chances."""
    losing = ~optimal_cells(rules).take(all_moves(rules).places)
    lost = (np.concatenate(players) != 0) & losing[:, None]
    errors = np.logical_or.reduceat(lost, all_moves(rules).first).sum(0)
    return 1 - errors / len(rules.undecided)


@cache
def _random_chances(rules):
    return chances_of(random_policy(rules), rules)


def measure(policy, rules=TICTACTOE):
    """What a policy is worth, exactly, a dict.

    Its wins, draws and losses against a random player as X and as O; its worst case as X and as O,
    values to X; its optimal share; how games against itself end.
    """
    return measure_many([policy], rules)[0]


def measure_many(policies, rules=TICTACTOE):
    """As `measure`, for many policies, evaluated together: a list of dicts."""
    policies = [policy_of(policy, rules) for policy in policies]
    groups = [policies[n : n + TOGETHER] for n in range(0, len(policies), TOGETHER)]
    return [found for group in groups for found in _measure(chances_of_many(group, rules), rules)]


def _measure(players, rules):
    """What each of P players is worth, a list of dicts, from their chances."""
    random = _random_chances(rules)
    sides = {"x": (players, random), "o": (random, players), "self_play": (players, players)}
    results = {name: outcomes(*pair, rules).T.tolist() for name, pair in sides.items()}
    shares = _optimal_shares(players, rules).tolist()
    return [
        {
            **dict(zip(AS_X, x, strict=True)),
            **dict(zip(AS_O, reversed(o), strict=True)),
            "worst_as_x": worst.as_x,
            "worst_as_o": worst.as_o,
            "optimal_share": share,
            **dict(zip(ALONE, alone, strict=True)),
        }
        for x, o, alone, worst, share in zip(
            *results.values(), worst_cases(players, rules), shares, strict=True
        )
    ]
