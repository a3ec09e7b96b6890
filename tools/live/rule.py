"""Call a reader's rule in MicroPython: what it is called with, and how; see worker.js."""

import array
import gc

import uctypes

# Not after each 16 KB, as it would otherwise: to collect takes as long as ten games.
gc.threshold(1 << 22)


class Episode:
    """One game, as in the package: `states`, `actions`, `winner`, `side`."""

    @property
    def actions(self):
        """Return the actions, which are made on request, since many rules need none."""
        return list(_game[10 : 10 + _game[19]])


_of_states, _of_moves = (array.array("d", bytes(8 * 19683 * width)) for width in (1, 9))
# The states from 0, the actions from 10, then the number of actions, the winner and the side.
_game = array.array("i", bytes(4 * 22))
_places = [uctypes.addressof(numbers) for numbers in (_of_states, _of_moves, _game)]
_episode = Episode()
_rule, _table, _settings = None, _of_states, ()


def _read(code, name, settings, known, moves=None):
    """Take the reader's code, which must define a function of this name.

    `known`: the names that the code may use; `moves`: the class of a table of moves, of which the
    rule gets one instead of a table of states.
    """
    global _rule, _table, _settings
    names = dict(known, __name__="rule")
    exec(compile(code, "your rule", "exec"), names)
    if not callable(names.get(name)):
        raise NameError("there is no function called " + name)
    _rule, _settings = names[name], tuple(settings)
    _table = moves(_of_moves) if moves else _of_states


def _learn(episode=_episode, game=_game):
    """Let the rule learn from the game that the page has written into `game`."""
    n = game[19]
    episode.states = list(game[: n + 1])
    episode.winner, episode.side = game[20], game[21]
    _rule(_table, episode, *_settings)
