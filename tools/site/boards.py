"""What moves on the pages of the lessons, by the cell it stands in: boards and time machines.

On a page nobody has written a function yet: what the package has stands in, as in the notebook.
"""

import numpy as np

import tttlearn as ttt
from tools.live.parts import inline
from tttlearn.course.articles import recipes
from tttlearn.course.exercises import built, built_rules, lesson_00
from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.game.rules import N_STATES

LOOP = """\
<p><strong>Let one learn here.</strong> Set it, start it, and watch what it can do, computed exactly
on the way. Its code is your exercise; below the curves stands its rule, with the numbers of its
last steps.</p>"""


def as_player(choose):
    """A player that takes the cell of `choose(state)`."""
    policy = np.zeros((N_STATES, 9))
    for state in ttt.UNDECIDED:
        policy[state, ttt.to_cell(choose(state))] = 1
    return PolicyPlayer(policy)


def first_board():
    """Of lesson 00: four players to choose from."""
    names = ("two-ply", "one-ply", "random")
    return inline(
        "board", opponents={"minimax": lesson_00.MINIMAX} | {name: name for name in names}
    )


def named(label, choose):
    """A board against one player that is a function of a state."""
    return inline("board", opponents={label: as_player(choose)})


def holed():
    """Of lesson 02: minimax with one wrong move."""
    policy = ttt.player("minimax-first").policy.copy()
    policy[ttt.parse("X../.OX/...")] = np.eye(9)[6]
    return inline("board", opponents={"holed": PolicyPlayer(policy)})


def impostor():
    """Of lesson 04: what plays as minimax does only where minimax gets, and a rule of thumb."""
    first, perfect = ttt.player("minimax-first").policy, ttt.minimax_policy()
    as_x, as_o = ttt.visit_probabilities(first, perfect), ttt.visit_probabilities(perfect, first)
    book = np.where(ttt.TURN == 1, as_x, as_o) > 0
    policy = np.where(book[:, None], first, ttt.first_best(np.zeros((N_STATES, 9))))
    return inline(
        "board",
        opponents={"the impostor": PolicyPlayer(policy), "rule of thumb": as_player(built.thumb)},
    )


def td_ages():
    """Of lesson 05: a learner by TD(0) at several ages."""
    learner, kept = ttt.TDLearner(0.1, seed=1), {}
    ttt.train(learner, 100_000, checkpoints=[1, 100, 1_000, 3_000, 10_000, 100_000], keep=kept)
    learner.ties = "first"
    state = ttt.parse("... / X.. / ...")
    machine = inline("timemachine", learner=learner, kept=kept, state=state)
    return machine + LOOP + inline("loop", rule="td", seed=1)


def novice(games):
    """The learner of lesson 06, as X against random play, and its tables on the way."""
    learner, kept = ttt.QLearner(0.1, gamma=1.0, epsilon=0.1, seed=6), {}
    stops = [30, 100, 300, 1_000, 3_000, 10_000]
    ttt.train(learner, games, ttt.random_policy(), "X", stops, keep=kept)
    return learner, kept


def q_board():
    """Of lesson 06: the learner that was trained as X, to play against as O."""
    learner, _ = novice(10_000)
    mine = as_player(lambda state: built.move(learner.table, state))
    return inline("board", opponents={"Q-learning": mine}, human="O")


def q_ages():
    """Of lesson 06: the same learner at several ages, and a training loop."""
    learner, kept = novice(10_000)
    state = ttt.parse("O.. / ... / ..X")
    machine = inline("timemachine", learner=learner, kept=kept, state=state, human="O")
    return machine + LOOP + inline("loop", rule="q", side="X", seed=6)


def graduate():
    """Of lesson 07: a learner with two tables, taught by a player that slips."""
    slips = 0.9 * ttt.minimax_policy() + 0.1 * ttt.random_policy()
    tables, settings = np.zeros((2, N_STATES, 9)), {"alpha": 0.8, "gamma": 1.0}
    learner = ttt.Learner(built_rules.double_q, tables, settings, epsilon=0.1, seed=7)
    learner.learn(20_000, slips, "O")
    return named("double Q-learning", lambda state: built.act(learner.table, state))


def network():
    """Of lesson 08: a network that has played O against random moves."""
    learner = recipes.antirez(seed=6)
    learner.learn(150_000, ttt.random_policy(), "O")
    probabilities = np.where(ttt.LEGAL, learner.probabilities, -1)
    return named("the network", lambda state: probabilities[state].argmax())


def search():
    """Of lesson 09: tree search, which has chance; here as it decided once for each position."""
    policy = ttt.MCTS(300).estimate_policy(1, np.random.default_rng(9))
    return inline("board", opponents={"tree search, 300 playouts": PolicyPlayer(policy)})


PLACES = {
    "00": {"c05": first_board},
    "01": {
        "c89": lambda: named("wins at once", built.wins_at_once),
        "c115": lambda: inline("board", opponents={"minimax": "minimax"}),
    },
    "02": {"c75": holed},
    "03": {"c65": lambda: inline("board", opponents={"two moves ahead": ttt.minimax_player(2)})},
    "04": {"c41": impostor},
    "05": {"c37": td_ages},
    "06": {"c34": q_board, "c34b": q_ages},
    "07": {"c61": graduate},
    "08": {"n45": network},
    "09": {"c65": search},
}
"""{lesson: {id of a cell: what makes its part}}."""


def parts(lesson):
    """{id of a cell: HTML} of all that moves in a lesson, such as "05"."""
    return {cell: make() for cell, make in PLACES.get(lesson, {}).items()}
