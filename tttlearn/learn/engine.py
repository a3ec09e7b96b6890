"""The engine room: games are played and a rule applied, and a rule that fails is found out.

The compiled loop says only that something went wrong in some game of many. So the learner goes back
to where it was, the first bad game is searched for by halves, and that one is played again in plain
Python, watched line by line. What goes wrong never leaves a trace in the table. If a rule runs and
changes nothing, its author is told.

Nobody can interrupt compiled code. So a reader's rule, which may have a loop without end, is first
tried for some games in plain Python.
"""

import warnings
from contextlib import redirect_stdout, suppress

import numpy as np

from tttlearn.learn.episodes import blank_episode, entries
from tttlearn.learn.rule_errors import RuleError, RuleWarning, watched, why_idle, why_not_compiled
from tttlearn.support.compiled import CompileError, in_main_thread, signals_held

PATIENCE = 1_000
"""After so many games a rule that has changed nothing yet is told."""
TRIAL = 10
"""So many games a reader's rule is tried on before it is compiled; they take about 0.02 seconds."""


def learn_chunk(learner, seat, games):
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


def _try_in_python(learner, seat, epsilons, before):
    """Apply a rule that has not been compiled yet to some games, of which nothing stays.

    An interrupt ends this, as it does not end compiled code; only the main thread gets one. Other
    errors are left to the compiled loop to find.
    """
    games = np.resize(epsilons, TRIAL), np.empty(TRIAL, np.int8)
    with warnings.catch_warnings(action="ignore"), redirect_stdout(None), suppress(Exception):
        run(learner, learner.loop(plain=True), seat, *games)
    learner.go_back_to(before)


def _tell_idle(learner):
    """Warn of a rule that has changed nothing, unless it was asked not to, as by alpha=0."""
    if (learner.table == learner.untaught).all() and not learner.kept_by_zeros():
        rule = learner.rule
        told, line = why_idle(rule, learner.games)
        # The place of the warning is the rule itself, and it is told once for many seeds.
        registry = rule.__globals__.setdefault("__warningregistry__", {})
        file = rule.__code__.co_filename
        warnings.warn_explicit(told, RuleWarning, file, line, registry=registry)


def _failure(learner, loop, seat, epsilons, winners):
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


def _find_fault(learner, loop, seat, epsilons, before, failure):
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


def run(learner, loop, seat, epsilons, winners):
    """Play and learn len(winners) games in a loop of the learner: the compiled one or, to look
    closely, that in Python."""
    side, opponents = seat
    rules, symmetric = learner.rules, learner.symmetric
    try:
        with np.errstate(all="ignore"):  # plain Python warns of what is found out afterwards
            loop(
                *(learner.table, learner.arguments(), blank_episode(side, symmetric, rules)),
                *(epsilons, opponents, learner.ties == "random", bool(symmetric) or None),
                *(entries(symmetric, rules)[0], learner.visits, winners, learner.played),
                *(learner.rng, rules.next, rules.terminal, rules.winner, rules.start),
                *(np.empty(rules.n_actions, np.int64), (0,) * rules.n_actions),
            )
    except CompileError as error:
        raise RuleError(why_not_compiled(learner.rule, error)) from None
