"""List wrong answers to the exercises of lesson 06, each with a part of the reason it must get.

Those with two pieces of code are the solution with the first replaced by the second.
"""


def failing(seed="seed_solution", position="position_solution", reason="reason_solution"):
    """Return the source of the three answers with one of them changed."""
    return f"failing_seed, failing_position, my_reason = {seed}, {position}, {reason}"


HOLDS = """next(s for s in ttt.UNDECIDED if V[s] == 0 and ttt.TURN[s] == -1 and
    V[ttt.NEXT[s, takes[seed_solution, s]]] == 0)"""
UNMET = """next(s for s in ttt.errs(policy_solution) if ttt.TURN[s] == -1 and V[s] == 0
    and not met[s])"""
CHOICE = "free[(ttt.TURN[state] * Q[state, free]).argmax()]"
"""A piece of a solution that several answers replace."""

WRONG = {
    "06.target": [
        ("    if t", "    t -= 1\n    if t", "the board after your own move"),
        ("gamma * ", "", "gamma is missing"),
        (
            "[s_next, best_entry(Q, episode, s_next)]",
            "[s_next][episode.choices[s_next]].max()",
            "the highest entry for O",
        ),
        ("return gamma", "return episode.winner + gamma", "added to each target"),
        ("return gamma", "Q[0, 0] = 3\n    return gamma", "only return the target here"),
    ],
    "06.q": [
        (
            "range(0 if episode.side == 1 else 1, len(episode.actions), 2)",
            "range(len(episode.actions))",
            "the opponent's moves, too",
        ),
        ("- Q[s, a])", "- Q[s, a])\n        print(s, a)", "it is right, but it prints"),
        ("episode.actions[t]", "episode['actions'][t]", "are read with a dot"),
        ("actions), 2)", "actions), 2)[:-1]", "last move is left out"),
        ("alpha * ", "", "alpha is missing"),
        ("t + 2 < len(episode.actions)", "True", "the target is the winner"),
        # One turn too many.
        ("actions), 2)", "states), 2)", "there is no turn so late"),
        ("s, a = episode", "a, s = episode", "the state comes first, and then the cell"),
        ("(target -", "(target**2 -", "should become"),
        ("    for t", "    return Q.copy()\n    for t", "change Q itself"),
        ("    for t", "    Q[-1, 0] = 7\n    for t", "Q[-1] is the end of the whole table"),
    ],
    "06.move": [
        (CHOICE, "(ttt.TURN[state] * Q[state, free]).argmax()", "a place among"),
        (CHOICE, "(ttt.TURN[state] * Q[state]).argmax()", "all nine entries"),
        (CHOICE, "Q[state].argmax()", "the highest for O, too"),
        (CHOICE, "(ttt.TURN[state] * Q[state, free]).max()", "that is the entry; return its cell"),
        ("[(ttt.TURN[state] * Q[state, free]).argmax()]", "", "return one cell"),
        ("[(ttt.TURN[state] * Q[state, free]).argmax()]", "[-1]", "the best entry is that of cell"),
        (CHOICE, "None", "or what it returns was never set"),
        (
            CHOICE,
            "np.where(ttt.LEGAL[state], ttt.TURN[state] * Q[state], -1).argmax()",
            "all free cells lose",
        ),
    ],
    "06.sarsa": [
        ("t + 2 < len(episode.actions)", "True", "the target is the winner"),
        ("sarsa = q_learning_solution", "that is still Q-learning"),
        (
            "[episode.states[t + 2], episode.actions[t + 2]]",
            "[episode.states[t + 1], episode.actions[t + 1]]",
            "it takes the opponent's move, t + 1",
        ),
    ],
    "06.settings": [
        ("my_settings = [30, 0.3]", "alpha is a number from 0 to 1"),
        ("my_settings = [0.1, 0.1]", "it tries little that is new"),
        ("my_settings = [0.1, 0.4]", "a larger alpha learns more"),
        ("my_settings = [0.3, 1]", "so large an epsilon"),
        ("my_settings = 0.3", "two numbers are asked for"),
        ("my_settings = [0.3, '0.3']", "epsilon is a number from 0 to 1"),
    ],
    "06.failing": [
        (failing("int(np.flatnonzero(lost_by == 0)[0])", "edge"), "look at `lost_by`"),
        (failing("train_one(0)", "edge"), "a whole number from 0 to 299"),
        (failing(position="0"), "O, the learner, must be to move"),
        (failing(position=HOLDS), "keeps the draw"),
        (failing(position=UNMET), "no game against perfect play comes"),
        (failing(position="ttt.parse('XX. / O.. / ...')"), "no draw can be given away"),
        (failing(position="ttt.errs(policy_solution)"), "a position is a state code"),
        (failing(position="'.X.'"), "a state code"),
        (failing(reason="'tie' if reason_solution != 'tie' else 'bargain'"), "worth"),
        (failing(reason="'luck'"), "the reason is one of"),
    ],
    "06.repair": [
        ("my_draw = 2", "between a loss, -1, and a win, 1"),
        ("my_draw = 0.3", "still worth its risk"),
        ("my_draw = 1.0", "nearly as much as a win"),
    ],
    "06.expected": [
        ("best + epsilon * mean", "mean + epsilon * best", "epsilon and 1 - epsilon are swapped"),
        ("[episode.choices[s_next]]", "", "the mean is over all nine entries"),
        (
            "mean = Q[s_next][episode.choices[s_next]].mean()",
            "free = Q[s_next][episode.choices[s_next]]\n"
            "            mean = (free.sum() - best) / max(1, len(free) - 1)\n"
            "            if len(free) == 1:\n                mean = best",
            "the mean leaves out the best cell",
        ),
        ("(1 - epsilon) * best + epsilon * mean", "best", "that is still Q-learning"),
    ],
}
