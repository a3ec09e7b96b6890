"""Provide what the exercises of lesson 10 build and its later cells use."""

import numpy as np

from tttlearn.course.exercises.built_01 import completing
from tttlearn.course.exercises.built_04 import ADAS_ORDER
from tttlearn.evaluation.exact import best_reply
from tttlearn.evaluation.forecasts import expected_score
from tttlearn.game.rules import LEGAL, NEXT, START, TURN, WINNER, next_state


def elo_step(ratings, scores, k):
    """Return all ratings after one step of Elo's rule (10.1)."""
    foretold = expected_score(np.subtract.outer(ratings, ratings))
    return ratings + k * (scores - foretold).sum(1)


def circle(with_moves):
    """Return three policies, each of which beats the next, made by `with_moves` (10.2)."""
    corner, centre, edge = (next_state(START, cell) for cell in (0, 4, 1))
    moves = {START: 0, edge: 3}, {START: 4, corner: 1}, {START: 1, centre: 1}
    return [with_moves(own) for own in moves]


def hunter(policies):
    """Return a policy that scores more against these than minimax does (10.3)."""
    return best_reply(np.mean(policies, axis=0))


def blocking(state):
    """Return the cell that wins, else the first that allows no win at once, centre first (10.4)."""
    free = [cell for cell in ADAS_ORDER if LEGAL[state, cell]]
    wins = [cell for cell in free if WINNER[NEXT[state, cell]] != 0]
    safe = [cell for cell in free if not completing(NEXT[state, cell], -TURN[state])]
    return (wins or safe or free)[0]


def mend(policy, mistake):
    """Return a copy of a policy that takes the first right cell where the Mistake was (10.5)."""
    mended = policy.copy()
    mended[mistake.state] = np.eye(9)[mistake.right[0]]
    return mended
