"""Policies: how a player moves, as one array.

A policy is an array of shape (19683, 9). Row s is a probability distribution over the cells that
are legal in state s; rows in which nobody is to move are zero. Random play, minimax, every learner
and every network become this one kind of thing, so that evaluation, plots and the board are written
once.

`greedy` and `first_best` turn action values (19683, 9), which are values to X, into policies: X
takes the highest, O the lowest. Ties are a decision: `greedy` shares its weight evenly among them,
`first_best` takes the first cell. A tie means equal numbers, with no tolerance.
"""

from dataclasses import dataclass

import numpy as np

from tttlearn.game.rules import (
    LEGAL,
    N_STATES,
    NEXT,
    TERMINAL,
    TICTACTOE,
    TURN,
    UNDECIDED,
    show,
)
from tttlearn.game.tables import IllegalMoveError
from tttlearn.support.arguments import generator, share

SUMS = 1e-9
"""How far from 1 the sum of a row may be, which is a sum of rounded numbers."""


def random_policy():
    """The policy that takes each legal cell with equal probability."""
    return _share(LEGAL)


def greedy(values_of_actions):
    """The policy that shares its weight evenly among the best legal cells of each state.

    `values_of_actions`: (19683, 9), the value to X of each action; entries of illegal cells are
    ignored. Raises ValueError when the shape is wrong or the value of a legal action is NaN.
    """
    return _share(best_cells(values_of_actions))


def first_best(values_of_actions):
    """The deterministic policy that takes the first best legal cell of each state."""
    best = best_cells(values_of_actions)
    policy = np.zeros(LEGAL.shape)
    policy[UNDECIDED, best[UNDECIDED].argmax(1)] = 1
    return policy


def epsilon_greedy(values_of_actions, epsilon):
    """The policy that moves at random with probability epsilon and is greedy otherwise."""
    epsilon = share(epsilon, "epsilon")
    return (1 - epsilon) * greedy(values_of_actions) + epsilon * random_policy()


def action_values(V):
    """The value to X of each action: V of the state after it; (19683, 9), NaN on illegal cells."""
    V = _doubles(V, (N_STATES,), "the values of states are an array")
    return np.where(LEGAL, V[NEXT], np.nan)


def best_cells(values_of_actions):
    """(19683, 9) bool: the legal cells whose value is best for the side to move, ties included."""
    values = _doubles(values_of_actions, LEGAL.shape, "action values are an array")
    best = np.zeros(LEGAL.shape, dtype=bool)
    best[UNDECIDED] = best_in(UNDECIDED, values[UNDECIDED])  # other rows have no legal cells
    return best


def best_in(states, values):
    """As `best_cells`, for n undecided states and the values in them: (n, 9) bool."""
    legal = LEGAL[states]
    # TURN is the only sign in the package: X maximises the value to X, O minimises it.
    score = np.where(legal, TURN[states, None] * values, -np.inf)
    highest = score.max(1, keepdims=True)  # NaN where one of the values is
    if np.isnan(highest).any():
        wrong = np.zeros(LEGAL.shape, dtype=bool)
        wrong[states] = legal & np.isnan(values)
        _complain(wrong, "the value of a legal action is not a number (NaN)")
    return legal & (score == highest)


def _share(cells):
    policy, rows = np.zeros(LEGAL.shape), cells[UNDECIDED]
    policy[UNDECIDED] = rows / rows.sum(1, keepdims=True)
    return policy


def check_policy(policy):
    """The policy as an array of double precision, once it is known to be one.

    In each of the 4,520 reachable undecided states the row must be a distribution over the legal
    cells; one in single precision is made to sum to 1 as exactly as one in double. Raises
    ValueError naming what is wrong and the first state where it is, drawn as a board.
    """
    table = _policy_table(policy)
    rows, legal = table[UNDECIDED], LEGAL[UNDECIDED]
    # One sum finds every ordinary fault at once; which fault it was is worked out only on failure.
    sound = (rows >= 0).all() and not rows[~legal].any()
    # A product with ones is a sum, and faster: this is done for each checkpoint and each answer.
    if not (sound and np.abs(rows @ np.ones(9) - 1).max() <= SUMS):
        _explain_faults(table)
    return table


def opponent_policy(opponent):
    """The policy of an opponent, checked: an array, or that of a player who has one.

    A learner is taken as it is now. Raises ValueError as `check_policy`, also for a player without.
    """
    if hasattr(opponent, "act") and not hasattr(opponent, "policy"):
        estimate = ": use what its estimate_policy returns" * hasattr(opponent, "estimate_policy")
        raise ValueError(
            f"an opponent is a policy, or a player with one; {type(opponent).__name__} has no "
            f"policy{estimate}"
        )
    return check_policy(getattr(opponent, "policy", opponent))


def _policy_table(policy):
    table = _doubles(policy, LEGAL.shape, "a policy is an array")
    kind = np.asarray(policy).dtype
    if kind in (np.float32, np.float16):
        totals = table.sum(1, keepdims=True)
        near = np.abs(totals - 1) <= 16 * np.finfo(kind).eps
        table = np.divide(table, totals, out=table, where=near)
    return table


def _doubles(given, shape, what):
    """An array of this shape and double precision; ValueError, beginning with `what`, if not."""
    if given is None:
        raise ValueError(f"{what} of shape {shape}, not None: does your function return it?")
    if isinstance(given, np.ma.MaskedArray):
        raise ValueError(f"{what} of shape {shape}, and not masked: fill it, as .filled(0) does")
    try:
        array = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{what} of shape {shape}, not a {type(given).__name__}") from None
    if array.shape != shape:
        raise ValueError(f"{what} of shape {shape}, not {array.shape}")
    return array


def _explain_faults(table):
    rows = np.zeros(N_STATES, dtype=bool)
    rows[UNDECIDED] = True
    _complain(np.isnan(table) & rows[:, None], "a probability is not a number (NaN)")
    _complain((table < 0) & rows[:, None], "a probability is negative")
    _complain((table != 0) & ~LEGAL & rows[:, None], "the policy puts weight on an illegal cell")
    off = rows & ~(np.abs(table.sum(1) - 1) <= SUMS)
    _complain(off[:, None], "the probabilities of the row do not sum to 1", table)


def _complain(wrong, problem, table=None):
    """Raise ValueError for the first state with a wrong entry, if there is one."""
    if wrong.any():
        state = int(np.flatnonzero(wrong.any(1))[0])
        total = "" if table is None else f" but to {table[state].sum():.12g}"
        raise ValueError(f"{problem}{total} in state {state}:\n{show(state)}")


def sample(policy, state, rng):
    """One action drawn from the policy's row of `state` with the numpy Generator `rng`."""
    check_to_move(state, rng)
    row = _policy_table(policy)[state]
    if not (row >= 0).all() or row[~LEGAL[state]].any() or abs(row.sum() - 1) > SUMS:
        check_policy(policy)
    return draw(row, rng)


def check_to_move(state, rng):
    """IllegalMoveError where nobody is to move; ValueError for what is no state or no Generator."""
    TICTACTOE.check_one_state(state)
    generator(rng)
    if TERMINAL[state] or not LEGAL[state].any():
        raise IllegalMoveError(f"nobody is to move in state {state}:\n{show(state)}")


def draw(row, rng):
    """One cell drawn from a distribution over the nine cells; uses one number of `rng`."""
    # The search stops at the last cell with weight, so that rounding never picks an empty one.
    last = np.flatnonzero(row)[-1]
    return int(min(np.searchsorted(np.cumsum(row), rng.random(), side="right"), last))


@dataclass(frozen=True, eq=False)
class PolicyPlayer:
    """A policy that sits at the board: `act` draws its move.

    `values` are what it thinks of each action, (19683, 9) values to X, for those who want to look;
    None when it has no opinion beyond its probabilities.
    """

    policy: np.ndarray
    name: str = "policy"
    values: np.ndarray | None = None

    def __post_init__(self):
        object.__setattr__(self, "policy", check_policy(self.policy))

    def act(self, state, rng):
        """The cell it takes in `state`."""
        check_to_move(state, rng)
        return draw(self.policy[state], rng)
