"""Divide games into blocks, by which a learner learns, and into slices, which can be interrupted.

Whatever can be observed of learning is decided by blocks: for which games epsilon is computed at
once, when a table is checked, when a warning is given. Blocks are cut by the number of games alone,
so the same happens on every computer. Compiled code cannot be interrupted. So a block is played in
slices, whose size follows the clock. Where they are cut affects only how soon Ctrl-C is handled,
how many of the last games it costs, and how smoothly a progress bar moves.
"""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from time import perf_counter
from typing import Any

import numpy as np

from tttlearn.support.compiled import signals_held
from tttlearn.support.progress import in_pieces

FIRST_BLOCK_GAMES, MAX_BLOCK_GAMES = 1_000, 512_000
"""Number of games in the first block, and in the largest ones: the first, doubled nine times."""
FIRST_SLICE_GAMES = 1
"""Number of games in the first slice, which is short because a reader's rule may be slow."""
SLICE_SECONDS = 0.2
"""Time that a slice should take, in seconds."""


def block_end(games: int) -> int:
    """Return the number of games after which the current block ends.

    Blocks end after 1,000, 2,000, 4,000 games and so on, from 512,000 on after every 512,000. An
    error that is detected at the end of a block is therefore detected when the learner has worked
    at most twice as long as necessary.

    Parameters
    ----------
    games : int
        Number of games learned from when the block begins.

    Returns
    -------
    int
        Number of games, counted from the first of all, after which the block ends.
    """
    doubled = FIRST_BLOCK_GAMES << (games // FIRST_BLOCK_GAMES).bit_length()
    return min(doubled, games - games % MAX_BLOCK_GAMES + MAX_BLOCK_GAMES)


class Pace:
    """Number of games in the next slice, chosen from the time that earlier games took.

    Parameters
    ----------
    wanted : int, default 0
        Number of games that were asked for in all.

    Attributes
    ----------
    games : int
        Number of games in the next slice.
    wanted : int
        Number of games that were asked for in all.
    """

    def __init__(self, wanted: int = 0) -> None:
        self.games, self.wanted = FIRST_SLICE_GAMES, wanted

    def measure(self, games: int, seconds: float) -> None:
        """Adjust the size of the next slice to a measured one.

        Parameters
        ----------
        games : int
            Number of games in the measured slice.
        seconds : float
            Time that the measured slice took, in seconds.
        """
        fitting = int(games * min(10, SLICE_SECONDS / max(seconds, 1e-6))) + 1
        # A slice may have been short only because its block ended, so it makes the next no shorter.
        self.games = fitting if seconds > SLICE_SECONDS else max(fitting, self.games)


class BadGameError(Exception):
    """Error in the next game of a learner, as the learner now is.

    Parameters
    ----------
    failure : Exception, optional
        Exception that was raised in the game; None if the table is not finite after it.

    Attributes
    ----------
    failure : Exception or None
        As the parameter.
    """

    def __init__(self, failure: Exception | None = None) -> None:
        super().__init__(failure)
        self.failure = failure


def in_game(learner: Any) -> str:
    """Return the part of an error message that names the failing game and says what is kept.

    Parameters
    ----------
    learner : Pupil
        The learner, as it was before the game that fails.

    Returns
    -------
    str
        For example "in game 12 (what it learned before is kept)".
    """
    kept = " (what it learned before is kept)" if learner.games else ""
    return f"in game {learner.games + 1}{kept}"


class Block:
    """Block of games, from which a learner learns up to the first bad one.

    The bad game is the first one that raises an exception or, if the table is not finite before it
    or at the end of the block, the first after which the table is no longer finite.

    Parameters
    ----------
    learner : Pupil
        The learner, with `table`, `games`, `snapshot` and `restore`.
    play : callable
        Called as `play(start, winners)`: plays `len(winners)` games, writes their winners into
        `winners` (int8) and learns from them, from game `start` of the block on, counted from 0.
    games : int
        Number of games in the block.
    pace : Pace
        Chooses the size of the slices.
    is_plain : bool, default False
        Whether `play` runs in plain Python, in which signals may interrupt a game.

    Attributes
    ----------
    before : tuple
        Snapshot of the learner before the block.
    first : int
        Number of games that the learner had learned from before the block.
    """

    def __init__(
        self,
        learner: Any,
        play: Callable[[int, np.ndarray], None],
        games: int,
        pace: Pace,
        is_plain: bool = False,
    ) -> None:
        self.learner, self.play, self.games, self.pace = learner, play, games, pace
        self.is_plain = is_plain
        self.before, self.first = learner.snapshot(), learner.games

    def slices(self) -> Iterator[np.ndarray]:
        """Play the games, and yield the winners of one slice at a time.

        Yields
        ------
        ndarray of int8, shape (n,)
            Winners of the n games of the slice: +1 X, -1 O, 0 draw.

        Raises
        ------
        BadGameError
            If a game is bad. The learner is then as it was before that game.

        Notes
        -----
        After any other exception, such as KeyboardInterrupt, the learner is as it was after the
        last slice.
        """
        start, sound = 0, None
        try:
            while start < self.games:
                sound = self.learner.snapshot() if start else self.before
                winners = np.empty(min(self.pace.games, self.games - start), np.int8)
                began = perf_counter()
                if failure := self._run_and_catch(start, winners):
                    self._raise_first_failure(failure, start, len(winners), sound)
                self.pace.measure(len(winners), perf_counter() - began)
                start, sound = start + len(winners), None
                yield winners
            if not self._is_finite():
                sound = self.before
                self._raise_first_not_finite(self.games)
        except BadGameError:
            raise
        except BaseException:  # KeyboardInterrupt, too, which can arrive in the middle of a game
            if sound:
                self.learner.restore(sound)
            if not self._is_finite():
                self.learner.restore(self.before)
            raise

    def _is_finite(self):
        return bool(np.isfinite(self.learner.table).all())

    def _run_and_catch(self, start, winners):
        """Play games, and return the exception that they raised, or None."""
        # A signal handler must not run inside compiled code, and its exceptions are not the rule's.
        with nullcontext() if self.is_plain else signals_held():
            try:
                self.play(start, winners)
            except Exception as failure:  # a rule is a reader's code: it may raise anything
                return failure
        return None

    def _raise_first_failure(self, failure, start, games, sound):
        """Raise BadGameError for the game in which a slice has raised `failure`.

        `sound` is a snapshot from before the slice. If the game succeeds when it is repeated,
        `failure` itself is raised: it came from the handler of a signal, which arrived in the
        middle of a game.
        """
        bad = min(self.learner.games - self.first, start + games - 1)
        self.learner.restore(sound)
        self._run_and_catch(start, np.empty(bad - start, np.int8))
        finite, snapshot = self._is_finite(), self.learner.snapshot()
        again = self._run_and_catch(bad, np.empty(1, np.int8))
        self.learner.restore(snapshot)
        if not again:
            raise failure
        if not finite:
            self._raise_first_not_finite(bad)
        raise BadGameError(again)

    def _raise_first_not_finite(self, games):
        """Raise BadGameError for the first game after which the table is not finite.

        It is located by bisection; the first `games` games end with such a table. Each try goes on
        from the last table known to be finite, so that all together play each game about once.
        """
        good, bad, sound = 0, games, self.before
        while bad - good > 1:
            middle = (good + bad) // 2
            self.learner.restore(sound)
            if self._succeeds(good, middle):
                good, sound = middle, self.learner.snapshot()
            else:
                bad = middle
        self.learner.restore(sound)
        raise BadGameError

    def _succeeds(self, start, end):
        """Play games of the block again, and return whether all of them succeed."""
        for size in in_pieces(end - start, self.pace.games):
            if self._run_and_catch(start, np.empty(size, np.int8)):
                return False
            start += size
        return self._is_finite()
