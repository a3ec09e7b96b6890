"""Make what moves on the pages of the lessons, by the cell in which it is shown.

On a page no reader has written a function yet: the package's own stands in, as in the notebook.
"""

import json
from functools import cache, partial

import numpy as np

import tttlearn as ttt
from tools.decks import kept, living
from tools.live import recorded
from tools.live.parts import inline
from tools.site.outputs import STILL
from tttlearn.course.articles import recipes
from tttlearn.course.articles.episodes import episode_of
from tttlearn.course.articles.published import published
from tttlearn.course.articles.shares import surely
from tttlearn.course.articles.verdicts import Statement
from tttlearn.course.exercises import built, built_rules, lesson_00
from tttlearn.evaluation.policy import PolicyPlayer
from tttlearn.game.rules import N_STATES

LOOP = """\
<p><strong>Let one learn here.</strong> Set it, start it, and watch what it can do, computed exactly
on the way. Its code is your exercise; below the curves stands its rule, with the numbers of its
last steps.</p>"""

TABLES = """\
<p><strong>One table or two?</strong> Choose a learner of the study above, let it watch (epsilon 1)
or act on what it believes (epsilon 0.1), and see how its bias grows, computed exactly. The run
before stays as a shadow, so change one thing at a time.</p>"""

NETWORK = """\
<p><strong>Look into one.</strong> The network of this lesson, untrained. Click on the cells to set
a position, see which hidden units it lights up, and nudge one of the weights that lead from a unit
to a cell. Then let it learn, and set the same position again.</p>"""


def parts(lesson):
    """Return {id of a cell: HTML} of all that moves in a lesson, such as "05", with STILL in it.

    STILL is replaced later by the saved picture.
    """
    made = {}
    for cell, make in PLACES.get(lesson, {}).items():
        part, settings = make()
        made[cell] = inline(part, still=STILL, **settings)
    for cell, rules in LOOPS.get(lesson, {}).items():
        made[cell] += LOOP + "".join(inline("loop", **about) for about in rules)
    for cell, (words, part) in LEARNERS.get(lesson, {}).items():
        made[cell] += words + inline(part)
    return made


def as_player(choose):
    """Return a player that takes the cell of `choose(state)`."""
    policy = np.zeros((N_STATES, 9))
    for state in ttt.UNDECIDED:
        policy[state, ttt.to_cell(choose(state))] = 1
    return PolicyPlayer(policy)


def against(players, human="X"):
    """Return a board against players by label; a function of a state becomes a player."""
    opponents = {
        label: as_player(player) if callable(player) else player
        for label, player in players.items()
    }
    return "board", {"opponents": opponents, "human": human}


def first_board():
    """Return the board of lesson 00: four players to choose from."""
    names = ("two-ply", "one-ply", "random")
    return against({"minimax": lesson_00.MINIMAX} | {name: name for name in names})


def lightest(state):
    """Return the free cell of the smallest weight, as in lesson 01."""
    return built.legal_moves(state)[0]


@cache
def _games(state):
    after = [int(ttt.NEXT[state, cell]) for cell in built.legal_moves(state)]
    return sum(map(_games, after)) if after else 1


def hasty(state):
    """Return the cell after which the fewest games can follow, as in lesson 01."""
    return min(built.legal_moves(state), key=lambda cell: _games(int(ttt.NEXT[state, cell])))


def holed():
    """Return the board of lesson 02: minimax with one wrong move."""
    return against({"holed": living.holed("minimax-first", "X../.OX/...", 6)})


def impostor():
    """Return the board of lesson 04: minimax where it gets by itself, or a rule of thumb."""
    knows = PolicyPlayer(living.impostor())
    return against({"the impostor": knows, "rule of thumb": built.thumb})


def td_ages():
    """Return the time machine of lesson 05: a learner by TD(0) at several ages."""
    learner, kept = ttt.TDLearner(0.1, seed=1), {}
    ttt.train(learner, 100_000, checkpoints=[1, 100, 1_000, 3_000, 10_000, 100_000], keep=kept)
    learner.ties = "first"
    state = ttt.parse("... / X.. / ...")
    return "timemachine", {"learner": learner, "kept": kept, "state": state}


def novice():
    """Return the learner of lesson 06, as X against random play, and its tables at several ages."""
    learner, kept = ttt.QLearner(0.1, gamma=1.0, epsilon=0.1, seed=6), {}
    stops = [30, 100, 300, 1_000, 3_000, 10_000]
    ttt.train(learner, stops[-1], ttt.random_policy(), "X", stops, keep=kept)
    return learner, kept


def q_board():
    """Return the board of lesson 06: the learner that was trained as X, with you as O."""
    learner, _ = novice()
    return against({"Q-learning": lambda state: built.move(learner.table, state)}, "O")


def q_ages():
    """Return the time machine of lesson 06: the same learner at several ages."""
    learner, kept = novice()
    state = ttt.parse("O.. / ... / ..X")
    return "timemachine", {"learner": learner, "kept": kept, "state": state, "human": "O"}


def graduate():
    """Return the board of lesson 07: a learner with two tables, whose teacher makes mistakes."""
    slips = 0.9 * ttt.minimax_policy() + 0.1 * ttt.random_policy()
    tables, settings = np.zeros((2, N_STATES, 9)), {"alpha": 0.8, "gamma": 1.0}
    learner = ttt.Learner(built_rules.double_q, tables, settings, epsilon=0.1, seed=7)
    learner.learn(20_000, slips, "O")
    return against({"double Q-learning": lambda state: built.act(learner.table, state)})


def four(opponents):
    """Return a board of lesson 12: Connect Four on four columns and four rows."""
    return "four", {"rules": FOUR, "opponents": opponents}


def own_table():
    """Return the second board of lesson 12: a table that learned nothing from slips."""
    rule, table = built_rules.td_without_slips, np.zeros(FOUR.n_states)
    learner = ttt.Learner(rule, table, {"alpha": 0.1}, seed=0, rules=FOUR)
    learner.learn(300_000)
    learner.ties = "first"
    return four({"your table, 300,000 games": learner, "minimax": "minimax"})


def forward_passes():
    """Return the frames of lesson 08: an untrained network in positions of a game."""
    net = recipes.antirez(seed=6).network
    see = ttt.SeeForward(
        built.forward, [net.weights[0], net.biases[0], net.weights[1], net.biases[1]]
    )
    boards = ("... / ... / ...", "X.. / ... / ...", "X.. / .O. / ...", "X.. / .O. / ..X")
    frames = recorded.passes(see, [ttt.parse(board) for board in boards])
    return "frames", {"title": "Position", "frames": frames, "shows": "the forward pass"}


def network(learner, games, side):
    """Return a board of lesson 08: a network trained in games against random moves."""
    for _ in range(games // 10_000):
        for mark in side:
            learner.learn(10_000, ttt.random_policy(), mark)
    probabilities = np.where(ttt.LEGAL, learner.probabilities, -1)
    return against({"the network": lambda state: probabilities[state].argmax()})


def search():
    """Return the board of lesson 09: tree search.

    Its moves depend on chance; here they are decided once for each position.
    """
    policy = ttt.MCTS(300).estimate_policy(1, np.random.default_rng(9))
    return against({"tree search": PolicyPlayer(policy)})


def steps(shows, stepper, *given, **settings):
    """Return the recorded steps of an algorithm; `shows` is the subject of its pictures."""
    frames = recorded.steps(stepper(*given, **settings))
    return "frames", {"title": "Step", "frames": frames, "shows": f"the {shows} after this step"}


def played(*cells, begin=ttt.START):
    """Return the states of a game in which these cells are taken, one after the other."""
    states = [begin]
    for cell in cells:
        states.append(ttt.NEXT[states[-1], cell])
    return states


def first_try(Q, episode, alpha):
    """Learn from the board right after each move, the slip of lesson 06."""
    for t in range(0, 5, 2):
        s, a, after = episode.states[t], episode.actions[t], episode.states[t + 1]
        target = Q[after].max() if t < 4 else episode.winner
        Q[s, a] += alpha * (target - Q[s, a])


def news_of_q():
    """Return the slider of lesson 06 on which the news of a win does not travel back."""
    game, table, pages = episode_of([0, 3, 1, 4, 2], side=1), np.zeros((19683, 9)), {}
    turns = game.states[[0, 2, 4]]
    for number in range(1, 6):
        first_try(table, game, alpha=0.9)
        pages[f"after game {number}"] = table[turns]
    boards = dict(zip(("first move", "second move", "third move"), turns, strict=True))
    return steps("entries", ttt.StepEntries, boards, pages)


def news_of_two():
    """Return the slider of lesson 07 on which two tables hear of a win."""
    game, coin = episode_of([8, 0, 7, 1, 6], side=1), np.random.default_rng(7)
    tables, pages = np.zeros((2, 19683, 9)), {}
    before, last = game.states[[2, 4]]
    for number in range(1, 9):
        built_rules.double_q(tables, game, alpha=0.9, gamma=1.0, rng=coin)
        pages[f"after game {number}"] = [*tables[:, last].copy(), tables[:, before].mean(0)]
    boards = {"last move, table 0": last, "last move, table 1": last, "second move, mean": before}
    return steps("entries", ttt.StepEntries, boards, pages)


def ranked(lesson, cell, *followed):
    """Return a slider over rankings, whose numbers were kept when the master was executed."""
    pages = dict(kept.read(lesson)["rankings"][cell])
    return steps("ranking", ttt.StepRanking, pages, followed)


def more_games():
    """Return the slider of lesson 11 on which intervals shrink while games are added."""
    pages, p_exact = {}, ttt.outcome(DICE, DICE).x_wins
    for games in (10, 20, 50, 100, 200, 500, 1_000):
        ends = {p: built.interval(games, p) for p in (p_exact, 0.5)}
        rows = {f"X wins {p:.3f}": (low, p, high) for p, (low, high) in ends.items()}
        pages[f"{games:,} games"] = rows
    printed = published("kota7", "1 (player 1)", "random vs random, N = 100")
    limits = {f"published {printed.value}": printed.number}
    return steps("intervals", ttt.StepIntervals, pages, limits)


def more_runs():
    """Return the slider of lesson 11 on which verdicts change while runs are added."""
    kept_runs, pages = ttt.data_path("antirez_runs.jsonl").read_text(encoding="utf-8"), {}
    runs = sorted(map(json.loads, kept_runs.splitlines()), key=lambda run: run["seed"])
    safe = [r["result"]["risk"] == 0 for r in runs if r["settings"]["rewards"] == "code"]
    for k in (5, 10, 20, 40, 80, 160, 400):
        claims = (
            Statement("plays perfectly", None, safe[:k]),
            Statement("usually", None, safe[:k], about="most runs"),
        )
        low, high = surely(sum(safe[:k]), k)
        rows = {f"{one.label}:\n{one.verdict}": (low, one.share, high) for one in claims}
        pages[f"{k} runs"] = rows
    limits = {f"{limit:.0%}": limit for limit in (0.05, 0.5, 0.95)}
    return steps("intervals", ttt.StepIntervals, pages, limits)


LATE, FULLER = ttt.parse(".OO / O.X / XX."), ttt.parse("XXO / OOX / ...")
OPEN, DICE = ttt.parse(".XO / OXX / ..."), ttt.random_policy()
FOUR = ttt.boards(rows=4, columns=4, k=4, falling=True)
EARLY = ttt.parse("OXO / O.X / X..")
TWO_GAMES = {
    "X begins in the centre": played(4, 7, 8, begin=EARLY),
    "X begins in cell 7": played(7, 4, 8, begin=EARLY),
}
DUELS = {"You are X": played(0, 4, 1, 2, 3, 6), "Ada is X": played(4, 0, 2, 1, 6)}
ONE_GAME = {"One game": played(4, 1, 0, 8, 6, 3, 2)}
FIRST, AGAIN = np.random.default_rng(7), np.random.default_rng(8)
PULLS = np.where(FIRST.random((9, 4)) < 0.5, 1, -1), AGAIN.choice([-1, 1], (9, 4))
PLACES = {
    "00": {"c05": first_board},
    "01": {
        "c13b": partial(against, {"lightest": lightest}),
        "hasty": partial(against, {"hasty": hasty}),
        "c89": partial(against, {"wins at once": built.wins_at_once}),
        "c115": partial(against, {"minimax": "minimax"}),
    },
    "02": {"c15a": partial(steps, "chances", ttt.StepChances, LATE), "c75": holed},
    "03": {
        "two-games": partial(steps, "boards", ttt.StepGames, TWO_GAMES),
        "c48": partial(steps, "game tree", ttt.StepAlphaBeta, FULLER),
        "c65": lambda: against({"two moves ahead": ttt.minimax_player(2)}),
    },
    "04": {
        "duel-shown": partial(steps, "boards", ttt.StepGames, DUELS),
        "c41": impostor,
        "c48b": partial(steps, "values", ttt.StepValues, LATE, DICE, DICE),
    },
    "05": {"c06": partial(steps, "boards", ttt.StepGames, ONE_GAME), "c37": td_ages},
    "06": {"news": news_of_q, "c34": q_board, "c34b": q_ages},
    "07": {
        "pulled": partial(steps, "means", ttt.StepPulls, *PULLS),
        "both-hear-film": news_of_two,
        "c61": graduate,
    },
    "08": {
        "n19b": forward_passes,
        "n45": lambda: network(recipes.antirez(seed=6), 150_000, "O"),
        "c95": lambda: network(recipes.antirez(seed=3), 100_000, "OX"),
    },
    "09": {
        "c57": partial(steps, "search tree", ttt.StepSearch, OPEN, playouts=20, seed=3),
        "c65": search,
    },
    "10": {
        "league": partial(ranked, "10", "league", "nested-q", "hickman", "nested-mcts"),
        "beat-it": partial(against, {"mine": built.blocking}),
        "climb": partial(ranked, "10", "climb", "Ada"),
    },
    "11": {"more-games": more_games, "more-runs": more_runs},
    "12": {"c05": partial(four, {"minimax": "minimax"}), "c81": own_table},
}
"""{lesson: {id of a cell: function that makes its part}}; a test looks for each board here."""
LEARNERS = {"07": {"c61": (TABLES, "tables")}, "08": {"n45": (NETWORK, "network")}}
"""{lesson: {id of a cell: (words, the part that stands below it)}}."""
LOOPS = {
    "05": {"c37": [{"rule": "td", "seed": 1}]},
    "06": {"c34b": [{"rule": rule, "side": "X", "seed": 6} for rule in ("q", "sarsa")]},
}
