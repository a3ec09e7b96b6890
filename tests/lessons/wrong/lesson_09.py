"""Wrong answers to the exercises of lesson 09, each with a piece of the reason it must get."""

BOUND = """
def my_bound(points, n, N, c):
    if n == 0:
        return {unseen}
    return {bound}
"""

NO_ZERO = """
def my_bound(points, n, N, c):
    return points / n + c * sqrt(log(N) / n)
"""

RIGHT_BOUND = "points / n + c * sqrt(log(N) / n)"


def bound(formula=RIGHT_BOUND, unseen="inf"):
    """The source of an upper bound with one thing about it changed."""
    return BOUND.format(unseen=unseen, bound=formula)


BACK_UP = """
def my_back_up(node, winner):
    while {until}:
        node.visits += {visit}
        node.total += {gain}
        {then}
        node = node.parent
"""


def back_up(until="node is not None", visit="1", gain="winner", then="pass"):
    """The source of a backup with one thing about it changed."""
    return BACK_UP.format(until=until, visit=visit, gain=gain, then=then)


ONLY_ITSELF = """
def my_back_up(node, winner):
    node.visits += 1
    node.total += winner
"""

ONLY_ABOVE = """
def my_back_up(node, winner):
    while node.parent is not None:
        node = node.parent
        node.visits += 1
        node.total += winner
"""

SET = """
def my_back_up(node, winner):
    while node is not None:
        node.visits += 1
        node.total = winner
        node = node.parent
"""

NO_TOTAL = """
def my_back_up(node, winner):
    while node is not None:
        node.visits += 1
        node = node.parent
"""

DOWN = """
def my_back_up(node, winner):
    start = node
    while node is not None:
        node.visits += 1
        node.total += winner
        node = node.parent
    for child in start.children:
        child.visits += 1
        child.total += winner
"""

ENDLESS = """
def my_back_up(node, winner):
    while node is not None:
        node.visits += 1
        node.total += winner
"""

LURE = """
def my_lure(state):
    looks = {looks}
    legal, good = ttt.LEGAL[state], keeps[state]
    return {answer}
"""

OWN = "ttt.TURN[state] * R[ttt.NEXT[state]]"
RIGHT_LURE = "looks[legal & ~good].max() - looks[good].max()"


def lure(answer=RIGHT_LURE, looks=OWN):
    """The source of a lure with one thing about it changed."""
    return LURE.format(looks=looks, answer=answer)


CAREFUL = """
def my_careful(state):
    digits = ttt.CELLS[state]
    mine = {mine}
    found = []
    for side in {order}:
        for line in ttt.LINES:
            if sorted(digits[list(line)]) == [0, side, side]:
                found += [cell for cell in line if digits[cell] == 0]
        {stop}
    return {answer}
"""

STOP = "if found: break"
ALL_FREE = "np.flatnonzero(ttt.LEGAL[state]).tolist()"


def careful(
    mine="1 if ttt.TURN[state] == 1 else 2",
    order="(mine, 3 - mine)",
    stop=STOP,
    answer=f"sorted(set(found)) or {ALL_FREE}",
):
    """The source of a careful player with one thing about it changed."""
    return CAREFUL.format(mine=mine, order=order, stop=stop, answer=answer)


WRONG = {
    "09.1": [
        (bound("points + c * sqrt(log(N) / n)"), "Q is the share, points / n"),
        (bound("points / n + c * sqrt(log(n) / N)"), "n and N are exchanged"),
        (bound("points / n + c * sqrt(log(n) / n)"), "the logarithm is that of all pulls"),
        (bound("points / n + c * log(N) / n"), "the square root is missing"),
        (bound("points / n + sqrt(c * log(N) / n)"), "c stands before the root"),
        (bound("points / n + c * sqrt(np.log10(N) / n)"), "the natural logarithm"),
        (bound("points / n - c * sqrt(log(N) / n)"), "the lower bound"),
        (bound("points / n"), "that is Q alone"),
        (bound("points / n + sqrt(log(N) / n)"), "the root is not multiplied by c"),
        (bound("points / N + c * sqrt(log(N) / n)"), "the share of the machine's own pulls"),
        (bound("points / n + c * sqrt(log(N / n))"), "the logarithm is that of N alone"),
        (bound("c * sqrt(log(N) / n)"), "the second term alone"),
        (bound("[points / n]"), "one number is asked for"),
        (bound(unseen="0"), "a machine never pulled has inf"),
        (NO_ZERO, "n = 0, has the bound inf"),
        (bound("None"), "a `return` is missing"),
    ],
    "09.2": [
        (back_up(gain="ttt.TURN[node.state] * winner"), "leave the sign to `select`"),
        (back_up(gain="-ttt.TURN[node.state] * winner"), "leave the sign to `select`"),
        (back_up(then="winner = -winner"), "the sign changes from level to level"),
        (back_up(until="node.parent is not None"), "the root counts no visit"),
        (ONLY_ITSELF, "the root counts no visit"),
        (ONLY_ABOVE, "below the root counts no visit"),
        (SET, "should grow by"),
        (NO_TOTAL, "the winner is not added"),
        (back_up(gain="(1 + winner) / 2"), "the total is the sum of winners"),
        (back_up(visit="2"), "each should grow by one"),
        (DOWN, "changes nodes below"),
        (ENDLESS, "the loop never ends"),
        ("my_back_up = 1", "a function is asked for"),
    ],
    "09.3": [
        (lure("looks[good].max() - looks[legal & ~good].max()"), "the wrong way round"),
        (lure(looks="R[ttt.NEXT[state]]"), "O wants low values"),
        (lure("looks[legal & ~good].mean() - looks[good].mean()"), "the mean of the moves"),
        (lure("looks[~good].max() - looks[good].max()"), "cells that are taken"),
        (lure("looks[legal & ~good].max()"), "take off how the best right one looks"),
        (
            lure("looks[legal & ~good].min() - looks[good].min()", looks="R[ttt.NEXT[state]]"),
            "the lowest values",
        ),
        (lure(looks="ttt.TURN[state] * V[ttt.NEXT[state]]"), "the values of best play"),
        (lure("looks[legal & ~good].max() > looks[good].max()"), "one number is asked for"),
        (lure("R[state]"), "and the answer +0.343. The board"),
        (lure("looks[legal].max() - looks[good].max()"), "the best of the wrong ones"),
        (lure("None"), "a `return` is missing"),
    ],
    "09.4": [
        (careful(order="(3 - mine, mine)"), "can win at once"),
        (careful(stop="pass"), "wins and blocks together"),
        (careful(answer=f"found or {ALL_FREE}"), "a cell stands there twice"),
        (careful(answer=f"sorted(set(found))[:1] or {ALL_FREE}"), "only some of the cells"),
        (careful(order="(mine,)"), "the other side threatens to win"),
        (careful(mine="1"), "can win at once"),
        (careful(answer="sorted(set(found))"), "all free cells are asked for"),
        (careful(answer="None"), "a `return` is missing"),
        (careful(answer="ttt.LEGAL[state]"), "nine times true or false"),
        (careful(answer="5"), "a list of cells is asked for"),
        (careful(answer="list(range(9))"), "not all of these cells are free"),
    ],
}
