"""Handle the runs of a sweep: their arguments and results, and the file that keeps them.

A call is a dict of the arguments of a run, {"alpha": 0.1, "seed": 3}, its result another dict. The
values of both are plain numbers, texts, bools or None, so that a file gives back what was put in.
"""

import json
from os import PathLike
from typing import Any

import numpy as np

from tttlearn.support import arguments
from tttlearn.support.files import INVALID_JSON_ERRORS, is_special_file, lock_until_closed


def plain(value: Any, what: str) -> float | int | bool | str | None:
    """Return a number, text, bool or None, converted from NumPy's types to Python's.

    Parameters
    ----------
    value : object
        The value.
    what : str
        Name of the value, for the message.

    Returns
    -------
    float, int, bool, str or None
        The same value.

    Raises
    ------
    ValueError
        If the value is anything else.
    """
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        value = value.item()
    if value is not None and not isinstance(value, (bool, int, float, str)):
        raise ValueError(f"{what} is a number, a text, a bool or None, not {value!r}")
    return value


def key(call: dict[str, Any]) -> str:
    """Return a text that tells one run from another, whatever the order of its settings.

    Parameters
    ----------
    call : dict
        Arguments of the run.

    Returns
    -------
    str
        The key. Two NaN are the same.
    """
    return json.dumps(call, sort_keys=True)


def call_text(call: dict[str, Any]) -> str:
    """Return the call of a run as text for messages, such as "run(alpha=0.1, seed=3)".

    Parameters
    ----------
    call : dict
        Arguments of the run.

    Returns
    -------
    str
        The text.
    """
    return f"run({', '.join(f'{name}={value!r}' for name, value in call.items())})"


def plain_result(result: Any, call: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a run with its values as plain Python.

    Parameters
    ----------
    result : object
        What the run returned.
    call : dict
        Arguments of the run.

    Returns
    -------
    dict
        The result.

    Raises
    ------
    ValueError
        If the result is no dict from names to plain values, or names an argument of the run.
    """
    if not isinstance(result, dict) or not all(isinstance(name, str) for name in result):
        raise ValueError(f"{call_text(call)} must return a dict with names as keys, not {result!r}")
    for name in result.keys() & call.keys():
        raise ValueError(
            f"{call_text(call)} returned an entry {name}, which is one of its arguments"
        )
    return {name: plain(v, f"{name}, from {call_text(call)},") for name, v in result.items()}


class Finished:
    """Results of finished runs, and the file that keeps them, if there is one.

    A line of the file is {"settings": {...}, "seed": ..., "result": {...}, "code": "..."}, where
    `code` identifies the function that was run. If the program was killed, the last line may have
    been cut short, and is then dropped. To be used in a `with` statement.

    Parameters
    ----------
    path : str, path-like or None
        The file. None keeps nothing.
    names : list of str
        Names of the settings.
    code : str
        Fingerprint of the function that is run.
    calls : list of dict
        Calls whose results are needed. A file that holds all of them is only read, so that several
        programs can do so at once.

    Attributes
    ----------
    results : dict of str to dict
        Results by the `key` of their calls, new ones and those in the file.
    columns : list of str or None
        Names of the entries of each result, as soon as there is one.
    file : file object or None
        The open file, if results are missing in it.

    Raises
    ------
    ValueError
        On entering, for a file of something else, or of other code, which is not changed.
    BlockingIOError
        On entering, for a file that another program, or another sweep of this one, is writing.
    OSError
        On entering, if the file cannot be opened.
    """

    BEGIN = b'{"settings": {'

    def __init__(
        self, path: str | PathLike | None, names: list[str], code: str, calls: list[dict[str, Any]]
    ) -> None:
        self.path = None if path is None else arguments.path(path, "out")
        self.names, self.code, self.needed = names, code, set(map(key, calls))
        self.results, self.columns, self.file = {}, None, None

    def __enter__(self):
        if self.path is not None:
            if is_special_file(self.path):
                raise ValueError(f"{self.path} is a device, not a file in which runs can be kept")
            if self._is_complete():
                return self
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

    def add(self, call: dict[str, Any], result: dict[str, Any]) -> None:
        """Store the result of a finished run.

        Parameters
        ----------
        call : dict
            Arguments of the run.
        result : dict
            Its result.

        Raises
        ------
        ValueError
            If the result has other entries than those before it.
        """
        self._learn(call, result, f"{call_text(call)} returned")
        if self.file is not None:
            settings = {name: call[name] for name in self.names}
            line = {"settings": settings, "seed": call["seed"], "result": result}
            line["code"] = self.code
            self.file.write(json.dumps(line).encode() + b"\n")
            self.file.flush()

    def _learn(self, call, result, source):
        if self.columns is not None and set(result) != set(self.columns):
            before = f"the runs in {self.path}" if self.path else "the runs before it"
            raise ValueError(
                f"{source} {_listed(result)}, but {before} have {_listed(self.columns)}"
            )
        self.columns = list(result)
        self.results.setdefault(key(call), result)

    def _is_complete(self):
        if not self.path.is_file():
            return False
        data = self.path.read_bytes()
        self._take_all(data)
        return data.endswith(b"\n") and self.needed <= self.results.keys()

    def _read(self):
        self.file.seek(0)
        data = self.file.read()
        whole = self._take_all(data)
        if whole < len(data):
            self.file.truncate(whole)
        elif data and not data.endswith(b"\n"):
            self.file.write(b"\n")

    def _take_all(self, data):
        """Store what these lines say; return the number of bytes before a last one that was cut."""
        *lines, last = data.split(b"\n")
        cut = last[: len(self.BEGIN)] == self.BEGIN[: len(last)] and not _is_json(last)
        for number, line in enumerate(lines if cut else [*lines, last], 1):
            self._take(line, number)
        return len(data) - len(last) if cut else len(data)

    def _take(self, line, number):
        """Store what a line of the file says, or raise ValueError."""
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
