"""The engine room: games are played and a rule applied, and a rule that fails is found out.

The compiled loop says only that something went wrong in some game of many. So the learner goes back
to where it was, the first bad game is searched for by halves, and that one is played again in plain
Python, watched line by line. What goes wrong never leaves a trace in the table. If a rule runs and
changes nothing, its author is told.

Nobody can interrupt compiled code. So a reader's rule, which may have a loop without end, is first
tried for some games in plain Python.
"""

import warnings
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from typing import Protocol, runtime_checkable

import numpy as np

from tttlearn.game.tables import Rules
from tttlearn.learn.episodes import Behaviour, Dynamics, Games, Learned, empty_room, entries
from tttlearn.learn.rule_errors import RuleError, RuleWarning, watched, why_idle, why_not_compiled
from tttlearn.support.compiled import CompileError, in_main_thread, signals_held

PATIENCE = 1_000
"""After so many games a rule that has changed nothing yet is told."""
TRIAL = 10
"""So many games a reader's rule is tried on before it is compiled; they take about 0.02 seconds."""


@runtime_checkable
class LearnsByRule(Protocol):
    """What the engine asks of a learner, which it does not import.

    `rule(table, episode, ...)` fills the `table`, an array of float64, which was `untaught` at
    first; `rules`: the game; `symmetric`, `ties`: as in Learner. The game loop counts in `visits`
    (S,) and `played` (1,), int64; all its chance comes from `rng`.
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

        It is `untried`, an attribute, as long as nobody knows whether its rule comes to an end.
        """

    def arguments(self):
        """The settings of the rule, a tuple: what follows its table and its episode."""

    def kept_by_zeros(self):
        """Whether the rule changes nothing only because some of its settings are 0."""

    def moment(self):
        """A copy of all that changes while it learns."""

    def go_back_to(self, moment):
        """Be again as it was at a `moment`, in the same arrays."""


def learn_chunk(learner: LearnsByRule, seat, games):
    """The winners of these games, after which the rule was applied; else all is as it was."""
    before = learner.moment()
    epsilons = learner.exploring(np.arange(learner.games, learner.games + games))
    winners, loop = np.empty(games, np.int8), learner.loop()
    try:
        if getattr(loop, "untried", False) and in_main_thread():
            _try_in_python(learner, seat, epsilons, before)
            loop.untried = False
        failure = _failure(learner, loop, seat, epsilons, winners)
    except BaseException:  # also KeyboardInterrupt, which can come in the middle of a game
        learner.go_back_to(before)
        raise
    if failure:
        _find_fault(learner, loop, seat, epsilons, before, failure)
    if learner.games - games < PATIENCE <= learner.games:
        _tell_idle(learner)
    return winners


def _try_in_python(learner: LearnsByRule, seat, epsilons, before):
    """Apply a rule that has not been compiled yet to some games, of which nothing stays.

    An interrupt ends this, as it does not end compiled code; only the main thread gets one. Other
    errors are left to the compiled loop to find.
    """
    games = np.resize(epsilons, TRIAL), np.empty(TRIAL, np.int8)
    with warnings.catch_warnings(action="ignore"), redirect_stdout(None), suppress(Exception):
        run(learner, learner.loop(plain=True), seat, *games)
    learner.go_back_to(before)


def _tell_idle(learner: LearnsByRule):
    """Warn of a rule that has changed nothing, unless it was asked not to, as by alpha=0."""
    if (learner.table == learner.untaught).all() and not learner.kept_by_zeros():
        rule = learner.rule
        told, line = why_idle(rule, learner.games)
        # The place of the warning is the rule itself, and it is told once for many seeds.
        registry = rule.__globals__.setdefault("__warningregistry__", {})
        file = rule.__code__.co_filename
        warnings.warn_explicit(told, RuleWarning, file, line, registry=registry)


def _failure(learner: LearnsByRule, loop, seat, epsilons, winners):
    """What went wrong in these games, an exception; None when the rule got through them all and
    left only finite numbers in the table."""
    with signals_held():  # what their handlers raise is no failure of the rule
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

    Raises the failure itself where the same games then go well: it was not the rule, then, but the
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
    closely, that in Python."""
    games = _games(learner, seat, epsilons, winners)
    try:
        with np.errstate(all="ignore"):  # plain Python warns of what is found out afterwards
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
