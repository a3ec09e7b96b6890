"""How fast is the package, measured here and now: `python run.py bench`.

With `--against v0.1.0`, any version that git knows, beside that one: see `benchmarks.against`.

Every row is measured several times in turn with the others, so that a busy moment of the computer
does not favour one of them. The best and the middle repetition are shown.
"""

import argparse
import csv
import math
import platform
import random
import subprocess
import sys
import time
from functools import cache, partial
from pathlib import Path
from statistics import median
from types import FunctionType

import numpy as np

from benchmarks import (
    against,
    c_network,
    in_open_spiel,
    in_pettingzoo,
    in_pgx,
    numpy_batch,
    plain_python,
)
from tttlearn.course.articles.antirez.recipe import antirez, self_play
from tttlearn.course.articles.nestedsoftware.deep_q import nestedsoftware_dqn
from tttlearn.evaluation import exact, matches
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.boards import _board, boards
from tttlearn.game.rules import START, TICTACTOE
from tttlearn.learn.engine import run_games
from tttlearn.learn.qlearning import DoubleQLearner, QLearner
from tttlearn.learn.td import TDLearner, td
from tttlearn.search import playouts
from tttlearn.search.game_tree import minimax_player
from tttlearn.search.mcts import MCTS

REPETITIONS = 7
RANDOM = random_policy()
LEARNED = antirez()


def main():
    """Measure every row and print the table; with `--against`, beside an earlier version."""
    parser = argparse.ArgumentParser(prog="run.py bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--against", metavar="VERSION", help="a tag or a commit, as v0.1.0")
    version = parser.parse_args().against
    where = f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}"
    print(f"{where}, {REPETITIONS} repetitions")
    if version:
        try:
            return against.compare(version, GROUPS, PEERS)
        except ValueError as error:
            parser.error(str(error))
    if not_installed():
        print(not_installed())
    print(f"\n{'':<42} {'best':>12} {'median':>12}")
    for title, unit, rows in GROUPS:
        print(f"{title}, {unit}")
        measured = measure(rows)
        for name, numbers in measured.items():
            best = min(numbers) if unit == MILLISECONDS else max(numbers)
            print(
                f"  {name:<40} {best:>12,.{DIGITS[unit]}f} {median(numbers):>12,.{DIGITS[unit]}f}"
            )
        compare = {COMPILED: comparison, NETWORK: against_c, MOVE: against_open_spiel}
        for row in compare.keys() & measured.keys():
            print("".join(f"  {line}\n" for line in compare[row](measured)), end="")


def measure(rows):
    """Return the numbers of each row, {name: list of numbers}; the rows take turns."""
    for row in rows.values():
        row()  # compiles, fills caches
    rounds = [{name: row() for name, row in rows.items()} for _ in range(REPETITIONS)]
    return {name: [numbers[name] for numbers in rounds] for name in rows}


def games_a_second(play_n, n):
    """Return a row: how many games a second `play_n(n)` plays, on one core."""
    return lambda: n / seconds(lambda: play_n(n))


def milliseconds(call, times=10):
    """Return a row: how long one call takes, on average over `times` calls."""
    return lambda: seconds(lambda: [call() for _ in range(times)]) / times * 1000


def fresh_start(code):
    """Return a row: how long a new interpreter takes to run `code` and end."""
    return lambda: seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True)) * 1000


def seconds(call):
    """Return how long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def ours(n):
    """Play n random games with the package."""
    return matches.play_games(RANDOM, RANDOM, n, np.random.default_rng(0))


def in_numpy(n):
    """Play n random games in plain NumPy."""
    return numpy_batch.play_games(RANDOM, RANDOM, n, np.random.default_rng(0))


def in_python(n):
    """Play n random games in plain Python."""
    return plain_python.play_games(n, random.Random(0))


def learning(maker):
    """Return a function that lets a new learner learn from n games in self-play, compiled."""
    return lambda n: maker().learn(n)


def connect_four(columns, rows):
    """Return the rules of Connect Four on a board, which are made when they are first needed."""
    return boards(rows=rows, columns=columns, k=4, falling=True)


@cache
def even(columns, rows):
    """Return the policy of random play on this board."""
    return random_policy(connect_four(columns, rows))


def random_connect_four(n):
    """Play n random games of Connect Four on 4 x 4 with the package."""
    policy = even(4, 4)
    return matches.play_games(policy, policy, n, np.random.default_rng(0), rules=connect_four(4, 4))


def complete_rules(columns, rows):
    """Make the rules of Connect Four on a board anew, with all that they derive."""
    rules = _board.__wrapped__(rows, columns, 4, True)
    return rules.layers, rules.legal, rules.undecided, rules.canonical


def learning_in_python(maker):
    """Return a function that does the same with the same loop as plain Python, not compiled."""

    def learn(n):
        learner = maker()
        epsilons = learner.exploring(np.arange(n))
        winners = np.empty(n, np.int8)
        run_games(learner, learner.loop(plain=True), learner.seat(None, "both"), epsilons, winners)
        return winners

    return learn


def playing_out(functions):
    """Return a function that makes n playouts from the empty board, 1,000 in each search."""

    def search(n):
        tree, logs = playouts.empty_tree(1_000), playouts.logarithms(1_000)
        tables = playouts.tables(TICTACTOE)
        rng = np.random.default_rng(0)
        for _ in range(n // 1_000):
            tree.size[0] = 0
            functions["grow"](tree, tables, 0, 1_000, math.sqrt(2), logs, rng)

    return search


def moving(n):
    """Choose n / 1,000 moves on the empty board, 1,000 playouts each; return their cells."""
    player, rng = MCTS(1_000), np.random.default_rng(0)
    return [player.act(START, rng) for _ in range(n // 1_000)]


def moving_in_open_spiel(n):
    """Do the same with OpenSpiel's player."""
    return in_open_spiel.moves(n // 1_000, 1_000)


def in_plain_python(module):
    """Return the names of a module, with its compiled functions as plain Python functions."""
    names = dict(vars(module))
    for name, thing in vars(module).items():
        function = getattr(thing, "py_func", None)
        if function is not None:
            names[name] = FunctionType(function.__code__, names, name)
    return names


def first_game_of_a_new_rule():
    """Play one game with a rule that has not been compiled yet, such as a reader's."""
    rule = FunctionType(td.__code__, td.__globals__, "rule")
    learner = TDLearner()
    learner.rule = rule
    learner.learn(1)


def comparison(measured):
    """Yield lines that sum up the rows on learning; medians are compared."""
    ours, plain = median(measured[COMPILED]), median(measured[PLAIN])
    published = published_microseconds()
    yield f"compiled against plain Python: {ours / plain:,.0f} times as fast"
    yield f"the published R/C++ code: a mean of {published:,.3f} microseconds a game, on its"
    yield f"author's computer; compiled TD: {ours * published / 1e6:,.0f} times as fast"


def in_c(flags, games):
    """Return a row: how many games a second the C program trains, by its own clock."""
    return lambda: games / c_network.learn(flags, games)[-1]


def against_c(measured):
    """Yield lines that sum up the rows on networks; medians are compared."""
    for flags in c_network.FLAGS:
        if flags in measured:
            ratio = median(measured[NETWORK]) / median(measured[flags])
            yield f"ours against C, cc {flags}: {ratio:.2f} times as fast"
    if c_network.COMPILER is None:
        yield "there is no C compiler (cc, gcc or clang), so there are no rows for C"


def against_open_spiel(measured):
    """Yield lines that compare a move by tree search here and in OpenSpiel, by medians."""
    if OPEN_SPIELS_MOVE in measured:
        ratio = median(measured[MOVE]) / median(measured[OPEN_SPIELS_MOVE])
        yield f"a move of ours against OpenSpiel's in C++: {ratio:.2f} times as fast"


def not_installed():
    """Return a line on packages whose rows are missing, and how to add them; "" if none is."""
    peers = {
        "open_spiel": in_open_spiel,
        "pgx": in_pgx,
        "'pettingzoo[classic]'": in_pettingzoo,
    }
    missing = [name for name, peer in peers.items() if not peer.AVAILABLE]
    names = " and ".join(missing)
    return names and f"No rows for {names}; into .venv: pip install {' '.join(missing)}"


def published_microseconds():
    """Return the mean time of a game in the first article, in microseconds."""
    with open(DATA / "published.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["figure_or_table"] == "microbenchmark table" and row["metric"] == "mean":
                return float(row["value"])
    raise ValueError("published.csv has no mean in a microbenchmark table")


DATA = Path(__file__).parents[1] / "data"
RANDOM_GAMES = {
    "tttlearn, compiled": (ours, 500_000),
    "plain NumPy, all boards together": (in_numpy, 100_000),
    "plain Python, a list and a loop": (in_python, 5_000),
}
COMPILED, PLAIN = "TD self-play, compiled", "the same rule in plain Python"
LEARNING = {COMPILED: (learning(TDLearner), 1_000_000)}
LEARNING[PLAIN] = (learning_in_python(TDLearner), 2_000)
for name, maker in (("Q-learning", QLearner), ("double Q-learning", DoubleQLearner)):
    LEARNING[f"{name}, compiled"] = (learning(maker), 500_000)
    LEARNING[f"{name}, plain Python"] = (learning_in_python(maker), 2_000)

NETWORK = "antirez's network, compiled"
NETWORKS = {NETWORK: (learning(antirez), 300_000)}
NETWORKS["self-play on both sides, 200 hidden"] = (learning(self_play), 50_000)
NETWORKS["deep Q, 36 and 36 hidden"] = (learning(nestedsoftware_dqn), 50_000)

LEARNING["TD on Connect Four, 4 x 4, compiled"] = (
    lambda n: TDLearner(rules=connect_four(4, 4)).learn(n),
    1_000_000,
)
CONNECT_FOUR = {
    f"{size[0]} columns x {size[1]} rows, {name}": partial(call, *size)
    for size in ((4, 4), (4, 5), (5, 4))
    for name, call in {
        "complete rules": complete_rules,
        "outcome": lambda *size: exact.outcome(even(*size), even(*size), connect_four(*size)),
        "worst_case": lambda *size: exact.worst_case(even(*size), connect_four(*size)),
        "optimal_share": lambda *size: exact.optimal_share(even(*size), connect_four(*size)),
        "12 ahead": lambda *size: minimax_player(12, rules=connect_four(*size)),
    }.items()
}

RANDOM_CONNECT_FOUR = {"tttlearn, 4 x 4": (random_connect_four, 500_000)}

MOVE, OPEN_SPIELS_MOVE = "MCTS, a whole move", "OpenSpiel's MCTS in C++, a whole move"
SEARCH = {
    "MCTS, compiled": (playing_out(vars(playouts)), 200_000),
    "MCTS, plain Python": (playing_out(in_plain_python(playouts)), 2_000),
    MOVE: (moving, 200_000),
}

WORST_CASE = {"worst_case": (lambda: exact.worst_case(RANDOM), 10)}

if in_pgx.AVAILABLE:
    RANDOM_GAMES["pgx, 16,384 boards together"] = (in_pgx.play_games, 10 * in_pgx.BOARDS)
if in_open_spiel.AVAILABLE:
    RANDOM_GAMES["OpenSpiel's random bots in C++"] = (in_open_spiel.play_games, 20_000)
    LEARNING["OpenSpiel's tabular Q-learner, self-play"] = (in_open_spiel.learn, 500)
    SEARCH[OPEN_SPIELS_MOVE] = (moving_in_open_spiel, 100_000)
    WORST_CASE["OpenSpiel's exploitability in C++"] = (in_open_spiel.worst_case_of_random_play, 1)
    for size, game in in_open_spiel.CONNECT_FOUR.items():
        RANDOM_CONNECT_FOUR[f"OpenSpiel's random bots in C++, {size}"] = (
            partial(in_open_spiel.play_games, name=game),
            10_000,
        )
if in_pettingzoo.AVAILABLE:
    RANDOM_CONNECT_FOUR["PettingZoo, 7 x 6, its only board"] = (in_pettingzoo.play_games, 50)

GAMES, PLAYOUTS = "games a second, one core", "playouts a second, one core"
MILLISECONDS = "milliseconds"
DIGITS = {GAMES: 0, PLAYOUTS: 0, MILLISECONDS: 2}
GROUPS = (
    (
        "Random games",
        GAMES,
        {name: games_a_second(play, n) for name, (play, n) in RANDOM_GAMES.items()},
    ),
    (
        "Learning",
        GAMES,
        {name: games_a_second(learn, n) for name, (learn, n) in LEARNING.items()},
    ),
    (
        "Learning with a network (antirez's and C: 18-100-9)",
        GAMES,
        {name: games_a_second(learn, n) for name, (learn, n) in NETWORKS.items()}
        | {flags: in_c(flags, 300_000) for flags in c_network.FLAGS if c_network.COMPILER},
    ),
    (
        "Tree search from the empty board, 1,000 playouts a move",
        PLAYOUTS,
        {name: games_a_second(search, n) for name, (search, n) in SEARCH.items()},
    ),
    (
        "Learning, one call",
        MILLISECONDS,
        {
            "compile a reader's rule, play a game": milliseconds(first_game_of_a_new_rule, times=1),
            "measure a policy at a checkpoint": milliseconds(lambda: exact.measure(RANDOM)),
            "policy of a network, all positions": milliseconds(lambda: LEARNED.policy),
        },
    ),
    (
        "Exact answers, one call",
        MILLISECONDS,
        {name: milliseconds(call, times) for name, (call, times) in WORST_CASE.items()}
        | {
            "outcome": milliseconds(lambda: exact.outcome(RANDOM, RANDOM)),
            "optimal_share": milliseconds(lambda: exact.optimal_share(RANDOM)),
            "visit_probabilities": milliseconds(lambda: exact.visit_probabilities(RANDOM, RANDOM)),
            "state_values": milliseconds(exact.state_values),
        },
    ),
    (
        "Random games of Connect Four",
        GAMES,
        {name: games_a_second(play, n) for name, (play, n) in RANDOM_CONNECT_FOUR.items()},
    ),
    (
        "Connect Four: 0.2, 1.7 and 3.9 million positions, one call",
        MILLISECONDS,
        {name: milliseconds(call, times=1) for name, call in CONNECT_FOUR.items()},
    ),
    (
        "Import in a new interpreter",
        MILLISECONDS,
        {
            "nothing, for comparison": fresh_start("pass"),
            "numpy, for comparison": fresh_start("import numpy"),
            "the rules alone": fresh_start("import tttlearn.game.rules"),
            "import tttlearn": fresh_start("import tttlearn"),
        },
    ),
)

PACKAGES = "OpenSpiel", "pgx", "PettingZoo"
PEERS = {"plain NumPy, all boards together", "plain Python, a list and a loop", *c_network.FLAGS}
PEERS |= {name for _, _, rows in GROUPS for name in rows if "plain Python" in name}
PEERS |= {name for _, _, rows in GROUPS for name in rows if name.startswith(PACKAGES)}
PEERS |= {"nothing, for comparison", "numpy, for comparison"}
"""Rows that do not measure the package itself."""

if __name__ == "__main__":
    main()
