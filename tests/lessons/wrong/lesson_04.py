"""Wrong answers to the exercises of lesson 04, each with a piece of the reason it must get."""

BACKWARD = """
def values(x=None, o=None):
    V = ttt.WINNER.astype(float)
    for state in ttt.UNDECIDED[::-1]:
        policy = x if ttt.TURN[state] == 1 else o
        cells = np.flatnonzero(ttt.LEGAL[state])
        after = V[ttt.NEXT[state, cells]]
        V[state] = {value}
    return V
"""

ERRORS = """
def errors_per_game(x, o):
    visits = ttt.visit_probabilities(x, o)
    return {errors}
"""

REPORT = """
def report_seeds(policies):
    worst = [ttt.worst_case(policy) for policy in policies]
    return {{
        "as X": np.mean([ttt.outcome(policy, random_policy) for policy in policies], axis=0),
        "as O": np.mean([ttt.outcome({o_pair}) for policy in policies], axis=0),
        "worst X": {worst_x},
        "worst O": {worst_o},
        "optimal": np.mean([ttt.optimal_share(policy) for policy in policies]),
        "seeds": len(policies),
    }}
"""
AS_X, AS_O = "[w.as_x for w in worst]", "[w.as_o for w in worst]"


def report(o_pair="random_policy, policy", worst_x=f"min({AS_X})", worst_o=f"max({AS_O})"):
    return REPORT.format(o_pair=o_pair, worst_x=worst_x, worst_o=worst_o)


WRONG = {
    "04.1": [
        ("my_moves = [4, 2, 3, 7, 8]", "nobody wins; you made no move that loses"),
        ("my_moves = [4, 1, 6]", "the game is not over"),
        ("my_moves = [0, 1, 3, 7]", "the impostor wins"),
        ("my_moves = [0, 4, 8]", "your move number 2, cell 4, is not free"),
        ("my_moves = [4, 8, 5]", "the impostor wins"),
        ("my_moves = [1, 7, 4, 8]", "you won after 3 moves; your list has 4"),
        (
            "my_moves = ['1', 7, 4]",
            "'1' is not a cell: a number 0 to 8 without quotes, or a name A1 to C3",
        ),
        ("my_moves = [1, 0, 7, 2, 4]", "list only your own moves, those of X"),
        ("my_moves = ['B1', 'A1', 'B3', 'C1', 'B2']", "list only your own moves, those of X"),
        ("my_moves = [1, 7, 9]", "9 is not a cell"),
        ("my_moves = [8, 7, 6]\nimpostor = first_cell", "you played somebody else"),
        ("my_moves = 4", "a list of cells is asked for here"),
    ],
    "04.2": [
        # Both sides hurt the policy that is given, or both help it.
        (
            BACKWARD.format(value="min(after) if policy is None else policy[state, cells] @ after"),
            "X is to move and takes the highest value",
        ),
        (
            BACKWARD.format(value="max(after) if policy is None else policy[state, cells] @ after"),
            "O is to move and takes the lowest value",
        ),
        # A best reply that is averaged: what random play would do.
        (
            BACKWARD.format(
                value="after.mean() if policy is None else policy[state, cells] @ after"
            ),
            "with x given and o=None",
        ),
        # Minimax, whatever is given.
        (
            BACKWARD.format(value="max(after) if ttt.TURN[state] == 1 else min(after)"),
            "with both policies given",
        ),
        # The right rule, but from the small codes to the large ones.
        (
            BACKWARD.format(
                value="(max if ttt.TURN[state] == 1 else min)(after) if policy is None "
                "else policy[state, cells] @ after"
            ).replace("[::-1]", ""),
            "worked out before those that it is made of; go from the largest code down",
        ),
        # The right rule, in an array of whole numbers.
        (
            BACKWARD.format(
                value="(max if ttt.TURN[state] == 1 else min)(after) if policy is None "
                "else policy[state, cells] @ after"
            ).replace("astype(float)", "copy()"),
            "holds whole numbers only, so each value loses what is after its point",
        ),
        # Whole numbers are not the fault of an answer that does not average at all.
        (
            BACKWARD.format(value="max(after) if ttt.TURN[state] == 1 else min(after)").replace(
                "astype(float)", "copy()"
            ),
            "is to move and averages over its policy",
        ),
        ("def values(x=None, o=None):\n    return ttt.worst_case(x).as_x", "has shape ()"),
        ("values = evaluate", "your code raised TypeError"),
        (
            BACKWARD.format(
                value="(max if ttt.TURN[state] == 1 else min)(after) if policy is None "
                "else policy[state, cells] @ after"
            ).replace("return V", ""),
            "does your function end with `return V`?",
        ),
        (
            BACKWARD.format(
                value="(max if ttt.TURN[state] == 1 else min)(after) if policy is None "
                "else policy[state, cells] @ after"
            ).replace("x=None, o=None", "x, o"),
            "values() does not work without arguments",
        ),
    ],
    "04.3": [
        (
            ERRORS.format(errors="(visits * (x * mistake).sum(1)).sum()"),
            "positions with O to move are counted too",
        ),
        (
            ERRORS.format(errors="visits[[s for s in ttt.errs(x) if ttt.TURN[s] == 1]].sum()"),
            "x errs there only sometimes",
        ),
        (
            ERRORS.format(errors="(x * mistake).sum(1)[ttt.TURN == 1].sum()"),
            "only as often as its position is visited",
        ),
        (
            ERRORS.format(errors="(visits[:, None] * mistake)[ttt.TURN == 1].sum()"),
            "not those that x makes",
        ),
        (
            ERRORS.format(errors="(visits * (x * mistake).sum(1))[ttt.TURN == 1].sum()").replace(
                "visit_probabilities(x, o)", "visit_probabilities(o, x)"
            ),
            "did you swap x and o in visit_probabilities? x is the first",
        ),
        (ERRORS.format(errors="visits * (x * mistake).sum(1)"), "one number is asked for"),
        (ERRORS.format(errors="None"), "does your function `return` its answer?"),
    ],
    "04.4": [
        (report(worst_x=f"np.mean({AS_X})"), "'worst X' is not right: that is the mean"),
        (report(worst_o=f"min({AS_O})"), "since values are to X and O wants them low"),
        (report(worst_x=f"max({AS_X})"), "since X wants its value high"),
        (report(o_pair="policy, random_policy"), "that is the outcome as X"),
        ("def report_seeds(policies):\n    return 0.5", "the report is a dict of as X, as O"),
    ],
}
