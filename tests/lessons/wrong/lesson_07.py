"""Wrong answers to the exercises of lesson 07, each with a piece of the reason it must get."""

BEST = """
def expected_best(k, n):
    wins = np.arange(n + 1)
    chances = np.array([comb(n, w) for w in wins]) / 2**n
    {rest}
"""

BEST_RIGHT = "return (np.diff(np.cumsum(chances)**k, prepend=0) * (2 * wins - n) / n).sum()"

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

FIRST_OPINION = """wins = np.maximum.outer(np.arange(n + 1), np.arange(n + 1))
    return (pairs * (2 * wins / n - 1)).sum()"""

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
        (BEST_MEAN.format(rest="return pulls.mean(0).max()"), "a machine is a row"),
        (BEST_MEAN.format(rest="return pulls.sum(1).max()"), "the best sum of pulls"),
        (BEST_MEAN.format(rest="return pulls.mean(1).argmax()"), "which machine is best"),
        (BEST_MEAN.format(rest="return abs(pulls.mean(1)).max()"), "without abs"),
        (BEST_MEAN.format(rest="return pulls.mean(1)"), "one number is asked for"),
        (BEST_MEAN.format(rest="return pulls.mean(2).max()"), "the pulls have two axes"),
        (BEST_MEAN.format(rest="pulls.mean(1).max()"), "a `return` is missing"),
        (BEST_MEAN.format(rest="return pulls.mean(1).max() - 0.7"), "is right"),
    ],
    "07.2": [
        (OPINION.format(rest="return pulls.mean(1).max()"), "the first pulls both name"),
        (OPINION.format(rest="return afresh.mean(1).max()"), "the fresh pulls both name"),
        (
            OPINION.format(rest="return pulls.mean(1)[afresh.mean(1).argmax()]"),
            "the two have changed roles",
        ),
        (
            OPINION.format(rest="return afresh.mean(1)[(pulls + afresh).mean(1).argmax()]"),
            "named by all pulls together",
        ),
        (
            OPINION.format(rest="return (pulls + afresh).mean(1)[pulls.mean(1).argmax()] / 2"),
            "those that have named it included",
        ),
        (
            OPINION.format(rest="return (pulls.mean(1).max() + afresh.mean(1).max()) / 2"),
            "the mean of two maxima",
        ),
        (
            OPINION.format(rest="return afresh.mean(1)[pulls.argmax()]"),
            "a place among all pulls",
        ),
        (OPINION.format(rest="return pulls.mean(1).argmax()"), "which machine was named"),
        (
            OPINION.format(rest="return afresh.mean(1)[pulls.max(1).argmax()]"),
            "the best single pull was named",
        ),
        (OPINION.format(rest="return afresh[pulls.mean(1).argmax()]"), "one number is asked for"),
    ],
    "07.3": [
        (target(worth="gamma * Q[one, s_next, named]"), "also says what it is worth"),
        (target(named=OTHER_NAMES), "both names the action and says what it is worth"),
        (
            target(named=OTHER_NAMES, worth="gamma * Q[one, s_next, named]"),
            "the two have changed roles",
        ),
        (target(worth="gamma * named"), "gives the cell of the best entry"),
        (target(worth="Q[1 - one, s_next, named]"), "gamma is missing"),
        (target(worth="gamma * Q[1 - one, s_next].max()"), "the highest entry of the other"),
        (
            target(worth="gamma * Q[1 - one, s_next, ttt.LEGAL[s_next]].max()"),
            "the highest free entry of the other",
        ),
        (
            target(
                named="named = best_entry(Q[0], episode, s_next)",
                worth="gamma * Q[1, s_next, named]",
            ),
            "table 0 always names",
        ),
        (target(named="named = Q[one, s_next].argmax()"), "argmax knows neither"),
        (target(step=1), "two turns on"),
        (target(named=FOR_X), "for O the best entry is the lowest"),
        (target(named=TAKEN_TOO), "cells that are taken were chosen too"),
        (target(worth="gamma * Q.mean(0)[s_next, named]"), "says what the action is worth"),
        (target(named="named = best_entry(Q, episode, s_next)"), "takes one table"),
        (target(end="0.0"), "the last action does not move towards the winner"),
        (target(end="episode.winner * episode.side"), "counted for the learner"),
        (
            target(worth="episode.winner + gamma * Q[1 - one, s_next, named]"),
            "no reward yet",
        ),
        (target(last="t + 1 >= len(episode.actions)", step=1), "not after your own move"),
        (target(last="t + 2 > len(episode.actions)"), "the board at the end of the game"),
        (
            target(
                worth="gamma * Q[1 - one, s_next, named] - Q[one, episode.states[t], "
                "episode.actions[t]]",
                end="episode.winner - Q[one, episode.states[t], episode.actions[t]]",
            ),
            "target minus entry",
        ),
    ],
    "07.4": [
        (double(target="gamma * Q[one, s_next, named]"), "also says what it is worth"),
        (double(named=OTHER_NAMES), "both names the action and says what it is worth"),
        (
            double(named=OTHER_NAMES, target="gamma * Q[one, s_next, named]"),
            "the two have changed roles",
        ),
        (double(named=FOR_X), "for O the best entry is the lowest"),
        (double(named=TAKEN_TOO), "cells that are taken were chosen too"),
        (double(named=MEAN, target="gamma * Q.mean(0)[s_next, named]"), "the mean of the tables"),
        (double(named=MEAN), "the mean of the tables names the action"),
        (double(target="gamma * Q.mean(0)[s_next, named]"), "says what the action is worth"),
        (double(target="gamma * Q[1 - one, s_next].max()"), "the highest entry of the other"),
        (double(target="Q[1 - one, s_next, named]"), "gamma is missing"),
        (double(order=BACKWARD), "from the last action to the first"),
        (double(update=ARTICLE), "as in the article"),
        (double(update="Q[one, s, a] += alpha * target"), "the last action of a drawn game"),
        (double(update="Q[one, s, a] = alpha * target"), "moves by alpha towards the target"),
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
        (double(named="named = best_entry(Q, episode, s_next)"), "takes one table"),
        (
            double(coin='one = int(f"{rng.random() < 0.5:d}")'),
            "right in plain Python, but the rule",
        ),
        (double(coin="one = 0"), "only table 0 is ever updated"),
        (double(first=TOSS, coin="pass"), "one coin decides for a whole game"),
        (double(coin="one = 1 if rng.random() < 0.9 else 0"), "the coin is fair"),
        (double(coin="one = np.random.default_rng().integers(2)"), "a coin that is not `rng`"),
        (double(order="range(0, len(episode.actions), 2)"), "not the learner's own"),
        (double(step=1), "the board after the opponent's reply"),
        (double(end="0.0"), "the last action does not move towards the winner"),
        (double(target="float(episode.winner)"), "each action moves towards the winner"),
        (double(end="episode.winner * episode.side"), "counted for the learner"),
        (double().replace("t + 2 <", "t + 2 <="), "the board at the end of the game"),
        (double(end="gamma * episode.winner"), "the winner at the end is not discounted"),
        (double(update="Q[one, s, a] = target"), "alpha is missing"),
        (double(update="Q[one, s, a] = alpha * (target - Q[one, s, a])"), "the old value is lost"),
        (double(update="Q[one, s, a] -= alpha * (target - Q[one, s, a])"), "wrong sign"),
        (
            double(update="Q[one, s, a] += alpha * (target - Q[1 - one, s, a])"),
            "from the other table's entry",
        ),
        (double(first="Q = Q.copy(); states = 1", update=UPDATE + "\n    return Q"), "in place"),
        (
            double(update="Q[one, s, a] += alpha * (target**3 - Q[one, s, a])"),
            "does not move to where",
        ),
        ("double_q_learning = None", "a function is asked for"),
    ],
    "07.5": [
        (bias(end="(truth - promise).mean()"), "the sign is wrong"),
        (bias(promise="np.nanmin(values[openings], axis=1)"), "the promise is not turned"),
        (bias(truth="ttt.state_values(x=opponent)[openings]"), "the truth is not turned"),
        (bias(promise="-np.nanmax(values[openings], axis=1)"), "the lowest, nanmin"),
        (bias(promise="np.nanmax(-values[openings], axis=1)", end="promise.mean()"), "alone"),
        (bias(truth="-ttt.state_values()[openings]"), "against a perfect X, which is 0"),
        (bias(truth="-ttt.state_values(o=opponent)[openings]"), "is X's policy, and not O's"),
        (bias(promise="-np.nanmean(values[openings], axis=1)"), "the mean of all entries"),
        (bias(end="(promise - truth).sum()"), "the sum over the nine openings"),
        (bias(end="(promise - truth).max()"), "is right"),
        (bias(truth="-ttt.state_values(o=opponent)[ttt.START]"), "the opponent plays X here"),
        (
            bias(
                promise="np.nanmax(values[openings], axis=1)",
                truth="ttt.state_values(x=opponent)[openings]",
            ),
            "both numbers are turned to O's side",
        ),
        (bias(promise="-values[openings].min(1)"), "use np.nanmin"),
        (bias(promise="-np.nanmin(values[ttt.START])"), "the empty board is X's turn"),
        (bias(promise="-np.nanmin(values[openings])"), "only the lowest of all entries"),
        (bias(end="promise - truth"), "one number is asked for"),
    ],
    "07.6": [
        (ACT.format(rest="return free[(ttt.TURN[state] * Q[0, state, free]).argmax()]"), "table 0"),
        (ACT.format(rest="return free[Q[:, state, free].mean(0).argmax()]"), "for O, too"),
        (
            ACT.format(rest="return (ttt.TURN[state] * Q[:, state, free].mean(0)).argmax()"),
            "a place among the free cells",
        ),
        (
            ACT.format(rest="return (ttt.TURN[state] * Q[:, state].mean(0)).argmax()"),
            "all nine means",
        ),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free]).max(0).argmax()]"),
            "the best single entry",
        ),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free]).argmax()]"),
            "in both tables at once",
        ),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free].max(0)).argmax()]"),
            "the higher entry of the two",
        ),
        (
            ACT.format(rest="return free[(-Q[:, state, free].mean(0)).argmax()]"),
            "for X, too",
        ),
        (
            ACT.format(rest="return free[(ttt.TURN[state] * Q[:, state, free].mean(1)).argmax()]"),
            "mean(1) is the mean of each table",
        ),
        (ACT.format(rest="return free[0]"), "the first free cell"),
        (ACT.format(rest="return free"), "is not a cell"),
    ],
    "07.7": [
        (BEST.format(rest="return 0.0"), "what one mean would be"),
        (
            BEST.format(rest="return (np.diff(np.cumsum(chances)**k, prepend=0) * wins).sum()"),
            "the mean number of wins",
        ),
        (
            BEST.format(rest="return (np.diff(np.cumsum(chances)**k, prepend=0) * wins / n).sum()"),
            "a lost pull pays -1",
        ),
        (
            BEST.format(
                rest="return (np.diff(np.cumsum(chances)**k, prepend=0) * (2 * wins - n)).sum()"
            ),
            "not their mean",
        ),
        (
            BEST.format(rest="return (chances**k * (2 * wins - n) / n).sum()"),
            "the cumsum, that goes to the power k",
        ),
        (
            BEST.format(rest="return (np.cumsum(chances)**k * (2 * wins - n) / n).sum()"),
            "take its differences",
        ),
        (
            BEST.format(
                rest="return (np.diff(np.cumsum(chances)**k, prepend=0) * (n - 2 * wins) / n).sum()"
            ),
            "a win pays +1",
        ),
        (
            BEST.format(rest="return (np.diff(np.cumsum(chances)**k) * (2 * wins - n) / n).sum()"),
            "prepend=0 keeps the chance of no win",
        ),
        (
            BEST.format(
                rest="return (np.diff(np.cumsum(chances)**k) * (2 * wins - n)[1:] / n).sum()"
            ),
            "np.diff needs prepend=0",
        ),
        (BEST.replace("(k, n)", "(n, k)").format(rest=BEST_RIGHT), "k and n have changed places"),
        (BEST.format(rest="return str(0.0)"), "one number"),
        (SAMPLED, "as from sampling"),
        (BEST.format(rest="np.cumsum(chances)**k"), "a `return` is missing"),
        (BEST.format(rest="return chances"), "one number"),
        ("expected_best = 0.7", "a function is asked for"),
    ],
    "07.8": [
        (SECOND.format(rest="return 0.2"), "not always the one that is named"),
        (SECOND.format(rest=FIRST_OPINION), "the best first mean"),
        (SECOND.format(rest="return good + tie / 2"), "how much it is worth"),
        (SECOND.format(rest="return 0.2 * good"), "ties are missing"),
        (SECOND.format(rest="return 0.2 * (good + tie)"), "in half of them, not in all"),
        (SECOND.format(rest="return 0.2 * (1 - good - tie / 2)"), "the wrong machine"),
        (SECOND.format(rest="return 0.6 * (good + tie / 2)"), "is worth 0.6 - 0.4"),
        (SECOND.format(rest="p = good + tie / 2; return 0.6 * p + 0.5 * (1 - p)"), "not 0.6 or"),
        (SECOND.format(rest="return 0.0"), "for n = 1 it is +0.1100"),
    ],
    "07.9": [
        (WHERE.format(win="{**two_win_solution, 'alpha': 0.8}", lose=LOSE), "at most 0.5"),
        (
            WHERE.format(win="{'alpha': 0.2, 'epsilon': 0.2, 'slips': 1.0}", lose=LOSE),
            "at least +0.05 is asked for",
        ),
        (WHERE.format(win=WIN, lose=WIN), "-0.05 or less is asked for"),
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


SAID = {
    "07.1": {
        "the mean of all pulls": (
            "They average over everything; the question is what the luckiest machine shows."
        ),
        "the best single pull": (
            "They take the best single pull, where the best mean is asked for."
        ),
    },
    "07.2": {
        "the first pulls both name": (
            "They let the same pulls choose and judge, which is just what goes wrong."
        ),
        "those that have named it included": (
            "They mix the old pulls in, and with them the luck that chose the machine."
        ),
    },
    "07.3": {
        "both names the action and says what it is worth": (
            "They use one table for both questions; one is to choose, the other to judge."
        ),
        "the highest entry of the other": (
            "They let the second table choose for itself, instead of judging the first one's "
            "choice."
        ),
        "for O the best entry is the lowest": ("They forget that O looks for the lowest entry."),
    },
    "07.4": {
        "changes both tables": (
            "They change both tables after each move; the coin picks one of them."
        ),
        "one coin decides for a whole game": (
            "They toss once for the whole game; it is tossed anew for every move."
        ),
        "only table 0 is ever updated": (
            "They never let the second table learn, so it has no opinion of its own."
        ),
    },
    "07.5": {
        "the sign is wrong": (
            "They take truth minus promise; too much promised is to come out positive."
        ),
        "the opponent plays X here": (
            "They look for the best of X; the learner plays O here and wants it low."
        ),
    },
    "07.6": {
        "table 0": "They ask one of the two tables; together the two know more.",
        "the best single entry": (
            "They believe the one entry that looks best, which is what the two tables were to "
            "prevent."
        ),
    },
    "07.7": {
        "what one mean would be": (
            "They give what one machine promises; the best of several promises more."
        ),
        "not their mean": "They stop at the chances and do not take the mean with them.",
    },
    "07.8": {
        "not always the one that is named": (
            "They take the best machine as chosen for sure; luck sometimes names the other."
        ),
        "ties are missing": (
            "They forget that both may show the same, and that a coin decides then."
        ),
    },
    "07.9": {
        "at most 0.5": (
            "They look for a large effect in the wrong corner; compare with what one table does "
            "there."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
