"""What runs in the process of one submission: it reads the file, learns, and answers.

It is a program, started by `sandbox`, which talks with it in lines of JSON:

    told      {"content": "...", "ending": ".py", "limits": {...}}    the file, in base64
    itself    {"ready": true, "learns": false} or {"refused": "why"} or, of a learner's file,
              {"policy": [[...], ...]}
    asked     {"states": [...], "seed": 1}
    itself    for each of them a line: a whole number, or a text that says what went wrong
              {"changed": false, "decimal": false}    whether it changed a board that it was given,
              and whether it wrote a cell as a decimal, 4.0

The submission could write these lines itself, being in the same process: it would only speak for
itself, since whoever reads them takes numbers and texts, and nothing else.
"""

import base64
import inspect
import json
import os
import sys
import types
from pathlib import Path

from numpy.random import default_rng

from tttlearn.course.classroom import quotas
from tttlearn.course.classroom.complaints import (
    CURES,
    FREE_CELL,
    NAME,
    OF_THE_BOARD,
    cell_of_answer,
    of_error,
)
from tttlearn.game.rules import CELLS, TICTACTOE, TURN, UNDECIDED
from tttlearn.game.tables import side_name


class _Refused(Exception):
    """The submission cannot play; the message says why."""


def main():
    """Answer until there are no more questions."""
    questions, answers = _take_pipes()
    settings = json.loads(questions.readline())
    content = base64.b64decode(settings["content"])
    quotas.set_limits(settings["limits"])
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
    learns = callable(sys.modules[NAME].__dict__.get("learn"))
    _say(answers, {"ready": True, "learns": learns})
    return act


def _load(content):
    Path(NAME).write_bytes(content)  # where Numba's cache=True, for one, looks for it
    module = types.ModuleType(NAME)
    sys.modules[NAME] = module  # where dataclasses, for one, look for it
    code = _attempt("it is no Python", compile, content, NAME, "exec")
    _attempt("reading it failed", exec, code, module.__dict__)  # what all this is for
    act, learn = (module.__dict__.get(name) for name in ("act", "learn"))
    if not callable(act):
        raise _Refused("it has no function act(board, side, rng)")
    _check_parameters(act)
    if callable(learn):
        _attempt("its learn(rng) failed", learn, default_rng(0))
    return act


def _check_parameters(act):
    try:
        signature = inspect.signature(act)
    except (TypeError, ValueError):  # some functions do not say what they take
        return
    try:
        signature.bind("board", "side", "rng")
    except TypeError:
        raise _Refused(
            f"its act takes {signature}, but is given (board, side, rng); a function f(state) of a "
            'lesson becomes a player with ttt.hand_in(f, "ada.py")'
        ) from None


def _attempt(failure, function, *arguments):
    try:
        return function(*arguments)
    except BaseException as error:  # also SystemExit and KeyboardInterrupt
        raise _Refused(f"{failure}: {of_error(error)}") from None


def _policy(content, answers):
    """Answer once for all with the policy of a saved learner, or with why there is none."""
    from tttlearn.players.saved import load

    Path("learner.npz").write_bytes(content)
    try:
        rows = load("learner.npz", rules=TICTACTOE).policy[UNDECIDED]
    except Exception as error:
        return _say(answers, {"refused": f"it holds no learner that can play: {of_error(error)}"})
    _say(answers, {"policy": rows.tolist()})


def _answer(act, question, answers):
    """One line for each state, flushed at once, so that the time of each is seen outside."""
    rng, changed, decimal = default_rng(question["seed"]), False, False
    for state in question["states"]:
        board = [".XO"[digit] for digit in CELLS[state]]
        given = board.copy()
        try:
            answer = act(board, side_name(TURN[state]), rng)
        except BaseException as error:  # also SystemExit and KeyboardInterrupt
            _say(answers, of_error(error, CURES + OF_THE_BOARD))
        else:
            decimal |= _say_cell(answers, answer)
        changed |= board != given
    _say(answers, {"changed": changed, "decimal": decimal})


def _say_cell(answers, answer):
    """Answer with a cell, or with what is wrong; whether the cell was written as a decimal."""
    decimal = False
    try:
        said, decimal = cell_of_answer(answer)
    except Exception as error:  # an answer may be an object that fails when it is looked at
        said = str(error) if type(error) is ValueError else of_error(error)
        said += f" {FREE_CELL.capitalize()}" * (answer is None)
    _say(answers, said)
    return decimal
