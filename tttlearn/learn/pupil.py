"""What all that learn have in common, whether they fill a table or train a network."""

import time

import numpy as np

from tttlearn.evaluation.policy import (
    PolicyPlayer,
    best_in,
    check_to_move,
    draw,
    first_best,
    greedy,
)
from tttlearn.game.rules import LEGAL, UNDECIDED
from tttlearn.support.arguments import whole
from tttlearn.support.progress import Stoppable

CHUNK_SECONDS = 0.2
"""How long the compiled loop runs before it looks whether somebody wants to stop it."""


class Pupil:
    """A player that learns from games, and can be stopped, measured and set back on the way.

    A kind of pupil has a `table` of what it knows, `visits`, `played`, a generator `rng` and a way
    to break `ties`; `values_in(states)` says what it thinks of the actions in n undecided states,
    (n, 9) values to X; `seat(opponent, side)` checks whom it plays, and `play_chunk(seat, games)`
    plays, learns, and returns the winners.
    """

    first_chunk = 1000

    @property
    def games(self):
        """The number of games it has learned from."""
        return int(self.played[0])

    @property
    def values(self):
        """What it thinks: (19683, 9) values to X of each action, NaN on illegal cells."""
        values = np.full(LEGAL.shape, np.nan)
        values[UNDECIDED] = np.where(LEGAL[UNDECIDED], self.values_in(UNDECIDED), np.nan)
        return values

    @property
    def policy(self):
        """The greedy policy of the table as it is, (19683, 9), ties as it breaks them."""
        values = np.zeros(LEGAL.shape)
        values[UNDECIDED] = self.values_in(UNDECIDED)
        return (greedy if self.ties == "random" else first_best)(values)

    def act(self, state, rng):
        """The cell it takes in `state`, without exploring."""
        check_to_move(state, rng)
        best = best_in(np.array([state]), self.values_in(np.array([state])))[0]
        if self.ties == "first":
            best &= np.arange(9) == best.argmax()
        return draw(best / best.sum(), rng)

    def as_it_is(self):
        """A PolicyPlayer that plays as this one does now, whatever this one learns later."""
        return PolicyPlayer(self.policy, self.name, self.values)

    def learn(self, games, opponent=None, side="both"):
        """Play `games` games and learn from each; the winners, (games,) int8.

        Without an opponent it plays both sides, or what its recipe says. With one, a policy, a
        player who has one, or a list of these that take turns, `side` is "X" or "O". The same seed
        and games give the same table, in one call or in several. Interrupting leaves the table as
        it was after some whole number of games. Raises RuleError for a rule that cannot be used,
        ValueError for bad arguments and for a network whose weights grow beyond all bounds.
        """
        chunks = [np.empty(0, np.int8)]
        with Stoppable(games, "game") as tick:
            for chunk in self.learn_in_chunks(games, opponent, side):
                chunks.append(chunk)
                tick(len(chunk))
        return np.concatenate(chunks)

    def learn_in_chunks(self, games, opponent=None, side="both"):
        """As `learn`, but hands over the winners of a fifth of a second at a time."""
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
        """Be again as it was when `moment` was taken."""
        self.table[...], self.visits[...], self.rng.bit_generator.state, self.played[0] = moment
