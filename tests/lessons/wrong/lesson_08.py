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


STEP = """
def my_step(W1, b1, W2, b2, x, h, delta, rate):
    back = {back}
    W2 {sign}= rate * np.outer(h, delta)
    b2 {sign}= rate * delta
    {late}
    W1 {sign}= {first}
    {bias}
"""


def step(
    back="(W2 @ delta) * (h > 0)",
    sign="-",
    late="pass",
    first="rate * np.outer(x, back)",
    bias="b1 -= rate * back",
):
    """The source of a step with one thing about it changed."""
    return STEP.format(back=back, sign=sign, late=late, first=first, bias=bias)


REBOUND = """
def my_step(W1, b1, W2, b2, x, h, delta, rate):
    back = (W2 @ delta) * (h > 0)
    W2 = W2 - rate * np.outer(h, delta)
    b2 = b2 - rate * delta
    W1 = W1 - rate * np.outer(x, back)
    b1 = b1 - rate * back
    return W1, b1, W2, b2
"""
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
        (forward(h="s"), "the hidden layer is not bent"),
        (forward(h="abs(s)"), "bent by abs"),
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
        ("my_forward = 0.5", "a function is asked for"),
    ],
    "08.2": [
        (delta(back="abs(reward) * (t - p)"), "the wrong sign"),
        (delta(back="reward * (p - t)"), "a loss has the wrong sign"),
        (delta(back="p - t"), "the size of the reward is missing"),
        (delta(won="True"), "not the move that lost"),
        (delta(won="True", back="reward * (p - t)"), "only a win turned round"),
        (delta(where="legal", share="1 / legal.sum()"), "the move made has a share"),
        (delta(others="np.ones(9, bool)"), "the taken cells have shares"),
        (delta(share="1"), "do not sum to 1"),
        (delta(share="0"), "the target is 0 everywhere"),
        (delta(where="action", share="-1"), "is -1, not 0"),
        (delta(back="abs(reward) * p - t"), "multiplies p only"),
        (delta(back="abs(reward) * (np.where(legal, p, 0) - t)"), "must learn that"),
        (delta(others="legal"), "it changes `legal` itself"),
        (delta().replace("t =", "p -= 1; t ="), "it changes `p` itself"),
        (delta(won="reward > 1"), "after the move in cell"),
        ("def my_delta(p, action, legal, reward):\n    return p[action] - 1", "nine numbers"),
    ],
    "08.3": [
        (step(back="W2 @ delta"), "a unit that is off gets an error"),
        (step(back="(W2 @ delta) * h"), "multiplied by h"),
        (step(late="back = (W2 @ delta) * (h > 0)"), "W2 was changed before"),
        (step(sign="+", bias="b1 += rate * back"), "the wrong sign"),
        (step(bias="pass"), "b1 did not change"),
        (step(first="np.outer(x, back)"), "W1 did not change by the rate"),
        (step(first="rate * np.outer(back, x)"), "your code raised ValueError"),
        (step(back="h"), "W2 does not bring the error back"),
        (REBOUND, "change them in place"),
        ("my_step = None", "a function is asked for"),
    ],
    "08.4": [
        (
            rewards(1.0, 0.2, -1.0),
            "the 15 of the code's rewards begins at 21: beside a win, a loss",
        ),
        (rewards(1.0, 0.3, -4.0), "makes the steps too large"),
        (rewards(0.3, 0.3, -2.0), "a draw pays nearly as much as a win"),
        (rewards(draw=0), "a draw must pay something"),
        (rewards(draw=0.4), "a draw pays more than a win"),
        (rewards(0.1, 0.03), "so small a win teaches too little"),
        (rewards(0.2, 0.1, -1.0), "too small for so few games"),
        (rewards(0.3, 0.2), "lower the draw"),
        (rewards(1.0, 0.3, 2.0), "else it learns to lose"),
        (rewards(prediction=92), "from 0 to 24"),
        (rewards(loss="low"), "each reward is a number"),
    ],
}
