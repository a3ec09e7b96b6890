"""Submissions that are read out in the test's own process, where seconds are only counted.

What a process of a submission would do is done at once by the same functions, and what it says is
heard by the same ones. No clock is read, so that no test depends on how fast a machine is; there
are no walls, so only what harms nobody is run here. What needs a process has one in `test_sandbox`.
"""

import base64
import io
import json
from threading import Lock
from types import SimpleNamespace
from typing import ClassVar

from tttlearn.course.classroom import child, sandbox
from tttlearn.game.rules import CELLS

ONE_AT_A_TIME = Lock()


class Here(sandbox.Sandbox):
    """A Sandbox without a process; each test sets what is to happen in it."""

    takes: ClassVar = {}
    """"reading", "first", "later" -> seconds of processor time, and of sleep, for such a line."""
    dies_at = staticmethod(lambda board: False)
    """Whether the process ends when it is asked about this board, a text."""
    writes = b""
    """What the submission itself writes to the pipe while it is read."""
    now = 0.0
    """Seconds that the clock shows, in all processes together."""
    ends: ClassVar = []
    """When, by the clock, each process that was started would be ended at the latest."""

    def __enter__(self):
        self.lines, self.act, self.has_read, self.processor_seconds = [], None, False, 0.0
        self.process = SimpleNamespace(stdin=self, stdout=self)
        self.ends.append(self.end)
        self._say(self._settings(), self.limits.start_seconds)
        return self

    def __exit__(self, *_):
        pass

    def write(self, line):
        """What it is told."""
        told, said = json.loads(line), io.BytesIO()
        with ONE_AT_A_TIME:
            if "content" in told:
                read = child._ready if told["ending"] == ".py" else child._policy
                self.act = read(base64.b64decode(told["content"]), said)
                said = io.BytesIO(self.writes + said.getvalue())
            else:
                child._answer(self.act, told, said)
        boards = ("".join(".XO"[cell] for cell in CELLS[s]) for s in told.get("states", ()))
        until = next((k for k, board in enumerate(boards) if self.dies_at(board)), None)
        self.lines += said.getvalue().splitlines(keepends=True)[:until]

    def flush(self):
        """All is read at once."""

    def readline(self, longest):
        """What it says, after the time that this takes."""
        line = self.lines.pop(0) if self.lines else b""
        moment = "later" if self.total else "first" if self.has_read else "reading"
        if self.has_read and line.startswith(b"{"):
            moment = "said of itself after its answers"
        work, sleep = self.takes.get(moment, (0, 0))
        self._too_slow()  # from this look on it counts
        self.has_read = True
        self.processor_seconds += work
        type(self).now += work + sleep
        self.why = self._too_slow()
        return line[:longest]

    def used(self):
        """Seconds of processor time."""
        return self.processor_seconds
