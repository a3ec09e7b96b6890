"""Players as pages without a kernel hold them: their tables, compressed, as text."""

import base64
import zlib

import numpy as np

from tttlearn.evaluation.policy import action_values, first_best, greedy
from tttlearn.game.rules import REACHABLE, TICTACTOE
from tttlearn.players.roster import NAMES, player

STATES = np.flatnonzero(REACHABLE)
"""The 5,478 positions in the order in which a table has them."""
MOVES = np.nonzero(TICTACTOE.legal & REACHABLE[:, None])
"""The moves in all of these, in order."""


def stored(opponent):
    """A name of the roster or a player with a policy, as JSON that `opponent` of rules.js reads.

    Values travel as doubles, so that no tie is made or broken on the way: one for each position
    where they are those of positions, else one for each move.
    """
    about = NAMES[opponent] if isinstance(opponent, str) else ""
    who = player(opponent) if isinstance(opponent, str) else opponent
    values, found = getattr(who, "values", None), {"about": about}
    if values is None:
        return found | {"policy": packed(who.policy[MOVES])}
    V = np.zeros(TICTACTOE.n_states)
    V[TICTACTOE.next[MOVES]] = values[MOVES]
    of_states = np.array_equal(action_values(V)[MOVES], values[MOVES])
    found |= {"states": packed(V[STATES])} if of_states else {"moves": packed(values[MOVES])}
    for ties, policy in (("random", greedy), ("first", first_best)):
        if np.array_equal(policy(values)[MOVES], who.policy[MOVES]):
            return found | {"ties": ties}
    return found | {"policy": packed(who.policy[MOVES])}


def packed(numbers):
    """Doubles as text: compressed, in base64."""
    return base64.b64encode(zlib.compress(np.asarray(numbers, "<f8").tobytes(), 9)).decode()
