"""Policies: how a player moves, as one array.

A policy is an array with a row for each state and an entry for each action; in tic-tac-toe, which
is meant unless other rules are given, (19683, 9). Row s is a probability distribution over the
actions that are legal in state s; rows of states without a side to move are zero. Random play,
minimax, every learner and every network become this one kind of thing, so evaluation, plots and the
board are written once.

`greedy` and `first_best` turn action values of the same shape, which are values to X, into
policies: X takes the highest, O the lowest. Ties are a decision: `greedy` shares its weight evenly
among them, `first_best` takes the first action. A tie means equal numbers, with no tolerance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tttlearn.game.large import LargeRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, Rules
from tttlearn.support.arguments import doubles, generator, share, text, whole

ROW_SUM_TOLERANCE = 1e-9
"""Largest difference of the sum of a row from 1, because its numbers are rounded."""
BLOCK_STATES = 2**16
"""Number of states whose best actions are found together, so that their values stay in a cache."""


def random_policy(rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the policy that takes each legal action with equal probability.

    Parameters
    ----------
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.random_policy()[ttt.parse("XOX/XOO/.X.")].tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.5]
    """
    return shared(check_rules(rules).legal[rules.undecided], rules)


def greedy(values_of_actions: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the policy with equal weight on all best legal actions of each state.

    Parameters
    ----------
    values_of_actions : numpy.ndarray, shape (S, A)
        Value to X of each action in each state; entries of illegal actions are ignored.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy. X takes the highest value, O the lowest.

    Raises
    ------
    ValueError
        If the shape is wrong, or the value of a legal action is NaN.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> same = ttt.greedy(np.zeros((19_683, 9)))
    >>> (same == ttt.random_policy()).all().item()
    True
    """
    return shared(_best_rows(values_of_actions, rules), rules)


def first_best(values_of_actions: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the deterministic policy that takes the first best legal action of each state.

    Parameters
    ----------
    values_of_actions : numpy.ndarray, shape (S, A)
        Value to X of each action in each state, as in `greedy`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy.

    Raises
    ------
    ValueError
        If the shape is wrong, or the value of a legal action is NaN.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> perfect = ttt.first_best(ttt.action_values(ttt.state_values()))
    >>> perfect[ttt.START].tolist()
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    return first(_best_rows(values_of_actions, rules), rules)


def epsilon_greedy(
    values_of_actions: np.ndarray, epsilon: float, rules: Rules = TICTACTOE
) -> np.ndarray:
    """Return the policy that moves at random with probability epsilon, and is greedy otherwise.

    Parameters
    ----------
    values_of_actions : numpy.ndarray, shape (S, A)
        Value to X of each action in each state, as in `greedy`.
    epsilon : float
        Probability of a random move, from 0 to 1.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy.

    Raises
    ------
    ValueError
        If the shape is wrong, the value of a legal action is NaN, or `epsilon` is out of range.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> q = ttt.action_values(ttt.state_values())
    >>> ttt.epsilon_greedy(q, 0.5)[ttt.parse("XX./OO./...")].round(2).tolist()
    [0.0, 0.0, 0.6, 0.0, 0.0, 0.1, 0.1, 0.1, 0.1]
    """
    epsilon = share(epsilon, "epsilon")
    return (1 - epsilon) * greedy(values_of_actions, rules) + epsilon * random_policy(rules)


def action_values(V: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the value to X of each action, which is the value of the state after it.

    Parameters
    ----------
    V : numpy.ndarray, shape (S,)
        Value to X of each state.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        Values, NaN for illegal actions.

    Raises
    ------
    ValueError
        If `V` has another shape.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.action_values(ttt.state_values())[ttt.parse("XOX/XOO/.X.")].tolist()
    [nan, nan, nan, nan, nan, nan, 0.0, nan, 1.0]
    """
    V = doubles(V, "the values of states are an array", (check_rules(rules).n_states,))
    return np.where(rules.legal, V[rules.next], np.nan)


def best_cells(values_of_actions: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return which legal actions are best for the side to move, ties included.

    Parameters
    ----------
    values_of_actions : numpy.ndarray, shape (S, A)
        Value to X of each action in each state, as in `greedy`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of bool, shape (S, A)
        The best actions; in tic-tac-toe an action is a cell.

    Raises
    ------
    ValueError
        If the shape is wrong, or the value of a legal action is NaN.
    """
    rows = _best_rows(values_of_actions, rules)
    best = np.zeros(rules.next.shape, dtype=bool)
    best[rules.undecided] = rows  # other rows have no legal actions
    return best


def _best_rows(values_of_actions, rules):
    """Return the rows of `best_cells` for the undecided states."""
    shape = check_rules(rules).next.shape
    values = doubles(values_of_actions, "action values are an array", shape)
    return best_by_blocks(lambda states: values.take(states, axis=0), rules)


def best_by_blocks(values_in: Callable[[np.ndarray], np.ndarray], rules: Rules) -> np.ndarray:
    """Return which actions are best in the undecided states, which are looked at block by block.

    Parameters
    ----------
    values_in : callable
        Function of an array of n undecided states, which returns the values to X of their actions,
        an array of shape (n, A).
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of bool, shape (n_undecided, A)
        The best actions, ties included.

    Raises
    ------
    ValueError
        If the value of a legal action is NaN.
    """
    blocks = [best_in(states, values_in(states), rules) for states in undecided_by_blocks(rules)]
    return np.concatenate(blocks)


def undecided_by_blocks(rules: Rules) -> list[np.ndarray]:
    """Return the undecided states in blocks whose action values fit into a cache.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    list of numpy.ndarray of int64
        Consecutive parts of `rules.undecided`, of at most 65,536 states.
    """
    starts = range(0, len(rules.undecided), BLOCK_STATES)
    return [rules.undecided[n : n + BLOCK_STATES] for n in starts]


def best_in(states: np.ndarray, values: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return which legal actions are best in some states, ties included.

    Parameters
    ----------
    states : numpy.ndarray of int, shape (n,)
        Undecided states.
    values : numpy.ndarray, shape (n, A)
        Value to X of each action in each of them.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of bool, shape (n, A)
        The best actions.

    Raises
    ------
    ValueError
        If the value of a legal action is NaN.
    """
    legal = rules.legal.take(states, axis=0)
    # The turn is the only sign in the package: X maximises the value to X, O minimises it.
    score = np.where(legal, rules.turn[states, None] * values, -np.inf)
    # NaN if a value is NaN. Column by column, which takes a fifth of the time.
    highest = np.maximum.reduce(list(score.T))[:, None]
    if np.isnan(highest).any():
        wrong = np.zeros(rules.next.shape, dtype=bool)
        wrong[states] = legal & np.isnan(values)
        _complain(rules, wrong, "the value of a legal action is not a number (NaN)")
    return legal & (score == highest)


def shared(rows: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the policy with equal weight on given actions.

    Parameters
    ----------
    rows : numpy.ndarray of bool, shape (n_undecided, A)
        Actions in each undecided state.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy.
    """
    policy = np.zeros(rules.next.shape)
    policy[rules.undecided] = rows / (rows @ np.ones(rules.n_actions))[:, None]
    return policy


def first(rows: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the policy that takes the first of given actions.

    Parameters
    ----------
    rows : numpy.ndarray of bool, shape (n_undecided, A)
        Actions in each undecided state.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy.
    """
    policy = np.zeros(rules.next.shape)
    policy[rules.undecided, rows.argmax(1)] = 1
    return policy


def check_policy(policy: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return a policy in double precision, or raise an error if it is not a policy.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy. In each reachable undecided state, 4,520 in tic-tac-toe, the row must be a
        distribution over the legal actions.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy. One in single precision is made to sum to 1 as exactly as one in double
        precision.

    Raises
    ------
    ValueError
        If it is not a policy. The message names the problem and draws the first state that has it.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.check_policy(ttt.random_policy()).shape
    (19683, 9)
    """
    table = _policy_table(policy, check_rules(rules))
    if rules.is_listed:
        from tttlearn.evaluation.listed import is_sound  # Numba takes time to load

        if not is_sound(table, rules, ROW_SUM_TOLERANCE):
            _explain_faults(table, rules)
        return table
    rows, legal = (array.take(rules.undecided, axis=0) for array in (table, rules.legal))
    # These sums detect every fault; only then is it located.
    sound = (rows >= 0).all() and not ((rows != 0) & ~legal).any()
    # A product with ones is a faster sum; this runs at each checkpoint of a training.
    if not (sound and np.abs(rows @ np.ones(rules.n_actions) - 1).max() <= ROW_SUM_TOLERANCE):
        _explain_faults(table, rules)
    return table


def of_this_game(player: Any, rules: Rules | LargeRules, called: str) -> Any:
    """Return a player unchanged, or raise an error if it plays another game.

    Parameters
    ----------
    player : object
        The player. One without `rules` is taken to play any game.
    rules : Rules or LargeRules
        The game.
    called : str
        Name of the player in the message.

    Returns
    -------
    object
        The same player.

    Raises
    ------
    ValueError
        If it has the rules of another game. The message has the shapes of both.
    """
    theirs = getattr(player, "rules", None)
    if theirs is rules or not isinstance(theirs, (Rules, LargeRules)):
        return player
    if isinstance(theirs, LargeRules) or isinstance(rules, LargeRules):
        raise ValueError(f"{called} plays {theirs.name}, not {rules.name}")
    if theirs.fingerprint == rules.fingerprint:  # equal rules, for example unpickled ones
        return player
    shapes = f"its tables are {theirs.next.shape}, those of this game {rules.next.shape}"
    same = theirs.next.shape == rules.next.shape
    differ = "their tables differ" if same else shapes
    raise ValueError(f"{called} plays {theirs.name}, not {rules.name}: {differ}")


def has_policy(player: Any) -> bool:
    """Return whether a player has a policy; one that would be computed is not.

    Parameters
    ----------
    player : object
        The player.

    Returns
    -------
    bool
        Whether it has an attribute `policy`.
    """
    return hasattr(type(player), "policy") or hasattr(player, "policy")


def _where_its_policy_is(player):
    """Return words for the policy to take instead of a player, "" if it is not a player."""
    if has_policy(player):
        return "take its .policy"
    return "use what its estimate_policy returns" * hasattr(player, "estimate_policy")


def _policy_table(policy, rules):
    if instead := _where_its_policy_is(policy):
        shape = rules.next.shape
        kind = type(policy).__name__
        raise ValueError(f"a policy is an array of shape {shape}, not a {kind}: {instead}")
    table = doubles(policy, f"a policy of {rules.name} is an array", rules.next.shape)
    kind = np.asarray(policy).dtype
    if kind in (np.float32, np.float16):
        totals = table.sum(1, keepdims=True)
        near = np.abs(totals - 1) <= 16 * np.finfo(kind).eps
        table = np.divide(table, totals, out=table, where=near)
    return table


def _explain_faults(table, rules):
    rows = np.zeros((rules.n_states, 1), dtype=bool)
    rows[rules.undecided] = True
    _complain(rules, np.isnan(table) & rows, "a probability is not a number (NaN)")
    _complain(rules, (table < 0) & rows, "a probability is negative")
    illegal = (table != 0) & ~rules.legal & rows
    _complain(rules, illegal, f"the policy puts weight on an illegal {rules.action_word}")
    off = rows & ~(np.abs(table.sum(1, keepdims=True) - 1) <= ROW_SUM_TOLERANCE)
    _complain(rules, off, "the probabilities of the row do not sum to 1", table)


def _complain(rules, wrong, problem, table=None):
    """Raise ValueError for the first state with a wrong entry, if any."""
    if wrong.any():
        state = int(np.flatnonzero(wrong.any(1))[0])
        total = "" if table is None else f" but to {table[state].sum():.12g}"
        raise ValueError(f"{problem}{total} in state {state}:\n{rules.show(state)}")


def sample(
    policy: np.ndarray, state: int, rng: np.random.Generator, rules: Rules = TICTACTOE
) -> int:
    """Draw an action from the row of a policy.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy.
    state : int
        Code of the position.
    rng : numpy.random.Generator
        Source of randomness.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    int
        The action.

    Raises
    ------
    IllegalMoveError
        If the game is over in this state.
    ValueError
        If the row is not a distribution over the legal actions, or another argument is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> ttt.sample(ttt.random_policy(), ttt.parse("XOX/OXO/OX."), np.random.default_rng(0))
    8
    """
    check_to_move(state, rng, rules)
    row = _policy_table(policy, rules)[state]
    if (
        not (row >= 0).all()
        or row[~rules.legal[state]].any()
        or abs(row.sum() - 1) > ROW_SUM_TOLERANCE
    ):
        check_policy(policy, rules)
    return draw(row, rng)


def check_to_move(state: int, rng: np.random.Generator, rules: Rules = TICTACTOE) -> None:
    """Raise an error unless a move can be drawn in a state.

    Parameters
    ----------
    state : int
        Code of the position.
    rng : numpy.random.Generator
        Source of randomness.
    rules : Rules, default TICTACTOE
        The game.

    Raises
    ------
    IllegalMoveError
        If the game is over in this state.
    ValueError
        If it is not a state, or `rng` is not a Generator.
    """
    check_rules(rules).check_one_state(state)
    generator(rng)
    if rules.terminal[state] or not rules.legal[state].any():
        raise IllegalMoveError(f"nobody is to move in state {state}:\n{rules.show(state)}")


def draw(row: np.ndarray, rng: np.random.Generator) -> int:
    """Draw an action from a distribution over all actions, with one number of the generator.

    Parameters
    ----------
    row : numpy.ndarray, shape (A,)
        Probability of each action.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    int
        The action.
    """
    # The search stops at the last action with weight, so that rounding never picks an empty one.
    last = np.flatnonzero(row)[-1]
    return int(min(np.searchsorted(np.cumsum(row), rng.random(), side="right"), last))


@dataclass(frozen=True, eq=False)
class PolicyPlayer:
    """Policy as a player at the board: `act` draws its move.

    Attributes
    ----------
    policy : numpy.ndarray of float64, shape (S, A)
        Probability of each action in each state.
    name : str, default "policy"
        Name of the player.
    values : numpy.ndarray or None, shape (S, A)
        Its estimate of the value to X of each action, None if it has none.
    rules : Rules, default TICTACTOE
        The game.
    games : int, default 0
        Number of games that it has learned from.

    Raises
    ------
    ValueError
        If the policy is not one, or another argument is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> player = ttt.PolicyPlayer(ttt.minimax_policy(), name="perfect")
    >>> player.act(ttt.parse("XX./OO./..."), np.random.default_rng(0))
    2
    """

    policy: np.ndarray
    name: str = "policy"
    values: np.ndarray | None = None
    rules: Rules = TICTACTOE
    games: int = 0

    def __post_init__(self):
        object.__setattr__(self, "policy", check_policy(self.policy, self.rules))
        text(self.name, "the name of a player")
        whole(self.games, "the number of games")
        if self.values is not None:
            doubles(self.values, "values are an array", self.policy.shape)

    def act(self, state: int, rng: np.random.Generator) -> int:
        """Return the action that the player takes in a state.

        Parameters
        ----------
        state : int
            Code of the position.
        rng : numpy.random.Generator
            Source of randomness.

        Returns
        -------
        int
            The action.

        Raises
        ------
        IllegalMoveError
            If the game is over in this state.
        """
        check_to_move(state, rng, self.rules)
        return draw(self.policy[state], rng)
