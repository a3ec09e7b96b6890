"""Policies: how a player moves, as one array.

A policy is an array with a row for each state and an entry for each action; in tic-tac-toe, which
is meant unless other rules are given, (19683, 9). Row s is a probability distribution over the
actions that are legal in state s; rows in which nobody is to move are zero. Random play, minimax,
every learner and every network become this one kind of thing, so evaluation, plots and the board
are written once.

`greedy` and `first_best` turn action values of the same shape, which are values to X, into
policies: X takes the highest, O the lowest. Ties are a decision: `greedy` shares its weight evenly
among them, `first_best` takes the first action. A tie means equal numbers, with no tolerance.
"""

from dataclasses import dataclass

import numpy as np

from tttlearn.game.large import LargeRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, Rules
from tttlearn.support.arguments import doubles, generator, share, text, whole

SUMS = 1e-9
"""How far from 1 the sum of a row may be, because its numbers are rounded."""


def random_policy(rules=TICTACTOE):
    """The policy that takes each legal action with equal probability."""
    return shared(check_rules(rules).legal[rules.undecided], rules)


def greedy(values_of_actions, rules=TICTACTOE):
    """The policy that shares its weight evenly among the best legal actions of each state.

    `values_of_actions`: the value to X of each action in each state, (19683, 9); entries of illegal
    actions are ignored. Raises ValueError for a wrong shape, or a legal action whose value is NaN.
    """
    return shared(_best_rows(values_of_actions, rules), rules)


def first_best(values_of_actions, rules=TICTACTOE):
    """The deterministic policy that takes the first best legal action of each state."""
    return first(_best_rows(values_of_actions, rules), rules)


def epsilon_greedy(values_of_actions, epsilon, rules=TICTACTOE):
    """The policy that moves at random with probability epsilon and is greedy otherwise."""
    epsilon = share(epsilon, "epsilon")
    return (1 - epsilon) * greedy(values_of_actions, rules) + epsilon * random_policy(rules)


def action_values(V, rules=TICTACTOE):
    """The value to X of each action, which is V of the state after it; NaN for illegal actions.

    `V` has a value for each state, (19683,); the result has one for each action, (19683, 9).
    """
    V = doubles(V, "the values of states are an array", (check_rules(rules).n_states,))
    return np.where(rules.legal, V[rules.next], np.nan)


def best_cells(values_of_actions, rules=TICTACTOE):
    """The legal actions whose value is best for the side to move, ties included: bools.

    They have the shape of the values, in tic-tac-toe (19683, 9); an action is a cell there.
    """
    rows = _best_rows(values_of_actions, rules)
    best = np.zeros(rules.next.shape, dtype=bool)
    best[rules.undecided] = rows  # other rows have no legal actions
    return best


def _best_rows(values_of_actions, rules):
    """The rows of `best_cells` for the undecided states."""
    shape = check_rules(rules).next.shape
    values = doubles(values_of_actions, "action values are an array", shape)
    return best_in(rules.undecided, values.take(rules.undecided, axis=0), rules)


def best_in(states, values, rules=TICTACTOE):
    """As `best_cells`, for n undecided states and a row of values for each."""
    legal = rules.legal.take(states, axis=0)
    # The turn is the only sign in the package: X maximises the value to X, O minimises it.
    score = np.where(legal, rules.turn[states, None] * values, -np.inf)
    # NaN where one of the values is. Column after column, which takes a fifth of the time.
    highest = np.maximum.reduce(list(score.T))[:, None]
    if np.isnan(highest).any():
        wrong = np.zeros(rules.next.shape, dtype=bool)
        wrong[states] = legal & np.isnan(values)
        _complain(rules, wrong, "the value of a legal action is not a number (NaN)")
    return legal & (score == highest)


def shared(rows, rules):
    """The policy that shares its weight evenly among actions: a row of bools for each undecided
    state."""
    policy = np.zeros(rules.next.shape)
    policy[rules.undecided] = rows / (rows @ np.ones(rules.n_actions))[:, None]
    return policy


def first(rows, rules):
    """The policy that takes the first of these actions; as `shared`."""
    policy = np.zeros(rules.next.shape)
    policy[rules.undecided, rows.argmax(1)] = 1
    return policy


def check_policy(policy, rules=TICTACTOE):
    """The policy as an array of double precision; ValueError if it is no policy.

    In each reachable undecided state, 4,520 in tic-tac-toe, the row must be a distribution over the
    legal actions; one in single precision is made to sum to 1 as exactly as one in double. The
    ValueError names what is wrong and the first such state, drawn as a board.
    """
    table = _policy_table(policy, check_rules(rules))
    rows, legal = (array.take(rules.undecided, axis=0) for array in (table, rules.legal))
    # One sum finds every ordinary fault at once; only if it fails is the fault worked out.
    sound = (rows >= 0).all() and not ((rows != 0) & ~legal).any()
    # A product with ones is a sum, and faster: this runs for each checkpoint and each answer.
    if not (sound and np.abs(rows @ np.ones(rules.n_actions) - 1).max() <= SUMS):
        _explain_faults(table, rules)
    return table


def of_this_game(player, rules, called):
    """The player; ValueError, with both shapes, if it has the rules of another game.

    `called`: what the message calls it.
    """
    theirs = getattr(player, "rules", None)
    if theirs is rules or not isinstance(theirs, (Rules, LargeRules)):
        return player
    if isinstance(theirs, LargeRules) or isinstance(rules, LargeRules):
        raise ValueError(f"{called} plays {theirs.name}, not {rules.name}")
    if theirs.fingerprint == rules.fingerprint:  # a copy that has been elsewhere
        return player
    shapes = f"its tables are {theirs.next.shape}, those of this game {rules.next.shape}"
    same = theirs.next.shape == rules.next.shape
    differ = "their tables differ" if same else shapes
    raise ValueError(f"{called} plays {theirs.name}, not {rules.name}: {differ}")


def _where_its_policy_is(player):
    """What to take instead of a player, in words; "" for what is no player."""
    if hasattr(player, "policy"):
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
    off = rows & ~(np.abs(table.sum(1, keepdims=True) - 1) <= SUMS)
    _complain(rules, off, "the probabilities of the row do not sum to 1", table)


def _complain(rules, wrong, problem, table=None):
    """Raise ValueError for the first state with a wrong entry, if any."""
    if wrong.any():
        state = int(np.flatnonzero(wrong.any(1))[0])
        total = "" if table is None else f" but to {table[state].sum():.12g}"
        raise ValueError(f"{problem}{total} in state {state}:\n{rules.show(state)}")


def sample(policy, state, rng, rules=TICTACTOE):
    """One action drawn from the policy's row of `state` with the numpy Generator `rng`."""
    check_to_move(state, rng, rules)
    row = _policy_table(policy, rules)[state]
    if not (row >= 0).all() or row[~rules.legal[state]].any() or abs(row.sum() - 1) > SUMS:
        check_policy(policy, rules)
    return draw(row, rng)


def check_to_move(state, rng, rules=TICTACTOE):
    """IllegalMoveError if nobody is to move; ValueError for what is no state or no Generator."""
    check_rules(rules).check_one_state(state)
    generator(rng)
    if rules.terminal[state] or not rules.legal[state].any():
        raise IllegalMoveError(f"nobody is to move in state {state}:\n{rules.show(state)}")


def draw(row, rng):
    """One action drawn from a distribution over all actions; uses one number of `rng`."""
    # The search stops at the last action with weight, so that rounding never picks an empty one.
    last = np.flatnonzero(row)[-1]
    return int(min(np.searchsorted(np.cumsum(row), rng.random(), side="right"), last))


@dataclass(frozen=True, eq=False)
class PolicyPlayer:
    """A policy as a player at the board: `act` draws its move.

    `values` are what it thinks of each action, values to X in the shape of the policy, for anyone
    who wants to look; None if it has no opinion beyond its probabilities. `rules`: its game;
    `games`: how many games it has learned from.
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

    def act(self, state, rng):
        """The action it takes in `state`."""
        check_to_move(state, rng, self.rules)
        return draw(self.policy[state], rng)
