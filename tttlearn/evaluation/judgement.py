"""How good a player is: every exact number about it, its worst game, and its costliest errors."""

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
ROUNDING = 1e-12
"""Smaller differences of sums of chances and values are rounding errors."""


class Worst(NamedTuple):
    """The worst case on one side: its value to the player, and a game that can end so.

    Attributes
    ----------
    value : float
        From -1 to +1, against the best reply.
    game : list of int
        The actions of a game in which the player takes, of the moves that it can make, those that
        are worst for it; the other side replies best.
    """

    value: float
    game: list[int]


class Error(NamedTuple):
    """A position in which a player gives something away.

    Attributes
    ----------
    state : int
        The position.
    actions : dict
        The share of each action that is not one of the best; None stands for no legal action.
    right : list of int
        The best actions.
    gives_away : float
        The value that it gives away there on average, from 0 to 2.
    reached : float
        The share of its games against random play, in this seat, that come there.
    """

    state: int
    actions: dict[int | None, float]
    right: list[int]
    gives_away: float
    reached: float


class Judgement(NamedTuple):
    """All that is known of a player.

    Attributes
    ----------
    read : ReadPlayer
        The player, and how it was asked.
    rules : Rules
        The game.
    against : dict
        Its Outcomes as X and as O, by whom it meets: "random play", "perfect play", "itself".
    worst : dict
        The Worst as X (+1) and as O (-1).
    errors : list of Error
        All of them, the costliest in games against random play first.
    distances : dict
        The Distance as X (+1) and as O (-1); empty for an estimate, or if nobody asked for it.
    """

    read: ReadPlayer
    rules: Rules
    against: dict[str, tuple[Outcome, Outcome]]
    worst: dict[int, Worst]
    errors: list[Error]
    distances: dict[int, Distance]

    @property
    def n_right(self) -> int:
        """The number of undecided positions without an error."""
        return len(self.rules.undecided) - len(self.errors)


def judgement(player: Any, rules: Rules = TICTACTOE, **form: Any) -> Judgement:
    """Return all that is known of a player.

    Parameters
    ----------
    player : object
        What `policy_of` takes. An answer that is no legal action loses the game.
    rules : Rules
        The game.
    **form
        `board`, `cells`, `view`, `values`, `asks` and `seed` as for `policy_of`.

    Raises
    ------
    ValueError
        As `policy_of` does, but not for answers that are no legal actions.
    """
    return judgement_of(read_player(player, check_rules(rules), **form), rules)


def judgement_of(read: ReadPlayer, rules: Rules, with_distances: bool = True) -> Judgement:
    """Return all that is known of a player that was read; its distances take longest."""
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
    """Return what the chances in these states lack of 1, without mere rounding."""
    found = 1 - policy[states].sum(1)
    return np.where(found < ROUNDING, 0, found)


def given_away(policy: np.ndarray, rules: Rules) -> np.ndarray:
    """Return the value that a policy gives away on average in each undecided state, from 0 to 2.

    How much worse the position is after its moves, with perfect play; no legal action is a loss.
    """
    states = rules.undecided
    side, V = rules.turn[states], state_values(rules=rules)
    worth = side[:, None] * np.nan_to_num(action_values(V, rules)[states])
    given = side * V[states] - (policy[states] * worth).sum(1) + shortfall(policy, states)
    return np.where(np.abs(given) < ROUNDING, 0, given)


def _worst(policy: np.ndarray, mine: list, side: int, rules: Rules) -> Worst:
    sides = (mine, BEST) if side == X else (BEST, mine)
    V = values(*sides, rules, forfeits=True)[:, 0]
    state, game = rules.start, []
    while not rules.terminal[state]:
        legal = np.flatnonzero(rules.legal[state])
        if rules.turn[state] == side:
            if shortfall(policy, np.array([state]))[0] > 0:  # this is the worst that it can do
                break
            legal = np.flatnonzero(policy[state])
        # Both sides take what is worst for the player, the other one by choice.
        action = int(min(legal, key=lambda a: side * V[rules.next[state, a]]))
        game.append(action)
        state = int(rules.next[state, action])
    return Worst(float(side * V[rules.start]), game)


def _errors(policy: np.ndarray, mine: list, random: list, rules: Rules) -> list[Error]:
    """Return the Errors, those first that cost most in games against random play."""
    states = rules.undecided
    side = rules.turn[states]
    best, lacks = optimal_cells(rules)[states], shortfall(policy, states)
    gives = given_away(policy, rules)
    seen = {X: visits(mine, random, rules)[:, 0], O: visits(random, mine, rules)[:, 0]}
    reached = np.where(side == X, seen[X][states], seen[O][states])
    wrong = np.flatnonzero((np.where(best, 0, policy[states]).sum(1) > 1e-9) | (lacks > 0))
    found = []
    for k in wrong[np.lexsort((-gives[wrong], -(gives * reached)[wrong]))].tolist():
        row = np.where(best[k], 0, policy[states[k]])
        actions = {int(a): float(row[a]) for a in np.flatnonzero(row)}
        if lacks[k] > 0:
            actions[None] = float(lacks[k])
        right = np.flatnonzero(best[k]).tolist()
        found.append(Error(int(states[k]), actions, right, float(gives[k]), float(reached[k])))
    return found
