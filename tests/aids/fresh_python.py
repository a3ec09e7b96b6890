"""Run code in a Python of its own, where nothing was imported or compiled before."""

import os
import subprocess
import sys


def printed(*arguments, cwd=None, **environment):
    """Return what a Python with these arguments prints, in this folder and environment."""
    command, own = [sys.executable, *map(str, arguments)], os.environ | environment
    done = subprocess.run(command, cwd=cwd, env=own, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5_000:] + done.stderr[-5_000:]
    return done.stdout
