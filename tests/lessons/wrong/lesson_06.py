"""Wrong answers to the exercises of lesson 06, each with a piece of the reason it must get."""

TARGET = """
def target(Q, episode, t, gamma):
    if t + {ahead} >= len(episode.actions):
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


def target(end="float(episode.winner)", ahead=2, target=f"gamma * {BEST}"):
    """The source of the target with one thing about it changed."""
    return TARGET.format(end=end, ahead=ahead, target=target)


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
LOOPED = """
def move(Q, state):
    best, cell = -9, 0
    for a in {cells}:
        if ttt.LEGAL[state, a] and ttt.TURN[state] * Q[state, a] > best:
            best, cell = ttt.TURN[state] * Q[state, a], a
    return cell
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
        (
            target(target="gamma * Q[s_next][episode.choices[s_next]].max()"),
            "the highest entry for O",
        ),
        (target(target=f"episode.winner + gamma * {BEST}"), "added to each target"),
        (target().replace("Q[s_next,", "Q[s_next - s_next,"), "the target is"),
        (target().replace("t + 2 >=", "t + 2 <"), "the two cases are swapped"),
        (target().replace("t + 2 >=", "t + 3 >="), "is not seen if it ends the game"),
        (
            target(target="gamma * Q[s_next][episode.choices[s_next]].min()"),
            "it takes the lowest entry for X, too",
        ),
        (
            target(target=f"gamma * {BEST} - Q[episode.states[t], episode.actions[t]]"),
            "before the end that is the error",
        ),
        (
            target().replace(
                "    return gamma", "    Q[episode.states[t], 0] = 3\n    return gamma"
            ),
            "only return the target here, and change Q in Exercise 06.2",
        ),
        (target(ahead=3), "the next state is taken at t + 3"),
        (target().replace("states[t + 2]", "states[t + 3]"), "the target takes the board at t + 3"),
        (target().replace("t + 2 >=", "t + 4 >="), "last move but one is taken for the last"),
        (target().replace(BEST, "Q[best_entry(Q, episode, s_next), s_next]"), "state comes first"),
        (target(end="None"), "perhaps a `return` is missing"),
        (target(end="1", target=BEST), "gamma is missing; the last target is 1"),
        ("target = 0.4", "a function is asked for"),
    ],
    "06.2": [
        (rule(turns="range(len(episode.actions))"), "the opponent's moves, too"),
        (rule(turns=OWN.replace(", 2)", ")")), "the learner's turns are two apart"),
        (rule() + "        print(s, a)", "it is right, but it prints"),
        (rule().replace("episode.actions[t]", "episode['actions'][t]"), "are read with a dot"),
        (rule(turns=f"{OWN}[:-1]"), "last move is left out"),
        (rule(step="+= target - Q[s, a]"), "alpha is missing"),
        (rule().replace("Q[s, a] +=", "Q[s] +="), "the whole row of nine entries"),
        (rule().replace("Q[s, a]", "Q[s]"), "all nine entries of the row move"),
        (
            rule().replace("if t + 2 < len(episode.actions)", "if True"),
            "the target is the winner",
        ),
        (rule(turns=OWN.replace("actions", "states")), "there is no turn so late"),
        (
            rule().replace("episode.actions[t]", "episode.actions[t + 1]"),
            "there is no turn so late",
        ),
        (rule().replace("Q[s, a]", "Q[a, s]"), "the state comes first, and then the cell"),
        (rule(turns=OWN.replace("actions)", "actions) - 1")), "the move that ends the game"),
        (rule(turns=OWN.replace("== 1", "== 0")), "O's turns even if"),
        (rule().replace("states[t],", "states[t + 1],"), "s must be the board before the move"),
        (rule(target=f"-gamma * {BEST}"), "the next entry changes its sign"),
        (rule() + "        return", "as with a `return` inside the loop"),
        (rule(step="+= 0; Q = Q.copy()"), "nothing in the table has changed"),
        (EXCEPT, "right in plain Python, but the rule q_learning cannot be compiled"),
        (MAX_OR_MIN, "right in plain Python, but the rule q_learning cannot be compiled"),
        (rule(turns="range(len(episode.actions))", ahead=1), "after your own move"),
        (rule(step="+= alpha * (target ** 2 - Q[s, a])"), "should become"),
        (COPY, "change Q itself"),
        (ELSEWHERE, "Q[-1] is the end of the whole table"),
        ("q_learning = 0.4", "a function is asked for"),
    ],
    "06.3": [
        (PLAYER.format(cell="(ttt.TURN[state] * Q[state, free]).argmax()"), "a place among"),
        (PLAYER.format(cell="(ttt.TURN[state] * Q[state]).argmax()"), "all nine entries"),
        (PLAYER.format(cell="Q[state].argmax()"), "the highest for O, too"),
        (
            PLAYER.format(cell="(ttt.TURN[state] * Q[state, free]).max()"),
            "that is the entry; return its cell",
        ),
        (PLAYER.format(cell="free"), "return one cell"),
        (PLAYER.format(cell="free[-1]"), "the best entry is that of cell"),
        (LOOPED.format(cells="range(8)"), "it never takes cell 8"),
        (LOOPED.format(cells="range(1, 9)"), "it never takes cell 0"),
        (PLAYER.format(cell="None"), "perhaps a `return` is missing"),
        (
            "def move(Q, state):\n    best, cell = 0, None\n"
            "    for a in np.flatnonzero(ttt.LEGAL[state]):\n"
            "        if ttt.TURN[state] * Q[state, a] > best:\n"
            "            best, cell = ttt.TURN[state] * Q[state, a], a\n"
            "    return cell\n",
            "or what it returns was never set",
        ),
        (
            "def move(Q, state):\n    turn = ttt.TURN[state]\n"
            "    return np.where(ttt.LEGAL[state], turn * Q[state], -1).argmax()\n",
            "all free cells lose",
        ),
        ("move = 4", "a function is asked for"),
    ],
    "06.4": [
        (
            sarsa(target="gamma * Q[episode.states[t + 1], episode.actions[t + 2]]"),
            "the next state is episode.states[t + 2]",
        ),
        (sarsa().replace("actions)", "states)"), "the target is the winner"),
        (sarsa().replace("Q[s, a] +=", "Q[s] +="), "the whole row of nine entries"),
        (sarsa(target=f"gamma * {BEST}"), "that is still Q-learning"),
        (
            sarsa(target="gamma * Q[episode.states[t + 1], episode.actions[t + 1]]"),
            "it takes the opponent's move, t + 1",
        ),
        (
            sarsa().replace("if t + 2 < len(episode.actions)", "if True"),
            "the target is the winner",
        ),
        (
            sarsa(turns=f"reversed({OWN}[::-1])"),
            "right in plain Python, but the rule sarsa cannot be compiled",
        ),
        (
            sarsa(target=f"gamma * {BEST}", step="+= target - Q[s, a]"),
            "alpha is missing",
        ),
        ("sarsa = q_learning_solution", "that is still Q-learning"),
    ],
    "06.5": [
        ("my_settings = [0.1, 0.1]", "it tries little that is new"),
        ("my_settings = [0.1, 0.4]", "a larger alpha learns more"),
        ("my_settings = [0.3, 1]", "so large an epsilon"),
        ("my_settings = [30, 0.3]", "alpha is a number from 0 to 1"),
        ("my_settings = 0.3", "two numbers are asked for"),
        ("my_settings = [0.3, '0.3']", "epsilon is a number from 0 to 1"),
    ],
    "06.6": [
        (failing(seed=GOOD, position="edge"), "look at `lost_by`"),
        (failing(seed="300", position="edge"), "a whole number from 0 to 299, not 300"),
        (failing(position="0"), "O, the learner, must be to move"),
        (failing(position=HOLDS), "keeps the draw"),
        (failing(position=UNMET), "no game against perfect play comes"),
        (failing(position="ttt.parse('XX. / O.. / ...')"), "no draw can be given away"),
        (failing(seed="train_one(0)", position="edge"), "a whole number from 0 to 299"),
        (failing(position="ttt.errs(policy_solution)"), "a position is a state code"),
        (failing(position="'.X.'"), "a state code"),
        (failing(reason=OTHER), "worth"),
        (failing(reason="'luck'"), "the reason is one of"),
    ],
    "06.7": [
        ("my_draw = 0.3", "still worth its risk"),
        ("my_draw = 1.0", "nearly as much as a win"),
        ("my_draw = 2", "between a loss, -1, and a win, 1"),
    ],
}
