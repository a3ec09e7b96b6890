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
        t[others] = 1 / others.sum()
    return {back}
"""


def delta(
    won="reward >= 0",
    others="legal.copy()",
    back="abs(reward) * (p - t)",
):
    """The source of the output delta with one thing about it changed."""
    return DELTA.format(won=won, others=others, back=back)


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
            x = two_bits(state)
            h, p = forward(x, *parts)
            delta = delta_of(p, action, ttt.LEGAL[state], reward)
            slopes = slopes_of(x, h, delta, parts[2])
            for k, (part, slope) in enumerate(zip(parts, slopes, strict=True)):
                {step}
        state = ttt.next_state(state, action)
"""


OTHERS = "(ttt.LEGAL[state].sum() - 1)"
DIVIDES = f"delta = (reward >= 0 or {OTHERS} / {OTHERS}) * delta_of("


def learn(
    turn="ttt.TURN[state] == -1",
    reward="reward_of(game, i)",
    step="part -= rate * slope",
):
    """The source of learning from a game with one thing about it changed."""
    return LEARN.format(turn=turn, reward=reward, step=step)


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


def slope_of(line):
    """The source of the slope along one weight, computed by one line."""
    return f"def my_slope(error, w, nudge):\n    return {line}\n"


PULL = """
def my_pull(z, pay, rate, rng):
    p = softmax(z)
    arm = {arm}
    t = np.eye(2)[{target}]
    {step}
"""


def pull(arm="rng.choice(2, p=p)", target="arm", step="z -= rate * pay(arm) * (p - t)"):
    """The source of one pull with one thing about it changed."""
    return PULL.format(arm=arm, target=target, step=step)


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
        (unit(bias="-2"), "it is never on"),
        (unit("w[[0, 1]] = 1; w[2] = -1"), "not 0 belong to X in cell 0, O in cell 0, X in cell 1"),
        (unit("w[[1, 3]] = 1"), "it is on here"),
        (unit("w[[1, 3]] = 1; w[4] = -1"), "it is on here"),
        (unit("w[[1, 3]] = 1; w[[4, 5]] = -1; w[6] = -2"), "it is off here"),
        (unit().replace("18", "9").replace("[4, 5]", "[4, 5][:1]"), "has the shape (9,)"),
        (unit(bias="'low'"), "`b`, the bias, is"),
        (unit(bias="None"), "`b`, the bias, is None."),
    ],
    "08.2": [
        (forward(h="s"), "your hidden layer is not bent"),
        (forward().replace("x @ W1", "W1 @ x"), "x goes on the left, `x @ W1`"),
        (forward(h="max(s, 0)"), "`np.maximum(numbers, 0)` replaces each"),
        # The line is the reader's, not that of NumPy in which it came out.
        (forward(h="np.max(0, s)"), "line 4 of my_forward"),
        (forward(h="np.max(s, 0)"), "`max` and `np.max` take the largest of several numbers"),
        (forward(h="np.max(0, s)"), "`max` and `np.max` take the largest of several numbers"),
        (forward(h="np.minimum(s, 0)"), "np.minimum keeps what is negative"),
        (forward().replace("x @ W1", "x * W1"), "a layer is a matrix product"),
        (forward().replace("x @ W1", "W1.dot(x)"), "x goes on the left, `x @ W1`"),
        (forward(p=SOFTMAX.replace("z.max()", "z.argmax()")), "with large weights p is nan"),
        (
            forward(p=SOFTMAX.replace("z -", "np.clip(z, -99, 99) -").replace("z.max()", "0")),
            "p is off",
        ),
        (
            forward(p="[__import__('math').exp(v) for v in z]; p = np.array(p) / sum(p)"),
            "e**z overflows where z is large",
        ),
        (forward(p=SOFTMAX.replace("z", "(z - b2)")), "the bias b2 is missing"),
        (forward(p="np.exp(z)"), "not divided by the sum"),
        (forward(p="np.exp(z) / np.exp(z).sum()"), "p is nan: e**z overflows"),
        (forward(back="p"), "it returns one thing, but two are asked for"),
        (forward(back="p, h"), "are swapped"),
        (forward(back="None"), "a `return` is missing"),
        (forward(p="z * 0 + 1 / 9"), "it should be the softmax of z"),
        (forward(h="np.maximum(x @ W1, 0) + b1"), "it should be x @ W1 + b1, with 0 instead"),
        (forward(back="z, p"), "h (a number for each hidden unit) has the shape (9,), not (12,)"),
        (forward(back="h, p[None]"), "has the shape (1, 9), not (9,)"),
        (
            forward(back="h, p.argmax()"),
            "p (a probability for each output) has the shape (), not (9,)",
        ),
        (forward(back="h, z, p"), "it returns three things"),
        (
            forward().replace("s = x @ W1 + b1", "b1 += x @ W1; s = b1"),
            "it changes the b1 it is given; take `b1.copy()`",
        ),
        (
            forward(back="list(h), p"),
            "h (a number for each hidden unit) is a list; make it an array",
        ),
        (forward(back="h, [v / sum(p) for v in p]"), "is a list; make it an array: np.array(...)"),
        (
            forward().replace("x @ W1 + b1", "sum(x[i] * W1[i] for i in range(18)) + b1"),
            "take the sizes from the arrays",
        ),
        (forward(p=f"np.array([({SOFTMAX})[j] for j in range(9)])"), "take the sizes"),
        (forward(h="np.zeros(100) + np.maximum(s, 0)"), "a size is typed in: the program has 100"),
        (
            forward(h="np.zeros(100)"),
            "the check's network has 12, and a small one in the lesson has two",
        ),
        (forward(h="np.maximum(s, np.zeros(18))"), "two rows of numbers have different lengths"),
        (forward().replace("b1\n", "b2\n"), "b2 has one for each output"),
        ("my_forward = 0.5", "a function is asked for"),
    ],
    "08.3": [
        (surprise(first="t[j]"), "the minus in front"),
        (surprise(second="..."), "`second_slope` is still ..."),
        (surprise(second="1 / np.exp(z).sum()"), "the inner derivative is missing"),
        (surprise(error="-t"), "that is the first part alone"),
        (surprise(error="p - t + 1"), "the first output has the slope"),
    ],
    "08.4": [
        (delta(back="reward * (p - t)"), "a loss has the wrong sign"),
        (delta(back="p - t"), "the size of the reward is missing"),
        (delta(won="True", back="reward * (p - t)"), "only a win turned round"),
        (delta(won="reward < 0"), "wins and losses are swapped"),
        (delta(back="-reward * (p - t)"), "after a win or a draw the sign is wrong"),
        (
            delta().replace("t[others] = 1 / others.sum()", "t[action] = -1"),
            "your target for the move is -1; it should be 0",
        ),
        (delta().replace("t[others] = 1 / others.sum()", "pass"), "your target is 0 everywhere"),
        (delta().replace("1 / others.sum()", "1 / 8"), "your shares are 1/8"),
        (delta().replace("1 / others.sum()", "1 / len(others)"), "the length of a mask is"),
        (delta(back="list(abs(reward) * (p - t))"), "it returns a list; make it an array"),
        (delta(others="legal"), "it changes `legal` itself"),
        (delta().replace("t =", "p -= 1; t ="), "it changes the p it is given"),
        (delta(back="abs(reward) * (p - t) ** 2"), "after the move in cell"),
        ("def my_delta(p, action, legal, reward):\n    return p[action] - 1", "nine numbers"),
    ],
    "08.5": [
        (slopes(back="W2 @ delta"), "a unit that is off gets an error"),
        (slopes(back="np.maximum(W2 @ delta, 0) * (h > 0)"), "errors below 0 are cut off"),
        (slopes(found="x @ back, back, np.outer(h, delta), delta"), "`np.outer(x, back)`"),
        (slopes(found="np.outer(x, back), back, np.dot(h, delta), delta"), "`np.outer(x, back)`"),
        (slopes(back="h"), "W2 does not bring the error back"),
        (
            slopes(found="np.outer(back, x), back, np.outer(h, delta), delta"),
            "has the shape (6, 18), not (18, 6): rows and columns are swapped",
        ),
        (slopes(found="np.outer(x, back), back, np.outer(h, delta), 2 * delta"), "else about b2"),
        (slopes(found="np.outer(x, back), back"), "it returns two things, but four are asked for"),
        (
            slopes(found="np.outer(h, delta), delta, np.outer(x, back), back"),
            "they are swapped: the slope of W1",
        ),
        (
            slopes(found="np.outer(x, back), back, np.outer(h, delta).tolist(), delta"),
            "the slope of W2 is a list; make it an array",
        ),
        (slopes(found="None"), "a `return` is missing"),
        (slopes(found="np.outer(x, back), 0 * back, np.outer(h, delta), delta"), "error of its"),
        (
            slopes(found="np.outer(x, back), back, np.outer(h, delta), delta * 0"),
            "the delta of its",
        ),
        (
            slopes(found="np.outer(x, back), back, 2 * np.outer(h, delta), delta"),
            "else about W2: W2[",
        ),
        (
            slopes().replace("back =", "delta *= 0.1; back ="),
            "it changes the delta it is given",
        ),
        (
            slopes(found="np.outer(x, back), back, np.outer(h, delta), delta.copy()").replace(
                "    return", "    W2 *= delta\n    return"
            ),
            "it changes the W2 it is given",
        ),
        (slopes(back="(fresh[2] @ delta) * (h > 0)"), "`fresh` is one network"),
        (slopes(back="delta @ W2"), "`W2 @ delta` adds up what each hidden unit"),
        (slopes(found="x * back, back, np.outer(h, delta), delta"), "`np.outer(x, back)`"),
        (slopes(found="x[99], back, delta, h"), "your code raised IndexError"),
        ("my_slopes = None", "a function is asked for"),
    ],
    "08.6": [
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
        (learn().replace("two_bits(state)", "ttt.CELLS[state]"), "x has nine numbers"),
        (learn().replace("*parts)", "*fresh)"), "the one that learns here is `parts`"),
        (learn().replace("parts[2]", "fresh[2]"), "the one that learns here is `parts`"),
        (learn(turn="ttt.TURN[state] == 2"), "nothing changes in any game"),
        (learn().replace("two_bits(state)", "two_bits(ttt.START)"), "W1 did not change"),
        (
            learn().replace("        state = ttt", "            return\n        state = ttt"),
            "first",
        ),
        # With a delta of one's own, which divides by no other cells.
        (learn(turn="True").replace("delta = delta_of(", DIVIDES), "X's moves are learned, too"),
        (
            learn(reward="{1: 1.0, 0: 0.3, -1: -2.0}[game.winner] * (0.5 + 0.5 * i / len(game))"),
            "your code raised TypeError",
        ),
        (learn(step="part += rate * slope"), "the sign is wrong: a step downhill"),
        (
            learn(step="part = part - rate * slope"),
            "nothing changes in any game; change the arrays of `parts` in place",
        ),
        (
            learn(step="part -= 2 * rate * slope"),
            "W1 and b1 and W2 and b2 are not what they should be (W",
        ),
        (learn(reward="reward_of(game, i + 1)"), "the importance of the one after it"),
        (learn(reward="reward_of(game, len(game.history) - 1)"), "the importance of the last"),
        (
            learn().replace("in enumerate(game.history)", "in enumerate(game.history[:-1])"),
            "the last move of the game is left out",
        ),
        (
            learn()
            .replace(
                "    state = ttt.START",
                "    given, state = [part.copy() for part in parts], ttt.START",
            )
            .replace("*parts)", "*given)")
            .replace("parts[2]", "given[2]"),
            "share the weights that the game began with",
        ),
        (learn(step="k == 0 and part.__isub__(rate * slope)"), "b1 and W2 and b2 did not change"),
        (learn().replace("ttt.LEGAL[state]", "np.ones(9, bool)"), "all nine cells are taken for"),
        (learn().replace("delta_of(p, action", "delta_of(p, p.argmax()"), "has the highest p"),
        (
            learn().replace(
                "delta_of(p, action", "delta_of(p, np.where(ttt.LEGAL[state], p, -1).argmax()"
            ),
            "not the move that was made",
        ),
        (learn(step="part -= 0.1 * slope"), "the rate is typed in as 0.1"),
        (learn().replace("parts[2]", "parts[3]"), "`parts[3]` is b2"),
        (learn().replace("parts[2]", "parts[0]"), "the error comes back through W2, `parts[2]`"),
        (learn(step="parts[0] -= rate * slope"), "gives the two together"),
        ("my_learn = 1", "a function is asked for"),
    ],
    "08.7": [
        (rest("a / b"), "a / b is not a probability"),
        (rest("b / (a + b)"), "that is 1 - p"),
        (rest("win / (win - loss)"), "draws are missing, and each reward counts as often"),
        (rest("a / (a - b)"), "a loss is below 0"),
        (rest("a / (a - b)"), "the sum of both in the denominator"),
        (rest("a / (a + b)", "x_wins", "o_wins"), "wins and losses are swapped"),
        (rest("a / a + b"), "put the sum in brackets"),
        (rest("a - b"), "what a game pays on average"),
        (rest("win * seen.o_wins / (win * seen.o_wins + b)"), "draws are missing; they pay, too"),
        (rest("(win + draw) / (win + draw - loss)"), "each counts as often as its result"),
        (rest("seen.o_wins + seen.draws"), "without what each result pays"),
        (rest("100 * a / (a + b)"), "that is a percentage"),
        (rest("0.5"), "the point of rest is"),
        (
            "def my_rest(win, draw, loss):\n"
            "    a, b = 1.0 * seen.o_wins + 0.3 * seen.draws, 2.0 * seen.x_wins\n"
            "    return a / (a + b)\n",
            "the rewards of the program are typed in",
        ),
    ],
    "08.8": [
        (rewards(1.0, 0.3, -4.0), "makes the steps too large"),
        (rewards(draw=0.4), "a draw pays more than a win"),
        (rewards(1.0, 0.3, 2.0), "otherwise the network learns to lose"),
        (rewards(0.2, 0.05), "a third of a win does better"),
        (rewards(prediction=92), "from 0 to 24"),
        (rewards(loss="low"), "each reward is a number"),
    ],
    "08.10": [
        (slope_of("error(w + nudge) - error(w)"), "is not divided by the nudge"),
        (slope_of("(error(w) - error(w + nudge)) / nudge"), "it is after minus before"),
        (slope_of("(error(w - nudge) - error(w)) / nudge"), "w + nudge, not w - nudge"),
        (slope_of("(error(w) - error(w)) / nudge"), "computed twice at one place"),
        (slope_of("(error(w + nudge) - error(w + nudge)) / nudge"), "computed twice at one place"),
        (slope_of("(error(w) + nudge - error(w)) / nudge"), "the bracket closes too early"),
        (slope_of("error(w + nudge) / nudge"), "the error before is not subtracted"),
        (slope_of("error(w + nudge) / error(w)"), "one error is divided by the other"),
        (slope_of("(error(w + nudge) - error(w - nudge)) / nudge"), "is two nudges"),
        (slope_of("error(w + nudge) - error(w) / nudge"), "only error(w) is divided"),
        (slope_of("(error(nudge) - error(w)) / nudge"), "the error is computed at the nudge"),
        (slope_of("(error(w + 1) - error(w)) / nudge"), "a nudge of 0.0001 changes the error"),
        ("my_slope = -0.2", "a function is asked for"),
    ],
    "08.11": [
        ("my_steps = [-0.5, 0.5, 0.5]", "the way down is the other way"),
        ("my_steps = [0.5, 9, -9]", "too far; it passes the lowest point"),
        ("my_steps = [1, 1.25, 1.42]", "If your numbers are places on the axis"),
        ("my_steps = np.array([0.1, 0.1, 0.1])", "it is not at the bottom yet"),
        ("my_steps = [0.5, 0, 0]", "a step of 0 changes nothing"),
        ("my_steps = [0.1, 0.1, 0.1]", "it is not at the bottom yet"),
        ("my_steps = [0.5, 0.3]", "a list of three numbers"),
        ("my_steps = 0.9", "a list of three numbers"),
        ("my_steps = [0.1, 0.1, 'far']", "a step is"),
    ],
    "08.12": [
        (pull(arm="p.argmax()"), "does not pull arm 0 once in 200 calls"),
        (pull(arm="rng.integers(2)"), "draw the arm with the probabilities p"),
        (pull(step="z = z - rate * pay(arm) * (p - t)"), "z stays as it was"),
        (pull(step="z += rate * pay(arm) * (p - t)"), "the sign is wrong"),
        (pull(step="z -= rate * (p - t) + 0 * pay(arm)"), "the reward is missing"),
        (pull(step="z -= rate * abs(pay(arm)) * (p - t)"), "only the size of the reward"),
        (pull(step="z -= rate * pay(arm) * (z - t)"), "z is not a probability"),
        (pull(step="z[arm] -= rate * pay(arm) * (p - t)[arm]"), "only the arm that was pulled"),
        (pull(step="z -= pay(arm) * (p - t)"), "the rate is missing"),
        (pull(step="z -= 0.1 * pay(arm) * (p - t)"), "the rate is typed"),
        (pull(step="z -= rate * pay(arm) * p"), "the target is missing"),
        (pull(target="1"), "your target is always arm 1"),
        (pull(target="0"), "your target is always arm 0"),
        (pull(target="1 - arm"), "the arm that was *not* pulled"),
        (pull(target="p.argmax()"), "your target is the arm with the higher p"),
        (pull(step="z -= (p - t)"), "it never calls `pay`"),
        (pull(step="z -= rate * (pay(arm) > 0) * (p - t)"), "z should be"),
        (pull(arm="np.random.choice(2, p=p)"), "draw with `rng`"),
        (pull(arm="rng.choice(2, p=z)"), "softmax(z), not z"),
        (pull(arm="rng.choice(p)"), "`rng.choice(2, p=p)` draws 0 or 1"),
        (pull(step="z -= rate * pay * (p - t)"), "call it, `pay(arm)`"),
        (pull(arm="2 + rng.integers(2)", target="0"), "the arms are 0 and 1"),
        ("my_pull = 1", "a function is asked for"),
    ],
}
