"""Play games, apply a learning rule after each, and locate the fault of a rule that fails.

The compiled game loop reports only that something failed in one of many games. So the engine
restores the learner, locates the first game that fails (see `Block`), and plays that game again in
plain Python under a line tracer. A failing game leaves no trace in the table; what was learned
before it is kept. If a rule runs but is unlikely to do what its author meant, for example because
it never changes the table, a warning says so.

Compiled code cannot be interrupted. A rule written by a reader, which may contain an endless loop,
is therefore tried on a few games in plain Python first. If it cannot be compiled, it stays in plain
Python (see `plain_rules`).

Notes
-----
Shapes use S for the number of states and A for the number of actions of the game (19,683 and 9 in
tic-tac-toe). A *seat* is a pair (side, opponents): `side` is the side that learns, +1 for X, -1 for
O and 0 for both; `opponents`, a float64 array of shape (n_opponents, S, A), holds the cumulative
move probabilities of the players who take turns on the other side (n_opponents = 0 if the learner
plays both sides).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from functools import wraps
from hashlib import sha256
from time import perf_counter
from typing import Protocol, runtime_checkable
from weakref import WeakSet

import numpy as np

from tttlearn.evaluation.programs import seed_all, unheard
from tttlearn.game.tables import Rules
from tttlearn.learn.blocks import FIRST_BLOCK_GAMES, BadGameError, Block, Pace, in_game
from tttlearn.learn.episodes import (
    Behaviour,
    Dynamics,
    Games,
    Learned,
    empty_room,
    entries,
    plain_loop,
)
from tttlearn.learn.plain_rules import OWN_CHANCE, REMEMBERED, state_of
from tttlearn.learn.rule_errors import (
    BOTH_SIDES,
    FLAT,
    RuleError,
    draws,
    reads_side,
    warn_of,
    watched,
    why_idle,
    why_plain,
)
from tttlearn.support.arguments import share
from tttlearn.support.readers_code import detached
from tttlearn.support.signals import in_main_thread
from tttlearn.support.strangers import EndlessError, limited

TRIAL_GAMES, TRIAL_SECONDS = 20, 10.0
"""Games on which a reader's rule is tried in plain Python, and the time limit for each of them."""
SIDE_CHECKED_LEARNERS = WeakSet()
"""Learners whose rule has already been checked for its handling of side 0 (both sides)."""
UNCOMPILED_RULES = WeakSet()
"""Rules that run in plain Python, because they could not be compiled."""


@runtime_checkable
class LearnsByRule(Protocol):
    """Interface that the engine requires of a learner, whose class it does not import.

    Attributes
    ----------
    rule : callable
        Learning rule `rule(table, episode, *settings)`, which updates `table` in place.
    table : ndarray of float64
        Numbers that are learned.
    untaught : ndarray of float64
        The table before the first game, in the same shape.
    rules : Rules
        Rules of the game.
    symmetric : bool or str
        Which states and moves share an entry of `table`, as in `Learner`.
    ties : {"random", "first"}
        How a tie between the best actions is broken, as in `Learner`.
    visits : ndarray of int64, shape (S,)
        How often the learner was to move in a state, or the game ended there. The game loop counts.
    played : ndarray of int64, shape (1,)
        Number of games learned from. The game loop counts.
    rng : numpy.random.Generator
        Source of all randomness in the game loop.
    """

    rule: Callable
    table: np.ndarray
    untaught: np.ndarray
    rules: Rules
    symmetric: bool | str
    ties: str
    visits: np.ndarray
    played: np.ndarray
    rng: np.random.Generator

    def functions(self) -> tuple[Callable, Callable]:
        """Return the rule and the function that reads the table.

        Returns
        -------
        rule : callable
            The learning rule.
        read : callable
            `read(table, state, action, following)`, which returns the value of an action, to X.
        """

    @property
    def games(self) -> int:
        """Number of games learned from, as stored in `played`."""

    def exploring(self, games: np.ndarray) -> np.ndarray:
        """Return the exploration probability of each game.

        Parameters
        ----------
        games : ndarray of int, shape (n_games,)
            Indices of the games, counted from 0.

        Returns
        -------
        ndarray of float64, shape (n_games,)
            Probability of exploring in each game. It is not checked to be in [0, 1].
        """

    def loop(self, plain: bool = False) -> Callable:
        """Return the game loop, called as `loop(games, settings, rng)`.

        Parameters
        ----------
        plain : bool, default False
            Return the loop in plain Python instead of the compiled one.

        Returns
        -------
        callable
            A loop like `play_and_learn`; a `ReadersLoop` if a reader wrote one of its functions.
        """

    def arguments(self) -> tuple:
        """Return the settings of the rule, its arguments after the table and the episode.

        Returns
        -------
        tuple
            Values of the settings, in the order in which the rule names them.
        """

    def is_idle_by_zeros(self, seat: tuple[int, np.ndarray]) -> bool:
        """Return whether the rule changes nothing only because some of its settings are 0.

        Parameters
        ----------
        seat : tuple of (int, ndarray)
            Side that learns, and its opponents; see the module's Notes.

        Returns
        -------
        bool
            True if, with 1 instead of 0 for settings such as alpha, the rule would change the table
            or raise an exception.
        """

    def snapshot(self) -> tuple:
        """Return a copy of everything that changes during learning.

        Returns
        -------
        tuple
            A snapshot, for `restore`.
        """

    def restore(self, snapshot: tuple) -> None:
        """Restore an earlier state, in the same arrays.

        Parameters
        ----------
        snapshot : tuple
            State to restore, from `snapshot`.
        """


def learn_block(
    learner: LearnsByRule, seat: tuple[int, np.ndarray], games: int, pace: Pace
) -> Iterator[np.ndarray]:
    """Play the games of a block, and apply the rule of a learner after each of them.

    Parameters
    ----------
    learner : LearnsByRule
        The learner, which is updated in place.
    seat : tuple of (int, ndarray)
        Side that learns, and its opponents; see the module's Notes.
    games : int
        Number of games in the block.
    pace : Pace
        Chooses the size of the slices.

    Yields
    ------
    ndarray of int8, shape (n,)
        Winners of the n games of a slice: +1 X, -1 O, 0 draw.

    Raises
    ------
    RuleError
        If the rule does not end, keeps something outside its table, raises an exception, or leaves
        a number in the table that is not finite. The learner keeps what it learned before the game
        that failed.
    ValueError
        If a setting is not a number, or epsilon is not a probability in one of the games.

    Warns
    -----
    RuleWarning
        If the rule runs, but is unlikely to do what its author meant, or cannot be compiled.
    """
    learner.arguments()  # raises for wrong settings before any game is played
    first, loop = learner.games, learner.loop()
    epsilons = learner.exploring(np.arange(first, first + games))
    # An error in an earlier game comes first, so the games with a sound epsilon are played before
    # the error about epsilon is raised.
    sound = next(iter(np.flatnonzero(~((epsilons >= 0) & (epsilons <= 1)))), games)

    def play(start, winners):
        run_games(learner, loop, seat, epsilons[start : start + len(winners)], winners)

    if sound:
        if getattr(loop, "untried", False):
            _try_and_compile(learner, loop, seat, epsilons[:sound], pace)
        try:
            yield from Block(learner, play, sound, pace, getattr(loop, "is_plain", False)).slices()
        except BadGameError:
            raise _make_rule_error(learner, seat, epsilons[learner.games - first]) from None
        if not hasattr(learner.rule, "made_for"):
            _warn_about_rule(learner, seat, sound, epsilons[:sound])
    if sound < games:
        share(epsilons[sound], f"epsilon after {learner.games} games")


def _try_and_compile(learner: LearnsByRule, loop, seat, epsilons, pace):
    """Try a reader's rule, compile it, and examine one that cannot be compiled.

    The trial leaves no trace, neither in the learner nor in what the rule may keep.
    """
    functions = detached(learner.functions())
    if in_main_thread():
        _try_in_python(learner, plain_loop(*functions), seat, epsilons)
    run_games(learner, loop, seat, epsilons[:0], np.empty(0, np.int8))
    if loop.is_plain:
        trial, before = plain_loop(*functions), state_of(functions)
        seconds, is_same = _play_twice(learner, trial, seat, np.resize(epsilons, TRIAL_GAMES))
        if not is_same:
            now = state_of(functions)
            raise RuleError(_why_refused(learner, [n for n in before if before[n] != now[n]]))
        if loop.error:
            UNCOMPILED_RULES.add(learner.rule)
        if seconds and loop.error:
            warning = why_plain(*learner.functions(), loop.error, seconds, pace.wanted)
            warn_of(learner.rule, *warning)
    loop.untried = not (loop.is_plain or in_main_thread())


@contextmanager
def _without_trace(learner: LearnsByRule):
    """Yield a snapshot, suppress warnings and output inside, and restore it at the end."""
    snapshot = learner.snapshot()
    try:
        with warnings.catch_warnings(action="ignore"), unheard():
            yield snapshot
    finally:
        learner.restore(snapshot)


def _try_in_python(learner: LearnsByRule, loop, seat, epsilons):
    """Apply the rule to a few games in plain Python, then restore the learner.

    Unlike compiled code, plain Python can be interrupted, but only in the main thread. Raises
    RuleError if the rule does not end. Other errors are left for the compiled loop to find.
    """
    with _without_trace(learner):
        try:
            for epsilon in np.resize(epsilons, (TRIAL_GAMES, 1)):
                limited(
                    TRIAL_SECONDS, run_games, learner, loop, seat, epsilon, np.empty(1, np.int8)
                )
        except EndlessError as stopped:
            where = f", at {stopped}" if f"{stopped}" else ""
            raise RuleError(
                f"the rule {learner.rule.__name__} does not come to an end, or is much too slow: "
                f"after {TRIAL_SECONDS:g} seconds of plain Python it was still in game "
                f"{learner.games + 1}{where}"
            ) from None
        except Exception:
            return


def _play_twice(learner: LearnsByRule, loop, seat, epsilons):
    """Return the seconds per game in plain Python, and whether a repetition gives the same tables.

    The tables are compared after each of the games. For a rule that fails in them, return (0,
    True).
    """
    tables, winners = [], np.empty(len(epsilons), np.int8)

    def table_after(game):
        run_games(learner, loop, seat, epsilons[game : game + 1], winners[:1])
        return sha256(learner.table).digest()

    with _without_trace(learner) as snapshot:
        try:
            for _ in range(2):
                learner.restore(snapshot)
                seed_all(0)
                tables.append([table_after(game) for game in range(len(epsilons))])
            began = perf_counter()
            run_games(learner, loop, seat, epsilons, winners)
            return (perf_counter() - began) / len(epsilons), tables[0] == tables[1]
        except Exception:  # the error is reported, with game and line, when the block is played
            return 0, True


def _why_refused(learner: LearnsByRule, kept_names):
    """Return the message for a rule that learns something else from the same games."""
    cure = OWN_CHANCE if draws(learner.rule) else f"make it in each game, or {REMEMBERED}"
    return (
        f"the rule {learner.rule.__name__} learns something else when the same games are played "
        f"again, because it keeps {', '.join(kept_names) or 'something'} from game to game: {cure}"
    )


def _warn_about_rule(learner: LearnsByRule, seat, games, epsilons):
    """Warn if a rule that ran without an error is unlikely to do what its author meant."""
    rule, table, both = learner.rule, learner.table, seat[0] == 0
    if learner.games == games and (places := draws(rule)):
        warn_of(rule, f"learns something else each time: {OWN_CHANCE}", places[0])
    if both and learner not in SIDE_CHECKED_LEARNERS and in_main_thread():
        SIDE_CHECKED_LEARNERS.add(learner)
        if places := reads_side(rule):
            _warn_about_side(learner, seat, epsilons, places[0])
    if learner.games != FIRST_BLOCK_GAMES:
        return
    if (table != learner.untaught).any():
        if table.shape == learner.rules.next.shape and (table == table[:, :1]).all():
            warn_of(rule, f"{FLAT} {table.shape[:1]}")
    elif not learner.is_idle_by_zeros(seat):
        warn_of(rule, *why_idle(rule, learner.games, both))


def _warn_about_side(learner: LearnsByRule, seat, epsilons, place):
    """Warn if a rule treats side 0, which means both sides, as one of the two sides."""
    rule, chance, same = learner.rule, learner.rng.bit_generator, {1: True, -1: True}

    @wraps(rule)
    def compared(table, episode, *settings):
        tables, state = {}, chance.state
        for side in (1, -1, 0):
            chance.state, tables[side] = state, table.copy()
            rule(tables[side], episode._replace(side=side), *settings)
        table[...] = tables[0]
        for side in same:
            same[side] &= np.array_equal(tables[side], tables[0])

    twin = copy(learner)  # shares the arrays of the learner
    twin.rule = compared
    with suppress(RuleError):  # it takes three times as long, and may exceed the time limit
        _try_in_python(twin, twin.loop(plain=True), seat, epsilons)
    if same[1] != same[-1]:
        warn_of(rule, f"takes side 0 for {'X' if same[1] else 'O'}: {BOTH_SIDES}", place)


def _make_rule_error(learner: LearnsByRule, seat, epsilon):
    """Return the RuleError that says what goes wrong in the next game, and restore the learner."""
    snapshot = learner.snapshot()
    game = learner.loop(plain=True), seat, np.array([epsilon]), np.empty(1, np.int8)
    try:
        culprit, problem = watched(
            *learner.functions(), learner.table, lambda: run_games(learner, *game)
        )
    finally:
        learner.restore(snapshot)
    return RuleError(f"{culprit}, {in_game(learner)}, {problem}")


def run_games(
    learner: LearnsByRule,
    loop: Callable,
    seat: tuple[int, np.ndarray],
    epsilons: np.ndarray,
    winners: np.ndarray,
) -> None:
    """Play games in a given loop, and apply the rule of the learner after each of them.

    Parameters
    ----------
    learner : LearnsByRule
        The learner, which is updated in place.
    loop : callable
        A game loop of the learner: the compiled one or, to trace a rule, the one in plain Python.
    seat : tuple of (int, ndarray)
        Side that learns, and its opponents; see the module's Notes.
    epsilons : ndarray of float64, shape (n_games,)
        Exploration probability of each game.
    winners : ndarray of int8, shape (n_games,)
        Output: winner of each game, +1 X, -1 O, 0 draw.
    """
    games = _make_games(learner, seat, epsilons, winners)
    with np.errstate(all="ignore"):  # the table is checked afterwards
        loop(games, learner.arguments(), learner.rng)


def _make_games(learner: LearnsByRule, seat, epsilons, winners):
    """Return the Games of a learner in a seat, one game for each entry of `epsilons`."""
    side, opponents = seat
    rules, symmetric = learner.rules, learner.symmetric
    return Games(
        Learned(learner.table, bool(symmetric) or None, entries(symmetric, rules)[0]),
        Behaviour(epsilons, learner.ties == "random", opponents),
        Dynamics(rules.next, rules.terminal, rules.winner, rules.start),
        empty_room(side, symmetric, rules),
        winners,
        learner.visits,
        learner.played,
    )
