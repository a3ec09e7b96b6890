"""List wrong answers to the exercises of lesson 04, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

WRONG = {
    "04.visits": [
        ("+=", "=", "add up what they bring: `+=`"),
        ("share[state] * ", "", "multiply each by the share of the position it starts from"),
        ("policy[state, cell]", "(x[state] * o[state])[cell]", "only the side to move has a say"),
        ("share[state] *", "share[cell] *", "the share of the games that come to this board is"),
    ],
    "04.outcomes": [
        ("& (ttt.WINNER == winner)", "and ttt.WINNER == winner", "`&` asks this of each"),
        ("share[ttt", "np.ones(19683)[ttt", "it counts boards"),
        ("own_visits(x, o)", "own_visits(o, x)", "x and o are swapped"),
        ("(1, 0, -1)", "(1, 0, 0)", "the three together are more than 1"),
        ("(1, 0, -1)", "(1, -1, -1)", "the three together are less than 1"),
    ],
    "04.beat": [
        ("my_moves = [4, 2, 3, 7, 8]", "nobody wins; you made no move that loses"),
        ("my_moves = [4, 1, 6]", "the game is not over"),
        ("my_moves = [0, 1, 3, 7]", "the impostor wins"),
        ("my_moves = [0, 4, 8]", "your move number 2, cell 4, is not free"),
        ("my_moves = [4, 7, 1]", "cell 1, is not free: the impostor has taken it."),
        ("my_moves = [1, 7, 4, 8]", "you won after 3 moves, but your list has 4"),
        ("my_moves = ['1', 7, 4]", "'1' is not a cell: a number 0 to 8 without quotes"),
        # O's moves in between.
        ("my_moves = [1, 0, 7, 2, 4]", "list only your own moves, those of X"),
        ("my_moves = [8, 7, 6]\nimpostor = first_cell", "that you played is not the impostor"),
        ("my_moves = 4", "a list of cells is asked for here"),
    ],
    "04.careless": [
        ("(no_line or free)[0]", "free[0]", "on this board X could still win, and takes cell"),
        ("free)[0]", "free)[-1]", "it need not stop what O threatens either"),
        (" if ttt.LEGAL[state, cell]", "", "is taken; the player must answer with a free cell"),
        ("return ", "", "a `return` is missing"),
        ("range(9) if ttt.LEGAL[state, cell]", "ttt.LEGAL[state]", "true or false, not cells"),
    ],
    "04.evaluate": [
        ("policy[state, cells]", "policy[state]", "take `policy[state, cells]`"),
        ("[::-1]", "", "go from the largest number down: `ttt.UNDECIDED[::-1]`"),
        ("@", "*", "`*` only multiplies, while `@` also adds up"),
        ("astype(float)", "copy()", "holds only whole numbers, so each value loses its decimals"),
        (".astype(float)", "", "`ttt.WINNER` itself cannot be changed"),
        ("policy[state, cells] @ after", "sum(after)", "it adds the values up"),
        (
            "policy[state, cells] @ after",
            "max(after) if ttt.TURN[state] == 1 else min(after)",
            "each side plays its best, but here both policies are given",
        ),
        ("@ after", "@ after + 0.1", "averages over its policy"),
    ],
    "04.values": [
        ("policy[state, cells]", "policy[state]", "take `policy[state, cells]`"),
        ("(o, min)", "(o, max)", "it takes the highest value for both sides, but O wants"),
        (
            "(x, max) if ttt.TURN[state] == 1 else (o, min)",
            "(x, min) if ttt.TURN[state] == 1 else (o, max)",
            "here X takes the lowest and O the highest; it should be the other way round",
        ),
        ("if policy is None", "if True", "both sides play their best, although a policy is given"),
        (".astype(float)", "", "`ttt.WINNER` itself cannot be changed"),
        ("if policy is None", "if not policy", "an array is neither true nor false"),
        ("best(after) if policy is None else ", "", "None has no rows; where `policy is None`"),
        ("x=None, o=None", "x, o", "values() does not work without arguments"),
    ],
    "04.share": [
        ("return good", "return 1 - good", "the share of positions with an error"),
        ("len(ttt.UNDECIDED)", "ttt.REACHABLE.sum()", "where the game is over; divide by"),
        (".all()", ".any()", "one good move is enough for it"),
        (".all()", " or 0", "`.all()` tells whether all are true"),
    ],
    "04.errors_per_game": [
        ("[ttt.TURN == 1]", "", "positions with O to move are counted too"),
        ("own_visits(x, o) * ", "", "only as often as its position is visited"),
        (".sum(1)", ".sum(0)", "is `.sum(1)`"),
    ],
    "04.report_seeds": [
        (
            "min(own_values(x=policy)[ttt.START] for policy in policies)",
            "np.mean([own_values(x=policy)[ttt.START] for policy in policies])",
            "it is the mean, but a worst case should show even one bad seed",
        ),
        ("max(own", "min(own", "because values are to X and O wants them low"),
        ("own_outcome(random_policy, policy)", "0", "'as O': three numbers are asked for"),
        ("def report_seeds(policies):\n    return 0.5", "the report is a dict of as X, as O"),
    ],
}
