"""Judging a player: its exact results, its worst game, and its costliest errors."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.any_player import ReadPlayer, read_player
from tttlearn.evaluation.distance import Distance, distances
from tttlearn.evaluation.exact import Outcome, minimax_policy, optimal_cells, state_values
from tttlearn.evaluation.passes import BEST, chances_of, outcomes, values, visits
from tttlearn.evaluation.policy import action_values, random_policy
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import O, Rules, X

ITSELF = "itself"
"""Name of the opponent in games against itself."""
ROUNDING_ERROR = 1e-12
"""Largest difference that is taken to be a rounding error of sums of probabilities and values."""


class Worst(NamedTuple):
    """Worst case on one side, and a game that leads to it.

    Attributes
    ----------
    value : float
        Value to the player against the best reply, from -1 to +1.
    game : list of int
        Actions of a game in which the player takes, of the moves that it can make, those that are
        worst for it, and the other side replies best.
    """

    value: float
    game: list[int]


class Error(NamedTuple):
    """Position in which a player gives value away.

    Attributes
    ----------
    state : int
        Code of the position.
    actions : dict
        Share of each action that is not one of the best; the key None stands for no legal action.
    right : list of int
        Best actions.
    gives_away : float
        Mean value that the player gives away there, from 0 to 2.
    reached : float
        Share of its games against random play, in this seat, that reach the position.
    """

    state: int
    actions: dict[int | None, float]
    right: list[int]
    gives_away: float
    reached: float


class Judgement(NamedTuple):
    """All exact results of a player.

    Attributes
    ----------
    read : ReadPlayer
        The player, and how it was asked.
    rules : Rules
        The game.
    against : dict
        Outcomes as X and as O, by opponent: "random play", "perfect play", "itself".
    worst : dict
        Worst case as X (+1) and as O (-1).
    errors : list of Error
        All errors, those that cost most in games against random play first.
    distances : dict
        Distance as X (+1) and as O (-1); empty for an estimate, or if it was not computed.
    """

    read: ReadPlayer
    rules: Rules
    against: dict[str, tuple[Outcome, Outcome]]
    worst: dict[int, Worst]
    errors: list[Error]
    distances: dict[int, Distance]

    @property
    def n_right(self) -> int:
        """Number of undecided positions without an error."""
        return len(self.rules.undecided) - len(self.errors)


def judgement(player: Any, rules: Rules = TICTACTOE, **form: Any) -> Judgement:
    """Return all exact results of a player.

    Parameters
    ----------
    player : object
        A player, as in `policy_of`. An answer that is not a legal action loses the game.
    rules : Rules, default TICTACTOE
        The game.
    **form : object
        `board`, `cells`, `view`, `values`, `asks` and `seed` as in `policy_of`.

    Returns
    -------
    Judgement
        The results.

    Raises
    ------
    ValueError
        As `policy_of`, but not for illegal answers.
    """
    return judgement_of(read_player(player, check_rules(rules), **form), rules)


def judgement_of(read: ReadPlayer, rules: Rules, with_distances: bool = True) -> Judgement:
    """Return all exact results of a player that was read.

    Parameters
    ----------
    read : ReadPlayer
        The player.
    rules : Rules
        The game.
    with_distances : bool, default True
        Whether the distances are computed, which take longest.

    Returns
    -------
    Judgement
        The results.
    """
    mine = chances_of(read.policy, rules)
    others = {"random play": random_policy(rules), "perfect play": minimax_policy(rules)}
    theirs = {name: chances_of(policy, rules) for name, policy in others.items()}
    against = {
        name: tuple(
            Outcome(*outcomes(*pair, rules, forfeits=True)[:, 0].tolist())
            for pair in ((mine, other), (other, mine))
        )
        for name, other in (theirs | {ITSELF: mine}).items()
    }
    return Judgement(
        read,
        rules,
        against,
        {side: _worst(read.policy, mine, side, rules) for side in (X, O)},
        _errors(read.policy, mine, theirs["random play"], rules),
        distances(read.policy, rules) if with_distances and not read.is_estimate else {},
    )


def shortfall(policy: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Return by how much the probabilities in some states sum to less than 1.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy.
    states : numpy.ndarray of int, shape (n,)
        The states.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        What is missing; rounding errors are 0.
    """
    missing = 1 - policy[states].sum(1)
    return np.where(missing < ROUNDING_ERROR, 0, missing)


def given_away(policy: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the mean value that a policy gives away in each undecided state.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy. What a row lacks of 1 is a loss.
    rules : Rules
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (n_undecided,)
        By how much the position is worse after its moves, with perfect play, from 0 to 2.
    """
    states = rules.undecided
    side, V = rules.turn[states], state_values(rules=rules)
    worth = side[:, None] * np.nan_to_num(action_values(V, rules)[states])
    given = side * V[states] - (policy[states] * worth).sum(1) + shortfall(policy, states)
    return np.where(np.abs(given) < ROUNDING_ERROR, 0, given)


def _worst(policy: np.ndarray, mine: list, side: int, rules: Rules) -> Worst:
    sides = (mine, BEST) if side == X else (BEST, mine)
    V = values(*sides, rules, forfeits=True)[:, 0]
    state, game = rules.start, []
    while not rules.terminal[state]:
        legal = np.flatnonzero(rules.legal[state])
        if rules.turn[state] == side:
            if shortfall(policy, np.array([state]))[0] > 0:  # a forfeit is its worst move
                break
            legal = np.flatnonzero(policy[state])
        # Both sides take the worst move for the player: it by chance, its opponent on purpose.
        action = int(min(legal, key=lambda a: side * V[rules.next[state, a]]))
        game.append(action)
        state = int(rules.next[state, action])
    return Worst(float(side * V[rules.start]), game)


def _errors(policy: np.ndarray, mine: list, random: list, rules: Rules) -> list[Error]:
    """Return the errors, those that cost most in games against random play first."""
    states = rules.undecided
    side = rules.turn[states]
    best, lacks = optimal_cells(rules)[states], shortfall(policy, states)
    gives = given_away(policy, rules)
    seen = {X: visits(mine, random, rules)[:, 0], O: visits(random, mine, rules)[:, 0]}
    reached = np.where(side == X, seen[X][states], seen[O][states])
    wrong = np.flatnonzero((np.where(best, 0, policy[states]).sum(1) > 1e-9) | (lacks > 0))
    errors = []
    for k in wrong[np.lexsort((-gives[wrong], -(gives * reached)[wrong]))].tolist():
        row = np.where(best[k], 0, policy[states[k]])
        actions = {int(a): float(row[a]) for a in np.flatnonzero(row)}
        if lacks[k] > 0:
            actions[None] = float(lacks[k])
        right = np.flatnonzero(best[k]).tolist()
        errors.append(Error(int(states[k]), actions, right, float(gives[k]), float(reached[k])))
    return errors
