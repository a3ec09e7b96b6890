"""Learning: an engine that plays episodes and applies a rule to each, millions a second.

An **episode** is one game: its states, its actions, its winner. A **rule** is a plain function that
updates a table from an episode; it names the settings that it needs after these:

    def monte_carlo(V, episode, alpha):
        for s in episode.states:
            V[s] += alpha * (episode.winner - V[s])

A `Learner` holds a rule, its settings and its table; its method `learn` plays games and applies
the rule after each. The rule is compiled into the game loop, whether it comes from this package or
from a notebook cell, and gives the same table, bit for bit, as it does uncompiled. No state returns
in a game, so learning after the game, in the order of play, is the same as learning move by move.

The shape of the table says what is learned: (19683,) a value for each state, (19683, 9) for each
action in each state, (2, 19683, 9) the same twice, acting by the mean. Values are values to X. For
another game, `rules`, the tables have as many states and actions as the game.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from inspect import signature

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.matches import thresholds
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import SIDES, Rules, fixed
from tttlearn.learn.blocks import Pace
from tttlearn.learn.engine import learn_block
from tttlearn.learn.episodes import (
    SYMMETRIC,
    compiled_loop,
    entries,
    in_numbers,
    plain_loop,
    reader_for,
)
from tttlearn.learn.pupil import Pupil
from tttlearn.learn.rule_errors import RuleError
from tttlearn.learn.settings import check_settings, plain_number, rule_parameters
from tttlearn.support import arguments
from tttlearn.support.arguments import shown
from tttlearn.support.strangers import described

SEATS = {**SIDES, "both": 0}
"""Which sides a learner can play, by name: +1 X, -1 O, 0 both."""


class ReadError(ValueError):
    """A `read` that is no way to read a table, or not one of this shape."""


@dataclass(eq=False)
class Learner(Pupil):
    """A player that learns: a rule, its settings, how it explores, and the table that it fills.

    `rule(table, episode, ...)` with its settings, by name, in `settings`: floats, ints and bools,
    which arrive as such; RuleError, a ValueError, for one that the rule does not name. `table`: the
    numbers that it begins with. The learner fills a copy: the array or list that you give does not
    change. `epsilon`: the probability of exploring, a number, or a function from an array, the
    numbers of games played before; `ties`: "random" or "first"; `symmetric`: False, "positions"
    (one row for a position and its mirror images) or "moves" (the same, and moves that look alike
    share an entry, too); `seed`: where its randomness starts. `visits` counts for each state how
    often the learner was to move there, or the game ended there.

    `read(table, state, action, following)` is the value to X of an action, for ints and for arrays;
    by default it follows from the shape of the table. `read_learning`: the same for ints, if it
    reads differently in the games from which it learns. `rules`: the game. Raises ValueError for
    arguments out of range, and RuleError if a rule of this package is for tables of another shape.
    """

    rule: Callable
    table: np.ndarray
    settings: dict = field(default_factory=dict)
    epsilon: float | Callable = 0.1
    ties: str = "random"
    symmetric: bool | str = False
    seed: int = 0
    read: Callable | None = None
    read_learning: Callable | None = None
    name: str = "learner"
    rules: Rules = TICTACTOE

    def __post_init__(self):
        check_rules(self.rules)
        self.table = arguments.doubles(self.table, "a table is an array").copy(order="C")
        self.rule = getattr(self.rule, "py_func", self.rule)  # one that is compiled already
        if self.rule is not None:
            _check_rule(self.rule)
            check_settings(self.rule, self.settings)
            self._check_made_for()
        arguments.text(self.name, "the name of a learner")
        self._check_choices()
        if self.read is None:
            self.read = reader_for(self.table, self.rules)
        self._check_read()
        if self.epsilon is not None and not callable(self.epsilon):
            self.epsilon = arguments.share(self.epsilon, "epsilon")
        self.seed = arguments.seed(self.seed)
        self.untaught = _kept(self.table)
        self.rng = np.random.default_rng(self.seed)
        self.played = np.zeros(1, dtype=np.int64)
        self.visits = np.zeros(self.rules.n_states, dtype=np.int64)

    def _check_choices(self):
        if not arguments.is_one_of(self.ties, ("random", "first")):
            raise ValueError(f'ties are broken "random" or "first", not {shown(self.ties)}')
        if not arguments.is_one_of(self.symmetric, SYMMETRIC):
            if not arguments.is_among(self.symmetric, [False]):
                raise ValueError(f"symmetric is one of {SYMMETRIC}, not {shown(self.symmetric)}")
            self.symmetric = False  # NumPy has one of its own

    def _check_made_for(self):
        shape = in_numbers(getattr(self.rule, "made_for", self.table.shape), self.rules)
        if self.table.shape != shape:
            raise RuleError(
                f"the rule {self.rule.__name__} learns a table of shape {shape}, not "
                f"{self.table.shape}"
            )

    def _check_read(self):
        """Raise ReadError unless `read` has a number for each action, in two of the states."""
        for name in ("read", "read_learning"):
            read = getattr(self, name)
            if read is not None and not callable(read):
                raise ReadError(
                    f"{name} is a function of a table, a state, an action and the following state, "
                    f"not {shown(read)}"
                )
        states = self.rules.undecided[[0, -1]]
        try:
            answer = np.shape(self.values_in(states))
        except Exception as error:
            answer = described(error)
        if answer != (len(states), self.rules.n_actions):
            raise ReadError(
                f"read must have a number for each action in a table of shape {self.table.shape}; "
                f"it answers {answer}"
            )

    def values_in(self, states):
        """What it thinks of the actions in undecided states, one or many: values to X, a row each.

        The numbers on illegal actions mean nothing.
        """
        keys, cell_keys = entries(self.symmetric, self.rules)
        after = keys.take(self.rules.next.take(states, axis=0))
        return self.read(self.table, keys[states, None], cell_keys.take(states, axis=0), after)

    def learn_block(self, seat, games, pace):
        """Learn from the games of a `Block`, and yield the winners of each slice."""
        return learn_block(self, seat, games, pace)

    def fresh(self, seed):
        """A learner with the same rule and settings, from `seed`, that has learned nothing yet."""
        return replace(self, table=self.untaught, seed=seed)

    # What follows is what the engine asks of a learner, as LearnsByRule says.

    def functions(self):
        """(its rule, its way of reading the table in the games from which it learns)."""
        return self.rule, self.read_learning or self.read

    def loop(self, plain=False):
        """The game loop around its rule and its way of reading: compiled, or in plain Python."""
        if plain:
            return plain_loop(*self.functions())
        return compiled_loop(*self.functions(), self.table.shape, self.rules)

    def arguments(self):
        """The settings that the rule names after its table and episode, in its order."""
        # The settings may have been changed since it was made.
        return tuple(map(self._setting, check_settings(self.rule, self.settings)))

    def kept_by_zeros(self, seat):
        """Whether its rule would change the table if settings that are 0, such as alpha, were 1."""
        given = zip(rule_parameters(self.rule), self.arguments(), strict=True)
        ones = {parameter.name: type(value)(1) for parameter, value in given if value == 0}
        twin = self.fresh(self.seed)
        twin.settings = {**self.settings, **ones}
        try:
            if ones:
                list(twin.learn_block(seat, 100, Pace()))
        except RuleError:  # a rule that cannot use 1: its zeros have a reason
            return True
        return bool((twin.table != twin.untaught).any())

    def exploring(self, games):
        """Return what epsilon is after so many games, an array like `games`; check no number."""
        epsilon = self.epsilon(games) if callable(self.epsilon) else self.epsilon
        epsilon = np.asarray(epsilon, dtype=float)
        if epsilon.shape not in ((), games.shape):
            raise ValueError(f"epsilon gave {epsilon.shape} numbers for {games.shape} games")
        return np.full(games.shape, epsilon)

    def _setting(self, parameter):
        name = parameter.name
        if name == "rng":
            return self.rng
        value = self.settings.get(name, parameter.default)
        if value is parameter.empty:
            raise RuleError(f"the rule {self.rule.__name__} needs {name}, which is not set")
        return plain_number(name, value)

    def seat(self, opponent, side):
        """(side, thresholds of the opponents): who plays, as the game loop needs it."""
        if self.rule is None or self.epsilon is None:
            raise RuleError(
                f"{self.name} was loaded without its own rule or epsilon: pass them to load"
            )
        if not arguments.is_one_of(side, SEATS) or (side == "both") != (opponent is None):
            raise ValueError(
                'a learner plays side "both" alone, or "X" or "O" against an opponent; not '
                f"{shown(side)} {'alone' if opponent is None else 'against one'}"
            )
        return SEATS[side], opponent_thresholds(opponent, self.rules)


def opponent_thresholds(opponent, rules=TICTACTOE):
    """The thresholds of an opponent, or of a list of them that take turns: a table for each."""
    if opponent is None:
        return np.zeros((0, *rules.next.shape))
    opponents = opponent if isinstance(opponent, (list, tuple)) else [opponent]
    if not opponents:
        raise ValueError("there is no opponent to play against: the list is empty")
    return np.stack([thresholds(policy_of(one, rules), rules) for one in opponents])


def _kept(table):
    """A read-only copy of a table; one with the same number everywhere takes no memory."""
    bits = table.view(np.int64)  # which tell -0.0 from 0.0
    same = bool((bits == bits.flat[0]).all())
    return np.broadcast_to(table.flat[0], table.shape) if same else fixed(table.copy())


def _check_rule(rule):
    if not inspect.isfunction(rule):
        raise RuleError(f"a rule is a function of a table and an episode, not {shown(rule)}")
    if len(signature(rule).parameters) < 2:
        raise RuleError(f"the rule {rule.__name__} must take a table and an episode")
    if inspect.isgeneratorfunction(rule):
        raise RuleError(f"the rule {rule.__name__} has a yield: its lines would never run")
