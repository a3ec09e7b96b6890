"""What is live on a slide: the boards, time machines and training loops of the pages.

::: live board against=minimax,td-10000 human=O    the first one plays
::: live board against=ours:network-150000-2       a learner, its games and seed; called "ours"
::: live timemachine rule=td                       a learner of lesson 05, and its ages
::: live loop rule=q alpha=0.3                     what `tools.live.parts` takes
"""

import re
from functools import cache

import numpy as np

import tttlearn as ttt
from tools.live.parts import inline
from tttlearn.learn import td
from tttlearn.players.roster import trained

AGES = 1, 100, 1_000, 3_000, 10_000, 100_000
WHOLE = "games", "seed"


def part(kind, settings):
    """The HTML of a live part with these settings, texts by name."""
    return MAKERS[kind](**settings)


def board(against, human="X"):
    """A board against these opponents, of which the first one plays."""
    return inline("board", opponents=opponents(against), human=human)


def opponents(against):
    """{what it is called: a name of the roster, or one of its learners after so many games}."""
    named = [one.rpartition(":") for one in against.split(",")]
    return {label or name: _player(name) for label, _, name in named}


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


def _player(name):
    """A name as it is; a learner of this name, `LEARNER-GAMES` or `LEARNER-GAMES-SEED`."""
    found = re.fullmatch(r"(.+?)-(\d{2,})(?:-(\d+))?", name)
    return trained(found[1], int(found[2]), int(found[3] or 0)) if found else name


@cache
def _aged(seed):
    """The learner of lesson 05 and its tables by age."""
    learner = ttt.Learner(td.td, np.zeros(19683), {"alpha": 0.1, "gamma": 1.0}, seed=seed)
    kept = {}
    ttt.train(learner, AGES[-1], checkpoints=list(AGES), keep=kept)
    learner.ties = "first"
    return learner, kept
