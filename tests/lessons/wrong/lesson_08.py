"""Wrong answers to the exercises of lesson 08, each with a piece of the reason it must get."""

FORWARD = """
def my_forward(x, W1, b1, W2, b2):
    s = x @ W1 + b1
    h = {h}
    z = h @ W2 + b2
    p = {p}
    return {back}
"""
RELU, SOFTMAX = "np.maximum(s, 0)", "np.exp(z - z.max()) / np.exp(z - z.max()).sum()"


def forward(h=RELU, p=SOFTMAX, back="h, p"):
    """The source of the forward pass with one thing about it changed."""
    return FORWARD.format(h=h, p=p, back=back)


DELTA = """
def my_delta(p, action, legal, reward):
    t = np.zeros(9)
    if {won}:
        t[action] = 1
    else:
        others = {others}
        others[action] = False
        t[{where}] = {share}
    return {back}
"""


def delta(
    won="reward >= 0",
    others="legal.copy()",
    where="others",
    share="1 / others.sum()",
    back="abs(reward) * (p - t)",
):
    """The source of the output delta with one thing about it changed."""
    return DELTA.format(won=won, others=others, where=where, share=share, back=back)


SLOPES = """
def my_slopes(x, h, delta, W2):
    back = {back}
    return {found}
"""


def slopes(
    back="(W2 @ delta) * (h > 0)", found="np.outer(x, back), back, np.outer(h, delta), delta"
):
    """The source of the slopes with one thing about them changed."""
    return SLOPES.format(back=back, found=found)


LEARN = """
def my_learn(game, parts, rate):
    state = ttt.START
    for i, action in enumerate(game.history):
        if {turn}:
            reward = {reward}
            x = two_bits({board})
            h, p = forward(x, *parts)
            delta = delta_of(p, action, ttt.LEGAL[state], reward)
            slopes = slopes_of(x, h, delta, parts[2])
            for k, (part, slope) in enumerate(zip(parts, slopes, strict=True)):
                {step}
        state = ttt.next_state(state, action)
"""


OTHERS = "(ttt.LEGAL[state].sum() - 1)"
DIVIDES = f"delta = {OTHERS} / {OTHERS} * delta_of("


def learn(
    turn="ttt.TURN[state] == -1",
    reward="reward_of(game, i)",
    board="state",
    step="part -= rate * slope",
):
    """The source of learning from a game with one thing about it changed."""
    return LEARN.format(turn=turn, reward=reward, board=board, step=step)


UNIT = """
w = np.zeros(18)
{weights}
b = {bias}
"""


def unit(weights="w[[1, 3]] = 1; w[[4, 5]] = -1", bias="-1.0"):
    """The source of a unit with one thing about it changed."""
    return UNIT.format(weights=weights, bias=bias)


SURPRISE = """
def first_slope(t, z, j):
    return {first}

def second_slope(z, j):
    return {second}

def error(p, t):
    return {error}
"""


def surprise(first="-t[j]", second="np.exp(z[j]) / np.exp(z).sum()", error="p - t"):
    """The source of the three slopes with one thing about them changed."""
    return SURPRISE.format(first=first, second=second, error=error)


def rest(line, won="o_wins", lost="x_wins"):
    """The source of the point of rest, computed by one line."""
    head = f"def my_rest(win, draw, loss):\n    a = win * seen.{won} + draw * seen.draws\n"
    return f"{head}    b = -loss * seen.{lost}\n    return {line}\n"


REWARDS = """
my_prediction = {prediction}
my_rewards = {rewards}
"""


def rewards(win=0.3, draw=0.1, loss=-2.0, prediction=10):
    """The source of an answer to the last exercise."""
    chosen = {"win": win, "draw": draw, "loss": loss}
    return REWARDS.format(prediction=prediction, rewards=chosen)


WRONG = {
    "08.1": [
        (unit("w[[0, 2]] = 1; w[[4, 5]] = -1"), "it sees a threat of X"),
        (unit(bias="0"), "it is on here"),
        (unit(bias="-2"), "it is on nowhere"),
        (unit("w[[1, 3]] = 1"), "it is on here"),
        (unit("w[[1, 3]] = 1; w[4] = -1"), "it is on here"),
        (unit("w[[1, 3]] = 1; w[[4, 5]] = -1; w[6] = -2"), "it is off here"),
        (unit().replace("18", "9").replace("[4, 5]", "[4, 5][:1]"), "has the shape (9,)"),
        (unit(bias="'low'"), "the bias is"),
    ],
    "08.2": [
        (forward(h="s"), "the hidden layer is not bent"),
        (forward(h="abs(s)"), "bent by abs"),
        (forward().replace("x @ W1", "W1 @ x"), "it stands on the left, `x @ W1`"),
        (forward(h="max(s, 0)"), "`np.maximum(numbers, 0)` puts 0 in place"),
        # The line is the reader's, not that of NumPy in which it came out.
        (forward(h="np.max(0, s)"), "line 4 of my_forward"),
        (forward(h="np.maximum(s - b1, 0)"), "the bias b1 is missing"),
        (forward(p=SOFTMAX.replace("z", "(z - b2)")), "the bias b2 is missing"),
        (forward(p="z"), "these are the sums z"),
        (forward(p="np.maximum(z, 0)"), "by relu, and not by softmax"),
        (forward(p="np.exp(z)"), "not divided by the sum"),
        (forward(p="z / z.sum()"), "without taking e**z"),
        (forward(p="1 / (1 + np.exp(-z))"), "this is a sigmoid"),
        (forward(p="np.exp(-z) / np.exp(-z).sum()"), "the wrong sign"),
        (forward(p="np.exp(z) / np.exp(z).sum()"), "overflows"),
        (forward(back="p"), "one thing where two"),
        (forward(back="p, h"), "have changed places"),
        (forward(back="None"), "it returns nothing"),
        (forward(p="z * 0 + 1 / 9"), "is not the softmax of z"),
        (forward(h="np.maximum(x @ W1, 0) + b1"), "the hidden layer is not x @ W1 + b1"),
        (forward(back="z, p"), "h has the shape (9,), not (12,)"),
        (forward(back="h, p[None]"), "p has the shape (1, 9), not (9,)"),
        (forward(back="h, p.argmax()"), "p has the shape (), not (9,)"),
        (forward(back="h, z, p"), "it returns 3 things"),
        (forward().replace("s = x @ W1 + b1", "b1 += x @ W1; s = b1"), "it changes b1 itself"),
        (forward(back="list(h), p"), "h is a list; make it an array: np.array(...)"),
        (forward(back="h, [v / sum(p) for v in p]"), "p is a list; make it an array"),
        (
            forward().replace("x @ W1 + b1", "sum(x[i] * W1[i] for i in range(18)) + b1"),
            "take the sizes from the arrays",
        ),
        (forward(p=f"np.array([({SOFTMAX})[j] for j in range(9)])"), "take the sizes"),
        ("my_forward = 0.5", "a function is asked for"),
    ],
    "08.3": [
        (surprise(first="t[j]"), "`first_slope`: when z[0]"),
        (surprise(first="t[j]"), "the minus in front"),
        (surprise(second="..."), "`second_slope` is still ..."),
        (surprise(first="-t.sum()"), "one of the nine terms"),
        (surprise(first="-t[j] * z[j]"), "the slope of t * z is t"),
        (surprise(first="-z[j]"), "here z_j grows"),
        (surprise(second="1 / np.exp(z).sum()"), "the inner derivative is missing"),
        (surprise(second="np.exp(z[j])"), "that is the inner derivative alone"),
        (surprise(second="z[j]"), "not its slope"),
        (surprise(error="t - p"), "the sign"),
        (surprise(error="-t * p"), "not multiplied"),
        (surprise(error="-t / p"), "that is the slope in each p"),
        (surprise(error="p"), "one of the two parts"),
        (surprise(error="p - t + 1"), "the first output has the slope"),
    ],
    "08.4": [
        (delta(back="abs(reward) * (t - p)"), "the wrong sign"),
        (delta(back="reward * (p - t)"), "a loss has the wrong sign"),
        (delta(back="p - t"), "the size of the reward is missing"),
        (delta(won="True"), "not the move that lost"),
        (delta(won="True", back="reward * (p - t)"), "only a win turned round"),
        (delta(where="legal", share="1 / legal.sum()"), "the move made has a share"),
        (delta(others="np.ones(9, bool)"), "the taken cells have shares"),
        (
            delta(where="legal", share="1 / legal.sum()").replace(
                "    return", "    t[action] = (reward >= 0)\n    return"
            ),
            "by the number of the *other* free cells",
        ),
        (delta(won="reward > 0.3"), "a draw is taken for a loss"),
        (delta(won="reward >= 0.5"), "a draw is taken for a loss"),
        (delta(back="list(abs(reward) * (p - t))"), "it returns a list; make it an array"),
        (delta(share="1"), "do not sum to 1"),
        (delta(share="0"), "the target is 0 everywhere"),
        (delta(where="action", share="-1"), "is -1, not 0"),
        (delta(back="abs(reward) * p - t"), "multiplies p only"),
        (delta(back="abs(reward) * (np.where(legal, p, 0) - t)"), "must learn that"),
        (delta(others="legal"), "it changes `legal` itself"),
        (delta().replace("t =", "p -= 1; t ="), "it changes `p` itself"),
        (delta(won="reward > 1"), "a reward is seldom above 1"),
        (delta(won="reward == 1"), "no reward is exactly 1: it holds"),
        (
            delta(won="reward == 1").replace("    else:", "    elif reward == -2:"),
            "no reward is exactly 1, 0.3 or -2",
        ),
        (delta(back="abs(reward) * (p - t) ** 2"), "after the move in cell"),
        ("def my_delta(p, action, legal, reward):\n    return p[action] - 1", "nine numbers"),
    ],
    "08.5": [
        (slopes(back="W2 @ delta"), "a unit that is off gets an error"),
        (slopes(back="(W2 @ delta) * h"), "multiplied by h"),
        (slopes(back="h"), "W2 does not bring the error back"),
        (
            slopes(found="-np.outer(x, back), -back, -np.outer(h, delta), -delta"),
            "the wrong sign: a slope says",
        ),
        (
            slopes(found="np.outer(back, x), back, np.outer(h, delta), delta"),
            "has the shape (6, 18), not (18, 6): turn the two",
        ),
        (slopes(found="np.outer(x, back), back, np.outer(h, delta), 2 * delta"), "else of b2"),
        (slopes(found="np.outer(x, back), back"), "four arrays are asked for"),
        (
            slopes(found="np.outer(h, delta), delta, np.outer(x, back), back"),
            "the four stand in another order",
        ),
        (
            slopes(found="np.outer(x, back), back, np.outer(h > 0, delta), delta"),
            "h times delta: h itself, not (h > 0)",
        ),
        (
            slopes(found="np.outer(x, back), back, np.outer(h, delta).tolist(), delta"),
            "the slope of W2 is a list; make it an array",
        ),
        (slopes(found="None"), "it returns nothing"),
        (slopes(found="np.outer(x, back), 0 * back, np.outer(h, delta), delta"), "error of its"),
        (
            slopes(found="np.outer(x, back), back, np.outer(h, delta), delta * 0"),
            "the delta of its",
        ),
        (slopes(found="np.outer(x, back), back, 2 * np.outer(h, delta), delta"), "else of W2."),
        (slopes(back="delta @ W2"), "`W2 @ delta` adds up what each hidden unit"),
        (slopes(found="x * back, back, np.outer(h, delta), delta"), "`np.outer(x, back)`"),
        (slopes(found="x[99], back, delta, h"), "your code raised IndexError"),
        ("my_slopes = None", "a function is asked for"),
    ],
    "08.6": [
        (
            learn(reward="{-1: 1.0, 0: 0.3, 1: -2.0}[game.winner]"),
            "the importance of the move is missing",
        ),
        (learn(reward="reward_of(game, 0)"), "every move has the importance of the first"),
        (learn(reward="game.winner"), "`game.winner` is no reward, and it is to X"),
        (learn(reward="-game.winner"), "minus `game.winner`"),
        (learn(step="parts[k] = part - rate * slope"), "puts a new array into the list"),
        (
            learn(step="pass").replace(
                "            slopes =",
                "            parts[2] -= rate * np.outer(h, delta)\n"
                "            parts[3] -= rate * delta\n"
                "            back = (parts[2] @ delta) * (h > 0)\n"
                "            parts[0] -= rate * np.outer(x, back)\n"
                "            parts[1] -= rate * back\n"
                "            slopes =",
            ),
            "compute all four slopes first",
        ),
        (learn(turn="True"), "X's moves are learned, too"),
        (learn(turn="ttt.TURN[state] == 1"), "it learns X's moves"),
        # With a delta of one's own, which divides by no other cells.
        (learn(turn="True").replace("delta = delta_of(", DIVIDES), "X's moves are learned, too"),
        (
            learn(turn="i % 2").replace("        state = ttt.next_state(state, action)\n", ""),
            "of the empty board at every move",
        ),
        (learn(reward="reward_of(game, i // 2)"), "yours only those of O"),
        (learn(step="part -= rate * reward * slope"), "in the delta already"),
        (
            learn(reward="{1: 1.0, 0: 0.3, -1: -2.0}[game.winner] * (0.5 + 0.5 * i / len(game))"),
            "your code raised TypeError",
        ),
        (learn(board="ttt.next_state(state, action)"), "after the move"),
        (learn(step="part += rate * slope"), "the wrong sign: a step downhill"),
        (learn(step="part -= slope"), "the rate is missing"),
        (learn(step="part = part - rate * slope"), "it leaves all four arrays as they were"),
        (learn(step="part -= 2 * rate * slope"), "each of O's moves takes a step of its own"),
        (learn(step="k == 0 and part.__isub__(rate * slope)"), "b1 and W2 and b2 did not change"),
        ("my_learn = 1", "a function is asked for"),
    ],
    "08.7": [
        (rest("a / b"), "a / b is no probability"),
        (rest("b / (a + b)"), "that is 1 - p"),
        (rest("win / (win - loss)"), "draws pay, too, and each reward counts as often"),
        (rest("a / (a - b)"), "a loss is below 0"),
        (rest("a / (a + b)", "x_wins", "o_wins"), "wins and losses have changed places"),
        (rest("a - b"), "what a game pays on average"),
        (rest("win * seen.o_wins / (win * seen.o_wins + b)"), "draws pay, too"),
        (rest("(win + draw) / (win + draw - loss)"), "each counts as often as its result"),
        (rest("seen.o_wins + seen.draws"), "without what each result pays"),
        (rest("100 * a / (a + b)"), "that is a percentage"),
        (rest("0.5"), "the point of rest is"),
        (
            "def my_rest(win, draw, loss):\n"
            "    a, b = 1.0 * seen.o_wins + 0.3 * seen.draws, 2.0 * seen.x_wins\n"
            "    return a / (a + b)\n",
            "do not type the rewards of the program",
        ),
    ],
    "08.8": [
        (
            rewards(1.0, 0.2, -1.0),
            "the 15 of the code's rewards begins at 21: beside a win, a loss",
        ),
        (rewards(1.0, 0.3, -4.0), "makes the steps too large"),
        (rewards(draw=0.4), "a draw pays more than a win"),
        (rewards(1.0, 0.3, 2.0), "else it learns to lose"),
        (rewards(prediction=92), "from 0 to 24"),
        (rewards(loss="low"), "each reward is a number"),
    ],
}


SAID = {
    "08.1": {
        "it sees a threat of X": (
            "They look at their own marks; a threat to X is made of two O and an empty cell."
        ),
        "it is on nowhere": ("They set the bias so low that nothing can switch the unit on."),
    },
    "08.2": {
        "the hidden layer is not bent": (
            "They leave the bend out; without it two layers are no more than one."
        ),
        "not divided by the sum": (
            "They forget to divide, and then the nine numbers are no probabilities."
        ),
        "the bias b2 is missing": "They forget the bias of the second layer.",
    },
    "08.3": {
        "the minus in front": (
            "They forget that the surprise has a minus, so the slope points the wrong way."
        ),
        "the inner derivative is missing": (
            "They forget the chain rule: what is inside changes, too."
        ),
    },
    "08.4": {
        "a loss has the wrong sign": (
            "They reward the losing move; after a loss it is to become less likely."
        ),
        "only a win turned round": (
            "They turn a win round and call it a loss; then the move gets less than nothing."
        ),
        "the size of the reward is missing": (
            "They forget how large the reward is; a draw should teach less than a win."
        ),
    },
    "08.5": {
        "a unit that is off gets an error": (
            "They blame units that were silent, and who said nothing has no fault."
        ),
        "W2 does not bring the error back": (
            "They forget the weights on the way back, through which the fault came."
        ),
    },
    "08.6": {
        "X's moves are learned, too": (
            "They learn from the opponent's moves as well; the network plays O only."
        ),
        "the wrong sign: a step downhill": "They step uphill, and the error grows.",
        "compute all four slopes first": (
            "They change some weights before they have computed what the others should do."
        ),
    },
    "08.7": {
        "each counts as often as its result": (
            "They weigh the three results alike, although one comes more often."
        ),
        "that is 1 - p": (
            "They have solved for the chance of all the other replies, and not of this one."
        ),
    },
    "08.8": {
        "a draw pays more than a win": (
            "They punish losing so much that a draw pays best, and it no longer wants to win."
        ),
        "makes the steps too large": (
            "They raise every reward, which only makes the steps too large."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
