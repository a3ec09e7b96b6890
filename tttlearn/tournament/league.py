"""The tournament: every player against every other, exactly, and what the results say.

    from tttlearn.tournament.league import Tournament, everybody
    Tournament(everybody() | {"mine": my_learner}).ranking

Nobody plays a game: each result is the exact outcome of two policies, in both seats, so one meeting
is enough. Three numbers order the players, and need not agree:

    score         points a game against all others, a draw one half, as often X as O
    worst case    what the best reply leaves it, in its worse seat: perfect play gets one half
    rating        one number for each player; the difference between two predicts their score

The rating is that of Bradley and Terry (1952), the one behind Elo's in chess: a player rated d
points higher scores 1 / (1 + 10**(-d / 400)). These are the ratings that fit the exact scores best.
One number on one scale cannot express everything: if A beats B, B beats C and C beats A, no rating
can be right. `surprises` lists where it is furthest off, `cycles` who beats whom in a circle.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from tttlearn.evaluation.any_player import as_player, policy_of
from tttlearn.evaluation.exact import worst_case
from tttlearn.evaluation.forecasts import SCALE, expected_score
from tttlearn.evaluation.matches import round_robin
from tttlearn.evaluation.policy import of_this_game
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules
from tttlearn.players import roster
from tttlearn.support import arguments

MIDDLE = 1500
"""The mean rating."""
VIRTUAL = 0.01
"""Virtual draws of each pair, if a player wins or loses all and no rating would be finite."""
MARGIN = 0.01
"""How far an estimated score must be above one half for `cycles` to call it a win."""
LAST_BITS = 1e-9
"""What rounding may add to an exact score of one half."""


def bradley_terry(scores, steps=200):
    """The ratings that fit these scores best, (n,), with mean 0; ten to one is 400 points apart.

    `scores` (n, n): the points a game of the row's player against the column's, a draw one half;
    the diagonal means nothing. Raises ValueError if no finite rating fits because some players
    never give a point to the others.
    """
    scores = np.asarray(scores, dtype=float)
    n = len(scores)
    if scores.shape != (n, n) or not np.allclose((scores + scores.T)[~np.eye(n, dtype=bool)], 1):
        raise ValueError(
            "scores must be a square array in which the two scores of each pair sum to 1"
        )
    if not _connected(scores):
        raise ValueError("some players never give a point to the others: no finite rating fits")
    won = np.where(np.eye(n, dtype=bool), 0, scores).sum(1)
    strength = np.zeros(n)  # in natural logarithms
    for _ in range(steps):
        expected = 1 / (1 + np.exp(strength - strength[:, None]))
        np.fill_diagonal(expected, 0)
        gradient = won - expected.sum(1)
        spread = expected * (1 - expected)
        # Newton's step; the ones fix the mean, which the scores do not.
        step = np.linalg.solve(np.diag(spread.sum(1)) - spread + 1 / n, gradient)
        strength += np.clip(step, -2, 2)
        strength -= strength.mean()
        if np.abs(gradient).max() < 1e-12:
            break
    return strength * SCALE / np.log(10)


def against_all(scores):
    """The points a game against all others, a dict of arrays (n,): score, as_x, as_o.

    `scores` (n, n): the points a game of the row's player as X against the column's as O.
    """
    others, own = len(scores) - 1, scores.diagonal()
    as_x = (scores.sum(1) - own) / others
    as_o = (others + own - scores.sum(0)) / others
    return {"score": (as_x + as_o) / 2, "as_x": as_x, "as_o": as_o}


def _connected(scores):
    """Whether everybody takes points from everybody, directly or through a chain of others."""
    reach = (scores > 0) | np.eye(len(scores), dtype=bool)
    for _ in range(len(scores).bit_length()):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return bool(reach.all())


@dataclass(eq=False)
class Tournament:
    """All meetings of some players, exactly: `players` is a dict from names to players.

    A player is a learner, a policy, or anything that has a policy or estimates one. `seed` sets
    the chance in estimates, `rules` the game. Raises ValueError for players without names, for
    fewer than two, and for a player of another game.
    """

    players: dict
    seed: int = 0
    rules: Rules = TICTACTOE

    def __post_init__(self):
        check_rules(self.rules)
        arguments.named(self.players, "players are a dict from names to players")
        if len(self.players) < 2:
            raise ValueError(f"a tournament takes two players or more, not {len(self.players)}")
        rng = np.random.default_rng(arguments.seed(self.seed))
        for name, one in self.players.items():
            of_this_game(one, self.rules, name)
        self.policies = {name: _policy(one, rng, self.rules) for name, one in self.players.items()}

    @cached_property
    def scores(self):
        """A DataFrame (X, O) of the points a game that the row's player gets as X."""
        table = round_robin(self.policies, self.rules)
        found = table.pivot(index="x", columns="o", values="score")
        return found.loc[list(self.players), list(self.players)]

    @cached_property
    def both_seats(self):
        """(n, n): the points a game of the row's player against the column's, as often X as O."""
        as_x = self.scores.to_numpy()
        return (as_x + 1 - as_x.T) / 2

    @cached_property
    def ratings(self):
        """The rating of each player, (n,), 1500 on average.

        If no finite rating would fit, each pair gets a hundredth of a virtual draw more.
        """
        scores = self.both_seats
        if not _connected(np.where(np.eye(len(scores), dtype=bool), 0, scores)):
            scores = (scores + VIRTUAL / 2) / (1 + VIRTUAL)
        return MIDDLE + bradley_terry(scores)

    @cached_property
    def ranking(self):
        """A DataFrame with a row for each player, the highest score first.

        Columns: score, as_x, as_o (points a game against all others), worst (points a game against
        the best reply, in its worse seat; perfect play has 0.5), worst_rank, rating, games (learned
        from) and ms (for one move, here and now).
        """
        import pandas as pd

        rows = pd.DataFrame(
            {
                **against_all(self.scores.to_numpy()),
                "worst": [worst_case(one, self.rules).points for one in self.policies.values()],
                "rating": self.ratings,
                "games": [int(getattr(one, "games", 0)) for one in self.players.values()],
                "ms": [_milliseconds(one, self.rules) for one in self.players.values()],
            },
            index=list(self.players),
        )
        rows.insert(4, "worst_rank", rows.worst.round(9).rank(ascending=False, method="min"))
        rows["worst_rank"] = rows.worst_rank.astype(int)
        return rows.iloc[np.lexsort((list(rows.index), -rows.score.round(9)))]

    def surprises(self, most=5):
        """The pairs whose score the ratings predict worst: a DataFrame, the worst first.

        Columns: a, b, score of a against b, expected by the ratings, and the difference.
        """
        import pandas as pd

        most = arguments.whole(most, "the number of pairs, most,")
        names, (i, j) = np.array(list(self.players), object), np.triu_indices(len(self.players), 1)
        score, expected = self.both_seats[i, j], expected_score(self.ratings[i] - self.ratings[j])
        found = {"a": names[i], "b": names[j], "score": score, "expected": expected}
        found = pd.DataFrame({**found, "difference": score - expected})
        order = found.difference.abs().sort_values(ascending=False, kind="stable").index
        return found.loc[order].head(most).reset_index(drop=True)

    def cycles(self, margin=MARGIN):
        """Who beats whom in a circle: tuples (a, b, c), a scores above one half against b, b
        against c, and c against a. Exact results count however small the lead; if a player's policy
        is an estimate, only a lead of `margin` or more counts, since less may be chance."""
        margin = arguments.number(margin, "margin")
        names, circles = list(self.players), []
        estimated = np.array([_is_estimated(one) for one in self.players.values()])
        unsure = estimated[:, None] | estimated
        above = self.both_seats >= 0.5 + np.where(unsure, max(margin, LAST_BITS), LAST_BITS)
        for i, j, k in combinations(range(len(names)), 3):
            for a, b, c in ((i, j, k), (i, k, j)):
                if above[a, b] and above[b, c] and above[c, a]:
                    circles.append((names[a], names[b], names[c]))
        return circles


def _is_estimated(player):
    """Whether the policy of this player comes from samples."""
    return hasattr(player, "estimate_policy")


def _policy(player, rng, rules):
    if hasattr(player, "policy") or _is_estimated(player):
        return roster.policy_or_estimate(player, rng)
    return policy_of(player, rules)


def _milliseconds(player, rules, moves=20):
    """The median time of one move, in positions spread over the game. A policy is looked up."""
    asked, rng, times = as_player(player, rules), np.random.default_rng(0), []
    for state in rules.undecided[:: max(1, len(rules.undecided) // moves)].tolist():
        start = time.perf_counter()
        asked.act(state, rng)
        times.append(time.perf_counter() - start)
    return 1000 * float(np.median(times))


def everybody(games=None, seed=0):
    """Every player that has a name, a dict from names to players; one of any two that play alike.

    Learners are trained on the spot, over `games` games, or over as many as usual if None.
    """
    names = [name for name, entry in roster.ROSTER.items() if not entry.same_as]
    return {name: roster.trained(name, games, seed) for name in names}
