"""Draw random games on which a rule can be tried."""

import numpy as np

from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.learn.episodes import Episode


def random_game(rng, side=0):
    """Return the episode of a game of random moves, for a learner on that side."""
    state, actions = START, []
    while not TERMINAL[state]:
        actions.append(rng.choice(np.flatnonzero(LEGAL[state])))
        state = NEXT[state, actions[-1]]
    return episode_of(actions, side)


def episode_of(actions, side=0):
    """Return the episode of the game of these cells, for a learner: +1 X, -1 O, 0 both sides."""
    states = [START]
    for action in actions:
        states.append(NEXT[states[-1], action])
    return Episode(np.array(states), np.array(actions), int(WINNER[states[-1]]), side)
