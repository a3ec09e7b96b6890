"""Two learners against each other, each with its own rule, settings and table.

To the game loop they are one learner: its table is theirs, one above the other, it reads from the
part of the side to move, and its rule applies each one's rule to its own part.
"""

from functools import cache

import numpy as np

from tttlearn.game.rules import TERMINAL, TURN, O, X
from tttlearn.learn.episodes import Episode, compiled
from tttlearn.learn.learner import Learner


class Versus(Learner):
    """The learner `x`, who plays X, and the learner `o`, who plays O; both learn from every game.

    Their tables become parts of this one's and are filled in place, so that `x` and `o` have
    learned, too, and may be measured, saved or played against alone. To each rule `episode.side` is
    its own side. Chance is drawn from `seed` for all. Raises ValueError for two learners
    whose tables have different shapes, or that differ in `ties` or `symmetric`.
    """

    def __init__(self, x, o, seed=0):
        _check_pair(x, o)
        super().__init__(
            rule=x.rule,
            table=np.stack([x.table, o.table]),
            ties=x.ties,
            symmetric=x.symmetric,
            seed=seed,
            read=x.read,
            name=f"{x.name} against {o.name}",
        )
        self.x, self.o = x, o
        self.parts = [(one, side, one.games, one.visits.copy()) for one, side in ((x, X), (o, O))]
        x.table, o.table = self.table
        x.rng = o.rng = self.rng

    @property
    def values(self):
        """Values to X of each action, (19683, 9): those of the learner whose turn it is."""
        return np.where((TURN == X)[:, None], self.x.values, self.o.values)

    def learn_in_chunks(self, games, opponent=None, side="both"):
        """As `Learner.learn_in_chunks`; the two play each other, so there is no other opponent."""
        if opponent is not None:
            raise ValueError("two learners play each other: there is no place for an opponent")
        for winners in super().learn_in_chunks(games, None, side):
            for part, side, games, visits in self.parts:
                part.played[0] = games + self.games
                part.visits[:] = visits + self.visits * ((TURN == side) | TERMINAL)
            yield winners

    def fresh(self, seed):
        """The same two, having learned nothing yet."""
        return Versus(self.x.fresh(seed), self.o.fresh(seed), seed)

    @property
    def learners(self):
        """Those that learn here, each with a rule and a table."""
        return self.x, self.o

    def functions(self, plain=False):
        """(rule, read) for the game loop: compiled, or in plain Python."""
        x, o = self.x.functions(plain), self.o.functions(plain)
        functions = _rule_of_two(x[0], o[0], len(self.x.arguments())), _read_of_two(x[1], o[1])
        return functions if plain else tuple(map(compiled, functions))

    def arguments(self):
        """The settings of x, then those of o."""
        return self.x.arguments() + self.o.arguments()

    def exploring(self, games):
        """The probability of exploring after so many games, an array: (2, n), of X and of O."""
        earlier_x, earlier_o = (earlier for _, _, earlier, _ in self.parts)
        of_x, of_o = self.x.exploring(games + earlier_x), self.o.exploring(games + earlier_o)
        return np.stack([of_x[0], of_o[1]])

    def seat(self, opponent, side):
        """As `Learner.seat`; each of the two must have what it needs to learn."""
        self.o.seat(opponent, side)
        return self.x.seat(opponent, side)


def _check_pair(x, o):
    if x is o:
        raise ValueError('two learners are needed; one alone plays both sides with side="both"')
    for what in ("ties", "symmetric"):
        if getattr(x, what) != getattr(o, what):
            raise ValueError(
                f"the learners differ in {what}: {getattr(x, what)!r} and {getattr(o, what)!r}"
            )
    if x.table.shape != o.table.shape:
        raise ValueError(f"the tables differ in shape: {x.table.shape} and {o.table.shape}")


@cache
def _rule_of_two(x_rule, o_rule, n):
    """The rule that applies both rules, each to its part; the first n settings are those of x."""

    def both(tables, episode, *settings):
        states, actions, winner = episode.states, episode.actions, episode.winner
        lay = episode.choices, episode.boards, episode.cells
        x_rule(tables[0], Episode(states, actions, winner, X, *lay), *settings[:n])
        o_rule(tables[1], Episode(states, actions, winner, O, *lay), *settings[n:])

    return both


@cache
def _read_of_two(x_read, o_read):
    """How to read the table of two: the part of the side to move, as its learner reads it."""

    def read(tables, state, action, following):
        if TURN[state] == X:
            return x_read(tables[0], state, action, following)
        return o_read(tables[1], state, action, following)

    return read
