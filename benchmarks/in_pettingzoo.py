"""Play Connect Four in PettingZoo, if it is installed: `pip install "pettingzoo[classic]"`."""

import random
from importlib.util import find_spec

AVAILABLE = find_spec("pettingzoo") is not None and find_spec("pygame") is not None


def play_games(n):
    """Return the winners of n random games on its only board, of 7 columns and 6 rows, as a list.

    They are +1 X, who begins, -1 O, 0 draw.
    """
    from pettingzoo.classic.connect_four.connect_four import raw_env

    game, rng, winners = raw_env(), random.Random(0), []
    first = game.possible_agents[0]
    for _ in range(n):
        game.reset()
        while not any(game.terminations.values()):
            observation, *_ = game.last()
            game.step(rng.choice(observation["action_mask"].nonzero()[0]))
        winners.append(int(game.rewards[first]))
    return winners
