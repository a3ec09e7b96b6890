"""A Python without Numba, such as one in a browser, has everything, only slower."""

import os
import subprocess
import sys
from importlib.util import find_spec

BLOCKED = """
import sys
class NoNumba:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "llvmlite"):
            raise SystemError("initialization failed")
sys.meta_path.insert(0, NoNumba())
"""
USE = """
import numpy as np
from tttlearn.support import compiled
from tttlearn.terminal import doctor
from tttlearn import play_games, play_match, random_policy, player
print(compiled.HAS_NUMBA, "numba" in sys.modules)
print(doctor.numba().message)
print(play_games(random_policy(), player("minimax").policy, 40, np.random.default_rng(1)).tolist())
print(play_match(random_policy(), player("minimax"), 3, np.random.default_rng(1)).tolist())
"""


def run(code, **environment):
    """The lines that a fresh Python prints for this code."""
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_package_works_where_numba_cannot_be_imported():
    switch, why, *games = run(BLOCKED + USE, TTTLEARN_NO_NUMBA="0")
    assert switch == "False False"
    assert why.endswith("(SystemError: initialization failed)")
    assert [len(winners.split(",")) for winners in games] == [40, 3]
    # That these are the games that Numba plays, too, is a test of test_same_everywhere.
    usual = run("import sys\n" + USE, TTTLEARN_NO_NUMBA="1")  # as if it were not installed
    assert usual.pop(1).endswith("(ImportError: Numba is switched off by TTTLEARN_NO_NUMBA)")
    assert usual == [switch, *games]


def test_only_1_switches_it_off():
    code = "from tttlearn.support.compiled import HAS_NUMBA; print(HAS_NUMBA)"
    assert run(code, TTTLEARN_NO_NUMBA="0") == [str(find_spec("numba") is not None)]
