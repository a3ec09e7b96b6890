"""Long work stops after Ctrl-C or Jupyter's Stop, says so in one line, and harms nothing."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from threading import Timer

import numpy as np
import pytest

from tests.aids.learning import MAKERS, fingerprint
from tttlearn.evaluation.matches import play_games
from tttlearn.evaluation.policy import random_policy
from tttlearn.game.rules import START
from tttlearn.learn import engine
from tttlearn.search.mcts import MCTS
from tttlearn.support.compiled import HAS_NUMBA, signals_held

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")

LIMIT = 300  # seconds, after which a process that does not stop is ended
HEAD = """
import os, sys, traceback
import numpy as np
import tttlearn as ttt
from tttlearn.network.learner import BothSides
from tttlearn.support.progress import Stoppable

rng, policy = np.random.default_rng(0), ttt.random_policy()
td, games, playouts = ttt.TDLearner(), 10**9, 10**8

def run(seed):
    os.write(1, b"at work\\n")  # at once, because other processes say so too
    learner = ttt.TDLearner(seed=seed)
    learner.learn(games)
    return {"games": learner.games}

WORK = {
    "play_games": lambda: ttt.play_games(policy, policy, games, rng),
    "play_match": lambda: ttt.play_match(policy, policy, games, rng),
    "learn": lambda: td.learn(games),
    "train": lambda: ttt.train(td, games),
    "train_seeds": lambda: ttt.train_seeds(td, games, range(5)),
    "network": lambda: BothSides().learn(games),
    "search": lambda: ttt.MCTS(playouts // 12).search(0, rng),
    "estimate": lambda: ttt.MCTS(100_000).estimate_policy(1_000, rng),
    "one playout": lambda: ttt.MCTS(1).estimate_policy(10**7, rng),
    "sweep": lambda: ttt.sweep(run, {}, range(100)),
}
SMALL = (games, playouts)
"""
MANY = """
at_work, tick = [], Stoppable.tick

def telling(self, number=1):
    tick(self, number)
    if not at_work:
        at_work.append(True)
        print("at work", flush=True)

def stopped(work):
    at_work.clear()
    print("ready", flush=True)
    try:
        work()
    except BaseException as error:
        text, kind = traceback.format_exc(), type(error).__name__
        print(kind, error, text.count('  File "'), "SystemError" in text, sep="|", flush=True)
    else:
        print("done", flush=True)

games, playouts = 10, 100  # compiled
for name in sys.argv[1:]:
    if name not in ("estimate", "one playout"):
        WORK[name]()
ttt.MCTS(1).estimate_policy(1, rng)
games, playouts = SMALL
Stoppable.tick = telling
for name in sys.argv[1:]:
    stopped(WORK[name])
"""


@contextmanager
def child(program, *arguments, environment=(), **more):
    """A process that runs a program, its output to be read line by line; its work ends here."""
    quiet = {**os.environ, "TQDM_DISABLE": "1", **dict(environment)}
    command = [sys.executable, "-c", program, *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=quiet, **pipes, **more) as process:
        limit = Timer(LIMIT, process.kill)
        limit.start()
        try:
            yield process
        finally:  # or a test that fails would wait for all of the work
            limit.cancel()
            process.kill()


def interrupted(process, everybody=False):
    """What a process says, line by line, of how its next work is stopped, which is at work then."""
    assert line_after("at work", process) == "ready"
    assert process.stdout.readline() == "at work\n"
    if everybody:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    return line_after("at work", process)


def line_after(passed, process):
    """The next line of a process that is another one: each process of a sweep says that one."""
    while (said := process.stdout.readline().strip()) == passed:
        pass
    return said


def test_work_stops_and_says_how_far_it_came_in_one_line():
    games = "play_games", "play_match", "learn", "train", "train_seeds", "network"
    playouts = "search", "estimate", "one playout"
    check_that_it_stops(HEAD, dict.fromkeys(games, "games") | dict.fromkeys(playouts, "playouts"))


def check_that_it_stops(head, units):
    """The works of these names, each with what it counts, that `head` has in WORK stop."""
    with child(head + MANY, *units) as process:
        for name, unit in units.items():
            kind, said, frames, other_error = interrupted(process).split("|")
            assert (kind, other_error) == ("KeyboardInterrupt", "False"), name
            assert re.fullmatch(rf"stopped after [\d,]+ of [\d,]+ {unit}", said), (name, said)
            assert int(frames) <= 6, name


def test_a_sweep_stops_and_so_does_the_next_one():
    # A terminal interrupts all processes of the group, as Jupyter does; others only the one. All of
    # them start sooner without Numba.
    own = {"environment": {"TTTLEARN_NO_NUMBA": "1"}, "start_new_session": True}
    with child(HEAD + MANY, "sweep", "sweep", **own) as process:
        for everybody in (False, True):
            said = interrupted(process, everybody)
            assert said.startswith("KeyboardInterrupt|stopped after 0 of 100 runs|"), everybody


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
mcts, network = ttt.MCTS(30), BothSides()
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
        said, errors = process.communicate()
    assert (said.strip(), errors) == ("ready {'KeyboardInterrupt'} True", "")


TRACED = """
import signal, sys, threading
from tttlearn.support.progress import on_all_cores

def stopped_when_locked(times):
    def trace(frame, event, _):
        nonlocal times
        entered = frame.f_code is threading.Condition.__enter__.__code__ and event == "return"
        times -= entered
        if entered and times == 0:
            signal.raise_signal(signal.SIGINT)
        return trace
    sys.settrace(trace)
    try:
        on_all_cores(lambda job, tick: tick(1), range(4), lambda number: None)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)

print([times for times in range(1, 9) if stopped_when_locked(times)])
"""


def test_an_interruption_leaves_no_lock_of_the_threads_locked():
    # By chance an interruption comes in such a moment once in some thousand times.
    with child(TRACED) as process:
        said, errors = process.communicate()
    assert (said.strip(), errors) == ("[1, 2, 3, 4, 5, 6, 7, 8]", "")


class LateError(Exception):
    """What a handler raises."""


@pytest.fixture
def late():
    """A function that lets a signal come now, whose handler raises."""

    def handler(number, frame):
        raise LateError("too late")

    before = signal.signal(signal.SIGALRM, handler)
    yield lambda: signal.raise_signal(signal.SIGALRM)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["td", "coin"])
def test_the_error_of_a_handler_is_not_blamed_on_the_rule(late, name, monkeypatch):
    learner, run = MAKERS[name](seed=5), engine.run_games
    learner.learn(10)

    def disturbed(*arguments):
        run(*arguments)
        if learner.games >= 500:
            late()

    monkeypatch.setattr(engine, "run_games", disturbed)
    with pytest.raises(LateError, match="too late"):
        learner.learn(10**9)
    twin = learner.fresh(5)
    twin.learn(learner.games)
    assert fingerprint(learner) == fingerprint(twin)


def test_handlers_wait_for_the_end_and_are_there_again_after_it(late):
    handler, reached = signal.getsignal(signal.SIGALRM), []

    def hold():
        with signals_held():
            late()
            reached.append(True)

    with pytest.raises(LateError):
        hold()
    assert reached == [True] * HAS_NUMBA  # plain Python need not wait
    assert signal.getsignal(signal.SIGALRM) is handler
    with pytest.raises(ZeroDivisionError), signals_held():
        1 / 0  # noqa: B018
    assert signal.getsignal(signal.SIGALRM) is handler


def test_pieces_change_nothing(monkeypatch):
    def results():
        rng, policy = np.random.default_rng(7), random_policy()
        games = play_games(policy, policy, 200, rng)
        tree = MCTS(70).search(START, rng)
        estimate = MCTS(3).estimate_policy(3, rng)
        parts = games, tree.visits, tree.values, estimate
        return [*map(np.ndarray.tobytes, parts), rng.random()]

    whole = results()
    for size in (1, 7, 64):
        for limit in ("evaluation.matches.GAMES_PER_CALL", "search.mcts.AT_ONCE"):
            monkeypatch.setattr(f"tttlearn.{limit}", size)
        assert results() == whole
