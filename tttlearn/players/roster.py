"""All players with a name: one list for the board, command line, tournaments and lessons.

What learns, and what searches at random, is imported on first use, because Numba loads slowly.
"""

from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from tttlearn.evaluation.policy import PolicyPlayer, random_policy
from tttlearn.game.rules import TICTACTOE, check_rules
from tttlearn.game.tables import fixed
from tttlearn.players.guests import BROUGHT, Entry
from tttlearn.search.game_tree import fast_score, minimax_player
from tttlearn.support.arguments import share, shown, whole
from tttlearn.support.files import is_special_file
from tttlearn.support.text import one_line

USUAL = 100_000
"""Training games of most learners."""


def _random(name, seed, rules=TICTACTOE):
    return PolicyPlayer(fixed(random_policy(rules)), name, rules=rules)


def _searches(name, seed, rules=TICTACTOE, **settings):
    found = minimax_player(**settings, rules=rules)
    return PolicyPlayer(fixed(found.policy), name, fixed(found.values), rules)


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
        USUAL,
        everywhere=True,
    ),
    "q": Entry(
        "Q-learning in self-play, one value for each action",
        _q,
        USUAL,
        everywhere=True,
    ),
    "double-q": Entry(
        "double Q-learning in self-play, two tables",
        _double_q,
        USUAL,
        everywhere=True,
    ),
}
for guests in BROUGHT:
    ROSTER |= guests.players
"""All of them, by name."""
NAMES = {name: entry.words for name, entry in ROSTER.items()}
"""The names that `player` knows in tic-tac-toe, each with a line on what the player does."""
LEARNERS = {name: entry.words for name, entry in ROSTER.items() if entry.games}
"""The names that `learner` knows."""
AT_ONCE = [name for name, entry in ROSTER.items() if entry.games <= 2 * USUAL]
"""Those that are ready within some seconds."""


def names(rules=TICTACTOE):
    """The names of those that can play this game, a list."""
    every = check_rules(rules) == TICTACTOE
    return [name for name, entry in ROSTER.items() if every or entry.everywhere]


def player(name, rules=TICTACTOE):
    """The player of that name, always the same one; ValueError with the list for another name.

    A learner has learned from its usual games, with seed 0, and learns no more. All are
    PolicyPlayers, whose policies are read-only, except "mcts", which searches again for every move.
    """
    _check(name, names(rules), "player", rules)
    return _player(name, rules)


@cache
def _player(name, rules):
    player = trained(name, rules=rules)
    if hasattr(player, "as_it_is"):
        player = player.as_it_is()
    for table in (getattr(player, "policy", None), getattr(player, "values", None)):
        if isinstance(table, np.ndarray):
            fixed(table)
    return player


def trained(name, games=None, seed=0, rules=TICTACTOE):
    """A new player of that name; a learner has learned from `games`, or its usual ones."""
    _check(name, names(rules), "player", rules)
    games = None if games is None else whole(games, "the number of games")
    entry = ROSTER[name]
    made = _made(name, seed, rules)
    if entry.games:
        made.learn(games or entry.games)
    return made


def _made(name, seed, rules):
    settings = {"rules": rules} if ROSTER[name].everywhere else {}
    return ROSTER[name].make(name, seed, **settings)


def learner(name, seed=0, alpha=None, epsilon=None, rules=TICTACTOE):
    """The learner of that name, which has learned nothing yet; ValueError for an unknown name.

    `alpha`, the learning rate, and `epsilon`, the probability of exploring: its own if None. Raises
    ValueError if a network, which has neither, is given one.
    """
    _check(name, [one for one in LEARNERS if one in names(rules)], "learner", rules)
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


def _check(name, known, what, rules):
    if not isinstance(name, str) or name not in known:
        here = "" if rules == TICTACTOE else f" in {rules.name}"
        raise ValueError(f"no {what} is called {shown(name)}{here}; there are {', '.join(known)}")


def policy_or_estimate(player, rng, samples=10):
    """The policy of a player, an array; if it has none, it is estimated by its samples."""
    if hasattr(player, "estimate_policy"):
        return player.estimate_policy(samples, rng)
    return player.policy


def opponent(text, games=None, seed=0):
    """(player, remark): what plays under a name or from a file, and what there is to say of it.

    A name that does not learn stays a name. `text`: one of the list, or a file that `save` wrote. A
    learner with a name is first trained over `games` games, or over its usual ones. Raises
    ValueError for anything else, and for `games` with a player that does not learn now.
    """
    if text in LEARNERS:
        from tttlearn.learn.training import train

        learned = learner(text, seed)
        row = train(learned, games or ROSTER[text].games, checkpoints=2).iloc[-1]
        return learned, worth(row)
    if games is not None:
        names = ", ".join(LEARNERS)
        raise ValueError(f"only {names} learn games before they play, {text!r} does not")
    if text in NAMES:
        return text, ""
    from tttlearn.players.saved import load

    learned = load(saved(text), rules=TICTACTOE)
    learned.name = one_line(learned.name)  # the text of somebody else's file reaches a terminal
    return learned, f"{learned.name}, which has learned from {learned.games:,} games."


def saved(text):
    """The path of a saved learner, given with or without .npz; ValueError if there is none."""
    for path in (Path(text), Path(f"{text}.npz")):
        if path.is_file() or is_special_file(path):  # of which `load` says that it is no file
            return path
    known = ", ".join(NAMES)
    raise ValueError(f"no player is called {text!r}, and there is no such file; there are {known}")


def worth(row):
    """A row of `train` as a sentence: what the learner is worth, exactly."""
    return (
        f"After {row.games:,.0f} games: against random play it wins {row.x_wins:.1%} as X and "
        f"{row.o_wins:.1%} as O and loses {row.x_losses:.1%} and {row.o_losses:.1%}; against its "
        f"best reply {_result(row.worst_as_x)} as X, {_result(-row.worst_as_o)} as O; "
        f"{row.optimal_share:.1%} of all positions right. Exact: no game is sampled."
    )


def _result(value):
    """The value of a learner, to itself, against its best reply, in words."""
    rounded = round(value, 2)
    return {0.0: "it draws", -1.0: "it loses"}.get(rounded, f"it averages {rounded:+.2f}")
