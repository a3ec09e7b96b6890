"""Wrong answers to the exercises of lesson 05, each with a piece of the reason it must get."""

RULE = """
def {name}(V, episode, alpha, gamma):
    {first}
    for t in {order}:
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] {step}
    {last}
"""


def rule(
    name,
    step="+= alpha * (gamma * V[s_next] - V[s])",
    first="V[episode.states[-1]] = episode.winner",
    last="pass",
    order="range(len(episode.states) - 1)",
):
    """The source of a rule with one thing about it changed."""
    return RULE.format(name=name, first=first, order=order, step=step, last=last)


FORWARD, BACKWARD = "range(len(episode.states) - 1)", "range(len(episode.states) - 2, -1, -1)"
END = "V[episode.states[-1]] = episode.winner"
END_MOVED = "V[episode.states[-1]] += alpha * (episode.winner - V[episode.states[-1]])"

COPY = """
def my_td(V, episode, alpha, gamma):
    V = V.copy()
    V[episode.states[-1]] = episode.winner
    return V
"""

REVERSED_IN_PLACE = """
def my_backward(V, episode, alpha, gamma):
    states = episode.states[::-1]
    V[states[-1]] = episode.winner
    for t in range(len(states) - 1):
        V[states[t]] += alpha * (gamma * V[states[t + 1]] - V[states[t]])
"""

REVERSED = """
def my_backward(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    states = episode.states[::-1]
    for s, s_next in zip(states[:-1], states[1:]):
        V[s] += alpha * (gamma * V[s_next] - V[s])
"""

SWAPPED = """
def my_td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s_next] += alpha * (gamma * V[s] - V[s_next])
"""

# The textbook's form, with a reward at the last move: the end not read, set to 0, as it was.
TEXTBOOK = """
def {name}(V, episode, alpha, gamma):
    {first}
    last = len(episode.states) - 2
    for t in {order}:
        s, s_next = episode.states[t], episode.states[t + 1]
        R = episode.winner if t == last else 0.0
        V[s] += alpha * (R + gamma * {after} - V[s])
"""


def textbook(name="my_td", first="pass", after="V[s_next]", order="range(last + 1)"):
    """The source of a rule that rewards the last move."""
    return TEXTBOOK.format(name=name, first=first, after=after, order=order)


SCHEDULE = """
def my_epsilon(games):
    return {epsilon}
"""

BEAT = """
wrong_position = {position}
my_cells = {cells}
"""

BACKFEED = """
def backfeed(values, reward, alpha, gamma):
    {body}
    return new
"""

PUBLISHED = """new = []
    for value in values[::-1]:
        reward = value + alpha * (gamma * reward - value)
        new.append(reward)"""
OLDEST_OUT = """new = []
    for value in values:
        reward = value + alpha * (gamma * reward - value)
        new.insert(0, reward)"""
ALL_THE_REWARD = "new = [value + alpha * (gamma * reward - value) for value in values]"
NEIGHBOURS = """new = []
    for value, after in zip(values, [reward, *values[:-1]]):
        new.append(value + alpha * (gamma * after - value))"""
NO_GAMMA = """new = []
    for value in values:
        reward = value + alpha * (reward - value)
        new.append(reward)"""
OLDEST_IN = """new = []
    for value in values[::-1]:
        reward = value + alpha * (gamma * reward - value)
        new.insert(0, reward)"""

WRONG = {
    "05.1": [
        (rule("my_td", first="pass"), "never gets the winner as its value"),
        (rule("my_td", first="pass", last=END), "after the others have looked at it"),
        (rule("my_td", order=BACKWARD), "from the last move to the first"),
        (rule("my_td", "+= alpha * (V[s_next] - V[s])"), "gamma is missing"),
        (rule("my_td", "-= alpha * (gamma * V[s_next] - V[s])"), "wrong sign"),
        (rule("my_td", "= alpha * (gamma * V[s_next] - V[s])"), "the step is added to it"),
        (rule("my_td", "+= alpha * gamma * (V[s_next] - V[s])"), "not to the error"),
        (rule("my_td", "+= alpha * (gamma * episode.winner - V[s])"), "towards the winner"),
        (rule("my_td", "+= alpha * (gamma * V[s] - V[s])"), "towards itself"),
        (rule("my_td", order="range(len(episode.states) - 2)"), "one move too early"),
        (rule("my_td", order="range(1, len(episode.states) - 1)"), "leaves out the first move"),
        (rule("my_td", first=END_MOVED), "only by alpha"),
        (rule("my_td", "+= gamma * V[s_next] - V[s]"), "alpha is missing"),
        (rule("my_td", "+= alpha * (gamma * V[s] - V[s_next])"), "in the error s and s_next"),
        (SWAPPED, "the later value moves towards the earlier one"),
        (rule("my_td", "+= alpha * (gamma * V[s_next] ** 2 - V[s])"), "should become"),
        (rule("my_td", first="pass", order=BACKWARD), "never gets the winner"),
        (textbook(), "this is the textbook's TD(0)"),
        (textbook(first="V[episode.states[-1]] = 0"), "the winner as R at the last move"),
        (textbook(after="V[s_next] * (t < last)"), "its values are ours divided by gamma"),
        (textbook(first=END), "the winner counts twice"),
        (COPY, "change V itself"),
        ("my_td = 0.5", "a function is asked for"),
    ],
    "05.2": [
        (rule("my_backward"), "from the first move to the last"),
        (rule("my_backward", first="pass", order=BACKWARD), "never gets the winner"),
        (rule("my_backward", "+= alpha * (V[s_next] - V[s])", order=BACKWARD), "gamma is missing"),
        (rule("my_backward", first="pass"), "never gets the winner"),
        (rule("my_backward", order="range(len(episode.states) - 2, -1)"), "needs the step -1"),
        (rule("my_backward", order="range(len(episode.states) - 2, 0, -1)"), "the first move"),
        (textbook("my_backward", order="range(last, -1, -1)"), "this is the textbook's TD(0)"),
        (REVERSED_IN_PLACE, "the first position gets the winner as its value"),
        (REVERSED, "the later value moves towards the earlier one"),
    ],
    "05.3": [
        (SCHEDULE.format(epsilon="0 * games"), "explore more, above all at the start"),
        (SCHEDULE.format(epsilon="np.where(games < 50_000, 1.0, 0.0)"), "at once"),
        (SCHEDULE.format(epsilon="0.5 + 0 * games"), "the values of play with slips"),
        (SCHEDULE.format(epsilon="np.maximum(0, 1 - games / 20_000)"), "more slowly"),
        (SCHEDULE.format(epsilon="1 - games / 50_000"), "which is no probability"),
        (SCHEDULE.format(epsilon="'falling'"), "one number is asked for"),
        (SCHEDULE.format(epsilon="None"), "a `return` is missing"),
    ],
    "05.4": [
        (BEAT.format(position="0", cells="[3, 0, 4]"), "O, the opponent, is to move"),
        (BEAT.format(position="ttt.parse('.../.X./...')", cells="[4, 0]"), "gives no draw away"),
        (BEAT.format(position="wrong_solution", cells="[4, 4]"), "is not free"),
        (BEAT.format(position="wrong_solution", cells="[9]"), "is no cell: 0 to 8"),
        (BEAT.format(position="wrong_solution", cells="[-1]"), "is no cell: 0 to 8"),
        (BEAT.format(position="wrong_solution", cells="[3.0]"), "is no cell: 0 to 8"),
        (
            BEAT.format(position="wrong_solution", cells="[*cells_solution, 0]"),
            "leave out the rest",
        ),
        (BEAT.format(position="wrong_solution", cells="np.array([3, 1, 2])"), "not over"),
        (BEAT.format(position="wrong_solution", cells="cells_solution[:1]"), "not over"),
        (BEAT.format(position="'edge'", cells="[3]"), "a state code is asked for"),
    ],
    "05.5": [
        (BACKFEED.format(body=PUBLISHED), "as the article does"),
        (BACKFEED.format(body=OLDEST_OUT), "come out oldest first"),
        (BACKFEED.format(body=OLDEST_IN), "the oldest position first"),
        (BACKFEED.format(body=ALL_THE_REWARD), "all move towards the reward"),
        (BACKFEED.format(body=NEIGHBOURS), "the old value of the one after it"),
        (BACKFEED.format(body=NO_GAMMA), "gamma is missing"),
        (BACKFEED.format(body="new = None"), "a `return` is missing"),
    ],
}
