"""Store players for pages without a kernel: their tables, compressed, as text."""

import base64
import zlib

import numpy as np

from tttlearn.evaluation.policy import action_values, first_best, greedy
from tttlearn.game.rules import REACHABLE, TICTACTOE
from tttlearn.players.roster import NAMES, player

STATES = np.flatnonzero(REACHABLE)
"""The 5,478 reachable positions, in the order of the stored tables."""
MOVES = np.nonzero(TICTACTOE.legal & REACHABLE[:, None])
"""(state, action) of each move in these positions, in order, as two arrays."""


def stored(opponent):
    """Return a player, or one named in the roster, as JSON that `opponent` of rules.js reads.

    Values are stored as doubles, so that no tie is made or broken on the way: one for each position
    where they are those of positions, else one for each move.
    """
    about = NAMES[opponent] if isinstance(opponent, str) else ""
    known = player(opponent) if isinstance(opponent, str) else opponent
    values, data = getattr(known, "values", None), {"about": about}
    if values is None:
        return data | {"policy": packed(known.policy[MOVES])}
    data |= _values([values])
    ties = _ties(known)
    return data | ({"ties": ties} if ties else {"policy": packed(known.policy[MOVES])})


def stored_ages(players):
    """Return the ages of a learner, players by label, as JSON that `ages` of rules.js reads.

    Each breaks ties in the same way. The values of a position at all ages are stored together,
    since most of them are alike.
    """
    first = next(iter(players.values()))
    data = {"labels": [*players], "ties": _ties(first)}
    return data | _values([player.values for player in players.values()])


def _values(tables):
    """Return the action values of players: by position where possible, else by move."""
    before = [_position_values(values) for values in tables]
    if all(
        np.array_equal(action_values(V)[MOVES], values[MOVES])
        for V, values in zip(before, tables, strict=True)
    ):
        return {"states": packed(np.stack([V[STATES] for V in before], axis=1))}
    return {"moves": packed(np.stack([values[MOVES] for values in tables], axis=1))}


def _position_values(values):
    """Return for each state the value of an action that leads to it; 0 if there is none."""
    V = np.zeros(TICTACTOE.n_states)
    V[TICTACTOE.next[MOVES]] = values[MOVES]
    return V


def _ties(known):
    """Return how a player chooses among its best values: "random", "first", or None for others."""
    for ties, policy in (("random", greedy), ("first", first_best)):
        if np.array_equal(policy(known.values)[MOVES], known.policy[MOVES]):
            return ties
    return None


def packed(numbers):
    """Return doubles as text: compressed, in base64."""
    return base64.b64encode(zlib.compress(np.asarray(numbers, "<f8").tobytes(), 9)).decode()
