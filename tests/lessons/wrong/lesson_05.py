"""Wrong answers to the exercises of lesson 05, each with a piece of the reason it must get."""

RULE = """
def {name}(V, episode, alpha, gamma):
    {first}
    for t in {order}:
        s, s_next = episode.states[t], episode.states[t + 1]
        V[s] {step}
"""


def rule(
    name,
    step="+= alpha * (gamma * V[s_next] - V[s])",
    first="V[episode.states[-1]] = episode.winner",
    order="range(len(episode.states) - 1)",
):
    """The source of a rule with one thing about it changed."""
    return RULE.format(name=name, first=first, order=order, step=step)


BACKWARD = "range(len(episode.states) - 2, -1, -1)"

BY_NAME = """
def td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        v = V[episode.states[t]]
        v += alpha * (gamma * V[episode.states[t + 1]] - v)
"""
WHOLE = """
def td(V, episode, alpha, gamma):
    states = episode.states
    V[states[-1]] = episode.winner
    V[states] += alpha * (gamma * V[states[1:]] - V[states[:-1]])
"""
TOWARDS_EARLIER = """
def from_the_end(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1, -1, -1):
        s, s_next = episode.states[t], episode.states[t - 1]
        V[s] += alpha * (gamma * V[s_next] - V[s])
"""
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
BY_ACTION = """
def td(V, episode, alpha, gamma):
    V[episode.states[-1]] = episode.winner
    for a, a_next in zip(episode.actions[:-1], episode.actions[1:]):
        V[a] += alpha * (gamma * V[a_next] - V[a])
"""
NO_LIST = """
def td(V, episode, alpha, gamma):
    V[episode[-1]] = episode.winner
    for t in range(len(episode) - 1):
        V[episode[t]] += alpha * (gamma * V[episode[t + 1]] - V[episode[t]])
"""

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
        reward = recipes.hickman_reward(player, episode.winner)
        {first}
        for s in {order}:
            V[s] += alpha * (gamma * reward - V[s])
            {then}
"""


def paying(
    then="reward = V[s]",
    order="mine[::-1]",
    first="pass",
    players="(1, 2)",
    mine="episode.states[player::2]",
):
    """The source of a repair with one thing about it changed."""
    changed = {"then": then, "order": order, "first": first}
    return REPAIRED.format(players=players, mine=mine, **changed)


PUBLISHED = paying(
    order="range(0)",
    first="""old = V[mine]
        for k in range(len(mine)):
            reward = old[k] + alpha * (gamma * reward - old[k])
            V[mine[len(mine) - 1 - k]] = reward""",
)

WRONG = {
    "05.1": [
        (steps(old_sum="m * n - 1"), "so m is multiplied by n, and then 1 is taken off"),
        (steps(new_mean="(m + x) / n"), "put in the sum"),
        (steps(new_mean="(old_sum(m, n) + x) // n"), "drops the fraction"),
        (steps(step="1 // n"), "drops the fraction"),
        (steps(new_mean="..."), "`new_mean` is still ...; what stands above it is right"),
        (steps(step="0.5"), "`step`: for n = 1 it returns 0.5, but 1 is right"),
        (steps(weight="(1 - alpha) ** k"), "x itself enters with the weight alpha"),
        (steps(weight="alpha ** (k + 1)"), "leaves 1 - alpha"),
    ],
    "05.2": [
        (rule("td", "-= alpha * (gamma * V[s_next] - V[s])"), "wrong sign"),
        (rule("td", "+= alpha * (gamma * episode.winner - V[s])"), "towards the winner"),
        (rule("td", order="range(1, len(episode.states) - 1)"), "leaves out the first move"),
        (SWAPPED, "the later value moves towards the earlier one"),
        (rule("td").replace("V[s] +=", "V[s_next] +="), "the step is added to V[s_next]"),
        (rule("td", "+= alpha * (gamma * V[s_next] ** 2 - V[s])"), "should become"),
        (rule("td", first="pass", order=BACKWARD), "never gets the winner"),
        (rule("td", first="V[-1] = episode.winner"), "V[-1] is the end of the whole table"),
        (BY_TIME, "its positions are the numbers in episode.states"),
        (BY_ACTION, "its positions are the numbers in episode.states"),
        (rule("td", order="range(len(episode.states))"), "the last position has no next one"),
        (rule("td").replace("V[s]", "V"), "V is the whole table"),
        (NO_LIST, "the positions are episode.states"),
        (PAIRWISE, "pairwise: take for t in range(len(states) - 1), and in it states[t]"),
        (STARRED, "right in plain Python, but the rule td cannot be compiled"),
        (RENAMED, "right in plain Python, but"),
        (COPY, "change V itself"),
        (rule("td", first="V = V.copy(); V[0] = 9"), "nothing in the table has changed"),
        (rule("td", first="V = np.array(V)"), "nothing in the table has changed"),
        (BY_NAME, "or what it changes is a copy of V[s]"),
        (rule("td", "+= alpha * gamma * V[s_next]"), "the value was not taken off"),
        (
            rule("td", "+= alpha * gamma * V[s_next] - V[s]"),
            "alpha should multiply the whole error",
        ),
        (rule("td", first="V[episode.states[-1]] = 1"), "gets 1, whoever wins"),
        (rule("td") + "        return", "as with a `return` inside the loop"),
        (rule("td").replace("episode.states[t + 1]", "episode.states[t] + 1"), "the next number"),
        (WHOLE, "states[1:] is one shorter than states"),
        (rule("td").replace("V[s] +=", "V[s, 0] +="), "too many indices"),
        ("td = 0.5", "a function is asked for"),
    ],
    "05.3": [
        (rule("from_the_end"), "from the first move to the last"),
        (
            rule("from_the_end", order=BACKWARD)
            .replace("    for t", "    old = V.copy()\n    for t")
            .replace("V[s_next]", "old[s_next]"),
            "that the next one had before the game",
        ),
        (
            rule("from_the_end", first="old = V.copy()", order=BACKWARD)
            .replace("    for t", "    V[episode.states[-1]] = episode.winner\n    for t")
            .replace("V[s_next]", "old[s_next]"),
            "still sees the old value of the last one",
        ),
        (
            rule("from_the_end", order=BACKWARD).replace("V[s] +=", "V[s_next] +="),
            "the step is added to V[s_next]",
        ),
        (rule("from_the_end", first="pass", order=BACKWARD), "never gets the winner"),
        (rule("from_the_end", first="pass"), "never gets the winner"),
        (rule("from_the_end", order="range(len(episode.states) - 2, 0, -1)"), "the first move"),
        (
            rule("from_the_end", order="range(len(episode.states) - 3, -1, -1)"),
            "the loop leaves out the last move",
        ),
        (TOWARDS_EARLIER, "the loop goes one step too far"),
        (REVERSED_RANGE, "right in plain Python, but the rule from_the_end cannot be compiled"),
        (REVERSED_IN_PLACE, "the first position gets the winner as its value"),
    ],
    "05.4": [
        (winning(keep="mine.append(cell)"), "these are the cells of both"),
        (winning(x="policy", o="reply"), "here the policy plays X"),
        (winning(x="policy"), "here the policy plays both"),
        (winning(x="ttt.minimax_policy()"), "here X plays perfectly, by minimax"),
        (winning(back="set(mine)"), "a set has no order"),
        (
            winning().replace("best_reply(policy)", "best_reply(mine_10k)"),
            "a player of random but fixed moves",
        ),
        (winning(o="reply"), "here the best reply plays O, too"),
        (winning(back="sorted(mine)"), "these are X's cells in the order of their numbers"),
        (winning(back="mine[:1]"), "is not over after X's cells"),
        (winning(back="mine + [8]"), "leave out the rest"),
        (winning(keep="mine.append(state)"), "is not a list of cells"),
        (winning(back="None"), "a `return` is missing"),
        (winning(back="mine[-1]"), "a list of cells is asked for"),
        (
            winning().replace("not ttt.TERMINAL[state]", "ttt.WINNER[state] == 0"),
            "a drawn game has no winner to wait for",
        ),
    ],
    "05.5": [
        (n_rule("gamma**n * V[episode.states[t + n]]"), "it looks beyond the last position"),
        (n_rule().replace("min(", "max("), "it looks beyond the last position"),
        (n_rule().replace("alpha * (", "(alpha * "), "alpha should multiply the whole"),
        (n_rule(first="V = V.copy()"), "nothing in the table has changed"),
        (n_rule("gamma * V[episode.states[t + 1]]"), "one move ahead, whatever n is"),
        (n_rule(order="range(0, last, n)"), "only every n-th position"),
        (n_rule(order="range(last - 1)"), "the loop leaves out the last move"),
        (
            n_rule().replace("alpha * (gamma**m * ", "alpha * gamma**m * ("),
            "gamma**n multiplies the whole error",
        ),
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
        (paying().replace("recipes.hickman_reward(player, ", "("), "both get episode.winner"),
        (paying().replace("player, episode.winner", "episode.winner, player"), "the player comes"),
        (paying(players="(0, 1)"), "the empty board has changed"),
        (paying(first="V = V.copy()"), "nothing in the table has changed"),
        (paying().replace(" - V[s]", ""), "the value was not taken off"),
        (paying(then="pass"), "all move towards the reward"),
        (
            paying(order="reversed(mine)", first="*_, end = mine"),
            "right in plain Python, but the rule repaired cannot be compiled",
        ),
        (paying(players="(1,)"), "only player 1 is paid"),
        (paying().replace("V[s] +=", "V[s] ="), "the old value is lost"),
        (paying(order="mine[:0:-1]"), "first position is left out"),
        (paying(order="mine[-2::-1]"), "last position is left out"),
        (paying(mine="episode.states[player - 1 :: 2]"), "begin at 1, those of player 2 at 2"),
        (paying(order="range(0)", first="return V[mine]"), "change V itself"),
        ("repaired = [0.3, 0.2]", "a function is asked for"),
    ],
    "05.7": [
        (SCHEDULE.format(epsilon="0 * games"), "explore more, above all at the start"),
        (SCHEDULE.format(epsilon="np.where(games < 50_000, 1.0, 0.0)"), "at once"),
        (SCHEDULE.format(epsilon="np.maximum(0, 1 - games / 20_000)"), "more slowly"),
        (SCHEDULE.format(epsilon="max(0, 1 - games / 50_000)"), "take np.maximum"),
        (SCHEDULE.format(epsilon="np.max([0, 1 - games / 50_000])"), "entry by entry"),
        (SCHEDULE.format(epsilon="1 - games / 50_000"), "it falls below 0"),
        (SCHEDULE.format(epsilon="2 - games / 50_000"), "it is 2.000, which is not a probability"),
        (SCHEDULE.format(epsilon="'falling'"), "one number is asked for"),
        (SCHEDULE.format(epsilon="None"), "a `return` is missing"),
    ],
}
