"""What all learners have in common, whether they fill a table or train a network."""

from bisect import bisect_right
from itertools import accumulate, repeat
from math import isnan

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, best_in, check_to_move, first, shared
from tttlearn.learn.blocks import Pace, block_end
from tttlearn.support.arguments import shown, whole
from tttlearn.support.progress import Stoppable


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
    side)` checks whom it plays, and `learn_block(seat, games, pace)` plays the games of a `Block`,
    learns, and yields the winners of each slice.
    """

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
        undecided = self.rules.undecided
        best = best_in(undecided, np.asarray(self.values_in(undecided), float), self.rules)
        return (shared if self.ties == "random" else first)(best, self.rules)

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
        same seed and games give the same table, in one call or in several, on any computer.

        Raises ValueError for bad arguments, and RuleError for a rule that keeps something from game
        to game outside its table; these change nothing. If it is a game that goes wrong, what was
        learned before that game is kept, as if you had asked for so many games: RuleError for a
        rule that fails in it or, by the end of the block in which it is, leaves a number in the
        table that is not finite; ValueError for an epsilon that is no probability, or weights that
        grow beyond all bounds. The first game that goes wrong decides. Blocks end after 1,000,
        2,000, 4,000 games and so on, in all.

        An interrupt leaves the table as it was after some whole number of games. Your own rule is
        first tried in plain Python, on twenty games that leave no trace: there you can interrupt
        it, and RuleError names one that does not end. If a loop becomes endless only in a later
        game, it runs compiled, and only the end of the process (Restart Kernel) stops it. A rule
        that cannot be compiled runs in plain Python, with a RuleWarning that says how fast.
        """
        slices = [np.empty(0, np.int8)]
        with Stoppable(games, "game") as tick:
            for winners in self.learn_in_slices(games, opponent, side):
                slices.append(winners)
                tick(len(winners))
        return np.concatenate(slices)

    def learn_in_slices(self, games, opponent=None, side="both"):
        """Do as `learn` does, and yield the winners about five times a second."""
        games = whole(games, "the number of games")
        yield from self.learn_in_seat(games, self.seat(opponent, side))

    def learn_in_seat(self, games, seat):
        """Do as `learn_in_slices`, in a `seat` that was checked: it is the same for all seeds."""
        at, end, pace = self.games, self.games + games, Pace(games)
        while at < end:
            stop = min(block_end(at), end)
            yield from self.learn_block(seat, stop - at, pace)
            at = stop

    def moment(self):
        """All that changes while it learns, for `go_back_to`."""
        state = self.rng.bit_generator.state
        return self.table.copy(), self.visits.copy(), state, self.games

    def go_back_to(self, moment):
        """Go back to how it was when `moment` was taken."""
        self.table[...], self.visits[...], self.rng.bit_generator.state, self.played[0] = moment
