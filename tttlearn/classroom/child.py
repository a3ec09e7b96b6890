"""What runs in the process of one submission: it reads the file, learns, and answers.

It is a program, started by `sandbox`, which talks with it in lines of JSON:

    itself    {"missing": [...]}                the walls that this system does not have
              {"ready": true} or {"refused": "why"} or {"policy": [[...], ...]}, of a learner's file
    asked     {"states": [...], "seed": 1}
    itself    for each of them a line: a whole number, or a text that says what went wrong
              {"changed": false}                whether it changed a board that it was given

The submission could write these lines itself, being in the same process: it would only speak for
itself, since whoever reads them takes numbers and texts, and nothing else.
"""

import json
import operator
import os
import sys
import traceback
import types
from pathlib import Path

import numpy as np
from numpy.random import default_rng

from tttlearn.classroom import jail
from tttlearn.rules import CELLS, TURN, UNDECIDED, X

NAME = "submission"
LONGEST = 200  # letters of a message


class _Refused(Exception):
    """The submission cannot play; the message says why."""


def main():
    """Answer until there are no more questions."""
    settings = json.loads(sys.argv[1])
    questions, answers = _take_pipes()
    content = Path(settings["file"]).read_bytes()
    missing = jail.enter(os.getcwd(), settings["limits"], settings["visible"])
    for name in ("HOME", "TMPDIR", "NUMBA_CACHE_DIR"):
        os.environ[name] = os.getcwd()
    _say(answers, {"missing": missing})
    act = _policy(content, answers) if settings["ending"] == ".npz" else _ready(content, answers)
    for line in questions if act else ():
        _answer(act, json.loads(line), answers)


def _take_pipes():
    """The two pipes, away from where print and input would find them."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    return pipes


def _say(answers, thing):
    answers.write(json.dumps(thing).encode() + b"\n")
    answers.flush()


def _ready(content, answers):
    """The function `act` of the file, once it has learned; None when it was refused."""
    try:
        act = _load(content)
    except _Refused as reason:
        return _say(answers, {"refused": str(reason)})
    _say(answers, {"ready": True})
    return act


def _load(content):
    module = types.ModuleType(NAME)
    sys.modules[NAME] = module  # where dataclasses, for one, look for it
    code = _attempt("it is no Python", compile, content, NAME, "exec")
    _attempt("reading it failed", exec, code, module.__dict__)  # what all this is for
    act, learn = (module.__dict__.get(name) for name in ("act", "learn"))
    if not callable(act):
        raise _Refused("it has no function act(board, side, rng)")
    if callable(learn):
        _attempt("its learn(rng) failed", learn, default_rng(0))
    return act


def _attempt(failure, function, *arguments):
    try:
        return function(*arguments)
    except BaseException as error:  # also SystemExit and KeyboardInterrupt
        raise _Refused(f"{failure}: {_said(error)}") from None


def _policy(content, answers):
    """Answer once for all with the policy of a saved learner, or with why there is none."""
    from tttlearn.store import load

    Path("learner.npz").write_bytes(content)
    try:
        rows = load("learner.npz").policy[UNDECIDED]
    except Exception as error:
        return _say(answers, {"refused": f"it holds no learner that can play: {_said(error)}"})
    _say(answers, {"policy": rows.tolist()})


def _answer(act, question, answers):
    """One line for each state, flushed at once, so that the time of each is seen outside."""
    rng, changed = default_rng(question["seed"]), False
    for state in question["states"]:
        board = [".XO"[digit] for digit in CELLS[state]]
        given = board.copy()
        try:
            _say(answers, _cell(act(board, "X" if TURN[state] == X else "O", rng)))
        except BaseException as error:
            _say(answers, _said(error))
        changed |= board != given
    _say(answers, {"changed": changed})


def _cell(answer):
    """The answer as an int, or a text about what it is instead."""
    try:
        if not isinstance(answer, (bool, np.bool_)):
            return operator.index(answer)
    except TypeError:
        pass
    simple = answer is None or isinstance(answer, (str, int, float))
    # Of arrays and the like the kind is said, not the content: one reason for all positions.
    what = repr(answer) if simple else f"a value of type {type(answer).__name__}"
    return f"it answered {what}"[:LONGEST] + ", which is no cell 0 to 8"


def _said(error):
    """The error in one line, with the line of the file where it was, as far as there is one."""
    lines = [
        entry.lineno
        for entry in traceback.extract_tb(error.__traceback__)
        if entry.filename == NAME
    ]
    if isinstance(error, SyntaxError) and error.filename == NAME:
        lines, text = [error.lineno], error.msg
    else:
        text = " ".join(str(error).split())
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}{': ' * bool(text)}{text}"[:LONGEST] + where


if __name__ == "__main__":
    main()
