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
def td(V, episode, alpha, gamma):
    V = V.copy()
    V[episode.states[-1]] = episode.winner
    return V
"""

REVERSED_IN_PLACE = """
def from_the_end(V, episode, alpha, gamma):
    states = episode.states[::-1]
    V[states[-1]] = episode.winner
    for t in range(len(states) - 1):
        V[states[t]] += alpha * (gamma * V[states[t + 1]] - V[states[t]])
"""

REVERSED = """
def from_the_end(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    states = episode.states[::-1]
    for s, s_next in zip(states[:-1], states[1:]):
        V[s] += alpha * (gamma * V[s_next] - V[s])
"""

SWAPPED = """
def td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s_next] += alpha * (gamma * V[s] - V[s_next])
"""

# Right in plain Python, and in words that the compiler does not know.
PAIRWISE = """
def td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for s, s_next in itertools.pairwise(episode.states):
        V[s] += alpha * (gamma * V[s_next] - V[s])
"""
STARRED = """
def td(V, episode, alpha, gamma):
    *before, last = episode.states
    V[last] = episode.winner
    for t, s in enumerate(before):
        V[s] += alpha * (gamma * V[episode.states[t + 1]] - V[s])
"""
REVERSED_RANGE = """
def from_the_end(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in reversed(range(len(episode.states) - 1)):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])
"""

RENAMED = """
def td(V, episode, a, g):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] += a * (g * V[s_next] - V[s])
"""

BY_TIME = """
def td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        V[t] += alpha * (gamma * V[t + 1] - V[t])
"""
NO_LIST = """
def td(V, episode, alpha, gamma):
    V[episode[-1]] = episode.winner
    for t in range(len(episode) - 1):
        V[episode[t]] += alpha * (gamma * V[episode[t + 1]] - V[episode[t]])
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


def textbook(name="td", first="pass", after="V[s_next]", order="range(last + 1)"):
    """The source of a rule that rewards the last move."""
    return TEXTBOOK.format(name=name, first=first, after=after, order=order)


SCHEDULE = """
def my_epsilon(games):
    return {epsilon}
"""

STEPS = """
def old_sum(m, n):
    return {old_sum}

def new_mean(m, x, n):
    return {new_mean}

def step(n):
    return {step}

def weight(alpha, k):
    return {weight}
"""


def steps(
    old_sum="(n - 1) * m",
    new_mean="(old_sum(m, n) + x) / n",
    step="1 / n",
    weight="alpha * (1 - alpha) ** k",
):
    """The source of a derivation with one step changed."""
    return STEPS.format(old_sum=old_sum, new_mean=new_mean, step=step, weight=weight)


WINNING = """
def winning_cells(policy):
    reply, state, mine = ttt.best_reply(policy), ttt.START, []
    while not ttt.TERMINAL[state]:
        turn = ttt.TURN[state]
        cell = int(np.argmax(({x} if turn == 1 else {o})[state]))
        {keep}
        state = ttt.next_state(state, cell)
    return {back}
"""


def winning(x="reply", o="policy", keep="mine += [cell] if turn == 1 else []", back="mine"):
    """The source of a player of that game with one thing about it changed."""
    return WINNING.format(x=x, o=o, keep=keep, back=back)


N_STEP = """
def n_step(V, episode, alpha, gamma, n):
    {first}
    last = len(episode.states) - 1
    for t in {order}:
        m = min(n, last - t)
        s = episode.states[t]
        V[s] += alpha * ({target} - V[s])
"""


def n_rule(
    target="gamma**m * V[episode.states[t + m]]",
    first="V[episode.states[-1]] = episode.winner",
    order="range(last)",
):
    """The source of an n-step rule with one thing about it changed."""
    return N_STEP.format(target=target, first=first, order=order)


REWARDED = (
    "(gamma**(m - 1) * episode.winner if t + m == last else gamma**n * V[episode.states[t + n]])"
)
"""The textbook's target, with the winner as a reward."""

REPAIRED = """
def repaired(V, episode, alpha, gamma):
    for player in {players}:
        mine = {mine}
        reward = recipes.hickman_reward({payee}, episode.winner)
        {first}
        for s in {order}:
            V[s] += alpha * ({target} - V[s])
            {then}
"""


def paying(
    target="gamma * reward",
    then="reward = V[s]",
    order="mine[::-1]",
    first="pass",
    players="(1, 2)",
    payee="player",
    mine="episode.states[player::2]",
):
    """The source of a repair with one thing about it changed."""
    changed = {"target": target, "then": then, "order": order, "first": first}
    return REPAIRED.format(players=players, payee=payee, mine=mine, **changed)


PUBLISHED = paying(
    order="range(0)",
    first="""old = V[mine]
        for k in range(len(mine)):
            reward = old[k] + alpha * (gamma * reward - old[k])
            V[mine[len(mine) - 1 - k]] = reward""",
)
NEIGHBOURS = paying(
    order="range(0)",
    first="V[mine] += alpha * (gamma * np.append(V[mine[1:]], reward) - V[mine])",
)
LAST_THEN_FORWARD = paying(
    order="range(0)",
    first="""V[mine[-1]] += alpha * (gamma * reward - V[mine[-1]])
        for s, after in zip(mine[:-1], mine[1:]):
            V[s] += alpha * (gamma * V[after] - V[s])""",
)

WRONG = {
    "05.1": [
        (steps(old_sum="n * m"), "n results would have that sum"),
        (steps(old_sum="m"), "that is their mean; how many are they?"),
        (steps(old_sum="m / (n - 1)"), "so multiply"),
        (steps(new_mean="(m + x) / 2"), "m stands for n - 1 of them"),
        (steps(new_mean="(m + x) / n"), "put their sum"),
        (steps(new_mean="old_sum(m, n) + x"), "divide it by how many they are"),
        (steps(new_mean="(old_sum(m, n) + x) / (n - 1)"), "with x they are n, so divide by n"),
        (steps(new_mean="..."), "step 2 is still ...; the steps before it are right"),
        (steps(step="(n - 1) / n"), "that is what is left of m"),
        (steps(step="1 / (n - 1)"), "x is the n-th"),
        (steps(step="0.5"), "step 3: for n = 1 it returns 0.5, and 1 is right"),
        (steps(weight="(1 - alpha) ** k"), "x itself came in with the weight alpha"),
        (steps(weight="alpha ** (k + 1)"), "leaves 1 - alpha"),
        (steps(weight="alpha ** k"), "each of the k later results leaves the part 1 - alpha"),
        (steps(weight="alpha"), "what do the k later steps leave of it?"),
        (steps(weight="alpha * (1 - alpha) ** (k + 1)"), "after x come k results"),
    ],
    "05.2": [
        (rule("td", first="pass"), "never gets the winner as its value"),
        (rule("td", first="pass", last=END), "after the others have looked at it"),
        (rule("td", order=BACKWARD), "from the last move to the first"),
        (rule("td", "+= alpha * (V[s_next] - V[s])"), "gamma is missing"),
        (rule("td", "-= alpha * (gamma * V[s_next] - V[s])"), "wrong sign"),
        (rule("td", "= alpha * (gamma * V[s_next] - V[s])"), "the step is added to it"),
        (rule("td", "+= alpha * gamma * (V[s_next] - V[s])"), "not to the error"),
        (rule("td", "+= alpha * (gamma * episode.winner - V[s])"), "towards the winner"),
        (rule("td", "+= alpha * (gamma * V[s] - V[s])"), "towards itself"),
        (rule("td", order="range(len(episode.states) - 2)"), "one move too early"),
        (rule("td", order="range(1, len(episode.states) - 1)"), "leaves out the first move"),
        (rule("td", first=END_MOVED), "only by alpha"),
        (rule("td", "+= gamma * V[s_next] - V[s]"), "alpha is missing"),
        (rule("td", "+= alpha * (gamma * V[s] - V[s_next])"), "in the error s and s_next"),
        (SWAPPED, "the later value moves towards the earlier one"),
        (rule("td", "+= alpha * (gamma * V[s_next] ** 2 - V[s])"), "should become"),
        (rule("td", first="pass", order=BACKWARD), "never gets the winner"),
        (textbook(), "this is the textbook's TD(0)"),
        (textbook(first="V[episode.states[-1]] = 0"), "the winner as R at the last move"),
        (textbook(after="V[s_next] * (t < last)"), "its values are ours divided by gamma"),
        (textbook(first=END), "the winner counts twice"),
        (rule("td", first="V[-1] = episode.winner"), "V[-1] is the end of the whole table"),
        (BY_TIME, "V[t] is not the value of position t"),
        (
            rule("td", "+= alpha * (episode.winner + gamma * V[s_next] - V[s])"),
            "the winner is paid at every move",
        ),
        (rule("td", order="range(len(episode.states))"), "the last position has no next one"),
        (NO_LIST, "these are episode.states"),
        (PAIRWISE, "pairwise: take for t in range(len(states) - 1), and in it states[t]"),
        (STARRED, "right in plain Python, but the rule td cannot be compiled"),
        (RENAMED, "right in plain Python, but"),
        (COPY, "change V itself"),
        ("td = 0.5", "a function is asked for"),
    ],
    "05.3": [
        (rule("from_the_end"), "from the first move to the last"),
        (rule("from_the_end", first="pass", order=BACKWARD), "never gets the winner"),
        (rule("from_the_end", "+= alpha * (V[s_next] - V[s])", order=BACKWARD), "gamma is missing"),
        (rule("from_the_end", first="pass"), "never gets the winner"),
        (rule("from_the_end", order="range(len(episode.states) - 2, -1)"), "needs the step -1"),
        (rule("from_the_end", order="range(len(episode.states) - 2, 0, -1)"), "the first move"),
        (rule("from_the_end", order="range(len(episode.states) - 2, -2, -1)"), "one step too far"),
        (textbook("from_the_end", order="range(last, -1, -1)"), "this is the textbook's TD(0)"),
        (REVERSED_RANGE, "right in plain Python, but the rule from_the_end cannot be compiled"),
        (REVERSED_IN_PLACE, "the first position gets the winner as its value"),
        (REVERSED, "the later value moves towards the earlier one"),
    ],
    "05.4": [
        (winning(keep="mine.append(cell)"), "O has just taken it; only X's own cells"),
        (winning(x="policy", o="reply"), "here the policy plays X"),
        (winning(x="policy"), "X plays by `ttt.best_reply(policy)`, and the policy plays O"),
        (winning(o="reply"), "here the best reply plays O, too"),
        (winning(back="mine[:1]"), "is not over after X's cells"),
        (winning(back="mine + [8]"), "leave out the rest"),
        (winning(keep="mine.append(state)"), "is not a list of cells"),
        (winning(back="None"), "a `return` is missing"),
        (winning(back="mine[-1]"), "a list of cells is asked for"),
    ],
    "05.5": [
        (n_rule("gamma**n * V[episode.states[t + n]]"), "near the end there are no n moves left"),
        (n_rule("gamma**n * V[episode.states[t + m]]"), "gamma counts only for those"),
        (n_rule("gamma * V[episode.states[t + m]]"), "gamma counts once for each"),
        (n_rule("gamma * m * V[episode.states[t + m]]"), "to the power of n"),
        (n_rule("V[episode.states[t + m]]"), "gamma is missing"),
        (n_rule("gamma * V[episode.states[t + 1]]"), "one move ahead, whatever n is"),
        (n_rule("gamma**(last - t) * episode.winner"), "the far end of the dial"),
        (n_rule(order="range(last - n + 1)"), "fewer than n moves to the end"),
        (n_rule(order="range(0, last, n)"), "only every n-th position"),
        (n_rule(order="range(last - 1, -1, -1)"), "from the last move to the first"),
        (n_rule(first="pass"), "never gets the winner"),
        (n_rule(REWARDED, first="pass"), "the textbook's form"),
        (n_rule("gamma**m * V[episode.states[m]]"), "should become"),
        (
            n_rule(first="*_, end = episode.states; V[end] = episode.winner"),
            "right in plain Python, but the rule n_step cannot be compiled",
        ),
        (n_rule(first="V = V.copy(); return V"), "change V itself"),
        (n_rule(first="V[0] = 9; V[1] = 9"), "did not occur in the game"),
    ],
    "05.6": [
        (PUBLISHED, "as the article does"),
        (paying(order="mine"), "the last has earned it: begin there"),
        (paying(then="pass"), "all move towards the reward"),
        (NEIGHBOURS, "the old value of the one after it"),
        (LAST_THEN_FORWARD, "go on from the last"),
        (paying("reward"), "gamma is missing"),
        (paying("reward", then="reward = gamma * V[s]"), "towards gamma times the reward"),
        (paying("reward", first="reward *= gamma"), "gamma counts at each step"),
        (
            paying(order="mine[-2::-1]", first="V[mine[-1]] = reward"),
            "the last one becomes the reward",
        ),
        (
            paying(order="mine[-2::-1]", first="reward *= gamma; V[mine[-1]] = reward"),
            "the last one becomes gamma times the reward",
        ),
        (
            paying(order="reversed(mine)", first="*_, end = mine"),
            "right in plain Python, but the rule repaired cannot be compiled",
        ),
        (paying(order="mine[-1:]"), "only the last one moves"),
        (paying(players="(1,)"), "only player 1 is paid"),
        (paying(payee="1"), "both get the reward of player 1"),
        (paying(mine="episode.states[player - 1 :: 2]"), "the empty board is nobody's"),
        (paying(order="range(0)"), "write the new values into V"),
        (paying(order="range(0)", first="return V[mine]"), "change V itself"),
        ("repaired = [0.3, 0.2]", "a function is asked for"),
    ],
    "05.7": [
        (SCHEDULE.format(epsilon="0 * games"), "explore more, above all at the start"),
        (SCHEDULE.format(epsilon="np.where(games < 50_000, 1.0, 0.0)"), "at once"),
        (SCHEDULE.format(epsilon="0.5 + 0 * games"), "the values of play with slips"),
        (SCHEDULE.format(epsilon="np.maximum(0, 1 - games / 20_000)"), "more slowly"),
        (SCHEDULE.format(epsilon="max(0, 1 - games / 50_000)"), "take np.maximum"),
        (SCHEDULE.format(epsilon="1 - games / 50_000"), "it falls below 0"),
        (SCHEDULE.format(epsilon="2 - games / 50_000"), "it is 2.000, which is no probability"),
        (SCHEDULE.format(epsilon="'falling'"), "one number is asked for"),
        (SCHEDULE.format(epsilon="None"), "a `return` is missing"),
    ],
}


SAID = {
    "05.1": {
        "x itself came in with the weight alpha": (
            "They forget that the new result itself counts only with the step size."
        ),
        "leaves 1 - alpha": (
            "They forget that a step forgets: what was there before keeps only the rest."
        ),
        "put their sum": (
            "They give the sum of the results; a mean is divided by how many there are."
        ),
    },
    "05.2": {
        "towards the winner": (
            "They pull every value towards the result; this rule learns from its own next guess."
        ),
        "leaves out the first move": (
            "They start one move late, and the empty board never learns anything."
        ),
        "wrong sign": "They step away from the target: the error is target minus guess.",
        "the later value moves towards the earlier one": (
            "They correct the later guess by the earlier one; who comes later knows more."
        ),
    },
    "05.3": {
        "from the first move to the last": (
            "They write the same loop again; here it runs from the end of the game to its "
            "beginning."
        ),
        "the first move": ("They stop before the first move, and the empty board learns nothing."),
        "never gets the winner": (
            "They forget to put the result in, so there is nothing to carry back."
        ),
    },
    "05.4": {
        "O has just taken it; only X's own cells": (
            "They list the moves of both sides; only the cells of X are asked for."
        ),
        "here the policy plays X": "They let the learner play X; it is beaten as O here.",
        "leave out the rest": "They go on after the game is won.",
    },
    "05.5": {
        "near the end there are no n moves left": (
            "They look n moves ahead, even where the game ends sooner."
        ),
        "only every n-th position": (
            "They jump from one guess to the next; every position is to learn."
        ),
        "one move ahead, whatever n is": (
            "They write the old rule again, which looks one move ahead."
        ),
    },
    "05.6": {
        "as the article does": ("They write down the program as it was published, with its bug."),
        "all move towards the reward": (
            "They pull each position straight to the reward; it should go back step by step."
        ),
        "only player 1 is paid": (
            "They pay one player only, and the other one learns that nothing matters."
        ),
    },
    "05.7": {
        "at once": (
            "They stop exploring with the first game, before the learner has seen anything."
        ),
        "explore more, above all at the start": (
            "They start too cautiously; in the beginning there is most to find out."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
