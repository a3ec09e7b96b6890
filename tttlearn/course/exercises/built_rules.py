"""Provide the learning rules that a lesson builds, apart from `built` because they need Numba."""

from tttlearn.learn import qlearning
from tttlearn.learn.episodes import made_for
from tttlearn.support.compiled import njit

# Compiled, so that the rules of a lesson may call them.
_q, _double_q = map(njit, (qlearning.q_learning, qlearning.double_q_learning))


@made_for("states")
def n_step(V, episode, alpha, gamma, n):
    """Learn by TD from n moves ahead, or from the end if nearer, in the order of play (05.5)."""
    V[episode.states[-1]] = episode.winner
    last = len(episode.states) - 1
    for t in range(last):
        steps = min(n, last - t)
        s, s_n = episode.states[t], episode.states[t + steps]
        V[s] += alpha * (gamma**steps * V[s_n] - V[s])


@made_for("states")
def td_unless_explored(V, episode, alpha, gamma):
    """Learn by TD(0) in the order of play, but not from the moves that explored (05's control)."""
    V[episode.states[-1]] = episode.winner
    for t in range(len(episode.states) - 1):
        if not episode.explored[t]:
            s, s_next = episode.states[t], episode.states[t + 1]
            V[s] += alpha * (gamma * V[s_next] - V[s])


@made_for("states")
def td_without_slips(V, episode, alpha):
    """Learn by the same rule without gamma (12.5)."""
    td_unless_explored(V, episode, alpha, 1.0)


@made_for("states", "actions")
def q_learning(Q, episode, alpha, gamma):
    """Learn by Q-learning in the order of play, rewarded by the winner (06.2)."""
    _q(Q, episode, alpha, gamma, 1.0, 0.0, -1.0)


@made_for("states", "actions")
def sarsa(Q, episode, alpha, gamma):
    """Learn by SARSA in the order of play, for the side that learns, from the winner (06.4)."""
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        target = float(episode.winner)
        if t + 2 < len(episode.actions):
            target = gamma * Q[episode.states[t + 2], episode.actions[t + 2]]
        Q[s, a] += alpha * (target - Q[s, a])


@made_for("states", "actions")
def expected_sarsa(Q, episode, alpha, gamma, epsilon):
    """Learn by Expected SARSA in the order of play: the mean over the next moves (06.8)."""
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        target = float(episode.winner)
        if t + 2 < len(episode.actions):
            s_next = episode.states[t + 2]
            best = Q[s_next, qlearning.highest_entry(Q, episode, s_next)]
            total, free = 0.0, 0
            for a_next in range(Q.shape[1]):
                if episode.choices[s_next, a_next]:
                    total, free = total + Q[s_next, a_next], free + 1
            target = gamma * ((1 - epsilon) * best + epsilon * total / free)
        Q[s, a] += alpha * (target - Q[s, a])


def double_q(Q, episode, alpha, gamma, rng):
    """Learn by double Q-learning in the order of play, rewarded by the winner (07.4)."""
    _double_q(Q, episode, alpha, gamma, 1.0, 0.0, -1.0, rng)


@made_for(2, "states", "actions")
def own_judge(Q, episode, alpha, gamma, rng):
    """Learn with two tables and a coin, where each table judges what it names (07's study)."""
    for t in range(0 if episode.side == 1 else 1, len(episode.actions), 2):
        s, a = episode.states[t], episode.actions[t]
        one = 1 if rng.random() < 0.5 else 0
        target = float(episode.winner)
        if t + 2 < len(episode.actions):
            s_next = episode.states[t + 2]
            target = gamma * Q[one, s_next, qlearning.highest_entry(Q[one], episode, s_next)]
        Q[one, s, a] += alpha * (target - Q[one, s, a])


@made_for(2, "states", "actions")
def double_backward(Q, episode, alpha, gamma, win, draw, loss, rng):
    """Learn by double Q-learning from the last action back, as the article does (07).

    The coin is that of the paper: it chooses one table for each action.
    """
    end = qlearning.reward_to_x(episode.winner, episode.side, win, draw, loss)
    last = _last_turn(episode)
    for t in range(last, -1, -2):
        one = 1 if rng.random() < 0.5 else 0
        _double_step(Q, one, episode, t, last, end, alpha, gamma)


@made_for(2, "states", "actions")
def double_last_both(Q, episode, alpha, gamma, win, draw, loss, rng):
    """Learn by double Q-learning in the order of play, the last action in both tables (07)."""
    end = qlearning.reward_to_x(episode.winner, episode.side, win, draw, loss)
    last = _last_turn(episode)
    for t in range(last % 2, last + 1, 2):
        one = 1 if rng.random() < 0.5 else 0
        _double_step(Q, one, episode, t, last, end, alpha, gamma)
        if t == last:
            _double_step(Q, 1 - one, episode, t, last, end, alpha, gamma)


@njit
def _last_turn(episode):
    """Return the learner's last turn."""
    last = len(episode.actions) - 1
    return last if (episode.side == 1) == (last % 2 == 0) else last - 1


@njit
def _double_step(Q, one, episode, t, last, end, alpha, gamma):
    """Change table `one` by the action at turn t; the other table judges the next action."""
    s, a = episode.states[t], episode.actions[t]
    target = end
    if t < last:
        s_next = episode.states[t + 2]
        named = qlearning.highest_entry(Q[one], episode, s_next)
        target = gamma * Q[1 - one, s_next, named]
    Q[one, s, a] += alpha * (target - Q[one, s, a])
