"""Sweeps: a grid of settings times seeds, one run each, on all cores or on a cluster.

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

import traceback
from functools import lru_cache
from itertools import product

import numpy as np

from tttlearn.learn.sweep_file import Finished, call_text, key, plain, plain_result
from tttlearn.support import arguments
from tttlearn.support.arguments import shown
from tttlearn.support.progress import ProgressBar
from tttlearn.support.readers_code import fingerprint
from tttlearn.support.strangers import described


class RunError(RuntimeError):
    """A run failed; the message names its settings and seed, a note has the traceback."""


def sweep(run, grid, seeds, out=None):
    """Call `run(seed=seed, **settings)` for each seed and each combination of settings.

    `grid`: a dict from the names of settings to lists of their values; {} is one combination.
    `run` returns a dict, the same entries each time; settings and entries are numbers, texts, bools
    or None. Returns a tidy DataFrame, one row a run: the settings, seed, and the entries of the
    dict; combinations in the order of the grid, seeds as given. It is the same however many cores
    or computers take part: on a Dask cluster, connect a `distributed.Client` and sweep inside
    `with joblib.parallel_config(backend="dask"):`; its computers need this package, too.

    `out`: a file to which finished runs are appended as they come, one JSON object a line. Runs
    that it already holds are not repeated, so you can continue an interrupted sweep, and extend a
    grid. Raises RunError for a run that fails, and ValueError for bad arguments, for results that
    are no such dict, and for a file of something else, which is not changed. A file counts as
    something else even if only the code of `run` has changed since, or that of a function that it
    calls by name, or a number around them. Only one program at a time can sweep into a file: the
    next one gets a BlockingIOError, an OSError.
    """
    import pandas as pd

    if not callable(run):
        raise ValueError(f"run is a function of a seed and the settings, not {shown(run)}")
    calls = _calls(_check_grid(grid), arguments.seeds(seeds))
    with Finished(out, list(grid), fingerprint(run)) as finished:
        todo = [call for call in calls if key(call) not in finished.results]
        with ProgressBar(len(calls), "run", len(calls) - len(todo)) as tick:

            def keep(call, result):
                finished.add(call, result)
                tick()

            _compute(run, todo, keep)
    return pd.DataFrame([{**call, **finished.results[key(call)]} for call in calls])


def _check_grid(grid):
    """The grid with its values as plain Python, or ValueError."""
    if not isinstance(grid, dict):
        raise ValueError(f"the grid is a dict from names to lists of values, not {shown(grid)}")
    checked = {}
    for name, values in grid.items():
        if not isinstance(name, str) or name == "seed":
            said = f"the name of a setting is a text, and not seed; here it is {shown(name)}"
            raise ValueError(said)
        array = isinstance(values, np.ndarray) and values.ndim == 1
        if not array and not isinstance(values, (list, tuple, range)):
            raise ValueError(f"the values of {name} are a list, not {shown(values)}")
        values = arguments.items(values) or []
        checked[name] = [plain(value, f"a value of {name}") for value in values]
        if not checked[name] or len(set(map(key, checked[name]))) < len(checked[name]):
            raise ValueError(f"{name} has one value or more, each once, not {shown(values)}")
    return checked


def _calls(grid, seeds):
    """The arguments of all runs, in order: dicts of the settings and the seed."""
    combinations = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return [{**settings, "seed": seed} for settings in combinations for seed in seeds]


def _compute(run, calls, keep):
    """Make these runs, where joblib sends them, and give each to `keep` as soon as it is there.

    joblib bundles short runs, so sending them costs next to nothing.
    """
    from joblib import Parallel, delayed
    from joblib.parallel import get_active_backend

    if not calls:
        return  # no process need start
    backend, cores = get_active_backend()  # cores: None unless the user has set them
    if hasattr(backend, "client"):  # a Dask cluster; for one that cannot, joblib waits forever
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
    """`run` as it travels: pickled once, and unpickled once in each process.

    A rule from a notebook cell would otherwise arrive as a new function with each bundle of runs,
    and be compiled each time. A failure travels back as a result, so that joblib first delivers
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
        """(number, the entries or an error) of the run with these arguments."""
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
