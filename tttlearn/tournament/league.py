"""Compute tournaments: every player against every other, exactly, and what the results say.

    from tttlearn.tournament.league import Tournament, everybody
    Tournament(everybody() | {"mine": my_learner}).ranking

No game is played: each result is the exact outcome of two policies, in both seats, so one meeting
is enough. Three numbers order the players, and need not agree:

    score         points a game against all others, a draw one half, as often X as O
    worst case    what the best reply leaves it, in its worse seat: perfect play gets one half
    rating        one number for each player; the difference between two predicts their score

The rating is that of Bradley and Terry (1952), the one behind Elo's in chess: a player rated d
points higher scores 1 / (1 + 10**(-d / 400)). These are the ratings that fit the exact scores best.
One number on one scale cannot express everything: if A beats B, B beats C and C beats A, no rating
can be right. `surprises` lists where it is furthest off, `cycles` who beats whom in a circle.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tttlearn.evaluation.any_player import as_player, policy_of
from tttlearn.evaluation.exact import worst_case
from tttlearn.evaluation.forecasts import SCALE, expected_score
from tttlearn.evaluation.matches import round_robin
from tttlearn.evaluation.policy import has_policy, of_this_game
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules
from tttlearn.players import roster
from tttlearn.support import arguments

if TYPE_CHECKING:
    import pandas as pd

MEAN_RATING = 1500
"""Mean of the ratings, in rating points."""
VIRTUAL_DRAWS = 0.01
"""Number of virtual draws of each pair, if without them no rating would be finite."""
WIN_MARGIN = 0.01
"""Lead over one half from which `cycles` counts an estimated score as a win, in points a game."""
ROUNDING_ERROR = 1e-9
"""Largest rounding error of an exact score, in points a game."""


def bradley_terry(scores: Any, steps: int = 200) -> np.ndarray:
    """Compute the Bradley-Terry ratings that fit the scores of some players best.

    Parameters
    ----------
    scores : array_like, shape (n, n)
        Points a game of the row's player against the column's, a draw one half. The diagonal means
        nothing.
    steps : int, default 200
        Maximum number of Newton's steps.

    Returns
    -------
    ndarray of float, shape (n,)
        The ratings, with mean 0. A player who scores ten to one is rated 400 points higher.

    Raises
    ------
    ValueError
        If the two scores of a pair do not sum to 1, or if no finite rating fits because some
        players never give a point to the others.

    References
    ----------
    Bradley, R. A. and Terry, M. E. (1952). "Rank analysis of incomplete block designs: I. The
    method of paired comparisons." Biometrika 39(3/4), 324-345.
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
        # Newton's step. Adding 1 / n to each entry fixes the mean, which the scores leave open.
        step = np.linalg.solve(np.diag(spread.sum(1)) - spread + 1 / n, gradient)
        strength += np.clip(step, -2, 2)
        strength -= strength.mean()
        if np.abs(gradient).max() < 1e-12:
            break
    return strength * SCALE / np.log(10)


def against_all(scores: np.ndarray) -> dict[str, np.ndarray]:
    """Compute the points a game of each player against all others.

    Parameters
    ----------
    scores : ndarray of float, shape (n, n)
        Points a game of the row's player as X against the column's as O.

    Returns
    -------
    dict of str to ndarray of float, shape (n,)
        The points "as_x", "as_o", and their mean, the "score".
    """
    others, own = len(scores) - 1, scores.diagonal()
    as_x = (scores.sum(1) - own) / others
    as_o = (others + own - scores.sum(0)) / others
    return {"score": (as_x + as_o) / 2, "as_x": as_x, "as_o": as_o}


def _connected(scores):
    """Return whether each player takes points from each other, directly or through others."""
    reach = (scores > 0) | np.eye(len(scores), dtype=bool)
    for _ in range(len(scores).bit_length()):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return bool(reach.all())


@dataclass(eq=False)
class Tournament:
    """Tournament of some players, each against each other, computed exactly.

    Attributes
    ----------
    players : dict of str to object
        Two players or more by their names: learners, policies, or whatever `policy_of` takes or
        estimates a policy.
    seed : int, default 0
        Seed of the chance in estimates.
    rules : Rules, default TICTACTOE
        Rules of the game.
    policies : dict of str to ndarray of float, shape (S, A)
        Policy of each player.

    Raises
    ------
    ValueError
        If players have no names, there are fewer than two, or one is of another game.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> tournament = ttt.Tournament({name: ttt.player(name) for name in ("random", "minimax")})
    >>> print(tournament.ranking[["score", "worst"]].round(3))
             score  worst
    minimax  0.936  0.500
    random   0.064  0.003
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
        for name, player in self.players.items():
            of_this_game(player, self.rules, name)
        self.policies = {
            name: _policy(player, rng, self.rules) for name, player in self.players.items()
        }

    @cached_property
    def scores(self) -> pd.DataFrame:
        """DataFrame (X, O) of the points a game that the row's player gets as X."""
        table = round_robin(self.policies, self.rules)
        scores = table.pivot(index="x", columns="o", values="score")
        return scores.loc[list(self.players), list(self.players)]

    @cached_property
    def both_seats(self) -> np.ndarray:
        """Array (n, n) of the points a game of the row's player, as often X as O."""
        as_x = self.scores.to_numpy()
        return (as_x + 1 - as_x.T) / 2

    @cached_property
    def ratings(self) -> np.ndarray:
        """Rating of each player, 1500 on average, shape (n,).

        If no finite rating would fit, each pair gets a hundredth of a virtual draw more.
        """
        scores = self.both_seats
        if not _connected(np.where(np.eye(len(scores), dtype=bool), 0, scores)):
            scores = (scores + VIRTUAL_DRAWS / 2) / (1 + VIRTUAL_DRAWS)
        return MEAN_RATING + bradley_terry(scores)

    @cached_property
    def ranking(self) -> pd.DataFrame:
        """Table with a row for each player, the highest score first.

        Columns: score, as_x, as_o (points a game against all others), worst (points a game against
        the best reply, in its worse seat; perfect play has 0.5), worst_rank, rating, games (learned
        from) and ms (for one move, here and now).
        """
        import pandas as pd

        rows = pd.DataFrame(
            {
                **against_all(self.scores.to_numpy()),
                "worst": [
                    worst_case(policy, self.rules).points for policy in self.policies.values()
                ],
                "rating": self.ratings,
                "games": [int(getattr(player, "games", 0)) for player in self.players.values()],
                "ms": [_milliseconds(player, self.rules) for player in self.players.values()],
            },
            index=list(self.players),
        )
        rows.insert(4, "worst_rank", rows.worst.round(9).rank(ascending=False, method="min"))
        rows["worst_rank"] = rows.worst_rank.astype(int)
        return rows.iloc[np.lexsort((list(rows.index), -rows.score.round(9)))]

    def surprises(self, n_pairs: int = 5) -> pd.DataFrame:
        """Return the pairs whose score the ratings predict worst.

        Parameters
        ----------
        n_pairs : int, default 5
            Maximum number of pairs.

        Returns
        -------
        pandas.DataFrame
            A row for each pair, the worst prediction first. Columns: a, b, score of a against b,
            expected by the ratings, and the difference.

        Raises
        ------
        ValueError
            If `n_pairs` is no whole number of at least 0.
        """
        import pandas as pd

        n_pairs = arguments.whole(n_pairs, "the number of pairs, n_pairs,")
        names, (i, j) = np.array(list(self.players), object), np.triu_indices(len(self.players), 1)
        score, expected = self.both_seats[i, j], expected_score(self.ratings[i] - self.ratings[j])
        columns = {"a": names[i], "b": names[j], "score": score, "expected": expected}
        pairs = pd.DataFrame({**columns, "difference": score - expected})
        order = pairs.difference.abs().sort_values(ascending=False, kind="stable").index
        return pairs.loc[order].head(n_pairs).reset_index(drop=True)

    def cycles(self, margin: float = WIN_MARGIN) -> list[tuple[str, str, str]]:
        """Return the circles of three players in which each beats the next.

        Parameters
        ----------
        margin : float, default 0.01
            Lead over one half that counts as a win if the policy of a player is an estimate, since
            less may be chance. Exact results count however small the lead.

        Returns
        -------
        list of tuple of str
            Names (a, b, c): a scores above one half against b, b against c, and c against a.

        Raises
        ------
        ValueError
            If `margin` is no number.
        """
        margin = arguments.number(margin, "margin")
        names, circles = list(self.players), []
        estimated = np.array([_is_estimated(player) for player in self.players.values()])
        unsure = estimated[:, None] | estimated
        above = self.both_seats >= 0.5 + np.where(
            unsure, max(margin, ROUNDING_ERROR), ROUNDING_ERROR
        )
        for i, j, k in combinations(range(len(names)), 3):
            for a, b, c in ((i, j, k), (i, k, j)):
                if above[a, b] and above[b, c] and above[c, a]:
                    circles.append((names[a], names[b], names[c]))
        return circles


def _is_estimated(player):
    """Return whether the policy of a player comes from samples."""
    return hasattr(player, "estimate_policy")


def _policy(player, rng, rules):
    if has_policy(player) or _is_estimated(player):
        return roster.policy_or_estimate(player, rng)
    return policy_of(player, rules)


def _milliseconds(player, rules, moves=20):
    """Return the median time of a move in milliseconds, in positions spread over the game.

    Of a player with a policy, it is the time to look an action up.
    """
    asked, rng, times = as_player(player, rules), np.random.default_rng(0), []
    for state in rules.undecided[:: max(1, len(rules.undecided) // moves)].tolist():
        start = time.perf_counter()
        asked.act(state, rng)
        times.append(time.perf_counter() - start)
    return 1000 * float(np.median(times))


def everybody(games: int | None = None, seed: int = 0) -> dict[str, Any]:
    """Return all players that have a name, but only one of any two that play alike.

    Parameters
    ----------
    games : int, optional
        Number of games from which each learner learns now; by default its usual number.
    seed : int, default 0
        Seed of the learners.

    Returns
    -------
    dict of str to object
        Players by their names.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> players = ttt.everybody()  # doctest: +SKIP
    >>> print(ttt.Tournament(players).ranking)  # doctest: +SKIP
    """
    names = [name for name, entry in roster.ROSTER.items() if not entry.same_as]
    return {name: roster.trained(name, games, seed) for name in names}
