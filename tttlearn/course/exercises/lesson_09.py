"""Check lesson 09, tree search."""

import pickle
from functools import cache, partial
from itertools import accumulate, product
from math import isnan, log, log10, sqrt

import numpy as np

from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import Wrong, ask, error_hints, exercise, explained
from tttlearn.course.exercises.built import Node
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.kinds import cells, function, given, number, whole_number
from tttlearn.evaluation.exact import optimal_cells, state_values
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, TURN, UNDECIDED, WINNER, parse
from tttlearn.game.tables import side_name
from tttlearn.support.text import signed

PLAYOUTS, MEAN_TOLERANCE = 1_000, 0.15
"""Number of playouts that are averaged, and how far their mean may be off: 5 standard errors."""
MAX_LOOKS, MAX_PLAYOUTS = 5_000, 200
TOTAL_OFFSET = 1e-6
"""Difference that is added between equal totals, so that no two bounds are equal."""
MAX_DRAWS = 20_000
"""Maximal number of draws, above what one game, or a few thousand games in one call, needs."""


class _Dice(np.random.Generator):
    """A random generator that stops a playout in which the state never changes."""

    thrown = 0

    def _counted(self, value):
        self.thrown += 1
        if self.thrown > MAX_DRAWS:
            raise Wrong(
                f"after {MAX_DRAWS:,} draws it has not returned, but a game has nine moves at "
                "most: after each draw the new board must become `state`"
            )
        return value

    def random(self, *arguments, **named):
        return self._counted(super().random(*arguments, **named))

    def choice(self, *arguments, **named):
        return self._counted(super().choice(*arguments, **named))

    def integers(self, *arguments, **named):
        return self._counted(super().integers(*arguments, **named))


def _mean(play_out, state):
    """Return the mean winner of playouts from a state."""
    dice, total = _Dice(np.random.PCG64(state)), 0
    for _ in range(PLAYOUTS):
        dice.thrown = 0
        winner = number(ask(play_out, state, dice))
        if winner not in (1, 0, -1):
            raise Wrong(
                f"it returns {winner}; the winner is 1, 0 or -1: `ttt.WINNER[state]`", state
            )
        total += winner
    return total / PLAYOUTS


def _check_repeats(play_out):
    """Raise Wrong unless the same rng gives the same games."""
    first, again = (
        [ask(play_out, START, rng) for _ in range(50)] for rng in map(np.random.default_rng, (1, 1))
    )
    for winner in first:
        whole_number(winner)
    if first != again:
        raise Wrong(
            "the same rng gives two series of winners: hand on to `draw` the `rng` that you are "
            "given"
        )


def _one_cell(state, place):
    """Return the winner if each move takes the first free cell, or the last for place -1."""
    while not TERMINAL[state]:
        state = NEXT[state, np.flatnonzero(LEGAL[state])[place]]
    return WINNER[state]


def _after_one(state):
    return WINNER[state] if TERMINAL[state] else WINNER[NEXT[state][LEGAL[state]]].mean()


def _turned(state):
    return WINNER[state] * TURN[state]


def _x_wins(state):
    return max(WINNER[state], 0)


@cache
def _ends(state, taken_too=False, worth=WINNER.__getitem__):
    """Return the mean worth of the ends of random play, which may draw taken cells, too."""
    if TERMINAL[state]:
        return worth(state)
    drawn = range(9) if taken_too else np.flatnonzero(LEGAL[state])
    return np.mean([_ends(int(NEXT[state, cell]), taken_too, worth) for cell in drawn])


PLAY_OUT = Cases(
    task="A function play_out(state, rng): the winner of a random game that goes on from there.",
    solution=lambda state: _values()[state],
    inputs=[
        (parse(board),)
        for board in ("XXX / OO. / ...", "XX. / OXO / ..O", "OX. / XO. / .X.", "O.. / .X. / X..")
    ]
    + [(START,)],
    describe=lambda result, right, state: (
        f"the mean of {PLAYOUTS:,} playouts from this board is {signed(result)}, but should be "
        f"near {signed(right)}"
    ),
    faults={
        "the winner is turned to the side to move; it should be a value to X": lambda s: (
            (TURN[s] or 1) * _values()[s]
        ),
        "the winner is turned to the last side to move; it should be a value to X": lambda s: _ends(
            s, worth=_turned
        ),
        "it draws cells that are taken, too: draw a free one, `ttt.LEGAL[state]`": lambda s: _ends(
            s, taken_too=True
        ),
        "it returns 0 if O wins, too; return the winner, which is then -1": lambda s: _ends(
            s, worth=_x_wins
        ),
        "it always takes the first free cell": partial(_one_cell, place=0),
        "it always takes the last free cell": partial(_one_cell, place=-1),
        "it stops after one move; go on until the game is over": _after_one,
        "that is the winner of the board it began with; first play to the end": lambda s: WINNER[s],
    },
    error_hints=error_hints("09.play_out"),
    tolerance=MEAN_TOLERANCE,
    call=_mean,
    extra_check=_check_repeats,
    remark=f"Its means, of {PLAYOUTS:,} playouts, are near the exact values of random play.",
)
play_out = exercise("09.play_out", minutes=12)(PLAY_OUT)


def _root(N, n):
    return sqrt(log(N) / n)


NEVER_PULLED = Cases(
    solution=built.bound,
    inputs=[(0, 0, N, c) for N in (0, 1, 300) for c in (1.0, 0)],
    describe=lambda result, right, points, n, N, c: (
        f"for n = 0 and c = {c:g} it returns {result:g}, but a machine never pulled has inf"
    ),
    error_hints=error_hints("09.bound"),
)
BOUND = Cases(
    task="A function bound(points, n, N, c): the upper bound of UCB1, inf for n = 0.",
    solution=built.bound,
    inputs=[
        (points, n, N, c)
        for n, N, c in product((3, 7, 40, 1), (40, 1000), (0.7, 0, sqrt(2)))
        for points in (n / 3, 0, n)
    ],
    describe=lambda result, right, p, n, N, c: (
        f"for {p:g} {'point' if p == 1 else 'points'} in {n} of {N} pulls and c = {c:.3g} it "
        f"returns {result:.4f}, but the bound is {right:.4f}"
    ),
    faults={
        "points is a sum; Q is the share, points / n": lambda p, n, N, c: p + c * _root(N, n),
        "n and N are exchanged under the root": lambda p, n, N, c: p / n + c * _root(n, N),
        "the logarithm is taken of n; take it of all pulls, N": lambda p, n, N, c: (
            p / n + c * _root(n, n)
        ),
        "the square root is missing": lambda p, n, N, c: p / n + c * log(N) / n,
        "c is under the root; put it before the root": lambda p, n, N, c: (
            p / n + sqrt(c * log(N) / n)
        ),
        "that logarithm is to the base 10; ln is the natural one, `log`": lambda p, n, N, c: (
            p / n + c * sqrt(log10(N) / n)
        ),
        "that is the lower bound": lambda p, n, N, c: p / n - c * _root(N, n),
        "that is Q alone; add c times the root": lambda p, n, N, c: p / n,
        "n is outside the root, but belongs under it, as ln N does": lambda p, n, N, c: (
            p / n + c * sqrt(log(N)) / n
        ),
        "the logarithm is missing: n divides ln N": lambda p, n, N, c: p / n + c * sqrt(N / n),
        "n divides everything; it should divide only the points, and ln N under the root": (
            lambda p, n, N, c: (p + c * _root(N, n)) / n
        ),
        "the root is not multiplied by c": lambda p, n, N, c: p / n + _root(N, n),
        "N divides the points; Q is the share of the machine's own pulls, points / n": (
            lambda p, n, N, c: p / N + c * _root(N, n)
        ),
        "that is the second term alone; add the share, points / n": lambda p, n, N, c: (
            c * _root(N, n)
        ),
        "n is inside the logarithm; take that of N alone, and divide it by n": lambda p, n, N, c: (
            p / n + c * sqrt(log(N / n))
        ),
        "ln N is outside the root, but belongs under it, as n does": lambda p, n, N, c: (
            p / n + c * log(N) / sqrt(n)
        ),
        "there is no 2 under the root here, "
        "because the factor c takes its place": lambda p, n, N, c: p / n + c * sqrt(2 * log(N) / n),
        "the logarithm is that of N, not of N + 1": lambda p, n, N, c: p / n + c * _root(N + 1, n),
        "c multiplies Q, too; it should multiply only the root": lambda p, n, N, c: (
            c * (p / n + _root(N, n))
        ),
        "`//` divides and drops the fraction; the share is points / n": lambda p, n, N, c: (
            p // n + c * _root(N, n)
        ),
    },
    extra_check=NEVER_PULLED.check,
    remark="A machine never pulled has the bound inf, and therefore comes first.",
)
bound = exercise("09.bound", minutes=12)(BOUND)


class _Watched(Node):
    """A node that stops a loop that never goes on to another node."""

    looks = changes = 0

    def __getattribute__(self, name):
        if name in ("children", "untried"):
            object.__setattr__(self, "looks", object.__getattribute__(self, "looks") + 1)
            if object.__getattribute__(self, "looks") > MAX_LOOKS:
                raise Wrong("the loop never ends: at its end the child must become the `node`")
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        object.__setattr__(self, "changes", self.changes + 1)
        if name in ("visits", "total") and self.changes > MAX_LOOKS:
            raise Wrong(
                "the loop never ends: at its end go up, `node = node.parent`, until that is None"
            )
        object.__setattr__(self, name, value)


@cache
def _packed(board, playouts):
    """Return a tree of this many playouts, pickled: unpickling is faster than growing it again."""
    rng = np.random.default_rng(playouts)
    # In a search that explores less, the least visited child is nearly always the worst one, too,
    # so that two different slips would select the same nodes.
    c = 10 if playouts == MAX_PLAYOUTS else built.CURIOUS
    root = built.search(parse(board), playouts, rng, c, new=_Watched)
    for node in _nodes(root):
        for i, child in enumerate(node.children):
            child.total += i * TOTAL_OFFSET
    return pickle.dumps(root)


def _selected(select, board, playouts, c):
    """Return the cells on the way to the node selected in a tree of this many playouts."""
    root = pickle.loads(_packed(board, playouts))
    node, way = given(select(root, c)), []
    if not isinstance(node, Node):
        raise Wrong("it returns no node: go down to a child, not to its number or its bound")
    while node.parent is not None:
        way.append(node.action)
        node = node.parent
    return way[::-1]


def _going_down(
    bound=built.bound,
    side=lambda node: TURN[node.state],
    points=lambda side, child: (child.visits + side * child.total) / 2,
    N=lambda node: node.visits,
    stops=lambda node: node.untried,
    steps=9,
    best=max,
):
    """Return a `select` with one thing about it changed."""

    def select(node, c):
        for _ in range(steps):
            if stops(node) or not node.children:
                break
            mover, above = side(node), N(node)

            def rank(child, mover=mover, above=above):
                return bound(points(mover, child), child.visits, above, c)

            node = best(node.children, key=rank)
        return node

    return partial(_selected, select)


def _top(node):
    return node if node.parent is None else _top(node.parent)


SELECT = Cases(
    task="A function select(node, c): the node where the next playout leaves the tree.",
    solution=partial(_selected, built.select),
    inputs=[
        (board, playouts, c)
        for board in (".XO / OXX / ...", "XOX / ... / ..O", "X.. / ... / ...", "... / ... / ...")
        for playouts in (1, 6, 15, 60, MAX_PLAYOUTS)
        for c in (sqrt(2), 0.2)
    ],
    describe=lambda result, right, board, playouts, c: (
        f"after {playouts} {'playout' if playouts == 1 else 'playouts'} from {board}, with "
        f"c = {c:.3g}, it {_way(result, 's')}, but should {_way(right)}"
    ),
    faults={
        "it takes the best child for X at every level; O wants low totals": _going_down(
            side=lambda node: 1
        ),
        "the sign is turned: points are (visits + side * total) / 2, and the side that chooses is "
        "the one to move in the node, not in the child": (
            _going_down(side=lambda node: -TURN[node.state])
        ),
        "a total is not a sum of points; points are (visits + side * total) / 2": _going_down(
            points=lambda side, child: child.total
        ),
        "side * total is not the points; they are (visits + side * total) / 2": _going_down(
            points=lambda side, child: side * child.total
        ),
        "N counts the visits of the child's parent, not of the root": _going_down(
            N=lambda node: _top(node).visits
        ),
        "N counts the visits of the node you are at, not of its child": _going_down(
            bound=lambda points, n, N, c: built.bound(points, n, n, c)
        ),
        "n and N are exchanged: n counts the visits of the child": _going_down(
            bound=lambda points, n, N, c: built.bound(points, N, n, c)
        ),
        "N counts the visits of the node itself, `node.visits`, not those of its children": (
            _going_down(N=lambda node: sum(child.visits for child in node.children))
        ),
        (
            "`bound` is given n = 1, as if each child had one playout; a child has `visits` of them"
        ): _going_down(points=lambda side, child: (1 + side * child.total) / 2),
        "`bound` divides by n itself: give it the sum of the points": _going_down(
            points=lambda side, child: (child.visits + side * child.total) / 2 / child.visits
        ),
        "the side changes with each step down: find it in the loop": _going_down(
            side=lambda node: TURN[_top(node).state]
        ),
        "it goes on below a node that has an untried move": _going_down(stops=lambda node: False),
        "it takes one step only; go on until a node has an untried move": _going_down(steps=1),
        "it takes no step at all; go on until a node has an untried move": _going_down(steps=0),
        "it takes the lowest bound": _going_down(best=min),
        "for O it takes the lowest of X's bounds, in which the error bar counts against a "
        "child; take the highest of O's own bounds": _going_down(
            points=lambda side, child: (side, (child.visits + child.total) / 2),
            bound=lambda points, n, N, c: points[0] * built.bound(points[1], n, N, c),
        ),
        "visits and total are those of the child, not of the node you are at": _going_down(
            points=lambda side, child: (child.parent.visits + side * child.parent.total) / 2
        ),
        "it takes the child with the fewest visits, whatever its points": _going_down(
            bound=lambda points, n, N, c: -n
        ),
        "that is the share of the points alone; `bound` adds the error bar": _going_down(
            bound=lambda points, n, N, c: points / n
        ),
        "it does not use the c that it is given": _going_down(
            bound=lambda points, n, N, c: built.bound(points, n, N, sqrt(2))
        ),
        (
            "it takes the most visited child, but visits decide only when the move is chosen "
            "after all playouts"
        ): _going_down(bound=lambda points, n, N, c: n),
    },
    error_hints=error_hints("09.select"),
    kind=lambda result: result,
    board=lambda result, right, board, *_: _where_they_part(result, right, parse(board)),
    call=_selected,
    remark="It is right in {n} trees, for X and for O, with two different c.",
)


def _where_they_part(result, right, state):
    """Return the last state that two ways down from a state share."""
    for cell, other in zip(result, right, strict=False):
        if cell != other:
            break
        state = int(NEXT[state, cell])
    return state


def _way(cells_down, s=""):
    ways = "goes" if s else "go", f"stay{s} at the root"
    return f"{ways[0]} down by {', '.join(map(str, cells_down))}" if cells_down else ways[1]


select = exercise("09.select", minutes=12)(SELECT)


def _half_tried(state, playouts):
    """Return the root of a tree of some playouts."""
    return built.search(state, playouts, np.random.default_rng(0))


@exercise("09.expand", minutes=12)
def expand(answer):
    """Check a function expand(node, rng): a new child for an untried move, or the node itself."""
    function(answer)
    over = Node(parse("XXX / OO. / ..."))
    with explained(error_hints("09.expand at the end")):
        result = ask(answer, over, np.random.default_rng(0))
    if result is not over:
        raise Wrong("if the game is over, no move is untried: return the node itself", over.state)
    drawn = []
    for seed in range(200):
        node = _half_tried(parse("X.. / .O. / ..."), 3)
        drawn.append(_expanded(answer, node, np.random.default_rng(seed)))
    counts = {move: drawn.count(move) for move in _half_tried(parse("X.. / .O. / ..."), 3).untried}
    if min(counts.values()) < 200 / len(counts) / 3:
        rare = min(counts, key=counts.get)
        raise Wrong(
            f"of {len(counts)} untried moves it took cell {rare} only {counts[rare]} times in 200: "
            "draw one of them at random"
        )
    fresh = Node(parse("X.. / .O. / ..."))
    if ask(answer, fresh, np.random.default_rng(0)) is fresh:
        raise Wrong(
            "it does not expand a node without children; the game is over only if nothing is "
            "untried",
            fresh.state,
        )
    return "The new child knows its board, its parent and its move, which counts as tried."


def _expanded(expand, node, rng):
    """Return the move by which the reader's function expands a node; raise Wrong if not right."""
    untried, before = list(node.untried), list(node.children)
    with explained(error_hints("09.expand")):
        child, state = given(ask(expand, node, rng)), node.state
    if child is node:
        raise Wrong("it returns the node that it was given; return the new child", state)
    if not isinstance(child, Node):
        raise Wrong("it returns no node; return the new child, a `Node`", state)
    if child in before:
        raise Wrong("it returns a child that was there before; make a new one", state)
    if child.action is None or child.parent is None:
        raise Wrong("the child knows no parent, or no cell: `Node(board, parent, action)`", state)
    if child.parent is not node:
        raise Wrong("the parent of the new child is the node that was expanded", state)
    if whole_number(child.action, "the cell of the child is", state) not in untried:
        raise Wrong(f"cell {child.action} is not an untried move of the node", state)
    if child.state != NEXT[state, child.action]:
        raise Wrong("the board of the child is the one after the move, `ttt.NEXT`", state)
    if child not in node.children:
        raise Wrong("the node does not know its new child: add it to its children", state)
    if len(node.children) > len(before) + 1:
        raise Wrong("it adds more than one child: each playout adds one", state)
    if node.children != [*before, child]:
        raise Wrong("the other children must stay where they are, and one comes last", state)
    if child.action in node.untried:
        raise Wrong("the move still counts as untried: take it off the list", state)
    if sorted(node.untried) != sorted(set(untried) - {child.action}):
        raise Wrong("only the move that was tried should leave the list of untried moves", state)
    if child.visits:
        raise Wrong("the new child has no visit yet; `back_up` will count it", state)
    if child.total:
        raise Wrong("the new child's total should still be 0; `back_up` will add to it", state)
    if sorted(child.untried or ()) != np.flatnonzero(LEGAL[child.state]).tolist():
        raise Wrong(
            "the new child's untried moves should be all free cells of its board: leave them as "
            "`Node` makes them",
            state,
        )
    return child.action


@cache
def _backups():
    """Return (depth, winner, cells, counts): a node in a random game, and the nodes' counts."""
    rng, backups = np.random.default_rng(9), []
    for at in range(200):
        state, taken = START, []
        while not TERMINAL[state]:
            taken.append(int(rng.choice(np.flatnonzero(LEGAL[state]))))
            state = NEXT[state, taken[-1]]
        counts = rng.integers((1, -9), (50, 10), (len(taken) + 1, 2)).tolist()
        depth = int(rng.integers(len(counts))) if at else len(taken)
        backups.append((depth, int(rng.choice([1, -1, 0])) if at else 1, taken, counts))
    return backups


def _gains(back_up, depth, winner, taken, counts):
    """Return the gains of a game's nodes, root first, (2, n): in visits, and in totals."""
    path = [_Watched(START)]
    for cell in taken:
        path.append(_Watched(NEXT[path[-1].state, cell], path[-1], cell))
        path[-2].children.append(path[-1])
    for node, (visits, total) in zip(path, counts, strict=True):
        node.visits, node.total = visits, total
    back_up(path[depth], winner)
    return np.array([(node.visits, node.total) for node in path]).T - np.array(counts).T


def _adding(gain):
    """Return a fault that adds `gain(side to move, winner)` to the total of each node."""

    def gains(depth, winner, taken, counts):
        result = _gains(built.back_up, depth, winner, taken, counts).astype(float)
        states = accumulate(taken[:depth], lambda state, cell: NEXT[state, cell], initial=START)
        result[1, : depth + 1] = [gain(TURN[state], winner) for state in states]
        return result

    return gains


def _backup_seen(result, right, depth, winner, *_):
    row = 0 if (result[0] != right[0]).any() else 1
    gains, wanted = (
        ", ".join(f"{gain:+g}" if gain else "0" for gain in rows[row]) for rows in (result, right)
    )
    return (
        f"for a node {depth} moves below the root and the winner {signed(winner, 0)}, the "
        f"{('visits', 'totals')[row]}, root first, grow by {gains}, but should grow by {wanted}"
    )


def _backup_board(result, right, depth, winner, taken, counts):
    """Return the state of the first node that is off."""
    state = START
    for cell in taken[: (result != right).any(0).argmax()]:
        state = int(NEXT[state, cell])
    return state


BACK_UP = Cases(  # g, d: the gains (2, n), and the depth of the node
    task="A function back_up(node, winner) that counts in the node and all above it.",
    solution=partial(_gains, built.back_up),
    inputs=_backups,
    describe=_backup_seen,
    kind=lambda result: result,
    faults={
        "only X's wins are added; if O wins, add the winner, too: it is -1": _adding(
            lambda turn, winner: max(winner, 0)
        ),
        "only O's wins are added; if X wins, add the winner, too: it is 1": _adding(
            lambda turn, winner: min(winner, 0)
        ),
        "the winner is subtracted; add it": _adding(lambda turn, winner: -winner),
        "1 is added, whoever wins; add the winner": _adding(lambda turn, winner: 1),
        "those are X's points; the total is the sum of winners": _adding(
            lambda turn, winner: (1 + winner) / 2
        ),
        "these are points of the side to move, now X's, now O's; a total adds the winner itself, "
        "in every node": _adding(lambda turn, winner: (1 + turn * winner) / 2),
        "these are points of the side that moved, now X's, now O's; a total adds the winner "
        "itself, in every node": _adding(lambda turn, winner: (1 - turn * winner) / 2),
    },
    signs={
        "it also changes nodes below; go up only": lambda g, d, *_: g[:, d + 1 :].any(),
        "the total is replaced; add the winner to it": lambda g, d, winner, _, counts: all(
            gain == winner - total
            for gain, (_, total) in zip(g[1, : d + 1], counts[: d + 1], strict=True)
        ),
        "only the node itself counts; go up, `node = node.parent`": lambda g, d, *_: (
            d > 0 and g[0, d] == 1 and not g[0, :d].any()
        ),
        "if nobody wins, no visit is counted; a draw is a playout, too": (
            lambda g, d, winner, *_: winner == 0 and not g[0].any()
        ),
        "no visit is counted": lambda g, *_: not g[0].any(),
        "the root counts no visit": lambda g, *_: not g[0, 0],
        "a node below the root counts no visit": lambda g, d, *_: not g[0, : d + 1].all(),
        "a game is one visit, so each should grow by one": lambda g, d, *_: any(g[0, : d + 1] != 1),
        "the sign changes from level to level. Totals are values to X in every node, whoever is "
        "to move; leave the sign to `select`": lambda g, d, *_: (
            abs(g[1, : d + 1] @ (-1) ** np.arange(d + 1)) == d + 1 > 1
        ),
        "the winner is not added": lambda g, *_: not g[1].any(),
        "the winner is not added to the root": lambda g, *_: not g[1, 0],
    },
    board=_backup_board,
    call=_gains,
    remark="On {n} paths, each node up to the root counts one visit and the same winner.",
)
back_up = exercise("09.back_up", minutes=12)(BACK_UP)


def _nodes(root):
    """Return the root and all nodes below it."""
    return [root, *(node for child in root.children for node in _nodes(child))]


@exercise("09.search", minutes=12)
def search(answer):
    """Check a function search(state, playouts, rng, c): the root of the tree after the playouts."""
    function(answer)
    for board in ("X.. / ... / ...", "XX. / OO. / ...", "XX. / OO. / X.."):
        _check_tree(answer, parse(board), 150)
    shares = {c: _check_tree(answer, parse("XX. / OO. / ..."), 150, c) for c in (0.0, 50.0)}
    if max(shares[50.0]) > 0.4 or max(shares[0.0]) < 0.4:
        most, few = (max(shares[c]) for c in (50.0, 0.0))
        raise Wrong(
            f"with c = 50 one move gets {most:.0%} of the playouts, and with c = 0 one gets "
            f"{few:.0%}; c = 50 should spread them, and c = 0 gather them: hand c to `select`, and "
            "count the winner of each playout"
        )
    _check_dice(answer, START)
    return "Each playout adds to the tree, and its result is counted from there to the root."


def _check_dice(search, state):
    """Raise Wrong unless the tree depends on the given rng, and on no other."""
    first, again, other = (
        [(node.state, node.visits, node.total) for node in _nodes(search(state, 50, rng))]
        for rng in map(np.random.default_rng, (1, 1, 2))
    )
    if first == other:
        raise Wrong(
            "two different rng give the same tree: make none of your own, hand `rng` on to "
            "`expand` and to `play_out`",
            state,
        )
    if first != again:
        raise Wrong("the same rng gives two trees: draw from the `rng` that is given", state)
    # Each of three moves is tried once: the order of the draws must not determine the winners.
    three, grown = parse("XOX / XOO / ..."), []
    for seed in range(40):
        root = search(three, 3, np.random.default_rng(seed))
        grown.append(tuple((child.action, child.total) for child in root.children))
    if len(set(grown)) == len({tuple(cell for cell, _ in tree) for tree in grown}):
        raise Wrong(
            "moves drawn in the same order always get the same winners, whatever the rng: hand the "
            "`rng` that is given on to `play_out`, too",
            three,
        )


def _check_tree(search, state, playouts, *c):
    """Return the share of the playouts that begin with each move; raise Wrong for a wrong tree."""
    with explained({"only integers": "`play_out` takes a state, not a node: `node.state`"}):
        root = given(ask(search, state, playouts, np.random.default_rng(1), *c))
    _check_root(root, state)
    nodes = _nodes(root)
    if not root.visits:
        raise Wrong(
            f"after {playouts} playouts the root has no visit: back up each winner, and "
            "make the root only once",
            state,
        )
    if len(nodes) == 1:
        raise Wrong("the tree has one node only: expand the node that was selected", state)
    if not any(node.visits for node in nodes[1:]):
        raise Wrong("only the root counts visits: back up from the new node", state)
    if root.visits != playouts:
        raise Wrong(f"after {playouts} playouts the visits of the root are {root.visits}", state)
    if root.untried:
        raise Wrong("moves of the root are still untried: begin each playout at the root", state)
    # With c = 0 a search may visit only a win that it found at the first try.
    if not c and not any(child.children for child in root.children):
        raise Wrong(
            "nothing grows below the first moves: select, with the c that is given, and expand "
            "what you found",
            state,
        )
    if len(nodes) > playouts + 1:
        raise Wrong(
            f"after {playouts} playouts the tree has {len(nodes)} nodes: each playout adds one to "
            "the root, not more",
            state,
        )
    for node in nodes:
        _check_node(node)
    return [child.visits / playouts for child in root.children]


def _check_root(root, state):
    """Raise Wrong unless it is the root of a tree for the state."""
    if not isinstance(root, Node):
        raise Wrong("it returns no node; return the root of the tree", state)
    if root.parent is not None:
        raise Wrong("it returns the node of the last playout; return the root", state)
    if root.state != state:
        raise Wrong("the root is the position that is asked about, `Node(state)`", state)


def _check_node(node):
    """Raise Wrong unless the node has a visit and, at a game's end, counts only its winner."""
    if not node.visits:
        raise Wrong(
            "a new node has no visit: play out, and back up, from what `expand` returns", node.state
        )
    if TERMINAL[node.state] and node.total != node.visits * WINNER[node.state]:
        raise Wrong(
            f"this game is over, and its node has the visits {node.visits} and the total "
            f"{node.total:g}: play out from the new node, and add the winner as it is",
            node.state,
        )


def _fan(counts, state):
    """Return a root whose children have these (cell, visits, total)."""
    root = Node(state)
    for action, visits, total in counts:
        child = Node(NEXT[state, action], root, action)
        child.visits, child.total = visits, total
        root.children.append(child)
        root.untried.remove(action)
    root.visits = sum(child.visits for child in root.children)
    return root


def _chosen(choice, counts, state):
    """Return what the reader's function chooses; raise Wrong for the child instead of its cell."""
    result = ask(choice, _fan(counts, state))
    if isinstance(result, Node):
        raise Wrong("it returns the child; return its cell, its `action`")
    return result


_AS_X, _AS_O = parse("XOX / ... / ..O"), parse("X.. / .O. / ..X")
CHOICE = Cases(
    task="A function choice(root): the cell of the most visited child.",
    solution=lambda counts, state: built.choice(_fan(counts, state)),
    inputs=[
        ([(5, 3, 3), (4, 2, 0), (3, 40, 9), (7, 9, -9)], _AS_X),
        ([(6, 30, 12), (4, 5, 5), (3, 30, 20), (7, 30, -24)], _AS_X),
        ([(2, 18, 16), (1, 50, 10), (3, 12, -12)], _AS_O),
        ([(7, 25, 9), (5, 25, -13), (1, 25, 6), (6, 2, -2)], _AS_O),
        ([(7, 21, 19), (3, 25, 2), (5, 4, 1)], _AS_X),
    ],
    describe=lambda result, right, counts, state: (
        f"{side_name(TURN[state])} is to move; the children, as (cell, visits, total), are "
        f"{counts}; it takes {result}, but cell {right} is right"
    ),
    kind=kinds.cell,
    faults={
        "it takes the best mean, but the mean of "
        "a child with few visits is not reliable": lambda counts, s: max(
            counts, key=lambda child: TURN[s] * child[2] / child[1]
        )[0],
        "it takes the highest mean, also for O, but the visits decide": lambda counts, s: max(
            counts, key=lambda child: child[2] / child[1]
        )[0],
        "it takes the highest total, but the visits decide": lambda counts, s: max(
            counts, key=lambda child: child[2]
        )[0],
        (
            "in yours the total decides, but the visits come first, and the total decides only "
            "if the visits are equal"
        ): lambda counts, s: max(counts, key=lambda child: TURN[s] * child[2])[0],
        "of equal visits it takes the first child; take the one with the better total for the side "
        "to move": (lambda counts, s: max(counts, key=lambda child: child[1])[0]),
        "of equal visits it takes the highest total, also for O, but O wants it low": (
            lambda counts, s: max(counts, key=lambda child: child[1:])[0]
        ),
        "of equal visits it takes the worse total; the side to move is that of the root": (
            lambda counts, s: max(counts, key=lambda child: (child[1], -TURN[s] * child[2]))[0]
        ),
        "of equal visits it takes the last child; take the one with the better total for the side "
        "to move": lambda counts, s: max(reversed(counts), key=lambda child: child[1])[0],
        "of equal visits it takes the lowest total, also for X, who wants it high": (
            lambda counts, s: max(counts, key=lambda child: (child[1], -child[2]))[0]
        ),
        "of equal visits it takes the total furthest from 0; the sign counts": lambda counts, s: (
            max(counts, key=lambda child: (child[1], abs(child[2])))[0]
        ),
        "the side turns the visits, too, so that O takes the least visited child; it "
        "should turn only the total": lambda counts, s: max(
            counts, key=lambda child: (TURN[s] * child[1], TURN[s] * child[2])
        )[0],
        (
            "visits and total are added up, but the visits decide, and the total only if the "
            "visits are equal"
        ): lambda counts, s: max(counts, key=lambda child: child[1] + TURN[s] * child[2])[0],
        "that is the place of the most visited child; return its `action`": lambda counts, s: (
            counts.index(max(counts, key=lambda child: child[1]))
        ),
        "it takes the first child, whatever its visits; look at all of them": lambda counts, s: (
            counts[0][0]
        ),
        "it takes the least visited child": lambda counts, s: min(
            counts, key=lambda child: (child[1], -TURN[s] * child[2])
        )[0],
        "that is a place among the children; return its cell, its `action`": lambda counts, s: (
            counts.index(max(counts, key=lambda child: (child[1], TURN[s] * child[2])))
        ),
    },
    call=_chosen,
    remark="The visits decide, and the total only between equal visits.",
)
choice = exercise("09.choice", minutes=5)(CHOICE)


@cache
def _values(best=False):
    """Return the values of all states if both sides play at random, or their best."""
    return state_values() if best else state_values(random_policy(), random_policy())


def _lure(state, values=None, best=np.max):
    return built.lure(_values() if values is None else values, state, optimal_cells(), best)


def _own_looks(state):
    """Return what each cell is worth in random play, to the side to move."""
    return TURN[state] * _values()[NEXT[state]]


LURE = Cases(
    task="A function lure(state) for positions with right and wrong moves.",
    solution=_lure,
    # One in five, because an answer may compute the values of all positions for each of them.
    inputs=lambda: [(s,) for s in UNDECIDED.tolist() if (LEGAL[s] & ~optimal_cells()[s]).any()][
        ::5
    ],
    describe=lambda result, right, state: (
        f"{side_name(TURN[state])} is to move, the lure is {signed(right, 3)}, but the answer "
        f"is {signed(result, 3)}"
    ),
    faults={
        (
            "the difference is the wrong way round: it should be above 0 if the wrong move "
            "looks better"
        ): lambda s: -_lure(s),
        "the values are still to X; multiply by TURN, since O wants low ones": lambda s: _lure(
            s, TURN[s] * _values()
        ),
        "TURN turns it the wrong way: it is 1 if X is to move, and X wants high values": (
            lambda s: _lure(s, -_values())
        ),
        "those are the lowest values; X wants high ones: multiply by TURN and take the highest": (
            lambda s: -_lure(s, -TURN[s] * _values())
        ),
        "that is the worst looking right move; take the best looking one": lambda s: (
            _own_looks(s)[LEGAL[s] & ~optimal_cells()[s]].max()
            - _own_looks(s)[optimal_cells()[s]].min()
        ),
        "that is the mean of the moves; take the best looking ones": lambda s: _lure(
            s, best=np.mean
        ),
        "that is the best of all moves; take the best of the wrong ones": lambda s: max(
            0, _lure(s)
        ),
        "a lure below 0 becomes 0; return it as it is": lambda s: max(0, _lure(s)),
        "a lure below 0 loses its sign; return it without abs": lambda s: abs(_lure(s)),
        (
            "TURN comes too late; multiply first, because the move that looks best to O is not "
            "the one that looks best to X"
        ): lambda s: TURN[s] * _lure(s, TURN[s] * _values()),
        "after TURN the lowest is taken; the best looking move is the highest, for either side": (
            lambda s: -_lure(s, -_values())
        ),
        "that is how the wrong move looks; subtract how the best right one looks": lambda s: (
            _own_looks(s)[LEGAL[s] & ~optimal_cells()[s]].max()
        ),
        "those are the values of best play, V; how the moves look to random play is in R": (
            lambda s: _lure(s, _values(best=True))
        ),
    },
    signs={
        "that is nan, like the values that taken cells lead to: leave them out with LEGAL": (
            lambda result, s: isnan(result)
        )
    },
    tolerance=1e-8,
    remark="It is right in {n} positions. If the lure is above 0, the playouts mislead.",
)
lure = exercise("09.lure", minutes=12)(LURE)


def _wins(state):
    return built.completing(state, TURN[state])


def _blocks(state):
    return built.completing(state, -TURN[state])


CAREFUL = Cases(
    task="A function careful(state) for all positions: wins, else blocks, else all free cells.",
    solution=built.careful,
    inputs=[(state,) for state in UNDECIDED.tolist()],
    describe=lambda result, right, state: (
        f"{side_name(TURN[state])} is to move, the answer is {result}, but the cells are {right}"
    ),
    kind=lambda result: sorted(cells(result)),
    error_hints=error_hints("09.careful"),
    signs={
        "not all of these cells are free": lambda result, s: not LEGAL[s, result].all(),
        "a cell is there twice, and would be drawn twice as often": lambda result, s: (
            len(result) > len(set(result))
        ),
        "it blocks, though it can win at once": lambda result, s: _wins(s) and result == _blocks(s),
        "it has wins and blocks together, though a win ends the game": lambda result, s: (
            _wins(s) and _blocks(s) and set(result) == {*_wins(s), *_blocks(s)}
        ),
        "those are only some of the cells, and the others are as good": lambda result, s: (
            (_wins(s) or _blocks(s)) and set(result) < set(built.careful(s))
        ),
        "it can win at once": lambda result, s: _wins(s),
        "the other side threatens to win": lambda result, s: _blocks(s),
        "nobody can complete a line, so the answer is all free cells": lambda *_: True,
    },
    remark="It is right in all {n:,} positions: first a win, then a block, then any free cell.",
)
careful = exercise("09.careful", minutes=12)(CAREFUL)
