"""Call a reader's rule in MicroPython: what it is called with, and how; see worker.js."""

import array

import uctypes


class Episode:
    """One game, as in the package: `states`, `actions`, `winner`."""

    @property
    def actions(self):
        """Return the actions, which are made on request, since many rules need none."""
        return list(_game[10 : 10 + _game[19]])


_numbers = array.array("d", bytes(8 * 19683))
# The states from 0, the actions from 10, then the number of actions and the winner.
_game = array.array("i", bytes(4 * 21))
_places = [uctypes.addressof(_numbers), uctypes.addressof(_game)]
_episode = Episode()
_rule, _settings = None, ()


def _read(code, name, settings):
    """Take the reader's code, which must define a function of this name."""
    global _rule, _settings
    names = {"__name__": "rule"}
    exec(compile(code, "your rule", "exec"), names)
    if not callable(names.get(name)):
        raise NameError("there is no function called " + name)
    _rule, _settings = names[name], tuple(settings)


def _learn(table=_numbers, episode=_episode, game=_game):
    """Let the rule learn from the game that the page has written into `game`."""
    n = game[19]
    episode.states = list(game[: n + 1])
    episode.winner = game[20]
    _rule(table, episode, *_settings)
