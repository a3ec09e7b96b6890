"""Sentences about moves: why a player took a cell, and which one is best.

A reason has two parts. What the rules show is the same for every player: a line completed, blocked,
left open, a fork. What the player thinks is read from its tables, as far as it has any: `values`
(19683, 9), which are values to X, or else `policy`. A player that has none because it thinks anew
in each position may have `think(state)`, which returns a kind and nine numbers.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.policy import action_values
from tttlearn.game.boards import MARKS
from tttlearn.game.played import cell_name
from tttlearn.game.rules import CELLS, LEGAL, LINES, NEXT, TURN, WINNER, next_state, winning_lines
from tttlearn.game.tables import X, fixed, side_name
from tttlearn.search.game_tree import fast_score, limited_values
from tttlearn.support.arguments import shown
from tttlearn.support.strangers import FailedError, attempt
from tttlearn.support.text import number

KINDS = (("values", "values"), ("probabilities", "probabilities"), ("probabilities", "policy"))
"""The kinds of thoughts, and the attributes of players that hold them; the first one counts."""


class Thoughts(NamedTuple):
    """A player's view of one state: `row` has nine floats, None where there is nothing to say.

    `kind` is "values" (to X), "probabilities", "visits" (the share of a search that went to each
    move), or "" for a player that cannot be looked into.
    """

    kind: str
    row: tuple


NO_THOUGHTS = Thoughts("", (None,) * 9)


def thoughts(player, state):
    """What `player` thinks of the legal moves in `state`: its values, else its probabilities.

    Those of its tables, or what it answers to `think(state)` where somebody is to move. Raises
    FailedError when it fails to say.
    """
    return attempt(_thoughts, player, state)


def _thoughts(player, state):
    if hasattr(player, "think") and LEGAL[state].any():
        return _shown(*player.think(state), state)
    for kind, table in KINDS:
        numbers = getattr(player, table, None)
        if np.shape(numbers) == LEGAL.shape:
            return _shown(kind, numbers[state], state)
    return NO_THOUGHTS


def _shown(kind, row, state):
    if kind not in ("values", "probabilities", "visits"):
        raise FailedError(f"thinks in {shown(kind)}, not in values, probabilities or visits")
    row = np.asarray(row, dtype=float)
    if row.shape != (9,):
        raise FailedError(f"thinks in an array of shape {row.shape}, not of nine cells")
    known = LEGAL[state] & np.isfinite(row)
    return Thoughts(kind, tuple(float(row[a]) if known[a] else None for a in range(9)))


def why(player, state, cell):
    """Why `player` took `cell` in `state`: "O took C3: it blocks your line A1-B2-C3."."""
    mark = side_name(TURN[state])
    reasons = [*_facts(state, cell), *_opinion(player, state, cell)]
    return f"{mark} took {cell_name(cell)}: {'; '.join(reasons)}."


def line_name(line):
    """A line of three cells as text, "A1-B2-C3"."""
    return "-".join(cell_name(cell) for cell in line)


def open_lines(state, side):
    """The lines that lack one mark of `side`: a dict from each to its free cell."""
    cells = CELLS[state]
    return {
        line: next(cell for cell in line if not cells[cell])
        for line in LINES
        if sorted(cells[list(line)]) == [0, MARKS[side], MARKS[side]]
    }


def _facts(state, cell):
    """What anybody can see: the lines that the move completes, blocks, leaves or opens."""
    side, after = int(TURN[state]), next_state(state, cell)
    if lines := winning_lines(after):
        return [f"it completes the line {' and the line '.join(map(line_name, lines))}"]
    facts = []
    if missed := sorted(set(open_lines(state, side).values())):
        facts.append(f"it could have won at once at {cell_name(missed[0])}")
    if blocked := [line for line in open_lines(state, -side) if cell in line]:
        facts.append(f"it blocks your line {' and your line '.join(map(line_name, blocked))}")
    if left := list(open_lines(after, -side)):
        facts.append(f"it leaves your line {line_name(left[0])} open")
    gaps = sorted(set(open_lines(after, side).values()))
    if len(gaps) > 1:
        facts.append(f"it forks: two threats at once, {' and '.join(map(cell_name, gaps))}")
    return facts


def _opinion(player, state, cell):
    free = int(LEGAL[state].sum())
    if WINNER[next_state(state, cell)]:
        return []  # the line says it all
    if free == 1:
        return ["it was the only free cell"]
    try:
        kind, row = thoughts(player, state)
    except FailedError as failure:
        return [f"asked what it thinks, it {failure}"]
    if not kind or row[cell] is None:
        return ["it has no values or probabilities to look at"] * (not _facts(state, cell))
    explain = {"values": _about_values, "probabilities": _about_probabilities}
    return explain.get(kind, _about_visits)(row, cell, int(TURN[state]), free)


def _about_values(row, cell, side, free):
    known = {a: value for a, value in enumerate(row) if value is not None}
    best = side * max(side * value for value in known.values())
    ties = [a for a, value in known.items() if value == best and a != cell]
    if row[cell] != best:
        better = f"{cell_name(ties[0])} with {number(best)}"
        return [f"it values the move at {number(row[cell])} to X, though {better} is better for it"]
    exact = set(known.values()) <= {-1.0, 0.0, 1.0}
    if exact and side * best < 0:
        return [f"it expects to lose ({number(best)}) wherever it plays"]
    if exact and side * best > 0:
        reason = f"it sees a sure win ({number(best)})"
    elif exact:
        reason = "it thinks a draw (0) is the best it can get"
    else:
        end = "highest" if side == X else "lowest"
        reason = f"it values the move at {number(best)} to X, the {end} that it sees"
    return [reason, f"{_moves(len(ties))} as good"] if ties else [reason]


def _moves(n):
    return "1 other move is" if n == 1 else f"{n} other moves are"


def _about_probabilities(row, cell, side, free):
    chances = [value for value in row if value]
    chance = f"{row[cell]:.2f}"
    if row[cell] == 1:
        return ["it always moves there"]
    if len(chances) == free and max(chances) - min(chances) < 1e-9:
        return [f"it picks at random: each of {free} free cells had probability {chance}"]
    return [f"it took this one of {free} free cells with probability {chance}"]


def _about_visits(row, cell, side, free):
    most = max(share for share in row if share is not None)
    rank = "more than anywhere else" if row[cell] == most else "more to another"
    return [f"{row[cell]:.0%} of its search went there, {rank}"]


@cache
def _hint_values():
    # The sign is the exact value; the size puts quick wins and slow losses first.
    return fixed(action_values(limited_values(9, score=fast_score)))


def best_move(state):
    """The best cell for the side to move, and a sentence on its exact value and its equals."""
    scores = np.where(NEXT[state] >= 0, TURN[state] * _hint_values()[state], -np.inf)
    cell = int(scores.argmax())
    equals = int((np.sign(scores) == np.sign(scores[cell])).sum()) - 1
    name, value = cell_name(cell), np.sign(scores[cell])
    if value < 0:
        return cell, f"Hint: every move loses against perfect play; {name} holds out longest."
    others = "no other move does" if not equals else f"{equals} other moves do as well"
    others = "1 other move does as well" if equals == 1 else others
    return cell, f"Hint: {name} {'wins' if value > 0 else 'keeps the draw'}; {others}."
