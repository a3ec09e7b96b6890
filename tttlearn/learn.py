"""Learning: an engine that plays episodes and applies a rule to each, millions a second.

An **episode** is one game: its states, its actions, its winner. A **rule** is a plain function that
updates a table from an episode; the settings that it needs follow, by name:

    def td(V, episode, alpha, gamma):
        V[episode.states[-1]] = episode.winner
        for t in range(len(episode.states) - 1):
            s, s_next = episode.states[t], episode.states[t + 1]
            V[s] += alpha * (gamma * V[s_next] - V[s])

A `Learner` holds a rule, its settings and its table; its method `learn` plays games and applies
the rule after each. The rule is compiled into the game loop, whether it comes from this package or
from a notebook cell, and gives the same table, bit for bit, as it does uncompiled. In a game no
state returns, so that learning after the game, in the order of play, is learning move by move.

The shape of the table says what is learned: (19683,) a value for each state, (19683, 9) for each
action in each state, (2, 19683, 9) the same twice, acting by the mean. Values are values to X.
"""

import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from tttlearn.compiled import CompileError
from tttlearn.episodes import compiled_loop, entries, play_and_learn, reader_for
from tttlearn.faults import RuleError, watched, why_not_compiled
from tttlearn.play import thresholds
from tttlearn.policy import check_policy, first_best, greedy, sample
from tttlearn.rules import LEGAL, N_STATES, NEXT, START, TERMINAL, TURN, WINNER, O, X

SIDES = {"X": X, "O": O, "both": 0}
CHUNK_SECONDS = (
    0.2  # how long the compiled loop runs before it looks whether somebody wants to stop
)


@dataclass(eq=False)
class Learner:
    """A player that learns: a rule, its settings, how it explores, and the table that it fills.

    `rule(table, episode, ...)` with its settings, by name, in `settings`; `epsilon`: the
    probability of exploring, a number or a function of the numbers of games played before, an
    array; `ties`: "random" or "first"; `symmetric`: one entry for all images of a state; `seed`:
    where its randomness starts. `read(table, state, action, following)` is the value to X of an
    action, for ints and for arrays; by default it follows from the shape of the table.
    """

    rule: Callable
    table: np.ndarray
    settings: dict = field(default_factory=dict)
    epsilon: float | Callable = 0.1
    ties: str = "random"
    symmetric: bool = False
    seed: int = 0
    read: Callable | None = None
    name: str = "learner"

    def __post_init__(self):
        self.table = np.ascontiguousarray(self.table, dtype=float)
        if self.read is None:
            self.read = reader_for(self.table)
        if self.ties not in ("random", "first"):
            raise ValueError(f'ties are broken "random" or "first", not {self.ties!r}')
        number = self.epsilon is not None and not callable(self.epsilon)
        if number and not 0 <= self.epsilon <= 1:
            raise ValueError(f"epsilon is a probability from 0 to 1, not {self.epsilon!r}")
        self.untaught = self.table.copy()
        self.rng = np.random.default_rng(self.seed)
        self.played = np.zeros(1, dtype=np.int64)
        self.visited = np.zeros(N_STATES, dtype=bool)
        self.visited[START] = True

    @property
    def games(self):
        """The number of games it has learned from."""
        return int(self.played[0])

    @property
    def values(self):
        """What the learner thinks: (19683, 9) values to X of each action, NaN on illegal cells."""
        keys, cell_keys = entries(self.symmetric)
        states, actions = np.nonzero(LEGAL)
        after = keys[NEXT[states, actions]]
        values = np.full(LEGAL.shape, np.nan)
        places = keys[states], cell_keys[states, actions], after
        values[states, actions] = self.read(self.table, *places)
        return values

    @property
    def policy(self):
        """The greedy policy of the table as it is, (19683, 9), ties as the learner breaks them."""
        return (greedy if self.ties == "random" else first_best)(self.values)

    def act(self, state, rng):
        """The cell it takes in `state`, without exploring."""
        return sample(self.policy, state, rng)

    def learn(self, games, opponent=None, side="both"):
        """Play `games` games and apply the rule after each; the winners, (games,) int8.

        Without an opponent the learner plays both sides. With one, a policy or a list of policies
        that take turns, `side` is "X" or "O". The same seed and games give the same table, in one
        call or in several. Interrupting leaves the table as it was after some whole number of
        games. Raises RuleError when the rule cannot be used, ValueError for bad arguments.
        """
        if not isinstance(games, (int, np.integer)) or isinstance(games, bool) or games < 0:
            raise ValueError(f"the number of games is a whole number, 0 or more, not {games!r}")
        seat = _seat(self, opponent, side)
        winners = np.empty(games, np.int8)
        done, chunk = 0, 1000
        while done < games:
            n = min(chunk, games - done)
            start = time.perf_counter()
            _learn_chunk(self, seat, winners[done : done + n])
            # The length of a chunk depends on the machine, the numbers do not: rng just goes on.
            pace = CHUNK_SECONDS / max(time.perf_counter() - start, 1e-6)
            chunk = int(n * min(10, pace)) + 1
            done += n
        return winners

    def fresh(self, seed):
        """A learner with the same rule and settings that has learned nothing yet, from `seed`."""
        return replace(self, table=self.untaught.copy(), seed=seed)

    def moment(self):
        """All that changes while it learns, for `go_back_to`."""
        state = self.rng.bit_generator.state
        return self.table.copy(), self.visited.copy(), state, self.games

    def go_back_to(self, moment):
        """Be again as it was when `moment` was taken."""
        self.table[...], self.visited[...], self.rng.bit_generator.state, self.played[0] = moment


def _seat(learner, opponent, side):
    """What the game loop needs to know of who plays: (side, thresholds of the opponents)."""
    if learner.rule is None or learner.epsilon is None:
        raise RuleError(
            f"{learner.name} was loaded without its own rule or epsilon: hand them over"
        )
    if side not in SIDES or (side == "both") != (opponent is None):
        raise ValueError(
            f'a learner plays side "both" alone, or "X" or "O" against an opponent; not {side!r} '
            f"{'alone' if opponent is None else 'against one'}"
        )
    if opponent is None:
        return 0, np.zeros((0, N_STATES, 9))
    policies = opponent if isinstance(opponent, (list, tuple)) else [opponent]
    return SIDES[side], np.stack([thresholds(check_policy(policy)) for policy in policies])


def _learn_chunk(learner, seat, winners):
    before = learner.moment()
    if not _runs_well(learner, seat, winners):
        _find_fault(learner, seat, before, len(winners))


def _runs_well(learner, seat, winners):
    """Whether the rule got through these games and left only finite numbers in the table."""
    try:
        _run(learner, seat, winners)
    except (ArithmeticError, LookupError):
        return False
    return bool(np.isfinite(learner.table).all())


def _find_fault(learner, seat, before, games):
    """Raise RuleError for the first game of a chunk that goes wrong, the table as it was before."""
    good, bad = 0, games
    while bad - good > 1:
        middle = (good + bad) // 2
        learner.go_back_to(before)
        well = _runs_well(learner, seat, np.empty(middle, np.int8))
        good, bad = (middle, bad) if well else (good, middle)
    learner.go_back_to(before)
    _run(learner, seat, np.empty(good, np.int8))
    sound = learner.moment()
    what = watched(
        learner.rule, learner.table, lambda: _run(learner, seat, np.empty(1, np.int8), plain=True)
    )
    learner.go_back_to(sound)
    raise RuleError(f"the rule {learner.rule.__name__}, in game {learner.games + 1}, {what}")


def _run(learner, seat, winners, plain=False):
    """Play and learn len(winners) games, in the compiled loop or, to look closely, in Python."""
    side, opponents = seat
    loop, rule, read = compiled_loop(learner.rule, learner.read)
    if plain:
        loop, rule, read = play_and_learn, learner.rule, learner.read
    keys, cell_keys = entries(learner.symmetric)
    try:
        loop(
            *(rule, read, learner.table, _settings(learner), _epsilons(learner, len(winners))),
            *(side, opponents, learner.ties == "random", keys, cell_keys, learner.visited),
            *(winners, learner.played, learner.rng, NEXT, TERMINAL, WINNER, TURN),
        )
    except CompileError as error:
        raise RuleError(why_not_compiled(learner.rule, error)) from None


def _epsilons(learner, n):
    """The probability of exploring in each of the next n games, (n,)."""
    games = np.arange(learner.games, learner.games + n)
    epsilon = learner.epsilon(games) if callable(learner.epsilon) else learner.epsilon
    epsilons = np.broadcast_to(np.asarray(epsilon, dtype=float), games.shape).copy()
    wrong = games[~((epsilons >= 0) & (epsilons <= 1))]
    if wrong.size:
        value = epsilons[wrong[0] - learner.games]
        raise ValueError(f"epsilon is a probability, but {value} after {wrong[0]} games")
    return epsilons


def _settings(learner):
    """The settings that the rule names after its table and episode, in its order."""
    names = list(inspect.signature(learner.rule).parameters)[2:]
    missing = [name for name in names if name not in learner.settings and name != "rng"]
    if missing:
        raise RuleError(f"the rule {learner.rule.__name__} needs {missing[0]}, which is not set")
    # Floats throughout, so that alpha=1 and alpha=0.5 run the same compiled rule.
    return tuple(learner.rng if n == "rng" else float(learner.settings[n]) for n in names)
