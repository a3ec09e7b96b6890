"""What the checks of learning rules share: games to hand to a rule, and how to look at one."""

import dis

import numpy as np

from tttlearn.exercises.answers import NotAttempted, Wrong
from tttlearn.game.rules import LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.learn.episodes import Episode

ALPHA, GAMMA = 0.3, 0.8
"""The settings that a reader's rule is called with."""


def check_written(answer):
    """Raise Wrong unless the answer is a function, and NotAttempted if it does nothing."""
    if not callable(answer):
        raise Wrong(f"a function is asked for here, and this is {answer!r}")
    if is_empty(answer):
        raise NotAttempted


def is_empty(function):
    """Whether the body of a function is nothing but `...`, `pass` or `return ...`."""
    code = getattr(function, "__code__", None)
    idle = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
    return code is not None and {i.opname for i in dis.get_instructions(code)} <= idle


def random_game(rng, side=0):
    """The episode of a game of random moves, for a learner on that side."""
    states, actions = [START], []
    while not TERMINAL[states[-1]]:
        actions.append(rng.choice(np.flatnonzero(LEGAL[states[-1]])))
        states.append(NEXT[states[-1], actions[-1]])
    return Episode(np.array(states), np.array(actions), int(WINNER[states[-1]]), side)


def close(found, right):
    """Whether two arrays hold the same numbers, up to rounding."""
    return bool((np.abs(found - right) <= 1e-9).all())
