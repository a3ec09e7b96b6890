"""Evaluate players that fail in some positions, exactly, as all others.

The rows of a policy here may sum to less than 1. What is missing is the probability that the player
forfeits in that position, which loses the game. For policies without forfeits the results are those
of `evaluation.exact`; the passes over the game are the same.
"""

import numpy as np

from tttlearn.evaluation.exact import optimal_cells, worst_cases
from tttlearn.evaluation.judgement import given_away, shortfall
from tttlearn.evaluation.passes import chances_of, values, visits
from tttlearn.game.rules import LEGAL, N_STATES, NEXT, TURN, UNDECIDED
from tttlearn.game.rules import TICTACTOE as RULES
from tttlearn.game.tables import O, X


def lack(policy):
    """Return the probability to forfeit in each undecided state, (19683,), and 0 in all others."""
    probabilities = np.zeros(N_STATES)
    probabilities[UNDECIDED] = shortfall(policy, UNDECIDED)
    return probabilities


def worst_case(policy):
    """Return the WorstCase of a policy that may forfeit."""
    return worst_cases(chances_of(policy, RULES), RULES, forfeits=True)[0]


def optimal_share(policy):
    """Return the share of undecided states in which the policy only makes optimal moves.

    A policy that forfeits in a state, at least at times, is not optimal there.
    """
    return float(
        (np.where(optimal_cells()[UNDECIDED], policy[UNDECIDED], 0).sum(1) > 1 - 1e-9).mean()
    )


def losses(policy):
    """Return the value given away by the policy in each undecided state, (19683,), from 0 to 2."""
    given = np.zeros(N_STATES)
    given[UNDECIDED] = given_away(policy, RULES)
    return given


def standard_error(policy, asked, field):
    """Return the standard error of the mean score of a policy that was estimated from answers.

    `asked` (4520,) is the number of answers in each state, `field` the probabilities of its
    opponents' moves. To first order, each position adds the variance of what its answers are worth,
    divided by their number, times the square of how often the player gets there. The errors of the
    opponents are not included.
    """
    weights, gone, mine = policy[UNDECIDED], lack(policy)[UNDECIDED], chances_of(policy, RULES)
    variance = 0.0
    for side in (X, O):
        pair = (mine, field) if side == X else (field, mine)
        where = TURN[UNDECIDED] == side
        states = UNDECIDED[where]
        seen, V = visits(*pair, RULES)[states], values(*pair, RULES, forfeits=True)
        after = np.where(LEGAL[states][..., None], V[NEXT[states]], 0)
        worth = (seen[:, None] * after).mean(2) / 4  # a value is half a point, in half the games
        lost = -side * seen.mean(1) / 4
        mean = (weights[where] * worth).sum(1) + gone[where] * lost
        square = (weights[where] * worth**2).sum(1) + gone[where] * lost**2
        variance += (np.clip(square - mean**2, 0, None) / np.maximum(asked[where] - 1, 1)).sum()
    return float(np.sqrt(variance))
