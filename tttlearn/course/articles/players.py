"""List the articles' players by name, and what the files of their learners refer to.

The modules that make a player are imported when that player is asked for, because Numba takes long
to load.
"""

from dataclasses import replace
from functools import partial
from importlib import import_module

from tttlearn.evaluation.policy import random_policy
from tttlearn.players.guests import Entry, Guests


def _level(name, seed):
    from tttlearn.course.articles.recipes import level

    return level(int(name[-1]))


def _hickman(name, seed, repaired=False):
    from tttlearn.course.articles.recipes import hickman

    return replace(hickman(repaired=repaired), seed=seed, name=name)


def _named(name, learner):
    learner.name = name
    return learner


def _antirez(name, seed):
    from tttlearn.course.articles.recipes import antirez

    return _named(name, antirez(seed=seed))


def _self_play(name, seed):
    from tttlearn.course.articles.recipes import self_play

    return _named(name, self_play(seed=seed))


def _nested_q(name, seed, rewards):
    """Train nestedsoftware's learner against random play, first as X and then as O."""
    from tttlearn.course.articles.recipes import nestedsoftware, train_nested

    return train_nested(_named(name, nestedsoftware(seed=seed, rewards=rewards)), random_policy())


def _nested_mcts(name, seed):
    from tttlearn.course.articles.recipes import nestedsoftware_mcts

    return replace(nestedsoftware_mcts(), name=name)


def _nested_deep_q(name, seed):
    from tttlearn.course.articles.recipes import nestedsoftware_dqn

    return _named(name, nestedsoftware_dqn(seed=seed, games_each=500_000))


PLAYERS = {
    "level-0": Entry(
        "kota7's learner before its first game: plays at random", _level, same_as="random"
    ),
    "level-1": Entry("kota7's learner after 500 games against itself", _level),
    "level-2": Entry("kota7's learner after 750 games against itself", _level),
    "level-3": Entry("kota7's learner after 1,000 games against itself", _level),
    "level-4": Entry("kota7's learner after 1,500 games against itself", _level),
    "level-5": Entry("kota7's learner after 5,000 games against itself", _level),
    "hickman": Entry("R. Hickman's learner of 2019, as published", _hickman, 100_000),
    "hickman-repaired": Entry(
        "the same with the order of its update put right",
        partial(_hickman, repaired=True),
        100_000,
    ),
    "network": Entry(
        "antirez's network of 2025, which learns to play O against random moves",
        _antirez,
        150_000,
    ),
    "self-play": Entry(
        "a network that plays both sides, in games with itself", _self_play, 200_000
    ),
    "nested-q": Entry(
        "nestedsoftware's Q-learner of 2019, for whom only a win counts",
        partial(_nested_q, rewards="article"),
    ),
    "nested-q-draw": Entry(
        "the same when a draw counts as much as a win",
        partial(_nested_q, rewards="draw-equals-win"),
    ),
    "nested-mcts": Entry("nestedsoftware's tree search, its tree grown beforehand", _nested_mcts),
    "nested-deep-q": Entry(
        "nestedsoftware's deep Q-learner after a quarter of its games",
        _nested_deep_q,
        1_000_000,
    ),
}
"""Articles' players by name."""


def _define():
    """Import the functions and classes that the files of the articles' learners name."""
    import_module("tttlearn.course.articles.recipes")


GUESTS = Guests(PLAYERS, _define)
