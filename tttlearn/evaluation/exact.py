"""Exact results: no sampling, no error bars.

No state comes up twice in a game, so the states fall into layers and every move leads to a later
one. One pass backward over the layers gives the value of every state, one pass forward the
probability of visiting it (both are in `passes`). The backward pass covers three chapters of a
textbook, depending on whose policy is given:

    state_values()            neither: both play their best       minimax
    state_values(x=policy)    X: O plays its best against it      best reply
    state_values(x=p, o=q)    both                                policy evaluation

(Sutton & Barto, 2nd edition, chapter 4: policy evaluation and value iteration. In a game without
cycles one sweep in the right order is enough.) Values are to X: +1 X wins, 0 draw, -1 O wins. The
game is tic-tac-toe, with its 19,683 states and 9 actions, unless other `rules` are given.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.passes import (
    BEST,
    all_moves,
    chances_of,
    chances_of_many,
    listed,
    outcomes,
    values,
    visits,
)
from tttlearn.evaluation.policy import (
    action_values,
    best_cells,
    random_policy,
    shared,
)
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules, X, fixed

BATCH_SIZE = 8
"""Number of players evaluated together, so that their values fit into a processor's cache."""

X_COLUMNS, O_COLUMNS = ("x_wins", "x_draws", "x_losses"), ("o_wins", "o_draws", "o_losses")
SELF_PLAY_COLUMNS = ("self_play_x_wins", "self_play_draws", "self_play_o_wins")
"""Names of the probabilities of the three results, as X, as O, and in games against itself."""


class Outcome(NamedTuple):
    """Probabilities of the three results of a game; they sum to 1.

    Attributes
    ----------
    x_wins : float
        Probability that X wins.
    draws : float
        Probability of a draw.
    o_wins : float
        Probability that O wins.
    """

    x_wins: float
    draws: float
    o_wins: float


class WorstCase(NamedTuple):
    """Values to X of a policy against its best reply, on each side.

    Attributes
    ----------
    as_x : float
        Value as X: -1 if the best reply always beats the policy, 0 if it cannot be beaten.
    as_o : float
        Value as O: +1 if the best reply always beats the policy, 0 if it cannot be beaten.

    Notes
    -----
    In tic-tac-toe 0 is the best for both. In a game whose value is not a draw the best is that
    value.
    """

    as_x: float
    as_o: float

    @property
    def points(self) -> float:
        """Points a game in the worse of the two seats: 1 for a win, 1/2 a draw, 0 a loss."""
        return max(0.0, (1 + min(self.as_x, -self.as_o)) / 2)


def state_values(x: Any = BEST, o: Any = BEST, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the value to X of every state under two policies, or under best play.

    Parameters
    ----------
    x, o : object, optional
        Policies of the two sides, or other players as in `policy_of`. A side without a policy plays
        its best against the other side.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S,)
        Values from -1 (O wins) to +1 (X wins), NaN for codes that no game reaches.

    Raises
    ------
    ValueError
        If a player has no policy.

    Notes
    -----
    Without policies this is minimax, with one the best reply, with two policy evaluation (Sutton
    and Barto, *Reinforcement Learning*, 2nd edition, chapter 4).

    Examples
    --------
    >>> import tttlearn as ttt
    >>> V = ttt.state_values()
    >>> V[ttt.START].item()
    0.0
    """
    check_rules(rules)
    sides = (p if p is BEST else chances_of(policy_of(p, rules), rules) for p in (x, o))
    return values(*sides, rules)[:, 0]


def minimax_policy(rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the policy of perfect play, with equal weight on all moves that keep the value.

    Parameters
    ----------
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy, read-only.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> (ttt.minimax_policy()[ttt.parse("X../.../...")] > 0).tolist()
    [False, False, False, False, True, False, False, False, False]
    """
    return _minimax_policy(check_rules(rules))


@cache
def _minimax_policy(rules):
    return fixed(shared(optimal_cells(rules)[rules.undecided], rules))


def best_reply(policy: Any, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the policy that does best against a given one, on either side.

    Parameters
    ----------
    policy : object
        The opponent: a policy, or another player as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The policy, with equal weight on equally good moves. Its rows with O to move answer `policy`
        as X, its rows with X to move answer `policy` as O.

    Raises
    ------
    ValueError
        If `policy` has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> first = ttt.first_best(ttt.action_values(ttt.state_values()))
    >>> ttt.outcome(first, ttt.best_reply(first)).draws
    1.0
    """
    as_o = _best_cells(state_values(x=policy, rules=rules), rules)
    as_x = _best_cells(state_values(o=policy, rules=rules), rules)
    states = rules.undecided
    rows = np.where((rules.turn[states] == X)[:, None], as_x[states], as_o[states])
    return shared(rows, rules)


def visit_probabilities(x: Any, o: Any, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the probability that a game passes through each state.

    Parameters
    ----------
    x, o : object
        Players of the two sides, as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S,)
        Probability of each state.

    Raises
    ------
    ValueError
        If a player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> p = ttt.random_policy()
    >>> round(ttt.visit_probabilities(p, p)[ttt.parse(".../.X./...")].item(), 4)
    0.1111
    """
    return visits(*(chances_of(policy_of(p, rules), rules) for p in (x, o)), rules)[:, 0]


def outcome(x: Any, o: Any, rules: Rules = TICTACTOE) -> Outcome:
    """Return the exact probabilities that X wins, of a draw, and that O wins.

    Parameters
    ----------
    x, o : object
        Players of the two sides: policies, or others as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    Outcome
        The probabilities `(x_wins, draws, o_wins)`.

    Raises
    ------
    ValueError
        If a player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> p = ttt.random_policy()
    >>> [round(share, 4) for share in ttt.outcome(p, p)]
    [0.5849, 0.127, 0.2881]
    """
    sides = (chances_of(policy_of(p, rules), rules) for p in (x, o))
    return Outcome(*outcomes(*sides, rules)[:, 0].tolist())


def worst_case(policy: Any, rules: Rules = TICTACTOE) -> WorstCase:
    """Return the values to X of a policy against the best reply to it.

    Parameters
    ----------
    policy : object
        A policy, or another player as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    WorstCase
        The values `(as_x, as_o)`; in tic-tac-toe 0 is the best for both.

    Raises
    ------
    ValueError
        If the player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> worst = ttt.worst_case(ttt.random_policy())
    >>> f"{worst.as_x:+.2f} {worst.as_o:+.2f}"
    '-0.92 +0.99'
    """
    return worst_cases(chances_of(policy_of(policy, rules), rules), rules)[0]


def worst_cases(
    players: list[np.ndarray], rules: Rules = TICTACTOE, forfeits: bool = False
) -> list[WorstCase]:
    """Return the worst case of each of P players.

    Parameters
    ----------
    players : list of numpy.ndarray
        Chances of the players, see `passes`.
    rules : Rules, default TICTACTOE
        The game.
    forfeits : bool, default False
        Whether chances may sum to less than 1, as in `passes.outcomes`.

    Returns
    -------
    list of WorstCase
        One for each player.
    """
    as_x = values(players, BEST, rules, forfeits)[rules.start]
    as_o = values(BEST, players, rules, forfeits)[rules.start]
    return [WorstCase(*pair) for pair in zip(as_x.tolist(), as_o.tolist(), strict=True)]


@cache
def optimal_cells(rules: Rules = TICTACTOE) -> np.ndarray:
    """Return which legal actions keep the value of a position.

    Parameters
    ----------
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of bool, shape (S, A)
        The actions, read-only.
    """
    return fixed(_best_cells(state_values(rules=rules), rules))


def _best_cells(V, rules):
    """Return which legal actions lead to the best value; to X, `V` is that of each state."""
    if rules.is_listed:  # where the values of all actions would take much memory
        return listed().best_choices(V, rules)
    return best_cells(action_values(V, rules), rules)


def errs(policy: Any, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the undecided states in which a policy may make a move that loses value.

    Parameters
    ----------
    policy : object
        A policy, or another player as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of int, shape (n_errors,)
        The states, ascending.

    Raises
    ------
    ValueError
        If the player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> len(ttt.errs(ttt.minimax_policy()))
    0
    """
    table = policy_of(policy, rules)
    if rules.is_listed:
        is_wrong = listed().has_others(table, optimal_cells(rules))
        return np.flatnonzero(is_wrong & rules.reachable & ~rules.terminal)
    wrong = (table != 0) & ~optimal_cells(rules)
    return rules.undecided[wrong[rules.undecided].any(1)]


def optimal_share(policy: Any, rules: Rules = TICTACTOE) -> float:
    """Return the share of undecided states in which a policy only makes moves that keep the value.

    Parameters
    ----------
    policy : object
        A policy, or another player as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game, with 4,520 undecided states in tic-tac-toe.

    Returns
    -------
    float
        The share, from 0 to 1.

    Raises
    ------
    ValueError
        If the player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.optimal_share(ttt.minimax_policy())
    1.0
    """
    return float(_optimal_shares(chances_of(policy_of(policy, rules), rules), rules)[0])


def _optimal_shares(players, rules):
    """Return the optimal share of each of P players, from their chances."""
    if rules.is_listed:
        needed, best = rules.reachable & ~rules.terminal, optimal_cells(rules)
        wrong = [listed().has_others(table, best) & needed for table in players]
        return 1 - np.array([np.count_nonzero(one) for one in wrong]) / len(rules.undecided)
    losing = ~optimal_cells(rules).take(all_moves(rules).places)
    lost = (np.concatenate(players) != 0) & losing[:, None]
    errors = np.logical_or.reduceat(lost, all_moves(rules).first).sum(0)
    return 1 - errors / len(rules.undecided)


@cache
def _random_chances(rules):
    return chances_of(rules.legal if rules.is_listed else random_policy(rules), rules)


def measure(policy: Any, rules: Rules = TICTACTOE) -> dict[str, float]:
    """Return the exact results of a policy.

    Parameters
    ----------
    policy : object
        A policy, or another player as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    dict
        Probabilities of a win, a draw and a loss against random play as X (`x_wins`, `x_draws`,
        `x_losses`) and as O (`o_wins`, ...), the worst case on both sides as values to X
        (`worst_as_x`, `worst_as_o`), `optimal_share`, and the results of games against itself
        (`self_play_x_wins`, `self_play_draws`, `self_play_o_wins`).

    Raises
    ------
    ValueError
        If the player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> results = ttt.measure(ttt.minimax_policy())
    >>> f"{results['x_wins']:.6f} {results['o_losses']:.6f}"
    '0.967811 0.000000'
    """
    return measure_many([policy], rules)[0]


def measure_many(policies: Iterable, rules: Rules = TICTACTOE) -> list[dict[str, float]]:
    """Return the exact results of many policies, which are evaluated together.

    Parameters
    ----------
    policies : iterable of object
        Policies, or other players as in `policy_of`.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    list of dict
        The results of each policy, as in `measure`.
    """
    policies = [policy_of(policy, rules) for policy in policies]
    groups = [policies[n : n + BATCH_SIZE] for n in range(0, len(policies), BATCH_SIZE)]
    return [
        results for group in groups for results in _measure(chances_of_many(group, rules), rules)
    ]


def measure_choices(choices: Iterable[np.ndarray], rules: Rules) -> list[dict[str, float]]:
    """Return the exact results of many players in a listed game, in an eighth of the memory.

    Parameters
    ----------
    choices : iterable of numpy.ndarray of bool, shape (S, A)
        Equally likely actions of each player.
    rules : Rules
        The game, with `is_listed`.

    Returns
    -------
    list of dict
        The results of each player, as in `measure`.
    """
    return [
        _results(
            *listed().three_outcomes(one, rules).tolist(),
            WorstCase(*listed().worst_values(one, rules).tolist()),
            float(_optimal_shares([one], rules)[0]),
        )
        for one in choices
    ]


def _measure(players, rules):
    """Return the exact results of each of P players, from their chances."""
    random = _random_chances(rules)
    sides = {"x": (players, random), "o": (random, players), "self_play": (players, players)}
    results = {name: outcomes(*pair, rules).T.tolist() for name, pair in sides.items()}
    shares = _optimal_shares(players, rules).tolist()
    worst = worst_cases(players, rules)
    return [_results(*of_one) for of_one in zip(*results.values(), worst, shares, strict=True)]


def _results(x, o, alone, worst, share):
    """Return what `measure` does for a player, from its outcomes in three games and the rest."""
    return {
        **dict(zip(X_COLUMNS, x, strict=True)),
        **dict(zip(O_COLUMNS, reversed(o), strict=True)),
        "worst_as_x": worst.as_x,
        "worst_as_o": worst.as_o,
        "optimal_share": share,
        **dict(zip(SELF_PLAY_COLUMNS, alone, strict=True)),
    }
