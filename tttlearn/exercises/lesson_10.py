"""The checks of lesson 10, the tournament."""

import numpy as np

from tttlearn.evaluation.exact import best_reply, optimal_share, outcome, worst_case
from tttlearn.evaluation.forecasts import expected_score
from tttlearn.evaluation.policy import check_policy
from tttlearn.exercises.answers import Wrong, ask_value, exercise
from tttlearn.game.rules import NEXT, START
from tttlearn.players.roster import player
from tttlearn.support.text import signed


@exercise("10.1")
def step(answer):
    """A function step(ratings, scores, k): all ratings after one step of Elo's rule."""
    rng = np.random.default_rng(10)
    for n, k in ((2, 16), (3, 32), (8, 1)):
        ratings = rng.normal(1500, 300, n).round()
        scores = np.triu(rng.random((n, n)), 1)
        scores += np.tril(1 - scores.T, -1)
        np.fill_diagonal(scores, 0.5)
        before = ratings.copy()
        found = _numbers(ask_value(answer, ratings, scores, k), n)
        if not np.array_equal(before, ratings):
            raise Wrong("it changes the ratings it is given; return new ones")
        right = before + k * (scores - _foretold(before)).sum(1)
        if not np.allclose(found, right, atol=1e-6):
            raise Wrong(_step_reason(before, scores, k, found, right))
    return "What somebody gains, others lose: the mean of all ratings stays."


def _numbers(found, n):
    try:
        found = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        raise Wrong("an array with one rating for each player is asked for here") from None
    if found.shape != (n,):
        raise Wrong(f"for {n} players it returns the shape {found.shape}, not {(n,)}")
    return found


def _foretold(ratings):
    return expected_score(np.subtract.outer(ratings, ratings))


def _step_reason(ratings, scores, k, found, right):
    foretold, change = _foretold(ratings), right - ratings
    off = int(np.abs(found - right).argmax())
    case = f"with k = {k} player {off} goes to {found[off]:.2f}, and {right[off]:.2f} is right"
    lead = np.subtract.outer(ratings, ratings)
    natural = 1 / (1 + np.exp(-lead / 400))
    steep = 1 / (1 + 10 ** np.clip(-lead, -300, 300))
    slips = {
        "that is the change alone; add it to the rating": change,
        "the change has the wrong sign: who scores more than foretold goes up": ratings - change,
        "who is better and who is worse are exchanged in the expected score": ratings
        + k * (scores - foretold.T).sum(1),
        "the change is not multiplied by k": ratings + change / k,
        "the base is 10, and you have e": ratings + k * (scores - natural).sum(1),
        "the difference of ratings is to be divided by 400": ratings + k * (scores - steep).sum(1),
        "one half is not what is foretold": ratings + k * (scores - 0.5).sum(1),
        "the changes are averaged over the players, not summed": ratings + change / len(ratings),
        "the changes are averaged over the others, not summed": ratings
        + change / (len(ratings) - 1),
    }
    for reason, slip in slips.items():
        if np.allclose(found, slip, atol=1e-6):
            return f"{case}: {reason}"
    if np.allclose(found, _one_by_one(ratings, scores, k), atol=1e-6):
        return f"{case}: all players move at once, from the ratings before the step"
    return case


def _one_by_one(ratings, scores, k):
    ratings = ratings.copy()
    for i in range(len(ratings)):
        ratings[i] += k * (scores[i] - expected_score(ratings[i] - ratings)).sum()
    return ratings


@exercise("10.2")
def circle(answer):
    """Three policies [a, b, c]: a beats b, b beats c, and c beats a."""
    if not isinstance(answer, (list, tuple, np.ndarray)) or len(answer) != 3:
        raise Wrong("a list of three policies is asked for here")
    policies = [_a_policy(policy) for policy in answer]
    pairs = [(0, 1), (1, 2), (2, 0)]
    found = [_score(policies[i], policies[j]) for i, j in pairs]
    if max(found) < 0.5 - 1e-9:
        raise Wrong("your circle runs the other way round: write the three in the reverse order")
    for (i, j), score in zip(pairs, found, strict=True):
        if score <= 0.5 + 1e-9:
            a, b = "abc"[i], "abc"[j]
            state, what = _lesson_of(policies[i], policies[j], a, b)
            raise Wrong(f"{a} scores {score:.3f} against {b}, which is no win; {what}", state)
    scores = ", ".join(f"{score:.2f}" for score in found)
    return f"Round the circle they score {scores}: whoever you name best, another one beats it."


def _a_policy(policy):
    try:
        return check_policy(policy)
    except ValueError as error:
        raise Wrong(str(error).split("\n")[0]) from None


def _score(p, q):
    as_x, as_o = outcome(p, q), outcome(q, p)
    return (as_x.x_wins + as_x.draws / 2 + as_o.o_wins + as_o.draws / 2) / 2


def _lesson_of(a, b, name, other):
    """The position in which b answers a's likeliest opening, and what to look at there."""
    opening = int(a[START].argmax())
    after = int(NEXT[START, opening])
    reply = int(b[after].argmax())
    return after, f"as X {name} opens in cell {opening}, and there {other} replies in cell {reply}"


FIELDS = (("random",), ("one-ply", "minimax"), ("random", "one-ply", "two-ply", "minimax-first"))


@exercise("10.3")
def hunter(answer):
    """A function from a list of policies to one that scores higher against them than minimax."""
    for names in FIELDS:
        field = [player(name).policy for name in names]
        found = _a_policy(ask_value(answer, [policy.copy() for policy in field]))
        mine, perfect = (
            np.mean([_score(one, policy) for policy in field])
            for one in (found, player("minimax").policy)
        )
        if mine <= perfect + 1e-9:
            alone = any(np.allclose(found, best_reply(policy)) for policy in field)
            raise Wrong(_hunter_reason(names, mine, perfect, alone))
    found = answer([player("random").policy])
    worst = worst_case(found)
    return (
        "It scores more than minimax in three fields. Hunting random play alone, it is right in "
        f"{optimal_share(found):.1%} of all positions, and its worst case is "
        f"{signed(worst.as_x, 0)} as X and {signed(worst.as_o, 0)} as O."
    )


def _hunter_reason(names, mine, perfect, alone):
    case = (
        f"against {' and '.join(names) if len(names) < 3 else ', '.join(names)} it scores "
        f"{mine:.4f} and minimax {perfect:.4f}"
    )
    if abs(mine - perfect) < 1e-9:
        return f"{case}: the same; it must make use of the others' mistakes"
    if alone and len(names) > 1:
        return f"{case}: it answers one of them only"
    whom = "all of them together" if len(names) > 1 else names[0]
    return f"{case}: look for what pays against {whom}"
