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
    {start}
    for state in {order}:
        policy = {policy}
        for cell in np.flatnonzero(ttt.LEGAL[state]):
            {step}
    {end}
"""


def forward(
    zeros="np.zeros(19683)",
    start="share[ttt.START] = 1",
    order="ttt.UNDECIDED",
    policy="x if ttt.TURN[state] == 1 else o",
    step="share[ttt.NEXT[state, cell]] += share[state] * policy[state, cell]",
    end="return share",
):
    """The source of a forward pass with one thing about it changed."""
    return FORWARD.format(zeros=zeros, start=start, order=order, policy=policy, step=step, end=end)


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
A_LIST = "this is a list, and later cells need an array"
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
        cells = {cells}
        good += {good}
    return {answer}
"""


def share(
    cells="np.flatnonzero(policy[state])",
    good="(V[ttt.NEXT[state, cells]] == V[state]).all()",
    answer="good / len(ttt.UNDECIDED)",
):
    """The source of an optimal share with one thing about it changed."""
    return SHARE.format(cells=cells, good=good, answer=answer)


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
        (move(free="True"), "is taken; the player must answer with a free cell"),
        (move(answer="wins[0] if wins else dice.choice(free)"), "no dice, please"),
        (move(answer="wins[0]"), "your code raised IndexError"),
        (move(answer="wins or free"), "is not a cell"),
        (move(answer="None"), "a `return` is missing"),
        ("my_move = 4", "a function is asked for"),
    ],
    "04.2": [
        (
            forward(step="share[ttt.NEXT[state, cell]] = share[state] * policy[state, cell]"),
            "what they bring adds up: `+=`",
        ),
        (forward(start="pass"), "all games begin at the empty board, so its share is 1"),
        (
            forward(order="ttt.UNDECIDED[::-1]"),
            "go through `ttt.UNDECIDED` from small codes to large",
        ),
        (
            forward(step="share[ttt.NEXT[state, cell]] += share[state]"),
            "multiply by the probability of the move",
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
        (forward(zeros="[0] * 19683"), "this is a list, and later cells need an array"),
        (forward(policy="x"), "x moves for both sides"),
        (forward(policy="o"), "o moves for both sides"),
        (forward(policy="o if ttt.TURN[state] == 1 else x"), "x moves for O and o for X"),
        (forward(policy="x if ttt.TURN[state] else o"), "x moves for both sides"),
        (forward(zeros="np.zeros(19683, int)"), "holds whole numbers only"),
        (forward(zeros="ttt.WINNER * 0"), "holds whole numbers only"),
        (forward(end="return share[ttt.UNDECIDED]"), "the answer has shape (4520,)"),
        (forward(end="pass"), "a `return` is missing"),
        (
            forward(step="share[ttt.NEXT[state, cell]] += share[cell] * policy[state, cell]"),
            "the share of the games that come to this board is",
        ),
    ],
    "04.3": [
        (outcome(winners="(-1, 0, 1)"), "the order is X wins, nobody does, O wins"),
        (outcome(winners="(0, 1, -1)"), "and here the draws come first"),
        (outcome(winners="(1, -1, 0)"), "and here the draws come last"),
        (outcome(what="share[ttt.TERMINAL and ttt.WINNER == winner].sum()"), "`&` asks it of each"),
        (
            outcome(what="share[ttt.WINNER == winner].sum()"),
            "that counts games that are not over as draws",
        ),
        (
            outcome(what="share[ttt.TERMINAL & ttt.WINNER == winner].sum()"),
            "`&` binds more tightly than `==`",
        ),
        (outcome(what="(ttt.TERMINAL & (ttt.WINNER == winner)).sum()"), "that counts boards"),
        (outcome(share="1.0 * (ttt.visit_probabilities(x, o) > 0)"), "that counts positions"),
        (outcome(share="ttt.visit_probabilities(o, x)"), "x and o have changed places"),
        (outcome(winners="(1, -1)"), "three numbers are asked for"),
        (outcome(what="share[ttt.TERMINAL & (ttt.WINNER == winner)]"), "numbers"),
        (outcome(winners="(1, 0, 0)"), "some games are counted twice"),
        (outcome(winners="(1, -1, -1)"), "some games are missing"),
        ("def outcome(x, o):\n    ttt.outcome(x, o)", "a `return` is missing"),
    ],
    "04.4": [
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
    "04.5": [
        (backward("policy[state] @ after"), "take `policy[state, cells]`"),
        (backward(order="ttt.UNDECIDED"), "go from the largest code down: `ttt.UNDECIDED[::-1]`"),
        (
            backward(ends="ttt.WINNER.copy()"),
            "holds whole numbers only, so each value loses what is after its point",
        ),
        (backward(ends="np.zeros(19683)"), "finished games have no value yet"),
        (backward(policy="x"), "x moves for both sides"),
        (backward(policy="o if ttt.TURN[state] == 1 else x"), "x moves for O and o for X"),
        (backward("after.mean()"), "weigh each by its probability"),
        (backward("sum(after)"), "that adds the values up"),
        (
            backward("max(after) if ttt.TURN[state] == 1 else min(after)"),
            "that is best play; here both policies are given",
        ),
        (backward(end="return V[ttt.START]"), "has shape ()"),
        (backward(end="pass"), "a `return` is missing"),
        (backward(f"ttt.TURN[state] * ({AVERAGE})"), "do not multiply by `ttt.TURN`"),
        (backward(ends="ttt.WINNER"), "`ttt.WINNER` itself cannot be changed"),
        (backward(ends="[*ttt.WINNER]").replace("V[ttt.NEXT[state, cells]]", LOOKED_UP), A_LIST),
        (backward(f"{AVERAGE} + 0.1"), "averages over its policy"),
    ],
    "04.6": [
        (values(BEST.replace("[state, cells]", "[state]")), "take `policy[state, cells]`"),
        (values(BEST.replace("(after) if", "(V[ttt.NEXT[state]]) if")), "taken ones included"),
        # Both sides hurt the policy that is given, or both help it.
        (
            values(f"min(after) if policy is None else {AVERAGE}"),
            "min for both sides; X wants its value high",
        ),
        (
            values(f"max(after) if policy is None else {AVERAGE}"),
            "max for both sides; O wants the value low",
        ),
        (
            values(BEST.replace("max", "low").replace("min", "max").replace("low", "min")),
            "X takes the lowest and O the highest; values are to X",
        ),
        # A best reply that is averaged: what random play would do.
        (
            values(f"after.mean() if policy is None else {AVERAGE}"),
            "whose policy is None plays its best",
        ),
        # Minimax, whatever is given.
        (
            values("max(after) if ttt.TURN[state] == 1 else min(after)"),
            "both sides play their best, although a policy is given",
        ),
        # The question whose policy is None, the wrong way round, and before whose turn it is.
        (values(BEST.replace("is None", "is not None")), "ask it the other way round"),
        (
            values(f"max(after) if x is None else min(after) if o is None else {AVERAGE}"),
            "first find out whose turn it is",
        ),
        (values(ends="ttt.WINNER"), "`ttt.WINNER` itself cannot be changed"),
        # The right rule, but from the small codes to the large ones, or in whole numbers.
        (values(order="ttt.UNDECIDED"), "go from the largest code down"),
        (values(ends="ttt.WINNER.copy()"), "holds whole numbers only"),
        # Whole numbers are not the fault of an answer that does not average at all.
        (
            values("max(after) if ttt.TURN[state] == 1 else min(after)", ends="ttt.WINNER.copy()"),
            "both sides play their best, although a policy is given",
        ),
        (
            values(f"{AVERAGE} if policy else max(after)"),
            "an array is neither true nor false: ask `policy is None`",
        ),
        ("def values(x=None, o=None):\n    return ttt.worst_case(x).as_x", "has shape ()"),
        (backward(name="values(x=None, o=None)"), "None has no rows: where `policy is None`"),
        (values(end="pass"), "a `return` is missing"),
        (values(name="values(x, o)"), "values() does not work without arguments"),
    ],
    "04.7": [
        (share(answer="1 - good / len(ttt.UNDECIDED)"), "the share of positions with an error"),
        (share(answer="good"), "that is how many there are"),
        (share(answer="good / 19683"), "a share of all codes"),
        (share(answer="good / ttt.REACHABLE.sum()"), "where the game is over; divide by"),
        (
            share(good="(V[ttt.NEXT[state, cells]] == V[state]).mean()"),
            "that averages over the moves of a position",
        ),
        (
            share(good="(V[ttt.NEXT[state, cells]] == V[state]).any()"),
            "one good move is not enough",
        ),
        (share(cells="policy[state].argmax()"), "look at every move that it may make"),
        (
            share(
                cells="np.flatnonzero(ttt.LEGAL[state])",
                good="policy[state, cells] @ (V[ttt.NEXT[state, cells]] == V[state])",
            ),
            "that weighs each move by its probability",
        ),
        (
            share(cells="np.flatnonzero(ttt.LEGAL[state])"),
            "look only at the moves that it may make",
        ),
        (
            share(good="sum(V[ttt.NEXT[state, cells]] == V[state])"),
            "that counts moves; a position counts once",
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
            ERRORS.format(errors="visits[[s for s in ttt.errs(x) if ttt.TURN[s] == 1]].sum()"),
            "x errs there only sometimes",
        ),
        (
            ERRORS.format(errors="(x * mistake).sum(1)[ttt.TURN == 1].sum()"),
            "only as often as its position is visited",
        ),
        (
            ERRORS.format(errors="(visits * mistake.any(1))[ttt.TURN == 1].sum()"),
            "whether a wrong move exists",
        ),
        (
            ERRORS.format(errors="(visits[:, None] * mistake)[ttt.TURN == 1].sum()"),
            "not those that x makes",
        ),
        (
            ERRORS.format(errors="(visits * (x * mistake).sum(1))[ttt.TURN == 1].sum()").replace(
                "visit_probabilities(x, o)", "visit_probabilities(o, x)"
            ),
            "x and o have changed places in the visits; x comes first",
        ),
        (ERRORS.format(errors="visits * (x * mistake).sum(1)"), "one number is asked for"),
        (ERRORS.format(errors="None"), "a `return` is missing"),
    ],
    "04.9": [
        (report(worst_x=f"np.mean({AS_X})"), "'worst X' is not right: that is the mean"),
        (report(worst_o=f"min({AS_O})"), "since values are to X and O wants them low"),
        (report(worst_x=f"max({AS_X})"), "since X wants its value high"),
        (report(o_pair="policy, random_policy"), "that is the outcome as X"),
        (report(axis=None), "three numbers are asked for, not one"),
        ("def report_seeds(policies):\n    return 0.5", "the report is a dict of as X, as O"),
    ],
}


SAID = {
    "04.1": {
        "the player moves for O as well": (
            "They think of X only; the player answers for whoever is to move."
        ),
        "could complete a line in cell": ("They follow their rule of thumb and walk past a win."),
        "no dice, please": (
            "They choose at random between equals, and a table is filled only once."
        ),
    },
    "04.2": {
        "what they bring adds up: `+=`": (
            "They overwrite: a board is reached by several moves, and what they bring adds up."
        ),
        "multiply each by the share of the position it starts from": (
            "They hand on the chance of the move and forget how many games were there at all."
        ),
        "only the side to move has a say": "They let both players move on every board.",
    },
    "04.3": {
        "that counts boards": (
            "They count boards that end the game; the question is how many games end there."
        ),
        "x and o have changed places": (
            "They take the players in the other order; who comes first plays X."
        ),
        "some games are missing": "They forget one of the three ways a game can end.",
    },
    "04.4": {
        "nobody wins; you made no move that loses": (
            "They play well, which is not enough: look for the reply that is not in its book."
        ),
        "list only your own moves, those of X": (
            "They write down the moves of both sides; only X's are asked for."
        ),
    },
    "04.5": {
        "that is best play; here both policies are given": (
            "They let each side choose its best; both have a policy here, and it is weighed."
        ),
        "go from the largest code down: `ttt.UNDECIDED[::-1]`": (
            "They go from the beginning of the game; the values come from its end."
        ),
        "that adds the values up": (
            "They add the values up without weighing them by how likely the moves are."
        ),
    },
    "04.6": {
        "both sides play their best, although a policy is given": (
            "They let both sides choose freely; one of them is stuck with its policy."
        ),
        "max for both sides; O wants the value low": (
            "They take the highest for both sides, and O wants it low."
        ),
        "X takes the lowest and O the highest; values are to X": (
            "They have the sides the wrong way round: values are always to X."
        ),
    },
    "04.7": {
        "the share of positions with an error": (
            "They count the errors; the optimal share counts the positions without one."
        ),
        "one good move is not enough": (
            "They are content when one of its moves is right; it may still make another."
        ),
        "where the game is over; divide by": (
            "They divide by all boards, also those on which nobody moves."
        ),
    },
    "04.8": {
        "positions with O to move are counted too": (
            "They count the errors of both sides, and only X's belong to this player."
        ),
        "only as often as its position is visited": (
            "They count each position once, however rarely a game gets there."
        ),
    },
    "04.9": {
        "since values are to X and O wants them low": (
            "They take the lowest for O as its worst case; for O the highest value is the worst."
        ),
        "'worst X' is not right: that is the mean": (
            "They average over the seeds, where the worst of them is asked for."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
