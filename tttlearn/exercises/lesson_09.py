"""The checks of lesson 09, tree search."""

import math
from itertools import product

import numpy as np

from tttlearn.evaluation.exact import optimal_cells, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.exercises import built
from tttlearn.exercises.answers import NotAttempted, Wrong, ask, ask_value, close, exercise
from tttlearn.exercises.backup_faults import check_gains, random_path
from tttlearn.game.rules import LEGAL, NEXT, TURN, UNDECIDED
from tttlearn.game.tables import side_name
from tttlearn.support.text import signed


@exercise("09.1")
def bound(answer):
    """A function bound(points, n, N, c): the upper bound of UCB1, inf for n = 0."""
    for n, N, c in product((3, 7, 40, 1), (40, 1000), (0.7, 0, math.sqrt(2))):
        for points in (n / 3, 0, n):
            found = ask_value(answer, points, n, N, c)
            if not close(found, points / n + c * math.sqrt(math.log(N) / n)):
                raise Wrong(_bound_reason(points, n, N, c, found))
    for N in (0, 1, 300):
        try:
            found = ask_value(answer, 0, 0, N, 1.0)
        except (ZeroDivisionError, ValueError):
            raise Wrong(
                "a machine never pulled, n = 0, has the bound inf: ask for it first"
            ) from None
        if found != math.inf:
            raise Wrong(f"for n = 0 it returns {found!r}, and a machine never pulled has inf")
    return "Also for a machine never pulled, which therefore comes first."


def _bound_reason(points, n, N, c, found):
    case = f"for {points:g} points in {n} of {N} pulls and c = {c:.3g} it returns {found!r}"
    if not close(found, found):
        return f"{case}, and a number is asked for"
    if close(found, points + c * math.sqrt(math.log(N) / n)):
        return f"{case}: points is their sum; Q is the share, points / n"
    if close(found, points / n + c * math.sqrt(math.log(n) / N)):
        return f"{case}: n and N are exchanged under the root"
    if close(found, points / n + c * math.sqrt(math.log(n) / n)):
        return f"{case}: the logarithm is that of all pulls, N"
    if close(found, points / n + c * math.log(N) / n):
        return f"{case}: the square root is missing"
    if close(found, points / n + math.sqrt(c * math.log(N) / n)):
        return f"{case}: c stands before the root, not under it"
    if close(found, points / n + c * math.sqrt(math.log10(N) / n)):
        return f"{case}: ln is the natural logarithm, `log`"
    if close(found, points / n - c * math.sqrt(math.log(N) / n)):
        return f"{case}: that is the lower bound"
    if close(found, points / n):
        return f"{case}, which is Q alone: add c times the root"
    if close(found, points / n + math.sqrt(math.log(N) / n)):
        return f"{case}: the root is not multiplied by c"
    if close(found, points / N + c * math.sqrt(math.log(N) / n)):
        return f"{case}: Q is the share of the machine's own pulls, points / n"
    if close(found, c * math.sqrt(math.log(N) / n)):
        return f"{case}, which is the second term alone: add the share, points / n"
    if n < N and close(found, points / n + c * math.sqrt(math.log(N / n))):
        return f"{case}: the logarithm is that of N alone, and n divides it"
    right = points / n + c * math.sqrt(math.log(N) / n)
    return f"{case}, and the bound is {right:.4f}"


@exercise("09.2")
def back_up(answer):
    """A function back_up(node, winner) that counts in the node and all above it."""
    rng = np.random.default_rng(9)
    for at in range(200):
        path = random_path(rng)
        before = [(int(rng.integers(1, 50)), int(rng.integers(-9, 10))) for _ in path]
        for node, counts in zip(path, before, strict=True):
            node.visits, node.total = counts
        depth = int(rng.integers(len(path))) if at else len(path) - 1
        winner = int(rng.choice([1, -1, 0])) if at else 1
        ask(answer, path[depth], winner)
        gains = [(n.visits - v, n.total - t) for n, (v, t) in zip(path, before, strict=True)]
        if not at and not any(map(any, gains)):
            raise NotAttempted
        check_gains(path, gains, depth, winner)
    return "On 200 paths: each node from there to the root counts one visit and the same winner."


@exercise("09.3")
def lure(answer):
    """A function lure(state) for all positions with right and wrong moves."""
    random, right = random_policy(), optimal_cells()
    R = state_values(random, random)
    mixed = [s for s in UNDECIDED.tolist() if (LEGAL[s] & ~right[s]).any()]
    for state in mixed:
        found, wanted = ask_value(answer, state), built.lure(R, state, right)
        if isinstance(found, (bool, np.bool_)) or not close(found, wanted, 1e-8):
            raise Wrong(_lure_reason(answer, state, found, mixed, right, R), state)
    return "In every position that has right and wrong moves. Above 0 the playouts mislead."


LURE_FAULTS = {
    "the wrong way round; above 0 the wrong move must look better": lambda s, right, R: (
        -built.lure(R, s, right)
    ),
    "O wants low values, so turn them into its own with TURN": lambda s, right, R: built.lure(
        TURN[s] * R, s, right
    ),
    "the lowest values; what X wants is high, so multiply by TURN and take the highest": (
        lambda s, right, R: -built.lure(-TURN[s] * R, s, right)
    ),
    "the mean of the moves; the best looking ones are asked for": lambda s, right, R: built.lure(
        R, s, right, np.mean
    ),
    "the best of all moves; the best of the wrong ones is asked for": lambda s, right, R: max(
        0, built.lure(R, s, right)
    ),
    "that is how the wrong move looks; take off how the best right one looks": (
        lambda s, right, R: (TURN[s] * R[NEXT[s]])[LEGAL[s] & ~right[s]].max()
    ),
    "the values of best play, V; how the moves look to random play is in R": (
        lambda s, right, _: built.lure(state_values(), s, right)
    ),
}


def _lure_reason(answer, state, found, mixed, right, R):
    mover = side_name(TURN[state])
    case = (
        f"{mover} is to move, the lure is {signed(built.lure(R, state, right), 3)}, "
        f"and the answer {_number(found)}"
    )
    if isinstance(found, (float, np.floating)) and math.isnan(found):
        return f"{case}: cells that are taken lead nowhere; leave them out with LEGAL"
    if isinstance(found, (bool, np.bool_)) or not close(found, found):
        return f"{case}: a number is asked for"
    some = [*mixed[::25], state]
    for reason, fault in LURE_FAULTS.items():
        # A fault is named only if it explains the answer wherever we look.
        if all(close(_quietly(answer, s), fault(s, right, R), 1e-8) for s in some):
            return f"{case}: {reason}"
    return case


def _quietly(answer, state):
    try:
        return answer(state)
    except Exception:
        return None


def _number(found):
    """The answer as it is shown."""
    return signed(float(found), 3) if close(found, found) else repr(found)


@exercise("09.4")
def careful(answer):
    """A function careful(state) for all positions: wins, else blocks, else all free cells."""
    for state in UNDECIDED.tolist():
        returned = ask_value(answer, state)
        if isinstance(returned, np.ndarray) and returned.dtype == bool:
            raise Wrong(
                "it returns nine times true or false; np.flatnonzero gives the cells that are true"
            )
        try:
            found = sorted(int(cell) for cell in returned)
        except (TypeError, ValueError):
            raise Wrong(f"a list of cells is asked for here, and this is {returned!r}") from None
        if found != built.careful(state):
            raise Wrong(_careful_reason(state, found), state)
    return f"In all {len(UNDECIDED):,} positions: a win first, then a block, then anything."


def _careful_reason(state, found):
    side = TURN[state]
    wins, blocks, right = (
        built.completing(state, side),
        built.completing(state, -side),
        built.careful(state),
    )
    mover = side_name(side)
    case = f"{mover} is to move and the answer is {found}"
    if not set(found) <= set(np.flatnonzero(LEGAL[state]).tolist()):
        return f"{case}, but not all of these cells are free"
    if len(found) > len(set(found)):
        return f"{case}: a cell stands there twice, and would be drawn twice as often"
    if wins and found == blocks:
        return f"{case}: it blocks, though {mover} can win at once in {wins}"
    if wins and blocks and set(found) == set(wins) | set(blocks):
        return f"{case}: wins and blocks together, though a win ends the game; only {wins}"
    if set(found) < set(right) and (wins or blocks):
        return f"{case}: only some of the cells, and {right} are as good"
    if wins:
        return f"{case}, and {mover} can win at once in {wins}"
    if blocks:
        return f"{case}, and the other side threatens to win in {blocks}"
    return f"{case}, and all free cells are asked for: {right}"
