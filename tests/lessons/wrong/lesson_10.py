"""Wrong answers to the exercises of lesson 10, each with a piece of the reason it must get."""

STEP = """
def my_step(ratings, scores, k):
    difference = {difference}
    expected = 1 / (1 + {base} ** (-difference / 400))
    return {result}
"""
DIFFERENCE = "ratings[:, None] - ratings"
RESULT = "ratings + k * (scores - expected).sum(1)"


def step(difference=DIFFERENCE, base="10", result=RESULT):
    """The source of a step with one thing about it changed."""
    return STEP.format(difference=difference, base=base, result=result)


STEEP = step().replace("-difference / 400", "-difference")

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
    wins = [cell for cell in free if ttt.WINNER[ttt.NEXT[state, cell]] {won}]
    safe = []
    for cell in free:
        after = ttt.NEXT[state, cell]
        lines = [d for d in range(9) if {where} and ttt.WINNER[ttt.NEXT[after, d]] {lost}]
        safe += [cell] * {safe}
    return (wins or safe or free)[0]
"""
ADA = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def ahead(order=ADA, won="!= 0", where="ttt.LEGAL[after, d]", lost="!= 0", safe="(not lines)"):
    """The source of a player that looks at the other side's replies, with one thing changed."""
    return AHEAD.format(order=order, won=won, where=where, lost=lost, safe=safe)


def my_player(cell):
    """The source of a player that takes this cell."""
    return MY_PLAYER.format(cell=cell)


COPY, ROW = "mended = policy.copy()", "mended[mistake.state] = np.eye(9)[mistake.right[0]]"
PART = "mended[mistake.state, list(mistake.right)]"


def mend(*steps):
    """The source of a function that mends in these steps."""
    return "\n    ".join(["def my_mend(policy, mistake):", *steps, "return mended"])


WRONG = {
    "10.1": [
        (step(difference="ratings - ratings[:, None]"), "exchanged in the expected score"),
        (step(base="np.e"), "the base is 10, and you have e"),
        (step(result=f"list({RESULT})"), "it returns a list; make it an array"),
        (STEEP, "to be divided by 400"),
        (step(result="ratings + k * (scores - 0.5).sum(1)"), "one half is not what is foretold"),
        (
            step(result="ratings + k * (scores - expected).sum(1) / (len(ratings) - 1)"),
            "averaged over the others",
        ),
        (step(result="k * (scores - expected).sum(1)"), "that is the change alone"),
        (step(result="ratings + (scores - expected).sum(1)"), "not multiplied by k"),
        (step(result="ratings + k * (scores - expected).mean(1)"), "averaged over the players"),
        (step(result="ratings + k * (scores - expected).sum(0)"), "the wrong sign"),
        (step(result="ratings + k * (scores - expected)"), "it returns the shape (2, 2)"),
        (IN_TURN, "all players move at once"),
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
            "a opens in cell 0, and there b replies in cell 4",
        ),
        (
            "circle = [with_moves({3: 1}), *circle_solution[1:]]",
            "illegal cell in state 3. The board, state 3: . X .",
        ),
        ("circle = ['a', 'b', 'c']", "a policy is an array"),
    ],
    "10.3": [
        (hunter("perfect"), "the same; it must make use"),
        (hunter("ttt.best_reply(policies[0])"), "it answers the first of them only"),
        (hunter("np.mean(policies, axis=0)"), "it scores 0.5000 and minimax 0.9363: look for"),
        (
            hunter("np.mean([ttt.best_reply(p) for p in policies], axis=0)"),
            "what pays against all of them together",
        ),
        (hunter("ttt.best_reply(sum(policies))"), "the sum of several policies is none"),
        (hunter("None"), "it returns None"),
    ],
    "10.4": [
        (my_player("(block or wins or free)[0]"), "a win comes before a block"),
        (my_player("(wins or free)[0]"), "it blocks nothing; look for the other side's lines"),
        (ahead(where="True"), "at free cells only (for a taken one `NEXT` is -1"),
        (ahead(where="True", lost="== -ttt.TURN[state]"), "as X it blocks nothing"),
        (ahead(lost="== -1"), "as O it blocks nothing; the player plays O as well"),
        (ahead(won="== 1", lost="== -1"), "it sees the board as X does"),
        (ahead(safe="bool(lines)"), "the test for safe cells is turned round"),
        (ahead(order=range(9)), "in the order of Ada's rule 4 comes before it"),
        (
            "def my_player(state):\n    return int(perfect[state].argmax())",
            "in the order of Ada's rule",
        ),
        (my_player("([c for c in block if c not in wins] or free)[0]"), "could complete"),
        (my_player("(wins or block or [4])[0]"), "cell 4 is taken"),
        (my_player("wins"), "is not a cell"),
        (my_player("np.random.default_rng().choice(wins or block or free)"), "no dice here"),
        (my_player("None"), "it returns None"),
    ],
    "10.5": [
        (mend("mended = policy.copy()"), "nothing has changed"),
        (mend("mended = policy", ROW), "it changes the policy it is given"),
        (mend(COPY, "mended[mistake.state, mistake.right[0]] = 1"), "keep their probabilities"),
        (mend(COPY, "mended[mistake.state] = np.eye(9)[mistake.cell]"), "the wrong cell"),
        (
            mend(COPY, "mended[mistake.state] = 0", f"{PART} = 1 / len(mistake.right)"),
            "only the first of the right cells",
        ),
        (mend(COPY, ROW).replace("return mended", "return list(mended)"), "it returns a list"),
        (mend(COPY, "mended[mistake.state] = 0"), "sums to 0, and probabilities sum to 1"),
        (mend("mended = minimax_first"), "other positions have changed, too"),
        (mend(COPY, ROW).replace("return mended", "pass"), "None"),
    ],
}


SAID = {
    "10.1": {
        "exchanged in the expected score": (
            "They mix up who is better and who is worse, so that the favourite is foretold to lose."
        ),
        "that is the change alone": ("They return the change and forget to add it to the rating."),
        "all players move at once": (
            "They go through the players one by one, and the later ones see ratings that have "
            "moved."
        ),
    },
    "10.2": {
        "the other way round": (
            "They have a circle, but it runs the other way: who falls into a trap loses."
        ),
        "a scores 0.500 against b": (
            "They give the three no traps, and then perfect players only draw."
        ),
        "c scores 0.0": (
            "They take a strong, a middling and a weak player; that is a ladder, not a circle."
        ),
    },
    "10.3": {
        "the same; it must make use": (
            "They answer with perfect play, which makes nothing of anybody's habits."
        ),
        "it answers the first of them only": (
            "They study one opponent, and forget that all the others are coming, too."
        ),
    },
    "10.4": {
        "a win comes before a block": (
            "They have just learned to block, and now they block where they could win."
        ),
        "it blocks nothing; look for the other side's lines": (
            "They look for lines of their own only, and never at the one that the other side is "
            "about to complete."
        ),
    },
    "10.5": {
        "keep their probabilities": (
            "They add the right cell and leave the wrong one its share, so the row sums to two."
        ),
        "it changes the policy it is given": (
            "They mend the player itself and not a copy, and then there is nothing to compare with."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
