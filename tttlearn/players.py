"""The opponents that have a name, for the board, the command line and the lessons."""

from functools import cache

from tttlearn.arguments import shown
from tttlearn.policy import PolicyPlayer, random_policy
from tttlearn.rules import fixed
from tttlearn.search import minimax_player

NAMES = {
    "random": "takes any free cell",
    "one-ply": "looks one move ahead: takes a win, else good squares",
    "two-ply": "looks two moves ahead: wins, blocks, else good squares",
    "minimax": "perfect: chooses evenly among the best moves",
    "minimax-first": "perfect: always takes the first of the best moves",
    "mcts": "tree search: tries 1,000 random games before each of its moves",
    "level-0": "kota7's learner before its first game: plays at random",
    "level-1": "kota7's learner after 500 games against itself",
    "level-2": "kota7's learner after 750 games against itself",
    "level-3": "kota7's learner after 1,000 games against itself",
    "level-4": "kota7's learner after 1,500 games against itself",
    "level-5": "kota7's learner after 5,000 games against itself",
}
"""The names that `player` knows, each with a line that says what the opponent does."""
LEVEL_SEED = 123  # that of the package whose levels these are


def player(name):
    """The opponent of that name, always the same one; ValueError with the list for another name.

    All are PolicyPlayers, whose policies are read-only, but "mcts", which searches anew for every
    move.
    """
    if not isinstance(name, str) or name not in NAMES:
        raise ValueError(f"no player is called {shown(name)}; there are {', '.join(NAMES)}")
    return _player(name)


@cache
def _player(name):
    if name == "mcts":
        from tttlearn.mcts import MCTS  # which loads Numba

        return MCTS()
    if name == "random":
        return PolicyPlayer(fixed(random_policy()), name)
    if name.startswith("level-"):
        return level(int(name[-1]))
    searches = {
        "one-ply": {"depth": 1},
        "two-ply": {"depth": 2},
        "minimax": {},
        "minimax-first": {"ties": "first"},
    }
    found = minimax_player(**searches[name])
    return PolicyPlayer(fixed(found.policy), name, fixed(found.values))


def policy_of(player, rng, samples=10):
    """The policy of a player, (19683, 9); that of one who has none is estimated by its samples."""
    if hasattr(player, "estimate_policy"):
        return player.estimate_policy(samples, rng)
    return player.policy


def level(k):
    """kota7's opponent of level k, from 0 (random) to 5 (strongest), a PolicyPlayer.

    It is trained when it is first asked for, in a few hundredths of a second once its rule is
    compiled, and always from the same seed. Raises ValueError for another level.
    """
    from tttlearn.recipes import check_level

    return _level(check_level(k))


@cache
def _level(k):
    from tttlearn.recipes import kota7

    learner = kota7(k, LEVEL_SEED)
    return PolicyPlayer(fixed(learner.policy), f"level-{k}", fixed(learner.values))
