"""Wrong answers to the exercises of lesson 06, each with a piece of the reason it must get."""

RULE = """
def my_q(Q, episode, alpha, gamma):
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


def rule(
    turns=OWN,
    end="float(episode.winner)",
    ahead=2,
    target=f"gamma * {BEST}",
    step="+= alpha * (target - Q[s, a])",
):
    """The source of the update with one thing about it changed."""
    return RULE.format(turns=turns, end=end, ahead=ahead, target=target, step=step)


ROW_AT_THE_END = """
def my_q(Q, episode, alpha, gamma):
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        s_next = episode.states[min(t + 2, len(episode.states) - 1)]
        target = gamma * Q[s_next, best_entry(Q, episode, s_next)]
        Q[s, a] += alpha * (target - Q[s, a])
"""
COPY = """
def my_q(Q, episode, alpha, gamma):
    Q = Q.copy()
    Q[0, 0] = 1
    return Q
"""
ELSEWHERE = """
def my_q(Q, episode, alpha, gamma):
    Q[19682, 0] = 7
"""
FAILING = """
failing_seed = {seed}
failing_position = {position}
"""
GOOD = "int(np.flatnonzero(lost_by == 0)[0])"
BAD = "seed_solution"
HOLDS = """next(s for s in ttt.UNDECIDED if V[s] == 0 and ttt.TURN[s] == -1 and
    V[ttt.NEXT[s, takes[seed_solution, s]]] == 0)"""
UNMET = """next(s for s in ttt.errs(policy_solution) if ttt.TURN[s] == -1 and V[s] == 0
    and not met[s])"""
LEVELS = """
my_prediction = {prediction}
my_score = {score}
"""
THERE = "ttt.outcome(ttt.level(3).policy, ttt.level(4).policy)"
BACK = "ttt.outcome(ttt.level(4).policy, ttt.level(3).policy)"

WRONG = {
    "06.1": [
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
        (rule(target="gamma * Q[s_next, episode.actions[t + 2]]"), "the move that was made next"),
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
        (rule(step="= alpha * (target - Q[s, a])"), "the old entry is lost"),
        (rule(step="+= alpha * (Q[s, a] - target)"), "wrong sign"),
        (rule(turns="range(len(episode.actions))", ahead=1), "after your own move"),
        (rule(step="+= alpha * (target ** 2 - Q[s, a])"), "should become"),
        (ROW_AT_THE_END, "the row of the last board means nothing"),
        (COPY, "change Q itself"),
        (ELSEWHERE, "did not occur in the game"),
        ("my_q = 0.4", "a function is asked for"),
    ],
    "06.2": [
        (FAILING.format(seed=GOOD, position="edge"), "never loses to perfect play"),
        (FAILING.format(seed=BAD, position="0"), "O, the learner, must be to move"),
        (FAILING.format(seed=BAD, position=HOLDS), "holds the draw"),
        (FAILING.format(seed=BAD, position=UNMET), "no game against perfect play comes"),
        (
            FAILING.format(seed=BAD, position="ttt.parse('XX. / O.. / ...')"),
            "no draw can be given away",
        ),
        (FAILING.format(seed="1_000", position="edge"), "a whole number from 0 to 999"),
        (FAILING.format(seed=BAD, position="'.X.'"), "a state code"),
    ],
    "06.3": [
        ("my_draw = 0.3", "still worth its risk"),
        ("my_draw = 0.5", "exactly what the centre is"),
        ("my_draw = 0.6", "by less than the noise"),
        ("my_draw = 1.0", "too little reason to win"),
        ("my_draw = 2", "between a loss, -1, and a win, 1"),
    ],
    "06.4": [
        (LEVELS.format(prediction=0.5, score=f"{THERE}.x_wins"), "these are the wins alone"),
        (LEVELS.format(prediction=0.5, score=f"{THERE}.draws"), "the share of draws"),
        (
            LEVELS.format(prediction=0.5, score=f"{BACK}.x_wins + {BACK}.draws / 2"),
            "here level 4 plays X",
        ),
        (
            LEVELS.format(prediction=0.5, score=f"{THERE}.x_wins - {THERE}.o_wins"),
            "wins less losses",
        ),
        (LEVELS.format(prediction=0.5, score="round(score_solution, 2)"), "is not the score"),
        (LEVELS.format(prediction=34, score="score_solution"), "between 0 and 1"),
        (LEVELS.format(prediction="'more'", score="score_solution"), "the prediction is a number"),
    ],
}
