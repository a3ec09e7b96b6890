"""What is wrong with a submission's answer or error, in a student's words, with the cure."""

import numbers
import operator
import re
import traceback

import numpy as np

from tttlearn.support.strangers import said

NAME = "submission"
"""What a submission is called where it is compiled and run."""
LONGEST = 200  # letters of a message
NO_CELL = "the answer is a number, one of the cells 0 to 8"
LEARN_LESS = "learn less there, or hand in what was learned at home (ttt.hand_in, save)"
COMPILE_BEFORE = "make a move in learn(rng), so that compiling happens there"
LOOK_UP = "work out in learn(rng) what takes longer, and look it up in act"
AWAKE = "leave out what waits, such as time.sleep"
"""What to do if time ran out: at the start, at the first answer, later, or asleep."""
NOTEBOOK = (
    "this is a notebook: export it as Python (in JupyterLab: File, Save and Export Notebook As, "
    'Executable Script), or write the player with ttt.hand_in(mine, "ada.py")'
)
MAGIC = "this is a command of Jupyter, not Python: delete the line"
CURES = (
    (EOFError, "", "nobody answers input(): decide by the board, side and rng"),
    (NameError, "^name 'get_ipython'", MAGIC),
    (NameError, "^name '(null|true|false)'", NOTEBOOK),
    (RuntimeError, "can't start new thread", "threads are not allowed: think in act itself"),
    (RuntimeError, "can't start new process", "other processes are not allowed: think in act"),
    (BlockingIOError, "", "threads and other processes are not allowed: think in act itself"),
    (MemoryError, "", "it needs more memory than it may have"),
    (ModuleNotFoundError, "", "it may import NumPy, tttlearn and what comes with Python"),
    (PermissionError, "", "it may use no network, no other processes, and only its own files"),
    (FileNotFoundError, "", "it has only the files that it writes itself"),
    (RecursionError, "", "it calls itself without end"),
)
"""Kinds of errors, a pattern of their text, and what to do."""
FREE_CELL = 'if it looks for a free cell, that is "."'
OF_THE_BOARD = (
    ((ValueError, IndexError), "not in list|out of range|empty", FREE_CELL),
    (KeyError, r"^'\.'$", FREE_CELL),
)
"""The same for `act`, which is given a board."""


def positions(number):
    """This many positions, in words: "1 position", "4,520 positions"."""
    return "1 position" if number == 1 else f"{number:,} positions"


def cell_of_answer(answer):
    """(cell, whether it was written as a decimal); ValueError with the complaint if no number.

    Any number that equals a whole one is taken: 4, np.int64(4), 4.0.
    """
    if isinstance(answer, (bool, np.bool_)):
        raise ValueError(f"it answered {answer}: {NO_CELL}")
    try:
        return operator.index(answer), False
    except TypeError:
        pass
    if isinstance(answer, numbers.Real) and float(answer).is_integer():
        return int(answer), True
    raise ValueError(_no_cell(answer))


def _no_cell(answer):
    if answer is None:
        return "it answered None: does each way through act end with return?"
    if isinstance(answer, str):
        return f"it answered the text {answer!r}"[:LONGEST] + f": {NO_CELL}, as int(...) makes it"
    if isinstance(answer, numbers.Real):
        return f"it answered {float(answer)}: {NO_CELL}"
    # For lists and the like the type is named, not the content: one reason for all positions.
    kind = type(answer).__name__[:40]
    if isinstance(answer, tuple) and len(answer) == 2:
        return f"it answered a pair: {NO_CELL}, which is 3 * row + column"
    return f"it answered a value of type {kind}: {NO_CELL}"


def of_number(number):
    """The complaint about a whole number that is no cell."""
    return f"it answered {str(number)[:40]}: the cells are 0 to 8, counted from 0"


def of_error(error, cures=CURES):
    """The error in one line, with its place in the file, if it has one, and the cure."""
    lines = [
        entry.lineno
        for entry in traceback.extract_tb(error.__traceback__)
        if entry.filename == NAME
    ]
    advice = []
    if isinstance(error, SyntaxError) and error.filename == NAME:
        lines, text = [error.lineno], error.msg
        advice = [MAGIC] if (error.text or "").lstrip().startswith(("%", "!")) else []
    else:
        text = said(error)
    where = f" (line {lines[-1]})" if lines else ""
    advice += [
        cure
        for kind, pattern, cure in cures
        if isinstance(error, kind) and re.search(pattern, text)
    ]
    shown = f"{type(error).__name__}{': ' * bool(text)}{text}"[:LONGEST]
    return "; ".join([shown + where, *advice[:1]])
