"""One submission in a process of its own, seen from outside: started, listened to, ended in time.

What comes out of the process is lines of bytes of limited length, read as JSON; nothing in them is
run or unpickled. The clock that ends a process that says nothing runs out here, not there.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from tttlearn.classroom.child import main; "
    "main()"
)
ANSWER, POLICY = 4000, 8 << 20
"""The most bytes of a line: of an answer, and of the policy of a saved learner."""
PATIENCE = 3
"""Seconds that a process gets to end before it is killed."""


class Ended(Exception):
    """The process has ended, was ended, or said what it must not: a sentence on why."""


class Stopped(Exception):
    """The tournament was stopped."""


class Sandbox:
    """A process that runs a submission: a context manager, which kills it at the end.

    `stop`: a threading.Event that ends it early. Entering raises OSError if no process starts.
    """

    def __init__(self, ending, content, limits, stop):
        self.ending, self.content, self.limits, self.stop = ending, content, limits, stop
        self.deadline, self.late, self.over = None, False, threading.Event()

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        file = Path(self.folder.name, "submission")
        file.write_bytes(self.content)
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-s",
                "-B",
                "-c",
                PROGRAM,
                str(PACKAGE.parent),
                self._settings(),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder.name,
            env=_environment(self.folder.name),
            start_new_session=True,
        )
        self.watch = threading.Thread(target=self._watch, daemon=True)
        self.watch.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self._kill()
        self.watch.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what it did not read any more
                pipe.close()
        self.folder.cleanup()

    def _settings(self):
        limits = self.limits
        seconds = limits.start_seconds + limits.total_seconds
        return json.dumps(
            {
                "file": "submission",
                "ending": self.ending,
                "visible": [sys.prefix, sys.base_prefix, *_site_folders(), str(PACKAGE)],
                "limits": {
                    "memory_bytes": limits.memory_bytes,
                    "file_bytes": limits.file_bytes,
                    "cpu_seconds": int(seconds) + 10,
                },
            }
        )

    def ask(self, states, seed):
        """Send a question: the states, and the seed of the chance; `hear` has the answers."""
        question = json.dumps({"states": [int(state) for state in states], "seed": seed})
        self.deadline = time.monotonic() + PATIENCE  # a pipe that nobody empties is full some day
        try:
            self.process.stdin.write(question.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Ended("its process ended") from None

    def hear(self, seconds, longest=ANSWER):
        """The next line it says, as JSON gives it; Ended if it takes longer or is no such line."""
        self.deadline = time.monotonic() + seconds
        line = self.process.stdout.readline(longest)
        self.deadline = None
        if self.stop.is_set():
            raise Stopped
        if self.late:
            raise Ended(f"it took longer than {seconds:.3g} s")
        if not line.endswith(b"\n"):
            raise Ended("its process ended" if not line else "it wrote a line without an end")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Ended("it wrote what is no answer") from None

    def _watch(self):
        """End the process when it is late, or all is to stop; runs beside, since `hear` waits."""
        while not self.over.wait(0.05):
            deadline = self.deadline
            self.late = deadline is not None and time.monotonic() > deadline
            if self.late or self.stop.is_set():
                return self._kill()

    def _kill(self):
        """End it. The first to die takes the others along, as `jail` has arranged."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            _kill_group(self.process)


def _kill_group(process):
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own
    else:
        process.kill()
    process.wait()


def _environment(folder):
    """Nothing of ours but what Python needs; one thread for the linear algebra."""
    found = {"HOME": folder, "PATH": "", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    found |= {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR")}
    return found | {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}


def _site_folders():
    """Where packages are that are in neither of the two prefixes."""
    import numpy as np

    return [str(Path(np.__file__).parents[1])]
