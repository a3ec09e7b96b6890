"""Trials that show how a program sees a board and names an action.

Each usual form is tried in some fifty positions. Legal answers alone prove nothing: a program that
wins and blocks answers legally everywhere in forms that are not its own. So a form is ruled out
only if the program raises an exception or answers nothing legal in most of these positions. If
forms are left whose answers differ in any position, the error shows two of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.conventions import (
    STATE,
    VALUES_HELP,
    ActionForm,
    BoardForm,
    action_form,
    action_forms,
    board_form,
    has_values,
)
from tttlearn.evaluation.programs import (
    ANSWER_SECONDS,
    Program,
    Reading,
    answer_of,
    call_for_each,
    copy_of,
    fault_of,
    seed_all,
    unheard,
)
from tttlearn.game.boards import BoardRules
from tttlearn.game.tables import Rules, side_name
from tttlearn.support.arguments import is_one_of, shown
from tttlearn.support.strangers import EndlessError, FailedError

N_TRIALS = 50
"""Number of positions in which each form is tried."""
MAX_SHOWN_VALUES = 4
"""Largest number of values of an argument that a message offers."""
N_FIRST_TRIALS = 6
"""Number of positions after which a form is ruled out if the program raised in all of them."""
FORMS_FOR_ROWS = [
    f"a cell from {first}, {how}"
    for first in (0, 1)
    for how in ("column by column", "rows from the bottom")
]
"""Forms of answers that only go with boards of rows."""
TEXT_SIGNS = [f"{empty}{two}" for two in ("XO", "xo") for empty in ". -_"] + ["012"]
"""Signs of an empty cell and the two sides, in texts."""
LISTED_SIGNS = [*map(tuple, TEXT_SIGNS), ("", "X", "O"), (None, "X", "O"), (0, "X", "O")]
"""The same in lists, also with other signs of an empty cell."""
NUMBER_SIGNS = [(0, 1, 2), (0, 1, -1)]
"""Signs in lists and arrays of numbers."""


class NoReadingError(ValueError):
    """Raised if a program answers legally in no usual form."""


class Tried(NamedTuple):
    """Reading that was tried in some positions.

    Attributes
    ----------
    reading : Reading
        The reading.
    actions : tuple of int
        Action in each position that was tried, -1 if it is not legal.
    has_raised : bool
        Whether the program raised an exception there.
    """

    reading: Reading
    actions: tuple[int, ...]
    has_raised: bool


def reading_of(
    program: Program,
    rules: Rules,
    board: Any = None,
    cells: Any = None,
    view: str | None = None,
    values: str | None = None,
    seed: int = 0,
) -> Reading:
    """Return how a program is asked, from its arguments or else by trials.

    Parameters
    ----------
    program : Program
        The program, of which a copy is tried.
    rules : Rules
        The game.
    board, cells : object, optional
        Examples of its forms, see `board_form` and `action_form`.
    view : {"X", "mover"}, optional
        Whose sign is the first one: that of the side that begins, or of the side to move.
    values : {"X", "mover"}, optional
        To whom the values are, if the program answers a value for each action.
    seed : int, default 0
        Seed of the choice of positions.

    Returns
    -------
    Reading
        The only one with which the program answers legally in most positions, or one of several
        with the same answers in all of them.

    Raises
    ------
    ValueError
        If no form fits, if several do, or if the program takes too long.
    """
    if values is not None and not is_one_of(values, ("X", "mover")):
        raise ValueError(f'values is "X" or "mover", not {shown(values)}')
    actions = action_forms(rules) if cells is None else [action_form(cells, rules)]
    actions = [replace(action, values=values or "") for action in actions]
    forms = [*_boards(program, rules, board, view)]
    if len(forms) == len(actions) == 1:
        return Reading(forms[0], actions[0])
    states = _some_states(rules, seed)
    left = [
        tried for form in forms for tried in _fitting(program, form, actions, rules, states, seed)
    ]
    left = [tried for tried in left if not tried.has_raised] or left
    if not left and not values and _has_values_somewhere(program, forms, rules, states, seed):
        raise NoReadingError(
            f"{program.name} answers with a value for each {rules.action_word}; say whose, "
            f"{VALUES_HELP}"
        )
    if not left:
        raise NoReadingError(
            _none_fits(program, Reading(forms[0], actions[0]), rules, states[0], seed)
        )
    _check_agree(program, left, rules, states)
    alike = [*{_signs(tried.reading): tried for tried in reversed(left)}.values()]
    if len(alike) > 1:
        states = rules.undecided.tolist()
        everywhere = [_tried(program, known.reading, rules, states, seed) for known in alike]
        _check_agree(program, everywhere, rules, states)
    return left[0].reading


ARGUMENTS_HELP = (
    "board is what it sees with X, who begins, top left and O top right, cells what it calls the "
    'top right cell, view "mover" if the side to move always has the first sign'
)


def _boards(program: Program, rules: Rules, board: Any, view: str | None) -> Iterator[BoardForm]:
    """Yield the forms of boards to try.

    A program that is given the side to move has a sign for each side; with the same sign for both
    it would be told nothing.
    """
    if view is not None and not is_one_of(view, ("X", "mover")):
        raise ValueError(f'view is "X" or "mover", not {shown(view)}')
    views = (False, True) if view is None else (view == "mover",)
    if view is None and "side" in program.takes:
        views = (False,)
    if board is not None:
        form = board_form(board, rules, views[0])
        yield form
        if form.signs and len(views) > 1 and not form.has_letters:
            yield board_form(board, rules, True)
        return
    yield BoardForm(STATE)
    if isinstance(rules, BoardRules):
        yield from (
            board_form(example, rules, moving) for example in _usual(rules) for moving in views
        )


def _usual(rules: BoardRules) -> Iterator[Any]:
    """Yield the example position in the usual forms."""
    marks = [1, *[0] * (rules.columns - 2), 2, *[0] * (rules.n_cells - rules.columns)]
    shape = rules.rows, rules.columns
    for signs in TEXT_SIGNS:
        yield "".join(signs[mark] for mark in marks)
    for signs in [*LISTED_SIGNS, *NUMBER_SIGNS]:
        flat = [signs[mark] for mark in marks]
        nested = [flat[at : at + rules.columns] for at in range(0, rules.n_cells, rules.columns)]
        yield from (flat, tuple(flat), nested)
        if signs in NUMBER_SIGNS:
            yield from (np.array(flat), np.reshape(flat, shape))


def _some_states(rules: Rules, seed: int) -> list[int]:
    """Return states in which few actions are legal, and the start.

    There an answer that does not depend on the board is rarely legal, and a search is quick.
    """
    n_legal = rules.legal[rules.undecided].sum(1)
    late = rules.undecided[n_legal <= max(2, rules.n_actions // 3)]
    if len(late) < N_TRIALS:
        late = rules.undecided[np.argsort(n_legal, kind="stable")[: 2 * N_TRIALS]]
    chosen = np.random.default_rng(seed).choice(late, min(N_TRIALS, len(late)), replace=False)
    return [*sorted(chosen.tolist(), key=lambda state: -rules.depth[state]), rules.start]


def _likely(form: BoardForm, actions: list[ActionForm]) -> list[ActionForm]:
    """Return the forms of answers that go with a form of boards.

    A program that sees a list calls a cell by its place in this list, from 0 or from 1.
    """
    is_nested = (
        form.signs and isinstance(form.example, (list, np.ndarray)) and np.ndim(form.example) > 1
    )
    return (
        actions
        if is_nested
        else [action for action in actions if action.words not in FORMS_FOR_ROWS]
    )


def _fitting(
    program: Program,
    form: BoardForm,
    actions: list[ActionForm],
    rules: Rules,
    states: list[int],
    seed: int,
) -> list[Tried]:
    """Return the readings with this form of boards that most positions do not rule out."""
    first, _ = _answered(program, form, rules, states[:N_FIRST_TRIALS], seed)
    if all(answer is None for answer in first):
        return []
    likely = actions if len(actions) == 1 else _likely(form, actions)
    given = _answered(program, form, rules, states, seed)
    all_tried = [_judged(Reading(form, action), *given, rules, states) for action in likely]
    return [tried for tried in all_tried if 2 * tried.actions.count(-1) <= len(states)]


def _tried(program: Program, reading: Reading, rules: Rules, states: list[int], seed: int) -> Tried:
    return _judged(reading, *_answered(program, reading.board, rules, states, seed), rules, states)


def _answered(
    program: Program, form: BoardForm, rules: Rules, states: list[int], seed: int
) -> tuple[list, bool]:
    """Return a copy's answers in these states, None if it raised, and whether it did."""
    given, copied, rng = [], copy_of(program), np.random.default_rng(seed)

    def asked(state: int) -> None:
        try:
            given.append((answer_of(copied, form, rules, state, rng),))
        except FailedError:
            given.append(())

    with unheard():
        seed_all(seed)
        try:
            call_for_each(states, asked)
        except EndlessError as error:
            line = f" ({error})" * bool(f"{error}")
            raise ValueError(
                f"{program.name} takes more than {ANSWER_SECONDS:g} seconds for an answer{line} "
                f"when it sees {form}; say how it sees a board, so that nothing else is tried "
                f"({ARGUMENTS_HELP})"
            ) from None
    return [answer[0] if answer else None for answer in given], () in given


def _has_values_somewhere(
    program: Program, forms: list[BoardForm], rules: Rules, states: list[int], seed: int
) -> bool:
    """Return whether a program answers with values of actions for one of these forms.

    Whole numbers in an array may be the board itself, with which a function has calculated.
    """
    given = [_answered(program, form, rules, states[:N_FIRST_TRIALS], seed)[0] for form in forms]
    return any(
        has_values(answer, rules) and np.dtype(getattr(answer, "dtype", float)).kind == "f"
        for answers in given
        for answer in answers
    )


def _judged(
    reading: Reading, given: list, has_raised: bool, rules: Rules, states: list[int]
) -> Tried:
    taken = [
        reading.action.action_of(answer, rules, state)
        for state, answer in zip(states, given, strict=True)
    ]
    legal = (a if a >= 0 and rules.legal[s, a] else -1 for s, a in zip(states, taken, strict=True))
    return Tried(reading, tuple(legal), has_raised)


def _signs(reading: Reading) -> tuple:
    """Return by what readings differ beyond the kind of container."""
    signs = [(type(sign).__name__, sign) for sign in reading.board.signs]
    return *signs, reading.board.is_movers, reading.action.words


def _check_agree(program: Program, tried: list[Tried], rules: Rules, states: list[int]) -> None:
    """Raise ValueError, which shows two boards, if these readings differ in their answers."""
    kinds = {known.actions: known for known in reversed(tried)}
    if len(kinds) > 1:
        raise ValueError(_several(program, [*kinds.values()][::-1], rules, states))


def _several(program: Program, left: list[Tried], rules: Rules, states: list[int]) -> str:
    """Return the message for a program that can be read in several ways."""
    first, other = left[:2]
    differing = [
        (state, *pair)
        for state, *pair in zip(states, first.actions, other.actions, strict=True)
        if pair[0] != pair[1]
    ]
    parts = {
        "board": [repr(known.reading.board.example) for known in left],
        "view": ['"mover"' if known.reading.board.is_movers else '"X"' for known in left],
        "cells": [repr(known.reading.action.example) for known in left],
    }
    kinds = {name: [*dict.fromkeys(values)] for name, values in parts.items()}
    open_ones = [name for name, values in kinds.items() if len(values) > 1]
    if "view" in open_ones and all(known.reading.board.has_letters for known in left):
        open_ones = [
            "board",
            *(name for name in open_ones if name == "cells"),
        ]  # letters decide `view`, too
    choices = [
        " or ".join(f"{name}={value}" for value in kinds[name][:MAX_SHOWN_VALUES])
        for name in open_ones
    ]
    boards = "\n\n".join(
        f"{rules.show(state)}\n{_name(a, rules)} in the first form, {_name(b, rules)} in the second"
        for state, a, b in differing[:2]
    )
    return (
        f"{program.name} can be asked in {len(left)} forms, in which it plays differently: in the "
        f"first, {first.reading}; in the second, {other.reading}; say which is right, "
        f"{', and '.join(choices)} ({ARGUMENTS_HELP})\n{boards}"
    )


def _name(action: int, rules: Rules) -> str:
    return rules.action_name(action) if action >= 0 else "nothing legal"


def _none_fits(program: Program, reading: Reading, rules: Rules, state: int, seed: int) -> str:
    """Return the message for a program that no form fits, with its answer in the first one."""
    with unheard():
        _, fault = fault_of(copy_of(program), reading, rules, state, np.random.default_rng(seed))
    return (
        f"{program.name} fails or answers nothing legal in most positions, whatever the form of "
        f"the board and of the answer: given {reading.board.encode(state, rules)!r}, "
        f"{side_name(rules.turn[state])} to move, it {fault or 'answers'}; if it has a form of its "
        f"own, say which ({ARGUMENTS_HELP})\n{rules.show(state)}"
    )
