"""Draw random games on which a rule can be tried."""

import numpy as np

from tttlearn.game.rules import LEGAL, START, TERMINAL, WINNER, next_state
from tttlearn.learn.episodes import Episode


def random_episode(rng):
    """Draw an Episode of a game between two random players."""
    states, cells = [START], []
    while not TERMINAL[states[-1]]:
        cells.append(int(rng.choice(np.flatnonzero(LEGAL[states[-1]]))))
        states.append(next_state(states[-1], cells[-1]))
    return Episode(np.array(states), np.array(cells), int(WINNER[states[-1]]), 0)
