"""The opponents that have a name, for the board, the command line and the lessons."""

from functools import cache

from tttlearn.evaluation.policy import PolicyPlayer, random_policy
from tttlearn.game.rules import fixed
from tttlearn.search.game_tree import minimax_player
from tttlearn.support.arguments import shown

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
        from tttlearn.search.mcts import MCTS  # which loads Numba

        return MCTS()
    if name == "random":
        return PolicyPlayer(fixed(random_policy()), name)
    if name.startswith("level-"):
        from tttlearn.articles.kota7.recipe import level

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
