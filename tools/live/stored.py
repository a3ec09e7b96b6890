"""Store players for pages without a kernel: their tables, compressed, as text."""

import base64
import zlib

import numpy as np

from tttlearn.evaluation.policy import action_values, first_best, greedy
from tttlearn.game.rules import REACHABLE, TICTACTOE
from tttlearn.game.tables import SIDES
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


def stored_falling(opponent, rules):
    """Return a player of a board where marks fall, or "minimax", as JSON that four.js reads.

    The perfect one is solved on the page. Of one that takes the first of its best values only those
    are stored that come up when it plays, as single floats, in the order in which they do.
    """
    if isinstance(opponent, str):
        if opponent != "minimax":
            raise ValueError(f"where marks fall, a page has minimax, not {opponent!r}")
        return {"about": NAMES[opponent]}
    seen, own = _met(opponent.policy, rules)
    worth = _position_values(opponent.values, rules).astype("<f4")
    policy = first_best(action_values(worth.astype(float), rules), rules)
    if not np.array_equal(policy[own], opponent.policy[own]):
        raise ValueError(
            "where marks fall, a page has players that take the first of their best values, which "
            "must differ as single floats, too"
        )
    return {"about": "", "worth": packed(worth[seen], "<f4")}


def _met(policy, rules):
    """Return the positions that a player looks at, and those in which it moves, in its games.

    These are its games as X, then as O, whatever the other side does.
    """
    seen, own = {}, {}
    for side in SIDES.values():
        met = {rules.start: None}
        queue = [rules.start]
        for state in queue:  # which grows as it is read
            legal = np.flatnonzero(rules.legal[state])
            seen |= dict.fromkeys(rules.next[state, legal].tolist())
            if rules.turn[state] == side and legal.size:
                own[state] = None
                legal = np.flatnonzero(policy[state])
            after = dict.fromkeys(rules.next[state, legal].tolist())
            queue += [one for one in after if one not in met]
            met |= after
    return [*seen], [*own]


def _values(tables):
    """Return the action values of players: by position where possible, else by move."""
    before = [_position_values(values) for values in tables]
    if all(
        np.array_equal(action_values(V)[MOVES], values[MOVES])
        for V, values in zip(before, tables, strict=True)
    ):
        return {"states": packed(np.stack([V[STATES] for V in before], axis=1))}
    return {"moves": packed(np.stack([values[MOVES] for values in tables], axis=1))}


def _position_values(values, rules=TICTACTOE):
    """Return for each state the value of an action that leads to it; 0 if there is none."""
    V, moves = np.zeros(rules.n_states), rules.legal & rules.reachable[:, None]
    V[rules.next[moves]] = values[moves]
    return V


def _ties(known):
    """Return how a player chooses among its best values: "random", "first", or None for others."""
    for ties, policy in (("random", greedy), ("first", first_best)):
        if np.array_equal(policy(known.values)[MOVES], known.policy[MOVES]):
            return ties
    return None


def packed(numbers, kind="<f8"):
    """Return floats, doubles if nothing is said, as text: compressed, in base64."""
    return base64.b64encode(zlib.compress(np.asarray(numbers, kind).tobytes(), 9)).decode()
