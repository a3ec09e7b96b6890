"""Provide what all learners have in common, whether they fill a table or train a network."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, repeat
from math import isnan
from typing import Any

import numpy as np

from tttlearn.evaluation.passes import listed
from tttlearn.evaluation.policy import (
    PolicyPlayer,
    best_by_blocks,
    best_in,
    check_to_move,
    first,
    shared,
    undecided_by_blocks,
)
from tttlearn.learn.blocks import Pace, block_end
from tttlearn.support.arguments import shown, whole
from tttlearn.support.progress import Stoppable


def check_pupil(learner: Any) -> Pupil:
    """Return a learner unchanged, after checking that it is one.

    Parameters
    ----------
    learner : object
        What should be a learner.

    Returns
    -------
    Pupil
        The learner.

    Raises
    ------
    ValueError
        If it cannot learn.
    """
    if not isinstance(learner, Pupil):
        raise ValueError(f"this is no learner, such as ttt.TDLearner() makes: {shown(learner)}")
    return learner


class Pupil:
    """Player that learns from games, and can be stopped, measured and reset in between.

    A subclass has the attributes below, and three methods. `values_in(states)` returns the values
    of the actions, to X, in one undecided state or in several (a row for each). `seat(opponent,
    side)` checks whom the learner is to play. `learn_block(seat, games, pace)` plays the games
    of a `Block`, learns from them, and yields the winners of each slice.

    Attributes
    ----------
    rules : Rules
        Rules of the game.
    table : ndarray of float64
        What has been learned.
    visits : ndarray of int64, shape (S,)
        How often the learner was to move in a state, or the game ended there.
    played : ndarray of int64, shape (1,)
        Number of games learned from.
    rng : numpy.random.Generator
        Source of all randomness of the learner.
    ties : {"random", "first"}
        How a tie between the best actions is broken.
    """

    @property
    def games(self) -> int:
        """Number of games learned from."""
        return int(self.played[0])

    @property
    def values(self) -> np.ndarray:
        """Value of each action in each state, to X: shape (S, A), NaN on illegal actions."""
        states, values = self.rules.undecided, np.full(self.rules.next.shape, np.nan)
        values[states] = np.where(self.rules.legal[states], self.values_in(states), np.nan)
        return values

    def values_at(self, state: int) -> np.ndarray:
        """Return the row of `values` for one state, without those of all others.

        Parameters
        ----------
        state : int
            The state.

        Returns
        -------
        ndarray of float64, shape (A,)
            Value of each action, to X, NaN on illegal actions.
        """
        legal = self.rules.legal[self.rules.check_one_state(state)]
        values = self.values_in(state) if legal.any() else np.nan
        return np.where(legal, values, np.nan)

    @property
    def policy(self) -> np.ndarray:
        """Greedy policy of the present table, shape (S, A), ties broken as the learner does."""
        return (shared if self.ties == "random" else first)(self._best, self.rules)

    @property
    def choices(self) -> np.ndarray:
        """Actions among which `policy` shares its weight evenly: a bool array of shape (S, A)."""
        choices = np.zeros(self.rules.next.shape, bool)
        for states in undecided_by_blocks(self.rules):
            values = np.asarray(self.values_in(states), float)
            if not listed().choose(values, states, self.ties, self.rules, choices):
                best_in(states, values, self.rules)  # raises the error for NaN
        return choices

    @property
    def _best(self):
        """Best actions in the undecided states, ties included, a bool array."""
        return best_by_blocks(lambda at: np.asarray(self.values_in(at), float), self.rules)

    def act(self, state: int, rng: np.random.Generator) -> int:
        """Return the action that the learner takes in a state, without exploring.

        Parameters
        ----------
        state : int
            State in which a side is to move.
        rng : numpy.random.Generator
            Source of randomness, for ties.

        Returns
        -------
        int
            The action.
        """
        check_to_move(state, rng, self.rules)
        best = self._best_in(state)
        n = len(best) if self.ties == "random" else 1
        # These are the cumulative probabilities of the policy's row, so the same random number
        # gives the same action as a draw from the policy.
        return best[bisect_right([*accumulate(repeat(1 / n, n - 1))], rng.random())]

    def _best_in(self, state):
        """Return the best actions in one state; for so few, plain Python is faster than NumPy."""
        sign, legal = int(self.rules.turn[state]), self.rules.legal[state].tolist()
        values = self.values_in(state)
        to_mover = {a: sign * v for a, v in enumerate(values.tolist()) if legal[a]}
        if any(map(isnan, to_mover.values())):
            best_in(np.array([state]), values[None], self.rules)  # raises the error for NaN
        highest = max(to_mover.values())
        return [a for a, value in to_mover.items() if value == highest]

    def as_it_is(self) -> PolicyPlayer:
        """Return a player that plays as the learner does now, whatever the learner learns later.

        Returns
        -------
        PolicyPlayer
            Player with copies of the present policy and values.
        """
        return PolicyPlayer(self.policy, self.name, self.values, self.rules)

    def learn(self, games: int, opponent: Any = None, side: str = "both") -> np.ndarray:
        """Play games and learn from each of them.

        The same seed and number of games give the same table, in one call or in several, on any
        computer.

        Parameters
        ----------
        games : int
            Number of games to play.
        opponent : player or list of players, optional
            A policy, a player that has one, or a list of these that take turns. Without an opponent
            the learner plays both sides, or what its recipe says.
        side : {"X", "O", "both"}, default "both"
            Side that learns. With an opponent, "X" or "O".

        Returns
        -------
        ndarray of int8, shape (games,)
            Winner of each game: +1 X, -1 O, 0 draw.

        Raises
        ------
        ValueError
            If an argument is out of range, epsilon is not a probability in one of the games, or
            weights grow beyond all bounds.
        RuleError
            If the rule does not end, keeps something from game to game outside its table, fails in
            a game or, by the end of the block in which that game is, leaves a number in the table
            that is not finite.

        Warns
        -----
        RuleWarning
            If the rule is unlikely to do what its author meant, or cannot be compiled and runs in
            plain Python; then the warning says how fast.

        Notes
        -----
        Wrong arguments, and a rule that keeps something outside its table, leave the learner
        unchanged. If a game goes wrong, what was learned before that game is kept, as if you had
        asked for that many games. The first game that goes wrong decides. Blocks end after 1,000,
        2,000, 4,000 games and so on, counted from the first of all.

        An interrupt leaves the table as it was after some whole number of games. Your own rule is
        first tried in plain Python, on twenty games that leave no trace: there you can interrupt
        it, and RuleError names one that does not end. If a loop becomes endless only in a later
        game, it runs compiled, and only the end of the process (Restart Kernel) stops it.
        """
        slices = [np.empty(0, np.int8)]
        with Stoppable(games, "game") as tick:
            for winners in self.learn_in_slices(games, opponent, side):
                slices.append(winners)
                tick(len(winners))
        return np.concatenate(slices)

    def learn_in_slices(
        self, games: int, opponent: Any = None, side: str = "both"
    ) -> Iterator[np.ndarray]:
        """Play games and learn from each, as `learn` does, about five slices a second.

        Parameters
        ----------
        games : int
            Number of games to play.
        opponent : player or list of players, optional
            As in `learn`.
        side : {"X", "O", "both"}, default "both"
            As in `learn`.

        Yields
        ------
        ndarray of int8, shape (n,)
            Winners of the n games of a slice: +1 X, -1 O, 0 draw.
        """
        games = whole(games, "the number of games")
        yield from self.learn_in_seat(games, self.seat(opponent, side))

    def learn_in_seat(self, games: int, seat: Any) -> Iterator[np.ndarray]:
        """Play games and learn from each, as `learn_in_slices` does, in a seat that was checked.

        Parameters
        ----------
        games : int
            Number of games to play.
        seat : object
            What the learner's method `seat` returned; it is the same for all seeds.

        Yields
        ------
        ndarray of int8, shape (n,)
            Winners of the n games of a slice: +1 X, -1 O, 0 draw.
        """
        at, end, pace = self.games, self.games + games, Pace(games)
        while at < end:
            stop = min(block_end(at), end)
            yield from self.learn_block(seat, stop - at, pace)
            at = stop

    def snapshot(self) -> tuple:
        """Return a copy of everything that changes during learning.

        Returns
        -------
        tuple
            A snapshot, for `restore`.
        """
        state = self.rng.bit_generator.state
        return self.table.copy(), self.visits.copy(), state, self.games

    def restore(self, snapshot: tuple) -> None:
        """Restore an earlier state, in the same arrays.

        Parameters
        ----------
        snapshot : tuple
            State to restore, from `snapshot`.
        """
        self.table[...], self.visits[...], self.rng.bit_generator.state, self.played[0] = snapshot
