"""What the checks of learning rules share: games to hand to a rule, and whether it can learn."""

import numpy as np

from tttlearn.course.exercises.answers import Wrong
from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.learn.episodes import Episode
from tttlearn.learn.learner import Learner
from tttlearn.learn.rule_errors import RuleError

ALPHA, GAMMA = 0.3, 0.8
"""The settings that a reader's rule is called with."""


def random_game(rng, side=0):
    """The episode of a game of random moves, for a learner on that side."""
    state, actions = START, []
    while not TERMINAL[state]:
        actions.append(rng.choice(np.flatnonzero(LEGAL[state])))
        state = NEXT[state, actions[-1]]
    return episode_of(actions, side)


def episode_of(actions, side=0):
    """The episode of the game of these cells, for a learner on that side: +1 X, -1 O, 0 both."""
    states = [START]
    for action in actions:
        states.append(NEXT[states[-1], action])
    return Episode(np.array(states), np.array(actions), int(WINNER[states[-1]]), side)


def close(found, right):
    """Whether two arrays hold the same numbers, up to rounding."""
    return bool((np.abs(found - right) <= 1e-9).all())


def check_learns(rule, shape, opponent=None, side="both", **settings):
    """Raise Wrong unless a Learner with a table of this shape can play a game with the rule.

    To be asked last, of a rule that is right in plain Python: where Numba is, the rule is compiled,
    which takes about half a second. `settings` by name, others as for `Learner.learn`.
    """
    try:
        Learner(rule, np.zeros(shape), settings).learn(1, opponent, side)
    except RuleError as error:
        raise Wrong(f"right in plain Python, but {error}") from None
