"""The engine room: it plays games, applies a rule, and finds out a rule that fails.

The compiled loop says only that something went wrong in one game of many. So the learner goes back
to where it was, the bad game is found, see `Block`, and it is played again in plain Python, watched
line by line. A game that goes wrong leaves no trace in the table, those before it are kept. If a
rule runs, but hardly as it was meant, such as one that changes nothing, a warning tells its author.

Nobody can interrupt compiled code. So a reader's rule, which may have a loop without end, is first
tried for some games in plain Python. There it stays if it cannot be compiled, see `plain_rules`.
"""

import warnings
from collections.abc import Callable
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
from tttlearn.learn.blocks import FIRST_BLOCK, BadGameError, Block, in_game
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
"""How many games a reader's rule is tried on in plain Python, and what it may take for one."""
MET_BOTH = WeakSet()
"""Learners that have played both sides, so that it is known what their rules do then."""

PLAIN = WeakSet()
"""Rules that were found to run in plain Python, because they cannot be compiled."""


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

    def functions(self):
        """(rule, read): `read(table, state, action, following)` is the value of an action."""

    @property
    def games(self):
        """The number of games that it has learned from, as `played` has it."""

    def exploring(self, games):
        """(n,) float64: the probability of exploring in these games, (n,), counted from 0."""

    def loop(self, plain=False):
        """What plays (Games, settings, rng), as `play_and_learn` does: compiled, unless `plain`.

        A `ReadersLoop` if one of its functions is a reader's.
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
        if getattr(loop, "untried", False):
            _prepare(learner, loop, seat, epsilons[:sound], pace)
        try:
            yield from Block(learner, play, sound, pace, getattr(loop, "is_plain", False)).slices()
        except BadGameError:
            raise _rule_error(learner, seat, epsilons[learner.games - first]) from None
        if not hasattr(learner.rule, "made_for"):
            _tell(learner, seat, sound, epsilons[:sound])
    if sound < games:
        share(epsilons[sound], f"epsilon after {learner.games} games")


def _prepare(learner: LearnsByRule, loop, seat, epsilons, pace):
    """Try a reader's rule, compile it, and look at one that cannot be compiled.

    What is tried leaves no trace, neither in the learner nor in what the rule may keep.
    """
    functions = detached(learner.functions())
    if in_main_thread():
        _try_in_python(learner, plain_loop(*functions), seat, epsilons)
    run(learner, loop, seat, epsilons[:0], np.empty(0, np.int8))
    if loop.is_plain:
        trial, before = plain_loop(*functions), state_of(functions)
        seconds, is_same = _played_twice(learner, trial, seat, np.resize(epsilons, TRIAL_GAMES))
        if not is_same:
            now = state_of(functions)
            raise RuleError(_why_refused(learner, [n for n in before if before[n] != now[n]]))
        if loop.error:
            PLAIN.add(learner.rule)
        if seconds and loop.error:
            told = why_plain(*learner.functions(), loop.error, seconds, pace.wanted)
            warn_of(learner.rule, *told)
    loop.untried = not (loop.is_plain or in_main_thread())


@contextmanager
def _without_trace(learner: LearnsByRule):
    """Inside it nothing is heard of what a rule does; in the end the learner is as it was then,
    at the moment that this yields."""
    moment = learner.moment()
    try:
        with warnings.catch_warnings(action="ignore"), unheard():
            yield moment
    finally:
        learner.go_back_to(moment)


def _try_in_python(learner: LearnsByRule, loop, seat, epsilons):
    """Apply its rule to some games in plain Python.

    An interrupt ends this, unlike compiled code; only the main thread gets one. Raises RuleError
    for a rule that does not end. The compiled loop finds other errors.
    """
    with _without_trace(learner):
        try:
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


def _played_twice(learner: LearnsByRule, loop, seat, epsilons):
    """(seconds, same): what a game takes in plain Python, and whether the table is the same after
    each of these games when they are played once more; (0, True) for a rule that fails in them."""
    tables, winners = [], np.empty(len(epsilons), np.int8)

    def table_after(game):
        run(learner, loop, seat, epsilons[game : game + 1], winners[:1])
        return sha256(learner.table).digest()

    with _without_trace(learner) as moment:
        try:
            for _ in range(2):
                learner.go_back_to(moment)
                seed_all(0)
                tables.append([table_after(game) for game in range(len(epsilons))])
            began = perf_counter()
            run(learner, loop, seat, epsilons, winners)
            return (perf_counter() - began) / len(epsilons), tables[0] == tables[1]
        except Exception:  # it will be found, with its game and line, when it comes again
            return 0, True


def _why_refused(learner: LearnsByRule, kept):
    """The message for a rule that learns something else when the same games are played again."""
    cure = OWN_CHANCE if draws(learner.rule) else f"make it in each game, or {REMEMBERED}"
    return (
        f"the rule {learner.rule.__name__} learns something else when the same games are played "
        f"again, because it keeps {', '.join(kept) or 'something'} from game to game: {cure}"
    )


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
        _try_in_python(twin, twin.loop(plain=True), seat, epsilons)
    if same[1] != same[-1]:
        warn_of(rule, f"takes side 0 for {'X' if same[1] else 'O'}: {BOTH_SIDES}", place)


def _rule_error(learner: LearnsByRule, seat, epsilon):
    """Return the RuleError that says what goes wrong in the next game, and leave no trace."""
    moment = learner.moment()
    game = learner.loop(plain=True), seat, np.array([epsilon]), np.empty(1, np.int8)
    try:
        who, what = watched(*learner.functions(), learner.table, lambda: run(learner, *game))
    finally:
        learner.go_back_to(moment)
    return RuleError(f"{who}, {in_game(learner)}, {what}")


def run(learner: LearnsByRule, loop, seat, epsilons, winners):
    """Play and learn len(winners) games in a loop of the learner: the compiled one or, to look
    closely, the one in Python."""
    games = _games(learner, seat, epsilons, winners)
    with np.errstate(all="ignore"):  # plain Python warns of what is examined afterwards
        loop(games, learner.arguments(), learner.rng)


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
