"""The forms in which programs see a board and name an action.

One program sees a position as a text of nine signs, another as three rows of numbers; one answers
with a number from 0, another with a row and a column. Both forms are read from an example: how the
program sees the position in which the side that begins has the top left cell and the other side the
top right one, and how it calls that top right cell. Nothing else has to be described.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Any

import numpy as np

from tttlearn.game.boards import BoardRules
from tttlearn.game.tables import Rules, X
from tttlearn.support.arguments import shown

STATE = "state"
"""Example that stands for the form in which a position is the number of its state."""


@dataclass(frozen=True)
class BoardForm:
    """How a program sees a board, read from an example; see the module's docstring.

    Attributes
    ----------
    example : object
        The example position as the program sees it; "state" for the number of a state.
    signs : tuple, default ()
        Signs of an empty cell, the side that begins, and the other side.
    places : tuple of int, default ()
        Places of `leaves(example)` that are cells; the others are separators.
    order : tuple of int, default ()
        Cell of the rules at each of these places.
    is_movers : bool, default False
        Whether the side to move always has the sign of the side that begins.
    """

    example: Any
    signs: tuple = ()
    places: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    is_movers: bool = False

    def encode(self, state: int, rules: Rules) -> Any:
        """Return a position as the program sees it.

        Parameters
        ----------
        state : int
            Code of the position.
        rules : Rules
            The game.

        Returns
        -------
        object
            The position, a new object each time.
        """
        if not self.signs:
            return int(state)
        empty, first, second = self.signs
        if self.is_movers and rules.turn[state] != X:
            first, second = second, first
        signs, marks, filled = (empty, first, second), rules.cells[state].tolist(), [*self._leaves]
        for place, cell in zip(self.places, self.order, strict=True):
            filled[place] = signs[marks[cell]]
        return _rebuild(self.example, iter(filled))

    @cached_property
    def _leaves(self) -> list:
        return leaves(self.example)

    @property
    def has_letters(self) -> bool:
        """Whether the signs are the letters X and O, which do not depend on the side to move."""
        return {str(sign).upper() for sign in self.signs[1:]} == {"X", "O"}

    def side(self, state: int, rules: Rules) -> Any:
        """Return the sign of the side to move, as a program is given it.

        Parameters
        ----------
        state : int
            Code of the position.
        rules : Rules
            The game.

        Returns
        -------
        object
            One of `signs`; "X" or "O" if the program sees numbers of states.
        """
        if not self.signs:
            return "X" if rules.turn[state] == X else "O"
        return self.signs[1 if self.is_movers or rules.turn[state] == X else 2]

    def __str__(self) -> str:
        if not self.signs:
            return "the number of the state"
        view = ", the side to move always with the first of the two signs" * self.is_movers
        return f"{self.example!r}{view}"


def leaves(example: Any) -> list:
    """Return the parts of an example that are not containers.

    Parameters
    ----------
    example : object
        A nested list, tuple, dict or array, or a text.

    Returns
    -------
    list
        The parts, in order; the characters of a text of two or more.
    """
    if isinstance(example, np.ndarray):
        return example.ravel().tolist()
    if isinstance(example, str) and len(example) > 1:
        return list(example)
    if isinstance(example, Mapping):
        example = list(example.values())
    if isinstance(example, (list, tuple)):
        return [leaf for part in example for leaf in leaves(part)]
    return [example]


def _rebuild(example: Any, signs: Iterator) -> Any:
    """Return a new object like an example, with other leaves."""
    if isinstance(example, np.ndarray):
        filled = np.empty(example.size, example.dtype)
        filled[:] = [next(signs) for _ in range(example.size)]
        return filled.reshape(example.shape)
    if isinstance(example, str) and len(example) > 1:
        return "".join(next(signs) for _ in example)
    if isinstance(example, Mapping):
        return {key: _rebuild(part, signs) for key, part in example.items()}
    if isinstance(example, (list, tuple)):
        return type(example)(_rebuild(part, signs) for part in example)
    return next(signs)


def board_form(example: Any, rules: Rules, is_movers: bool = False) -> BoardForm:
    """Return the form of boards that an example shows.

    Parameters
    ----------
    example : object
        The board with the side that begins in the top left cell and the other side in the top right
        one, as the program sees it; "state", or the number of that state, for a program that sees
        the numbers of states.
    rules : Rules
        The game.
    is_movers : bool, default False
        Whether the side to move always has the first sign.

    Returns
    -------
    BoardForm
        The form.

    Raises
    ------
    ValueError
        If the example cannot be read.
    """
    if isinstance(example, str) and example == STATE:
        return BoardForm(STATE)
    if not isinstance(rules, BoardRules):
        raise ValueError(f"{rules.name} has no board: a program sees the number of its state")
    if _is_its_number(example, rules):
        return BoardForm(STATE)
    try:
        parts = leaves(example)
    except RecursionError:  # a list inside itself
        raise ValueError(_unreadable(example, rules)) from None
    counts = Counter(map(_key, parts))
    empty = [leaf for leaf in parts if counts[_key(leaf)] == rules.n_cells - 2]
    single = [place for place, leaf in enumerate(parts) if counts[_key(leaf)] == 1]
    if not empty or len(single) != 2:
        raise ValueError(_unreadable(example, rules))
    sign = _key(empty[0])
    places = [at for at, leaf in enumerate(parts) if at in single or _key(leaf) == sign]
    at = tuple(places.index(place) for place in single)
    for order in _orders(rules):
        if (order[at[0]], order[at[1]]) == (0, rules.columns - 1):
            signs = empty[0], *(parts[place] for place in single)
            return BoardForm(example, signs, tuple(places), order, is_movers)
    raise ValueError(_unreadable(example, rules))


def _is_its_number(example, rules):
    """Return whether an example is the number of the example position, if that has a number."""
    with suppress(ValueError):  # no game on a listed board where marks fall reaches that position
        is_whole = isinstance(example, (int, np.integer))
        return is_whole and int(example) == rules.parse(drawn_example(rules))
    return False


def drawn_example(rules: BoardRules) -> str:
    """Return the example position, drawn: X in the top left cell, O in the top right one.

    Parameters
    ----------
    rules : BoardRules
        The game.

    Returns
    -------
    str
        The position in one line, such as "X.O/.../...".
    """
    first = "X" + "." * (rules.columns - 2) + "O"
    return "/".join([first, *["." * rules.columns] * (rules.rows - 1)])


def _unreadable(example: Any, rules: BoardRules) -> str:
    usual = np.reshape([1, *[0] * (rules.columns - 2), 2, *[0] * (rules.n_cells - rules.columns)],
                       (rules.rows, rules.columns)).tolist()  # fmt: skip
    return (
        f"board is an example of how the program sees {drawn_example(rules)}, which is the side "
        f"that begins in the top left cell and the other side in the top right one, such as "
        f"{drawn_example(rules).replace('/', '')!r}, {usual} or 'state', not {shown(example)}"
    )


def _key(leaf: Any) -> tuple:
    """Return a key by which leaves differ: 1, 1.0 and True are different signs."""
    return type(leaf), leaf


def _orders(rules: BoardRules) -> list[tuple[int, ...]]:
    """Return the orders in which boards are written: the cell of the rules at each place.

    Row by row from the top, column by column from the left, and row by row from the bottom, as the
    keys of a number pad.
    """
    cells = np.arange(rules.n_cells).reshape(rules.rows, rules.columns)
    return [tuple(order.ravel().tolist()) for order in (cells, cells.T, cells[::-1])]


@dataclass(frozen=True)
class ActionForm:
    """How a program names actions.

    Attributes
    ----------
    words : str
        Description of the form, for messages.
    actions : dict
        Action that each answer means.
    example : object, default None
        Answer that means the top right cell, or the last action if there is no board.
    values : {"", "X", "mover"}, default ""
        Side to which its values are, if it answers a value for each action; "" if it answers one
        action.
    """

    words: str
    actions: Mapping[Hashable, int] = field(hash=False)
    example: Hashable = None
    values: str = ""

    def decode(self, answer: Any) -> int:
        """Return the action that an answer means.

        Parameters
        ----------
        answer : object
            The program's answer.

        Returns
        -------
        int
            The action, -1 if the answer means none.
        """
        return self.actions.get(normal(answer), -1)

    def action_of(self, answer: Any, rules: Rules, state: int) -> int:
        """Return the action that an answer means in a state.

        Parameters
        ----------
        answer : object
            The program's answer: an action or, if `values` is not "", a value for each action.
        rules : Rules
            The game.
        state : int
            Code of the position.

        Returns
        -------
        int
            The action, -1 if the answer means none. Among values it is the best legal action for
            the side to move, the first of several.
        """
        if not self.values or not has_values(answer, rules):
            return self.decode(answer)
        sign = rules.turn[state] if self.values == "X" else 1
        pairs = answer.items() if isinstance(answer, Mapping) else enumerate(np.ravel(answer))
        worth = {self.decode(name): sign * float(value) for name, value in pairs}
        if -1 in worth:  # its names are not those of this form
            return -1
        legal = [a for a in worth if rules.legal[state, a] and not np.isnan(worth[a])]
        return max(legal, key=worth.get, default=-1)


VALUES_HELP = (
    'values="mover" (the side to move takes the highest) or values="X" (O takes the lowest)'
)


def has_values(answer: Any, rules: Rules) -> bool:
    """Return whether an answer is a value for each action, one after another or by its name.

    Parameters
    ----------
    answer : object
        The program's answer.
    rules : Rules
        The game.

    Returns
    -------
    bool
        Whether it consists of values.
    """
    if isinstance(answer, Mapping):
        parts = list(answer.values())
    elif isinstance(answer, (list, tuple, np.ndarray)) and np.size(answer) == rules.n_actions:
        parts = np.ravel(answer).tolist()
    else:
        return False
    numbers = [part for part in parts if isinstance(part, (int, float, np.number))]
    return len(numbers) == len(parts) > 0 and rules.n_actions > 2


def normal(answer: Any) -> Hashable:
    """Return an answer as a whole number, a tuple of them, or a text.

    Parameters
    ----------
    answer : object
        The program's answer.

    Returns
    -------
    int, tuple, str or None
        The answer, comparable to others; None if it is of another kind.
    """
    if type(answer) is int:  # fast: hundreds of answers are read in each of many forms
        return answer
    if isinstance(answer, (bool, np.bool_)) or answer is None:
        return None
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if isinstance(answer, (list, tuple)):
        if any(isinstance(part, (list, tuple, np.ndarray)) for part in answer):
            return None
        parts = tuple(map(normal, answer))
        return parts[0] if len(parts) == 1 else parts
    if isinstance(answer, (float, np.floating)) and float(answer).is_integer():
        return int(answer)
    if isinstance(answer, str):
        text = answer.strip().upper()
        return int(text) if text.isdecimal() and text.isascii() else text
    with suppress(TypeError):
        return index(answer)
    return None


def action_forms(rules: Rules) -> list[ActionForm]:
    """Return the usual forms of answers in a game.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    list of ActionForm
        The forms, that of the package first.
    """
    n = rules.n_actions
    if not isinstance(rules, BoardRules):
        ways = {f"a number 0..{n - 1}": range(n)}
        ways["a name of an action"] = [normal(name) for name in rules.action_names]
        return [_named(words, names, n - 1) for words, names in ways.items()]
    last, word = rules.columns - 1, rules.action_word
    letters = [name[0] for name in rules.cell_names[: rules.columns]]
    if rules.falling:
        ways = {f"a {word} from {first}": range(first, first + n) for first in (0, 1)}
        ways["a letter"] = letters
        return [_named(words, names, last) for words, names in ways.items()]
    orders = dict(
        zip(("", ", column by column", ", rows from the bottom"), _orders(rules), strict=True)
    )
    ways = {
        f"a {word} from {first}{how}": {cell: place + first for place, cell in enumerate(order)}
        for how, order in orders.items()
        for first in (0, 1)
    }
    spots = [divmod(cell, rules.columns) for cell in range(n)]
    for first in (0, 1):
        ways[f"(row, column) from {first}"] = [(r + first, c + first) for r, c in spots]
        ways[f"(column, row) from {first}"] = [(c + first, r + first) for r, c in spots]
    ways["the name of a cell, such as C1"] = [f"{letters[c]}{r + 1}" for r, c in spots]
    ways["a letter for the row, such as A3"] = [f"{'ABCDEFGHIJKL'[r]}{c + 1}" for r, c in spots]
    ways["the name of a cell, rows from the bottom, such as C3"] = [
        f"{letters[c]}{rules.rows - r}" for r, c in spots
    ]
    return [_named(words, names, last) for words, names in ways.items()]


def _named(words: str, names: Mapping | Sequence, last: int) -> ActionForm:
    """Return the form with the names of all actions, of which one is the name in the example."""
    pairs = names.items() if isinstance(names, Mapping) else enumerate(names)
    return ActionForm(words, {name: action for action, name in pairs}, names[last])


def action_form(example: Any, rules: Rules) -> ActionForm:
    """Return the form of answers in which the top right cell has a given name.

    Parameters
    ----------
    example : object
        The program's name of the top right cell (of the last column where marks fall), such as 2,
        3, (0, 2) or "C1"; or its names of all actions, in the order of the rules.
    rules : Rules
        The game.

    Returns
    -------
    ActionForm
        The form.

    Raises
    ------
    ValueError
        If the example fits no usual form, or several.
    """
    last = rules.columns - 1 if isinstance(rules, BoardRules) else rules.n_actions - 1
    if isinstance(example, (list, tuple, np.ndarray, range)) and len(example) == rules.n_actions:
        names = [normal(name) for name in example]
        if len({*names}) == len(names) and None not in names:
            return _named(f"one of {shown(example)}", names, last)
    meant = normal(example)
    fitting = [form for form in action_forms(rules) if form.actions.get(meant) == last]
    alike = {tuple(sorted(form.actions.items(), key=str)) for form in fitting}
    if len(alike) == 1:
        return fitting[0]
    several = f"can be {' or '.join(form.words for form in fitting)}" if fitting else "fits no form"
    raise ValueError(
        f"cells is the program's name of the top right cell, such as 2, 3, (0, 2) or 'C1', or its "
        f"names of all actions in order; {shown(example)} {several}"
    )
