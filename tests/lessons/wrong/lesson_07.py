"""Wrong answers to the exercises of lesson 07, each with a piece of the reason it must get."""

BEST = """
def expected_best(k, n):
    wins = np.arange(n + 1)
    chances = np.array([comb(n, w) for w in wins]) / 2**n
    {rest}
"""

SAMPLED = """
def expected_best(k, n):
    pulls = np.random.default_rng(1).choice([-1, 1], size=(20_000, k, n))
    return pulls.mean(2).max(1).mean()
"""

SECOND = """
def chances(n, p):
    return np.array([comb(n, w) * p**w * (1 - p) ** (n - w) for w in range(n + 1)])

def expected_opinion(n):
    pairs = np.outer(chances(n, 0.6), chances(n, 0.5))
    good, tie = np.tril(pairs, -1).sum(), np.trace(pairs)
    {rest}
"""

DOUBLE = """
def double_q_learning(Q, episode, alpha, gamma, rng):
    {first}
    for t in {order}:
        s, a = episode.states[t], episode.actions[t]
        {coin}
        target = {end}
        if t + {step} < len(episode.actions):
            s_next = episode.states[t + {step}]
            {named}
            target = {target}
        {update}
"""

FORWARD = "range(0 if episode.side == 1 else 1, len(episode.actions), 2)"
BACKWARD = f"[*{FORWARD}][::-1]"
COIN = "int(rng.random() < 0.5)"
TOSS = "one = 1 if rng.random() < 0.5 else 0"
UPDATE = "Q[one, s, a] += alpha * (target - Q[one, s, a])"


def double(**changes):
    """The source of a rule with some things about it changed."""
    parts = {
        "first": "pass",
        "order": FORWARD,
        "coin": TOSS,
        "end": "float(episode.winner)",
        "step": 2,
        "named": "named = best_entry(Q[one], episode, s_next)",
        "target": "gamma * Q[1 - one, s_next, named]",
        "update": UPDATE,
    }
    return DOUBLE.format(**(parts | changes))


OTHER_NAMES = "named = best_entry(Q[1 - one], episode, s_next)"
FOR_X = "named = np.where(ttt.LEGAL[s_next], Q[one, s_next], -np.inf).argmax()"
TAKEN_TOO = "named = (ttt.TURN[s_next] * Q[one, s_next]).argmax()"
MEAN = "named = best_entry(Q.mean(0), episode, s_next)"
ARTICLE = """if t + 2 < len(episode.actions):
            Q[one, s, a] += alpha * (target - Q[one, s, a])
        else:
            Q[:, s, a] += alpha * (target - Q[:, s, a])"""
LAST_LEFT_OUT = """if t + 2 < len(episode.actions):
            Q[one, s, a] += alpha * (target - Q[one, s, a])"""

BEST_MEAN = """
def best_mean(pulls):
    {rest}
"""

OPINION = """
def second_opinion(pulls, afresh):
    {rest}
"""

TARGET = """
def double_target(Q, one, episode, t, gamma):
    if {last}:
        return {end}
    s_next = episode.states[t + {step}]
    {named}
    return {worth}
"""


def target(**changes):
    """The source of a target with some things about it changed."""
    parts = {
        "last": "t + 2 >= len(episode.actions)",
        "end": "float(episode.winner)",
        "step": 2,
        "named": "named = best_entry(Q[one], episode, s_next)",
        "worth": "gamma * Q[1 - one, s_next, named]",
    }
    return TARGET.format(**(parts | changes))


BIAS = """
def bias(values, opponent):
    openings = ttt.NEXT[ttt.START]
    promise = {promise}
    truth = {truth}
    return {end}
"""


def bias(**changes):
    """The source of a bias with some things about it changed."""
    parts = {
        "promise": "-np.nanmin(values[openings], axis=1)",
        "truth": "-ttt.state_values(x=opponent)[openings]",
        "end": "(promise - truth).mean()",
    }
    return BIAS.format(**(parts | changes))


ACT = """
def act(Q, state):
    free = np.flatnonzero(ttt.LEGAL[state])
    {rest}
"""

WHERE = """
two_win = {win}
two_lose = {lose}
"""
WIN, LOSE = "two_win_solution", "two_lose_solution"

WRONG = {
    "07.1": [
        (BEST_MEAN.format(rest="return pulls.max()"), "the best single pull"),
        (BEST_MEAN.format(rest="return pulls.mean()"), "the mean of all pulls"),
        (BEST_MEAN.format(rest="return pulls.mean(1)"), "one number is asked for"),
        (BEST_MEAN.format(rest="return pulls.mean(2).max()"), "the pulls have two axes"),
        (BEST_MEAN.format(rest="return 0"), "is right"),
        (
            BEST_MEAN.format(rest="return pulls.max(1).mean()"),
            "that is the mean of each machine's best pull",
        ),
        (BEST_MEAN.format(rest="pulls.mean(1).max()"), "a `return` is missing"),
        (BEST_MEAN.format(rest="return pulls.mean(1).max() - 0.7"), "is right"),
        (BEST_MEAN.format(rest="return (pulls == 1).mean(1).max()"), "the best share of won pulls"),
        (
            BEST_MEAN.format(rest="return max(0, *pulls.mean(1))"),
            "begin with the mean of a",
        ),
    ],
    "07.2": [
        (OPINION.format(rest="return pulls.mean(1).max()"), "the first pulls both name"),
        (
            OPINION.format(rest="return (pulls + afresh).mean(1)[pulls.mean(1).argmax()] / 2"),
            "including those that have named the machine",
        ),
        (
            OPINION.format(rest="return afresh.mean(1)[pulls.T.ravel().argmax() + 40]"),
            "there is no machine with this number",
        ),
        (OPINION.format(rest="return afresh.mean(0)[pulls.mean(0).argmax()]"), "the wrong axis"),
        (OPINION.format(rest="return afresh[pulls.mean(1).argmax()]"), "one number is asked for"),
        (
            OPINION.format(rest="return min(pulls.mean(1).max(), afresh.mean(1).max())"),
            "is right",
        ),
    ],
    "07.3": [
        (target(named=OTHER_NAMES), "both names the action and says what it is worth"),
        (target(worth="gamma * Q[1 - one, s_next].max()"), "the highest entry of the other"),
        (target(named=FOR_X), "for O the best entry is the lowest"),
        (target(named="named = best_entry(Q, episode, s_next)"), "Q[0] or Q[1], and not both"),
        (target(named="named = best_entry(Q[one], s_next, episode)"), "in this order"),
        (target(last="False"), "there is no case for the end"),
        (target(last="False", worth="episode.winner + gamma * Q[1 - one, s_next, named]"), "both"),
        (target(last="ttt.TERMINAL[episode.states[t + 2]]"), "there is no turn so late"),
        (target(worth="gamma * Q[not one, s_next, named]"), "`one` is the number 0 or 1"),
        (target(worth="gamma * Q[1 - one][named, s_next]"), "then the state, then the cell"),
        (target(worth="-gamma * Q[1 - one, s_next, named]"), "the next entry changes its sign"),
    ],
    "07.4": [
        (double(target="gamma * Q[one, s_next, named]"), "also says what it is worth"),
        (double(named=OTHER_NAMES), "both names the action and says what it is worth"),
        (
            double(named=OTHER_NAMES, target="gamma * Q[one, s_next, named]"),
            "the two have changed roles",
        ),
        (double(named=FOR_X), "for O the best entry is the lowest"),
        (double(named=TAKEN_TOO), "taken cells are chosen, too"),
        (double(named=MEAN, target="gamma * Q.mean(0)[s_next, named]"), "the mean of the tables"),
        (double(named=MEAN), "the mean of the tables names the action"),
        (double(target="gamma * Q.mean(0)[s_next, named]"), "says what the action is worth"),
        (double(target="gamma * Q[1 - one, s_next].max()"), "the highest entry of the other"),
        (double(target="Q[1 - one, s_next, named]"), "gamma is missing"),
        (double(order=BACKWARD), "from the last action to the first"),
        (double(update=ARTICLE), "as in the article"),
        (double(update="Q[one, s, a] += alpha * target"), "the last action of a drawn game"),
        (double(update="Q[one, s, a] = alpha * target"), "it should move towards the target"),
        (double(update=LAST_LEFT_OUT), "the last action is not updated"),
        (double(update="Q[:, s, a] += alpha * (target - Q[:, s, a])"), "changes both tables"),
        (double(coin="one = t // 2 % 2"), "the tables take turns"),
        (
            double(coin="one = 0 if t + 2 >= len(episode.actions) else " + COIN),
            "the last action always",
        ),
        (double(coin="one = 0 if t < 2 else " + COIN), "the first action always"),
        (
            double(coin="one = 1 - one if t > 1 and rng.random() < 0.9 else " + COIN),
            "nothing of the one before",
        ),
        (double(coin="one = rng.random() < 0.5"), "not if it is True or False"),
        (double(named="named = best_entry(Q, episode, s_next)"), "Q[0] or Q[1], and not both"),
        (double(first="Q = Q.copy()"), "nothing in the table has changed"),
        (double(update="q = Q[one, s, a]; q += alpha * (target - q)"), "nothing in the table"),
        (double(coin="one = rng.random()"), "`one` is not a whole number"),
        (double(update=UPDATE.replace("one, s", "s")), "the table comes first"),
        (double(order=FORWARD.replace("actions", "states")), "there is no turn so late"),
        (double(update=f"{UPDATE}; return"), "action number 2 is not updated"),
        (double(update=f"a = episode.actions[t - 1]; {UPDATE}"), "a cell that it did not take"),
        (double(coin="one = 1 if rng.random() < 0.3 else 0"), "the coin must be fair"),
        (
            double(update="Q[one, s, a] = alpha * Q[one, s, a] + (1 - alpha) * target"),
            "alpha and 1 - alpha are swapped",
        ),
        (
            double(coin='one = int(f"{rng.random() < 0.5:d}")'),
            "right in plain Python, but the rule",
        ),
        (double(coin="one = 0"), "only table 0 is ever updated"),
        (double(first=TOSS, coin="pass"), "one coin decides for a whole game"),
        (double(coin="one = 1 if rng.random() < 0.9 else 0"), "the coin must be fair"),
        (double(coin="one = np.random.default_rng().integers(2)"), "a coin that is not `rng`"),
        (double(order="range(0, len(episode.actions), 2)"), "not the learner's own"),
        (double(step=1), "it takes the board after your own move"),
        (double(end="0.0"), "the last action does not move towards the winner"),
        (double(target="float(episode.winner)"), "each action moves towards the winner"),
        (double(end="episode.winner * episode.side"), "counted for the learner"),
        (double().replace("t + 2 <", "t + 2 <="), "the board at the end of the game"),
        (double(end="gamma * episode.winner"), "the winner at the end is discounted, but"),
        (double(update="Q[one, s, a] = target"), "alpha is missing"),
        (double(update="Q[one, s, a] = alpha * (target - Q[one, s, a])"), "the old value is lost"),
        (double(update="Q[one, s, a] -= alpha * (target - Q[one, s, a])"), "wrong sign"),
        (
            double(update="Q[one, s, a] += alpha * (target - Q[1 - one, s, a])"),
            "from the other table's entry",
        ),
        (
            double(update="Q[one, s, a] += alpha * (target - Q[:, s, a].mean())"),
            "from the mean of both entries",
        ),
        (double(first="Q = Q.copy(); states = 1", update=UPDATE + "\n    return Q"), "in place"),
        (
            double(update="Q[one, s, a] += alpha * (target**3 - Q[one, s, a])"),
            "but should become",
        ),
        ("double_q_learning = None", "a function is asked for"),
    ],
    "07.5": [
        (bias(end="(truth - promise).mean()"), "the sign is wrong"),
        (bias(end="(promise - truth).max()"), "is right"),
        (bias(truth="-ttt.state_values(o=opponent)[ttt.START]"), "the opponent plays X here"),
        (bias(promise="-values[openings].min(1)"), "take np.nanmin, and only of `openings`"),
        (bias(end="(promise + truth).mean()"), "the truth counts with the wrong sign"),
        (bias(end="promise - truth"), "one number is asked for"),
        (
            bias(promise="-np.nan_to_num(values[openings]).min(1)"),
            "np.nanmin passes over nan",
        ),
        (bias(promise="-np.nanmin(values[openings], axis=0)"), "the lowest along axis 1"),
    ],
    "07.6": [
        (ACT.format(rest="return free[(ttt.TURN[state] * Q[0, state, free]).argmax()]"), "table 0"),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free]).max(0).argmax()]"),
            "the best single entry",
        ),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free]).argmax()]"),
            "in both tables at once",
        ),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free]).mean().argmax()]"),
            "mean() is one number",
        ),
        (ACT.format(rest="return Q[:, state].mean(2).argmax()"), "0 goes over the tables"),
        (
            ACT.format(rest="return free[Q[state + 2, free].argmax()]"),
            "the table comes first",
        ),
        (ACT.format(rest="return free"), "is not a cell"),
        (
            ACT.format(
                rest="return np.where(ttt.LEGAL[state], ttt.TURN[state] * Q[:, state].mean(0),"
                " 0).argmax()"
            ),
            "the cell it takes is not free",
        ),
    ],
    "07.7": [
        (BEST.format(rest="return 0.0"), "the mean of one machine"),
        (
            BEST.format(
                rest="return (np.diff(np.cumsum(chances)**k, prepend=0) * (2 * wins - n)).sum()"
            ),
            "not their mean",
        ),
        (
            BEST.format(rest="return (np.diff(np.cumsum(chances)**k) * (2 * wins - n) / n).sum()"),
            "prepend=0 keeps the chance of no win",
        ),
        (
            BEST.format(
                rest="return (np.diff(np.cumsum(chances**k), prepend=0) * (2 * wins - n) / n).sum()"
            ),
            "it is 0 for every k",
        ),
        (
            BEST.format(
                rest="F = 1 - (1 - np.cumsum(chances))**k\n    "
                "return (np.diff(F, prepend=0) * (2 * wins - n) / n).sum()"
            ),
            "the worst of the k means",
        ),
        (
            BEST.format(
                rest="F = np.cumsum(chances[:-1])**k\n    "
                "return (np.diff(F, prepend=0) * (2 * wins[:-1] - n) / n).sum()"
            ),
            "the chance that all n pulls win is missing",
        ),
        (BEST.format(rest="return str(0.0)"), "one number"),
        (SAMPLED, "as from sampling"),
        (BEST.format(rest="np.cumsum(chances)**k"), "a `return` is missing"),
        (BEST.format(rest="return chances"), "one number"),
        ("expected_best = 0.7", "a function is asked for"),
    ],
    "07.8": [
        (SECOND.format(rest="return 0.2"), "the other one is sometimes named"),
        (SECOND.format(rest="return 0.2 * good"), "ties are missing"),
        (SECOND.format(rest="return 0.2 * (1 - good - tie / 2)"), "the wrong machine is named"),
        (
            SECOND.format(rest="return 0.2 * (good + tie / 2)").replace("n, 0.6", "n, 0.4"),
            "the good machine wins with 0.6, not 0.4",
        ),
        (SECOND.format(rest="return 0.0"), "but +0.1100 is right"),
    ],
    "07.9": [
        (WHERE.format(win="{**two_win_solution, 'alpha': 0.8}", lose=LOSE), "at most 0.5"),
        (
            WHERE.format(win="{'alpha': 0.2, 'epsilon': 0.2, 'slips': 1.0}", lose=LOSE),
            "at least +0.05 is asked for",
        ),
        (WHERE.format(win=WIN, lose=WIN), "-0.05 or worse is asked for"),
        (
            WHERE.format(win="{'alpha': 0, 'epsilon': 1.0, 'slips': 0.1}", lose=LOSE),
            "it cannot be told from no effect at all",
        ),
        (WHERE.format(win=WIN, lose="{'alpha': 0.8, 'epsilon': 0.2}"), "is a dict of"),
        (
            WHERE.format(win="{'alpha': 0.4, 'epsilon': 2, 'slips': 0.5}", lose=LOSE),
            "epsilon in two_win is a number from 0 to 1",
        ),
        (
            WHERE.format(win="{'alpha': 0.4, 'epsilon': 'all', 'slips': 0.5}", lose=LOSE),
            "epsilon in two_win is a number from 0 to 1",
        ),
    ],
}
