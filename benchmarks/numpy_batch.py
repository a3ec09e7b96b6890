"""Play the same games in plain NumPy: n boards together, one move of all games at a time."""

import numpy as np

from tttlearn.game.rules import NEXT, TERMINAL, WINNER


def play_games(x, o, n, rng):
    """Return the winners of n games of policy x against policy o: (n,) int8, +1 X, -1 O, 0 draw."""
    thresholds = [policy.cumsum(1)[:, :8] for policy in (x, o)]
    states = np.zeros(n, np.int32)
    running = np.arange(n)
    for ply in range(9):
        here = states[running]
        cells = (rng.random((len(here), 1)) >= thresholds[ply % 2][here]).sum(1)
        states[running] = NEXT[here, cells]
        running = running[~TERMINAL[states[running]]]
    return WINNER[states]
