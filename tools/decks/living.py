"""Make the live parts of a slide: boards, time machines and training loops of the pages.

::: live board against=minimax,td-10000 human=O    the first one plays; also `impostor`
::: live board against=ours:network-150000-2       a learner, its games and seed; called "ours"
::: live board against=mcts-300                    a search that was frozen, as O
::: live board against=minimax hole=X../.OX/...:6  it takes cell 6 in this position
::: live timemachine rule=q seed=6 human=O         a learner of lesson 06, and its ages
::: live timemachine games=10000                   it opens at this age
::: live loop rule=q alpha=0.3                     what `tools.live.parts` takes
::: live loop rule=q sliders=alpha,epsilon         no other slider is shown
"""

import re
from functools import cache

import numpy as np

import tttlearn as ttt
from tools.live.parts import inline
from tttlearn.course.exercises.built import frozen
from tttlearn.evaluation.policy import first_best
from tttlearn.players.roster import player, trained

AGES = 1, 100, 1_000, 3_000, 10_000, 100_000
AS_X = {"opponent": ttt.random_policy(), "side": "X"}
WHOLE = "games", "seed"


def part(kind, settings):
    """Return the HTML of a live part with these settings, texts by name."""
    return MAKERS[kind](**settings)


def board(against, human="X", hole=None):
    """Return a board against these opponents, of which the first one plays.

    `hole`, as `X../.OX/...:6`: a position, and the cell that they take there although they need
    not.
    """
    players = opponents(against)
    if hole:
        players = {
            f"{name}, holed": holed(opponent, *hole.split(":"))
            for name, opponent in players.items()
        }
    return inline("board", opponents=players, human=human)


def opponents(against):
    """Return {label: a name of the roster, the impostor, or a learner after its games}."""
    named = [text.rpartition(":") for text in against.split(",")]
    return {label or name: _opponent(name) for label, _, name in named}


def holed(name, position, cell):
    """Return a player of the roster, changed to take this cell in this position."""
    policy = player(name).policy.copy()
    policy[ttt.parse(position)] = np.eye(policy.shape[1])[int(cell)]
    return ttt.PolicyPlayer(policy)


def impostor():
    """Return the policy of lesson 04 that knows only what games with perfect play need."""
    perfect, first = ttt.minimax_policy(), ttt.minimax_player(ties="first").policy
    with_x, with_o = (
        ttt.visit_probabilities(*players) for players in ((first, perfect), (perfect, first))
    )
    policy = first_best(np.zeros((19683, 9)))
    book = np.where(ttt.TURN == 1, with_x, with_o) > 0
    policy[book] = first[book]
    return policy


def time_machine(rule="td", seed="1", human="X", games=AGES[0]):
    """Return the time machine of a learner of lesson 05, `td`, or 06, `q`, opened at `games`."""
    learner, kept = _aged(rule, int(seed))
    return inline("timemachine", learner=learner, kept=kept, human=human, games=int(games))


def loop(sliders=None, **settings):
    """Return a training loop; numbers are given as text, and names of sliders with commas."""
    numbers = {
        name: value if name in ("rule", "side") else (int if name in WHOLE else float)(value)
        for name, value in settings.items()
    }
    return inline("loop", **numbers, sliders=sliders and sliders.split(","))


MAKERS = {"board": board, "timemachine": time_machine, "loop": loop}


def _opponent(name):
    """Return what an opponent is for a board: a name, a learner's player or a frozen search.

    A learner is written `LEARNER-GAMES` or `LEARNER-GAMES-SEED`.
    """
    if name == "impostor":
        return ttt.PolicyPlayer(impostor())
    if name.startswith("mcts-"):
        search = ttt.MCTS(int(name.removeprefix("mcts-")))
        return ttt.PolicyPlayer(frozen(search.act, np.random.default_rng(0)))
    match = re.fullmatch(r"(.+?)-(\d{2,})(?:-(\d+))?", name)
    return trained(match[1], int(match[2]), int(match[3] or 0)) if match else name


@cache
def _aged(rule, seed):
    """Return a learner and its tables by age.

    TD learns from games against itself, Q-learning as X.
    """
    new, games = {"td": (ttt.TDLearner, {}), "q": (ttt.QLearner, AS_X)}[rule]
    learner, kept = new(seed=seed), {}
    ttt.train(learner, AGES[-1], checkpoints=list(AGES), keep=kept, **games)
    learner.ties = "first"
    return learner, kept
