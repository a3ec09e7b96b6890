"""Sweep over a grid of settings times seeds, one run each, on all cores or on a cluster.

For example:

    def run(seed, alpha):
        learner = ttt.TDLearner(alpha=alpha, seed=seed)
        learner.learn(10_000)
        return ttt.measure(learner.policy)

    ttt.sweep(run, {"alpha": [0.1, 0.3, 1.0]}, range(100), out="alpha.jsonl")

joblib decides where the runs take place: in processes on all cores of this computer, or where
`joblib.parallel_config` sends them. Processes are the default because a run is in part plain
Python, for which threads must wait for each other; but each process needs a second or two to start
and to compile the rule, once. Sweeps of a few seconds are quicker in threads, inside `with
joblib.parallel_config("threading"):`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from tttlearn.learn.sweep_file import Finished, call_text, key, plain, plain_result
from tttlearn.support import arguments
from tttlearn.support.arguments import shown
from tttlearn.support.progress import ProgressBar
from tttlearn.support.readers_code import fingerprint
from tttlearn.support.strangers import described

if TYPE_CHECKING:
    import pandas as pd


class RunError(RuntimeError):
    """Error of a run that failed: the message has its settings and seed, a note the traceback."""


def sweep(
    run: Callable[..., dict], grid: dict[str, Any], seeds: Any, out: str | PathLike | None = None
) -> pd.DataFrame:
    """Run a function for each seed and each combination of settings, on all cores.

    Parameters
    ----------
    run : callable
        Called as `run(seed=seed, **settings)`. Returns a dict with the same keys each time.
    grid : dict of str to list
        Values of each setting by its name; {} is one combination. Settings and the values of
        results are numbers, texts, bools or None.
    seeds : list of int or range
        The seeds.
    out : str or path-like, optional
        File to which finished runs are appended as they come, one JSON object in a line. Runs that
        it already holds are not repeated, so you can continue an interrupted sweep, and extend a
        grid. If it holds all of them, it is only read.

    Returns
    -------
    pandas.DataFrame
        Tidy, one row for each run: the settings, the seed, and the entries of the result.
        Combinations are in the order of the grid, seeds as given. It is the same however many cores
        or computers take part.

    Raises
    ------
    RunError
        If a run fails.
    ValueError
        If an argument is wrong, a result is no such dict, or `out` holds something else; that file
        is not changed. A file counts as something else even if only the code of `run` has changed
        since, or that of a function that it calls by name, or a number around them.
    BlockingIOError
        If another program, or another sweep of this one, is sweeping into the same file. It is an
        OSError.

    Notes
    -----
    On a Dask cluster, connect a `distributed.Client` and sweep inside `with
    joblib.parallel_config(backend="dask"):`. Its computers need this package, too.

    Examples
    --------
    >>> import tttlearn as ttt
    >>> def run(seed, alpha):
    ...     learner = ttt.TDLearner(alpha=alpha, seed=seed)
    ...     return {"x_wins": int((learner.learn(100) == 1).sum())}
    >>> runs = ttt.sweep(run, {"alpha": [0.1, 0.5]}, range(3))
    >>> runs[["alpha", "seed"]].values.tolist()
    [[0.1, 0.0], [0.1, 1.0], [0.1, 2.0], [0.5, 0.0], [0.5, 1.0], [0.5, 2.0]]
    """
    import pandas as pd

    if not callable(run):
        raise ValueError(f"run is a function of a seed and the settings, not {shown(run)}")
    calls = _calls(_check_grid(grid), arguments.seeds(seeds))
    with Finished(out, list(grid), fingerprint(run), calls) as finished:
        todo = [call for call in calls if key(call) not in finished.results]
        with ProgressBar(len(calls), "run", len(calls) - len(todo)) as tick:

            def keep(call, result):
                finished.add(call, result)
                tick()

            _compute(run, todo, keep)
    return pd.DataFrame([{**call, **finished.results[key(call)]} for call in calls])


def _check_grid(grid):
    """Return the grid with its values as plain Python, or raise ValueError."""
    if not isinstance(grid, dict):
        raise ValueError(f"the grid is a dict from names to lists of values, not {shown(grid)}")
    checked = {}
    for name, values in grid.items():
        if not isinstance(name, str) or name == "seed":
            message = f"the name of a setting is a text, and not seed; here it is {shown(name)}"
            raise ValueError(message)
        array = isinstance(values, np.ndarray) and values.ndim == 1
        if not array and not isinstance(values, (list, tuple, range)):
            raise ValueError(f"the values of {name} are a list, not {shown(values)}")
        values = arguments.items(values) or []
        checked[name] = [plain(value, f"a value of {name}") for value in values]
        if not checked[name] or len(set(map(key, checked[name]))) < len(checked[name]):
            raise ValueError(f"{name} has one value or more, each once, not {shown(values)}")
    return checked


def _calls(grid, seeds):
    """Return the arguments of all runs, in order: dicts of the settings and the seed."""
    combinations = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return [{**settings, "seed": seed} for settings in combinations for seed in seeds]


def _compute(run, calls, keep):
    """Make these runs, where joblib sends them, and pass each result to `keep` at once.

    joblib bundles short runs, so sending them costs next to nothing.
    """
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    if not calls:
        return  # without starting a process
    backend, cores = get_active_backend()  # cores is None unless the user has set it
    if hasattr(
        backend, "client"
    ):  # a Dask cluster; joblib would wait forever for workers without this package
        backend.client.run(exec, "import tttlearn.learn.sweep")
    parallel = Parallel(-1 if cores is None else cores, return_as="generator_unordered")
    job = _Job(run)
    finished = parallel(delayed(job)(number, call) for number, call in enumerate(calls))
    for number, result in finished:
        try:
            if isinstance(result, Exception):
                raise result
            keep(calls[number], result)
        except BaseException as error:
            finished.throw(error)  # joblib stops the other runs, and raises it again


class _Job:
    """`run` as it travels to other processes: pickled once, and unpickled once in each of them.

    Otherwise a rule from a notebook cell would arrive as a new function with each bundle of runs,
    and be compiled each time. A failure travels back as a result, so that joblib delivers first
    what else was finished.
    """

    def __init__(self, run):
        self.run, self.pickled = run, None

    def __getstate__(self):
        import cloudpickle

        if self.pickled is None:
            self.pickled = cloudpickle.dumps(self.run)
        return {"run": None, "pickled": self.pickled}

    def __call__(self, number, call):
        """Return the number of the run with these arguments, and its result or an error."""
        try:
            run = _unpickled(self.pickled) if self.run is None else self.run
            result = run(**call)
        except Exception as error:
            failure = RunError(f"{call_text(call)} raised {described(error)}")
            failure.add_note(traceback.format_exc())
            return number, failure
        try:
            return number, plain_result(result, call)
        except ValueError as error:
            return number, error


@lru_cache(maxsize=2)
def _unpickled(pickled):
    import cloudpickle

    return cloudpickle.loads(pickled)
