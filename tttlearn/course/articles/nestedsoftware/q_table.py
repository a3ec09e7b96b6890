"""Provide the learners of nestedsoftware, "Tic-Tac-Toe with Tabular Q-Learning", 2019."""

import numpy as np

from tttlearn.course.articles.hickman.recipe import read_own
from tttlearn.evaluation.exact import minimax_policy
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import CANONICAL, N_STATES, NEXT
from tttlearn.learn.episodes import made_for
from tttlearn.learn.known import known
from tttlearn.learn.learner import Learner
from tttlearn.learn.qlearning import highest_entry, reward_to_x
from tttlearn.support.compiled import njit

NESTED_GAMES = 7_000
"""Training games on each side: first as X, then as O, with one table."""
NESTED_REWARDS = {
    "article": {"win": 1.0, "draw": 0.0, "loss": -1.0},
    "draw-equals-win": {"win": 1.0, "draw": 1.0, "loss": -1.0},
    "repository": {"win": 1.0, "draw": 1.0, "loss": 0.0},
}
"""Rewards of July 2019, of August 2019, and of the repository as it is now."""
NESTED_OPPONENTS = {"random": random_policy, "minimax-random": minimax_policy}
"""Opponents against which the article trains."""


@njit
def best_as_it_lay(Q, episode, t):
    """Return the best action in a state of the game; of equals, the first on the actual board."""
    s, best, turn = episode.states[t], -1, episode.turn
    board = episode.boards[t] if len(episode.boards) else s
    for action in range(9):
        a = episode.cells[board, action]
        if episode.choices[s, a] and (best < 0 or turn[s] * Q[s, a] > turn[s] * Q[s, best]):
            best = a
    return best


@njit
def last_own_turn(turns, side):
    """Return the learner's last turn in a game, counted from 0; X has the even turns."""
    last = turns - 1
    others = side != 0 and side != (1 if last % 2 == 0 else -1)
    return last - 1 if others else last


@known
@made_for(N_STATES, 9)
def nested_rule(Q, episode, alpha, gamma, win, draw, loss):
    """Update Q by Q-learning from the learner's last action to its first, after the game.

    The new value is computed as a weighted mean, as the program does it: `Q += alpha * (target -
    Q)` is the same except for its last bit, and so ties in other places.
    """
    _update_from_the_last(Q, episode, 1 - alpha, alpha, gamma, win, draw, loss)


@made_for(N_STATES, 9)
def nested_sum_rule(Q, episode, alpha, gamma, win, draw, loss):
    """Update Q by adding the new value, alpha times the target, to the entry."""
    _update_from_the_last(Q, episode, 1.0, alpha, gamma, win, draw, loss)


@njit
def _update_from_the_last(Q, episode, kept, alpha, gamma, win, draw, loss):
    """Let each entry keep this share of itself, and add alpha times its target."""
    last = last_own_turn(len(episode.actions), episode.side)
    target = reward_to_x(episode.winner, episode.side, win, draw, loss)
    for t in range(last, -1, -2):
        s, a = episode.states[t], episode.actions[t]
        Q[s, a] = kept * Q[s, a] + alpha * target
        if t > 1:
            target = gamma * Q[s, highest_entry(Q, episode, s)]


@known
@made_for(2, N_STATES, 9)
def nested_double_rule(Q, episode, alpha, gamma, win, draw, loss, rng):
    """Update two tables: the last action in both, each other action in one of them.

    The updated table is drawn for each action. It selects the best next action, and the other table
    says what that action is worth. (The paper updates one table for the last action, too.)
    """
    last = last_own_turn(len(episode.actions), episode.side)
    s, a = episode.states[last], episode.actions[last]
    end = reward_to_x(episode.winner, episode.side, win, draw, loss)
    for table in range(2):
        Q[table, s, a] = (1 - alpha) * Q[table, s, a] + alpha * end
    for t in range(last - 2, -1, -2):
        updated = 1 if rng.random() < 0.5 else 0
        s, a, s_next = episode.states[t], episode.actions[t], episode.states[t + 2]
        a_next = best_as_it_lay(Q[updated], episode, t + 2)
        Q[updated, s, a] = (1 - alpha) * Q[updated, s, a] + alpha * gamma * Q[
            1 - updated, s_next, a_next
        ]


@known
@made_for(N_STATES)
def nested_afterstate_rule(V, episode, alpha, gamma, win, draw, loss):
    """Update V as the repository does: one value for the board after each action of the learner.

    Values are those to the learner, which owns every board after a move of its side.
    """
    last = last_own_turn(len(episode.actions), episode.side)
    target = loss if episode.winner == -episode.side else win if episode.winner else draw
    for t in range(last, -1, -2):
        after = episode.states[t + 1]
        V[after] = (1 - alpha) * V[after] + alpha * target
        best = -np.inf
        for a in range(9):
            following = NEXT[episode.states[t], a]
            if following >= 0:
                best = max(best, V[CANONICAL[following]])
        target = gamma * best


def nestedsoftware(rewards="article", double=False, opponent=None, seed=0, adding=False):
    """Return the learner of nestedsoftware's article, after its games against an opponent.

    `opponent` is "random" or "minimax-random", as in the article. If it is None, the learner has
    learned nothing yet, and `train_nested` trains it against any policy.

    There is one row for a position and its mirror images, with an entry for each move, also for
    those that look alike. It takes the first of the best actions, with alpha 0.4, gamma 1, and
    epsilon 0.7 less 0.1 after each tenth of the games, so that the last three tenths do not
    explore. `rewards` is "article" (win 1, draw 0, loss -1), "draw-equals-win" (1, 1, -1), or
    "repository" (1, 1, 0, and one value for each board after a move instead of one for each
    action). `double` uses two tables. `adding` adds new values, which the article says would do as
    well. Neither goes with "repository" or with the other. The program stores a position as it was
    first met, this table its canonical image. Raises ValueError for other words.
    """
    if opponent is not None and opponent not in NESTED_OPPONENTS:
        raise ValueError(f"opponent is one of {', '.join(NESTED_OPPONENTS)}, not {opponent!r}")
    if rewards not in NESTED_REWARDS:
        raise ValueError(f"rewards is one of {', '.join(NESTED_REWARDS)}, not {rewards!r}")
    if (double or adding) and rewards == "repository":
        raise ValueError(
            'two tables and adding need rewards="article" or "draw-equals-win", not "repository"'
        )
    if double and adding:
        raise ValueError("values are added in one table, not in two")
    rule, shape, read = nested_sum_rule if adding else nested_rule, (N_STATES, 9), None
    if double:
        rule, shape = nested_double_rule, (2, N_STATES, 9)
    elif rewards == "repository":
        rule, shape, read = nested_afterstate_rule, (N_STATES,), read_own
    settings = {"alpha": 0.4, "gamma": 1.0, **NESTED_REWARDS[rewards]}
    ways = {"epsilon": nested_epsilon, "ties": "first", "symmetric": "positions", "read": read}
    name = f"nestedsoftware, {rewards}{', double' * double}{', adding' * adding}"
    learner = Learner(rule, np.zeros(shape), settings, seed=seed, name=name, **ways)
    return train_nested(learner, NESTED_OPPONENTS[opponent]()) if opponent else learner


@known
def nested_epsilon(games):
    """Return the probability of exploring: 0.7, less 0.1 after each tenth of a side's games."""
    tenth = games % NESTED_GAMES // (NESTED_GAMES // 10)
    return np.maximum(0.7 - 0.1 * tenth, 0.0)


def train_nested(learner, opponent):
    """Train as the article does: 7,000 games as X against the policy, then as many as O."""
    learner.learn(NESTED_GAMES, opponent, "X")
    learner.learn(NESTED_GAMES, opponent, "O")
    return learner
