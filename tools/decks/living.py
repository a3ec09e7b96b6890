"""What is live on a slide: the boards, time machines and training loops of the pages.

::: live board against=minimax,td-10000 human=O    the first one plays
::: live board against=impostor,mcts-300           of lesson 04; a search that was frozen, as O
::: live timemachine rule=td                       a learner of lesson 05, and its ages
::: live loop rule=q alpha=0.3                     what `tools.live.parts` takes
"""

from functools import cache

import numpy as np

import tttlearn as ttt
from tools.live.parts import inline
from tttlearn.course.exercises.built import frozen
from tttlearn.learn import td

AGES = 1, 100, 1_000, 3_000, 10_000, 100_000
WHOLE = "games", "seed"


def part(kind, settings):
    """The HTML of a live part with these settings, texts by name."""
    return MAKERS[kind](**settings)


def board(against, human="X"):
    """A board against players of the roster, or those that `_player` makes."""
    return inline(
        "board", opponents={name: _player(name) for name in against.split(",")}, human=human
    )


def time_machine(seed="1", human="X"):
    """The time machine of a learner of lesson 05."""
    learner, kept = _aged(int(seed))
    return inline("timemachine", learner=learner, kept=kept, human=human)


def loop(**settings):
    """A training loop; numbers are given as text."""
    numbers = {
        name: value if name in ("rule", "side") else (int if name in WHOLE else float)(value)
        for name, value in settings.items()
    }
    return inline("loop", **numbers)


MAKERS = {"board": board, "timemachine": time_machine, "loop": loop}


def impostor():
    """The policy of lesson 04 that knows what games with perfect play need, and nothing else."""
    perfect, first = ttt.minimax_policy(), ttt.minimax_player(ties="first").policy
    with_x, with_o = (
        ttt.visit_probabilities(*players) for players in ((first, perfect), (perfect, first))
    )
    policy = ttt.first_best(np.zeros((19683, 9)))
    book = np.where(ttt.TURN == 1, with_x, with_o) > 0
    policy[book] = first[book]
    return policy


def _player(name):
    """The impostor, a frozen search with so many playouts, TD after so many games, or the name."""
    if name == "impostor":
        return ttt.PolicyPlayer(impostor())
    rule, _, games = name.partition("-")
    if rule == "mcts" and games:
        return ttt.PolicyPlayer(frozen(ttt.MCTS(int(games)).act, np.random.default_rng(0)))
    if rule != "td" or not games:
        return name
    learner = ttt.TDLearner(seed=0)
    learner.learn(int(games))
    return learner


@cache
def _aged(seed):
    """The learner of lesson 05 and its tables by age."""
    learner = ttt.Learner(td.td, np.zeros(19683), {"alpha": 0.1, "gamma": 1.0}, seed=seed)
    kept = {}
    ttt.train(learner, AGES[-1], checkpoints=list(AGES), keep=kept)
    learner.ties = "first"
    return learner, kept
