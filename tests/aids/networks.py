"""Provide two small networks that learn, one in plain Python, for tests that need any."""

from dataclasses import dataclass

import numpy as np

from tttlearn.game.rules import START, UNDECIDED
from tttlearn.learn.known import known
from tttlearn.network import loops
from tttlearn.network.basics import softmax
from tttlearn.network.learner import BothSides, OneHiddenLayer, seat_of


@known
@dataclass(eq=False)
class OneSide(OneHiddenLayer):
    """Network that plays one side, greedily, and makes its moves more probable unless it lost.

    Its outputs are probabilities. The games are plain Python around the engine's steps.
    """

    rate: float = 0.1

    values = None

    @property
    def probabilities(self):
        """Outputs for each undecided state, (19683, 9); rows sum to 1."""
        table = np.zeros((len(self.visits), 9))
        table[UNDECIDED] = softmax(self.outputs[UNDECIDED].astype(float))
        return table

    def seat(self, opponent, side):
        side, opponents = seat_of(opponent, side)
        return (0 if side == "X" else 1), opponents

    def play_on(self, seat, script, winners):
        mine, opponents = seat
        for game in range(len(winners)):
            states, actions = self._played(mine, opponents[self.games % len(opponents)], script)
            winners[game] = self.tables.winner[states[-1]]
            result = winners[game] if mine == 0 else -winners[game]
            for t in range(mine, len(actions), 2):
                self._step(states[t], actions[t], self.rate * (result + 0.5))
            self.visits[states[-1]] += 1
            self.played[0] += 1

    def _played(self, mine, opponent, script):
        states, actions = [START], []
        while not self.tables.terminal[states[-1]]:
            state, t = states[-1], len(actions)
            if t % 2 == mine:
                self._forward(state)
                action = loops.best_action(self.net.logits, 0, self.tables.following, state)
                self.visits[state] += 1
            else:
                action = int((self.rng.random() >= opponent[state, :8]).sum())
            actions.append(int(script[t]) if t < len(script) else int(action))
            states.append(int(self.tables.following[state, actions[-1]]))
        return states, actions

    def _forward(self, state):
        loops.first_layer(self.net, 0, self.tables, state)
        loops.second_layer(self.net, 0)

    def _step(self, state, action, rate):
        delta = self.net.delta
        self._forward(state)
        loops.to_probabilities(self.net.logits, delta, 0)
        delta[action] -= 1
        delta *= np.float32(rate)
        loops.learn_all(self.net, 0, self.tables, state)


NETWORKS = {"one side": OneSide, "both sides": BothSides}
