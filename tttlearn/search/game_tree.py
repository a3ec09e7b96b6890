"""Search the game tree by minimax, in the variants that the lessons compare.

Every search returns a `SearchResult`: the value of the position to X, and the number of positions
looked at, the first one included. The variants differ in what they leave out, never in the value:

    minimax      looks at every line of play, to the end
    alpha_beta   leaves a position as soon as it cannot matter (Knuth & Moore 1975)

`limited_values` stops after a number of moves and asks a heuristic, so it alone can be wrong.

`score(state)` says what an end of the game is worth to X: `win_score` or, to prefer faster wins,
`fast_score`. Like a heuristic, it may be the reader's own function. If it has a parameter `rules`,
it is called with the rules of the game as well.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from inspect import signature
from typing import NamedTuple

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, action_values, first_best, greedy
from tttlearn.game.boards import MARKS, BoardRules
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import O, Rules, X, fixed
from tttlearn.support import arguments
from tttlearn.support.arguments import is_one_of, shown, whole


class _Start:
    """Stand for the state in which a game begins, as a default argument.

    It is not None, which a reader's function returns if it has forgotten its state.
    """

    def __repr__(self):
        return "AT_START"


AT_START = _Start()


class SearchResult(NamedTuple):
    """Result of a search of the game tree.

    Attributes
    ----------
    value : float
        Value of the position to X.
    positions : int
        Number of positions looked at, the first one included.
    """

    value: float
    positions: int


def has_table(table: Callable[[Rules], np.ndarray]) -> Callable[[Callable], Callable]:
    """Give a function of one state its answers for all states, which are computed together.

    Parameters
    ----------
    table : callable
        `table(rules)` returns an array of shape (S,), in which entries of states that the function
        is never asked about may be anything.

    Returns
    -------
    callable
        Decorator of the function, which gets `table` as an attribute.
    """

    def with_table(function):
        function.table = table
        return function

    return with_table


@has_table(lambda rules: rules.winner)
def win_score(state: int, rules: Rules = TICTACTOE) -> int:
    """Return the winner of a game that is over.

    Parameters
    ----------
    state : int
        State in which the game is over.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    int
        +1 if X has won, -1 if O has won, 0 in a draw.
    """
    return int(rules.winner[state])


@has_table(lambda rules: rules.winner * (rules.longest + 1 - rules.depth))
def fast_score(state: int, rules: Rules = TICTACTOE) -> int:
    """Return a score of a game that is over, which is larger the earlier it was won.

    Parameters
    ----------
    state : int
        State in which the game is over.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    int
        The winner, +1 for X or -1 for O, times 10 minus the number of marks, so X gets +5 at best;
        0 in a draw. In another game, the 10 is replaced by 1 more than the moves of its longest
        game.
    """
    return int(rules.winner[state]) * (rules.longest + 1 - int(rules.depth[state]))


def children(state: int, rules: Rules = TICTACTOE) -> list[int]:
    """Return the states that one legal move leads to.

    Parameters
    ----------
    state : int
        State to move in.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    list of int
        Next states, in the order of actions; empty if the game is over.
    """
    return [child for child in rules.next[state].tolist() if child >= 0]


def check_reachable(state: int | _Start, rules: Rules = TICTACTOE) -> int:
    """Check that some game by the rules reaches a state, and return the state.

    Parameters
    ----------
    state : int
        State to check; `AT_START` stands for the start of the game.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    int
        The state.

    Raises
    ------
    ValueError
        If no game by the rules gets there. The message shows the board.
    """
    check_rules(rules)
    state = rules.start if state is AT_START else int(rules.check_one_state(state))
    if not rules.reachable[state]:
        raise ValueError(f"no game by the rules reaches state {state}:\n{rules.show(state)}")
    return state


def _with_rules(function, name, rules):
    """Return the function of a state alone, with the game filled in if it asks for it.

    Raises ValueError, with the name of the argument, for what is no function.
    """
    arguments.function(function, f"{name} is a function of a state")
    with suppress(ValueError):  # some built-in functions have no signature
        if "rules" in signature(function).parameters:
            return partial(function, rules=rules)
    return function


def _for_states(function, name, rules):
    """Return the function of an array of states that a function of one state means."""
    one = _with_rules(function, name, rules)
    if hasattr(function, "table"):
        return function.table(rules).take
    return lambda states: np.array([one(state) for state in states], dtype=float)


def minimax(
    state: int | _Start = AT_START, score: Callable = win_score, rules: Rules = TICTACTOE
) -> SearchResult:
    """Search every line of play from a state to its end.

    Parameters
    ----------
    state : int, optional
        State to start from; by default the start of the game.
    score : callable, default `win_score`
        Function of a state in which the game is over, which returns its value to X. It may have a
        parameter `rules`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    SearchResult
        Value of the state to X if both sides play perfectly, and the number of positions looked at.

    Raises
    ------
    ValueError
        If no game by the rules reaches the state, or `score` is no function.
    """
    score = _with_rules(score, "score", rules)

    def look(state):
        if rules.terminal[state]:
            return SearchResult(score(state), 1)
        results = [look(child) for child in children(state, rules)]
        best = max if rules.turn[state] == X else min
        return SearchResult(best(r.value for r in results), 1 + sum(r.positions for r in results))

    return look(check_reachable(state, rules))


def alpha_beta(
    state: int | _Start = AT_START,
    score: Callable = win_score,
    low: float = -np.inf,
    high: float = np.inf,
    rules: Rules = TICTACTOE,
) -> SearchResult:
    """Search like `minimax`, but leave each position as soon as its value cannot matter.

    Parameters
    ----------
    state : int, optional
        State to start from; by default the start of the game.
    score : callable, default `win_score`
        Function of a state in which the game is over, which returns its value to X. It may have a
        parameter `rules`.
    low, high : float, default -inf, inf
        Values to X (alpha and beta) of which X and O are already sure elsewhere. If they are wide
        open, as by default, the value that is returned is exact.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    SearchResult
        The same value as that of `minimax`, and the number of positions looked at.

    Raises
    ------
    ValueError
        If no game by the rules reaches the state, or `score` is no function.

    References
    ----------
    Knuth, D. E. and Moore, R. W. (1975). "An analysis of alpha-beta pruning." Artificial
    Intelligence 6(4), 293-326.
    """
    score = _with_rules(score, "score", rules)

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
def square_values(rules: Rules = TICTACTOE) -> np.ndarray:
    """Return what each cell of a board is worth to its owner by the usual rule of thumb.

    Parameters
    ----------
    rules : BoardRules, default TICTACTOE
        Rules of a game on a board.

    Returns
    -------
    ndarray of int, shape (n_cells,)
        Number of lines through each cell, in tic-tac-toe 4 for the centre, 3 for a corner and 2 for
        an edge. The array is read-only.
    """
    return fixed(np.bincount(rules.lines.ravel(), minlength=rules.n_cells))


def _square_values_of_states(rules):
    """Return the answers of `square_heuristic` in all states, an array of shape (S,)."""
    total = np.zeros(rules.n_states, np.int64)
    if isinstance(rules, BoardRules):
        for cell, worth in enumerate(square_values(rules).tolist()):
            mark = rules.cells[:, cell]
            total += worth * (mark == MARKS[X])
            total -= worth * (mark == MARKS[O])
    return total / 100


@has_table(_square_values_of_states)
def square_heuristic(state: int, rules: Rules = TICTACTOE) -> float:
    """Estimate the value of a state from the cells that each side holds.

    Parameters
    ----------
    state : int
        State to estimate.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    float
        The `square_values` of the cells of X minus those of the cells of O, divided by 100, which
        is between -1 and 1; 0 in a game without a board.
    """
    if not isinstance(rules, BoardRules):
        return no_idea(state)
    cells, worth = rules.cells[state], square_values(rules)
    return int(((cells == MARKS[X]) * worth - (cells == MARKS[O]) * worth).sum()) / 100


@has_table(lambda rules: np.zeros(rules.n_states))
def no_idea(state: int) -> float:
    """Return 0, as a heuristic that knows nothing of any undecided position.

    Parameters
    ----------
    state : int
        Any state.

    Returns
    -------
    float
        0.0.
    """
    return 0.0


def limited_values(
    depth: int,
    heuristic: Callable = square_heuristic,
    score: Callable = win_score,
    rules: Rules = TICTACTOE,
) -> np.ndarray:
    """Compute the value of every state by a search that looks a limited number of moves ahead.

    Parameters
    ----------
    depth : int
        Number of moves to look ahead, 0 or more.
    heuristic : callable, default `square_heuristic`
        Function of a state, which estimates the value to X of positions at that depth in which the
        game is not over. It may have a parameter `rules`.
    score : callable, default `win_score`
        Function of a state in which the game is over, which returns its value to X. It may have a
        parameter `rules`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    ndarray of float, shape (S,)
        Value to X of each state; NaN for states that no game reaches.

    Raises
    ------
    ValueError
        If `depth` is no whole number of at least 0, or if `heuristic` or `score` is no function.

    Notes
    -----
    It makes one sweep over all states for each move of depth, instead of one search for each state.
    """
    depth = whole(depth, "depth in moves")
    check_rules(rules)
    heuristic = _for_states(heuristic, "heuristic", rules)
    score = _for_states(score, "score", rules)
    V = np.full(rules.n_states, np.nan)
    undecided, ends = rules.undecided, np.flatnonzero(rules.reachable & rules.terminal)
    V[ends], V[undecided] = score(ends), heuristic(undecided)
    if rules.is_listed:
        from tttlearn.evaluation.listed import look_ahead  # Numba takes time to load

        look_ahead(V, min(depth, rules.longest), rules)
        return V
    turn, legal, following = rules.turn[undecided], rules.legal[undecided], rules.next[undecided]
    for _ in range(min(depth, rules.longest)):
        values = np.where(legal, turn[:, None] * V[following], -np.inf)
        V[undecided] = turn * values.max(1)
    return V


def minimax_player(
    depth: int | None = None,
    heuristic: Callable = square_heuristic,
    ties: str = "random",
    score: Callable = win_score,
    rules: Rules = TICTACTOE,
) -> PolicyPlayer:
    """Return the player that looks a given number of moves ahead.

    Parameters
    ----------
    depth : int, optional
        Number of moves to look ahead, 1 or more, of which its own move is the first. By default it
        looks to the end of the game, in tic-tac-toe 9 moves, which is perfect play.
    heuristic : callable, default `square_heuristic`
        Function of a state, which estimates the value to X of positions at that depth in which the
        game is not over. It may have a parameter `rules`.
    ties : {"random", "first"}, default "random"
        Choose evenly among the moves with the best value, or take the first of them in the order of
        actions.
    score : callable, default `win_score`
        Function of a state in which the game is over, which returns its value to X. It may have a
        parameter `rules`.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    PolicyPlayer
        The player, with its policy and the values to X of its actions, each of shape (S, A).

    Raises
    ------
    ValueError
        If `depth` is below 1 or no whole number, `ties` is another word, or if `heuristic` or
        `score` is no function.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> looks_two_ahead = ttt.minimax_player(depth=2)
    >>> looks_two_ahead.name
    'minimax, 2 moves ahead'

    It blocks a row of two:

    >>> import numpy as np
    >>> int(looks_two_ahead.act(ttt.parse("XX. .O. ..."), np.random.default_rng(0)))
    2
    """
    longest = check_rules(rules).longest
    depth = longest if depth is None else whole(depth, "depth in moves", 1)
    if not is_one_of(ties, ("random", "first")):
        raise ValueError(f'ties are broken "random" or "first", not {shown(ties)}')
    Q = action_values(limited_values(depth - 1, heuristic, score, rules), rules)
    policy = greedy(Q, rules) if ties == "random" else first_best(Q, rules)
    name = "minimax" if depth >= longest else f"minimax, {depth} moves ahead"
    return PolicyPlayer(policy, name, Q, rules)
