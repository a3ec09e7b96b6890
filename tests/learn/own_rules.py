"""Provide rules as readers type them: what learns, does not, or cannot; and their marked lines.

The line that a message must name ends in "# here".
"""

import inspect
import warnings

import numpy as np
import pandas as pd
import pytest

from tests.aids import learning
from tttlearn.learn.engine import run_games
from tttlearn.learn.rule_errors import RuleError, RuleWarning


def here(function):
    """Return what a message says of the line of a function that is marked."""
    lines, first = inspect.getsourcelines(function)
    at = next(n for n, line in enumerate(lines) if line.rstrip().endswith("# here"))
    return f"line {first + at}: {lines[at].strip()}"


def told(learner, games=1_000, *seat):
    """What a learner is told while it learns: warnings, as texts."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        learner.learn(games, *seat)
    assert {warning.category for warning in found} <= {RuleWarning}
    return [str(warning.message) for warning in found]


def refused(learner, games=20):
    """What is said of a rule that cannot be used, which leaves no trace."""
    with pytest.raises(RuleError) as raised:
        learner.learn(games)
    assert (learner.games, learner.table.any(), learner.visits.any()) == (0, False, False)
    return str(raised.value)


def learn_in_plain_python(learner, games, opponent=None, side="both"):
    """Let a learner play its first games, by a loop and a rule that are not compiled."""
    winners, epsilons = np.empty(games, np.int8), learner.exploring(np.arange(games))
    run_games(learner, learner.loop(plain=True), learner.seat(opponent, side), epsilons, winners)


BONUS = [0.0, 0.5]
WORTH = {-1: -1.0, 0: 0.0, 1: 1.0}


# These learn.


def n_step_td(V, episode, alpha, gamma, n):
    """n-step TD (Sutton & Barto, section 7.1): the value n moves on, or the end."""
    last = len(episode.states) - 1
    V[episode.states[last]] = episode.winner
    for t in range(last):
        ahead = min(n, last - t)
        s = episode.states[t]
        V[s] += alpha * (gamma**ahead * V[episode.states[t + ahead]] - V[s])


def every_visit(Q, episode, alpha):
    """Every-visit Monte-Carlo control, with a constant step; what it returns is not used."""
    for s, a in zip(episode.states[:-1], episode.actions):  # noqa: B905
        Q[s, a] += alpha * (episode.winner - Q[s, a])
    return Q


def discounted(value, gamma, moves):
    """Return a value discounted over a number of moves, by recursion."""
    return value if moves == 0 else gamma * discounted(value, gamma, moves - 1)


def towards(V, s, target, alpha):
    """Move an entry towards a target."""
    V[s] += alpha * (target - V[s])


def with_helpers(V, episode, alpha, gamma):
    """Monte-Carlo with two functions from outside the rule."""
    last = len(episode.states) - 1
    for t in range(last + 1):
        towards(V, episode.states[t], discounted(float(episode.winner), gamma, last - t), alpha)


def with_an_inner_function(V, episode, alpha):
    """Monte-Carlo with a function inside the rule, which calls one outside."""

    def learn(s):
        towards(V, s, float(episode.winner), alpha)

    for s in episode.states:
        learn(s)


# These change nothing.


def rebinds(V, episode, alpha):
    """Make a new table and leave the learner's alone."""
    target = np.zeros(len(V))
    target[episode.states] = episode.winner
    V = V + alpha * (target - V)  # here


def copies(V, episode, alpha):
    """Learn in a copy."""
    table = V.copy()
    table[episode.states] += alpha * episode.winner


def writes_what_stands_there(V, episode, alpha):
    """Write a baseline that learns as much as alpha says."""
    for s in episode.states:
        V[s] += alpha * (episode.winner - V[s])


def cannot_do_with_1(V, episode, n):
    V[0] += n / (n - 1)


# The compiler cannot do these, plain Python can.


def a_generator(V, episode, alpha):
    total = sum(V[s] for s in episode.states)  # here
    V[episode.states[-1]] += alpha * (episode.winner - total)


def a_mixed_dict(V, episode):
    bonus = {1: 0.5, "draw": 0.0}
    V[0] += len(bonus)


def an_empty_dict(V, episode):
    seen = {}
    for s in episode.states:
        seen[s] = seen.get(s, 0) + 1  # here
    V[0] += len(seen)


def a_list_outside(V, episode):
    V[0] += BONUS[episode.winner]  # here


def a_dict_outside(V, episode):
    V[episode.states[-1]] = WORTH[episode.winner]  # here


def with_a_file(V, episode):
    with open("/dev/null") as file:
        V[0] += len(file.read()) + 1


def by_the_module(V, episode):
    V[0] += learning.fading(20)  # here


def shared(value):
    return sum(value for _ in range(3))  # here


def a_helper_with_a_generator(V, episode):
    V[0] += shared(1.0)


def an_f_string(V, episode):
    V[0] += len(f"{episode.winner:.2f}")  # here


class Mean:
    """Mean of the values that were added."""

    def __init__(self):
        self.total, self.n = 0.0, 0

    def add(self, value):
        self.total += value
        self.n += 1


def objects(V, episode):
    mean = Mean()  # here
    for s in episode.states:
        mean.add(float(s))
    V[episode.states[-1]] = mean.total / mean.n


def a_frame(V, episode):
    frame = pd.DataFrame({"state": episode.states})  # here
    V[frame.state.max()] += 1


# These are wrong in plain Python, too.


def outside(V, s):
    V[s] += 1
    V[s + 19683] += 1  # here


def a_helper_that_fails(V, episode):
    outside(V, episode.states[-1])
