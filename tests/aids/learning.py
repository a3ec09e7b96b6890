"""Provide small learners for the tests, and fingerprints of what they learn."""

import hashlib

import numpy as np

from tttlearn.game.rules import N_STATES
from tttlearn.learn.episodes import SYMMETRIC
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import DoubleQLearner, QLearner
from tttlearn.learn.td import TDLearner


def nothing(V, episode):
    """Learn nothing."""


def count_visits(V, episode):
    """Count the states of every game."""
    for s in episode.states:
        V[s] += 1


def monte_carlo(Q, episode, alpha):
    """Update action values by Monte-Carlo, with a rule that is not this package's."""
    target = float(episode.winner)
    for t in range(len(episode.actions) - 1, -1, -1):
        s, a = episode.states[t], episode.actions[t]
        Q[s, a] += alpha * (target - Q[s, a])
        target = Q[s, a]


def coin(Q, episode, alpha, rng):
    """Update one of two tables of action values, chosen by tossing a coin."""
    table = int(rng.random() * 2)
    for t in range(len(episode.actions)):
        s, a = episode.states[t], episode.actions[t]
        Q[table, s, a] += alpha * (episode.winner + episode.side / 4 - Q[table, s, a])


def fading(games):
    """Return less exploration from game to game, as a schedule."""
    return 1 / (1 + games / 20)


def q_learner(**options):
    return Learner(monte_carlo, np.zeros((N_STATES, 9)), {"alpha": 0.4}, epsilon=0.3, **options)


def coin_learner(**options):
    return Learner(coin, np.zeros((2, N_STATES, 9)), {"alpha": 0.4}, epsilon=0.3, **options)


def rewarded(learner, **rewards):
    """Return the learner with other rewards than its maker's."""
    learner.settings.update(rewards)
    return learner


MAKERS = {
    "td": lambda **options: TDLearner(alpha=0.3, epsilon=0.3, **options),
    "td lambda": lambda **options: TDLearner(alpha=0.3, lam=0.7, initial=0.5, **options),
    "coin": coin_learner,
    "q": lambda **options: rewarded(QLearner(0.4, 0.9, epsilon=0.3, **options), draw=0.5),
    "double q": lambda **options: DoubleQLearner(alpha=0.4, epsilon=0.3, **options),
}
KINDS = [
    {"symmetric": symmetric, "ties": ties}
    for symmetric in SYMMETRIC
    for ties in ("random", "first")
]


def fingerprint(learner, winners=()):
    """Return a text that two learners share if they have learned the same, bit for bit."""
    parts = learner.table, learner.visits, learner.played, np.asarray(winners)
    digest = hashlib.sha256(b"".join(part.tobytes() for part in parts))
    return f"{digest.hexdigest()} {learner.rng.bit_generator.state['state']['state']}"
