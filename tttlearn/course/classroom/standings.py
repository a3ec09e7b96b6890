"""The class tournament itself: everybody against everybody, and the table of it."""

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
    """Who takes part: a policy that may lack weight, see `forfeits`.

    `asked` (4520,): the answers that the policy was estimated from; None when it is exact.
    """

    name: str
    policy: np.ndarray
    house: bool = False
    asked: np.ndarray | None = None


@dataclass(eq=False)
class Standings:
    """All meetings of these entrants, two or more, in both seats. Exact, but for `error`."""

    entrants: list

    def __post_init__(self):
        if len(self.entrants) < 2:
            raise ValueError(f"a tournament takes two players or more, not {len(self.entrants)}")
        self.policies = [one.policy for one in self.entrants]

    @property
    def names(self):
        """The names of the entrants, in their order."""
        return [one.name for one in self.entrants]

    @cached_property
    def outcomes(self):
        """(n, n, 3) the probabilities (x_wins, draws, o_wins) of the row's player as X."""
        return meetings(self.policies, RULES)

    @cached_property
    def field(self):
        """The chances of all policies, as `passes` has them."""
        return chances_of_many(self.policies, RULES)

    @cached_property
    def reached(self):
        """(n, 19683) how often the games of each entrant get to a state in which it is to move.

        The mean over all others of the games in that seat; 0 where nobody is to move.
        """
        found = np.zeros((len(self.entrants), N_STATES))
        for k, policy in enumerate(self.policies):
            mine = chances_of(policy, RULES)
            for side, pair in ((X, (mine, self.field)), (O, (self.field, mine))):
                states = UNDECIDED[TURN[UNDECIDED] == side]
                found[k, states] = np.delete(visits(*pair, RULES)[states], k, axis=1).mean(1)
        return found

    @cached_property
    def scores(self):
        """(n, n) the points a game of the row's player as X against the column's as O."""
        return self.outcomes[..., 0] + self.outcomes[..., 1] / 2

    @cached_property
    def same(self):
        """For each entrant a list of the others whose policies equal its own, as indices."""
        groups = {}
        keys = [one.policy[UNDECIDED].tobytes() for one in self.entrants]
        for k, key in enumerate(keys):
            groups.setdefault(key, []).append(k)
        return [[other for other in groups[key] if other != k] for k, key in enumerate(keys)]

    @cached_property
    def table(self):
        """A DataFrame with a row for each entrant, the highest score first.

        Columns: name, house, place (among the students; 0 for the house; equal scores, equal
        places), score, as_x, as_o (points a game against all others), error (standard error of the
        score, NaN when it is exact), worst (points against the best reply, perfect play has 0.5),
        optimal (share of positions without an error) and forfeited (positions, at least at times).
        """
        import pandas as pd

        points = against_all(self.scores)
        rows = pd.DataFrame(
            {
                "name": self.names,
                "house": [one.house for one in self.entrants],
                **points,
                "score": points["score"].round(12),  # equal but for the last bits: equal places
                "error": [self._error(k) for k in range(len(self.entrants))],
                "worst": [forfeits.worst_case(one.policy).points for one in self.entrants],
                "optimal": [forfeits.optimal_share(one.policy) for one in self.entrants],
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
