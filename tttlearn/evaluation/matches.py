"""Games between two policies, a match between any two players, and an exact round robin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tttlearn.evaluation.any_player import as_player, policy_of
from tttlearn.evaluation.passes import meetings
from tttlearn.game.played import Game
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, O, Rules, X, side_name
from tttlearn.support.arguments import (
    generator,
    is_among,
    items,
    named,
    shown,
    true_or_false,
    whole,
)
from tttlearn.support.compiled import njit, signals_held
from tttlearn.support.progress import Stoppable
from tttlearn.support.strangers import FailedError

if TYPE_CHECKING:  # takes long to load
    import pandas as pd

GAMES_PER_CALL = 1_000_000
"""Games in one call of compiled code, a tenth of a second: Ctrl-C takes effect between calls."""


def play_games(
    x: Any, o: Any, n: int, rng: np.random.Generator, rules: Rules = TICTACTOE
) -> np.ndarray:
    """Play games between two policies and return their winners.

    Parameters
    ----------
    x, o : object
        Policies of the two sides, or other players as in `policy_of`.
    n : int
        Number of games.
    rng : numpy.random.Generator
        Source of randomness; the games are the same with Numba and without.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of int8, shape (n,)
        Winner of each game: +1 X, -1 O, 0 draw.

    Raises
    ------
    ValueError
        If a player has no policy, `n` is not a whole number, or `rng` is not a Generator.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> p = ttt.minimax_policy()
    >>> ttt.play_games(p, p, 5, np.random.default_rng(0)).tolist()
    [0, 0, 0, 0, 0]
    """
    n, rng = whole(n, "the number of games"), generator(rng)
    x, o = (thresholds(policy_of(policy, rules), rules) for policy in (x, o))
    # One table for both sides, because the state says which side is to move.
    totals = np.where((rules.turn == X)[:, None], x, o)
    tables = rules.next, rules.terminal, rules.winner
    actions = tuple(range(rules.n_actions))
    winners = np.empty(n, np.int8)
    with Stoppable(n, "game") as tick:
        for some in np.split(winners, range(GAMES_PER_CALL, n, GAMES_PER_CALL)):
            with signals_held():
                _play_games(totals, *tables, rules.start, actions, some, rng)
            tick(len(some))
    return winners


def thresholds(policy: np.ndarray, rules: Rules = TICTACTOE) -> np.ndarray:
    """Return the running totals of each row of a policy, from which actions are drawn.

    Parameters
    ----------
    policy : numpy.ndarray, shape (S, A)
        The policy.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of float64, shape (S, A)
        The totals. A uniform number below total a, but not below the total before, means action a.
        From the last action with weight on, the totals are 2, above every such number, so that
        rounding never picks an action without weight. Rows in which the game is over are 0.
    """
    rows, last = policy[rules.undecided], rules.n_actions - 1
    last = last - np.argmax(rows[:, ::-1] > 0, axis=1)
    totals = np.zeros(policy.shape)
    beyond = np.arange(rules.n_actions) >= last[:, None]
    totals[rules.undecided] = np.where(beyond, 2.0, rows.cumsum(1))
    return totals


@njit
def _play_games(thresholds, following, terminal, winner, start, actions, winners, rng):
    for game in range(len(winners)):
        state = start
        while not terminal[state]:
            u = rng.random()
            totals = thresholds[state]
            action = 0
            # Counting all but the last, without a branch, is faster than stopping at the first. The
            # compiler knows the length of a tuple, and unrolls the loop.
            for a in range(len(actions) - 1):
                action += u >= totals[a]
            state = following[state, action]
        winners[game] = winner[state]


def play_match(
    x: Any,
    o: Any,
    n: int,
    rng: np.random.Generator,
    show: bool = False,
    pause_on: Sequence[int] = (),
    rules: Rules = TICTACTOE,
) -> np.ndarray:
    """Play games between any two players, which are asked when they are to move.

    Parameters
    ----------
    x, o : object
        Players of the two sides, as in `policy_of`.
    n : int
        Number of games.
    rng : numpy.random.Generator
        Source of randomness.
    show : bool, default False
        Whether every board is printed.
    pause_on : sequence of int, default ()
        Winners, such as [0], after whose games the match waits for Enter; "quit" ends it there.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    numpy.ndarray of int8, shape (n_games,)
        Winner of each game that was played: +1 X, -1 O, 0 draw.

    Raises
    ------
    IllegalMoveError
        If a player answers with an illegal cell. The message names its side and draws the board; an
        illegal move loses no game.
    ValueError
        If a player plays another game or gives no answer, or if another argument is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> import tttlearn as ttt
    >>> ttt.play_match("minimax", "minimax", 2, np.random.default_rng(0)).tolist()
    [0, 0]
    """
    n, rng, rules = whole(n, "the number of games"), generator(rng), check_rules(rules)
    show = true_or_false(show, "show")
    pauses = items(pause_on)
    if pauses is None or not all(is_among(winner, (1, 0, -1)) for winner in pauses):
        winners = "a list of winners, of 1 (X), 0 (draw) and -1 (O)"
        raise ValueError(f"pause_on is {winners}, not {shown(pause_on)}")
    seats = {X: x, O: o}
    players = {
        side: as_player(player, rules, f"the player of {side_name(side)}")
        for side, player in seats.items()
    }
    winners = []
    with Stoppable(n, "game") as tick:
        while len(winners) < n:
            winners.append(_play_one(players, rng, show, rules))
            tick()
            if winners[-1] in pauses and _wants_to_stop():
                break
    return np.array(winners, dtype=np.int8)


def _wants_to_stop():
    try:
        return input("Enter to go on, quit to stop: ").strip().lower() == "quit"
    except EOFError:  # there is no keyboard
        print()  # ends the line of the question
        return True


def _play_one(players, rng, show, rules):
    game = Game(rules)
    while not game.is_over:
        if show:
            print(game, end="\n\n")
        side = side_name(game.to_move)
        try:
            action = players[game.to_move].act(game.state, rng)
        except FailedError as error:
            raise ValueError(f"the player of {side} gave no answer: it {error}\n{game}") from None
        if not game.is_legal(action):
            raise IllegalMoveError(
                f"the player of {side} answered {shown(action)} on the board\n{game}"
            )
        game.play(action)
    if show:
        print(game, end="\n\n")
    return game.winner


def states_of_game(x: Any, o: Any, rules: Rules = TICTACTOE) -> list[int]:
    """Return all states of the game of two players, without chance.

    Where a policy gives several actions a probability, its likeliest one is taken, the first of
    equal ones.

    Parameters
    ----------
    x, o : policy or player, as in `policy_of`
        The players of X and of O.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    list of int
        The states, from the start to the end of the game.

    Raises
    ------
    ValueError
        If a player has no policy.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> perfect = ttt.minimax_policy()
    >>> len(states_of_game(perfect, perfect))
    10
    """
    x, o = (policy_of(policy, rules) for policy in (x, o))
    states = [int(check_rules(rules).start)]
    while not rules.terminal[states[-1]]:
        policy = x if rules.turn[states[-1]] == X else o
        states.append(int(rules.next[states[-1], policy[states[-1]].argmax()]))
    return states


def round_robin(policies: Mapping[str, Any], rules: Rules = TICTACTOE) -> pd.DataFrame:
    """Return the exact results of every player against every other and against itself.

    Parameters
    ----------
    policies : Mapping
        Policies, or other players as in `policy_of`, by name.
    rules : Rules, default TICTACTOE
        The game.

    Returns
    -------
    pandas.DataFrame
        A row for each ordered pair, with the names `x` and `o`, the probabilities `x_wins`, `draws`
        and `o_wins`, and `score`, the mean points of X (1 for a win, 1/2 for a draw).

    Raises
    ------
    ValueError
        If there are no policies, or a player has none.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> table = ttt.round_robin({"minimax": ttt.minimax_policy(), "random": ttt.random_policy()})
    >>> print(table[["x", "o", "score"]].round(2).to_string(index=False))
          x       o  score
    minimax minimax   0.50
    minimax  random   0.98
     random minimax   0.11
     random  random   0.65
    """
    import pandas as pd

    check_rules(rules)
    policies = named(policies, "policies are a dict from names to policies")
    results = meetings([policy_of(policy, rules) for policy in policies.values()], rules)
    pairs = pd.MultiIndex.from_product([policies, policies], names=["x", "o"])
    table = pd.DataFrame(results.reshape(-1, 3), pairs, ["x_wins", "draws", "o_wins"])
    return table.assign(score=table.x_wins + table.draws / 2).reset_index()
