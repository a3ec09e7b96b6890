"""Provide small learners for the tests, and fingerprints of what they learn.

Run as a program it prints the fingerprints of all CASES, so that a Python with Numba and one
without can be compared.
"""

import hashlib
import sys

import numpy as np

from tests.aids.networks import OneSide
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import N_STATES, START, TERMINAL, WINNER, next_state
from tttlearn.learn.episodes import SYMMETRIC
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import DoubleQLearner, QLearner
from tttlearn.learn.td import TDLearner
from tttlearn.network.learner import BothSides
from tttlearn.players.roster import player


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
    "td, gamma, fading": lambda **options: TDLearner(0.3, 0.9, epsilon=fading, **options),
    "td backward": lambda **options: TDLearner(alpha=0.3, order="backward", **options),
    "td lambda": lambda **options: TDLearner(alpha=0.3, lam=0.7, initial=0.5, **options),
    "own q": q_learner,
    "coin": coin_learner,
    "q": lambda **options: rewarded(QLearner(0.4, 0.9, epsilon=0.3, **options), draw=0.5),
    "double q": lambda **options: DoubleQLearner(alpha=0.4, epsilon=0.3, **options),
}
KINDS = [
    {"symmetric": symmetric, "ties": ties}
    for symmetric in SYMMETRIC
    for ties in ("random", "first")
]
OPPONENTS = {
    "alone": (None, "both"),
    "X against one": (random_policy(), "X"),
    "O against two": ([random_policy(), player("two-ply").policy], "O"),
}
# Tables of states have no entries for moves that could be shared; and in so few games learning
# forward does not update yet where moves look alike.
KINDS_OF_STATES = [kind for kind in KINDS if kind["symmetric"] != "moves"]
# The k-th kind of the m-th maker meets one of the opponents, so that each maker meets them all, and
# each kind at least two of them.
CASES = {
    (name, *kind.values(), against): (maker, kind, against)
    for m, (name, maker) in enumerate(MAKERS.items())
    for k, kind in enumerate(KINDS if name in ("own q", "coin") else KINDS_OF_STATES)
    for against in [list(OPPONENTS)[(m + k + k // 3) % 3]]
}
CASES |= {"one side": (OneSide, {}, "X against one"), "both sides": (BothSides, {}, "alone")}


def fingerprint(learner, winners=()):
    """Return a text that two learners share if they have learned the same, bit for bit."""
    parts = learner.table, learner.visits, learner.played, np.asarray(winners)
    digest = hashlib.sha256(b"".join(part.tobytes() for part in parts))
    return f"{digest.hexdigest()} {learner.rng.bit_generator.state['state']['state']}"


def learned(case, games, seed=5):
    """Return the fingerprint of what one of CASES, or of others like them, learns."""
    maker, kind, against = case
    learner = maker(seed=seed, **kind)
    return fingerprint(learner, learner.learn(games, *OPPONENTS[against]))


def random_game(rng):
    """Return (states, actions, winner) of a random game."""
    states, actions = [START], []
    while not TERMINAL[states[-1]]:
        actions.append(int(rng.choice([a for a in range(9) if _free(states[-1], a)])))
        states.append(next_state(states[-1], actions[-1]))
    return np.array(states), np.array(actions), int(WINNER[states[-1]])


def _free(state, cell):
    return state // 3**cell % 3 == 0


if __name__ == "__main__":
    for case in CASES.values():
        print(learned(case, int(sys.argv[1])))
