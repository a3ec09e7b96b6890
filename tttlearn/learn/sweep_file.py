"""The runs of a sweep: how one is called, what it may return, and the file that keeps them.

A call is a dict of the arguments of a run, {"alpha": 0.1, "seed": 3}, its result another dict; the
values of both are plain numbers, texts, bools or None, so that a file gives back what was put in.
"""

import json

import numpy as np

from tttlearn.support import arguments
from tttlearn.support.files import INVALID_JSON_ERRORS, is_special_file, lock_until_closed


def plain(value, what):
    """A number, text, bool or None, NumPy's ones as Python's; ValueError for anything else."""
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        value = value.item()
    if value is not None and not isinstance(value, (bool, int, float, str)):
        raise ValueError(f"{what} is a number, a text, a bool or None, not {value!r}")
    return value


def key(call):
    """What tells one run from another, whatever the order of its settings: a text, even for NaN."""
    return json.dumps(call, sort_keys=True)


def call_text(call):
    """The call of a run, for messages: run(alpha=0.1, seed=3)."""
    return f"run({', '.join(f'{name}={value!r}' for name, value in call.items())})"


def plain_result(result, call):
    """The dict that a run returned, its values as plain Python; ValueError if it is not fit."""
    if not isinstance(result, dict) or not all(isinstance(name, str) for name in result):
        raise ValueError(f"{call_text(call)} must return a dict with names as keys, not {result!r}")
    for name in result.keys() & call.keys():
        raise ValueError(
            f"{call_text(call)} returned an entry {name}, which is one of its arguments"
        )
    return {name: plain(v, f"{name}, from {call_text(call)},") for name, v in result.items()}


class Finished:
    """The results of finished runs, a dict by `key`: new ones, and those in a file if there is one.

    A line of the file is {"settings": {...}, "seed": ..., "result": {...}, "code": "..."}, where
    `code` identifies the function that was run. If the program was killed, the last line may have
    been cut short, and is then dropped. Entering raises ValueError for a file of something else, or
    of other code, which is not changed, BlockingIOError for one that another program, or another
    sweep of this one, is writing, and what `open` raises.
    """

    BEGIN = b'{"settings": {'

    def __init__(self, path, names, code):
        self.path = None if path is None else arguments.path(path, "out")
        self.names, self.code = names, code
        self.results, self.columns, self.file = {}, None, None

    def __enter__(self):
        if self.path is not None:
            if is_special_file(self.path):
                raise ValueError(f"{self.path} is a device, not a file in which runs can be kept")
            self.file = open(self.path, "a+b")
            try:
                lock_until_closed(self.file, self.path)
                self._read()
            except BaseException:
                self.file.close()
                raise
        return self

    def __exit__(self, *_):
        if self.file is not None:
            self.file.close()

    def add(self, call, result):
        """Remember a finished run; ValueError if it has other entries than those before it."""
        self._learn(call, result, f"{call_text(call)} returned")
        if self.file is not None:
            settings = {name: call[name] for name in self.names}
            line = {"settings": settings, "seed": call["seed"], "result": result}
            line["code"] = self.code
            self.file.write(json.dumps(line).encode() + b"\n")
            self.file.flush()

    def _learn(self, call, result, who):
        if self.columns is not None and set(result) != set(self.columns):
            before = f"the runs in {self.path}" if self.path else "the runs before it"
            raise ValueError(f"{who} {_listed(result)}, but {before} have {_listed(self.columns)}")
        self.columns = list(result)
        self.results.setdefault(key(call), result)

    def _read(self):
        self.file.seek(0)
        *lines, last = self.file.read().split(b"\n")
        for number, line in enumerate(lines, 1):
            self._take(line, number)
        cut = last[: len(self.BEGIN)] == self.BEGIN[: len(last)] and not _is_json(last)
        if last and not cut:
            self._take(last, len(lines) + 1)
            self.file.write(b"\n")
        elif last:
            self.file.truncate(sum(len(line) + 1 for line in lines))

    def _take(self, line, number):
        """Remember what a line of the file says, or raise ValueError."""
        try:
            row = json.loads(line)
            settings, call = row["settings"], {**row["settings"], "seed": row["seed"]}
            call = {name: plain(value, name) for name, value in call.items()}
            result = plain_result(row["result"], call)
        except INVALID_JSON_ERRORS:
            raise ValueError(f"{self.path} is no file of a sweep: see its line {number}") from None
        if set(settings) != set(self.names):
            theirs, ours = _listed(settings), _listed(self.names)
            raise ValueError(f"{self.path} is of a sweep over {theirs}, not over {ours}")
        if row.get("code", self.code) != self.code:  # a file may leave it out, as stored studies do
            raise ValueError(
                f"{self.path} has results of other code (line {number}): since then the function, "
                "one that it calls, or a number that it uses has changed, or Python has. Take "
                "another file for out, or delete this one to run all of it again"
            )
        self._learn(call, result, f"line {number} of {self.path} has")


def _is_json(line):
    try:
        json.loads(line)
    except INVALID_JSON_ERRORS:
        return False
    return True


def _listed(names):
    return ", ".join(names) or "nothing"
