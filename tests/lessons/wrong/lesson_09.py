"""List wrong answers to the exercises of lesson 09, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

FREE = "np.flatnonzero(ttt.LEGAL[state]).tolist()"
"""A piece of a solution that several answers replace."""

WRONG = {
    "09.play_out": [
        ("int(ttt", "-int(ttt", "should be near"),
        ("int(ttt.WINNER[state])", "(1 + ttt.WINNER[state]) / 2", "the winner is 1, 0 or -1"),
        (
            "state = ttt.NEXT[state, draw(cells, rng)]",
            "draw(cells, rng)",
            "after 20,000 draws it has not returned",
        ),
        ("cells, ", "ttt.LEGAL[state], ", "draw one of the cells that `np.flatnonzero` lists"),
        ("draw(cells, rng)", "np.random.choice(cells)", "the same rng gives two series of winners"),
        ("while not", "if not", "it stops after one move"),
        # It moves first, and then looks.
        (
            "def my_play_out(state, rng):\n    while True:\n"
            "        state = ttt.NEXT[state, draw(np.flatnonzero(ttt.LEGAL[state]), rng)]\n"
            "        if ttt.TERMINAL[state]:\n            return ttt.WINNER[state]",
            "stop as soon as the game is over",
        ),
        ("not ttt.TERMINAL[state]", "False", "the winner of the board it began with"),
        ("int(ttt.WINNER[state])", "state", "the winner is 1, 0 or -1: `ttt.WINNER[state]`"),
    ],
    "09.bound": [
        ("points / n + c", "points + c", "Q is the share, points / n"),
        ("log(N) / n", "log(n) / N", "n and N are exchanged"),
        (" + c * sqrt(log(N) / n)", "", "that is Q alone"),
        ("return inf", "return inf if c else 0", "for n = 0 and c = 0 it returns 0"),
        ("return inf", "return 0", "a machine never pulled has inf"),
        ("    if n == 0:\n        return inf\n", "", "n = 0, has the bound inf"),
    ],
    "09.select": [
        ("ttt.TURN[node.state]", "1", "it takes the best child for X at every level"),
        ("not node.untried and node", "node", "it goes on below a node that has an untried move"),
        ("while not", "if not", "it takes one step only"),
        (" and node.children", "", "and if the game is over"),
        ("node = node", "best = node", "the loop never ends"),
        ("node.children[np.argmax(bounds)]", "np.argmax(bounds)", "a number became the `node`"),
        ("return node", "return 1", "it returns no node"),
    ],
    "09.expand": [
        (
            "    if not node.untried:\n        return node\n",
            "",
            "if the game is over, no move is untried",
        ),
        (
            "draw(node.untried, rng)",
            "draw(np.flatnonzero(ttt.LEGAL[node.state]), rng)",
            "what is taken off is not an untried move",
        ),
        ("    node.untried.remove(action)\n", "", "the move still counts as untried"),
        ("    node.children.append(child)\n", "", "the node does not know its new child"),
        ("return child", "return node", "return the new child"),
        ("draw(node.untried, rng)", "node.untried[0]", "draw one of them at random"),
        (", node, action)", ")", "the child knows no parent"),
        ("ttt.NEXT[node.state, action]", "node.state", "the one after the move"),
        ("node.children.append(child)", "node.children = [child]", "the other children must stay"),
        (".append(child)", " += [child, Node(node.state, node, action)]", "more than one child"),
        ("remove(action)", "clear()", "only the move that was tried"),
        (", node, action)", ", node.parent or Node(0), action)", "the node that was expanded"),
        ("not node.untried", "not node.children", "a node without children"),
        ("return child", "child.total = 1\n    return child", "should still be 0"),
        ("return child", "child.untried = []\n    return child", "as `Node` makes them"),
        ("return child", "return action", "it returns no node"),
    ],
    "09.back_up": [
        ("+= winner", "+= ttt.TURN[node.state] * winner", "leave the sign to `select`"),
        ("= winner", "= winner\n        winner = -winner", "the sign changes from level to level"),
        ("while node is", "while node.parent is", "the root counts no visit"),
        ("while node is not None", "if True", "only the node itself counts"),
        # It goes up first, and then counts.
        (
            "def my_back_up(node, winner):\n    while node.parent is not None:\n"
            "        node = node.parent\n        node.visits += 1\n        node.total += winner",
            "below the root counts no visit",
        ),
        ("+= winner", "= winner", "the total is replaced"),
        ("        node.total += winner\n", "", "the winner is not added"),
        ("+= 1", "+= 2", "each should grow by one"),
        ("+= 1", "+= winner", "a draw is a playout, too"),
        ("+= winner", "+= winner * (node.parent is not None)", "is not added to the root"),
        (
            "    while",
            "    for child in node.children:\n        child.visits += 1\n    while",
            "changes nodes below",
        ),
        ("\n        node = node.parent", "", "the loop never ends"),
    ],
    "09.search": [
        ("        back_up(node, winner)\n", "", "the root has no visit"),
        ("node = ", "root = Node(state)\n        node = ", "the visits of the root are 1"),
        ("expand(select(root, c), rng)", "select(root, c)", "expand the node that was selected"),
        # What is expanded is played out, and not backed up from.
        (
            "expand(select(root, c), rng)\n        winner = play_out(node",
            "select(root, c)\n        winner = play_out(expand(node, rng)",
            "has no visit",
        ),
        (
            "root = Node(state)\n    for _ in range(playouts):\n        node = expand(select(root",
            "root = node = Node(state)\n    for _ in range(playouts):\n"
            "        node = expand(select(node",
            "begin each playout at the root",
        ),
        ("select(root, c)", "root", "nothing grows below the first moves"),
        ("node.state", "node", "`play_out` takes a state"),
        ("node.state", "state", "play out from the new node, and add the winner"),
        ("back_up(node", "back_up(root", "back up from the new node"),
        ("return root", "return node", "the node of the last playout"),
        ("(playouts)", "(playouts - 1)", "after 150 playouts the visits of the root are 149"),
        ("(root, c)", "(root, sqrt(2))", "hand c to `select`"),
        ("(root, c)", "(root, 0)", "with the c that is given"),
        ("return root", "return root.visits", "it returns no node"),
        (
            "expand(select(root, c), rng)",
            "expand(expand(select(root, c), rng), rng)",
            "each playout adds one to the root, not more",
        ),
        (
            "back_up(node, winner)",
            "back_up(node, winner * ttt.TURN[state])",
            "play out from the new node, and add the winner as it is",
        ),
        (
            "    root = Node",
            "    rng = np.random.default_rng(0)\n    root = Node",
            "two different rng give the same tree",
        ),
        ("root = ", "rng = np.random.default_rng()\n    root = ", "the same rng gives two trees"),
        (
            "play_out(node.state, rng)",
            "play_out(node.state, np.random.default_rng(1))",
            "hand the `rng` that is given on to `play_out`",
        ),
    ],
    "09.choice": [
        (
            "(child.visits, side * child.total)",
            "side * child.total / child.visits",
            "it takes the best mean",
        ),
        ("side * child", "child", "O wants it low"),
        (".action", "", "it returns the child"),
    ],
    "09.lure": [
        ("legal & ", "", "that taken cells lead to"),
        ("R[ttt", "V[ttt", "the values of best play"),
        (
            "looks[legal & ~good].max() - looks[good].max()",
            "R[state]",
            "but the answer is +0.343. The board",
        ),
    ],
    "09.careful": [
        ("(mine, 3 - mine)", "(3 - mine, mine)", "can win at once"),
        ("== [0, side, side]", "in ([0, 1, 1], [0, 2, 2])", "wins and blocks together"),
        (
            "sorted({cell for line in calls for cell in line if digits[cell] == 0})",
            "[cell for line in calls for cell in line if digits[cell] == 0]",
            "a cell is there twice",
        ),
        ("== 0})", "== 0})[:1]", "only some of the cells"),
        ("(mine, 3 - mine)", "(mine,)", "the other side threatens to win"),
        (FREE, "[]", "the answer is all free cells"),
        ("list(line)", "line", "a line is a tuple"),
        (FREE, "ttt.LEGAL[state]", "nine times true or false"),
        (FREE, "[*range(9)]", "not all of these cells are free"),
    ],
}
