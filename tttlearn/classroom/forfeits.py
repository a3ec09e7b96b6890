"""Exact results of players that fail in some positions: the passes of `exact`, with forfeits.

The policies here may lack weight: what a row sums to less than 1 is the probability that the player
forfeits in that position, which is the loss of the game. For policies that lack none the results
are those of `exact`. One player is evaluated against a whole field at once: `stack` makes of n
policies an array (4520, 9, n), the rows of UNDECIDED, and the results have n columns.
"""

import numpy as np

from tttlearn.evaluation.exact import TO_MOVE, optimal_cells, state_values
from tttlearn.game.rules import (
    LEGAL,
    N_STATES,
    NEXT,
    REACHABLE,
    START,
    TERMINAL,
    TURN,
    UNDECIDED,
    WINNER,
)
from tttlearn.game.tables import O, X

ROW = np.full(N_STATES, -1)
"""(19683,) which row of UNDECIDED a state is."""
ROW[UNDECIDED] = np.arange(len(UNDECIDED))


def stack(policies):
    """The rows of n policies for the undecided states, (4520, 9, n)."""
    return np.ascontiguousarray(np.stack([p[UNDECIDED] for p in policies], axis=-1))


def lack(policy):
    """(19683,) the probability to forfeit in each undecided state; 0 where nobody is to move."""
    found = np.zeros(N_STATES)
    found[UNDECIDED] = np.clip(1 - policy[UNDECIDED].sum(1), 0, 1)
    return np.where(found < 1e-12, 0, found)


def visits(policy, side, field):
    """The probability that each game of `policy` on `side` passes a state: (19683, n)."""
    found = np.zeros((N_STATES, field.shape[2]))
    found[START] = 1
    for layer in TO_MOVE:
        for cell in range(9):  # no two states lead to the same one by the same cell
            states = layer[LEGAL[layer, cell]]
            if TURN[layer[0]] == side:
                taken = policy[states, cell, None]
            else:
                taken = field[ROW[states], cell]
            found[NEXT[states, cell]] += found[states] * taken
    return found


def outcomes(policy, field, seen=None):
    """The exact (x_wins, draws, o_wins), (n, 3), of `policy` as X against each of the field as O.

    `seen`: the visits of these games, where they are known.
    """
    seen = visits(policy, X, field) if seen is None else seen
    ends = REACHABLE & TERMINAL
    x_wins, draws, o_wins = (seen[ends & (WINNER == winner)].sum(0) for winner in (X, 0, O))
    mine, theirs = UNDECIDED[TURN[UNDECIDED] == X], UNDECIDED[TURN[UNDECIDED] == O]
    o_wins += lack(policy)[mine] @ seen[mine]
    lacking = np.clip(1 - field[ROW[theirs]].sum(1), 0, 1)
    x_wins += (seen[theirs] * np.where(lacking < 1e-12, 0, lacking)).sum(0)
    return np.stack([x_wins, draws, o_wins], axis=1)


def values(policy, side, field=None):
    """The value to X of each state, (19683, n), when `policy` plays `side` against the field.

    Without a field: against the best reply, (19683, 1). 0 for codes that no game reaches.
    """
    n = 1 if field is None else field.shape[2]
    V = np.tile(np.where(REACHABLE, WINNER, 0.0)[:, None], n)
    forfeits = lack(policy)
    for layer in reversed(TO_MOVE):
        following = np.where(LEGAL[layer][..., None], V[NEXT[layer]], 0)
        turn = int(TURN[layer[0]])
        if turn == side:
            V[layer] = np.einsum("sa,san->sn", policy[layer], following)
            V[layer] -= side * forfeits[layer, None]
        elif field is None:
            V[layer] = turn * np.where(LEGAL[layer][..., None], turn * following, -np.inf).max(1)
        else:
            theirs = field[ROW[layer]]
            V[layer] = (theirs * following).sum(1) - turn * np.clip(1 - theirs.sum(1), 0, 1)
    return V


def worst_case(policy):
    """Points a game against the best reply, in the worse of the two seats; 0.5 is perfect."""
    worst = min(side * values(policy, side)[START, 0] for side in (X, O))
    return max(0.0, (1 + float(worst)) / 2)


def optimal_share(policy):
    """The share of the undecided states where it never forfeits and only keeps the value."""
    return float(
        (np.where(optimal_cells()[UNDECIDED], policy[UNDECIDED], 0).sum(1) > 1 - 1e-9).mean()
    )


def losses(policy):
    """(19683,) the value that the player gives away in each undecided state, from 0 to 2.

    The mean over its moves of how much worse the position is after them, with perfect play; to
    forfeit is to lose.
    """
    V = state_values()
    found = np.zeros(N_STATES)
    side, best = TURN[UNDECIDED], V[UNDECIDED]
    after = np.where(LEGAL[UNDECIDED], V[NEXT[UNDECIDED]], 0)
    weights = policy[UNDECIDED]
    kept = (weights * after).sum(1) - side * lack(policy)[UNDECIDED]
    found[UNDECIDED] = np.round(side * (best - kept), 12)
    return found


def standard_error(policy, asked, field):
    """The standard error of the mean score of a policy that was estimated from answers.

    `asked` (4520,): the answers in each state. To first order: each position adds the variance of
    what its answers are worth, divided by their number, times the square of how often the player
    gets there. The errors of its opponents are theirs.
    """
    rows, weights, gone = ROW, policy[UNDECIDED], lack(policy)[UNDECIDED]
    variance = 0.0
    for side in (X, O):
        seen, V = visits(policy, side, field), values(policy, side, field)
        states = UNDECIDED[TURN[UNDECIDED] == side]
        where = rows[states]
        after = np.where(LEGAL[states][..., None], V[NEXT[states]], 0)
        worth = (seen[states, None] * after).mean(
            2
        ) / 4  # a value is half a point, in half the games
        lost = -side * seen[states].mean(1) / 4
        mean = (weights[where] * worth).sum(1) + gone[where] * lost
        square = (weights[where] * worth**2).sum(1) + gone[where] * lost**2
        variance += (np.clip(square - mean**2, 0, None) / np.maximum(asked[where] - 1, 1)).sum()
    return float(np.sqrt(variance))
