"""Many games: millions between policies, a match between any two players, an exact round robin."""

import numpy as np

from tttlearn.evaluation.any_player import as_player, policy_of
from tttlearn.evaluation.passes import meetings
from tttlearn.game.played import Game
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import IllegalMoveError, O, X, side_name
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

AT_ONCE = 1_000_000
"""Games between two looks at whether somebody wants to stop them: a tenth of a second."""


def play_games(x, o, n, rng, rules=TICTACTOE):
    """The winners of n games of policy x against policy o: (n,) int8, +1 X, -1 O, 0 draw.

    `rng`, a numpy Generator, gives the same games with Numba and without. Raises ValueError if a
    policy is not one, n is no whole number, or rng is no Generator.
    """
    n, rng = whole(n, "the number of games"), generator(rng)
    x, o = (thresholds(policy_of(policy, rules), rules) for policy in (x, o))
    # One table for both, because the state says whose turn it is.
    totals = np.where((rules.turn == X)[:, None], x, o)
    tables = rules.next, rules.terminal, rules.winner
    actions = tuple(range(rules.n_actions))
    winners = np.empty(n, np.int8)
    with Stoppable(n, "game") as tick:
        for some in np.split(winners, range(AT_ONCE, n, AT_ONCE)):
            with signals_held():
                _play_games(totals, *tables, rules.start, actions, some, rng)
            tick(len(some))
    return winners


def thresholds(policy, rules=TICTACTOE):
    """Running totals of each row of a policy, in its shape: a uniform number below total a, but not
    below the one before, means action a. From the last action with weight on, the totals are 2,
    above every such number, so that rounding never picks an action without weight. They are 0 where
    nobody is to move."""
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


def play_match(x, o, n, rng, show=False, pause_on=(), rules=TICTACTOE):
    """The winners of n games between any two players, (n,) int8: +1 X, -1 O, 0 draw.

    A player is whatever `policy_of` takes; it is asked when it is to move. `show` prints every
    board. After a game whose winner is in `pause_on`, such as [0], it waits for Enter; "quit" ends
    the match there. If a player answers with an illegal cell, IllegalMoveError names its side and
    draws the board; nobody loses by an illegal move. Raises ValueError for a player of another
    game, and a bad n, rng or pause_on.
    """
    n, rng, rules = whole(n, "the number of games"), generator(rng), check_rules(rules)
    show = true_or_false(show, "show")
    pauses = items(pause_on)
    if pauses is None or not all(is_among(winner, (1, 0, -1)) for winner in pauses):
        winners = "a list of winners, of 1 (X), 0 (draw) and -1 (O)"
        raise ValueError(f"pause_on is {winners}, not {shown(pause_on)}")
    seats = {X: x, O: o}
    players = {
        side: as_player(one, rules, f"the player of {side_name(side)}")
        for side, one in seats.items()
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
    except EOFError:  # nobody is there to press Enter
        print()  # the question is still on the line
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


def states_of_game(x, o, rules=TICTACTOE):
    """Return all states of the game of two players without dice, the first one included: a list.

    Where a policy has dice, its likeliest action is taken, the first of equal ones.
    """
    x, o = (policy_of(policy, rules) for policy in (x, o))
    states = [int(check_rules(rules).start)]
    while not rules.terminal[states[-1]]:
        policy = x if rules.turn[states[-1]] == X else o
        states.append(int(rules.next[states[-1], policy[states[-1]].argmax()]))
    return states


def round_robin(policies, rules=TICTACTOE):
    """Every player against every other, exactly: a DataFrame with a row for each ordered pair.

    `policies`: a dict from names to policies. Columns x, o (names), x_wins, draws, o_wins
    (probabilities) and score (points for X: a win 1, a draw one half). Raises ValueError if there
    are no policies, and for what is no policy.
    """
    import pandas as pd

    check_rules(rules)
    policies = named(policies, "policies are a dict from names to policies")
    found = meetings([policy_of(policy, rules) for policy in policies.values()], rules)
    pairs = pd.MultiIndex.from_product([policies, policies], names=["x", "o"])
    table = pd.DataFrame(found.reshape(-1, 3), pairs, ["x_wins", "draws", "o_wins"])
    return table.assign(score=table.x_wins + table.draws / 2).reset_index()
