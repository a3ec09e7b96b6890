"""Check lesson 10, the tournament."""

from functools import cache

import numpy as np

from tttlearn.course.classroom.mistakes import worst_mistake
from tttlearn.course.exercises import built, kinds
from tttlearn.course.exercises.answers import Wrong, ask, error_hints, exercise
from tttlearn.course.exercises.cases import Cases
from tttlearn.course.exercises.kinds import array, given, numbers, policy
from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.exact import (
    best_reply,
    optimal_share,
    outcome,
    state_values,
    visit_probabilities,
    worst_case,
)
from tttlearn.evaluation.forecasts import expected_score
from tttlearn.game.rules import LEGAL, NEXT, START, TURN, UNDECIDED, WINNER
from tttlearn.game.tables import O, X, side_name
from tttlearn.players.roster import player


@cache
def _some_scores():
    """Return (ratings, scores, k) of a few random tournaments."""
    rng, tournaments = np.random.default_rng(10), []
    for n, k in ((2, 16), (3, 32), (8, 1)):
        ratings, scores = rng.normal(1500, 300, n).round(), np.triu(rng.random((n, n)), 1)
        scores += np.tril(1 - scores.T, -1)
        np.fill_diagonal(scores, 0.5)
        tournaments.append((ratings, scores, k))
    return tournaments


def _step_seen(result, right, ratings, scores, k):
    off = int(np.abs(result - right).argmax())
    return f"with k = {k} player {off} gets {result[off]:.2f}, but {right[off]:.2f} is right"


def _foretold(expected):
    """Return a step in which these scores are expected from the differences of the ratings."""
    return lambda r, s, k: r + k * (s - expected(np.subtract.outer(r, r))).sum(1)


def _one_by_one(ratings, scores, k):
    ratings = ratings.copy()
    for i in range(len(ratings)):
        ratings[i] += k * (scores[i] - expected_score(ratings[i] - ratings)).sum()
    return ratings


def _pair_by_pair(ratings, scores, k):
    ratings = ratings.copy()
    for i, j in np.ndindex(scores.shape):
        ratings[i] += k * (scores[i, j] - expected_score(ratings[i] - ratings[j]))
    return ratings


STEP = Cases(  # r, s: ratings and scores
    task="A function step(ratings, scores, k): all ratings after one step of Elo's rule.",
    solution=built.elo_step,
    inputs=_some_scores,
    describe=_step_seen,
    faults={
        "it returns the change alone; add it to the rating": lambda r, s, k: (
            built.elo_step(r, s, k) - r
        ),
        "the change has the wrong sign; a player that scores more than expected goes up": (
            lambda r, s, k: built.elo_step(r, s, -k)
        ),
        "it sums down the columns; a player's games are in its row: `.sum(1)`": (
            lambda r, s, k: built.elo_step(r, s, -k)
        ),
        "the two players are exchanged in the expected score": _foretold(
            lambda lead: expected_score(-lead)
        ),
        "the change is not multiplied by k": lambda r, s, k: built.elo_step(r, s, 1),
        "it takes powers of e, not of 10": _foretold(lambda lead: 1 / (1 + np.exp(-lead / 400))),
        "the difference of the ratings is not divided by 400": _foretold(
            lambda lead: 1 / (1 + 10**-lead)
        ),
        "the score it expects is always one half": _foretold(lambda lead: 0.5),
        "the changes are averaged over the players, not summed": lambda r, s, k: built.elo_step(
            r, s, k / len(r)
        ),
        "the changes are averaged over the others, not summed": lambda r, s, k: built.elo_step(
            r, s, k / (len(r) - 1)
        ),
        "it changes one rating after another; all change at once, from those before the step": (
            _one_by_one
        ),
        "no rating changes, as with one sum over the whole table, which is 0; a player's games are "
        "in its row: `.sum(1)`": lambda r, s, k: r,
        "a rating changes from pair to pair; all sums are made from the ratings before the step": (
            _pair_by_pair
        ),
    },
    kind=numbers,
    tolerance=1e-6,
    remark="What one player gains, others lose, so the mean of all ratings stays the same.",
)
step = exercise("10.step", minutes=8)(STEP)


@exercise("10.circle", minutes=10)
def circle(answer):
    """Check three policies [a, b, c]: a beats b, b beats c, and c beats a."""
    if not isinstance(answer, (list, tuple, np.ndarray)) or len(answer) != 3:
        raise Wrong("this must be a list of three policies")
    policies, pairs = [policy(entry) for entry in answer], [(0, 1), (1, 2), (2, 0)]

    def score(i, j):
        return _score(policies[i], policies[j])

    def seen(result, right, i, j):
        opening, after = _opening(policies[i])
        reply = int(policies[j][after].argmax())
        trap = "" if state_values()[NEXT[after, reply]] == X else ", which is no trap"
        return (
            f"{'abc'[i]} scores {result:.3f} against {'abc'[j]}, which is no win; as X {'abc'[i]} "
            f"opens in cell {opening}, and {'abc'[j]} replies in cell {reply}{trap}"
        )

    scored = Cases(
        solution=lambda i, j: 0.5,
        inputs=pairs,
        must_exceed=True,
        describe=seen,
        signs={
            "your circle runs the other way round; write the three in reverse order": (
                lambda *_: max(score(*pair) for pair in pairs) < 0.5 - 1e-9
            )
        },
        board=lambda result, right, i, j: _opening(policies[i])[1],
    ).check(score)
    scores = ", ".join(f"{entry:.2f}" for entry in scored)
    return f"Round the circle they score {scores}: whichever you call best, another one beats it."


def _score(p, q):
    as_x, as_o = outcome(p, q), outcome(q, p)
    return (as_x.x_wins + as_x.draws / 2 + as_o.o_wins + as_o.draws / 2) / 2


def _opening(policy):
    """Return (cell, the position after it) of a policy's most probable first move."""
    cell = int(policy[START].argmax())
    return cell, int(NEXT[START, cell])


FIELDS = (("random",), ("one-ply", "minimax"), ("random", "one-ply", "two-ply", "minimax-first"))


def _field(names):
    return [player(name).policy for name in names]


def _mean_score(own, names):
    return np.mean([_score(own, other) for other in _field(names)])


def _of_minimax(names):
    return _mean_score(player("minimax").policy, names)


HUNTER = Cases(
    solution=_of_minimax,
    inputs=[(names,) for names in FIELDS],
    describe=lambda result, right, names: (
        f"against {' and '.join(names) if len(names) < 3 else ', '.join(names)} it scores "
        f"{result:.4f}, and minimax {right:.4f}"
    ),
    faults={
        "it answers only the first of them": lambda names: _mean_score(
            best_reply(_field(names)[0]), names
        ),
        "it answers only the last of them": lambda names: _mean_score(
            best_reply(_field(names)[-1]), names
        ),
        "it mixes the replies to each of them, so it often makes a move meant for another; look "
        "for one reply to all of them": lambda names: _mean_score(
            np.mean([best_reply(other) for other in _field(names)], axis=0), names
        ),
    },
    signs={
        "that is no more than minimax scores, "
        "so make use of the others' mistakes": lambda result, names: (
            abs(result - _of_minimax(names)) < 1e-9
        ),
        "look for what pays against random play": lambda result, names: names == FIELDS[0],
        "look for what pays against all of them together": lambda *_: True,
    },
    error_hints=error_hints("10.hunter"),
    must_exceed=True,
)


@exercise("10.hunter", minutes=10)
def hunter(answer):
    """Check a function from a list of policies to one that outscores minimax against them."""

    def hunting(names):
        return policy(given(ask(answer, [member.copy() for member in _field(names)])))

    HUNTER.check(lambda names: _mean_score(hunting(names), names))
    alone = hunting(FIELDS[0])
    return (
        "It scores more than minimax in three fields. Hunting random play alone, it is right in "
        f"{optimal_share(alone):.1%} of all positions, and its best reply leaves it "
        f"{worst_case(alone).points:.1f} points on its worse side."
    )


def _careful_seen(result, right, state):
    side = TURN[state]
    wins, threats = built.completing(state, side), built.completing(state, -side)
    me, other = side_name(side), side_name(-side)
    if wins and result not in wins:
        blocked = ": a win comes before a block" if result in threats else ""
        return f"{me} could complete a line in cell {wins[0]}, but takes {result}{blocked}"
    if not wins and len(threats) == 1 and result not in threats:
        return f"{other} threatens to complete a line in cell {threats[0]}, but {me} takes {result}"
    lost = "" if wins or len(threats) < 2 else "no cell is safe, and of the free ones "
    return (
        f"{lost}it takes cell {result}, but cell {right} comes before it in the order of Ada's rule"
    )


def _first_of(lists):
    """Return a player that takes the first cell of the first list that is not empty.

    `lists` is a function of (wins, safe, free, state); the three lists are in Ada's order.
    """

    def player(state):
        free = [cell for cell in built.ADAS_ORDER if LEGAL[state, cell]]
        wins = [cell for cell in free if WINNER[NEXT[state, cell]] != 0]
        unsafe = [c for c in free if built.completing(NEXT[state, c], -TURN[state])]
        safe = [cell for cell in free if cell not in unsafe]
        return next(filter(None, lists(wins, safe, free, state)))[0]

    return player


NO_BLOCK = (
    "look for the other side's lines on the board after your move, at free cells only (for a taken "
    "cell `NEXT` is -1, which is no board)"
)


CAREFUL = Cases(
    solution=built.blocking,
    inputs=[(state,) for state in UNDECIDED.tolist()],
    describe=_careful_seen,
    faults={
        f"it blocks nothing; {NO_BLOCK}": _first_of(lambda wins, safe, free, state: (wins, free)),
        f"as X it blocks nothing; {NO_BLOCK}": _first_of(
            lambda wins, safe, free, state: (wins, safe if TURN[state] == O else [], free)
        ),
        "as O it blocks nothing; the player plays O, too, and then X's lines count": _first_of(
            lambda wins, safe, free, state: (wins, safe if TURN[state] == X else [], free)
        ),
        "it sees the board as X does; the player plays O, too, whose lines are -1 in "
        "`ttt.WINNER`": _first_of(
            lambda wins, safe, free, state: (wins, safe, free) if TURN[state] == X else (free,)
        ),
        "the test for safe cells is the wrong way round: it prefers cells after which the other "
        "side can complete a line": _first_of(
            lambda wins, safe, free, state: (wins, [c for c in free if c not in safe], free)
        ),
    },
    kind=kinds.cell,
)


@exercise("10.careful", minutes=12)
def careful(answer):
    """Check a function from a state to a cell: it wins if it can, else prevents a win at once."""
    kinds.function(answer)
    taken = {
        state: kinds.free_cell_of(answer, state) for state in UNDECIDED.tolist()
    }  # a player that uses chance raises Wrong here, before the check below
    CAREFUL.check(taken.__getitem__)
    score = _score(policy_of(answer), player("one-ply").policy)
    return f"It wins or blocks wherever it can, and scores {score:.3f} against one-ply."


@cache
def _mistakes():
    """Return (policy, mistake) of a few players: the costliest mistake against random play."""
    mistakes = []
    for candidate in (policy_of(built.thumb), player("two-ply").policy, player("one-ply").policy):
        reached = visit_probabilities(candidate, player("random").policy)
        mistakes.append((candidate, worst_mistake(candidate, np.where(TURN == 1, reached, 0))))
    return mistakes


def _mend_seen(result, right, policy, mistake):
    row = result[mistake.state]
    if row.sum() == 0 or not np.isclose(row.sum(), 1):
        return f"the row of the position sums to {row.sum():g}, but probabilities sum to 1"
    if (row == right[mistake.state]).all():
        return "the mistake is mended, but other positions have changed, too"
    taken = " or ".join(map(str, np.flatnonzero(row)))
    return f"it takes cell {taken}, but the first right cell is {mistake.right[0]}"


def _at_the_mistake(row):
    """Return a fault: `row` makes the row of the policy in the position of the mistake."""

    def fault(policy, mistake):
        changed = policy.copy()
        changed[mistake.state] = row(policy, mistake)
        return changed

    return fault


MEND = Cases(
    task="A function mend(policy, mistake): a copy that takes the first right cell there.",
    solution=built.mend,
    inputs=_mistakes,
    describe=_mend_seen,
    faults={
        "nothing has changed": lambda policy, mistake: policy,
        "it takes the wrong cell, as before": _at_the_mistake(
            lambda policy, mistake: np.eye(9)[mistake.cell]
        ),
        "the other cells of the row keep their probabilities; set them to 0": _at_the_mistake(
            lambda policy, mistake: np.maximum(policy[mistake.state], np.eye(9)[mistake.right[0]])
        ),
        "it takes all right cells alike; take only the first": _at_the_mistake(
            lambda policy, mistake: np.isin(range(9), mistake.right) / len(mistake.right)
        ),
    },
    kind=array,
    board=lambda result, right, policy, mistake: mistake.state,
    remark="It mends the mistakes of three players, and changes nothing else.",
)
mend = exercise("10.mend", minutes=8)(MEND)
