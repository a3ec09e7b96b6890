"""Provide the learner of R. Hickman, "R-inforcement Learning", 2019: a value for each board."""

import numpy as np

from tttlearn.game.rules import N_STATES, TURN
from tttlearn.learn.episodes import made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.support.compiled import njit

HICKMAN_TRAINING, HICKMAN_TEST = 100_000, 2_500
"""Games with exploration, and games after them, which are greedy but still teach the learner."""
HICKMAN_TIMED = 1_000
"""Games with exploration between them, played to measure the time of one; they teach, too."""


@njit
def hickman_reward(player, winner, win=1.0, draw_x=0.1, draw_o=0.5, loss=0.0):
    """Return the reward of player 1 (X) or 2 (O) at the end; a draw pays O five times as much."""
    if winner == 0:
        return draw_x if player == 1 else draw_o
    return win if (winner == 1) == (player == 1) else loss


@njit
def _update_one_by_one(V, states, reward, alpha, gamma):
    """Move the value of each state towards gamma times that of the one before, or the reward."""
    after = reward
    for state in states:
        V[state] += alpha * (gamma * after - V[state])
        after = V[state]


@known
@made_for(N_STATES)
def hickman_rule(V, episode, alpha, gamma, win=1.0, draw_x=0.1, draw_o=0.5, loss=0.0):
    """Update V as the article's code probably does: each new value is stored for the wrong state.

    The text at hand lacks the line that stores it; here it puts the value behind the earlier ones.
    A player's states are listed newest first, but the values are walked from the oldest: the value
    stored for a state comes from the old value of its mirror image in the list. The state after the
    last move, for example, gets V[first] + alpha * (gamma * reward - V[first]).
    """
    states = episode.states
    for first in range(1, min(3, len(states))):
        mine = states[first::2]
        reward = hickman_reward(first, episode.winner, win, draw_x, draw_o, loss)
        for k in range(len(mine) // 2):
            V[mine[k]], V[mine[-1 - k]] = V[mine[-1 - k]], V[mine[k]]
        _update_one_by_one(V, mine[::-1], reward, alpha, gamma)


@made_for(N_STATES)
def hickman_other_rule(V, episode, alpha, gamma, win=1.0, draw_x=0.1, draw_o=0.5, loss=0.0):
    """Update V with each new value put before the earlier ones: from the first state on.

    The text at hand lacks the line that stores them. So each value is stored for its own state, but
    the reward reaches a player's first state first, and its last one last.
    """
    states = episode.states
    for first in range(1, min(3, len(states))):
        reward = hickman_reward(first, episode.winner, win, draw_x, draw_o, loss)
        _update_one_by_one(V, states[first::2], reward, alpha, gamma)


@known
@made_for(N_STATES)
def hickman_repaired_rule(V, episode, alpha, gamma, win=1.0, draw_x=0.1, draw_o=0.5, loss=0.0):
    """Update V as the article describes it: from a player's last state back to its first."""
    states = episode.states
    for first in range(1, min(3, len(states))):
        reward = hickman_reward(first, episode.winner, win, draw_x, draw_o, loss)
        _update_one_by_one(V, states[first::2][::-1], reward, alpha, gamma)


@known
@made_for(N_STATES)
def read_own(V, state, action, following):
    """Return the value to X of an action in a table of values to the side that moved."""
    return TURN[state] * V[following]


def hickman(repaired=False, seed=0, timed=False):
    """Return the learner of Hickman's article: 100,000 games with exploration, then greedy ones.

    There is one table for both players, with values to the side that moved, 0 at first; learning
    rate 0.35, gamma 0.9; a win pays 1, a loss 0, a draw 0.1 to X and 0.5 to O. Its quirks are kept:
    the update stores values for the wrong states (`repaired=True` puts the order right); the games
    that are played to time one, between training and test, teach it as well (only with
    `timed=True`); its epsilon, 0.8, is the probability of *not* exploring; player 2's epsilon is
    never used, so that both explore alike; a loss pays as much as a state never seen. Its function
    for a human who plays O cannot run, and has no counterpart here.
    """
    rule = hickman_repaired_rule if repaired else hickman_rule
    return Learner(
        rule,
        np.zeros(N_STATES),
        {"alpha": 0.35, "gamma": 0.9},
        epsilon=hickman_timed_epsilon if timed else hickman_epsilon,
        seed=seed,
        read=read_own,
        name="hickman, repaired" if repaired else "hickman",
    )


@known
def hickman_epsilon(games):
    """Return the probability of exploring after this number of games: 0.2 in training, then 0."""
    return np.where(games < HICKMAN_TRAINING, 0.2, 0.0)


@known
def hickman_timed_epsilon(games):
    """Return the same with 1,000 further games of training, which are timed."""
    return hickman_epsilon(games - HICKMAN_TIMED)
