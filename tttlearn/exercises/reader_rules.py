"""What the checks of learning rules share: games to hand to a rule, and how to look at one."""

import numpy as np

from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.learn.episodes import Episode

ALPHA, GAMMA = 0.3, 0.8
"""The settings that a reader's rule is called with."""


def random_game(rng, side=0):
    """The episode of a game of random moves, for a learner on that side."""
    states, actions = [START], []
    while not TERMINAL[states[-1]]:
        actions.append(rng.choice(np.flatnonzero(LEGAL[states[-1]])))
        states.append(NEXT[states[-1], actions[-1]])
    return Episode(np.array(states), np.array(actions), int(WINNER[states[-1]]), side)


def close(found, right):
    """Whether two arrays hold the same numbers, up to rounding."""
    return bool((np.abs(found - right) <= 1e-9).all())
