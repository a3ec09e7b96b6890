"""Games to try a rule on."""

import numpy as np

from tttlearn.game.rules import LEGAL, START, TERMINAL, WINNER, next_state
from tttlearn.learn.episodes import Episode


def random_episode(rng):
    """An Episode between random players."""
    states, cells = [START], []
    while not TERMINAL[states[-1]]:
        cells.append(int(rng.choice(np.flatnonzero(LEGAL[states[-1]]))))
        states.append(next_state(states[-1], cells[-1]))
    return Episode(np.array(states), np.array(cells), int(WINNER[states[-1]]), 0)
