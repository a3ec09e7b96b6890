"""The learning rules among what a lesson builds: apart from `built`, since they need Numba."""

from tttlearn.learn import qlearning, td
from tttlearn.support.compiled import njit

# Compiled, so that the rules of a lesson may call them.
td, _q, _double_q = map(njit, (td.td, qlearning.q_learning, qlearning.double_q_learning))


def q_learning(Q, episode, alpha, gamma):
    """Q-learning in the order of play, rewarded by the winner (06.1)."""
    _q(Q, episode, alpha, gamma, 1.0, 0.0, -1.0)


def double_q(Q, episode, alpha, gamma, rng):
    """Double Q-learning in the order of play, rewarded by the winner (07.3)."""
    _double_q(Q, episode, alpha, gamma, 1.0, 0.0, -1.0, rng)
