"""How fast is the package, measured here and now: `python run.py bench`.

Every row is measured several times in turn with the others, so that a busy moment of the computer
does not favour one of them. The best and the middle repetition are shown.
"""

import platform
import random
import subprocess
import sys
import time
from statistics import median

import numpy as np

from benchmarks import numpy_batch, plain_python
from tttlearn import play, solve
from tttlearn.compiled import HAS_NUMBA
from tttlearn.policy import random_policy

REPETITIONS = 7
RANDOM = random_policy()


def main():
    """Measure every row and print the table."""
    where = f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}"
    print(f"{where}, {'with' if HAS_NUMBA else 'without'} Numba, {REPETITIONS} repetitions")
    print(f"\n{'':<42} {'best':>12} {'median':>12}")
    for title, unit, rows in GROUPS:
        print(f"{title}, {unit}")
        for name, numbers in measure(rows).items():
            best = max(numbers) if unit == GAMES else min(numbers)
            print(
                f"  {name:<40} {best:>12,.{DIGITS[unit]}f} {median(numbers):>12,.{DIGITS[unit]}f}"
            )


def measure(rows):
    """The numbers of each row, a dict from its name; the rows take turns."""
    for row in rows.values():
        row()  # compiles, fills caches
    rounds = [{name: row() for name, row in rows.items()} for _ in range(REPETITIONS)]
    return {name: [numbers[name] for numbers in rounds] for name in rows}


def games_a_second(play_n, n):
    """A row: how many games a second `play_n(n)` plays, on one core."""
    return lambda: n / seconds(lambda: play_n(n))


def milliseconds(call, times=10):
    """A row: how long one call takes, on average over a few."""
    return lambda: seconds(lambda: [call() for _ in range(times)]) / times * 1000


def fresh_start(code):
    """A row: how long a new interpreter takes to run `code` and end."""
    return lambda: seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True)) * 1000


def seconds(call):
    """How long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def ours(n):
    """n random games with the package."""
    return play.play_games(RANDOM, RANDOM, n, np.random.default_rng(0))


def in_numpy(n):
    """n random games in plain NumPy."""
    return numpy_batch.play_games(RANDOM, RANDOM, n, np.random.default_rng(0))


def in_python(n):
    """n random games in plain Python."""
    return plain_python.play_games(n, random.Random(0))


GAMES, MILLISECONDS = "games a second, one core", "milliseconds"
DIGITS = {GAMES: 0, MILLISECONDS: 2}
GROUPS = (
    (
        "Random games",
        GAMES,
        {
            "tttlearn.play.play_games": games_a_second(ours, 500_000 if HAS_NUMBA else 10_000),
            "plain NumPy, all boards together": games_a_second(in_numpy, 100_000),
            "plain Python, a list and a loop": games_a_second(in_python, 5_000),
        },
    ),
    (
        "Exact answers, one call",
        MILLISECONDS,
        {
            "outcome": milliseconds(lambda: solve.outcome(RANDOM, RANDOM)),
            "worst_case": milliseconds(lambda: solve.worst_case(RANDOM)),
            "optimal_share": milliseconds(lambda: solve.optimal_share(RANDOM)),
            "visit_probabilities": milliseconds(lambda: solve.visit_probabilities(RANDOM, RANDOM)),
            "state_values": milliseconds(solve.state_values),
        },
    ),
    (
        "Import in a new interpreter",
        MILLISECONDS,
        {
            "nothing, for comparison": fresh_start("pass"),
            "numpy, for comparison": fresh_start("import numpy"),
            "tttlearn.rules": fresh_start("import tttlearn.rules"),
            "tttlearn": fresh_start("import tttlearn"),
        },
    ),
)

if __name__ == "__main__":
    main()
