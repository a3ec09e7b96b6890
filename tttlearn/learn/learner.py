"""Provide the learner: a table, a rule that updates it, and an engine that plays the games.

An **episode** is one game: its states, its actions, its winner. A **rule** is a plain function that
updates a table from an episode; it names the settings that it needs after these:

    def monte_carlo(V, episode, alpha):
        for s in episode.states:
            V[s] += alpha * (episode.winner - V[s])

A `Learner` holds a rule, its settings and its table; its method `learn` plays games and applies the
rule after each, millions in a second. The rule is compiled into the game loop, whether it comes
from this package or from a notebook cell, and gives the same table, bit for bit, as it does
uncompiled. No state returns in a game, so learning after the game, in the order of play, is the
same as learning move by move.

The shape of the table says what is learned: (19683,) a value for each state, (19683, 9) for each
action in each state, (2, 19683, 9) the same twice, acting by the mean. Values are values to X. For
another game, `rules`, the tables have as many states and actions as the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

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
"""Sides that a learner can play, by name: +1 X, -1 O, 0 both."""


class ReadError(ValueError):
    """Error of a `read` that cannot read a table, or not one of this shape."""


@dataclass(eq=False)
class Learner(Pupil):
    """Player that learns: a rule, its settings, how it explores, and the table that it fills.

    Attributes
    ----------
    rule : callable
        Learning rule `rule(table, episode, *settings)`, which updates `table` in place after a
        game.
    table : array_like of float
        Numbers to begin with. The learner fills a copy, so what you pass does not change.
    settings : dict of str to float, int or bool, optional
        Values of the settings that the rule names. Their kind stays: an int arrives as an int.
    epsilon : float or callable, default 0.1
        Probability of exploring, or a function from an array (numbers of games played before) to
        the probabilities in these games.
    ties : {"random", "first"}, default "random"
        How a tie between the best actions is broken.
    symmetric : {False, "positions", "moves"}, default False
        What may share a part of the table: nothing; a position and its mirror images (one row); or
        also the moves of a position that look alike (one entry).
    seed : int, default 0
        Seed of the learner's randomness.
    read : callable, optional
        `read(table, state, action, following)`, the value of an action, to X, for ints and for
        arrays. By default it follows from the shape of the table.
    read_learning : callable, optional
        The same for ints alone, if the table is read differently in the games from which it learns.
    name : str, default "learner"
        Name in tables and pictures.
    rules : Rules, default TICTACTOE
        Rules of the game.
    untaught : ndarray of float64
        The table before the first game. Read-only; set by the learner, as are those below.
    rng : numpy.random.Generator
        Source of all randomness of the learner.
    played : ndarray of int64, shape (1,)
        Number of games learned from.
    visits : ndarray of int64, shape (S,)
        How often the learner was to move in a state, or the game ended there.

    Raises
    ------
    ValueError
        If an argument is out of range.
    RuleError
        If the rule does not name one of the settings, or if a rule of this package is for tables of
        another shape. It is a ValueError, too.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> def monte_carlo(V, episode, alpha):
    ...     for s in episode.states:
    ...         V[s] += alpha * (episode.winner - V[s])
    >>> learner = ttt.Learner(monte_carlo, np.zeros(ttt.TICTACTOE.n_states), {"alpha": 0.1})
    >>> winners = learner.learn(1_000)
    >>> learner.games
    1000
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
        self.rule = getattr(self.rule, "py_func", self.rule)  # a rule may be compiled already
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
        self.untaught = _read_only_copy(self.table)
        self.rng = np.random.default_rng(self.seed)
        self.played = np.zeros(1, dtype=np.int64)
        self.visits = np.zeros(self.rules.n_states, dtype=np.int64)

    def _check_choices(self):
        if not arguments.is_one_of(self.ties, ("random", "first")):
            raise ValueError(f'ties are broken "random" or "first", not {shown(self.ties)}')
        if not arguments.is_one_of(self.symmetric, SYMMETRIC):
            if not arguments.is_among(self.symmetric, [False]):
                raise ValueError(f"symmetric is one of {SYMMETRIC}, not {shown(self.symmetric)}")
            self.symmetric = False  # it may have been NumPy's False

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

    def values_in(self, states: int | np.ndarray) -> np.ndarray:
        """Return the values of all actions in undecided states.

        Parameters
        ----------
        states : int or ndarray of int
            One state, or several.

        Returns
        -------
        ndarray of float64, shape (A,) or (n, A)
            Values of the actions, to X. The numbers on illegal actions mean nothing.
        """
        keys, cell_keys = entries(self.symmetric, self.rules)
        after = keys.take(self.rules.next.take(states, axis=0))
        return self.read(self.table, keys[states, None], cell_keys.take(states, axis=0), after)

    def learn_block(
        self, seat: tuple[int, np.ndarray], games: int, pace: Pace
    ) -> Iterator[np.ndarray]:
        """Learn from the games of a `Block`.

        Parameters
        ----------
        seat : tuple of (int, ndarray)
            Side that learns, and its opponents, from `seat`.
        games : int
            Number of games in the block.
        pace : Pace
            Chooses the size of the slices.

        Returns
        -------
        iterator of ndarray of int8
            Winners of the games of each slice: +1 X, -1 O, 0 draw. The games are played as it is
            advanced.
        """
        return learn_block(self, seat, games, pace)

    def fresh(self, seed: int) -> Learner:
        """Return a learner with the same rule and settings that has learned nothing yet.

        Parameters
        ----------
        seed : int
            Seed of the new learner's randomness.

        Returns
        -------
        Learner
            The new learner.
        """
        return replace(self, table=self.untaught, seed=seed)

    # The methods below are those that the engine requires of a learner (see LearnsByRule).

    def functions(self) -> tuple[Callable, Callable]:
        """Return the rule and the function that reads the table in the games that are learned from.

        Returns
        -------
        rule : callable
            The learning rule.
        read : callable
            `read_learning` if it was given, otherwise `read`.
        """
        return self.rule, self.read_learning or self.read

    def loop(self, plain: bool = False) -> Callable:
        """Return the game loop around the rule and the way of reading the table.

        Parameters
        ----------
        plain : bool, default False
            Return the loop in plain Python instead of the compiled one.

        Returns
        -------
        callable
            Called as `loop(games, settings, rng)`, like `play_and_learn`.
        """
        if plain:
            return plain_loop(*self.functions())
        return compiled_loop(*self.functions(), self.table.shape, self.rules)

    def arguments(self) -> tuple:
        """Return the settings of the rule, its arguments after the table and the episode.

        Returns
        -------
        tuple
            Values of the settings, in the order in which the rule names them.

        Raises
        ------
        RuleError
            If the rule needs a setting that is not set, or does not name one that is.
        ValueError
            If a setting is not a number.
        """
        # They are checked again, because the dict may have changed since the learner was made.
        return tuple(map(self._setting, check_settings(self.rule, self.settings)))

    def is_idle_by_zeros(self, seat: tuple[int, np.ndarray]) -> bool:
        """Return whether the rule changes nothing only because some of its settings are 0.

        Parameters
        ----------
        seat : tuple of (int, ndarray)
            Side that learns, and its opponents, from `seat`.

        Returns
        -------
        bool
            True if, with 1 instead of 0 for settings such as alpha, the rule would change the table
            or raise an exception.
        """
        given = zip(rule_parameters(self.rule), self.arguments(), strict=True)
        ones = {parameter.name: type(value)(1) for parameter, value in given if value == 0}
        twin = self.fresh(self.seed)
        twin.settings = {**self.settings, **ones}
        try:
            if ones:
                list(twin.learn_block(seat, 100, Pace()))
        except RuleError:  # the rule cannot use 1, so its zeros are there for a reason
            return True
        return bool((twin.table != twin.untaught).any())

    def exploring(self, games: np.ndarray) -> np.ndarray:
        """Return the exploration probability of each game.

        Parameters
        ----------
        games : ndarray of int, shape (n_games,)
            Indices of the games, counted from 0.

        Returns
        -------
        ndarray of float64, shape (n_games,)
            Probability of exploring in each game. It is not checked to be in [0, 1].

        Raises
        ------
        ValueError
            If a function `epsilon` returns another number of values.
        """
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

    def seat(self, opponent: Any, side: str) -> tuple[int, np.ndarray]:
        """Return the side that learns and its opponents, as the game loop needs them.

        Parameters
        ----------
        opponent : player, list of players or None
            Opponent, or several that take turns, as in `learn`.
        side : {"X", "O", "both"}
            Side that learns; "both" without an opponent, otherwise "X" or "O".

        Returns
        -------
        side : int
            +1 X, -1 O, 0 both.
        opponents : ndarray of float64, shape (n_opponents, S, A)
            `thresholds` of the opponents.

        Raises
        ------
        RuleError
            If the learner was loaded without its own rule or epsilon.
        ValueError
            If `side` does not fit the opponent, or the opponent is no player.
        """
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


def opponent_thresholds(opponent: Any, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the `thresholds` of an opponent, or of several that take turns.

    Parameters
    ----------
    opponent : player, list of players or None
        Whatever `policy_of` accepts, a list or tuple of it, or None for no opponent.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    ndarray of float64, shape (n_opponents, S, A)
        A table for each opponent.

    Raises
    ------
    ValueError
        If the list is empty, or an opponent is no player.
    """
    if opponent is None:
        return np.zeros((0, *rules.next.shape))
    opponents = opponent if isinstance(opponent, (list, tuple)) else [opponent]
    if not opponents:
        raise ValueError("there is no opponent to play against: the list is empty")
    return np.stack([thresholds(policy_of(player, rules), rules) for player in opponents])


def _read_only_copy(table):
    """Return a read-only copy of a table; a table of one repeated number takes no memory."""
    bits = table.view(np.int64)  # unlike the floats, these tell -0.0 from 0.0
    same = bool((bits == bits.flat[0]).all())
    return np.broadcast_to(table.flat[0], table.shape) if same else fixed(table.copy())


def _check_rule(rule):
    if not inspect.isfunction(rule):
        raise RuleError(f"a rule is a function of a table and an episode, not {shown(rule)}")
    if len(signature(rule).parameters) < 2:
        raise RuleError(f"the rule {rule.__name__} must take a table and an episode")
    if inspect.isgeneratorfunction(rule):
        raise RuleError(f"the rule {rule.__name__} has a yield: its lines would never run")
