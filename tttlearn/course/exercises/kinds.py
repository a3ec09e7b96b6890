"""Convert each kind of answer to a plain form, or raise Wrong if it is of another kind.

`says` begins the sentence of the reason, such as "canonical(163) is"; `state` is the board that is
shown with it.
"""

import dis
import re
from math import isfinite
from numbers import Integral, Real

import numpy as np

from tttlearn.course.exercises.answers import NotAttempted, Wrong, ask
from tttlearn.evaluation.policy import check_policy
from tttlearn.game.played import to_cell
from tttlearn.game.rules import LEGAL
from tttlearn.game.tables import IllegalMoveError
from tttlearn.support.arguments import shown
from tttlearn.support.text import counted

RETURNS = "it returns"
MAKE_WHOLE = (
    "but an int is asked for, a whole number: divide with // in place of /, or end with int(...)"
)


def given(value, says=RETURNS, state=None):
    """Return what was handed in, a NumPy scalar as Python's own number; raise Wrong for None.

    A function returned it, unless `says` begins with the name of a variable, in backquotes.
    """
    if value is None:
        forgotten = ": perhaps a `return` is missing, or what it returns was never set" * (
            not says.startswith("`")
        )
        raise Wrong(f"{says} None{forgotten}", state)
    single = isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0
    return value.item() if single else value


def kind_of(value):
    """Return the name of an object's type with its article, such as "an int" or "a list"."""
    name = "array" if isinstance(value, np.ndarray) else type(value).__name__
    return f"{'an' if name[0].lower() in 'aeio' else 'a'} {name}"


def number(value, says=RETURNS, state=None):
    """Return one number, an int or a float, which may be infinite or nan."""
    value = given(value, says, state)
    if isinstance(value, bool) or not isinstance(value, Real):
        raise Wrong(f"{says} {shown(value)}, but one number is asked for", state)
    return value


def real(value, says=RETURNS, state=None):
    """Return one number as a float, for answers where an int is as good as a float."""
    return float(number(value, says, state))


def whole_number(value, says=RETURNS, state=None):
    """Return one whole number; raise Wrong for a float, even for 5.0, which is no index."""
    value = number(value, says, state)
    if not isinstance(value, Integral):
        raise Wrong(f"{says} {shown(value)}, {kind_of(value)}, {MAKE_WHOLE}", state)
    return value


def check_whole(value, right):
    """Raise Wrong if the right result consists of ints, but the value contains a float."""
    if isinstance(right, (int, list, np.ndarray)) and np.asarray(right).dtype.kind in "iu":
        whole_number(next((x for x in np.ravel(value).tolist() if isinstance(x, float)), 0))


def finite(value, says=RETURNS, state=None):
    """Return one finite number."""
    value = number(value, says, state)
    if not isfinite(value):
        raise Wrong(f"{says} {value}, but a finite number is asked for", state)
    return value


def numbers(value):
    """Return an array of numbers, in any shape, as floats."""
    try:
        return np.array(given(value), dtype=float)
    except (TypeError, ValueError):
        raise Wrong(
            f"numbers are asked for, one beside another, but this is {shown(value)}"
        ) from None


def array(value, says=RETURNS):
    """Return an array of numbers as floats; raise Wrong for a list, which allows no arithmetic."""
    value = given(value, says)
    if isinstance(value, (list, tuple)):
        raise Wrong(f"{says} {kind_of(value)}; make it an array: np.array(...)")
    return numbers(value)


def shaped(value, shape, what, of=array):
    """Return an array of this shape, converted by `of`; `what` is its name in words."""
    value = of(value)
    if value.shape != shape:
        raise Wrong(f"{what} are asked for, but this has the shape {value.shape}")
    return value


def arrays(parts, shapes):
    """Return several arrays, a list; `shapes` is {what each array is: its shape}."""
    parts, names = given(parts), f"{', '.join(list(shapes)[:-1])} and {list(shapes)[-1]}"
    many = len(parts) if isinstance(parts, (tuple, list)) else 1
    if many != len(shapes):
        things = f"{counted(many)} thing{'s' * (many > 1)}"
        raise Wrong(f"it returns {things}, but {counted(len(shapes))} are asked for: {names}")
    parts = [array(part, f"{name} is") for name, part in zip(shapes, parts, strict=True)]
    made, asked = [part.shape for part in parts], list(shapes.values())
    if made != asked and sorted(made) == sorted(asked):
        raise Wrong(f"they are swapped: {names} are asked for, in this order")
    for (name, shape), part in zip(shapes.items(), parts, strict=True):
        if part.shape != shape:
            turned = part.shape == shape[::-1]
            why = ": rows and columns are swapped; in `np.outer` the rows come first"
            raise Wrong(f"{name} has the shape {part.shape}, not {shape}{why * turned}")
    return parts


def pair(value, what="two numbers"):
    """Return (low, high), two floats; `what` says what they are."""
    try:
        low, high = (float(part) for part in value)
    except (TypeError, ValueError):
        raise Wrong(f"{what} are asked for, (low, high), but this is {shown(value)}") from None
    return low, high


def cell(value, state=None):
    """Return a cell 0 to 8, given as a number or by its name, such as "A1"."""
    try:
        return to_cell(given(value, state=state))
    except IllegalMoveError:
        named = "a number 0 to 8 without quotes, or a name A1 to C3 in quotes"
        raise Wrong(f"{shown(value)} is not a cell: {named}", state) from None


def steady_cell_of(player, state):
    """Return the cell that a player, a function of a state, takes; raise Wrong for chance."""
    taken, again = (cell(ask(player, state), state) for _ in range(2))
    if taken != again:
        dice = "asked twice about one position"
        raise Wrong(f"{dice}, it takes cell {taken} and then {again}: no dice, please", state)
    return taken


def free_cell_of(player, state):
    """Return the free cell that a player, a function of a state, takes; raise Wrong for chance."""
    taken = steady_cell_of(player, state)
    if not LEGAL[state, taken]:
        raise Wrong(f"cell {taken} is taken; the player must answer with a free cell", state)
    return taken


def truth(value, says=RETURNS, state=None):
    """Return True or False, which may be given as 1 or 0."""
    value = given(value, says, state)
    if not isinstance(value, Integral) or value not in (0, 1):
        raise Wrong(f"{says} {shown(value)}, but True or False is asked for", state)
    return bool(value)


def cells(value, state=None):
    """Return a list of cells 0 to 8, in the given order."""
    value = given(value, state=state)
    if isinstance(value, np.ndarray) and value.dtype == bool:
        where = "np.flatnonzero gives the cells that are true"
        raise Wrong(f"it returns nine times true or false; {where}", state)
    try:
        return [to_cell(cell) for cell in value]
    except TypeError:
        raise Wrong(f"a list of cells is asked for, but this is {shown(value)}", state) from None
    except IllegalMoveError:
        raise Wrong(f"{shown(value)} is not a list of cells, 0 to 8 or A1 to C3", state) from None


def in_order(value, state=None):
    """Return a list of cells 0 to 8 whose order matters; raise Wrong for a set, which has none."""
    if isinstance(value, (set, frozenset)):
        raise Wrong(f"a list is asked for, but this is {shown(value)}: a set has no order", state)
    return cells(value, state)


def table(value, keys, what):
    """Return a dict with exactly these keys; raise NotAttempted while an entry is `...`.

    `what` is the name of the dict.
    """
    if not isinstance(value, dict) or set(value) != set(keys):
        raise Wrong(f"{what} is a dict of {', '.join(keys)}, and this is {shown(value)}")
    if any(entry is ... for entry in value.values()):
        raise NotAttempted
    return value


def policy(value):
    """Return a policy, (19683, 9) probabilities."""
    try:
        return check_policy(value)
    except ValueError as error:
        message = str(error).split("\n")[0]
        at = re.fullmatch(r"(.* in state (\d+)):", message)  # without its board: Wrong adds one
        raise Wrong(*((at[1], int(at[2])) if at else (message,))) from None


def function(value):
    """Return a function; raise NotAttempted if its body is only `...`, `pass` or `return ...`."""
    if not callable(value):
        raise Wrong(f"a function is asked for here, but this is {shown(value)}")
    code = getattr(value, "__code__", None)
    if code is not None and all(map(_is_idle, dis.get_instructions(code))):
        raise NotAttempted
    return value


def _is_idle(step):
    """Return whether a bytecode instruction only starts a function, or returns None or `...`."""
    nothing = step.opname in ("LOAD_CONST", "RETURN_CONST") and step.argval in (None, ...)
    return nothing or step.opname in ("RESUME", "NOP", "RETURN_VALUE")
