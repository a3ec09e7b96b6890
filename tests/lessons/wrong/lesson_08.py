"""List wrong answers to the exercises of lesson 08, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""


def paying(win, draw, loss, prediction=10):
    """Return the source of an answer with these rewards."""
    rewards = {"win": win, "draw": draw, "loss": loss}
    return f"my_prediction, my_rewards = {prediction}, {rewards}"


WRONG = {
    "08.unit": [
        ("[1, 3]", "[0, 2]", "it sees a threat of X"),
        ("-1.0", "0", "the unit is on here"),
        ("-1.0", "-2", "the unit is never on"),
        # The inputs in another order: first all those of X.
        ("[1, 3]", "[0, 1]", "belong to X in cell 0, O in cell 0, X in cell 2"),
        # A block that goes unnoticed: by either mark, and by one.
        ("w[[4, 5]] = -1", "", "the unit is on here"),
        ("[4, 5]", "[4]", "the unit is on here"),
        ("[4, 5]", "[4, 5, 6]", "the unit is off here"),
        ("zeros(18)", "zeros(9)", "has the shape (9,)"),
        ("-1.0", "'low'", "`b`, the bias, is"),
        ("-1.0", "None", "`b`, the bias, is None."),
    ],
    "08.forward": [
        ("np.maximum(x @ W1 + b1, 0)", "x @ W1 + b1", "your hidden layer is not bent"),
        ("x @ W1", "W1 @ x", "x goes on the left, `x @ W1`"),
        ("np.maximum", "max", "`np.maximum(numbers, 0)` replaces each"),
        ("np.maximum", "np.max", "`max` and `np.max` take the largest of several numbers"),
        ("np.maximum(x @ W1 + b1, 0)", "np.max(0, x @ W1 + b1)", "line 4 of my_forward"),
        ("x @ W1", "x * W1", "a layer is a matrix product"),
        ("z.max()", "z.argmax()", "with large weights p is nan"),
        ("z - z.max()", "np.clip(z, -99, 99)", "p is wrong"),
        (
            "np.exp(z - z.max())",
            "np.array([__import__('math').exp(v) for v in z])",
            "e**z overflows where z is large",
        ),
        (" + b2", "", "the bias b2 is missing"),
        ("powers / powers.sum()", "np.exp(z)", "not divided by the sum"),
        (" - z.max()", "", "p is nan: e**z overflows"),
        ("powers / powers.sum()", "z * 0 + 1 / 9", "p should be the softmax of z"),
        (" + b1, 0)", ", 0) + b1", "h should be x @ W1 + b1, with 0 instead"),
        ("h = ", "b1 += 1\n    h = ", "it changes the b1 it is given; take `b1.copy()`"),
        # The sizes of the lesson's network, which the check's has not.
        ("x @ W1", "sum(x[i] * W1[i] for i in range(18))", "take the sizes from the arrays"),
        ("np.maximum(", "np.zeros(100) + np.maximum(", "a size is typed in: the program has 100"),
        ("np.maximum(x @ W1 + b1, 0)", "np.zeros(100)", "the check's network has 12"),
        ("b1, 0)", "b1, np.zeros(18))", "two rows of numbers have different lengths"),
        ("+ b1", "+ b2", "b2 has one for each output"),
    ],
    "08.surprise": [
        ("-t[j]", "t[j]", "the minus in front"),
        ("powers[j] / powers.sum()", "...", "`second_slope` is still ..."),
        ("powers[j] / ", "1 / ", "the inner derivative is missing"),
        ("p - t", "p - t + 1", "the first output has the slope"),
    ],
    "08.delta": [
        ("abs(reward)", "reward", "a loss has the wrong sign"),
        ("abs(reward) * ", "", "the size of the reward is missing"),
        (
            "def my_delta(p, action, legal, reward):\n    return reward * (p - np.eye(9)[action])",
            "that of a win with the sign reversed",
        ),
        (".copy()", "", "it changes `legal` itself"),
        ("(p - t)", "(p - t) ** 2", "after the move in cell"),
        ("abs(reward) * (p - t)", "p[action] - 1", "nine numbers"),
    ],
    "08.update": [
        ("    q /= q.sum()\n", "", "your q does not sum to 1"),
        ("return reward * q", "return abs(reward) * q", "a loss must turn the sign"),
        ("return reward * q", "return q[action]", "nine numbers"),
    ],
    "08.slopes": [
        (" * (h > 0)", "", "a unit that is off gets an error"),
        ("np.outer(x, back)", "x @ back", "`np.outer(x, back)`"),
        ("np.outer(x, back)", "x * back", "`np.outer(x, back)`"),
        ("np.outer(h, delta)", "np.dot(h, delta)", "`np.outer(x, back)`"),
        ("(W2 @ delta) * (h > 0)", "h", "W2 does not bring the error back"),
        # Twice what it should be or nothing.
        ("back), back", "back), 0 * back", "error of its"),
        ("delta), delta", "delta), 0 * delta", "the delta of its"),
        ("np.outer(h", "2 * np.outer(h", "other slopes for W2: that of W2["),
        # A network of the lesson's in place of the argument.
        ("W2 @ delta", "fresh[2] @ delta", "`fresh` is one network"),
        ("W2 @ delta", "delta @ W2", "`W2 @ delta` adds up the error of each hidden unit"),
    ],
    "08.learn": [
        ("    for i", "    parts[0] = parts[0].copy()\n    for i", "a new array into the list"),
        (
            "slopes = slopes_of(x, h, delta, parts[2])",
            "parts[2] -= rate * np.outer(h, delta)\n            parts[3] -= rate * delta\n"
            "            slopes = [*slopes_of(x, h, delta, parts[2])[:2], 0, 0]",
            "compute all four slopes first",
        ),
        ("ttt.TURN[state] == -1", "True", "X's moves are learned, too"),
        ("two_bits(state)", "ttt.CELLS[state]", "x has nine numbers"),
        # A network of the lesson's in place of the argument.
        ("*parts", "*fresh", "the one that learns here is `parts`"),
        ("two_bits(state)", "two_bits(ttt.START)", "W1 did not change"),
        ("-= rate", "+= rate", "the sign is wrong: a step downhill"),
        ("-= rate", "-= 2 * rate", "W1 and b1 and W2 and b2 are not what they should be (W"),
        ("part -=", "parts[0] -=", "gives the two together"),
    ],
    "08.rest": [
        ("(a + b)", "b", "a / b is not a probability"),
        ("a / (", "b / (", "that is 1 - p"),
        (
            "a / (a + b)",
            "win / (win - loss)",
            "draws are missing, and each reward must be multiplied",
        ),
        ("-loss", "loss", "a loss is below 0"),
        ("(a + b)", "a + b", "put the sum in brackets"),
        ("a / (a + b)", "a - b", "what a game pays on average"),
        (" + draw * seen.draws", "", "draws are missing; they pay, too"),
        ("a / (a + b)", "(win + draw) / (win + draw - loss)", "multiply each reward by the share"),
        ("a / (a + b)", "seen.o_wins + seen.draws", "multiply each share by what its result pays"),
        ("return a", "return 100 * a", "that is a percentage"),
        ("a / (a + b)", "0.5", "the point of rest is"),
        (
            "def my_rest(win, draw, loss):\n"
            "    a, b = 1.0 * seen.o_wins + 0.3 * seen.draws, 2.0 * seen.x_wins\n"
            "    return a / (a + b)",
            "the rewards of the program are typed in",
        ),
    ],
    "08.rewards": [
        ("my_prediction, my_rewards = 92, {'win': 0.3, 'draw': 0.1, 'loss': -2.0}", "from 0 to 24"),
        (paying(1.0, 0.3, -4.0), "makes the steps too large"),
        (paying(0.3, 0.4, -2.0), "a draw pays more than a win"),
        (paying(1.0, 0.3, 2.0), "otherwise the network learns to lose"),
        (paying(0.3, 0.1, "low"), "each reward is a number"),
    ],
    "08.slope": [
        (" / nudge", "", "is not divided by the nudge"),
        ("/ nudge", "/ -nudge", "it is the error after minus"),
        ("w + nudge", "w + 1", "a nudge of 0.0001 changes the error"),
    ],
    "08.steps": [
        ("my_steps = [-0.5, 0.5, 0.5]", "the way down is the other way"),
        ("my_steps = [0.5, 9, -9]", "too far; it passes the lowest point"),
        ("my_steps = [1, 1.25, 1.42]", "If your numbers are places on the axis"),
        ("my_steps = np.array([0.1, 0.1, 0.1])", "it is not at the bottom yet"),
        ("my_steps = [0.5, 0, 0]", "a step of 0 changes nothing"),
        ("my_steps = [0.5, 0.3]", "a list of three numbers"),
        ("my_steps = [0.1, 0.1, 'far']", "a step is"),
    ],
    "08.pull": [
        ("rng.choice(2, p=p)", "p.argmax()", "does not pull arm 0 once in 200 calls"),
        ("rng.choice(2, p=p)", "rng.integers(2)", "draw the arm with the probabilities p"),
        ("pay(arm) * (p - t)", "(p - t) + 0 * pay(arm)", "the reward is missing"),
        ("[arm]", "[1]", "your target is always arm 1"),
        ("rate * pay(arm) * ", "", "it never calls `pay`"),
        ("pay(arm)", "(pay(arm) > 0)", "z should be"),
        ("rng.choice", "np.random.choice", "draw with `rng.choice(...)`"),
        ("p=p", "p=z", "softmax(z), not z"),
        ("2, p=p", "p", "`rng.choice(2, p=p)` draws 0 or 1"),
        ("pay(arm)", "pay", "call it, `pay(arm)`"),
        ("pay(arm)", "pay(arm + 2)", "the arms are 0 and 1"),
    ],
}
