"""Blocks of games, by which a learner learns, and slices of these, by which it can be interrupted.

Whatever can be seen of learning is decided by blocks: for which games epsilon is asked at once,
when a table is checked, when a warning is given. Blocks are cut by the number of games alone, so
the same happens on every computer. Compiled code cannot be interrupted. So a block is played in
slices, which follow the clock; where they are cut changes nothing but how soon Ctrl-C is heard, how
much of the last games it costs, and how smoothly a progress bar moves.
"""

from contextlib import nullcontext
from time import perf_counter

import numpy as np

from tttlearn.support.compiled import signals_held
from tttlearn.support.progress import in_pieces

FIRST_BLOCK, LARGEST_BLOCK = 1_000, 512_000
"""Games in the first block, and in the largest ones: the first doubled a few times."""
FIRST_SLICE = 1
"""Games in the first slice: a reader's rule may be slow."""
SLICE_SECONDS = 0.2


def block_end(games):
    """Return after how many games the block ends that begins after `games` games.

    Blocks end after 1,000, 2,000, 4,000 games and so on: an error that is found at the end of a
    block is found when the learner has worked at most twice as long as it had to.
    """
    doubled = FIRST_BLOCK << (games // FIRST_BLOCK).bit_length()
    return min(doubled, games - games % LARGEST_BLOCK + LARGEST_BLOCK)


class Pace:
    """How many games make a slice, as the games before took their time; `wanted`: games in all."""

    def __init__(self, wanted=0):
        self.games, self.wanted = FIRST_SLICE, wanted

    def measure(self, games, seconds):
        """Fit the next slice to one of so many games, which took so many seconds."""
        fitting = int(games * min(10, SLICE_SECONDS / max(seconds, 1e-6))) + 1
        # A slice that was short because its block ended there is no reason for shorter ones.
        self.games = fitting if seconds > SLICE_SECONDS else max(fitting, self.games)


class BadGameError(Exception):
    """The next game of a learner, as it now is, goes wrong.

    `failure`: the exception that was raised; None if the table is not finite after the game.
    """

    def __init__(self, failure=None):
        super().__init__(failure)
        self.failure = failure


def in_game(learner):
    """Return words for messages: which game of a learner goes wrong, and what is kept."""
    kept = " (what it learned before is kept)" if learner.games else ""
    return f"in game {learner.games + 1}{kept}"


class Block:
    """Some games of a learner, which has learned from all of them in the end, or up to a bad one.

    `play(start, winners)` plays len(winners) games and learns from them, from game `start` of the
    block on, counted from 0. The learner has a `table`, `games`, `moment` and `go_back_to`, as a
    Pupil. The bad game is the first that raises an exception or, if the table is not finite before
    it or at the end of the block, one after which the table no longer is. `is_plain`: whether
    signals may interrupt a game.
    """

    def __init__(self, learner, play, games, pace, is_plain=False):
        self.learner, self.play, self.games, self.pace = learner, play, games, pace
        self.is_plain = is_plain
        self.before, self.first = learner.moment(), learner.games

    def slices(self):
        """Yield the winners of the games, a slice at a time.

        Raise BadGameError for a bad game, with the learner as it was before that game. After any
        other exception, such as KeyboardInterrupt, the learner is as it was after the last slice.
        """
        start, sound = 0, None
        try:
            while start < self.games:
                sound = self.learner.moment() if start else self.before
                winners = np.empty(min(self.pace.games, self.games - start), np.int8)
                began = perf_counter()
                if failure := self._failure(start, winners):
                    self._blame(failure, start, len(winners), sound)
                self.pace.measure(len(winners), perf_counter() - began)
                start, sound = start + len(winners), None
                yield winners
            if not self._is_finite():
                sound = self.before
                self._blame_first_not_finite(self.games)
        except BadGameError:
            raise
        except BaseException:  # even KeyboardInterrupt, which can come in the middle of a game
            if sound:
                self.learner.go_back_to(sound)
            if not self._is_finite():
                self.learner.go_back_to(self.before)
            raise

    def _is_finite(self):
        return bool(np.isfinite(self.learner.table).all())

    def _failure(self, start, winners):
        """Play these games; return the exception that they raised, or None."""
        # In compiled code a handler does harm, and what it raises is not the rule's failure.
        with nullcontext() if self.is_plain else signals_held():
            try:
                self.play(start, winners)
            except Exception as failure:  # a rule is a reader's code: it may raise anything
                return failure
        return None

    def _blame(self, failure, start, games, sound):
        """Raise BadGameError, after a slice has raised `failure`; `sound`: before that slice.

        Raise the failure itself if the game then goes well: it was raised by the handler of a
        signal, which came in the middle of a game.
        """
        bad = min(self.learner.games - self.first, start + games - 1)
        self.learner.go_back_to(sound)
        self._failure(start, np.empty(bad - start, np.int8))
        finite, moment = self._is_finite(), self.learner.moment()
        again = self._failure(bad, np.empty(1, np.int8))
        self.learner.go_back_to(moment)
        if not again:
            raise failure
        if not finite:
            self._blame_first_not_finite(bad)
        raise BadGameError(again)

    def _blame_first_not_finite(self, games):
        """Raise BadGameError for the first game that ends with a number that is not finite.

        It is found by halving: `games` games end with one.
        """
        good, bad = 0, games
        while bad - good > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if self._goes_well(middle) else (good, middle)
        self._goes_well(good)
        raise BadGameError

    def _goes_well(self, games):
        """Play so many games from the start of the block, and return whether all is well."""
        self.learner.go_back_to(self.before)
        start = 0
        for size in in_pieces(games, self.pace.games):
            if self._failure(start, np.empty(size, np.int8)):
                return False
            start += size
        return self._is_finite()
