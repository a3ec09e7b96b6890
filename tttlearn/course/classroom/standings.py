"""Compute the class tournament, every player against every other, and its table."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tttlearn.course.classroom import forfeits
from tttlearn.evaluation.passes import chances_of, chances_of_many, meetings, visits
from tttlearn.game.rules import N_STATES, TURN, UNDECIDED
from tttlearn.game.rules import TICTACTOE as RULES
from tttlearn.game.tables import O, X
from tttlearn.tournament.league import against_all


@dataclass(eq=False)
class Entrant:
    """Participant: a name and a policy whose rows may sum to less than 1, see `forfeits`.

    `asked` (4520,) is the number of answers from which the policy was estimated, None if it is
    exact.
    """

    name: str
    policy: np.ndarray
    house: bool = False
    asked: np.ndarray | None = None


@dataclass(eq=False)
class Standings:
    """All meetings of two or more entrants, in both seats. Exact, except for `error`."""

    entrants: list

    def __post_init__(self):
        if len(self.entrants) < 2:
            raise ValueError(f"a tournament takes two players or more, not {len(self.entrants)}")
        self.policies = [entrant.policy for entrant in self.entrants]

    @property
    def names(self):
        """Names of the entrants, in their order."""
        return [entrant.name for entrant in self.entrants]

    @cached_property
    def outcomes(self):
        """Probabilities (x_wins, draws, o_wins) of the row's player as X, (n, n, 3)."""
        return meetings(self.policies, RULES)

    @cached_property
    def field(self):
        """Probabilities of all policies' moves, as `passes` stores them."""
        return chances_of_many(self.policies, RULES)

    @cached_property
    def reached(self):
        """How often the games of each entrant get to a state in which it is to move, (n, 19683).

        The mean over all others of the games in that seat; 0 in all other states.
        """
        shares = np.zeros((len(self.entrants), N_STATES))
        for k, policy in enumerate(self.policies):
            mine = chances_of(policy, RULES)
            for side, pair in ((X, (mine, self.field)), (O, (self.field, mine))):
                states = UNDECIDED[TURN[UNDECIDED] == side]
                shares[k, states] = np.delete(visits(*pair, RULES)[states], k, axis=1).mean(1)
        return shares

    @cached_property
    def scores(self):
        """Points a game of the row's player as X against the column's as O, (n, n)."""
        return self.outcomes[..., 0] + self.outcomes[..., 1] / 2

    @cached_property
    def same(self):
        """For each entrant, a list of the indices of the others with equal policies."""
        groups = {}
        keys = [entrant.policy[UNDECIDED].tobytes() for entrant in self.entrants]
        for k, key in enumerate(keys):
            groups.setdefault(key, []).append(k)
        return [[other for other in groups[key] if other != k] for k, key in enumerate(keys)]

    @cached_property
    def table(self):
        """DataFrame with a row for each entrant, the highest score first.

        Columns: name, house, place (among the students; 0 for the house; equal scores, equal
        places), score, as_x, as_o (points a game against all others), error (standard error of the
        score, NaN if it is exact), worst (points against the best reply, perfect play has 0.5),
        optimal (share of positions without an error) and forfeited (number of positions in which it
        can forfeit).
        """
        import pandas as pd

        points = against_all(self.scores)
        rows = pd.DataFrame(
            {
                "name": self.names,
                "house": [entrant.house for entrant in self.entrants],
                **points,
                "score": points["score"].round(12),  # rounding errors do not separate places
                "error": [self._error(k) for k in range(len(self.entrants))],
                "worst": [forfeits.worst_case(entrant.policy).points for entrant in self.entrants],
                "optimal": [forfeits.optimal_share(entrant.policy) for entrant in self.entrants],
                "forfeited": [int((forfeits.lack(e.policy) > 0).sum()) for e in self.entrants],
            }
        )
        places = rows.score[~rows.house].rank(ascending=False, method="min")
        rows.insert(2, "place", places.reindex(rows.index, fill_value=0).astype(int))
        return rows.sort_values(["score", "name"], ascending=[False, True])

    def _error(self, k):
        entrant = self.entrants[k]
        if entrant.asked is None:
            return np.nan
        others = [np.delete(step, k, axis=1) for step in self.field]
        return forfeits.standard_error(entrant.policy, entrant.asked, others)
