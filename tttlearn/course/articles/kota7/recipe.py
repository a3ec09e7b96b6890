"""Provide the players of kota7's R package `tictactoe`, 2016 to 2018, in six levels.

What it calls Q-learning has no value for an action. It has one for each state, and before each move
it looks at *all* states that the move can lead to; the old value is moved to the best of these.
That is one step of value iteration, for the states that occur in self-play, and needs the rules of
the game. Q-learning needs none, and looks only at the action that was taken.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.game.rules import ACTION_MAPS, IMAGES, N_STATES, NEXT, TURN
from tttlearn.game.tables import fixed
from tttlearn.learn.episodes import made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.support.arguments import whole

KOTA7_GAMES = (0, 500, 750, 1_000, 1_500, 5_000)
"""Training games of the levels 0 to 5."""
LEVEL_SEED = 123
"""Seed with which the levels of this package are trained."""
VALUE = 9
"""Column of the value in the learner's table, after one column for each cell with what it led
to."""
WRITTEN = np.array([5, 7, 2, 4, 1, 3, 6])
"""Symmetries whose images are written, in this order: all but the identity."""


def _seen_again():
    """Return where the row that is written for a symmetric state is looked up, (19683, 9).

    It is -1 elsewhere. Of the symmetries that leave the state as it is, the last one written
    counts, and it swaps cells.
    """
    after = np.full((N_STATES, 9), -1, np.int32)
    for g in WRITTEN:
        same = IMAGES[:, g] == np.arange(N_STATES)
        after[np.ix_(same, ACTION_MAPS[g])] = NEXT[same]
    return after


SEEN_AGAIN = _seen_again()


@known
@made_for(N_STATES, 10)
def kota7_rule(table, episode, alpha, gamma, win=100.0, loss=-100.0):
    """Update V(s) <- (1 - alpha) V(s) + alpha gamma max V(s'), or min for O, over all next states.

    The value is written to the seven mirror images of s, and to s itself only if it is one of them.
    The same holds for the entries by which moves are chosen: the values of the states after s as
    they were now. The end of a game is worth 100, 0 or -100 to X (`win`, `loss`), in all its
    images.
    """
    states = episode.states
    for t in range(len(episode.actions)):
        s = states[t]
        best = -np.inf
        for a in range(9):
            if NEXT[s, a] >= 0:
                best = max(best, TURN[s] * table[NEXT[s, a], VALUE])
        value = (1 - alpha) * table[s, VALUE] + alpha * gamma * (TURN[s] * best)
        for g in WRITTEN:
            image = IMAGES[s, g]
            for a in range(9):
                if NEXT[s, a] >= 0:
                    table[image, ACTION_MAPS[g, a]] = table[NEXT[s, a], VALUE]
            table[image, VALUE] = value
    worth = 0.0 if episode.winner == 0 else win if episode.winner > 0 else loss
    for g in range(8):
        table[IMAGES[states[-1], g], VALUE] = worth


@known
@made_for(N_STATES, 10)
def read_seen(table, state, action, following):
    """Return what the action led to when the state was last written, in hundreds (X wins: 1)."""
    return table[state, action] / 100


@known
@made_for(N_STATES, 10)
def read_seen_again(table, state, action, following):
    """Return the same during learning, when a symmetric state is written just before the choice."""
    now = SEEN_AGAIN[state, action]
    return (table[now, VALUE] if now >= 0 else table[state, action]) / 100


def kota7(level=5, seed=0):
    """Return the learner of kota7's R package after the games of a level, 0 to 5.

    It learns by self-play with epsilon 0.1, alpha 0.8, gamma 0.99, and values to X in hundreds;
    level 0 has learned nothing and plays at random. Its quirks are kept: a state's value and choice
    are written to its mirror images and not to itself, and it plays by the choice that was written
    last, which may be out of date; where none was written it plays at random. (In the package, two
    players of one level share a table; here each has its own. Its tables were made in R and are not
    read: the random games differ, the learner is the same.) Raises ValueError for another level.
    """
    games = KOTA7_GAMES[check_level(level)]
    learner = Learner(
        kota7_rule,
        np.zeros((N_STATES, 10)),
        {"alpha": 0.8, "gamma": 0.99},
        epsilon=0.1,
        seed=seed,
        read=read_seen,
        read_learning=read_seen_again,
        name=f"kota7, level {level}",
    )
    learner.learn(games)
    return learner


def check_level(level):
    """Return the level as an int; raise ValueError unless it is 0 (weakest) to 5 (strongest)."""
    return whole(level, "a level of kota7", 0, len(KOTA7_GAMES) - 1)


def level(k: int) -> PolicyPlayer:
    """Return kota7's opponent of level k.

    It is trained when it is first requested, in a few hundredths of a second once its rule is
    compiled, and always from the same seed.

    Parameters
    ----------
    k : int
        Level, from 0 (random play) to 5 (strongest).

    Returns
    -------
    PolicyPlayer
        The opponent.

    Raises
    ------
    ValueError
        If there is no such level.
    """
    return _level(check_level(k))


@cache
def _level(k):
    learner = kota7(k, LEVEL_SEED)
    policy, values = fixed(learner.policy), fixed(learner.values)
    return PolicyPlayer(policy, f"level-{k}", values, games=learner.games)
