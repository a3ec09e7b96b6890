"""The learners that have a name, for the command line: made, trained, or read from a file.

What learns is imported when it is asked for, since Numba takes its time to load.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

from tttlearn.players import named
from tttlearn.support.arguments import share
from tttlearn.support.text import one_line

NAMES = {
    "td": "TD(0) in self-play, one value for each position",
    "q": "Q-learning in self-play, one value for each action",
    "double-q": "double Q-learning in self-play, two tables",
    "hickman": "R. Hickman's learner of 2019, as published",
    "hickman-repaired": "the same with the order of its update put right",
    "network": "antirez's network of 2025, which learns to play O against random moves",
    "self-play": "a network that plays both sides, in games with itself",
}
"""The names that `learner` knows, each with a line that says what the learner does."""
GAMES = {"network": 150_000, "self-play": 200_000}
"""How many games these are trained over before somebody plays them; all others 100,000."""


def learner(name, seed=0, alpha=None, epsilon=None):
    """The learner of that name, which has learned nothing yet; ValueError for an unknown name.

    `alpha`, the learning rate, and `epsilon`, the probability of exploring: its own when None.
    Raises ValueError when the networks, which have neither, are given one.
    """
    if name not in NAMES:
        raise ValueError(f"no learner is called {name!r}; there are {', '.join(NAMES)}")
    if name in GAMES and (alpha, epsilon) != (None, None):
        raise ValueError(f"{name} has neither an alpha nor an epsilon to set")
    return _network(name, seed) if name in GAMES else _table(name, seed, alpha, epsilon)


def _network(name, seed):
    from tttlearn.articles.recipes import antirez, self_play

    found = (antirez if name == "network" else self_play)(seed=seed)
    found.name = name
    return found


def _table(name, seed, alpha, epsilon):
    from tttlearn.articles.recipes import hickman
    from tttlearn.learn.qlearning import DoubleQLearner, QLearner
    from tttlearn.learn.td import TDLearner

    makers = {
        "td": TDLearner,
        "q": QLearner,
        "double-q": DoubleQLearner,
        "hickman": hickman,
        "hickman-repaired": partial(hickman, repaired=True),
    }
    found = makers[name]()
    settings = found.settings
    if alpha is not None:
        settings = {**settings, "alpha": share(alpha, "alpha")}
    epsilon = found.epsilon if epsilon is None else epsilon
    return replace(found, settings=settings, epsilon=epsilon, seed=seed, name=name)


def opponent(text, games=None, seed=0):
    """(player, remark): what plays under a name or from a file, and what there is to say of it.

    `text`: a name of `players.NAMES` or of `NAMES`, or a file that `save` wrote. A learner with a
    name is trained over `games` games first, or over as many as GAMES says. Raises ValueError for
    anything else, and for `games` with somebody who does not learn now.
    """
    if text in named.NAMES and games is None:
        return text, ""
    from tttlearn.learn.training import train
    from tttlearn.players.saved import load

    if text in NAMES:
        found = learner(text, seed)
        games = GAMES.get(text, 100_000) if games is None else games
        row = train(found, games, checkpoints=2).iloc[-1]
        return found, worth(row)
    if games is not None:
        raise ValueError(f"only {', '.join(NAMES)} learn games before they play, {text!r} does not")
    found = load(saved(text))
    found.name = one_line(found.name)  # what the file of somebody else says reaches a terminal
    return found, f"{found.name}, which has learned from {found.games:,} games."


def saved(text):
    """The path of a saved learner, given with or without .npz; ValueError when there is none."""
    for path in (Path(text), Path(f"{text}.npz")):
        if path.is_file():
            return path
    known = ", ".join([*named.NAMES, *NAMES])
    raise ValueError(f"no player is called {text!r}, and there is no such file; there are {known}")


def entrant(text):
    """The path of a learner saved for a tournament; ValueError, about folders too, without one."""
    if Path(text).suffix == ".py":
        raise ValueError(f"{text} is Python: give the folder that holds it, for a class tournament")
    if not Path(text).exists() and not Path(f"{text}.npz").exists():
        raise ValueError(f"there is no folder and no saved learner {text}")
    return saved(text)


def worth(row):
    """A row of `train` as a sentence: what the learner is worth, exactly."""
    return (
        f"After {row.games:,.0f} games: against random play it wins {row.x_wins:.1%} as X and "
        f"{row.o_wins:.1%} as O and loses {row.x_losses:.1%} and {row.o_losses:.1%}; against its "
        f"best reply {_result(row.worst_as_x)} as X, {_result(-row.worst_as_o)} as O; "
        f"{row.optimal_share:.1%} of all positions right. Exact: no game is sampled."
    )


def _result(value):
    """The value of a learner against its best reply, to itself, in words."""
    rounded = round(value, 2)
    return {0.0: "it draws", -1.0: "it loses"}.get(rounded, f"it averages {rounded:+.2f}")
