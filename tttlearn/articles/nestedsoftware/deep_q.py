"""nestedsoftware, the neural player of the repository tictac: deep Q-learning, step by step.

Nine numbers in, two hidden layers of 36 with relu, nine outputs with sigmoid. What is said of an
action is whether its player will not lose: win and draw are 1, a loss is 0. The loops add in a
fixed order, so that the weights are the same on every computer.
"""

from dataclasses import dataclass

import numpy as np

from tttlearn.game.rules import CELLS, LEGAL, NEXT, START, TERMINAL, WINNER
from tttlearn.game.tables import fixed
from tttlearn.network.basics import Network
from tttlearn.network.learner import NetworkLearner, seat_of
from tttlearn.network.order import FACTORS, power
from tttlearn.support.compiled import HAS_NUMBA, njit

UNITS = 36
NUMBERS = fixed(np.array([0, 1, -1], dtype=np.float32)[CELLS])
"""(19683, 9): the inputs, one for each cell: 0 when it is empty, +1 for X, -1 for O."""
SHAPES = ((9, UNITS), (UNITS,), (UNITS, UNITS), (UNITS,), (UNITS, 9), (9,))
"""Weights and biases of the three layers, one after the other in the table."""
DQN_GAMES = 2_000_000
"""Training games on each side: first as X, then as O."""
F0, F1, F2, F3, F4, F5, F6, F7 = FACTORS
ZERO, ONE = np.float32(0), np.float32(1)


@njit
def sigmoid(z):
    """1 / (1 + e**-z), from sums, products and one division."""
    y = -min(abs(np.float64(z)), 40.0) / 64.0
    p = F0 + y * (F1 + y * (F2 + y * (F3 + y * (F4 + y * (F5 + y * (F6 + y * F7))))))
    for _ in range(6):
        p = p * p
    return np.float32((1.0 if z >= 0 else p) / (1.0 + p))


@njit
def forward(weights, inputs, first, second, outputs, turn):
    """Fill both hidden layers, and outputs[turn], for one row of nine inputs."""
    W1, b1, W2, b2, W3, b3 = weights
    for j in range(UNITS):
        first[j] = b1[j]
        second[j] = b2[j]
    for i in range(9):
        if inputs[i] != ZERO:
            for j in range(UNITS):
                first[j] += inputs[i] * W1[i, j]
    for i in range(UNITS):
        first[i] = max(first[i], ZERO)
        if first[i] > ZERO:
            for j in range(UNITS):
                second[j] += first[i] * W2[i, j]
    for a in range(9):
        outputs[turn, a] = b3[a]
    for i in range(UNITS):
        second[i] = max(second[i], ZERO)
        if second[i] > ZERO:
            for a in range(9):
                outputs[turn, a] += second[i] * W3[i, a]
    for a in range(9):
        outputs[turn, a] = sigmoid(outputs[turn, a])


@njit
def step_down(weights, inputs, first, second, delta, back):
    """One step: `delta` holds the gradients at the outputs before sigmoid, times the rate."""
    W1, b1, W2, b2, W3, b3 = weights
    for i in range(UNITS):
        back[i] = ZERO
        if second[i] > ZERO:
            for a in range(9):
                back[i] += W3[i, a] * delta[a]
                W3[i, a] -= second[i] * delta[a]
    for a in range(9):
        b3[a] -= delta[a]
    for i in range(UNITS):
        if first[i] > ZERO:
            total = ZERO
            for j in range(UNITS):
                total += W2[i, j] * back[j]
            for j in range(UNITS):
                W2[i, j] -= first[i] * back[j]
            b1[i] -= total
            for k in range(9):
                if inputs[k] != ZERO:
                    W1[k, i] -= inputs[k] * total
    for j in range(UNITS):
        b2[j] -= back[j]


@njit
def improve(weights, inputs, room, action, target, legal, rate):
    """One step of the outputs in one state: the action's towards `target`, illegal ones' to 0."""
    first, second, outputs, delta, back = room
    forward(weights, inputs, first, second, outputs, 9)
    for a in range(9):
        out, wanted = outputs[9, a], outputs[9, a]
        if a == action:
            wanted = target
        if not legal[a]:
            wanted = ZERO
        delta[a] = rate * (out - wanted) * (out * (ONE - out))
    step_down(weights, inputs, first, second, delta, back)


@njit
def dqn_games(
    weights, rules, opponents, seats, epsilons, rate, script, winners, visits, played, rng
):
    """Play a game for each entry of `winners`, on the turns of its seat; learn after each."""
    following, terminal, winner, legal, numbers = rules
    first, second, back = np.empty((3, UNITS), np.float32)
    outputs, delta = np.empty((10, 9), np.float32), np.empty(9, np.float32)
    room = first, second, outputs, delta, back
    states, actions = np.empty(10, np.int64), np.empty(9, np.int64)
    for game in range(len(winners)):
        state, n, mine, over = START, 0, seats[game], False
        while not over:
            if n % 2 == mine:
                forward(weights, numbers[state], first, second, outputs, n)
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
        # Who takes an illegal cell has lost: no state follows, and the other side has won.
        winners[game] = winner[state] if state >= 0 else (-1 if mine == 0 else 1)
        if state >= 0:
            visits[state] += 1
        lost = winners[game] == (-1 if mine == 0 else 1)
        target, last = ZERO if lost else ONE, n - 1 if (n - 1) % 2 == mine else n - 2
        for t in range(last, -1, -2):
            now = states[t]
            improve(weights, numbers[now], room, actions[t], target, legal[now], rate)
            target = outputs[t].max()
        played[0] += 1


@dataclass(eq=False)
class DeepQ(NetworkLearner):
    """nestedsoftware's network; by default it plays `games_each` games as X, and then as O.

    `rate` is that of the mean of nine squared errors, as the program has it.
    """

    games_each: int = DQN_GAMES
    rate: float = 0.1

    def __post_init__(self):
        super().__post_init__()
        self.weights = views(self.table)

    def first_weights(self):
        """The flat table of first weights: uniform up to 1 / sqrt(inputs of the layer)."""
        table = np.zeros(sum(int(np.prod(shape)) for shape in SHAPES), np.float32)
        for part, inputs in zip(views(table), (9, 9, UNITS, UNITS, UNITS, UNITS), strict=True):
            part[...] = self.rng.uniform(-1, 1, part.shape) / np.sqrt(inputs)
        return table

    @property
    def network(self):
        """Its weights as a `Network`, a copy in double precision."""
        parts = [part.astype(float) for part in self.weights]
        return Network(parts[::2], parts[1::2], "sigmoid")

    @property
    def parameters(self):
        """How many numbers there are to learn."""
        return self.table.size

    def outputs_in(self, states):
        """(n, 9): the outputs in these states, after sigmoid."""
        found = np.empty((len(states), 9), np.float32)
        outputs_in(self.weights, NUMBERS[states], found)
        return found

    def seat(self, opponent, side):
        """(first turn, or None for first X and then O, thresholds of the opponents)."""
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
            *(self.weights, rules, opponents, seats, dqn_epsilon(games, self.games_each), rate),
            *(script, winners, self.visits, self.played, self.rng),
        )


@njit
def outputs_in_loops(weights, inputs, found):
    """Fill `found` (number, 9) with the outputs for these rows of inputs."""
    first, second = np.empty((2, UNITS), np.float32)
    for k in range(len(inputs)):
        forward(weights, inputs[k], first, second, found, k)


def outputs_in_numpy(weights, inputs, found):
    """The same, all rows at once."""
    layer = inputs
    for W, b in zip(weights[::2], weights[1::2], strict=True):
        total = np.repeat(b[None], len(inputs), axis=0)
        for i in range(len(W)):
            total += layer[:, i, None] * W[i]
        layer = np.maximum(total, 0)
    p = power(-np.minimum(np.abs(total.astype(float)), 40.0))
    found[...] = np.where(total >= 0, 1.0, p) / (1.0 + p)


outputs_in = outputs_in_loops if HAS_NUMBA else outputs_in_numpy


def views(table):
    """The weights and biases of all layers, a tuple of arrays that are parts of the table."""
    ends = np.cumsum([int(np.prod(shape)) for shape in SHAPES])[:-1]
    parts = np.split(table, ends)
    return tuple(part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True))


def dqn_epsilon(games, games_each=DQN_GAMES):
    """The probability of taking any cell: 0.7, less 0.1 after each tenth of a side's games."""
    tenth = games % games_each // max(games_each // 10, 1)
    return np.maximum(0.7 - 0.1 * tenth, 0.0)


def nestedsoftware_dqn(seed=0, games_each=DQN_GAMES):
    """nestedsoftware's deep Q-learner: 2,000,000 games as X, then as many as O, with one network.

    SGD with rate 0.1 on the mean squared error, gamma 1, win 1, draw 1, loss 0, after each game
    from its last action to its first. The outputs of illegal cells are trained to 0. Quirks, kept:
    exploring takes any of the nine cells, and the highest output may be an illegal one; who takes
    an illegal cell has lost; the best output at the next turn is taken over all nine cells; a draw
    is worth a win. The network that names the targets is the one that the game was played with, a
    copy made after every game. `games_each`: fewer games on each side, with the same schedule.
    """
    return DeepQ(seed=seed, name="nestedsoftware, deep Q", games_each=games_each)
