"""Wrong answers to the exercises of lesson 04, each with a piece of the reason it must get."""

MOVE = """
import random as dice
def my_move(state):
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if {free}]
    wins = [cell for cell in free if {wins}]
    return {answer}
"""


def move(
    free="ttt.LEGAL[state, cell]",
    wins="ttt.WINNER[ttt.NEXT[state, cell]] != 0",
    answer="(wins or free)[0]",
):
    """The source of a rule of thumb with one thing about it changed."""
    return MOVE.format(free=free, wins=wins, answer=answer)


FORWARD = """
def visits(x, o):
    share = {zeros}
    share[ttt.START] = 1
    for state in ttt.UNDECIDED:
        policy = {policy}
        for cell in np.flatnonzero(ttt.LEGAL[state]):
            {step}
    {end}
"""


def forward(
    zeros="np.zeros(19683)",
    policy="x if ttt.TURN[state] == 1 else o",
    step="share[ttt.NEXT[state, cell]] += share[state] * policy[state, cell]",
    end="return share",
):
    """The source of a forward pass with one thing about it changed."""
    return FORWARD.format(zeros=zeros, policy=policy, step=step, end=end)


OUTCOME = """
def outcome(x, o):
    share = {share}
    return [{what} for winner in {winners}]
"""


def outcome(
    share="ttt.visit_probabilities(x, o)",
    what="share[ttt.TERMINAL & (ttt.WINNER == winner)].sum()",
    winners="(1, 0, -1)",
):
    """The source of an outcome with one thing about it changed."""
    return OUTCOME.format(share=share, what=what, winners=winners)


BACKWARD = """
def {name}:
    V = {ends}
    for state in {order}:
        policy = {policy}
        cells = np.flatnonzero(ttt.LEGAL[state])
        after = V[ttt.NEXT[state, cells]]
        V[state] = {value}
    {end}
"""
AVERAGE = "policy[state, cells] @ after"
LOOKED_UP = "[V[i] for i in ttt.NEXT[state, cells]]"
BY_WINNER = "ttt.WINNER[ttt.NEXT[state, cells]]"
A_LIST = "it returns a list; make it an array"
BEST = f"(max if ttt.TURN[state] == 1 else min)(after) if policy is None else {AVERAGE}"


def backward(
    value=AVERAGE,
    name="evaluate(x, o)",
    ends="ttt.WINNER.astype(float)",
    order="ttt.UNDECIDED[::-1]",
    policy="x if ttt.TURN[state] == 1 else o",
    end="return V",
):
    """The source of a backward pass with one thing about it changed."""
    return BACKWARD.format(name=name, ends=ends, order=order, policy=policy, value=value, end=end)


def values(value=BEST, name="values(x=None, o=None)", **changed):
    """The same, in which a side may play its best."""
    return backward(value, name, **changed)


SHARE = """
def optimal_share(policy):
    good = 0
    for state in ttt.UNDECIDED:
        cells = np.flatnonzero(policy[state])
        good += {good}
    return {answer}
"""


def share(
    good="(V[ttt.NEXT[state, cells]] == V[state]).all()",
    answer="good / len(ttt.UNDECIDED)",
):
    """The source of an optimal share with one thing about it changed."""
    return SHARE.format(good=good, answer=answer)


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
        "as O": np.mean([ttt.outcome({o_pair}) for policy in policies], axis={axis}),
        "worst X": {worst_x},
        "worst O": {worst_o},
        "optimal": np.mean([ttt.optimal_share(policy) for policy in policies]),
        "seeds": len(policies),
    }}
"""
AS_X, AS_O = "[w.as_x for w in worst]", "[w.as_o for w in worst]"


def report(o_pair="random_policy, policy", worst_x=f"min({AS_X})", worst_o=f"max({AS_O})", axis=0):
    return REPORT.format(o_pair=o_pair, worst_x=worst_x, worst_o=worst_o, axis=axis)


WRONG = {
    "04.1": [
        (move(wins="ttt.WINNER[ttt.NEXT[state, cell]] == 1"), "the player moves for O as well"),
        (move(answer="free[0]"), "could complete a line in cell"),
        (
            move().replace("(4, 0, 2, 6, 8, 1, 3, 5, 7)", "ttt.LEGAL[state]"),
            "are true or false, not cells",
        ),
        (move(free="True"), "is taken; the player must answer with a free cell"),
        (move(answer="wins[0] if wins else dice.choice(free)"), "no dice, please"),
        (move(answer="wins[0]"), "your code raised IndexError"),
        (move(answer="wins or free"), "is not a cell"),
        (move(answer="None"), "a `return` is missing"),
        ("my_move = 4", "a function is asked for"),
    ],
    "04.2": [
        (forward(end="    return share"), "the `return` is inside the loop"),
        (
            forward(end="return share").replace(
                "        policy =",
                "        if ttt.TURN[state] != 1:\n            continue\n        policy =",
            ),
            "or O's positions pass nothing on",
        ),
        (
            forward().replace("ttt.UNDECIDED", "ttt.UNDECIDED[::-1]"),
            "or the order is wrong (go through `ttt.UNDECIDED` from its beginning)",
        ),
        (
            forward(end="    share[state] = 0\n    return share"),
            "a position loses its share when it passes it on",
        ),
        (forward(end="        return share"), "the `return` is inside the inner loop"),
        (
            forward(step="share[ttt.NEXT[state, cell]] = share[state] * policy[state, cell]"),
            "add up what they bring: `+=`",
        ),
        (
            forward(step="share[ttt.NEXT[state, cell]] += policy[state, cell]"),
            "multiply each by the share of the position it starts from",
        ),
        (
            forward(
                policy="x[state] * o[state]",
                step="share[ttt.NEXT[state, cell]] += share[state] * policy[cell]",
            ),
            "only the side to move has a say",
        ),
        (
            forward(step="share[ttt.NEXT[state, cell]] += share[state] / ttt.LEGAL[state].sum()"),
            "each free cell gets an equal part",
        ),
        (forward(zeros="[0] * 19683"), "it returns a list; make it an array"),
        (
            forward(end="return share[ttt.UNDECIDED]"),
            "one for each state) are asked for, but this has the shape (4520,)",
        ),
        (forward(end="pass"), "a `return` is missing"),
        (
            forward(step="share[ttt.NEXT[state, cell]] += share[cell] * policy[state, cell]"),
            "the share of the games that come to this board is",
        ),
    ],
    "04.3": [
        (
            outcome(what="100 * share[ttt.TERMINAL & (ttt.WINNER == winner)].sum()"),
            "these are percentages",
        ),
        (
            outcome(what="share[ttt.TERMINAL and ttt.WINNER == winner].sum()"),
            "`&` asks this of each",
        ),
        (outcome(what="(ttt.TERMINAL & (ttt.WINNER == winner)).sum()"), "it counts boards"),
        (outcome(share="ttt.visit_probabilities(o, x)"), "x and o are swapped"),
        (
            outcome(what="share[ttt.WINNER == winner].sum()"),
            "a board that is not full yet has no winner either: ask for `ttt.TERMINAL`, too",
        ),
        (outcome(winners="(1, -1)"), "three numbers (X wins, nobody does, O wins) are asked for"),
        (outcome(what="share[ttt.TERMINAL & (ttt.WINNER == winner)]"), "numbers"),
        (outcome(winners="(1, 0, 0)"), "the three together are more than 1"),
        (outcome(winners="(1, -1, -1)"), "the three together are less than 1"),
        ("def outcome(x, o):\n    ttt.outcome(x, o)", "a `return` is missing"),
    ],
    "04.4": [
        ("my_moves = [4, 2, 3, 7, 8]", "nobody wins; you made no move that loses"),
        ("my_moves = [4, 1, 6]", "the game is not over"),
        ("my_moves = [0, 1, 3, 7]", "the impostor wins"),
        ("my_moves = [0, 4, 8]", "your move number 2, cell 4, is not free"),
        ("my_moves = [4, 8, 5]", "the impostor wins"),
        ("my_moves = [4, 7, 1]", "cell 1, is not free: the impostor has taken it."),
        ("my_moves = [7, 1, 4]", "cell 1, is not free: the impostor has taken it."),
        ("my_moves = [1.0, 7.0, 4.0]", "1.0 has a decimal point"),
        ("my_moves = np.array([4, 1, 6])", "the game is not over"),
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
    "04.5": [
        (backward(end="    return V"), "the `return` is inside the loop"),
        (backward("policy[state] @ after"), "take `policy[state, cells]`"),
        (backward(order="ttt.UNDECIDED"), "go from the largest number down: `ttt.UNDECIDED[::-1]`"),
        (
            backward().replace("V[ttt.NEXT[state, cells]]", BY_WINNER),
            "it looks at who has won after the move",
        ),
        (backward(order="ttt.UNDECIDED[-1::1]"), "or the loop has only one position"),
        (backward("policy[state, cells] * after"), "`*` only multiplies, while `@` also adds up"),
        (
            backward(ends="ttt.WINNER.copy()"),
            "holds only whole numbers, so each value loses its decimals",
        ),
        (backward("sum(after)"), "it adds the values up"),
        (backward("policy[state, cells[-1]] * after[-1]"), "only the last free cell counts"),
        (
            backward("max(after) if ttt.TURN[state] == 1 else min(after)"),
            "each side plays its best; here both policies are given",
        ),
        (backward(end="return V[ttt.START]"), "this has the shape ()"),
        (backward(end="pass"), "a `return` is missing"),
        (backward(ends="ttt.WINNER"), "`ttt.WINNER` itself cannot be changed"),
        (backward(ends="[*ttt.WINNER]").replace("V[ttt.NEXT[state, cells]]", LOOKED_UP), A_LIST),
        (backward(f"{AVERAGE} + 0.1"), "averages over its policy"),
    ],
    "04.6": [
        (values(BEST.replace("[state, cells]", "[state]")), "take `policy[state, cells]`"),
        # Both sides help the policy that is given.
        (
            values(f"max(after) if policy is None else {AVERAGE}"),
            "max for both sides; O wants the value low",
        ),
        (
            values(BEST.replace("max", "low").replace("min", "max").replace("low", "min")),
            "here X takes the lowest and O the highest; it should be the other way round",
        ),
        (
            values().replace("V[ttt.NEXT[state, cells]]", BY_WINNER),
            "it looks at who has won after the move",
        ),
        # Minimax, whatever is given.
        (
            values("max(after) if ttt.TURN[state] == 1 else min(after)"),
            "both sides play their best, although a policy is given",
        ),
        (values(ends="ttt.WINNER"), "`ttt.WINNER` itself cannot be changed"),
        (values(ends="ttt.WINNER.copy()"), "holds only whole numbers"),
        # Whole numbers are not the fault of an answer that does not average at all.
        (
            values("max(after) if ttt.TURN[state] == 1 else min(after)", ends="ttt.WINNER.copy()"),
            "both sides play their best, although a policy is given",
        ),
        (
            values(f"{AVERAGE} if policy else max(after)"),
            "an array is neither true nor false; ask `policy is None`",
        ),
        ("def values(x=None, o=None):\n    return ttt.worst_case(x).as_x", "this has the shape ()"),
        (backward(name="values(x=None, o=None)"), "None has no rows; where `policy is None`"),
        (values(end="pass"), "a `return` is missing"),
        (values(name="values(x, o)"), "values() does not work without arguments"),
    ],
    "04.7": [
        (share().replace("    return", "        return"), "the `return` is inside the loop"),
        (share(answer="1 - good / len(ttt.UNDECIDED)"), "the share of positions with an error"),
        (share(answer="100 * good / len(ttt.UNDECIDED)"), "it is a percentage"),
        (share(answer="good / ttt.REACHABLE.sum()"), "where the game is over; divide by"),
        (
            share(good="(V[ttt.NEXT[state, cells]] == V[state]).any()"),
            "one good move is enough for it",
        ),
        (
            share(good="1 if V[ttt.NEXT[state, cells]] == V[state] else 0"),
            "`.all()` tells whether all are true",
        ),
        (share(answer="[good]"), "one number is asked for"),
        (share(answer="None"), "a `return` is missing"),
    ],
    "04.8": [
        (
            ERRORS.format(errors="(visits * (x * mistake).sum(1)).sum()"),
            "positions with O to move are counted too",
        ),
        (
            ERRORS.format(errors="(x * mistake).sum(1)[ttt.TURN == 1].sum()"),
            "only as often as its position is visited",
        ),
        (ERRORS.format(errors="visits * (x * mistake).sum(1)"), "one number is asked for"),
        (ERRORS.format(errors="((x * mistake).sum(0) * visits).sum()"), "is `.sum(1)`"),
        (ERRORS.format(errors="None"), "a `return` is missing"),
    ],
    "04.9": [
        (
            report(worst_x=f"np.mean({AS_X})"),
            "it is the mean, but a worst case should show even one bad seed",
        ),
        (report(worst_x=f"min({AS_O})"), "it is their value as O"),
        (report(worst_o=f"max({AS_X})"), "it is their value as X"),
        (report(worst_o=f"min({AS_X})"), "it is the worst of their values as X"),
        (report(worst_o=f"min({AS_O})"), "because values are to X and O wants them low"),
        (report(worst_x=f"max({AS_X})"), "because X wants the value high"),
        (report(o_pair="policy, random_policy"), "it is the outcome as X"),
        (report(axis=None), "'as O': three numbers are asked for"),
        ("def report_seeds(policies):\n    return 0.5", "the report is a dict of as X, as O"),
    ],
    "04.10": [
        ("arriving = [0.1, 0.4, 0.2]", "B passes a share on to D as well"),
        ("arriving = [0.1, 0.2, 0.2]", "A passes a share on to D as well"),
        ("arriving = [0.2, 0.8, 0.5]", "only half of all games come to A"),
        ("arriving = ['0.1', '0.6', '0.2']", "write the shares without quotes"),
        ("arriving = [0.2, 0.8 + 0.5, 0.5]", "by the share of the board above it"),
        ("arriving = [0.1, 0.4 * 0.2, 0.2]", "do not multiply it"),
        ("arriving = [0.25, 0.45, 0.2]", "A does not pass its share on in equal parts"),
        ("arriving = [0.4, 0.3, 0.2]", "the two lines of A are swapped"),
        ("arriving = [0.5, 0.9, 0.4]", "multiply it by the numbers on the lines"),
        ("arriving = [10, 60, 20]", "not a percentage"),
        ("arriving = [0.2, 0.6, 0.1]", "the order is C, D, E"),
        ("arriving = [0.1, 0.5, 0.2]", "the share of D is not 0.5"),
        ("arriving = 0.6", "three shares (of C, D and E) are asked for"),
        ("arriving = 'all'", "numbers are asked for"),
    ],
}
