"""The checks of lesson 09, tree search."""

import math
from itertools import product

import numpy as np

from tttlearn.check import NotAttempted, Wrong, ask, close, exercise
from tttlearn.policy import action_values, best_cells, random_policy
from tttlearn.rules import (
    CELLS,
    LEGAL,
    LINES,
    NEXT,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    X,
)
from tttlearn.solve import state_values


def _answer(function, *arguments):
    """As `ask`, for a function that must return something."""
    returned = ask(function, *arguments)
    if returned is None:
        raise Wrong("it returns None: perhaps a `return` is missing")
    return returned


@exercise("09.1")
def bound(answer):
    """A function bound(points, n, N, c): the upper bound of UCB1, inf for n = 0."""
    for n, N, c in product((2, 7, 40, 1), (40, 1000), (0, 0.5, math.sqrt(2))):
        for points in (0, n / 2, n):
            found = _answer(answer, points, n, N, c)
            if not close(found, points / n + c * math.sqrt(math.log(N) / n)):
                raise Wrong(_bound_reason(points, n, N, c, found))
    for N in (0, 1, 300):
        try:
            found = _answer(answer, 0, 0, N, 1.0)
        except (ZeroDivisionError, ValueError):
            raise Wrong(
                "a machine never pulled, n = 0, has the bound inf: ask for it first"
            ) from None
        if found != math.inf:
            raise Wrong(f"for n = 0 it returns {found!r}, and a machine never pulled has inf")
    return "Also for a machine never pulled, which therefore comes first."


def _bound_reason(points, n, N, c, found):
    case = f"for {points:g} points in {n} of {N} pulls and c = {c:.3g} it returns {found!r}"
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
    right = points / n + c * math.sqrt(math.log(N) / n)
    return f"{case}, and the bound is {right:.4f}"


class _Node:
    """A node as in the lesson."""

    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.untried = np.flatnonzero(LEGAL[state]).tolist()
        self.children, self.visits, self.total = [], 0, 0


@exercise("09.2")
def back_up(answer):
    """A function back_up(node, winner) that counts in the node and all above it."""
    rng = np.random.default_rng(9)
    for at in range(200):
        path = _random_path(rng)
        before = [(int(rng.integers(1, 50)), int(rng.integers(-9, 10))) for _ in path]
        for node, counts in zip(path, before, strict=True):
            node.visits, node.total = counts
        depth = int(rng.integers(len(path))) if at else len(path) - 1
        winner = int(rng.choice([1, -1, 0])) if at else 1
        ask(answer, path[depth], winner)
        gains = [(n.visits - v, n.total - t) for n, (v, t) in zip(path, before, strict=True)]
        if not at and not any(map(any, gains)):
            raise NotAttempted
        _check_gains(path, gains, depth, winner)
    return "On 200 paths: each node from there to the root counts one visit and the same winner."


def _random_path(rng):
    path = [_Node(START)]
    while not TERMINAL[path[-1].state]:
        free = np.flatnonzero(LEGAL[path[-1].state])
        cell = int(rng.choice(free))
        path.append(_Node(int(NEXT[path[-1].state, cell]), path[-1], cell))
        path[-2].children.append(path[-1])
    return path


def _check_gains(path, gains, depth, winner):
    case = f"for a node {depth} moves below the root and the winner {winner:+d}"
    visits, totals = (list(part) for part in zip(*gains, strict=True))
    on = slice(depth + 1)
    if any(visits[depth + 1 :]) or any(totals[depth + 1 :]):
        raise Wrong(f"{case} it also changes nodes below: go up only")
    if not any(visits):
        raise Wrong(f"{case} no visit is counted")
    if any(v == 0 for v in visits[on]):
        missing = visits[on].index(0)
        what = "the root" if missing == 0 else f"the node {missing} moves below the root"
        raise Wrong(f"{case} {what} counts no visit", path[missing].state)
    if visits[on] != [1] * (depth + 1):
        raise Wrong(f"{case} the visits grow by {visits[on]}, and each should grow by one")
    if totals[on] != [winner] * (depth + 1):
        raise Wrong(_total_reason(totals[on], depth, winner, case))


def _total_reason(totals, depth, winner, case):
    gains = ", ".join(f"{gain:+g}" for gain in totals)
    grow = f"{case} the totals, root first, grow by {gains}"
    signs = [(-1) ** i * winner for i in range(depth + 1)]
    if totals in (signs, [-x for x in signs]):
        return (
            f"{grow}: the sign changes from level to level. Totals are values to X in every node, "
            "whoever is to move; leave the sign to `select`"
        )
    if not any(totals):
        return f"{grow}: the winner is not added"
    if totals == [(1 + winner) / 2] * (depth + 1):
        return f"{grow}: that is X's points; the total is the sum of winners"
    return f"{grow}, and each should grow by {winner:+d}"


def _right():
    return best_cells(action_values(state_values()))


@exercise("09.3")
def lure(answer):
    """A function lure(state) for all positions with right and wrong moves."""
    random, right = random_policy(), _right()
    R = state_values(random, random)
    for state in UNDECIDED.tolist():
        wrong = LEGAL[state] & ~right[state]
        if not wrong.any():
            continue
        found = _answer(answer, state)
        looks = TURN[state] * R[NEXT[state]]
        best_wrong, best_right = looks[wrong].max(), looks[right[state]].max()
        if not close(found, best_wrong - best_right):
            raise Wrong(_lure_reason(state, found, looks, wrong, right[state], R), state)
    return "In every position that has right and wrong moves. Above 0 the playouts mislead."


def _lure_reason(state, found, looks, wrong, right, R):
    lure = looks[wrong].max() - looks[right].max()
    mover = "X" if TURN[state] == X else "O"
    case = f"{mover} is to move, the lure is {lure:+.3f}, and the answer {_number(found)}"
    plain = R[NEXT[state]]
    legal = LEGAL[state]
    if close(found, -lure):
        return f"{case}: the wrong way round; above 0 the wrong move must look better"
    if close(found, plain[wrong].max() - plain[right].max()):
        return f"{case}: O wants low values, so turn them into its own with TURN"
    if close(found, plain[wrong].min() - plain[right].min()):
        return f"{case}: to O what is lower looks better, so the sign is the other one"
    if close(found, looks[wrong].mean() - looks[right].mean()):
        return f"{case}: the mean of the moves; the best looking ones are asked for"
    if _number(found) == "+nan":
        return f"{case}: cells that are taken lead nowhere; leave them out with LEGAL"
    if close(found, looks[legal].max() - looks[right].max()):
        return f"{case}: the best of all moves; the best of the wrong ones is asked for"
    return case


def _number(found):
    try:
        return f"{float(found):+.3f}"
    except (TypeError, ValueError):
        return repr(found)


@exercise("09.4")
def careful(answer):
    """A function careful(state) for all positions: wins, else blocks, else all free cells."""
    for state in UNDECIDED.tolist():
        returned = _answer(answer, state)
        try:
            found = sorted(int(cell) for cell in returned)
        except (TypeError, ValueError):
            raise Wrong(f"a list of cells is asked for here, and this is {returned!r}") from None
        if found != _wanted(state):
            raise Wrong(_careful_reason(state, found), state)
    return f"In all {len(UNDECIDED):,} positions: a win first, then a block, then anything."


def _completing(state, side):
    """The cells that complete a line of `side`, in order."""
    digits, mark = CELLS[state], 1 if side == X else 2
    lines = [line for line in LINES if sorted(digits[list(line)]) == [0, mark, mark]]
    return sorted({cell for line in lines for cell in line if digits[cell] == 0})


def _wanted(state):
    side = TURN[state]
    free = np.flatnonzero(LEGAL[state]).tolist()
    return _completing(state, side) or _completing(state, -side) or free


def _careful_reason(state, found):
    side = TURN[state]
    wins, blocks, right = _completing(state, side), _completing(state, -side), _wanted(state)
    mover = "X" if side == X else "O"
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
