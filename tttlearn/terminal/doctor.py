"""Check whether this computer is ready for the lessons, and print how to cure what fails.

A check is a function without arguments that returns a `Finding`; it has one line of the report. A
check that crashes has failed, and the others still run: on the day of a workshop every line counts.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from tttlearn.terminal import lab

VENV = Path(__file__).resolve().parents[2] / ".venv"
INSTALL = 'python -m pip install "tttlearn[lab]"'
"""Command that adds JupyterLab to a tttlearn that pip installed."""
AFRESH = "delete the folder .venv, then `python run.py lab` installs all of it afresh"
ADD, REPAIR = (
    (AFRESH, AFRESH)
    if Path(sys.prefix) == VENV
    else (f"run `{INSTALL}`", "install tttlearn and JupyterLab again, into a new environment")
)
"""Cures if a package is missing, and if one is broken."""
NUMBA_CACHE = "NUMBA_CACHE_DIR"
"""Environment variable for the folder in which Numba keeps compiled code."""
USUAL_GAMES_PER_SECOND = 500_000
KERNEL_SECONDS = 300
"""Timeout for a kernel's answer, so long that only a kernel that never answers reaches it."""


class Finding(NamedTuple):
    """Result of a check: whether it passed, a message, and the cure if it failed."""

    ok: bool
    message: str
    cure: str = ""


def main():
    """Print the findings of all checks; return the exit status, 1 if one of them failed."""
    failures = 0
    for check in CHECKS:
        finding = examine(check)
        failures += not finding.ok
        print(f"{'ok  ' if finding.ok else 'FAIL'}  {finding.message}", flush=True)
        if not finding.ok:
            print(f"      -> {finding.cure}", flush=True)
    print(f"{failures} of {len(CHECKS)} checks failed" if failures else "Ready for the lessons.")
    return int(failures > 0)


def examine(check):
    """Return the finding of one check; a failed one if the check itself crashes."""
    try:
        return check()
    except Exception as error:
        return Finding(False, f"{check.__doc__} {type(error).__name__}: {error}", cure_of(error))


def cure_of(error):
    """Return the cure for an error that a check did not expect."""
    return ADD if isinstance(error, ModuleNotFoundError) else REPAIR


def python_version():
    """Python's version."""
    version = sys.version.split()[0]
    cure = "install Python 3.11 or newer, delete .venv if there is one, and start again"
    return Finding(sys.version_info >= (3, 11), f"Python {version} in {sys.prefix}", cure)


def installed_version(name):
    """Return the version of an installed package, None if it is missing."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def jupyterlab():
    """JupyterLab, in which the lessons are opened."""
    from jupyterlab.labapp import LabApp

    as_root = " (as root only with --allow-root)" if lab.is_root() else ""
    return Finding(True, f"JupyterLab {LabApp.version}{as_root}")


def kernel():
    """A Jupyter kernel, started and asked to add."""
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import KernelManager
    from jupyter_core.paths import jupyter_path

    # Without IPython's folder, because searching it for kernels would create it.
    known = KernelSpecManager(kernel_dirs=jupyter_path("kernels"))
    manager = KernelManager(kernel_name="python3", kernel_spec_manager=known)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    start = time.perf_counter()
    # A kernel creates a history file, which would remain in the home folder.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as history:
        manager.start_kernel(env=os.environ | {"IPYTHONDIR": history}, **quiet)
        try:
            answer = ask_kernel(manager, "1 + 1")
        finally:
            manager.shutdown_kernel(now=True)
    seconds = time.perf_counter() - start
    message = f"Jupyter kernel answers 1 + 1 = {answer} after {seconds:.1f} s"
    return Finding(answer == "2", message, REPAIR)


def ask_kernel(manager, expression):
    """Return the value of an expression in a running kernel, as text."""
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=KERNEL_SECONDS)
        expressions = {"answer": expression}
        reply = client.execute("", user_expressions=expressions, reply=True, timeout=KERNEL_SECONDS)
        return reply["content"]["user_expressions"]["answer"]["data"]["text/plain"]
    finally:
        client.stop_channels()


def widgets():
    """The widgets' front end, which the playable board needs."""
    from jupyter_core.paths import jupyter_path

    if int(installed_version("ipywidgets").split(".")[0]) < 8:
        return Finding(False, f"ipywidgets {installed_version('ipywidgets')} is too old", REPAIR)
    missing = [
        name
        for name in ("anywidget", "@jupyter-widgets/jupyterlab-manager")
        if not any(Path(folder, name).is_dir() for folder in jupyter_path("labextensions"))
    ]
    if missing:
        return Finding(False, f"widgets: JupyterLab has no {' and no '.join(missing)}", REPAIR)
    return Finding(True, "widgets: JupyterLab has what the board needs")


def numba():
    """Numba, which makes the lessons fast."""
    from tttlearn.support.compiled import HAS_NUMBA, NO_NUMBA, njit

    if not HAS_NUMBA:
        cure = f"unset TTTLEARN_NO_NUMBA if it is set; {REPAIR}"
        message = "learning takes 100 times as long, networks 5,000 times"
        return Finding(False, f"Numba cannot be used: {message} ({NO_NUMBA})", cure)
    add = njit(lambda a, b: a + b)
    if add.stats.cache_path is None:
        message = "Numba compiles anew at each start: it can write to no folder"
        return Finding(False, message, lab.cure(NUMBA_CACHE))
    return Finding(add(1, 1) == 2, f"Numba {installed_version('numba')} compiles", REPAIR)


def speed():
    """Say how many random games a second it plays; a busy computer is slow, which is no fault."""
    import numpy as np

    from tttlearn.evaluation.matches import play_games
    from tttlearn.evaluation.policy import random_policy

    policy, rng, batch = random_policy(), np.random.default_rng(0), 50_000
    play_games(policy, policy, 1, rng)  # the first call compiles
    start, games = time.perf_counter(), 0
    while (seconds := time.perf_counter() - start) < 1:
        play_games(policy, policy, batch, rng)
        games += batch
    usual = f"{USUAL_GAMES_PER_SECOND:,} or more on an idle laptop that is plugged in"
    return Finding(True, f"speed: {games / seconds:,.0f} random games a second ({usual})")


def writable():
    """Folders that the lessons and JupyterLab write to."""
    own = "copy the project into your own folder, such as Documents, and work there"
    places = [(Path.cwd(), own), (cache_folder(), lab.cure(NUMBA_CACHE))]
    places += [(folder, lab.cure(variable)) for variable, folder in lab.folders().items()]
    for folder, cure in places:
        if problem := lab.refusal(folder):
            return Finding(False, problem, cure)
    return Finding(True, f"can write to {Path.cwd()}, to Numba's cache and to Jupyter's folders")


def course():
    """The lessons, without which the engine works."""
    if importlib.util.find_spec("tttlearn.course") is None:
        message = "the course and its lessons are missing: this installation is only the engine"
        return Finding(False, message, "install all of tttlearn; the engine needs no more")
    return Finding(True, "the course and its lessons are installed")


def cache_folder():
    """Return where Numba keeps compiled code; the working folder if it keeps none."""
    from tttlearn.evaluation.matches import _play_games

    stats = getattr(_play_games, "stats", None)
    return Path((stats and stats.cache_path) or Path.cwd())


CHECKS = (python_version, jupyterlab, kernel, widgets, numba, speed, writable, course)
