"""Wrong answers to the exercises of lesson 10, each with a piece of the reason it must get."""

STEP = """
def my_step(ratings, scores, k):
    difference = {difference}
    expected = 1 / (1 + 10 ** (-difference / 400))
    return {result}
"""
DIFFERENCE = "ratings[:, None] - ratings"
RESULT = "ratings + k * (scores - expected).sum(1)"


def step(difference=DIFFERENCE, result=RESULT):
    """The source of a step with one thing about it changed."""
    return STEP.format(difference=difference, result=result)


IN_TURN = """
def my_step(ratings, scores, k):
    ratings = ratings.copy()
    for i in range(len(ratings)):
        expected = 1 / (1 + 10 ** (-(ratings[i] - ratings) / 400))
        ratings[i] += k * (scores[i] - expected).sum()
    return ratings
"""

IN_PLACE = """
def my_step(ratings, scores, k):
    expected = 1 / (1 + 10 ** (-(ratings[:, None] - ratings) / 400))
    ratings += k * (scores - expected).sum(1)
    return ratings
"""

HUNTER = """
def my_hunter(policies):
    return {policy}
"""


def hunter(policy):
    """The source of a hunter that returns this."""
    return HUNTER.format(policy=policy)


MY_PLAYER = """
def my_player(state):
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if ttt.LEGAL[state, cell]]
    wins = [cell for cell in free if ttt.WINNER[ttt.NEXT[state, cell]] != 0]
    block = built.completing(state, -ttt.TURN[state])
    return {cell}
"""


AHEAD = """
def my_player(state):
    free = [cell for cell in {order} if ttt.LEGAL[state, cell]]
    wins = [cell for cell in free if ttt.WINNER[ttt.NEXT[state, cell]] != 0]
    safe = []
    for cell in free:
        after = ttt.NEXT[state, cell]
        lines = [d for d in range(9) if {where} and ttt.WINNER[ttt.NEXT[after, d]] != 0]
        safe += [cell] * (not lines)
    return (wins or safe or free)[0]
"""
ADA = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def ahead(order=ADA, where="ttt.LEGAL[after, d]"):
    """The source of a player that looks at the other side's replies, with one thing changed."""
    return AHEAD.format(order=order, where=where)


def my_player(cell):
    """The source of a player that takes this cell."""
    return MY_PLAYER.format(cell=cell)


COPY, ROW = "mended = policy.copy()", "mended[mistake.state] = np.eye(9)[mistake.right[0]]"


def mend(*steps):
    """The source of a function that mends in these steps."""
    return "\n    ".join(["def my_mend(policy, mistake):", *steps, "return mended"])


WRONG = {
    "10.1": [
        (step(difference="ratings - ratings[:, None]"), "exchanged in the expected score"),
        (step(result="k * (scores - expected).sum(1)"), "the change alone"),
        (step(result="ratings + k * (scores - expected)"), "it returns the shape (2, 2)"),
        (step(result="ratings + k * (scores - expected).sum(0)"), "it sums down the columns"),
        (IN_TURN, "all change at once"),
        (IN_PLACE, "it changes the ratings it is given"),
        (STEP.replace("return {result}", "pass").format(difference=DIFFERENCE, base=10), "None"),
    ],
    "10.2": [
        ("circle = [minimax_first, minimax_first, minimax_first]", "a scores 0.500 against b"),
        ("circle = list(reversed(circle_solution))", "the other way round"),
        ("circle = circle_solution[:2]", "a list of three policies"),
        ("circle = [held.policies[n] for n in ('minimax', 'td', 'random')]", "c scores 0.0"),
        (
            "circle = [with_moves({0: 0}), with_moves({0: 4}), with_moves({0: 1})]",
            "a opens in cell 0, and b replies in cell 4",
        ),
        (
            "circle = [with_moves({3: 1}), *circle_solution[1:]]",
            "illegal cell in state 3. The board, state 3: . X .",
        ),
        ("circle = ['a', 'b', 'c']", "a policy of tic-tac-toe is an array"),
    ],
    "10.3": [
        (hunter("perfect"), "that is no more; make use of the others' mistakes"),
        (hunter("ttt.best_reply(policies[0])"), "it answers only the first of them"),
        (hunter("np.mean(policies, axis=0)"), "it scores 0.5000, and minimax 0.9363: look for"),
        (
            hunter("np.mean([ttt.best_reply(p) for p in policies], axis=0)"),
            "what pays against all of them together",
        ),
        (hunter("ttt.best_reply(sum(policies))"), "the mean of several policies is a policy"),
        (hunter("ttt.best_reply(np.max(policies, axis=0))"), "neither are their largest numbers"),
        (hunter("None"), "it returns None"),
    ],
    "10.4": [
        (my_player("(block or wins or free)[0]"), "a win comes before a block"),
        (my_player("(wins or free)[0]"), "it blocks nothing; look for the other side's lines"),
        (ahead(where="True"), "at free cells only (for a taken cell `NEXT` is -1"),
        (ahead(order=range(9)), "but cell 4 comes before it in the order of Ada's rule"),
        (
            "def my_player(state):\n    return int(perfect[state].argmax())",
            "in the order of Ada's rule",
        ),
        (my_player("([c for c in block if c not in wins] or free)[0]"), "could complete"),
        (my_player("(wins or block or [4])[0]"), "cell 4 is taken"),
        (my_player("wins"), "is not a cell"),
        (my_player("np.random.default_rng().choice(wins or block or free)"), "no dice, please"),
        (my_player("None"), "it returns None"),
    ],
    "10.5": [
        (mend("mended = policy.copy()"), "nothing has changed"),
        (mend("mended = policy", ROW), "it changes the policy it is given"),
        (mend(COPY, "mended[mistake.state, mistake.right[0]] = 1"), "keep their probabilities"),
        (mend(COPY, ROW).replace("return mended", "return list(mended)"), "it returns a list"),
        (mend(COPY, "mended[mistake.state] = 0"), "sums to 0, but probabilities sum to 1"),
        (mend("mended = minimax_first"), "other positions have changed, too"),
        (mend(COPY, ROW).replace("return mended", "pass"), "None"),
    ],
}
