"""Exact results of many deterministic players at once: a study of a thousand runs in a second.

`exact` takes policies of shape (19683, 9), one at a time. A player that never draws lots is told by
one cell for each state; a thousand of them are `cells`, (1000, 19683) ints, as in

    cells = np.array([learner.policy.argmax(1) for learner in learners])

and all are evaluated together, layer by layer, against one opponent: any policy.
"""

import numpy as np

from tttlearn.evaluation.exact import TO_MOVE
from tttlearn.evaluation.policy import opponent_policy, random_policy
from tttlearn.game.rules import LEGAL, N_STATES, NEXT, START, TERMINAL, TURN, UNDECIDED, WINNER
from tttlearn.game.tables import SIDES, O, X

TOGETHER = 50
"""So many players at a time: their values of all states then fit into a processor's memory."""


def many_outcomes(cells, side, opponent):
    """The exact shares of games that X and that O win, (2, players), for players on one side.

    `cells` (players, 19683): the cell that each takes in each state; `side`: "X" or "O", where they
    sit; `opponent`: a policy, or a player with one. The rest of the games are draws. Raises
    ValueError for cells that are not legal moves, for other sides, and for what is no policy.
    """
    cells, turn, opponent = _check(cells, side, opponent)
    groups = np.split(cells, range(TOGETHER, len(cells), TOGETHER))
    return np.concatenate([_shares(group, turn, opponent) for group in groups]).T


def _shares(cells, turn, opponent):
    """The probabilities that X and that O win, (players, 2): one pass from the end to the start."""
    players = np.arange(len(cells))
    V = np.zeros((N_STATES, len(cells), 2))
    for k, winner in enumerate((X, O)):
        V[TERMINAL & (WINNER == winner), :, k] = 1
    for layer in reversed(TO_MOVE):
        if TURN[layer[0]] == turn:
            V[layer] = V[NEXT[layer[:, None], cells[:, layer].T], players]
            continue
        for cell in range(9):
            s = layer[opponent[layer, cell] > 0]
            V[s] += opponent[s, cell, None, None] * V[NEXT[s, cell]]
    return V[START]


def many_reached(cells, side, opponent):
    """Whether a game against `opponent` can pass through each state, (players, 19683) bools.

    The arguments, and the errors, are those of `many_outcomes`.
    """
    cells, turn, opponent = _check(cells, side, opponent)
    players = np.arange(len(cells))
    reached = np.zeros((N_STATES, len(cells)), dtype=bool)
    reached[START] = True
    for state in np.concatenate(TO_MOVE):
        if TURN[state] == turn:
            # Each player has its own next state, so no entry is written twice.
            reached[NEXT[state, cells[:, state]], players] |= reached[state]
        else:
            reached[NEXT[state, opponent[state] > 0]] |= reached[state]
    return np.ascontiguousarray(reached.T)


def many_visits(cells, side, opponent):
    """The probability that a game against `opponent` passes through each state, (players, 19683).

    The arguments, and the errors, are those of `many_outcomes`.
    """
    cells, turn, opponent = _check(cells, side, opponent)
    visits = np.zeros((len(cells), N_STATES))
    visits[:, START] = 1
    for layer in TO_MOVE:
        mine = TURN[layer[0]] == turn
        for cell in range(9):  # no two states lead to the same one by the same cell
            s = layer[LEGAL[layer, cell]]
            visits[:, NEXT[s, cell]] += visits[:, s] * (
                cells[:, s] == cell if mine else opponent[s, cell]
            )
    return visits


def many_alone(cells):
    """The winner of the one game that each player has with itself, (players,): +1 X, 0, -1 O.

    `cells` and the errors as in `many_outcomes`.
    """
    cells = np.asarray(cells)
    for side in SIDES:
        _check(cells, side, random_policy())
    states, players = np.full(len(cells), START), np.arange(len(cells))
    for _ in range(9):
        states = np.where(TERMINAL[states], states, NEXT[states, cells[players, states]])
    return WINNER[states]


def _check(cells, side, opponent):
    """The arguments as they are needed, or ValueError."""
    cells = np.asarray(cells)
    if cells.ndim != 2 or cells.shape[1] != N_STATES or cells.dtype.kind not in "iu":
        raise ValueError(
            f"cells holds a whole number for each player and state, (players, {N_STATES}); not "
            f"{cells.dtype} {cells.shape}"
        )
    if side not in SIDES:
        raise ValueError(f'the players sit at side "X" or "O", not {side!r}')
    mine = UNDECIDED[TURN[UNDECIDED] == SIDES[side]]
    taken = cells[:, mine]
    legal = (taken >= 0) & (taken < 9) & LEGAL[mine, np.clip(taken, 0, 8)]
    if not legal.all():
        player, k = np.argwhere(~legal)[0]
        raise ValueError(
            f"player {player} takes cell {taken[player, k]} in state {mine[k]}, which is not legal"
        )
    return cells, SIDES[side], opponent_policy(opponent)
