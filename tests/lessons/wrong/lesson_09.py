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

PLAY_OUT = """
def my_play_out(state, rng):
    while not ttt.TERMINAL[state]:
        cell = draw(np.flatnonzero(ttt.LEGAL[state]), rng)
        state = {then}
    return {answer}
"""


def play_out(
    then="ttt.NEXT[state, cell]",
    answer="ttt.WINNER[state]",
):
    """The source of a playout with one thing about it changed."""
    return PLAY_OUT.format(then=then, answer=answer)


ONE_MOVE = """
def my_play_out(state, rng):
    if not ttt.TERMINAL[state]:
        state = ttt.NEXT[state, draw(np.flatnonzero(ttt.LEGAL[state]), rng)]
    return ttt.WINNER[state]
"""

ALWAYS_DRAWS = """
def my_play_out(state, rng):
    while True:
        state = ttt.NEXT[state, draw(np.flatnonzero(ttt.LEGAL[state]), rng)]
        if ttt.TERMINAL[state]:
            return ttt.WINNER[state]
"""

MEAN_OF_MANY = """
def my_play_out(state, rng):
    return sum(built.play_out(state, rng) for _ in range(100)) / 100
"""

SELECT = """
def my_select(node, c):
    root = node
    {loop} {until}:
        side = {side}
        bounds = [
            bound((child.visits + side * child.total) / 2, child.visits, node.visits, c)
            for child in node.children
        ]
        {then}
    return {answer}
"""


OF_THE_NODE = "(node.visits + side * node.total)"


def select(
    until="not node.untried and node.children",
    side="ttt.TURN[node.state]",
    then="node = node.children[np.argmax(bounds)]",
    answer="node",
    loop="while",
):
    """The source of a walk down with one thing about it changed."""
    return SELECT.format(until=until, side=side, then=then, answer=answer, loop=loop)


EXPAND = """
def my_expand(node, rng):
    {first}
    action = {action}
    {off}
    child = {child}
    {add}
    return {answer}
"""


def expand(
    first="if not node.untried: return node",
    action="draw(node.untried, rng)",
    off="node.untried.remove(action)",
    child="Node(ttt.NEXT[node.state, action], node, action)",
    add="node.children.append(child)",
    answer="child",
):
    """The source of an expansion with one thing about it changed."""
    words = {"first": first, "action": action, "off": off, "child": child, "add": add}
    return EXPAND.format(**words, answer=answer)


SEARCH = """
def my_search(state, playouts, rng, c=sqrt(2)):
    root = Node(state)
    for _ in range({times}):
        {again}
        node = {node}
        winner = play_out({start}, rng)
        {back_up}
    return {answer}
"""


def search(
    times="playouts",
    again="pass",
    node="expand(select(root, c), rng)",
    start="node.state",
    back_up="back_up(node, winner)",
    answer="root",
):
    """The source of a search with one thing about it changed."""
    words = {"times": times, "again": again, "node": node, "start": start, "back_up": back_up}
    return SEARCH.format(**words, answer=answer)


OWN_DICE = search().replace("    root =", "    rng = np.random.default_rng({seed})\n    root =")


def choice(key="(child.visits, side * child.total)", answer="best.action"):
    """The source of a choice with one thing about it changed."""
    return f"""
def my_choice(root):
    side = ttt.TURN[root.state]
    best = max(root.children, key=lambda child: {key})
    return {answer}
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
        (play_out(answer="-ttt.WINNER[state]"), "should be near"),
        (play_out(answer="(1 + ttt.WINNER[state]) / 2"), "the winner is 1, 0 or -1"),
        (play_out(then="state"), "after 20,000 draws it has not returned"),
        (
            play_out(then="ttt.NEXT[state, draw(ttt.LEGAL[state], rng)]"),
            "draw one of the cells that `np.flatnonzero` lists",
        ),
        (
            play_out().replace("draw(", "np.random.choice(").replace(", rng)\n", ")\n"),
            "the same rng gives two series of winners",
        ),
        (MEAN_OF_MANY, "the winner is 1, 0 or -1"),
        (
            play_out().replace("= draw(", "= ").replace("), rng)", ")[-1]"),
            "the last free cell",
        ),
        (ONE_MOVE, "it stops after one move"),
        (ALWAYS_DRAWS, "stop as soon as the game is over"),
        (
            "def my_play_out(state, rng):\n    return ttt.WINNER[state]",
            "the winner of the board it began with",
        ),
        (play_out(answer="state"), "the winner is 1, 0 or -1: `ttt.WINNER[state]`"),
        (play_out(answer="max(ttt.WINNER[state], 0)"), "it returns 0 if O wins, too"),
        (play_out(answer="None"), "a `return` is missing"),
    ],
    "09.2": [
        (bound("points + c * sqrt(log(N) / n)"), "Q is the share, points / n"),
        (bound("points / n + c * sqrt(log(n) / N)"), "n and N are exchanged"),
        (bound("points / n"), "that is Q alone"),
        (bound("points / n + c * log(N) / sqrt(n)"), "ln N is outside the root"),
        (bound("points / n + c * sqrt(2 * log(N) / n)"), "there is no 2 under the root here"),
        (bound("points / n + c * sqrt(log(N + 1) / n)"), "that of N, not of N + 1"),
        (bound("c * (points / n + sqrt(log(N) / n))"), "c multiplies Q, too"),
        (bound("points // n + c * sqrt(log(N) / n)"), "divides and drops the fraction"),
        (bound(unseen="inf if c else 0"), "for n = 0 and c = 0 it returns 0"),
        (bound("[points / n]"), "one number is asked for"),
        (bound(unseen="0"), "a machine never pulled has inf"),
        (NO_ZERO, "n = 0, has the bound inf"),
        (bound("None"), "a `return` is missing"),
    ],
    "09.3": [
        (select(side="1"), "it takes the best child for X at every level"),
        (select(until="node.children"), "it goes on below a node that has an untried move"),
        (select(loop="if"), "it takes one step only"),
        (select(until="not node.untried"), "and if the game is over"),
        (select(then="pass"), "the loop never ends"),
        (select(then="node = np.argmax(bounds)"), "a number became the `node`"),
        (
            select().replace("(child.visits + side * child.total)", OF_THE_NODE),
            "not of the node you are at",
        ),
        (
            select()
            .replace("side * child.total", "child.total")
            .replace("np.argmax(bounds)", "(np.argmax if side == 1 else np.argmin)(bounds)"),
            "the lowest of X's bounds",
        ),
        (
            select(then="node = max(node.children, key=lambda one: side * one.total / one.visits)"),
            "the share of the points alone",
        ),
        (select(then="node = min(node.children, key=lambda one: one.visits)"), "the fewest visits"),
        (select(answer="max(bounds)", loop="if", until="True"), "it returns no node"),
        (select(answer="1"), "it returns no node"),
        (select(answer="None"), "a `return` is missing"),
        ("my_select = 1", "a function is asked for"),
    ],
    "09.4": [
        (expand(first="pass"), "if the game is over, nothing is untried"),
        (
            expand(action="draw(np.flatnonzero(ttt.LEGAL[node.state]), rng)"),
            "what is taken off is not an untried move",
        ),
        (expand(off="pass"), "the move still counts as untried"),
        (expand(add="pass"), "the node does not know its new child"),
        (expand(answer="node"), "return the new child"),
        (expand(action="node.untried[0]"), "draw one of them at random"),
        (expand(child="Node(ttt.NEXT[node.state, action])"), "the child knows no parent"),
        (expand(child="Node(ttt.NEXT[node.state, action], node)"), "the child knows no parent"),
        (expand(child="Node(node.state, node, action)"), "the one after the move"),
        (expand(add="node.children = [child]"), "the other children must stay"),
        (
            expand(add="node.children += [child, Node(node.state, node, action)]"),
            "more than one child",
        ),
        (expand(off="node.untried.clear()"), "only the move that was tried"),
        (
            expand(
                off="node.untried.remove(action); node.visits += 1",
                child="Node(ttt.NEXT[node.state, action], node.parent or Node(0), action)",
            ),
            "the node that was expanded",
        ),
        (expand(first="if not node.children: return node"), "a node without children"),
        (expand(add="node.children.append(child); child.total = 1"), "should still be 0"),
        (expand(add="node.children.append(child); child.untried = []"), "as `Node` makes them"),
        (expand(answer="action"), "it returns no node"),
        (expand(answer="None"), "a `return` is missing"),
    ],
    "09.5": [
        (back_up(gain="ttt.TURN[node.state] * winner"), "leave the sign to `select`"),
        (back_up(gain="-ttt.TURN[node.state] * winner"), "leave the sign to `select`"),
        (back_up(then="winner = -winner"), "the sign changes from level to level"),
        (back_up(until="node.parent is not None"), "the root counts no visit"),
        (ONLY_ITSELF, "only the node itself counts"),
        (ONLY_ABOVE, "below the root counts no visit"),
        (SET, "the total is replaced"),
        (NO_TOTAL, "the winner is not added"),
        (back_up(gain="max(winner, 0)"), "only X's wins are added"),
        (back_up(gain="int(winner == 1)"), "only X's wins are added"),
        (back_up(gain="(1 + winner) / 2"), "the total is the sum of winners"),
        # The points of the side to move, and of the side that has just moved.
        (
            back_up(gain="(1 + ttt.TURN[node.state] * winner) / 2"),
            "points of the side to move, now X's",
        ),
        (back_up(gain="(1 - ttt.TURN[node.state] * winner) / 2"), "adds the winner itself"),
        (back_up(visit="2"), "each should grow by one"),
        (back_up(visit="winner"), "a draw is a playout, too"),
        (back_up(gain="winner * (node.parent is not None)"), "is not added to the root"),
        (DOWN, "changes nodes below"),
        (ENDLESS, "the loop never ends"),
        ("my_back_up = 1", "a function is asked for"),
    ],
    "09.6": [
        (search(back_up="pass"), "nothing is counted"),
        (search(again="root = Node(state)"), "the visits of the root are 1"),
        (search(node="select(root, c)"), "expand the node that was selected"),
        (search(start="expand(node, rng).state", node="select(root, c)"), "has no visit"),
        (
            search(node="expand(select(node, c), rng)").replace(
                "    for", "    node = root\n    for"
            ),
            "begin each playout at the root",
        ),
        (search(node="expand(root, rng)"), "nothing grows below the first moves"),
        (search(start="node"), "`play_out` takes a state"),
        (search(start="state"), "play out from the new node, and add the winner"),
        (search(start="root.state"), "play out from the new node, and add the winner"),
        (search(back_up="back_up(root, winner)"), "back up from the new node"),
        (search(answer="node"), "the node of the last playout"),
        (search(times="playouts - 1"), "after 150 playouts the visits of the root are 149"),
        (search(node="expand(select(root, sqrt(2)), rng)"), "hand c to `select`"),
        (search(answer="root.visits"), "it returns no node"),
        (
            search(node="expand(expand(select(root, c), rng), rng)"),
            "each playout adds one to the root, not more",
        ),
        (
            search(back_up="back_up(node, winner * ttt.TURN[state])"),
            "play out from the new node, and add the winner as it is",
        ),
        (OWN_DICE.format(seed=0), "two different rng give the same tree"),
        (OWN_DICE.format(seed=""), "the same rng gives two trees"),
        (
            search().replace("node.state, rng", "node.state, np.random.default_rng(1)"),
            "hand the `rng` that is given on to `play_out`",
        ),
        (search(node="expand(select(root, 0), rng)"), "with the c that is given"),
        (search(answer="None"), "a `return` is missing"),
    ],
    "09.7": [
        (choice("side * child.total / child.visits"), "it takes the best mean"),
        (choice("(child.visits, child.total)"), "O wants it low"),
        (choice("(child.visits, -child.total)"), "the lowest total, also for X"),
        (choice("(side * child.visits, side * child.total)"), "the side turns the visits, too"),
        (choice("(child.visits, root.children.index(child))"), "it takes the last child"),
        (choice("(child.visits, abs(child.total))"), "the total furthest from 0"),
        (choice(answer="root.children[0].action"), "whatever its visits"),
        (choice(answer="best"), "it returns the child"),
        (choice(answer="None"), "a `return` is missing"),
    ],
    "09.8": [
        (lure("looks[good].max() - looks[legal & ~good].max()"), "the wrong way round"),
        (lure("looks[~good].max() - looks[good].max()"), "that taken cells lead to"),
        (lure(looks="ttt.TURN[state] * V[ttt.NEXT[state]]"), "the values of best play"),
        (lure("looks[legal & ~good].max() > looks[good].max()"), "one number is asked for"),
        (lure("R[state]"), "but the answer is +0.343. The board"),
        (lure(f"max(0, {RIGHT_LURE})"), "a lure below 0 becomes 0"),
        (lure(f"abs({RIGHT_LURE})"), "without abs"),
        (
            lure(f"ttt.TURN[state] * ({RIGHT_LURE})", looks="R[ttt.NEXT[state]]"),
            "TURN comes too late",
        ),
        (lure(RIGHT_LURE.replace("max", "min")), "the highest, for either side"),
        (lure("None"), "a `return` is missing"),
    ],
    "09.9": [
        (careful(order="(3 - mine, mine)"), "can win at once"),
        (careful(stop="pass"), "wins and blocks together"),
        (careful(answer=f"found or {ALL_FREE}"), "a cell is there twice"),
        (careful(answer=f"sorted(set(found))[:1] or {ALL_FREE}"), "only some of the cells"),
        (careful(order="(mine,)"), "the other side threatens to win"),
        (careful(mine="1"), "can win at once"),
        (careful(answer="sorted(set(found))"), "the answer is all free cells"),
        (careful(answer="None"), "a `return` is missing"),
        (careful().replace("digits[list(line)]", "digits[line]"), "a line is a tuple"),
        (careful(answer="ttt.LEGAL[state]"), "nine times true or false"),
        (careful(answer="5"), "a list of cells is asked for"),
        (careful(answer="list(range(9))"), "not all of these cells are free"),
    ],
}
