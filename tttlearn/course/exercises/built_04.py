"""Provide what the exercises of lesson 04 build and its later cells use."""

import numpy as np

from tttlearn.evaluation.exact import optimal_share, outcome, state_values, worst_case
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, NEXT, WINNER

ADAS_ORDER = (4, 0, 2, 6, 8, 1, 3, 5, 7)
"""Cells in the order of Ada's rule: the centre, the corners, the edges."""


def thumb(state):
    """Return the cell of a rule of thumb: complete a line, else centre, corners, edges."""
    free = [cell for cell in ADAS_ORDER if LEGAL[state, cell]]
    wins = [cell for cell in free if WINNER[NEXT[state, cell]] != 0]
    return (wins or free)[0]


def careless(state):
    """Return the first free cell that completes no line, or else the first free cell (04.4)."""
    free = np.flatnonzero(LEGAL[state]).tolist()
    no_line = [cell for cell in free if WINNER[NEXT[state, cell]] == 0]
    return (no_line or free)[0]


def values(x=None, o=None):
    """Return the value to X of every state; a side whose policy is None plays its best (04.6)."""
    fixed = {side: policy for side, policy in {"x": x, "o": o}.items() if policy is not None}
    return state_values(**fixed)


def report_seeds(policies):
    """Return the figures of a learner over its seeds, given the policy of each seed (04.9)."""
    random, worst = random_policy(), [worst_case(policy) for policy in policies]
    return {
        "as X": np.mean([outcome(policy, random) for policy in policies], axis=0),
        "as O": np.mean([outcome(random, policy) for policy in policies], axis=0),
        "worst X": min(w.as_x for w in worst),
        "worst O": max(w.as_o for w in worst),
        "optimal": np.mean([optimal_share(policy) for policy in policies]),
        "seeds": len(policies),
    }
