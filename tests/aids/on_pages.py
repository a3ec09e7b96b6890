"""Repeat in Python what JavaScript on pages has of its own: its random numbers, and SARSA."""

from tttlearn.learn.episodes import made_for
from tttlearn.learn.qlearning import next_decision

WORD = 2**32


class Sfc32:
    """Generator sfc32 of PractRand with its seeding, as far as the game loop uses it."""

    def __init__(self, seed):
        self.a, self.b, self.c, self.counter = 0, seed % WORD, 0, 1
        for _ in range(12):
            self.word()

    def word(self):
        """Return the next 32 bits, an int."""
        total = (self.a + self.b + self.counter) % WORD
        self.counter = (self.counter + 1) % WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) % WORD
        self.c = ((self.c << 21 | self.c >> 11) + total) % WORD
        return total

    def random(self):
        """Return a number in [0, 1)."""
        return self.word() / WORD


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
