"""One submission in its own process, seen from outside: started, listened to, ended in time.

What comes out of the process is lines of bytes of limited length, read as JSON; nothing in them is
run or unpickled. Its time is measured here, not there: the processor time that its Python has had,
so that a busy computer costs nobody anything, and a clock for what sleeps.
"""

import base64
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil

from tttlearn.course.classroom import walls
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
PAGE_TABLES = 64 << 20
"""So many bytes of page tables it may cause, which no limit counts either: they are many where its
memory lies in small pieces far from each other."""
EVERY = 0.02
"""Seconds from one look at it to the next."""


class Ended(Exception):
    """The process has ended, was ended, or said what it must not: a sentence on why."""


class TooSlow(Ended):
    """It was ended because it had used up its processor time."""


class Asleep(TooSlow):
    """It was ended by the clock, before it had used up its processor time."""


class TournamentStopped(Exception):
    """The tournament was stopped."""


class Allowance:
    """Seconds of processor time from when it is first looked at, `factor` times as many of a clock.

    If it is looked at late, nobody loses: what was used before is not counted. `end`: when the
    clock runs out at the latest.
    """

    def __init__(self, seconds, factor, end):
        self.seconds, self.factor = seconds, factor
        self.most, self.began = None, time.monotonic()
        self.until = min(self.began + factor * seconds, end)

    def left(self, used):
        """Seconds of processor time that are left; none when the clock has run out."""
        if self.most is None:
            self.most = used + self.seconds
        return min(self.most - used, (self.until - time.monotonic()) / self.factor)

    def complaint(self, used):
        """Why it is used up, a TooSlow; None while some is left."""
        if self.left(used) > 0:
            return None
        if used >= self.most:
            return TooSlow(f"it took more than {self.seconds:.3g} s of processor time")
        clock = self.until - self.began
        return Asleep(f"it waited or slept: more than {clock:.3g} s of the clock went by")


class Sandbox:
    """A process that runs a submission: a context manager, which kills it at the end.

    `walled`: whether it runs behind walls; `stop`: a threading.Event that ends it early; `end`: the
    time.monotonic() at which it ends at the latest. Entering
    raises OSError if no process starts, WallsError if there are no walls to be had. The thread
    that enters must live until it leaves: the process dies with it.
    """

    def __init__(self, submission, limits, stop, walled, end):
        self.submission, self.limits, self.stop, self.walled = submission, limits, stop, walled
        self.end = end
        self.line, self.total, self.why = None, None, None  # what the next line may take, and all
        self.python, self.known = None, 0.0
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
            self.began = time.monotonic()
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
        seconds = 2 * limits.start_seconds + limits.total_seconds  # the first answer has its own
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
            raise self.why or Ended("its process ended") from None

    def hear(self, seconds, longest=ANSWER):
        """The next line it says, as JSON gives it.

        Raises TooSlow if it takes more than these seconds of processor time, or if the time for all
        is up; Ended if there is no line, or none such.
        """
        self._allow(seconds)
        line = self.process.stdout.readline(longest)
        self.line = None
        if self.stop.is_set():
            raise TournamentStopped
        if self.why:
            raise self.why
        if line in CELLS:
            return CELLS[line]
        if not line.endswith(b"\n"):
            raise Ended("its process ended" if not line else "it wrote a line without an end")
        try:
            return json.loads(line)
        except DAMAGED:
            raise Ended("it wrote what is no answer") from None

    def count(self, seconds):
        """From now on it may use so many seconds in all, of processor time."""
        self.total = self._allowance(seconds)
        self.left()

    def left(self):
        """Seconds of processor time that are left of those in all; None while they do not count."""
        return self.total and self.total.left(self.used())

    def used(self):
        """Seconds of processor time that its Python has had so far.

        A sum that the system keeps: differences of it do not add up roundings. Once it has ended it
        is what was last known; where the system does not say, it is seconds of the clock.
        """
        with suppress(psutil.Error):
            if python := self._python():
                times = python.cpu_times()
                children = times.children_user + times.children_system  # without walls, it may
                self.known = times.user + times.system + children
        return time.monotonic() - self.began if self.python is None else self.known

    def _python(self):
        """The Python that runs the submission, a psutil.Process; None while there is none.

        Behind the walls it is the one child of the first process there.
        """
        with suppress(psutil.Error, OSError, ValueError, KeyError):  # not yet, or not any more
            if self.python is None and self.walled:
                (self.python,) = psutil.Process(self._first_inside()).children()
            elif self.python is None:
                self.python = psutil.Process(self.process.pid)
        return self.python

    def _first_inside(self):
        """The number of the first process behind the walls; OSError, ValueError, KeyError: none."""
        return json.loads(os.pread(self.told, 4000, 0))["child-pid"]

    def _allow(self, seconds):
        self.line = self._allowance(seconds)

    def _allowance(self, seconds):
        return Allowance(seconds, self.limits.clock_factor, self.end)

    def _watch(self):
        """End the process when it is late, or all is to stop; runs beside, since `hear` waits."""
        while not self.over.wait(EVERY):
            self.why = self._too_slow() or (self.walled and self._too_large()) or None
            if self.why or self.stop.is_set():
                return self._kill()

    def _too_slow(self):
        """A TooSlow when it has used up what it may; None while it has not."""
        used = self.used()
        allowed = [one for one in (self.line, self.total) if one]
        return next(filter(None, (one.complaint(used) for one in allowed)), None)

    def _too_large(self):
        """An Ended when it causes memory that its own limit does not count; None otherwise."""
        if self._files() > FILES:
            return Ended(f"it made more than {FILES:,} files")
        if self._page_tables() > PAGE_TABLES:
            return Ended("its memory is in too many pieces")
        return None

    def _page_tables(self):
        """How many bytes of page tables the kernel keeps for it."""
        python = self._python()
        with suppress(OSError, TypeError):  # it has not started yet, or has ended
            status = python and Path(f"/proc/{python.pid}/status").read_text(errors="replace")
            return int(re.search(r"VmPTE:\s+(\d+)", status)[1]) << 10
        return 0

    def _files(self):
        """How many files it has made behind the walls."""
        with suppress(OSError, ValueError, KeyError):  # it has not started yet, or has ended
            folder = os.statvfs(f"/proc/{self._first_inside()}/root{walls.FOLDER}")
            return folder.f_files - folder.f_ffree
        return 0

    def _kill(self):
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)  # it leads a group of its own
        else:
            self.process.kill()
