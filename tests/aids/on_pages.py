"""Repeat in Python what JavaScript on pages has of its own: SARSA."""

from tttlearn.learn.episodes import made_for
from tttlearn.learn.qlearning import next_decision


@made_for("states", "actions")
def sarsa(Q, episode, alpha, gamma):
    """Learn by SARSA on one side or on both, rewarded by the winner."""
    t = next_decision(episode, 0)
    while t < len(episode.actions):
        s, a = episode.states[t], episode.actions[t]
        t = next_decision(episode, t + 1)
        target = float(episode.winner)
        if t < len(episode.actions):
            target = gamma * Q[episode.states[t], episode.actions[t]]
        Q[s, a] += alpha * (target - Q[s, a])
