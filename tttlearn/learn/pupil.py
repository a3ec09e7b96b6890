"""What all learners have in common, whether they fill a table or train a network."""

import time
from bisect import bisect_right
from itertools import accumulate, repeat
from math import isnan

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, best_in, check_to_move, first_best, greedy
from tttlearn.support.arguments import shown, whole
from tttlearn.support.progress import Stoppable

CHUNK_SECONDS = 0.2
"""How long the compiled loop runs before it checks whether somebody wants to stop it."""


def check_pupil(learner):
    """The learner, unchanged; ValueError for what cannot learn."""
    if not isinstance(learner, Pupil):
        raise ValueError(f"this is no learner, such as ttt.TDLearner() makes: {shown(learner)}")
    return learner


class Pupil:
    """A player that learns from games, and can be stopped, measured and reset on the way.

    Each kind of pupil has the `rules` of its game, a `table` of what it knows, `visits`, `played`,
    a generator `rng` and a way to break `ties`. `values_in(states)` says what it thinks of the
    actions in undecided states, one or many, with a row of values to X for each; `seat(opponent,
    side)` checks whom it plays, and `play_chunk(seat, games)` plays, learns, and returns the
    winners.
    """

    first_chunk = 10  # a reader's rule may be slow

    @property
    def games(self):
        """The number of games it has learned from."""
        return int(self.played[0])

    @property
    def values(self):
        """What it thinks: values to X of each action in each state, NaN on illegal actions.

        In tic-tac-toe (19683, 9).
        """
        states, values = self.rules.undecided, np.full(self.rules.next.shape, np.nan)
        values[states] = np.where(self.rules.legal[states], self.values_in(states), np.nan)
        return values

    @property
    def policy(self):
        """The greedy policy of the present table, with ties as the learner breaks them."""
        values = np.zeros(self.rules.next.shape)
        values[self.rules.undecided] = self.values_in(self.rules.undecided)
        return (greedy if self.ties == "random" else first_best)(values, self.rules)

    def act(self, state, rng):
        """The action it takes in `state`, without exploring."""
        check_to_move(state, rng, self.rules)
        best = self._best_in(state)
        n = len(best) if self.ties == "random" else 1
        # The same number draws the same action from the policy's row, whose totals these are.
        return best[bisect_right([*accumulate(repeat(1 / n, n - 1))], rng.random())]

    def _best_in(self, state):
        """The best actions in one state, a list: for so few, plain Python is faster than NumPy."""
        sign, legal = int(self.rules.turn[state]), self.rules.legal[state].tolist()
        values = self.values_in(state)
        to_mover = {a: sign * v for a, v in enumerate(values.tolist()) if legal[a]}
        if any(map(isnan, to_mover.values())):
            best_in(np.array([state]), values[None], self.rules)  # which says so
        highest = max(to_mover.values())
        return [a for a, value in to_mover.items() if value == highest]

    def as_it_is(self):
        """A PolicyPlayer that plays as this learner does now, whatever it learns later."""
        return PolicyPlayer(self.policy, self.name, self.values, self.rules)

    def learn(self, games, opponent=None, side="both"):
        """Play `games` games and learn from each; the winners, (games,) int8.

        Without an opponent it plays both sides, or what its recipe says. With an opponent (a
        policy, a player that has one, or a list of these that take turns) `side` is "X" or "O". The
        same seed and games give the same table, in one call or in several. Raises RuleError for a
        rule that cannot be used, ValueError for bad arguments and for weights that grow beyond all
        bounds.

        An interrupt leaves the table as it was after some whole number of games. Your own rule is
        first tried in plain Python, on twenty games that leave no trace: there you can interrupt
        it, and RuleError names one that does not end. If a loop becomes endless only in a later
        game, it runs compiled, and only the end of the process (Restart Kernel) stops it.
        """
        chunks = [np.empty(0, np.int8)]
        with Stoppable(games, "game") as tick:
            for chunk in self.learn_in_chunks(games, opponent, side):
                chunks.append(chunk)
                tick(len(chunk))
        return np.concatenate(chunks)

    def learn_in_chunks(self, games, opponent=None, side="both"):
        """As `learn`, but yields the winners of a fifth of a second at a time."""
        games = whole(games, "the number of games")
        seat = self.seat(opponent, side)
        chunk = self.first_chunk
        while games > 0:
            n = min(chunk, games)
            start = time.perf_counter()
            yield self.play_chunk(seat, n)
            # The length of a chunk depends on the machine, the numbers do not: rng just goes on.
            pace = CHUNK_SECONDS / max(time.perf_counter() - start, 1e-6)
            chunk = int(n * min(10, pace)) + 1
            games -= n

    def moment(self):
        """All that changes while it learns, for `go_back_to`."""
        state = self.rng.bit_generator.state
        return self.table.copy(), self.visits.copy(), state, self.games

    def go_back_to(self, moment):
        """Go back to how it was when `moment` was taken."""
        self.table[...], self.visits[...], self.rng.bit_generator.state, self.played[0] = moment
