"""Public functions with wrong arguments: an answer or an error that names the argument.

What is called, and what may come of it, stands in `tests.aids.public_calls`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="limits the memory of a process as Linux does"
)
ROOT = Path(__file__).parents[2]


def begun(*which):
    """A process that makes these calls; see `tests.aids.public_calls`."""
    command = [sys.executable, "-m", "tests.aids.public_calls", *map(str, which)]
    quiet = os.environ | {"TQDM_DISABLE": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, env=quiet, text=True, **pipes)


def complaints(process):
    """(number of calls, what is wrong with some of them), once the process has ended."""
    out, error = process.communicate()
    assert process.returncode == 0, error
    return json.loads(out)


def test_a_wrong_argument_is_named():
    """One wrong value for each argument of every eighth function; their kinds take turns."""
    calls, found = complaints(begun(1, 8, "one"))
    assert found == []
    assert calls > 40


@pytest.mark.slow
def test_every_wrong_argument_is_named():
    both = [complaints(process) for process in [begun(part, 2, "all") for part in range(2)]]
    assert [said for _, found in both for said in found] == []
    assert sum(calls for calls, _ in both) > 8_000
