"""Many deterministic players at once: their exact outcomes in one pass over the layers.

`outcome` takes a player at a time; a study of a thousand training runs has a thousand. A player
that never mixes its moves is a row of cells, and one backward pass values a hundred such rows.
"""

import numpy as np

from tttlearn.policy import check_policy
from tttlearn.rules import LEGAL, N_STATES, NEXT, START, TERMINAL, WINNER, O, X
from tttlearn.solve import TO_MOVE

GROUP = 100
"""So many players are valued in one pass: enough to be fast, few enough for the caches."""


def cells_of(policy):
    """What a deterministic policy takes in each state, (19683,) int8; 0 where nobody moves.

    Raises ValueError for a policy that shares its weight.
    """
    policy = check_policy(policy)
    if not ((policy == 0) | (policy == 1)).all():
        raise ValueError("the policy mixes its moves: it is no single cell for each state")
    return policy.argmax(1).astype(np.int8)


def outcomes(cells, side, opponent):
    """The exact outcomes of many players, each of which has `side`, against one policy.

    `cells`: (players, 19683), what each takes in each state; `side`: "X" or "O". Returns
    (players, 3): the probabilities that X wins, of a draw, that O wins.
    """
    if side not in ("X", "O"):
        raise ValueError(f'the players are "X" or "O", not {side!r}')
    cells, opponent = np.atleast_2d(cells), check_policy(opponent)
    ends = [[_share(one, side, opponent, winner) for winner in (X, O)] for one in _groups(cells)]
    x, o = np.concatenate(ends, axis=1)
    return np.stack([x, 1 - x - o, o], axis=1)


def _share(cells, side, opponent, winner):
    """The probability that `winner` wins, one for each row of cells."""
    V = np.repeat((WINNER == winner)[:, None].astype(float), len(cells), 1)
    players = np.arange(len(cells))
    for ply in reversed(range(9)):
        s = TO_MOVE[ply]
        if (side == "X") == (ply % 2 == 0):
            V[s] = V[NEXT[s[:, None], cells[:, s].T], players]
        else:
            V[s] = sum(opponent[s, a, None] * V[NEXT[s, a]] for a in range(9))
    return V[START]


def visits(cells, side, opponent):
    """The probability that a game passes through each state, (players, 19683); as `outcomes`."""
    cells, opponent = np.atleast_2d(cells), check_policy(opponent)
    found = np.zeros((len(cells), N_STATES))
    for group, V in zip(_groups(cells), _groups(found), strict=True):
        V[:, START] = 1
        for ply, s in enumerate(TO_MOVE):
            mine = (side == "X") == (ply % 2 == 0)
            for a in range(9):  # no two states lead to the same one by the same cell
                free = s[LEGAL[s, a]]
                share = group[:, free] == a if mine else opponent[free, a]
                V[:, NEXT[free, a]] += share * V[:, free]
    return found


def _groups(rows):
    return np.array_split(rows, -(-len(rows) // GROUP))


def outcomes_alone(cells):
    """The outcomes of many players against themselves, (players, 3) of zeros and ones."""
    cells = np.atleast_2d(cells)
    s, players = np.full(len(cells), START), np.arange(len(cells))
    for _ in range(9):
        s = np.where(TERMINAL[s], s, NEXT[s, cells[players, s]])
    return np.stack([WINNER[s] == winner for winner in (X, 0, O)], axis=1).astype(float)
