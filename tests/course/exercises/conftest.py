"""Start one kernel for all tests of a notebook's cells, since starting one takes seconds."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tttlearn.course.exercises.record import GRADER, MASTER

ROOT = Path(__file__).parents[3]
# It runs the cells of one test after the other, and forgets in between what they were.
KERNEL = """
import contextlib, io, json, os, sys
from IPython.core.interactiveshell import InteractiveShell
notebook = InteractiveShell.instance()
from tttlearn.course.exercises import answers, shell, verdicts
clean = set(notebook.user_ns)
for line in sys.stdin:
    folder, env, *cells = json.loads(line)
    os.chdir(folder)
    for name in ("TTTLEARN_MASTER", "NBGRADER_EXECUTION"):
        os.environ.pop(name, None)
    os.environ |= env
    for name in set(notebook.user_ns) - clean:
        del notebook.user_ns[name]
    for known in (answers._passed, shell._failed, shell._cells, verdicts.last_told):
        known.clear()
    with contextlib.redirect_stdout(io.StringIO()) as said:
        ran = [notebook.run_cell(cell, store_history=True) for cell in cells]
    errors = [str(one.error_before_exec or one.error_in_exec) for one in ran if not one.success]
    print(json.dumps([said.getvalue(), errors]), flush=True)
"""


def environment():
    """Return the environment of a learner, for whom lessons are run."""
    env = {name: value for name, value in os.environ.items() if name not in (MASTER, GRADER)}
    return env | {"PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="session")
def kernel():
    command = [sys.executable, "-c", KERNEL]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment(), **pipes) as running:
        yield running
        running.stdin.close()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder, in which a learner works."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(MASTER, raising=False)
    return tmp_path


@pytest.fixture
def notebook(kernel, folder):
    """Return a function that runs cells in an empty folder and returns (printed text, errors)."""

    def run(*cells, **env):
        kernel.stdin.write(json.dumps([str(folder), env, *cells]) + "\n")
        kernel.stdin.flush()
        return json.loads(kernel.stdout.readline())

    return run
