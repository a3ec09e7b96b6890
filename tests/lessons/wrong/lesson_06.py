"""Wrong answers to the exercises of lesson 06, each with a piece of the reason it must get."""

TARGET = """
def target(Q, episode, t, gamma):
    if t + {ahead} >= len(episode.{what}):
        return {end}
    s_next = episode.states[t + {ahead}]
    return {target}
"""
RULE = """
def {name}(Q, episode, alpha, gamma):
    for t in {turns}:
        s, a = episode.states[t], episode.actions[t]
        target = {end}
        if t + {ahead} < len(episode.actions):
            s_next = episode.states[t + {ahead}]
            target = {target}
        Q[s, a] {step}
"""
OWN = "range(0 if episode.side == 1 else 1, len(episode.actions), 2)"
BEST = "Q[s_next, best_entry(Q, episode, s_next)]"
MADE = "Q[s_next, episode.actions[t + 2]]"


def target(what="actions", end="float(episode.winner)", ahead=2, target=f"gamma * {BEST}"):
    """The source of the target with one thing about it changed."""
    return TARGET.format(what=what, end=end, ahead=ahead, target=target)


def rule(
    turns=OWN,
    end="float(episode.winner)",
    ahead=2,
    target=f"gamma * {BEST}",
    step="+= alpha * (target - Q[s, a])",
    name="q_learning",
):
    """The source of the update with one thing about it changed."""
    return RULE.format(turns=turns, end=end, ahead=ahead, target=target, step=step, name=name)


def sarsa(target=f"gamma * {MADE}", **changed):
    """The same for SARSA."""
    return rule(target=target, name="sarsa", **changed)


ROW_AT_THE_END = """
def q_learning(Q, episode, alpha, gamma):
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        s_next = episode.states[min(t + 2, len(episode.states) - 1)]
        target = gamma * Q[s_next, best_entry(Q, episode, s_next)]
        Q[s, a] += alpha * (target - Q[s, a])
"""
REWARD_AND_ROW = ROW_AT_THE_END.replace("gamma *", "over * episode.winner + gamma *").replace(
    "        target", "        over = t + 2 >= len(episode.actions)\n        target"
)
# Right in plain Python, and in words that the compiler does not know.
EXCEPT = """
def q_learning(Q, episode, alpha, gamma):
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        try:
            episode.actions[t + 2]
            s_next = episode.states[t + 2]
            target = gamma * Q[s_next, best_entry(Q, episode, s_next)]
        except IndexError:
            target = float(episode.winner)
        Q[s, a] += alpha * (target - Q[s, a])
"""
MAX_OR_MIN = """
def q_learning(Q, episode, alpha, gamma):
    best = max if episode.side == 1 else min
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        target = float(episode.winner)
        if t + 2 < len(episode.actions):
            s_next = episode.states[t + 2]
            target = gamma * best(Q[s_next, b] for b in range(9) if episode.choices[s_next, b])
        Q[s, a] += alpha * (target - Q[s, a])
"""
COPY = """
def q_learning(Q, episode, alpha, gamma):
    Q = Q.copy()
    Q[0, 0] = 1
    return Q
"""
ELSEWHERE = """
def q_learning(Q, episode, alpha, gamma):
    Q[19682, 0] = 7
"""
PLAYER = """
def move(Q, state):
    free = np.flatnonzero(ttt.LEGAL[state])
    return {cell}
"""
FAILING = """
failing_seed = {seed}
failing_position = {position}
my_reason = {reason}
"""


def failing(seed="seed_solution", position="position_solution", reason="reason_solution"):
    """The source of the three answers with one of them changed."""
    return FAILING.format(seed=seed, position=position, reason=reason)


GOOD = "int(np.flatnonzero(lost_by == 0)[0])"
HOLDS = """next(s for s in ttt.UNDECIDED if V[s] == 0 and ttt.TURN[s] == -1 and
    V[ttt.NEXT[s, takes[seed_solution, s]]] == 0)"""
UNMET = """next(s for s in ttt.errs(policy_solution) if ttt.TURN[s] == -1 and V[s] == 0
    and not met[s])"""
OTHER = '"error" if reason_solution != "error" else "bargain"'

WRONG = {
    "06.1": [
        (target(ahead=1), "the board after your own move"),
        (target(target=BEST), "gamma is missing"),
        (target(target="gamma * Q[s_next].max()"), "the highest of all nine entries"),
        (
            target(target="gamma * Q[s_next][episode.choices[s_next]].max()"),
            "the highest entry for O",
        ),
        (target(target="gamma * best_entry(Q, episode, s_next)"), "number of the best cell"),
        (target(target=f"gamma * {MADE}"), "the move that was made next"),
        (target(target=f"episode.winner + gamma * {BEST}"), "added to each target"),
        (target(target="float(episode.winner)"), "every entry moves towards the winner"),
        (target(end="gamma * episode.winner"), "not to the reward"),
        (target(end="1.0"), "the last target is 1, whoever wins"),
        (target(end="0.0"), "never gets the reward"),
        (target(end="None"), "perhaps a `return` is missing"),
        (target(end="float(episode.winner * episode.side)"), "do not turn its sign"),
        (target(what="states"), "the finished board is taken for a next state"),
        (
            target(end="episode.winner - Q[episode.states[t], episode.actions[t]]").replace(
                f"return gamma * {BEST}",
                f"return gamma * {BEST} - Q[episode.states[t], episode.actions[t]]",
            ),
            "that is the error",
        ),
        (
            target().replace("t + 2 >= len(episode.actions)", "t >= 4"),
            "turn 4 ends the worked game, not every game",
        ),
        (
            target().replace("s_next = episode.states[t + 2]", "s_next = episode.states[t + 1]"),
            "after your own move, the other side chooses",
        ),
        (
            "def target(Q, episode, t, gamma):\n"
            "    s_next = episode.states[t + 2]\n"
            f"    return gamma * {BEST}\n",
            "there is no case for the end",
        ),
        (
            "def target(Q, episode, t, gamma):\n"
            "    s_next = episode.states[t + 2]\n"
            f"    return episode.winner + gamma * {BEST}\n",
            "that is the formula, both parts of it",
        ),
        (target(end="1", target=BEST), "gamma is missing; the last target is 1"),
        (target(end="episode.side"), "episode.side says who learns"),
        ("target = 0.4", "a function is asked for"),
    ],
    "06.2": [
        (rule(ahead=1), "the board after your own move"),
        (rule(target=BEST), "gamma is missing"),
        (rule(target="gamma * Q[s_next].max()"), "the highest of all nine entries"),
        (rule(target=f"episode.winner + gamma * {BEST}"), "added to each target"),
        (rule(end="1.0"), "the last target is 1, whoever wins"),
        (rule(target="float(episode.winner)"), "every entry moves towards the winner"),
        (
            rule().replace("t + 2 < len(episode.actions)", "t + 2 < len(episode.states)"),
            "the finished board is taken for a next state",
        ),
        (
            rule(turns="range(1 if episode.side == 1 else 0, len(episode.actions), 2)"),
            "the turns of the other side",
        ),
        (
            rule(target="gamma * Q[s_next][episode.choices[s_next]].max()"),
            "the highest entry for O",
        ),
        (rule(target=f"gamma * {MADE}"), "the move that was made next"),
        (rule(target="gamma * best_entry(Q, episode, s_next)"), "number of the best cell"),
        (rule(target="0.0"), "leaves out the entry of the next state"),
        (rule(end="0.0"), "never gets the reward"),
        (rule(end="gamma * episode.winner"), "not to the reward"),
        (rule(end="episode.winner * episode.side"), "do not turn its sign"),
        (rule(turns="range(len(episode.actions))"), "the opponent's moves, too"),
        (rule(turns="range(0, len(episode.actions), 2)"), "even when `episode.side` is O"),
        (rule(turns=f"{OWN}[::-1]"), "from the last to the first"),
        (rule(turns=f"{OWN}[:-1]"), "last move is left out"),
        (rule(step="+= target - Q[s, a]"), "alpha is missing"),
        (rule(step="= alpha * (target - Q[s, a])"), "the step is added to it"),
        (rule(step="= alpha * target"), "what is stored is alpha times the target"),
        (rule(step="+= alpha * target - Q[s, a]"), "alpha multiplies the whole error, in brackets"),
        (rule(step="+= alpha * target"), "the entry was not taken off"),
        (rule(step="+= episode.side * alpha * (target - Q[s, a])"), "multiplied by episode.side"),
        (rule(turns="range(episode.side, len(episode.actions), 2)"), "+1 or -1, and no turn"),
        (rule(turns="range(-episode.side, len(episode.actions), 2)"), "minus episode.side"),
        (
            rule(turns="range(0, len(episode.actions), 2 * episode.side)"),
            "as O it learns nothing",
        ),
        (rule(end="episode.side"), "episode.side says who learns"),
        (
            rule().replace("s_next = episode.states[t + 2]", "s_next = episode.states[t + 1]"),
            "after your own move, the other side chooses",
        ),
        (
            rule().replace("if t + 2 < len(episode.actions)", "if True"),
            "it looks for a next state after the last one",
        ),
        (EXCEPT, "right in plain Python, but the rule q_learning cannot be compiled"),
        (MAX_OR_MIN, "right in plain Python, but the rule q_learning cannot be compiled"),
        (rule(step="+= alpha * (Q[s, a] - target)"), "wrong sign"),
        (rule(turns="range(len(episode.actions))", ahead=1), "after your own move"),
        (rule(step="+= alpha * (target ** 2 - Q[s, a])"), "should become"),
        (ROW_AT_THE_END, "the row of the last board means nothing"),
        (REWARD_AND_ROW, "the target is the reward alone"),
        (COPY, "change Q itself"),
        (ELSEWHERE, "did not occur in the game"),
        ("q_learning = 0.4", "a function is asked for"),
    ],
    "06.3": [
        (PLAYER.format(cell="free[Q[state, free].argmax()]"), "the highest entry for O, too"),
        (PLAYER.format(cell="free[Q[state, free].argmin()]"), "the lowest entry for X, too"),
        (
            PLAYER.format(cell="free[(ttt.TURN[state] * Q[state, free]).argmin()]"),
            "the worst entry",
        ),
        (PLAYER.format(cell="(ttt.TURN[state] * Q[state, free]).argmax()"), "a place among"),
        (PLAYER.format(cell="(ttt.TURN[state] * Q[state]).argmax()"), "all nine entries"),
        (PLAYER.format(cell="Q[state].argmax()"), "the highest for O, too"),
        (PLAYER.format(cell="free[0]"), "the first free cell"),
        (PLAYER.format(cell="(ttt.TURN[state] * Q[state, free]).max()"), "is not a cell"),
        (PLAYER.format(cell="free[-1]"), "the best entry is that of cell"),
        (PLAYER.format(cell="None"), "perhaps a `return` is missing"),
        ("move = 4", "a function is asked for"),
    ],
    "06.4": [
        (sarsa(target=f"gamma * {BEST}"), "that is Q-learning still"),
        (sarsa(target="gamma * Q[s_next, a]"), "the same cell in the next state"),
        (sarsa(target="gamma * Q[s_next, episode.actions[t + 1]]"), "the opponent's cell"),
        (
            sarsa(target="gamma * Q[episode.states[t + 1], episode.actions[t + 1]]"),
            "it takes the opponent's move, t + 1",
        ),
        (
            sarsa().replace("if t + 2 < len(episode.actions)", "if True"),
            "it looks for a next state after the last one",
        ),
        (
            sarsa(turns=f"reversed({OWN}[::-1])"),
            "right in plain Python, but the rule sarsa cannot be compiled",
        ),
        (sarsa(target="gamma * episode.actions[t + 2]"), "the number of the next cell"),
        (sarsa(target=f"episode.winner + gamma * {MADE}"), "added to each target"),
        (sarsa(target=MADE), "gamma is missing"),
        (sarsa(target=f"gamma * {MADE}", end="0.0"), "never gets the reward"),
        (
            sarsa(target=f"gamma * {BEST}", step="+= target - Q[s, a]"),
            "alpha is missing",
        ),
        (sarsa(turns="range(len(episode.actions))"), "the opponent's moves, too"),
        ("sarsa = q_learning_solution", "that is Q-learning still"),
    ],
    "06.5": [
        ("my_settings = [0.1, 0.1]", "it hardly explores"),
        ("my_settings = [0.2, 0.3]", "nearly: less than one in a hundred is missing"),
        ("my_settings = [0.1, 0.4]", "a larger alpha learns more"),
        ("my_settings = [0.3, 1]", "it explores so much"),
        ("my_settings = [30, 0.3]", "alpha is a number from 0 to 1"),
        ("my_settings = 0.3", "two numbers are asked for"),
        ("my_settings = [0.3, '0.3']", "epsilon is a number from 0 to 1"),
    ],
    "06.6": [
        (failing(seed=GOOD, position="edge"), "look at `lost_by`"),
        (failing(position="0"), "O, the learner, must be to move"),
        (failing(position=HOLDS), "holds the draw"),
        (failing(position=UNMET), "no game against perfect play comes"),
        (failing(position="ttt.parse('XX. / O.. / ...')"), "no draw can be given away"),
        (failing(seed="1_000", position="edge"), "a whole number from 0 to 999"),
        (failing(position="'.X.'"), "a state code"),
        (failing(reason=OTHER), "worth"),
        (failing(reason="'luck'"), "the reason is one of"),
    ],
    "06.7": [
        ("my_draw = 0.3", "still worth its risk"),
        ("my_draw = 1.0", "too little reason to win"),
        ("my_draw = 2", "between a loss, -1, and a win, 1"),
    ],
}


SAID = {
    "06.1": {
        "the highest entry for O": (
            "They let O choose the highest value, too; but O wants it low."
        ),
        "the board after your own move": (
            "They look at the board right after their own move, where the other side chooses."
        ),
        "added to each target": (
            "They pay the reward after every move, and it is paid once, at the end."
        ),
        "gamma is missing": ("They forget to discount: what comes later counts a little less."),
    },
    "06.2": {
        "alpha is missing": (
            "They jump the whole way to the target; the step size says how far to go."
        ),
        "the opponent's moves, too": (
            "They learn from the moves of both sides, and only one of them is the learner."
        ),
        "last move is left out": (
            "They leave out the last move, and with it the only reward there is."
        ),
    },
    "06.3": {
        "the highest for O, too": (
            "They always take the highest entry; O is content with the lowest."
        ),
        "a place among": ("They return a place in the list of free cells, not the cell itself."),
        "all nine entries": ("They look at taken cells as well, whose entries mean nothing."),
    },
    "06.4": {
        "that is Q-learning still": (
            "They still take the best next move; SARSA takes the one that was really made."
        ),
        "it takes the opponent's move, t + 1": (
            "They take the very next move of the game, and that one is the opponent's."
        ),
    },
    "06.5": {
        "it hardly explores": (
            "They let it play what it knows, and so it never meets what it does not know."
        ),
        "a larger alpha learns more": (
            "They choose a cautious step size, and the games run out before it has learned."
        ),
        "it explores so much": (
            "They let it try so much that it hardly ever sees what its best moves lead to."
        ),
    },
    "06.6": {
        "no game against perfect play comes": (
            "They name a wrong move that nobody meets: perfect play never goes there."
        ),
        "holds the draw": ("They name a position in which the player still does the right thing."),
    },
    "06.7": {
        "still worth its risk": (
            "They pay the gamble a little less, and it still pays better than the safe move."
        ),
        "too little reason to win": (
            "They pay a draw nearly as much as a win, and the learner stops trying to win."
        ),
    },
}
"""{exercise: {a reason from above: what a lecturer may say about who answers so}}."""
