"""Sweeps: the same rows as plain loops, wherever they run, and finished runs are never lost."""

import _thread
import json
import linecache
import math
import os
import runpy
import subprocess
import sys
import time
import types
from functools import partial
from itertools import product

import joblib
import numpy as np
import pandas as pd
import pytest

import tttlearn as ttt
from tests.aids import games
from tests.aids.alike import first_of
from tests.aids.bars import bars_of
from tests.aids.fresh_python import printed
from tests.aids.games import nim
from tttlearn.game.boards import BoardRules
from tttlearn.game.tables import Rules
from tttlearn.learn import sweep
from tttlearn.learn.sweep import RunError
from tttlearn.learn.sweep_file import Finished
from tttlearn.support.files import lock_until_closed
from tttlearn.support.readers_code import fingerprint

GAMES = 200
GRID = {"alpha": [0.5, 0.1], "ties": ["random", "first"]}
SEEDS = [3, 0, 8]


def trained(seed, alpha, ties):
    learner = ttt.TDLearner(alpha=alpha, ties=ties, seed=seed)
    learner.learn(GAMES)
    return ttt.measure(learner.policy)


def by_hand(run, grid, seeds):
    rows = []
    for values, seed in product(product(*grid.values()), seeds):
        settings = dict(zip(grid, values, strict=True))
        rows.append({**settings, "seed": seed, **run(seed=seed, **settings)})
    return pd.DataFrame(rows)


def add(seed, a=0):
    return {"sum": a + seed, "mixed": None}


def told(calls):
    """`add` that also lists its calls; for runs in this process."""

    def run(seed, a=0):
        calls.append((a, seed))
        return add(seed, a)

    return run


@pytest.fixture(scope="module")
def expected():
    return by_hand(trained, GRID, SEEDS)


@pytest.fixture(scope="module")
def cluster():
    from distributed import Client, LocalCluster

    with (
        # One process of two threads: with a single thread joblib would stay in this process.
        LocalCluster(1, threads_per_worker=2, host="127.0.0.1", dashboard_address=None) as local,
        Client(local) as client,
    ):
        yield client


@pytest.fixture
def here():
    with joblib.parallel_config("threading"):
        yield


@pytest.mark.parametrize("where", [{}, {"n_jobs": 1}, {"backend": "threading"}])
def test_the_same_as_plain_loops_however_many_cores_take_part(where, expected):
    with joblib.parallel_config(**where):
        pd.testing.assert_frame_equal(ttt.sweep(trained, GRID, SEEDS), expected, check_exact=True)


def learned_game(seed, game, rules):
    learner = ttt.QLearner(rules=rules[game], seed=seed)
    learner.learn(50)
    made_once = learner.rules is games.GAMES["2 x 2"]()
    return {**ttt.measure(learner.policy, rules[game]), "made once": made_once}


def test_learners_of_any_game_travel():
    names = ["2 x 2", "nim", "misere"]
    run = partial(learned_game, rules={name: games.GAMES[name]() for name in names})
    found = ttt.sweep(run, {"game": names}, range(2))
    expected = by_hand(run, {"game": names}, range(2))
    pd.testing.assert_frame_equal(found, expected, check_exact=True)
    assert found["made once"].tolist() == [True, True, *[False] * 4]
    plain = by_hand(partial(run, rules={"misere": ttt.TICTACTOE}), {"game": ["misere"]}, range(2))
    assert (found.x_wins[4:].to_numpy() != plain.x_wins).all()


def test_the_fingerprint_knows_the_rules_of_a_game():
    prints = [fingerprint(partial(learned_game, rules=games.GAMES[name]())) for name in games.GAMES]
    prints += [fingerprint(partial(learned_game, rules=nim((1, 2, 2))))]
    assert len(set(prints)) == len(games.GAMES) + 1
    assert fingerprint(partial(learned_game, rules=nim())) in prints


def made_by_hand(seed):
    return {"is a board": isinstance(games.GAMES["nim"](), BoardRules), "kind": Rules.__name__}


def test_a_run_may_name_the_kind_of_a_game():
    found = ttt.sweep(made_by_hand, {}, range(2))
    assert found["is a board"].tolist() == [False] * 2


@pytest.mark.slow
def test_the_same_on_a_cluster(cluster, tmp_path):
    out, grid = tmp_path / "out", {"a": [5, 2.5]}
    with joblib.parallel_config(backend="dask"):
        found = ttt.sweep(add, grid, range(40), out)
        with pytest.raises(RunError, match=r"run\(a='x', seed=1\) raised TypeError"):
            ttt.sweep(add, {"a": ["x"]}, [1])
    pd.testing.assert_frame_equal(found, by_hand(add, grid, range(40)), check_exact=True)
    assert len(out.read_text().splitlines()) == len(found)


CELL = """
import os
import tttlearn as ttt
times = {}
def rule(V, episode, alpha):
    V[episode.states[-1]] = episode.winner
    V[episode.states[-2]] += alpha * (V[episode.states[-1]] - V[episode.states[-2]])
def run(seed, alpha):
    times.setdefault(id(rule), 0)
    times[id(rule)] += 1
    learner = ttt.Learner(rule, [0.0] * 19683, {"alpha": alpha}, seed=seed)
    learner.learn(50)
    return {"sum": learner.table.sum(), "rules": len(times)}
"""


@pytest.mark.parametrize("backend", first_of(2, ["loky", "threading", "dask"]))
def test_functions_of_a_notebook_arrive_once_in_each_process(backend, monkeypatch, request):
    if backend == "dask":
        request.getfixturevalue("cluster")
    cell = types.ModuleType("__main__")
    exec(CELL, cell.__dict__)
    monkeypatch.setitem(sys.modules, "__main__", cell)
    with joblib.parallel_config(backend):
        found = ttt.sweep(cell.run, {"alpha": [0.1, 0.7]}, range(6))
    pd.testing.assert_frame_equal(found, by_hand(cell.run, {"alpha": [0.1, 0.7]}, range(6)))
    assert (found.rules == 1).all()  # or the rule would be compiled again and again


def test_no_settings_and_every_kind_of_value(here, tmp_path):
    assert ttt.sweep(add, {}, range(2)).to_dict("list") == {
        "seed": [0, 1],
        "sum": [0, 1],
        "mixed": [None, None],
    }

    def kinds(seed, a, b):
        assert type(a) is float
        return {"f": np.float32(0.5), "i": np.int8(3), "t": np.True_, "nan": math.nan, "b": b}

    def named(seed, a, b):
        return {"entry " + name: value for name, value in kinds(seed, a, b).items()}

    grid = {"a": np.array([0.1, math.nan]), "b": ("é", None, 1, True, 1.0)}
    found = ttt.sweep(named, grid, np.arange(2), tmp_path / "out")
    assert len(found) == 20
    again = ttt.sweep(named, grid, np.arange(2), tmp_path / "out")
    pd.testing.assert_frame_equal(found, again)
    pd.testing.assert_frame_equal(found, ttt.sweep(named, grid, range(2)))


def test_what_is_finished_is_not_run_again(here, tmp_path):
    out, calls = tmp_path / "out", []
    ttt.sweep(told(calls), {"a": [1, 2]}, range(5), out)
    lines = out.read_text().splitlines()
    assert len(calls) == len(lines) == 10
    assert json.loads(lines[0]).keys() == {"settings", "seed", "result", "code"}
    calls.clear()
    found = ttt.sweep(told(calls), {"a": [2, 3]}, range(1, 6), out)
    assert sorted(calls) == [(2, 5), *((3, seed) for seed in range(1, 6))]
    pd.testing.assert_frame_equal(found, by_hand(add, {"a": [2, 3]}, range(1, 6)))
    assert out.read_text().splitlines()[:10] == lines
    ttt.sweep(told(calls), {"a": [3, 1, 2]}, [4], out)
    assert len(calls) == 6


def test_a_run_is_known_whatever_the_order_of_its_settings(here, tmp_path):
    calls = []

    def run(seed, a, b):
        calls.append(seed)
        return {"sum": a + b + seed}

    found = ttt.sweep(run, {"a": [1, 2], "b": [3]}, [0], tmp_path / "out")
    turned = ttt.sweep(run, {"b": [3], "a": [1, 2]}, [0], tmp_path / "out")
    assert len(calls) == 2
    pd.testing.assert_frame_equal(found, turned[found.columns])


RUN = """
import sys, joblib, tttlearn as ttt
calls, waits = [], [False]

def run(seed, a):
    calls.append((a, seed))
    if waits[0] and len(calls) > 30:
        sys.stdin.read()  # until this process is ended
    return {"sum": a + seed, "mixed": None}

if __name__ == "__main__":
    waits[0] = True
    with joblib.parallel_config("threading"):
        ttt.sweep(run, {"a": [1, 2]}, range(300), sys.argv[1])
"""


def test_a_file_is_one_programs_until_it_is_killed_and_then_the_sweep_goes_on(here, tmp_path):
    out, program = tmp_path / "out", tmp_path / "program.py"
    program.write_text(RUN)
    names = runpy.run_path(program)
    calls, run = names["calls"], names["run"]
    with subprocess.Popen([sys.executable, program, out], stdin=subprocess.PIPE) as child:
        try:
            while not out.exists() or out.read_bytes().count(b"\n") < 8:
                assert child.poll() is None
                time.sleep(0.02)
            with pytest.raises(BlockingIOError, match="out: somebody else is writing it: wait"):
                ttt.sweep(run, {"a": [1]}, [1_000], out)
            assert child.poll() is None
        finally:
            child.kill()
    done = [json.loads(line) for line in out.read_text().splitlines()]
    assert 8 <= len(done) < 600
    found = ttt.sweep(run, {"a": [1, 2]}, range(300), out)
    before = {(row["settings"]["a"], row["seed"]) for row in done}
    assert len(calls) == 600 - len(done)
    assert before.isdisjoint(calls)
    pd.testing.assert_frame_equal(found, by_hand(add, {"a": [1, 2]}, range(300)))
    ttt.sweep(run, {"a": [1, 2]}, [1_000], out)  # its own lock ended with the sweep, too
    assert [path.name for path in tmp_path.iterdir() if path != program] == ["out"]


def test_several_programs_may_read_a_file_that_lacks_nothing(here, tmp_path):
    out = tmp_path / "out"
    expected = ttt.sweep(add, {"a": [1]}, range(3), out)
    with open(out, "a+b") as file:
        lock_until_closed(file, out)
        pd.testing.assert_frame_equal(ttt.sweep(add, {"a": [1]}, range(3), out), expected)
        with pytest.raises(BlockingIOError):
            ttt.sweep(add, {"a": [1]}, range(4), out)


@pytest.mark.skipif(os.name == "nt", reason="Windows names its devices otherwise")
def test_what_has_no_end_is_no_file_of_a_sweep(here):
    with pytest.raises(ValueError, match="/dev/zero is a device, not a file"):
        ttt.sweep(add, {}, [1], "/dev/zero")
    with pytest.raises(ValueError, match=r"^out is the name of a file, .* not 3$"):
        ttt.sweep(add, {}, [1], 3)


def test_a_line_cut_short_anywhere_costs_only_that_run(here, tmp_path):
    out, calls = tmp_path / "out", []
    with joblib.parallel_config(n_jobs=1):
        expected = ttt.sweep(told(calls), {"a": [1]}, range(3), out)
    whole = out.read_bytes()
    *_, last = whole.splitlines(keepends=True)
    for length in range(len(whole) - len(last), len(whole)):
        out.write_bytes(whole[:length])
        calls.clear()
        with joblib.parallel_config(n_jobs=1):
            found = ttt.sweep(told(calls), {"a": [1]}, range(3), out)
        assert len(calls) == (length < len(whole) - 1)
        pd.testing.assert_frame_equal(found, expected)
        assert out.read_bytes() == whole
    out.write_bytes(whole[:10])
    pd.testing.assert_frame_equal(ttt.sweep(told(calls), {"a": [1]}, range(3), out), expected)


ALPHA = """
ALPHA = 0.1

def half(number):
    return number / 2

def run(seed):
    # A run.
    return {"x": ALPHA * half(seed), "kind": "odd" if seed in {"a", "b", "c"} else "even"}
"""


def defined(text):
    """The function `run` of a notebook cell with this text."""
    names = {}
    exec(compile(text, "a cell", "exec"), names)
    return names["run"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ALPHA * half", "ALPHA + half"),
        ("ALPHA = 0.1", "ALPHA = 0.2"),
        ("number / 2", "number / 3"),
        ('"odd"', '"uneven"'),
        ("def run(seed)", "def run(seed, a=2)"),
        ('{"a", "b", "c"}', '{"a", "b", "d"}'),
    ],
)
def test_a_file_is_not_believed_once_the_code_has_changed(here, old, new, tmp_path):
    out = tmp_path / "out"
    before = ttt.sweep(defined(ALPHA), {}, range(3), out)
    content = out.read_bytes()
    with pytest.raises(ValueError, match=r"other code .* delete this one to run all of it again"):
        ttt.sweep(defined(ALPHA.replace(old, new)), {}, range(3), out)
    assert out.read_bytes() == content
    pd.testing.assert_frame_equal(ttt.sweep(defined(ALPHA), {}, range(3), out), before)


def test_a_cell_that_is_run_again_unchanged_goes_on(here, tmp_path):
    out, first = tmp_path / "out", defined(ALPHA)
    ttt.sweep(first, {}, range(3), out)
    again = defined("\n\n" + ALPHA.replace("# A run.", "# A run, moved down."))
    found = ttt.sweep(again, {}, range(5), out)
    pd.testing.assert_frame_equal(found, by_hand(first, {}, range(5)))


def test_the_fingerprint_is_the_same_in_another_process():
    imported = "from tttlearn.support.readers_code import fingerprint"
    child = f"{ALPHA}\n{imported}\nprint(fingerprint(run))"
    for hash_seed in ("1", "2"):
        found = printed("-c", child, PYTHONHASHSEED=hash_seed, TTTLEARN_NO_NUMBA="1")
        assert found.strip() == fingerprint(defined(ALPHA))


def test_a_lambda_is_itself_and_not_the_line_it_stands_in(here, tmp_path):
    """Else the sweep could not be extended without a change of its code."""
    cell = "import tttlearn as ttt\nttt.sweep(lambda seed: {'x': seed}, {}, range(3), out)\n"
    for text in (cell, cell.replace("range(3)", "range(5)")):
        name = f"<cell {text}>"
        linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
        exec(compile(text, name, "exec"), {"__name__": "__main__", "out": tmp_path / "out"})
    assert (tmp_path / "out").read_text().count("\n") == 5


def test_what_is_called_through_something_else_counts_too():
    runs = [defined(ALPHA), defined(ALPHA.replace("0.1", "0.2"))]
    for around in (
        lambda run: partial(run, 3),
        lambda run: types.MethodType(run, 3),
        lambda run: lambda seed: run(seed),
    ):
        one, other = map(around, runs)
        assert fingerprint(one) == fingerprint(around(runs[0])) != fingerprint(other)
    assert fingerprint(partial(runs[0], 3)) != fingerprint(partial(runs[0], 4))


ABOUT = '{"settings": {"a": 1}, "seed": 0, "result": {"sum": 1, "mixed": null}'
ROW = f'{ABOUT}, "code": "{fingerprint(add)}"}}\n'
OTHER = f'{ABOUT}, "code": "another"}}'


def test_a_file_that_does_not_name_its_code_is_taken_as_it_is(tmp_path):
    (tmp_path / "out").write_text(ABOUT + "}\n")
    found = ttt.sweep(add, {"a": [1]}, range(1), tmp_path / "out")
    assert found["sum"].tolist() == [1]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Dear diary,\ntoday I", "no file of a sweep: see its line 1"),
        ('{"settings": 3}', "no file of a sweep: see its line 1"),
        (ROW + "\n", "no file of a sweep: see its line 2"),
        (ROW + ROW[:30] + "\n" + ROW, "no file of a sweep: see its line 2"),
        (ROW.replace('"a"', '"b"'), "is of a sweep over b, not over a$"),
        (ROW.replace("mixed", "other"), r"returned sum, mixed, but the runs in .*have sum, other"),
        (ROW + ROW.replace("mixed", "x"), r"line 2 of .* has sum, x, but .* have sum, mixed"),
        (ROW + OTHER, r"has results of other code \(line 2\): .* Take another file for out"),
        (ROW + OTHER + "\n" + ROW[:30], r"has results of other code \(line 2\)"),
        (b"\xff\x00\n\xfe", "no file of a sweep: see its line 1"),
        pytest.param(b"[" * 200_000, "no file of a sweep: see its line 1", id="deep"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(here, content, message, tmp_path):
    out = tmp_path / "out"
    content = content if isinstance(content, bytes) else content.encode()
    out.write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        ttt.sweep(add, {"a": [1]}, range(3), out)
    assert str(out) in str(caught.value)
    assert out.read_bytes() == content


# A thread of joblib's own stumbles now and then when its processes are stopped in the middle.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_run_that_fails_is_named_and_loses_nothing(tmp_path):
    out = tmp_path / "out"

    def run(seed, a):
        return {"share": a / (seed - 7)}

    for backend in ("loky", "threading", "sequential"):
        with (
            joblib.parallel_config(backend, n_jobs=2),
            pytest.raises(
                RunError, match=r"^run\(a=1, seed=7\) raised ZeroDivisionError: "
            ) as error,
        ):
            ttt.sweep(run, {"a": [1]}, range(500), out)
        assert "return {" in error.value.__notes__[0]
        assert 1 <= len(out.read_text().splitlines()) < 500
    calls = out.read_text().count("\n")
    seeds = [seed for seed in range(12) if seed != 7]
    with joblib.parallel_config("sequential"):
        assert len(ttt.sweep(run, {"a": [1]}, seeds, out)) == 11
    assert out.read_text().count("\n") >= calls


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_interruption_keeps_what_was_finished(n_jobs, tmp_path, monkeypatch):
    out, calls, add_line = tmp_path / "out", [], Finished.add

    def interrupted(finished, *arguments):
        add_line(finished, *arguments)
        if len(finished.results) == 40:
            _thread.interrupt_main()

    monkeypatch.setattr(Finished, "add", interrupted)
    with joblib.parallel_config("threading", n_jobs=n_jobs):
        with pytest.raises(KeyboardInterrupt, match=r"stopped after \d+ of 500 runs"):
            ttt.sweep(told([]), {}, range(500), out)
        assert out.read_text().count("\n") == 40
        monkeypatch.setattr(Finished, "add", add_line)
        found = ttt.sweep(told(calls), {}, range(500), out)
    assert len(calls) == 460
    pd.testing.assert_frame_equal(found, by_hand(add, {}, range(500)))


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (3, r"run\(a=1, seed=0\) must return a dict with names as keys, not 3"),
        ({"seed": 1}, r"run\(a=1, seed=0\) returned an entry seed, which is one of its arguments"),
        ({"b": [1]}, r"b, from run\(a=1, seed=0\), is a number, a text, a bool or None, not \[1\]"),
    ],
)
def test_results_that_fit_in_no_table_are_refused(here, result, message):
    with pytest.raises(ValueError, match=message):
        ttt.sweep(lambda seed, a: result, {"a": [1]}, [0])


def test_runs_return_the_same_entries_each_time(here):
    with pytest.raises(ValueError, match=r"returned .*, but the runs before it have "):
        ttt.sweep(lambda seed: {f"entry {seed}": 1}, {}, [0, 1])


@pytest.mark.parametrize(
    ("run", "grid", "seeds", "message"),
    [
        (3, {}, [1], "run is a function of a seed and the settings, not 3"),
        (add, [1], [1], r"the grid is a dict from names to lists of values, not \[1\]"),
        (add, {"a": 0.1}, [1], "the values of a are a list, not 0.1"),
        (add, {"a": []}, [1], r"a has one value or more, each once, not \[\]"),
        (add, {"a": [1, 1]}, [1], r"a has one value or more, each once, not \[1, 1\]"),
        (add, {"a": [add]}, [1], "a value of a is a number, a text, a bool or None, not <function"),
        (add, {"seed": [1]}, [1], "a text, and not seed; here it is 'seed'"),
        (add, {3: [1]}, [1], "the name of a setting is a text"),
        (add, {}, [], r"seeds are whole numbers, at least one and each once, not \[\]"),
        (add, {}, [1, 2, 1], "seeds are whole numbers"),
        (add, {}, [0.5], "seeds are whole numbers"),
    ],
)
def test_bad_arguments(run, grid, seeds, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        ttt.sweep(run, grid, seeds, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_bar_counts_the_runs_also_those_that_were_finished(here, monkeypatch, tmp_path):
    ttt.sweep(add, {}, range(3), tmp_path / "out")
    seen = bars_of(monkeypatch, sweep)
    ttt.sweep(add, {}, range(10), tmp_path / "out")
    assert [(bar.total, bar.done, sum(bar.ticks)) for bar in seen] == [(10, 3, 7)]
