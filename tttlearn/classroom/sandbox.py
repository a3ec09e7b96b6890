"""One submission in a process of its own, seen from outside: started, listened to, ended in time.

What comes out of the process is lines of bytes of limited length, read as JSON; nothing in them is
run or unpickled. The clock that ends a process that says nothing runs out here, not there.
"""

import base64
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack, suppress

from tttlearn.classroom import walls
from tttlearn.game.rules import TICTACTOE
from tttlearn.support.files import DAMAGED

ANSWER, POLICY = 4000, 8 << 20
"""The most bytes of a line: of an answer, and of the policy of a saved learner."""
CELLS = {f"{cell}\n".encode(): cell for cell in range(TICTACTOE.n_actions)}
"""The lines of most answers, which need not be read as JSON."""
PATIENCE = 3
"""Seconds that a process gets to read a question."""
FILES = 1000
"""So many files it may make behind the walls: they take memory that no limit of ours counts."""


class Ended(Exception):
    """The process has ended, was ended, or said what it must not: a sentence on why."""


class Stopped(Exception):
    """The tournament was stopped."""


class Sandbox:
    """A process that runs a submission: a context manager, which kills it at the end.

    `walled`: whether it runs behind walls; `stop`: a threading.Event that ends it early. Entering
    raises OSError if no process starts, WallsError if there are no walls to be had. The thread
    that enters must live until it leaves: the process dies with it.
    """

    def __init__(self, submission, limits, stop, walled):
        self.submission, self.limits, self.stop, self.walled = submission, limits, stop, walled
        self.deadline, self.seconds, self.why = None, 0, ""
        self.over = threading.Event()

    def __enter__(self):
        with ExitStack() as opened:
            command = walls.python("child")
            self.told, options = None, {}
            if self.walled:
                size = self.limits.file_bytes
                command, options["pass_fds"] = opened.enter_context(walls.around(command, size))
                self.told = options["pass_fds"][-1]
            else:
                folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
                where = opened.enter_context(folder)
                options = {"cwd": where, "env": walls.environment(where)}
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            pipes["stderr"] = subprocess.DEVNULL
            self.process = subprocess.Popen(command, start_new_session=True, **pipes, **options)
            self.opened = opened.pop_all()
        self.watch = threading.Thread(target=self._watch, daemon=True)
        self.watch.start()
        with suppress(Ended):  # which it says again, when it is heard
            self._say(self._settings(), self.limits.start_seconds)
        return self

    def __exit__(self, *_):
        self.over.set()
        self._kill()
        self.watch.join()
        # Behind the walls its world ends with it; when all have let go of the pipe, it has.
        while self.walled and self.process.stdout.read(1 << 16):
            pass
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what it did not read any more
                pipe.close()
        self.process.wait()
        self.opened.close()

    def _settings(self):
        limits = self.limits
        seconds = limits.start_seconds + limits.total_seconds
        return {
            "content": base64.b64encode(self.submission.content).decode(),
            "ending": self.submission.ending,
            "limits": {
                "memory_bytes": limits.memory_bytes,
                "file_bytes": limits.file_bytes,
                "cpu_seconds": int(seconds) + 10,
            },
        }

    def ask(self, states, seed):
        """Send a question: the states, and the seed of the chance; `hear` has the answers."""
        self._say({"states": [int(state) for state in states], "seed": seed}, PATIENCE)

    def _say(self, thing, seconds):
        self._allow(seconds)  # a pipe that nobody empties is full some day
        try:
            self.process.stdin.write(json.dumps(thing).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Ended(self.why or "its process ended") from None

    def hear(self, seconds, longest=ANSWER):
        """The next line it says, as JSON gives it; Ended if it takes longer or is no such line."""
        self._allow(seconds)
        line = self.process.stdout.readline(longest)
        self.deadline = None
        if self.stop.is_set():
            raise Stopped
        if self.why:
            raise Ended(self.why)
        if line in CELLS:
            return CELLS[line]
        if not line.endswith(b"\n"):
            raise Ended("its process ended" if not line else "it wrote a line without an end")
        try:
            return json.loads(line)
        except DAMAGED:
            raise Ended("it wrote what is no answer") from None

    def _allow(self, seconds):
        self.seconds, self.deadline = seconds, time.monotonic() + seconds

    def _watch(self):
        """End the process when it is late, or all is to stop; runs beside, since `hear` waits."""
        while not self.over.wait(0.05):
            deadline = self.deadline
            if deadline is not None and time.monotonic() > deadline:
                self.why = f"it took longer than {self.seconds:.3g} s"
            elif self.walled and self._files() > FILES:
                self.why = f"it made more than {FILES:,} files"
            if self.why or self.stop.is_set():
                return self._kill()

    def _files(self):
        """How many files it has made behind the walls."""
        with suppress(OSError, ValueError, KeyError):  # it has not started yet, or has ended
            process = json.loads(os.pread(self.told, 4000, 0))["child-pid"]
            folder = os.statvfs(f"/proc/{process}/root{walls.FOLDER}")
            return folder.f_files - folder.f_ffree
        return 0

    def _kill(self):
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)  # it leads a group of its own
        else:
            self.process.kill()
