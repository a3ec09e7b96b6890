"""List wrong answers to the exercises of lesson 07, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""

UPDATE = "Q[one, s, a] += alpha * (target - Q[one, s, a])"
"""A piece of a solution that several answers replace."""

WRONG = {
    "07.mean": [
        (".mean(1)", "", "the best single pull"),
        (".mean(1).max()", ".mean()", "the mean of all pulls"),
        (".mean(1)", ".mean(2)", "the pulls have two axes"),
        (".max()", ".max() - 0.7", "is right"),
    ],
    "07.opinion": [
        ("afresh.mean(1)[named]", "pulls.mean(1).max()", "the first pulls both name"),
        (
            "afresh.mean(1)[named]",
            "(pulls + afresh).mean(1)[named] / 2",
            "including those that have named the machine",
        ),
        ("[named]", "[named + 40]", "there is no machine with this number"),
        ("afresh.mean(1)[named]", "min(pulls.mean(1).max(), afresh.mean(1).max())", "is right"),
    ],
    "07.target": [
        ("entry(Q[one]", "entry(Q[1 - one]", "both names the action and says what it is worth"),
        ("s_next, named]", "s_next].max()", "the highest entry of the other"),
        (
            "best_entry(Q[one], episode, s_next)",
            "np.where(ttt.LEGAL[s_next], Q[one, s_next], -np.inf).argmax()",
            "for O the best entry is the lowest",
        ),
        ("Q[one]", "Q", "Q[0] or Q[1], and not both"),
        ("episode, s_next", "s_next, episode", "in this order"),
        ("t + 2 >= len(episode.actions)", "ttt.TERMINAL[episode.states[t + 2]]", "turn so late"),
        ("1 - one", "not one", "`one` is the number 0 or 1"),
        ("1 - one, s_next, named", "1 - one][named, s_next", "then the state, then the cell"),
    ],
    "07.double": [
        ("actions), 2)", "actions), 2)[::-1]", "from the last action to the first"),
        (
            UPDATE,
            "if t + 2 < len(episode.actions):\n"
            "            Q[one, s, a] += alpha * (target - Q[one, s, a])\n        else:\n"
            "            Q[:, s, a] += alpha * (target - Q[:, s, a])",
            "as in the article",
        ),
        ("(target - Q[one, s, a])", "target", "the last action of a drawn game"),
        ("+= alpha * (target - Q[one, s, a])", "= alpha * target", "move towards the target"),
        ("float(episode.winner)", "Q[one, s, a]", "the last action is not updated"),
        (UPDATE, "Q[:, s, a] += alpha * (target - Q[:, s, a])", "changes both tables"),
        # Other ways to choose the table.
        ("1 if rng.random() < 0.5 else 0", "t // 2 % 2", "the tables take turns"),
        ("1 if rng", "0 if t + 2 >= len(episode.actions) else 1 if rng", "the last action always"),
        ("1 if rng", "0 if t < 2 else 1 if rng", "the first action always"),
        ("1 if", "1 - one if t > 1 and rng.random() < 0.9 else 1 if", "nothing of the one before"),
        ("1 if rng", "one if t > 1 else 1 if rng", "one coin decides for a whole game"),
        ("1 if rng.random() < 0.5 else 0", "0", "only table 0 is ever updated"),
        ("1 if rng.random() < 0.5 else 0", "rng.random() < 0.5", "not if it is True or False"),
        ("1 if rng.random() < 0.5 else 0", "rng.random()", "`one` is not a whole number"),
        ("0.5", "0.3", "the coin must be fair"),
        ("0.5", "0.9", "the coin must be fair"),
        ("rng.random()", "np.random.random()", "a coin that is not `rng`"),
        ("entry(Q[one]", "entry(Q", "Q[0] or Q[1], and not both"),
        ("    for t", "    return Q.copy()\n    for t", "in place"),
        (UPDATE, "q = Q[one, s, a]\n        q += alpha * (target - q)", "nothing in the table"),
        (UPDATE, "Q[s, a] += alpha * (target - Q[s, a])", "the table comes first"),
        ("actions), 2)", "states), 2)", "there is no turn so late"),
        ("s, a])", "s, a])\n        return", "action number 2 is not updated"),
        ("actions[t]", "actions[t - 1]", "a cell that it did not take"),
        ("+= alpha * (target", "+= (1 - alpha) * (target", "alpha and 1 - alpha are swapped"),
        ("0 if episode.side == 1 else 1", "0", "not the learner's own"),
        ("+= alpha * (target - Q[one, s, a])", "= target", "alpha is missing"),
        ("+= alpha", "= alpha", "the old value is lost"),
        ("- Q[one", "- Q[1 - one", "from the other table's entry"),
        ("- Q[one, s, a]", "- Q[:, s, a].mean()", "from the mean of both entries"),
        ("(target -", "(target**3 -", "but should become"),
    ],
    "07.bias": [
        ("promise - truth", "truth - promise", "the sign is wrong"),
        (".mean()", ".max()", "is right"),
        ("(x=opponent)[openings]", "(o=opponent)[ttt.START]", "the opponent plays X here"),
        ("np.nanmin(", "np.min(", "take np.nanmin, and only of `openings`"),
    ],
    "07.act": [
        ("Q[:, state, free].mean(0)", "Q[0, state, free]", "table 0"),
        (
            "ttt.TURN[state] * Q[:, state, free].mean(0)",
            "(ttt.TURN[state] * Q[:, state, free]).max(0)",
            "the best single entry",
        ),
        (".mean(0)", "", "in both tables at once"),
        (".mean(0)", ".mean(2)", "0 goes over the tables"),
        ("Q[:, state, free].mean(0)", "Q[state + 2, free]", "the table comes first"),
        # A taken cell counts as 0.
        (
            "def act(Q, state):\n    mean = Q[:, state].mean(0)\n"
            "    return np.where(ttt.LEGAL[state], ttt.TURN[state] * mean, 0).argmax()",
            "the cell it takes is not free",
        ),
    ],
    "07.best": [
        ("(of_best * (2 * wins - n) / n).sum()", "0.0", "the mean of one machine"),
        (" / n)", ")", "not their mean"),
        (", prepend=0", "", "prepend=0 keeps the chance of no win"),
        ("return (of_best", "return 0.01 + (of_best", "as from sampling"),
    ],
    "07.second": [
        ("0.2 * ", "0.2 + 0 * ", "the other one is sometimes named"),
        (" + np.trace(pairs) / 2", "", "ties are missing"),
        ("0.2 *", "0.0 *", "but +0.1100 is right"),
    ],
    "07.where": [
        ('"alpha": 0.5', '"alpha": 0.8', "at most 0.5"),
        ('"epsilon": 1.0', '"epsilon": 0.2', "at least +0.05 is asked for"),
        (', "slips": 0.6', "", "is a dict of"),
        ('"epsilon": 1.0', '"epsilon": 2', "epsilon in two_win is a number from 0 to 1"),
    ],
}
