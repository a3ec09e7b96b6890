"""Minimax as recursion, in the variants that the lessons compare, each counting its positions.

Every search returns a `SearchResult`: the value of the position to X and the number of positions
looked at, the first one included. The variants differ in what they leave out, never in the value:

    minimax      looks at every line of play, to the end
    alpha_beta   leaves a position as soon as it cannot matter (Knuth & Moore 1975)

`limited_values` stops after a number of moves and asks a heuristic: only this one can be wrong.

`score(state)` says what an end of the game is worth to X: `win_score` or, to prefer faster wins,
`fast_score`. Like a heuristic it may be your own function; if it has a parameter `rules`, it gets
the game.
"""

from contextlib import suppress
from functools import cache, partial
from inspect import signature
from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, action_values, first_best, greedy
from tttlearn.game.boards import MARKS, BoardRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import O, X, fixed
from tttlearn.support import arguments
from tttlearn.support.arguments import is_one_of, shown, whole


class _Start:
    """Instead of a state: the one in which a game begins.

    It is not None, which a reader's function returns if it has forgotten its state.
    """

    def __repr__(self):
        return "AT_START"


AT_START = _Start()


class SearchResult(NamedTuple):
    """What a search found: the value to X, and how many positions it looked at."""

    value: float
    positions: int


def win_score(state, rules=TICTACTOE):
    """+1 when X has won, -1 when O has, 0 in a draw."""
    return int(rules.winner[state])


def fast_score(state, rules=TICTACTOE):
    """The winner times (10 - number of marks): an earlier win is worth more, +5 to X at best.

    In another game, the 10 is replaced by 1 more than the moves of its longest game.
    """
    return int(rules.winner[state]) * (rules.longest + 1 - int(rules.depth[state]))


def children(state, rules=TICTACTOE):
    """The states one legal move ahead, in the order of actions; none when the game is over."""
    return [child for child in rules.next[state].tolist() if child >= 0]


def check_reachable(state, rules=TICTACTOE):
    """The state, an int; ValueError, with it drawn, unless some game by the rules gets there."""
    check_rules(rules)
    state = rules.start if state is AT_START else int(rules.check_one_state(state))
    if not rules.reachable[state]:
        raise ValueError(f"no game by the rules reaches state {state}:\n{rules.show(state)}")
    return state


def _told(function, name, rules):
    """The function, of a state alone; if it asks for the game, it gets it.

    Raises ValueError, with the name of the argument, for what is no function.
    """
    arguments.function(function, f"{name} is a function of a state")
    with suppress(ValueError):  # some built-in functions do not say what they take
        if "rules" in signature(function).parameters:
            return partial(function, rules=rules)
    return function


def minimax(state=AT_START, score=win_score, rules=TICTACTOE):
    """The value of `state` by looking at every line of play to its end."""
    score = _told(score, "score", rules)

    def look(state):
        if rules.terminal[state]:
            return SearchResult(score(state), 1)
        found = [look(child) for child in children(state, rules)]
        best = max if rules.turn[state] == X else min
        return SearchResult(best(f.value for f in found), 1 + sum(f.positions for f in found))

    return look(check_reachable(state, rules))


def alpha_beta(state=AT_START, score=win_score, low=-np.inf, high=np.inf, rules=TICTACTOE):
    """The same value, leaving a position once its value cannot matter to the moves above it.

    `low` and `high` (alpha and beta) are what X and O are already sure of elsewhere. If they are
    wide open, as by default, the value is exact.
    """
    score = _told(score, "score", rules)

    def look(state, low, high):
        if rules.terminal[state]:
            return SearchResult(score(state), 1)
        best, positions = (-np.inf if rules.turn[state] == X else np.inf), 1
        for child in children(state, rules):
            value, looked_at = look(child, low, high)
            positions += looked_at
            if rules.turn[state] == X:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return SearchResult(best, positions)

    return look(check_reachable(state, rules), low, high)


@cache
def square_values(rules=TICTACTOE):
    """What each cell of a board is worth to its owner by the old rule of thumb, int; read-only.

    It is the number of lines through the cell; in tic-tac-toe centre 4, corner 3, edge 2.
    """
    return fixed(np.bincount(rules.lines.ravel(), minlength=rules.n_cells))


def square_heuristic(state, rules=TICTACTOE):
    """The cells of X minus those of O, each by `square_values`, over 100: between -1 and 1.

    0 in a game without a board.
    """
    if not isinstance(rules, BoardRules):
        return no_idea(state)
    cells, worth = rules.cells[state], square_values(rules)
    return int(((cells == MARKS[X]) * worth - (cells == MARKS[O]) * worth).sum()) / 100


def no_idea(state):
    """The heuristic that says 0 of every undecided position."""
    return 0.0


def limited_values(depth, heuristic=square_heuristic, score=win_score, rules=TICTACTOE):
    """The value to X of every state if nobody looks further than `depth` moves ahead, (S,).

    Positions at that depth that are not over are worth what `heuristic(state)` says. States that no
    game reaches are NaN. It makes one sweep over all states for each move of depth, not one search
    for each state. Raises ValueError if depth is negative, or heuristic or score is no function.
    """
    depth = whole(depth, "depth in moves")
    check_rules(rules)
    heuristic, score = _told(heuristic, "heuristic", rules), _told(score, "score", rules)
    V = np.full(rules.n_states, np.nan)
    for state in np.flatnonzero(rules.reachable):
        V[state] = score(state) if rules.terminal[state] else heuristic(state)
    undecided = rules.undecided
    turn, legal, following = rules.turn[undecided], rules.legal[undecided], rules.next[undecided]
    for _ in range(min(depth, rules.longest)):
        values = np.where(legal, turn[:, None] * V[following], -np.inf)
        V[undecided] = turn * values.max(1)
    return V


def minimax_player(
    depth=None, heuristic=square_heuristic, ties="random", score=win_score, rules=TICTACTOE
):
    """The player that looks `depth` moves ahead; its own move is the first.

    Without a depth it looks to the end of the game, in tic-tac-toe 9: perfect play. `ties`:
    "random" chooses evenly among the moves with the best value, "first" takes the first of them in
    the order of actions. Raises ValueError for another word, a depth below 1, and a heuristic or
    score that is no function.
    """
    longest = check_rules(rules).longest
    depth = longest if depth is None else whole(depth, "depth in moves", 1)
    if not is_one_of(ties, ("random", "first")):
        raise ValueError(f'ties are broken "random" or "first", not {shown(ties)}')
    Q = action_values(limited_values(depth - 1, heuristic, score, rules), rules)
    policy = greedy(Q, rules) if ties == "random" else first_best(Q, rules)
    name = "minimax" if depth >= longest else f"minimax, {depth} moves ahead"
    return PolicyPlayer(policy, name, Q, rules)
