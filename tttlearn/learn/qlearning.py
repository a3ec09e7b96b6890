"""Q-learning and double Q-learning: action values learned from what was tried, without a model.

What makes it Q-learning (Watkins 1989; Sutton & Barto, 2nd edition, section 6.5): a table with an
entry for each action in each state, and a target that takes the best entry of the next state,
whatever the player then does. It needs no rules of the game, because it finds out where an action
leads by taking it. A learner that stores state values and looks at all next states is something
else.

For a learner on one side the next state is the board after the opponent's reply, where it is to
move again. In self-play it is the board after the action, where the other side is to move: the best
entry is then the best for that side, as in minimax. Values are to X, even those of a learner that
plays O: X takes the highest entry, O the lowest, and a reward of O counts against X.
"""

import numpy as np

from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.learn.episodes import made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.support.arguments import share
from tttlearn.support.compiled import njit


@njit
def highest_entry(Q, episode, s):
    """As `best_entry`, without checking the table and the state."""
    best, most = -1, 0.0
    for a in range(Q.shape[1]):
        if episode.choices[s, a]:
            value = episode.turn[s] * Q[s, a]
            if best < 0 or value > most:
                best, most = a, value
    return best


@njit
def best_entry(Q, episode, s):
    """The action with the best entry of Q in state s, for the side to move; if tied, the first.

    Q is one table, (19683, 9) or of another game's shape, and `episode` the one that is learned
    from. Raises ValueError for two tables at once, IndexError for a state outside the table.
    """
    if Q.ndim != 2:
        raise ValueError("best_entry takes one table, (states, actions), such as Q or Q[0]")
    if Q.shape != episode.choices.shape:
        raise ValueError("best_entry takes a table of the shape of choices, (states, actions)")
    if not 0 <= s < len(Q):
        raise IndexError("best_entry: the index of the state is outside the table")
    return highest_entry(Q, episode, s)


@njit
def next_decision(episode, t):
    """The first of the turns t, t + 1, ... that is the learner's; after its last, the number of
    moves. The state says whose turn it is."""
    side = episode.side
    while t < len(episode.actions) and side != 0 and episode.turn[episode.states[t]] != side:
        t += 1
    return t


@njit
def reward_to_x(winner, side, win, draw, loss):
    """What the end of a game is worth to X: the learner's reward, times its side.

    A learner that plays both sides (side 0) is rewarded as X is.
    """
    sign = side if side != 0 else 1
    if winner == 0:
        return sign * draw
    return sign * (win if winner == sign else loss)


@known
@made_for("states", "actions")
def q_learning(Q, episode, alpha, gamma, win, draw, loss):
    """Q-learning in the order of play, for each action that the learner took (section 6.5)."""
    end = reward_to_x(episode.winner, episode.side, win, draw, loss)
    t = next_decision(episode, 0)
    while t < len(episode.actions):
        s, a = episode.states[t], episode.actions[t]
        t = next_decision(episode, t + 1)
        target = end
        if t < len(episode.actions):
            s_next = episode.states[t]
            target = gamma * Q[s_next, highest_entry(Q, episode, s_next)]
        Q[s, a] += alpha * (target - Q[s, a])


@known
@made_for(2, "states", "actions")
def double_q_learning(Q, episode, alpha, gamma, win, draw, loss, rng):
    """Double Q-learning (van Hasselt 2010; section 6.7): Q holds two tables.

    For each action one of them, chosen at random, is updated: it names the best next action, and
    the other says what that action is worth, so that luck in one table is not mistaken for value.
    """
    end = reward_to_x(episode.winner, episode.side, win, draw, loss)
    t = next_decision(episode, 0)
    while t < len(episode.actions):
        s, a = episode.states[t], episode.actions[t]
        t = next_decision(episode, t + 1)
        one = 1 if rng.random() < 0.5 else 0
        target = end
        if t < len(episode.actions):
            s_next = episode.states[t]
            a_next = highest_entry(Q[one], episode, s_next)
            target = gamma * Q[1 - one, s_next, a_next]
        Q[one, s, a] += alpha * (target - Q[one, s, a])


def QLearner(alpha=0.1, gamma=1.0, name="q-learning", rules=TICTACTOE, **learner):
    """A Learner of action values by Q-learning, rewarded by the winner: +1 X, -1 O, 0 nobody.

    `alpha` is the learning rate, `gamma` the discount; every entry is 0 before it learns.
    Everything else (epsilon, ties, symmetric, seed) goes to the Learner. Raises ValueError for
    settings out of range.
    """
    table = np.zeros(check_rules(rules).next.shape)
    return Learner(q_learning, table, _settings(alpha, gamma), name=name, rules=rules, **learner)


def DoubleQLearner(alpha=0.1, gamma=1.0, name="double q", rules=TICTACTOE, **learner):
    """A Learner of action values by double Q-learning: two tables, acting by their mean.

    Arguments as for QLearner. Each table learns from half of the actions.
    """
    table, settings = np.zeros((2, *check_rules(rules).next.shape)), _settings(alpha, gamma)
    return Learner(double_q_learning, table, settings, name=name, rules=rules, **learner)


def _settings(alpha, gamma):
    settings = {"alpha": share(alpha, "alpha"), "gamma": share(gamma, "gamma")}
    return {**settings, "win": 1.0, "draw": 0.0, "loss": -1.0}
