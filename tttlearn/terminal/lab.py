"""Start JupyterLab, or explain in a sentence what would keep it from starting.

python -m tttlearn.terminal.lab notebooks --no-browser
"""

import os
import re
import sys
import tempfile
from pathlib import Path

SETTINGS = Path(__file__).with_name("jupyter")
"""Folder that Jupyter reads settings from, which learners can change in JupyterLab: no question
whether to fetch news, and the state of widgets is saved, so that a board is shown when a notebook
is opened again after its kernel has ended."""
FIRST = Path(__file__).parents[1] / "course" / "exercises" / "run_above.py"
"""File that IPython runs in each kernel before the first cell."""
RUNTIME = "JUPYTER_RUNTIME_DIR"
"""Environment variable for the folder without which JupyterLab does not start."""
AS_ROOT = (
    "JupyterLab does not start as root: work as another user, or allow it, as in a container, with "
    "`python run.py lab --allow-root` or `tttlearn lessons --lab=--allow-root`"
)


def start(arguments):
    """Run JupyterLab with these arguments until it is shut down; ValueError as by `check_start`."""
    check_start(arguments)
    if FIRST.exists():  # the engine alone has no lessons
        os.environ.setdefault("PYTHONSTARTUP", str(FIRST))
    from jupyterlab.labapp import LabApp

    given = os.environ.get("JUPYTER_CONFIG_PATH")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [given, str(SETTINGS)]))
    LabApp.launch_instance(arguments)


def check_start(arguments):
    """Raise ValueError, with the cure, if JupyterLab would not start with these arguments."""
    if is_root() and not any(re.search("allow.root", text) for text in arguments):
        raise ValueError(AS_ROOT)
    folder = folders()[RUNTIME]
    if problem := refusal(folder):
        raise ValueError(f"JupyterLab {problem}: {cure(RUNTIME)}")


def is_root():
    """Return whether this process has root's permissions; always False on Windows."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def folders():
    """Return the folders that JupyterLab writes to: a dict from the variables that choose them."""
    from jupyter_core import paths

    return {
        "JUPYTER_DATA_DIR": Path(paths.jupyter_data_dir()),
        RUNTIME: Path(paths.jupyter_runtime_dir()),  # by default in the data folder
        "JUPYTER_CONFIG_DIR": Path(paths.jupyter_config_dir()),
    }


def refusal(folder):
    """Return why a folder cannot be written to, or made if it is missing; "" if it can.

    Nothing is left behind, not even a folder: if one is missing, its nearest existing parent
    counts.
    """
    try:
        there = next(place for place in (folder, *folder.parents) if place.exists())
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        return f"cannot write to {folder} ({error.strerror})"
    return ""


def cure(variable):
    """Return what to do about a folder that is not writable and that this variable chooses."""
    return (
        "set the environment variable HOME to a folder that you may write to "
        f"(or {variable}, for this one alone)"
    )


if __name__ == "__main__":
    try:
        start(sys.argv[1:])
    except ValueError as problem:
        sys.exit(f"tttlearn: {problem}")
