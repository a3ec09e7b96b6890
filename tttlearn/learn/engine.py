"""The engine room: it plays games, applies a rule, and finds out a rule that fails.

The compiled loop says only that something went wrong in one game of many. So the learner goes back
to where it was, the bad game is found, see `Block`, and it is played again in plain Python, watched
line by line. A game that goes wrong leaves no trace in the table, those before it are kept. If a
rule runs, but hardly as it was meant, such as one that changes nothing, a warning tells its author.

Nobody can interrupt compiled code. So a reader's rule, which may have a loop without end, is first
tried for some games in plain Python.
"""

import warnings
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from copy import copy
from functools import wraps
from typing import Protocol, runtime_checkable
from weakref import WeakSet

import numpy as np

from tttlearn.game.tables import Rules
from tttlearn.learn.blocks import FIRST_BLOCK, BadGameError, Block, in_game
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
from tttlearn.support.arguments import share
from tttlearn.support.compiled import CompileError, in_main_thread
from tttlearn.support.strangers import EndlessError, limited

TRIAL_GAMES, TRIAL_SECONDS = 20, 10.0
"""How many games a reader's rule is tried on in plain Python, and what it may take for one."""
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


def learn_block(learner: LearnsByRule, seat, games, pace):
    """Play the games of a block, apply the rule after each, and yield the winners of each slice."""
    learner.arguments()  # if they are wrong, no game has shown it
    first, loop = learner.games, learner.loop()
    epsilons = learner.exploring(np.arange(first, first + games))
    # A game before that goes wrong comes first, so these are played before the error is raised.
    sound = next(iter(np.flatnonzero(~((epsilons >= 0) & (epsilons <= 1)))), games)

    def play(start, winners):
        run(learner, loop, seat, epsilons[start : start + len(winners)], winners)

    if sound:
        if getattr(loop, "untried", False) and in_main_thread():
            _try_in_python(learner, seat, epsilons[:sound])
            loop.untried = False
        try:
            yield from Block(learner, play, sound, pace).slices()
        except BadGameError:
            raise _rule_error(learner, seat, epsilons[learner.games - first]) from None
        if not hasattr(learner.rule, "made_for"):
            _tell(learner, seat, sound, epsilons[:sound])
    if sound < games:
        share(epsilons[sound], f"epsilon after {learner.games} games")


def _try_in_python(learner: LearnsByRule, seat, epsilons):
    """Apply its rule to some games in plain Python, without leaving a trace.

    An interrupt ends this, unlike compiled code; only the main thread gets one. Raises RuleError
    for a rule that does not end. The compiled loop finds other errors.
    """
    before, loop = learner.moment(), learner.loop(plain=True)
    try:
        with warnings.catch_warnings(action="ignore"), redirect_stdout(None):
            for epsilon in np.resize(epsilons, (TRIAL_GAMES, 1)):
                limited(TRIAL_SECONDS, run, learner, loop, seat, epsilon, np.empty(1, np.int8))
    except EndlessError as stopped:
        where = f", at {stopped}" if f"{stopped}" else ""
        raise RuleError(
            f"the rule {learner.rule.__name__} does not come to an end, or is much too slow: "
            f"after {TRIAL_SECONDS:g} seconds of plain Python it was still in game "
            f"{learner.games + 1}{where}"
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
    if learner.games != FIRST_BLOCK:
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


def _rule_error(learner: LearnsByRule, seat, epsilon):
    """Return the RuleError that says what goes wrong in the next game, and leave no trace."""
    moment = learner.moment()
    game = learner.loop(plain=True), seat, np.array([epsilon]), np.empty(1, np.int8)
    try:
        what = watched(learner.rule, learner.table, lambda: run(learner, *game))
    finally:
        learner.go_back_to(moment)
    return RuleError(f"the rule {learner.rule.__name__}, {in_game(learner)}, {what}")


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
