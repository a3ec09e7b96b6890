"""Provide nestedsoftware's neural player of the repository tictac: deep Q-learning, step by step.

The network has nine inputs, two hidden layers of 36 with relu, and nine outputs with sigmoid. The
output of an action estimates whether its player will not lose: win and draw are 1, a loss is 0. The
loops add in a fixed order, so that the weights are the same on every computer.
"""

from dataclasses import dataclass

import numpy as np

from tttlearn.course.articles.activations import portable_sigmoid
from tttlearn.course.articles.two_layers import TwoHiddenLayers, from_first, step_to_first
from tttlearn.game.rules import CELLS, LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.game.tables import fixed
from tttlearn.network.learner import seat_of
from tttlearn.support.compiled import njit

UNITS = 36
NUMBERS = fixed(np.array([0, 1, -1], dtype=np.float32)[CELLS])
"""Inputs of each state, (19683, 9), one for each cell: 0 if it is empty, +1 for X, -1 for O."""
DQN_GAMES = 2_000_000
"""Training games on each side: first as X, then as O."""
ZERO, ONE = np.float32(0), np.float32(1)


@njit
def _forward(weights, inputs, first, second, outputs, turn):
    """Fill both hidden layers, and outputs[turn], for one row of nine inputs."""
    W1, b1 = weights[0], weights[1]
    for j in range(UNITS):
        first[j] = b1[j]
    for i in range(9):
        if inputs[i] != ZERO:
            for j in range(UNITS):
                first[j] += inputs[i] * W1[i, j]
    from_first(weights, first, second, outputs, turn)
    for a in range(9):
        outputs[turn, a] = portable_sigmoid(outputs[turn, a])


@njit
def improve(weights, turned, inputs, room, turn, action, target, legal, rate):
    """Update the weights once for outputs[turn], which must have just been computed.

    The output of the action moves towards `target`, those of illegal actions towards 0.
    """
    first, second, outputs, delta, back = room
    for a in range(9):
        out, wanted = outputs[turn, a], outputs[turn, a]
        if a == action:
            wanted = target
        if not legal[a]:
            wanted = ZERO
        delta[a] = rate * (out - wanted) * (out * (ONE - out))
    step_to_first(weights, turned, first, second, delta, back)
    W1, down = weights[0], back[0]
    for k in range(9):
        if inputs[k] != ZERO:
            for j in range(UNITS):
                W1[k, j] -= inputs[k] * down[j]


@njit
def dqn_games(
    weights, rules, opponents, seats, epsilons, rate, script, winners, visits, played, rng
):
    """Play a game for each entry of `winners`, on the turns of its seat; learn after each."""
    following, terminal, winner, legal, numbers = rules
    first, second = np.empty((2, UNITS), np.float32)
    outputs, delta = np.empty((10, 9), np.float32), np.empty(9, np.float32)
    room = first, second, outputs, delta, np.empty((2, UNITS), np.float32)
    turned = weights[2].T.copy()
    states, actions = np.empty(10, np.int64), np.empty(9, np.int64)
    for game in range(len(winners)):
        state, n, mine, over = START, 0, seats[game], False
        while not over:
            if n % 2 == mine:
                _forward(weights, numbers[state], first, second, outputs, n)
                action = outputs[n].argmax()
                if rng.random() < epsilons[game]:
                    action = int(rng.random() * 9)
                visits[state] += 1
            else:
                u, action = rng.random(), 0
                for a in range(8):
                    action += u >= opponents[played[0] % len(opponents), state, a]
            states[n], actions[n] = state, script[n] if n < len(script) else action
            state = following[state, actions[n]]
            n += 1
            over = state < 0 or terminal[state]
        # A player that takes an illegal cell has lost: no state follows, the other side has won.
        winners[game] = winner[state] if state >= 0 else (-1 if mine == 0 else 1)
        if state >= 0:
            visits[state] += 1
        lost = winners[game] == (-1 if mine == 0 else 1)
        target, last = ZERO if lost else ONE, n - 1 if (n - 1) % 2 == mine else n - 2
        for t in range(last, -1, -2):
            inputs, turn = numbers[states[t]], t
            if t < last:  # the outputs of the last move remain from playing
                _forward(weights, inputs, first, second, outputs, 9)
                turn = 9
            improve(weights, turned, inputs, room, turn, actions[t], target, legal[states[t]], rate)
            target = outputs[t].max()
        played[0] += 1


@dataclass(eq=False)
class DeepQ(TwoHiddenLayers):
    """nestedsoftware's network; by default it plays `games_each` games as X, and then as O.

    `rate` is that of the mean of nine squared errors, as in the program. `epsilon` is the initial
    probability of taking any cell.
    """

    games_each: int = DQN_GAMES
    rate: float = 0.1
    epsilon: float = 0.7

    sizes = 9, UNITS, UNITS, 9
    output = "sigmoid"

    def first_weights(self):
        """Return the initial weights, flat: uniform up to 1 / sqrt(inputs of the layer)."""
        table = np.zeros(self.parameters, np.float32)
        for part, inputs in zip(
            self.parts_of(table), (9, 9, UNITS, UNITS, UNITS, UNITS), strict=True
        ):
            part[...] = self.rng.uniform(-1, 1, part.shape) / np.sqrt(inputs)
        return table

    def outputs_in(self, states):
        """Return the outputs in these states after sigmoid, (n, 9)."""
        outputs = np.empty((len(states), 9), np.float32)
        fill_outputs(self.weights, NUMBERS[states], outputs)
        return outputs

    def seat(self, opponent, side):
        """Return the first turn, None for first X and then O, and the opponents' thresholds."""
        side, opponents = seat_of(opponent, side)
        return {"X": 0, "O": 1, "both": None}[side], opponents

    def play_on(self, seat, script, winners):
        """Play these games, or the one in `script`, and learn from each."""
        mine, opponents = seat
        games = np.arange(self.games, self.games + len(winners))
        seats = (games >= self.games_each) + 0 if mine is None else np.full(len(games), mine)
        # The mean of nine squared errors has 2 / 9 of the gradient of half their sum.
        rate, rules = np.float32(self.rate * 2 / 9), (NEXT, TERMINAL, WINNER, LEGAL, NUMBERS)
        dqn_games(
            *(self.weights, rules, opponents, seats),
            *(dqn_epsilon(games, self.games_each, self.epsilon), rate),
            *(script, winners, self.visits, self.played, self.rng),
        )


@njit
def fill_outputs(weights, inputs, outputs):
    """Fill `outputs` (number, 9) with the outputs for these rows of inputs."""
    first, second = np.empty((2, UNITS), np.float32)
    for k in range(len(inputs)):
        _forward(weights, inputs[k], first, second, outputs, k)


def dqn_epsilon(games, games_each=DQN_GAMES, first=0.7):
    """Return the probability of taking any cell in these games.

    It begins with `first`, and falls by 0.1 after each tenth of a side's games.
    """
    tenth = games % games_each // max(games_each // 10, 1)
    return np.maximum(first - 0.1 * tenth, 0.0)


def nestedsoftware_dqn(seed=0, games_each=DQN_GAMES):
    """Return nestedsoftware's deep Q-learner: 2,000,000 games as X, then as many as O, one network.

    It learns by SGD with rate 0.1 on the mean squared error, gamma 1, win 1, draw 1, loss 0, after
    each game from its last action to its first. The outputs of illegal cells are trained to 0. Its
    quirks are kept: exploring takes any of the nine cells, and the highest output may be an illegal
    one; a player that takes an illegal cell has lost; the best output at the next turn is taken
    over all nine cells; a draw is worth a win. The target network is a copy made after every game,
    so it equals the network that played the game. `games_each` is a smaller number of games on each
    side, with the same schedule.
    """
    return DeepQ(seed=seed, name="nestedsoftware, deep Q", games_each=games_each)
