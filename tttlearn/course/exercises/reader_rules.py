"""Provide what checks of learning rules share: a rule in play, and whether it can learn."""

import tomllib
from pathlib import Path

import numpy as np

from tttlearn.course.articles.episodes import episode_of  # noqa: F401  copies of lessons want it
from tttlearn.course.exercises.answers import Wrong, attempted
from tttlearn.course.exercises.cases import Cases
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import N_STATES
from tttlearn.game.tables import X
from tttlearn.learn.learner import Learner
from tttlearn.learn.rule_errors import RuleError

ALPHA, GAMMA = 0.3, 0.8
"""Settings with which a reader's rule is called."""
UNCHANGED = (
    "nothing in the table has changed: assign to its entries, as in V[s] = ... or Q[s, a] = ..., "
    "not to a copy of the table or of an entry"
)
NEGATED = (
    "the next entry changes its sign, but it must not: for both sides, entries are values to X"
)
RIGHT_ONCE = "it is right for a single game, but {}"


def own_turns(episode):
    """Return the turns of a game at which the learner moves."""
    return range(0 if episode.side == X else 1, len(episode.actions), 2)


def known_slips(module):
    """Return the slips in the TOML file beside a module, {part: {words: way}}."""
    parts = tomllib.loads(Path(module).with_suffix(".toml").read_text(encoding="utf-8"))
    return {
        part: {words.format(NEGATED=NEGATED): way for words, way in ways.items()}
        for part, ways in parts.items()
    }


def in_play(rule, episode, table, *settings):
    """Return the entries of a game's positions after a rule with these further settings.

    Raises Wrong if the rule changes those of other positions, or if it leaves the table unchanged
    and returns something.
    """
    new, name = table.copy(), "V" if table.ndim == 1 else "Q"
    returned = attempted(rule(new, episode, ALPHA, GAMMA, *settings))
    changed = np.flatnonzero(~(new == table).reshape(len(table), -1).all(1))
    check_changed(returned, changed.tolist(), episode.states.tolist(), name)
    return new[episode.states]


def check_changed(returned, changed, states, name):
    """Raise Wrong if a rule returned something instead, or changed more than these states.

    The page of a lesson runs it, too, so it is Python alone, without NumPy.
    """
    if returned is not None and not changed:
        reason = f"it returns something and leaves {name} as it was"
        raise Wrong(f"{reason}: change {name} itself, in place")
    own = set(states)
    others = [state for state in changed if state not in own]
    if others:
        raise Wrong(*_of_others(others, states, name))


def _of_others(others, states, name):
    """Return why a rule is wrong that changes other positions than `states`, and one of these."""
    entry = "value" if name == "V" else "row"
    if len(others) > len(states):
        return (
            f"it changes {len(others):,} {entry}s of positions that did not occur in the game: "
            f"{name} is the whole table, and {name}[s] is the {entry} of position s",
        )
    if others[-1] == N_STATES - 1:
        return (
            f"{name}[-1] is the end of the whole table; the {entry} of the last position is "
            f"{name}[episode.states[-1]]",
            states[-1],
        )
    if len(others) > 2 and others[-1] < len(states):
        return (
            f"it changes {name}[{others[0]}] and {name}[{others[1]}], which are {entry}s of no "
            f"position of this game: its positions are the numbers in episode.states",
        )
    return f"it changes the {entry} of a position that did not occur in the game", others[0]


def most_off(result, right):
    """Return where the entries of a game's positions are most off: the turn, then the action."""
    return np.unravel_index(np.abs(result - right).argmax(), right.shape)


def at_worst(says, result, right, episode, table, *more):
    """Return what `says` says of the entry that is most off.

    says: a function of its place, of what it was, should become and becomes, of the episode and of
        what more the rule is given; the page of a lesson runs it, too, so it is Python alone
    """
    at = tuple(map(int, most_off(result, right)))
    return says(at, table[episode.states][at], right[at], result[at], episode, *more)


def rule_cases(inputs, faults, settings=None, call=in_play, gamma=True, **more):
    """Return the Cases of a rule that changes the table of a game, (episode, table), `in_play`.

    faults: those of this rule; the fault that the table stays unchanged is added
    settings: further settings of the rule, by their names, with which it must be able to learn
    gamma: whether gamma is one of its settings, as alpha is
    """
    settings = {"alpha": ALPHA} | ({"gamma": GAMMA} if gamma else {}) | (settings or {})

    def learns(answer):
        table = inputs()[0][1]
        games = () if table.ndim == 1 else (random_policy(), "X")
        check_learns(answer, table.shape, *games, **settings)

    return Cases(
        inputs=inputs,
        faults={UNCHANGED: lambda episode, table, *_: table[episode.states], **faults},
        kind=lambda result: result,
        board=lambda result, right, episode, *_: int(episode.states[most_off(result, right)[0]]),
        call=call,
        extra_check=learns,
        **more,
    )


def check_learns(rule, shape, opponent=None, side="both", **settings):
    """Raise Wrong unless a Learner with a table of this shape can play a game with the rule.

    Call it last, for a rule that is right for single games: with Numba the rule is compiled, which
    takes about half a second. `settings` are given by name, the others are as for `Learner.learn`.
    """
    try:
        Learner(rule, np.zeros(shape), settings).learn(1, opponent, side)
    except RuleError as error:
        raise Wrong(RIGHT_ONCE.format(error)) from None
