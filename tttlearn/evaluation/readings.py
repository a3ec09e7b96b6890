"""Finding out, by trials, how a program sees a board and names an action.

Each usual form is tried in some fifty positions. That the answers are legal proves nothing: a
program that wins and blocks answers legally everywhere in forms that are not its own. So a form is
ruled out only where the program raises or answers nothing legal in most of these positions, and if
forms are left whose answers differ in any position, the error shows two of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from tttlearn.evaluation.conventions import (
    STATE,
    WHOSE,
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
    copy_of,
    each,
    fault_of,
    seed_all,
    unheard,
)
from tttlearn.game.boards import BoardRules
from tttlearn.game.tables import Rules, side_name
from tttlearn.support.arguments import is_one_of, shown
from tttlearn.support.strangers import EndlessError, FailedError

TRIALS = 50
"""Positions in which each form is tried."""
MOST_SHOWN = 4
"""Values of an argument that a message offers."""
FIRST_TRIALS = 6
"""After so many positions without a legal answer a form is ruled out."""
UNLIKELY = [
    f"a cell from {first}, {how}"
    for first in (0, 1)
    for how in ("column by column", "rows from the bottom")
]
"""Forms of answers that only go with boards of rows."""
TEXT_SIGNS = [f"{empty}{two}" for two in ("XO", "xo") for empty in ". -_"] + ["012"]
"""Signs of an empty cell and the two sides, in texts."""
LISTED_SIGNS = [*map(tuple, TEXT_SIGNS), ("", "X", "O"), (None, "X", "O"), (0, "X", "O")]
NUMBER_SIGNS = [(0, 1, 2), (0, 1, -1)]


class NoReadingError(ValueError):
    """A program answers legally in no usual form."""


class Tried(NamedTuple):
    """A reading, the actions in the positions that were tried, -1 for none that is legal, and
    whether the program raised anything there."""

    reading: Reading
    actions: tuple[int, ...]
    has_raised: bool


def reading_of(
    one: Program,
    rules: Rules,
    board: Any = None,
    cells: Any = None,
    view: str | None = None,
    values: str | None = None,
    seed: int = 0,
) -> Reading:
    """Return how a program is asked, by its arguments or else by trials.

    Parameters
    ----------
    one : Program
        The program, of which a copy is tried.
    rules : Rules
        The game.
    board, cells : object, optional
        Examples of its forms, see `board_form` and `action_form`.
    view : {"X", "mover"}, optional
        Whose sign is the first one: that of the side that begins, or of the side to move.
    values : {"X", "mover"}, optional
        To whom the values are of a program that answers a value for each action.
    seed : int
        Decides the positions.

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
    forms = [*_boards(one, rules, board, view)]
    if len(forms) == len(actions) == 1:
        return Reading(forms[0], actions[0])
    states = _some_states(rules, seed)
    left = [tried for form in forms for tried in _fitting(one, form, actions, rules, states, seed)]
    left = [tried for tried in left if not tried.has_raised] or left
    if not left and not values and _has_values_somewhere(one, forms, rules, states, seed):
        raise NoReadingError(
            f"{one.name} answers with a value for each {rules.action_word}; say whose, {WHOSE}"
        )
    if not left:
        raise NoReadingError(_none_fits(one, Reading(forms[0], actions[0]), rules, states[0], seed))
    _check_agree(one, left, rules, states)
    alike = [*{_signs(tried.reading): tried for tried in reversed(left)}.values()]
    if len(alike) > 1:
        states = rules.undecided.tolist()
        everywhere = [_tried(one, known.reading, rules, states, seed) for known in alike]
        _check_agree(one, everywhere, rules, states)
    return left[0].reading


EXAMPLES = (
    "board is what it sees with X, who begins, top left and O top right, cells what it calls the "
    'top right cell, view "mover" if the side to move always has the first sign'
)


def _boards(one: Program, rules: Rules, board: Any, view: str | None) -> Iterator[BoardForm]:
    """Return the forms to try.

    Who is told the side to move has another sign for each side: else it would be told nothing.
    """
    if view is not None and not is_one_of(view, ("X", "mover")):
        raise ValueError(f'view is "X" or "mover", not {shown(view)}')
    views = (False, True) if view is None else (view == "mover",)
    if view is None and "side" in one.takes:
        views = (False,)
    if board is not None:
        form = board_form(board, rules, views[0])
        yield form
        if form.signs and len(views) > 1 and not form.has_letters:
            yield board_form(board, rules, True)
        return
    yield BoardForm(STATE)
    if isinstance(rules, BoardRules):
        yield from (board_form(one, rules, moving) for one in _usual(rules) for moving in views)


def _usual(rules: BoardRules) -> Iterator[Any]:
    """Return the example position in the usual forms."""
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

    There an answer that has nothing to do with the board is rarely legal, and a search is quick.
    """
    n_legal = rules.legal[rules.undecided].sum(1)
    late = rules.undecided[n_legal <= max(2, rules.n_actions // 3)]
    if len(late) < TRIALS:
        late = rules.undecided[np.argsort(n_legal, kind="stable")[: 2 * TRIALS]]
    chosen = np.random.default_rng(seed).choice(late, min(TRIALS, len(late)), replace=False)
    return [*sorted(chosen.tolist(), key=lambda state: -rules.depth[state]), rules.start]


def _likely(form: BoardForm, actions: list[ActionForm]) -> list[ActionForm]:
    """Return the forms of answers that go with a form of boards.

    Who sees a list calls a cell by its place in this list, from 0 or from 1.
    """
    is_nested = (
        form.signs and isinstance(form.example, (list, np.ndarray)) and np.ndim(form.example) > 1
    )
    return actions if is_nested else [one for one in actions if one.words not in UNLIKELY]


def _fitting(
    one: Program,
    form: BoardForm,
    actions: list[ActionForm],
    rules: Rules,
    states: list[int],
    seed: int,
) -> list[Tried]:
    """Return the readings with this form of boards that most positions do not rule out."""
    first, _ = _answered(one, form, rules, states[:FIRST_TRIALS], seed)
    if all(answer is None for answer in first):
        return []
    likely = actions if len(actions) == 1 else _likely(form, actions)
    given = _answered(one, form, rules, states, seed)
    found = [_judged(Reading(form, action), *given, rules, states) for action in likely]
    return [tried for tried in found if 2 * tried.actions.count(-1) <= len(states)]


def _tried(one: Program, reading: Reading, rules: Rules, states: list[int], seed: int) -> Tried:
    return _judged(reading, *_answered(one, reading.board, rules, states, seed), rules, states)


def _answered(
    one: Program, form: BoardForm, rules: Rules, states: list[int], seed: int
) -> tuple[list, bool]:
    """Return a copy's answers in these states, None where it raised, and whether it did."""
    given, copied, rng = [], copy_of(one), np.random.default_rng(seed)

    def asked(state: int) -> None:
        try:
            given.append((answer_of(copied, form, rules, state, rng),))
        except FailedError:
            given.append(())

    with unheard():
        seed_all(seed)
        try:
            each(states, asked)
        except EndlessError as error:
            line = f" ({error})" * bool(f"{error}")
            raise ValueError(
                f"{one.name} takes more than {ANSWER_SECONDS:g} seconds for an answer{line} when "
                f"it sees {form}; say how it sees a board, so that nothing else is tried "
                f"({EXAMPLES})"
            ) from None
    return [answer[0] if answer else None for answer in given], () in given


def _has_values_somewhere(
    one: Program, forms: list[BoardForm], rules: Rules, states: list[int], seed: int
) -> bool:
    """Return whether a program answers with values of actions when it sees one of these forms.

    Whole numbers in an array may be the board itself, with which a function has calculated.
    """
    given = [_answered(one, form, rules, states[:FIRST_TRIALS], seed)[0] for form in forms]
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
    """Return what tells readings apart beyond the kind of container."""
    signs = [(type(sign).__name__, sign) for sign in reading.board.signs]
    return *signs, reading.board.is_movers, reading.action.words


def _check_agree(one: Program, tried: list[Tried], rules: Rules, states: list[int]) -> None:
    """ValueError, which shows two boards, if these readings do not have the same answers."""
    kinds = {known.actions: known for known in reversed(tried)}
    if len(kinds) > 1:
        raise ValueError(_several(one, [*kinds.values()][::-1], rules, states))


def _several(one: Program, left: list[Tried], rules: Rules, states: list[int]) -> str:
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
        ]  # which decides view
    choices = [
        " or ".join(f"{name}={value}" for value in kinds[name][:MOST_SHOWN]) for name in open_ones
    ]
    boards = "\n\n".join(
        f"{rules.show(state)}\n{_name(a, rules)} in the first form, {_name(b, rules)} in the second"
        for state, a, b in differing[:2]
    )
    return (
        f"{one.name} can be asked in {len(left)} forms, in which it plays differently: in the "
        f"first, {first.reading}; in the second, {other.reading}; say which is right, "
        f"{', and '.join(choices)} ({EXAMPLES})\n{boards}"
    )


def _name(action: int, rules: Rules) -> str:
    return rules.action_name(action) if action >= 0 else "nothing legal"


def _none_fits(one: Program, reading: Reading, rules: Rules, state: int, seed: int) -> str:
    """Return the message for a program that no form fits, with what it does in the first one."""
    with unheard():
        _, fault = fault_of(copy_of(one), reading, rules, state, np.random.default_rng(seed))
    return (
        f"{one.name} fails or answers nothing legal in most positions, whatever the form of the "
        f"board and of the answer: given {reading.board.encode(state, rules)!r}, "
        f"{side_name(rules.turn[state])} to move, it {fault or 'answers'}; if it has a form of its "
        f"own, say which ({EXAMPLES})\n{rules.show(state)}"
    )
