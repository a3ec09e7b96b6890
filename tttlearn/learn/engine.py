"""The engine room: it plays games, applies a rule, and finds out a rule that fails.

The compiled loop says only that something went wrong in one game of many. So the learner goes back
to where it was, the first bad game is found by halving, and it is played again in plain Python,
watched line by line. What goes wrong never leaves a trace in the table. If a rule runs, but hardly
as it was meant, such as one that changes nothing, a warning tells its author.

Nobody can interrupt compiled code. So a reader's rule, which may have a loop without end, is first
tried for some games in plain Python.
"""

import time
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from copy import copy
from functools import wraps
from typing import Protocol, runtime_checkable
from weakref import WeakSet

import numpy as np

from tttlearn.game.tables import Rules
from tttlearn.learn.compiler_words import OWN_CHANCE
from tttlearn.learn.episodes import Behaviour, Dynamics, Games, Learned, empty_room, entries
from tttlearn.learn.rule_errors import (
    BOTH_SIDES,
    FLAT,
    RuleError,
    draws,
    reads_side,
    warn_of,
    watched,
    why_idle,
    why_not_compiled,
)
from tttlearn.support.compiled import CompileError, in_main_thread, signals_held
from tttlearn.support.strangers import EndlessError, stopped_after

PATIENCE = 1_000
"""After this many games a warning says that a rule has changed nothing yet."""
TRIAL, ENOUGH = 20, 0.3
"""A reader's rule is tried on this many games before it is compiled, or for so many seconds."""
SECONDS = 10.0
"""A rule may take this long for one of them."""
MET_BOTH = WeakSet()
"""Learners that have played both sides, so that it is known what their rules do then."""


@runtime_checkable
class LearnsByRule(Protocol):
    """What the engine asks of a learner, which it does not import.

    `rule(table, episode, ...)` fills the `table`, an array of float64, which was `untaught` at
    first; `rules`: the game; `symmetric`, `ties`: as in Learner. The game loop counts in `visits`
    (S,) and `played` (1,), int64; all its randomness comes from `rng`.
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

    @property
    def games(self):
        """The number of games that it has learned from, as `played` has it."""

    def exploring(self, games):
        """(n,) float64: the probability of exploring in these games, (n,), counted from 0."""

    def loop(self, plain=False):
        """What plays (Games, settings, rng), as `play_and_learn` does: compiled, unless `plain`.

        Its attribute `untried` is True as long as nobody knows whether its rule ends.
        """

    def arguments(self):
        """The settings of the rule, a tuple: the arguments after its table and its episode."""

    def kept_by_zeros(self, seat):
        """Whether the rule changes nothing only because some of its settings are 0."""

    def moment(self):
        """A copy of all that changes while it learns."""

    def go_back_to(self, moment):
        """Go back to how it was at a `moment`, in the same arrays."""


def learn_chunk(learner: LearnsByRule, seat, games):
    """The winners of these games, with the rule applied after each; on failure nothing changes."""
    learner.arguments()  # if they are wrong, no game has shown it
    before = learner.moment()
    epsilons = learner.exploring(np.arange(learner.games, learner.games + games))
    winners, loop = np.empty(games, np.int8), learner.loop()
    try:
        if getattr(loop, "untried", False) and in_main_thread():
            _try_in_python(learner, seat, epsilons)
            loop.untried = False
        failure = _failure(learner, loop, seat, epsilons, winners)
    except BaseException:  # even KeyboardInterrupt, which can come in the middle of a game
        learner.go_back_to(before)
        raise
    if failure:
        _find_fault(learner, loop, seat, epsilons, before, failure)
    if not hasattr(learner.rule, "made_for"):
        _tell(learner, seat, games, epsilons)
    return winners


def _try_in_python(learner: LearnsByRule, seat, epsilons):
    """Apply its rule to some games in plain Python, without leaving a trace.

    An interrupt ends this, unlike compiled code; only the main thread gets one. Raises RuleError
    for a rule that does not end. The compiled loop finds other errors.
    """
    before, end, loop = learner.moment(), time.monotonic() + ENOUGH, learner.loop(plain=True)
    try:
        with warnings.catch_warnings(action="ignore"), redirect_stdout(None):
            for epsilon in np.resize(epsilons, (TRIAL, 1)):
                with stopped_after(SECONDS):
                    run(learner, loop, seat, epsilon, np.empty(1, np.int8))
                if time.monotonic() > end:
                    break
    except EndlessError as stopped:
        where = f", at {stopped}" if f"{stopped}" else ""
        raise RuleError(
            f"the rule {learner.rule.__name__} does not come to an end, or is much too slow: after "
            f"{SECONDS:g} seconds of plain Python it was still in game {learner.games + 1}{where}"
        ) from None
    except Exception:
        return
    finally:
        learner.go_back_to(before)


def _tell(learner: LearnsByRule, seat, games, epsilons):
    """Warn of what is odd about a rule that has got through these games."""
    rule, table, both = learner.rule, learner.table, seat[0] == 0
    if learner.games == games and (places := draws(rule)):
        warn_of(rule, f"learns something else each time: {OWN_CHANCE}", places[0])
    if both and learner not in MET_BOTH and in_main_thread():
        MET_BOTH.add(learner)
        if places := reads_side(rule):
            _tell_side(learner, seat, epsilons, places[0])
    if not learner.games - games < PATIENCE <= learner.games:
        return
    if (table != learner.untaught).any():
        if table.shape == learner.rules.next.shape and (table == table[:, :1]).all():
            warn_of(rule, f"{FLAT} {table.shape[:1]}")
    elif not learner.kept_by_zeros(seat):
        warn_of(rule, *why_idle(rule, learner.games, both))


def _tell_side(learner: LearnsByRule, seat, epsilons, place):
    """Warn of a rule that takes side 0, which means both sides, for one of the sides."""
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

    twin = copy(learner)  # of the same arrays
    twin.rule = compared
    with suppress(RuleError):  # three times as slow, it may not end
        _try_in_python(twin, seat, epsilons)
    if same[1] != same[-1]:
        warn_of(rule, f"takes side 0 for {'X' if same[1] else 'O'}: {BOTH_SIDES}", place)


def _failure(learner: LearnsByRule, loop, seat, epsilons, winners):
    """What went wrong in these games, an exception; None if the rule got through them all and left
    only finite numbers in the table."""
    with signals_held():  # what their handlers raise is not the rule's failure
        try:
            run(learner, loop, seat, epsilons, winners)
        except RuleError:
            raise
        except Exception as error:  # the rule is somebody's own code: anything may happen in there
            return error
    finite = np.isfinite(learner.table).all()
    return None if finite else FloatingPointError("a number in the table is not finite")


def _find_fault(learner: LearnsByRule, loop, seat, epsilons, before, failure):
    """Raise RuleError for the first game of a chunk that goes wrong, the table as it was before.

    Raises the failure itself if the same games then go well: then it was not the rule, but the
    handler of a signal that came in between.
    """

    def well(games):
        learner.go_back_to(before)
        return not _failure(learner, loop, seat, epsilons[:games], np.empty(games, np.int8))

    good, bad = 0, len(epsilons)
    if well(bad):
        learner.go_back_to(before)
        raise failure
    while bad - good > 1:
        middle = (good + bad) // 2
        good, bad = (middle, bad) if well(middle) else (good, middle)
    well(good)
    sound = learner.moment()
    last = learner.loop(plain=True), seat, epsilons[good:bad], np.empty(1, np.int8)
    try:
        what = watched(learner.rule, learner.table, lambda: run(learner, *last))
    finally:
        learner.go_back_to(sound)
    raise RuleError(f"the rule {learner.rule.__name__}, in game {learner.games + 1}, {what}")


def run(learner: LearnsByRule, loop, seat, epsilons, winners):
    """Play and learn len(winners) games in a loop of the learner: the compiled one or, to look
    closely, the one in Python."""
    games = _games(learner, seat, epsilons, winners)
    try:
        with np.errstate(all="ignore"):  # plain Python warns of what is examined afterwards
            loop(games, learner.arguments(), learner.rng)
    except CompileError as error:
        raise RuleError(why_not_compiled(learner.rule, error)) from None


def _games(learner: LearnsByRule, seat, epsilons, winners):
    """The Games of a learner in a seat, one for each of `epsilons` and `winners`."""
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
