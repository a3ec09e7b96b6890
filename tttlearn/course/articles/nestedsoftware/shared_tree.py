"""Provide the deterministic tree search of nestedsoftware, "Tic-Tac-Toe with MCTS", 2019.

Nothing in it is random, and it plays no games out at random: in every playout the upper bound alone
chooses all moves, to the end of the game. So it is less Monte Carlo than the name says: a
best-first search of a graph, with averages for values.
"""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.any_player import policy_of
from tttlearn.evaluation.exact import Outcome, outcome
from tttlearn.evaluation.policy import PolicyPlayer, first_best, random_policy
from tttlearn.game.rules import (
    CANONICAL,
    CELLS,
    LEGAL,
    N_STATES,
    NEXT,
    PLY,
    START,
    TERMINAL,
    TICTACTOE,
    TURN,
    UNDECIDED,
    WINNER,
    show,
)
from tttlearn.game.tables import IllegalMoveError, O, X
from tttlearn.search.game_tree import minimax_player
from tttlearn.search.mcts import AT_ONCE, check_playouts
from tttlearn.search.playouts import logarithms
from tttlearn.support.compiled import njit
from tttlearn.support.progress import Stoppable, in_pieces

NESTED_PLAYOUTS, NESTED_LIVE_PLAYOUTS = 4_000, 200
"""Playouts before the first game; or, for the live player, before each move."""
WEIGHT = math.sqrt(2.0)
"""Factor of the bound's second term."""


class Memory(NamedTuple):
    """What the search has counted in each canonical state, two arrays (19683,).

    They are `visits`, and `points` for the side that moved there: 1 for a win and, a quirk of the
    program, for a draw.
    """

    visits: np.ndarray
    points: np.ndarray


def _parents():
    """Return the canonical states with a move to each canonical state, each once, (19683, 9).

    Unused entries are -1.
    """
    table = np.full((N_STATES, 9), -1)
    number = np.zeros(N_STATES, dtype=int)
    moves = LEGAL[UNDECIDED]
    parents = np.repeat(CANONICAL[UNDECIDED], moves.sum(1))
    pairs = np.stack([CANONICAL[NEXT[UNDECIDED][moves]], parents], axis=1)
    for child, parent in np.unique(pairs, axis=0).tolist():
        table[child, number[child]] = parent
        number[child] += 1
    return table


PARENTS = _parents()


def no_memory():
    """Return the Memory of a search that has not begun."""
    return Memory(np.zeros(N_STATES, np.int64), np.zeros(N_STATES))


@njit
def nested_playouts(
    memory, root, playouts, logs, following, canonical, parents, turn, winner, draw, weight
):
    """Play games from `root`, each by the highest upper bounds, and count its states."""
    path = np.zeros(10, np.int64)
    for _ in range(playouts):
        path[0], n = root, 1
        while True:
            child = nested_choice(memory, path[n - 1], logs, following, canonical, parents, weight)
            if child < 0:
                break
            path[n], n = child, n + 1
        won = winner[path[n - 1]]
        for state in path[:n]:
            memory.visits[canonical[state]] += 1
            if won == 0:
                memory.points[canonical[state]] += draw
            elif won != turn[state]:  # the side that moved there
                memory.points[canonical[state]] += 1


@njit
def nested_choice(memory, state, logs, following, canonical, parents, weight=WEIGHT):
    """Return the next state with the highest upper bound, the first of equals; -1 at a game's end.

    N is counted over all states that lead to the next one, not only the state that the game came
    from.
    """
    best, highest = -1, -np.inf
    for a in range(9):
        if following[state, a] >= 0:
            after = canonical[following[state, a]]
            n, bound = memory.visits[after], np.inf
            if n > 0:
                N = 0
                for parent in parents[after]:
                    if parent >= 0:
                        N += memory.visits[parent]
                bound = memory.points[after] / n + weight * math.sqrt(logs[N] / n)
            if bound > highest:
                best, highest = following[state, a], bound
    return best


def search(memory, root, playouts, most, draw=1.0, weight=WEIGHT):
    """Continue the search from `root`, in the Memory, which takes up to `most` playouts in all.

    `draw` is the number of points of a draw, `weight` the factor of the bound's second term.
    """
    with Stoppable(playouts, "playout") as tick:
        logs = logarithms(most)
        for n in in_pieces(playouts, AT_ONCE):
            tables = logs, NEXT, CANONICAL, PARENTS, TURN, WINNER
            nested_playouts(memory, root, n, *tables, draw, weight)
            tick(n)


def nested_values(memory, states=slice(None)):
    """Return the value to X of each action in `states`, (n, 9): the share of points, from -1 to 1.

    As in the program, a state that was never visited counts as lost for the side that would move
    there.
    """
    share = memory.points / np.maximum(memory.visits, 1)
    to_mover = 2 * share[CANONICAL[NEXT[states]]] - 1
    return np.where(LEGAL[states], TURN[states][:, None] * to_mover, np.nan)


def nestedsoftware_mcts(live=False, playouts=None):
    """Return the player of nestedsoftware's article on MCTS: deterministic, draws worth a win.

    It learns only from 4,000 playouts from the empty board; then it takes the move with the best
    value, the first of equals. With `live`, it makes 200 playouts from the board before each of its
    moves, and remembers them to the end of the game. `playouts` is another number of them. Nodes
    are shared between boards that look alike and between all ways to get there. Its quirks are
    kept: there is no random playout, but the upper bound to the end of the game; a draw counts as a
    win, to both sides; N in the bound is the visits of all parents known so far; it goes by the
    best value, not by visits, so that a move tried once and won beats all others; a position never
    visited counts as lost. Returns a PolicyPlayer, or a NestedLive. Raises ValueError for fewer
    than 1 playout.
    """
    usual = NESTED_LIVE_PLAYOUTS if live else NESTED_PLAYOUTS
    playouts = check_playouts(usual if playouts is None else playouts)
    return NestedLive(playouts) if live else searched_once(playouts)


def searched_once(playouts=NESTED_PLAYOUTS, draw=1.0, weight=WEIGHT):
    """Return the PolicyPlayer of one search from the empty board: see `search`."""
    memory = no_memory()
    search(memory, START, playouts, playouts, draw, weight)
    Q = nested_values(memory)
    return PolicyPlayer(first_best(Q), "nestedsoftware, MCTS", Q)


@dataclass(eq=False)
class NestedLive:
    """nestedsoftware's player that searches from the board before each move.

    It keeps its results during one game: as long as each position is two moves on from the one
    before. It is not random, but what it does depends on how the game went, so that it has no
    policy; `outcome` goes through all its games.
    """

    playouts: int = NESTED_LIVE_PLAYOUTS
    name: str = "nestedsoftware, live MCTS"
    values = None
    rules = TICTACTOE
    memory: Memory = field(default_factory=no_memory, init=False, repr=False)
    last: int = field(default=-1, init=False, repr=False)

    def act(self, state, rng=None):
        """Return the cell that it takes in `state`, which does not depend on chance."""
        state = int(TICTACTOE.check_one_state(state))
        if not LEGAL[state].any():
            raise IllegalMoveError(f"nobody is to move in state {state}:\n{show(state)}")
        if self.last < 0 or not _goes_on(self.last, state):
            self.memory = no_memory()
        self.last = state
        return self._move(self.memory, state)

    def _move(self, memory, state):
        # It moves at most five times in a game.
        search(memory, state, self.playouts, 5 * self.playouts)
        return int(np.nanargmax(TURN[state] * nested_values(memory, [state])[0]))

    def outcome(self, opponent, side="X"):
        """Return the exact Outcome of all its games as `side` against a policy."""
        if side not in ("X", "O"):
            raise ValueError(f'it plays "X" or "O", not {side!r}')
        ends = {X: 0.0, 0: 0.0, O: 0.0}
        mine = X if side == "X" else O
        self._walk(START, 1.0, no_memory(), policy_of(opponent), mine, ends)
        return Outcome(*(float(ends[winner]) for winner in (X, 0, O)))

    def _walk(self, state, probability, memory, opponent, side, ends):
        """Add the probabilities of the ends of all games that continue from `state`."""
        if TERMINAL[state]:
            ends[int(WINNER[state])] += probability
        elif TURN[state] == side:
            memory = Memory(*(part.copy() for part in memory))
            after = int(NEXT[state, self._move(memory, state)])
            self._walk(after, probability, memory, opponent, side, ends)
        else:
            for cell in np.flatnonzero(opponent[state]):
                chance, after = probability * opponent[state, cell], int(NEXT[state, cell])
                self._walk(after, chance, memory, opponent, side, ends)


def _goes_on(earlier, state):
    """Return whether `state` is two moves on from `earlier`."""
    stand = (CELLS[earlier] == 0) | (CELLS[earlier] == CELLS[state])
    return bool(PLY[state] == PLY[earlier] + 2 and stand.all())


def nested_mcts_table(player):
    """Return the exact Outcomes of its published matches, by the names in the table."""
    others = {
        "random": random_policy(),
        "minimax": minimax_player(ties="first").policy,
        "minimax random": minimax_player().policy,
    }
    table = {f"{name} vs MCTS": outcome(other, player.policy) for name, other in others.items()}
    table |= {f"MCTS vs {name}": outcome(player.policy, other) for name, other in others.items()}
    return table | {"MCTS vs MCTS": outcome(player.policy, player.policy)}
