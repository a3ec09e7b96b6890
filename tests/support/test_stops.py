"""Long work stops soon after Ctrl-C or Jupyter's Stop, says so in one line, and harms nothing."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import numpy as np
import pytest

from tests.aids.learning import MAKERS, fingerprint
from tttlearn.evaluation.matches import play_games
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import START
from tttlearn.search.mcts import MCTS
from tttlearn.support.compiled import signals_held

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")

SOON = 5  # seconds; the works take minutes
HEAD = """
import sys
import numpy as np
import tttlearn as ttt
from tests.aids.networks import TwoSides

rng, policy = np.random.default_rng(0), ttt.random_policy()
td, games, playouts = ttt.TDLearner(), 10**9, 10**8

def run(seed):
    learner = ttt.TDLearner(seed=seed)
    learner.learn(games)
    return {"games": learner.games}

WORK = {
    "play_games": lambda: ttt.play_games(policy, policy, games, rng),
    "play_match": lambda: ttt.play_match(policy, policy, games, rng),
    "learn": lambda: td.learn(games),
    "train": lambda: ttt.train(td, games),
    "train_seeds": lambda: ttt.train_seeds(td, games, range(5)),
    "network": lambda: TwoSides().learn(games),
    "search": lambda: ttt.MCTS(playouts // 4).search(0, rng),
    "estimate": lambda: ttt.MCTS(100_000).estimate_policy(1_000, rng),
    "one playout": lambda: ttt.MCTS(1).estimate_policy(10**7, rng),
    "sweep": lambda: ttt.sweep(run, {}, range(100)),
}
SMALL = (games, playouts)
"""
MANY = """
def stopped(work):
    print("ready", flush=True)
    try:
        work()
    except BaseException as error:
        print(type(error).__name__, error, sep=": ", flush=True)
    else:
        print("done", flush=True)

games, playouts = 10, 100  # compiled
for name in sys.argv[1:]:
    if name not in ("estimate", "one playout"):
        WORK[name]()
ttt.MCTS(1).estimate_policy(1, rng)
games, playouts = SMALL
for name in sys.argv[1:]:
    stopped(WORK[name])
"""
UNITS = {
    "search": "playouts",
    "estimate": "playouts",
    "one playout": "playouts",
    "sweep": "runs",
}


@contextmanager
def child(program, *arguments, **more):
    """A process that runs a program, its output to be read line by line; its work ends here."""
    quiet = {**os.environ, "TQDM_DISABLE": "1"}
    command = [sys.executable, "-c", program, *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=quiet, **pipes, **more) as process:
        try:
            yield process
        finally:  # or a test that fails would wait for all of the work
            process.kill()


def interrupted(process, everybody=False):
    """(the line that says how it was stopped, the seconds until then)."""
    assert process.stdout.readline().strip() == "ready"
    time.sleep(0.4)
    if everybody:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    start = time.monotonic()
    return process.stdout.readline().strip(), time.monotonic() - start


@pytest.mark.parametrize(
    "names",
    [
        ("play_games", "play_match", "learn", "train", "train_seeds", "network"),
        ("search", "estimate", "one playout"),
    ],
    ids=" ".join,
)
def test_work_stops_soon_and_says_how_far_it_came(names):
    check_that_it_stops(HEAD, {name: UNITS.get(name, "games") for name in names})


def check_that_it_stops(head, units):
    """The works of these names, each with what it counts, that `head` has in WORK stop soon."""
    with child(head + MANY, *units) as process:
        for name, unit in units.items():
            said, seconds = interrupted(process)
            assert said.startswith("KeyboardInterrupt: stopped after "), (name, said)
            assert said.endswith(f" {unit}")
            assert seconds < SOON, name


def test_a_sweep_stops_soon_and_so_does_the_next_one():
    # A terminal interrupts all processes of the group, as Jupyter does; others only the one.
    with child(HEAD + MANY, "sweep", "sweep", start_new_session=True) as process:
        for everybody in (False, True):
            said, seconds = interrupted(process, everybody)
            assert said == "KeyboardInterrupt: stopped after 0 of 100 runs", everybody
            assert seconds < SOON


@pytest.mark.parametrize("name", ["play_games", "learn"])
def test_the_traceback_is_short_and_ends_in_the_one_line(name):
    program = HEAD + f"games = 10; WORK[{name!r}](); games = 10**9\n"
    with child(program + f"print('ready', flush=True); WORK[{name!r}]()") as process:
        assert interrupted(process) == ("", pytest.approx(0, abs=SOON))
        said = process.stderr.read()
    assert "SystemError" not in said
    *lines, last = said.strip().splitlines()
    assert last.startswith("KeyboardInterrupt: stopped after ")
    assert sum(line.startswith("  File ") for line in lines) <= 4
    assert process.returncode != 0


ENDLESS = """
import faulthandler
faulthandler.dump_traceback_later(60, exit=True)  # or a failure would never end

def endless(V, episode, rng):
    V[0] = 5.0 + rng.random()
    while True:
        pass

learner, twin = (ttt.Learner(endless, np.zeros(19683)) for _ in range(2))
print("ready", flush=True)
try:
    learner.learn(5)
except KeyboardInterrupt as error:
    same = learner.rng.random() == twin.rng.random()
    print(error, learner.table.any(), learner.visits.any(), same, flush=True)
"""


def test_a_rule_with_a_loop_without_end_can_be_interrupted():
    with child(HEAD + ENDLESS) as process:
        said, seconds = interrupted(process)
    assert said == "stopped after 0 of 5 games False False True"
    assert seconds < SOON


STRESSED = """
import random, signal
signal.signal(signal.SIGALRM, signal.default_int_handler)
for way in ways:
    way()
kinds = set()
for way in ways:
    for _ in range(150):
        try:
            signal.setitimer(signal.ITIMER_REAL, random.uniform(1e-4, 2e-3))
            while True:
                way()
        except BaseException as error:
            kinds.add(type(error).__name__)
print("ready", kinds, ways[0]() is not None)
"""
WAYS = """
mcts, network = ttt.MCTS(30), TwoSides()
ways = (
    lambda: td.learn(2),
    lambda: ttt.play_games(policy, policy, 3, rng),
    lambda: network.learn(1),
    lambda: mcts.search(0, rng),
)
"""


def test_no_interruption_ends_python_or_comes_out_as_another_error():
    check_that_nothing_breaks(HEAD + WAYS)


def check_that_nothing_breaks(ways):
    """Many interruptions of each of the `ways` of a program are interruptions and nothing else."""
    with child(ways + STRESSED) as process:
        said, errors = process.communicate(timeout=300)
    assert (said.strip(), errors) == ("ready {'KeyboardInterrupt'} True", "")


class LateError(Exception):
    """What a handler raises."""


@pytest.fixture
def late():
    """A function that lets a signal's handler raise after so many seconds."""

    def handler(number, frame):
        raise LateError("too late")

    before = signal.signal(signal.SIGALRM, handler)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["td", "coin"])
def test_the_error_of_a_handler_is_not_blamed_on_the_rule(late, name):
    learner = MAKERS[name](seed=5)
    learner.learn(10)
    late(0.5)
    with pytest.raises(LateError, match="too late"):
        learner.learn(10**9)
    twin = learner.fresh(5)
    twin.learn(learner.games)
    assert fingerprint(learner) == fingerprint(twin)


def test_handlers_wait_for_the_end_and_are_there_again_after_it(late):
    handler, reached = signal.getsignal(signal.SIGALRM), []

    def hold():
        with signals_held():
            late(0.01)
            end = time.monotonic() + 0.2
            while time.monotonic() < end:
                pass
            reached.append(True)

    with pytest.raises(LateError):
        hold()
    assert reached == [True]
    assert signal.getsignal(signal.SIGALRM) is handler
    with pytest.raises(ZeroDivisionError), signals_held():
        1 / 0  # noqa: B018
    assert signal.getsignal(signal.SIGALRM) is handler


def test_pieces_change_nothing(monkeypatch):
    def results():
        rng, policy = np.random.default_rng(7), random_policy()
        games = play_games(policy, policy, 1_000, rng)
        tree = MCTS(70).search(START, rng)
        estimate = MCTS(9).estimate_policy(3, rng)
        parts = games, tree.visits, tree.values, estimate
        return [*map(np.ndarray.tobytes, parts), rng.random()]

    whole = results()
    for size in (1, 7, 64):
        for module in ("evaluation.matches", "search.mcts"):
            monkeypatch.setattr(f"tttlearn.{module}.AT_ONCE", size)
        assert results() == whole
