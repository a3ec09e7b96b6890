"""List all players with a name: one list for the board, command line, tournaments and lessons.

What learns, and what searches at random, is imported on first use, because Numba loads slowly.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, random_policy
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import Rules, fixed
from tttlearn.players.guests import BROUGHT, Entry
from tttlearn.search.game_tree import fast_score, minimax_player
from tttlearn.support.arguments import share, shown, whole
from tttlearn.support.files import is_special_file
from tttlearn.support.text import one_line

if TYPE_CHECKING:
    import pandas as pd

USUAL_GAMES = 100_000
"""Number of games from which most learners learn."""


def _random(name, seed, rules=TICTACTOE):
    return PolicyPlayer(fixed(random_policy(rules)), name, rules=rules)


def _searches(name, seed, rules=TICTACTOE, **settings):
    searcher = minimax_player(**settings, rules=rules)
    return PolicyPlayer(fixed(searcher.policy), name, fixed(searcher.values), rules)


def _quick(name, seed, rules=TICTACTOE):
    policy = minimax_player(score=fast_score, rules=rules).policy
    return PolicyPlayer(fixed(policy), name, fixed(minimax_player(rules=rules).values), rules)


def _mcts(name, seed, rules=TICTACTOE):
    from tttlearn.search.mcts import MCTS

    return MCTS(rules=rules)


def _td(name, seed, rules=TICTACTOE):
    from tttlearn.learn.td import TDLearner

    return replace(TDLearner(rules=rules), seed=seed, name=name)


def _q(name, seed, rules=TICTACTOE):
    from tttlearn.learn.qlearning import QLearner

    return replace(QLearner(rules=rules), seed=seed, name=name)


def _double_q(name, seed, rules=TICTACTOE):
    from tttlearn.learn.qlearning import DoubleQLearner

    return replace(DoubleQLearner(rules=rules), seed=seed, name=name)


ROSTER = {
    "random": Entry("takes any free cell", _random, everywhere=True),
    "one-ply": Entry(
        "looks one move ahead: takes a win, else good squares",
        partial(_searches, depth=1),
        everywhere=True,
    ),
    "two-ply": Entry(
        "looks two moves ahead: wins, blocks, else good squares",
        partial(_searches, depth=2),
        everywhere=True,
    ),
    "minimax": Entry("perfect: chooses evenly among the best moves", _searches, everywhere=True),
    "minimax-first": Entry(
        "perfect: always takes the first of the best moves",
        partial(_searches, ties="first"),
        everywhere=True,
    ),
    "quick": Entry(
        "perfect: wins as soon as it can, and loses as late as it can", _quick, everywhere=True
    ),
    "mcts": Entry(
        "tree search: tries 1,000 random games before each of its moves", _mcts, everywhere=True
    ),
    "td": Entry(
        "TD(0) in self-play, one value for each position",
        _td,
        USUAL_GAMES,
        everywhere=True,
    ),
    "q": Entry(
        "Q-learning in self-play, one value for each action",
        _q,
        USUAL_GAMES,
        everywhere=True,
    ),
    "double-q": Entry(
        "double Q-learning in self-play, two tables",
        _double_q,
        USUAL_GAMES,
        everywhere=True,
    ),
}
for guests in BROUGHT:
    ROSTER |= guests.players
"""All named players, by name."""
NAMES = {name: entry.words for name, entry in ROSTER.items()}
"""Names that `player` knows in tic-tac-toe, each with a line on what the player does."""
LEARNERS = {name: entry.words for name, entry in ROSTER.items() if entry.games}
"""Names that `learner` knows in tic-tac-toe, each with a line on what the learner does."""
READY_IN_SECONDS = [name for name, entry in ROSTER.items() if entry.games <= 2 * USUAL_GAMES]
"""Names of players that are ready within seconds."""


def names(rules: Rules = TICTACTOE) -> list[str]:
    """Return the names of the players that can play a game.

    Parameters
    ----------
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    list of str
        The names, in the order of the list.
    """
    every = check_rules(rules) == TICTACTOE
    return [name for name, entry in ROSTER.items() if every or entry.everywhere]


def player(name: str, rules: Rules = TICTACTOE) -> Any:
    """Return the player of a name, the same object each time.

    Parameters
    ----------
    name : str
        Name of the player, such as "random", "minimax" or "td".
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    PolicyPlayer or MCTS
        The player. Its policy is read-only; "mcts" has none, since it searches again for every
        move. A learner has learned from its usual number of games, with seed 0, and learns no more.

    Raises
    ------
    ValueError
        If no player of this game has this name. The message lists those that there are.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> ttt.outcome(ttt.player("minimax"), ttt.player("two-ply")).o_wins
    0.0
    """
    check_name(name, rules)
    return _player(name, rules)


def check_name(name: str, rules: Rules = TICTACTOE) -> None:
    """Raise an error unless a player of a game has a name; the player is not made.

    Parameters
    ----------
    name : str
        The name.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Raises
    ------
    ValueError
        If no player of this game has this name. The message lists those that there are.
    """
    _check(name, names(rules), "player", rules)


@cache
def _player(name, rules):
    player = trained(name, rules=rules)
    if hasattr(player, "as_it_is"):
        player = player.as_it_is()
    for table in (getattr(player, "policy", None), getattr(player, "values", None)):
        if isinstance(table, np.ndarray):
            fixed(table)
    return player


def trained(name: str, games: int | None = None, seed: int = 0, rules: Rules = TICTACTOE) -> Any:
    """Return a new player of a name, which has learned if it is a learner.

    Parameters
    ----------
    name : str
        Name of the player.
    games : int, optional
        Number of games from which a learner learns; by default its usual number.
    seed : int, default 0
        Seed of a learner.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    object
        The player or learner.

    Raises
    ------
    ValueError
        If no player of this game has this name, or `games` is no whole number of at least 0.
    """
    check_name(name, rules)
    games = None if games is None else whole(games, "the number of games")
    entry = ROSTER[name]
    made = _made(name, seed, rules)
    if entry.games:
        made.learn(games or entry.games)
    return made


def _made(name, seed, rules):
    settings = {"rules": rules} if ROSTER[name].everywhere else {}
    return ROSTER[name].make(name, seed, **settings)


def learner(
    name: str,
    seed: int = 0,
    alpha: float | None = None,
    epsilon: float | None = None,
    rules: Rules = TICTACTOE,
) -> Any:
    """Return the learner of a name, before it has learned.

    Parameters
    ----------
    name : str
        Name of the learner, such as "td", "q" or "double-q".
    seed : int, default 0
        Seed of the learner.
    alpha : float, optional
        Learning rate, from 0 to 1; by default that of the learner.
    epsilon : float, optional
        Probability of exploring; by default that of the learner.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    object
        The learner.

    Raises
    ------
    ValueError
        If no learner of this game has this name, or if a network, which has neither `alpha` nor
        `epsilon`, is given one.
    """
    _check(name, [known for known in LEARNERS if known in names(rules)], "learner", rules)
    untrained = _made(name, seed, rules)
    if (alpha, epsilon) == (None, None):
        return untrained
    if not hasattr(untrained, "settings"):
        raise ValueError(f"{name} has neither an alpha nor an epsilon to set")
    settings = untrained.settings
    if alpha is not None:
        settings = {**settings, "alpha": share(alpha, "alpha")}
    epsilon = untrained.epsilon if epsilon is None else epsilon
    return replace(untrained, settings=settings, epsilon=epsilon)


def _check(name, known, kind, rules):
    if not isinstance(name, str) or name not in known:
        here = "" if rules == TICTACTOE else f" in {rules.name}"
        raise ValueError(f"no {kind} is called {shown(name)}{here}; there are {', '.join(known)}")


def policy_or_estimate(player: Any, rng: np.random.Generator, samples: int = 10) -> np.ndarray:
    """Return the policy of a player, or an estimate if the player has none.

    Parameters
    ----------
    player : object
        Player with `policy` or `estimate_policy`.
    rng : numpy.random.Generator
        Source of the chance in an estimate.
    samples : int, default 10
        Number of samples in each state for an estimate.

    Returns
    -------
    ndarray of float, shape (S, A)
        The policy.
    """
    if hasattr(player, "estimate_policy"):
        return player.estimate_policy(samples, rng)
    return player.policy


def opponent(
    text: str, games: int | None = None, seed: int = 0, rules: Rules = TICTACTOE
) -> tuple[Any, str]:
    """Return the player that a text means on the command line, and a remark on it.

    Parameters
    ----------
    text : str
        Name of a player, or a file that `save` wrote.
    games : int, optional
        Number of games from which a named learner learns first; by default its usual number.
    seed : int, default 0
        Seed of a named learner.
    rules : Rules, default TICTACTOE
        Rules of the game.

    Returns
    -------
    player : str or object
        The learner. A name of a player that does not learn stays a name.
    remark : str
        What there is to say of it, empty for a name.

    Raises
    ------
    ValueError
        If there is no such player, or `games` is given for one that does not learn now.
    """
    if text in LEARNERS:
        from tttlearn.learn.training import train

        learned = learner(text, seed, rules=rules)
        row = train(learned, games or ROSTER[text].games, checkpoints=2).iloc[-1]
        return learned, worth(row)
    if games is not None:
        names = ", ".join(LEARNERS)
        raise ValueError(f"only {names} learn games before they play, {text!r} does not")
    if text in NAMES:
        return text, ""
    from tttlearn.players.saved import load

    learned = load(saved(text), rules=rules)
    learned.name = one_line(learned.name)  # text of a stranger's file reaches a terminal
    return learned, f"{learned.name}, which has learned from {learned.games:,} games."


def saved(text: str) -> Path:
    """Return the path of a saved learner.

    Parameters
    ----------
    text : str
        The path, with or without .npz.

    Returns
    -------
    Path
        The path of the file.

    Raises
    ------
    ValueError
        If there is no such file. The message lists the named players.
    """
    for path in (Path(text), Path(f"{text}.npz")):
        if path.is_file() or is_special_file(path):  # `load` refuses a device
            return path
    known = ", ".join(NAMES)
    raise ValueError(f"no player is called {text!r}, and there is no such file; there are {known}")


def worth(row: pd.Series) -> str:
    """Return a sentence on how good a learner is, exactly.

    Parameters
    ----------
    row : pandas.Series
        A row of what `train` returns.

    Returns
    -------
    str
        The sentence.
    """
    return (
        f"After {row.games:,.0f} games: against random play it wins {row.x_wins:.1%} as X and "
        f"{row.o_wins:.1%} as O and loses {row.x_losses:.1%} and {row.o_losses:.1%}; against its "
        f"best reply {_result(row.worst_as_x)} as X, {_result(-row.worst_as_o)} as O; "
        f"{row.optimal_share:.1%} of all positions right. Exact: no game is sampled."
    )


def _result(value):
    """Return the value of a learner, to itself, against its best reply, in words."""
    rounded = round(value, 2)
    return {0.0: "it draws", -1.0: "it loses"}.get(rounded, f"it averages {rounded:+.2f}")
