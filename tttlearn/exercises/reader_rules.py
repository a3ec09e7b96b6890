"""What the checks of learning rules share: games to hand to a rule, and how to look at one."""

import numpy as np

from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.learn.episodes import Episode

ALPHA, GAMMA = 0.3, 0.8
"""The settings that a reader's rule is called with."""


def random_game(rng, side=0):
    """The episode of a game of random moves, for a learner on that side."""
    state, actions = START, []
    while not TERMINAL[state]:
        actions.append(rng.choice(np.flatnonzero(LEGAL[state])))
        state = NEXT[state, actions[-1]]
    return episode_of(actions, side)


def episode_of(actions, side=0):
    """The episode of the game of these cells, for a learner on that side: +1 X, -1 O, 0 both."""
    states = [START]
    for action in actions:
        states.append(NEXT[states[-1], action])
    return Episode(np.array(states), np.array(actions), int(WINNER[states[-1]]), side)


def close(found, right):
    """Whether two arrays hold the same numbers, up to rounding."""
    return bool((np.abs(found - right) <= 1e-9).all())
